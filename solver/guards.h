/* guards.h - solve sweeps in which a lone player leads without trumps: count guarded suits instead of searching.
 *
 * A sweep is a contract to win all tricks, or all tricks but the last. The lone player is the declarer.
 *
 * A defender guards a suit if two things are true for some number i. The defender holds at least i cards of the suit,
 * and the highest of them beats the declarer's i-th highest card.
 *
 * In a contract without trumps, a declarer who plays alone and leads takes all tricks if and only if no defender guards
 * a suit. To take all tricks, the declarer must lead every one of its cards. A defender never has to give up a guard,
 * because a defender has as many cards as the declarer and follows suit.
 *
 * The declarer may also want all tricks but the last. Then the declarer keeps one card for the last trick. The declarer
 * takes all tricks before the last if and only if no defender guards a suit against the declarer's other cards. To keep
 * the lowest card of a suit is always at least as good as to keep a higher card of the suit.
 *
 * The duty to beat does not change the result. While no suit is guarded, nobody can beat the card led. A defender who
 * guards the suit led wants to beat the card led in any case.
 */
#ifndef KR_GUARDS_H
#define KR_GUARDS_H

#include "batch.h"
#include "bits.h"
#include "layouts.h"

/* Return the suits that a defender guards: the top bit of byte s is set if suit s is guarded. Cards are in order of
 * strength. Let h be the defender's highest card of a suit. The defender guards the suit if two things are true. The
 * declarer has a card of the suit below h. The declarer's cards of the suit above h are fewer than all cards of the
 * suit in the defender's hand. */
static inline uint32_t kr_guarded(uint32_t declarer, uint32_t defender)
{
    uint32_t reach = kr_up_to_highest(defender), below = declarer & reach;
    uint32_t longer = (kr_suit_counts(defender) | KR_EVERY(0x80)) - kr_suit_counts(declarer & ~reach) - KR_EVERY(1);
    return (((below & KR_EVERY(0x7F)) + KR_EVERY(0x7F)) | below) & longer & KR_EVERY(0x80);
}

/* Return 2 if the declarer takes all tricks, 1 if the declarer takes all tricks but the last, else 0. `x`, `y` and `z`
 * are the defenders' hands. */
static inline int kr_guards(uint32_t declarer, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t less = kr_but_lowest(declarer);
    uint32_t whole = kr_guarded(declarer, x) | kr_guarded(declarer, y) | kr_guarded(declarer, z);
    uint32_t rest = kr_guarded(less, x) | kr_guarded(less, y) | kr_guarded(less, z);
    int one_suit = !(whole & (whole - 1)) & !(whole & rest);
    return (whole == 0) + one_suit;
}

/* Return 1 if `declarer`, on lead, takes all tricks, else 0. Hands are in order of strength. */
static inline int kr_guards_sweep(const uint32_t hands[4], int declarer)
{
    return kr_guards(hands[declarer], hands[(declarer + 1) & 3], hands[(declarer + 2) & 3],
                     hands[(declarer + 3) & 3]) == 2;
}

/* Return 1 if a task must be solved on a deal, else 0. It must be solved if a row of the task (kr_row in batch.h)
 * applies to the deal, and the contract of this row may be bid. */
static inline int kr_is_wanted(const kr_batch *b, size_t deal, size_t task)
{
    for (uint32_t k = task ? b->row_end[task - 1] : 0; k < b->row_end[task]; k++)
        if (b->flags[deal * b->rows + b->row_of[k]] == (KR_REACHED | KR_BIDDABLE)) return 1;
    return 0;
}

/* Write the values of a task on all deals of a batch. kr_guards_fit must return 1 for the task. */
void kr_guards_batch(const kr_batch *b, size_t task);

#endif
