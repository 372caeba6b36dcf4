/* careful.c - play whole games between careful players, one game after another. A game begins with a deal, or continues
 * a recorded game.
 */
#include "careful_table.h"

#include "payment.h"
#include "random.h"
#include "search.h"

#include <string.h>

/* Return 1 if all numbers of the record with the index `which` are in their ranges, else 0. */
static int start_fits(const kr_careful *all, size_t which)
{
    const kr_record *r = &all->record[which];
    const kr_facts *f = &all->facts[which];
    if (r->game >= all->rules || r->first_word > all->words || r->words > all->words - r->first_word) return 0;
    if (all->after[which] > f->cards) return 0;
    if (all->doubling && (all->doubling[which].turn < -1 || all->doubling[which].turn >= all->game[r->game].seats)) return 0;
    return kr_facts_fit(&all->game[r->game], r, all->word, f);
}

/* Return 1 if a game can be played under its contract. Otherwise return 0, and set `state` to the reason. The contract,
 * its seats, its trump and its called card must be known. Contracts that are used only in statistics cannot be
 * played. */
static int contract_fits(kr_careful_table *t)
{
    const kr_game_row *g = t->game;
    const kr_facts *f = &t->facts;
    const kr_contract_row *c = f->contract < 0 ? 0 : &g->contract[f->contract];
    t->state = KR_CAREFUL_NO_CONTRACT;
    if (!c || f->leader < 0 || f->order < 0) return 0;
    if (f->declarer < 0 && c->makeable_at != KR_NO_LEAST) return 0;
    if (c->trump && f->trump < 0 && !g->calibration) return 0;
    if (c->party == KR_PARTY_CALLED && f->called < 0) return 0;
    if (c->party == KR_PARTY_OPPOSITE && f->partner < 0) return 0;
    t->state = KR_CAREFUL_NO_GAME;
    return c->stake != KR_STAKE_NONE || c->makeable_at == KR_NO_LEAST;
}

/* Set the hands, the talon and the discard of game `i`. They come from the columns of the run, or from the record if a
 * column is NULL. Return 1 if the hands, the talon and (after the first card) the discard are known and fit together.
 * Otherwise return 0, and set `state` to the reason. */
static int take_hands(kr_careful_table *t, size_t i)
{
    const kr_careful *all = t->all;
    const kr_game_row *g = t->game;
    kr_facts *f = &t->facts;
    const unsigned seats = kr_seats_mask(g);
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (all->hands[seat]) f->hands[seat] = all->hands[seat][i];
    if (all->hands[0]) {
        f->has_deal = 1;
        f->known = (uint8_t)seats;
    }
    if (all->talon) f->talon = all->talon[i];
    if (all->discard) f->discard = all->discard[i];
    if (all->discard) f->has_discard = f->discard != 0;
    if (!g->talon) f->has_discard = 0;
    if (!g->talon) f->talon = f->discard = 0;
    t->state = KR_CAREFUL_HAND_UNKNOWN;
    if (!f->has_deal || (f->known & seats) != seats) return 0;
    if (g->talon && (kr_count(f->talon) != g->talon || f->declarer < 0)) return 0;
    if (g->talon && f->cards && !f->has_discard) return 0;
    const int size = g->endings ? kr_count(f->hands[0]) : g->size;
    uint32_t seen = f->talon;
    t->state = KR_CAREFUL_CANNOT_BE;
    for (int seat = 0; seat < g->seats; seat++) {
        if (seen & f->hands[seat] || kr_count(f->hands[seat]) != size) return 0;
        seen |= f->hands[seat];
    }
    if (!size || size > g->size || seen & ~g->pack) return 0;
    if (f->has_discard && (kr_count(f->discard) != kr_count(f->talon) || f->discard & ~(f->hands[f->declarer] | f->talon))) return 0;
    return seen == g->pack || g->endings;
}

/* Drop the recorded words (announcements) of the seats that have not yet said their words in the game. A seat has said
 * its words if it has played a card or is in the mask `spoken`. */
static void drop_words(kr_careful_table *t)
{
    kr_facts *f = &t->facts;
    kr_words *words = &t->followed.words;
    unsigned spoken = t->spoken;
    int kept = 0;
    for (int i = 0; i < f->cards; i++) spoken |= 1u << f->card[i].seat;
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (!(spoken >> seat & 1)) words->suits[seat] = 0;
    words->hundred &= (uint8_t)spoken;
    words->all &= (uint8_t)spoken;
    words->contra &= (uint8_t)spoken;
    if (words->raiser != KR_NONE && !(spoken >> words->raiser & 1)) words->raiser = KR_NONE;
    /* Keep the declared marriages of the seats in `spoken`, because these marriages are evidence about hands. Drop
     * marriages that were registered by leading, because they can be computed from the cards. */
    for (int i = 0; i < f->marriages && kr_game_declares(t->game); i++)
        if (spoken >> f->marriage[i].seat & 1) f->marriage[kept++] = f->marriage[i];
    f->marriages = (uint8_t)kept;
    f->raised_by = words->raiser == KR_NONE ? KR_UNSAID : (int8_t)words->raiser;
    f->contra_by = words->contra ? (int8_t)kr_low(words->contra) : KR_UNSAID;
    t->level = words->raiser == KR_NONE ? f->contract : words->level;
    t->contra_by = words->contra;
    if (t->game->contra == KR_CONTRA_TOKEN)
        t->contra = words->contra != 0;
    else
        t->contra = f->contra;
}

