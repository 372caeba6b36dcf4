/* evaluate_card.c - play a record again under a contract, and judge each card against all cards that were legal. */
#include "evaluation.h"

#include "payment.h"

int kr_open_course(const kr_evaluation *e, int contract, int cards, kr_course *out)
{
    kr_question q = e->followed.question;
    q.contract = (uint8_t)contract;
    out->measure = kr_measure_of(e->followed.game, &q);
    const kr_contract_row *c = out->measure.contract;
    const int status = kr_prepare(&out->measure.task, &out->prep);
    if (status) return status;
    const int fixed = c->stake == KR_STAKE_FIXED && c->makeable_at != KR_NO_LEAST;
    out->least = fixed ? kr_least_that_counts(&out->prep, c->makeable_at) : KR_EXACT;
    return kr_follow(&e->followed, &out->prep, cards, out->at);
}

void kr_judge_card(kr_turn *t, const kr_measure *m, const int16_t values[32], int value)
{
    int place = 0;
    t->value = (int16_t)value;
    t->before = KR_NO_AMOUNT;
    t->best = 0;
    for (uint32_t rest = t->legal; rest; rest &= rest - 1) {
        const int32_t worth = kr_settles(m, t->contra, t->seat, values[kr_low(rest)]);
        t->worth[place++] = worth;
        if (worth > t->before) t->best = 0;
        if (worth > t->before) t->before = worth;
        if (worth == t->before) t->best |= rest & -rest;
    }
    t->after = kr_settles(m, t->contra, t->seat, values[t->card]);
    int changed = t->before > 0 && t->after <= 0;
    if (!m->parties) changed = kr_wins(m, t->contra, value) != kr_wins(m, t->contra, values[t->card]);
    t->mark = KR_MARK_NONE;
    if (t->before != t->after) t->mark = changed ? KR_MARK_CHANGED : KR_MARK_COST;
}
