/* plans.c - how many layouts one plan wins for a seat alone against opponents who see all cards and know the plan.
 *
 * A plan says what the seat plays after everything it may have seen. A layout is won by a plan if no legal play of the
 * others makes it fail. The cards of the others are walked through with the list of the layouts in which they are
 * legal; where the seat has a choice its cards win sets of these, and a record keeps those of the sets that are in no
 * other. A plan chooses one set of each record and loses what any of them lacks: of all choices that which loses the
 * least is searched for, the records apart that share no layout. Below the first choice all sets that matter are
 * needed, not only the best (the Pareto fronts of Cazenave and Ventos' alpha-mu).
 *
 * What is lost with all cards open is left out wherever a card has been chosen, and with one card left to the seat,
 * or one layout, the rest is known.
 */
#include "search.h"

#include <string.h>

#define MOST_SETS 32

/* A choice: by layout in which of the sets it is won (those that are in all sets are left out). */
typedef struct entry {
    uint32_t layout, sets;
} entry;

typedef struct record {
    uint32_t count, sets;
    entry of[];
} record;

typedef struct plans {
    kr_ctx *ctx;
    kr_prep prep;
    const kr_plans *asked;
    int own;
    uint64_t left;              /* steps that may still be taken */
    unsigned char *low, *high;  /* lists grow from below, records from above */
} plans;

static int steps(plans *s, uint64_t some)
{
    if (s->left < some || (s->asked->stop && __atomic_load_n(s->asked->stop, __ATOMIC_RELAXED))) return s->left = 0, 0;
    s->left -= some;
    return 1;
}

/* Room for a list until `low` is set back; NULL where there is none. */
static void *list(plans *s, size_t count, size_t size)
{
    const size_t bytes = (count * size + 7) & ~(size_t)7;
    if ((size_t)(s->high - s->low) < bytes) return s->left = 0, NULL;
    void *out = s->low;
    s->low += bytes;
    return out;
}

static record *new_record(plans *s, size_t entries)
{
    const size_t bytes = sizeof(record) + entries * sizeof(entry);
    if ((size_t)(s->high - s->low) < bytes) return s->left = 0, NULL;
    s->high -= bytes;
    return (record *)(void *)s->high;
}

static const record *next_record(const record *r) { return (const record *)(const void *)&r->of[r->count]; }

static uint32_t all_sets(uint32_t count) { return count < 32 ? ((uint32_t)1 << count) - 1 : ~(uint32_t)0; }

static uint32_t hand_in(const plans *s, int seat, uint32_t layout) { return s->asked->hand[seat][layout]; }

/* Whether a layout is won with all cards open; `gone` has been played. */
static int is_won_open(plans *s, const kr_node *n, uint32_t gone, uint32_t layout)
{
    kr_node open = *n;
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (s->asked->hand[seat]) open.hand[seat] = hand_in(s, seat, layout) & ~gone;
    return kr_node_value(s->ctx, &s->prep, &open) > 0;
}

/* The places of those of some layouts that are. */
static uint32_t won_open(plans *s, const kr_node *n, uint32_t gone, const uint32_t *from, uint32_t count, uint32_t *out)
{
    uint32_t won = 0;
    if (!steps(s, count)) return 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_won_open(s, n, gone, from[i])) out[won++] = i;
    return won;
}

typedef int seat_turn(plans *s, const kr_node *n, uint32_t gone, const uint32_t *some, uint32_t count);
static seat_turn choose, wins_all;

/* A card of somebody onto the table. */
static kr_node played(const plans *s, const kr_node *n, int card)
{
    kr_node child = *n;
    if (child.seat != s->own) child.hand[child.seat] = KR_BIT(card);
    kr_node_play(&s->prep, &child, card);
    return child;
}

/* What comes of every course of play up to the seat's next turn, in layouts that are all won with open cards: 1 if every
 * turn says so. With no choice left, or one layout, the rest is known. */
static int below(plans *s, const kr_node *n, uint32_t gone, const uint32_t *some, uint32_t count, seat_turn *turn)
{
    const uint32_t own = n->hand[s->own];
    if (!(own & (own - 1)) || count < 2) return 1;
    if (n->seat == s->own) return turn(s, n, gone, some, count);
    unsigned char *const mark = s->low;
    uint32_t *legal = list(s, count, sizeof *legal), *with = list(s, count, sizeof *with), any = 0;
    if (!legal || !with || !steps(s, 1 + count / 8)) return 0;
    const uint32_t over = n->n ? kr_beats(s->prep.trump, n->best) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t hand = hand_in(s, n->seat, some[i]) & ~gone;
        any |= legal[i] = n->n ? kr_legal(&s->prep, hand, n->led, over) : hand;
    }
    int done = 1;
    for (; any && done; any &= any - 1) {
        const int card = kr_low(any);
        uint32_t matches = 0;
        for (uint32_t i = 0; i < count; i++) {
            with[matches] = some[i];
            matches += legal[i] >> card & 1;
        }
        const kr_node child = played(s, n, card);
        done = below(s, &child, gone | KR_BIT(card), with, matches, turn);
    }
    s->low = mark;
    return done;
}

