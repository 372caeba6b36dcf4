/* careful_turn.c - a turn of a careful player: draw layouts, and take the choice with the greatest mean settlement.
 *
 * careful_table.h explains the terms "layout", "saying" and "view".
 */
#include "careful_table.h"

#include "random.h"

#include <string.h>

#define TIES UINT32_MAX /* Each turn has many streams of random numbers. The stream with this index decides slips and
                         * ties. Each other stream draws one layout. */

/* Set `state` to the reason why the game cannot go on. Return 0. */
static int fail(kr_careful_table *t, int state)
{
    t->state = (uint8_t)state;
    return 0;
}

/* Return 1 if the status is KR_OK. Otherwise set `state` to KR_CAREFUL_NOT_SOLVED and return 0. */
static int solved(kr_careful_table *t, int status) { return status ? fail(t, KR_CAREFUL_NOT_SOLVED) : 1; }

/* Return a new random generator that decides the slips and ties of a turn. */
static uint64_t ties_of(const kr_careful_table *t, int turn) { return kr_random_start(kr_careful_base(t, turn), TIES); }

/* Decide at random whether a seat slips, that is, plays a random card. Return 1 if it slips, else 0. */
static int slips(const kr_careful_table *t, int seat, uint64_t *chance)
{
    return kr_random_below(chance, KR_EVERY_TURN) < t->all->slips[seat];
}

/* Return a random card of a set. Every card has equal chance. */
static int any_card(uint32_t cards, uint64_t *chance)
{
    uint32_t skipped = kr_random_below(chance, (uint32_t)kr_count(cards));
    while (skipped--) cards &= cards - 1;
    return kr_low(cards);
}

/* Compute what a seat knows about the hidden cards. Fill the fields of the view that are the same in all layouts.
 * Return 1, or 0 if the game cannot go on. */
static int look_round(kr_careful_table *t, int seat)
{
    kr_careful_view *v = &t->view;
    kr_knowledge *k = &t->known;
    const int after = t->facts.cards;
    const uint32_t shown = kr_marriages_led(t->game, &t->facts, after);
    if (!solved(t, kr_know(t->game, &t->facts, seat, after, shown, k))) return 0;
    if (k->problem.code) return fail(t, KR_CAREFUL_CANNOT_BE);
    const kr_contract_row *c = &t->game->contract[t->facts.contract];
    const uint32_t called = c->party == KR_PARTY_CALLED ? KR_BIT(t->facts.called) : 0;
    for (int holder = 0; holder < KR_SEATS; holder++) v->stand[holder] = t->holders >> holder & 1 ? &t->stand[holder] : 0;
    v->seat = seat;
    v->contra = t->contra;
    v->holder = t->holder;
    v->called = called & k->unseen;
    v->held = k->held;
    v->laid = k->laid;
    v->discarded = 0;
    for (int i = 0; i < KR_HIDDEN; i++) {
        v->place[i] = i < k->places ? k->place[i].seat : 0;
        if (v->place[i] < 0)
            for (uint32_t rest = t->facts.discard; rest; rest &= rest - 1)
                v->discarded = (uint8_t)(v->discarded + t->game->points[kr_low(rest) & 7]);
    }
    v->discards = 0;
    v->only_value = 0;
    return 1;
}

/* Decide whether different layouts may share the entries of the transposition table, and set `keeps_table`. Layouts may
 * share entries if the contract is a sweep whose result depends only on the position, and no saying of the seat has a
 * raise.
 *
 * Then clear the table, unless the entries of an earlier turn are still valid. They are valid if the earlier turn had
 * the same task, and if two things hold at both turns: layouts may share entries, and the seat knows where the called
 * card lies.
 */
static void share_table(kr_careful_table *t)
{
    kr_careful_view *v = &t->view;
    const kr_task *task = &t->stand[t->holder].measure.task;
    v->keeps_table = task->goal == KR_SWEEP && !task->need && !(task->flags & KR_PLAIN);
    for (int i = 0; i < v->sayings; i++) v->keeps_table &= !v->saying[i].raised;
    if (t->is_taught && v->keeps_table && !v->called && !memcmp(task, &t->taught, sizeof *task)) return;
    kr_next_epoch(t->ctx);
    t->taught = *task;
    t->is_taught = v->keeps_table && !v->called;
}

/* Return how many different cards the unknown face-down card can be. This is the number of cards in the hand to which
 * the card belongs. Return 1 if there is no unknown face-down card. */
static unsigned lying_cards(const kr_careful_table *t)
{
    for (int i = 0; i < t->known.places && t->view.laid >= 0; i++)
        if (t->known.place[i].seat == t->view.laid) return t->known.place[i].room;
    return 1;
}

/* Solve the layouts of a turn. Solve each possible layout once, or a random sample if there are more layouts than the
 * seat considers. Return 1, or 0 if the game cannot go on. */
