/* suits.h - tables of single suits: statements about a suit that follow from who owns its cards.
 *
 * The tables are for packs of six ranks, without trumps and with the duty to beat. Each card of a suit, 9 to A in order
 * of strength, belongs to a seat or has been played. A number in base 5 describes who owns the cards. It has a digit
 * for each rank: 0 if the card was played, else 1 + the seat that owns it. This number is called the place of the suit.
 * The code of a suit is a smaller number that leaves out played cards.
 *
 * For each place or code the tables hold facts that stay true whatever happens in other suits. So four look-ups, one
 * for each suit, often show the result of a position without a search. A round is a trick in which the suit is led. A
 * defender guards a suit if the defender's high cards limit how many rounds the other side can win.
 */
#ifndef KR_SUITS_H
#define KR_SUITS_H

#include "prep.h"

#define KR_RANKS 6      /* ranks in a suit */
#define KR_PLACES 15625 /* number of places, 5^6 */
#define KR_CODES 5461   /* how many codes there are: 1 + 4 + 4^2 + ... + 4^6 */

/* Facts about a suit for seat 0 as the loser. The loser is the player who must avoid all tricks. Bit n (1 to 3) is 1 if
 * seat n, on lead, can force seat 0 to take a trick when all leads are of this suit. Bit 0 is KR_SAFE. */
enum kr_loser_suit {
    KR_SAFE = 1 /* seat 0 need not take a trick in this suit, whoever leads it and whatever cards are discarded */
};

/* Facts about a suit for a pair of seats that must take all tricks, packed into one word. The lower half of the word
 * applies if the first seat of the pair is on lead. The upper half applies if the second seat is on lead. A half has
 * four fields. An enum constant is the first bit of its field. The search adds up the words of the four suits.
 *
 * A hand's cards of the suit are high if all of them win when the hand leads them one after another, the highest first.
 * So each of these cards beats all cards that other seats, including the partner, may still hold when it is led.
 */
enum kr_pair_suit {
    KR_OWN = 0,    /* how many cards the leader has in the suit if all of them are high, else 0 */
    KR_HIS = 4,    /* how many cards the partner has in the suit if all of them are high and KR_OWN is 0, else 0 */
    KR_CROSS = 8,  /* 1 if KR_HIS is not 0 and the leader has a card of the suit to lead to the partner, else 0 */
    KR_SOLID = 12, /* 1 if the pair wins all tricks of the suit, whichever
                    * partner leads and whatever others discard, else 0 */
    KR_PAIR_HALF = 16 /* number of bits of a half */
};

/* Facts about a suit for the two defenders against a pair, packed into one word. An enum constant is the first bit of
 * its field. Most fields have three bits for the first defender, followed by three bits for the second. The last two
 * fields have a single number. */
enum kr_guard_suit {
    KR_GUARD_ROUNDS = 0, /* the largest number of rounds that the pair can lead and win while the defender follows
                          * suit */
    KR_GUARD_LENGTH = 6, /* how many cards of the suit the defender has */
    KR_GUARD_NEED = 12,  /* smallest n such that the pair wins no more than KR_GUARD_ROUNDS rounds if the defender
                          * keeps the n highest of its cards */
    KR_GUARD_FREE = 18,  /* how many rounds the pair can win if neither defender guards the suit */
    KR_GUARD_LEAST = 24  /* the smaller of the two numbers in KR_GUARD_ROUNDS. This field comes last. So it cannot
                          * overflow into another field when the words of the four suits are added up. */
};

/* The tables for a pair of seats that must take all tricks. The index is the code of a suit. */
typedef struct kr_pair_suits {
    uint32_t wins[KR_CODES];    /* enum kr_pair_suit */
    uint32_t guards[KR_CODES];  /* enum kr_guard_suit */
} kr_pair_suits;

/* All tables. */
typedef struct kr_suits {
    uint16_t digits[1 << KR_RANKS];    /* for each set of ranks, the number in base 5 that has the digit 1 for the ranks
                                        * of the set and the digit 0 for all other ranks */
    uint64_t weight[KR_SEATS][32];     /* weight[seat][card] is what an unplayed card of a seat adds to the places of
                                        * the four suits (kr_places). So the places are the sum of the weights of all
                                        * unplayed cards */
    uint16_t code[KR_PLACES];          /* the code of each place; two places have the same code if their unplayed
                                        * cards, in order of rank, belong to the same seats */
    uint8_t loser[KR_PLACES];          /* for each place, facts for seat 0 as the loser (enum kr_loser_suit) */
    uint8_t safe[KR_PLACES];           /* for each place, mask of the seats for which the suit is KR_SAFE */
    kr_pair_suits pair[2];             /* pair[0]: tables for the pair of seats 0 and 1; pair[1]: for seats 0 and 2 */
} kr_suits;

/* Fill all tables. */
void kr_suits_init(kr_suits *out);

/* Return four numbers in base 5, one in 16 bits for each suit. The number of a suit has the digit 1 for the ranks that
 * the hand holds in the suit, and the digit 0 for all other ranks. */
static inline uint64_t kr_digits(const kr_suits *t, uint32_t hand)
{
    return (uint64_t)t->digits[hand >> 2 & 63] | (uint64_t)t->digits[hand >> 10 & 63] << 16
           | (uint64_t)t->digits[hand >> 18 & 63] << 32 | (uint64_t)t->digits[hand >> 26] << 48;
}

/* Return the places of the four suits, each in 16 bits. A place is a number in base 5 that says who owns each card of
 * the suit. Hands must not hold the two lowest of eight ranks. */
static inline uint64_t kr_places(const kr_suits *t, const uint32_t hand[KR_SEATS])
{
    return kr_digits(t, hand[0]) + 2 * kr_digits(t, hand[1]) + 3 * kr_digits(t, hand[2]) + 4 * kr_digits(t, hand[3]);
}

/* Return the place of one suit. `places` is the result of kr_places(). */
static inline uint32_t kr_place(uint64_t places, int suit) { return (uint16_t)(places >> 16 * suit); }

#endif
