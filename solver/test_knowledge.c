/* test_knowledge.c - check that the core finds exactly the layouts that a list of all ways to place the cards has. Also
 * check what the core returns for records that consist of random numbers.
 */
#include "evidence.h"
#include "test.h"

int failures, checks;

enum { MOST = 4000 };

static uint64_t state = 7;

uint64_t next_random(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state >> 11;
}

static int below(int end) { return (int)(next_random() % (uint64_t)end); }

static int bits(uint32_t cards) { return __builtin_popcount(cards); }

/* Return 1 if a place may hold exactly these cards, else 0. */
static int may_hold(const kr_hidden_place *p, uint32_t cards)
{
    if (bits(cards) != p->room || cards & p->cannot || p->must & ~cards) return 0;
    for (int i = 0; i < p->families; i++) {
        int whole = 0;
        for (uint32_t k = 0; k < p->family[i].sets; k++) whole |= !(p->family[i].set[k] & ~cards);
        if (!whole) return 0;
    }
    return 1;
}

/* List every way to put the unseen cards into places where they may lie. Return how many ways there are. */
static size_t placements(const kr_knowledge *k, uint32_t (*out)[KR_HIDDEN])
{
    const int cards = bits(k->unseen);
    uint32_t total = 1;
    size_t count = 0;
    for (int i = 0; i < cards; i++) total *= 3;
    for (uint32_t way = 0; way < total; way++) {
        uint32_t place[KR_HIDDEN] = {0, 0, 0}, rest = k->unseen, owners = way;
        int good = 1;
        for (; rest; rest &= rest - 1, owners /= 3) place[owners % 3] |= rest & -rest;
        for (int i = 0; i < k->places; i++) good &= may_hold(&k->place[i], place[i]);
        for (int i = k->places; i < KR_HIDDEN; i++) good &= !place[i];
        if (good && count < MOST) memcpy(out[count++], place, sizeof place);
    }
    return count;
}

static uint32_t some_of(uint32_t cards, int one_in)
{
    uint32_t out = 0;
    for (; cards; cards &= cards - 1)
        if (!below(one_in)) out |= cards & -cards;
    return out;
}

/* Make two or three random hidden places of up to four cards each, with random evidence about each place. */
static void random_places(kr_knowledge *k)
{
    memset(k, 0, sizeof *k);
    k->places = (uint8_t)(2 + below(2));
    int cards = 0;
    for (int i = 0; i < k->places; i++) cards += k->place[i].room = (uint8_t)(1 + below(k->places == 2 ? 4 : 3));
    while (bits(k->unseen) < cards) k->unseen |= UINT32_C(1) << below(32);
    for (int i = 0; i < k->places; i++) {
        kr_hidden_place *p = &k->place[i];
        if (!below(2)) p->cannot = some_of(k->unseen, 5);
        if (!below(3)) p->must = some_of(k->unseen, 7);
        p->families = (uint8_t)below(3);
        for (int f = 0; f < p->families; f++) {
            p->family[f].sets = (uint32_t)(2 + below(3));
            for (uint32_t s = 0; s < p->family[f].sets; s++)
                while (!p->family[f].set[s]) p->family[f].set[s] = some_of(k->unseen, 4);
        }
    }
}

static int same_layout(const uint32_t *a, const uint32_t *b) { return !memcmp(a, b, KR_HIDDEN * sizeof *a); }

static void cases_the_plain_way(void)
{
    static uint32_t plain[MOST][KR_HIDDEN], column[KR_HIDDEN][MOST];
    static uint64_t number[MOST];
    static kr_knowledge k;
    uint32_t *const out[KR_HIDDEN] = {column[0], column[1], column[2]};
    int split = 0;
    for (int round = 0; round < 600; round++) {
        random_places(&k);
        const size_t count = placements(&k, plain);
        CHECK(count < MOST && kr_split_layouts(&k) == KR_OK && k.count == count);
        split += k.cases > 1;
        for (size_t i = 0; i < count; i++) number[i] = count - 1 - i;
        CHECK(kr_know_layouts(&k, count, number, out) == KR_OK);
        uint64_t ways[32 * KR_HIDDEN], plain_ways[32 * KR_HIDDEN] = {0};
        for (size_t i = 0; i < count; i++) {
            const uint32_t layout[KR_HIDDEN] = {column[0][i], column[1][i], column[2][i]};
            size_t at = 0;
            while (at < count && !same_layout(plain[at], layout)) at++;
            CHECK(at < count);
            if (at == count) continue;
            for (int card = 0; card < 32; card++)
                for (int where = 0; where < KR_HIDDEN; where++)
                    plain_ways[KR_HIDDEN * card + where] += layout[where] >> card & 1;
            memset(plain[at], 0xFF, sizeof plain[at]); /* mark this layout as found, so that no other layout matches
                                                        * it */
        }
        CHECK(kr_know_places(&k, ways) == KR_OK && !memcmp(ways, plain_ways, sizeof ways));
        for (int card = 0; card < 32; card++)
            for (int where = 0; where < KR_HIDDEN; where++) {
                uint32_t first[KR_HIDDEN];
                const int is_there = kr_know_holding(&k, card, where, first);
                CHECK(is_there == (ways[KR_HIDDEN * card + where] > 0));
                CHECK(!is_there || first[where] >> card & 1);
            }
        number[0] = k.count;
        CHECK(kr_know_layouts(&k, 1, number, out) == KR_BAD_BUFFER);
        CHECK(kr_know_draw(&k, 3, 0, 1, number) == (count ? KR_OK : KR_BAD_BUFFER));
    }
    CHECK(split > 100);
}

