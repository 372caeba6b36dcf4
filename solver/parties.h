/* parties.h - the possible ends of a contract with more than two parties, and the preferences of seats.
 *
 * The ends of a contract are numbered. A set of ends is a word of four parts, one for each seat. In each part the
 * ends stand in that seat's order of preference, with the best end highest. So one look-up keeps the ends of a set
 * that a seat prefers. If one seat plays against all others, ends that pay this seat the same are treated as one
 * end.
 */
#ifndef KR_PARTIES_H
#define KR_PARTIES_H

#include "prep.h"

#define KR_ENDS 15

typedef uint64_t kr_ends;

/* The numbers of the ends. */
enum kr_end {
    KR_LAST_LOST = 4,     /* KR_LAST: one of the first tricks is lost; ends 0 to 3 are the winner of the last trick */
    KR_FIRST_FAILED = 1,  /* KR_DOUBLE: bits */
    KR_SECOND_FAILED = 2  /* KR_MOST: an end's number is the mask of the seats with the most points, minus 1 */
};

typedef struct kr_parties {
    int8_t vector[KR_ENDS][KR_SEATS]; /* settlement of each seat for each end */
    kr_ends single[KR_ENDS];
    uint8_t place[KR_SEATS][16]; /* place of each end in a seat's order, from 1 */
    kr_ends by_byte[2][256];       /* set of ends whose numbers are the bits of a byte, counted from 0 or from 8 */
    kr_ends from[KR_SEATS][17]; /* set of all ends from a place in a seat's order upwards */
} kr_parties;

/* Return whether `seat` prefers a to b: first more for itself, then less for the declarers, then less for the next seat
 * clockwise and so on (RULINGS: guarantee and selfish play). If one seat plays against all others, these want the least
 * for it. */
int kr_prefers(const kr_task *task, int seat, const int8_t a[4], const int8_t b[4]);

void kr_parties_prepare(const kr_task *task, kr_parties *out);

/* Return the set of ends whose numbers are the bits of a mask. */
static inline kr_ends kr_ends_of(const kr_parties *q, uint32_t numbers)
{
    return q->by_byte[0][numbers & 255] | q->by_byte[1][numbers >> 8];
}

/* Return a set of ends as bits in a seat's order. */
static inline uint32_t kr_taste(kr_ends set, int seat) { return (uint16_t)(set >> 16 * seat); }

/* Return all ends that a seat likes at least as much as the worst end of a set. */
static inline kr_ends kr_no_worse(const kr_parties *q, int seat, kr_ends set)
{
    return q->from[seat][kr_low(kr_taste(set, seat))];
}

/* Return the best ends of a set in a seat's order, down to the first end that differs from the best in being inside or
 * outside `w`. */
static inline kr_ends kr_best_run(const kr_parties *q, int seat, kr_ends set, kr_ends w)
{
    const uint32_t in = kr_taste(set & w, seat), out = kr_taste(set & ~w, seat), lesser = in < out ? in : out;
    return lesser ? set & q->from[seat][kr_high(lesser) + 1] : set;
}

#endif
