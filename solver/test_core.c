/* test_core.c - test the core without Python: run every goal, compare values with a plain search, pass bad input. */
#include "engine.h"
#include "test.h"

#include <stdlib.h>
#include <string.h>

int failures, checks;

static uint64_t state = 1;

uint64_t next_random(void)
{
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

void deal(uint32_t hands[4], unsigned seats, int size, unsigned lowest)
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

kr_task random_task(void)
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

/* Return the value of a position, found by a plain search that only calls kr_play. It uses no table, no bounds and no
 * equivalent cards. */
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
        for (int k = 0; k < 5; k++) { /* test also positions in the middle of a trick */
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

/* Return 1 if a seat prefers the settlement `a` to `b`, else 0 (RULINGS: guarantee and selfish play). */
static int likes(const kr_task *t, int seat, const int16_t a[4], const int16_t b[4])
{
    if (a[seat] != b[seat]) return a[seat] > b[seat];
    const int least[5] = {t->declarer, t->second, (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3};
    for (int i = 0; i < 5; i++)
        if (least[i] != KR_NONE && least[i] != seat && a[least[i]] != b[least[i]]) return a[least[i]] < b[least[i]];
    return 0;
}

/* Try all cards to find the result of selfish play, or the result if the seat `seek` plays against all others. Write
 * the result to `best`. The core computes only the last trick. */
static void all_tried(kr_ctx *ctx, const kr_task *t, const kr_position *at, int16_t best[4])
{
    const int seat = kr_to_play(t, at);
    uint32_t moves;
    if (!at->n_played && !(at->hands[seat] & (at->hands[seat] - 1))) {
        CHECK(kr_value(ctx, t, at, best) == KR_OK);
        kr_position next = *at;
        for (int i = 1; i < 4; i++) { /* the value stays the same after each card of the last trick */
            int16_t value[4];
            CHECK(kr_play(t, &next, __builtin_ctz(next.hands[(seat + i + 3) & 3]), 0) == KR_OK);
            CHECK(kr_value(ctx, t, &next, value) == KR_OK && value[0] == best[0]);
        }
        return;
    }
    CHECK(kr_moves(t, at, &moves) == KR_OK);
    for (uint32_t rest = moves; rest; rest &= rest - 1) {
        kr_position next = *at;
        int16_t value[4] = {0, 0, 0, 0};
        CHECK(kr_play(t, &next, __builtin_ctz(rest), 0) == KR_OK);
        all_tried(ctx, t, &next, value);
        const int more = kr_wants_vector(t) ? likes(t, seat, value, best)
                                            : seat == t->seek ? value[0] > best[0] : value[0] < best[0];
        if (rest == moves || more) memcpy(best, value, sizeof value);
    }
}

static void parties_agree(kr_ctx *ctx)
{
    static const uint8_t goals[] = {KR_LAST, KR_DOUBLE, KR_MOST};
    for (int i = 0; i < 1500; i++) {
        kr_task t = random_task();
        t.goal = goals[i % 3];
        t.seats = 15;
        t.flags = (uint8_t)(i % 5 ? KR_MUST_TRUMP | KR_MUST_BEAT : next_random() % 4);
        if (i % 4) t.trump = KR_NO_TRUMP;
        t.side = t.takers = 1u << t.leader;
        t.tricks = t.need = 0;
        t.points[3] = i % 7 ? 10 : 19;
        t.points[7] = i % 7 ? 10 : 30;
        t.last = 10;
        t.marriages = t.marriage_seats = t.marriage_plain = t.marriage_trump = t.late = 0;
        t.declarer = t.goal == KR_MOST ? KR_NONE : t.goal == KR_LAST && i % 2 ? 1 : t.leader;
        t.second = t.goal == KR_DOUBLE ? (t.leader + 1 + i % 2) & 3 : KR_NONE;
        t.seek = next_random() % 2 ? (uint8_t)(next_random() % 4) : KR_NONE;
        if (t.seek != KR_NONE) t.side = (uint8_t)(1u << t.seek);
        uint32_t hands[4];
        deal(hands, 15, i % 32 ? 3 : 4, 2);
        kr_position at;
        int16_t value[4] = {0, 0, 0, 0}, tried[4] = {0, 0, 0, 0};
        kr_start(&t, hands, &at);
        if (t.goal == KR_DOUBLE)
            for (int k = 0; k < 2; k++) {
                const int seat = k ? t.second : t.declarer;
                at.forced[seat] = (uint8_t)__builtin_ctz(hands[seat]);
            }
        CHECK(kr_value(ctx, &t, &at, value) == KR_OK);
        all_tried(ctx, &t, &at, tried);
        CHECK(!memcmp(value, tried, kr_wants_vector(&t) ? sizeof value : sizeof *value));
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
    for (int i = 0; i < 20000; i++) { /* for random bytes the core must return an answer or an error status, and must
                                       * not crash */
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

/* Check that all builds of the search that this machine can run return the same values. */
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

int main(void)
{
    kr_ctx *ctx = new_context();
    against_plain_search(ctx);
    every_goal_runs(ctx);
    parties_agree(ctx);
    bad_input(ctx);
    engines_agree(ctx);
    against_naive_sweeps(ctx);
    layouts_agree(ctx);
    hands_of_any_size(ctx);
    threads_agree();
    scan_cut_off();
    scan_whole_games();
    scan_whole_games_cut_off();
    scan_hostile_bytes();
    free(ctx);
    printf("%d checks, %d failed\n", checks, failures);
    return failures != 0;
}
