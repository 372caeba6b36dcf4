/* judge_play.c - judge the cards of a record: find their playing order, and check every card (RULINGS).
 *
 * A cell is the text of one card in a record. Some records list the cells of a trick in columns of seats, with the same
 * seat always first. Others list them in playing order.
 */
#include "draft.h"

#include "bits.h"

#include <string.h>

#define COUPLE(suit) (UINT32_C(0x60) << 8 * (suit)) /* King and Queen of a suit */

/* The state of the play so far. The facts of the draft list the cards and tricks played. */
typedef struct table {
    kr_draft *draft;
    const kr_question *question;
    unsigned playing;     /* mask of the seats that take part in the play */
    uint32_t hands[4];    /* cards that each seat still holds */
    unsigned known;       /* mask of the seats whose hands are known */
    int leader;           /* seat that leads the current trick */
    int size;             /* number of tricks in the whole play */
    int registers;        /* 1 if leading a King or Queen registers its marriage, without a word */
    int stopped;          /* seat that should have played the first missing card; KR_UNSAID: no card is missing */
    int torn;             /* 1 if a card comes after the first missing card */
    int reported;         /* 1 if the judge has already reported a card that comes after the end of play */
    int is_counted;       /* 1 if a side has reached the points that win a race; further cards then do not count */
} table;

uint32_t kr_judge_cells(kr_draft *d)
{
    const uint32_t cells = d->record->cells, seats = d->game->seats;
    uint32_t good = cells, seen = 0;
    int wrong = 0;
    d->facts->cells_read = 1;
    for (uint32_t i = 0; i < cells; i++) {
        const int card = d->cell[i];
        int code = KR_GOOD;
        if (card >= 0 && !(d->game->pack >> card & 1))
            code = KR_CARD_NOT_IN_PACK;
        else if (card >= 0 && seen >> card & 1)
            code = KR_PLAYED_ALREADY;
        if (code) kr_fail(d, KR_AT_CELL, (int)i, code, card, 0, 0);
        if (card == KR_BAD_CARD) d->errors++; /* the parser of the text reports this error */
        if ((code || card == KR_BAD_CARD) && i - i % seats < good) good = i - i % seats;
        wrong |= code || card == KR_BAD_CARD;
        if (card >= 0) seen |= KR_BIT(card);
    }
    if (d->record->ill & KR_ILL_CELLS) { /* there is text after the end of the play */
        d->errors++;
        wrong = 1;
    }
    if (wrong || !(d->record->ill & KR_ILL_LINES)) return good;
    kr_fail(d, KR_AT_LINES, 0, KR_LINES_NO_TRICKS, 0, 0, 0);
    return 0;
}

/* Set up `t`: the state of the play before the first card. */
static void set_up(table *t, kr_draft *d, const kr_question *q)
{
    const kr_game_row *g = d->game;
    const kr_facts *f = d->facts;
    const kr_contract_row *c = &g->contract[q->contract];
    *t = (table){.draft = d, .question = q, .leader = q->leader, .stopped = KR_UNSAID};
    t->playing = kr_playing_seats(g, q);
    t->known = f->has_deal ? f->known : 0;
    memcpy(t->hands, f->hands, sizeof t->hands);
    t->size = g->size;
    if (f->has_deal && g->endings && f->known) t->size = kr_count(f->hands[kr_low(f->known)]);
    if (g->talon && q->declarer != KR_NONE && t->known >> q->declarer & 1) {
        t->hands[q->declarer] = (f->hands[q->declarer] | f->talon) & ~f->discard;
        if (!f->has_discard || !f->has_talon) t->known &= ~(1u << q->declarer);
    }
    t->registers = c->goal.marriages == KR_ON_LEAD;
    for (int i = 0; i < g->contracts; i++)
        if (c->raises >> i & 1 && g->contract[i].goal.marriages == KR_ON_LEAD) t->registers = 1;
    if (q->trump == KR_NO_TRUMP) t->registers = 0;
}

/* Check whether the play of a race or a Schnapser is over. The play is over if a side has enough points, or if the
 * tricks of the contract are played. In these cases set `over` in the facts. */
