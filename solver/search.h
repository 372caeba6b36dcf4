/* search.h - the memory of all searches (the context), and one search function for each kind of goal. */
#ifndef KR_SEARCH_H
#define KR_SEARCH_H

#include "counters.h"
#include "engine.h"
#include "fates.h"
#include "seek.h"
#include "table.h"

/* The context has a second transposition table, the shelf (shelf.h). It has 2^KR_SHELF_BITS entries. */
#define KR_SHELF_BITS 12

struct kr_ctx {
    kr_table table;               /* transposition table of all searches that have no table of their own among the
                                   * fields below */
    kr_counter counter;           /* tables of the search for tens (counters.h) */
    kr_shelf *shelf; /* table of the two costly searches of the game Graden (seek.h, shelf.h); see kr_shelf_of */
    kr_fates *fates; /* table of the search with more than two parties */
    struct kr_tricks_ctx *tricks; /* context of the search for plain whist */
    uint64_t nodes, tricks_before; /* `nodes`: how many nodes were searched. The searches for tens and for plain whist
                                    * are not included, because they count their own nodes. `tricks_before`: the count
                                    * of the search for plain whist when kr_ctx_reset_nodes() was last called */
    int guess;       /* value that the last search for points found. The next search for points begins its tests with
                      * this value, if the value lies within the bounds */
    uint8_t known;   /* mask of the leading seats for which `plain` has an entry */
    int8_t near;     /* points without marriages, in units, that North's side can probably force. The estimate comes
                      * from the position that was solved last. -1: unknown. A later search tests this number first */
    int8_t led[4];   /* for each leading seat, an estimate of the same kind as `near`. It comes from the last complete
                      * deal that was solved with this seat on lead. -1: unknown */
    int8_t plain[4]; /* for each leading seat, the points without marriages that North's side can force in the current
                      * deal. The entries are valid for tasks of the current group (kr_group) */
};

/* Return the shelf. Initialise it at its first use. */
static inline kr_shelf *kr_shelf_of(kr_ctx *ctx)
{
    if (!ctx->shelf->entry) kr_shelf_init(ctx->shelf, KR_SHELF_BITS);
    return ctx->shelf;
}

/* Return 1 if the seats in kr_task.takers win all tricks that the task requires, else 0. */
int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return 1 if the seats of the mask `seats` win all tricks to come, else 0. */
int kr_sweeps(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint8_t seats);

/* Return the points (or the margin) that the declarer's side will have after best play, including the points so far.
 * The result is in units (kr_prep.unit). */
int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return 0 if the side of the task (kr_task.side) surely cannot force more than `than` points, else 1. Here `than` is
 * in points, not in units. If the search for tens (counters.h) cannot be used for the task, the result is 1 without any
 * search. */
int kr_more_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int than);

/* Return 1 if the side of the task (kr_task.side) can force `need` of the `rest` points that are still to be won, else
 * 0. The node must be at the start of a trick. Only points of tricks count: no marriages, and no margin. */
int kr_reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int need);

/* Return how many stakes each payer owes after best play in the game Rußbach. Best play includes declarations and
 * announcements. */
int kr_stakes(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Return the value of a node, for a goal with two sides whose value depends on the earlier tricks. Such a goal is a
 * race, an exact number of tricks, or a sweep with points to reach. */
int kr_settle(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* Write what each seat receives after best play, in a game with more than two parties. If kr_task.seek is KR_NONE, each
 * seat plays for itself. Otherwise the seat `seek` plays against all others, and gets what it can force. */
void kr_fate_of(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[KR_SEATS]);

/* Return the value of a node. With two sides, enum kr_goal says what the value means. With more than two parties, the
 * value is the settlement that the seat kr_task.seek can force. The play may have ended at this node. */
int kr_node_value(kr_ctx *ctx, const kr_prep *p, const kr_node *n);

/* If the task wants a vector (kr_wants_vector), write the settlements of the four seats in selfish play to out[0] to
 * out[3]. Otherwise write the value of the node to out[0]. Return KR_OK. */
int kr_value_prepared(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int16_t out[KR_SEATS]);

/* Write the value of each legal card to values[card]. `best` receives the value of the position. Usually it is the best
 * of these values for the seat to play. `best` is better than all these values if the seat can gain by an announcement
 * with its card. Return enum kr_status. */
int kr_cards_and_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal,
                       int16_t values[32], int16_t *best);

/* Write the value of each legal card of a node to values[card], as kr_cards_and_value does. `legal` and the indexes of
 * `values` use natural ranks. Before the call, the caller must clear the results of other deals from the tables of the
 * context (kr_next_epoch). */
void kr_node_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint32_t *legal, int16_t values[32], int16_t *best);

#define KR_EXACT INT32_MIN /* used instead of a threshold if the exact value is wanted */

/* What the caller of kr_known_cards already knows about a node, and how exact the results must be. */
typedef struct kr_foreknown {
    int card;      /* card whose value is known, or KR_NONE */
    int16_t value; /* the value of `card` */
    int least;     /* KR_EXACT: the search finds exact values. Any other number is a threshold: the search only decides
                    * which values reach the threshold (see kr_value_to). */
} kr_foreknown;

/* Write the same results as kr_node_cards, and save work by using `known`. */
void kr_known_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const kr_foreknown *known, uint32_t *legal,
                    int16_t values[32], int16_t *best);

/* Return the value of a node with two sides. If `least` is not KR_EXACT, it is a threshold: return `least` if the value
 * is at least `least`, else `least` - 1. */
int kr_value_to(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int least);

/* Return `least` if a search for the threshold `least` is faster than a search for the exact value. Otherwise return
 * KR_EXACT. */
int kr_least_that_counts(const kr_prep *p, int least);

/* Find the best discard of the seat `talon_to` and the value after it. `laid` receives the mask of the discarded cards.
 * Among equally good discards take the first one found. Return enum kr_status. */
int kr_best_discard(kr_ctx *ctx, const kr_prep *p, const uint32_t hands[KR_SEATS], uint32_t talon, int16_t *value,
                    uint32_t *laid);

/* Play one card as kr_play does, but with a prepared task. */
int kr_play_prepared(const kr_prep *p, kr_position *position, int card, int announce);

/* Return 1 if play stops at this position, else 0. A race stops when one side has the points that it needs. A contract
 * with KR_STOP stops when its side has the points that it needs, or when the tricks that count have been played. Play
 * goes on in a Schnapser that is already lost (RULINGS: bauernschnapsen). */
int kr_stops(const kr_task *task, const kr_position *position);

/* Return the seat that must lay a card face down next, or KR_NONE if no seat must. */
int kr_laying(const kr_task *task, const kr_position *position);

/* Return the mask of the suits of which a seat holds King and Queen; 0 if its marriages do not count. */
int kr_couples(const kr_task *task, const kr_position *position, int seat);

/* Pointers to the search functions of this build (engine.h). */
extern const kr_engine kr_engine_here;

/* Forget all stored results about the current deal. Call this function before searching another deal. */
void kr_next_epoch(kr_ctx *ctx);

/* Forget all entries of the transposition table. Call this function before searching the same deal with other tasks. */
void kr_next_table(kr_ctx *ctx);

#endif
