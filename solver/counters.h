/* counters.h - the search for tens: the points that a side can force in games that count in tens.
 *
 * The games that count in tens are Rußbach, Rufmariasch and Anrufen (for three and four players). In these games each
 * Ace, each Ten and the last trick count ten points. The Aces and Tens are called counting cards. Marriages are counted
 * in twenties: a marriage in a plain suit is one twenty, and a marriage in trumps is two.
 *
 * An account says which points of a side are counted. Most accounts count the side's card points and the side's
 * marriages. All other accounts count half the margin. Half the margin is the sum of two numbers: the side's card
 * points, and half the difference between the side's marriages and the other side's marriages.
 *
 * A result depends on the owners of only some of the cards. These cards are the deciding cards of the result. The
 * result is valid for all positions in which the same seats own these cards (for the exact conditions see MADE in
 * counters_bounds.h). Such positions may come from any deal, with any trump suit, and from searches for either side.
 * Once no further marriage can count, the result is also valid for every account. N is seat 0. N's side is the side
 * whose points the search counts.
 */
#ifndef KR_COUNTERS_H
#define KR_COUNTERS_H

#include "node.h"

/* Sizes of the tables. The transposition table has 2^KR_KNOWN_BITS buckets of KR_KNOWN_WAYS entries. A second table has
 * 2^KR_ENDING_BITS entries for positions with two cards in each hand. */
#define KR_KNOWN_BITS 11
#define KR_KNOWN_WAYS 4
#define KR_ENDING_BITS 10

/* A bucket of the transposition table, with KR_KNOWN_WAYS entries. An entry holds a position at the start of a trick;
 * counters_table.h describes the fields. The table is never cleared. */
typedef struct kr_known {
    uint64_t tag[KR_KNOWN_WAYS], owners[KR_KNOWN_WAYS];
    uint32_t mask[KR_KNOWN_WAYS], word[KR_KNOWN_WAYS];
} kr_known;

/* A position with two cards in each hand, and the result of this position; see two() in counters.c. */
typedef struct kr_ending {
    uint64_t key, result;
} kr_ending;

/* The tables of the search. */
typedef struct kr_counter {
    kr_known *known;
    kr_ending ending[1 << KR_ENDING_BITS];
    uint64_t nodes;              /* how many starts of tricks were searched */
    uint32_t last_lead[9][4];    /* last_lead[left][seat]: mask of the card whose lead last proved best for this seat,
                                  * with `left` cards in each hand */
    uint32_t thrown[9][4][4][4]; /* thrown[left][seat][suit led][situation]: mask of the card that last proved best for
                                  * a seat without a card of the suit led. Situation 0: the other side has the best card
                                  * of the trick, and the seat cannot beat it. 1: the seat's side has the best card, but
                                  * the other side may still beat it. 2: the seat's side surely wins the trick. 3: the
                                  * seat can beat the best card */
} kr_counter;

/* An account says which points are counted (see the start of this file). */
typedef struct kr_account {
    uint8_t side;           /* mask of the seats whose points are counted */
    uint8_t open[KR_SEATS]; /* for each seat, the number of twenties of its declared marriages. These marriages count
                             * once the seat takes a trick */
    uint8_t leads;          /* mask of the seats whose marriages count when they lead the King or Queen */
    uint8_t margin;         /* 1: the account counts half the margin; 0: it counts the side's own points */
} kr_account;

/* Return 1 if the search for tens can solve a task, else 0. The goal of such a task is points or stakes. */
int kr_counters_fit(const kr_prep *p);

/* Return 1 if the account's side can still win at least `need` tens from the node `n` on, whatever the other side
 * plays. Return 0 if not. Points that were won earlier do not count. */
int kr_counters_reach(kr_counter *c, const kr_prep *p, const kr_account *account, const kr_node *n, int need);

/* Clear `last_lead` and `thrown` before the search of another deal. */
void kr_counters_forget(kr_counter *c);

#endif
