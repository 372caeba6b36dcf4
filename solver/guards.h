/* guards.h - guarded suits: the static answer to a sweep without trumps by the player on lead.
 *
 * A defender with i or more cards of a suit guards it if the highest of them beats the declarer's i-th highest, for any
 * i. A declarer who is alone and on lead without trumps takes all tricks if and only if nobody guards a suit. For the
 * declarer must finally lead all cards. No defender ever has to give up a guard, because defenders have as many cards
 * and follow suit. The declarer takes all tricks but the last if and only if nobody guards a suit once a card is gone.
 * The lowest card of a suit is never the worst choice for that. The duty to beat does not matter: while nothing is
 * guarded nobody can beat a card led, and otherwise a defender wants to.
 */
#ifndef KR_GUARDS_H
#define KR_GUARDS_H

#include "bits.h"
#include "kr.h"

/* Return the suits in which a defender guards against the declarer, as the top bit of each byte. Cards are in order of
 * strength. In such a suit the declarer has a card below the defender's highest card. Above the defender's highest
 * card, the declarer has fewer cards than the defender has in the whole suit. */
static inline uint32_t kr_guarded(uint32_t declarer, uint32_t defender)
{
    uint32_t reach = kr_up_to_highest(defender), below = declarer & reach;
    uint32_t longer = (kr_suit_counts(defender) | KR_EVERY(0x80)) - kr_suit_counts(declarer & ~reach) - KR_EVERY(1);
    return (((below & KR_EVERY(0x7F)) + KR_EVERY(0x7F)) | below) & longer & KR_EVERY(0x80);
}

/* Return the declarer's tricks: 2 for all, 1 for all but the last, 0 for fewer. */
static inline int kr_guards(uint32_t declarer, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t less = kr_but_lowest(declarer);
    uint32_t whole = kr_guarded(declarer, x) | kr_guarded(declarer, y) | kr_guarded(declarer, z);
    uint32_t rest = kr_guarded(less, x) | kr_guarded(less, y) | kr_guarded(less, z);
    int one_suit = !(whole & (whole - 1)) & !(whole & rest);
    return (whole == 0) + one_suit;
}

/* Return whether `declarer`, on lead, takes all tricks. Hands are in order of strength. */
static inline int kr_guards_sweep(const uint32_t hands[4], int declarer)
{
    return kr_guards(hands[declarer], hands[(declarer + 1) & 3], hands[(declarer + 2) & 3],
                     hands[(declarer + 3) & 3]) == 2;
}

/* Return whether a deal reaches a row of a task, and the row may be bid. */
static inline int kr_is_wanted(const kr_batch *b, size_t deal, size_t task)
{
    for (uint32_t k = task ? b->row_end[task - 1] : 0; k < b->row_end[task]; k++)
        if (b->flags[deal * b->rows + b->row_of[k]] == (KR_REACHED | KR_BIDDABLE)) return 1;
    return 0;
}

/* Fill the values of a task of a batch that guards answer without a search. */
void kr_guards_batch(const kr_batch *b, size_t task);

#endif
