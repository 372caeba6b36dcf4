/* fates.h - the table of results of play with more than two parties.
 *
 * An end is a possible result of the play, identified by a number (parties.h). A set of ends is a kr_ends. Facts are a
 * word that says what matters about the earlier tricks: for example the points of each seat, or which declarers have
 * failed.
 */
#ifndef KR_FATES_H
#define KR_FATES_H

#include "parties.h"

/* Number of bits of an index of the table: it has 2^KR_FATE_BITS entries. */
#define KR_FATE_BITS 14
#define KR_UNITS 9     /* largest total of points, in units, for which `reach` is filled; see `unit` in prep.h */
#define KR_SHARES 2002 /* how many ways there are to divide up to KR_UNITS points among the four seats and the tricks
                        * still to come */

/* A table entry: the ends that are still possible for a position at the start of a trick. The position is stored as the
 * owners of its cards in order of rank, so an entry holds for all deals. */
typedef struct kr_fate {
    uint64_t owners; /* owners of the cards, from kr_position_key */
    uint32_t special, facts; /* `special` is the mask of the special cards in play
                              * (kr_position_key); `facts` are the facts of earlier tricks */
    uint16_t lengths;        /* lengths of the suits, from kr_position_key */
    uint8_t leader;          /* seat on lead */
    uint8_t screened; /* 1: `known` already takes into account the bounds that need no full search */
    uint32_t stamp;   /* stamp of the group of tasks to which the entry belongs */
    kr_ends known;    /* ends that are still possible */
} kr_fate;

typedef struct kr_fates {
    kr_parties parties;
    kr_task group; /* the group of tasks (see kr_group) for which `parties` was
                    * prepared; entries with the same `stamp` belong to it */
    uint32_t stamp;
    uint16_t reach[KR_SHARES][KR_SEATS + 1]; /* KR_MOST: masks of the ends that are still possible. The first index is
                                              * the number of a distribution of points (sharing_number in fates.c).
                                              * Second index 0: every seat may still get points. Second index 1 + seat:
                                              * every seat except this seat may still get points */
    kr_fate entry[1 << KR_FATE_BITS];
} kr_fates;

/* Return the end to which play leads from a position with two cards in each hand, at the start of a trick. The result
 * is a set with this end alone. */
kr_ends kr_last_two(const kr_prep *p, const kr_fates *f, const uint32_t hand[KR_SEATS], int leader, uint32_t facts);

#endif
