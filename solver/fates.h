/* fates.h - the transposition table of the search for games with more than two parties.
 *
 * An end is a possible result of the play, for example "seat 2 wins the last trick". Each end has a number (parties.h).
 * A set of ends has the type kr_ends. The facts of a position are a number that sums up the earlier tricks, as far as
 * the result depends on them. Examples are the points of each seat, or which declarers have failed.
 */
#ifndef KR_FATES_H
#define KR_FATES_H

#include "parties.h"

/* The table has 2^KR_FATE_BITS entries. */
#define KR_FATE_BITS 14
#define KR_UNITS 9     /* kr_fates.reach covers deals with at most this many points, in units (kr_prep.unit) */
#define KR_SHARES 2002 /* number of ways to split at most KR_UNITS points into five parts: the points of each seat, and
                        * the points not yet won */

/* A table entry: a position at the start of a trick, with the ends to which best play may lead from this position. The
 * entry stores the owners of the cards in order of rank. So the entry is valid in every deal that leads to a position
 * with the same owners in this order. */
typedef struct kr_fate {
    uint64_t owners; /* owners of the cards, from kr_position_key */
    uint32_t special, facts; /* `special` is the mask of the special cards in play
                              * (kr_position_key); `facts` are the facts of earlier tricks */
    uint16_t lengths;        /* lengths of the suits, from kr_position_key */
    uint8_t leader;          /* seat on lead */
    uint8_t screened; /* 1: `known` already leaves out the ends that cheap bounds exclude (see screened() in fates.c) */
    uint32_t stamp;   /* the entry is valid if this number equals kr_fates.stamp; else it belongs to an earlier group of
                       * tasks */
    kr_ends known;    /* ends to which best play may lead; ends that the search has excluded are left out */
} kr_fate;

typedef struct kr_fates {
    kr_parties parties; /* ends of the group's contract, and the preferences of the seats */
    kr_task group;  /* the task for which `parties` was prepared; it stands for its group of tasks (kr_group) */
    uint32_t stamp; /* number of the current group; it changes when `group` changes. Only table entries that have this
                     * stamp are valid. 0: the table was never used. */
    uint16_t reach[KR_SHARES][KR_SEATS + 1]; /* for KR_MOST: masks of the ends that can still be reached. The first
                                              * index is the number of a distribution of points (see sharing_number() in
                                              * fates.c). The second index says which seats may get the points that are
                                              * not yet won. 0: any seat. s + 1: any seat except seat s. */
    kr_fate entry[1 << KR_FATE_BITS];
} kr_fates;

/* Return the end to which best play leads from the start of the last but one trick, when each hand has two cards. The
 * end is returned as a set that contains only this end. `facts` are the facts of the earlier tricks. */
kr_ends kr_last_two(const kr_prep *p, const kr_fates *f, const uint32_t hand[KR_SEATS], int leader, uint32_t facts);

#endif
