/* test_core.c - the core without Python: plain search against it, bad input, threads. */
#include "kr.h"
#include "scan.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures, checks;

#define CHECK(condition)                                                              \
    do {                                                                              \
        checks++;                                                                     \
        if (!(condition)) {                                                           \
            failures++;                                                               \
            fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition); \
        }                                                                             \
    } while (0)

static uint64_t state = 1;

/* SplitMix64, so that a failure can be met again. */
static uint64_t next_random(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static void deal(uint32_t hands[4], unsigned seats, int size, unsigned lowest)
{
    uint8_t cards[32];
    int n = 0;
    for (uint8_t c = 0; c < 32; c++)
        if ((c & 7u) >= lowest) cards[n++] = c;
    for (int i = n - 1; i > 0; i--) {
        int j = (int)(next_random() % (unsigned)(i + 1));
        uint8_t t = cards[i];
        cards[i] = cards[j];
        cards[j] = t;
    }
    memset(hands, 0, 4 * sizeof *hands);
    for (int s = 0, k = 0; s < 4; s++)
        for (int i = 0; i < size; i++, k++)
            if (seats >> s & 1) hands[s] |= (uint32_t)1 << cards[k];
}

static kr_task random_task(void)
{
    static const uint8_t orders[2][8] = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 6, 3, 4, 5, 7}};
    static const uint8_t goals[] = {KR_SWEEP, KR_POINTS, KR_TRICKS, KR_SWEEP};
    kr_task t;
    memset(&t, 0, sizeof t);
    t.goal = goals[next_random() % 4];
    t.flags = (uint8_t)(next_random() % 4);
    t.seats = next_random() % 4 ? 15 : 7;
    t.leader = (uint8_t)(next_random() % 3);
    t.trump = (uint8_t)(next_random() % 5);
    t.side = (uint8_t)(1u << t.leader | (next_random() % 2 ? 1u << ((t.leader + 1) % 3) : 0));
    t.takers = next_random() % 2 ? t.side : t.seats & (uint8_t)~t.side;
    t.declarer = t.second = t.seek = t.talon_to = KR_NONE;
    memcpy(t.strength, orders[next_random() % 2], sizeof t.strength);
    if (t.goal == KR_SWEEP) t.tricks = (uint8_t)(next_random() % 3);
    if (t.goal == KR_TRICKS && next_random() % 2) {
        t.flags |= KR_EXACTLY;
        t.tricks = (uint8_t)(next_random() % 4);
    }
    if (t.goal == KR_POINTS) {
        t.points[3] = t.points[7] = t.last = 10;
        t.flags |= next_random() % 2 ? KR_MARGIN : 0;
        t.marriages = (uint8_t)(next_random() % 3);
        if (t.marriages) {
            t.marriage_plain = 20;
            t.marriage_trump = 40;
            t.marriage_seats = t.flags & KR_MARGIN ? t.seats : t.side;
        }
    }
    return t;
}

/* Plain search through kr_play alone: no table, no bound, no equivalent cards. */
static int plain(const kr_task *t, const kr_position *at)
{
    int seat = kr_to_play(t, at);
    int limit = t->tricks ? t->tricks : 8;
    if (t->goal == KR_SWEEP && at->tricks_done <= limit && (at->took & ~t->takers)) return 0;
    if (t->goal == KR_SWEEP && at->tricks_done >= limit) return 1;
    if (seat == KR_NONE) {
        if (t->goal == KR_SWEEP) return 1;
        if (t->flags & KR_EXACTLY) return at->points[0] == t->tricks;
        return at->points[0] - (t->flags & KR_MARGIN ? at->points[1] : 0);
    }
    int maximise = t->side >> seat & 1, best = maximise ? -1000 : 1000;
    uint32_t moves;
    CHECK(kr_moves(t, at, &moves) == KR_OK);
    for (; moves; moves &= moves - 1) {
        kr_position child = *at;
        CHECK(kr_play(t, &child, __builtin_ctz(moves), 0) == KR_OK);
        int value = plain(t, &child);
        if (maximise ? value > best : value < best) best = value;
    }
    return best;
}

