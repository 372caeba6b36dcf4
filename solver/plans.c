/* plans.c - count the layouts that one plan of a lone seat wins. The opponents see all cards and know the plan.
 *
 * A layout is one way to deal the cards that the seat cannot see. A plan fixes the seat's card in every situation that
 * the seat can distinguish. A plan wins a layout if no legal play of the opponents makes the seat fail. The search
 * tries all plays of the opponents. It keeps a list of the layouts in which the cards played so far are legal.
 *
 * At its turn the seat may have several cards. Each card, with a plan for the later turns, wins some set of the layouts
 * in the list. A set is maximal if no other set contains it. Only the maximal sets matter. The list of the maximal sets
 * is called the front of this turn. The search stores a front as a choice (plans.h). A plan takes one set of each
 * choice, and wins the layouts that all these sets contain. choices.c finds the plan that loses the fewest layouts.
 *
 * A front keeps all maximal sets, not only the largest, because a smaller set may fit better to the sets of other
 * choices. Cazenave and Ventos use such Pareto fronts in their algorithm alpha-mu.
 *
 * After each card of the seat, the search drops the layouts that the seat loses even when it sees all cards. The search
 * goes no deeper when the seat has one card left or one layout is left, because the result is then known.
 */
#include "plans.h"
#include "search.h"

#include <string.h>

/* A search for plans. `own` is the seat that plans. `by_strength` is the input of the search, with all hands converted
 * from natural ranks to the order of strength. */
typedef struct plans {
    kr_ctx *ctx;
    kr_prep prep;
    const kr_plans *by_strength;
    int own;
    kr_room room;
} plans;

/* Reserve memory for a choice (see plans.h) with room for `entries` layouts. Return NULL if too little memory is
 * free. */
static kr_choice *new_choice(plans *s, size_t entries)
{
    const size_t bytes = sizeof(kr_choice) + entries * sizeof(kr_won_by);
    if ((size_t)(s->room.high - s->room.low) < bytes) return s->room.left = 0, NULL;
    s->room.high -= bytes;
    return (kr_choice *)(void *)s->room.high;
}

/* Return the mask of all sets of a choice that has `count` sets: bits 0 to `count` - 1 are set. */
static uint32_t all_sets(uint32_t count) { return count < 32 ? ((uint32_t)1 << count) - 1 : ~(uint32_t)0; }

static uint32_t hand_in(const plans *s, int seat, uint32_t layout) { return s->by_strength->hand[seat][layout]; }

/* Return 1 if the planning seat wins a layout when it sees all cards, else 0. `gone` is the mask of the cards played so
 * far. */
static int is_won_open(plans *s, const kr_node *n, uint32_t gone, uint32_t layout)
{
    kr_node open = *n;
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (s->by_strength->hand[seat]) open.hand[seat] = hand_in(s, seat, layout) & ~gone;
    return kr_node_value(s->ctx, &s->prep, &open) > 0;
}

/* Find the layouts that the planning seat wins when it sees all cards, among the `count` layouts of the list `from`.
 * Write the indexes of these layouts in `from` to `out`, and return how many there are. `gone` is the mask of the cards
 * played so far. */
static uint32_t won_open(plans *s, const kr_node *n, uint32_t gone, const uint32_t *from, uint32_t count, uint32_t *out)
{
    uint32_t won = 0;
    if (!kr_steps(&s->room, count)) return 0;
    for (uint32_t i = 0; i < count; i++)
        if (is_won_open(s, n, gone, from[i])) out[won++] = i;
    return won;
}

/* A function that searches from a turn of the planning seat on. It considers the `count` layouts of the list `layouts`.
 * The function returns 1 if below() shall try further plays of the opponents, else 0. `gone` is the mask of the cards
 * played so far. */
typedef int seat_turn(plans *s, const kr_node *n, uint32_t gone, const uint32_t *layouts, uint32_t count);
static seat_turn choose, wins_all;

/* Return the node (the position in the search) after the seat to play has played `card`. */
static kr_node played(const plans *s, const kr_node *n, int card)
{
    kr_node child = *n;
    if (child.seat != s->own) child.hand[child.seat] = KR_BIT(card);
    kr_node_play(&s->prep, &child, card);
    return child;
}

/* Try all plays of the opponents up to the planning seat's next turn. At each such turn, call the function `turn` with
 * the layouts in which these plays are legal. Return 1 if every call returns 1, else 0. The caller passes only layouts
 * that the seat wins when it sees all cards. So if the seat has one card left, or one layout is left, return 1 without
 * a search. */
