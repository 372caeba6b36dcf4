/* knowledge.c - compute what a seat knows after some cards of a record. knowledge.h explains the terms. */
#include "knowledge.h"

#include "bits.h"
#include "evidence.h"
#include "hidden.h"

#include <limits.h>
#include <string.h>

#define COUPLE(suit) (UINT32_C(0x60) << 8 * (suit)) /* King and Queen of a suit */

static int in_range(int value, int least, int most) { return value >= least && value <= most; }

/* Return 1 if a number is KR_UNSAID or between 0 and `most`, else 0. */
static int is_number(int value, int most) { return in_range(value, KR_UNSAID, most); }

/* Return 1 if the lists of the facts have valid lengths and entries, else 0. */
static int lists_fit(const kr_game_row *g, const kr_facts *f)
{
    const int seats = g->seats;
    if (f->calls > KR_MAX_CALLS || f->cards > KR_MAX_CARDS || f->marriages > KR_MAX_WORDS) return 0;
    for (int i = 0; i < f->calls; i++)
        if (!in_range(f->call[i].seat, 0, seats - 1) || !in_range(f->call[i].call, KR_CALL_SUBCONTRA, g->contracts - 1)) return 0;
    for (int i = 0; i < f->marriages; i++)
        if (!in_range(f->marriage[i].seat, 0, seats - 1) || !is_number(f->marriage[i].suit, 3)) return 0;
    uint32_t seen = 0;
    int count[4] = {0, 0, 0, 0};
    for (int i = 0; i < f->cards; i++) {
        const kr_fact_card *c = &f->card[i];
        if (!in_range(c->seat, 0, seats - 1) || !in_range(c->card, 0, 31) || seen >> c->card & 1) return 0;
        if (++count[c->seat] > g->size) return 0;
        seen |= KR_BIT(c->card);
    }
    return 1;
}

static int facts_fit(const kr_game_row *g, const kr_facts *f)
{
    const int seat = g->seats - 1;
    if (f->known > 15 || f->has_deal > 1 || f->has_discard > 1) return 0;
    if (!is_number(f->contract, g->contracts - 1) || !is_number(f->trump, 3) || !is_number(f->called, 31)) return 0;
    if (!is_number(f->declarer, seat) || !is_number(f->second, seat) || !is_number(f->leader, seat)) return 0;
    if (!is_number(f->forehand, seat) || !is_number(f->raised_by, seat) || !is_number(f->contra_by, seat)) return 0;
    return lists_fit(g, f);
}

/* Return 1 if the cards form tricks in order, and each trick has one card of each seat in `playing`; else 0. The last
 * trick may be incomplete. */
static int tricks_fit(const kr_facts *f, unsigned playing)
{
    const int players = kr_count(playing);
    unsigned in_trick = 0;
    for (int i = 0; i < f->cards; i++) {
        const kr_fact_card *c = &f->card[i];
        if (i % players == 0) in_trick = 0;
        if (c->turn != i % players + 1 || c->trick != i / players + 1) return 0;
        if (!(playing >> c->seat & 1) || in_trick >> c->seat & 1) return 0;
        in_trick |= 1u << c->seat;
    }
    return 1;
}

/* Store the reason why too little is known: its code, and the arguments `a` and `b` of this code. Return 0. */
static int unknown(kr_situation *s, int code, int a, int b)
{
    s->out->problem = (kr_know_problem){.code = (uint8_t)code, .seat = KR_UNSAID, .arg = {a, b}};
    return 0;
}

/* Return the question of a record, without its partner. */
static kr_question question_of(const kr_game_row *g, const kr_facts *f)
{
    const kr_contract_row *c = &g->contract[f->contract];
    const int order = kr_played_order(c, f->called);
    return (kr_question){.contract = (uint8_t)f->contract,
                         .declarer = f->declarer < 0 ? KR_NONE : (uint8_t)f->declarer,
                         .leader = (uint8_t)f->leader,
                         .second = f->second < 0 ? KR_NONE : (uint8_t)f->second,
                         .partner = KR_NONE,
                         .trump = c->trump && f->trump >= 0 ? (uint8_t)f->trump : KR_NO_TRUMP,
                         .order = order == KR_NONE ? KR_ORDER_K : (uint8_t)order};
}

