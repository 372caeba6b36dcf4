/* prep.h - a prepared task: the rules of play and the goal in the form that searches need. In the masks of a prepared
 * task the cards of a suit are in order of strength. */
#ifndef KR_PREP_H
#define KR_PREP_H

#include "bits.h"
#include "kr.h"

/* A prepared task. */
typedef struct kr_prep {
    const kr_task *task;
    uint32_t trump;      /* mask of the trumps; 0 if there is no trump suit */
    uint32_t special;    /* mask of the special cards, which a search must tell apart from their neighbours in the suit.
                          * Cards with points are special if the goal counts points. Kings and Queens are special if
                          * players register marriages by leading */
    uint32_t counting;   /* mask of the cards that are worth points */
    uint32_t marriage[4];/* for each suit, the mask of its King and its Queen */
    uint8_t bonus[4];    /* points of the marriage of each suit, in units (see `unit`) */
    uint8_t next[4];     /* for each seat, the next playing seat clockwise */
    uint8_t alike;       /* 1 if each card with points is worth exactly 1 unit, and is higher than every card of its
                          * suit that has no points; always 0 if players register marriages by leading */
    uint8_t players;     /* how many seats play */
    uint8_t must_trump, must_beat; /* `must_trump` is not 0 if players who cannot follow suit must trump; `must_beat` is
                                    * not 0 if players must beat the best card */
    uint8_t unit;        /* number of points that make one unit. It is a common divisor of all points, and keeps the
                          * numbers in a search small */
    uint8_t last;        /* points that the last trick brings in addition, in units */
    uint8_t per_trick;   /* points for winning a trick: 1 if the goal is KR_TRICKS, else 0 */
    uint8_t party[4];    /* party of each seat: 0 for the declarer's side, 1 for the others. If the goal is KR_MOST,
                          * each seat is its own party */
    uint8_t value[32];   /* points of each card, in units */
    uint8_t kind[32];    /* a number for each card. Two cards have the same number if they have the same points and no
                          * marriage makes a difference between them */
    uint8_t to_strength[8], to_natural[8]; /* to_strength[r] is the strength of the natural rank r. to_natural[s] is the
                                            * natural rank with the strength s */
} kr_prep;

/* Return 1 if the points of the two sides always add up to the same sum, else 0. The sum is constant if the goal is
 * KR_POINTS without the flag KR_MARGIN, and players do not register marriages by leading. */
static inline int kr_constant_sum(const kr_task *t)
{
    return t->goal == KR_POINTS && !(t->flags & KR_MARGIN) && t->marriages != KR_ON_LEAD;
}

/* Tasks that can share the stored results of a deal form a group. kr_group returns the task that stands for the group
 * of a task. It returns the same task for all tasks of a group.
 *
 * Tasks with the same rules of play form a family, even if they count points differently. kr_family returns the task
 * that stands for the family. The best card in one task of a family is probably also best in another.
 */
kr_task kr_group(const kr_task *task);
kr_task kr_family(const kr_task *task);

/* Check a task and write its prepared form to `out`. Return enum kr_status. */
int kr_prepare(const kr_task *task, kr_prep *out);
/* kr_to_strength converts a mask of cards from natural ranks to the order of strength. kr_to_natural converts a mask
 * from the order of strength to natural ranks. */
uint32_t kr_to_strength(const kr_prep *p, uint32_t natural);
uint32_t kr_to_natural(const kr_prep *p, uint32_t strength);
static inline int kr_card_to_strength(const kr_prep *p, int c) { return (c & 24) | p->to_strength[c & 7]; }
static inline int kr_card_to_natural(const kr_prep *p, int c) { return (c & 24) | p->to_natural[c & 7]; }

/* Return the points of the cards in a mask, in units. */
static inline int kr_points(const kr_prep *p, uint32_t cards)
{
    int sum = 0;
    if (p->alike) return kr_count(cards & p->counting);
    for (cards &= p->counting; cards; cards &= cards - 1) sum += p->value[kr_low(cards)];
    return sum;
}

#endif
