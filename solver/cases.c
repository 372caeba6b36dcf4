/* cases.c - split the possible layouts of the hidden cards into cases. Also count the layouts, find a layout by its
 * number, and draw random layouts.
 *
 * A layout is one way to put the cards that a seat does not see into the hidden places. A case is a set of layouts.
 * Each layout belongs to exactly one case. knowledge.h explains the terms "place", "family" and "set".
 */
#include "evidence.h"

#include "bits.h"
#include "hidden.h"
#include "random.h"

#include <string.h>

/* Return the layouts of `h` in which all cards of the mask `cards` lie in the place `place` (a hidden hand, or the
 * discard). If one of these cards may not lie in this place, the result has no layouts. */
static kr_hidden taking(kr_hidden h, int place, uint32_t cards)
{
    for (int i = 0; i < KR_HIDDEN; i++)
        if (i != place) h.may[i] &= ~cards;
    return h;
}

/* Add a case with the layouts of `h`, unless there are none. Return enum kr_status. */
static int add_case(kr_knowledge *k, const kr_hidden *h)
{
    uint64_t count;
    if ((h->may[0] | h->may[1] | h->may[2]) != k->unseen) return KR_OK;
    const int status = kr_hidden_count(h, &count);
    if (status || !count) return status;
    if (k->cases == KR_MAX_CASES) return KR_BAD_SIZES;
    k->part[k->cases] = *h;
    k->count += count;
    k->ends[k->cases++] = k->count;
    return KR_OK;
}

static int split_place(kr_knowledge *k, int place, kr_hidden h);

/* Split the layouts of `h` into cases. In each case the place `place` (a hidden hand, or the discard) satisfies the
 * family with the index `family` and all later families. To satisfy a family, the place must hold all cards of at least
 * one set of this family. Return enum kr_status.
 *
 * This call handles the sets of the family from index `first` on. In all layouts of `h` the place lacks at least one
 * card of each earlier set. `must` is the mask of the cards that the place holds in all layouts of `h`.
 */
static int split_family(kr_knowledge *k, int place, int family, uint32_t first, kr_hidden h, uint32_t must)
{
    const kr_hidden_place *p = &k->place[place];
    if (family == p->families) return split_place(k, place + 1, h);
    const kr_set_family *f = &p->family[family];
    for (uint32_t i = first; i < f->sets; i++) {
        const uint32_t set = f->set[i];
        if (!(set & ~h.may[place]) && kr_count(must | set) <= p->room) {
            const int status = split_family(k, place, family + 1, 0, taking(h, place, set), must | set);
            if (status) return status;
        }
        int is_alone = 1; /* 1: a place that holds this set has no room for any later set of the family */
        for (uint32_t later = i + 1; later < f->sets; later++) is_alone &= kr_count(must | set | f->set[later]) > p->room;
        if (is_alone) continue;
        /* Next, add the cases in which the place lacks a card of this set. In the first of these cases, the place lacks
         * the first card. In the second case, the place holds the first card and lacks the second card, and so on. */
        for (uint32_t rest = set & ~must; rest; rest &= rest - 1) {
            const uint32_t card = rest & -rest;
            kr_hidden missing = h;
            missing.may[place] &= ~card;
            const int status = split_family(k, place, family, i + 1, missing, must);
            if (status || !(h.may[place] & card)) return status;
            h = taking(h, place, card);
            must |= card;
        }
        return KR_OK;
    }
    return KR_OK;
}

static int split_place(kr_knowledge *k, int place, kr_hidden h)
{
    if (place == k->places) return add_case(k, &h);
    return split_family(k, place, 0, 0, h, k->place[place].must);
}

int kr_split_layouts(kr_knowledge *k)
{
    kr_hidden h = {.spare = 0};
    int room = 0;
    k->cases = 0;
    k->count = 0;
    for (int i = 0; i < k->places; i++) {
        h.may[i] = k->unseen & ~k->place[i].cannot;
        h.room[i] = k->place[i].room;
        room += k->place[i].room;
    }
    if (room != kr_count(k->unseen)) return KR_OK; /* the sizes do not fit, so no layout exists */
    for (int i = 0; i < k->places; i++) h = taking(h, i, k->place[i].must);
    return split_place(k, 0, h);
}

int kr_know_layouts(const kr_knowledge *k, size_t count, const uint64_t *number, uint32_t *const out[KR_HIDDEN])
{
    for (size_t n = 0; n < count; n++)
        if (number[n] >= k->count) return KR_BAD_BUFFER;
    for (int i = 0; i < k->cases; i++) {
        const uint64_t first = i ? k->ends[i - 1] : 0;
        kr_hidden_ways ways;
        int is_prepared = 0;
        for (size_t n = 0; n < count; n++) {
            uint32_t place[KR_HIDDEN];
            if (number[n] < first || number[n] >= k->ends[i]) continue;
            if (!is_prepared) {
                const int status = kr_hidden_prepare(&k->part[i], &ways);
                if (status) return status;
                is_prepared = 1;
            }
            kr_hidden_layout(&ways, number[n] - first, place);
            for (int where = 0; where < KR_HIDDEN; where++) out[where][n] = place[where];
        }
    }
    return KR_OK;
}

int kr_know_draw(const kr_knowledge *k, uint64_t seed, uint64_t first, size_t count, uint64_t *number)
{
    const uint64_t base = kr_random_base(seed);
    if (!k->count && count) return KR_BAD_BUFFER;
    for (size_t n = 0; n < count; n++) {
        uint64_t state = kr_random_start(base, first + n);
        number[n] = kr_random_below_64(&state, k->count);
    }
    return KR_OK;
}

int kr_know_places(const kr_knowledge *k, uint64_t ways[32 * KR_HIDDEN])
{
    memset(ways, 0, 32 * KR_HIDDEN * sizeof *ways);
    for (int i = 0; i < k->cases; i++) {
        const kr_hidden *h = &k->part[i];
        /* Cards that may lie in the same places are interchangeable: a place holds each of these cards in equally many
         * layouts. So count only once for all of these cards. */
        uint64_t of_owners[8][KR_HIDDEN];
        unsigned counted = 0;
        for (uint32_t rest = k->unseen; rest; rest &= rest - 1) {
            const int card = kr_low(rest);
            unsigned owners = 0;
            for (int where = 0; where < KR_HIDDEN; where++) owners |= (h->may[where] >> card & 1) << where;
            for (int where = 0; where < KR_HIDDEN && !(counted >> owners & 1); where++) {
                of_owners[owners][where] = 0;
                if (!(owners >> where & 1)) continue;
                const kr_hidden with = taking(*h, where, rest & -rest);
                const int status = kr_hidden_count(&with, &of_owners[owners][where]);
                if (status) return status;
            }
            counted |= 1u << owners;
            for (int where = 0; where < KR_HIDDEN; where++) ways[KR_HIDDEN * card + where] += of_owners[owners][where];
        }
    }
    return KR_OK;
}

int kr_know_holding(const kr_knowledge *k, int card, int place, uint32_t out[KR_HIDDEN])
{
    for (int i = 0; i < k->cases; i++) {
        if (!(k->part[i].may[place] >> card & 1)) continue;
        const kr_hidden with = taking(k->part[i], place, KR_BIT(card));
        kr_hidden_ways ways;
        if (kr_hidden_prepare(&with, &ways) || !ways.count) continue;
        kr_hidden_layout(&ways, 0, out);
        return 1;
    }
    return 0;
}
