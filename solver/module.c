/* module.c - the Python face of the core: buffers and bytes in, buffers out (limited API). */
#ifndef Py_LIMITED_API
#define Py_LIMITED_API 0x030B0000
#endif
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "kr.h"
#include "scan.h"

#define CAPSULE "kranalyze._core.context"
#define SHELF "kranalyze._core.shelf"

/* A context and whether a thread is using it. */
typedef struct holder {
    atomic_flag busy;
    kr_ctx *ctx;
} holder;

static void holder_free(PyObject *capsule)
{
    holder *h = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!h) return;
    free(h->ctx);
    free(h);
}

static PyObject *context(PyObject *self, PyObject *args)
{
    (void)self;
    int big = 0;
    if (!PyArg_ParseTuple(args, "|p:context", &big)) return NULL;
    holder *h = malloc(sizeof *h);
    if (!h) return PyErr_NoMemory();
    h->ctx = aligned_alloc(64, (kr_ctx_size(big) + 63) & ~(size_t)63);
    if (!h->ctx) {
        free(h);
        return PyErr_NoMemory();
    }
    kr_ctx_init(h->ctx, big);
    atomic_flag_clear(&h->busy);
    PyObject *capsule = PyCapsule_New(h, CAPSULE, holder_free);
    if (!capsule) {
        free(h->ctx);
        free(h);
    }
    return capsule;
}

/* The holder of a capsule, taken for this call. */
static holder *take(PyObject *capsule)
{
    holder *h = PyCapsule_GetPointer(capsule, CAPSULE);
    if (!h) return NULL;
    if (atomic_flag_test_and_set(&h->busy)) {
        PyErr_SetString(PyExc_RuntimeError, "this context is in use by another thread");
        return NULL;
    }
    return h;
}

static void give_back(holder *h) { atomic_flag_clear(&h->busy); }

static int fail(int status)
{
    PyErr_SetString(PyExc_ValueError, kr_status_text(status));
    return -1;
}

/* A contiguous buffer of at least `bytes` bytes. */
static int get_buffer(PyObject *object, Py_buffer *view, size_t bytes, int writable, const char *name)
{
    if (PyObject_GetBuffer(object, view, writable ? PyBUF_WRITABLE : PyBUF_SIMPLE) < 0) return -1;
    if ((size_t)view->len >= bytes && (uintptr_t)view->buf % 4 == 0) return 0;
    PyErr_Format(PyExc_ValueError, "buffer %s has %zd bytes, %zu are needed, aligned to 4", name, view->len, bytes);
    PyBuffer_Release(view);
    return -1;
}

/* All buffers of one call, released together. */
typedef struct buffers {
    Py_buffer *views;
    size_t count;
} buffers;

static void *hold(buffers *b, PyObject *object, size_t bytes, int writable, const char *name)
{
    if (get_buffer(object, &b->views[b->count], bytes, writable, name) < 0) return NULL;
    /* An empty buffer may have no address; anything but NULL will do. */
    void *address = b->views[b->count].buf;
    b->count++;
    return address ? address : (void *)b;
}

static void release(buffers *b)
{
    for (size_t i = 0; i < b->count; i++) PyBuffer_Release(&b->views[i]);
    free(b->views);
}

static int read_tasks(PyObject *bytes, kr_task **out, size_t *count)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0) return -1;
    if (size == 0 || (size_t)size % sizeof(kr_task) || (size_t)size / sizeof(kr_task) > KR_MAX_TASKS) {
        PyErr_Format(PyExc_ValueError, "tasks: %zd bytes are not 1 to %d tasks of %zu", size, KR_MAX_TASKS, sizeof(kr_task));
        return -1;
    }
    *count = (size_t)size / sizeof(kr_task);
    *out = malloc((size_t)size);
    if (!*out) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(*out, data, (size_t)size);
    for (size_t i = 0; i < *count; i++)
        if (kr_check_task(&(*out)[i])) {
            PyErr_Format(PyExc_ValueError, "task %zu: %s", i, kr_status_text(KR_BAD_TASK));
            free(*out);
            return -1;
        }
    return 0;
}

