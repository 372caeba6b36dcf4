/* results.h - convert the results of searches to the columns of a table.
 *
 * A row of the table is a pair of a deal and a question (a contract with certain seats) that fits the deal. A row has
 * a result if the contract may be bid and the search was made. Columns of bits are packed as in Apache Arrow: bit i of
 * a column is bit i % 8 of byte i / 8.
 */
#ifndef KR_RESULTS_H
#define KR_RESULTS_H

#include "batch.h"

/* The input: the rows of a table, and the results of the searches. Each deal has `width` results, numbered from 0 to
 * `width` - 1. The number of a result is called its place. */
typedef struct kr_rows {
    size_t deals, questions, rows;
    size_t width;               /* how many results each deal has */
    const int32_t *deal, *which; /* for each row, as kr_reached writes them: `deal` is the index of its deal, `which`
                                  * the index of its question */
    const uint8_t *flags;       /* for each deal and question a mask of enum kr_row_flag, at index deal * questions +
                                 * question */
    const int16_t *values;      /* results of the searches, at index deal * width + place; KR_UNKNOWN: not computed */
} kr_rows;

/* The columns that say what the declarer's side can force in each row. A bit of `makeable_known` is 1 if the row has an
 * entry in `makeable`. A bit of `value_known` is 1 if the row has an entry in `value`. */
typedef struct kr_value_columns {
    const uint32_t *value_place; /* for each question, the place of the result that is the contract's value */
    const uint32_t *made_place;  /* for each question, the place of the result that decides whether the contract is
                                  * made */
    const int16_t *least;        /* for each question, the smallest result at `made_place` with which the contract is
                                  * made; KR_UNKNOWN: the contract can be neither made nor lost */
    const uint32_t *discards;    /* masks of the best discards, indexed like `kr_rows.values`; NULL: the game has no
                                  * discards */
    uint8_t *biddable;           /* bits */
    uint8_t *makeable, *makeable_known; /* bits */
    int16_t *value;
    uint8_t *value_known; /* bits */
    uint32_t *discard;    /* output: for each row, the mask of the best discard. 0: the contract may not be bid. The
                           * column is NULL if `discards` is NULL */
    int32_t *bounds;      /* output: bounds[0] is the smallest and bounds[1] the largest known result of all deals. Both
                           * are 0 if no result is known */
} kr_value_columns;

/* Columns of payments. A payment is the amount that belongs to a result, times `unit`. The data of column c begin at
 * index c * questions in `place` and `unit`. They begin at index c * stride in `payment`, and at c * stride / 8 in
 * `known`. */
typedef struct kr_payment_columns {
    size_t columns, stride; /* `columns` says how many columns there are. `stride` is a multiple of 8 and at least the
                             * number of rows */
    size_t amounts;         /* length of `amount` */
    const uint32_t *place;  /* for each column and question, the place of the result that is paid */
    const int32_t *unit;    /* for each column and question, the factor by which an amount is multiplied to get the
                             * payment to the column's seat */
    const int32_t *amount;  /* amounts of consecutive results, in several blocks one after another. Each question uses
                             * one of these blocks */
    const int32_t *zero;    /* for each question, the index in `amount` at which the amount of the result 0 stands or
                             * would stand. The amount of any result r is amount[index + r]. The index itself may lie
                             * outside the question's block */
    int32_t *payment;
    uint8_t *known; /* bits */
} kr_payment_columns;

/* Write the columns. The result of a row counts as unknown if an index of the row is out of range. A payment is also
 * unknown if the row's result has no amount. */
void kr_write_values(const kr_rows *rows, const kr_value_columns *columns);
void kr_write_payments(const kr_rows *rows, const kr_payment_columns *columns);

#endif
