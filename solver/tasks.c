/* tasks.c - list the searches that answer a question, and convert the rules of its contract to search tasks. */
#include "tasks.h"

#include "bits.h"

#include <string.h>

/* For each kind of goal in the rules (enum kr_kind), the goal of the search (enum kr_goal). */
static const uint8_t goal_of_kind[KR_KINDS] = {
    [KR_KIND_SWEEP] = KR_SWEEP,   [KR_KIND_EXACTLY] = KR_TRICKS, [KR_KIND_POINTS] = KR_POINTS,
    [KR_KIND_TRICKS] = KR_TRICKS, [KR_KIND_STAKES] = KR_STAKES,  [KR_KIND_RACE] = KR_RACE,
    [KR_KIND_LAST] = KR_LAST,     [KR_KIND_DOUBLE] = KR_DOUBLE,  [KR_KIND_MOST] = KR_MOST};

int kr_question_parties(const kr_game_row *game, const kr_question *q)
{
    const int kind = game->contract[q->contract].goal.kind;
    return q->second != KR_NONE || kind == KR_KIND_LAST || kind == KR_KIND_DOUBLE || kind == KR_KIND_MOST;
}

int32_t kr_question_unit(const kr_game_row *game, const kr_question *q)
{
    const kr_contract_row *c = &game->contract[q->contract];
    if (!kr_question_parties(game, q)) return 0;
    return q->second == KR_NONE ? c->value : c->second;
}

/* Return the goal of a contract with two declarers, who each want to take no trick. */
static kr_goal_row double_goal(void)
{
    const kr_goal_row goal = {.kind = KR_KIND_DOUBLE, .takers = KR_TAKERS_SIDE};
    return goal;
}

/* Return the mask of the seats that must take the tricks of a sweep. */
static unsigned takers_of(const kr_goal_row *goal, const kr_question *q, unsigned seats)
{
    if (goal->takers == KR_TAKERS_DECLARER) return 1u << kr_first(q);
    return goal->takers == KR_TAKERS_SIDE ? kr_side(q) : seats & ~kr_side(q);
}

/* Return the mask of the seats whose marriages count. */
static unsigned marriage_seats(const kr_goal_row *goal, const kr_question *q, unsigned seats)
{
    if (goal->own_marriages) return 1u << kr_first(q);
    const int both_sides = goal->margin || goal->kind == KR_KIND_RACE || kr_announces(goal);
    return both_sides ? seats : kr_side(q);
}

static void add_marriages(kr_task *t, const kr_game_row *game, const kr_goal_row *goal, const kr_question *q)
{
    if (goal->marriages == KR_NO_MARRIAGES) return;
    t->marriages = goal->marriages;
    t->marriage_seats = (uint8_t)marriage_seats(goal, q, t->seats);
    t->marriage_plain = game->marriage[0];
    t->marriage_trump = game->marriage[1];
    t->late = game->opening_marriage != KR_OPENING_MARRIAGE_YES;
    if (game->opening_marriage == KR_OPENING_MARRIAGE_PENDING) t->flags |= KR_PENDING;
}

/* Fill in the fields of a task that only some kinds of goals use. */
static void add_kind(kr_task *t, const kr_contract_row *c, const kr_goal_row *goal, const kr_question *q)
{
    switch (goal->kind) {
    case KR_KIND_SWEEP: t->takers = (uint8_t)takers_of(goal, q, t->seats); break;
    case KR_KIND_EXACTLY:
        t->flags |= KR_EXACTLY;
        t->last = 0;
        memset(t->points, 0, sizeof t->points);
        break;
    case KR_KIND_LAST: t->declarer = (uint8_t)kr_first(q); break;
    case KR_KIND_DOUBLE:
        if (c->loser_pays) t->flags |= KR_LOSER_PAYS;
        t->declarer = (uint8_t)kr_first(q);
        t->second = q->second;
        break;
    default: break;
    }
}

