/* evidence.c - gather evidence about hidden hands from bids, words, open hands and cards (RULINGS: single dummy). */
#include "evidence.h"

#include "bits.h"
#include "payment.h"

#include <string.h>

#define COUPLE(suit) (UINT32_C(0x60) << 8 * (suit)) /* King and Queen of a suit */

/* A piece of evidence about the hand that a seat held when `since` cards had been played. It has one of two forms. If
 * `sets` is 0, the seat held none of the cards in the mask `cannot`. Otherwise `set` has `sets` masks, and the seat
 * held all cards of at least one of these masks. */
typedef struct evidence {
    uint8_t kind; /* enum kr_evidence_kind */
    int8_t seat;
    uint8_t since, trick;
    int32_t value; /* value of the act that gave the evidence; see enum kr_evidence_kind */
    uint32_t cannot;
    int sets;
    uint32_t set[KR_MAX_SETS];
} evidence;

/* Store the code of a problem and the arguments of this code (see enum kr_know_code). Return 0. */
static int fail(kr_situation *s, int code, int a, int b, int c, int d)
{
    kr_know_problem *p = &s->out->problem;
    p->code = (uint8_t)code;
    p->arg[0] = a;
    p->arg[1] = b;
    p->arg[2] = c;
    p->arg[3] = d;
    return 0;
}

/* Write a piece of evidence to the field `problem` of the knowledge, before the piece is checked. If the check then
 * fails, `problem` already names this piece. */
static void name(kr_situation *s, const evidence *e)
{
    s->out->problem = (kr_know_problem){.evidence = e->kind, .seat = e->seat, .trick = e->trick, .value = e->value};
}

/* Return the mask of the cards that a seat has played, among those with the indexes `first` to `last` - 1. */
static uint32_t played_between(const kr_situation *s, int seat, int first, int last)
{
    uint32_t cards = 0;
    for (int i = first; i < last; i++)
        if (s->facts->card[i].seat == seat) cards |= KR_BIT(s->facts->card[i].card);
    return cards;
}

/* Return the hand of the knowing seat (the seat whose knowledge is computed) when `played` cards had been played. */
static uint32_t own_hand(const kr_situation *s, int played)
{
    return s->out->hand & ~played_between(s, s->out->seat, 0, played);
}

/* Check a piece of evidence about the knowing seat's own hand. Return 0 if the hand contradicts the evidence, else
 * 1. */
static int fits_own_hand(kr_situation *s, const evidence *e)
{
    const uint32_t held = own_hand(s, e->since);
    int whole = !e->sets;
    for (int i = 0; i < e->sets; i++) whole |= (held & e->set[i]) == e->set[i];
    if (!whole) return fail(s, KR_KNOW_LACKS_SETS, e->seat, 0, 0, 0);
    if (held & e->cannot) return fail(s, KR_KNOW_HOLDS, e->seat, 0, 0, 0);
    return 1;
}

/* Add a family of two or more sets to a hidden place, unless the place already has this family. The family says that
 * the place holds all cards of at least one of its sets. */
static int add_family(kr_situation *s, kr_hidden_place *place, const kr_set_family *family)
{
    for (int i = 0; i < place->families; i++)
        if (!memcmp(&place->family[i], family, sizeof *family)) return 1;
    if (place->families == KR_MAX_FAMILIES) return fail(s, KR_KNOW_CARDS_MISFIT, 0, 0, 0, 0); /* never happens, because
                                                                                               * no game needs more
                                                                                               * families */
    place->family[place->families++] = *family;
    return 1;
}

/* Require that a hidden place holds all cards of at least one set of the evidence. `played` is the mask of the cards
 * that the seat has played since the evidence. The place need not hold these cards. */
static int hold_one(kr_situation *s, kr_hidden_place *place, const evidence *e, uint32_t played)
{
    kr_set_family family = {0};
    int empty = 0;
    for (int i = 0; i < e->sets; i++) {
        const uint32_t left = e->set[i] & ~played;
        if (left & ~s->out->unseen) continue;
        family.set[family.sets++] = left;
        empty |= !left;
    }
    if (!family.sets) return fail(s, KR_KNOW_SETS_ELSEWHERE, 0, 0, 0, 0);
    if (family.sets == 1) {
        place->must |= family.set[0];
        return 1;
    }
    return empty || add_family(s, place, &family);
}

/* Apply a piece of evidence about the hand of a seat. If the seat is the knowing seat, compare the evidence with its
 * own hand. Otherwise add the evidence to the hidden place that stands for the seat's hand. Return 0 if the evidence
 * contradicts what is known, or if the largest number of pieces (`most`) had already been reached. Otherwise return
 * 1. */
