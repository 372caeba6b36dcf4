/* rules.c - answer questions about a row of rules: which seats may bid, and which cards are required or legal. */
#include "rules.h"

#include "bits.h"

#define NATURAL_TEN 3
#define COUPLES KR_EVERY(0x60) /* King and Queen of every suit */

int kr_game_declares(const kr_game_row *game)
{
    for (int i = 0; i < game->contracts; i++) {
        const kr_contract_row *c = &game->contract[i];
        if (c->goal.marriages == KR_DECLARED || (c->has_settles && c->settles.marriages == KR_DECLARED)) return 1;
    }
    return 0;
}

int kr_game_announces(const kr_game_row *game)
{
    for (int i = 0; i < game->contracts; i++) {
        const kr_contract_row *c = &game->contract[i];
        if (kr_announces(&c->goal) || (c->has_settles && kr_announces(&c->settles))) return 1;
    }
    return 0;
}

unsigned kr_may_bid(const kr_game_row *game, const kr_contract_row *contract, int forehand)
{
    const unsigned all = kr_seats_mask(game), own = forehand % 2 ? 0xAu : 0x5u;
    switch (contract->bidders) {
    case KR_BIDDERS_FOREHAND: return 1u << forehand;
    case KR_BIDDERS_FOREHAND_SIDE: return all & own;
    case KR_BIDDERS_OTHER_SIDE: return all & ~own;
    case KR_BIDDERS_NOT_FOREHAND: return all & ~(1u << forehand);
    default: return all;
    }
}

int kr_required_sets(const kr_game_row *game, const kr_contract_row *contract, int trump, uint32_t set[4])
{
    const uint32_t ranks = contract->requires == KR_REQUIRES_MARRIAGE ? COUPLES : game->pack;
    if (contract->requires == KR_REQUIRES_NONE) return 0;
    if (contract->requires == KR_REQUIRES_TRUMPS && trump != KR_NO_TRUMP) {
        set[0] = ranks & KR_SUIT(trump);
        return 1;
    }
    for (int suit = 0; suit < 4; suit++) set[suit] = ranks & KR_SUIT(suit);
    return 4;
}

int kr_holds_required(const kr_game_row *game, const kr_contract_row *contract, uint32_t hand, int trump)
{
    uint32_t set[4] = {0, 0, 0, 0};
    kr_required_sets(game, contract, trump, set);
    return kr_holds_one(set, hand);
}

int kr_partner_of(const kr_contract_row *contract, int first, int holder)
{
    if (contract->party == KR_PARTY_OPPOSITE) return (first + 2) & 3;
    return contract->party == KR_PARTY_CALLED && holder != first ? holder : KR_NONE;
}

int kr_played_order(const kr_contract_row *contract, int called)
{
    if (contract->order != KR_ORDER_KT) return contract->order;
    if (called < 0) return KR_NONE;
    return (called & 7) == NATURAL_TEN ? KR_ORDER_T : KR_ORDER_K;
}

int kr_called_trump(const kr_game_row *game, const kr_contract_row *contract, int called)
{
    return game->called_trump && contract->trump ? called >> 3 : KR_NO_TRUMP;
}

uint32_t kr_naming_cards(const kr_game_row *game, int trump)
{
    return game->names_trump && trump != KR_NO_TRUMP ? game->pack & KR_SUIT(trump) : game->pack;
}

unsigned kr_playing_seats(const kr_game_row *game, const kr_question *q)
{
    unsigned seats = kr_seats_mask(game);
    if (game->contract[q->contract].sits_out && q->declarer != KR_NONE) seats &= ~(1u << ((q->declarer + 2) & 3));
    return seats;
}

int kr_next_seat(unsigned seats, int seat)
{
    do seat = (seat + 1) & 3;
    while (!(seats >> seat & 1));
    return seat;
}

/* Return the mask of all cards that beat a card. The mask may contain cards that are not in the pack. */
static uint32_t beating(const kr_game_row *game, const kr_question *q, int card)
{
    const uint8_t *strength = game->strength[q->order];
    const int suit = card >> 3;
    uint32_t cards = q->trump != KR_NO_TRUMP && q->trump != suit ? KR_SUIT(q->trump) : 0;
    for (int rank = 0; rank < 8; rank++)
        if (strength[rank] > strength[card & 7]) cards |= KR_BIT(8 * suit + rank);
    return cards;
}

uint32_t kr_legal_cards(const kr_game_row *game, const kr_question *q, uint32_t hand, const uint8_t *trick, int played,
                        int *best)
{
    *best = 0;
    if (!played) return hand;
    for (int i = 1; i < played; i++)
        if (beating(game, q, trick[*best]) >> trick[i] & 1) *best = i;
    const uint32_t trump = q->trump == KR_NO_TRUMP ? 0 : KR_SUIT(q->trump);
    return kr_legal_by(game->must_trump, game->must_beat, trump, hand, KR_SUIT(trick[0] >> 3),
                       beating(game, q, trick[*best]));
}

int kr_seats_in_turn(const kr_game_row *game, const kr_question *q, const uint8_t *card, size_t cards, uint8_t *seat)
{
    const unsigned playing = kr_playing_seats(game, q);
    const int players = kr_count(playing);
    uint8_t order[KR_SEATS];
    int played = 0;
    seat[0] = q->leader;
    for (size_t i = 0; i < cards; i++) {
        order[played++] = seat[i];
        if (played < players) {
            seat[i + 1] = (uint8_t)kr_next_seat(playing, seat[i]);
            continue;
        }
        int best;
        kr_legal_cards(game, q, 0, &card[i + 1 - (size_t)players], players, &best);
        seat[i + 1] = order[best];
        played = 0;
    }
    return players;
}

uint8_t kr_doubling_seats(const kr_game_row *game, int declarer, int contras)
{
    uint8_t side = 0;
    if (game->contra != KR_CONTRA_DOUBLES || contras >= game->most_contra) return 0;
    for (int seat = 0; seat < game->seats; seat++) {
        const int is_own = (seat - declarer) % 2 == 0;
        if (is_own == contras % 2) side |= (uint8_t)(1u << seat);
    }
    return side;
}
