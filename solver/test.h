/* test.h - code that the tests of the core share: counted checks, random deals and tasks. */
#ifndef KR_TEST_H
#define KR_TEST_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kr.h"

extern int failures, checks;

/* Return a new context. The caller frees it. */
static inline kr_ctx *new_context(void)
{
    const size_t size = (kr_ctx_size() + 63) & ~(size_t)63;
    kr_ctx *ctx = aligned_alloc(64, size);
    if (!ctx) exit(2);
    kr_ctx_init(memset(ctx, 0, size));
    return ctx;
}

#define CHECK(condition)                                                              \
    do {                                                                              \
        checks++;                                                                     \
        if (!(condition)) {                                                           \
            failures++;                                                               \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
        }                                                                             \
    } while (0)

/* Return the next random number (SplitMix64). The sequence of numbers is the same in every run, so that a
 * failure can be reproduced. */
uint64_t next_random(void);
void deal(uint32_t hands[4], unsigned seats, int size, unsigned lowest);
kr_task random_task(void);

/* Functions of test_graden.c. */
void against_naive_sweeps(kr_ctx *ctx);
void layouts_agree(kr_ctx *ctx);

/* Functions of test_columns.c. */
void hands_of_any_size(kr_ctx *ctx);
void threads_agree(void);
void scan_cut_off(void);

/* Functions of test_scan.c. */
void scan_whole_games(void);
void scan_whole_games_cut_off(void);
void scan_hostile_bytes(void);

#endif
