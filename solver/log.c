/* log.c - logged games: whether a row is ordinary, what it came to, and what every card was worth. */
#include "log.h"
#include "search.h"

#include <string.h>

#define COUPLE(suit) (UINT32_C(0x60) << 8 * (suit)) /* King and Queen */

/* A game under its task, and of many parties under that of each seat. */
typedef struct table {
    const kr_log_shape *shape;
    int parties;
    kr_task own[4];
    kr_prep prep, each[4];
    kr_position start;                /* before cards are laid face down */
    kr_position at[KR_LOG_CARDS + 1]; /* before each card, and before its player speaks */
} table;

static int set_up(const kr_log_shape *shape, table *out)
{
    out->shape = shape;
    out->parties = kr_many_parties(&shape->task);
    if (kr_prepare(&shape->task, &out->prep)) return 0;
    for (int s = 0; s < 4 && out->parties; s++) {
        out->own[s] = shape->task;
        out->own[s].seek = (uint8_t)s;
        out->own[s].side = (uint8_t)(1u << s);
        if (kr_prepare(&out->own[s], &out->each[s])) return 0;
    }
    return 1;
}

/* What a seat says when its turn comes. */
static void speak(const kr_task *t, kr_position *at, int seat, uint8_t says)
{
    if (!(at->declaring >> seat & 1)) return;
    const int own = t->side >> seat & 1;
    for (int suit = 0; suit < 4; suit++)
        if (says >> suit & 1) at->declared[suit] = (uint8_t)seat;
    if (says & KR_SAYS_HUNDRED) at->announced |= own ? KR_SIDE_HUNDRED : KR_OTHERS_HUNDRED;
    if (says & KR_SAYS_ALL) at->announced |= own ? KR_SIDE_ALL : KR_OTHERS_ALL;
    at->declaring &= (uint8_t)~(1u << seat);
}

/* All positions of a game, its cards put in playing order if they stand in columns; 0 if one cannot be played. */
static int follow(table *t, const uint32_t hands[4], const uint8_t *says, const int8_t *column, int8_t *card, int cards)
{
    const kr_task *task = t->prep.task;
    const int seats = t->prep.players;
    kr_start(task, hands, &t->start);
    t->at[0] = t->start;
    if (task->goal == KR_DOUBLE) { /* trick 1 stands in columns and in playing order alike */
        const int8_t *laid = column ? column : card;
        t->at[0].forced[task->declarer] = (uint8_t)laid[0];
        t->at[0].forced[task->second] = (uint8_t)laid[(task->second - task->declarer) & 3];
    }
    for (int i = 0; i < cards; i++) {
        const int seat = kr_to_play(task, &t->at[i]);
        if (seat == KR_NONE) return 0;
        if (column) card[i] = column[i - i % seats + (seat - task->leader + seats) % seats];
        kr_position next = t->at[i];
        speak(task, &next, seat, says[seat]);
        uint8_t declared[4];
        memcpy(declared, next.declared, sizeof declared);
        if (kr_play_prepared(&t->prep, &next, card[i], 0)) return 0;
        memcpy(next.declared, declared, sizeof declared); /* those to come have not spoken yet */
        t->at[i + 1] = next;
    }
    return kr_to_play(task, &t->at[cards]) == KR_NONE;
}

static int32_t amount(const kr_log_shape *s, int value)
{
    if (s->made) return value >= s->least ? s->made : -s->made;
    const int32_t product = value * s->times, whole = product / s->per;
    return whole - (product % s->per < 0);
}

static int32_t settles(const kr_log_shape *s, int seat, int value) { return s->share[seat] * amount(s, value); }

