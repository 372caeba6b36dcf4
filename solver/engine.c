/* engine.c - list the search functions of one build in a table (kr_engine). dispatch.c chooses the build for the
 * machine. */
#include "careful_table.h"
#include "evaluate.h"
#include "search.h"

#ifdef __BMI2__
#define NAME "x86-64-v3"
#else
#define NAME "baseline"
#endif

const kr_engine kr_engine_here = {NAME,    kr_value,     kr_solve_batch, kr_solve_positions, kr_layout_columns,
                                  kr_look, kr_plan,      kr_worths,      kr_line,            kr_evaluate,
                                  kr_careful_look};
