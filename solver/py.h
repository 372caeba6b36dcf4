/* py.h - what the parts of the module share: contexts, buffers, tasks from bytes (limited API). */
#ifndef KR_PY_H
#define KR_PY_H

#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdatomic.h>

#include "kr.h"

/* Memory aligned for the core, `bytes` rounded up to whole lines; Windows has its own pair for it. */
void *py_aligned(size_t bytes);
void py_aligned_free(void *memory);

/* A context and whether a call is using it. */
typedef struct py_holder {
    atomic_flag busy;
    kr_ctx *ctx;
} py_holder;

/* The holder of a capsule, taken for this call; NULL with an error set. */
py_holder *py_take(PyObject *capsule);
void py_give_back(py_holder *h);

/* Sets the error of a status; -1. */
int py_fail(int status);

/* None, or NULL with the error of a status set. */
PyObject *py_ended(int status);

/* Converters for the format O& (not k and K, which take numbers of any size): a ValueError if it does not fit. */
int py_u32(PyObject *number, void *out);
int py_u64(PyObject *number, void *out);

/* That an argument which the format (OO) took apart keeps its items, as tuples and lists do: those that another
 * sequence made are gone by now. -1 with an error set. */
int py_listed(PyObject *args, Py_ssize_t at);

/* Sizes: how many of something, and how many cells so many have; -1 with an error set. */
int py_size(Py_ssize_t given, size_t *out);
int py_cells(size_t count, size_t each, size_t *out);

/* A contiguous buffer of at least `count` items of `size` bytes. */
int py_get_buffer(PyObject *object, Py_buffer *view, size_t count, size_t size, int writable, const char *name);

/* All buffers of one call, released together. */
#define PY_BUFFERS 64
typedef struct py_buffers {
    size_t count, copied;
    Py_buffer views[PY_BUFFERS];
    void *copies[PY_BUFFERS];
} py_buffers;

/* The address of such a buffer, held until all are released; NULL with an error set. Another thread may write to
 * it as long as the GIL is not held: what an address or a size is made of is to be copied first (py_copy). */
void *py_hold(py_buffers *b, PyObject *object, size_t count, size_t size, int writable, const char *name);

/* The same for some columns of 32 bits; -1 with an error set. */
int py_hold_columns(py_buffers *b, PyObject *const *columns, int n, size_t count, int writable, uint32_t **out);

/* A copy of its first items, freed with them. */
void *py_copy(py_buffers *b, PyObject *object, size_t count, size_t size, const char *name);
void py_release(py_buffers *b);

/* Four hands and the talon (or None) of `count` deals. */
int py_hold_deals(py_buffers *b, PyObject *const hands[4], PyObject *talon, size_t count, kr_deals *out);

/* The shelf of a capsule; NULL with an error set. */
kr_shelf *py_shelf_of(PyObject *capsule);

/* A structure from bytes of just its size; -1 with an error set. */
int py_read_bytes(const char *bytes, Py_ssize_t size, void *out, size_t wanted);

/* Checked tasks from bytes, in memory to be freed. */
int py_read_tasks(PyObject *bytes, kr_task **out, size_t *count);

/* One task and, if `at` is not NULL, one position from bytes. */
int py_read_one(PyObject *task_bytes, PyObject *position_bytes, kr_task *task, kr_position *at);

/* py_buffers.c */
PyObject *py_context(PyObject *self, PyObject *args);
PyObject *py_nodes(PyObject *self, PyObject *capsule);

/* py_columns.c */
PyObject *py_solve_batch(PyObject *self, PyObject *args);
PyObject *py_misfits(PyObject *self, PyObject *args);
PyObject *py_apply_rows(PyObject *self, PyObject *args);
PyObject *py_list_cards(PyObject *self, PyObject *args);
PyObject *py_tally(PyObject *self, PyObject *args);

/* py_log.c */
PyObject *py_scan_kpn(PyObject *self, PyObject *args);
PyObject *py_scan_log(PyObject *self, PyObject *args);
PyObject *py_judge_log(PyObject *self, PyObject *args);

/* py_positions.c */
PyObject *py_solve_positions(PyObject *self, PyObject *args);
PyObject *py_start(PyObject *self, PyObject *args);
PyObject *py_play(PyObject *self, PyObject *args);
PyObject *py_moves(PyObject *self, PyObject *args);
PyObject *py_decided(PyObject *self, PyObject *args);
PyObject *py_worths(PyObject *self, PyObject *args);
PyObject *py_line(PyObject *self, PyObject *args);
PyObject *py_perft(PyObject *self, PyObject *args);

/* py_known.c */
PyObject *py_hidden_count(PyObject *self, PyObject *args);
PyObject *py_hidden_out(PyObject *self, PyObject *args);
PyObject *py_look(PyObject *self, PyObject *args);
PyObject *py_plan(PyObject *self, PyObject *args);

/* py_layouts.c */
PyObject *py_count_layouts(PyObject *self, PyObject *args);
PyObject *py_guards_fit(PyObject *self, PyObject *task);
PyObject *py_walk_fits(PyObject *self, PyObject *task);
PyObject *py_shelf(PyObject *self, PyObject *args);
PyObject *py_layout_columns(PyObject *self, PyObject *args);
PyObject *py_fill(PyObject *self, PyObject *args);

#endif