/* Check that five layouts are drawn equally often. In 20,000 draws, each layout is drawn about 4,000 times, with a
 * standard deviation of 57. */
static void draws_are_even(void)
{
    static uint64_t number[20000];
    kr_knowledge k = {.count = 5};
    int drawn[5] = {0, 0, 0, 0, 0};
    CHECK(kr_know_draw(&k, 11, 0, 20000, number) == KR_OK);
    for (int i = 0; i < 20000; i++) drawn[number[i]]++;
    for (int i = 0; i < 5; i++) CHECK(drawn[i] > 4000 - 5 * 57 && drawn[i] < 4000 + 5 * 57);
    uint64_t later[3];
    CHECK(kr_know_draw(&k, 11, 100, 3, later) == KR_OK && !memcmp(later, number + 100, sizeof later));
}

/* Return a row of rules with random values. */
static kr_game_row random_game(void)
{
    kr_game_row g;
    memset(&g, 0, sizeof g);
    const int ranks = 5 + below(4);
    g.pack = UINT32_C(0x01010101) * (0xFFu << (8 - ranks) & 0xFF);
    g.seats = (uint8_t)(3 + below(2));
    g.talon = g.seats == 3 ? (uint8_t)below(6) : 0;
    g.size = (uint8_t)((4 * ranks - g.talon) / g.seats);
    if (g.size > 8) g.size = 8;
    g.must_trump = (uint8_t)below(2);
    g.must_beat = (uint8_t)below(2);
    g.pairs = (uint8_t)below(2);
    g.names_trump = (uint8_t)below(2);
    g.call_own = (uint8_t)below(2);
    g.endings = (uint8_t)below(2);
    g.calibration = !below(4);
    g.opening_marriage = (uint8_t)below(3);
    g.rounds = 1;
    g.passed_out = KR_NONE;
    g.marriage[0] = 20;
    g.marriage[1] = 40;
    g.contracts = 3;
    for (int rank = 0; rank < 8; rank++) {
        g.points[rank] = (uint8_t)below(12);
        for (int order = 0; order < KR_ORDERS; order++) g.strength[order][rank] = (uint8_t)rank;
    }
    for (int i = 0; i < g.contracts; i++) {
        kr_contract_row *c = &g.contract[i];
        c->per = 1;
        c->order = (uint8_t)below(4);
        c->trump = (uint8_t)below(2);
        c->party = (uint8_t)below(3);
        c->sits_out = !below(4) && g.seats == 4;
        c->leads = (uint8_t)below(2);
        c->requires = (uint8_t)below(4);
        c->open_after = (uint8_t)(below(3) ? 0 : 1);
        c->goal.kind = (uint8_t)below(KR_KINDS);
        c->goal.need = (uint8_t)below(70);
        c->goal.stop = (uint8_t)below(2);
        c->goal.tricks = (uint8_t)below(4);
        c->goal.marriages = (uint8_t)below(3);
        c->goal.own_marriages = (uint8_t)below(2);
    }
    return g;
}

static int8_t seat_or_none(int seats) { return (int8_t)(below(seats + 1) - 1); }

/* Make a record of a random deal. Each seat in turn plays the card with the lowest number in its hand. The calls and
 * marriages are random. */