/* The seat's cards, of those that are alike one. */
static uint32_t choices(const plans *s, const kr_node *n, uint32_t gone)
{
    const uint32_t moves = kr_node_moves(&s->prep, n);
    return moves & (moves - 1) ? kr_distinct(&s->prep, moves, (s->asked->unseen & ~gone) | n->trick) : moves;
}

/* Whether one plan wins all layouts of a list: the first question, for most often one does. */
static int wins_all(plans *s, const kr_node *n, uint32_t gone, const uint32_t *some, uint32_t count)
{
    for (uint32_t moves = choices(s, n, gone); moves; moves ^= KR_BIT(kr_high(moves))) {
        const kr_node child = played(s, n, kr_high(moves));
        uint32_t won = 0;
        while (won < count && is_won_open(s, &child, gone, some[won])) won++;
        if (!steps(s, 1 + won)) return 0;
        if (won == count && below(s, &child, gone, some, count, wins_all)) return 1;
    }
    return 0;
}

/* Sets of layouts of a list, as bits. */
typedef struct front {
    uint32_t count, words;
    uint64_t *set[MOST_SETS + 1];
} front;

static int has(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        if (b[i] & ~a[i]) return 0;
    return 1;
}

/* Add the last set, already in its place, unless another one has it; what it has goes. */
static int add(plans *s, front *f)
{
    uint64_t *const new = f->set[f->count];
    for (uint32_t i = 0; i < f->count; i++)
        if (has(f->set[i], new, f->words)) return 1;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        if (has(new, f->set[i], f->words)) continue;
        uint64_t *const set = f->set[i];
        f->set[i] = f->set[kept];
        f->set[kept++] = set;
    }
    f->set[f->count] = f->set[kept];
    f->set[kept++] = new;
    f->count = kept;
    return f->count <= MOST_SETS ? 1 : (s->left = 0, 0);
}

static int new_front(plans *s, front *f, uint32_t layouts)
{
    f->count = 0;
    f->words = (layouts + 63) / 64;
    for (int i = 0; i <= MOST_SETS; i++)
        if (!(f->set[i] = list(s, f->words, sizeof *f->set[i]))) return 0;
    return 1;
}

/* All sets that a plan wins of a list, by the records from the top down to `end`. */
static int all_of(plans *s, const uint32_t *some, uint32_t count, const unsigned char *end, front *out)
{
    unsigned char *const mark = s->low;
    front other, *now = out, *then = &other;
    uint32_t *place = list(s, s->asked->count, sizeof *place);
    if (!place || !new_front(s, &other, count)) return 0;
    uint64_t *sets = list(s, (size_t)out->words * MOST_SETS, sizeof *sets);
    if (!sets) return 0;
    for (uint32_t i = 0; i < count; i++) place[some[i]] = i;
    memset(now->set[0], 0xFF, now->words * sizeof *now->set[0]);
    if (count & 63) now->set[0][now->words - 1] = ((uint64_t)1 << (count & 63)) - 1;
    now->count = 1;
    for (const record *r = (const record *)(const void *)s->high; (const unsigned char *)r < end; r = next_record(r)) {
        memset(sets, 0xFF, (size_t)out->words * r->sets * sizeof *sets);
        for (uint32_t i = 0; i < r->count; i++)
            for (uint32_t k = 0; k < r->sets; k++)
                if (!(r->of[i].sets >> k & 1))
                    sets[k * out->words + place[r->of[i].layout] / 64] &= ~((uint64_t)1 << (place[r->of[i].layout] & 63));
        then->count = 0;
        if (!steps(s, (uint64_t)now->count * r->sets * (1 + out->words / 8))) return 0;
        for (uint32_t a = 0; a < now->count; a++)
            for (uint32_t k = 0; k < r->sets; k++) {
                uint64_t *new = then->set[then->count];
                for (uint32_t i = 0; i < out->words; i++) new[i] = now->set[a][i] & sets[k * out->words + i];
                if (!add(s, then)) return 0;
            }
        front *swap = now;
        now = then;
        then = swap;
    }
    if (now != out) {
        for (uint32_t i = 0; i < now->count; i++)
            memcpy(out->set[i], now->set[i], out->words * sizeof *out->set[i]);
        out->count = now->count;
    }
    s->low = mark;
    return 1;
}

