/* tricks.h - plain whist: the most tricks that the leader's side can force, two sides, following suit only. */
#ifndef KR_TRICKS_H
#define KR_TRICKS_H

#include <stddef.h>
#include <stdint.h>

/* The context owns the transposition table; one per thread. Entries hold for all deals, so it is never cleared. */
typedef struct kr_tricks_ctx kr_tricks_ctx;

/* The bytes of a context. The caller provides them, aligned to 64 bytes and cleared. */
size_t kr_tricks_ctx_size(void);

/* The tricks that the leader's side can take. Hands N E S W are of equal size (1..8), bit = suit * 8 + rank in order of
 * strength. The trump is 0..3, or 4 for none. Seats 0 and 2 play against 1 and 3. */
int kr_tricks_solve(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader);

/* The same for all four leaders. The searches share the table. */
void kr_tricks_solve_leaders(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, uint8_t out[4]);

/* The same within a trick: `played` are its cards so far (0..3), from `leader` on, and hands are without them. The
 * trick on the table counts. */
int kr_tricks_position(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader, const uint8_t *played,
                       int n_played);

/* Starts of tricks searched since the context was set up. */
uint64_t kr_tricks_nodes(const kr_tricks_ctx *ctx);

#endif