static void look_for_end(table *t)
{
    kr_facts *f = t->draft->facts;
    const kr_goal_row *goal = &t->draft->game->contract[t->question->contract].goal;
    if (!kr_ends_early(goal) || f->over) return;
    const kr_race race = kr_run_race(t->draft->game, t->question, f);
    const int unknown = goal->own_marriages && t->question->declarer == KR_NONE; /* 1: only the declarer's marriages
                                                                                  * count, but the declarer is unknown.
                                                                                  * Points then do not end the play. */
    if (race.reached >= 0 && !unknown) {
        f->over = KR_OVER_POINTS;
        f->over_side = (uint8_t)((kr_first(t->question) + race.reached) % 2);
        f->over_points = (uint8_t)race.points[race.reached];
        t->is_counted = goal->kind == KR_KIND_RACE; /* further cards are recorded, but they do not count */
    } else if (goal->stop && goal->tricks && goal->tricks <= f->tricks) {
        f->over = KR_OVER_TRICKS;
    }
}

/* Store how many tricks and marriages count so far. After a race is over, leave these numbers unchanged. */
static void count(table *t)
{
    kr_facts *f = t->draft->facts;
    if (t->is_counted) return;
    f->counted_tricks = f->tricks;
    f->counted_marriages = f->marriages;
}

int kr_why_illegal(const kr_game_row *game, const kr_question *question, uint32_t hand, const uint8_t *trick, int played,
                   int card, int32_t arg[2])
{
    int best;
    arg[0] = arg[1] = 0;
    if (!(hand >> card & 1)) {
        arg[0] = card;
        return KR_NOT_HELD;
    }
    const uint32_t legal = kr_legal_cards(game, question, hand, trick, played, &best);
    if (legal >> card & 1) return KR_GOOD;
    const int led = trick[0] >> 3, follows = (hand & KR_SUIT(led)) != 0;
    if (follows && card >> 3 != led) {
        arg[0] = led;
        arg[1] = (int32_t)legal;
        return KR_MUST_FOLLOW;
    }
    if (!follows && card >> 3 != question->trump) {
        arg[0] = (int32_t)legal;
        return KR_MUST_TRUMP_WITH;
    }
    arg[0] = trick[best];
    return KR_MUST_BEAT_CARD;
}

/* Return the code of the problem if a card is illegal at its turn, or KR_GOOD if it is legal. `arg` receives the
 * arguments of the code, without the seat. */
static int broken_rule(const table *t, int seat, int card, const uint8_t *trick, int played, int32_t arg[2])
{
    const kr_draft *d = t->draft;
    const uint32_t hand = t->hands[seat];
    const int first_trick = !d->facts->tricks, is_held = hand >> card & 1;
    arg[0] = arg[1] = 0;
    if (is_held && first_trick && d->laid[seat] >= 0) {
        arg[0] = d->laid[seat];
        return card == d->laid[seat] ? KR_GOOD : KR_MUST_PLAY_LAID;
    }
    if (is_held && first_trick && seat == t->question->second) return KR_GOOD; /* the second declarer laid this card
                                                                                * face down, so it may be any card */
    return kr_why_illegal(d->game, t->question, hand, trick, played, card, arg);
}

/* If a seat registers a marriage by leading a King or Queen, add the marriage to the facts. `hand` is the hand of the
 * seat before this card. */
static void register_marriage(table *t, int seat, int card, uint32_t hand)
{
    const kr_game_row *g = t->draft->game;
    kr_facts *f = t->draft->facts;
    const int suit = card >> 3;
    const kr_goal_row *goal = &g->contract[t->question->contract].goal;
    if (goal->own_marriages && seat != t->question->declarer) return;
    if (!t->registers || (!f->tricks && g->opening_marriage == KR_OPENING_MARRIAGE_NO)) return;
    if (!(COUPLE(suit) >> card & 1) || (hand & COUPLE(suit)) != COUPLE(suit)) return;
    if (f->marriages >= KR_MAX_WORDS) return;
    f->marriage[f->marriages++] = (kr_fact_marriage){
        .seat = (int8_t)seat, .suit = (int8_t)suit, .points = g->marriage[suit == t->question->trump], .trick = f->tricks};
    count(t);
    look_for_end(t);
}

/* Judge a card at its turn. Report an error if the seat does not hold the card, if the card is illegal, or if it comes
 * after the end of play. `cell` is the index of the card's cell. `trick` lists the earlier cards of the trick, and
 * `played` is the number of these cards. Append the card to `trick`. */
