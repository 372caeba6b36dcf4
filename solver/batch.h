/* batch.h - solve many deals or positions in one call, and find out which rows of a table apply to each deal.
 *
 * A row of a table says which cards two seats must hold so that a contract can be bid and played.
 */
#ifndef KR_BATCH_H
#define KR_BATCH_H

#include "kr.h"

#define KR_MAX_TASKS 1024 /* largest number of tasks in one call */

/* A row of a table: the conditions under which a contract can be played and bid.
 *
 * If a row applies to a deal, we say that the deal "reaches" the row. A row applies if the seat `holder` has one of the
 * cards in `callable`. If `callable` is 0, the row applies to every deal.
 *
 * The contract may be bid if the seat `bidder` has all cards of at least one set in `required`. If all four sets are 0,
 * no cards are required.
 */
typedef struct kr_row {
    uint32_t callable;    /* mask of the cards that the declarer may call to choose the partner; 0: the contract has
                           * no called card */
    uint32_t required[4]; /* up to four sets of cards, as masks; the bidder must hold all cards of at least one set;
                           * 0: unused entry */
    uint8_t holder;       /* seat that must hold a card of `callable` */
    uint8_t bidder;       /* seat that must hold all cards of a set of `required` */
    uint8_t spare[2];
} kr_row;

/* What is true of a deal and a row, as bits. KR_REACHED: the row applies to the deal, because the seat `holder` has one
 * of the cards in `callable`, or because `callable` is 0. KR_BIDDABLE: the seat `bidder` has all cards of one of the
 * sets in `required`, or there are no such sets. */
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
    uint8_t size, seats, talon; /* `size`: how many cards a full hand has; `seats`: how many players the game has;
                                 * `talon`: how many cards the talon has */
    uint8_t endings;            /* 1: all hands may be shorter by the same number of cards, and the talon may be empty
                                 * instead of full. 0: hands and talon must be full */
} kr_pack;

/* Check deals against a pack. status[i] receives KR_OK if deal i fits the pack, else an error (enum kr_status). Return
 * how many deals do not fit. */
size_t kr_misfits(const kr_deals *deals, const kr_pack *pack, uint8_t *status);

/* For each deal and each row, write a mask of enum kr_row_flag to flags[deal * rows + row]. */
void kr_apply_rows(const kr_deals *deals, size_t rows, const kr_row *row, uint8_t *flags);

/* List the pairs of a deal and a row that the deal reaches (KR_REACHED), ordered by deal and then by row. For each
 * pair, `deal` receives the index of the deal, and `which` the index of the row. `calls` receives a mask of cards: to
 * play the contract of the row, the declarer calls one of these cards. The mask is 0 if the row has no called card.
 * Return how many pairs there are. */
size_t kr_reached(const kr_deals *deals, size_t rows, const kr_row *row, const uint8_t *flags, int32_t *deal,
                  int32_t *which, uint32_t *calls);

/* Write the cards of all masks to the list `cards`, mask after mask, and in ascending order within a mask. The cards of
 * mask i end before index ends[i]. `cards` needs room for 32 cards per mask. */
void kr_list_cards(size_t count, const uint32_t *masks, int32_t *ends, int8_t *cards);

/* Tasks to be solved on each of many deals. The value of a task on a deal is written to values[deal * width +
 * slot[task]]. A task whose value is a vector (kr_wants_vector) fills this entry and the next three.
 *
 * If there are rows (kr_row), each task belongs to some of them. The indexes of these rows are row_of[k], with k from
 * row_end[task - 1] (from 0 for the first task) to row_end[task] - 1. The flags of a row on a deal are in flags[deal *
 * rows + index of the row]. A task is solved on a deal only if one of its rows has both flags, KR_REACHED and
 * KR_BIDDABLE. Otherwise its value is KR_UNKNOWN.
 */
typedef struct kr_batch {
    kr_deals deals;
    size_t tasks;
    const kr_task *task;
    const uint32_t *slot;
    size_t width; /* number of values per deal */
    int16_t *values;
    size_t rows;  /* how many rows there are; 0: every task is solved on every deal */
    size_t pairs; /* length of row_of */
    const uint32_t *row_of, *row_end;
    const uint8_t *flags; /* for each deal and row, a mask of enum kr_row_flag, as kr_apply_rows writes it */
    uint32_t *discard; /* receives the mask of the best discard, indexed like `values`; NULL if the caller does not
                        * want discards */
    uint8_t *status;   /* enum kr_status of each deal */
} kr_batch;

int kr_solve_batch(kr_ctx *ctx, const kr_batch *batch);

/* Positions to be solved, each with its task. A position has four entries in `values`. A task whose value is a vector
 * (kr_wants_vector) uses all four entries. Any other task uses only the first entry.
 *
 * If `cards` is not NULL, the value of each legal card is computed too: the value of the position after this card. Each
 * position has eight entries in `cards`, filled in ascending order of its legal cards, and `legal` receives the mask of
 * these cards. For a task whose value is a vector, `cards` and `legal` are not written. */
typedef struct kr_positions {
    size_t count;
    size_t tasks;
    const kr_task *task;
    const uint32_t *which; /* for each position, the index of its task */
    const kr_position *position;
    int16_t *values; /* four values per position */
    uint32_t *legal; /* receives the mask of the legal cards of each position; may be NULL if `cards` is NULL */
    int16_t *cards;  /* receives eight entries per position: the values of its legal cards; NULL if the caller does
                      * not want them */
    uint8_t *status;
} kr_positions;

int kr_solve_positions(kr_ctx *ctx, const kr_positions *positions);

#endif