static int take(kr_situation *s, const evidence *e)
{
    kr_knowledge *k = s->out;
    if (s->taken == s->most) return 0;
    s->taken++;
    name(s, e);
    if (e->seat == k->seat) return fits_own_hand(s, e);
    kr_hidden_place *place = k->place;
    while (place->seat != e->seat) place++;
    const uint32_t played = played_between(s, e->seat, e->since, k->after);
    if (played & e->cannot) return fail(s, KR_KNOW_PLAYED_LATER, e->seat, kr_low(played & e->cannot), 0, 0);
    if (e->sets) return hold_one(s, place, e, played);
    place->cannot |= e->cannot & k->unseen;
    return 1;
}

/* Gather evidence from bids. A bidder held the cards that the contract requires. Forehand held a card of the trump suit
 * that it named. */
static int gather_bids(kr_situation *s)
{
    const kr_game_row *g = s->game;
    const kr_facts *f = s->facts;
    const int trump = f->trump < 0 ? KR_NO_TRUMP : f->trump;
    const int by_forehand = g->contract[f->contract].leads == KR_LEADS_FOREHAND;
    const int forehand = f->forehand < 0 && by_forehand ? f->leader : f->forehand;
    uint32_t bids[4] = {0, 0, 0, 0}; /* for each seat, mask of the contracts that already gave evidence */
    const uint32_t naming = kr_naming_cards(g, trump);
    if (naming != g->pack && forehand >= 0) {
        evidence e = {.kind = KR_SHOWN_BY_TRUMP, .seat = (int8_t)forehand};
        for (uint32_t rest = naming; rest; rest &= rest - 1) e.set[e.sets++] = rest & -rest;
        if (!take(s, &e)) return 0;
    }
    for (int i = 0; i <= f->calls; i++) {
        const int last = i == f->calls; /* after all calls, consider the contract that is played, even if it was not bid
                                         * by any of the calls */
        const int seat = last ? f->declarer : f->call[i].seat, call = last ? f->contract : f->call[i].call;
        if (seat < 0 || call < 0 || bids[seat] >> call & 1) continue;
        bids[seat] |= KR_BIT(call);
        evidence e = {.kind = KR_SHOWN_BY_BID, .seat = (int8_t)seat, .value = call};
        e.sets = kr_required_sets(g, &g->contract[call], trump, e.set);
        if (e.sets && !take(s, &e)) return 0;
    }
    if (s->called < 0 || f->declarer < 0 || g->call_own) return 1;
    const evidence e = {.kind = KR_SHOWN_BY_CALL, .seat = f->declarer, .value = s->called, .cannot = KR_BIT(s->called)};
    return take(s, &e);
}

/* Gather evidence from declared marriages. A seat that declared a marriage held it. `spoken` is the mask of the seats
 * that have already played a card, and have therefore said their words. A marriage of unknown suit is never in trumps,
 * and never in a suit that the seat has named for another marriage. */
static int gather_marriages(kr_situation *s, unsigned spoken)
{
    const kr_facts *f = s->facts;
    unsigned unnamed = 0;
    for (int i = 0; i < f->marriages; i++) {
        const kr_fact_marriage *m = &f->marriage[i];
        if (!(spoken >> m->seat & 1)) continue;
        evidence e = {.kind = KR_SHOWN_BY_MARRIAGE, .seat = m->seat, .value = m->points};
        unsigned suits = 15;
        if (m->suit >= 0) {
            suits = 1u << m->suit;
        } else {
            if (s->taken == s->most) return 0;
            name(s, &e);
            if (unnamed >> m->seat & 1) return fail(s, KR_KNOW_WHICH_MARRIAGES, m->seat, 0, 0, 0);
            unnamed |= 1u << m->seat;
            if (s->question.trump != KR_NO_TRUMP) suits &= ~(1u << s->question.trump);
            for (int k = 0; k < f->marriages; k++)
                if (f->marriage[k].seat == m->seat && f->marriage[k].suit >= 0) suits &= ~(1u << f->marriage[k].suit);
        }
        for (int suit = 0; suit < 4; suit++)
            if (suits >> suit & 1) e.set[e.sets++] = COUPLE(suit);
        if (!e.sets) return fail(s, KR_KNOW_SETS_ELSEWHERE, 0, 0, 0, 0);
        if (!take(s, &e)) return 0;
    }
    return 1;
}

/* Gather evidence from words. A seat that declared a marriage held it. A seat that raised the contract held the called
 * card. A seat that said Contra did not hold the called card. */
