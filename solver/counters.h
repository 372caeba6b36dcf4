/* counters.h - the search for tens: the points that a side can force in games that count in tens.
 *
 * In these games (Rußbach, Rufmariasch and Anrufen, for three and four players) the Ace and Ten of each suit and the
 * last trick count ten points each. These eight cards are the counting cards. The search counts in tens. A plain
 * marriage is a twenty.
 *
 * An account says which points are counted. It counts either own points and own marriages, or half the margin: own
 * points and half the difference of the marriages.
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

/* A bucket of the table of positions at the start of a trick. counters_table.h describes the fields of its entries. The
 * table is never cleared. */
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
    uint64_t nodes;              /* number of starts of tricks searched */
    uint32_t last_lead[9][4];    /* the lead that last proved to be best, as a mask; by number of cards left and seat */
    uint32_t thrown[9][4][4][4]; /* the discard that last proved to be best, as a mask; by number of
                                  * cards left, seat, suit led and situation: 0 another party wins
                                  * the trick so far and the seat cannot beat; 1 the seat's party
                                  * wins but may be beaten; 2 it surely wins; 3 the seat can beat */
} kr_counter;

/* An account: says which points are counted. */
typedef struct kr_account {
    uint8_t side;           /* mask of the seats whose points are counted */
    uint8_t open[KR_SEATS]; /* for each seat, its declared marriages that count
                             * once the seat takes a trick, in twenties */
    uint8_t leads;          /* mask of the seats whose marriages count when they lead the King or Queen */
    uint8_t margin;         /* 1: half the margin is counted; 0: own points are counted */
} kr_account;

/* Return 1 if this search solves a task (for points or stakes), else 0. */
int kr_counters_fit(const kr_prep *p);

/* Return 1 if the side can force `need` of the points to come, else 0. `need` is in tens. */
int kr_counters_reach(kr_counter *c, const kr_prep *p, const kr_account *account, const kr_node *n, int need);

/* Forget the cards that last proved to be best, before another deal. */
void kr_counters_forget(kr_counter *c);

#endif
