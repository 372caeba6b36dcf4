/* test.h - what the tests of the core share: checks that count, random deals and tasks. */
#ifndef KR_TEST_H
#define KR_TEST_H

#include <stdio.h>

#include "kr.h"

extern int failures, checks;

#define CHECK(condition)                                                              \
    do {                                                                              \
        checks++;                                                                     \
        if (!(condition)) {                                                           \
            failures++;                                                               \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
        }                                                                             \
    } while (0)

/* SplitMix64, so that a failure can be met again. */
uint64_t next_random(void);
void deal(uint32_t hands[4], unsigned seats, int size, unsigned lowest);
kr_task random_task(void);

/* test_graden.c */
void against_naive_sweeps(kr_ctx *ctx);
void layouts_agree(kr_ctx *ctx);

/* test_columns.c */
void hands_of_any_size(kr_ctx *ctx);
void threads_agree(void);
void scan_cut_off(void);

#endif
