/* tricks.h - plain whist: the largest number of tricks that the leader's side can force.
 *
 * Two sides of two players play. The only duty is to follow suit.
 */
#ifndef KR_TRICKS_H
#define KR_TRICKS_H

#include <stddef.h>
#include <stdint.h>

/* A context holds the transposition table. Each thread needs its own context. Table entries are valid for all deals, so
 * the table is never cleared. */
typedef struct kr_tricks_ctx kr_tricks_ctx;

/* Return how many bytes a context needs. The caller provides this memory, filled with zeros and aligned to 64 bytes. */
size_t kr_tricks_ctx_size(void);

/* Return how many tricks the leader's side can force. `hands` contains the hands of N, E, S and W as masks, all of
 * equal size (1 to 8 cards). Bit suit * 8 + rank of a mask stands for a card. In a suit, higher ranks beat lower ranks.
 * `trump` is a suit (0 to 3), or 4 for no trump. Seats 0 and 2 play against seats 1 and 3. */
int kr_tricks_solve(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader);

/* For each of the four seats as leader of the first trick, write how many tricks the leader's side can force. */
void kr_tricks_solve_leaders(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, uint8_t out[4]);

/* Return how many tricks the leader's side can still force, including the trick in progress. `played` lists the
 * `n_played` (0 to 3) cards of this trick, in order from the seat `leader` on. The hands no longer contain these
 * cards. */
int kr_tricks_position(kr_tricks_ctx *ctx, const uint32_t hands[4], int trump, int leader, const uint8_t *played,
                       int n_played);

/* Return how many positions at the start of a trick were searched since the context was set up. */
uint64_t kr_tricks_nodes(const kr_tricks_ctx *ctx);

#endif