/* The sets of a list that the seat wins by a card and all plans behind it, added to a front; `won` are the layouts of
 * the list that the card wins with all cards open, by their places. */
static int by_card(plans *s, const kr_node *child, uint32_t gone, const uint32_t *some, const uint32_t *won,
                   uint32_t matches, front *out)
{
    unsigned char *const mark = s->low, *const end = s->high;
    uint64_t *const open = out->set[out->count];
    memset(open, 0, out->words * sizeof *open);
    for (uint32_t i = 0; i < matches; i++) open[won[i] / 64] |= (uint64_t)1 << (won[i] & 63);
    for (uint32_t k = 0; k < out->count; k++)
        if (has(out->set[k], open, out->words)) return 1;
    uint32_t *layouts = list(s, matches, sizeof *layouts);
    if (!layouts) return 0;
    for (uint32_t i = 0; i < matches; i++) layouts[i] = some[won[i]];
    if (!below(s, child, gone, layouts, matches, choose)) return 0;
    if (s->high == end) return s->low = mark, add(s, out);
    front sets;
    if (!new_front(s, &sets, matches) || !all_of(s, layouts, matches, end, &sets)) return 0;
    s->high = end;
    for (uint32_t k = 0; k < sets.count; k++) {
        uint64_t *new = out->set[out->count];
        memset(new, 0, out->words * sizeof *new);
        for (uint32_t i = 0; i < matches; i++)
            if (sets.set[k][i / 64] >> (i & 63) & 1) new[won[i] / 64] |= (uint64_t)1 << (won[i] & 63);
        if (!add(s, out)) return 0;
    }
    s->low = mark;
    return 1;
}

/* A choice becomes a record, unless one set has all layouts. */
static int keep(plans *s, const front *sets, const uint32_t *some, uint32_t count)
{
    uint32_t *in = list(s, count, sizeof *in), entries = 0;
    if (!in) return 0;
    for (uint32_t i = 0; i < count; i++) {
        in[i] = 0;
        for (uint32_t k = 0; k < sets->count; k++) in[i] |= (uint32_t)(sets->set[k][i / 64] >> (i & 63) & 1) << k;
        entries += in[i] != all_sets(sets->count);
    }
    if (!entries) return 1;
    record *r = new_record(s, entries);
    if (!r) return 0;
    r->count = 0;
    r->sets = sets->count;
    for (uint32_t i = 0; i < count; i++)
        if (in[i] != all_sets(sets->count)) r->of[r->count++] = (entry){some[i], in[i]};
    return 1;
}

/* The record of a choice: the cards that win most are tried first, and no more once all layouts are won. */
static int choose(plans *s, const kr_node *n, uint32_t gone, const uint32_t *some, uint32_t count)
{
    uint32_t moves = choices(s, n, gone);
    if (!(moves & (moves - 1))) {
        const kr_node child = played(s, n, kr_low(moves));
        return below(s, &child, gone, some, count, choose);
    }
    if (wins_all(s, n, gone, some, count)) return 1;
    unsigned char *const mark = s->low;
    uint32_t *won[KR_HAND], matches[KR_HAND];
    kr_node child[KR_HAND];
    int cards = 0;
    for (; moves; moves ^= KR_BIT(kr_high(moves)), cards++) {
        if (!(won[cards] = list(s, count, sizeof *won[cards]))) return 0;
        child[cards] = played(s, n, kr_high(moves));
        matches[cards] = won_open(s, &child[cards], gone, some, count, won[cards]);
        if (!s->left) return 0;
    }
    front sets;
    if (!new_front(s, &sets, count)) return 0;
    for (int i = 0; i < cards; i++) {
        int most = 0;
        for (int k = 1; k < cards; k++)
            if (matches[k] > matches[most]) most = k;
        if (!matches[most]) break;
        if (!by_card(s, &child[most], gone, some, won[most], matches[most], &sets)) return 0;
        matches[most] = 0;
    }
    if (!keep(s, &sets, some, count)) return 0;
    s->low = mark;
    return 1;
}

/* A choice of which something must be lost: what each set loses, and the least of that. */
typedef struct open_choice {
    const record *of;
    uint32_t least, part;
} open_choice;