static int below(plans *s, const kr_node *n, uint32_t gone, const uint32_t *layouts, uint32_t count, seat_turn *turn)
{
    const uint32_t own = n->hand[s->own];
    if (!(own & (own - 1)) || count < 2) return 1;
    if (n->seat == s->own) return turn(s, n, gone, layouts, count);
    unsigned char *const mark = s->room.low;
    uint32_t *legal = kr_list(&s->room, count, sizeof *legal), *with = kr_list(&s->room, count, sizeof *with), any = 0;
    if (!legal || !with || !kr_steps(&s->room, 1 + count / 8)) return 0;
    const uint32_t over = n->n ? kr_beats(s->prep.trump, n->best) : 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t hand = hand_in(s, n->seat, layouts[i]) & ~gone;
        any |= legal[i] = n->n ? kr_legal(&s->prep, hand, n->led, over) : hand;
    }
    int done = 1;
    for (; any && done; any &= any - 1) {
        const int card = kr_low(any);
        uint32_t matches = 0;
        for (uint32_t i = 0; i < count; i++) {
            with[matches] = layouts[i];
            matches += legal[i] >> card & 1;
        }
        const kr_node child = played(s, n, card);
        done = below(s, &child, gone | KR_BIT(card), with, matches, turn);
    }
    s->room.low = mark;
    return done;
}

/* Return the mask of the cards that the planning seat must try: one card of each run of equivalent legal cards. `gone`
 * is the mask of the cards played so far. */
static uint32_t choices(const plans *s, const kr_node *n, uint32_t gone)
{
    const uint32_t moves = kr_node_moves(&s->prep, n);
    return moves & (moves - 1) ? kr_distinct(&s->prep, moves, (s->by_strength->unseen & ~gone) | n->trick) : moves;
}

/* Return 1 if a single plan wins all layouts of the list. Otherwise, or if too few steps are left, return 0. The search
 * calls this function first, because usually one plan wins all layouts. */
static int wins_all(plans *s, const kr_node *n, uint32_t gone, const uint32_t *layouts, uint32_t count)
{
    for (uint32_t moves = choices(s, n, gone); moves; moves ^= KR_BIT(kr_high(moves))) {
        const kr_node child = played(s, n, kr_high(moves));
        uint32_t won = 0;
        while (won < count && is_won_open(s, &child, gone, layouts[won])) won++;
        if (!kr_steps(&s->room, 1 + won)) return 0;
        if (won == count && below(s, &child, gone, layouts, count, wins_all)) return 1;
    }
    return 0;
}

/* A front: the maximal sets of layouts that the planning seat can win at a turn. Bit i of a set stands for entry i of
 * the list of layouts at this turn. `count` says how many sets there are. `words` says how many 64-bit words a set
 * takes. set[count] is free memory for the next set. */
typedef struct front {
    uint32_t count, words;
    uint64_t *set[KR_MOST_SETS + 1];
} front;

/* Return 1 if set `a` contains every layout of set `b`, else 0. Each set has `words` 64-bit words. */
static int has(const uint64_t *a, const uint64_t *b, uint32_t words)
{
    for (uint32_t i = 0; i < words; i++)
        if (b[i] & ~a[i]) return 0;
    return 1;
}

/* Add a new set of layouts to a front (the list of sets that the seat can win). The caller has already written this set
 * to set[count]. If an old set contains the new set, change nothing. Otherwise drop all old sets that the new set
 * contains. Return 0 and end the search if the front then has more than KR_MOST_SETS sets, else 1. */
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
    return f->count <= KR_MOST_SETS ? 1 : (s->room.left = 0, 0);
}

/* Reserve memory for an empty front (a list of sets of layouts that the seat can win). Each set needs a bit for each of
 * `layouts` layouts. Return 0 if too little memory is free, else 1. */
static int new_front(plans *s, front *f, uint32_t layouts)
{
    f->count = 0;
    f->words = (layouts + 63) / 64;
    for (int i = 0; i <= KR_MOST_SETS; i++)
        if (!(f->set[i] = kr_list(&s->room, f->words, sizeof *f->set[i]))) return 0;
    return 1;
}

/* Write to `out` the maximal sets of layouts that a plan can win. To find these sets, combine the choices stored from
 * s->room.high up to `end`: a plan takes one set of each choice, and wins the layouts that all these sets contain.
 * `layouts` lists the `count` layouts that the choices are about. Return 0 if the search must end, else 1. */
