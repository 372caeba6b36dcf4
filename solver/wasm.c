/* wasm.c - the functions of the core that a web page's worker thread calls. All buffers are in memory that the worker
 * provides.
 *
 * This file fills structs that contain pointers, so the page only handles bytes, numbers and addresses. The worker
 * grows the memory and gives out the memory behind `__heap_base`. This file allocates nothing and keeps no state.
 */
#include "auction.h"
#include "measure.h"
#include "parties.h"
#include "questions.h"
#include "viewpoint.h"

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("ctx_size") size_t kr_wasm_ctx_size(void) { return kr_ctx_size(); }

EXPORT("ctx_init") void kr_wasm_ctx_init(kr_ctx *ctx) { kr_ctx_init(ctx); }

EXPORT("sizes") int kr_wasm_sizes(void) { return (int)(sizeof(kr_task) << 8 | sizeof(kr_position)); }

EXPORT("start") void kr_wasm_start(const kr_task *task, const uint32_t *hands, kr_position *out)
{
    kr_start(task, hands, out);
}

EXPORT("play") int kr_wasm_play(const kr_task *task, kr_position *position, int card, int announce)
{
    return kr_play(task, position, card, announce);
}

EXPORT("moves") int kr_wasm_moves(const kr_task *task, const kr_position *position, uint32_t *out)
{
    return kr_moves(task, position, out);
}

EXPORT("to_play") int kr_wasm_to_play(const kr_task *task, const kr_position *position)
{
    return kr_to_play(task, position);
}

/* Return 1 if `seat` prefers the settlement `first` to `second`, else 0. A settlement has an amount for each seat. */
EXPORT("prefers") int kr_wasm_prefers(const kr_task *task, int seat, const int16_t *first, const int16_t *second)
{
    int8_t a[KR_SEATS], b[KR_SEATS];
    for (int s = 0; s < KR_SEATS; s++) {
        a[s] = (int8_t)first[s];
        b[s] = (int8_t)second[s];
    }
    return kr_prefers(task, seat, a, b);
}

/* Find the values of `count` positions. which[i] is the index of the task of position i. `legal` and `cards` may be
 * NULL if the caller does not want the legal cards and their values. */
EXPORT("solve_positions")
int kr_wasm_solve_positions(kr_ctx *ctx, size_t count, size_t tasks, const kr_task *task, const uint32_t *which,
                            const kr_position *position, int16_t *values, uint32_t *legal, int16_t *cards,
                            uint8_t *status)
{
    const kr_positions all = {.count = count, .tasks = tasks, .task = task, .which = which, .position = position,
                              .values = values, .legal = legal, .cards = cards, .status = status};
    return kr_solve_positions(ctx, &all);
}

/* Solve every task that at least one row of the deal needs. `hands` contains the four hands, and the talon as the fifth
 * mask. Write one value and one mask of the best discard per task. Return enum kr_status. */
EXPORT("solve_deal")
int kr_wasm_solve_deal(kr_ctx *ctx, const uint32_t *hands, size_t tasks, const kr_task *task, const uint32_t *slot,
                       size_t rows, const kr_row *row, size_t pairs, const uint32_t *row_of, const uint32_t *row_end,
                       uint8_t *flags, int16_t *values, uint32_t *discard, uint8_t *status)
{
    const kr_batch all = {
        .deals = {.count = 1, .hands = {hands, hands + 1, hands + 2, hands + 3}, .talon = hands + 4},
        .tasks = tasks, .task = task, .slot = slot, .width = tasks, .values = values, .rows = rows, .pairs = pairs,
        .row_of = row_of, .row_end = row_end, .flags = flags, .discard = discard, .status = status};
    kr_apply_rows(&all.deals, rows, row, flags);
    return kr_solve_batch(ctx, &all);
}

EXPORT("problem_room") size_t kr_wasm_problem_room(const kr_record *record) { return kr_problem_room(record); }

/* Judge one record. Its calls, words and cells begin at index 0 of their columns. Write the number of problems to
 * `problems`. Return enum kr_status. */
