/* layouts.c - every way to hand out the other cards around one hand, and what the declarer makes of each; dealings by
 * number. */
#include "seek.h"

#include <string.h>

#define CARDS 6

static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t result = 1;
    if (k > n) return 0;
    for (unsigned i = 1; i <= k; i++) result = result * (n - k + i) / i;
    return result;
}

/* Whether the hands and both orders of rank fit; `out`: the free places of each of the three. */
static int fits(const kr_layout_run *run, unsigned out[3])
{
    uint32_t seen = run->hand | run->rest, low = 0x03030303u;
    if (run->hand & run->rest || kr_count(run->hand) != CARDS) return 0;
    for (int i = 0; i < 3; i++) {
        if (seen & run->given[i] || kr_count(run->given[i]) > CARDS) return 0;
        seen |= run->given[i];
        out[i] = (unsigned)(CARDS - kr_count(run->given[i]));
    }
    for (int order = 0; order < 2; order++) {
        unsigned ranks = 0;
        for (int r = 0; r < 8; r++) {
            if (run->strength[order][r] > 7) return 0;
            ranks |= 1u << run->strength[order][r];
            if (r >= 2 && run->strength[order][r] < 2) return 0;
        }
        if (ranks != 0xFF) return 0;
    }
    return !(seen & low) && kr_count(seen) == 4 * CARDS;
}

uint64_t kr_layout_ways(const kr_layout_run *run)
{
    unsigned free[3];
    return fits(run, free) ? choose(free[0] + free[1] + free[2], free[0]) : 0;
}

/* The number-th set of `count` of `n` things, in rising order of the sets as numbers. */
static uint32_t nth_set(unsigned n, unsigned count, uint64_t number)
{
    uint32_t set = 0;
    for (unsigned i = n; i-- > 0 && count;) {
        uint64_t without = choose(i, count);
        if (number < without) continue;
        number -= without;
        set |= 1u << i;
        count--;
    }
    return set;
}

static uint32_t next_set(uint32_t set)
{
    uint32_t low = set & -set, ripple = set + low;
    return set ? ripple | ((set ^ ripple) / low >> 2) : 0;
}

/* The cards of `among` at the places in `set`. */
static uint32_t spread(uint32_t set, uint32_t among)
{
    uint32_t out = 0;
    for (; set; set >>= 1, among &= among - 1)
        if (set & 1) out |= among & -among;
    return out;
}

static uint32_t ranked(const uint8_t strength[8], uint32_t cards)
{
    uint32_t out = 0;
    for (int r = 0; r < 8; r++) out |= (cards >> r & 0x01010101u) << strength[r];
    return out;
}

typedef struct walk {
    const kr_layout_run *run;
    kr_seeker seeker;
    uint32_t mine[2];   /* the declarer's hand in both orders */
    uint64_t *counts;
} walk;

static void count_cards(uint64_t *by_card, uint32_t cards)
{
    for (; cards; cards &= cards - 1) by_card[kr_low(cards)]++;
}

/* One layout: the hands of the others, natural and in both orders. */
static void look(walk *w, const uint32_t natural[3], const uint32_t hands[2][3])
{
    uint64_t *counts = w->counts;
    uint32_t good[2] = {0, 0};
    counts[KR_LAYOUTS]++;
    for (int order = 0; order < 2; order++) {
        const uint32_t hand[KR_SEATS] = {w->mine[order], hands[order][0], hands[order][1], hands[order][2]};
        if (order == 0) counts[KR_NONE_MADE] += (uint64_t)kr_seek_none(&w->seeker, hand, 0, 0, CARDS);
        for (int i = 0; i < 3; i++) {
            if (!kr_seek_all(&w->seeker, hand, 0, 1 + i, 0, CARDS)) continue;
            counts[KR_ALL_MADE + 3 * order + i]++;
            good[order] |= natural[i];
        }
    }
    uint32_t calls = (good[0] & ~w->run->tens) | (good[1] & w->run->tens);
    counts[KR_ANY_CALL] += calls != 0;
    counts[KR_ANY_SECOND] += good[1] != 0;
    count_cards(counts + KR_BY_CARD, calls);
    count_cards(counts + KR_BY_CARD_SECOND, good[1]);
}

/* All layouts with the cards `first` for the first defender: `count` of `left` go to the second, the others to the
 * third. Six places at a time are looked up, so that a set of cards is two look-ups. */
