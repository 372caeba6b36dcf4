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
    kr_shelf *shelf; /* table of the searches that only Graden needs; see kr_shelf_of */
    kr_fates *fates; /* table of play with more than two parties */
    struct kr_tricks_ctx *tricks; /* context of the search for plain whist */
    uint64_t nodes, tricks_before;
    int guess;       /* last value; the next position of a deal probably has a similar value */
    uint8_t known;   /* mask of the leaders whose points without marriages are in `plain` */
    int8_t near;     /* points of N's side in the last position, without marriages; -1: none */
    int8_t led[4];   /* the same for whole deals, by leader */
    int8_t plain[4]; /* points of N's side in the current deal and group of tasks, by leader */
};

/* Return the shelf. Initialise it at its first use. */
static inline kr_shelf *kr_shelf_of(kr_ctx *ctx)
{
    if (!ctx->shelf->entry) kr_shelf_init(ctx->shelf, KR_SHELF_BITS);
    return ctx->shelf;
}

/* Return whether the takers win all of the next tricks: 1 or 0. */
int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return whether `seats` win all tricks to come: 1 or 0. */
int kr_sweeps(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint8_t seats);

/* Return the final points of the side (or its margin), with the points so far, in units. */
int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return whether the final points may exceed a value (not in units). Return 1 if that is as hard to find out as the
 * points. */
int kr_more_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int than);

/* Return whether the side can force `need` of the `rest` points to come, at the start of a trick, when only points
 * count. */
int kr_reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int need);

/* Return the stakes per payer, with declarations and announcements. */
int kr_stakes(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return the value of a two-sided goal that depends on accumulated facts. */
int kr_settle(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Write the settlement for a goal with more than two parties: that of selfish play, or one in which `seek` gets what it
 * can force. */
void kr_fate_of(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[KR_SEATS]);

/* Return the value of a node for two sides, or for `seek` among more parties. The play may have ended. */
int kr_node_value(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Write the value of a node, or the vector of selfish play. */
int kr_value_prepared(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int16_t out[KR_SEATS]);

/* Write the value after each legal card, and the best of these values for the seat to play, which is the position's
 * value. */
int kr_cards_and_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal,
                       int16_t values[32], int16_t *best);

/* Write the value after each legal card of a node, with legal cards in natural order. The tables must belong to this
 * deal. */
void kr_node_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint32_t *legal, int16_t values[32], int16_t *best);

#define KR_EXACT INT32_MIN /* the exact value matters */

/* Facts about a node that are known before its cards are searched. */
typedef struct kr_foreknown {
    int card;      /* card whose value is known, or KR_NONE */
    int16_t value; /* the value of that card */
    int least;     /* threshold, if it only matters which values reach it (see kr_value_to); or KR_EXACT */
} kr_foreknown;

/* Write the same results as kr_node_cards, and use facts that are known already. */
void kr_known_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const kr_foreknown *known, uint32_t *legal,
                    int16_t values[32], int16_t *best);

/* Return the value of a node of two sides. If `least` is not KR_EXACT, return `least` if the value reaches it, else
 * `least` - 1. */
int kr_value_to(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int least);

/* Return `least` if a search for this threshold is faster than one for the exact value, else KR_EXACT. */
int kr_least_that_counts(const kr_prep *p, int least);

/* Find the best discard of the seat `talon_to` over all sets of cards, and its value. Of equally good sets take the
 * first. */
int kr_best_discard(kr_ctx *ctx, const kr_prep *p, const uint32_t hands[KR_SEATS], uint32_t talon, int16_t *value,
                    uint32_t *laid);

/* Play one card, as kr_play does. */
int kr_play_prepared(const kr_prep *p, kr_position *position, int card, int announce);

/* Return whether play stops at this position: a race is won, or a contract that stops has reached its points or its
 * tricks. A Schnapser that is merely lost is played on (RULINGS: bauernschnapsen). */
int kr_stops(const kr_task *task, const kr_position *position);

/* Return the next seat to lay a card face down, or KR_NONE. */
int kr_laying(const kr_task *task, const kr_position *position);

/* Return the mask of the suits of which a seat holds King and Queen, if its marriages count. */
int kr_couples(const kr_task *task, const kr_position *position, int seat);

/* This build of the search. */
extern const kr_engine kr_engine_here;

/* Forget everything about the deal, before another deal. */
void kr_next_epoch(kr_ctx *ctx);

/* Forget the entries of the transposition table, before other tasks. */
void kr_next_table(kr_ctx *ctx);

#endif