static void against_plain_search(kr_ctx *ctx)
{
    for (int i = 0; i < 400; i++) {
        kr_task t = random_task();
        uint32_t hands[4];
        deal(hands, t.seats, 3, 4);
        kr_position at;
        int16_t value[4];
        kr_start(&t, hands, &at);
        CHECK(kr_value(ctx, &t, &at, value) == KR_OK);
        CHECK(value[0] == plain(&t, &at));
        for (int k = 0; k < 5; k++) { /* and from positions in mid-trick */
            uint32_t moves;
            CHECK(kr_moves(&t, &at, &moves) == KR_OK);
            CHECK(kr_play(&t, &at, __builtin_ctz(moves), 0) == KR_OK);
            CHECK(kr_value(ctx, &t, &at, value) == KR_OK);
            CHECK(value[0] == plain(&t, &at));
        }
    }
}

static void every_goal_runs(kr_ctx *ctx)
{
    for (uint8_t goal = 0; goal < KR_GOALS; goal++) {
        for (int i = 0; i < 20; i++) {
            kr_task t = random_task();
            t.goal = goal;
            t.seats = 15;
            t.flags &= KR_MUST_TRUMP | KR_MUST_BEAT;
            t.takers = t.side;
            t.need = goal == KR_RACE ? 66 : goal == KR_STAKES ? 100 : 0;
            t.low = 33;
            t.points[3] = t.points[7] = t.last = 10;
            t.marriages = goal == KR_STAKES ? KR_DECLARED : goal == KR_RACE ? KR_ON_LEAD : KR_NO_MARRIAGES;
            t.marriage_seats = t.marriages ? 15 : 0;
            t.marriage_plain = t.marriages ? 20 : 0;
            t.marriage_trump = t.marriages ? 40 : 0;
            t.declarer = goal == KR_LAST || goal == KR_DOUBLE ? t.leader : KR_NONE;
            t.second = goal == KR_DOUBLE ? (t.leader + 1) & 3 : KR_NONE;
            t.seek = kr_many_parties(&t) && i % 2 ? (uint8_t)(i % 4) : KR_NONE;
            uint32_t hands[4];
            deal(hands, 15, goal == KR_MOST ? 5 : 4, 2);
            kr_position at;
            int16_t value[4] = {0, 0, 0, 0};
            kr_start(&t, hands, &at);
            CHECK(kr_value(ctx, &t, &at, value) == KR_OK);
            if (kr_wants_vector(&t)) CHECK(value[0] + value[1] + value[2] + value[3] == 0);
        }
    }
}

static void bad_input(kr_ctx *ctx)
{
    kr_task t = random_task();
    t.goal = KR_TRICKS;
    t.seats = 15;
    uint32_t hands[4];
    deal(hands, 15, 4, 4);
    kr_position at, bad;
    int16_t value[4];
    kr_start(&t, hands, &at);
    bad = at;
    bad.hands[1] = bad.hands[0];
    CHECK(kr_value(ctx, &t, &bad, value) == KR_CARD_TWICE);
    bad = at;
    bad.hands[1] &= bad.hands[1] - 1;
    CHECK(kr_value(ctx, &t, &bad, value) == KR_BAD_SIZES);
    bad = at;
    bad.leader = 7;
    CHECK(kr_value(ctx, &t, &bad, value) == KR_BAD_TRICK);
    bad = at;
    bad.n_played = 4;
    CHECK(kr_value(ctx, &t, &bad, value) == KR_BAD_TRICK);
    bad = at;
    bad.n_played = 1;
    bad.played[0] = 99;
    CHECK(kr_value(ctx, &t, &bad, value) != KR_OK);
    bad = at;
    bad.forced[0] = 77;
    CHECK(kr_value(ctx, &t, &bad, value) == KR_BAD_FACTS);
    memset(&bad, 0, sizeof bad);
    CHECK(kr_value(ctx, &t, &bad, value) == KR_BAD_SIZES);
    memset(&bad, 0xFF, sizeof bad);
    CHECK(kr_value(ctx, &t, &bad, value) != KR_OK);
    for (int i = 0; i < 20000; i++) { /* noise: an answer or a status, nothing else */
        kr_task noise = t;
        bad = at;
        ((uint8_t *)&bad)[next_random() % sizeof bad] = (uint8_t)next_random();
        ((uint8_t *)&noise)[next_random() % sizeof noise] = (uint8_t)next_random();
        uint32_t moves;
        int status = kr_value(ctx, &noise, &bad, value);
        CHECK(status >= KR_OK && status <= KR_BAD_BUFFER);
        if (kr_check_task(&noise) == KR_OK) kr_moves(&noise, &bad, &moves);
    }
}

