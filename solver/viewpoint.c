/* viewpoint.c - set up the search over the layouts that a seat must consider. If the called card is hidden, the search
 * has a case for each hidden place in which this card may lie. Otherwise the search has a single case. One layout of a
 * case is enough to find the position with which the search of this case begins. */
#include "viewpoint.h"

#include "follow.h"

#include <string.h>

#define LOOK_RUN 128 /* largest number of layouts in one call of kr_look with a list of layouts */

/* A record as it would be in one layout, up to the seat's turn. */
typedef struct staged {
    kr_record record;
    kr_facts facts;
    kr_record_word word[KR_MAX_WORDS];
} staged;

static int plays_next(const kr_facts *f, const kr_knowledge *k)
{
    return k->after < f->cards && f->card[k->after].seat == k->seat;
}

/* Keep the words that the seats in the mask `spoken` said in trick 1. Drop the words of all other seats. The n-th
 * marriage in kr_facts belongs to the n-th word that declares a marriage. */
static void keep_words(const kr_record *record, const kr_record_word *words, const kr_facts *f, unsigned spoken,
                       staged *out)
{
    int marriages = 0;
    out->facts.marriages = 0;
    out->record.first_word = out->record.words = 0;
    for (uint32_t i = 0; i < record->words && i < KR_MAX_WORDS; i++) {
        const kr_record_word *w = &words[record->first_word + i];
        if (w->kind == KR_WORD_CONTRA) out->facts.contra = 0; /* added again at the turn when Contra is said */
        const int place = w->kind == KR_WORD_MARRIAGE ? marriages++ : KR_MAX_WORDS;
        if (!(spoken >> w->seat & 1)) continue;
        out->word[out->record.words++] = *w;
        if (place < f->marriages) out->facts.marriage[out->facts.marriages++] = f->marriage[place];
    }
}

/* Set the cards that two declarers laid face down. If such a card is unknown, take any card of the declarer's hand
 * instead. The function see() removes this card from the position again. */
static void lay_cards(const kr_record *record, const kr_knowledge *k, staged *out)
{
    const kr_facts *f = &out->facts;
    memset(out->record.laid, KR_UNSAID, sizeof out->record.laid);
    if (f->second < 0) return;
    for (int seat = 0; seat < KR_SEATS; seat++) {
        if (seat != f->declarer && seat != f->second) continue;
        if (seat == k->seat)
            out->record.laid[seat] = record->laid[seat] < 0 ? KR_UNSAID : record->laid[seat];
        else if (f->hands[seat])
            out->record.laid[seat] = (int8_t)kr_low(f->hands[seat]);
    }
    for (int i = 0; i < f->cards && f->card[i].trick == 1; i++)
        if (f->card[i].seat == f->declarer || f->card[i].seat == f->second) out->record.laid[f->card[i].seat] = f->card[i].card;
}

/* Write the record as it would be in one layout. `place` has the cards of each hidden place in this layout. */
static void stage(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts,
                  const kr_knowledge *k, const uint32_t place[KR_HIDDEN], staged *out)
{
    kr_facts *f = &out->facts;
    const kr_contract_row *c = &game->contract[facts->contract];
    *f = *facts;
    memset(&out->record, 0, sizeof out->record);
    for (int seat = 0; seat < KR_SEATS; seat++) f->hands[seat] = k->played[seat];
    f->hands[k->seat] = k->hand;
    f->discard = k->discard;
    for (int i = 0; i < k->places; i++) {
        if (k->place[i].seat < 0)
            f->discard = place[i];
        else
            f->hands[k->place[i].seat] |= place[i];
    }
    f->talon = f->discard;
    f->has_discard = f->has_talon = f->discard != 0;
    f->has_deal = f->complete = 1;
    f->known = 15;
    int holder = KR_NONE;
    for (int seat = 0; seat < KR_SEATS && c->party == KR_PARTY_CALLED; seat++)
        if (f->hands[seat] >> f->called & 1) holder = seat;
    const int partner = kr_partner_of(c, f->declarer < 0 ? f->leader : f->declarer, holder);
    const int order = kr_played_order(c, f->called);
    f->partner = (int8_t)(partner == KR_NONE ? KR_UNSAID : partner);
    f->order = (int8_t)(order == KR_NONE ? KR_ORDER_K : order);
    f->cards = (uint8_t)(k->after + plays_next(facts, k));
    f->counted_tricks = f->counted_marriages = 0;
    unsigned spoken = 0;
    for (int i = 0; i < f->cards; i++) spoken |= 1u << f->card[i].seat;
    keep_words(record, words, facts, spoken, out);
    lay_cards(record, k, out);
}