static int gather_words(kr_situation *s)
{
    const kr_facts *f = s->facts;
    unsigned spoken = 0;
    for (int i = 0; i < s->out->after; i++) spoken |= 1u << f->card[i].seat;
    if (kr_game_declares(s->game) && !gather_marriages(s, spoken)) return 0;
    if (s->called < 0) return 1;
    const evidence raise = {.kind = KR_SHOWN_BY_RAISE, .seat = f->raised_by, .sets = 1, .set = {KR_BIT(s->called)}};
    const evidence contra = {.kind = KR_SHOWN_BY_CONTRA, .seat = f->contra_by, .cannot = KR_BIT(s->called)};
    if (raise.seat >= 0 && spoken >> raise.seat & 1 && !take(s, &raise)) return 0;
    return contra.seat < 0 || !(spoken >> contra.seat & 1) || take(s, &contra);
}

/* Gather evidence from open hands. Only players who did not bid the contract lay their hands open. */
static int gather_open_hands(kr_situation *s)
{
    kr_knowledge *k = s->out;
    const kr_facts *f = s->facts;
    const int open_after = s->game->contract[f->contract].open_after, tricks = k->after / k->players;
    if (!open_after || tricks < open_after) return 1;
    const unsigned others = kr_playing_seats(s->game, &s->question) & ~(1u << k->seat);
    unsigned bidders = 0;
    if (f->declarer >= 0) bidders |= 1u << f->declarer;
    if (f->second >= 0) bidders |= 1u << f->second;
    const unsigned unknown = others & ~bidders & ~f->known;
    if (unknown && kr_count((others & bidders) | unknown) > 1) /* the record lacks an open hand, and another hand is
                                                                * hidden or missing, too. A single missing hand is no
                                                                * problem: it has the cards that lie nowhere else */
        return fail(s, KR_KNOW_NO_OPEN_HAND, kr_low(unknown), open_after, 0, 0);
    for (int i = 0; i < k->places; i++) {
        const int seat = k->place[i].seat;
        if (seat < 0 || !((others & ~bidders & f->known) >> seat & 1)) continue;
        const evidence e = {.kind = KR_SHOWN_BY_OPEN_HAND, .seat = (int8_t)seat, .since = k->after, .sets = 1,
                            .set = {f->hands[seat] & ~k->played[seat]}};
        k->place[i].is_open = 1;
        if (!take(s, &e)) return 0;
    }
    return 1;
}

/* Return 1 if leading the King or Queen `card` would register its marriage, else 0 (RULINGS: anrufen,
 * bauernschnapsen). */
static int registers(const kr_situation *s, const kr_fact_card *card)
{
    const kr_game_row *g = s->game;
    const kr_goal_row *goal = &g->contract[s->question.contract].goal;
    int by_leading = 0;
    if (s->question.trump == KR_NO_TRUMP) return 0;
    if (g->pairs && goal->marriages != KR_ON_LEAD) return 0;
    if (g->pairs && goal->own_marriages && card->seat != s->facts->declarer) return 0;
    for (int i = 0; i < g->contracts; i++) by_leading |= g->contract[i].goal.marriages == KR_ON_LEAD;
    return by_leading && (card->trick > 1 || g->opening_marriage != KR_OPENING_MARRIAGE_NO);
}

/* Return the Queen for a King and the King for a Queen of the same suit; return 0 for any other card. */
static uint32_t other_of_couple(int card)
{
    const uint32_t couple = COUPLE(card >> 3);
    return couple >> card & 1 ? couple & ~KR_BIT(card) : 0;
}

/* Return the index of the winning card in `trick`, which lists the `played` cards of a trick. */
static int takes_trick(const kr_situation *s, const uint8_t *trick, int played)
{
    int best;
    kr_legal_cards(s->game, &s->question, 0, trick, played, &best);
    return best;
}

/* Return how many cards had been played when the contract was over. If it is not over, return how many cards have been
 * played so far. A Rufer or a Schnapser may be over before the last card. The result uses only what every seat knows,
 * because all seats have seen the points that counted. */
