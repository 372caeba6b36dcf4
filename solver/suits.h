/* suits.h - tables of single suits: what the owners of a suit's cards decide.
 *
 * The tables are for packs of six ranks, without trumps and with the duty to beat. Each card of a suit, 9 to A in
 * order of strength, has an owner or is gone. These owners form a number in base 5, the place of the suit. For
 * each place, the tables hold facts that are certain whatever happens in other suits. So four look-ups judge a
 * position.
 */
#ifndef KR_SUITS_H
#define KR_SUITS_H

#include "prep.h"

#define KR_RANKS 6
#define KR_PLACES 15625 /* 5^6 */
#define KR_CODES 5461   /* 1 + 4 + 4^2 + ... + 4^6 */

/* Facts about a suit for seat 0, who must take no trick. Bits 1 to 3 are the seats that can force a trick on seat 0 by
 * leading only this suit, even if other seats continue it. */
enum kr_loser_suit {
    KR_SAFE = 1 /* seat 0 need not take a trick in this suit, whoever leads it and whatever is discarded */
};

/* Facts about a suit for a pair that must take all tricks. There is half a word for each partner on lead. The parts are
 * numbers to be summed over the suits. */
enum kr_pair_suit {
    KR_OWN = 0,    /* number of the leader's cards, if they all beat any card that other seats, even the partner, can
                    * hold back */
    KR_HIS = 4,    /* otherwise the number of the partner's cards, if those do */
    KR_CROSS = 8,  /* 1 if the partner has such cards and the leader can lead to them */
    KR_SOLID = 12, /* 1 if the pair wins all tricks of the suit, whichever partner leads it and whatever others
                    * discard */
    KR_PAIR_HALF = 16
};

/* Facts about a suit for the two defenders against a pair. Each is a number of three bits for the first defender, and
 * three bits higher for the second. */
enum kr_guard_suit {
    KR_GUARD_ROUNDS = 0, /* most rounds that the pair can lead and win while the defender follows suit */
    KR_GUARD_LENGTH = 6, /* number of the defender's cards */
    KR_GUARD_NEED = 12,  /* number of the defender's highest cards that hold the pair to so many rounds */
    KR_GUARD_FREE = 18,  /* number of rounds if nobody guards the suit */
    KR_GUARD_LEAST = 24  /* smaller of the two numbers of rounds, in the highest bits; to be summed over the suits */
};

/* The tables of a pair that must take all tricks. */
typedef struct kr_pair_suits {
    uint32_t wins[KR_CODES];    /* enum kr_pair_suit */
    uint32_t guards[KR_CODES];  /* enum kr_guard_suit */
} kr_pair_suits;

typedef struct kr_suits {
    uint16_t digits[1 << KR_RANKS];    /* a set of ranks as a number in base 5 */
    uint64_t weight[KR_SEATS][32];     /* for a seat's card: its term in the places of the four suits, 16 bits each */
    uint16_t code[KR_PLACES];          /* code of a place; places that differ only in cards that are gone have the
                                        * same code */
    uint8_t loser[KR_PLACES];          /* enum kr_loser_suit, for seat 0 */
    uint8_t safe[KR_PLACES];           /* mask of the seats for which the suit is KR_SAFE */
    kr_pair_suits pair[2];             /* [0] for seats 0 and 1, [1] for seats 0 and 2 */
} kr_suits;

void kr_suits_init(kr_suits *out);

static inline uint64_t kr_digits(const kr_suits *t, uint32_t hand)
{
    return (uint64_t)t->digits[hand >> 2 & 63] | (uint64_t)t->digits[hand >> 10 & 63] << 16
           | (uint64_t)t->digits[hand >> 18 & 63] << 32 | (uint64_t)t->digits[hand >> 26] << 48;
}

/* Return the places of the four suits. Hands hold no card of the two lowest of eight ranks. */
static inline uint64_t kr_places(const kr_suits *t, const uint32_t hand[KR_SEATS])
{
    return kr_digits(t, hand[0]) + 2 * kr_digits(t, hand[1]) + 3 * kr_digits(t, hand[2]) + 4 * kr_digits(t, hand[3]);
}

static inline uint32_t kr_place(uint64_t places, int suit) { return (uint16_t)(places >> 16 * suit); }

#endif