EXPORT("judge")
int kr_wasm_judge(const kr_game_row *game, const kr_record *record, const kr_record_call *call,
                  const kr_record_word *word, const int8_t *cell, kr_facts *facts, kr_problem *problem, size_t room,
                  uint32_t *problems)
{
    const kr_judging all = {
        .games = 1, .records = 1, .call_count = record->calls, .word_count = record->words,
        .cell_count = record->cells, .room = room, .game = game, .record = record,
        .columns = {.call = call, .word = word, .cell = cell}, .facts = facts, .problem = problem,
        .problem_end = problems};
    size_t bad;
    return kr_judge_records(&all, &bad);
}

/* Write the points of each seat in a record: the points of its tricks, and of its marriages that count for the
 * settlement. */
EXPORT("seat_points") void kr_wasm_seat_points(const kr_game_row *game, const kr_facts *facts, int32_t *out)
{
    const kr_goal_row *goal = &game->contract[facts->contract].goal;
    for (int seat = 0; seat < KR_SEATS; seat++) {
        const kr_question alone = {.contract = (uint8_t)facts->contract, .declarer = (uint8_t)seat, .partner = KR_NONE};
        kr_facts own = *facts;
        if (goal->own_marriages && seat != facts->declarer) own.counted_marriages = 0;
        int points[2];
        kr_count_points(game, &alone, &own, points);
        out[seat] = points[0];
    }
}

/* List the questions of a game (contracts with their seats), including those with more than two parties. For each
 * question write the mask of the cards that the declarer can call to get this question (kr_callable). Return how many
 * questions there are. */
EXPORT("questions") size_t kr_wasm_questions(const kr_game_row *game, size_t room, kr_question *out, uint32_t *callable)
{
    return kr_list_questions(game, 1, room, out, callable);
}

EXPORT("row_of") void kr_wasm_row_of(const kr_game_row *game, const kr_question *question, kr_row *out)
{
    *out = kr_row_of(game, question);
}

/* Write the search task that finds the value of a contract with its seats (a question). Return 1, or 0 if no task finds
 * this value. */
EXPORT("value_task") int kr_wasm_value_task(const kr_game_row *game, const kr_question *question, kr_task *out)
{
    kr_search all[KR_MAX_SEARCHES];
    const int has_value = kr_searches(game, question, 0, all) && all->role == KR_ROLE_VALUE;
    if (has_value) *out = all->task;
    return has_value;
}

/* Write the search task whose value says what `seat` can force under a contract with its seats (a question). If `seat`
 * is KR_NONE, write the task for all seats. With more than two parties every seat then plays for itself. Return 0 if no
 * cards are played, else 1. */
EXPORT("played_task") int kr_wasm_played_task(const kr_game_row *game, const kr_question *question, int seat, kr_task *out)
{
    const kr_measure m = kr_measure_of(game, question);
    *out = seat == KR_NONE ? m.task : kr_task_for(&m, seat);
    return m.contract->goal.kind != KR_KIND_DEALT;
}

EXPORT("parties") int kr_wasm_parties(const kr_game_row *game, const kr_question *question)
{
    return kr_question_parties(game, question);
}

/* Return what a seat receives if its task has the value `value`. If the result is negative, the seat pays. */
EXPORT("settles")
int32_t kr_wasm_settles(const kr_game_row *game, const kr_question *question, int contra, int seat, int value)
{
    const kr_measure m = kr_measure_of(game, question);
    return kr_settles(&m, contra, seat, value);
}

/* Return 1 if the declarer's side wins the contract with the given value, and 0 if it loses. Return -1 for a contract
 * that can be neither won nor lost. */
EXPORT("wins") int kr_wasm_wins(const kr_game_row *game, const kr_question *question, int contra, int value)
{
    const kr_measure m = kr_measure_of(game, question);
    return kr_wins(&m, contra, value);
}

EXPORT("holds_required")
int kr_wasm_holds_required(const kr_game_row *game, const kr_question *question, uint32_t hand)
{
    return kr_holds_required(game, &game->contract[question->contract], hand, question->trump);
}

EXPORT("naming_cards") uint32_t kr_wasm_naming_cards(const kr_game_row *game, int trump)
{
    return kr_naming_cards(game, trump);
}

/* Compute what a seat knows after the first `after` cards of a record (see kr_know). */
EXPORT("know")
int kr_wasm_know(const kr_game_row *game, const kr_facts *facts, int seat, int after, kr_knowledge *out)
{
    return kr_know(game, facts, seat, after, kr_marriages_led(game, facts, after), out);
}

