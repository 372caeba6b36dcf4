/* dispatch.c - chooses the build of the search that this machine runs fastest. */
#include "kr.h"

static const kr_engine baseline = {"baseline",         kr_value,   kr_solve_batch,
                                   kr_solve_positions, kr_layouts, kr_layout_columns,
                                   kr_look};

#ifdef KR_HAVE_V3
int kr_value_v3(kr_ctx *, const kr_task *, const kr_position *, int16_t[KR_SEATS]);
int kr_solve_batch_v3(kr_ctx *, const kr_batch *);
int kr_solve_positions_v3(kr_ctx *, const kr_positions *);
int kr_layouts_v3(kr_shelf *, const kr_layout_run *, uint64_t[KR_LAYOUT_COUNTS]);
int kr_layout_columns_v3(kr_shelf *, const kr_layout_run *, size_t, const uint32_t *const[3],
                         uint64_t[KR_LAYOUT_COUNTS]);
int kr_look_v3(kr_ctx *, kr_shelf *, const kr_looking *, uint64_t, size_t, const uint64_t *, kr_looked *);

static const kr_engine v3 = {"x86-64-v3",           kr_value_v3,   kr_solve_batch_v3,
                             kr_solve_positions_v3, kr_layouts_v3, kr_layout_columns_v3,
                             kr_look_v3};

static int runs_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
           && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
}
#endif

const kr_engine *kr_choose_engine(int number)
{
#ifdef KR_HAVE_V3
    if (number != 0 && number <= 1 && runs_v3()) return &v3;
#endif
    return number <= 0 ? &baseline : 0;
}
