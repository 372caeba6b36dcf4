/* evaluate.c - evaluate judged records one after another, and write their columns. */
#include "evaluation.h"

#include "payment.h"

#include <string.h>

/* Count the tricks and points that each seat has taken. A race may end before the last card: leave out the tricks and
 * marriages after its end. */
static void count_points(const kr_game_row *game, const kr_facts *f, int8_t tricks[KR_SEATS], int16_t points[KR_SEATS])
{
    const kr_contract_row *c = &game->contract[f->contract];
    const int when_taken = kr_settled_goal(c)->marriages == KR_DECLARED;
    for (int seat = 0; seat < game->seats; seat++) tricks[seat] = 0;
    for (int seat = 0; seat < game->seats; seat++) points[seat] = 0;
    for (int i = 0; i < f->counted_tricks; i++) {
        tricks[f->winner[i]]++;
        points[f->winner[i]] = (int16_t)(points[f->winner[i]] + f->points[i]);
    }
    for (int i = 0; i < f->counted_marriages; i++) {
        const kr_fact_marriage *m = &f->marriage[i];
        const int counts = when_taken ? tricks[m->seat] > 0 : 1;
        if (counts && !(c->goal.own_marriages && m->seat != f->declarer))
            points[m->seat] = (int16_t)(points[m->seat] + m->points);
    }
}

/* Fill the columns of a record with the values that mean "unknown" or "none". */
static void clear_game(const kr_game_columns *out, size_t row)
{
    out->state[row] = KR_NO_CONTRACT;
    out->status[row] = KR_OK;
    out->partly[row] = 0;
    out->made[row] = out->makeable[row] = out->verdict[row] = -1;
    out->value[row] = KR_UNKNOWN;
    out->discard_cost[row] = KR_NO_AMOUNT;
    out->best_discard[row] = 0;
    for (size_t i = 4 * row; i < 4 * row + 4; i++) {
        out->tricks[i] = out->laid[i] = -1;
        out->points[i] = KR_UNKNOWN;
        out->guarantee[i] = out->payoff[i] = out->cost[i] = KR_NO_AMOUNT;
    }
}

/* Return KR_EVALUATED if a record can be evaluated, else the reason why not (enum kr_evaluated). */
static int state_of(const kr_game_row *game, const kr_facts *f)
{
    if (f->contract < 0) return KR_NO_CONTRACT;
    if (!f->complete) return KR_INCOMPLETE;
    if (game->contract[f->contract].goal.kind == KR_KIND_DEALT) return KR_WON_AS_DEALT;
    if (!f->has_deal || f->known != 0xF) return KR_HAND_UNKNOWN;
    if (game->talon && (!f->has_discard || !f->talon || f->declarer < 0)) return KR_DISCARD_UNKNOWN;
    return KR_EVALUATED;
}

/* Return a copy of a position. In the copy, the unused entries of `played` are 0, so equal positions have equal
 * bytes. */
static kr_position without_rest(const kr_position *at)
{
    kr_position plain = *at;
    for (int i = plain.n_played; i < 3; i++) plain.played[i] = 0;
    return plain;
}

static void write_card(const kr_card_columns *out, size_t place, const kr_turn *t, const kr_fact_card *card,
                       uint32_t *choices)
{
    out->seat[place] = card->seat;
    out->card[place] = card->card;
    out->trick[place] = card->trick;
    out->turn[place] = card->turn;
    out->judged[place] = t->judged;
    out->before[place] = t->judged ? t->before : KR_NO_AMOUNT;
    out->after[place] = t->judged ? t->after : KR_NO_AMOUNT;
    out->mark[place] = (int8_t)t->mark;
    out->best[place] = t->best;
    out->words_cost[place] = t->speaks ? t->top - t->before : KR_NO_AMOUNT;
    out->words_gain[place] = t->speaks ? t->before - t->quiet : KR_NO_AMOUNT;
    if (out->position) out->position[place] = without_rest(&t->position);
    if (out->task) out->task[place] = t->task;
    const int32_t *worth = t->worth;
    for (uint32_t rest = t->legal; rest; rest &= rest - 1) {
        out->choice[*choices] = (int8_t)kr_low(rest);
        out->worth[(*choices)++] = *worth++;
    }
    out->choice_end[place] = *choices;
}