/* Return the hand of a seat before the first card, or 0 if the hand is unknown. For the declarer, this is the hand
 * after the exchange of talon and discard. */
static uint32_t hand_before_play(const kr_facts *f, int seat)
{
    const int is_known = f->has_deal && f->known >> seat & 1;
    const uint32_t hand = is_known ? f->hands[seat] : 0;
    if (seat != f->declarer || !hand) return hand;
    return (hand | f->talon) & ~(f->has_discard ? f->discard : 0);
}

/* Return the mask of a pack that has `cards` cards. Such a pack consists of the highest ranks of every suit. */
static uint32_t pack_of(int cards) { return KR_EVERY(0xFFu << (8 - cards / 4) & 0xFF); }

/* Find the cards in play. Return 1, or 0 if these cards are unknown. They can be unknown only in a game whose deals may
 * have shorter hands than usual (kr_game_row.endings). */
static int find_pack(kr_situation *s)
{
    kr_knowledge *k = s->out;
    const kr_facts *f = s->facts;
    k->pack = s->game->pack;
    k->size = s->game->size;
    const int held = kr_count(k->hand);
    if (!s->game->endings || held == k->size) return 1;
    if (held > k->size) return unknown(s, KR_KNOW_NO_PACK, 0, 0);
    k->size = (uint8_t)held;
    if ((f->known & kr_seats_mask(s->game)) == kr_seats_mask(s->game)) {
        k->pack = f->hands[0] | f->hands[1] | f->hands[2] | f->hands[3];
        return 1;
    }
    const int cards = held * s->game->seats;
    if (cards != 20 && cards != 24) return unknown(s, KR_KNOW_NO_PACK, 0, 0);
    k->pack = pack_of(cards);
    return 1;
}

/* Set the field `question`. Return 0 if the contract, its declarer or the first leader is unknown, or if the record has
 * fewer than `after` cards. Otherwise return 1. */
static int find_question(kr_situation *s, int after)
{
    const kr_game_row *g = s->game;
    const kr_facts *f = s->facts;
    if (f->contract < 0 || f->leader < 0) return unknown(s, KR_KNOW_NO_CONTRACT, 0, 0);
    if (f->declarer < 0 && g->contract[f->contract].makeable_at != KR_NO_LEAST) return unknown(s, KR_KNOW_NO_DECLARER, 0, 0);
    if (!in_range(after, 0, f->cards)) return unknown(s, KR_KNOW_NO_POSITION, f->cards, after);
    s->question = question_of(g, f);
    return 1;
}

/* Find the seat's own hand, its own discard, and the cards in play. Return 1, or 0 if too little is known. */
static int look_at_own(kr_situation *s, int seat, int after)
{
    const kr_game_row *g = s->game;
    const kr_facts *f = s->facts;
    kr_knowledge *k = s->out;
    const kr_contract_row *c = &g->contract[f->contract];
    if (!in_range(seat, 0, g->seats - 1)) return unknown(s, KR_KNOW_NO_SEAT, seat, 0);
    if (!f->has_deal || !(f->known >> seat & 1)) return unknown(s, KR_KNOW_NO_HAND, seat, 0);
    s->called = c->party == KR_PARTY_CALLED ? f->called : KR_UNSAID;
    if (c->party == KR_PARTY_CALLED && f->called < 0) return unknown(s, KR_KNOW_NO_CALLED, 0, 0);
    if (s->called >= 0 && !(g->pack >> s->called & 1)) return unknown(s, KR_KNOW_CALLED_NOT_IN_PACK, s->called, 0);
    if (c->trump && f->trump < 0 && !g->calibration) return unknown(s, KR_KNOW_NO_TRUMP, 0, 0);
    const int lays_away = g->talon && seat == f->declarer;
    if (lays_away && !f->has_discard) return unknown(s, KR_KNOW_NO_DISCARD, 0, 0);
    k->seat = (uint8_t)seat;
    k->after = (uint8_t)after;
    k->hand = hand_before_play(f, seat);
    k->discard = lays_away ? f->discard : 0;
    return find_pack(s);
}

/* Return the seat whose face-down card of trick 1 is still unknown to the knowing seat, or KR_UNSAID if there is no
 * such seat. The knowing seat is about to play a card, or to lay one face down. */
