/* results.c - convert the results of searches to the columns of a table. results.h explains the columns. */
#include "results.h"

#include <string.h>

enum { OPEN = KR_REACHED | KR_BIDDABLE };

/* The deal and the question (`which`) of a row. `biddable` is 1 if the contract may be bid. Another thread may change
 * the columns of indexes while this code runs. So the code reads each index only once, and keeps the indexes in this
 * struct. */
typedef struct row_indexes {
    size_t deal, which;
    int biddable;
} row_indexes;

static inline row_indexes indexes_of(const kr_rows *rows, size_t row)
{
    row_indexes at = {(uint32_t)rows->deal[row], (uint32_t)rows->which[row], 0};
    if (at.deal < rows->deals && at.which < rows->questions)
        at.biddable = (rows->flags[at.deal * rows->questions + at.which] & OPEN) == OPEN;
    return at;
}

/* Return a result of the row `at`. places[question] says which result of the deal to take. Return KR_UNKNOWN if the
 * contract may not be bid, or if the result is not known. */
static inline int result_at(const kr_rows *rows, row_indexes at, const uint32_t *places)
{
    if (!at.biddable) return KR_UNKNOWN;
    const size_t place = places[at.which];
    return place < rows->width ? rows->values[at.deal * rows->width + place] : KR_UNKNOWN;
}

static inline void set_bit(uint8_t *bits, size_t i, int on)
{
    bits[i >> 3] |= (uint8_t)(on << (i & 7));
}

static void find_bounds(const kr_rows *rows, int32_t bounds[2])
{
    int least = INT16_MAX, most = INT16_MIN;
    for (size_t i = 0; i < rows->deals * rows->width; i++) {
        const int value = rows->values[i];
        if (value == KR_UNKNOWN) continue;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    bounds[0] = least <= most ? least : 0;
    bounds[1] = least <= most ? most : 0;
}

void kr_write_values(const kr_rows *rows, const kr_value_columns *x)
{
    const size_t bytes = (rows->rows + 7) / 8;
    memset(x->biddable, 0, bytes);
    memset(x->makeable, 0, bytes);
    memset(x->makeable_known, 0, bytes);
    memset(x->value_known, 0, bytes);
    for (size_t i = 0; i < rows->rows; i++) {
        const row_indexes at = indexes_of(rows, i);
        const int value = result_at(rows, at, x->value_place), made = result_at(rows, at, x->made_place);
        const int least = at.biddable ? x->least[at.which] : KR_UNKNOWN;
        set_bit(x->biddable, i, at.biddable);
        set_bit(x->value_known, i, value != KR_UNKNOWN);
        set_bit(x->makeable_known, i, made != KR_UNKNOWN && least != KR_UNKNOWN);
        set_bit(x->makeable, i, made >= least);
        x->value[i] = (int16_t)value;
        if (!x->discards) continue;
        const size_t place = at.biddable ? x->made_place[at.which] : rows->width;
        x->discard[i] = place < rows->width ? x->discards[at.deal * rows->width + place] : 0;
    }
    find_bounds(rows, x->bounds);
}

void kr_write_payments(const kr_rows *rows, const kr_payment_columns *x)
{
    memset(x->known, 0, x->columns * x->stride / 8);
    for (size_t c = 0; c < x->columns; c++) {
        const uint32_t *place = x->place + c * rows->questions;
        const int32_t *unit = x->unit + c * rows->questions;
        int32_t *payment = x->payment + c * x->stride;
        uint8_t *known = x->known + c * x->stride / 8;
        for (size_t i = 0; i < rows->rows; i++) {
            const row_indexes at = indexes_of(rows, i);
            const int result = result_at(rows, at, place);
            payment[i] = 0;
            if (result == KR_UNKNOWN) continue;
            const int64_t index = (int64_t)x->zero[at.which] + result;
            if (index < 0 || (uint64_t)index >= x->amounts) continue;
            payment[i] = (int32_t)((int64_t)x->amount[index] * unit[at.which]);
            set_bit(known, i, 1);
        }
    }
}
