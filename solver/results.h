/* results.h - turn the results of searches into the columns of a table of answers.
 *
 * A row of the table is a deal and a question that the deal reaches. A row has a result if the contract may be bid and
 * the result is known. Bits stand as in Arrow: bit i of a column is bit i % 8 of byte i / 8.
 */
#ifndef KR_RESULTS_H
#define KR_RESULTS_H

#include "batch.h"

/* The rows of a table, and the results of the searches. */
typedef struct kr_rows {
    size_t deals, questions, rows;
    size_t width;               /* number of results per deal */
    const int32_t *deal, *which; /* deal and question of each row, as kr_reached writes them */
    const uint8_t *flags;       /* masks of enum kr_row_flag, indexed by deal * questions + question */
    const int16_t *values;      /* results, indexed by deal * width + place; KR_UNKNOWN: not computed */
} kr_rows;

/* The columns that say what the declarer's side can force. `known` has the bits of the rows that have a result. */
typedef struct kr_value_columns {
    const uint32_t *value_place; /* for each question the place of the contract's value */
    const uint32_t *made_place;  /* for each question the place of the result that decides whether it is made */
    const int16_t *least;        /* for each question the least such result that makes it; KR_UNKNOWN: there is none */
    const uint32_t *discards;    /* masks of the best discards, indexed like `values`; NULL: no discards */
    uint8_t *biddable;           /* bits */
    uint8_t *makeable, *makeable_known; /* bits */
    int16_t *value;
    uint8_t *value_known; /* bits */
    uint32_t *discard;    /* masks; 0: the contract may not be bid; NULL: no discards */
    int32_t *bounds;      /* the smallest and the largest known result of all deals; 0 and 0: no result is known */
} kr_value_columns;

/* Columns of payments. A payment is the amount for a result, times the payment for an amount of 1. Column c has its
 * inputs from c * questions on, its payments from c * stride on, and its bits from c * stride / 8 on. */
typedef struct kr_payment_columns {
    size_t columns, stride; /* `stride` is a multiple of 8, at least the number of rows */
    size_t amounts;         /* length of `amount` */
    const uint32_t *place;  /* for each column and question the place of the result that is paid */
    const int32_t *unit;    /* for each column and question the payment for an amount of 1 */
    const int32_t *amount;  /* amounts of consecutive results, one kind of question after the other */
    const int32_t *zero;    /* for each question the index in `amount` that the result 0 would have */
    int32_t *payment;
    uint8_t *known; /* bits */
} kr_payment_columns;

/* Rows with an index out of range, and results without an amount, count as unknown. */
void kr_write_values(const kr_rows *rows, const kr_value_columns *columns);
void kr_write_payments(const kr_rows *rows, const kr_payment_columns *columns);

#endif
