/* seek.h - the two costly searches of the game Graden: whether a lone loser takes no trick, and whether a pair of seats
 * takes all tricks.
 *
 * A position has four hands of up to six cards, at the start of a trick. The pack has six ranks. There are no trumps,
 * and players must beat. Tables of single suits (suits.h) answer many positions before a search.
 */
#ifndef KR_SEEK_H
#define KR_SEEK_H

#include "shelf.h"

/* A search. */
typedef struct kr_seeker {
    kr_shelf *shelf;         /* transposition table, with the tables of single suits */
    uint32_t hand[KR_SEATS]; /* hands in order of strength. The seats are renumbered clockwise, so that the loser is
                              * seat 0, or the pair is seats 0 and 1 or seats 0 and 2 */
    uint32_t pair;           /* mask of the pair's seats, after renumbering */
    uint64_t nodes;          /* how many positions at the start of a trick were searched */
} kr_seeker;

/* The two functions below take four hands of equal size, in order of strength. The index of a hand is its true seat. No
 * card has strength 0 or 1, because the pack has only the six highest ranks. `left` says how many cards each hand
 * has. */

/* Return 1 if the loser can avoid all tricks to come, with `leader` on lead, else 0. */
int kr_seek_none(kr_seeker *s, const uint32_t hand[KR_SEATS], int loser, int leader, int left);

/* Return 1 if the pair can take all tricks to come, else 0. `leader` must be a seat of the pair. */
int kr_seek_all(kr_seeker *s, const uint32_t hand[KR_SEATS], int seat_a, int seat_b, int leader, int left);

#endif
