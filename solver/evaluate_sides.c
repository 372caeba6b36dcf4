/* evaluate_sides.c - evaluate a record with two sides. Judge its cards from the last to the first, the words of trick
 * 1, and the deal. evaluation.h explains words and courses.
 *
 * A course is the play of the record under one contract. A raise in trick 1 adds a second course.
 */
#include "evaluation.h"

#include "payment.h"

#define COUPLE(suit) (UINT32_C(0x60) << 8 * (suit)) /* King and Queen of a suit */

/* Prepare the transposition table for searches in a course (the play of the record under one contract). Clear the table
 * if its entries belong to the other course. */
static void go_on_with(kr_evaluation *e, const kr_course *c)
{
    if (e->table && e->table != c) kr_next_table(e->ctx);
    e->table = c;
}

/* Clear the transposition table. Callers do this before and after a search for a task that belongs to no course of the
 * evaluation. */
static void forget_table(kr_evaluation *e)
{
    kr_next_table(e->ctx);
    e->table = 0;
}

static int value_at(kr_evaluation *e, const kr_course *c, const kr_position *at, int least, int *value)
{
    kr_node n;
    const int status = kr_node_enter(&c->prep, at, &n);
    if (status) return status;
    go_on_with(e, c);
    *value = kr_value_to(e->ctx, &c->prep, &n, least);
    return KR_OK;
}

/* Return 1 if the players declared every marriage that they held, else 0. If the result is 0, searches at different
 * turns of the record cannot share table entries. The reason is that a search declares every marriage that it can, and
 * the key of a table entry does not say which marriages were declared. */
static int all_declared(const kr_evaluation *e)
{
    const kr_course *c = &e->course[0];
    const kr_task *task = &c->measure.task;
    if (task->marriages != KR_DECLARED) return 1;
    for (int seat = 0; seat < KR_SEATS; seat++) {
        if (!(task->marriage_seats >> seat & 1)) continue;
        for (int suit = 0; suit < 4; suit++) {
            const int whole = (c->at[0].hands[seat] & COUPLE(suit)) == COUPLE(suit);
            if (whole && !(e->followed.words.suits[seat] >> suit & 1)) return 0;
        }
    }
    return 1;
}

/* Fill in for each turn what depends on the words of trick 1: whether the contract is raised, how often Contra was
 * said, and whether the seat said words or could have said some. Return enum kr_status. */
static int plan_turns(kr_evaluation *e)
{
    const kr_words *words = &e->followed.words;
    uint8_t raised = 0, contra = e->followed.contra;
    for (int i = 0; i < e->cards; i++) {
        const kr_fact_card *card = &e->followed.facts->card[i];
        kr_turn *t = &e->turn[i];
        *t = (kr_turn){.seat = (uint8_t)card->seat, .card = (uint8_t)card->card, .raised_before = raised,
                       .raised = raised, .contra_before = contra, .contra = contra};
        const kr_task *opening = &e->course[0].measure.task;
        t->judged = !(opening->goal == KR_RACE && kr_decided(opening, &e->course[0].at[i]));
        if (!t->judged || card->trick > 1) continue;
        const kr_course *before = &e->course[raised];
        if (before->at[i].declaring) {
            t->declares = t->speaks = 1;
            continue;
        }
        const int raises = words->raiser == t->seat, doubles = words->contra >> t->seat & 1;
        if (raises) {
            const int status = kr_open_course(e, words->level, e->cards, &e->course[1]);
            if (status) return status;
            t->raised = raised = 1;
        }
        if (doubles) t->contra = contra = 1;
        const int could_raise = kr_raises_of(&e->followed, before->measure.question.contract, t->seat) != 0;
        t->speaks = raises || doubles || could_raise || kr_is_last_contra(&e->followed, t->contra_before, t->seat, card->turn);
    }
    return KR_OK;
}

