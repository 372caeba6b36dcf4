/* fates.h - what is remembered of play in which each seeks his own, and the tables for it. */
#ifndef KR_FATES_H
#define KR_FATES_H

#include "parties.h"

#define KR_FATE_BITS 14
#define KR_UNITS 9     /* as many points, in units, have tables */
#define KR_SHARES 2002 /* ways to share out so many or fewer among four seats and what nobody has yet */

/* What a position at the start of a trick may still end in. Cards are told by owner in order of rank, so it means the
 * same on every deal. */
typedef struct kr_fate {
    uint64_t owners;
    uint32_t special, facts;
    uint16_t lengths;
    uint8_t leader;
    uint8_t screened; /* nothing more is known without searching */
    uint32_t stamp;   /* of the group of tasks */
    kr_ends known;
} kr_fate;

typedef struct kr_fates {
    kr_parties parties;
    kr_task group; /* the tasks that the parties and the entries of this stamp are of */
    uint32_t stamp;
    uint16_t reach[KR_SHARES][KR_SEATS + 1]; /* KR_MOST: the ends if anybody may get what nobody has yet, or all but
                                              * the seat before */
    kr_fate entry[1 << KR_FATE_BITS];
} kr_fates;

/* What comes of a position with two cards a hand, nobody having played to the trick. */
kr_ends kr_last_two(const kr_prep *p, const kr_fates *f, const uint32_t hand[KR_SEATS], int leader, uint32_t facts);

#endif
