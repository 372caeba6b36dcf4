/* search.h - the context, and one search for each kind of goal. */
#ifndef KR_SEARCH_H
#define KR_SEARCH_H

#include "node.h"
#include "seek.h"
#include "table.h"

/* What is remembered of selfish play: the one vector of a position. */
typedef struct kr_fate {
    uint64_t owners;
    uint32_t special, facts, epoch;
    uint16_t lengths;
    int8_t vector[4];
} kr_fate;

struct kr_ctx {
    kr_table table;
    kr_shelf *shelf; /* what Graden's own searches remember */
    kr_fate *fates; /* NULL in a small context */
    uint32_t fate_mask;
    struct kr_tricks_ctx *tricks; /* the kernel of plain whist */
    uint64_t nodes, tricks_before;
    int guess;       /* the last value found: the next of the same deal is near it */
    uint8_t known;   /* mask of the leaders whose points without marriages are in `plain` */
    int8_t plain[4]; /* of the deal and group of tasks at hand */
};

/* 1 if the takers get every one of the next tricks. */
int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Points of the side (or its margin) from here to the end, those so far included, in units. */
int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* 1 if the side can force `need` of the `rest` points to come, nothing but points counting; at the
 * start of a trick. */
int kr_reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int need);

/* The stakes per payer, declarations and announcements included. */
int kr_stakes(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Value of a goal that is decided by accumulated facts; for parties the guarantee of one seat. */
int kr_settle(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* The settlement when every seat plays for itself. */
void kr_selfish(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[4]);

/* Settlement of the parties' goals: 1 and the vector if the facts already fix it, else 0. */
int kr_parties_settled(const kr_prep *p, const kr_node *n, int8_t out[4]);

/* Value of any node of a goal with two sides, or of `seek` among many; also at the very end. */
int kr_node_value(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* The same, or the vector of selfish play. */
int kr_value_prepared(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int16_t out[KR_SEATS]);

/* The value after each legal card, and the best of them for the seat to play: the position's value. */
int kr_cards_and_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal,
                       int16_t values[32], int16_t *best);

/* The same of a node; legal cards in natural order. */
void kr_node_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint32_t *legal, int16_t values[32], int16_t *best);

/* This build of the search. */
extern const kr_engine kr_engine_here;

/* Everything in the tables is forgotten. */
void kr_next_epoch(kr_ctx *ctx);

#endif