/* Judge the card of turn `i` and the words that the seat said before this card. `shared` is 1 if searches at different
 * turns can share table entries (all_declared). If `has_next` is 1 at the call, `next` is the value of the position
 * after the card. On return, `next` is the value of the position before the words, and `has_next` is 1. */
static int judge_turn(kr_evaluation *e, int i, int shared, int *next, int *has_next)
{
    kr_turn *t = &e->turn[i];
    const kr_course *c = &e->course[t->raised], *before = &e->course[t->raised_before];
    kr_foreknown known = {.card = *has_next ? t->card : KR_NONE, .value = (int16_t)*next, .least = c->least};
    kr_node n;
    int16_t values[32], best = 0;
    t->task = c->measure.task;
    t->position = c->at[i];
    if (t->declares) kr_speak(&e->followed.words, &t->task, t->seat, &t->position);
    int status = kr_node_enter(&c->prep, &t->position, &n);
    if (status) return status;
    go_on_with(e, c);
    if (t->declares && !shared) kr_next_table(e->ctx);
    kr_known_cards(e->ctx, &c->prep, &n, &known, &t->legal, values, &best);
    if (!(t->legal >> t->card & 1)) return KR_BAD_TRICK;
    kr_judge_card(t, &c->measure, values, best);
    int quiet = best;
    if (t->declares && !shared) kr_next_table(e->ctx);
    if (t->declares || before != c) status = value_at(e, before, &before->at[i], before->least, &quiet);
    t->quiet = kr_settles(&before->measure, t->contra_before, t->seat, quiet);
    t->top = t->quiet > t->before ? t->quiet : t->before;
    /* If the seat may say Contra and no opponent of the declarer plays after this seat, consider the doubled amount,
     * too. (If the seat did say Contra, the amounts in `t` are already doubled.) */
    if (t->speaks && !t->declares && kr_is_last_contra(&e->followed, t->contra_before, t->seat, e->followed.facts->card[i].turn)) {
        const int32_t doubled = kr_settles(&before->measure, 1, t->seat, quiet);
        if (doubled > t->top) t->top = doubled;
    }
    *next = quiet;
    *has_next = 1;
    return status;
}

/* Return 1 if a seat can perhaps get more than the amount `top` under the contract of `m`, else 0. `contra` is the
 * number of Contra calls. */
static int may_bring_more(const kr_measure *m, int contra, int seat, int32_t top)
{
    const int least = m->contract->makeable_at;
    if (m->contract->stake != KR_STAKE_FIXED || least == KR_NO_LEAST) return 1;
    return kr_settles(m, contra, seat, least) > top || kr_settles(m, contra, seat, least - 1) > top;
}

/* Try each raise that the seat of turn `i` could have said. If a raise brings the seat more than the turn's amount
 * `top`, set `top` to the larger amount. */
static int judge_raises(kr_evaluation *e, int i)
{
    kr_turn *t = &e->turn[i];
    if (!t->speaks || t->declares) return KR_OK;
    const uint32_t raises = kr_raises_of(&e->followed, e->course[t->raised_before].measure.question.contract, t->seat);
    for (int level = e->followed.game->contracts - 1; level >= 0; level--) {
        kr_course raised;
        int value = t->value;
        if (!(raises >> level & 1)) continue;
        int status = kr_open_course(e, level, i, &raised);
        if (status) return status;
        if (!may_bring_more(&raised.measure, t->contra_before, t->seat, t->top)) continue;
        if (raised.measure.contract != e->course[t->raised].measure.contract) {
            forget_table(e);
            status = value_at(e, &raised, &raised.at[i], raised.least, &value);
            forget_table(e);
        }
        if (status) return status;
        const int32_t amount = kr_settles(&raised.measure, t->contra_before, t->seat, value);
        if (amount > t->top) t->top = amount;
    }
    return KR_OK;
}

/* Set the results of the deal. `value` is the value of the contract. If the contract has a goal of its own for the
 * payment (has_settles), `paid` is the value of this goal. Otherwise `paid` equals `value`. */