/* Every build of the search that this machine can run gives the same values. */
static void engines_agree(kr_ctx *ctx)
{
    const kr_engine *first = kr_choose_engine(0), *second = kr_choose_engine(1);
    CHECK(first != NULL && kr_choose_engine(-1) != NULL && kr_choose_engine(2) == NULL);
    for (int i = 0; second && i < 300; i++) {
        kr_task t = random_task();
        uint32_t hands[4];
        deal(hands, t.seats, 4, 2);
        kr_position at;
        int16_t one[4], other[4];
        kr_start(&t, hands, &at);
        CHECK(first->value(ctx, &t, &at, one) == KR_OK);
        CHECK(second->value(ctx, &t, &at, other) == KR_OK);
        CHECK(one[0] == other[0]);
    }
}

/* ---- Graden's own searches and tables of suits ---- */

/* The rules of Graden once more, without anything of the core: do the takers get every trick, where `side` wants it? */
typedef struct naive {
    uint32_t hand[4];
    unsigned takers, side;
} naive;

static int naive_sweep(naive *s, int leader, int n, int led, int best, int winner, int left)
{
    if (n == 4)
        return (s->takers >> winner & 1) && (left == 1 || naive_sweep(s, winner, 0, 0, 0, 0, left - 1));
    const int seat = (leader + n) & 3, wants = (int)(s->side >> seat & 1);
    const uint32_t hand = s->hand[seat];
    uint32_t follow = 0, beat = 0;
    for (int c = 0; n && c < 32; c++) {
        if (!(hand >> c & 1) || c / 8 != led) continue;
        follow |= 1u << c;
        if (c > best) beat |= 1u << c;
    }
    const uint32_t moves = beat ? beat : follow ? follow : hand;
    for (int c = 0; c < 32; c++) {
        if (!(moves >> c & 1)) continue;
        const int wins = n == 0 || (c / 8 == led && c > best);
        s->hand[seat] = hand ^ 1u << c;
        int made = naive_sweep(s, leader, n + 1, n ? led : c / 8, wins ? c : best, wins ? seat : winner, left);
        s->hand[seat] = hand;
        if (made == wants) return made;
    }
    return !wants;
}

/* A sweep by `side`, or with `none` no trick for it. */
static kr_task sweep_task(unsigned side, int none, int leader)
{
    kr_task t;
    memset(&t, 0, sizeof t);
    t.flags = KR_MUST_BEAT;
    t.seats = 15;
    t.trump = KR_NO_TRUMP;
    t.leader = (uint8_t)leader;
    t.side = (uint8_t)side;
    t.takers = (uint8_t)(none ? 15u ^ side : side);
    t.declarer = t.second = t.seek = t.talon_to = KR_NONE;
    for (uint8_t i = 0; i < 8; i++) t.strength[i] = i;
    return t;
}

