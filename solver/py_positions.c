/* py_positions.c - positions one by one: values, play, counts of moves. */
#include "py.h"

#include <stdlib.h>

PyObject *py_solve_positions(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *tasks, *which, *positions, *values, *legal, *cards, *status;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "OOnOOOOOO:solve_positions", &capsule, &tasks, &count, &which, &positions, &values,
                          &legal, &cards, &status))
        return NULL;
    if (count < 0) return py_fail(KR_BAD_BUFFER), NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    kr_task *task = NULL;
    size_t n = 0, size = (size_t)count;
    PyObject *result = NULL;
    if (py_read_tasks(tasks, &task, &n) < 0) {
        py_give_back(h);
        return NULL;
    }
    py_buffers held = {calloc(6, sizeof(Py_buffer)), 0};
    kr_positions batch = {.count = size, .tasks = n, .task = task};
    if (!held.views) {
        PyErr_NoMemory();
        goto done;
    }
    if (!(batch.which = py_hold(&held, which, 4 * size, 0, "which"))) goto done;
    if (!(batch.position = py_hold(&held, positions, size * sizeof(kr_position), 0, "positions"))) goto done;
    if (!(batch.values = py_hold(&held, values, 8 * size, 1, "values"))) goto done;
    if (cards != Py_None) {
        if (!(batch.legal = py_hold(&held, legal, 4 * size, 1, "legal"))) goto done;
        if (!(batch.cards = py_hold(&held, cards, 16 * size, 1, "cards"))) goto done;
    }
    if (!(batch.status = py_hold(&held, status, size, 1, "status"))) goto done;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = kr_choose_engine(-1)->solve_positions(h->ctx, &batch);
    Py_END_ALLOW_THREADS
    if (code)
        py_fail(code);
    else
        result = Py_NewRef(Py_None);
done:
    py_release(&held);
    free(task);
    py_give_back(h);
    return result;
}

PyObject *py_start(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes;
    unsigned long n, e, s, w;
    kr_task task;
    kr_position at;
    if (!PyArg_ParseTuple(args, "O(kkkk):start", &task_bytes, &n, &e, &s, &w)) return NULL;
    if (py_read_one(task_bytes, NULL, &task, NULL) < 0) return NULL;
    const uint32_t hands[4] = {(uint32_t)n, (uint32_t)e, (uint32_t)s, (uint32_t)w};
    kr_start(&task, hands, &at);
    return PyBytes_FromStringAndSize((const char *)&at, sizeof at);
}

PyObject *py_play(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes, *at_bytes;
    int card, announce = 0;
    kr_task task;
    kr_position at;
    if (!PyArg_ParseTuple(args, "OOi|i:play", &task_bytes, &at_bytes, &card, &announce)) return NULL;
    if (py_read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    int status = kr_play(&task, &at, card, announce);
    if (status) return py_fail(status), NULL;
    return PyBytes_FromStringAndSize((const char *)&at, sizeof at);
}

PyObject *py_moves(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes, *at_bytes;
    kr_task task;
    kr_position at;
    uint32_t legal;
    if (!PyArg_ParseTuple(args, "OO:moves", &task_bytes, &at_bytes)) return NULL;
    if (py_read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    int status = kr_moves(&task, &at, &legal);
    if (status) return py_fail(status), NULL;
    return PyLong_FromUnsignedLong(legal);
}

PyObject *py_perft(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes, *at_bytes;
    int depth;
    kr_task task;
    kr_position at;
    uint64_t count;
    if (!PyArg_ParseTuple(args, "OOi:perft", &task_bytes, &at_bytes, &depth)) return NULL;
    if (py_read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    if (depth < 0) return py_fail(KR_BAD_FACTS), NULL;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_perft(&task, &at, depth, &count);
    Py_END_ALLOW_THREADS
    if (status) return py_fail(status), NULL;
    return PyLong_FromUnsignedLongLong(count);
}
