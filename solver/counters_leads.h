/* counters_leads.h - compute a weight for every card. The search in counters.c tries the lead with the greatest weight
 * first.
 *
 * A weight has five bits. The functions compute the weights of all cards at once: one mask of cards contains the same
 * bit of all weights. Tops are the leader's cards that no other player can beat in their suit.
 */
#ifndef KR_COUNTERS_LEADS_H
#define KR_COUNTERS_LEADS_H

#include "counters_bounds.h"

/* The weights of all cards. bit[k] is the mask of the cards in whose weights bit k is set. Bit 0 is the lowest bit. */
typedef struct weights {
    uint32_t bit[5];
} weights;

/* Add 2^by to the weight of each card of the mask `cards`. */
APART void more_for(weights *w, uint32_t cards, const int by)
{
    for (int k = by; k < 5; k++) {
        const uint32_t carry = w->bit[k] & cards;
        w->bit[k] ^= cards;
        cards = carry;
    }
}

/* Return the cards of the mask `cards` that have the greatest weight among these cards. */
APART uint32_t heaviest(const weights *w, uint32_t cards)
{
    for (int k = 4; k >= 0; k--) {
        const uint32_t heavier = cards & w->bit[k];
        cards = heavier ? heavier : cards;
    }
    return cards;
}

/* The hands of all four seats as a vector of 16 bytes. Each seat has four bytes, one for each suit. */
typedef int8_t suits __attribute__((vector_size(16)));

/* Return the union of the four seats' masks. */
APART uint32_t anybody(hands x) { return x[0] | x[1] | x[2] | x[3]; }

/* Return the weights of a leader's cards. The amounts below were fitted to sampled positions: with these amounts the
 * searches were shortest. `tops` are the leader's tops, and `against` are the cards of the other side. */
APART weights weigh(const counting *s, const start *at, const variant v, int leader, uint32_t tops, uint32_t against)
{
    const uint32_t mine = at->hand[leader], partners = at->all & ~against & ~mine;
    const hands h = at->held, seats = {0, 1, 2, 3}, them = s->party[leader] ? ~s->away : s->away;
    const hands none = (hands)((suits)h == 0), trumps = (hands)((h & TRUMP) != 0);
    const hands counters = (hands)((suits)(h & ~COUNTING) == 0) & ~none; /* suits in which a seat holds
                                                                          * counting cards only */
    const uint32_t ruffed = anybody(none & trumps & them);
    const uint32_t high = kr_full_bytes(partners & ~kr_up_to_highest(against | mine)) & ~ruffed;
    weights w = {{0}};
    more_for(&w, COUNTING, 1);
    more_for(&w, kr_up_to_highest(at->hand[s->next[leader]] & against), 0);
    more_for(&w, tops, 1);
    more_for(&w, ~(COUNTING & ruffed), 2);
    more_for(&w, anybody(counters & them), 1);
    more_for(&w, anybody(none & trumps & ~them & (hands)(seats != (uint32_t)leader)), 1);
    more_for(&w, s->c->last_lead[at->left][leader], 2);
    more_for(&w, kr_full_bytes(against) & ~TRUMP, 2);
    more_for(&w, high | (tops & COUNTING & ~TRUMP & ~ruffed), 2);
    const uint32_t kings = v.open ? led_kings(s, at, v, leader) : 0;
    if (kings) more_for(&w, kings | kings >> 1, 2);
    return w;
}

#endif
