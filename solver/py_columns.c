/* py_columns.c - columns of deals: solving, rows, cards. */
#include "py.h"

#include <stdlib.h>

PyObject *py_solve_batch(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *tasks, *hands[4], *talon, *slot, *values, *row_of, *row_end, *flags, *discard, *status;
    Py_ssize_t deals, wide, asked;
    if (!PyArg_ParseTuple(args, "OOn(OOOO)OOnOnOOOOO:solve_batch", &capsule, &tasks, &deals, &hands[0], &hands[1],
                          &hands[2], &hands[3], &talon, &slot, &wide, &values, &asked, &row_of, &row_end, &flags,
                          &discard, &status)
        || py_listed(args, 3) < 0)
        return NULL;
    size_t n = 0, count, width, rows, cells, flagged;
    if (py_size(deals, &count) < 0 || py_size(wide, &width) < 0 || py_size(asked, &rows) < 0) return NULL;
    if (py_cells(count, width, &cells) < 0 || py_cells(count, rows, &flagged) < 0) return NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    kr_task *task = NULL;
    PyObject *result = NULL;
    if (py_read_tasks(tasks, &task, &n) < 0) {
        py_give_back(h);
        return NULL;
    }
    py_buffers held = {0};
    kr_batch batch = {.tasks = n, .task = task, .width = width, .rows = rows};
    const uint32_t *ends = NULL;
    if (py_hold_deals(&held, hands, talon, count, &batch.deals) < 0) goto done;
    if (!(batch.slot = py_copy(&held, slot, n, sizeof *batch.slot, "slot"))) goto done;
    if (!(batch.values = py_hold(&held, values, cells, sizeof *batch.values, 1, "values"))) goto done;
    if (rows) {
        if (!(batch.row_end = ends = py_copy(&held, row_end, n, sizeof *ends, "row_end"))) goto done;
        batch.pairs = ends[n - 1];
        if (!(batch.row_of = py_copy(&held, row_of, batch.pairs, sizeof *batch.row_of, "row_of"))) goto done;
        if (!(batch.flags = py_hold(&held, flags, flagged, 1, 0, "flags"))) goto done;
    }
    if (discard != Py_None && !(batch.discard = py_hold(&held, discard, cells, sizeof *batch.discard, 1, "discard")))
        goto done;
    if (!(batch.status = py_hold(&held, status, count, 1, 1, "status"))) goto done;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = kr_choose_engine(-1)->solve_batch(h->ctx, &batch);
    Py_END_ALLOW_THREADS
    result = py_ended(code);
done:
    py_release(&held);
    free(task);
    py_give_back(h);
    return result;
}

PyObject *py_misfits(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *hands[4], *talon, *status, *result = NULL;
    const char *pack_bytes;
    Py_ssize_t deals, size;
    size_t count, misfits;
    if (!PyArg_ParseTuple(args, "n(OOOO)Oy#O:misfits", &deals, &hands[0], &hands[1], &hands[2], &hands[3], &talon,
                          &pack_bytes, &size, &status)
        || py_listed(args, 1) < 0)
        return NULL;
    kr_pack pack;
    if (py_size(deals, &count) < 0 || py_read_bytes(pack_bytes, size, &pack, sizeof pack) < 0) return NULL;
    py_buffers held = {0};
    kr_deals columns = {0};
    uint8_t *out;
    if (py_hold_deals(&held, hands, talon, count, &columns) < 0) goto done;
    if (!(out = py_hold(&held, status, count, 1, 1, "status"))) goto done;
    Py_BEGIN_ALLOW_THREADS
    misfits = kr_misfits(&columns, &pack, out);
    Py_END_ALLOW_THREADS
    result = PyLong_FromSize_t(misfits);
done:
    py_release(&held);
    return result;
}

PyObject *py_apply_rows(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *hands[4], *row_bytes, *flags, *deal, *which, *calls, *result = NULL;
    Py_ssize_t deals, size;
    size_t count, cells, reached = 0;
    char *data;
    if (!PyArg_ParseTuple(args, "n(OOOO)OOOOO:apply_rows", &deals, &hands[0], &hands[1], &hands[2], &hands[3],
                          &row_bytes, &flags, &deal, &which, &calls)
        || py_listed(args, 1) < 0)
        return NULL;
    if (PyBytes_AsStringAndSize(row_bytes, &data, &size) < 0) return NULL;
    const size_t rows = (size_t)size / sizeof(kr_row);
    if (py_size(deals, &count) < 0 || py_cells(count, rows, &cells) < 0) return NULL;
    if (cells > INT32_MAX || count > INT32_MAX) return py_fail(KR_BAD_BUFFER), NULL;
    py_buffers held = {0};
    kr_deals columns = {0};
    uint8_t *flag;
    int32_t *deal_of, *row_of;
    uint32_t *cards;
    const kr_row *row = py_copy(&held, row_bytes, rows, sizeof *row, "rows");
    if (!row || py_hold_deals(&held, hands, Py_None, count, &columns) < 0) goto done;
    if (!(flag = py_hold(&held, flags, cells, 1, 1, "flags"))) goto done;
    if (!(deal_of = py_hold(&held, deal, cells, sizeof *deal_of, 1, "deal"))) goto done;
    if (!(row_of = py_hold(&held, which, cells, sizeof *row_of, 1, "which"))) goto done;
    if (!(cards = py_hold(&held, calls, cells, sizeof *cards, 1, "calls"))) goto done;
    Py_BEGIN_ALLOW_THREADS
    kr_apply_rows(&columns, rows, row, flag);
    reached = kr_reached(&columns, rows, row, flag, deal_of, row_of, cards);
    Py_END_ALLOW_THREADS
    result = PyLong_FromSize_t(reached);
done:
    py_release(&held);
    return result;
}

