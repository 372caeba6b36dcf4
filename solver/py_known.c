/* py_known.c - layouts of unseen cards: their number, any of them, what cards are worth in them, and plans. */
#include "py.h"

#include <string.h>

PyObject *py_hidden_count(PyObject *self, PyObject *args)
{
    (void)self;
    const char *bytes;
    Py_ssize_t size;
    kr_hidden hidden;
    uint64_t count;
    if (!PyArg_ParseTuple(args, "y#:hidden_count", &bytes, &size)) return NULL;
    if (py_read_bytes(bytes, size, &hidden, sizeof hidden) < 0) return NULL;
    const int status = kr_hidden_count(&hidden, &count);
    if (status) return py_fail(status), NULL;
    return PyLong_FromUnsignedLongLong(count);
}

PyObject *py_hidden_out(PyObject *self, PyObject *args)
{
    (void)self;
    const char *bytes;
    Py_ssize_t size, given;
    size_t count;
    PyObject *numbers, *columns[KR_HIDDEN], *result = NULL;
    kr_hidden hidden;
    if (!PyArg_ParseTuple(args, "y#nO(OOO):hidden_out", &bytes, &size, &given, &numbers, &columns[0], &columns[1],
                          &columns[2])
        || py_listed(args, 3) < 0)
        return NULL;
    if (py_read_bytes(bytes, size, &hidden, sizeof hidden) < 0 || py_size(given, &count) < 0) return NULL;
    py_buffers held = {0};
    uint32_t *out[KR_HIDDEN];
    const uint64_t *number = py_copy(&held, numbers, count, sizeof *number, "numbers");
    if (!number || py_hold_columns(&held, columns, KR_HIDDEN, count, 1, out) < 0) goto done;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_hidden_out(&hidden, count, number, out);
    Py_END_ALLOW_THREADS
    result = py_ended(status);
done:
    py_release(&held);
    return result;
}

PyObject *py_look(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *context, *capsule, *numbers, *looked, *result = NULL;
    const char *bytes;
    Py_ssize_t size, given;
    size_t count;
    uint64_t first;
    kr_shelf *shelf = NULL;
    kr_looking looking;
    kr_looked found;
    if (!PyArg_ParseTuple(args, "OOy#O&nOO:look", &context, &capsule, &bytes, &size, py_u64, &first, &given, &numbers,
                          &looked))
        return NULL;
    if (capsule != Py_None && !(shelf = py_shelf_of(capsule))) return NULL;
    if (py_read_bytes(bytes, size, &looking, sizeof looking) < 0 || py_size(given, &count) < 0) return NULL;
    for (int i = 0; i < KR_HIDDEN; i++) {
        const int status = kr_check_task(&looking.task[i]);
        if (status) return py_fail(status), NULL;
    }
    py_holder *h = py_take(context);
    if (!h) return NULL;
    py_buffers held = {0};
    const uint64_t *number = NULL;
    if (numbers != Py_None && !(number = py_copy(&held, numbers, count, sizeof *number, "numbers"))) goto done;
    void *out = py_hold(&held, looked, 1, sizeof found, 1, "looked");
    if (!out) goto done;
    memcpy(&found, out, sizeof found);
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->look(h->ctx, shelf, &looking, first, count, number, &found);
    Py_END_ALLOW_THREADS
    memcpy(out, &found, sizeof found);
    result = py_ended(status);
done:
    py_release(&held);
    py_give_back(h);
    return result;
}

PyObject *py_plan(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *context, *task, *position, *columns[KR_SEATS], *stop, *out, *result = NULL;
    Py_ssize_t given, size;
    size_t memory;
    kr_plans plans = {0};
    uint32_t legal;
    if (!PyArg_ParseTuple(args, "OOOn(OOOO)O&O&nOO:plan", &context, &task, &position, &given, &columns[0], &columns[1],
                          &columns[2], &columns[3], py_u32, &plans.wanted, py_u64, &plans.steps, &size, &stop, &out)
        || py_listed(args, 4) < 0)
        return NULL;
    if (py_read_one(task, position, &plans.task, &plans.position) < 0) return NULL;
    if (py_size(given, &plans.count) < 0 || py_size(size, &memory) < 0) return NULL;
    py_holder *h = py_take(context);
    if (!h) return NULL;
    void *room = NULL;
    py_buffers held = {0};
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (columns[seat] != Py_None
            && !(plans.hand[seat] = py_copy(&held, columns[seat], plans.count, sizeof(uint32_t), "columns")))
            goto done;
    if (stop != Py_None && !(plans.stop = py_hold(&held, stop, 1, 1, 0, "stop"))) goto done;
    int64_t *won = py_hold(&held, out, KR_HAND, sizeof *won, 1, "won");
    if (!won) goto done;
    if (!(room = py_aligned(memory))) {
        PyErr_NoMemory();
        goto done;
    }
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->plan(h->ctx, &plans, room, memory, &legal, won);
    Py_END_ALLOW_THREADS
    result = status ? (py_fail(status), NULL) : PyLong_FromUnsignedLong(legal);
done:
    if (room) py_aligned_free(room);
    py_release(&held);
    py_give_back(h);
    return result;
}
