/* parties.h - what a contract with more than two parties can end in, and who likes what better.
 *
 * The ends of a contract are numbered. A set of them is a word of four parts, one for each seat: in each the ends stand
 * in that seat's order of preference, the best highest, so that a set is cut to a seat's taste by a look-up. Where one
 * seat plays against all others, ends that pay it the same are one.
 */
#ifndef KR_PARTIES_H
#define KR_PARTIES_H

#include "prep.h"

#define KR_ENDS 15

typedef uint64_t kr_ends;

/* The numbers of the ends. */
enum kr_end {
    KR_LAST_LOST = 4,     /* KR_LAST: one of the first tricks is lost; 0 to 3: who took the last one */
    KR_FIRST_FAILED = 1,  /* KR_DOUBLE: bits */
    KR_SECOND_FAILED = 2  /* KR_MOST: the mask of the seats with the most points, less 1 */
};

typedef struct kr_parties {
    int8_t vector[KR_ENDS][KR_SEATS]; /* the settlement of each end */
    kr_ends one[KR_ENDS];
    uint8_t place[KR_SEATS][16]; /* that of each end in a seat's order, from 1 */
    kr_ends some[2][256];       /* the sets of the ends whose numbers are the bits of a byte, from 0 or 8 on */
    kr_ends from[KR_SEATS][17]; /* all that are not below a place in a seat's order */
} kr_parties;

/* Whether `seat` prefers a to b: most for himself, then least for the declarers, then least for the
 * next seat clockwise and so on (RULINGS: guarantee and selfish play). Against one seat all want the least for it. */
int kr_prefers(const kr_task *task, int seat, const int8_t a[4], const int8_t b[4]);

void kr_parties_prepare(const kr_task *task, kr_parties *out);

/* The set of the ends whose numbers are bits. */
static inline kr_ends kr_ends_of(const kr_parties *q, uint32_t numbers)
{
    return q->some[0][numbers & 255] | q->some[1][numbers >> 8];
}

/* A set in a seat's order. */
static inline uint32_t kr_taste(kr_ends set, int seat) { return (uint16_t)(set >> 16 * seat); }

/* All that a seat likes at least as much as the worst of a set. */
static inline kr_ends kr_no_worse(const kr_parties *q, int seat, kr_ends set)
{
    return q->from[seat][kr_low(kr_taste(set, seat))];
}

/* Of a set what a seat likes best, as far as all of that is in `w`, or none of it. */
static inline kr_ends kr_best_run(const kr_parties *q, int seat, kr_ends set, kr_ends w)
{
    const uint32_t in = kr_taste(set & w, seat), out = kr_taste(set & ~w, seat), lesser = in < out ? in : out;
    return lesser ? set & q->from[seat][kr_high(lesser) + 1] : set;
}

#endif