/* Write the moment of the seat's turn. Return enum kr_status. If the seat has no turn, `code` of `out` says why. */
static int moment_of(const kr_followed *g, const kr_knowledge *k, int is_next, kr_moment *m, kr_viewpoint *out)
{
    const int lays = g->facts->second >= 0 && (k->seat == g->facts->declarer || k->seat == g->facts->second);
    if (!k->after && lays) return kr_moment_first(g, m);
    int status = kr_moment_after(g, k->after, m);
    if (status) return status;
    if (is_next) {
        if (m->ended) out->code = KR_VIEW_DECIDED;
        return m->ended ? KR_OK : kr_moment_speak(g, &g->words, m);
    }
    if (m->beyond)
        out->code = KR_VIEW_BEYOND;
    else if (m->all_played)
        out->code = KR_VIEW_ALL_PLAYED;
    else if (m->seat != k->seat)
        out->code = KR_VIEW_OTHER_SEAT;
    if (out->code == KR_VIEW_OTHER_SEAT) out->seat = (int8_t)m->seat;
    return KR_OK;
}

/* Write the position as the seat sees it. Leave out the other hands, the points of a discard that the seat has not
 * seen, and an unknown card that lies face down. */
static void see(const kr_knowledge *k, const kr_moment *m, uint32_t unseen_discard, kr_position *out)
{
    *out = m->position;
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (seat != k->seat) out->hands[seat] = 0;
    for (uint32_t rest = unseen_discard; rest; rest &= rest - 1)
        out->points[1] = (uint8_t)(out->points[1] - m->task.points[kr_low(rest) & 7]);
    if (k->laid >= 0) out->forced[k->laid] = KR_NONE;
}

static int is_made_or_lost(const kr_measure *m)
{
    const int kind = m->contract->goal.kind;
    return !m->parties && (kind == KR_KIND_SWEEP || kind == KR_KIND_EXACTLY || kind == KR_KIND_DOUBLE);
}

/* Write what the seat receives for every value of its task. Write 0 for each value that cannot occur. A computed
 * settlement for such a value would be rounded, and might be large. */
static void settle(const kr_measure *m, int contra, int seat, int32_t out[2 * KR_SETTLED])
{
    const int made_or_lost = is_made_or_lost(m);
    for (int value = -KR_SETTLED; value < KR_SETTLED; value++) {
        int32_t *amount = &out[KR_SETTLED + value];
        if (made_or_lost)
            *amount = kr_settles(m, contra, seat, value > 0);
        else
            *amount = m->contract->per > 0 && value % m->contract->per ? 0 : kr_settles(m, contra, seat, value);
    }
}

