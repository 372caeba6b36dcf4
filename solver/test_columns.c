/* test_columns.c - test columns of deals and scans of texts: bad input, the ends of buffers, threads. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "scan.h"
#include "test.h"

/* Test hands of sizes that occur in no game. The core must report these hands, and must not write past the end of
 * buffers. */
void hands_of_any_size(kr_ctx *ctx)
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
    uint32_t *calls = malloc(8 * COUNT);
    int8_t *listed = malloc(COUNT * 32);
    int16_t *values = malloc(COUNT * sizeof(int16_t));
    if (!status || !flags || !deal_of || !row_of || !ends || !calls || !listed || !values) return;
    CHECK(kr_misfits(&deals, &pack, status) == 3);
    CHECK(status[0] == KR_CARD_TWICE && status[1] == KR_CARD_TWICE && status[2] == KR_BAD_PACK && !status[3]);
    kr_apply_rows(&deals, 2, rows, flags);
    size_t n = kr_reached(&deals, 2, rows, flags, deal_of, row_of, calls);
    CHECK(n == 7); /* of the 8 pairs of a deal and a row, only one does not fit: the second row needs a card of seat 1,
                    * and in the third deal seat 1 has no card */
    CHECK(calls[0] == 0xFCFCFCFCu && calls[3] == 0x3C00u && calls[4] == UINT32_MAX && calls[6] == 0xFC00u);
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
    slot = UINT32_MAX - 2; /* four values from this slot on would seem to end at slot 1, because the sum of slot and
                            * count overflows */
    CHECK(kr_solve_batch(ctx, &batch) == KR_BAD_BUFFER);
    for (int s = 0; s < 4; s++) free(hands[s]);
    free(status);
    free(flags);
    free(deal_of);
    free(row_of);
    free(ends);
    free(calls);
    free(listed);
    free(values);
}

enum { DEALS = 60, TASKS = 4 };

static uint32_t columns[4][DEALS];
static kr_task tasks[TASKS];

static void *solve_columns(void *out)
{
    kr_ctx *ctx = new_context();
    static const uint32_t slots[TASKS] = {0, 1, 2, 3};
    uint8_t status[DEALS];
    kr_batch batch = {.deals = {.count = DEALS, .hands = {columns[0], columns[1], columns[2], columns[3]}},
                      .tasks = TASKS, .task = tasks, .slot = slots, .width = TASKS, .values = out,
                      .status = status};
    int code = kr_solve_batch(ctx, &batch);
    free(ctx);
    return code ? (void *)1 : NULL;
}

void threads_agree(void)
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

/* Cut a text off at every length. The scan must not read past the end of the text, and must still find all whole
 * deals. */
void scan_cut_off(void)
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
        kr_scan s = {.place = {.text = copy, .size = size, .line = 1}, .games = 1, .forced = 1, .game = games, .room = 4,
                     .hands = {column[0], column[1], column[2], column[3]}, .talon = column[4], .line_of = column[5],
                     .index_of = column[6], .board_end = ends, .game_of = game_of, .dealer = dealer, .boards = boards};
        size_t before = 1;
        while (s.place.at < size && before != s.place.at) {
            before = s.place.at;
            kr_scan_deals(&s);
            kr_scan_past_deals(&s);
        }
        CHECK(s.place.at == size);
        CHECK(s.count == (size_t)(size >= 53) + (size == sizeof text - 1));
        free(copy);
    }
    CHECK(column[3][0] == 1u << 31 && dealer[0] == -1 && column[5][0] == 1 && ends[0] == 1 && boards[0] == '1');
    CHECK(column[2][1] == 1u << 30 && dealer[1] == 2 && column[5][1] == 13 && column[6][1] == 1);
}