static int look(kr_careful_table *t, int turn)
{
    kr_careful_view *v = &t->view;
    const unsigned lying = lying_cards(t);
    const uint64_t ways = t->known.count * lying, base = kr_careful_base(t, turn);
    const uint64_t most = t->all->look[v->seat], looks = ways < most ? ways : most;
    share_table(t);
    v->looks = 0;
    v->legal = 0;
    for (int i = 0; i < v->sayings; i++) memset(v->sum[i], 0, sizeof v->sum[i]);
    for (int i = 0; i < KR_MAX_DISCARDS; i++) v->sum_of_discard[i] = 0;
    for (uint64_t first = 0; first < looks;) {
        uint64_t number[KR_LOOK_RUN];
        uint32_t place[KR_HIDDEN][KR_LOOK_RUN];
        uint32_t *const columns[KR_HIDDEN] = {place[0], place[1], place[2]};
        uint8_t lie[KR_LOOK_RUN];
        size_t count = 0;
        for (; count < KR_LOOK_RUN && first < looks; first++, count++) {
            uint64_t state = kr_random_start(base, first);
            const uint64_t way = looks == ways ? first : kr_random_below_64(&state, ways);
            number[count] = way / lying;
            lie[count] = (uint8_t)(way % lying);
        }
        int status = kr_know_layouts(&t->known, count, number, columns);
        if (!status) status = t->engine->careful_look(t->ctx, v, count, (const uint32_t *const *)columns, lie);
        if (!solved(t, status)) return 0;
    }
    return v->looks == looks ? 1 : fail(t, KR_CAREFUL_NOT_SOLVED);
}

/* Find the choice with the greatest mean settlement. Return its card, and write the index of its saying to `saying`.
 * Among equal choices prefer those with the fewest words. If several choices remain, draw one of their cards at random,
 * and then one of the remaining sayings with this card. */
static int best_choice(const kr_careful_view *v, uint64_t *chance, int *saying)
{
    int64_t top = INT64_MIN;
    int fewest = 0, card_at = 0;
    uint32_t cards = 0;
    const int legal = kr_count(v->legal);
    for (int i = 0; i < v->sayings; i++)
        for (int k = 0; k < legal; k++) {
            const int is_better = v->sum[i][k] > top || (v->sum[i][k] == top && v->saying[i].words < fewest);
            if (is_better) cards = 0;
            if (is_better) top = v->sum[i][k];
            if (is_better) fewest = v->saying[i].words;
            if (v->sum[i][k] == top && v->saying[i].words == fewest) cards |= KR_BIT(k);
        }
    card_at = any_card(cards, chance);
    uint64_t sayings = 0;
    int ways = 0;
    for (int i = 0; i < v->sayings; i++)
        if (v->sum[i][card_at] == top && v->saying[i].words == fewest) {
            sayings |= UINT64_C(1) << i;
            ways++;
        }
    uint32_t skipped = kr_random_below(chance, (uint32_t)ways);
    for (*saying = 0; !(sayings >> *saying & 1) || skipped; ++*saying) skipped -= (uint32_t)(sayings >> *saying & 1);
    uint32_t rest = v->legal;
    for (; card_at > 0; card_at--) rest &= rest - 1;
    return kr_low(rest);
}

/* Return 1 if it cannot matter which legal card the seat plays, else 0. It cannot matter if all legal cards are
 * neighbours in rank and have equal points. But a seat that does not know the discard cannot know which cards are
 * neighbours. For such a seat always return 0. */
static int are_alike(const kr_careful_table *t, int seat)
{
    const kr_stand *s = &t->stand[t->holder];
    kr_node n;
    if (t->game->talon && seat != t->facts.declarer) return 0;
    if (kr_node_enter(&s->prep, &s->at, &n)) return 0;
    const uint32_t choices = kr_node_choices(&s->prep, &n);
    return !(choices & (choices - 1));
}

int kr_careful_card(kr_careful_table *t, int seat)
{
    const int turn = t->facts.cards;
    const kr_stand *s = &t->stand[t->holder];
    kr_careful_view *v = &t->view;
    uint64_t chance = ties_of(t, turn);
    uint32_t legal = 0;
    int saying = 0, card;
    if (!solved(t, kr_moves(&s->measure.task, &s->at, &legal)) || !solved(t, kr_careful_sayings(t, seat))) return 0;
    if (slips(t, seat, &chance)) {
        card = any_card(legal, &chance);
    } else if (v->sayings == 1 && are_alike(t, seat)) {
        card = any_card(legal, &chance);
    } else {
        if (!look_round(t, seat) || !look(t, turn)) return 0;
        card = best_choice(v, &chance, &saying);
    }
    if (!solved(t, kr_careful_say(t, seat, &v->saying[saying]))) return 0;
    return solved(t, kr_careful_put(t, seat, card));
}

/* Give the view a single saying without words. */
static void say_nothing(kr_careful_view *v)
{
    v->sayings = 1;
    v->saying[0] = (kr_saying){.level = KR_UNSAID};
}

