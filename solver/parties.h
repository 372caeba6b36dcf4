/* parties.h - the possible ends of a contract with more than two parties, and the preferences of the seats.
 *
 * An end is a possible result of the play, for example "seat 2 wins the last trick". The ends of a contract are
 * numbered. A set of ends is a word of four parts of 16 bits, one for each seat. Each part contains the whole set, as a
 * mask in the seat's order of preference: the seat's best end is the highest bit. So one look-up finds the ends that a
 * seat prefers. If one seat plays against all others, ends that pay this seat the same are treated as one end.
 */
#ifndef KR_PARTIES_H
#define KR_PARTIES_H

#include "prep.h"

/* Largest number of ends of a contract. */
#define KR_ENDS 15

/* A set of ends. */
typedef uint64_t kr_ends;

/* The numbers of the ends. */
enum kr_end {
    KR_LAST_LOST = 4,     /* KR_LAST: end 4: the declarer has lost a trick before the last; end n from 0 to 3: seat n
                           * wins the last trick */
    KR_FIRST_FAILED = 1,  /* KR_DOUBLE: bit of an end's number; the first declarer has failed */
    KR_SECOND_FAILED = 2  /* KR_DOUBLE: bit of an end's number; the second declarer has failed. In KR_MOST an end's
                           * number is the mask of the seats with the most points, minus 1 */
};

/* The ends of a task. */
typedef struct kr_parties {
    int8_t vector[KR_ENDS][KR_SEATS]; /* settlement of each seat for each end */
    kr_ends single[KR_ENDS];          /* for each end, the set that contains only this end */
    uint8_t place[KR_SEATS][16]; /* place of each end in a seat's order of preference,
                                  * counted from 1; a higher place is better */
    kr_ends by_byte[2][256];       /* converts a mask of end numbers to a set of ends: the set is the union of
                                    * by_byte[0][low byte of the mask] and by_byte[1][high byte] */
    kr_ends from[KR_SEATS][17]; /* from[seat][i]: set of the ends whose bit in the seat's order is i or higher */
} kr_parties;

/* Return 1 if `seat` prefers settlement `a` to `b`, else 0. A seat wants first the most for itself, then the least for
 * the declarers, then the least for the next seat clockwise, and so on (RULINGS: guarantee and selfish play). If one
 * seat plays against all others, the others want the least for that seat. */
int kr_prefers(const kr_task *task, int seat, const int8_t a[4], const int8_t b[4]);

/* Compute the ends of a task and the preferences of all seats. */
void kr_parties_prepare(const kr_task *task, kr_parties *out);

/* Convert a mask to a set of ends. Bit n of the mask stands for the end with the number n. */
static inline kr_ends kr_ends_of(const kr_parties *q, uint32_t numbers)
{
    return q->by_byte[0][numbers & 255] | q->by_byte[1][numbers >> 8];
}

/* Return a set of ends as a mask in a seat's order of preference. A higher bit is an end that the seat prefers. */
static inline uint32_t kr_taste(kr_ends set, int seat) { return (uint16_t)(set >> 16 * seat); }

/* Return all ends that a seat likes at least as much as the worst end of a set that is not empty. */
static inline kr_ends kr_no_worse(const kr_parties *q, int seat, kr_ends set)
{
    return q->from[seat][kr_low(kr_taste(set, seat))];
}

/* Return the best run of a set of ends: go through the set from the seat's best end downwards. If the best end is
 * inside `w`, take ends until one is outside; if it is outside `w`, take ends until one is inside. */
static inline kr_ends kr_best_run(const kr_parties *q, int seat, kr_ends set, kr_ends w)
{
    const uint32_t in = kr_taste(set & w, seat), out = kr_taste(set & ~w, seat), lesser = in < out ? in : out;
    return lesser ? set & q->from[seat][kr_high(lesser) + 1] : set;
}

#endif
