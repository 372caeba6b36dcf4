/* Plain tricks (whist): most tricks the leader's side can force, two sides, follow suit only. */
#ifndef KR_TRICKS_H
#define KR_TRICKS_H

#include <stddef.h>
#include <stdint.h>

/* Owns the transposition table; one per thread. Entries hold for every deal, so it is never cleared. */
typedef struct kr_tricks_ctx kr_tricks_ctx;

/* Bytes that a context needs: memory of the caller's, aligned to 64 bytes and cleared. */
size_t kr_tricks_ctx_size(void);

/* Tricks that the side of `leader` can take. Hands N E S W of equal size (1..8), bit = suit * 8 + rank in order
 * of strength; trump 0..3, or 4 for none. Seats 0 and 2 play against 1 and 3. */
int kr_tricks_solve(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader);

/* The same for all four leaders; what one search learns serves the next. */
void kr_tricks_solve_leaders(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, uint8_t out[4]);

/* Mid-trick: cards already played to the current trick (0..3), from `leader` on; hands without them. The trick on
 * the table counts. */
int kr_tricks_position(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader, const uint8_t *played,
                       int n_played);

/* Starts of tricks looked at since the context was set up. */
uint64_t kr_tricks_nodes(const kr_tricks_ctx *ctx);

#endif
