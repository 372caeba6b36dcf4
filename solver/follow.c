/* follow.c - play a judged record again. Each seat says its words of trick 1 at its own turn (follow.h explains
 * words). */
#include "follow.h"

#include <string.h>

/* Collect the words of a record by seat. */
static void read_words(const kr_game_row *game, const kr_record *r, const kr_record_word *word, const kr_facts *f,
                       kr_words *out)
{
    int marriages = 0;
    memset(out, 0, sizeof *out);
    out->raiser = KR_NONE;
    for (uint32_t i = 0; i < r->words; i++) {
        const kr_record_word *w = &word[r->first_word + i];
        const uint8_t seat = (uint8_t)(1u << w->seat);
        switch (w->kind) {
        case KR_WORD_MARRIAGE: marriages++; break;
        case KR_WORD_HUNDRED: out->hundred |= seat; break;
        case KR_WORD_ALL: out->all |= seat; break;
        case KR_WORD_CONTRA: out->contra |= seat; break;
        default:
            out->raiser = (uint8_t)w->seat;
            out->level = (uint8_t)w->level;
        }
    }
    /* Take the suits of the declared marriages from the facts: the judge can find in the hands a suit that the record
     * does not name. The list of marriages in the facts begins with the declared marriages. */
    for (int i = 0; i < marriages && i < f->marriages && kr_game_declares(game); i++) {
        const kr_fact_marriage *m = &f->marriage[i];
        if (m->suit >= 0) out->suits[m->seat] |= (uint8_t)(1u << m->suit);
    }
}

static uint8_t seat_or_none(int seat) { return seat < 0 ? KR_NONE : (uint8_t)seat; }

static kr_question question_of(const kr_game_row *game, const kr_facts *f)
{
    const kr_contract_row *c = &game->contract[f->contract];
    const int has_trump = c->trump && f->trump >= 0;
    return (kr_question){
        .contract = (uint8_t)f->contract, .declarer = seat_or_none(f->declarer), .leader = (uint8_t)f->leader,
        .second = seat_or_none(f->second), .partner = seat_or_none(f->partner), .order = (uint8_t)f->order,
        .trump = has_trump ? (uint8_t)f->trump : KR_NO_TRUMP};
}

/* If there are two declarers, find the cards that they lay face down. The tag FaceDown of the record names these cards.
 * If the tag does not name the card of a declarer, take the card that this declarer plays to trick 1. */
static void find_laid(kr_followed *g, const kr_record *r)
{
    const kr_facts *f = g->facts;
    memset(g->laid, KR_NONE, sizeof g->laid);
    g->laid_known = 1;
    if (g->question.second == KR_NONE) return;
    const unsigned bidders = 1u << g->question.declarer | 1u << g->question.second;
    for (int i = 0; i < f->cards && f->card[i].trick == 1; i++)
        if (bidders >> f->card[i].seat & 1) g->laid[f->card[i].seat] = (uint8_t)f->card[i].card;
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (r->laid[seat] >= 0) g->laid[seat] = (uint8_t)r->laid[seat];
    g->laid_known = g->laid[g->question.declarer] != KR_NONE && g->laid[g->question.second] != KR_NONE;
}

static int in_range(int value, int least, int most) { return value >= least && value <= most; }

int kr_facts_fit(const kr_game_row *g, const kr_record *r, const kr_record_word *words, const kr_facts *f)
{
    const int most = g->seats - 1;
    if (f->cards > KR_MAX_CARDS || f->calls > KR_MAX_CALLS) return 0;
    if (f->marriages > KR_MAX_WORDS || f->counted_marriages > f->marriages) return 0;
    if (f->counted_tricks > KR_MAX_TRICKS || !in_range(f->contract, -1, g->contracts - 1)) return 0;
    if (!in_range(f->declarer, -1, most) || !in_range(f->second, -1, most) || !in_range(f->partner, -1, most)) return 0;
    if (!in_range(f->trump, -1, 3) || !in_range(f->leader, f->complete ? 0 : -1, most)) return 0;
    if (!in_range(f->called, -1, 31) || !in_range(f->forehand, -1, most)) return 0;
    if (!in_range(f->order, f->complete ? 0 : -1, KR_ORDERS - 1) || f->contra > g->most_contra) return 0;
    if (f->second >= 0 && (f->declarer < 0 || f->second == f->declarer)) return 0;
    for (int i = 0; i < f->cards; i++)
        if (!in_range(f->card[i].seat, 0, most) || !in_range(f->card[i].card, 0, 31)) return 0;
    for (int i = 0; i < f->marriages; i++)
        if (!in_range(f->marriage[i].seat, 0, most) || !in_range(f->marriage[i].suit, -1, 3)) return 0;
    for (int i = 0; i < f->counted_tricks; i++)
        if (!in_range(f->winner[i], 0, most)) return 0;
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (r->laid[seat] > 31) return 0;
    for (uint32_t i = 0; i < r->words; i++) {
        const kr_record_word *w = &words[r->first_word + i];
        if (!in_range(w->seat, 0, most) || w->kind > KR_WORD_CONTRA) return 0;
        if (w->kind == KR_WORD_RAISE && !in_range(w->level, 0, g->contracts - 1)) return 0;
    }
    return 1;
}

