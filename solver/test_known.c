/* test_known.c - test, without Python, the functions for hidden cards. The layouts, sums and plans of these functions
 * are compared with the results of a plain search.
 */
#include "engine.h"
#include "hidden.h"
#include "test.h"

int failures, checks;

enum { MOST = 2000, WORLDS = 40, SETS = 512, MEMORY = 1 << 22 };

static uint64_t state = 5;

static unsigned below(unsigned end)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33) % end;
}

/* All layouts, in the order that layouts.h defines. */
typedef struct layouts {
    size_t count;
    uint32_t place[KR_HIDDEN][MOST];
} layouts;

static void place_from(const kr_hidden *h, int card, uint32_t at[KR_HIDDEN], layouts *out)
{
    if (card == 32) {
        for (int i = 0; i < KR_HIDDEN; i++)
            if (__builtin_popcount(at[i]) != h->room[i]) return;
        if (out->count == MOST) return;
        for (int i = 0; i < KR_HIDDEN; i++) out->place[i][out->count] = at[i];
        out->count++;
        return;
    }
    const uint32_t bit = (uint32_t)1 << card;
    if (!((h->may[0] | h->may[1] | h->may[2]) & bit)) {
        place_from(h, card + 1, at, out);
        return;
    }
    for (int i = 0; i < KR_HIDDEN; i++) {
        if (!(h->may[i] & bit)) continue;
        at[i] |= bit;
        place_from(h, card + 1, at, out);
        at[i] ^= bit;
    }
}

/* Draw an ending (the last `size` tricks of a game). Write its task to `t`, and to `at` the position with only the hand
 * of seat 0. Return the cards that each other seat may hold. */
static kr_hidden ending(kr_task *t, kr_position *at, int size)
{
    static const uint8_t order[8] = {0, 1, 2, 3, 4, 5, 6, 7};
    uint32_t mine = 0, theirs = 0;
    memset(t, 0, sizeof *t);
    t->goal = KR_SWEEP;
    t->flags = (uint8_t)(KR_MUST_TRUMP | (below(4) ? KR_MUST_BEAT : 0));
    t->seats = 15;
    t->trump = below(3) ? KR_NO_TRUMP : (uint8_t)below(4);
    t->side = 1;
    t->takers = below(3) ? 14 : 1;
    t->declarer = t->second = t->seek = t->talon_to = KR_NONE;
    t->leader = t->takers == 1 ? 0 : (uint8_t)below(4);
    memcpy(t->strength, order, sizeof order);
    for (int n = 0; n < 4 * size;) {
        const uint32_t bit = (uint32_t)1 << (below(3) * 8 + 2 + below(6));
        if ((mine | theirs) & bit) continue;
        if (n++ < size)
            mine |= bit;
        else
            theirs |= bit;
    }
    kr_hidden h = {.room = {(uint8_t)size, (uint8_t)size, (uint8_t)size}};
    const uint32_t hands[KR_SEATS] = {mine, 0, 0, 0};
    kr_start(t, hands, at);
    for (int seat = t->leader; seat; seat = (seat + 1) & 3) { /* let each seat from the leader to the seat before seat 0
                                                               * play a card */
        const int card = __builtin_ctz(theirs);
        theirs &= theirs - 1;
        at->played[at->n_played++] = (uint8_t)card;
        h.room[seat - 1]--;
    }
    at->leader = t->leader;
    for (int i = 0; i < KR_HIDDEN; i++) h.may[i] = theirs & ~(theirs & (below(2) ? 0x00FF0000u : 0));
    for (uint32_t rest = theirs; rest; rest &= rest - 1)
        if (!((h.may[0] | h.may[1] | h.may[2]) & rest & -rest)) h.may[below(3)] |= rest & -rest;
    return h;
}

static kr_position world(const kr_position *at, const layouts *l, size_t i)
{
    kr_position whole = *at;
    for (int seat = 1; seat < KR_SEATS; seat++) whole.hands[seat] = l->place[seat - 1][i];
    return whole;
}

