/* prep.h - a prepared task: the rules as searches need them, in order of strength. */
#ifndef KR_PREP_H
#define KR_PREP_H

#include "bits.h"
#include "kr.h"

typedef struct kr_prep {
    const kr_task *task;
    uint32_t trump;      /* mask, 0 without trumps */
    uint32_t special;    /* cards that differ from their neighbours by points or live marriages */
    uint32_t counting;   /* cards that carry points */
    uint32_t marriage[4];/* King and Queen of each suit, in order of strength */
    uint8_t bonus[4];    /* points of the marriage of each suit, in units */
    uint8_t next[4];     /* the next playing seat clockwise */
    uint8_t alike;       /* the counting cards are the highest of each suit and count 1 unit each */
    uint8_t players;
    uint8_t must_trump, must_beat;
    uint8_t unit;        /* divisor of all points */
    uint8_t last;        /* points for the last trick, in units */
    uint8_t per_trick;   /* KR_TRICKS: 1 for each trick */
    uint8_t party[4];    /* index into points: 0 side, 1 others; in KR_MOST the seat itself */
    uint8_t value[32];   /* points of each card, in units */
    uint8_t kind[32];    /* equal for cards that count the same */
    uint8_t to_strength[8], to_natural[8];
} kr_prep;

/* Return whether the points of both sides add up to a constant: points without margin or registered marriages. */
static inline int kr_constant_sum(const kr_task *t)
{
    return t->goal == KR_POINTS && !(t->flags & KR_MARGIN) && t->marriages != KR_ON_LEAD;
}

/* kr_group returns the same task for all tasks that share the table entries of a deal. kr_family returns the same task
 * for all tasks with the same play under any account of points; cards that decided one of them probably decide the
 * others. */
kr_task kr_group(const kr_task *task);
kr_task kr_family(const kr_task *task);

int kr_prepare(const kr_task *task, kr_prep *out);
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
