/* parties.c - contracts with more than two parties: compute the settlement of each end, and the order in which each
 * seat prefers the ends. An end is a possible result of the play (parties.h). */
#include "parties.h"

#include <string.h>

/* Write the settlement of a contract with the goal KR_LAST. `winner` is the seat that wins the last trick. `lost` is 1
 * if the declarer lost an earlier trick, else 0. */
static void settle_last(const kr_task *t, int winner, int lost, int8_t out[4])
{
    int d = t->declarer;
    for (int s = 0; s < 4; s++) {
        if (lost)
            out[s] = s == d ? -3 : 1;
        else if (winner == d)
            out[s] = s == d ? 3 : -1;
        else
            out[s] = s == d || s == winner ? 1 : -1;
    }
}

/* Write the settlement of a contract with the goal KR_DOUBLE. `failed_first` is nonzero if the first declarer has
 * failed. `failed_second` is nonzero if the second declarer has failed. */
static void settle_double(const kr_task *t, int failed_first, int failed_second, int8_t out[4])
{
    memset(out, 0, 4);
    if (failed_first == failed_second) {
        for (int s = 0; s < 4; s++) {
            int bidder = s == t->declarer || s == t->second;
            out[s] = failed_first ? (bidder ? -2 : 2) : (bidder ? 1 : -1);
        }
        return;
    }
    int winner = failed_first ? t->second : t->declarer, loser = failed_first ? t->declarer : t->second;
    int sign = t->flags & KR_LOSER_PAYS ? 1 : -1;
    out[winner] = (int8_t)(3 * sign);
    out[loser] = (int8_t)(-3 * sign);
}

/* Write the settlement of a contract with the goal KR_MOST. `seats` is the mask of the seats that have the most
 * points. */
static void settle_most(uint32_t seats, int8_t out[4])
{
    int tied = kr_count(seats);
    for (int s = 0; s < 4; s++) {
        if (seats >> s & 1)
            out[s] = tied == 1 ? -3 : -1;
        else
            out[s] = tied == 3 ? 3 : 1;
    }
}

int kr_prefers(const kr_task *t, int seat, const int8_t a[4], const int8_t b[4])
{
    if (t->seek != KR_NONE) return seat == t->seek ? a[t->seek] > b[t->seek] : a[t->seek] < b[t->seek];
    if (a[seat] != b[seat]) return a[seat] > b[seat];
    if (t->declarer != KR_NONE && t->declarer != seat && a[t->declarer] != b[t->declarer])
        return a[t->declarer] < b[t->declarer];
    if (t->goal == KR_DOUBLE && t->second != seat && a[t->second] != b[t->second])
        return a[t->second] < b[t->second];
    for (int i = 1; i < 4; i++) {
        int s = (seat + i) & 3;
        if (a[s] != b[s]) return a[s] < b[s];
    }
    return 0;
}

/* Write what each seat receives if play has the result with the number `end` (enum kr_end). */
static void settle(const kr_task *t, int end, int8_t out[4])
{
    if (t->goal == KR_LAST)
        settle_last(t, end, end == KR_LAST_LOST, out);
    else if (t->goal == KR_DOUBLE)
        settle_double(t, end & KR_FIRST_FAILED, end >> 1, out);
    else
        settle_most((uint32_t)end + 1, out);
}

void kr_parties_prepare(const kr_task *t, kr_parties *q)
{
    const int count = t->goal == KR_LAST ? 5 : t->goal == KR_DOUBLE ? 4 : KR_ENDS;
    memset(q, 0, sizeof *q);
    for (int i = 0; i < count; i++) settle(t, i, q->vector[i]);
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < count; i++) {
            int place = 0;
            for (int j = 0; j < count; j++) place += kr_prefers(t, s, q->vector[i], q->vector[j]);
            q->single[i] |= (kr_ends)1 << (16 * s + place);
            q->place[s][i] = (uint8_t)(place + 1);
        }
    for (uint32_t set = 1; set < 256; set++)
        for (int half = 0; half < 2; half++) {
            const int i = kr_low(set) + 8 * half;
            q->by_byte[half][set] = q->by_byte[half][set & (set - 1)] | (i < count ? q->single[i] : 0);
        }
    for (int s = 0; s < 4; s++)
        for (int i = 0; i < count; i++)
            for (int place = 0; place < 17; place++)
                if (kr_taste(q->single[i], s) >> place) q->from[s][place] |= q->single[i];
}
