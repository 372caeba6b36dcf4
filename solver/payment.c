/* payment.c - compute what each seat receives or pays, from the facts that the judge found in the record of a game
 * (RULINGS). */
#include "payment.h"

#include "bits.h"
#include "stakes.h"

/* Return the contract in force at the end: the raised contract if there was a raise, else the contract of the
 * auction. */
static const kr_contract_row *contract_of(const kr_game_row *g, const kr_question *q, const kr_facts *f)
{
    return &g->contract[f->raised == KR_NONE ? q->contract : f->raised];
}

/* Return 0 if `seat` belongs to the declarer's side, else 1. */
static int party_of(const kr_question *q, int seat) { return !(kr_side(q) >> seat & 1); }

int32_t kr_stake_of(const kr_game_row *game, const kr_contract_row *c, int value, int contra)
{
    const int factor = game->contra == KR_CONTRA_DOUBLES ? 1 << contra : 1;
    const int extra = game->contra == KR_CONTRA_TOKEN ? contra : 0;
    if (c->stake == KR_STAKE_VALUE) {
        const int32_t product = value * c->value, whole = product / c->per;
        return (whole - (product % c->per < 0)) * factor; /* rounded down */
    }
    const int won = c->makeable_at != KR_NO_LEAST && value >= c->makeable_at;
    return (c->value * factor + extra) * (won ? 1 : -1);
}

/* Write what each seat receives if every seat outside the mask `paid` pays `amount` once. The seats in `paid` share the
 * sum equally. A negative amount reverses the payments. */
static void pay_seats(const kr_game_row *game, unsigned paid, int32_t amount, int32_t out[4])
{
    const int members = kr_count(paid), share = (game->seats - members) / members;
    for (int seat = 0; seat < 4; seat++)
        out[seat] = seat >= game->seats ? 0 : (paid >> seat & 1 ? share : -1) * amount;
}

void kr_shares(const kr_game_row *game, const kr_question *q, int32_t out[4])
{
    const int first = kr_first(q);
    /* If opposite seats are always partners, both partners are paid, even if one of them does not take part in the
     * play. */
    const unsigned own = game->pairs ? 1u << first | 1u << ((first + 2) & 3) : kr_side(q);
    pay_seats(game, own, 1, out);
    if (game->contract[q->contract].stake != KR_STAKE_NONE) return;
    for (int seat = 0; seat < game->seats; seat++) out[seat] = own >> seat & 1 ? 1 : -1;
}

/* Write what each seat receives if every payer owes the declarer's side `stake`. A negative stake means that the
 * declarer's side lost. */
static void pay(const kr_game_row *game, const kr_question *q, int32_t stake, int32_t out[4])
{
    kr_shares(game, q, out);
    for (int seat = 0; seat < 4; seat++) out[seat] *= stake;
}

/* Return 1 if a marriage counts, else 0. A marriage registered by a lead counts. A marriage declared in trick 1 counts
 * if its player takes a trick. */
static int counts(const kr_game_row *g, const kr_question *q, const kr_facts *f, const kr_fact_marriage *m)
{
    if (kr_settled_goal(&g->contract[q->contract])->marriages != KR_DECLARED) return 1;
    for (int i = 0; i < f->counted_tricks; i++)
        if (f->winner[i] == m->seat) return 1;
    return 0;
}

void kr_count_points(const kr_game_row *g, const kr_question *q, const kr_facts *f, int out[2])
{
    out[0] = out[1] = 0;
    for (int i = 0; i < f->counted_tricks; i++) out[party_of(q, f->winner[i])] += f->points[i];
    for (int i = 0; i < f->counted_marriages; i++)
        if (counts(g, q, f, &f->marriage[i])) out[party_of(q, f->marriage[i].seat)] += f->marriage[i].points;
    if (!f->has_discard) return;
    for (uint32_t rest = f->discard; rest; rest &= rest - 1) out[1] += g->points[kr_low(rest) & 7];
}

/* Return the side that has reached the points that it needs: 0 for the declarer's side, 1 for the other side, KR_UNSAID
 * for neither. If only the declarer's own marriages count (own_marriages), never return 1. */
static int reached(const kr_goal_row *goal, const int points[2])
{
    if (points[0] >= goal->need) return 0;
    return points[1] >= goal->need && !goal->own_marriages ? 1 : KR_UNSAID;
}

