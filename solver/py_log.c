/* py_log.c - KPN into columns, and what the cards of logged games were worth. */
#include "py.h"
#include "scan.h"

#include <stddef.h>
#include <string.h>

/* A column of a struct of pointers. */
typedef struct column {
    const char *name;
    size_t at, each; /* where its pointer stands, bytes a row */
} column;

#define COLUMNS(list) (sizeof(list) / sizeof *(list))

/* The buffers of a tuple, in the order of a list of columns, into the pointers of `out`; 0 with an error set. */
static int hold_columns(py_buffers *held, PyObject *tuple, const column *list, size_t count, size_t rows, int writable,
                        void *out)
{
    if (!PyTuple_Check(tuple) || (size_t)PyTuple_Size(tuple) != count) {
        PyErr_Format(PyExc_ValueError, "a tuple of %zu columns", count);
        return 0;
    }
    for (size_t i = 0; i < count; i++) {
        void *at = py_hold(held, PyTuple_GetItem(tuple, (Py_ssize_t)i), rows, list[i].each, writable, list[i].name);
        if (!at) return 0;
        memcpy((char *)out + list[i].at, &at, sizeof at);
    }
    return 1;
}

static int bad(const char *what)
{
    PyErr_Format(PyExc_ValueError, "%s of the rules of logs cannot be", what);
    return 0;
}

static int good_shapes(const kr_log_shape *shape, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const kr_log_shape *s = &shape[i];
        if (kr_check_task(&s->task) || (s->other_value && kr_check_task(&s->value)) || s->per < 1) return bad("a shape");
        if (kr_many_parties(&s->task) ? s->task.seek != KR_NONE || s->other_value
                                      : s->task.seek != KR_NONE)
            return bad("a shape");
        if (s->forcing & ~s->task.seats || (s->declarer != KR_NONE && s->declarer > 3)) return bad("a shape");
        if (s->times > 4000000 || s->times < -4000000 || s->made > 100000000 || s->made < -100000000) return bad("a stake");
    }
    return 1;
}

/* Rules from the bytes of games, contracts, shapes and places; 0 with an error set. */
static int read_rules(py_buffers *held, PyObject *tuple, kr_log_rules *out)
{
    PyObject *part[4];
    static const size_t each[4] = {sizeof(kr_log_game), sizeof(kr_log_contract), sizeof(kr_log_shape), sizeof(int16_t)};
    size_t count[4];
    void *data[4];
    if (!PyTuple_Check(tuple)) {
        PyErr_SetString(PyExc_TypeError, "the rules of logs are a tuple");
        return 0;
    }
    if (!PyArg_ParseTuple(tuple, "OOOO", &part[0], &part[1], &part[2], &part[3])) return 0;
    for (int i = 0; i < 4; i++) {
        char *bytes;
        Py_ssize_t size;
        if (PyBytes_AsStringAndSize(part[i], &bytes, &size) < 0) return 0;
        count[i] = (size_t)size / each[i];
        if (!(data[i] = py_copy(held, part[i], count[i], each[i], "rules"))) return 0;
    }
    *out = (kr_log_rules){count[0], count[1], count[2], count[3], data[0], data[1], data[2], data[3]};
    for (size_t i = 0; i < out->games; i++) {
        const kr_log_game *g = &out->game[i];
        if (g->contract > out->contracts || g->contracts > out->contracts - g->contract || g->passed_out > g->contracts
            || g->place > out->places || (size_t)g->contracts * KR_LOG_PLACES > out->places - g->place)
            return bad("a game");
    }
    for (size_t i = 0; i < out->contracts; i++)
        if (!memchr(out->contract[i].id, 0, sizeof out->contract[i].id)) return bad("a contract");
    for (size_t i = 0; i < out->places; i++)
        if (out->place[i] < -1 || (out->place[i] >= 0 && (size_t)out->place[i] >= out->shapes)) return bad("a place");
    return good_shapes(out->shape, out->shapes);
}

#define OF_SCAN(name, type, each) {#name, offsetof(kr_scan, name), (each) * sizeof(type)}
#define OF_LOG(name, type, each) {#name, offsetof(kr_scan_log, name), (each) * sizeof(type)}

