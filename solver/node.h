/* node.h - a node of a search: a position with cards in order of strength. Its points are divided by kr_prep.unit, a
 * common divisor of all points. */
#ifndef KR_NODE_H
#define KR_NODE_H

#include "moves.h"

/* A node of a search. Fields with the same names as in kr_position have the same meaning. */
typedef struct kr_node {
    uint32_t hand[4];
    uint32_t trick; /* mask of the cards of the trick in progress */
    uint32_t led;   /* mask of all cards of the suit led; 0 if no card of the trick is played */
    uint8_t seat;   /* seat to play */
    uint8_t n;      /* how many cards the trick in progress has */
    uint8_t best;   /* best card of the trick so far */
    uint8_t winner; /* seat that played the best card */
    uint8_t gain;   /* points in the trick so far */
    uint8_t done, left; /* `done` says how many tricks are finished, `left` how many are still to be played, including
                         * the trick in progress */
    uint8_t took;       /* mask of the seats that have taken a trick */
    uint8_t lost;       /* KR_NONE at first. If the goal is KR_LAST: 1 once the declarer has lost a trick before the
                         * last. If the goal is KR_RACE: the party (0 or 1) that took the last trick. */
    uint8_t announced, declaring;
    uint8_t pending[2];
    uint8_t points[4];
    uint8_t declared[4];
    uint8_t forced[4];
    uint8_t played[3]; /* cards of the trick in order of play */
} kr_node;

/* Check a position and convert it to a node. The seats of the mask kr_position.declaring declare all their marriages.
 * Return enum kr_status. */
int kr_node_enter(const kr_prep *p, const kr_position *position, kr_node *out);

/* Return the legal cards of the seat to play. If this seat has laid a card face down and not yet played it, no other
 * card is legal. */
static inline uint32_t kr_node_moves(const kr_prep *p, const kr_node *n)
{
    if (n->forced[n->seat] != KR_NONE) return KR_BIT(n->forced[n->seat]);
    return n->n ? kr_legal(p, n->hand[n->seat], n->led, kr_beats(p->trump, n->best)) : n->hand[n->seat];
}

/* Return the legal cards that a search must try: one card of each run of equivalent cards (see kr_distinct). */
static inline uint32_t kr_node_choices(const kr_prep *p, const kr_node *n)
{
    uint32_t moves = kr_node_moves(p, n);
    if (!(moves & (moves - 1))) return moves;
    uint32_t all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick;
    return kr_distinct(p, moves, all & ~n->hand[n->seat]);
}

/* Return an upper bound of the points that a party may still get for marriages. `party` is 0, 1 or a seat, as in
 * kr_prep.party. */
int kr_node_marriages(const kr_prep *p, const kr_node *n, int party);

/* Register a marriage when its King or Queen is led. `bit` is the mask of the card led. Do nothing if the seat does not
 * hold both cards, or if the marriage does not count. */
void kr_node_register(const kr_prep *p, kr_node *n, uint32_t bit);

/* End a trick: add its points to the score of the winner's party (in KR_TRICKS, 1 for the trick). Then add the
 * marriages that begin to count now. These are the winner's declared marriages if this is the winner's first trick (not
 * in KR_STAKES), and the party's pending marriages (KR_PENDING). */
void kr_node_close(const kr_prep *p, kr_node *n);

/* Put `card` on the table for the seat to play, and pass the turn to the next seat. The function does not remove the
 * card from the hand. */
static inline void kr_node_put(const kr_prep *p, kr_node *n, int card)
{
    uint32_t bit = KR_BIT(card);
    if (n->n == 0) n->led = KR_SUIT(card >> 3);
    if (n->n == 0 || (bit & kr_beats(p->trump, n->best))) {
        n->best = (uint8_t)card;
        n->winner = n->seat;
    }
    n->trick |= bit;
    n->gain += p->value[card];
    if (n->n < 3) n->played[n->n] = (uint8_t)card;
    n->n++;
    n->seat = p->next[n->seat];
}

/* Play a legal card. */
static inline void kr_node_play(const kr_prep *p, kr_node *n, int card)
{
    uint32_t bit = KR_BIT(card);
    int seat = n->seat;
    if (n->n == 0 && p->task->marriages == KR_ON_LEAD && (p->marriage[card >> 3] & bit)) kr_node_register(p, n, bit);
    n->hand[seat] ^= bit;
    n->declaring &= (uint8_t)~(1u << seat);
    n->forced[seat] = KR_NONE;
    kr_node_put(p, n, card);
    if (n->n == p->players) kr_node_close(p, n);
}

#endif
