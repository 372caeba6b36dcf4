/* layouts.c - count the layouts in which a declarer succeeds, list all ways to deal cards, and deal at random.
 * layouts.h explains the terms. */
#include "random.h"
#include "seek.h"

#include <string.h>

#define CARDS 6

/* Return the number of ways to choose k of n things. */
static uint64_t choose(unsigned n, unsigned k)
{
    uint64_t result = 1;
    if (k > n) return 0;
    for (unsigned i = 1; i <= k; i++) result = result * (n - k + i) / i;
    return result;
}

/* The state of kr_layout_columns while it counts layouts. */
typedef struct walk {
    const kr_layout_run *run;
    kr_seeker seeker;
    uint64_t *counts;
    uint8_t ranked[2][256]; /* for each order of rank, a table that converts the mask of a suit's cards from natural
                             * ranks to the order of strength */
} walk;

/* Fill the tables `ranked` of both orders of rank. Return 1, or 0 if an order is not valid. */
static int order(walk *w)
{
    for (int which = 0; which < 2; which++) {
        const uint8_t *strength = w->run->strength[which];
        unsigned ranks = 0;
        for (int r = 0; r < 8; r++) {
            if (strength[r] > 7 || (r >= 2 && strength[r] < 2)) return 0;
            ranks |= 1u << strength[r];
        }
        if (ranks != 0xFF) return 0;
        for (unsigned cards = 1; cards < 256; cards++)
            w->ranked[which][cards] = w->ranked[which][cards & (cards - 1)] | (uint8_t)(1u << strength[kr_low(cards)]);
    }
    return 1;
}

/* Return a hand converted from natural ranks to an order of strength. `table` is the table of this order
 * (walk.ranked). */
static uint32_t ranked(const uint8_t table[256], uint32_t cards)
{
    return table[cards & 0xFF] | (uint32_t)table[cards >> 8 & 0xFF] << 8 | (uint32_t)table[cards >> 16 & 0xFF] << 16
           | (uint32_t)table[cards >> 24] << 24;
}

/* Return 1 if the hands fit the pack, else 0. The declarer's hand is the first. */
static int fits(const uint32_t hands[KR_SEATS])
{
    uint32_t seen = 0x03030303u; /* the low ranks are not in the pack */
    for (int i = 0; i < KR_SEATS; i++) {
        if (seen & hands[i] || kr_count(hands[i]) != CARDS) return 0;
        seen |= hands[i];
    }
    return 1;
}

static void count_cards(uint64_t *by_card, uint32_t cards)
{
    for (; cards; cards &= cards - 1) by_card[kr_low(cards)]++;
}

/* Find what the declarer can achieve in one layout, and add the result to the counts. natural[0] is the hand of the
 * declarer, with natural ranks. The hands of the other players follow clockwise. hands[order][i] is the hand natural[i]
 * in the order of strength `order`. */
static void look(walk *w, const uint32_t natural[KR_SEATS], const uint32_t hands[2][KR_SEATS])
{
    uint64_t *counts = w->counts;
    uint32_t good[2] = {0, 0};
    counts[KR_LAYOUTS]++;
    for (int order = 0; order < 2; order++) {
        if (order == 0) counts[KR_NONE_MADE] += (uint64_t)kr_seek_none(&w->seeker, hands[0], 0, 0, CARDS);
        for (int i = 0; i < 3; i++) {
            if (!kr_seek_all(&w->seeker, hands[order], 0, 1 + i, 0, CARDS)) continue;
            counts[KR_ALL_MADE + 3 * order + i]++;
            good[order] |= natural[1 + i];
        }
    }
    uint32_t calls = (good[0] & ~w->run->tens) | (good[1] & w->run->tens);
    counts[KR_ANY_CALL] += calls != 0;
    counts[KR_ANY_SECOND] += good[1] != 0;
    count_cards(counts + KR_BY_CARD, calls);
    count_cards(counts + KR_BY_CARD_SECOND, good[1]);
}

int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS])
{
    walk w = {.run = run, .seeker = {.shelf = shelf}, .counts = counts};
    if (!order(&w)) return KR_BAD_SIZES;
    uint32_t natural[KR_SEATS] = {0}, hands[2][KR_SEATS] = {{0}};
    for (size_t n = 0; n < count; n++) {
        for (int i = 0; i < KR_SEATS; i++) {
            const uint32_t cards = i ? others[i - 1][n] : run->hand;
            if (cards == natural[i]) continue; /* the hand is the same as in the previous layout, and converted
                                                * already */
            natural[i] = cards;
            for (int which = 0; which < 2; which++) hands[which][i] = ranked(w.ranked[which], cards);
        }
        if (!fits(natural)) return KR_BAD_SIZES;
        look(&w, natural, (const uint32_t(*)[KR_SEATS])hands);
    }
    return KR_OK;
}

