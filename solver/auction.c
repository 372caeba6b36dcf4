/* auction.c - make the calls of an auction one after another, and check each call against the rules of the game
 * (RULINGS).
 */
#include "auction.h"

#include <string.h>

/* Write the arguments of a problem (enum kr_problem_code) to `arg`, and return the code of the problem. */
static int fail(int32_t arg[4], int code, int a, int b, int c)
{
    arg[0] = a;
    arg[1] = b;
    arg[2] = c;
    arg[3] = 0;
    return code;
}

/* Return the contract of the highest bid so far; NULL if there is no bid. */
static const kr_contract_row *standing(const kr_auction *a) { return a->contract < 0 ? NULL : &a->game->contract[a->contract]; }

void kr_auction_begin(kr_auction *a, const kr_game_row *game, const uint32_t hands[4], uint8_t known, int named, int first)
{
    memset(a, 0, offsetof(kr_auction, call));
    a->game = game;
    memcpy(a->hands, hands, sizeof a->hands);
    a->known = known;
    a->named = (int8_t)named;
    a->first = a->turn = (int8_t)first;
    a->contract = a->declarer = a->trump = a->second = KR_UNSAID;
    a->active = (uint8_t)kr_seats_mask(game);
}

int kr_barred(const kr_game_row *game, int contract, int seat, int forehand, const uint32_t hands[4], unsigned known,
              int trump)
{
    const kr_contract_row *c = &game->contract[contract];
    if (forehand >= 0 && !(kr_may_bid(game, c, forehand) >> seat & 1)) return KR_CALL_MAY_NOT;
    if (!(known >> seat & 1)) return KR_GOOD;
    return kr_holds_required(game, c, hands[seat], trump < 0 ? KR_NO_TRUMP : trump) ? KR_GOOD : KR_CALL_WITHOUT;
}

/* Record a call, and give the turn to the next seat that has not passed. */
static int record_call(kr_auction *a, int call, int suit, int32_t arg[4])
{
    if (a->calls >= KR_MAX_CALLS) return fail(arg, KR_AUCTION_TOO_LONG, 0, 0, 0);
    kr_fact_call *made = &a->call[a->calls++];
    *made = (kr_fact_call){.seat = a->turn, .call = (int8_t)call, .suit = (int8_t)suit};
    const int seats = a->game->seats;
    int next = (a->turn + 1) % seats;
    for (int i = 1; i <= seats; i++) {
        const int seat = (a->turn + i) % seats;
        if (!(a->active >> seat & 1)) continue;
        next = seat;
        break;
    }
    a->turn = (int8_t)next;
    /* The bidding is over when all seats but the declarer have passed. If a second declarer has joined (in the contract
     * Bettler), the bidding goes on until the first declarer has called once more. In games in which each seat bids
     * only once, the bidding is over after one call of each seat. */
    const int alone = a->declarer >= 0 && a->second < 0 && !(a->active & ~(1u << a->declarer));
    if (a->over || !(alone || (a->game->bids_once && a->calls >= seats))) return KR_GOOD;
    a->over = 1;
    a->doublers = kr_doubling_seats(a->game, a->declarer < 0 ? a->first : a->declarer, 0);
    return KR_GOOD;
}

/* Return 1 if the dealer must bid now, else 0. In some games the dealer must bid once all seats have passed in all
 * rounds (RULINGS: anrufen, all_pass). */
static int dealer_must_bid(const kr_auction *a)
{
    return a->game->dealer_bids && a->declarer < 0 && a->rounds == a->game->rounds;
}

/* Record a pass of the seat whose turn it is. Usually a seat that has passed makes no more calls. There are two
 * exceptions. The seat with the highest bid may call again. If all seats have passed and the rules allow another round,
 * all seats may call again. */
