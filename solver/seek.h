/* seek.h - the two searches of Graden that take time: a lone loser takes no trick, a pair takes every trick.
 *
 * For four hands of up to six cards in packs of six ranks, without trumps and with the duty to beat, at the
 * start of a trick. What the suits decide each for itself (suits.h) is asked before anything is searched.
 */
#ifndef KR_SEEK_H
#define KR_SEEK_H

#include "shelf.h"

typedef struct kr_seeker {
    kr_shelf *shelf;
    uint32_t hand[KR_SEATS]; /* in order of strength, turned so that seat 0 is the loser, or seats 0 and 1 or 0 and 2
                              * the pair */
    uint32_t pair;           /* as bits */
    uint64_t nodes;          /* starts of tricks looked at */
} kr_seeker;

/* Hands are given by true seat, of equal sizes, in order of strength, without the two lowest of eight ranks; `left` is
 * the number of cards in each. */

/* 1 if the loser, with `leader` on lead, takes none of the tricks to come. */
int kr_seek_none(kr_seeker *s, const uint32_t hand[KR_SEATS], int loser, int leader, int left);

/* 1 if the pair, one of them on lead, takes all of them. */
int kr_seek_all(kr_seeker *s, const uint32_t hand[KR_SEATS], int one, int other, int leader, int left);

#endif
