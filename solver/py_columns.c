/* py_columns.c - columns of deals and files: solving, rows, cards, scanning KPN. */
#include "py.h"
#include "scan.h"

#include <stdlib.h>
#include <string.h>

PyObject *py_solve_batch(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *tasks, *hands[4], *talon, *slot, *values, *row_of, *row_end, *flags, *discard, *status;
    Py_ssize_t deals, width, rows;
    if (!PyArg_ParseTuple(args, "OOn(OOOO)OOnOnOOOOO:solve_batch", &capsule, &tasks, &deals, &hands[0], &hands[1],
                          &hands[2], &hands[3], &talon, &slot, &width, &values, &rows, &row_of, &row_end, &flags,
                          &discard, &status))
        return NULL;
    if (deals < 0 || width < 0 || rows < 0) return py_fail(KR_BAD_BUFFER), NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    kr_task *task = NULL;
    size_t n = 0, count = (size_t)deals, cells = count * (size_t)width;
    PyObject *result = NULL;
    if (py_read_tasks(tasks, &task, &n) < 0) {
        py_give_back(h);
        return NULL;
    }
    py_buffers held = {calloc(12, sizeof(Py_buffer)), 0};
    kr_batch batch = {.tasks = n, .task = task, .width = (size_t)width, .rows = (size_t)rows};
    if (!held.views) {
        PyErr_NoMemory();
        goto done;
    }
    if (py_hold_deals(&held, hands, talon, count, &batch.deals) < 0) goto done;
    if (!(batch.slot = py_hold(&held, slot, 4 * n, 0, "slot"))) goto done;
    if (!(batch.values = py_hold(&held, values, 2 * cells, 1, "values"))) goto done;
    if (rows && !(batch.row_end = py_hold(&held, row_end, 4 * n, 0, "row_end"))) goto done;
    if (rows && !(batch.row_of = py_hold(&held, row_of, 0, 0, "row_of"))) goto done;
    if (rows) batch.pairs = (size_t)held.views[held.count - 1].len / 4;
    if (rows && !(batch.flags = py_hold(&held, flags, count * (size_t)rows, 0, "flags"))) goto done;
    if (discard != Py_None && !(batch.discard = py_hold(&held, discard, 4 * cells, 1, "discard"))) goto done;
    if (!(batch.status = py_hold(&held, status, count, 1, "status"))) goto done;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = kr_choose_engine(-1)->solve_batch(h->ctx, &batch);
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

PyObject *py_apply_rows(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *hands[4], *row_bytes, *flags, *deal, *which, *ends, *calls;
    Py_ssize_t deals;
    if (!PyArg_ParseTuple(args, "n(OOOO)OOOOOO:apply_rows", &deals, &hands[0], &hands[1], &hands[2], &hands[3],
                          &row_bytes, &flags, &deal, &which, &ends, &calls))
        return NULL;
    if (deals < 0) return py_fail(KR_BAD_BUFFER), NULL;
    py_buffers held = {calloc(10, sizeof(Py_buffer)), 0};
    kr_deals columns = {0};
    size_t count = (size_t)deals, reached = 0;
    PyObject *result = NULL;
    if (!held.views) return PyErr_NoMemory();
    const kr_row *row = py_hold(&held, row_bytes, 0, 0, "rows");
    if (!row || py_hold_deals(&held, hands, Py_None, count, &columns) < 0) goto done;
    size_t rows = (size_t)held.views[0].len / sizeof(kr_row), cells = rows * count;
    uint8_t *flag;
    int32_t *deal_of, *row_of, *end;
    int8_t *card;
    if (!(flag = py_hold(&held, flags, cells, 1, "flags"))) goto done;
    if (!(deal_of = py_hold(&held, deal, 4 * cells, 1, "deal"))) goto done;
    if (!(row_of = py_hold(&held, which, 4 * cells, 1, "which"))) goto done;
    if (!(end = py_hold(&held, ends, 4 * cells, 1, "ends"))) goto done;
    if (!(card = py_hold(&held, calls, 8 * cells, 1, "calls"))) goto done;
    Py_BEGIN_ALLOW_THREADS
    kr_apply_rows(&columns, rows, row, flag);
    reached = kr_reached(&columns, rows, row, flag, deal_of, row_of, end, card);
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
    if (!PyArg_ParseTuple(args, "nOOO:list_cards", &count, &masks, &ends, &cards)) return NULL;
    if (count < 0) return py_fail(KR_BAD_BUFFER), NULL;
    py_buffers held = {calloc(3, sizeof(Py_buffer)), 0};
    if (!held.views) return PyErr_NoMemory();
    size_t n = (size_t)count;
    const uint32_t *mask = py_hold(&held, masks, 4 * n, 0, "masks");
    int32_t *end = mask ? py_hold(&held, ends, 4 * n, 1, "ends") : NULL;
    int8_t *card = end ? py_hold(&held, cards, 32 * n, 1, "cards") : NULL;
    if (card) {
        kr_list_cards(n, mask, end, card);
        result = Py_NewRef(Py_None);
    }
    py_release(&held);
    return result;
}

/* Columns of a scan; see kr_scan. */
PyObject *py_scan_kpn(PyObject *self, PyObject *args)
{
    (void)self;
    static const char *const names[6] = {"n", "e", "s", "w", "talon", "line"};
    PyObject *text, *games, *columns[6], *index, *ends, *game, *dealer, *boards;
    Py_ssize_t at, row, room, forced;
    unsigned long line, first;
    if (!PyArg_ParseTuple(args, "OnkkOnnn(OOOOOO)OOOOO:scan_kpn", &text, &at, &line, &first, &games, &forced, &row,
                          &room, &columns[0], &columns[1], &columns[2], &columns[3], &columns[4], &columns[5], &index,
                          &ends, &game, &dealer, &boards))
        return NULL;
    if (at < 0 || row < 0 || room < row) return py_fail(KR_BAD_BUFFER), NULL;
    py_buffers held = {calloc(13, sizeof(Py_buffer)), 0};
    kr_scan scan = {.at = (size_t)at, .line = (uint32_t)line, .index = (uint32_t)first};
    size_t n = (size_t)room, behind = (size_t)row;
    uint32_t *out[6];
    PyObject *result = NULL;
    if (!held.views) return PyErr_NoMemory();
    if (PyObject_GetBuffer(text, &held.views[0], PyBUF_SIMPLE) < 0) goto done; /* text need not be aligned */
    held.count = 1;
    scan.text = held.views[0].buf;
    scan.size = (size_t)held.views[0].len;
    if (!(scan.game = py_hold(&held, games, 0, 0, "games"))) goto done;
    scan.games = (size_t)held.views[1].len / sizeof(kr_scan_game);
    scan.forced = forced < 0 ? scan.games : (size_t)forced;
    for (int i = 0; i < 6; i++)
        if (!(out[i] = py_hold(&held, columns[i], 4 * n, 1, names[i]))) goto done;
    memcpy(scan.hands, out, sizeof scan.hands);
    scan.talon = out[4];
    scan.line_of = out[5];
    if (!(scan.index_of = py_hold(&held, index, 4 * n, 1, "index"))) goto done;
    if (!(scan.board_end = py_hold(&held, ends, 4 * n, 1, "ends"))) goto done;
    if (!(scan.game_of = py_hold(&held, game, n, 1, "game"))) goto done;
    if (!(scan.dealer = py_hold(&held, dealer, n, 1, "dealer"))) goto done;
    if (!(scan.boards = py_hold(&held, boards, KR_SCAN_BOARD * n, 1, "boards"))) goto done;
    size_t end;
    uint32_t end_line;
    Py_BEGIN_ALLOW_THREADS
    behind = kr_scan_plain(&scan, behind, n);
    end = scan.at;
    end_line = scan.line;
    if (behind < n) kr_scan_other(&scan);
    Py_END_ALLOW_THREADS
    result = Py_BuildValue("nnnknk", (Py_ssize_t)behind, (Py_ssize_t)scan.last, (Py_ssize_t)end,
                           (unsigned long)end_line, (Py_ssize_t)scan.at, (unsigned long)scan.line);
done:
    py_release(&held);
    return result;
}