int kr_careful_lay(kr_careful_table *t, int seat, int turn)
{
    uint64_t chance = ties_of(t, turn);
    int saying;
    if (slips(t, seat, &chance)) {
        t->followed.laid[seat] = (uint8_t)any_card(t->facts.hands[seat], &chance);
        return 1;
    }
    say_nothing(&t->view);
    if (!look_round(t, seat) || !look(t, turn)) return 0;
    t->followed.laid[seat] = (uint8_t)best_choice(&t->view, &chance, &saying);
    return 1;
}

/* Append to `out` all possible discards that consist of the cards in `laid` and `size` more cards from `cards`. `count`
 * is the number of discards before this call. Return the number of discards after this call. Discards after the first
 * KR_MAX_DISCARDS are counted, but not written. */
static int list_discards(uint32_t cards, int size, uint32_t laid, uint32_t *out, int count)
{
    if (!size) {
        if (count < KR_MAX_DISCARDS) out[count] = laid;
        return count + 1;
    }
    for (uint32_t rest = cards; rest; rest &= rest - 1)
        count = list_discards(rest & (rest - 1), size - 1, laid | (rest & -rest), out, count);
    return count;
}

int kr_careful_discard(kr_careful_table *t)
{
    kr_facts *f = &t->facts;
    kr_careful_view *v = &t->view;
    const int seat = f->declarer, size = kr_count(f->talon);
    const uint32_t held = f->hands[seat] | f->talon;
    uint64_t chance = ties_of(t, KR_TURN_DISCARD);
    uint32_t discard[KR_MAX_DISCARDS];
    const int ways = list_discards(held, size, 0, discard, 0);
    if (ways > KR_MAX_DISCARDS) return fail(t, KR_CAREFUL_CANNOT_BE);
    int chosen = (int)kr_random_below(&chance, (uint32_t)ways);
    if (!slips(t, seat, &chance)) {
        if (!solved(t, kr_careful_open(t))) return 0;
        say_nothing(v);
        /* To compute what the seat knows, its discard must be set. The knowledge about the other hands does not depend
         * on which discard is set. So set the first possible discard. */
        f->discard = discard[0];
        f->has_discard = 1;
        if (!look_round(t, seat)) return 0;
        v->held = held;
        v->discards = ways;
        memcpy(v->discard, discard, sizeof discard);
        if (!look(t, KR_TURN_DISCARD)) return 0;
        uint32_t equal = 0;
        for (int i = 0; i < ways; i++) {
            if (v->sum_of_discard[i] < v->sum_of_discard[chosen]) continue;
            if (i == 0 || v->sum_of_discard[i] > v->sum_of_discard[chosen]) equal = 0;
            chosen = kr_random_below(&chance, ++equal) ? chosen : i;
        }
    }
    f->discard = discard[chosen];
    f->has_discard = 1;
    return 1;
}

/* Let a seat decide whether to double the stake. The seat doubles if its mean settlement is above 0. A seat that slips
 * does not double. `result` receives 1 if the seat doubles, else 0. Return 1, or 0 if the game cannot go on. */
static int doubles(kr_careful_table *t, int seat, int turn, int *result)
{
    uint64_t chance = ties_of(t, turn);
    *result = 0;
    if (slips(t, seat, &chance)) return 1;
    say_nothing(&t->view);
    if (!look_round(t, seat)) return 0;
    t->view.only_value = 1;
    if (!look(t, turn)) return 0;
    *result = t->view.sum_of_discard[0] > 0;
    return 1;
}

/* Return a mask of the seats that must still decide about the next doubling call. */
static unsigned seats_to_ask(const kr_careful_table *t)
{
    const unsigned side = kr_doubling_seats(t->game, t->followed.question.declarer, t->contra);
    if (t->doubling.turn >= 0) return t->doubling.doublers & side;
    return t->contra ? 0 : side;
}

int kr_careful_doubles(kr_careful_table *t)
{
    const int seats = t->game->seats;
    int next = t->facts.forehand >= 0 ? t->facts.forehand : t->facts.leader;
    if (t->doubling.turn >= 0) next = t->doubling.turn;
    for (unsigned left = seats_to_ask(t); left; left = kr_doubling_seats(t->game, t->followed.question.declarer, t->contra)) {
        const int begins = next, first_turn = KR_TURN_CONTRA + seats * t->contra;
        int has_doubled = 0;
        for (int i = 0; i < seats && !has_doubled; i++) {
            const int seat = (begins + i) % seats;
            if (!(left >> seat & 1)) continue;
            if (!doubles(t, seat, first_turn + i, &has_doubled)) return 0;
            if (has_doubled) t->contra_by |= 1u << seat;
            next = (seat + 1) % seats;
        }
        if (!has_doubled) return 1;
        t->contra++;
    }
    return 1;
}