static int all_of(plans *s, const uint32_t *layouts, uint32_t count, const unsigned char *end, front *out)
{
    unsigned char *const mark = s->room.low;
    front other, *now = out, *then = &other;
    uint32_t *place = kr_list(&s->room, s->by_strength->count, sizeof *place);
    if (!place || !new_front(s, &other, count)) return 0;
    uint64_t *sets = kr_list(&s->room, (size_t)out->words * KR_MOST_SETS, sizeof *sets);
    if (!sets) return 0;
    for (uint32_t i = 0; i < count; i++) place[layouts[i]] = i;
    memset(now->set[0], 0xFF, now->words * sizeof *now->set[0]);
    if (count & 63) now->set[0][now->words - 1] = ((uint64_t)1 << (count & 63)) - 1;
    now->count = 1;
    for (const kr_choice *r = (const kr_choice *)(const void *)s->room.high; (const unsigned char *)r < end; r = kr_next_choice(r)) {
        memset(sets, 0xFF, (size_t)out->words * r->sets * sizeof *sets);
        for (uint32_t i = 0; i < r->count; i++)
            for (uint32_t k = 0; k < r->sets; k++)
                if (!(r->of[i].sets >> k & 1))
                    sets[k * out->words + place[r->of[i].layout] / 64] &= ~((uint64_t)1 << (place[r->of[i].layout] & 63));
        then->count = 0;
        if (!kr_steps(&s->room, (uint64_t)now->count * r->sets * (1 + out->words / 8))) return 0;
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
    s->room.low = mark;
    return 1;
}

/* Let the planning seat play a certain card, which leads to the node `child`. Find the sets of layouts that a plan can
 * win after this card, and add these sets to the front `out`. `won` lists the layouts that the card wins when the seat
 * sees all cards, as indexes into `layouts`. `matches` is the length of the list `won`. Return 0 if the search must
 * end, else 1. */
static int by_card(plans *s, const kr_node *child, uint32_t gone, const uint32_t *layouts, const uint32_t *won,
                   uint32_t matches, front *out)
{
    unsigned char *const mark = s->room.low, *const end = s->room.high;
    uint64_t *const open = out->set[out->count];
    memset(open, 0, out->words * sizeof *open);
    for (uint32_t i = 0; i < matches; i++) open[won[i] / 64] |= (uint64_t)1 << (won[i] & 63);
    for (uint32_t k = 0; k < out->count; k++)
        if (has(out->set[k], open, out->words)) return 1;
    uint32_t *won_layouts = kr_list(&s->room, matches, sizeof *won_layouts);
    if (!won_layouts) return 0;
    for (uint32_t i = 0; i < matches; i++) won_layouts[i] = layouts[won[i]];
    if (!below(s, child, gone, won_layouts, matches, choose)) return 0;
    if (s->room.high == end) return s->room.low = mark, add(s, out);
    front sets;
    if (!new_front(s, &sets, matches) || !all_of(s, won_layouts, matches, end, &sets)) return 0;
    s->room.high = end;
    for (uint32_t k = 0; k < sets.count; k++) {
        uint64_t *new = out->set[out->count];
        memset(new, 0, out->words * sizeof *new);
        for (uint32_t i = 0; i < matches; i++)
            if (sets.set[k][i / 64] >> (i & 63) & 1) new[won[i] / 64] |= (uint64_t)1 << (won[i] & 63);
        if (!add(s, out)) return 0;
    }
    s->room.low = mark;
    return 1;
}

/* Store a front (the list of sets of layouts that the seat can win at a turn) as a choice (plans.h). If one set
 * contains all layouts, store nothing: a plan can then take this set and loses no layout at this turn. Return 0 if the
 * search must end, else 1. */
static int keep(plans *s, const front *sets, const uint32_t *layouts, uint32_t count)
{
    uint32_t *in = kr_list(&s->room, count, sizeof *in), entries = 0;
    if (!in) return 0;
    for (uint32_t i = 0; i < count; i++) {
        in[i] = 0;
        for (uint32_t k = 0; k < sets->count; k++) in[i] |= (uint32_t)(sets->set[k][i / 64] >> (i & 63) & 1) << k;
        entries += in[i] != all_sets(sets->count);
    }
    if (!entries) return 1;
    kr_choice *r = new_choice(s, entries);
    if (!r) return 0;
    r->count = 0;
    r->sets = sets->count;
    for (uint32_t i = 0; i < count; i++)
        if (in[i] != all_sets(sets->count)) r->of[r->count++] = (kr_won_by){layouts[i], in[i]};
    return 1;
}

/* Find the maximal sets of layouts that the planning seat can win at its turn, and store them as a choice. First try
 * the cards that win the most layouts when the seat sees all cards. Leave out cards that win no layout. Return 0 if the
 * search must end, else 1. */
static int choose(plans *s, const kr_node *n, uint32_t gone, const uint32_t *layouts, uint32_t count)
{
    uint32_t moves = choices(s, n, gone);
    if (!(moves & (moves - 1))) {
        const kr_node child = played(s, n, kr_low(moves));
        return below(s, &child, gone, layouts, count, choose);
    }
    if (wins_all(s, n, gone, layouts, count)) return 1;
    unsigned char *const mark = s->room.low;
    uint32_t *won[KR_HAND], matches[KR_HAND];
    kr_node child[KR_HAND];
    int cards = 0;
    for (; moves; moves ^= KR_BIT(kr_high(moves)), cards++) {
        if (!(won[cards] = kr_list(&s->room, count, sizeof *won[cards]))) return 0;
        child[cards] = played(s, n, kr_high(moves));
        matches[cards] = won_open(s, &child[cards], gone, layouts, count, won[cards]);
        if (!s->room.left) return 0;
    }
    front sets;
    if (!new_front(s, &sets, count)) return 0;
    for (int i = 0; i < cards; i++) {
        int most = 0;
        for (int k = 1; k < cards; k++)
            if (matches[k] > matches[most]) most = k;
        if (!matches[most]) break;
        if (!by_card(s, &child[most], gone, layouts, won[most], matches[most], &sets)) return 0;
        matches[most] = 0;
    }
    if (!keep(s, &sets, layouts, count)) return 0;
    s->room.low = mark;
    return 1;
}

/* Return how many layouts are won by the best plan that starts with `card`. Return -1 if steps or memory did not
 * suffice. */
static int64_t most_won(plans *s, const kr_node *n, int card, const uint32_t *all, uint32_t count)
{
    unsigned char *const end = s->room.high;
    uint32_t *won = kr_list(&s->room, count, sizeof *won);
    if (!won) return -1;
    const kr_node child = played(s, n, card);
    const uint32_t matches = won_open(s, &child, 0, all, count, won);
    if (s->room.left && below(s, &child, 0, won, matches, wins_all)) return matches;
    if (!s->room.left || !below(s, &child, 0, won, matches, choose)) return -1;
    const uint32_t lost = kr_least_lost(&s->room, end, count, matches + 1);
    return s->room.left ? (int64_t)(matches - lost) : -1;
}

/* Convert the columns of hands from natural ranks to the order of strength, and collect the mask of all hidden cards.
 * Return enum kr_status. It is an error if a layout does not fit the position. */
static int read_layouts(plans *s, kr_plans *by_strength, const kr_plans *input, kr_node *n)
{
    for (uint32_t i = 0; i < input->count; i++) {
        kr_position whole = input->position;
        for (int seat = 0; seat < KR_SEATS; seat++)
            if (input->hand[seat]) whole.hands[seat] = input->hand[seat][i];
        const int status = kr_node_enter(&s->prep, &whole, n);
        if (status) return status;
        if (n->seat != s->own) return KR_BAD_TRICK;
    }
    for (int seat = 0; seat < KR_SEATS; seat++) {
        if (!input->hand[seat]) continue;
        n->hand[seat] = 0;
        uint32_t *column = kr_list(&s->room, input->count, sizeof *column);
        if (!column) return KR_BAD_BUFFER;
        for (uint32_t i = 0; i < input->count; i++)
            by_strength->unseen |= column[i] = kr_to_strength(&s->prep, input->hand[seat][i]);
        by_strength->hand[seat] = column;
    }
    return KR_OK;
}

int kr_plan(kr_ctx *ctx, const kr_plans *input, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND])
{
    kr_plans by_strength = *input;
    plans s = {.ctx = ctx, .by_strength = &by_strength, .room = {UINT64_MAX, input->stop, memory,
               (unsigned char *)memory + (size & ~(size_t)7)}};
    kr_node n;
    const int own = kr_to_play(&input->task, &input->position), opened = own == KR_NONE ? 0 : own;
    s.own = opened;
    int status = kr_prepare(&input->task, &s.prep);
    if (status) return status;
    if (input->task.goal != KR_SWEEP || own == KR_NONE || !input->count || input->hand[own]) return KR_BAD_TASK;
    if (input->task.side != 1u << own) return KR_BAD_TASK;
    by_strength.unseen = 0;
    if ((status = read_layouts(&s, &by_strength, input, &n))) return status;
    kr_next_epoch(ctx);
    uint32_t *all = kr_list(&s.room, input->count, sizeof *all);
    if (!all) return KR_BAD_BUFFER;
    for (uint32_t i = 0; i < input->count; i++) all[i] = i;
    const uint32_t moves = kr_node_moves(&s.prep, &n);
    unsigned char *const mark = s.room.low, *const end = s.room.high;
    *legal = kr_to_natural(&s.prep, moves);
    for (uint32_t rest = moves; rest; rest &= rest - 1) {
        const int card = kr_card_to_natural(&s.prep, kr_low(rest));
        const int at = kr_count(*legal & (KR_BIT(card) - 1));
        s.room.left = input->steps;
        won[at] = input->wanted >> card & 1 ? most_won(&s, &n, kr_low(rest), all, input->count) : -1;
        s.room.low = mark;
        s.room.high = end;
    }
    return KR_OK;
}
