/* line.c - find the best act of a seat at its turn, and a line of best play from a position to the end. An act is a
 * card with the announcements and declarations that a seat makes at its turn. */
#include "search.h"

#include <string.h>

#define COUPLE(suit) (UINT32_C(0x60) << 8 * (suit)) /* King and Queen of a suit */

int kr_stops(const kr_task *t, const kr_position *at)
{
    if (t->goal == KR_RACE) return at->points[0] >= t->need || at->points[1] >= t->need;
    if (!(t->flags & KR_STOP)) return 0;
    return at->points[0] >= t->need || at->tricks_done >= t->tricks;
}

int kr_decided(const kr_task *t, const kr_position *at)
{
    return kr_stops(t, at) || (t->flags & KR_STOP && at->took & ~t->takers);
}

int kr_laying(const kr_task *t, const kr_position *at)
{
    if (t->goal != KR_DOUBLE || at->tricks_done || at->n_played) return KR_NONE;
    if (at->forced[t->declarer] == KR_NONE) return t->declarer;
    return at->forced[t->second] == KR_NONE ? t->second : KR_NONE;
}

/* Return the seat that lays or plays the next card, or KR_NONE if all cards are played. */
static int to_act(const kr_task *t, const kr_position *at)
{
    const int lays = kr_laying(t, at);
    return lays == KR_NONE ? kr_to_play(t, at) : lays;
}

/* Return the mask of the announcements (enum kr_announcement) that `seat` can make now. Announcements that the seat's
 * team has already made are left out. */
static int open_announcements(const kr_task *t, const kr_position *at, int seat)
{
    if (t->goal != KR_STAKES || at->tricks_done || !(at->declaring >> seat & 1)) return 0;
    return (t->side >> seat & 1 ? KR_SIDE_HUNDRED | KR_SIDE_ALL : KR_OTHERS_HUNDRED | KR_OTHERS_ALL) & ~at->announced;
}

int kr_couples(const kr_task *t, const kr_position *at, int seat)
{
    int suits = 0;
    for (int suit = 0; suit < 4; suit++)
        suits |= ((at->hands[seat] & COUPLE(suit)) == COUPLE(suit)) << suit;
    return t->marriage_seats >> seat & 1 ? suits : 0;
}

/* Return the position after `seat` has declared all its marriages and made the announcements `announcement` (enum
 * kr_announcement). */
static kr_position spoken(const kr_task *t, const kr_position *at, int seat, int announcement)
{
    kr_position after = *at;
    if (!(at->declaring >> seat & 1)) return after;
    for (int suits = kr_couples(t, at, seat), suit = 0; suit < 4; suit++)
        if (suits >> suit & 1) after.declared[suit] = (uint8_t)seat;
    after.announced |= (uint8_t)announcement;
    after.declaring &= (uint8_t)~(1u << seat);
    return after;
}

int kr_worths(kr_ctx *ctx, const kr_task *t, const kr_position *at, uint32_t *legal, int16_t values[32],
              uint8_t says[32])
{
    kr_prep p;
    kr_node n;
    int status = kr_prepare(t, &p);
    if (!status) status = kr_node_enter(&p, at, &n);
    if (status) return status;
    const int seat = to_act(t, at);
    if (seat == KR_NONE) return KR_BAD_TRICK;
    const int open = open_announcements(t, at, seat), most = t->side >> seat & 1;
    for (int announcement = 0;;) {
        int16_t values_now[32], best;
        const kr_position now = spoken(t, at, seat, announcement);
        status = kr_cards_and_value(ctx, t, &now, legal, values_now, &best);
        if (status) return status;
        for (uint32_t rest = *legal; rest; rest &= rest - 1) {
            const int card = kr_low(rest);
            if (announcement && (most ? values_now[card] <= values[card] : values_now[card] >= values[card])) continue;
            values[card] = values_now[card];
            says[card] = (uint8_t)announcement;
        }
        /* Go on with the next subset of `open`, the mask of the announcements that can be made. If the next subset is
         * 0, all subsets were tried. */
        if (!(announcement = (announcement - open) & open)) return KR_OK;
    }
}

