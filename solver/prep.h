/* prep.h - a prepared task: the rules in the form that searches need, with cards in order of strength. */
#ifndef KR_PREP_H
#define KR_PREP_H

#include "bits.h"
#include "kr.h"

/* A prepared task. */
typedef struct kr_prep {
    const kr_task *task;
    uint32_t trump;      /* mask of the trumps; 0 without trumps */
    uint32_t special;    /* mask of the special cards: they differ from the next cards of their
                          * suit by their points, or by a marriage that still counts */
    uint32_t counting;   /* mask of the cards that carry points */
    uint32_t marriage[4];/* for each suit, the mask of its King and Queen */
    uint8_t bonus[4];    /* points of the marriage of each suit, in units */
    uint8_t next[4];     /* for each seat, the next seat clockwise that plays */
    uint8_t alike;       /* 1 if in each suit the cards that carry points are the highest, and each is worth 1 unit */
    uint8_t players;     /* number of seats that play */
    uint8_t must_trump, must_beat; /* not 0 if players have these duties */
    uint8_t unit;        /* number of points in a unit: a common divisor of all
                          * points, so that searches count in small numbers */
    uint8_t last;        /* points for the last trick, in units */
    uint8_t per_trick;   /* points of the side for each trick: 1 in KR_TRICKS, else 0 */
    uint8_t party[4];    /* party of each seat: 0 the side, 1 the others; in KR_MOST the seat itself */
    uint8_t value[32];   /* points of each card, in units */
    uint8_t kind[32];    /* a number for each card; two cards have the same number if they count the same */
    uint8_t to_strength[8], to_natural[8]; /* `to_strength` has the strength of each natural rank, `to_natural` the
                                            * natural rank of each strength */
} kr_prep;

/* Return 1 if the points of both sides add up to a constant, else 0. They do if the goal is points without margin, and
 * no marriages are registered. */
static inline int kr_constant_sum(const kr_task *t)
{
    return t->goal == KR_POINTS && !(t->flags & KR_MARGIN) && t->marriages != KR_ON_LEAD;
}

/* A group is a set of tasks that can share the table entries of a deal. A family is a set of tasks with the same rules
 * of play, however they count points. A card that proved to be best in one task of a family is probably best in the
 * others. kr_group returns the same task for all tasks of a group, kr_family the same for all tasks of a family. */
kr_task kr_group(const kr_task *task);
kr_task kr_family(const kr_task *task);

/* Check and prepare a task. Return enum kr_status. */
int kr_prepare(const kr_task *task, kr_prep *out);
/* Convert a mask of cards from the natural order of ranks to the order of strength; kr_to_natural converts it back. */
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
