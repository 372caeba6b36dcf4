/* counters.h - the search for tens: the points that a side can force in games that count in tens.
 *
 * These games are Rußbach, Rufmariasch and Anrufen (for three and four players). The Ace and Ten of each suit and the
 * last trick count ten points each. The Aces and Tens are the counting cards. The search counts in tens. A plain
 * marriage is a twenty.
 *
 * An account says which points of a side are counted. Most accounts count the side's points and its marriages. The
 * others count half the margin: the side's points, plus half the difference between its marriages and the other side's
 * marriages.
 *
 * The deciding cards of a result are the cards whose owners it depends on. The result is valid for all positions with
 * the same owners of these cards: in every deal, for any trump suit, and for both sides. Once no further marriage can
 * count, the result is also valid for every account. N is seat 0; N's side is the side whose points are counted.
 */
#ifndef KR_COUNTERS_H
#define KR_COUNTERS_H

#include "node.h"

/* Sizes of the tables: 2^KR_KNOWN_BITS buckets of KR_KNOWN_WAYS entries, and 2^KR_ENDING_BITS positions with two cards
 * a hand. */
#define KR_KNOWN_BITS 11
#define KR_KNOWN_WAYS 4
#define KR_ENDING_BITS 10

/* A bucket of the transposition table, with KR_KNOWN_WAYS entries. An entry holds a position at the start of a trick;
 * counters_table.h describes the fields. The table is never cleared. */
typedef struct kr_known {
    uint64_t tag[KR_KNOWN_WAYS], owners[KR_KNOWN_WAYS];
    uint32_t mask[KR_KNOWN_WAYS], word[KR_KNOWN_WAYS];
} kr_known;

/* A position with two cards in each hand, and its result; see two() in counters.c. */
typedef struct kr_ending {
    uint64_t key, result;
} kr_ending;

/* The tables of the search. */
typedef struct kr_counter {
    kr_known *known;
    kr_ending ending[1 << KR_ENDING_BITS];
    uint64_t nodes;              /* how many starts of tricks were searched */
    uint32_t last_lead[9][4];    /* for each number of cards left and each seat: the lead that last proved to be
                                  * best, as a mask */
    uint32_t thrown[9][4][4][4]; /* the discard that last proved to be best, as a mask. The indexes are the number of
                                  * cards left, the seat, the suit led and the situation. Situation 0: the
                                  * other side has the best card of the trick, and the seat cannot beat it. 1: the
                                  * seat's side has the best card, but it may still be beaten. 2: the seat's side
                                  * surely wins the trick. 3: the seat can beat the best card */
} kr_counter;

/* An account says which points are counted. */
typedef struct kr_account {
    uint8_t side;           /* mask of the seats whose points are counted */
    uint8_t open[KR_SEATS]; /* for each seat, the points of its declared marriages that
                             * count once the seat takes a trick, in twenties */
    uint8_t leads;          /* mask of the seats whose marriages count when they lead the King or Queen */
    uint8_t margin;         /* 1: half the margin is counted; 0: own points are counted */
} kr_account;

/* Return 1 if the search for tens can solve a task (for points or stakes), else 0. */
int kr_counters_fit(const kr_prep *p);

/* Return 1 if the account's side can force `need` of the points that are still to be won, else 0. `need` is in tens. */
int kr_counters_reach(kr_counter *c, const kr_prep *p, const kr_account *account, const kr_node *n, int need);

/* Forget the cards that last proved to be best, before another deal. */
void kr_counters_forget(kr_counter *c);

#endif
