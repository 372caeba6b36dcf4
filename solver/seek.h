/* seek.h - the two costly searches of Graden: a lone loser takes no trick, a pair takes all tricks.
 *
 * They take four hands of up to six cards at the start of a trick. The pack has six ranks. There are no trumps, and
 * beating is a duty. What single suits decide (suits.h) is looked up before anything is searched.
 */
#ifndef KR_SEEK_H
#define KR_SEEK_H

#include "shelf.h"

typedef struct kr_seeker {
    kr_shelf *shelf;
    uint32_t hand[KR_SEATS]; /* in order of strength, turned so that seat 0 is the loser, or that the pair are seats 0
                              * and 1 or 0 and 2 */
    uint32_t pair;           /* as bits */
    uint64_t nodes;          /* starts of tricks searched */
} kr_seeker;

/* Hands are indexed by true seat, of equal sizes, in order of strength, without the two lowest of eight ranks. `left`
 * is the number of cards in each hand. */

/* Whether the loser, with `leader` on lead, takes none of the tricks to come: 1 or 0. */
int kr_seek_none(kr_seeker *s, const uint32_t hand[KR_SEATS], int loser, int leader, int left);

/* Whether the pair, one of them on lead, takes all of them: 1 or 0. */
int kr_seek_all(kr_seeker *s, const uint32_t hand[KR_SEATS], int seat_a, int seat_b, int leader, int left);

#endif
