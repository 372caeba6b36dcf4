/* fates.h - the table of results of play of more than two parties. */
#ifndef KR_FATES_H
#define KR_FATES_H

#include "parties.h"

#define KR_FATE_BITS 14
#define KR_UNITS 9     /* the tables cover this many points, in units */
#define KR_SHARES 2002 /* ways to share up to so many points among four seats and the points left */

/* The ends that a position at the start of a trick may still have. The owners of cards are in order of rank, so an
 * entry holds for all deals. */
typedef struct kr_fate {
    uint64_t owners;
    uint32_t special, facts;
    uint16_t lengths;
    uint8_t leader;
    uint8_t screened; /* bounds without a search are exhausted */
    uint32_t stamp;   /* of the group of tasks */
    kr_ends known;
} kr_fate;

typedef struct kr_fates {
    kr_parties parties;
    kr_task group; /* the group of tasks of the parties, and of the entries with this stamp */
    uint32_t stamp;
    uint16_t reach[KR_SHARES][KR_SEATS + 1]; /* KR_MOST: the possible ends if any seat may get the points left [0], or
                                              * any but one seat [1 + seat] */
    kr_fate entry[1 << KR_FATE_BITS];
} kr_fates;

/* Solve a position with two cards a hand, at the start of a trick. */
kr_ends kr_last_two(const kr_prep *p, const kr_fates *f, const uint32_t hand[KR_SEATS], int leader, uint32_t facts);

#endif