/* Tricks, points and settlement of a game that was followed to its end. */
static int tell(kr_ctx *ctx, const table *t, const kr_log_game *g, const kr_log_row *row, kr_log_facts *out)
{
    const int seats = t->prep.players;
    for (int i = 0; i < row->cards; i += seats) {
        const int winner = t->at[i + seats].leader;
        int points = i + seats == row->cards ? g->last : 0;
        for (int k = i; k < i + seats; k++) points += g->points[row->card[k] & 7];
        out->tricks[winner]++;
        out->points[winner] = (int16_t)(out->points[winner] + points);
    }
    for (int s = 0; s < 4; s++)
        for (int suit = 0; suit < 4; suit++)
            if (out->tricks[s] && row->says[s] >> suit & 1)
                out->points[s] = (int16_t)(out->points[s] + g->marriage[suit == t->shape->task.trump]);
    kr_node n;
    int16_t value[4];
    if (kr_node_enter(&t->prep, &t->at[row->cards - 1], &n)) return 0;
    kr_next_epoch(ctx);
    if (kr_value_prepared(ctx, &t->prep, &n, value)) return 0;
    for (int s = 0; s < 4; s++) out->settlement[s] = settles(t->shape, s, value[t->parties ? s : 0]);
    return !row->score || !memcmp(row->score, out->settlement, sizeof out->settlement);
}

static int may_declare(const kr_log_contract *c, const kr_log_row *row, int seats, int forehand, int seat)
{
    return c->bidders >> (seat - forehand + seats) % seats & 1 && kr_holds_one(c->required, row->hands[seat]);
}

/* Whether an auction is good and leads to the contract and the declarer of the record. */
static int auction(const kr_log_rules *r, const kr_log_game *g, const kr_log_row *row, int seats, int forehand)
{
    int active = (1 << seats) - 1, turn = forehand, standing = -1, bidder = -1, second = -1, over = 0;
    if (!g->bids || row->opener != forehand) return 0;
    for (int i = 0; i < row->calls; i++) {
        const int call = row->call[i];
        if (over) return 0;
        if (call == KR_LOG_PASS) {
            over = turn == bidder && second >= 0;
            if (turn == bidder && !over) return 0;
            active &= ~(1 << turn);
        } else if (call == KR_LOG_SECOND) {
            if (standing < 0 || !r->contract[g->contract + (uint32_t)standing].second) return 0;
            if (second >= 0 || turn == bidder) return 0;
            second = turn;
        } else {
            const kr_log_contract *c = &r->contract[g->contract + (uint32_t)call];
            if (!c->rank || !may_declare(c, row, seats, forehand, turn)) return 0;
            if (standing >= 0 && c->rank <= r->contract[g->contract + (uint32_t)standing].rank) return 0;
            standing = call;
            bidder = turn;
            second = -1;
        }
        if (second < 0) over = bidder >= 0 ? !(active & ~(1 << bidder)) : !active;
        for (int k = 0; k < seats; k++) {
            turn = (turn + 1) % seats;
            if (active >> turn & 1) break;
        }
    }
    if (!over) return 0;
    if (second != row->second) return 0;
    return (bidder < 0 ? g->passed_out - 1 : standing) == row->contract && bidder == row->declarer;
}

/* Whether what is said in trick 1 may be. */
static int may_say(const kr_log_game *g, const kr_log_row *row)
{
    for (int s = 0; s < 4; s++) {
        if (row->says[s] && !g->declares) return 0;
        if (row->says[s] & (KR_SAYS_HUNDRED | KR_SAYS_ALL) && !g->announces) return 0;
        for (int suit = 0; suit < 4; suit++)
            if (row->says[s] >> suit & 1 && (row->hands[s] & COUPLE(suit)) != COUPLE(suit)) return 0;
    }
    return 1;
}

/* The holder of a card, -1 if nobody has it. */
static int holder(const kr_log_row *row, int card)
{
    for (int s = 0; s < 4; s++)
        if (row->hands[s] >> card & 1) return s;
    return -1;
}

