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
    size_t n = 0, size, most;
    if (py_size(count, &size) < 0 || py_cells(size, KR_HAND, &most) < 0) return NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    kr_task *task = NULL;
    PyObject *result = NULL;
    if (py_read_tasks(tasks, &task, &n) < 0) {
        py_give_back(h);
        return NULL;
    }
    py_buffers held = {0};
    kr_positions batch = {.count = size, .tasks = n, .task = task};
    if (!(batch.which = py_hold(&held, which, size, sizeof *batch.which, 0, "which"))) goto done;
    if (!(batch.position = py_hold(&held, positions, size, sizeof *batch.position, 0, "positions"))) goto done;
    if (!(batch.values = py_hold(&held, values, size, KR_SEATS * sizeof *batch.values, 1, "values"))) goto done;
    if (cards != Py_None) {
        if (!(batch.legal = py_hold(&held, legal, size, sizeof *batch.legal, 1, "legal"))) goto done;
        if (!(batch.cards = py_hold(&held, cards, most, sizeof *batch.cards, 1, "cards"))) goto done;
    }
    if (!(batch.status = py_hold(&held, status, size, 1, 1, "status"))) goto done;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = kr_choose_engine(-1)->solve_positions(h->ctx, &batch);
    Py_END_ALLOW_THREADS
    result = py_ended(code);
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
    uint32_t hands[4];
    kr_task task;
    kr_position at;
    if (!PyArg_ParseTuple(args, "O(O&O&O&O&):start", &task_bytes, py_u32, &hands[0], py_u32, &hands[1], py_u32,
                          &hands[2], py_u32, &hands[3]))
        return NULL;
    if (py_read_one(task_bytes, NULL, &task, NULL) < 0) return NULL;
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

PyObject *py_decided(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes, *at_bytes;
    kr_task task;
    kr_position at;
    if (!PyArg_ParseTuple(args, "OO:decided", &task_bytes, &at_bytes)) return NULL;
    if (py_read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    return PyBool_FromLong(kr_decided(&task, &at));
}

PyObject *py_worths(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *task_bytes, *at_bytes;
    kr_task task;
    kr_position at;
    uint32_t legal;
    int16_t values[32] = {0};
    uint8_t says[32];
    if (!PyArg_ParseTuple(args, "OOO:worths", &capsule, &task_bytes, &at_bytes)) return NULL;
    if (py_read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    if (kr_wants_vector(&task)) return py_fail(KR_BAD_TASK), NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->worths(h->ctx, &task, &at, &legal, values, says);
    Py_END_ALLOW_THREADS
    py_give_back(h);
    if (status) return py_fail(status), NULL;
    return Py_BuildValue("ky#", (unsigned long)legal, values, (Py_ssize_t)sizeof values);
}

PyObject *py_line(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *task_bytes, *at_bytes;
    kr_task task;
    kr_position at;
    kr_act acts[KR_ACTS];
    size_t count;
    if (!PyArg_ParseTuple(args, "OOO:line", &capsule, &task_bytes, &at_bytes)) return NULL;
    if (py_read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->line(h->ctx, &task, &at, acts, &count);
    Py_END_ALLOW_THREADS
    py_give_back(h);
    if (status) return py_fail(status), NULL;
    return PyBytes_FromStringAndSize((const char *)acts, (Py_ssize_t)(count * sizeof *acts));
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