static const column of_scan[] = {
    {"n", offsetof(kr_scan, hands), 4},     {"e", offsetof(kr_scan, hands) + sizeof(void *), 4},
    {"s", offsetof(kr_scan, hands) + 2 * sizeof(void *), 4}, {"w", offsetof(kr_scan, hands) + 3 * sizeof(void *), 4},
    OF_SCAN(talon, uint32_t, 1), OF_SCAN(line_of, uint32_t, 1), OF_SCAN(index_of, uint32_t, 1), OF_SCAN(game_of, int8_t, 1),
    OF_SCAN(dealer, int8_t, 1),
};

static const column of_log[] = {
    OF_LOG(contract, int8_t, 1), OF_LOG(second, int8_t, 1), OF_LOG(called, int8_t, 1), OF_LOG(opener, int8_t, 1), OF_LOG(call_end, int32_t, 1),
    OF_LOG(card_end, int32_t, 1), OF_LOG(call, int8_t, KR_LOG_CALLS), OF_LOG(card, int8_t, KR_LOG_CARDS),
    OF_LOG(says, uint8_t, 4), OF_LOG(scored, int8_t, 1), OF_LOG(shape, int16_t, 1), OF_LOG(declarer, int8_t, 1),
    OF_LOG(leader, int8_t, 1), OF_LOG(trump, int8_t, 1), OF_LOG(partner, int8_t, 1), OF_LOG(tricks, uint8_t, 4),
    OF_LOG(points, int16_t, 4), OF_LOG(settlement, int32_t, 4),
};

/* Where the last of some rows ends, each of at most `each`; -1 if it cannot. */
static int32_t end_of(const int32_t *ends, size_t rows, size_t each)
{
    const int32_t end = rows ? ends[rows - 1] : 0;
    return end < 0 || (size_t)end > rows * each ? -1 : end;
}

/* The games that a scan may meet; NULL with an error set if one of them cannot be. */
static const kr_scan_game *read_games(py_buffers *held, PyObject *bytes, size_t *count)
{
    char *data;
    Py_ssize_t size;
    if (PyBytes_AsStringAndSize(bytes, &data, &size) < 0) return NULL;
    *count = (size_t)size / sizeof(kr_scan_game);
    kr_scan_game *games = py_copy(held, bytes, *count, sizeof *games, "games");
    for (size_t i = 0; games && i < *count; i++) {
        const kr_pack *p = &games[i].pack;
        if (memchr(games[i].id, 0, sizeof games[i].id) && p->seats >= 3 && p->seats <= 4 && p->size >= 1
            && p->size <= KR_HAND && p->talon <= 32)
            continue;
        PyErr_Format(PyExc_ValueError, "game %zu cannot be", i);
        return NULL;
    }
    return games;
}

/* The text, the games and the plain columns of a scan; 0 with an error set. */
static int begin(py_buffers *held, PyObject *text, PyObject *games, Py_ssize_t forced, PyObject *plain, size_t room, kr_scan *scan)
{
    if (PyObject_GetBuffer(text, &held->views[0], PyBUF_SIMPLE) < 0) return 0; /* text need not be aligned */
    held->count = 1;
    scan->text = held->views[0].buf;
    scan->size = (size_t)held->views[0].len;
    if (!(scan->game = read_games(held, games, &scan->games))) return 0;
    scan->forced = forced < 0 ? scan->games : (size_t)forced;
    if (scan->at > scan->size || (forced >= 0 && scan->forced >= scan->games)) {
        PyErr_SetString(PyExc_ValueError, "a scan cannot go on from there");
        return 0;
    }
    return hold_columns(held, plain, of_scan, COLUMNS(of_scan), room, 1, scan);
}

/* Scans, and says how many rows there are then and where it ended. */
static PyObject *scanned(kr_scan *scan, size_t rows, size_t room)
{
    size_t end;
    uint32_t end_line;
    Py_BEGIN_ALLOW_THREADS
    rows = kr_scan_plain(scan, rows, room);
    end = scan->at;
    end_line = scan->line;
    if (rows < room) kr_scan_other(scan);
    Py_END_ALLOW_THREADS
    return Py_BuildValue("nnnknk", (Py_ssize_t)rows, (Py_ssize_t)scan->last, (Py_ssize_t)end, (unsigned long)end_line,
                         (Py_ssize_t)scan->at, (unsigned long)scan->line);
}