/* Return in how many ways cards can be dealt to the owners so that owner i receives free[i] cards. Return 0 if this
 * number exceeds 64 bits. */
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

/* Return 1 if a dealing is valid, else 0. Its owners must together receive all cards. No card may occur twice, and no
 * owner may receive more than 16 cards. */
static int has_places(const kr_dealing *f)
{
    uint32_t seen = f->cards, free = 0;
    for (int i = 0; i < KR_OWNERS; i++) {
        if (seen & f->given[i] || f->places[i] > 16) return 0;
        seen |= f->given[i];
        free += f->places[i];
    }
    return free == (uint32_t)kr_count(f->cards);
}

uint64_t kr_deal_ways(const kr_dealing *f)
{
    return has_places(f) ? ways(f->places) : 0;
}

/* Return a set of `count` things out of `n`, as a mask. All such masks are sorted in ascending order. `number` is the
 * index of the mask to return, from 0. */
static uint64_t nth_set(unsigned n, unsigned count, uint64_t number)
{
    uint64_t set = 0;
    for (unsigned i = n; i-- > 0 && count;) {
        const uint64_t without = choose(i, count);
        if (number < without) continue;
        number -= without;
        set |= (uint64_t)1 << i;
        count--;
    }
    return set;
}

/* Return the next larger mask with the same number of bits. */
static uint64_t next_set(uint64_t set)
{
    const uint64_t low = set & -set, ripple = set + low;
    return set ? ripple | ((set ^ ripple) / low >> 2) : 0;
}

/* Return the cards of `among` that the bits of `set` select. Bit 0 stands for the lowest card of `among`, bit 1 for the
 * second lowest, and so on. */
static uint32_t spread(uint64_t set, uint32_t among)
{
    uint32_t out = 0;
    for (; set; set >>= 1, among &= among - 1) out |= among & -among & -(uint32_t)(set & 1);
    return out;
}

/* This function lists the ways to deal in a fixed order. From one way to the next, the hand of the last owner changes
 * most often, and the hand of owner 0 changes most rarely. So ways with neighbouring numbers share most hands. This
 * order makes a search over the ways faster, because the transposition table then often has entries for the
 * positions. */
int kr_deal_out(const kr_dealing *f, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS])
{
    uint64_t all = kr_deal_ways(f), set[KR_OWNERS];
    if (!all || first > all || count > all - first) return KR_BAD_BUFFER;
    uint8_t free[KR_OWNERS];
    unsigned left[KR_OWNERS], n = (unsigned)kr_count(f->cards);
    memcpy(free, f->places, sizeof free);
    for (int i = 0; i < KR_OWNERS; i++) {
        left[i] = n;
        n -= free[i];
        free[i] = 0;
        const uint64_t later = ways(free);
        set[i] = nth_set(left[i], f->places[i], first / later);
        first %= later;
    }
    uint32_t hand[KR_OWNERS], rest[KR_OWNERS + 1] = {f->cards};
    int changed = 0;
    for (size_t k = 0; k < count; k++) {
        for (int i = changed; i < KR_OWNERS; i++) {
            const uint32_t taken = spread(set[i], rest[i]);
            hand[i] = f->given[i] | taken;
            rest[i + 1] = rest[i] ^ taken;
        }
        for (int i = 0; i < KR_OWNERS; i++) out[i][k] = hand[i];
        for (changed = KR_OWNERS - 1;; changed--) { /* find the last owner that has a next set of cards. All owners
                                                     * after this owner go back to their first sets */
            set[changed] = next_set(set[changed]);
            if (!changed || (set[changed] && !(set[changed] >> left[changed]))) break;
            set[changed] = ((uint64_t)1 << f->places[changed]) - 1;
        }
    }
    return KR_OK;
}

int kr_deal_random(const kr_dealing *f, uint64_t seed, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS])
{
    const uint64_t base = kr_random_base(seed);
    if (!has_places(f)) return KR_BAD_BUFFER;
    for (size_t k = 0; k < count; k++) {
        uint64_t state = kr_random_start(base, first + k);
        uint32_t hand[KR_OWNERS], free[KR_OWNERS], left = 0;
        for (int i = 0; i < KR_OWNERS; i++) {
            hand[i] = f->given[i];
            left += free[i] = f->places[i];
        }
        for (uint32_t rest = f->cards; rest; rest &= rest - 1) {
            uint32_t place = kr_random_below(&state, left--);
            int owner = 0;
            while (place >= free[owner]) place -= free[owner++];
            free[owner]--;
            hand[owner] |= rest & -rest;
        }
        for (int i = 0; i < KR_OWNERS; i++) out[i][k] = hand[i];
    }
    return KR_OK;
}