static void against_naive_sweeps(kr_ctx *ctx)
{
    int made[2] = {0, 0};
    for (int i = 0; i < 3000; i++) {
        const int size = 1 + i % 3, none = i / 3 % 2;
        const unsigned one = 1u << next_random() % 4, other = none ? one : 1u << next_random() % 4;
        const int leader = (int)(next_random() % 4);
        naive s = {{0}, none ? 15u ^ one : one | other, one | other};
        kr_task t = sweep_task(one | other, none, leader);
        kr_position at;
        int16_t value[4];
        deal(s.hand, 15, size, 2);
        kr_start(&t, s.hand, &at);
        CHECK(kr_value(ctx, &t, &at, value) == KR_OK);
        CHECK(value[0] == naive_sweep(&s, leader, 0, 0, 0, 0, size));
        made[none] += value[0];
    }
    CHECK(made[0] > 100 && made[1] > 100);
}

static kr_shelf *shared;
static kr_layout_run some_layouts;

static void *count_layouts(void *counts)
{
    return kr_layouts(shared, &some_layouts, counts) ? (void *)1 : NULL;
}

/* Threads that share a shelf much too small for them count what each layout by itself says. */
static void layouts_agree(kr_ctx *ctx)
{
    static uint64_t counts[2][KR_LAYOUT_COUNTS];
    const kr_layout_run run = {.strength = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 6, 3, 4, 5, 7}}, .tens = 0x08080808u,
                               .hand = 0x000CC0C0u, .given = {0x04000000u, 0x00000034u, 0x40100000u},
                               .rest = 0xFCFCFCFCu & ~(0x000CC0C0u | 0x04000000u | 0x00000034u | 0x40100000u)};
    pthread_t thread[2];
    some_layouts = run;
    some_layouts.end = 3;
    shared = aligned_alloc(64, (kr_shelf_size(4) + 63) & ~(size_t)63);
    CHECK(shared != NULL && kr_layout_ways(&run) == 792);
    if (!shared) return;
    kr_shelf_init(shared, 4);
    for (int i = 0; i < 2; i++) CHECK(pthread_create(&thread[i], NULL, count_layouts, counts[i]) == 0);
    for (int i = 0; i < 2; i++) {
        void *failed;
        CHECK(pthread_join(thread[i], &failed) == 0 && failed == NULL);
    }
    CHECK(memcmp(counts[0], counts[1], sizeof counts[0]) == 0);
    /* The first three ways to give five cards to the first defender, and all for the second, one by one. */
    uint64_t layouts = 0, none = 0, all[3] = {0, 0, 0};
    uint32_t card[12], first[3] = {0x1F, 0x2F, 0x37};
    int n = 0;
    for (uint32_t c = 0; c < 32; c++)
        if (run.rest >> c & 1) card[n++] = 1u << c;
    for (uint32_t sets = 0; sets < 3u << 12; sets++) {
        uint32_t to = first[sets >> 12], second = sets & 0xFFFu;
        uint32_t hands[4] = {run.hand, run.given[0], run.given[1], run.given[2]};
        if (second & to || __builtin_popcount(second) != 3) continue;
        for (int i = 0; i < n; i++) hands[to >> i & 1 ? 1 : second >> i & 1 ? 2 : 3] |= card[i];
        layouts++;
        for (int partner = 0; partner < 4; partner++) {
            kr_task t = sweep_task(1u | 1u << partner, partner == 0, 0);
            t.flags |= KR_PLAIN;
            kr_position at;
            int16_t value[4];
            kr_start(&t, hands, &at);
            CHECK(kr_value(ctx, &t, &at, value) == KR_OK);
            *(partner ? &all[partner - 1] : &none) += (uint64_t)value[0];
        }
    }
    CHECK(counts[0][KR_LAYOUTS] == layouts && counts[0][KR_NONE_MADE] == none);
    for (int i = 0; i < 3; i++) CHECK(counts[0][KR_ALL_MADE + i] == all[i]);
    const uint32_t *others[3] = {&run.given[0], &run.given[1], &run.given[2]};
    CHECK(kr_layout_columns(shared, &run, 1, others, counts[0]) == KR_BAD_SIZES);
    free(shared);
}

