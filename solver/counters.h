/* counters.h - the points a side can force where Ace and Ten of each suit and the last trick bring ten each, and
 * marriages perhaps more: Rußbach, Rufmariasch and Anrufen, for four and for three.
 *
 * Everything is counted in tens, and every account is one of these: own points, and the own marriages; or half the
 * margin, which is own points and half the difference of the marriages. What is known of a position serves every
 * position in which the cards that decided lie alike, in every deal, whatever suit is trumps, for both sides; and every
 * account once no marriage can count any more.
 */
#ifndef KR_COUNTERS_H
#define KR_COUNTERS_H

#include "node.h"

#define KR_KNOWN_BITS 11
#define KR_KNOWN_WAYS 4
#define KR_ENDING_BITS 10

/* Positions at the start of a trick and what is known of them; see counters_table.h. Nothing is ever cleared. */
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
    uint64_t nodes;              /* starts of tricks looked at */
    uint32_t last_lead[9][4];    /* the last lead that decided, by cards left and seat */
    uint32_t thrown[9][4][4][4]; /* where a seat could not follow: the card that decided last, by cards left, seat, suit
                                  * led, and what he can do: nothing, help a partner who may be beaten or may not, beat */
} kr_counter;

/* What is asked: points of the seats `side` and of marriages. */
typedef struct kr_account {
    uint8_t side;
    uint8_t open[KR_SEATS]; /* marriages declared by a seat that count with its first trick, in twenties */
    uint8_t leads;          /* mask of the seats whose marriages count when led */
    uint8_t margin;         /* half the margin, not own points */
} kr_account;

/* Whether the search answers a task for points or for stakes. */
int kr_counters_fit(const kr_prep *p);

/* 1 if the side can force `need` of what is to come. */
int kr_counters_reach(kr_counter *c, const kr_prep *p, const kr_account *account, const kr_node *n, int need);

/* Another deal: what decided before says nothing any more. */
void kr_counters_forget(kr_counter *c);

#endif