int kr_log_check(kr_ctx *ctx, const kr_log_rules *r, const kr_log_row *row, kr_log_facts *out)
{
    const kr_log_game *g = &r->game[row->game];
    if (row->contract < 0 || row->contract >= g->contracts || row->dealer < 0) return 0;
    const kr_log_contract *c = &r->contract[g->contract + (uint32_t)row->contract];
    if (!c->ordinary) return 0;
    const int seats = row->hands[3] ? 4 : 3, forehand = (row->dealer + 1) % seats;
    memset(out, 0, sizeof *out);
    if ((row->declarer >= 0) != c->declared || (row->called >= 0) != c->called) return 0;
    if (row->declarer >= 0 && !may_declare(c, row, seats, forehand, row->declarer)) return 0;
    if (row->calls >= 0 && !auction(r, g, row, seats, forehand)) return 0;
    if (row->second >= 0 && (!c->second || row->second == row->declarer || !kr_holds_one(c->required, row->hands[row->second]))) return 0;
    int partner = -1, trump = row->trump;
    if (c->called) {
        const int who = holder(row, row->called), suit = row->called >> 3;
        if (who < 0 || (who == row->declarer && !g->call_own)) return 0;
        if (who != row->declarer) partner = who;
        if (g->called_trump && c->trump) {
            if (trump >= 0 && trump != suit) return 0;
            trump = suit;
        }
    }
    if ((trump >= 0) != c->trump) return 0;
    const int leader = c->led_by_forehand ? forehand : row->declarer;
    if (leader < 0 || row->leader != leader || !may_say(g, row)) return 0;
    const int order = c->tens && (row->called & 7) == 3;
    const size_t declarer = (size_t)(row->declarer < 0 ? 4 : row->declarer);
    const int other = row->second < 0 ? partner : row->second;
    const size_t with = (size_t)(other < 0 ? 4 : other), suit = (size_t)(trump < 0 ? 4 : trump);
    size_t place = ((size_t)row->contract * 5 + declarer) * 4 + (size_t)leader;
    place = ((place * 5 + suit) * 5 + with) * 2 + (size_t)order;
    const int shape = r->place[g->place + place];
    const int cards = seats * kr_count(row->hands[0]);
    if (shape < 0 || row->cards != cards || cards > KR_LOG_CARDS) return 0;
    table t;
    if (!set_up(&r->shape[shape], &t) || t.prep.players != seats) return 0;
    if (!follow(&t, row->hands, row->says, row->column, row->card, row->cards)) return 0;
    out->shape = (int16_t)shape;
    out->partner = (int8_t)partner;
    out->trump = (int8_t)trump;
    out->leader = (int8_t)leader;
    out->declarer = (int8_t)row->declarer;
    return tell(ctx, &t, g, row, out);
}

/* Whether the declarer's side wins with a value; -1 where nobody wins or loses. */
static int wins(const kr_log_shape *s, int value) { return s->wins ? amount(s, value) > 0 : -1; }

static const kr_prep *prep_of(const table *t, int seat) { return t->parties ? &t->each[seat] : &t->prep; }

/* The value of a position of the deal that the tables know of. */
static int value_of(kr_ctx *ctx, const kr_prep *p, const kr_position *at, int16_t out[4])
{
    kr_node n;
    return !kr_node_enter(p, at, &n) && !kr_value_prepared(ctx, p, &n, out);
}

/* Whether every marriage is declared. The tables do not tell positions apart by what was declared: those of a game can
 * share what is known only while that is the same for all, and a search declares whatever can be. */
static int all_declared(const table *t, const uint8_t *says)
{
    const kr_task *task = t->prep.task;
    for (int s = 0; s < 4; s++)
        for (int suit = 0; suit < 4; suit++)
            if (task->marriages == KR_DECLARED && task->marriage_seats >> s & 1 && !(says[s] >> suit & 1)
                && (t->start.hands[s] & COUPLE(suit)) == COUPLE(suit))
                return 0;
    return 1;
}

