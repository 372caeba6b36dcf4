/* evaluate_parties.c - evaluate a record with more than two parties. A card is judged by the amount that its seat can
 * force against all others.
 */
#include "evaluation.h"

static int value_at(kr_evaluation *e, const kr_prep *prep, const kr_position *at, int16_t out[KR_SEATS])
{
    kr_node n;
    const int status = kr_node_enter(prep, at, &n);
    return status ? status : kr_value_prepared(e->ctx, prep, &n, out);
}

/* Write the position in which the card of turn `i` was chosen. `start` is the position before the first card. Return 0
 * if the position is unknown, else 1. If there are two declarers, each declarer lays its card of trick 1 face down
 * before the trick, and chooses the card at that time. The first declarer chooses before any card has been laid. The
 * second declarer chooses after the first declarer has laid a card. */
static int position_of(const kr_evaluation *e, int i, const kr_position *start, kr_position *out)
{
    const kr_followed *g = &e->followed;
    const kr_question *q = &g->question;
    const int seat = e->turn[i].seat, lays = q->second != KR_NONE && g->facts->card[i].trick == 1;
    if (lays && seat == q->declarer) {
        *out = *start;
        return 1;
    }
    if (!g->laid_known) return 0;
    *out = e->course[0].at[i];
    if (lays && seat == q->second) {
        *out = *start;
        out->forced[q->declarer] = g->laid[q->declarer];
    }
    return 1;
}

static int judge_card(kr_evaluation *e, int i, const kr_position *start)
{
    kr_turn *t = &e->turn[i];
    const kr_prep *prep = &e->prep_of[t->seat];
    int16_t values[32], best = 0;
    kr_node n;
    t->judged = (uint8_t)position_of(e, i, start, &t->position);
    if (!t->judged) return KR_OK;
    t->task = e->task_of[t->seat];
    const int status = kr_node_enter(prep, &t->position, &n);
    if (status) return status;
    kr_node_cards(e->ctx, prep, &n, &t->legal, values, &best);
    if (!(t->legal >> t->card & 1)) return KR_BAD_TRICK;
    kr_judge_card(t, &e->course[0].measure, values, best);
    t->top = t->before;
    t->quiet = t->before;
    return KR_OK;
}

/* Return 1 if the results of the deal contain a guarantee for a seat, else 0. A guarantee is the settlement that a seat
 * can force. In a contract with declarers, only the declarers have a guarantee in the results. In a contract without
 * declarers, all seats have one. */
static int is_guaranteed(const kr_measure *m, int seat)
{
    const kr_question *q = &m->question;
    return q->declarer == KR_NONE || seat == q->declarer || seat == q->second;
}

/* Judge the cards of a seat, and compute what the seat could force before the first card. The seats are judged one
 * after another, because table entries of one seat's search are not valid for another seat. */
static int judge_seat(kr_evaluation *e, int seat, const kr_position *start)
{
    const kr_measure *m = &e->course[0].measure;
    int16_t out[KR_SEATS];
    int status = KR_OK;
    for (int i = e->cards - 1; i >= 0 && !status; i--)
        if (e->turn[i].seat == seat) status = judge_card(e, i, start);
    if (status || !is_guaranteed(m, seat)) return status;
    status = value_at(e, &e->prep_of[seat], start, out);
    e->guarantee[seat] = kr_settles(m, e->followed.contra, seat, out[0]);
    if (seat != m->question.declarer) return status;
    if (m->contract->makeable_at != KR_NO_LEAST) e->makeable = out[0] >= m->contract->makeable_at;
    if (m->question.second == KR_NONE) {
        e->has_value = 1;
        e->value = out[0];
    }
    return status;
}

int kr_evaluate_parties(kr_evaluation *e)
{
    kr_course *c = &e->course[0];
    const kr_measure *m = &c->measure;
    const int cards = e->followed.laid_known ? e->cards : 0;
    kr_position start;
    int16_t out[KR_SEATS];
    int status = kr_open_course(e, e->followed.question.contract, cards, c);
    if (status) return status;
    kr_first_position(&e->followed, &m->task, &start);
    for (int i = 0; i < e->cards; i++) {
        const kr_fact_card *card = &e->followed.facts->card[i];
        e->turn[i] = (kr_turn){.seat = (uint8_t)card->seat, .card = (uint8_t)card->card};
    }
    for (int seat = 0; seat < KR_SEATS && !status; seat++) {
        e->task_of[seat] = kr_task_for(m, seat);
        status = kr_prepare(&e->task_of[seat], &e->prep_of[seat]);
        if (!status) status = judge_seat(e, seat, &start);
    }
    if (!status) status = value_at(e, &c->prep, &start, out);
    for (int seat = 0; seat < KR_SEATS && !status; seat++)
        e->payoff[seat] = kr_settles(m, e->followed.contra, seat, out[seat]);
    return status;
}
