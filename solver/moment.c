/* moment.c - follow a game card by card: who plays next, and which cards and words are possible. */
#include "moment.h"

#include "follow.h"

#include <string.h>

int kr_open_record(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts,
                   kr_followed *out)
{
    if (!kr_game_fits(game)) return KR_BAD_TASK;
    if (!kr_facts_fit(game, record, words, facts) || facts->contract < 0 || !facts->complete) return KR_BAD_FACTS;
    if (!facts->has_deal || (facts->known & kr_seats_mask(game)) != kr_seats_mask(game)) return KR_BAD_FACTS;
    if (game->talon && (!facts->has_discard || facts->declarer < 0)) return KR_BAD_FACTS;
    if (game->contract[facts->contract].goal.kind == KR_KIND_DEALT) return KR_BAD_TASK;
    kr_followed_of(game, record, words, facts, out);
    return KR_OK;
}

/* Return 1 if the fields of a moment are within the limits of the game, else 0. */
static int moment_fits(const kr_followed *g, const kr_moment *m)
{
    const kr_game_row *game = g->game;
    if (m->contract >= game->contracts || m->contra > game->most_contra || m->seat >= KR_SEATS) return 0;
    return m->position.n_played < KR_SEATS && !kr_check_task(&m->task);
}

/* Find the words that the seat to play may say: declarations, announcements, a raise or Contra. Words are allowed only
 * in trick 1, and only in contracts with two sides. As long as any seat may still declare marriages, no seat may raise
 * the contract or say Contra. */
static void find_words(const kr_followed *g, kr_moment *m)
{
    m->declares = m->couples = m->may_contra = m->last_contra = 0;
    m->raises = 0;
    if (m->lays || m->all_played || m->trick > 1 || kr_question_parties(g->game, &g->question)) return;
    m->declares = m->position.declaring >> m->seat & 1;
    if (m->declares) m->couples = (uint8_t)kr_couples(&m->task, &m->position, m->seat);
    if (m->position.declaring) return;
    m->raises = kr_raises_of(g, m->contract, m->seat);
    m->may_contra = (uint8_t)kr_may_say_contra(g, m->contra, m->seat);
    m->last_contra = (uint8_t)kr_is_last_contra(g, m->contra, m->seat, m->turn);
}

/* Fill in the fields of a moment that follow from its position. These fields say which seat plays next, and which cards
 * this seat may play or lay face down. Return enum kr_status. */
static int find_turn(kr_moment *m)
{
    const kr_position *at = &m->position;
    const int lays = kr_laying(&m->task, at), seat = kr_to_play(&m->task, at);
    m->lays = lays != KR_NONE;
    m->all_played = !m->lays && seat == KR_NONE;
    m->ended = m->all_played || kr_stops(&m->task, at);
    m->seat = (uint8_t)(m->lays ? lays : m->all_played ? at->leader : seat);
    m->trick = (uint8_t)(at->tricks_done + 1);
    m->turn = (uint8_t)(at->n_played + 1);
    m->legal = 0;
    if (m->ended) return KR_OK;
    if (!m->lays) return kr_moves(&m->task, at, &m->legal);
    m->legal = at->hands[m->seat];
    return KR_OK;
}

static int find_turn_and_words(const kr_followed *g, kr_moment *m)
{
    const int status = find_turn(m);
    if (!status) find_words(g, m);
    return status;
}

/* Set the moment to the start of play under the contract with the index `contract`. Return enum kr_status. */
static int start_under(const kr_followed *g, int contract, kr_moment *m)
{
    kr_question q = g->question;
    q.contract = m->contract = (uint8_t)contract;
    m->task = kr_played_task(g->game, &q);
    kr_first_position(g, &m->task, &m->position);
    return kr_check_task(&m->task);
}

int kr_moment_first(const kr_followed *g, kr_moment *out)
{
    memset(out, 0, sizeof *out);
    out->contra = g->contra;
    const int status = start_under(g, g->question.contract, out);
    return status ? status : find_turn_and_words(g, out);
}

/* Replace the contract by a higher one in trick 1. To do this, start the play again under the new contract, and replay
 * the cards of the trick in progress. Return enum kr_status. */
static int raise_to(const kr_followed *g, int contract, kr_moment *m)
{
    const kr_position before = m->position;
    int status = start_under(g, contract, m);
    for (int i = 0; i < before.n_played && !status; i++) status = kr_play(&m->task, &m->position, before.played[i], 0);
    return status;
}

/* Let the seat to play say its words of trick 1: declarations, announcements, a raise or Contra. Return enum
 * kr_status. */
static int say(const kr_followed *g, const kr_words *words, kr_moment *m)
{
    if (m->lays || m->all_played || m->trick > 1) return KR_OK;
    if (words->raiser == m->seat) {
        if (words->level >= g->game->contracts) return KR_BAD_FACTS;
        const int status = raise_to(g, words->level, m);
        if (status) return status;
    }
    if (words->contra >> m->seat & 1) m->contra = 1;
    kr_speak(words, &m->task, m->seat, &m->position);
    return KR_OK;
}

int kr_moment_speak(const kr_followed *g, const kr_words *words, kr_moment *m)
{
    if (!moment_fits(g, m)) return KR_BAD_FACTS;
    int status = say(g, words, m);
    if (!status) status = find_turn(m);
    m->declares = m->couples = m->may_contra = m->last_contra = 0; /* the seat has spoken */
    m->raises = 0;
    return status;
}

int kr_moment_play(const kr_followed *g, const kr_words *words, kr_moment *m, int card)
{
    if (!moment_fits(g, m)) return KR_BAD_FACTS;
    if (card < 0 || card > 31 || m->all_played) return KR_BAD_TRICK;
    if (m->ended) m->beyond = 1;
    if (m->lays) {
        if (!(m->legal >> card & 1)) return KR_BAD_TRICK;
        m->position.forced[m->seat] = (uint8_t)card;
        return find_turn_and_words(g, m);
    }
    kr_prep prep;
    int status = say(g, words, m);
    if (!status) status = kr_prepare(&m->task, &prep);
    if (!status) status = kr_play_spoken(&prep, &m->position, card);
    return status ? status : find_turn_and_words(g, m);
}

int kr_moment_after(const kr_followed *g, int cards, kr_moment *out)
{
    int status = kr_moment_first(g, out);
    if (status || !cards) return status;
    if (!g->laid_known || cards < 0 || cards > g->facts->cards) return KR_BAD_FACTS;
    memcpy(out->position.forced, g->laid, sizeof out->position.forced);
    status = find_turn_and_words(g, out);
    for (int i = 0; i < cards && !status; i++) {
        const kr_fact_card *c = &g->facts->card[i];
        if (out->seat != c->seat) return KR_BAD_TRICK;
        status = kr_moment_play(g, &g->words, out, c->card);
    }
    return status;
}

int kr_moment_measure(const kr_followed *g, const kr_moment *m, kr_measure *out)
{
    if (!moment_fits(g, m)) return KR_BAD_FACTS;
    kr_question q = g->question;
    q.contract = m->contract;
    *out = kr_measure_of(g->game, &q);
    return KR_OK;
}

int kr_position_under(const kr_followed *g, const kr_task *task, int cards, kr_position *out)
{
    kr_position at[KR_MAX_CARDS + 1];
    kr_prep prep;
    if (cards < 0 || cards > g->facts->cards) return KR_BAD_FACTS;
    int status = kr_check_task(task);
    if (!status) status = kr_prepare(task, &prep);
    if (!status) status = kr_follow(g, &prep, cards, at);
    if (!status) *out = at[cards];
    return status;
}