kr_race kr_run_race(const kr_game_row *g, const kr_question *q, const kr_facts *f)
{
    const kr_goal_row *goal = &g->contract[q->contract].goal;
    kr_race race = {.reached = KR_UNSAID};
    int pending[2] = {0, 0}, number = 0;
    for (;; number++) {
        const int over = reached(goal, race.points) >= 0 || (goal->stop && goal->tricks && goal->tricks == number);
        for (int i = 0; i < f->counted_marriages && !over; i++) {
            const kr_fact_marriage *m = &f->marriage[i];
            if (m->trick != number || (goal->own_marriages && m->seat != (int8_t)q->declarer)) continue;
            if (number)
                race.points[party_of(q, m->seat)] += m->points;
            /* The opening lead registered this marriage. It counts once the side of its player has taken a trick. */
            else if (g->opening_marriage == KR_OPENING_MARRIAGE_PENDING)
                pending[party_of(q, m->seat)] += m->points;
        }
        if (over || reached(goal, race.points) >= 0 || number == f->counted_tricks) break;
        const int party = party_of(q, f->winner[number]);
        race.taken[party]++;
        race.points[party] += f->points[number] + pending[party];
        pending[party] = 0;
    }
    race.reached = reached(goal, race.points);
    race.tricks = number;
    return race;
}

/* Write the value of a sweep (a contract in which certain seats must win the first tricks, or all tricks): 1 if it is
 * made, 0 if not. Return 1 if the play so far decides the value, else 0. */
static int sweep_value(const kr_game_row *g, const kr_question *q, const kr_facts *f, int *value)
{
    const kr_goal_row *goal = &contract_of(g, q, f)->goal;
    const unsigned takers = goal->takers == KR_TAKERS_DECLARER ? 1u << kr_first(q) : kr_side(q);
    kr_race race = {.tricks = goal->tricks ? goal->tricks : g->size};
    if (kr_ends_early(goal)) race = kr_run_race(g, q, f);
    *value = 0;
    for (int i = 0; i < f->counted_tricks && i < race.tricks; i++)
        if ((takers >> f->winner[i] & 1) == (goal->takers == KR_TAKERS_OTHERS)) return 1;
    if (kr_ends_early(goal)) {
        *value = race.reached == 0;
        return *value || race.tricks == goal->tricks;
    }
    int points[2];
    kr_count_points(g, q, f, points);
    *value = points[0] >= goal->need;
    return f->counted_tricks >= race.tricks;
}

/* Find the value of the contract from its play (RULINGS, section "What `value` and `makeable` mean"). Return 1 if the
 * play so far decides the value, else 0. */
static int played_value(const kr_game_row *g, const kr_question *q, const kr_facts *f, int *value)
{
    const kr_goal_row *goal = &contract_of(g, q, f)->goal;
    *value = 1;
    if (goal->kind == KR_KIND_DEALT) return 1;
    if (goal->kind == KR_KIND_SWEEP) return sweep_value(g, q, f, value);
    if (kr_ends_early(goal)) {
        const kr_race race = kr_run_race(g, q, f);
        if (race.reached >= 0) {
            const int loser = 1 - race.reached;
            *value = kr_race_stake(race.taken[loser] > 0, race.points[loser], goal->low);
            if (race.reached) *value = -*value;
            return 1;
        }
    }
    int taken = 0, points[2];
    for (int i = 0; i < f->counted_tricks; i++) taken += !party_of(q, f->winner[i]);
    if (goal->kind == KR_KIND_EXACTLY && (taken > goal->tricks || goal->tricks > taken + g->size - f->counted_tricks)) {
        *value = 0;
        return 1;
    }
    if (!f->ended) return 0;
    kr_count_points(g, q, f, points);
    switch (goal->kind) {
    case KR_KIND_EXACTLY: break;
    case KR_KIND_TRICKS: *value = taken; break;
    case KR_KIND_RACE: *value = party_of(q, f->winner[f->counted_tricks - 1]) ? -1 : 1; break;
    default: *value = goal->margin ? points[0] - points[1] : points[0];
    }
    return 1;
}

/* Return how many stakes each payer owes after a game of Rußbach (RULINGS: russbach). The result is negative if the
 * declarer's side pays. */
