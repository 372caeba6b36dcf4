/* tally.c - bidding statistics: add up figures over many deals (tally.h explains figures, units and codes). */
#include <string.h>

#include "tally.h"

enum { KINDS = KR_TALLY_WITH + KR_SEATS };

/* The table of a deal. For each kind (enum kr_tally_kind) and contract it has a mask of seats. For each contract and
 * seat it has the largest payment in the rows in which this seat declares this contract. */
typedef struct table {
    uint8_t seats[KINDS][KR_TALLY_CONTRACTS];
    int32_t pay[KR_TALLY_CONTRACTS][KR_SEATS];
} table;

/* Enter a row of the input into the table of its deal: whether a declarer may bid and can make a contract, and the
 * payment. */
static void lay(table *t, const kr_tally *x, size_t row, const kr_tally_asked *a)
{
    const int c = a->contract, seat = a->declarer & 3, bit = 1 << seat;
    const int32_t pay = x->pay[row];
    t->seats[KR_TALLY_OPEN][c] |= (uint8_t)bit;
    if (x->biddable[row]) t->seats[KR_TALLY_BIDDABLE][c] |= (uint8_t)bit;
    if (x->makeable[row]) {
        t->seats[KR_TALLY_MAKEABLE][c] |= (uint8_t)bit;
        t->seats[KR_TALLY_WITH + (a->partner & 3)][c] |= (uint8_t)bit;
    }
    if (pay == KR_TALLY_NO_PAY) return;
    if (!(t->seats[KR_TALLY_KNOWN][c] & bit) || pay > t->pay[c][seat]) t->pay[c][seat] = pay;
    t->seats[KR_TALLY_KNOWN][c] |= (uint8_t)bit;
    if (pay > 0) t->seats[KR_TALLY_PAID][c] |= (uint8_t)bit;
}

/* Add a deal to the sums of all figures (tally.h). `among` is the mask of the seats of one group. `first` is the mask
 * of forehand's seat; 0 if forehand is unknown. */
static void count_figures(const table *t, const kr_tally *x, int among, int first, size_t group)
{
    const size_t cells = x->groups * x->figures * x->contracts;
    for (size_t f = 0; f < x->figures; f++) {
        const kr_tally_figure *fig = &x->figure[f];
        const int seats = among & fig->seats & (fig->how & KR_TALLY_FIRST ? first : 15);
        for (size_t c = 0; c < x->contracts; c++) {
            int units = t->seats[fig->of % KINDS][c] & seats, hit = t->seats[fig->hit % KINDS][c] & units;
            if (!units) continue;
            int64_t *sum = x->sums + (group * x->figures + f) * x->contracts + c;
            for (int s = 0; s < KR_SEATS; s++)
                if (fig->how & KR_TALLY_PAYS && units >> s & 1) sum[KR_TALLY_TOTAL * cells] += t->pay[c][s];
            const int any_seat = fig->how & KR_TALLY_ANY, k = any_seat ? 1 : __builtin_popcount((unsigned)units);
            const int m = any_seat ? hit != 0 : __builtin_popcount((unsigned)hit);
            sum[KR_TALLY_UNITS * cells] += k;
            sum[KR_TALLY_COUNT * cells] += m;
            sum[KR_TALLY_DEALS * cells] += 1;
            sum[KR_TALLY_KK * cells] += k * k;
            sum[KR_TALLY_KM * cells] += k * m;
            sum[KR_TALLY_MM * cells] += m * m;
        }
    }
}

/* Write two codes for a unit (a seat, or several seats together). code[0] is for the highest contract that the unit can
 * make. code[1] is for the contract that pays the unit most, or for the lowest of several such contracts. */