/* Four hands and the talon (or None) of `count` deals. */
static int hold_deals(buffers *b, PyObject *const hands[4], PyObject *talon, size_t count, kr_deals *out)
{
    static const char *const names[4] = {"n", "e", "s", "w"};
    out->count = count;
    for (int s = 0; s < 4; s++)
        if (!(out->hands[s] = hold(b, hands[s], 4 * count, 0, names[s]))) return -1;
    return talon != Py_None && !(out->talon = hold(b, talon, 4 * count, 0, "talon")) ? -1 : 0;
}

static PyObject *solve_batch(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *tasks, *hands[4], *talon, *slot, *values, *row_of, *row_end, *flags, *discard, *status;
    Py_ssize_t deals, width, rows;
    if (!PyArg_ParseTuple(args, "OOn(OOOO)OOnOnOOOOO:solve_batch", &capsule, &tasks, &deals, &hands[0], &hands[1],
                          &hands[2], &hands[3], &talon, &slot, &width, &values, &rows, &row_of, &row_end, &flags, &discard,
                          &status))
        return NULL;
    if (deals < 0 || width < 0 || rows < 0) return fail(KR_BAD_BUFFER), NULL;
    holder *h = take(capsule);
    if (!h) return NULL;
    kr_task *task = NULL;
    size_t n = 0, count = (size_t)deals, cells = count * (size_t)width;
    PyObject *result = NULL;
    if (read_tasks(tasks, &task, &n) < 0) {
        give_back(h);
        return NULL;
    }
    buffers held = {calloc(12, sizeof(Py_buffer)), 0};
    kr_batch batch = {.tasks = n, .task = task, .width = (size_t)width, .rows = (size_t)rows};
    if (!held.views) {
        PyErr_NoMemory();
        goto done;
    }
    if (hold_deals(&held, hands, talon, count, &batch.deals) < 0) goto done;
    if (!(batch.slot = hold(&held, slot, 4 * n, 0, "slot"))) goto done;
    if (!(batch.values = hold(&held, values, 2 * cells, 1, "values"))) goto done;
    if (rows && !(batch.row_end = hold(&held, row_end, 4 * n, 0, "row_end"))) goto done;
    if (rows && !(batch.row_of = hold(&held, row_of, 0, 0, "row_of"))) goto done;
    if (rows) batch.pairs = (size_t)held.views[held.count - 1].len / 4;
    if (rows && !(batch.flags = hold(&held, flags, count * (size_t)rows, 0, "flags"))) goto done;
    if (discard != Py_None && !(batch.discard = hold(&held, discard, 4 * cells, 1, "discard"))) goto done;
    if (!(batch.status = hold(&held, status, count, 1, "status"))) goto done;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = kr_choose_engine(-1)->solve_batch(h->ctx, &batch);
    Py_END_ALLOW_THREADS
    if (code)
        fail(code);
    else
        result = Py_NewRef(Py_None);
done:
    release(&held);
    free(task);
    give_back(h);
    return result;
}

static PyObject *apply_rows(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *hands[4], *row_bytes, *flags, *deal, *which, *ends, *calls;
    Py_ssize_t deals;
    if (!PyArg_ParseTuple(args, "n(OOOO)OOOOOO:apply_rows", &deals, &hands[0], &hands[1], &hands[2], &hands[3],
                          &row_bytes, &flags, &deal, &which, &ends, &calls))
        return NULL;
    if (deals < 0) return fail(KR_BAD_BUFFER), NULL;
    buffers held = {calloc(10, sizeof(Py_buffer)), 0};
    kr_deals columns = {0};
    size_t count = (size_t)deals, reached = 0;
    PyObject *result = NULL;
    if (!held.views) return PyErr_NoMemory();
    const kr_row *row = hold(&held, row_bytes, 0, 0, "rows");
    if (!row || hold_deals(&held, hands, Py_None, count, &columns) < 0) goto done;
    size_t rows = (size_t)held.views[0].len / sizeof(kr_row), cells = rows * count;
    uint8_t *flag;
    int32_t *deal_of, *row_of, *end;
    int8_t *card;
    if (!(flag = hold(&held, flags, cells, 1, "flags"))) goto done;
    if (!(deal_of = hold(&held, deal, 4 * cells, 1, "deal"))) goto done;
    if (!(row_of = hold(&held, which, 4 * cells, 1, "which"))) goto done;
    if (!(end = hold(&held, ends, 4 * cells, 1, "ends"))) goto done;
    if (!(card = hold(&held, calls, 8 * cells, 1, "calls"))) goto done;
    Py_BEGIN_ALLOW_THREADS
    kr_apply_rows(&columns, rows, row, flag);
    reached = kr_reached(&columns, rows, row, flag, deal_of, row_of, end, card);
    Py_END_ALLOW_THREADS
    result = PyLong_FromSize_t(reached);
done:
    release(&held);
    return result;
}

