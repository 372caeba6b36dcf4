/* prep.h - a task made ready: everything a search asks of the rules, in order of strength. */
#ifndef KR_PREP_H
#define KR_PREP_H

#include "bits.h"
#include "kr.h"

typedef struct kr_prep {
    const kr_task *task;
    uint32_t trump;      /* mask, 0 without */
    uint32_t special;    /* cards that are not like their neighbours: points, live marriages */
    uint32_t counting;   /* cards that carry points */
    uint32_t marriage[4];/* King and Queen of each suit, in order of strength */
    uint8_t bonus[4];    /* points of the marriage of each suit, in units */
    uint8_t next[4];     /* next seat to the left that plays */
    uint8_t alike;       /* the counting cards are the highest of each suit and count 1 unit each */
    uint8_t players;
    uint8_t must_trump, must_beat;
    uint8_t unit;        /* points are counted in this unit */
    uint8_t last;        /* in units */
    uint8_t per_trick;   /* KR_TRICKS: every trick counts 1 */
    uint8_t party[4];    /* index into points: 0 side, 1 others; the seat itself in KR_MOST */
    uint8_t value[32];   /* points of each card, in units */
    uint8_t kind[32];    /* cards of one kind count alike */
    uint8_t to_strength[8], to_natural[8];
} kr_prep;

/* Whether what one side does not win the other does: points without margin or registered marriages. */
static inline int kr_constant_sum(const kr_task *t)
{
    return t->goal == KR_POINTS && !(t->flags & KR_MARGIN) && t->marriages != KR_ON_LEAD;
}

/* The task that stands for all those that share what the table knows of a deal; and for those that are the same play
 * under whatever account of points, in which what decided in one is likely to in another. */
kr_task kr_group(const kr_task *task);
kr_task kr_family(const kr_task *task);

int kr_prepare(const kr_task *task, kr_prep *out);
uint32_t kr_to_strength(const kr_prep *p, uint32_t natural);
uint32_t kr_to_natural(const kr_prep *p, uint32_t strength);
static inline int kr_card_to_strength(const kr_prep *p, int c) { return (c & 24) | p->to_strength[c & 7]; }
static inline int kr_card_to_natural(const kr_prep *p, int c) { return (c & 24) | p->to_natural[c & 7]; }

/* Points of the cards in a mask, in units. */
static inline int kr_points(const kr_prep *p, uint32_t cards)
{
    int sum = 0;
    if (p->alike) return kr_count(cards & p->counting);
    for (cards &= p->counting; cards; cards &= cards - 1) sum += p->value[kr_low(cards)];
    return sum;
}

#endif