static void write_game(const kr_game_columns *out, size_t row, const kr_evaluation *e)
{
    if (e->has_value) out->value[row] = (int16_t)e->value;
    out->makeable[row] = (int8_t)e->makeable;
    out->discard_cost[row] = e->discard_cost;
    out->best_discard[row] = e->best_discard;
    memcpy(&out->guarantee[4 * row], e->guarantee, sizeof e->guarantee);
    memcpy(&out->payoff[4 * row], e->payoff, sizeof e->payoff);
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (e->followed.laid[seat] != KR_NONE) out->laid[4 * row + (size_t)seat] = (int8_t)e->followed.laid[seat];
    int32_t *cost = &out->cost[4 * row];
    for (int seat = 0; seat < e->followed.game->seats; seat++) cost[seat] = 0;
    for (int i = 0; i < e->cards; i++) {
        const kr_turn *t = &e->turn[i];
        if (t->judged) cost[t->seat] += t->before - t->after;
        if (t->speaks) cost[t->seat] += t->top - t->before;
        if (!t->judged && !e->followed.laid_known) out->partly[row] = 1;
    }
}

/* Evaluate a record for which state_of() has returned KR_EVALUATED. Return enum kr_status. */
static int evaluate_play(kr_ctx *ctx, const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                         const kr_facts *f, kr_evaluation *e)
{
    e->ctx = ctx;
    e->cards = f->cards;
    e->table = 0;
    e->has_value = 0;
    e->makeable = -1;
    e->discard_cost = KR_NO_AMOUNT;
    e->best_discard = 0;
    for (int seat = 0; seat < KR_SEATS; seat++) e->guarantee[seat] = e->payoff[seat] = KR_NO_AMOUNT;
    kr_followed_of(game, record, words, f, &e->followed);
    kr_next_epoch(ctx);
    return kr_question_parties(game, &e->followed.question) ? kr_evaluate_parties(e) : kr_evaluate_sides(e);
}

/* Fill those columns of a record that need no search: `tricks`, `points`, and `made` (whether the declarer is paid). If
 * the contract is won without play and the settlement is known, also fill the columns `value`, `makeable`, `guarantee`
 * and `payoff`. */
static void write_outcome(const kr_game_columns *out, size_t row, const kr_game_row *game, const kr_facts *f)
{
    if (f->complete) count_points(game, f, &out->tricks[4 * row], &out->points[4 * row]);
    if (f->settled && f->declarer >= 0) out->made[row] = f->settlement[f->declarer] > 0;
    if (out->state[row] != KR_WON_AS_DEALT || !f->settled) return;
    out->value[row] = 1;
    out->makeable[row] = 1;
    memcpy(&out->guarantee[4 * row], f->settlement, sizeof f->settlement);
    memcpy(&out->payoff[4 * row], f->settlement, sizeof f->settlement);
}

/* Return 1 if the numbers of a record and of its facts are valid, else 0. The judge has already checked the rows of
 * rules and the record. */
static int row_fits(const kr_evaluating *all, const kr_record *r, const kr_facts *f)
{
    if (r->game >= all->games || r->first_word > all->words || r->words > all->words - r->first_word) return 0;
    return kr_facts_fit(&all->game[r->game], r, all->word, f);
}

int kr_evaluate(kr_ctx *ctx, const kr_evaluating *all, size_t *bad)
{
    const kr_game_columns *out = &all->by_game;
    kr_evaluation e;
    size_t cards = 0;
    uint32_t choices = 0;
    for (*bad = 0; *bad < all->rows; (*bad)++) {
        const size_t row = *bad, which = all->listed ? all->listed[row] : row;
        if (which >= all->records || !row_fits(all, &all->record[which], &all->facts[which])) return KR_BAD_FACTS;
        const kr_record *record = &all->record[which];
        const kr_facts *f = &all->facts[which];
        const kr_game_row *game = &all->game[record->game];
        clear_game(out, row);
        out->state[row] = (uint8_t)state_of(game, f);
        write_outcome(out, row, game, f);
        if (out->state[row] == KR_EVALUATED) {
            if (f->cards > all->by_card.room - cards) return KR_BAD_BUFFER;
            out->status[row] = (uint8_t)evaluate_play(ctx, game, record, all->word, f, &e);
            if (out->status[row]) out->state[row] = KR_NOT_SOLVED;
        }
        if (out->state[row] == KR_EVALUATED) {
            write_game(out, row, &e);
            for (int i = 0; i < e.cards; i++) write_card(&all->by_card, cards++, &e.turn[i], &f->card[i], &choices);
        }
        if (out->made[row] >= 0 && out->makeable[row] >= 0)
            out->verdict[row] = (int8_t)(2 * !out->made[row] + !out->makeable[row]);
        out->card_end[row] = (uint32_t)cards;
    }
    return KR_OK;
}
