/* Solve many deals in one call for scripts/bench.py, so that nothing but the searches is timed. */
#include "../solver/tricks.h"

#include <stdlib.h>
#include <string.h>

void *bench_new(void)
{
    const size_t size = (kr_tricks_ctx_size() + 63) / 64 * 64;
    void *mem = aligned_alloc(64, size);
    return mem ? memset(mem, 0, size) : mem;
}

/* Solve each deal for all strains (trump S, H, D, C or no trump) and all leaders. A value is the number of tricks that
 * the leader's side can force. `out` receives 20 values per deal: the values of the four leaders for each strain. */
void bench_tables(void *ctx, const uint32_t *hands, int deals, uint8_t *out)
{
    for (int i = 0; i < deals; i++)
        for (int strain = 0; strain < 5; strain++)
            kr_tricks_solve_leaders(ctx, hands + 4 * i, strain, out + 20 * i + 4 * strain);
}

uint64_t bench_nodes(const void *ctx) { return kr_tricks_nodes(ctx); }
