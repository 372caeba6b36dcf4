/* py_layouts.c - ways to hand out cards: counted, walked through, filled in. */
#include "py.h"

#include <stdlib.h>
#include <string.h>

#define SHELF "kranalyze._core.shelf"

PyObject *py_count_layouts(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes;
    uint32_t hand, given[3], rest;
    kr_task task;
    uint64_t counts[2];
    if (!PyArg_ParseTuple(args, "OO&(O&O&O&)O&:count_layouts", &task_bytes, py_u32, &hand, py_u32, &given[0], py_u32,
                          &given[1], py_u32, &given[2], py_u32, &rest))
        return NULL;
    if (py_read_one(task_bytes, NULL, &task, NULL) < 0) return NULL;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_guards_count(&task, hand, given, rest, counts);
    Py_END_ALLOW_THREADS
    if (status) return py_fail(status), NULL;
    return Py_BuildValue("KK", (unsigned long long)counts[0], (unsigned long long)counts[1]);
}

kr_shelf *py_shelf_of(PyObject *capsule) { return PyCapsule_GetPointer(capsule, SHELF); }

static PyObject *fits(PyObject *task_bytes, int (*fit)(const kr_task *))
{
    kr_task task;
    if (py_read_one(task_bytes, NULL, &task, NULL) < 0) return NULL;
    return PyBool_FromLong(fit(&task));
}

PyObject *py_guards_fit(PyObject *self, PyObject *task)
{
    (void)self;
    return fits(task, kr_guards_fit);
}

PyObject *py_walk_fits(PyObject *self, PyObject *task)
{
    (void)self;
    return fits(task, kr_walk_fits);
}

static void shelf_free(PyObject *capsule) { py_aligned_free(PyCapsule_GetPointer(capsule, SHELF)); }

PyObject *py_shelf(PyObject *self, PyObject *args)
{
    (void)self;
    int bits;
    if (!PyArg_ParseTuple(args, "i:shelf", &bits)) return NULL;
    if (bits < 4 || bits > 28) return py_fail(KR_BAD_BUFFER), NULL;
    kr_shelf *made = py_aligned(kr_shelf_size(bits));
    if (!made) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    kr_shelf_init(made, bits);
    Py_END_ALLOW_THREADS
    PyObject *capsule = PyCapsule_New(made, SHELF, shelf_free);
    if (!capsule) py_aligned_free(made);
    return capsule;
}

/* Both orders of rank of a run. */
static int read_strengths(const char *strengths, Py_ssize_t size, kr_layout_run *out)
{
    if (size != sizeof out->strength) return py_fail(KR_BAD_TASK);
    memcpy(out->strength, strengths, sizeof out->strength);
    for (size_t i = 0; i < sizeof out->strength; i++)
        if (((uint8_t)strengths[i]) > 7) return py_fail(KR_BAD_TASK);
    return 0;
}

PyObject *py_layout_columns(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *columns[3], *counts, *result = NULL;
    const char *strengths;
    Py_ssize_t size, given;
    size_t count;
    kr_layout_run run;
    if (!PyArg_ParseTuple(args, "Oy#O&O&n(OOO)O:layout_columns", &capsule, &strengths, &size, py_u32, &run.hand, py_u32,
                          &run.tens, &given, &columns[0], &columns[1], &columns[2], &counts)
        || py_listed(args, 5) < 0)
        return NULL;
    kr_shelf *kept = PyCapsule_GetPointer(capsule, SHELF);
    if (!kept || read_strengths(strengths, size, &run) < 0 || py_size(given, &count) < 0) return NULL;
    py_buffers held = {0};
    uint32_t *others[3];
    uint64_t found[KR_LAYOUT_COUNTS] = {0};
    void *out;
    if (py_hold_columns(&held, columns, 3, count, 0, others) < 0) goto done;
    if (!(out = py_hold(&held, counts, KR_LAYOUT_COUNTS, sizeof *found, 1, "counts"))) goto done;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->layout_columns(kept, &run, count, (const uint32_t **)others, found);
    Py_END_ALLOW_THREADS
    if (!status) memcpy(out, found, sizeof found);
    result = py_ended(status);
done:
    py_release(&held);
    return result;
}

PyObject *py_fill(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *columns[KR_OWNERS], *series = Py_None, *result = NULL;
    const char *places;
    Py_ssize_t size, asked;
    size_t count;
    uint64_t first, seed = 0;
    kr_dealing filling;
    if (!PyArg_ParseTuple(args, "y#(O&O&O&O&O&)O&O&n(OOOOO)|O:fill", &places, &size, py_u32, &filling.given[0], py_u32,
                          &filling.given[1], py_u32, &filling.given[2], py_u32, &filling.given[3], py_u32,
                          &filling.given[4], py_u32, &filling.cards, py_u64, &first, &asked, &columns[0], &columns[1],
                          &columns[2], &columns[3], &columns[4], &series)
        || py_listed(args, 5) < 0 || (series != Py_None && !py_u64(series, &seed)))
        return NULL;
    if (py_size(asked, &count) < 0 || py_read_bytes(places, size, filling.places, KR_OWNERS) < 0) return NULL;
    py_buffers held = {0};
    uint32_t *out[KR_OWNERS];
    if (py_hold_columns(&held, columns, KR_OWNERS, count, 1, out) < 0) goto done;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = series == Py_None ? kr_deal_out(&filling, first, count, out)
                               : kr_deal_random(&filling, seed, first, count, out);
    Py_END_ALLOW_THREADS
    result = py_ended(status);
done:
    py_release(&held);
    return result;
}
