/* questions.c - list the questions of a game, and find the deals to which each question applies. A question is a
 * contract with certain seats, trump and order of rank. */
#include "questions.h"

#include "bits.h"

/* A list that is being filled with questions. `out` has memory for `room` questions. Further questions are counted in
 * `count`, but not written. */
typedef struct list {
    kr_question *out;
    size_t count, room;
} list;

static void add(list *to, kr_question question)
{
    if (to->count < to->room) to->out[to->count] = question;
    to->count++;
}

/* Write the trump suits that a contract can have (KR_NO_TRUMP: no trump). Return how many entries were written. */
static int trumps_of(const kr_game_row *game, const kr_contract_row *c, uint8_t out[5])
{
    int count = 0;
    if (game->calibration || !c->trump) out[count++] = KR_NO_TRUMP;
    for (uint8_t suit = 0; suit < 4 && c->trump; suit++) out[count++] = suit;
    return count;
}

/* Write the seats that can be the declarer's partner (KR_NONE: no partner). Return how many entries were written. */
static int partners_of(const kr_game_row *game, const kr_contract_row *c, int declarer, uint8_t out[4])
{
    int count = 0;
    if (c->party == KR_PARTY_OPPOSITE) out[count++] = (uint8_t)((declarer + 2) & 3);
    for (int place = 1; place < 4 && c->party == KR_PARTY_CALLED; place++) out[count++] = (uint8_t)((declarer + place) & 3);
    if (c->party == KR_PARTY_ALONE || (c->party == KR_PARTY_CALLED && game->call_own)) out[count++] = KR_NONE;
    return count;
}

/* Write the orders of rank (enum kr_order) that a contract can have. Return how many entries were written. */
static int orders_of(const kr_contract_row *c, uint8_t out[2])
{
    out[0] = c->order == KR_ORDER_KT ? KR_ORDER_K : c->order;
    out[1] = KR_ORDER_T;
    return c->order == KR_ORDER_KT ? 2 : 1;
}

/* Add all questions for the contract with the index `number`, a certain leader and a single declarer. `first` is the
 * declarer, or the leader if the contract has no declarer. */
static void add_of_one(list *to, const kr_game_row *game, int number, uint8_t leader, uint8_t first)
{
    const kr_contract_row *c = &game->contract[number];
    uint8_t trump[5], partner[4], order[2];
    const int trumps = trumps_of(game, c, trump), partners = partners_of(game, c, first, partner);
    const int orders = orders_of(c, order);
    kr_question q = {.contract = (uint8_t)number, .declarer = first, .leader = leader, .second = KR_NONE};
    if (c->makeable_at == KR_NO_LEAST) q.declarer = KR_NONE;
    for (int t = 0; t < trumps; t++) {
        for (int p = 0; p < partners; p++) {
            for (int o = 0; o < orders; o++) {
                q.trump = trump[t];
                q.partner = partner[p];
                q.order = order[o];
                add(to, q);
            }
        }
    }
}

/* Add all questions for the contract with the index `number` and two declarers. There is one question for each ordered
 * pair of seats. */
static void add_of_two(list *to, const kr_game_row *game, int number)
{
    uint8_t order[2];
    orders_of(&game->contract[number], order);
    for (uint8_t first = 0; first < game->seats; first++) {
        for (uint8_t second = 0; second < game->seats; second++) {
            if (second == first) continue;
            add(to, (kr_question){.contract = (uint8_t)number, .declarer = first, .leader = first, .second = second,
                                  .partner = KR_NONE, .trump = KR_NO_TRUMP, .order = order[0]});
        }
    }
}

size_t kr_list_questions(const kr_game_row *game, int selfish, size_t room, kr_question *out, uint32_t *callable)
{
    list to = {.out = out, .room = room};
    for (int number = 0; number < game->contracts; number++) {
        const kr_contract_row *c = &game->contract[number];
        if (c->goal.kind == KR_KIND_MOST && !selfish) continue;
        const int by_forehand = c->makeable_at != KR_NO_LEAST && c->leads == KR_LEADS_FOREHAND;
        for (uint8_t leader = 0; leader < game->seats; leader++) {
            const unsigned firsts = by_forehand ? kr_may_bid(game, c, leader) : 1u << leader;
            for (uint8_t first = 0; first < game->seats; first++)
                if (firsts >> first & 1) add_of_one(&to, game, number, leader, first);
        }
        if (c->second && selfish) add_of_two(&to, game, number);
    }
    for (size_t i = 0; i < to.count && i < room; i++) callable[i] = kr_callable(game, &out[i]);
    return to.count;
}

uint32_t kr_callable(const kr_game_row *game, const kr_question *q)
{
    const kr_contract_row *c = &game->contract[q->contract];
    uint32_t cards = 0;
    if (c->party != KR_PARTY_CALLED || q->second != KR_NONE) return 0;
    for (uint32_t rest = game->pack; rest; rest &= rest - 1) {
        const int card = kr_low(rest), trump = kr_called_trump(game, c, card);
        if (kr_played_order(c, card) != q->order) continue;
        if (trump == KR_NO_TRUMP || trump == q->trump) cards |= KR_BIT(card);
    }
    return cards;
}

kr_row kr_row_of(const kr_game_row *game, const kr_question *q)
{
    kr_row row = {.callable = kr_callable(game, q), .bidder = (uint8_t)kr_first(q)};
    row.holder = q->partner == KR_NONE ? row.bidder : q->partner;
    kr_required_sets(game, &game->contract[q->contract], q->trump, row.required);
    return row;
}

int kr_auction_leads_to(const kr_game_row *game, const kr_question *q, int forehand)
{
    const kr_contract_row *c = &game->contract[q->contract];
    if (forehand == KR_NONE) return c->bidders == KR_BIDDERS_ANY && c->leads != KR_LEADS_FOREHAND;
    if (q->declarer == KR_NONE || (c->leads == KR_LEADS_FOREHAND && q->leader != forehand)) return 0;
    return (int)(kr_may_bid(game, c, forehand) >> q->declarer & 1);
}