/* A game while its cards are judged. */
typedef struct judged {
    const int8_t *played;
    size_t first; /* the place of its first card */
    int cards;
    int shared;       /* its positions share what is known */
    int value;        /* before the first player speaks */
    int next, spoken; /* the value before the card that follows, if its player had nothing to say */
    uint32_t moves[KR_LOG_CARDS];
    int32_t worths[KR_LOG_CARDS][KR_HAND];
} judged;

/* What a card cost; 0 if it cannot be. */
static int judge_card(kr_ctx *ctx, const kr_log_judging *g, size_t row, const table *t, judged *j, int i)
{
    const kr_log_shape *shape = t->shape;
    const size_t k = j->first + (size_t)i;
    const int seat = kr_to_play(t->prep.task, &t->at[i]), card = j->played[i];
    const int speaks = !t->parties && t->at[i].declaring;
    const kr_prep *p = prep_of(t, seat);
    kr_position at = t->at[i];
    kr_node n;
    if (t->prep.task->goal == KR_DOUBLE && i < 4) { /* judged when it is laid */
        const int second = seat == t->prep.task->second;
        if (second || seat == t->prep.task->declarer) at = t->start;
        if (second) at.forced[t->prep.task->declarer] = (uint8_t)j->played[0];
    }
    if (!j->shared && speaks) kr_next_epoch(ctx);
    if (speaks) speak(t->prep.task, &at, seat, g->says[4 * row + (size_t)seat]);
    if (kr_node_enter(p, &at, &n)) return 0;
    int16_t values[32], best;
    uint32_t legal = kr_to_natural(p, kr_node_moves(p, &n));
    if (i + 1 < j->cards && !t->parties && !speaks && !j->spoken && !(legal & (legal - 1)))
        values[card] = best = (int16_t)j->next;
    else
        kr_node_cards(ctx, p, &n, &legal, values, &best);
    int32_t before = INT32_MIN, *each = j->worths[i];
    j->moves[i] = legal;
    g->best[k] = 0;
    for (uint32_t rest = legal; rest; rest &= rest - 1) {
        const int32_t worth = *each++ = settles(shape, seat, values[kr_low(rest)]);
        if (worth > before) g->best[k] = 0;
        if (worth > before) before = worth;
        if (worth == before) g->best[k] |= rest & -rest;
    }
    const int32_t after = settles(shape, seat, values[card]);
    g->seat[k] = (int8_t)seat;
    g->trick[k] = (uint8_t)(at.tricks_done + 1);
    g->turn[k] = (uint8_t)(t->at[i].n_played + 1);
    g->before[k] = before;
    g->after[k] = after;
    const int changed = t->parties ? before > 0 && after <= 0 : wins(shape, best) != wins(shape, values[card]);
    g->mark[k] = (int8_t)(before == after ? 0 : 1 + changed);
    g->said[k] = g->gained[k] = INT32_MIN;
    j->value = best;
    if (speaks) {
        int16_t out[4];
        if (!j->shared) kr_next_epoch(ctx);
        if (!value_of(ctx, p, &t->at[i], out)) return 0;
        j->value = out[0];
        const int32_t quiet = settles(shape, seat, out[0]);
        g->said[k] = quiet > before ? quiet - before : 0;
        g->gained[k] = before - quiet;
    }
    g->cost[4 * row + (size_t)seat] += before - after + (speaks ? g->said[k] : 0);
    j->next = best;
    j->spoken = speaks;
    return 1;
}

/* Of many parties the cards of a seat, and what it can force before the first: one after the other, for what is known
 * of one seat's search says nothing of another's. */
static int judge_seat(kr_ctx *ctx, const kr_log_judging *g, size_t row, const table *t, judged *j, int seat)
{
    int16_t out[4];
    int32_t *guarantee = &g->guarantee[4 * row + (size_t)seat];
    for (int i = j->cards - 1; i >= 0; i--)
        if (kr_to_play(t->prep.task, &t->at[i]) == seat && !judge_card(ctx, g, row, t, j, i)) return 0;
    *guarantee = INT32_MIN;
    if (!(t->shape->forcing >> seat & 1)) return 1;
    if (!value_of(ctx, &t->each[seat], &t->start, out)) return 0;
    *guarantee = settles(t->shape, seat, out[0]);
    if (seat == t->shape->declarer && t->prep.task->goal != KR_DOUBLE) g->value[row] = out[0];
    return 1;
}