static PyObject *list_cards(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *masks, *ends, *cards, *result = NULL;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "nOOO:list_cards", &count, &masks, &ends, &cards)) return NULL;
    if (count < 0) return fail(KR_BAD_BUFFER), NULL;
    buffers held = {calloc(3, sizeof(Py_buffer)), 0};
    if (!held.views) return PyErr_NoMemory();
    size_t n = (size_t)count;
    const uint32_t *mask = hold(&held, masks, 4 * n, 0, "masks");
    int32_t *end = mask ? hold(&held, ends, 4 * n, 1, "ends") : NULL;
    int8_t *card = end ? hold(&held, cards, 32 * n, 1, "cards") : NULL;
    if (card) {
        kr_list_cards(n, mask, end, card);
        result = Py_NewRef(Py_None);
    }
    release(&held);
    return result;
}

static PyObject *solve_positions(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *tasks, *which, *positions, *values, *legal, *cards, *status;
    Py_ssize_t count;
    if (!PyArg_ParseTuple(args, "OOnOOOOOO:solve_positions", &capsule, &tasks, &count, &which, &positions, &values,
                          &legal, &cards, &status))
        return NULL;
    if (count < 0) return fail(KR_BAD_BUFFER), NULL;
    holder *h = take(capsule);
    if (!h) return NULL;
    kr_task *task = NULL;
    size_t n = 0, size = (size_t)count;
    PyObject *result = NULL;
    if (read_tasks(tasks, &task, &n) < 0) {
        give_back(h);
        return NULL;
    }
    buffers held = {calloc(6, sizeof(Py_buffer)), 0};
    kr_positions batch = {.count = size, .tasks = n, .task = task};
    if (!held.views) {
        PyErr_NoMemory();
        goto done;
    }
    if (!(batch.which = hold(&held, which, 4 * size, 0, "which"))) goto done;
    if (!(batch.position = hold(&held, positions, size * sizeof(kr_position), 0, "positions"))) goto done;
    if (!(batch.values = hold(&held, values, 8 * size, 1, "values"))) goto done;
    if (cards != Py_None) {
        if (!(batch.legal = hold(&held, legal, 4 * size, 1, "legal"))) goto done;
        if (!(batch.cards = hold(&held, cards, 16 * size, 1, "cards"))) goto done;
    }
    if (!(batch.status = hold(&held, status, size, 1, "status"))) goto done;
    int code;
    Py_BEGIN_ALLOW_THREADS
    code = kr_choose_engine(-1)->solve_positions(h->ctx, &batch);
    Py_END_ALLOW_THREADS
    if (code)
        fail(code);
    else
        result = Py_NewRef(Py_None);
done:
    release(&held);
    free(task);
    give_back(h);
    return result;
}

/* One task and, if `at` is not NULL, one position from bytes. */
static int read_one(PyObject *task_bytes, PyObject *position_bytes, kr_task *task, kr_position *at)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(task_bytes, &data, &size) < 0) return -1;
    if (size != sizeof *task) return fail(KR_BAD_TASK);
    memcpy(task, data, sizeof *task);
    if (kr_check_task(task)) return fail(KR_BAD_TASK);
    if (!at) return 0;
    if (PyBytes_AsStringAndSize(position_bytes, &data, &size) < 0) return -1;
    if (size != sizeof *at) return fail(KR_BAD_FACTS);
    memcpy(at, data, sizeof *at);
    return 0;
}