/* Write the layouts with the given numbers: for each hidden place, a column of `count` masks of cards. */
EXPORT("know_layouts")
int kr_wasm_know_layouts(const kr_knowledge *known, size_t count, const uint64_t *number, uint32_t *masks)
{
    uint32_t *const columns[KR_HIDDEN] = {masks, masks + count, masks + 2 * count};
    return kr_know_layouts(known, count, number, columns);
}

/* Write the numbers of random layouts of the series with seed 0. */
EXPORT("know_draw")
int kr_wasm_know_draw(const kr_knowledge *known, size_t first, size_t count, uint64_t *number)
{
    return kr_know_draw(known, 0, first, count, number);
}

EXPORT("viewpoint")
int kr_wasm_viewpoint(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                      const kr_facts *facts, const kr_knowledge *known, kr_viewpoint *out)
{
    return kr_viewpoint_of(game, record, words, facts, known, out);
}

/* Value the legal cards of the seat to play in the layouts with the given numbers, and add the results to `out`. */
EXPORT("viewpoint_look")
int kr_wasm_viewpoint_look(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, size_t count,
                           const uint64_t *number, kr_looked *out)
{
    return kr_viewpoint_look(ctx, view, known, 0, count, number, out);
}

/* Return how the floors of a viewpoint are found (enum kr_floor_kind). Write the task of the search for plans to
 * `lone`. */
EXPORT("floor_kind")
int kr_wasm_floor_kind(const kr_game_row *game, const kr_facts *facts, const kr_viewpoint *view,
                       const kr_knowledge *known, kr_task *lone)
{
    return kr_viewpoint_floor(game, facts, view, known, lone);
}

/* For each legal card, count the layouts that are won by the best plan that starts with this card. `masks` has all
 * layouts, as the function know_layouts writes them. */
EXPORT("plan")
int kr_wasm_plan(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, const kr_task *lone,
                 const uint32_t *masks, uint32_t wanted, uint32_t steps, void *memory, size_t size, uint32_t *legal,
                 int64_t *won)
{
    return kr_viewpoint_plan(ctx, view, known, lone, masks, wanted, steps, memory, size, legal, won);
}

/* Follow the first `calls` calls of a record's auction. Only bids, passes and "mit" (joining as second declarer)
 * matter; skip all other calls. Then write three numbers for a seat. out[0] is the mask of the contracts that this seat
 * could bid now with the suit `suit`. out[1] is the contract that this seat plays if all seats pass now, or KR_UNSAID.
 * out[2] is 1 if the seat has the highest bid and a second declarer has joined this bid, else 0. */
EXPORT("bids_open")
int kr_wasm_bids_open(const kr_game_row *game, const kr_facts *facts, int forehand, int calls, int seat, int suit,
                      int32_t out[3])
{
    const uint32_t hands[4] = {0, 0, 0, 0};
    kr_auction a;
    kr_auction_begin(&a, game, hands, 0, KR_UNSAID, forehand);
    for (int i = 0; i < calls && i < facts->calls; i++) {
        const kr_fact_call *c = &facts->call[i];
        int32_t arg[4];
        if (c->call < 0 && c->call != KR_CALL_PASS && c->call != KR_CALL_SECOND) continue;
        a.turn = c->seat;
        if (kr_auction_take(&a, c->call, c->suit, arg) != KR_GOOD) return KR_BAD_FACTS;
    }
    out[0] = (int32_t)kr_auction_bids(&a, seat, suit);
    out[1] = kr_auction_passed(&a, seat);
    out[2] = a.declarer == seat && a.second >= 0;
    return KR_OK;
}

/* Return how many calls of a record belong to the bidding. The later calls are doubling calls, and passes of seats that
 * could double. `forehand` is the seat that calls first. */
EXPORT("bidding_calls") int kr_wasm_bidding_calls(const kr_game_row *game, const kr_facts *facts, int forehand)
{
    const uint32_t hands[4] = {0, 0, 0, 0};
    kr_auction a;
    int calls = 0;
    kr_auction_begin(&a, game, hands, 0, KR_UNSAID, forehand);
    while (calls < facts->calls && !a.over) {
        const kr_fact_call *c = &facts->call[calls];
        int32_t arg[4];
        a.turn = c->seat;
        if (kr_auction_take(&a, c->call, c->suit, arg) != KR_GOOD) break;
        calls++;
    }
    return calls;
}
