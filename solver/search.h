/* search.h - the context of all searches, and one search for each kind of goal. */
#ifndef KR_SEARCH_H
#define KR_SEARCH_H

#include "counters.h"
#include "engine.h"
#include "fates.h"
#include "seek.h"
#include "table.h"

/* The context's shelf has 2^KR_SHELF_BITS entries. */
#define KR_SHELF_BITS 12

struct kr_ctx {
    kr_table table;               /* transposition table of all searches that have no table below */
    kr_counter counter;           /* tables of the search for tens */
    kr_shelf *shelf; /* table of the two costly searches of the game Graden (seek.h, shelf.h); see kr_shelf_of */
    kr_fates *fates; /* table of the search with more than two parties */
    struct kr_tricks_ctx *tricks; /* context of the search for plain whist */
    uint64_t nodes, tricks_before; /* `nodes` is the number of nodes searched; `tricks_before` is the number of nodes
                                    * that the search for plain whist had searched at the last reset */
    int guess;       /* value found last; the search of the next position of the deal tries a similar value first */
    uint8_t known;   /* mask of the leaders for whom `plain` is filled */
    int8_t near;     /* points of N's side in the position solved last, without marriages; -1: unknown */
    int8_t led[4];   /* for each leader, points of N's side in the whole
                      * deal solved last, without marriages; -1: unknown */
    int8_t plain[4]; /* for each leader, points of N's side without marriages in the current deal and group of tasks */
};

/* Return the shelf. Initialise it at its first use. */
static inline kr_shelf *kr_shelf_of(kr_ctx *ctx)
{
    if (!ctx->shelf->entry) kr_shelf_init(ctx->shelf, KR_SHELF_BITS);
    return ctx->shelf;
}

/* Return 1 if the takers win all of the next tricks, else 0. */
int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return 1 if the seats of the mask `seats` win all tricks to come, else 0. */
int kr_sweeps(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint8_t seats);

/* Return the final points of the side (or its margin), including the points so far, in units. */
int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return 0 if the final points surely do not exceed `than` (in points, not in units), else 1. A result of 1 can also
 * mean that the answer would be as hard to find as the points themselves. */
int kr_more_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int than);

/* Return 1 if the side can force `need` of the `rest` points that are still to be won, else 0. The node must be at the
 * start of a trick, and only points count. */
int kr_reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int need);

/* Return the settlement per payer in the game Rußbach, in stakes, with declarations and announcements. */
int kr_stakes(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return the value of a goal of two sides for which the play so far matters: a race, an exact number of tricks, or a
 * sweep with points to reach. */
int kr_settle(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Write the settlement for a goal with more than two parties. Without `seek` all seats play selfishly; otherwise the
 * seat `seek` gets what it can force. */
void kr_fate_of(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[KR_SEATS]);

/* Return the value of a node for two sides, or for the seat `seek` among more parties. Play may have ended at the
 * node. */
int kr_node_value(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Write the value of a node to out[0], or the settlements of all seats in selfish play if the task wants a vector. */
int kr_value_prepared(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int16_t out[KR_SEATS]);

/* Write the value of each legal card to values[card]. `best` receives the best of these values for the seat to play,
 * which is the value of the position. Return enum kr_status. */
int kr_cards_and_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal,
                       int16_t values[32], int16_t *best);

/* Write the value of each legal card of a node, as kr_cards_and_value does. `legal` is in the natural order of ranks.
 * The tables of the context must not have results of another deal. */
void kr_node_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint32_t *legal, int16_t values[32], int16_t *best);

#define KR_EXACT INT32_MIN /* stands for "no threshold": the exact value is wanted */

/* Facts about a node that are known before its cards are searched. */
typedef struct kr_foreknown {
    int card;      /* card whose value is known, or KR_NONE */
    int16_t value; /* the value of that card */
    int least;     /* threshold if it only matters which values reach it (see kr_value_to), or KR_EXACT */
} kr_foreknown;

/* Write the same results as kr_node_cards, using facts that are known already. */
void kr_known_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const kr_foreknown *known, uint32_t *legal,
                    int16_t values[32], int16_t *best);

/* Return the value of a node of two sides if `least` is KR_EXACT. Otherwise return `least` if the value reaches it,
 * else `least` - 1. */
int kr_value_to(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int least);

/* Return `least` if a search for this threshold is faster than one for the exact value, else KR_EXACT. */
int kr_least_that_counts(const kr_prep *p, int least);

/* Find the best discard of the seat `talon_to`, as a mask, and its value. Of equally good sets of cards take the first.
 * Return enum kr_status. */
int kr_best_discard(kr_ctx *ctx, const kr_prep *p, const uint32_t hands[KR_SEATS], uint32_t talon, int16_t *value,
                    uint32_t *laid);

/* Play one card, as kr_play does. */
int kr_play_prepared(const kr_prep *p, kr_position *position, int card, int announce);

/* Return 1 if play stops at this position, else 0. It stops if a race is won, or if a contract with KR_STOP has reached
 * its points or its tricks. A Schnapser that is already lost is played on (RULINGS: bauernschnapsen). */
int kr_stops(const kr_task *task, const kr_position *position);

/* Return the next seat to lay a card face down, or KR_NONE. */
int kr_laying(const kr_task *task, const kr_position *position);

/* Return the mask of the suits of which a seat holds King and Queen; 0 if its marriages do not count. */
int kr_couples(const kr_task *task, const kr_position *position, int seat);

/* The functions of this build of the search. */
extern const kr_engine kr_engine_here;

/* Make all stored results about the deal invalid, before another deal. */
void kr_next_epoch(kr_ctx *ctx);

/* Make the entries of the transposition table invalid, before other tasks. */
void kr_next_table(kr_ctx *ctx);

#endif