static void play_card(table *t, int seat, uint32_t cell, uint8_t *trick, int *played)
{
    kr_draft *d = t->draft;
    kr_facts *f = d->facts;
    const int card = d->cell[cell];
    const uint32_t hand = t->hands[seat];
    if (f->over && !t->is_counted && !t->reported) {
        t->reported = 1;
        if (f->over == KR_OVER_POINTS) {
            const int32_t arg[4] = {seat, card, f->over_side, f->over_points};
            kr_note(d, KR_ERROR, KR_AT_CELL, (int)cell, KR_PLAYS_AFTER_POINTS, arg);
        } else {
            const int tricks = d->game->contract[t->question->contract].goal.tricks;
            kr_fail(d, KR_AT_CELL, (int)cell, KR_PLAYS_AFTER_TRICKS, seat, card, tricks);
        }
    }
    if (t->known >> seat & 1) {
        int32_t arg[2];
        const int code = broken_rule(t, seat, card, trick, *played, arg);
        if (code) kr_fail(d, KR_AT_CELL, (int)cell, code, seat, arg[0], arg[1]);
        t->hands[seat] = hand & ~KR_BIT(card);
    }
    trick[(*played)++] = (uint8_t)card;
    if (f->cards < KR_MAX_CARDS)
        f->card[f->cards++] = (kr_fact_card){
            .seat = (int8_t)seat, .card = (int8_t)card, .trick = (uint8_t)(f->tricks + 1), .turn = (uint8_t)*played, .cell = cell};
    if (*played == 1 && t->known >> seat & 1) register_marriage(t, seat, card, hand);
}

/* Judge a trick. cell_of[seat] is the index of the seat's cell. A number below 0 means that the seat has no cell. */
static void play_trick(table *t, const int32_t cell_of[4])
{
    kr_draft *d = t->draft;
    const kr_game_row *g = d->game;
    kr_facts *f = d->facts;
    uint8_t trick[4], order[4];
    int played = 0, turns = 0;
    for (int seat = 0; seat < g->seats; seat++)
        if (!(t->playing >> seat & 1) && cell_of[seat] >= 0 && d->cell[cell_of[seat]] >= 0)
            kr_fail(d, KR_AT_CELL, cell_of[seat], KR_SITS_OUT, seat, 0, 0);
    const int players = kr_count(t->playing);
    for (int seat = t->leader; turns < players; seat = kr_next_seat(t->playing, seat)) order[turns++] = (uint8_t)seat;
    for (int i = 0; i < players; i++) {
        const int seat = order[i], cell = cell_of[seat];
        if (cell < 0 || d->cell[cell] < 0) {
            if (t->stopped < 0) t->stopped = seat;
        } else if (t->stopped < 0) {
            play_card(t, seat, (uint32_t)cell, trick, &played);
        } else if (!t->torn) {
            t->torn = 1;
            kr_fail(d, KR_AT_CELL, cell, KR_PLAYS_BEFORE, seat, d->cell[cell], t->stopped);
        }
    }
    if (played < players) return;
    int best, points = f->tricks + 1 == t->size ? g->last : 0;
    kr_legal_cards(g, t->question, 0, trick, played, &best);
    for (int i = 0; i < played; i++) points += g->points[trick[i] & 7];
    t->leader = order[best];
    f->winner[f->tricks] = (int8_t)t->leader;
    f->points[f->tricks++] = (int16_t)points;
    count(t);
    look_for_end(t);
}

/* Find the cell of each seat in a trick. The trick has `cells` cells, from index `first` on. If `in_order` is 1, the
 * cells are in playing order. If it is 0, they are in columns of seats. cell_of[seat] receives the index of the seat's
 * cell, or KR_UNSAID. */
static void place_cells(const table *t, uint32_t first, uint32_t cells, int in_order, int32_t cell_of[4])
{
    const int seats = t->draft->game->seats;
    int seat = in_order ? t->leader : t->question->leader;
    for (int i = 0; i < 4; i++) cell_of[i] = KR_UNSAID;
    for (uint32_t i = 0; i < cells; i++) {
        cell_of[seat] = (int32_t)(first + i);
        seat = in_order ? kr_next_seat(t->playing, seat) : (seat + 1) % seats;
    }
}

/* Reset the facts about the play, but keep the first `declared` marriages, which were declared in trick 1. */
static void clear_play(kr_facts *f, int declared)
{
    f->cards = f->tricks = f->counted_tricks = f->over = 0;
    f->marriages = f->counted_marriages = (uint8_t)declared;
}