static void random_facts(const kr_game_row *g, kr_facts *f)
{
    memset(f, 0, sizeof *f);
    uint32_t rest = g->pack;
    for (int seat = 0; seat < g->seats; seat++)
        while (bits(f->hands[seat]) < g->size) {
            const uint32_t card = UINT32_C(1) << below(32);
            if (!(rest & card)) continue;
            f->hands[seat] |= card;
            rest &= ~card;
        }
    f->has_deal = 1;
    f->known = (uint8_t)(below(2) ? 15 : below(16));
    f->talon = rest;
    f->discard = rest;
    f->has_discard = (uint8_t)below(2);
    f->contract = (int8_t)below(3);
    f->declarer = seat_or_none(g->seats);
    f->second = below(3) ? KR_UNSAID : seat_or_none(g->seats);
    f->trump = (int8_t)(below(5) - 1);
    f->called = (int8_t)(below(33) - 1);
    f->leader = (int8_t)below(g->seats);
    f->forehand = seat_or_none(g->seats);
    f->raised_by = seat_or_none(g->seats);
    f->contra_by = seat_or_none(g->seats);
    f->calls = (uint8_t)below(6);
    for (int i = 0; i < f->calls; i++) f->call[i] = (kr_fact_call){.seat = (int8_t)below(g->seats), .call = (int8_t)(below(9) - 6)};
    f->marriages = (uint8_t)below(3);
    for (int i = 0; i < f->marriages; i++)
        f->marriage[i] = (kr_fact_marriage){.seat = (int8_t)below(g->seats), .suit = (int8_t)(below(5) - 1), .points = 20};
    const kr_question q = {.contract = (uint8_t)f->contract, .declarer = f->declarer < 0 ? KR_NONE : (uint8_t)f->declarer};
    const unsigned playing = kr_playing_seats(g, &q);
    uint32_t left[4];
    memcpy(left, f->hands, sizeof left);
    int seat = kr_next_seat(playing, f->leader), players = bits(playing);
    for (int cards = below(players * g->size + 1); f->cards < cards; seat = kr_next_seat(playing, seat)) {
        const int card = __builtin_ctz(left[seat]);
        f->card[f->cards] = (kr_fact_card){.seat = (int8_t)seat, .card = (int8_t)card};
        f->card[f->cards].trick = (uint8_t)(f->cards / players + 1);
        f->card[f->cards].turn = (uint8_t)(f->cards % players + 1);
        left[seat] &= left[seat] - 1;
        f->cards++;
    }
}

/* Check random records. For each record the core must return an error, or a reason why there are no layouts, or layouts
 * that fit the record. */
static void anything_is_answered(void)
{
    static kr_facts f;
    static kr_knowledge k;
    int known = 0, refused = 0, cannot = 0;
    for (int round = 0; round < 200000; round++) {
        kr_game_row g = random_game();
        random_facts(&g, &f);
        if (!below(3)) { /* overwrite one byte at random */
            unsigned char *const at = below(3) ? (unsigned char *)&f : (unsigned char *)&g;
            const size_t size = at == (unsigned char *)&f ? sizeof f : sizeof g;
            at[next_random() % size] = (unsigned char)next_random();
        }
        const int seat = below(5) - 1, after = below(f.cards + 2) - 1;
        const uint32_t shown = below(2) ? kr_marriages_led(&g, &f, after) : (uint32_t)next_random();
        const int status = kr_know(&g, &f, seat, after, shown, &k);
        CHECK(status == KR_OK || status == KR_BAD_TASK || status == KR_BAD_FACTS || status == KR_BAD_SIZES);
        refused += status != KR_OK;
        if (status) continue;
        CHECK((k.problem.code == KR_KNOW_GOOD) == (k.count > 0) && k.problem.code < KR_KNOW_CODES);
        cannot += k.problem.code != KR_KNOW_GOOD;
        if (!k.count) continue;
        known++;
        uint64_t number;
        uint32_t place[KR_HIDDEN], *const out[KR_HIDDEN] = {&place[0], &place[1], &place[2]};
        CHECK(kr_know_draw(&k, (uint64_t)round, 5, 1, &number) == KR_OK && number < k.count);
        CHECK(kr_know_layouts(&k, 1, &number, out) == KR_OK);
        CHECK((place[0] | place[1] | place[2]) == k.unseen && bits(place[0]) + bits(place[1]) + bits(place[2]) == bits(k.unseen));
        for (int i = 0; i < k.places; i++) CHECK(may_hold(&k.place[i], place[i]));
    }
    CHECK(known > 1000 && refused > 1000 && cannot > 1000);
}

int main(void)
{
    cases_the_plain_way();
    draws_are_even();
    anything_is_answered();
    printf("%d checks, %d failed\n", checks, failures);
    return failures != 0;
}