/* Hands that no game deals, in memory that ends where it must: found out, and nothing is written past it. */
static void hands_of_any_size(kr_ctx *ctx)
{
    enum { COUNT = 4 };
    static const uint32_t given[COUNT][4] = {{0xFCFCFCFCu, 0xFCFCFCFCu, 0xFCFCFCFCu, 0xFCFCFCFCu},
                                             {0xFCFC00C0u, 0x3C00u, 0xFCu, 0xFC00u},
                                             {UINT32_MAX, 0, 0, 0},
                                             {0xFCu, 0xFC00u, 0xFC0000u, 0xFC000000u}};
    const kr_pack pack = {.cards = 0xFCFCFCFCu, .size = 6, .seats = 4};
    const kr_row rows[2] = {{.callable = 0xFFFFFFFFu}, {.callable = 0xFCFCFCFCu, .holder = 1}};
    uint32_t *hands[4];
    for (int s = 0; s < 4; s++) {
        hands[s] = malloc(COUNT * sizeof(uint32_t));
        if (!hands[s]) return;
        for (int d = 0; d < COUNT; d++) hands[s][d] = given[d][s];
    }
    const kr_deals deals = {.count = COUNT, .hands = {hands[0], hands[1], hands[2], hands[3]}};
    uint8_t *status = malloc(COUNT), *flags = malloc(2 * COUNT);
    int32_t *deal_of = malloc(8 * COUNT), *row_of = malloc(8 * COUNT), *ends = malloc(8 * COUNT);
    int8_t *cards = malloc(2 * COUNT * KR_HAND), *listed = malloc(COUNT * 32);
    int16_t *values = malloc(COUNT * sizeof(int16_t));
    if (!status || !flags || !deal_of || !row_of || !ends || !cards || !listed || !values) return;
    CHECK(kr_misfits(&deals, &pack, status) == 3);
    CHECK(status[0] == KR_CARD_TWICE && status[1] == KR_CARD_TWICE && status[2] == KR_BAD_PACK && !status[3]);
    kr_apply_rows(&deals, 2, rows, flags);
    size_t n = kr_reached(&deals, 2, rows, flags, deal_of, row_of, ends, cards);
    CHECK(n == 7); /* the third deal has nothing for the second row */
    for (size_t i = 0; i < n; i++) CHECK(ends[i] - (i ? ends[i - 1] : 0) <= KR_HAND);
    CHECK(ends[n - 1] == 8 + 8 + 8 + 4 + 8 + 6 + 6);
    kr_list_cards(COUNT, hands[0], ends, listed);
    CHECK(ends[0] == 24 && ends[COUNT - 1] == 24 + 14 + 32 + 6);

    kr_task t = random_task();
    t.seats = 15;
    uint32_t slot = UINT32_MAX;
    kr_batch batch = {.deals = deals, .tasks = 1, .task = &t, .slot = &slot, .width = 1, .values = values,
                      .status = status};
    CHECK(kr_solve_batch(ctx, &batch) == KR_BAD_BUFFER);
    slot = 1;
    CHECK(kr_solve_batch(ctx, &batch) == KR_BAD_BUFFER);
    slot = 0;
    batch.width = SIZE_MAX / 4;
    CHECK(kr_solve_batch(ctx, &batch) == KR_BAD_BUFFER);
    batch.width = 1;
    CHECK(kr_solve_batch(ctx, &batch) == KR_OK && status[0] && status[1] && status[2] && !status[3]);
    t.goal = KR_MOST;
    t.points[7] = t.last = 10;
    t.declarer = KR_NONE;
    slot = UINT32_MAX - 2; /* with four values from there the sum is 1 */
    CHECK(kr_solve_batch(ctx, &batch) == KR_BAD_BUFFER);
    for (int s = 0; s < 4; s++) free(hands[s]);
    free(status);
    free(flags);
    free(deal_of);
    free(row_of);
    free(ends);
    free(cards);
    free(listed);
    free(values);
}

enum { DEALS = 60, TASKS = 4 };

static uint32_t columns[4][DEALS];
static kr_task tasks[TASKS];

