/* batch.h - solve many deals or positions in one call, and find the rows of a table that deals reach.
 *
 * A row of a table states the conditions under which a contract can be played with a certain declarer and partner.
 */
#ifndef KR_BATCH_H
#define KR_BATCH_H

#include "kr.h"

#define KR_MAX_TASKS 1024 /* largest number of tasks in one call */

/* A row of a table: a contract with a certain declarer and partner. A deal reaches the row if the right seat holds a
 * card to call (`callable`, `holder`). The contract may be bid if the bidder holds the required cards (`required`,
 * `bidder`). */
typedef struct kr_row {
    uint32_t callable;    /* mask of cards; the declarer calls any of them to
                           * reach the row; 0: the declarer calls nothing */
    uint32_t required[4]; /* sets of cards; the bidder must hold all cards of at least one set; 0: unused entry */
    uint8_t holder;       /* seat that must hold the called card */
    uint8_t bidder;       /* seat that must hold all cards of a required set */
    uint8_t spare[2];
} kr_row;

/* Flags of a deal and a row, as bits. KR_REACHED: the deal reaches the row. KR_BIDDABLE: on this deal the contract of
 * the row may be bid. */
enum kr_row_flag { KR_REACHED = 1, KR_BIDDABLE = 2 };

/* Columns of deals. Entry i of each column belongs to deal i. `talon` is NULL in games without a talon. */
typedef struct kr_deals {
    size_t count;
    const uint32_t *hands[KR_SEATS];
    const uint32_t *talon;
} kr_deals;

/* The pack of a game and the sizes of its hands. */
typedef struct kr_pack {
    uint32_t cards;
    uint8_t size, seats, talon; /* `size` is the number of cards in a full hand, `seats` the number of players, `talon`
                                 * the number of cards in the talon */
    uint8_t endings;            /* 1: deals with shorter hands of equal size are
                                 * valid too, with the full talon or an empty one */
} kr_pack;

/* Write enum kr_status of each deal: KR_OK if the deal fits the pack. Return the number of deals that do not fit. */
size_t kr_misfits(const kr_deals *deals, const kr_pack *pack, uint8_t *status);

/* Write to flags[deal * rows + row] a mask of enum kr_row_flag. */
void kr_apply_rows(const kr_deals *deals, size_t rows, const kr_row *row, uint8_t *flags);

/* List all pairs of a deal and a row that the deal reaches, in order of deals and then of rows. For each pair write the
 * deal, the row (`which`), and the mask of the cards whose call leads to the row. Return the number of pairs. */
size_t kr_reached(const kr_deals *deals, size_t rows, const kr_row *row, const uint8_t *flags, int32_t *deal,
                  int32_t *which, uint32_t *calls);

/* Write the cards of all masks as one list, with the cards of each mask in ascending order. ends[i] is the index behind
 * the last card of mask i. `cards` needs room for 32 cards per mask. */
void kr_list_cards(size_t count, const uint32_t *masks, int32_t *ends, int8_t *cards);

/* Tasks to be solved on columns of deals. The value of a task on a deal goes to values[deal * width + slot[task]]. A
 * task that wants a vector fills four values from there on.
 *
 * Each task belongs to some rows: row_of[row_end[task - 1]] to row_of[row_end[task] - 1]. A task is solved on a deal if
 * one of its rows has both flags, KR_REACHED and KR_BIDDABLE, in flags[deal * rows + row]. Otherwise its value is
 * KR_UNKNOWN. */
typedef struct kr_batch {
    kr_deals deals;
    size_t tasks;
    const kr_task *task;
    const uint32_t *slot;
    size_t width; /* number of values per deal */
    int16_t *values;
    size_t rows;  /* number of rows; 0: every task is solved on every deal */
    size_t pairs; /* length of row_of */
    const uint32_t *row_of, *row_end;
    const uint8_t *flags; /* masks of enum kr_row_flag, as kr_apply_rows writes them */
    uint32_t *discard; /* mask of the best discard, indexed like `values`; NULL: the caller does not want discards */
    uint8_t *status;   /* enum kr_status of each deal */
} kr_batch;

int kr_solve_batch(kr_ctx *ctx, const kr_batch *batch);

/* Positions to be solved, each with its task. A position gets four values; if its task wants no vector, only the first
 * is used.
 *
 * If `cards` is not NULL, it receives the value of each legal card, which is the value of the position after the card:
 * up to eight values per position, in ascending order of cards. `legal` then receives the masks of the legal cards. If
 * the task wants a vector, no values of cards are written. */
typedef struct kr_positions {
    size_t count;
    size_t tasks;
    const kr_task *task;
    const uint32_t *which; /* index of the task of each position */
    const kr_position *position;
    int16_t *values; /* four values per position */
    uint32_t *legal; /* mask of the legal cards of each position; may be NULL */
    int16_t *cards;  /* eight values of cards per position; may be NULL */
    uint8_t *status;
} kr_positions;

int kr_solve_positions(kr_ctx *ctx, const kr_positions *positions);

#endif