static PyObject *start(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes;
    unsigned long n, e, s, w;
    kr_task task;
    kr_position at;
    if (!PyArg_ParseTuple(args, "O(kkkk):start", &task_bytes, &n, &e, &s, &w)) return NULL;
    if (read_one(task_bytes, NULL, &task, NULL) < 0) return NULL;
    const uint32_t hands[4] = {(uint32_t)n, (uint32_t)e, (uint32_t)s, (uint32_t)w};
    kr_start(&task, hands, &at);
    return PyBytes_FromStringAndSize((const char *)&at, sizeof at);
}

static PyObject *play(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes, *at_bytes;
    int card, announce = 0;
    kr_task task;
    kr_position at;
    if (!PyArg_ParseTuple(args, "OOi|i:play", &task_bytes, &at_bytes, &card, &announce)) return NULL;
    if (read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    int status = kr_play(&task, &at, card, announce);
    if (status) return fail(status), NULL;
    return PyBytes_FromStringAndSize((const char *)&at, sizeof at);
}

static PyObject *moves(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes, *at_bytes;
    kr_task task;
    kr_position at;
    uint32_t legal;
    if (!PyArg_ParseTuple(args, "OO:moves", &task_bytes, &at_bytes)) return NULL;
    if (read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    int status = kr_moves(&task, &at, &legal);
    if (status) return fail(status), NULL;
    return PyLong_FromUnsignedLong(legal);
}

static PyObject *perft(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes, *at_bytes;
    int depth;
    kr_task task;
    kr_position at;
    uint64_t count;
    if (!PyArg_ParseTuple(args, "OOi:perft", &task_bytes, &at_bytes, &depth)) return NULL;
    if (read_one(task_bytes, at_bytes, &task, &at) < 0) return NULL;
    if (depth < 0) return fail(KR_BAD_FACTS), NULL;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_perft(&task, &at, depth, &count);
    Py_END_ALLOW_THREADS
    if (status) return fail(status), NULL;
    return PyLong_FromUnsignedLongLong(count);
}

static PyObject *nodes(PyObject *self, PyObject *capsule)
{
    (void)self;
    holder *h = take(capsule);
    if (!h) return NULL;
    PyObject *count = PyLong_FromUnsignedLongLong(kr_ctx_nodes(h->ctx));
    give_back(h);
    return count;
}

static PyObject *status_text(PyObject *self, PyObject *args)
{
    (void)self;
    int status;
    if (!PyArg_ParseTuple(args, "i:status_text", &status)) return NULL;
    return PyUnicode_FromString(kr_status_text(status));
}

static PyObject *count_layouts(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *task_bytes;
    unsigned long hand, given[3], rest;
    kr_task task;
    uint64_t counts[2];
    if (!PyArg_ParseTuple(args, "Ok(kkk)k:count_layouts", &task_bytes, &hand, &given[0], &given[1], &given[2], &rest))
        return NULL;
    if (read_one(task_bytes, NULL, &task, NULL) < 0) return NULL;
    const uint32_t held[3] = {(uint32_t)given[0], (uint32_t)given[1], (uint32_t)given[2]};
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_guards_count(&task, (uint32_t)hand, held, (uint32_t)rest, counts);
    Py_END_ALLOW_THREADS
    if (status) return fail(status), NULL;
    return Py_BuildValue("KK", (unsigned long long)counts[0], (unsigned long long)counts[1]);
}

static void shelf_free(PyObject *capsule) { free(PyCapsule_GetPointer(capsule, SHELF)); }

static PyObject *shelf(PyObject *self, PyObject *args)
{
    (void)self;
    int bits;
    if (!PyArg_ParseTuple(args, "i:shelf", &bits)) return NULL;
    if (bits < 4 || bits > 28) return fail(KR_BAD_BUFFER), NULL;
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
    if (size != sizeof out->strength) return fail(KR_BAD_TASK);
    memcpy(out->strength, strengths, sizeof out->strength);
    for (size_t i = 0; i < sizeof out->strength; i++)
        if (((uint8_t)strengths[i]) > 7) return fail(KR_BAD_TASK);
    out->hand = (uint32_t)hand;
    out->tens = (uint32_t)tens;
    out->rest = (uint32_t)rest;
    for (int i = 0; i < 3; i++) out->given[i] = (uint32_t)given[i];
    return 0;
}

static PyObject *layouts(PyObject *self, PyObject *args)
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
    if (get_buffer(counts, &view, sizeof found, 1, "counts") < 0) return NULL;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->layouts(kept, &run, found);
    Py_END_ALLOW_THREADS
    memcpy(view.buf, found, sizeof found);
    PyBuffer_Release(&view);
    if (status) return fail(status), NULL;
    Py_RETURN_NONE;
}

static PyObject *layout_columns(PyObject *self, PyObject *args)
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
    if (count < 0) return fail(KR_BAD_BUFFER), NULL;
    buffers held = {calloc(4, sizeof(Py_buffer)), 0};
    if (!held.views) return PyErr_NoMemory();
    const uint32_t *others[3];
    uint64_t found[KR_LAYOUT_COUNTS] = {0};
    void *out;
    for (int i = 0; i < 3; i++)
        if (!(others[i] = hold(&held, columns[i], 4 * (size_t)count, 0, "others"))) goto done;
    if (!(out = hold(&held, counts, sizeof found, 1, "counts"))) goto done;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_choose_engine(-1)->layout_columns(kept, &run, (size_t)count, others, found);
    Py_END_ALLOW_THREADS
    memcpy(out, found, sizeof found);
    if (status)
        fail(status);
    else
        result = Py_NewRef(Py_None);
done:
    release(&held);
    return result;
}