static int pass(kr_auction *a, int32_t arg[4])
{
    const kr_game_row *g = a->game;
    const int seat = a->turn;
    if (dealer_must_bid(a)) return fail(arg, KR_CALL_DEALER_MUST, seat, a->rounds, 0);
    a->doublers &= (uint8_t)~(1u << seat);
    if (!g->bids_once && seat != a->declarer) a->active &= (uint8_t)~(1u << seat);
    const int code = record_call(a, KR_CALL_PASS, KR_UNSAID, arg);
    if (code || g->bids_once) return code;
    if (seat == a->declarer) {
        /* The seat with the highest bid passes. If a second declarer has joined this bid, the pass was the last call,
         * so the bidding is over. Otherwise the bidding goes on, because in Anrufen a seat whose equal bid lost the tie
         * may bid higher. */
        a->over = a->second >= 0;
    } else if (a->declarer < 0 && !a->active) {
        a->rounds++;
        if (a->rounds < g->rounds) {
            a->active = (uint8_t)kr_seats_mask(g);
        } else if (g->dealer_bids) {
            a->turn = (int8_t)((a->first + g->seats - 1) % g->seats);
            a->active = (uint8_t)(1u << a->turn);
        } else {
            a->over = 1;
        }
    }
    return KR_GOOD;
}

static int bid(kr_auction *a, int contract, int suit, int32_t arg[4])
{
    const kr_game_row *g = a->game;
    const kr_contract_row *c = &g->contract[contract], *high = standing(a);
    const int seat = a->turn;
    if (!c->rank) return fail(arg, KR_CALL_NOT_BIDDABLE, contract, 0, 0);
    const int barred = kr_barred(g, contract, seat, a->first, a->hands, a->known, a->named);
    if (barred) return fail(arg, barred, seat, contract, barred == KR_CALL_MAY_NOT ? c->bidders : c->requires);
    int stands = 1;
    if (high && high->rank) {
        const int tie = c->rank == high->rank && g->ties;
        if (c->rank <= high->rank && !tie) {
            const int joins = contract == a->contract && c->second && a->second < 0 && seat != a->declarer;
            return fail(arg, joins ? KR_CALL_NOT_HIGHER_MIT : KR_CALL_NOT_HIGHER, contract, a->contract, 0);
        }
        if (tie && (a->lost_rank[seat] >= c->rank || seat == a->declarer))
            return fail(arg, KR_CALL_ONLY_HIGHER, seat, a->contract, 0);
        if (tie && c->trump && (a->trump < 0 || suit < 0)) return fail(arg, KR_CALL_NAMES_TRUMP, contract, 0, 0);
        if (tie) { /* The bids are equal. The bid whose suit has the lower `tie_place` becomes the highest bid. If both
                    * bids have the same suit, or the contract has no trump, the earlier bid remains the highest. */
            stands = c->trump && g->tie_place[suit] < g->tie_place[a->trump];
            a->lost_rank[stands ? a->declarer : seat] = c->rank;
        }
    }
    if (stands) {
        a->contract = (int8_t)contract;
        a->declarer = (int8_t)seat;
        a->trump = (int8_t)suit;
        a->second = KR_UNSAID;
    }
    return record_call(a, contract, suit, arg);
}

static int join(kr_auction *a, int32_t arg[4])
{
    const kr_contract_row *high = standing(a);
    const int seat = a->turn;
    int joinable = 0;
    for (int i = 0; i < a->game->contracts; i++) joinable |= a->game->contract[i].second != 0;
    if (!joinable) return fail(arg, KR_CALL_NO_SECOND, 0, 0, 0);
    if (!high || !high->second) return fail(arg, KR_CALL_NONE_TO_JOIN, seat, 0, 0);
    if (a->second >= 0) return fail(arg, KR_CALL_JOINED, seat, a->second, 0);
    if (seat == a->declarer) return fail(arg, KR_CALL_JOINS_OWN, seat, a->contract, 0);
    a->second = (int8_t)seat;
    return record_call(a, KR_CALL_SECOND, KR_UNSAID, arg);
}

/* Make a doubling call: Contra by the declarer's opponents, Recontra by the declarer's side, or Subcontra by the
 * opponents. */