/* Plain games of KPN into rows; see kr_scan. */
PyObject *py_scan_kpn(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *text, *games, *plain, *ends, *boards, *result = NULL;
    Py_ssize_t at, row, room, forced;
    kr_scan scan = {0};
    size_t n, rows;
    if (!PyArg_ParseTuple(args, "OnO&O&OnnnO!OO:scan_kpn", &text, &at, py_u32, &scan.line, py_u32, &scan.index, &games,
                          &forced, &row, &room, &PyTuple_Type, &plain, &ends, &boards))
        return NULL;
    if (py_size(at, &scan.at) < 0 || py_size(row, &rows) < 0 || py_size(room, &n) < 0) return NULL;
    if (n < rows || n > INT32_MAX / KR_SCAN_BOARD) return py_fail(KR_BAD_BUFFER), NULL;
    py_buffers held = {0};
    if (!begin(&held, text, games, forced, plain, n, &scan)) goto done;
    if (!(scan.board_end = py_hold(&held, ends, n, sizeof *scan.board_end, 1, "ends"))) goto done;
    if (!(scan.boards = py_hold(&held, boards, n, KR_SCAN_BOARD, 1, "boards"))) goto done;
    const int32_t boarded = end_of(scan.board_end, rows, KR_SCAN_BOARD);
    if (boarded < 0) {
        PyErr_SetString(PyExc_ValueError, "a scan cannot go on from there");
        goto done;
    }
    scan.boarded = (size_t)boarded;
    result = scanned(&scan, rows, n);
done:
    py_release(&held);
    return result;
}

/* Whole games of KPN into rows; see kr_scan and kr_scan_log. */
PyObject *py_scan_log(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *text, *games, *rules, *plain, *whole, *ends, *texts, *result = NULL;
    int as_played;
    Py_ssize_t at, row, room, forced;
    kr_scan scan = {0};
    kr_scan_log log = {0};
    size_t n, rows;
    if (!PyArg_ParseTuple(args, "OOnO&O&OOnnnpO!O!O!O!:scan_log", &capsule, &text, &at, py_u32, &scan.line, py_u32,
                          &scan.index, &games, &rules, &forced, &row, &room, &as_played, &PyTuple_Type, &plain, &PyTuple_Type, &whole,
                          &PyTuple_Type, &ends, &PyTuple_Type, &texts))
        return NULL;
    if (py_size(at, &scan.at) < 0 || py_size(row, &rows) < 0 || py_size(room, &n) < 0) return NULL;
    if (n < rows || n > INT32_MAX / KR_LOG_TEXT) return py_fail(KR_BAD_BUFFER), NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    py_buffers held = {0};
    if (!begin(&held, text, games, forced, plain, n, &scan) || !read_rules(&held, rules, &log.rules)) goto done;
    if (!hold_columns(&held, whole, of_log, COLUMNS(of_log), n, 1, &log)) goto done;
    for (size_t i = 0; i < KR_LOG_TEXTS; i++) {
        PyObject *end = PyTuple_GetItem(ends, (Py_ssize_t)i), *of = PyTuple_GetItem(texts, (Py_ssize_t)i);
        if (!end || !of || !(log.text_end[i] = py_hold(&held, end, n, 4, 1, "ends"))) goto done;
        if (!(log.text[i] = py_hold(&held, of, n, KR_LOG_TEXT, 1, "texts"))) goto done;
    }
    int good = log.rules.games == scan.games && (log.calls = end_of(log.call_end, rows, KR_LOG_CALLS)) >= 0;
    good &= (log.cards = end_of(log.card_end, rows, KR_LOG_CARDS)) >= 0;
    for (size_t i = 0; i < KR_LOG_TEXTS; i++) good &= (log.texts[i] = end_of(log.text_end[i], rows, KR_LOG_TEXT)) >= 0;
    if (!good) {
        PyErr_SetString(PyExc_ValueError, "the columns of a scan cannot go on from there");
        goto done;
    }
    log.ctx = h->ctx;
    log.as_played = as_played;
    scan.log = &log;
    result = scanned(&scan, rows, n);
done:
    py_release(&held);
    py_give_back(h);
    return result;
}

