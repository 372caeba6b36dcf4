/* counters.h - the points that a side can force in games that count in tens.
 *
 * In these games (Rußbach, Rufmariasch and Anrufen, for three and four players) the Ace and Ten of each suit and
 * the last trick count ten points each. The search counts in tens. An account is either own points with own
 * marriages, or half the margin: own points and half the difference of the marriages. A result for a position is
 * valid for all positions with the same owners of the deciding cards: in every deal, for any trump suit, and for
 * both sides. Once no further marriage can count, the result is also valid for every account.
 */
#ifndef KR_COUNTERS_H
#define KR_COUNTERS_H

#include "node.h"

#define KR_KNOWN_BITS 11
#define KR_KNOWN_WAYS 4
#define KR_ENDING_BITS 10

/* A bucket of the table of positions at the start of a trick; see counters_table.h. It is never cleared. */
typedef struct kr_known {
    uint64_t tag[KR_KNOWN_WAYS], owners[KR_KNOWN_WAYS];
    uint32_t mask[KR_KNOWN_WAYS], word[KR_KNOWN_WAYS];
} kr_known;

/* A position with two cards a hand and its result; see two() in counters.c. */
typedef struct kr_ending {
    uint64_t key, result;
} kr_ending;

typedef struct kr_counter {
    kr_known *known;
    kr_ending ending[1 << KR_ENDING_BITS];
    uint64_t nodes;              /* starts of tricks searched */
    uint32_t last_lead[9][4];    /* last lead that decided, by number of cards left and seat */
    uint32_t thrown[9][4][4][4]; /* last discard that decided, by number of cards left, seat, suit led and situation:
                                  * cannot do anything; partner wins but may be beaten; partner surely wins; can beat */
} kr_counter;

/* An account: the points that are counted. They are the points of the seats `side`, and of marriages. */
typedef struct kr_account {
    uint8_t side;
    uint8_t open[KR_SEATS]; /* declared marriages that count with the seat's first trick, in twenties */
    uint8_t leads;          /* mask of seats whose marriages count when led */
    uint8_t margin;         /* 1: half the margin counts; 0: own points count */
} kr_account;

/* Return whether this search solves a task (points or stakes). */
int kr_counters_fit(const kr_prep *p);

/* Return whether the side can force `need` of the points to come: 1 or 0. */
int kr_counters_reach(kr_counter *c, const kr_prep *p, const kr_account *account, const kr_node *n, int need);

/* Forget the last deciding cards, before another deal. */
void kr_counters_forget(kr_counter *c);

#endif