/* Choose a card by selfish play, in which each seat wants the best settlement for itself (RULINGS, section "More than
 * two parties: guarantee and selfish play"). Return enum kr_status. */
static int selfish(kr_ctx *ctx, const kr_prep *p, const kr_position *at, kr_act *act)
{
    int8_t best[KR_SEATS], vector[KR_SEATS];
    uint32_t cards = at->hands[act->seat], rest;
    if (!act->laid) kr_moves(p->task, at, &cards);
    act->card = (uint8_t)kr_low(cards);
    for (rest = cards & (cards - 1) ? cards : 0; rest; rest &= rest - 1) {
        const int card = kr_low(rest);
        kr_position after = *at;
        kr_node n;
        if (act->laid) after.forced[act->seat] = (uint8_t)card;
        int status = act->laid ? KR_OK : kr_play_prepared(p, &after, card, 0);
        if (!status) status = kr_node_enter(p, &after, &n);
        if (status) return status;
        kr_fate_of(ctx, p, &n, vector);
        if (rest != cards && !kr_prefers(p->task, act->seat, vector, best)) continue;
        memcpy(best, vector, sizeof best);
        act->card = (uint8_t)card;
    }
    return KR_OK;
}

/* Choose the best act of the next seat to play or lay a card. Among equally good acts prefer an act without
 * announcements, then the lowest card. */
static int choose(kr_ctx *ctx, const kr_prep *p, const kr_position *at, kr_act *act)
{
    const kr_task *t = p->task;
    const int seat = to_act(t, at);
    *act = (kr_act){.seat = (uint8_t)seat, .laid = kr_laying(t, at) != KR_NONE, .winner = KR_NONE};
    act->card = (uint8_t)kr_low(at->hands[seat]);
    if (!act->laid && !(at->hands[seat] & (at->hands[seat] - 1)) && !open_announcements(t, at, seat)) return KR_OK;
    if (kr_wants_vector(t)) return selfish(ctx, p, at, act);
    int16_t values[32];
    uint8_t says[32];
    uint32_t legal;
    const int status = kr_worths(ctx, t, at, &legal, values, says);
    if (status) return status;
    const int sign = t->side >> seat & 1 ? 1 : -1;
    int best = act->card = (uint8_t)kr_low(legal);
    for (; legal; legal &= legal - 1) {
        const int card = kr_low(legal), gain = sign * (values[card] - values[best]);
        if (gain > 0 || (!gain && says[card] < says[best])) best = card;
    }
    act->card = (uint8_t)best;
    act->announced = says[best];
    return KR_OK;
}

int kr_line(kr_ctx *ctx, const kr_task *t, const kr_position *position, kr_act out[KR_ACTS], size_t *count)
{
    kr_prep p;
    kr_node n;
    kr_position at = *position;
    int status = kr_prepare(t, &p);
    if (!status) status = kr_node_enter(&p, &at, &n);
    for (*count = 0; !status && !kr_decided(t, &at) && kr_to_play(t, &at) != KR_NONE; ++*count) {
        kr_act *act = &out[*count];
        if ((status = choose(ctx, &p, &at, act))) break;
        if (act->laid) {
            at.forced[act->seat] = act->card;
            continue;
        }
        const int suits = kr_couples(t, &at, act->seat), may = at.tricks_done || !t->late || t->flags & KR_PENDING;
        if (t->marriages == KR_DECLARED && at.declaring >> act->seat & 1) act->declared = (uint8_t)suits;
        if (t->marriages == KR_ON_LEAD && !at.n_played && may && COUPLE(act->card >> 3) >> act->card & 1)
            act->registered = (uint8_t)(suits >> (act->card >> 3) & 1);
        status = kr_play_prepared(&p, &at, act->card, act->announced);
        if (!at.n_played) act->winner = at.leader;
    }
    return status;
}