PyObject *py_list_cards(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *masks, *ends, *cards, *result = NULL;
    Py_ssize_t count;
    size_t n, most;
    if (!PyArg_ParseTuple(args, "nOOO:list_cards", &count, &masks, &ends, &cards)) return NULL;
    if (py_size(count, &n) < 0 || py_cells(n, 32, &most) < 0) return NULL;
    if (most > INT32_MAX) return py_fail(KR_BAD_BUFFER), NULL;
    py_buffers held = {0};
    const uint32_t *mask = py_hold(&held, masks, n, sizeof *mask, 0, "masks");
    int32_t *end = mask ? py_hold(&held, ends, n, sizeof *end, 1, "ends") : NULL;
    int8_t *card = end ? py_hold(&held, cards, most, 1, 1, "cards") : NULL;
    if (card) {
        kr_list_cards(n, mask, end, card);
        result = Py_NewRef(Py_None);
    }
    py_release(&held);
    return result;
}

PyObject *py_tally(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *column[5], *asked, *forehand, *group, *figures, *sums, *best, *result = NULL;
    Py_ssize_t rows, deals, groups, contracts;
    size_t cells, seats, most, found = 0;
    kr_tally x = {0};
    if (!PyArg_ParseTuple(args, "n(OOOOO)OnOOnnO&OOO:tally", &rows, &column[0], &column[1], &column[2], &column[3],
                          &column[4], &asked, &deals, &forehand, &group, &groups, &contracts, py_u32, &x.ranked,
                          &figures, &sums, &best)
        || py_listed(args, 1) < 0)
        return NULL;
    x.questions = (size_t)PyBytes_Size(asked) / sizeof *x.asked;
    x.figures = (size_t)PyBytes_Size(figures) / sizeof *x.figure;
    if (PyErr_Occurred() || py_size(rows, &x.rows) < 0 || py_size(deals, &x.deals) < 0) return NULL;
    if (py_size(groups, &x.groups) < 0 || py_size(contracts, &x.contracts) < 0) return NULL;
    if (x.contracts > KR_TALLY_CONTRACTS || x.groups > KR_TALLY_GROUPS || !x.questions)
        return py_fail(KR_BAD_BUFFER), NULL;
    if (py_cells(x.groups * x.contracts * KR_TALLY_SUMS, x.figures, &cells) < 0) return NULL;
    if (py_cells(x.deals, KR_SEATS, &seats) < 0 || py_cells(x.deals, KR_TALLY_BEST, &most) < 0) return NULL;
    py_buffers held = {0};
    if (!(x.asked = py_copy(&held, asked, x.questions, sizeof *x.asked, "asked"))) goto done;
    if (!(x.figure = py_copy(&held, figures, x.figures, sizeof *x.figure, "figures"))) goto done;
    if (!(x.deal = py_hold(&held, column[0], x.rows, sizeof *x.deal, 0, "deal"))) goto done;
    if (!(x.which = py_copy(&held, column[1], x.rows, sizeof *x.which, "which"))) goto done;
    if (!(x.biddable = py_hold(&held, column[2], x.rows, 1, 0, "biddable"))) goto done;
    if (!(x.makeable = py_hold(&held, column[3], x.rows, 1, 0, "makeable"))) goto done;
    if (!(x.pay = py_hold(&held, column[4], x.rows, sizeof *x.pay, 0, "pay"))) goto done;
    if (!(x.forehand = py_hold(&held, forehand, x.deals, 1, 0, "forehand"))) goto done;
    if (group != Py_None && !(x.group = py_copy(&held, group, seats, sizeof *x.group, "group"))) goto done;
    if (!(x.sums = py_hold(&held, sums, cells, sizeof *x.sums, 1, "sums"))) goto done;
    if (!(x.best = py_hold(&held, best, most, sizeof *x.best, 1, "best"))) goto done;
    Py_BEGIN_ALLOW_THREADS
    found = kr_count_tally(&x);
    Py_END_ALLOW_THREADS
    result = PyLong_FromSize_t(found);
done:
    py_release(&held);
    return result;
}