static int32_t common_divisor(int32_t a, int32_t b)
{
    while (b) {
        const int32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* Divide all settlements by their greatest common divisor, and write the divisor to `v`. If exactly two different
 * settlements are possible and only the higher one is positive, write both of them to `v`, too. */
static void find_unit(kr_viewpoint *v, int cases)
{
    int32_t unit = 0, low = INT32_MAX, high = INT32_MIN;
    int others = 0;
    for (int i = 0; i < cases * 2 * KR_SETTLED; i++) {
        const int32_t amount = v->looking.settles[i / (2 * KR_SETTLED)][i % (2 * KR_SETTLED)];
        unit = common_divisor(unit, amount);
        if (amount < low) low = amount;
        if (amount > high) high = amount;
    }
    v->unit = unit ? unit : 1;
    for (int i = 0; i < cases * 2 * KR_SETTLED; i++) {
        int32_t *amount = &v->looking.settles[i / (2 * KR_SETTLED)][i % (2 * KR_SETTLED)];
        others |= *amount != low && *amount != high;
        *amount /= v->unit;
    }
    if (!others && low <= 0 && high > 0) {
        v->low = low;
        v->high = high;
    }
}

/* Set up one case of the search from a layout. */
static int set_up_case(const kr_game_row *game, const staged *s, const kr_knowledge *k, int is_next, int which,
                       kr_viewpoint *out)
{
    kr_followed followed;
    kr_moment moment;
    kr_measure measure;
    memset(&moment, 0, sizeof moment);
    int status = kr_open_record(game, &s->record, s->word, &s->facts, &followed);
    if (!status) status = moment_of(&followed, k, is_next, &moment, out);
    if (status || out->code) return status;
    status = kr_moment_measure(&followed, &moment, &measure);
    if (status) return status;
    out->looking.task[which] = kr_task_for(&measure, k->seat);
    see(k, &moment, k->discard ? 0 : s->facts.discard, &out->looking.position[which]);
    settle(&measure, moment.contra, k->seat, out->looking.settles[which]);
    return KR_OK;
}

int kr_viewpoint_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, const kr_knowledge *known, kr_viewpoint *out)
{
    memset(out, 0, sizeof *out);
    if (!kr_game_fits(game)) return KR_BAD_TASK;
    if (!known->count || !kr_facts_fit(game, record, words, facts)) return KR_BAD_FACTS;
    if (facts->contract < 0 || facts->leader < 0 || known->after > facts->cards) return KR_BAD_FACTS;
    const kr_contract_row *c = &game->contract[facts->contract];
    out->seat = (int8_t)known->seat;
    if (c->goal.kind == KR_KIND_DEALT) {
        out->code = KR_VIEW_AS_DEALT;
        return KR_OK;
    }
    kr_looking *l = &out->looking;
    for (int i = 0; i < KR_HIDDEN; i++)
        l->seat[i] = i < known->places && known->place[i].seat >= 0 ? (uint8_t)known->place[i].seat : KR_NONE;
    l->laid = known->laid < 0 ? KR_NONE : (uint8_t)known->laid;
    const int called = c->party == KR_PARTY_CALLED ? facts->called : KR_UNSAID;
    l->split = called >= 0 ? KR_BIT(called) & known->unseen : 0;
    const int cases = l->split ? KR_HIDDEN : 1;
    const uint64_t first_layout = 0;
    uint32_t possible[KR_HIDDEN];
    uint32_t *const columns[KR_HIDDEN] = {&possible[0], &possible[1], &possible[2]};
    memset(possible, 0, sizeof possible);
    int status = kr_know_layouts(known, 1, &first_layout, columns);
    for (int i = 0; i < cases && !status && !out->code; i++) {
        /* Take a layout in which the called card lies in the place `i`. If no layout has it there, take any layout. */
        uint32_t place[KR_HIDDEN];
        staged s;
        if (!l->split || i >= known->places || !kr_know_holding(known, called, i, place))
            memcpy(place, possible, sizeof place);
        stage(game, record, words, facts, known, place, &s);
        status = set_up_case(game, &s, known, plays_next(facts, known), i, out);
    }
    if (!status && !out->code) find_unit(out, cases);
    return status;
}

int kr_viewpoint_look(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, uint64_t first, size_t count,
                      const uint64_t *number, kr_looked *out)
{
    kr_looking looking = view->looking;
    if (view->code) return KR_BAD_TASK;
    if (known->cases > KR_MAX_CASES) return KR_BAD_FACTS;
    /* Here, a case is an entry of kr_knowledge.part. These cases differ from the cases of the search. Layouts are
     * numbered case by case. So call kr_look for the layouts of case 0, then for the layouts of case 1, and so on. */
    for (uint16_t i = 0; i < known->cases; i++) {
        const uint64_t before = i ? known->ends[i - 1] : 0, end = known->ends[i];
        looking.hidden = known->part[i];
        if (!number) {
            const uint64_t from = first > before ? first : before, to = first + count < end ? first + count : end;
            if (from >= to) continue;
            const int status = kr_look(ctx, 0, &looking, from - before, (size_t)(to - from), 0, out);
            if (status) return status;
            continue;
        }
        for (size_t at = 0; at < count;) {
            uint64_t inside[LOOK_RUN];
            size_t filled = 0;
            for (; at < count && filled < LOOK_RUN; at++)
                if (number[at] >= before && number[at] < end) inside[filled++] = number[at] - before;
            const int status = filled ? kr_look(ctx, 0, &looking, 0, filled, inside, out) : KR_OK;
            if (status) return status;
        }
    }
    return KR_OK;
}

/* Return 1 if the seat plays alone against all other seats, else 0. */
static int plays_alone(const kr_contract_row *c, const kr_facts *facts, const kr_knowledge *k)
{
    if (facts->declarer != k->seat || facts->second >= 0) return 0;
    if (c->party == KR_PARTY_CALLED) return facts->called >= 0 && k->hand >> facts->called & 1;
    return c->party == KR_PARTY_ALONE || c->sits_out;
}

int kr_viewpoint_floor(const kr_game_row *game, const kr_facts *facts, const kr_viewpoint *view,
                       const kr_knowledge *known, kr_task *lone)
{
    if (facts->contract < 0 || view->code) return KR_FLOOR_UNDEFINED;
    const kr_contract_row *c = &game->contract[facts->contract];
    *lone = view->looking.task[0];
    if (!plays_alone(c, facts, known)) return KR_FLOOR_UNDEFINED;
    if (c->goal.kind == KR_KIND_LAST) { /* plan only for the tricks before the last: the contract is made if the
                                         * declarer wins all these tricks */
        lone->goal = KR_SWEEP;
        lone->side = lone->takers = (uint8_t)(1 << known->seat);
        lone->tricks = (uint8_t)(known->size - 1);
        lone->declarer = lone->seek = KR_NONE;
    }
    if (lone->goal != KR_SWEEP) return KR_FLOOR_UNDEFINED;
    const int tricks = known->after / known->players;
    /* If the other hands lie open after this card, the seat then knows the layout and can plan for this layout. */
    const int then_open = c->open_after && c->open_after <= tricks + 1;
    return kr_count(known->held) <= 2 || known->count == 1 || then_open ? KR_FLOOR_IS_SHARE : KR_FLOOR_BY_PLAN;
}

int kr_viewpoint_plan(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, const kr_task *lone,
                      const uint32_t *masks, uint32_t wanted, uint64_t steps, void *memory, size_t size,
                      uint32_t *legal, int64_t won[KR_HAND])
{
    kr_plans plans = {.task = *lone, .position = view->looking.position[0], .count = (size_t)known->count,
                      .wanted = wanted, .steps = steps};
    for (int i = 0; i < known->places; i++) {
        const int seat = known->place[i].seat;
        if (seat >= 0 && lone->seats >> seat & 1) plans.hand[seat] = masks + (size_t)i * plans.count;
    }
    return kr_plan(ctx, &plans, memory, size, legal, won);
}