kr_task kr_task_of(const kr_game_row *game, const kr_question *q, const kr_goal_row *goal)
{
    const kr_contract_row *c = &game->contract[q->contract];
    const kr_goal_row both = double_goal();
    if (!goal) goal = q->second == KR_NONE ? &c->goal : &both;
    kr_task t = {
        .goal = goal_of_kind[goal->kind], .seats = (uint8_t)kr_playing_seats(game, q), .leader = q->leader,
        .trump = q->trump, .side = (uint8_t)kr_side(q), .tricks = goal->tricks, .need = goal->need, .low = goal->low,
        .last = game->last, .declarer = KR_NONE, .second = KR_NONE, .seek = KR_NONE, .talon_to = KR_NONE};
    if (game->must_trump) t.flags |= KR_MUST_TRUMP;
    if (game->must_beat) t.flags |= KR_MUST_BEAT;
    if (goal->stop) t.flags |= KR_STOP;
    if (goal->margin) t.flags |= KR_MARGIN;
    if (game->talon) t.talon_to = (uint8_t)kr_first(q);
    memcpy(t.strength, game->strength[q->order], sizeof t.strength);
    memcpy(t.points, game->points, sizeof t.points);
    add_marriages(&t, game, goal, q);
    add_kind(&t, c, goal, q);
    return t;
}

kr_task kr_played_task(const kr_game_row *game, const kr_question *q)
{
    const kr_contract_row *c = &game->contract[q->contract];
    kr_task t = kr_task_of(game, q, c->has_settles ? &c->settles : 0);
    t.talon_to = KR_NONE;
    return t;
}

/* Write the searches for a contract with more than two parties. First come the searches for what a seat can force
 * against all others. There is one for each declarer, or for every seat if there is no declarer. If `selfish` is 1, the
 * search in which every seat plays for itself comes last. */
static int party_searches(const kr_game_row *game, const kr_question *q, int selfish, kr_search out[KR_MAX_SEARCHES])
{
    const kr_task task = kr_task_of(game, q, 0);
    const int names_partner = game->contract[q->contract].goal.kind == KR_KIND_LAST;
    unsigned seeking = 0;
    int count = 0;
    if (task.declarer != KR_NONE) seeking |= 1u << task.declarer;
    if (task.second != KR_NONE) seeking |= 1u << task.second;
    if (!seeking) seeking = kr_seats_mask(game);
    const int first = task.declarer == KR_NONE ? 0 : task.declarer;
    for (int i = 0; i < KR_SEATS; i++) {
        /* The search for the declarer comes first. */
        const int seat = i == 0 ? first : i <= first ? i - 1 : i;
        if (!(seeking >> seat & 1)) continue;
        out[count].task = task;
        out[count].task.seek = (uint8_t)seat;
        out[count++].role = names_partner ? KR_ROLE_VALUE : KR_ROLE_GUARANTEE;
    }
    if (selfish) out[count++] = (kr_search){.task = task, .role = KR_ROLE_PAYOFF};
    return count;
}

int kr_searches(const kr_game_row *game, const kr_question *q, int selfish, kr_search out[KR_MAX_SEARCHES])
{
    const kr_contract_row *c = &game->contract[q->contract];
    if (c->goal.kind == KR_KIND_DEALT) return 0;
    if (kr_question_parties(game, q)) return party_searches(game, q, selfish, out);
    out[0] = (kr_search){.task = kr_task_of(game, q, 0), .role = KR_ROLE_VALUE};
    if (!c->has_settles) return 1;
    out[1] = (kr_search){.task = kr_task_of(game, q, &c->settles), .role = KR_ROLE_STAKE};
    return 2;
}

int kr_paying_searches(const kr_game_row *game, const kr_question *q, kr_search out[KR_MAX_SEARCHES])
{
    const kr_contract_row *c = &game->contract[q->contract];
    const int count = kr_searches(game, q, 0, out);
    if (!count || out->role == KR_ROLE_GUARANTEE) return count;
    kr_task *task = &out->task;
    if (c->has_settles) {
        *out = out[1];
        task->low = 1; /* so the search for stakes returns 0 instead of a negative result */
    } else if (c->stake == KR_STAKE_FIXED && task->goal == KR_POINTS && !(task->flags & KR_MARGIN)) {
        /* To find whether the side reaches its points, search for a sweep that requires these points. Any seat may take
         * the tricks of this sweep, so only the points decide. */
        out->role = KR_ROLE_MADE;
        task->goal = KR_SWEEP;
        task->takers = task->seats;
        task->need = (uint8_t)c->makeable_at;
        task->flags |= KR_STOP;
    }
    return 1;
}
