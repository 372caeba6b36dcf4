/* careful_game.c - play the cards of a game between careful players, and settle the game.
 *
 * A stand is the state of the game under the assumption that a certain seat holds the called card (careful_table.h).
 */
#include "careful_table.h"

#include "payment.h"
#include "random.h"

#include <string.h>

uint64_t kr_careful_base(const kr_careful_table *t, int turn)
{
    uint64_t state = t->stream + (uint64_t)turn * KR_RANDOM_STEP;
    return kr_random_base(kr_random_next(&state));
}

int kr_careful_stand(const kr_careful_table *t, int holder, int contract, kr_stand *out)
{
    kr_followed followed = t->followed;
    kr_position at[KR_MAX_CARDS + 1];
    kr_question *q = &followed.question;
    q->contract = (uint8_t)contract;
    if (t->game->contract[t->facts.contract].party == KR_PARTY_CALLED)
        q->partner = holder == q->declarer ? KR_NONE : (uint8_t)holder;
    followed.facts = &t->facts;
    out->measure = kr_measure_of(t->game, q);
    int status = kr_prepare(&out->measure.task, &out->prep);
    for (int seat = 0; seat < KR_SEATS && out->measure.parties && !status; seat++) {
        out->task_of[seat] = kr_task_for(&out->measure, seat);
        status = kr_prepare(&out->task_of[seat], &out->prep_of[seat]);
    }
    if (!status) status = kr_follow(&followed, &out->prep, t->facts.cards, at);
    if (!status) out->at = at[t->facts.cards];
    return status;
}

int kr_careful_open(kr_careful_table *t)
{
    for (int holder = 0; holder < KR_SEATS; holder++) {
        if (!(t->holders >> holder & 1)) continue;
        const int status = kr_careful_stand(t, holder, t->level, &t->stand[holder]);
        if (status) return status;
    }
    return KR_OK;
}

/* Return 1 if no further card can change the result of the game, else 0. */
static int is_decided(const kr_stand *s)
{
    const kr_task *task = &s->measure.task;
    const kr_position *at = &s->at;
    switch (task->goal) {
    case KR_SWEEP: return at->took & ~task->takers || (task->tricks && at->tricks_done >= task->tricks);
    case KR_LAST: return at->tricks_done && at->took & ~(1u << task->declarer);
    case KR_DOUBLE: return at->took >> task->declarer & at->took >> task->second & 1;
    default: return 0;
    }
}

int kr_careful_to_play(const kr_careful_table *t)
{
    const kr_stand *s = &t->stand[t->holder];
    const int goes_on = t->all->flags & KR_CAREFUL_TO_THE_END;
    if (kr_decided(&s->measure.task, &s->at) || (!goes_on && is_decided(s))) return KR_NONE;
    return kr_to_play(&s->measure.task, &s->at);
}

/* Compute the settlement of each seat from the node `n`, at which the result of the game is certain. */
static void settle_node(kr_careful_table *t, const kr_node *n)
{
    const kr_stand *s = &t->stand[t->holder];
    int16_t out[KR_SEATS];
    kr_next_epoch(t->ctx);
    t->is_taught = 0;
    kr_value_prepared(t->ctx, &s->prep, n, out);
    for (int seat = 0; seat < KR_SEATS; seat++) {
        const int value = s->measure.parties ? out[seat] : out[0];
        t->settlement[seat] = kr_settles(&s->measure, t->contra, seat, value);
    }
    t->has_end = 1;
}

int kr_careful_settle(kr_careful_table *t)
{
    kr_node n;
    if (t->has_end) return KR_OK;
    const int status = kr_node_enter(&t->stand[t->holder].prep, &t->stand[t->holder].at, &n);
    if (!status) settle_node(t, &n);
    return status;
}

/* Play the last card of the game, and settle the game. The last card needs its own function, because no position
 * follows it. */
static int play_last(kr_careful_table *t, int card)
{
    const kr_prep *p = &t->stand[t->holder].prep;
    kr_node n;
    const int status = kr_node_enter(p, &t->stand[t->holder].at, &n);
    if (status) return status;
    kr_node_play(p, &n, kr_card_to_strength(p, card));
    settle_node(t, &n);
    return KR_OK;
}

/* Play a card in the stand `s`. First apply the words that `seat` says. kr_play_prepared changes the field `declared`:
 * it declares all marriages of seats that may still declare. So restore this field afterwards, because it must have
 * only the marriages that were really declared. Return enum kr_status. */
static int play_in(const kr_careful_table *t, kr_stand *s, int seat, int card)
{
    uint8_t declared[4];
    kr_speak(&t->followed.words, &s->measure.task, seat, &s->at);
    memcpy(declared, s->at.declared, sizeof declared);
    const int status = kr_play_prepared(&s->prep, &s->at, card, 0);
    memcpy(s->at.declared, declared, sizeof declared);
    return status;
}

int kr_careful_put(kr_careful_table *t, int seat, int card)
{
    kr_facts *f = &t->facts;
    const kr_position *at = &t->stand[t->holder].at;
    const int players = t->stand[t->holder].prep.players, is_last = at->n_played == players - 1;
    int status = KR_OK;
    f->card[f->cards] = (kr_fact_card){.seat = (int8_t)seat, .card = (int8_t)card,
                                       .trick = (uint8_t)(f->cards / players + 1), .turn = (uint8_t)(f->cards % players + 1)};
    if (is_last && kr_count(at->hands[seat]) == 1) {
        kr_speak(&t->followed.words, &t->stand[t->holder].measure.task, seat, &t->stand[t->holder].at);
        status = play_last(t, card);
    }
    for (int holder = 0; holder < KR_SEATS && !status; holder++)
        if (t->holders >> holder & 1) status = play_in(t, &t->stand[holder], seat, card);
    if (status) return status;
    f->cards++;
    if (!at->n_played) t->tricks[at->leader]++;
    return KR_OK;
}
