/* dispatch.c - choose the fastest build of the search for this machine. */
#include "engine.h"

extern const kr_engine kr_engine_here;

#ifdef KR_HAVE_V3
extern const kr_engine kr_engine_v3;

/* Return 1 if the instruction pext is slow on this machine, else 0. AMD processors before Zen 3 run pext as microcode,
 * which takes hundreds of cycles. The portable code that replaces pext takes only tens of cycles. The function
 * recognises these AMD processors by their CPU family. For all vendors other than Intel and AMD, pext counts as slow,
 * because some of their processors (Hygon) are copies of Zen 1. */
static int pext_is_slow(void)
{
    if (!__builtin_cpu_is("intel") && !__builtin_cpu_is("amd")) return 1;
    return __builtin_cpu_is("amdfam15h") || __builtin_cpu_is("amdfam17h");
}

/* Return 1 if this machine has the instructions of the fast build, else 0. */
static int runs_v3(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
           && __builtin_cpu_supports("fma") && __builtin_cpu_supports("popcnt");
}
#endif

const kr_engine *kr_choose_engine(int number)
{
#ifdef KR_HAVE_V3
    __builtin_cpu_init();
    if (number != 0 && number <= 1 && runs_v3() && (number == 1 || !pext_is_slow())) return &kr_engine_v3;
#endif
    return number <= 0 ? &kr_engine_here : 0;
}
