/* parties.h - the possible results of a contract with more than two parties, and the preferences of the seats.
 *
 * A possible result of the play is called an end, for example "seat 2 wins the last trick". The ends of a contract have
 * numbers from 0 on. In some searches one seat plays against all others (kr_task.seek). Such a search treats two ends
 * as one end if this seat receives the same amount in both.
 *
 * A set of ends is a 64-bit word. It consists of four masks of 16 bits, one for each seat. Each mask contains the whole
 * set. The bits of a mask are in the order of its seat's preference. A higher bit stands for an end that the seat likes
 * better. So the highest bit that is set in a mask stands for the end of the set that the seat likes best.
 */
#ifndef KR_PARTIES_H
#define KR_PARTIES_H

#include "prep.h"

/* The largest number of ends that a contract can have. */
#define KR_ENDS 15

/* A set of ends. */
typedef uint64_t kr_ends;

/* Numbers of the ends of a contract. What a number means depends on the goal. KR_LAST: the ends 0 to 3 mean that the
 * seat with this number wins the last trick. The end 4 means that the declarer has lost an earlier trick. KR_DOUBLE:
 * the number is a mask that says which declarers have failed. KR_MOST: the number plus 1 is the mask of the seats with
 * the most points. */
enum kr_end {
    KR_LAST_LOST = 4,     /* KR_LAST: the declarer has lost a trick before the last */
    KR_FIRST_FAILED = 1,  /* KR_DOUBLE: this bit of the end's number is set if the first declarer has failed */
    KR_SECOND_FAILED = 2  /* KR_DOUBLE: this bit of the end's number is set if the second declarer has failed */
};

/* All ends of a task, and how each seat ranks them. */
typedef struct kr_parties {
    int8_t vector[KR_ENDS][KR_SEATS]; /* vector[n][seat]: what the seat receives in end n */
    kr_ends single[KR_ENDS];          /* for each end, the set that contains only this end */
    uint8_t place[KR_SEATS][16]; /* place[seat][n]: rank of end n in the seat's order of preference, from 1. The seat
                                  * prefers ends of higher rank */
    kr_ends by_byte[2][256];       /* tables that convert a mask of end numbers to a set of ends. by_byte[0] converts
                                    * the low byte of the mask, by_byte[1] the high byte. The set is the union of both
                                    * results. */
    kr_ends from[KR_SEATS][17]; /* from[seat][i]: set of all ends n with place[seat][n] > i. In a set's mask
                                 * for `seat`, these ends have bit i and the higher bits */
} kr_parties;

/* Return 1 if `seat` prefers settlement `a` to settlement `b`, else 0. A settlement lists what each seat receives. A
 * seat first wants the most for itself. Among equal amounts it wants the least for the declarers, then the least for
 * the next seat clockwise, and so on (RULINGS, section "More than two parties: guarantee and selfish play"). If one
 * seat plays against all others (kr_task.seek), it wants the most for itself, and the other seats want the least for
 * it. */
int kr_prefers(const kr_task *task, int seat, const int8_t a[4], const int8_t b[4]);

/* Compute all ends of a task and the preferences of all seats. */
void kr_parties_prepare(const kr_task *task, kr_parties *out);

/* Convert a mask to a set of ends. Bit n of the mask stands for the end with the number n. */
static inline kr_ends kr_ends_of(const kr_parties *q, uint32_t numbers)
{
    return q->by_byte[0][numbers & 255] | q->by_byte[1][numbers >> 8];
}

/* Return the 16-bit mask of `set` in the order of the seat's preference. A higher bit stands for an end that the seat
 * likes better. */
static inline uint32_t kr_taste(kr_ends set, int seat) { return (uint16_t)(set >> 16 * seat); }

/* Return all ends of the contract that are no worse for the seat than the worst end of `set`. `set` must not be
 * empty. */
static inline kr_ends kr_no_worse(const kr_parties *q, int seat, kr_ends set)
{
    return q->from[seat][kr_low(kr_taste(set, seat))];
}

/* Suppose that the ends of `set` are listed in the order of the seat's preference, the best end first. Return the
 * longest part at the start of this list that lies completely inside `w`, or completely outside `w`. `set` must not be
 * empty. */
static inline kr_ends kr_best_run(const kr_parties *q, int seat, kr_ends set, kr_ends w)
{
    const uint32_t in = kr_taste(set & w, seat), out = kr_taste(set & ~w, seat), lesser = in < out ? in : out;
    return lesser ? set & q->from[seat][kr_high(lesser) + 1] : set;
}

#endif
