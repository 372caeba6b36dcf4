/* moves.h - following, beating and the last trick, for every game at once (cards in order of strength). */
#ifndef KR_MOVES_H
#define KR_MOVES_H

#include "prep.h"

/* Cards that beat `best`: higher ones of its suit, and trumps if it is none. */
static inline uint32_t kr_beats(uint32_t trump, int best)
{
    return KR_BIT(best) & trump ? kr_above(best) : kr_above(best) | trump;
}

/* Legal cards of a hand in a trick that was led in the suit of mask `led` and whose best card so far is beaten by
 * those of `over`. On lead every card is legal. The duty to beat holds among the cards that follow suit or must
 * trump, not where any card may be thrown away. */
static inline uint32_t kr_legal(const kr_prep *p, uint32_t hand, uint32_t led, uint32_t over)
{
    return kr_legal_by(p->must_trump, p->must_beat, p->trump, hand, led, over);
}

/* Who takes the trick when everybody plays his last card. */
static inline int kr_last_taker(const uint32_t hand[KR_SEATS], uint32_t trump, int leader)
{
    uint32_t all = hand[0] | hand[1] | hand[2] | hand[3], cards = all & trump;
    if (!cards) cards = all & KR_SUIT(kr_low(hand[leader]) >> 3);
    const uint32_t best = KR_BIT(kr_high(cards));
    int seat = 0;
    while (!(hand[seat] & best)) seat++;
    return seat;
}

/* One card of each run of equivalent ones (the lowest): neighbours in the same hand with no other
 * card in play between them, unless they differ in what they count. `others` holds every card in
 * play outside the hand, the trick in progress included. */
static inline uint32_t kr_distinct(const kr_prep *p, uint32_t moves, uint32_t others)
{
    uint32_t same = kr_upper_neighbours(moves, moves | others), result = moves & ~same;
    if (!(moves & p->special)) return result;
    for (; same; same &= same - 1) {
        uint32_t bit = same & -same;
        int card = kr_low(bit), below = kr_high((bit - 1) & moves);
        if ((KR_BIT(below) | bit) & p->special && p->kind[below] != p->kind[card]) result |= bit;
    }
    return result;
}

#endif