static void best_of(const table *t, const kr_tally *x, int unit, uint64_t code[2])
{
    uint64_t highest = 0, most = 0;
    int32_t amount = 0;
    for (size_t c = 0; c < x->contracts; c++) {
        const int made = t->seats[KR_TALLY_MAKEABLE][c] & unit;
        if (!made || !(x->ranked >> c & 1)) continue;
        highest = c + 1;
        for (int s = 0; s < KR_SEATS; s++) {
            if (!(made & t->seats[KR_TALLY_PAID][c] & 1 << s) || t->pay[c][s] <= amount) continue;
            amount = t->pay[c][s];
            most = c + 1;
        }
    }
    code[0] = highest << KR_TALLY_CONTRACT_AT | (uint64_t)KR_TALLY_BY_RANK << KR_TALLY_WHAT_AT;
    code[1] = most << KR_TALLY_CONTRACT_AT | (uint32_t)amount | (uint64_t)KR_TALLY_BY_PAY << KR_TALLY_WHAT_AT;
}

/* Write the codes of the best contracts of one group of seats to `out`. `among` is the mask of these seats. `first` is
 * the mask of forehand's seat, or 0 if forehand is unknown. Return how many codes were written. */
static size_t list_best(const table *t, const kr_tally *x, int among, int first, size_t group, uint64_t *out)
{
    int open = 0;
    for (size_t c = 0; c < x->contracts; c++) open |= t->seats[KR_TALLY_OPEN][c];
    open &= among;
    size_t n = 0;
    for (int who = x->group ? KR_TALLY_BY_FIRST : KR_TALLY_BY_SOME; who <= KR_TALLY_BY_SEAT; who++) {
        const int units = who == KR_TALLY_BY_FIRST ? open & first : open;
        const uint64_t facts = (uint64_t)who << KR_TALLY_WHOM_AT | (uint64_t)group << KR_TALLY_GROUP_AT;
        if (!units) continue;
        uint64_t codes[KR_SEATS][2];
        int count = 0;
        if (who == KR_TALLY_BY_SOME) best_of(t, x, units, codes[count++]);
        for (int s = 0; s < KR_SEATS && who != KR_TALLY_BY_SOME; s++)
            if (units >> s & 1) best_of(t, x, 1 << s, codes[count++]);
        out[n++] = facts | (uint64_t)(count - 1) << KR_TALLY_ALIKE_AT
                 | (uint64_t)KR_TALLY_LOOKED_AT << KR_TALLY_WHAT_AT;
        for (int kind = 0; kind < 2; kind++) {
            /* Write equal codes only once. `alike` is the number of units with this code, minus 1. */
            for (int i = 0, done = 0; i < count; i++) {
                if (done >> i & 1) continue;
                uint64_t alike = 0;
                for (int j = i + 1; j < count; j++) {
                    if (codes[j][kind] != codes[i][kind]) continue;
                    done |= 1 << j;
                    alike++;
                }
                out[n++] = codes[i][kind] | facts | alike << KR_TALLY_ALIKE_AT;
            }
        }
    }
    return n;
}

size_t kr_count_tally(const kr_tally *x)
{
    size_t row = 0, n = 0;
    for (size_t d = 0; d < x->deals; d++) {
        const unsigned forehand = x->forehand[d] & 7;
        const int first = forehand < KR_SEATS ? 1 << forehand : 0;
        table t;
        memset(&t.seats, 0, sizeof t.seats);
        for (; row < x->rows && (uint32_t)x->deal[row] <= d; row++) {
            const uint32_t which = (uint32_t)x->which[row];
            const kr_tally_asked *a = &x->asked[which < x->questions ? which : 0];
            if (which < x->questions && a->open >> forehand & 1 && a->contract < x->contracts) lay(&t, x, row, a);
        }
        for (int todo = 15, among; todo; todo &= ~among) {
            const size_t s = (size_t)__builtin_ctz((unsigned)todo), group = x->group ? x->group[KR_SEATS * d + s] : 0;
            among = 15;
            for (size_t i = 0; x->group && i < KR_SEATS; i++)
                if (x->group[KR_SEATS * d + i] != group) among &= ~(1 << i);
            among |= 1 << s;
            if (group >= x->groups) continue;
            count_figures(&t, x, among, first, group);
            n += list_best(&t, x, among, first, group, x->best + n);
        }
    }
    return n;
}
