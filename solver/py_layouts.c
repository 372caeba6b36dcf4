/* py_layouts.c - ways to hand out cards: counted, walked through, filled in. */
#include "py.h"

#include <stdlib.h>
#include <string.h>

#define SHELF "kranalyze._core.shelf"

PyObject *py_count_layouts(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes;
    unsigned long hand, given[3], rest;
    kr_task task;
    uint64_t counts[2];
    if (!PyArg_ParseTuple(args, "Ok(kkk)k:count_layouts", &task_bytes, &hand, &given[0], &given[1], &given[2], &rest))
        return NULL;
    if (py_read_one(task_bytes, NULL, &task, NULL) < 0) return NULL;
    const uint32_t held[3] = {(uint32_t)given[0], (uint32_t)given[1], (uint32_t)given[2]};
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_guards_count(&task, (uint32_t)hand, held, (uint32_t)rest, counts);
    Py_END_ALLOW_THREADS
    if (status) return py_fail(status), NULL;
    return Py_BuildValue("KK", (unsigned long long)counts[0], (unsigned long long)counts[1]);
}

static void shelf_free(PyObject *capsule) { free(PyCapsule_GetPointer(capsule, SHELF)); }

PyObject *py_shelf(PyObject *self, PyObject *args)
{
    (void)self;
    int bits;
    if (!PyArg_ParseTuple(args, "i:shelf", &bits)) return NULL;
    if (bits < 4 || bits > 28) return py_fail(KR_BAD_BUFFER), NULL;
    kr_shelf *made = aligned_alloc(64, (kr_shelf_size(bits) + 63) & ~(size_t)63);
    if (!made) return PyErr_NoMemory();
    Py_BEGIN_ALLOW_THREADS
    kr_shelf_init(made, bits);
    Py_END_ALLOW_THREADS
    PyObject *capsule = PyCapsule_New(made, SHELF, shelf_free);
    if (!capsule) free(made);
    return capsule;
}

/* The run of layouts() and layout_columns(): both orders of rank, the hand and the others' known cards. */
static int read_run(const char *strengths, Py_ssize_t size, unsigned long hand, unsigned long tens,
                    const unsigned long given[3], unsigned long rest, kr_layout_run *out)
{
    if (size != sizeof out->strength) return py_fail(KR_BAD_TASK);
    memcpy(out->strength, strengths, sizeof out->strength);
    for (size_t i = 0; i < sizeof out->strength; i++)
        if (((uint8_t)strengths[i]) > 7) return py_fail(KR_BAD_TASK);
    if ((hand | tens | rest | given[0] | given[1] | given[2]) > UINT32_MAX) return py_fail(KR_BAD_SIZES);
    out->hand = (uint32_t)hand;
    out->tens = (uint32_t)tens;
    out->rest = (uint32_t)rest;
    for (int i = 0; i < 3; i++) out->given[i] = (uint32_t)given[i];
    return 0;
}

PyObject *py_layouts(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *counts;
    const char *strengths;
    Py_ssize_t size;
    unsigned long hand, tens, given[3], rest;
    unsigned long long first, end;
    kr_layout_run run;
    if (!PyArg_ParseTuple(args, "Oy#kk(kkk)kKKO:layouts", &capsule, &strengths, &size, &hand, &tens, &given[0],
                          &given[1], &given[2], &rest, &first, &end, &counts))
        return NULL;
    kr_shelf *kept = PyCapsule_GetPointer(capsule, SHELF);
    if (!kept || read_run(strengths, size, hand, tens, given, rest, &run) < 0) return NULL;
    run.first = first;
    run.end = end;
    Py_buffer view;
    uint64_t found[KR_LAYOUT_COUNTS] = {0};
    if (py_get_buffer(counts, &view, sizeof found, 1, "counts") < 0) return NULL;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->layouts(kept, &run, found);
    Py_END_ALLOW_THREADS
    memcpy(view.buf, found, sizeof found);
    PyBuffer_Release(&view);
    if (status) return py_fail(status), NULL;
    Py_RETURN_NONE;
}

PyObject *py_layout_columns(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *columns[3], *counts, *result = NULL;
    const char *strengths;
    Py_ssize_t size, count;
    unsigned long hand, tens;
    const unsigned long none[3] = {0, 0, 0};
    kr_layout_run run;
    if (!PyArg_ParseTuple(args, "Oy#kkn(OOO)O:layout_columns", &capsule, &strengths, &size, &hand, &tens, &count,
                          &columns[0], &columns[1], &columns[2], &counts))
        return NULL;
    kr_shelf *kept = PyCapsule_GetPointer(capsule, SHELF);
    if (!kept || read_run(strengths, size, hand, tens, none, 0, &run) < 0) return NULL;
    if (count < 0) return py_fail(KR_BAD_BUFFER), NULL;
    py_buffers held = {calloc(4, sizeof(Py_buffer)), 0};
    if (!held.views) return PyErr_NoMemory();
    const uint32_t *others[3];
    uint64_t found[KR_LAYOUT_COUNTS] = {0};
    void *out;
    for (int i = 0; i < 3; i++)
        if (!(others[i] = py_hold(&held, columns[i], 4 * (size_t)count, 0, "others"))) goto done;
    if (!(out = py_hold(&held, counts, sizeof found, 1, "counts"))) goto done;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->layout_columns(kept, &run, (size_t)count, others, found);
    Py_END_ALLOW_THREADS
    memcpy(out, found, sizeof found);
    if (status)
        py_fail(status);
    else
        result = Py_NewRef(Py_None);
done:
    py_release(&held);
    return result;
}

PyObject *py_fill(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *columns[KR_OWNERS], *result = NULL;
    const char *places;
    Py_ssize_t size, count;
    unsigned long given[KR_OWNERS], cards;
    unsigned long long first;
    kr_dealing filling = {{0}, {0}, 0};
    if (!PyArg_ParseTuple(args, "y#(kkkkk)kKn(OOOOO):fill", &places, &size, &given[0], &given[1], &given[2], &given[3],
                          &given[4], &cards, &first, &count, &columns[0], &columns[1], &columns[2], &columns[3],
                          &columns[4]))
        return NULL;
    if (size != KR_OWNERS || count < 0) return py_fail(KR_BAD_BUFFER), NULL;
    memcpy(filling.places, places, KR_OWNERS);
    for (int i = 0; i < KR_OWNERS; i++) filling.given[i] = (uint32_t)given[i];
    filling.cards = (uint32_t)cards;
    py_buffers held = {calloc(KR_OWNERS, sizeof(Py_buffer)), 0};
    if (!held.views) return PyErr_NoMemory();
    uint32_t *out[KR_OWNERS];
    for (int i = 0; i < KR_OWNERS; i++)
        if (!(out[i] = py_hold(&held, columns[i], 4 * (size_t)count, 1, "columns"))) goto done;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_deal_out(&filling, first, (size_t)count, out);
    Py_END_ALLOW_THREADS
    if (status)
        py_fail(status);
    else
        result = Py_NewRef(Py_None);
done:
    py_release(&held);
    return result;
}