static void hidden_the_plain_way(void)
{
    static layouts plain;
    static kr_hidden_ways ways;
    for (int round = 0; round < 40; round++) {
        kr_task t;
        kr_position at;
        const kr_hidden h = ending(&t, &at, 2 + (int)below(2));
        uint32_t empty[KR_HIDDEN] = {0};
        uint64_t count;
        plain.count = 0;
        place_from(&h, 0, empty, &plain);
        CHECK(kr_hidden_count(&h, &count) == KR_OK && count == plain.count);
        CHECK(kr_hidden_prepare(&h, &ways) == KR_OK && ways.count == plain.count);
        for (size_t i = 0; i < plain.count; i++) {
            uint32_t place[KR_HIDDEN];
            kr_hidden_layout(&ways, i, place);
            CHECK(place[0] == plain.place[0][i] && place[1] == plain.place[1][i] && place[2] == plain.place[2][i]);
        }
    }
    kr_hidden bad = {.may = {0xFFFFFFFFu, 0xFFFFFFFFu, 0}, .room = {8, 8, 8}};
    uint64_t count;
    CHECK(kr_hidden_count(&bad, &count) == KR_BAD_SIZES);
    bad = (kr_hidden){.may = {1, 1, 1}, .room = {9, 0, 0}};
    CHECK(kr_hidden_count(&bad, &count) == KR_BAD_SIZES);
}

static void sums_the_plain_way(kr_ctx *ctx)
{
    static layouts plain;
    static kr_looking asked;
    for (int round = 0; round < 40; round++) {
        kr_task t;
        kr_position at;
        memset(&asked, 0, sizeof asked);
        asked.hidden = ending(&t, &at, 2 + (int)below(2));
        uint32_t empty[KR_HIDDEN] = {0}, legal;
        kr_looked found = {0}, sums = {0};
        plain.count = 0;
        place_from(&asked.hidden, 0, empty, &plain);
        for (int i = 0; i < KR_HIDDEN; i++) {
            asked.task[i] = t;
            asked.position[i] = at;
            asked.seat[i] = (uint8_t)(i + 1);
        }
        asked.laid = KR_NONE;
        asked.settles[0][KR_SETTLED] = -7;
        asked.settles[0][KR_SETTLED + 1] = 5;
        for (size_t i = 0; i < plain.count; i++) {
            const kr_position whole = world(&at, &plain, i);
            int64_t worth[KR_HAND];
            int n = 0;
            CHECK(kr_moves(&t, &whole, &legal) == KR_OK);
            for (uint32_t rest = legal; rest; rest &= rest - 1) {
                kr_position after = whole;
                int16_t value[4];
                CHECK(kr_play(&t, &after, __builtin_ctz(rest), 0) == KR_OK);
                if (after.hands[0] | after.hands[1] | after.hands[2] | after.hands[3])
                    CHECK(kr_value(ctx, &t, &after, value) == KR_OK);
                else
                    value[0] = !(after.took & ~t.takers);
                worth[n++] = value[0] ? 5 : -7;
            }
            sums.looks++;
            for (int a = 0; a < n; a++) {
                sums.wins[a] += worth[a] > 0;
                sums.sum[a] += worth[a];
                for (int b = 0; b <= a; b++) sums.product[a][b] += worth[a] * worth[b];
            }
        }
        if (!plain.count) continue;
        sums.legal = legal;
        for (int build = 0; build < 2; build++) {
            const kr_engine *engine = kr_choose_engine(build);
            if (!engine) continue;
            memset(&found, 0, sizeof found);
            CHECK(engine->look(ctx, NULL, &asked, 0, plain.count, NULL, &found) == KR_OK);
            CHECK(memcmp(&found, &sums, sizeof sums) == 0);
        }
        CHECK(kr_look(ctx, NULL, &asked, 1, plain.count, NULL, &found) == KR_BAD_BUFFER);
        asked.settles[0][3] = KR_WORTH + 1;
        CHECK(kr_look(ctx, NULL, &asked, 0, 1, NULL, &found) == KR_BAD_FACTS);
    }
}

/* Sets of layouts. Here a layout is called a world. Bit n of a set stands for world n. Each set contains the worlds in
 * which one plan wins.
 */
typedef struct sets {
    int count;
    uint64_t of[SETS + 1];
} sets;

static void add(sets *s, uint64_t one)
{
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if ((s->of[i] | one) == s->of[i]) return;
    for (int i = 0; i < s->count; i++)
        if ((s->of[i] | one) != one) s->of[kept++] = s->of[i];
    if (kept == SETS) abort();
    s->of[kept++] = one;
    s->count = kept;
}

/* Return sets of worlds. Each set contains the worlds in which one plan of seat 0 wins. Sets that are part of another
 * set are left out. `some` is the mask of the possible worlds, which seat 0 cannot distinguish. */
