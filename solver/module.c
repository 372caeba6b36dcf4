/* module.c - the Python face of the core: what it offers, and its constants. */
#include "py.h"
#include "scan.h"

static PyObject *status_text(PyObject *self, PyObject *args)
{
    (void)self;
    int status;
    if (!PyArg_ParseTuple(args, "i:status_text", &status)) return NULL;
    return PyUnicode_FromString(kr_status_text(status));
}

static PyMethodDef methods[] = {
    {"context", py_context, METH_VARARGS, "context(): a search context, to be used by one thread at a time."},
    {"solve_batch", py_solve_batch, METH_VARARGS,
     "solve_batch(context, tasks, deals, (n, e, s, w), talon, slot, width, values, rows, row_of, row_end, flags, "
     "discard, status): columns of deals."},
    {"misfits", py_misfits, METH_VARARGS,
     "misfits(deals, (n, e, s, w), talon, pack, status): deals that are not of the pack, counted."},
    {"apply_rows", py_apply_rows, METH_VARARGS,
     "apply_rows(deals, (n, e, s, w), rows, flags, deal, which, calls): the rows that deals reach, counted."},
    {"list_cards", py_list_cards, METH_VARARGS, "list_cards(count, masks, ends, cards): the cards of each mask."},
    {"tally", py_tally, METH_VARARGS,
     "tally(rows, (deal, which, biddable, makeable, pay), asked, deals, forehand, group, groups, contracts, ranked, "
     "figures, sums, best): what can be made on deals, added to sums; how many are the best."},
    {"solve_positions", py_solve_positions, METH_VARARGS,
     "solve_positions(context, tasks, count, which, positions, values, legal, cards, status): many positions."},
    {"start", py_start, METH_VARARGS, "start(task, (n, e, s, w)): the position before the first card."},
    {"play", py_play, METH_VARARGS, "play(task, position, card, announce=0): the position after a card."},
    {"decided", py_decided, METH_VARARGS, "decided(task, position): whether play stops here."},
    {"worths", py_worths, METH_VARARGS,
     "worths(context, task, position): mask of the legal cards, int16 values by card."},
    {"line", py_line, METH_VARARGS, "line(context, task, position): best play to the end, 8 bytes an act."},
    {"moves", py_moves, METH_VARARGS, "moves(task, position): mask of the legal cards."},
    {"perft", py_perft, METH_VARARGS, "perft(task, position, depth): number of sequences of legal cards."},
    {"count_layouts", py_count_layouts, METH_VARARGS,
     "count_layouts(task, hand, given, rest): layouts in which the lone leader takes all tricks, and all but the "
     "last."},
    {"guards_fit", py_guards_fit, METH_O, "guards_fit(task): whether count_layouts() answers a task."},
    {"walk_fits", py_walk_fits, METH_O, "walk_fits(task): whether layout_columns() answers a task."},
    {"shelf", py_shelf, METH_VARARGS, "shelf(bits): a shelf of positions for layout_columns(), shared by threads."},
    {"layout_columns", py_layout_columns, METH_VARARGS,
     "layout_columns(shelf, strengths, hand, tens, count, others, counts): what is made of layouts in columns."},
    {"fill", py_fill, METH_VARARGS,
     "fill(places, given, cards, first, count, columns, seed=None): ways to hand out cards, numbered or random."},
    {"hidden_count", py_hidden_count, METH_VARARGS, "hidden_count(hidden): the number of layouts."},
    {"hidden_out", py_hidden_out, METH_VARARGS,
     "hidden_out(hidden, count, numbers, columns): the layouts of some numbers, a column for each place."},
    {"look", py_look, METH_VARARGS,
     "look(context, shelf, looking, first, count, numbers, looked): what cards are worth in layouts, added up."},
    {"plan", py_plan, METH_VARARGS,
     "plan(context, task, position, count, columns, wanted, steps, memory, stop, won): the most layouts that one plan "
     "wins after each card; the legal cards."},
    {"status_text", status_text, METH_VARARGS, "status_text(status): a status in words."},
    {"nodes", py_nodes, METH_O, "nodes(context): positions searched so far."},
    {"scan_kpn", py_scan_kpn, METH_VARARGS,
     "scan_kpn(text, at, line, index, games, forced, row, room, (n, e, s, w, talon, lines), indices, ends, game, "
     "dealer, boards): plain games into rows; (row behind them, place of the last one, place and line behind them, "
     "place and line behind what is not plain)."},
    {"scan_log", py_scan_log, METH_VARARGS,
     "scan_log(context, text, at, line, index, games, rules, forced, row, room, as played, columns, columns of whole games, ends, "
     "texts): ordinary games into rows; what scan_kpn() says."},
    {"judge_log", py_judge_log, METH_VARARGS,
     "judge_log(context, rules, rows, cards, games, cards played, columns by card, columns by game): what every card "
     "was worth; the row at which it stopped."},
    {NULL, NULL, 0, NULL},
};

static int exec_module(PyObject *module)
{
    if (PyModule_AddStringConstant(module, "ENGINE", kr_choose_engine(-1)->name) < 0) return -1;
    if (PyModule_AddIntConstant(module, "MANY_PARTIES", KR_MANY_PARTIES) < 0) return -1;
    if (PyModule_AddIntConstant(module, "TASK_SIZE", sizeof(kr_task)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LAYOUT_COUNTS", KR_LAYOUT_COUNTS) < 0) return -1;
    if (PyModule_AddIntConstant(module, "SCAN_BOARD", KR_SCAN_BOARD) < 0) return -1;
    if (PyModule_AddIntConstant(module, "SCAN_GAME_SIZE", sizeof(kr_scan_game)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LOG_TEXT", KR_LOG_TEXT) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LOG_TEXTS", KR_LOG_TEXTS) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LOG_CALLS", KR_LOG_CALLS) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LOG_CARDS", KR_LOG_CARDS) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LOG_PLACES", KR_LOG_PLACES) < 0) return -1;
    if (PyModule_AddIntConstant(module, "HIDDEN_SIZE", sizeof(kr_hidden)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LOOKING_SIZE", sizeof(kr_looking)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "LOOKED_SIZE", sizeof(kr_looked)) < 0) return -1;
    if (PyModule_AddIntConstant(module, "TALLY_BEST", KR_TALLY_BEST) < 0) return -1;
    if (PyModule_AddIntConstant(module, "TALLY_SUMS", KR_TALLY_SUMS) < 0) return -1;
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