static PyObject *fill(PyObject *self, PyObject *args)
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
    if (size != KR_OWNERS || count < 0) return fail(KR_BAD_BUFFER), NULL;
    memcpy(filling.places, places, KR_OWNERS);
    for (int i = 0; i < KR_OWNERS; i++) filling.given[i] = (uint32_t)given[i];
    filling.cards = (uint32_t)cards;
    buffers held = {calloc(KR_OWNERS, sizeof(Py_buffer)), 0};
    if (!held.views) return PyErr_NoMemory();
    uint32_t *out[KR_OWNERS];
    for (int i = 0; i < KR_OWNERS; i++)
        if (!(out[i] = hold(&held, columns[i], 4 * (size_t)count, 1, "columns"))) goto done;
    int status;
    Py_BEGIN_ALLOW_THREADS
    status = kr_deal_out(&filling, first, (size_t)count, out);
    Py_END_ALLOW_THREADS
    if (status)
        fail(status);
    else
        result = Py_NewRef(Py_None);
done:
    release(&held);
    return result;
}

/* Columns of a scan; see kr_scan. */
static PyObject *scan_kpn(PyObject *self, PyObject *args)
{
    (void)self;
    static const char *const names[6] = {"n", "e", "s", "w", "talon", "line"};
    PyObject *text, *games, *columns[6], *index, *ends, *game, *dealer, *boards;
    Py_ssize_t at, row, room, forced;
    unsigned long line, first;
    if (!PyArg_ParseTuple(args, "OnkkOnnn(OOOOOO)OOOOO:scan_kpn", &text, &at, &line, &first, &games, &forced, &row, &room,
                          &columns[0], &columns[1], &columns[2], &columns[3], &columns[4], &columns[5], &index, &ends,
                          &game, &dealer, &boards))
        return NULL;
    if (at < 0 || row < 0 || room < row) return fail(KR_BAD_BUFFER), NULL;
    buffers held = {calloc(13, sizeof(Py_buffer)), 0};
    kr_scan scan = {.at = (size_t)at, .line = (uint32_t)line, .index = (uint32_t)first};
    size_t n = (size_t)room, behind = (size_t)row;
    uint32_t *out[6];
    PyObject *result = NULL;
    if (!held.views) return PyErr_NoMemory();
    if (PyObject_GetBuffer(text, &held.views[0], PyBUF_SIMPLE) < 0) goto done; /* text need not be aligned */
    held.count = 1;
    scan.text = held.views[0].buf;
    scan.size = (size_t)held.views[0].len;
    if (!(scan.game = hold(&held, games, 0, 0, "games"))) goto done;
    scan.games = (size_t)held.views[1].len / sizeof(kr_scan_game);
    scan.forced = forced < 0 ? scan.games : (size_t)forced;
    for (int i = 0; i < 6; i++)
        if (!(out[i] = hold(&held, columns[i], 4 * n, 1, names[i]))) goto done;
    memcpy(scan.hands, out, sizeof scan.hands);
    scan.talon = out[4];
    scan.line_of = out[5];
    if (!(scan.index_of = hold(&held, index, 4 * n, 1, "index"))) goto done;
    if (!(scan.board_end = hold(&held, ends, 4 * n, 1, "ends"))) goto done;
    if (!(scan.game_of = hold(&held, game, n, 1, "game"))) goto done;
    if (!(scan.dealer = hold(&held, dealer, n, 1, "dealer"))) goto done;
    if (!(scan.boards = hold(&held, boards, KR_SCAN_BOARD * n, 1, "boards"))) goto done;
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
    release(&held);
    return result;
}

