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

/* A contiguous buffer of at least `bytes` bytes. */
int py_get_buffer(PyObject *object, Py_buffer *view, size_t bytes, int writable, const char *name);

/* All buffers of one call, released together. */
typedef struct py_buffers {
    Py_buffer *views;
    size_t count;
} py_buffers;

/* The address of such a buffer, held until all are released; NULL with an error set. */
void *py_hold(py_buffers *b, PyObject *object, size_t bytes, int writable, const char *name);
void py_release(py_buffers *b);

/* Four hands and the talon (or None) of `count` deals. */
int py_hold_deals(py_buffers *b, PyObject *const hands[4], PyObject *talon, size_t count, kr_deals *out);

/* Checked tasks from bytes, in memory to be freed. */
int py_read_tasks(PyObject *bytes, kr_task **out, size_t *count);

/* One task and, if `at` is not NULL, one position from bytes. */
int py_read_one(PyObject *task_bytes, PyObject *position_bytes, kr_task *task, kr_position *at);

/* py_buffers.c */
PyObject *py_context(PyObject *self, PyObject *args);
PyObject *py_nodes(PyObject *self, PyObject *capsule);

/* py_columns.c */
PyObject *py_solve_batch(PyObject *self, PyObject *args);
PyObject *py_apply_rows(PyObject *self, PyObject *args);
PyObject *py_list_cards(PyObject *self, PyObject *args);
PyObject *py_scan_kpn(PyObject *self, PyObject *args);

/* py_positions.c */
PyObject *py_solve_positions(PyObject *self, PyObject *args);
PyObject *py_start(PyObject *self, PyObject *args);
PyObject *py_play(PyObject *self, PyObject *args);
PyObject *py_moves(PyObject *self, PyObject *args);
PyObject *py_perft(PyObject *self, PyObject *args);

/* py_layouts.c */
PyObject *py_count_layouts(PyObject *self, PyObject *args);
PyObject *py_shelf(PyObject *self, PyObject *args);
PyObject *py_layouts(PyObject *self, PyObject *args);
PyObject *py_layout_columns(PyObject *self, PyObject *args);
PyObject *py_fill(PyObject *self, PyObject *args);

#endif
