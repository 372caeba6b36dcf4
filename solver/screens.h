/* screens.h - answers to sweeps without search, where the cards alone decide.
 *
 * All of them hold at the start of a trick, without trump and with the duty to beat, for packs
 * without Sevens and Eights.
 */
#ifndef KR_SCREENS_H
#define KR_SCREENS_H

#include "moves.h"

#define KR_RANKS 6
#define KR_ROUNDS (1 << 2 * KR_RANKS)

/* Of the cards of one suit in two hands of a side and in a defender's: the most rounds of the suit
 * that the side can lead and win while he follows, and how many of his cards he needs for that. */
typedef struct kr_rounds {
    uint8_t most, need;
} kr_rounds;

/* Indexed by two planes of owner bits, the first for the one hand and the defender, the second for the
 * other hand and the defender. */
void kr_fill_rounds(kr_rounds rounds[KR_ROUNDS]);

/* The side of seats `a` and `b` must take `left` tricks and is on lead: 0 if it cannot, -1 if that is
 * not plain. */
int kr_screen_win(const kr_rounds rounds[KR_ROUNDS], const uint32_t hand[4], int a, int b, int left);

/* The seat on lead holds only cards that nobody can ever beat: it takes every trick. */
int kr_screen_top(const uint32_t hand[4], int leader);

/* The loser must take no trick and another seat leads: 1 if it can give the loser the next one. */
int kr_screen_give(const uint32_t hand[4], int loser, int leader);

/* The same, 1 if the loser can never be made to take one: every card of his is below all others of
 * its suit, or nobody else has the suit. */
static inline int kr_screen_safe(const uint32_t hand[4], int loser)
{
    uint32_t his = hand[loser], others = (hand[0] | hand[1] | hand[2] | hand[3]) & ~his;
    for (uint32_t mask = 0xFFu; mask; mask <<= 8) {
        uint32_t mine = his & mask, theirs = others & mask;
        if (mine && theirs && mine > (theirs & -theirs)) return 0;
    }
    return 1;
}

#endif