#define OF_GAMES(name, type, each) {#name, offsetof(kr_log_judging, name), (each) * sizeof(type)}

static const column judged_rows[] = {
    {"n", offsetof(kr_log_judging, hands), 4}, {"e", offsetof(kr_log_judging, hands) + sizeof(void *), 4},
    {"s", offsetof(kr_log_judging, hands) + 2 * sizeof(void *), 4},
    {"w", offsetof(kr_log_judging, hands) + 3 * sizeof(void *), 4},
    OF_GAMES(shape, int16_t, 1), OF_GAMES(says, uint8_t, 4), OF_GAMES(card_end, int32_t, 1),
};

static const column by_card[] = {
    OF_GAMES(seat, int8_t, 1), OF_GAMES(trick, uint8_t, 1), OF_GAMES(turn, uint8_t, 1), OF_GAMES(before, int32_t, 1), OF_GAMES(after, int32_t, 1), OF_GAMES(said, int32_t, 1),
    OF_GAMES(gained, int32_t, 1), OF_GAMES(mark, int8_t, 1), OF_GAMES(best, uint32_t, 1), OF_GAMES(choice_end, int32_t, 1),
    OF_GAMES(choice, int8_t, KR_HAND), OF_GAMES(worth, int32_t, KR_HAND),
};

static const column by_game[] = {
    OF_GAMES(value, int16_t, 1), OF_GAMES(makeable, int8_t, 1), OF_GAMES(guarantee, int32_t, 4),
    OF_GAMES(payoff, int32_t, 4), OF_GAMES(cost, int32_t, 4),
};

/* Judge checked games; the row at which it stopped. */
PyObject *py_judge_log(PyObject *self, PyObject *args)
{
    (void)self;
    PyObject *capsule, *rules, *games, *card, *cards_out, *games_out, *result = NULL;
    Py_ssize_t rows, cards;
    kr_log_judging judging = {0};
    kr_log_rules of = {0};
    size_t n;
    if (!PyArg_ParseTuple(args, "OOnnO!OO!O!:judge_log", &capsule, &rules, &rows, &cards, &PyTuple_Type, &games, &card,
                          &PyTuple_Type, &cards_out, &PyTuple_Type, &games_out))
        return NULL;
    if (py_size(rows, &judging.rows) < 0 || py_size(cards, &n) < 0) return NULL;
    if (judging.rows > INT32_MAX / KR_LOG_CARDS || n > INT32_MAX) return py_fail(KR_BAD_BUFFER), NULL;
    py_holder *h = py_take(capsule);
    if (!h) return NULL;
    py_buffers held = {0};
    if (!read_rules(&held, rules, &of)) goto done;
    judging.shapes = of.shapes;
    judging.shape_of = of.shape;
    if (!hold_columns(&held, games, judged_rows, COLUMNS(judged_rows), judging.rows, 0, &judging)) goto done;
    const int32_t *ends = py_copy(&held, PyTuple_GetItem(games, 6), judging.rows, sizeof *ends, "ends");
    if (!ends || !(judging.shape = py_copy(&held, PyTuple_GetItem(games, 4), judging.rows, sizeof *judging.shape, "shape")))
        goto done;
    judging.card_end = ends;
    for (size_t i = 0; i < judging.rows; i++)
        if (ends[i] < (i ? ends[i - 1] : 0) || (size_t)ends[i] > n) {
            PyErr_SetString(PyExc_ValueError, "the cards of games must end one behind the other");
            goto done;
        }
    if (!(judging.card = py_hold(&held, card, n, 1, 0, "card"))) goto done;
    if (!hold_columns(&held, cards_out, by_card, COLUMNS(by_card), n, 1, &judging)) goto done;
    if (!hold_columns(&held, games_out, by_game, COLUMNS(by_game), judging.rows, 1, &judging)) goto done;
    size_t reached;
    Py_BEGIN_ALLOW_THREADS
    reached = kr_choose_engine(-1)->log_judge(h->ctx, &judging);
    Py_END_ALLOW_THREADS
    result = PyLong_FromSize_t(reached);
done:
    py_release(&held);
    py_give_back(h);
    return result;
}
