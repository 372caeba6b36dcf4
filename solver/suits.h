/* suits.h - one suit alone: what follows from who holds its cards, in packs of six ranks, without trumps and with the
 * duty to beat.
 *
 * The cards of a suit, 9 to A in order of strength, have an owner each or are gone: a number in base 5, its place. The
 * tables say for each place what holds for the suit whatever happens in the others, so that a position is judged by
 * four look-ups.
 */
#ifndef KR_SUITS_H
#define KR_SUITS_H

#include "prep.h"

#define KR_RANKS 6
#define KR_PLACES 15625 /* 5^6 */
#define KR_CODES 5461   /* 1 + 4 + 4^2 + ... + 4^6 */

/* A suit as seen by seat 0 who must take no trick: bits 1 to 3 are the seats that make him take one by leading nothing
 * but this suit, whoever wins going on with it, and bit 0 says that it is safe: */
enum kr_loser_suit {
    KR_SAFE = 1 /* he need not take a trick with it, whoever leads it and whatever is thrown away */
};

/* A suit as seen by two who must take all tricks, in half a word for each of them on lead: numbers to be added over the
 * suits. */
enum kr_pair_suit {
    KR_OWN = 0,    /* his cards, if each beats all that anybody, his partner too, can hold back for it */
    KR_HIS = 4,    /* else his partner's cards, if the partner does, */
    KR_CROSS = 8,  /* and 1 if the partner has some and he can lead to them */
    KR_SOLID = 12, /* 1 if the two win it whoever of them leads it, though anybody throws away cards */
    KR_PAIR_HALF = 16
};

/* A suit as the two defenders against a pair see it: numbers of three bits, for the first defender and 3 bits
 * further for the second. */
enum kr_guard_suit {
    KR_GUARD_ROUNDS = 0, /* the most rounds of it that the pair can lead and win while he follows */
    KR_GUARD_LENGTH = 6, /* his cards, */
    KR_GUARD_NEED = 12,  /* and how many of them he needs for that */
    KR_GUARD_FREE = 18,  /* the rounds if nobody guards it */
    KR_GUARD_LEAST = 24  /* the smaller of the two numbers of rounds, topmost; to be added over the suits */
};

/* What two who must take all tricks ask about suits. */
typedef struct kr_pair_suits {
    uint32_t wins[KR_CODES];    /* enum kr_pair_suit */
    uint32_t guards[KR_CODES];  /* enum kr_guard_suit */
} kr_pair_suits;

typedef struct kr_suits {
    uint16_t digits[1 << KR_RANKS];    /* a set of ranks as a number in base 5 */
    uint64_t weight[KR_SEATS][32];     /* what a card of a seat adds to the places of the four suits, 16 bits each */
    uint16_t code[KR_PLACES];          /* the same for all places that differ only in the cards that are gone */
    uint8_t loser[KR_PLACES];          /* enum kr_loser_suit, of seat 0 */
    uint8_t safe[KR_PLACES];           /* the seats (bits) for which it is KR_SAFE */
    kr_pair_suits pair[2];             /* of seats 0 and 1, of seats 0 and 2 */
} kr_suits;

void kr_suits_init(kr_suits *out);

static inline uint64_t kr_digits(const kr_suits *t, uint32_t hand)
{
    return (uint64_t)t->digits[hand >> 2 & 63] | (uint64_t)t->digits[hand >> 10 & 63] << 16
           | (uint64_t)t->digits[hand >> 18 & 63] << 32 | (uint64_t)t->digits[hand >> 26] << 48;
}

/* The places of the four suits; hands hold no card of the two lowest of eight ranks. */
static inline uint64_t kr_places(const kr_suits *t, const uint32_t hand[KR_SEATS])
{
    return kr_digits(t, hand[0]) + 2 * kr_digits(t, hand[1]) + 3 * kr_digits(t, hand[2]) + 4 * kr_digits(t, hand[3]);
}

static inline uint32_t kr_place(uint64_t places, int suit) { return (uint16_t)(places >> 16 * suit); }

#endif
