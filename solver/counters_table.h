/* counters_table.h - the transposition table of the search for tens. The table finds a position by the lengths of its
 * suits and the owners of its deciding cards.
 *
 * counters.h and counters_bounds.h explain deciding, fixed and counting cards, twenties, and merged results.
 */
#ifndef KR_COUNTERS_TABLE_H
#define KR_COUNTERS_TABLE_H

#include "counters_bounds.h"

#include <string.h>

/* The fields of an entry. A nibble is four bits. A length is a number of cards.
 *
 * The tag usually holds the lengths of suits 1 to 3 of each hand, in nibble 4 * seat + suit. The lengths of suit 0 need
 * no bits, because they follow from the number of cards left in each hand. Instead, the nibbles of suit 0 hold other
 * facts, from the lowest bit on: the leader (2 bits), the number of counting cards in play in each suit (2 bits each),
 * the number of cards left in each hand (3 bits), and the partners of N (3 bits). If all cards are fixed, the nibbles
 * of suits 1 to 3 hold no lengths of hands. Four of them then hold how many cards of each suit are in play.
 *
 * `mask` has the deciding and fixed cards and all higher cards of their suits. `owners` has the owners of these cards.
 *
 * `word` has these fields, from the lowest bit on. The upper bound and the lower bound have 5 bits each. A bound may be
 * negative, so the field holds the bound plus BOUND_AT. The next 3 bits say how marriages count (enum kind). The next
 * bit is set if three players play. The next 12 bits are the declared twenties, or the suits in which King and Queen
 * are in play. The last bit is set if all cards are fixed.
 */
#define LENGTHS 0xFFF0FFF0FFF0FFF0u
#define BOUND_AT 11
#define HIGH_AT 0
#define LOW_AT 5
#define MARKS_AT 10

/* The place of a position in the table, and the keys by which its entry is found. */
typedef struct place {
    kr_known *bucket;
    uint64_t tag, owners;       /* `tag` is the tag of the position, `owners` are the owners of all its cards */
    uint32_t marks, all, fixed; /* `marks` is the upper part of the entry's word, without the bounds; `all` and `fixed`
                                 * are masks of the cards in play and of the fixed cards */
    int known;                  /* index of the entry that holds bounds of the position, or -1 */
    int first, end;             /* the position can be stored only in the entries `first` to `end` - 1 of the bucket */
} place;

/* Collect the low nibble of each of the eight bytes, and return these nibbles as a number of 32 bits. */
APART uint64_t nibbles(uint64_t bytes)
{
#if defined(__BMI2__)
    return _pext_u64(bytes, 0x0F0F0F0F0F0F0F0Fu);
#else
    bytes = (bytes | bytes >> 4) & 0x00FF00FF00FF00FFu;
    bytes = (bytes | bytes >> 8) & 0x0000FFFF0000FFFFu;
    return (bytes | bytes >> 16) & 0xFFFFFFFFu;
#endif
}

/* Return the lengths of suits 1 to 3 of each hand, as nibbles of the tag. */
APART uint64_t lengths_of(const start *at)
{
    const hands counts = each_count(at->held);
    const uint64_t low_half = nibbles((uint64_t)counts[1] << 32 | counts[0]);
    return (low_half | nibbles((uint64_t)counts[3] << 32 | counts[2]) << 32) & LENGTHS;
}

/* Collect the low two bits of each of the four bytes, and return them as a number of 8 bits. */
APART uint32_t couples(uint32_t bytes)
{
#if defined(__BMI2__)
    return _pext_u32(bytes, KR_EVERY(3));
#else
    return (bytes | bytes >> 6 | bytes >> 12 | bytes >> 18) & 0xFF;
#endif
}

/* Put four nibbles into the bits of a tag that hold no lengths: the nibbles of suit 0. */
APART uint64_t beside_lengths(uint32_t nibbles)
{
#if defined(__BMI2__)
    return _pdep_u64(nibbles, ~LENGTHS);
#else
    return (nibbles & 15) | (uint64_t)(nibbles & 0xF0) << 12 | (uint64_t)(nibbles & 0xF00) << 24
           | (uint64_t)(nibbles & 0xF000) << 36;
#endif
}

/* Return the place of a position in the table. `leader` is the seat that leads. If results are not merged, all cards
 * are fixed. */
