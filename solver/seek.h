/* seek.h - the two costly searches of Graden: a lone loser takes no trick, and a pair takes all tricks.
 *
 * A position has four hands of up to six cards, at the start of a trick. The pack has six ranks. There are no
 * trumps, and players must beat. Before a search, suits.h looks up what single suits decide.
 */
#ifndef KR_SEEK_H
#define KR_SEEK_H

#include "shelf.h"

typedef struct kr_seeker {
    kr_shelf *shelf;
    uint32_t hand[KR_SEATS]; /* hands in order of strength, with seats renumbered: the loser is seat 0; the pair is
                              * seats 0 and 1, or 0 and 2 */
    uint32_t pair;           /* mask of the pair */
    uint64_t nodes;          /* number of starts of tricks searched */
} kr_seeker;

/* In both functions hands are indexed by true seat, have equal sizes, are in order of strength, and lack the two lowest
 * of eight ranks. `left` is the number of cards in each hand. */

/* Return whether the loser takes none of the tricks to come, with `leader` on lead: 1 or 0. */
int kr_seek_none(kr_seeker *s, const uint32_t hand[KR_SEATS], int loser, int leader, int left);

/* Return whether the pair takes all tricks to come, with one of the pair on lead: 1 or 0. */
int kr_seek_all(kr_seeker *s, const uint32_t hand[KR_SEATS], int seat_a, int seat_b, int leader, int left);

#endif
