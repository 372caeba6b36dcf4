/* moves.h - legal cards and trick winners, for every game at once (cards in order of strength). */
#ifndef KR_MOVES_H
#define KR_MOVES_H

#include "prep.h"

/* Cards that beat `best`: higher ones of its suit, and trumps if it is none. */
static inline uint32_t kr_beats(uint32_t trump, int best)
{
    uint32_t bit = KR_BIT(best);
    uint32_t higher = KR_SUIT(best >> 3) & (0xFFFFFFFEu << best);
    return bit & trump ? higher : higher | trump;
}

/* Legal cards of a hand in a trick that was led in the suit of mask `led` and where `best` is the
 * best card so far. On lead every card is legal. The duty to beat holds among the cards that follow
 * suit or must trump, not where any card may be thrown away. */
static inline uint32_t kr_legal(const kr_prep *p, uint32_t hand, uint32_t led, int best)
{
    uint32_t cards = hand & led;
    if (!cards && p->must_trump) cards = hand & p->trump;
    if (!cards) return hand;
    if (p->must_beat) {
        uint32_t beating = cards & kr_beats(p->trump, best);
        if (beating) return beating;
    }
    return cards;
}

/* The cards whose next lower card in play, of their suit, is among `cards` too; all of these are in play. A sum
 * carries every card over the ranks that are gone to the next card in play, where no other carry arrives; each
 * suit apart. */
static inline uint32_t kr_upper_neighbours(uint32_t cards, uint32_t in_play)
{
    const uint32_t but_highest = 0x7F7F7F7Fu, but_lowest = 0xFEFEFEFEu;
    const uint32_t gone = ~in_play & but_lowest, from = (cards & but_highest) << 1;
    const uint32_t sum = ((from & but_highest) + (gone & but_highest)) ^ ((from ^ gone) & ~but_highest);
    return cards & sum & ~gone;
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