static uint32_t lost_by(const record *r, const uint8_t *alive, uint32_t set)
{
    uint32_t lost = 0;
    for (uint32_t i = 0; i < r->count; i++) lost += alive[r->of[i].layout] & !(r->of[i].sets >> set & 1);
    return lost;
}

/* Choices that share a living layout are of one part: the number of each is the place of one of them. */
static void split(open_choice *open, uint32_t count, const uint8_t *alive, uint32_t *owner)
{
    for (uint32_t i = 0; i < count; i++) {
        open[i].part = i;
        for (uint32_t k = 0; k < open[i].of->count; k++) owner[open[i].of->of[k].layout] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < open[i].of->count; k++) {
            const uint32_t layout = open[i].of->of[k].layout;
            if (!alive[layout]) continue;
            uint32_t a = owner[layout], b = i;
            if (a == UINT32_MAX) {
                owner[layout] = i;
                continue;
            }
            while (open[a].part != a) a = open[a].part = open[open[a].part].part;
            while (open[b].part != b) b = open[b].part = open[open[b].part].part;
            open[a].part = b;
        }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = i;
        while (open[a].part != a) a = open[a].part;
        open[i].part = a;
    }
}

/* What choices without a common layout must lose together at least. */
static uint32_t at_least(const open_choice *open, uint32_t count, const uint8_t *alive, uint32_t *owner)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < open[i].of->count; k++) owner[open[i].of->of[k].layout] = 0;
    for (uint32_t i = 0; i < count; i++) {
        const record *r = open[i].of;
        int apart = 1;
        for (uint32_t k = 0; k < r->count && apart; k++)
            apart = !(alive[r->of[k].layout] && owner[r->of[k].layout]);
        if (!apart) continue;
        sum += open[i].least;
        for (uint32_t k = 0; k < r->count; k++) owner[r->of[k].layout] = 1;
    }
    return sum;
}

/* The fewest layouts that a plan loses by some choices, or `most` if they are no fewer. */
static uint32_t least_lost(plans *s, const open_choice *from, uint32_t count, uint8_t *alive, uint32_t *owner,
                           uint32_t most);

/* The same of choices that hang together: one of them is made. */
static uint32_t chosen(plans *s, open_choice *open, uint32_t count, uint8_t *alive, uint32_t *owner, uint32_t most)
{
    if (count == 1) return open[0].least < most ? open[0].least : most;
    if (at_least(open, count, alive, owner) >= most) return most;
    uint32_t hard = 0;
    for (uint32_t i = 1; i < count; i++)
        if (open[i].least > open[hard].least) hard = i;
    const record *r = open[hard].of;
    open[hard] = open[--count];
    uint32_t tried = 0, loss[MOST_SETS];
    for (uint32_t k = 0; k < r->sets; k++) loss[k] = lost_by(r, alive, k);
    for (;;) {
        uint32_t set = MOST_SETS;
        for (uint32_t k = 0; k < r->sets; k++)
            if (!(tried >> k & 1) && (set == MOST_SETS || loss[k] < loss[set])) set = k;
        if (set == MOST_SETS || loss[set] >= most) return most;
        tried |= (uint32_t)1 << set;
        unsigned char *const mark = s->low;
        uint32_t *killed = list(s, loss[set], sizeof *killed), n = 0;
        if (!killed) return 0;
        for (uint32_t i = 0; i < r->count; i++)
            if (alive[r->of[i].layout] && !(r->of[i].sets >> set & 1)) alive[killed[n++] = r->of[i].layout] = 0;
        most = loss[set] + least_lost(s, open, count, alive, owner, most - loss[set]);
        for (uint32_t i = 0; i < n; i++) alive[killed[i]] = 1;
        s->low = mark;
        if (!s->left) return 0;
    }
}

static uint32_t least_lost(plans *s, const open_choice *from, uint32_t count, uint8_t *alive, uint32_t *owner,
                           uint32_t most)
{
    unsigned char *const mark = s->low;
    open_choice *open = list(s, count, sizeof *open), *part = list(s, count, sizeof *part);
    uint32_t n = 0, sum = 0, work = 0;
    if (!open || !part) return 0;
    for (uint32_t i = 0; i < count; i++) {
        const record *r = from[i].of;
        uint32_t least = UINT32_MAX;
        for (uint32_t k = 0; k < r->sets && least; k++) {
            const uint32_t lost = lost_by(r, alive, k);
            if (lost < least) least = lost;
        }
        work += r->count * r->sets;
        if (least) open[n++] = (open_choice){r, least, 0};
    }
    if (!steps(s, 1 + work / 16)) return 0;
    split(open, n, alive, owner);
    for (uint32_t i = 0; i < n && sum < most; i++) {
        if (open[i].part != i) continue;
        uint32_t size = 0;
        for (uint32_t k = 0; k < n; k++)
            if (open[k].part == i) part[size++] = open[k];
        sum += chosen(s, part, size, alive, owner, most - sum);
        if (!s->left) return 0;
    }
    s->low = mark;
    return sum < most ? sum : most;
}