APART place place_of(const counting *s, const start *at, const variant v, int leader)
{
    const uint32_t all = at->all, h1 = at->hand[1], h2 = at->hand[2], h3 = at->hand[3];
    const uint32_t higher = all >> 7 & KR_EVERY(1), lower = all >> 6 & KR_EVERY(1), counters = higher + lower;
    const uint32_t facts = (uint32_t)leader | couples(counters) << 2 | (uint32_t)(at->left & 7) << 10
                           | (uint32_t)s->with_north << 13;
    place here = {.all = all, .fixed = v.merge ? all & COUNTING : all, .known = -1};
    here.owners = (uint64_t)kr_gather(h1 | h3, all) << 32 | kr_gather(h2 | h3, all);
    here.tag = v.merge ? lengths_of(at) : (uint64_t)kr_suit_counts(all) << 4 & LENGTHS;
    here.tag |= beside_lengths(facts);
    here.marks = (uint32_t)(v.players == 3) << 3 | (uint32_t)!v.merge << 16;
    if (v.open) here.marks |= (couples((!v.merge && s->leads ? whole(all) : 0) >> 5) | at->open) << 4 | s->kind;
    const uint64_t owner_bits = (uint64_t)kr_gather(h1 | h3, here.fixed) << 32 | kr_gather(h2 | h3, here.fixed);
    const uint64_t hash = (here.tag ^ here.marks ^ owner_bits * 0xD6E8FEB86659FD93u) * 0x9E3779B97F4A7C15u;
    here.bucket = s->c->known + (hash >> (64 - KR_KNOWN_BITS));
    here.first = v.merge ? 0 : (int)(hash >> 32) & (KR_KNOWN_WAYS - 1); /* without merging, a position can be stored
                                                                         * only in one entry */
    here.end = v.merge ? KR_KNOWN_WAYS : here.first + 1;
    return here;
}

/* A vector of four 64-bit numbers. */
typedef uint64_t fours __attribute__((vector_size(32)));

/* Return a mask of the entries of the bucket that are valid for the position. Bit i stands for entry i. If the position
 * can be stored in any of the four entries, the function compares all four without a branch. */
APART uint32_t serving(const place *here)
{
    const kr_known *const b = here->bucket;
    const int entry = here->first;
    if (here->end - entry == 1) {
        const uint64_t mask = (uint64_t)b->mask[entry] << 32 | b->mask[entry];
        return (uint32_t)(b->tag[entry] == here->tag && b->word[entry] >> MARKS_AT == here->marks
                          && (here->owners & mask) == b->owners[entry]) << entry;
    }
    fours tag, owners;
    hands masks, word;
    memcpy(&tag, b->tag, sizeof tag);
    memcpy(&owners, b->owners, sizeof owners);
    memcpy(&masks, b->mask, sizeof masks);
    memcpy(&word, b->word, sizeof word);
    const fours mask = __builtin_convertvector(masks, fours);
    const fours marks = __builtin_convertvector(word >> MARKS_AT ^ here->marks, fours);
    const fours differ = (tag ^ here->tag) | (owners ^ ((mask | mask << 32) & here->owners)) | marks;
#if defined(__AVX2__)
    return (uint32_t)_mm256_movemask_pd((__m256d)(differ == 0));
#else
    return (uint32_t)((differ[0] == 0) | (differ[1] == 0) << 1 | (differ[2] == 0) << 2 | (differ[3] == 0) << 3);
#endif
}

/* Look up the position. If bounds in the table decide whether N's side reaches the need, write the result to `result`
 * and return 1. Otherwise return 0. */
APART int settled(place *here, int need, uint64_t *result)
{
    for (uint32_t which = serving(here); which; which &= which - 1) {
        const int i = kr_low(which);
        const uint32_t mask = here->bucket->mask[i], word = here->bucket->word[i];
        const int low = (int)(word >> LOW_AT & 31) - BOUND_AT, high = (int)(word >> HIGH_AT & 31) - BOUND_AT;
        if (need <= low || need > high) {
            *result = (need <= low ? MADE : 0) | kr_scatter(mask, here->all);
            return 1;
        }
        here->known = i;
    }
    return 0;
}

/* Store a result in the table. If N's side reaches the need, the result gives a lower bound, else an upper bound. */
APART void keep(const counting *s, const place *here, uint64_t result, int need)
{
    kr_known *b = here->bucket;
    const uint32_t mask = kr_gather(kr_from_lowest((uint32_t)result | here->fixed), here->all);
    const uint64_t owners = here->owners & ((uint64_t)mask << 32 | mask);
    int low = -BOUND_AT, high = 31 - BOUND_AT, i = here->known;
    if (i >= 0 && b->tag[i] == here->tag && b->word[i] >> MARKS_AT == here->marks && b->mask[i] == mask
        && b->owners[i] == owners) { /* The entry still belongs to the position, and has the same deciding cards as the
                                      * result. So start from the bounds of the entry. */
        low = (int)(b->word[i] >> LOW_AT & 31) - BOUND_AT;
        high = (int)(b->word[i] >> HIGH_AT & 31) - BOUND_AT;
    } else {
        i = here->end - here->first == 1 ? here->first : (int)(s->nodes % KR_KNOWN_WAYS);
    }
    if (result >> 32 && need > low) low = need;
    if (!(result >> 32) && need <= high) high = need - 1;
    b->tag[i] = here->tag;
    b->owners[i] = owners;
    b->mask[i] = mask;
    b->word[i] = here->marks << MARKS_AT | (uint32_t)(low + BOUND_AT) << LOW_AT | (uint32_t)(high + BOUND_AT) << HIGH_AT;
}

#endif