/* Find the seat that holds the called card (`holder`), and the mask of the seats that may hold it (`holders`). Return 0
 * if the hands contradict the contract. */
static int find_holder(kr_careful_table *t)
{
    const kr_facts *f = &t->facts;
    t->holder = 0;
    t->holders = 1;
    if (t->game->contract[f->contract].party != KR_PARTY_CALLED) return 1;
    int holder = 0;
    while (holder < KR_SEATS && !(f->hands[holder] >> f->called & 1)) holder++;
    t->state = KR_CAREFUL_CANNOT_BE;
    if (holder == KR_SEATS || (holder == f->declarer && !t->game->call_own)) return 0;
    t->holder = holder;
    t->holders = kr_seats_mask(t->game);
    if (!t->game->call_own) t->holders &= ~(1u << f->declarer);
    t->followed.question.partner = holder == f->declarer ? KR_NONE : (uint8_t)holder;
    return 1;
}

/* Let a declarer of a contract with two declarers choose its face-down card. The declarer does not know the face-down
 * card of the other declarer. Return 1, or 0 if the game cannot go on. */
static int lay(kr_careful_table *t, int seat, int turn)
{
    uint8_t laid[KR_SEATS];
    memcpy(laid, t->followed.laid, sizeof laid);
    memset(t->followed.laid, KR_NONE, sizeof t->followed.laid);
    const int is_open = !kr_careful_open(t);
    memcpy(t->followed.laid, laid, sizeof laid);
    return is_open && kr_careful_lay(t, seat, turn);
}

/* In a contract with two declarers, let both declarers lay a card face down. If the record has cards but lacks the
 * second declarer's face-down card, draw a random card of the second declarer's hand. Return 1, or 0 if the game cannot
 * go on. */
static int lay_cards(kr_careful_table *t)
{
    const int first = t->followed.question.declarer, second = t->followed.question.second;
    uint8_t *laid = t->followed.laid;
    if (second == KR_NONE || t->facts.cards >= KR_SEATS) return 1;
    if (!t->facts.cards && laid[first] == KR_NONE && !lay(t, first, KR_TURN_LAY)) return 0;
    if (!t->facts.cards && laid[second] == KR_NONE && !lay(t, second, KR_TURN_SECOND)) return 0;
    uint64_t chance = kr_careful_base(t, KR_TURN_LIE);
    uint32_t hand = t->facts.hands[second];
    if (laid[second] == KR_NONE) {
        for (uint32_t skipped = kr_random_below(&chance, (uint32_t)kr_count(hand)); skipped; skipped--) hand &= hand - 1;
        laid[second] = (uint8_t)kr_low(hand);
    }
    return laid[first] != KR_NONE;
}

/* Set up game `i` before its first card. If the game continues a record, set it up after the cards that are taken from
 * the record. Return 1 if the game can be played. Otherwise return 0, and set `state` to the reason. */
static int begin(kr_careful_table *t, size_t i)
{
    const size_t which = t->all->which ? t->all->which[i] : 0;
    const kr_record *record = &t->all->record[which];
    t->game = &t->all->game[record->game];
    t->facts = t->all->facts[which];
    t->facts.cards = t->all->after[which];
    t->spoken = t->all->spoken ? t->all->spoken[which] : 0;
    t->doubling = (kr_doubling){.turn = KR_UNSAID};
    if (t->all->doubling) t->doubling = t->all->doubling[which];
    t->stream = kr_random_start(kr_random_base(t->all->seed), t->all->first + i);
    t->has_end = 0;
    t->contra_by = 0;
    memset(t->tricks, 0, sizeof t->tricks);
    if (!contract_fits(t) || !take_hands(t, i)) return 0;
    kr_followed_of(t->game, record, t->all->word, &t->facts, &t->followed);
    drop_words(t);
    return find_holder(t);
}

