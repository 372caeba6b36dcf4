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
    kr_shelf *shelf; /* what Graden's own searches remember; see kr_shelf_of */
    kr_fates *fates; /* what play of many parties remembers */
    struct kr_tricks_ctx *tricks; /* the kernel of plain whist */
    uint64_t nodes, tricks_before;
    int guess;       /* the last value found: the next of the same deal is near it */
    uint8_t known;   /* mask of the leaders whose points without marriages are in `plain` */
    int8_t near;     /* points of N's side in the last position, marriages apart: the next is near it; -1: none */
    int8_t led[4];   /* the same of whole deals, by leader */
    int8_t plain[4]; /* of the deal and group of tasks at hand, of N's side */
};

/* The shelf, made ready. */
static inline kr_shelf *kr_shelf_of(kr_ctx *ctx)
{
    if (!ctx->shelf->entry) kr_shelf_init(ctx->shelf, KR_SHELF_BITS);
    return ctx->shelf;
}

/* 1 if the takers get every one of the next tricks. */
int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* 1 if `seats` get all tricks to come. */
int kr_sweeps(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint8_t seats);

/* Points of the side (or its margin) from here to the end, those so far included, in units. */
int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Whether that may be more than a value (not in units); 1 where it takes no less to find out how much. */
int kr_more_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int than);

/* 1 if the side can force `need` of the `rest` points to come, nothing but points counting; at the
 * start of a trick. */
int kr_reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int need);

/* The stakes per payer, declarations and announcements included. */
int kr_stakes(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Value of a goal of two sides that is decided by accumulated facts. */
int kr_settle(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Goals of many parties: the settlement of selfish play, or one in which `seek` gets what it can force. */
void kr_fate_of(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[KR_SEATS]);

/* Value of any node of a goal with two sides, or of `seek` among many; also at the very end. */
int kr_node_value(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* The same, or the vector of selfish play. */
int kr_value_prepared(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int16_t out[KR_SEATS]);

/* The value after each legal card, and the best of them for the seat to play: the position's value. */
int kr_cards_and_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal,
                       int16_t values[32], int16_t *best);

/* The value after each legal card of a node of the deal that the tables know of; legal cards in natural order. */
void kr_node_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint32_t *legal, int16_t values[32], int16_t *best);

#define KR_EXACT INT32_MIN /* every value counts */

/* What is known of a node before its cards are searched. */
typedef struct kr_foreknown {
    int card;      /* a card whose value is known, or KR_NONE, */
    int16_t value; /* and that value */
    int least;     /* values count only by whether they reach this, see kr_value_to; or KR_EXACT */
} kr_foreknown;

/* The same, by what is known already. */
void kr_known_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const kr_foreknown *known, uint32_t *legal,
                    int16_t values[32], int16_t *best);

/* The value of a node of two sides; where only `least` counts, that or one below. */
int kr_value_to(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int least);

/* `least` if a search is faster where only that counts, else KR_EXACT. */
int kr_least_that_counts(const kr_prep *p, int least);

/* The best that `talon_to` can do by laying cards away, and the first set of cards that does it. */
int kr_best_discard(kr_ctx *ctx, const kr_prep *p, const uint32_t hands[KR_SEATS], uint32_t talon, int16_t *value,
                    uint32_t *laid);

/* Play one card, as kr_play does. */
int kr_play_prepared(const kr_prep *p, kr_position *position, int card, int announce);

/* This build of the search. */
extern const kr_engine kr_engine_here;

/* Another deal: everything that is known of it is forgotten. */
void kr_next_epoch(kr_ctx *ctx);

/* Other tasks: what the general table knows is forgotten. */
void kr_next_table(kr_ctx *ctx);

#endif
