/* tricks.h - plain whist: the most tricks that the leader's side can force. Two sides play; the only duty is to follow
 * suit. */
#ifndef KR_TRICKS_H
#define KR_TRICKS_H

#include <stddef.h>
#include <stdint.h>

/* A context owns the transposition table. Each thread needs its own context. Entries are valid for all deals, so the
 * table is never cleared. */
typedef struct kr_tricks_ctx kr_tricks_ctx;

/* Return the number of bytes of a context. The caller provides this memory, aligned to 64 bytes and cleared. */
size_t kr_tricks_ctx_size(void);

/* Return the number of tricks that the leader's side can take. Hands N E S W have equal size (1..8); bit = suit * 8 +
 * rank in order of strength. The trump is 0..3, or 4 for none. Seats 0 and 2 play against 1 and 3. */
int kr_tricks_solve(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader);

/* Write the number of tricks for each of the four leaders. The searches share the table. */
void kr_tricks_solve_leaders(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, uint8_t out[4]);

/* Return the number of tricks from a position within a trick. `played` are the cards of the trick so far (0..3), from
 * `leader` on; the hands no longer hold them. The trick in progress counts. */
int kr_tricks_position(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader, const uint8_t *played,
                       int n_played);

/* Return the number of starts of tricks searched since the context was set up. */
uint64_t kr_tricks_nodes(const kr_tricks_ctx *ctx);

#endif
