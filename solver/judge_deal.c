/* judge_deal.c - check the hands, the talon and the discard of a record. All cards must be in the pack, no card may
 * occur twice, and each part must have the right number of cards.
 */
#include "draft.h"

#include "bits.h"

#include <string.h>

/* Check the tag Deal. All cards must be in the pack, and no card may occur twice. All hands must have the same number
 * of cards, and the game must allow this number. If the deal has no error, write it to the facts. */
static void judge_hands(kr_draft *d)
{
    const kr_game_row *g = d->game;
    const kr_record *r = d->record;
    const int before = d->errors, seats = g->seats;
    int32_t sizes[4] = {-1, -1, -1, -1};
    int sized = 0, unequal = 0, first_sized = 0;
    uint32_t seen[4] = {0, 0, 0, 0};
    for (int i = 0; i < seats; i++) {
        const int seat = (r->deal + i) % seats, errors = d->errors;
        const uint32_t hand = r->hands[seat];
        if (!(r->known >> seat & 1)) continue;
        for (uint32_t rest = hand; rest; rest &= rest - 1) {
            const int card = kr_low(rest);
            int owner = KR_UNSAID;
            for (int s = 3; s >= 0; s--)
                if (seen[s] >> card & 1) owner = s;
            if (!(g->pack >> card & 1))
                kr_fail(d, KR_AT_HAND_CARD, seat * 32 + card, KR_HAND_NOT_IN_PACK, seat, card, 0);
            else if (owner >= 0)
                kr_fail(d, KR_AT_HAND_CARD, seat * 32 + card, KR_HAND_HELD_TOO, seat, card, owner);
            if (owner < 0) seen[seat] |= KR_BIT(card);
        }
        if (d->errors > errors || r->ill_hands >> seat & 1) continue;
        const int size = kr_count(hand);
        if (!sized) first_sized = seat;
        if (sized && size != (sizes[0] & 255)) unequal = 1;
        sizes[sized++] = seat * 256 + size;
    }
    for (int i = 0; i < sized; i++) {
        const int seat = sizes[i] >> 8, size = sizes[i] & 255;
        if (size > g->size || size < (g->endings ? 1 : g->size)) kr_fail(d, KR_AT_HAND, seat, KR_HAND_SIZE, seat, size, 0);
    }
    if (g->endings && unequal) kr_note(d, KR_ERROR, KR_AT_HAND, first_sized, KR_HANDS_UNEQUAL, sizes);
    if (d->errors > before || r->ill_hands || r->ill & KR_ILL_DEAL) return;
    kr_facts *f = d->facts;
    f->has_deal = 1;
    memcpy(f->hands, r->hands, sizeof f->hands);
    f->known = (uint8_t)(r->known | (0xF & ~kr_seats_mask(g)));
    /* If exactly one hand is unknown and the other hands are full, the unknown hand is the rest of the pack. */
    const unsigned unknown = 0xFu & ~f->known;
    uint32_t rest = g->pack;
    if (kr_count(unknown) != 1) return;
    for (int seat = 0; seat < 4; seat++) {
        if (unknown >> seat & 1) continue;
        if (kr_count(f->hands[seat]) != g->size) return;
        rest &= ~f->hands[seat];
    }
    if (kr_count(rest) != g->size) return;
    f->hands[kr_low(unknown)] = rest;
    f->known = 0xF;
}

/* Derive the deal from the cards played, if the game has no talon and all cards were played. */
static void deal_from_play(kr_draft *d)
{
    const kr_record *r = d->record;
    const int seats = d->game->seats;
    uint32_t hands[4] = {0, 0, 0, 0}, all = 0;
    if (r->play < 0 || d->game->talon || r->flags & KR_PLAY_OPEN) return;
    if (r->cells != (uint32_t)(d->game->size * seats)) return;
    for (uint32_t i = 0; i < r->cells; i++) {
        if (d->cell[i] < 0 || !((d->game->pack & ~all) >> d->cell[i] & 1)) return;
        all |= KR_BIT(d->cell[i]);
        hands[((uint32_t)r->play + i) % (uint32_t)seats] |= KR_BIT(d->cell[i]);
    }
    d->facts->has_deal = 1;
    d->facts->known = 0xF;
    memcpy(d->facts->hands, hands, sizeof hands);
}

/* Check the talon, or the discard if `is_discard` is 1. `pile` is the mask of the cards of the talon or discard. `has`
 * is the value of kr_record.has_talon or has_discard. Return 1 if the pile is known, belongs to the pack, and has the
 * right number of cards; else 0. */
static int judge_pile(kr_draft *d, int has, uint32_t pile, int is_discard)
{
    const int before = d->errors;
    const int ill = d->record->ill & (is_discard ? KR_ILL_DISCARD : KR_ILL_TALON);
    for (uint32_t rest = pile & ~d->game->pack; rest; rest &= rest - 1) {
        const int card = kr_low(rest);
        kr_fail(d, is_discard ? KR_AT_DISCARD_CARD : KR_AT_TALON_CARD, card, KR_CARD_NOT_IN_PACK, card, 0, 0);
    }
    if (has != 1 || ill || d->errors > before) return 0;
    if (kr_count(pile) == d->game->talon) return 1;
    kr_fail(d, is_discard ? KR_AT_DISCARD : KR_AT_TALON, 0, KR_PILE_SIZE, is_discard, kr_count(pile), 0);
    return 0;
}

static void judge_piles(kr_draft *d)
{
    const kr_record *r = d->record;
    kr_facts *f = d->facts;
    if (!d->game->talon) {
        if (r->has_talon == 1)
            kr_fail(d, KR_AT_TALON, 0, KR_NO_TALON, 0, 0, 0);
        else if (r->has_discard == 1)
            kr_fail(d, KR_AT_DISCARD, 0, KR_NO_TALON, 0, 0, 0);
        return;
    }
    int known = judge_pile(d, r->has_talon, r->talon, 0);
    f->has_discard = (uint8_t)judge_pile(d, r->has_discard, r->discard, 1);
    f->discard = f->has_discard ? r->discard : 0;
    f->talon = known ? r->talon : 0;
    if (!f->has_deal) return;
    if (r->has_talon != 1 && f->known == 0xF) {
        f->talon = d->game->pack & ~(f->hands[0] | f->hands[1] | f->hands[2] | f->hands[3]);
        known = 1;
    }
    for (uint32_t rest = r->has_talon == 1 ? r->talon : 0; rest; rest &= rest - 1) {
        const int holder = kr_holder(d, kr_low(rest));
        if (holder < 0) continue;
        kr_fail(d, KR_AT_TALON_CARD, kr_low(rest), KR_TALON_HELD, kr_low(rest), holder, 0);
        f->talon = 0;
        known = 0;
    }
    f->has_talon = (uint8_t)known;
}

void kr_judge_deal(kr_draft *d)
{
    const int deal = d->record->deal;
    if (deal >= 0)
        judge_hands(d);
    else if (kr_says_nothing(deal))
        deal_from_play(d);
    if (deal == KR_ABSENT && !d->facts->has_deal && !(d->record->ill & KR_ILL_BLOCK))
        kr_fail(d, KR_AT_DEAL, 0, KR_DEAL_MISSING, 0, 0, 0);
    judge_piles(d);
}