void kr_followed_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, kr_followed *out)
{
    out->game = game;
    out->facts = facts;
    out->question = question_of(game, facts);
    read_words(game, record, words, facts, &out->words);
    out->contra = out->words.contra ? 0 : facts->contra;
    find_laid(out, record);
}

void kr_first_position(const kr_followed *g, const kr_task *task, kr_position *out)
{
    const kr_facts *f = g->facts;
    uint32_t hands[KR_SEATS];
    memcpy(hands, f->hands, sizeof hands);
    if (g->game->talon) hands[f->declarer] = (hands[f->declarer] | f->talon) & ~f->discard;
    kr_start(task, hands, out);
    for (uint32_t rest = f->has_discard ? f->discard : 0; rest; rest &= rest - 1)
        out->points[1] = (uint8_t)(out->points[1] + task->points[kr_low(rest) & 7]);
}

void kr_speak(const kr_words *words, const kr_task *task, int seat, kr_position *at)
{
    const unsigned bit = 1u << seat;
    const int own = (task->side & bit) != 0;
    if (!(at->declaring & bit)) return;
    for (int suit = 0; suit < 4; suit++)
        if (words->suits[seat] >> suit & 1) at->declared[suit] = (uint8_t)seat;
    if (words->hundred & bit) at->announced |= own ? KR_SIDE_HUNDRED : KR_OTHERS_HUNDRED;
    if (words->all & bit) at->announced |= own ? KR_SIDE_ALL : KR_OTHERS_ALL;
    at->declaring &= (uint8_t)~bit;
}

int kr_play_spoken(const kr_prep *prep, kr_position *at, int card)
{
    uint8_t declared[4];
    memcpy(declared, at->declared, sizeof declared);
    const int status = kr_play_prepared(prep, at, card, 0);
    if (!status) memcpy(at->declared, declared, sizeof declared);
    return status;
}

uint32_t kr_raises_of(const kr_followed *g, int contract, int seat)
{
    return seat == g->question.partner ? g->game->contract[contract].raises : 0;
}

/* Return 1 if no opponent of the declarer plays after `seat` in trick 1, else 0. `turn` is the number of the seat's
 * turn in this trick: 1 for the leader. */
static int is_last_opponent(const kr_followed *g, int seat, int turn)
{
    const kr_question *q = &g->question;
    const int seats = g->game->seats;
    for (int i = 1; i <= seats - turn; i++) {
        const int later = (seat + i) % seats;
        if (later != q->declarer && later != q->partner) return 0;
    }
    return 1;
}

int kr_may_say_contra(const kr_followed *g, int contra, int seat)
{
    if (seat == g->question.declarer || seat == g->question.partner) return 0;
    return g->game->contra == KR_CONTRA_TOKEN && contra < g->game->most_contra;
}

int kr_is_last_contra(const kr_followed *g, int contra, int seat, int turn)
{
    return kr_may_say_contra(g, contra, seat) && is_last_opponent(g, seat, turn);
}

int kr_follow(const kr_followed *g, const kr_prep *prep, int cards, kr_position *at)
{
    const kr_task *task = prep->task;
    kr_first_position(g, task, &at[0]);
    memcpy(at[0].forced, g->laid, sizeof at[0].forced);
    for (int i = 0; i < cards; i++) {
        const kr_fact_card *c = &g->facts->card[i];
        if (kr_to_play(task, &at[i]) != c->seat) return KR_BAD_TRICK;
        at[i + 1] = at[i];
        kr_speak(&g->words, task, c->seat, &at[i + 1]);
        const int status = kr_play_spoken(prep, &at[i + 1], c->card);
        if (status) return status;
    }
    return KR_OK;
}
