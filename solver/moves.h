/* moves.h - legal moves, beating cards and the last trick, for all games. In all masks of this file, the cards of a
 * suit are in order of strength: the highest bit of a suit is its strongest card. */
#ifndef KR_MOVES_H
#define KR_MOVES_H

#include "prep.h"

/* Return the mask of the cards that beat the card `best`: higher cards of its suit, and all trumps if `best` is not a
 * trump. `trump` is the mask of the trumps. */
static inline uint32_t kr_beats(uint32_t trump, int best)
{
    return KR_BIT(best) & trump ? kr_above(best) : kr_above(best) | trump;
}

/* Return the legal cards of a hand that does not lead. `led` is the mask of all cards of the suit led. `over` is the
 * mask of the cards that beat the best card of the trick so far. A player has the duty to beat only when following suit
 * or trumping, not when discarding. */
static inline uint32_t kr_legal(const kr_prep *p, uint32_t hand, uint32_t led, uint32_t over)
{
    return kr_legal_by(p->must_trump, p->must_beat, p->trump, hand, led, over);
}

/* Return the seat that wins the last trick. Each player has one card left, and `leader` leads. `trump` is the mask of
 * the trumps. */
static inline int kr_last_taker(const uint32_t hand[KR_SEATS], uint32_t trump, int leader)
{
    uint32_t all = hand[0] | hand[1] | hand[2] | hand[3], cards = all & trump;
    if (!cards) cards = all & KR_SUIT(kr_low(hand[leader]) >> 3);
    const uint32_t best = KR_BIT(kr_high(cards));
    int seat = 0;
    while (!(hand[seat] & best)) seat++;
    return seat;
}

/* Return the cards of `moves` that a search must try: the lowest card of each run of equivalent cards. Two cards of a
 * hand are equivalent if they count the same (kr_prep.kind) and no card in play outside the hand ranks between them.
 * `others` is the mask of all cards in play outside the hand, including the cards of the trick. */
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