/* Return 1 if the play is legal when the cells of each trick are read in playing order, else 0. */
static int play_in_order(table *t, kr_draft *d, const kr_question *q, uint32_t cells, int declared)
{
    const uint32_t seats = d->game->seats;
    const size_t problems = d->problems;
    const int errors = d->errors;
    set_up(t, d, q);
    clear_play(d->facts, declared);
    if (cells % seats || kr_count(t->playing) != (int)seats) return 0;
    for (uint32_t i = 0; i < cells; i++)
        if (d->cell[i] < 0) return 0;
    for (uint32_t i = 0; i < cells; i += seats) {
        int32_t cell_of[4];
        place_cells(t, i, seats, 1, cell_of);
        play_trick(t, cell_of);
    }
    const int good = d->problems == problems;
    d->problems = problems;
    d->errors = errors;
    return good;
}

/* Handle errors that were found when the tricks were read as columns of seats. Read the cells in playing order instead.
 * If the play is not legal in this order either, keep the errors. If the play is legal, and the record has the flag
 * KR_AS_PLAYED, remove the errors. If the play is legal, but the record lacks this flag, keep only the first error and
 * set its `hint`. `before` is the number of problems before these errors. */
static void try_playing_order(table *t, kr_draft *d, const kr_question *q, uint32_t cells, int declared, size_t before)
{
    const kr_facts as_columns = *d->facts;
    const table columns = *t;
    const int errors = (int)(d->problems - before);
    if (!play_in_order(t, d, q, cells, declared)) {
        *d->facts = as_columns;
        *t = columns;
        return;
    }
    if (d->record->flags & KR_AS_PLAYED) {
        d->problems = before;
        d->errors -= errors;
        d->facts->turned = 1;
        return;
    }
    d->problems = before + 1;
    d->problem[before].hint = 1;
    *d->facts = as_columns;
    *t = columns;
}

/* Judge all tricks of a record. */
static void play_tricks(table *t, kr_draft *d, const kr_question *q, uint32_t cells)
{
    const kr_game_row *g = d->game;
    const kr_contract_row *c = &g->contract[q->contract];
    const int in_turns = (d->record->flags & KR_IN_TURNS) != 0;
    const uint32_t width = in_turns ? (uint32_t)kr_count(t->playing) : g->seats, rows = (cells + width - 1) / width;
    const int declared = d->facts->marriages;
    const size_t before = d->problems;
    if (c->goal.kind == KR_KIND_DEALT) {
        kr_fail(d, KR_AT_CELL, 0, KR_PLAY_AS_DEALT, q->contract, 0, 0);
    } else if (g->talon && !d->facts->has_discard && d->facts->has_deal) {
        kr_fail(d, KR_AT_PLAY, 0, KR_PLAY_NO_DISCARD, 0, 0, 0);
    } else if (rows > (uint32_t)t->size) {
        kr_fail(d, KR_AT_CELL, (int)((uint32_t)t->size * width), KR_PLAY_TOO_MANY, t->size, (int)rows, 0);
    } else {
        for (uint32_t i = 0; i < cells; i += width) {
            int32_t cell_of[4];
            place_cells(t, i, cells - i < width ? cells - i : width, in_turns, cell_of);
            play_trick(t, cell_of);
        }
        d->facts->turned = (uint8_t)in_turns;
        if (d->problems > before && !in_turns) try_playing_order(t, d, q, cells, declared, before);
    }
}

/* Count the announcements "100" and "all tricks" for each side. */
static void count_announcements(kr_draft *d, const kr_question *q)
{
    const unsigned own = kr_side(q);
    for (uint32_t i = 0; i < d->record->words && i < KR_MAX_WORDS; i++) {
        const kr_record_word *w = &d->word[i];
        const int party = !(own >> w->seat & 1);
        if (w->ill) continue;
        if (w->kind == KR_WORD_HUNDRED) d->facts->hundreds[party]++;
        if (w->kind == KR_WORD_ALL) d->facts->alls[party]++;
    }
}

void kr_judge_play(kr_draft *d, const kr_question *q)
{
    const kr_game_row *g = d->game;
    const int as_dealt = g->contract[q->contract].goal.kind == KR_KIND_DEALT;
    kr_facts *f = d->facts;
    table t;
    set_up(&t, d, q);
    f->counted_marriages = f->marriages;
    const uint32_t cells = kr_judge_cells(d);
    if (cells) play_tricks(&t, d, q, cells);
    count_announcements(d, q);
    f->ended = f->tricks == t.size;
    f->finished = as_dealt || f->ended || f->over;
    /* Settle the game only if all hands are known (or if it is won without play), because an unknown hand may have
     * marriages that count. */
    const unsigned all = kr_seats_mask(g);
    const int seen = as_dealt || (f->has_deal && (f->known & all) == all);
    if (f->complete && seen && !d->errors) f->settled = (uint8_t)kr_settle_game(g, q, f, f->settlement);
}