static int laid_card(const kr_knowledge *k, const kr_game_row *g, const kr_facts *f)
{
    if (f->second < 0 || f->declarer < 0 || k->after >= g->seats) return KR_UNSAID;
    if (!k->after) return k->seat == f->second ? f->declarer : KR_UNSAID;
    return k->seat == f->second || k->played[f->second] ? KR_UNSAID : f->second;
}

/* Set up the places that the seat cannot see, without any evidence about their cards. Return enum kr_status. */
static int set_up_places(kr_situation *s)
{
    kr_knowledge *k = s->out;
    const kr_game_row *g = s->game;
    const int away = k->seat == s->facts->declarer ? 0 : g->talon;
    k->places = 0;
    if (g->seats - 1 + (away > 0) > KR_HIDDEN || away > KR_HIDDEN_ROOM) return KR_BAD_TASK;
    for (int seat = 0; seat < g->seats; seat++) {
        const int room = k->size - kr_count(k->played[seat]);
        if (room < 0) return KR_BAD_FACTS;
        if (seat != k->seat) k->place[k->places++] = (kr_hidden_place){.seat = (int8_t)seat, .room = (uint8_t)room};
    }
    if (away) k->place[k->places++] = (kr_hidden_place){.seat = KR_UNSAID, .room = (uint8_t)away};
    return KR_OK;
}

/* Find the first piece of evidence that, together with all earlier pieces, leaves no possible layout. Store this piece
 * in `problem`. Return enum kr_status. */
static int name_contradiction(kr_situation *s)
{
    const int pieces = s->taken;
    int status = KR_OK;
    for (s->most = 0; s->most <= pieces; s->most++) {
        set_up_places(s);
        kr_gather_evidence(s);
        status = kr_split_layouts(s->out);
        if (status || !s->out->count) break;
    }
    s->out->problem.code = s->most ? KR_KNOW_NO_LAYOUT : KR_KNOW_CARDS_MISFIT;
    return status;
}

int kr_know(const kr_game_row *game, const kr_facts *facts, int seat, int after, uint32_t shown, kr_knowledge *out)
{
    kr_situation s = {.game = game, .facts = facts, .shown = shown, .out = out, .most = INT_MAX};
    memset(out, 0, sizeof *out);
    if (!kr_game_fits(game)) return KR_BAD_TASK;
    if (!facts_fit(game, facts)) return KR_BAD_FACTS;
    if (!find_question(&s, after) || !look_at_own(&s, seat, after)) return KR_OK;
    const unsigned playing = kr_playing_seats(game, &s.question);
    if (!tricks_fit(facts, playing)) return KR_BAD_FACTS;
    uint32_t played = 0;
    for (int i = 0; i < after; i++) {
        out->played[facts->card[i].seat] |= KR_BIT(facts->card[i].card);
        played |= KR_BIT(facts->card[i].card);
    }
    out->players = (uint8_t)kr_count(playing);
    out->shown = shown;
    out->held = out->hand & ~out->played[seat];
    out->unseen = out->pack & ~out->hand & ~out->discard & ~played;
    out->laid = (int8_t)laid_card(out, game, facts);
    int status = set_up_places(&s);
    if (status || !kr_gather_evidence(&s)) return status;
    status = kr_split_layouts(out);
    if (!status && !out->count) status = name_contradiction(&s);
    if (!status && out->count) out->problem = (kr_know_problem){.code = KR_KNOW_GOOD};
    return status;
}

uint32_t kr_marriages_led(const kr_game_row *game, const kr_facts *facts, int after)
{
    uint32_t shown = 0, gone = 0;
    if (!kr_game_fits(game) || !facts_fit(game, facts) || after > facts->cards) return 0;
    for (int i = 0; i < after; i++) {
        const kr_fact_card *c = &facts->card[i];
        const uint32_t other = COUPLE(c->card >> 3) & ~KR_BIT(c->card);
        uint32_t held = hand_before_play(facts, c->seat) & ~gone;
        for (int later = i + 1; later < facts->cards; later++)
            if (facts->card[later].seat == c->seat) held |= KR_BIT(facts->card[later].card);
        if (c->turn == 1 && COUPLE(c->card >> 3) >> c->card & 1 && held & other) shown |= KR_BIT(c->card);
        gone |= KR_BIT(c->card);
    }
    return shown;
}
