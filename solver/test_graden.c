/* test_graden.c - test the special searches of the game Graden against a simple second search, and test counts over
 * layouts.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "layouts.h"
#include "test.h"

/* A search for a sweep. The search implements the rules of the game Graden a second time, without any code of the core.
 * The answer is 1 if the seats of the mask `takers` win every trick, else 0. The seats of the mask `side` want the
 * answer 1, all other seats want the answer 0. */
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

/* Return a task in which the seats of the mask `side` must take all tricks. If `none` is 1, these seats must take no
 * trick instead. */
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

void against_naive_sweeps(kr_ctx *ctx)
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

#define LAYOUTS 105

static kr_shelf *shared;
static kr_layout_run some_layouts;
static uint32_t columns[3][LAYOUTS];

static void *count_layouts(void *counts)
{
    const uint32_t *others[3] = {columns[0], columns[1], columns[2]};
    return kr_layout_columns(shared, &some_layouts, LAYOUTS, others, counts) ? (void *)1 : NULL;
}

/* Check the counts over many layouts against plain searches of each layout. Two threads that share a shelf (a
 * transposition table, see shelf.h) must get the same counts, even if the shelf is much too small. */
void layouts_agree(kr_ctx *ctx)
{
    static uint64_t counts[2][KR_LAYOUT_COUNTS];
    const uint32_t hand = 0x000CC0C0u, given[3] = {0x04000000u, 0x00000034u, 0x40100000u};
    const uint32_t dealt = 0xFCFCFCFCu & ~(hand | given[0] | given[1] | given[2]);
    /* Give five cards to seat 1 in three ways. For each of these ways, give three cards to seat 2 in all ways. Seat 3
     * gets the rest. */
    uint64_t none = 0, all[3] = {0, 0, 0};
    uint32_t card[12], first[3] = {0x1F, 0x2F, 0x37};
    size_t layouts = 0;
    int n = 0;
    for (uint32_t c = 0; c < 32; c++)
        if (dealt >> c & 1) card[n++] = 1u << c;
    for (uint32_t sets = 0; sets < 3u << 12; sets++) {
        uint32_t to = first[sets >> 12], second = sets & 0xFFFu;
        uint32_t hands[4] = {hand, given[0], given[1], given[2]};
        if (second & to || __builtin_popcount(second) != 3) continue;
        for (int i = 0; i < n; i++) hands[to >> i & 1 ? 1 : second >> i & 1 ? 2 : 3] |= card[i];
        for (int i = 0; i < 3; i++) columns[i][layouts] = hands[1 + i];
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
    CHECK(layouts == LAYOUTS);
    some_layouts = (kr_layout_run){.strength = {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 1, 2, 6, 3, 4, 5, 7}},
                                   .tens = 0x08080808u, .hand = hand};
    pthread_t thread[2];
    shared = aligned_alloc(64, (kr_shelf_size(4) + 63) & ~(size_t)63);
    CHECK(shared != NULL);
    if (!shared) return;
    kr_shelf_init(shared, 4);
    for (int i = 0; i < 2; i++) CHECK(pthread_create(&thread[i], NULL, count_layouts, counts[i]) == 0);
    for (int i = 0; i < 2; i++) {
        void *failed;
        CHECK(pthread_join(thread[i], &failed) == 0 && failed == NULL);
    }
    CHECK(memcmp(counts[0], counts[1], sizeof counts[0]) == 0);
    CHECK(counts[0][KR_LAYOUTS] == layouts && counts[0][KR_NONE_MADE] == none);
    for (int i = 0; i < 3; i++) CHECK(counts[0][KR_ALL_MADE + i] == all[i]);
    const uint32_t *others[3] = {&given[0], &given[1], &given[2]};
    CHECK(kr_layout_columns(shared, &some_layouts, 1, others, counts[0]) == KR_BAD_SIZES);
    free(shared);
}
