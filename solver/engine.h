/* engine.h - the builds of the search, and the choice of one that this machine can run.
 *
 * The functions that take most of the time are compiled twice: for every machine, and for machines with AVX2 and BMI2.
 * An engine is a struct with pointers to the functions of one build.
 */
#ifndef KR_ENGINE_H
#define KR_ENGINE_H

#include "batch.h"
#include "layouts.h"

/* Judged records to evaluate; defined in evaluate.h. */
struct kr_evaluating;

/* The choices of a careful player at its turn; defined in careful_table.h. */
struct kr_careful_view;

/* A build of the search: its name and its functions. Build 0 runs on every machine. Build 1 needs AVX2 and BMI2. */
typedef struct kr_engine {
    const char *name;
    int (*value)(kr_ctx *, const kr_task *, const kr_position *, int16_t[KR_SEATS]);
    int (*solve_batch)(kr_ctx *, const kr_batch *);
    int (*solve_positions)(kr_ctx *, const kr_positions *);
    int (*layout_columns)(kr_shelf *, const kr_layout_run *, size_t, const uint32_t *const[3],
                          uint64_t[KR_LAYOUT_COUNTS]);
    int (*look)(kr_ctx *, kr_shelf *, const kr_looking *, uint64_t, size_t, const uint64_t *, kr_looked *);
    int (*plan)(kr_ctx *, const kr_plans *, void *, size_t, uint32_t *, int64_t[KR_HAND]);
    int (*worths)(kr_ctx *, const kr_task *, const kr_position *, uint32_t *, int16_t[32], uint8_t[32]);
    int (*line)(kr_ctx *, const kr_task *, const kr_position *, kr_act[KR_ACTS], size_t *);
    int (*evaluate)(kr_ctx *, const struct kr_evaluating *, size_t *);
    int (*careful_look)(kr_ctx *, struct kr_careful_view *, size_t, const uint32_t *const[KR_HIDDEN], const uint8_t *);
} kr_engine;

/* Return the build with the given number, or the fastest build for -1. Return NULL if this machine cannot run the
 * build. */
const kr_engine *kr_choose_engine(int number);

#endif