static void settle_deal(kr_evaluation *e, int value, int paid)
{
    const kr_measure *m = &e->course[0].measure;
    const int least = m->contract->makeable_at;
    e->has_value = 1;
    e->value = value;
    e->makeable = least == KR_NO_LEAST ? -1 : value >= least;
    if (m->contract->has_settles) e->makeable = paid > 0;
    for (int seat = 0; seat < m->game->seats && m->contract->stake != KR_STAKE_NONE; seat++)
        e->guarantee[seat] = e->payoff[seat] = kr_settles(m, e->followed.contra, seat, paid);
}

/* Judge the discard and set the results of the deal, in a game with a talon. `value` is the value of the position after
 * the discard of the record. The deal gets the results after the best discard. The cost of the recorded discard is the
 * difference between the declarer's settlements after the best discard and after the recorded discard. */
static int judge_discard(kr_evaluation *e, int value)
{
    const kr_facts *f = e->followed.facts;
    const kr_measure *m = &e->course[0].measure;
    kr_task task = m->task;
    kr_prep prep;
    int16_t best = 0;
    task.talon_to = task.leader;
    int status = kr_prepare(&task, &prep);
    if (!status) status = kr_best_discard(e->ctx, &prep, f->hands, f->talon, &best, &e->best_discard);
    forget_table(e);
    if (status) return status;
    settle_deal(e, best, best);
    const int seat = f->declarer;
    if (m->contract->stake != KR_STAKE_NONE)
        e->discard_cost = e->payoff[seat] - kr_settles(m, e->followed.contra, seat, value);
    return KR_OK;
}

/* Judge the deal and set its results. If `known` is 1, `value` is the value of the position before the first card. If
 * the course has a threshold (kr_course.least), `value` only says whether the true value reaches the threshold. */
static int judge_deal(kr_evaluation *e, int value, int known)
{
    const kr_course *c = &e->course[0];
    const int with_talon = e->followed.game->talon, least = with_talon ? c->least : KR_EXACT;
    int status = KR_OK;
    if (!known || (!with_talon && c->least != KR_EXACT)) status = value_at(e, c, &c->at[0], least, &value);
    if (status) return status;
    if (with_talon) return judge_discard(e, value);
    if (!c->measure.contract->has_settles) {
        settle_deal(e, value, value);
        return KR_OK;
    }
    /* Here `value` is the value of the goal on which the payment depends. The contract itself has another goal, so
     * search again with a task for the contract's own goal. */
    kr_task task = kr_task_of(c->measure.game, &c->measure.question, 0);
    kr_prep prep;
    kr_position at;
    kr_node n;
    task.talon_to = KR_NONE;
    status = kr_prepare(&task, &prep);
    kr_first_position(&e->followed, &task, &at);
    if (!status) status = kr_node_enter(&prep, &at, &n);
    if (status) return status;
    forget_table(e);
    settle_deal(e, kr_node_value(e->ctx, &prep, &n), value);
    forget_table(e);
    return KR_OK;
}

int kr_evaluate_sides(kr_evaluation *e)
{
    int next = 0, has_next = 0;
    int status = kr_open_course(e, e->followed.question.contract, e->cards, &e->course[0]);
    if (!status) status = plan_turns(e);
    if (status) return status;
    const int shared = all_declared(e);
    for (int i = e->cards - 1; i >= 0 && !status; i--) /* All cards that are not judged come after the judged cards. So
                                                        * there is no gap between the judged cards, and `next` is
                                                        * the value after card `i` if has_next is 1. */
        if (e->turn[i].judged) status = judge_turn(e, i, shared, &next, &has_next);
    if (status) return status;
    if (!shared) kr_next_table(e->ctx);
    status = judge_deal(e, next, has_next);
    for (int i = 0; i < e->cards && !status; i++)
        if (e->turn[i].judged) status = judge_raises(e, i);
    return status;
}