static sets *wins(const kr_task *t, const kr_position *at, uint64_t some)
{
    sets *out = calloc(1, sizeof *out);
    const int first = __builtin_ctzll(some), seat = kr_to_play(t, &at[first]);
    uint32_t legal[WORLDS] = {0}, any = 0;
    if (!out) abort();
    if (seat == KR_NONE) {
        add(out, at[first].took & ~t->takers ? 0 : some);
        return out;
    }
    for (uint64_t rest = some; rest; rest &= rest - 1) {
        const int w = __builtin_ctzll(rest);
        if (kr_moves(t, &at[w], &legal[w])) abort();
        any |= legal[w];
    }
    if (seat) add(out, some);
    for (; any; any &= any - 1) {
        const int card = __builtin_ctz(any);
        kr_position after[WORLDS];
        uint64_t here = 0;
        for (uint64_t rest = some; rest; rest &= rest - 1) {
            const int w = __builtin_ctzll(rest);
            if (!(legal[w] >> card & 1)) continue;
            after[w] = at[w];
            if (kr_play(t, &after[w], card, 0)) abort();
            here |= rest & -rest;
        }
        sets *then = wins(t, after, here), *both = calloc(1, sizeof *both);
        if (!both) abort();
        if (!seat)
            for (int i = 0; i < then->count; i++) add(out, then->of[i]);
        for (int i = 0; seat && i < out->count; i++)
            for (int k = 0; k < then->count; k++) add(both, out->of[i] & (then->of[k] | ~here));
        if (seat) *out = *both;
        free(both);
        free(then);
    }
    return out;
}

static void plans_the_plain_way(kr_ctx *ctx)
{
    static layouts plain;
    static kr_position at[WORLDS];
    unsigned char *memory = malloc(MEMORY);
    int compared = 0;
    for (int round = 0; memory && compared < 90; round++) {
        kr_plans asked = {.wanted = 0xFFFFFFFFu, .steps = UINT64_MAX};
        const kr_hidden h = ending(&asked.task, &asked.position, 3);
        uint32_t empty[KR_HIDDEN] = {0}, legal;
        int64_t won[KR_HAND], none[KR_HAND];
        plain.count = 0;
        place_from(&h, 0, empty, &plain);
        if (!plain.count) continue;
        asked.count = plain.count < WORLDS ? plain.count : WORLDS; /* kr_plan accepts any part of the layouts */
        for (size_t i = 0; i < asked.count; i++) at[i] = world(&asked.position, &plain, i * plain.count / asked.count);
        for (int seat = 1; seat < KR_SEATS; seat++) {
            for (size_t i = 0; i < asked.count; i++) plain.place[seat - 1][i] = at[i].hands[seat];
            asked.hand[seat] = plain.place[seat - 1];
        }
        CHECK(kr_plan(ctx, &asked, memory, MEMORY, &legal, won) == KR_OK);
        for (int k = 0; legal; legal &= legal - 1, k++, compared++) {
            kr_position after[WORLDS];
            int64_t most = 0, open = 0;
            for (size_t i = 0; i < asked.count; i++) {
                int16_t value[4];
                after[i] = at[i];
                CHECK(kr_play(&asked.task, &after[i], __builtin_ctz(legal), 0) == KR_OK);
                CHECK(kr_value(ctx, &asked.task, &after[i], value) == KR_OK);
                open += value[0] > 0;
            }
            sets *all = wins(&asked.task, after, ((uint64_t)1 << asked.count) - 1);
            for (int i = 0; i < all->count; i++)
                if (__builtin_popcountll(all->of[i]) > most) most = __builtin_popcountll(all->of[i]);
            free(all);
            CHECK(won[k] == most && most <= open);
        }
        const uint8_t stop = 1;
        asked.stop = &stop;
        CHECK(kr_plan(ctx, &asked, memory, MEMORY, &legal, none) == KR_OK && none[0] == -1);
        asked.stop = NULL;
        CHECK(kr_plan(ctx, &asked, memory, 8, &legal, none) == KR_BAD_BUFFER);
        asked.task.goal = KR_POINTS;
        CHECK(kr_plan(ctx, &asked, memory, MEMORY, &legal, none) == KR_BAD_TASK);
    }
    free(memory);
}

int main(void)
{
    kr_ctx *ctx = new_context();
    hidden_the_plain_way();
    sums_the_plain_way(ctx);
    plans_the_plain_way(ctx);
    free(ctx);
    printf("%d checks, %d failed\n", checks, failures);
    return failures != 0;
}