static PyMethodDef methods[] = {
    {"context", context, METH_VARARGS, "context(big=False): a search context, to be used by one thread at a time."},
    {"solve_batch", solve_batch, METH_VARARGS,
     "solve_batch(context, tasks, deals, (n, e, s, w), talon, slot, width, values, rows, row_of, row_end, flags, "
     "discard, status): columns of deals."},
    {"apply_rows", apply_rows, METH_VARARGS,
     "apply_rows(deals, (n, e, s, w), rows, flags, deal, which, ends, calls): the rows that deals reach, counted."},
    {"list_cards", list_cards, METH_VARARGS, "list_cards(count, masks, ends, cards): the cards of each mask."},
    {"solve_positions", solve_positions, METH_VARARGS,
     "solve_positions(context, tasks, count, which, positions, values, legal, cards, status): many positions."},
    {"start", start, METH_VARARGS, "start(task, (n, e, s, w)): the position before the first card."},
    {"play", play, METH_VARARGS, "play(task, position, card, announce=0): the position after a card."},
    {"moves", moves, METH_VARARGS, "moves(task, position): mask of the legal cards."},
    {"perft", perft, METH_VARARGS, "perft(task, position, depth): number of sequences of legal cards."},
    {"count_layouts", count_layouts, METH_VARARGS,
     "count_layouts(task, hand, given, rest): layouts in which the lone leader takes all tricks, and all but the last."},
    {"shelf", shelf, METH_VARARGS, "shelf(bits): a shelf of positions for layouts(), shared by threads."},
    {"layouts", layouts, METH_VARARGS,
     "layouts(shelf, strengths, hand, tens, given, rest, first, end, counts): a run of layouts, counted."},
    {"layout_columns", layout_columns, METH_VARARGS,
     "layout_columns(shelf, strengths, hand, tens, count, others, counts): the same for layouts in columns."},
    {"fill", fill, METH_VARARGS, "fill(places, given, cards, first, count, columns): ways to hand out cards, numbered."},
    {"status_text", status_text, METH_VARARGS, "status_text(status): a status in words."},
    {"nodes", nodes, METH_O, "nodes(context): positions searched so far."},
    {"scan_kpn", scan_kpn, METH_VARARGS,
     "scan_kpn(text, at, line, index, games, forced, row, room, (n, e, s, w, talon, lines), indices, ends, game, dealer, "
     "boards): plain games into rows; (row behind them, place of the last one, place and line behind them, place and "
     "line behind what is not plain)."},
    {NULL, NULL, 0, NULL},
};

static int exec_module(PyObject *module)
{
    if (PyModule_AddStringConstant(module, "ENGINE", kr_choose_engine(-1)->name) < 0) return -1;
    if (PyModule_AddIntConstant(module, "TASK_SIZE", sizeof(kr_task)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LAYOUT_COUNTS", KR_LAYOUT_COUNTS) < 0) return -1;
    if (PyModule_AddIntConstant(module, "SCAN_BOARD", KR_SCAN_BOARD) < 0) return -1;
    if (PyModule_AddIntConstant(module, "SCAN_GAME_SIZE", sizeof(kr_scan_game)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "ROW_SIZE", sizeof(kr_row)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "POSITION_SIZE", sizeof(kr_position)) < 0) return -1;
    return PyModule_AddIntConstant(module, "UNKNOWN", KR_UNKNOWN);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)exec_module},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "_core", "The double-dummy core.", 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__core(void) { return PyModuleDef_Init(&definition); }