/* What every card of a game cost; 0 if it cannot be. `choices` were written down before. */
static int judge_cards(kr_ctx *ctx, const kr_log_judging *g, size_t row, const table *t, judged *j, int32_t *choices)
{
    j->shared = all_declared(t, &g->says[4 * row]);
    kr_next_epoch(ctx);
    for (int seat = 0; t->parties && seat < 4; seat++)
        if (!judge_seat(ctx, g, row, t, j, seat)) return 0;
    for (int i = j->cards - 1; !t->parties && i >= 0; i--)
        if (!judge_card(ctx, g, row, t, j, i)) return 0;
    int32_t end = *choices;
    for (int i = 0; i < j->cards; g->choice_end[j->first + (size_t)i++] = end) {
        const int32_t *each = j->worths[i];
        for (uint32_t rest = j->moves[i]; rest; rest &= rest - 1, end++) {
            g->choice[end] = (int8_t)kr_low(rest);
            g->worth[end] = *each++;
        }
    }
    *choices = end;
    return 1;
}

/* What the game was worth before the first card. */
static int judge_start(kr_ctx *ctx, const kr_log_judging *g, size_t row, const table *t, int value)
{
    const kr_log_shape *shape = t->shape;
    int32_t *guarantee = &g->guarantee[4 * row], *payoff = &g->payoff[4 * row];
    int16_t out[4];
    if (!t->parties) {
        for (int s = 0; s < 4; s++) guarantee[s] = payoff[s] = settles(shape, s, value);
        g->value[row] = (int16_t)value;
        g->makeable[row] = (int8_t)wins(shape, value);
        if (!shape->other_value) return 1;
        kr_prep p;
        kr_position at;
        kr_start(&shape->value, t->at[0].hands, &at);
        kr_next_epoch(ctx);
        if (kr_prepare(&shape->value, &p) || !value_of(ctx, &p, &at, out)) return 0;
        g->value[row] = out[0];
        return 1;
    }
    if (!value_of(ctx, &t->prep, &t->start, out)) return 0;
    for (int s = 0; s < 4; s++) payoff[s] = settles(shape, s, out[s]);
    if (shape->declarer != KR_NONE) g->makeable[row] = guarantee[shape->declarer] > 0;
    return 1;
}

size_t kr_log_judge(kr_ctx *ctx, const kr_log_judging *g)
{
    table t;
    int32_t choices = 0;
    for (size_t row = 0; row < g->rows; row++) {
        const size_t first = row ? (size_t)g->card_end[row - 1] : 0, end = (size_t)g->card_end[row];
        const uint32_t hands[4] = {g->hands[0][row], g->hands[1][row], g->hands[2][row], g->hands[3][row]};
        const uint8_t *says = &g->says[4 * row];
        int8_t card[KR_LOG_CARDS];
        judged j = {.played = card, .first = first, .cards = (int)(end - first)};
        if (g->shape[row] < 0 || (size_t)g->shape[row] >= g->shapes || end < first || end - first > KR_LOG_CARDS || end == first)
            return row;
        memcpy(card, &g->card[first], end - first);
        if (!set_up(&g->shape_of[g->shape[row]], &t)) return row;
        if (!follow(&t, hands, says, NULL, &card[0], (int)(end - first))) return row;
        g->value[row] = KR_UNKNOWN;
        g->makeable[row] = -1;
        memset(&g->cost[4 * row], 0, 4 * sizeof *g->cost);
        if (!judge_cards(ctx, g, row, &t, &j, &choices)) return row;
        if (!judge_start(ctx, g, row, &t, j.value)) return row;
    }
    return g->rows;
}