/* Play a game to its end. Return 1 if it was played. Otherwise return 0, and set `state` to the reason. */
static int play(kr_careful_table *t)
{
    const kr_contract_row *c = &t->game->contract[t->facts.contract];
    t->state = KR_CAREFUL_NOT_SOLVED;
    if (c->goal.kind == KR_KIND_DEALT) {
        const kr_measure m = kr_measure_of(t->game, &t->followed.question);
        for (int seat = 0; seat < KR_SEATS; seat++) t->settlement[seat] = kr_settles(&m, t->contra, seat, 1);
        return 1;
    }
    if (t->game->talon && !t->facts.has_discard && !kr_careful_discard(t)) return 0;
    if (!lay_cards(t)) return 0;
    if (kr_careful_open(t)) return 0;
    for (int i = 0; i < t->facts.cards; i++)
        if (t->facts.card[i].turn == 1 && i) t->tricks[t->facts.card[i].seat]++;
    const kr_position *at = &t->stand[t->holder].at;
    if (t->facts.cards && !at->n_played) t->tricks[at->leader]++;
    const int may_double = t->game->contra == KR_CONTRA_DOUBLES && t->all->flags & KR_CAREFUL_DOUBLES;
    if (may_double && !t->facts.cards && t->followed.question.declarer != KR_NONE && !kr_careful_doubles(t)) return 0;
    for (int seat; (seat = kr_careful_to_play(t)) != KR_NONE;) {
        t->state = KR_CAREFUL_STOPPED;
        if (t->all->stop && *t->all->stop) return 0;
        if (!kr_careful_card(t, seat)) return 0;
    }
    return !kr_careful_settle(t);
}

/* Clear the entries of game i in the columns of the output. */
static void clear(const kr_careful_columns *out, size_t i)
{
    out->cards[i] = out->hundred[i] = out->all[i] = out->contra[i] = out->contra_by[i] = 0;
    out->raiser[i] = KR_NONE;
    out->level[i] = KR_NONE;
    out->discard[i] = 0;
    memset(&out->seat[KR_MAX_CARDS * i], 0, KR_MAX_CARDS);
    memset(&out->card[KR_MAX_CARDS * i], 0, KR_MAX_CARDS);
    memset(&out->settlement[KR_SEATS * i], 0, KR_SEATS * sizeof *out->settlement);
    memset(&out->tricks[KR_SEATS * i], 0, KR_SEATS);
    memset(&out->suits[KR_SEATS * i], 0, KR_SEATS);
    memset(&out->laid[KR_SEATS * i], KR_NONE, KR_SEATS);
}

/* Write a played game to entry i of the columns of the output. */
static void write(const kr_careful_table *t, const kr_careful_columns *out, size_t i)
{
    const kr_words *words = &t->followed.words;
    out->cards[i] = t->facts.cards;
    for (int k = 0; k < t->facts.cards; k++) {
        out->seat[KR_MAX_CARDS * i + (size_t)k] = t->facts.card[k].seat;
        out->card[KR_MAX_CARDS * i + (size_t)k] = t->facts.card[k].card;
    }
    out->hundred[i] = words->hundred;
    out->all[i] = words->all;
    out->contra[i] = (uint8_t)t->contra;
    out->contra_by[i] = (uint8_t)t->contra_by;
    out->raiser[i] = words->raiser;
    out->level[i] = (uint8_t)t->level;
    out->discard[i] = t->facts.has_discard ? t->facts.discard : 0;
    memcpy(&out->settlement[KR_SEATS * i], t->settlement, sizeof t->settlement);
    memcpy(&out->tricks[KR_SEATS * i], t->tricks, sizeof t->tricks);
    memcpy(&out->suits[KR_SEATS * i], words->suits, sizeof words->suits);
    memcpy(&out->laid[KR_SEATS * i], t->followed.laid, sizeof t->followed.laid);
}

/* Check whether the input of a run of games is valid (see kr_careful_play). Return enum kr_status. After an error,
 * `bad` is the index of the invalid item. */
static int check(const kr_careful *all, size_t *bad)
{
    for (*bad = 0; *bad < all->rules; (*bad)++)
        if (!kr_game_fits(&all->game[*bad])) return KR_BAD_TASK;
    for (*bad = 0; *bad < all->records; (*bad)++)
        if (!start_fits(all, *bad)) return KR_BAD_FACTS;
    for (*bad = 0; *bad < KR_SEATS; (*bad)++)
        if (!all->look[*bad] || !all->hands[*bad] != !all->hands[0]) return KR_BAD_BUFFER;
    for (*bad = 0; *bad < all->count; (*bad)++)
        if ((all->which ? all->which[*bad] : 0) >= all->records) return KR_BAD_BUFFER;
    return KR_OK;
}

int kr_careful_play(kr_ctx *ctx, kr_shelf *shelf, const kr_engine *engine, const kr_careful *all, size_t *bad)
{
    kr_careful_table t = {.all = all, .ctx = ctx, .engine = engine};
    const int status = check(all, bad);
    if (status) return status;
    kr_shelf *const own = ctx->shelf;
    if (shelf) ctx->shelf = shelf;
    for (size_t i = 0; i < all->count; i++) {
        clear(&all->out, i);
        if (begin(&t, i) && play(&t)) {
            t.state = KR_CAREFUL_PLAYED;
            write(&t, &all->out, i);
        }
        all->out.state[i] = t.state;
    }
    ctx->shelf = own;
    return KR_OK;
}
