/* search.h - the context, and one search for each kind of goal. */
#ifndef KR_SEARCH_H
#define KR_SEARCH_H

#include "counters.h"
#include "fates.h"
#include "seek.h"
#include "table.h"

#define KR_SHELF_BITS 12

struct kr_ctx {
    kr_table table;
    kr_counter counter;
    kr_shelf *shelf; /* the table of Graden's own searches; see kr_shelf_of */
    kr_fates *fates; /* the table of play of more than two parties */
    struct kr_tricks_ctx *tricks; /* the search of plain whist */
    uint64_t nodes, tricks_before;
    int guess;       /* the last value; that of the next position of the deal is near it */
    uint8_t known;   /* mask of the leaders whose points without marriages are in `plain` */
    int8_t near;     /* points of N's side in the last position, without marriages; -1: none */
    int8_t led[4];   /* the same of whole deals, by leader */
    int8_t plain[4]; /* of the deal and group of tasks at hand, of N's side */
};

/* The shelf, initialised at its first use. */
static inline kr_shelf *kr_shelf_of(kr_ctx *ctx)
{
    if (!ctx->shelf->entry) kr_shelf_init(ctx->shelf, KR_SHELF_BITS);
    return ctx->shelf;
}

/* Whether the takers get all of the next tricks: 1 or 0. */
int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Whether `seats` get all tricks to come: 1 or 0. */
int kr_sweeps(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint8_t seats);

/* The points of the side (or its margin) from here to the end, with those so far, in units. */
int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Whether these may exceed a value (not in units); 1 if that is as hard to find out as the points. */
int kr_more_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int than);

/* Whether the side can force `need` of the `rest` points to come, at the start of a trick, where only points count. */
int kr_reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int need);

/* The stakes per payer, with declarations and announcements. */
int kr_stakes(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* The value of a goal of two sides that accumulated facts decide. */
int kr_settle(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Goals of more than two parties: the settlement of selfish play, or one in which `seek` gets what it can force. */
void kr_fate_of(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[KR_SEATS]);

/* The value of a node for two sides, or for `seek` among more parties; also at the end. */
int kr_node_value(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* The same, or the vector of selfish play. */
int kr_value_prepared(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int16_t out[KR_SEATS]);

/* The value after each legal card, and the best of them for the seat to play: the position's value. */
int kr_cards_and_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal,
                       int16_t values[32], int16_t *best);

/* The value after each legal card of a node of the deal that the tables know; legal cards in natural order. */
void kr_node_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint32_t *legal, int16_t values[32], int16_t *best);

#define KR_EXACT INT32_MIN /* the exact value matters */

/* The facts about a node that are known before its cards are searched. */
typedef struct kr_foreknown {
    int card;      /* a card whose value is known, or KR_NONE */
    int16_t value; /* the value of that card */
    int least;     /* it only matters which values reach this, see kr_value_to; or KR_EXACT */
} kr_foreknown;

/* The same, with facts that are known already. */
void kr_known_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const kr_foreknown *known, uint32_t *legal,
                    int16_t values[32], int16_t *best);

/* The value of a node of two sides. If only `least` matters, the result is `least` or one below. */
int kr_value_to(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int least);

/* `least` if a search for it is faster than for the exact value, else KR_EXACT. */
int kr_least_that_counts(const kr_prep *p, int least);

/* The best result of the seat `talon_to`, over all sets of cards to lay away; the first of equal sets. */
int kr_best_discard(kr_ctx *ctx, const kr_prep *p, const uint32_t hands[KR_SEATS], uint32_t talon, int16_t *value,
                    uint32_t *laid);

/* Play one card, as kr_play does. */
int kr_play_prepared(const kr_prep *p, kr_position *position, int card, int announce);

/* Whether play stops here: a race is won, a contract that stops at its points or after its tricks has them. A Schnapser
 * that is only lost is played on (RULINGS: bauernschnapsen). */
int kr_stops(const kr_task *task, const kr_position *position);

/* The next seat to lay a card face down, or KR_NONE. */
int kr_laying(const kr_task *task, const kr_position *position);

/* Mask of the suits of which a seat holds King and Queen, if its marriages count. */
int kr_couples(const kr_task *task, const kr_position *position, int seat);

/* This build of the search. */
extern const kr_engine kr_engine_here;

/* Forget everything about the deal, for another one. */
void kr_next_epoch(kr_ctx *ctx);

/* Forget the entries of the transposition table, for other tasks. */
void kr_next_table(kr_ctx *ctx);

#endif