static int double_stake(kr_auction *a, int call, int32_t arg[4])
{
    const kr_game_row *g = a->game;
    const int expected = KR_CALL_CONTRA - a->contras;
    if (g->contra != KR_CONTRA_DOUBLES)
        return fail(arg, KR_CALL_CONTRA - call < g->most_contra ? KR_DOUBLE_IN_ANNOUNCE : KR_DOUBLE_NOT_A_CALL, call, 0, 0);
    if (!a->over) return fail(arg, KR_DOUBLE_TOO_EARLY, call, 0, 0);
    if (a->contras == g->most_contra) return fail(arg, KR_DOUBLE_AFTER, call, expected + 1, 0);
    if (call != expected) return fail(arg, KR_DOUBLE_OTHER, call, expected, 0);
    /* Give the turn to the next seat that may double now. */
    const int declarer = a->declarer < 0 ? a->first : a->declarer;
    while (!(kr_doubling_seats(g, declarer, a->contras) >> a->turn & 1)) a->turn = (int8_t)((a->turn + 1) % g->seats);
    a->contras++;
    a->doublers = kr_doubling_seats(g, declarer, a->contras);
    return record_call(a, call, KR_UNSAID, arg);
}

int kr_auction_take(kr_auction *a, int call, int suit, int32_t arg[4])
{
    if (call <= KR_CALL_CONTRA) return double_stake(a, call, arg);
    if (call == KR_CALL_ALL_PASS) {
        if (a->over) return fail(arg, KR_CALL_NOBODY_LEFT, 0, 0, 0);
        do {
            const int code = pass(a, arg);
            if (code) return code;
        } while (!a->over && !dealer_must_bid(a));
        return KR_GOOD;
    }
    if (a->over && !a->game->bids_once) return fail(arg, KR_CALL_AUCTION_OVER, call, 0, 0);
    if (a->over && (call != KR_CALL_PASS || a->calls >= 4 * a->game->seats)) return fail(arg, KR_CALL_ONE_ROUND, call, 0, 0);
    if (call == KR_CALL_PASS) return pass(a, arg);
    return call == KR_CALL_SECOND ? join(a, arg) : bid(a, call, suit, arg);
}

uint32_t kr_auction_allowed(const kr_auction *a)
{
    uint32_t allowed = 0;
    int32_t arg[4];
    for (int call = KR_CALL_SECOND; call < a->game->contracts; call++) {
        kr_auction tried = *a;
        if (kr_auction_take(&tried, call, KR_UNSAID, arg)) continue;
        allowed |= call == KR_CALL_PASS ? KR_ALLOWS_PASS : call == KR_CALL_SECOND ? KR_ALLOWS_SECOND : 1u << call;
    }
    return allowed;
}

uint32_t kr_auction_bids(const kr_auction *a, int seat, int suit)
{
    uint32_t bids = 0;
    int32_t arg[4];
    for (int contract = 0; contract < a->game->contracts; contract++) {
        kr_auction tried = *a;
        tried.turn = (int8_t)seat;
        if (kr_auction_take(&tried, contract, suit, arg)) continue;
        if (tried.contract == contract && tried.declarer == seat) bids |= 1u << contract;
    }
    return bids;
}

int kr_auction_passed(const kr_auction *a, int seat)
{
    kr_auction tried = *a;
    int32_t arg[4];
    tried.turn = (int8_t)seat;
    if (kr_auction_take(&tried, KR_CALL_PASS, KR_UNSAID, arg)) return KR_UNSAID;
    if (!tried.over) kr_auction_take(&tried, KR_CALL_ALL_PASS, KR_UNSAID, arg);
    kr_auction_end(&tried);
    return tried.declarer == seat ? tried.contract : KR_UNSAID;
}

void kr_auction_end(kr_auction *a)
{
    const kr_game_row *g = a->game;
    if (g->bids_once) {
        if (a->over && a->declarer < 0) {
            a->contract = 0;
            a->declarer = a->first;
        }
    } else if (a->declarer < 0 && a->over) {
        a->contract = g->passed_out == KR_NONE ? KR_UNSAID : (int8_t)g->passed_out;
    } else if (a->declarer >= 0 && !a->over) {
        a->over = 1;
        for (int i = 0; i < g->contracts; i++)
            if (g->contract[i].rank && g->contract[i].bidders != KR_BIDDERS_FOREHAND) a->over = 0;
    }
}