/* The most layouts that one plan wins once a card is played, -1 if that was too much to find out. */
static int64_t most_won(plans *s, const kr_node *n, int card, const uint32_t *all, uint32_t count)
{
    unsigned char *const end = s->high;
    uint32_t *won = list(s, count, sizeof *won);
    if (!won) return -1;
    const kr_node child = played(s, n, card);
    const uint32_t matches = won_open(s, &child, 0, all, count, won);
    if (s->left && below(s, &child, 0, won, matches, wins_all)) return matches;
    if (!s->left || !below(s, &child, 0, won, matches, choose)) return -1;
    uint32_t records = 0;
    for (const record *r = (const record *)(const void *)s->high; (unsigned char *)(void *)r < end; r = next_record(r))
        records++;
    open_choice *open = list(s, records, sizeof *open);
    uint8_t *alive = list(s, count, 1);
    uint32_t *owner = list(s, count, sizeof *owner);
    if (!open || !alive || !owner) return -1;
    const record *r = (const record *)(const void *)s->high;
    for (uint32_t i = 0; i < records; i++, r = next_record(r)) open[i] = (open_choice){.of = r};
    memset(alive, 1, count);
    const uint32_t lost = least_lost(s, open, records, alive, owner, matches + 1);
    return s->left ? (int64_t)(matches - lost) : -1;
}

/* The columns of hands in order of strength, and all unseen cards; the layouts must fit the position. */
static int read_layouts(plans *s, kr_plans *asked, const kr_plans *given, kr_node *n)
{
    for (uint32_t i = 0; i < given->count; i++) {
        kr_position whole = given->position;
        for (int seat = 0; seat < KR_SEATS; seat++)
            if (given->hand[seat]) whole.hands[seat] = given->hand[seat][i];
        const int status = kr_node_enter(&s->prep, &whole, n);
        if (status) return status;
        if (n->seat != s->own) return KR_BAD_TRICK;
    }
    for (int seat = 0; seat < KR_SEATS; seat++) {
        if (!given->hand[seat]) continue;
        n->hand[seat] = 0;
        uint32_t *column = list(s, given->count, sizeof *column);
        if (!column) return KR_BAD_BUFFER;
        for (uint32_t i = 0; i < given->count; i++)
            asked->unseen |= column[i] = kr_to_strength(&s->prep, given->hand[seat][i]);
        asked->hand[seat] = column;
    }
    return KR_OK;
}

int kr_plan(kr_ctx *ctx, const kr_plans *given, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND])
{
    kr_plans asked = *given;
    plans s = {.ctx = ctx, .asked = &asked, .left = UINT64_MAX, .low = memory,
               .high = (unsigned char *)memory + (size & ~(size_t)7)};
    kr_node n;
    const int own = kr_to_play(&given->task, &given->position), opened = own == KR_NONE ? 0 : own;
    s.own = opened;
    int status = kr_prepare(&given->task, &s.prep);
    if (status) return status;
    if (given->task.goal != KR_SWEEP || own == KR_NONE || !given->count || given->hand[own]) return KR_BAD_TASK;
    if (given->task.side != 1u << own) return KR_BAD_TASK;
    asked.unseen = 0;
    if ((status = read_layouts(&s, &asked, given, &n))) return status;
    kr_next_epoch(ctx);
    uint32_t *all = list(&s, given->count, sizeof *all);
    if (!all) return KR_BAD_BUFFER;
    for (uint32_t i = 0; i < given->count; i++) all[i] = i;
    const uint32_t moves = kr_node_moves(&s.prep, &n);
    unsigned char *const mark = s.low, *const end = s.high;
    *legal = kr_to_natural(&s.prep, moves);
    for (uint32_t rest = moves; rest; rest &= rest - 1) {
        const int card = kr_card_to_natural(&s.prep, kr_low(rest));
        const int at = kr_count(*legal & (KR_BIT(card) - 1));
        s.left = given->steps;
        won[at] = given->wanted >> card & 1 ? most_won(&s, &n, kr_low(rest), all, given->count) : -1;
        s.low = mark;
        s.high = end;
    }
    return KR_OK;
}