static void *solve_columns(void *out)
{
    kr_ctx *ctx = aligned_alloc(64, (kr_ctx_size() + 63) & ~(size_t)63);
    static const uint32_t slots[TASKS] = {0, 1, 2, 3};
    uint8_t status[DEALS];
    kr_ctx_init(ctx);
    kr_batch batch = {.deals = {.count = DEALS, .hands = {columns[0], columns[1], columns[2], columns[3]}},
                      .tasks = TASKS, .task = tasks, .slot = slots, .width = TASKS, .values = out,
                      .status = status};
    int code = kr_solve_batch(ctx, &batch);
    free(ctx);
    return code ? (void *)1 : NULL;
}

static void threads_agree(void)
{
    static int16_t values[3][DEALS * TASKS];
    for (int i = 0; i < TASKS; i++) {
        tasks[i] = random_task();
        tasks[i].seats = 15;
        tasks[i].tricks = 0;
    }
    for (int d = 0; d < DEALS; d++) {
        uint32_t hands[4];
        deal(hands, 15, 5, 2);
        for (int s = 0; s < 4; s++) columns[s][d] = hands[s];
    }
    pthread_t thread[3];
    for (int i = 0; i < 3; i++) CHECK(pthread_create(&thread[i], NULL, solve_columns, values[i]) == 0);
    for (int i = 0; i < 3; i++) {
        void *failed;
        CHECK(pthread_join(thread[i], &failed) == 0);
        CHECK(failed == NULL);
    }
    CHECK(memcmp(values[0], values[1], sizeof values[0]) == 0);
    CHECK(memcmp(values[0], values[2], sizeof values[0]) == 0);
}

/* Texts cut off anywhere are never read past their end, and what was whole is still found. */
static void scan_cut_off(void)
{
    static const char text[] = "[Board \"1\"]\n[Game \"g\"]\n[Deal \"N:A... .A.. ..A. ...A\"]\n\n"
                               "{ \n\n[Game \"g\"]\n[Deal \"N:A... .A.. ..A. ...A\"]\n\n}\n\n"
                               "\n[Deal \"W:A... .A.. ..A. ...K\"]\n[Dealer \"S\"]\n[Game \"g\"]";
    const kr_scan_game games[] = {{"g", {0xFCFCFCFCu, 1, 4, 0, 0}}};
    uint32_t column[7][4];
    int32_t ends[4];
    int8_t game_of[4], dealer[4];
    char boards[4 * KR_SCAN_BOARD];
    for (size_t size = 0; size < sizeof text; size++) {
        char *copy = malloc(size ? size : 1);
        if (!copy) return;
        memcpy(copy, text, size);
        kr_scan s = {.text = copy, .size = size, .line = 1, .games = 1, .forced = 1, .game = games,
                     .hands = {column[0], column[1], column[2], column[3]}, .talon = column[4], .line_of = column[5],
                     .index_of = column[6], .board_end = ends, .game_of = game_of, .dealer = dealer, .boards = boards};
        size_t rows = 0, before = 1;
        while (s.at < size && before != s.at) {
            before = s.at;
            rows = kr_scan_plain(&s, rows, 4);
            kr_scan_other(&s);
        }
        CHECK(s.at == size);
        CHECK(rows == (size_t)(size >= 53) + (size == sizeof text - 1));
        free(copy);
    }
    CHECK(column[3][0] == 1u << 31 && dealer[0] == -1 && column[5][0] == 1 && ends[0] == 1 && boards[0] == '1');
    CHECK(column[2][1] == 1u << 30 && dealer[1] == 2 && column[5][1] == 13 && column[6][1] == 1);
}

int main(void)
{
    kr_ctx *ctx = aligned_alloc(64, (kr_ctx_size() + 63) & ~(size_t)63);
    if (!ctx) return 2;
    kr_ctx_init(ctx);
    against_plain_search(ctx);
    every_goal_runs(ctx);
    bad_input(ctx);
    engines_agree(ctx);
    against_naive_sweeps(ctx);
    layouts_agree(ctx);
    hands_of_any_size(ctx);
    threads_agree();
    scan_cut_off();
    free(ctx);
    printf("%d checks, %d failed\n", checks, failures);
    return failures != 0;
}
