/* fates.h - the table of results of play of more than two parties. */
#ifndef KR_FATES_H
#define KR_FATES_H

#include "parties.h"

#define KR_FATE_BITS 14
#define KR_UNITS 9     /* the tables cover this many points, in units */
#define KR_SHARES 2002 /* number of ways to share up to KR_UNITS units among four seats and the points left */

/* A table entry: the ends that a position at the start of a trick may still reach. Owners of cards are in order of
 * rank, so an entry is valid for all deals. */
typedef struct kr_fate {
    uint64_t owners;
    uint32_t special, facts;
    uint16_t lengths;
    uint8_t leader;
    uint8_t screened; /* 1: the bounds without a search cannot exclude more ends */
    uint32_t stamp;   /* stamp of the group of tasks */
    kr_ends known;
} kr_fate;

typedef struct kr_fates {
    kr_parties parties;
    kr_task group; /* group of tasks of `parties`; entries with `stamp` belong to it */
    uint32_t stamp;
    uint16_t reach[KR_SHARES][KR_SEATS + 1]; /* KR_MOST: the possible ends if any seat may get the points left [0], or
                                              * any but one seat [1 + seat] */
    kr_fate entry[1 << KR_FATE_BITS];
} kr_fates;

/* Solve a position with two cards a hand, at the start of a trick. */
kr_ends kr_last_two(const kr_prep *p, const kr_fates *f, const uint32_t hand[KR_SEATS], int leader, uint32_t facts);

#endif