static void inner(walk *w, uint32_t first, uint32_t left, unsigned count)
{
    const kr_layout_run *run = w->run;
    uint32_t half[2][64][3], all[3], set = (1u << count) - 1, end = 1u << kr_count(left);
    uint32_t natural[3] = {run->given[0] | first, 0, 0}, hands[2][3];
    for (int part = 0; part < 2; part++)
        for (uint32_t i = 0; i < 64; i++) {
            uint32_t cards = spread(i << 6 * part, left);
            half[part][i][0] = cards;
            for (int order = 0; order < 2; order++) half[part][i][1 + order] = ranked(run->strength[order], cards);
        }
    for (int k = 0; k < 3; k++) all[k] = half[0][63][k] | half[1][63][k];
    uint32_t held[2][3];
    for (int order = 0; order < 2; order++) {
        for (int i = 0; i < 3; i++) held[order][i] = ranked(run->strength[order], run->given[i]);
        hands[order][0] = held[order][0] | ranked(run->strength[order], first);
    }
    for (; set < end; set = next_set(set)) {
        const uint32_t *a = half[0][set & 63], *b = half[1][set >> 6];
        natural[1] = run->given[1] | a[0] | b[0];
        natural[2] = run->given[2] | (all[0] ^ (a[0] | b[0]));
        for (int order = 0; order < 2; order++) {
            hands[order][1] = held[order][1] | a[1 + order] | b[1 + order];
            hands[order][2] = held[order][2] | (all[1 + order] ^ (a[1 + order] | b[1 + order]));
        }
        look(w, natural, (const uint32_t(*)[3])hands);
        if (!set) break;
    }
}

static void begin(walk *w)
{
    for (int order = 0; order < 2; order++) w->mine[order] = ranked(w->run->strength[order], w->run->hand);
}

int kr_layouts(kr_shelf *shelf, const kr_layout_run *run, uint64_t counts[KR_LAYOUT_COUNTS])
{
    unsigned free[3];
    if (!fits(run, free)) return KR_BAD_SIZES;
    unsigned n = free[0] + free[1] + free[2];
    if (run->first > run->end || run->end > choose(n, free[0])) return KR_BAD_BUFFER;
    walk w = {.run = run, .seeker = {.shelf = shelf}, .counts = counts};
    begin(&w);
    uint32_t set = nth_set(n, free[0], run->first);
    for (uint64_t i = run->first; i < run->end; i++, set = next_set(set)) {
        uint32_t first = spread(set, run->rest);
        inner(&w, first, run->rest & ~first, free[1]);
    }
    return KR_OK;
}

int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS])
{
    kr_layout_run whole = *run;
    const uint32_t *natural = whole.given;
    walk w = {.run = run, .seeker = {.shelf = shelf}, .counts = counts};
    whole.rest = 0;
    for (size_t n = 0; n < count; n++) {
        unsigned free[3];
        uint32_t hands[2][3];
        for (int i = 0; i < 3; i++) whole.given[i] = others[i][n];
        if (!fits(&whole, free)) return KR_BAD_SIZES;
        if (!n) begin(&w);
        for (int order = 0; order < 2; order++)
            for (int i = 0; i < 3; i++) hands[order][i] = ranked(run->strength[order], natural[i]);
        look(&w, natural, (const uint32_t(*)[3])hands);
    }
    return KR_OK;
}

/* Ways to fill places, 0 if too many to count. */
static uint64_t ways(const uint8_t free[KR_OWNERS])
{
    uint64_t product = 1;
    unsigned n = 0;
    for (int i = 0; i < KR_OWNERS; i++) {
        n += free[i];
        if (__builtin_mul_overflow(product, choose(n, free[i]), &product)) return 0;
    }
    return product;
}

uint64_t kr_deal_ways(const kr_dealing *f)
{
    uint32_t seen = f->cards, free = 0;
    for (int i = 0; i < KR_OWNERS; i++) {
        if (seen & f->given[i] || f->places[i] > 16) return 0;
        seen |= f->given[i];
        free += f->places[i];
    }
    return free == (uint32_t)kr_count(f->cards) ? ways(f->places) : 0;
}

int kr_deal_out(const kr_dealing *f, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS])
{
    uint64_t all = kr_deal_ways(f);
    if (!all || first > all || count > all - first) return KR_BAD_BUFFER;
    uint8_t owner[32], card[32], free[KR_OWNERS];
    int n = 0;
    memcpy(free, f->places, sizeof free);
    for (uint32_t rest = f->cards; rest; rest &= rest - 1, n++) {
        card[n] = (uint8_t)kr_low(rest);
        for (uint8_t who = 0; who < KR_OWNERS; who++) { /* the first owner whose ways reach the number */
            if (!free[who]) continue;
            free[who]--;
            uint64_t here = ways(free);
            owner[n] = who;
            if (first < here) break;
            first -= here;
            free[who]++;
        }
    }
    for (size_t k = 0; k < count; k++) {
        uint32_t hand[KR_OWNERS];
        memcpy(hand, f->given, sizeof hand);
        for (int i = 0; i < n; i++) hand[owner[i]] |= KR_BIT(card[i]);
        for (int i = 0; i < KR_OWNERS; i++) out[i][k] = hand[i];
        /* The next arrangement in order: the last rise is exchanged, what follows turned round. */
        int i = n - 2, j = n - 1;
        while (i >= 0 && owner[i] >= owner[i + 1]) i--;
        if (i < 0) break;
        while (owner[j] <= owner[i]) j--;
        uint8_t x = owner[i];
        owner[i] = owner[j];
        owner[j] = x;
        for (int a = i + 1, b = n - 1; a < b; a++, b--) {
            x = owner[a];
            owner[a] = owner[b];
            owner[b] = x;
        }
    }
    return KR_OK;
}