static int32_t played_stakes(const kr_game_row *g, const kr_question *q, const kr_facts *f)
{
    const kr_stakes_needs needs = kr_needs_of(contract_of(g, q, f)->settles.need, 1);
    kr_outcome o = {.swept = 2};
    int points[2], taken[2] = {0, 0};
    kr_count_points(g, q, f, points);
    for (int i = 0; i < f->counted_marriages; i++)
        if (counts(g, q, f, &f->marriage[i])) o.bonus[party_of(q, f->marriage[i].seat)] += f->marriage[i].points;
    for (int i = 0; i < f->counted_tricks; i++) taken[party_of(q, f->winner[i])]++;
    for (int team = 0; team < 2; team++) {
        o.points[team] = points[team] - o.bonus[team];
        if (!taken[1 - team]) o.swept = team;
    }
    int announced = f->hundreds[0] ? KR_SIDE_HUNDRED : 0;
    if (f->hundreds[1]) announced |= KR_OTHERS_HUNDRED;
    if (f->alls[0]) announced |= KR_SIDE_ALL;
    if (f->alls[1]) announced |= KR_OTHERS_ALL;
    return kr_stakes_paid(&o, announced, &needs);
}

static int took_a_trick(const kr_facts *f, int seat)
{
    for (int i = 0; i < f->counted_tricks; i++)
        if (f->winner[i] == seat) return 1;
    return 0;
}

/* Write the settlement of a Bettler or Plauderer with two declarers, each of whom plays alone. Return 1, or 0 if the
 * play so far does not decide the result. */
static int settle_double(const kr_game_row *g, const kr_contract_row *c, const kr_question *q, const kr_facts *f,
                         int32_t out[4])
{
    const int first = kr_first(q), unit = c->second;
    const int lost[2] = {took_a_trick(f, first), took_a_trick(f, q->second)};
    if (!f->ended && !(lost[0] && lost[1])) return 0;
    if (lost[0] == lost[1]) {
        pay_seats(g, 1u << first | 1u << q->second, lost[0] ? -2 * unit : unit, out);
        return 1;
    }
    const int pays = lost[0] == c->loser_pays ? first : q->second, paid = first + q->second - pays;
    for (int seat = 0; seat < 4; seat++) out[seat] = 3 * unit * ((seat == paid) - (seat == pays));
    return 1;
}

/* Write the settlement of a Schurln, in which the seat with the most points pays. If two seats share the highest number
 * of points, both pay. If three seats share this number, each of them pays the fourth seat. */
static void settle_most(const kr_game_row *g, const kr_contract_row *c, const kr_facts *f, int32_t out[4])
{
    int points[4] = {0, 0, 0, 0}, most = 0;
    unsigned highest = 0;
    for (int i = 0; i < f->counted_tricks; i++) points[f->winner[i]] += f->points[i];
    for (int seat = 0; seat < 4; seat++)
        if (points[seat] > most) most = points[seat];
    for (int seat = 0; seat < 4; seat++)
        if (points[seat] == most) highest |= 1u << seat;
    if (kr_count(highest) <= 2)
        pay_seats(g, highest, -c->value, out);
    else
        pay_seats(g, 0xFu & ~highest, c->value, out);
}

int kr_settle_game(const kr_game_row *g, const kr_question *q, const kr_facts *f, int32_t out[4])
{
    const kr_contract_row *c = contract_of(g, q, f);
    int value;
    if (c->stake == KR_STAKE_NONE) return 0;
    if (q->second != KR_NONE) return settle_double(g, c, q, f, out);
    if (c->goal.kind == KR_KIND_LAST) {
        const int first = kr_first(q);
        for (int i = 0; i < f->counted_tricks && i < g->size - 1; i++) {
            if (f->winner[i] == first) continue;
            pay_seats(g, 1u << first, -c->value, out);
            return 1;
        }
        if (!f->ended) return 0;
        pay_seats(g, 1u << first | 1u << f->winner[f->counted_tricks - 1], c->value, out);
        return 1;
    }
    if (c->goal.kind == KR_KIND_MOST) {
        if (f->ended) settle_most(g, c, f, out);
        return f->ended;
    }
    if (c->has_settles && kr_announces(&c->settles)) {
        if (f->ended) pay(g, q, played_stakes(g, q, f), out);
        return f->ended;
    }
    if (!played_value(g, q, f, &value)) return 0;
    pay(g, q, kr_stake_of(g, c, value, f->contra), out);
    return 1;
}
