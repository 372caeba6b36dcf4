/* table.h - the transposition table: bounds of the values of positions at the start of a trick.
 *
 * A key is not a hash: it identifies a position exactly. The key says which seat owns each remaining card, in order of
 * rank, and how many cards each suit has left. It also says which of the special cards (kr_prep.special) are left, or
 * how many cards worth points each suit has left (kr_alike). The key also has the seat on lead, and those results of
 * earlier tricks on which the value depends. An entry is valid only in the epoch in which it was stored. A new epoch
 * begins before each new deal, so the table need not be cleared.
 */
#ifndef KR_TABLE_H
#define KR_TABLE_H

#include "prep.h"

/* The key of a position. */
typedef struct kr_key {
    uint64_t owners;  /* owners of the remaining cards: two bits for each card. Card i is the i-th lowest card,
                       * counted from 0. Bit i of the low half is the higher bit of the seat that owns card i. Bit i of
                       * the high half is the lower bit of this seat. */
    uint32_t special; /* mask of the special cards (kr_prep.special) still in play. A search may store the result of
                       * kr_alike here instead */
    uint32_t facts;   /* the seat on lead, and those results of earlier tricks on which the value depends. Each search
                       * arranges the bits in its own way */
    uint16_t lengths; /* how many cards are left in each suit, 4 bits per suit */
} kr_key;

/* An entry: a key, with a lower and an upper bound of the value of the position. */
typedef struct kr_entry {
    uint64_t owners;
    uint32_t special, facts, epoch;
    uint16_t lengths;
    int8_t low, high; /* bounds: low <= value <= high */
    int8_t hint;      /* the card that was best in the last search of the position, or -1 */
} kr_entry;

/* The table. `mask` is the number of entries minus 1. */
typedef struct kr_table {
    kr_entry *entries;
    uint32_t mask;
    uint32_t epoch;
} kr_table;

/* Return the key of a position. `special` is the mask of special cards from kr_prep.special. `facts` goes into the key
 * unchanged. */
static inline kr_key kr_position_key(const uint32_t hand[4], uint32_t special, uint32_t facts)
{
    uint32_t all = hand[0] | hand[1] | hand[2] | hand[3];
    kr_key key;
    key.owners = (uint64_t)kr_gather(hand[1] | hand[3], all) << 32 | kr_gather(hand[2] | hand[3], all);
    key.special = all & special;
    key.facts = facts;
    key.lengths = (uint16_t)(kr_count(all & 0xFFu) | kr_count(all & 0xFF00u) << 4
                             | kr_count(all & 0xFF0000u) << 8 | kr_count(all >> 24) << 12);
    return key;
}

/* Return how many counting cards (cards worth points) are left in each suit, 4 bits per suit. A key can store these
 * numbers instead of the special cards if the counting cards are the highest of their suit and are all worth the
 * same. */
static inline uint32_t kr_alike(uint32_t counting)
{
    return (uint32_t)(kr_count(counting & 0xFFu) | kr_count(counting & 0xFF00u) << 4
                      | kr_count(counting & 0xFF0000u) << 8 | kr_count(counting >> 24) << 12);
}

/* Return a hash of a key, with 32 bits. The lower bits of the hash are mixed best. */
static inline uint32_t kr_hash(const kr_key *k)
{
    uint32_t special = k->special;
    __asm__("" : "+r"(special)); /* Keep the compiler from reading `special` and `facts` as one number. Such a read
                                  * would have to wait until both are stored. */
    uint64_t h = (k->owners ^ ((uint64_t)special << 32 | k->facts) * 0x9E3779B97F4A7C15u
                  ^ (uint64_t)k->lengths << 24) * 0xD6E8FEB86659FD93u;
    return (uint32_t)(h >> 32 ^ h >> 52);
}

/* Return the entry for a key: the only entry that can hold this key. */
static inline kr_entry *kr_slot(const kr_table *t, const kr_key *k)
{
    return &t->entries[kr_hash(k) & t->mask];
}

/* Return 1 if an entry holds a key in the current epoch, else 0. */
static inline int kr_same(const kr_table *t, const kr_entry *e, const kr_key *k)
{
    /* Compare the parts of the key one by one. A read of two parts at once would have to wait until
     * both are stored. */
    return e->epoch == t->epoch && e->owners == k->owners
           && !((e->special ^ k->special) | (e->facts ^ k->facts) | (uint32_t)(e->lengths ^ k->lengths));
}

/* Return the entry for a key. If the entry holds another key or is of an earlier epoch, first replace it by an entry
 * with this key and the bounds [low, high]. */
static inline kr_entry *kr_claim(const kr_table *t, const kr_key *k, int low, int high)
{
    kr_entry *e = kr_slot(t, k);
    if (!kr_same(t, e, k)) {
        e->owners = k->owners;
        e->special = k->special;
        e->facts = k->facts;
        e->lengths = k->lengths;
        e->epoch = t->epoch;
        e->low = (int8_t)low;
        e->high = (int8_t)high;
        e->hint = -1;
    }
    return e;
}

/* Store an exact value for the key `k` in the entry `e`. */
static inline void kr_fill(const kr_table *t, kr_entry *e, const kr_key *k, int value)
{
    *e = (kr_entry){.owners = k->owners, .special = k->special, .facts = k->facts, .epoch = t->epoch,
                    .lengths = k->lengths, .low = (int8_t)value, .high = (int8_t)value, .hint = -1};
}

#endif
