/* guards.h - who guards a suit: the static answer to a sweep without trumps by the player on lead.
 *
 * A defender guards a suit if, for some i, he holds at least i cards of it and his highest beats the
 * declarer's i-th highest. The declarer, alone and on lead without trumps, takes every trick if and only
 * if nobody guards anything: he must in the end lead every card he holds, and a defender never has to give
 * up a guard, because he has as many cards as the declarer and follows suit whenever its suit is led. He
 * takes all tricks but the last if and only if taking away one of his cards (the lowest of a suit is
 * never the worst choice) leaves a hand that nobody guards against. The duty to beat changes neither: while the
 * condition holds nobody can beat a card led, and who can beat one wants to.
 */
#ifndef KR_GUARDS_H
#define KR_GUARDS_H

#include "bits.h"
#include "kr.h"

/* The suits (top bit of each byte) in which a defender's hand guards against the declarer's, cards in
 * order of strength: the declarer has a card below his highest, and fewer above it than he has cards. */
static inline uint32_t kr_guarded(uint32_t declarer, uint32_t defender)
{
    uint32_t reach = kr_up_to_highest(defender), below = declarer & reach;
    uint32_t longer = (kr_suit_counts(defender) | KR_EVERY(0x80)) - kr_suit_counts(declarer & ~reach) - KR_EVERY(1);
    return (((below & KR_EVERY(0x7F)) + KR_EVERY(0x7F)) | below) & longer & KR_EVERY(0x80);
}

/* 2: the declarer takes every trick, 1: all but the last, 0: not even those. */
static inline int kr_guards(uint32_t declarer, uint32_t x, uint32_t y, uint32_t z)
{
    uint32_t less = kr_but_lowest(declarer);
    uint32_t whole = kr_guarded(declarer, x) | kr_guarded(declarer, y) | kr_guarded(declarer, z);
    uint32_t rest = kr_guarded(less, x) | kr_guarded(less, y) | kr_guarded(less, z);
    int one_suit = !(whole & (whole - 1)) & !(whole & rest);
    return (whole == 0) + one_suit;
}

/* The same of four hands in order of strength: whether `declarer`, on lead, takes every trick. */
static inline int kr_guards_sweep(const uint32_t hands[4], int declarer)
{
    return kr_guards(hands[declarer], hands[(declarer + 1) & 3], hands[(declarer + 2) & 3],
                     hands[(declarer + 3) & 3]) == 2;
}

/* Whether some row that a task answers is reached by a deal, and may be bid. */
static inline int kr_is_wanted(const kr_batch *b, size_t deal, size_t task)
{
    for (uint32_t k = task ? b->row_end[task - 1] : 0; k < b->row_end[task]; k++)
        if (b->flags[deal * b->rows + b->row_of[k]] == (KR_REACHED | KR_BIDDABLE)) return 1;
    return 0;
}

/* Fills the values of one task of a batch that the guards answer. */
void kr_guards_batch(const kr_batch *b, size_t task);

#endif