static int over_after(const kr_situation *s)
{
    const kr_game_row *g = s->game;
    const kr_knowledge *k = s->out;
    const kr_goal_row *goal = &g->contract[s->question.contract].goal;
    kr_question sides = s->question;
    if (!kr_ends_early(goal)) return k->after;
    sides.partner = (uint8_t)((kr_first(&sides) + 2) & 3); /* partners sit opposite, because no
                                                            * card is called in such contracts */
    kr_facts counted; /* facts so far, from which the points of the race are counted */
    memset(&counted, 0, sizeof counted);
    for (int first = 0; first < k->after; first += k->players) {
        const kr_race race = kr_run_race(g, &sides, &counted);
        if (race.reached >= 0 || (goal->tricks && goal->tricks == counted.counted_tricks)) return first;
        if (first + k->players > k->after) break;
        const kr_fact_card *lead = &s->facts->card[first];
        const uint32_t other = other_of_couple(lead->card);
        const int is_whole = lead->seat == k->seat ? (own_hand(s, first) & other) != 0 : (int)(s->shown >> lead->card & 1);
        if (other && is_whole && registers(s, lead)) {
            kr_fact_marriage *m = &counted.marriage[counted.counted_marriages++];
            *m = (kr_fact_marriage){.seat = lead->seat, .suit = lead->card >> 3, .trick = counted.counted_tricks};
            m->points = g->marriage[m->suit == s->question.trump];
        }
        uint8_t trick[4];
        int points = 0;
        for (int i = 0; i < k->players; i++) {
            trick[i] = (uint8_t)lead[i].card;
            points += g->points[lead[i].card & 7];
        }
        counted.winner[counted.counted_tricks] = lead[takes_trick(s, trick, k->players)].seat;
        counted.points[counted.counted_tricks++] = (int16_t)points;
    }
    return k->after;
}

/* Return those cards of `cards` that the player cannot have held when it played `card`. If the same hand had held such
 * a card, `card` would have been illegal. */
static uint32_t excluded(const kr_situation *s, int card, const uint8_t *trick, int played, uint32_t cards)
{
    uint32_t out = 0;
    int best;
    for (uint32_t rest = cards & ~KR_BIT(card); rest; rest &= rest - 1) {
        const uint32_t bit = rest & -rest;
        if (!(kr_legal_cards(s->game, &s->question, KR_BIT(card) | bit, trick, played, &best) >> card & 1)) out |= bit;
    }
    return out;
}

/* Gather evidence from card `i` of the record. The player held no card that would have made card `i` illegal. `trick`
 * lists the `played` cards of the trick before card `i`. A card laid face down gives no evidence. */
static int gather_card(kr_situation *s, int i, const uint8_t *trick, int played)
{
    const kr_knowledge *k = s->out;
    const kr_facts *f = s->facts;
    const kr_fact_card *c = &f->card[i];
    const int is_free = f->second >= 0 && c->trick == 1 && (c->seat == f->declarer || c->seat == f->second);
    evidence e = {.kind = KR_SHOWN_BY_CARD, .seat = c->seat, .since = (uint8_t)i, .trick = c->trick, .value = c->card};
    if (c->seat == k->seat) {
        const uint32_t hand = is_free ? own_hand(s, i) & KR_BIT(c->card) : own_hand(s, i);
        int32_t arg[2];
        const int rule = kr_why_illegal(s->game, &s->question, hand, trick, played, c->card, arg);
        if (!rule) return 1;
        name(s, &e);
        return fail(s, KR_KNOW_NOT_LEGAL, rule, c->seat, arg[0], arg[1]);
    }
    if ((k->hand | k->discard) >> c->card & 1) {
        name(s, &e);
        return fail(s, KR_KNOW_OWN_CARD, k->seat, 0, 0, 0);
    }
    if (!played || is_free) return 1;
    e.cannot = excluded(s, c->card, trick, played, k->unseen | played_between(s, c->seat, i + 1, k->after));
    return take(s, &e);
}

/* Gather evidence from card `i`, which was led. There is evidence only if the card is a King or Queen whose lead
 * could register a marriage. If the marriage was registered, the player held the other card of the marriage. If no
 * marriage was registered, the player did not hold the other card. */
static int gather_lead(kr_situation *s, int i)
{
    const kr_fact_card *c = &s->facts->card[i];
    const uint32_t other = other_of_couple(c->card);
    if (!other || c->seat == s->out->seat || !registers(s, c)) return 1;
    evidence e = {.kind = KR_SHOWN_BY_SILENCE, .seat = c->seat, .since = (uint8_t)i, .trick = c->trick, .value = c->card};
    if (s->shown >> c->card & 1) {
        e.kind = KR_SHOWN_BY_REGISTERING;
        e.set[e.sets++] = other;
    } else {
        e.cannot = other;
    }
    return take(s, &e);
}

static int gather_play(kr_situation *s)
{
    const int over = over_after(s);
    uint8_t trick[4];
    int played = 0;
    for (int i = 0; i < s->out->after; i++) {
        if (s->facts->card[i].turn == 1) played = 0;
        if (!gather_card(s, i, trick, played)) return 0;
        if (!played && i < over && !gather_lead(s, i)) return 0;
        trick[played++] = (uint8_t)s->facts->card[i].card;
    }
    return 1;
}

int kr_gather_evidence(kr_situation *s)
{
    s->taken = 0;
    s->out->problem = (kr_know_problem){.code = KR_KNOW_GOOD};
    return gather_bids(s) && gather_words(s) && gather_open_hands(s) && gather_play(s);
}
