/* node.h - a node of a search: a position with cards in order of strength and points in units (see kr_prep.unit). */
#ifndef KR_NODE_H
#define KR_NODE_H

#include "moves.h"

/* A node. Fields that also occur in kr_position have the same meaning there. */
typedef struct kr_node {
    uint32_t hand[4];
    uint32_t trick; /* mask of the cards of the trick in progress */
    uint32_t led;   /* mask of the suit led; 0 if no card is played */
    uint8_t seat;   /* seat to play */
    uint8_t n;      /* number of cards in the trick in progress */
    uint8_t best;   /* best card of the trick so far */
    uint8_t winner; /* seat that played the best card */
    uint8_t gain;   /* points in the trick so far */
    uint8_t done, left; /* `done` is the number of tricks finished, `left` the number
                         * of tricks to play, including the one in progress */
    uint8_t took;       /* mask of the seats that have taken a trick */
    uint8_t lost;       /* KR_LAST: 1 if the declarer has lost a trick before the last,
                         * else KR_NONE; KR_RACE: party that took the last trick */
    uint8_t announced, declaring;
    uint8_t pending[2];
    uint8_t points[4];
    uint8_t declared[4];
    uint8_t forced[4];
    uint8_t played[3]; /* cards of the trick in order of play */
} kr_node;

/* Check a position and convert it to a node. The seats in `declaring` declare all their marriages. Return enum
 * kr_status. */
int kr_node_enter(const kr_prep *p, const kr_position *position, kr_node *out);

/* Return the legal cards of the seat to play. A card laid face down is the only legal card. */
static inline uint32_t kr_node_moves(const kr_prep *p, const kr_node *n)
{
    if (n->forced[n->seat] != KR_NONE) return KR_BIT(n->forced[n->seat]);
    return n->n ? kr_legal(p, n->hand[n->seat], n->led, kr_beats(p->trump, n->best)) : n->hand[n->seat];
}

/* Return the legal cards, with one card of each run of equivalent cards. */
static inline uint32_t kr_node_choices(const kr_prep *p, const kr_node *n)
{
    uint32_t moves = kr_node_moves(p, n);
    if (!(moves & (moves - 1))) return moves;
    uint32_t all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick;
    return kr_distinct(p, moves, all & ~n->hand[n->seat]);
}

/* Return an upper bound of the points that a party (kr_prep.party) may still get for marriages. */
int kr_node_marriages(const kr_prep *p, const kr_node *n, int party);

/* Register the marriage whose King or Queen (`bit`) is led, if the seat holds both cards and the marriage counts. */
void kr_node_register(const kr_prep *p, kr_node *n, uint32_t bit);

/* End a trick: count it for its winner, with declared marriages that now count. */
void kr_node_close(const kr_prep *p, kr_node *n);

/* Put a card of the seat to play on the table, without taking it from the hand. The turn passes to the next seat. */
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
