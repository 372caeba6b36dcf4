/* tricks_search.h - the search of tricks.c. This file is a template: tricks.c includes it once for play with trumps and
 * once for play without.
 *
 * A result has 64 bits. Bit 32 (WON) is set if the leader's side can force the tricks that it needs. The low 32 bits
 * are the mask of the deciding cards. The deciding cards of a suit are all cards from some rank upwards, or none. All
 * positions with the same suit lengths and the same owners of the deciding cards have the same result. So one entry of
 * the table serves all these positions.
 *
 * The including file defines TRUMP as 1 for play with trumps and 0 for play without. The trump suit is always suit 3.
 * The including file also defines V(name), which adds the variant to a name.
 *
 * Many functions share parameters. `n` is the number of cards in each hand. `need` is the number of tricks that the
 * leader's side needs, including the trick in progress. `trick` is the mask of the cards on the table, `led` the suit
 * led, `best` the best card so far, and `winner` the seat that played it. `k` says how many cards lie on the table.
 */

#include "tricks_bounds.h"

static uint64_t V(lead)(kr_tricks_ctx *x, int leader, int n, int need);
static uint64_t V(third)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led);
static uint64_t V(fourth)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led);

/* Count a complete trick for its winner, and search from the next trick on. Return the result of the search. */
static inline uint64_t V(finish)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick)
{
    uint32_t decided = 0, rivals = trick & KR_SUIT(best >> 3);
    if (rivals & (rivals - 1))
        decided = kr_from(best);
    uint64_t flip = (winner ^ leader) & 1 ? WON : 0;
    int want = flip ? n - need : need - 1;
    uint64_t r = want <= 0 ? WON : want >= n ? 0 : V(lead)(x, winner, n - 1, want);
    return (r ^ flip) | decided;
}

/* Return the first card to try for a player who follows suit. Usually this is the lowest legal card. But if the player
 * can win the trick, and the partner will not win it, try the lowest card that is high enough to win. */
static inline int V(first_choice)(const kr_tricks_ctx *x, int leader, int k, uint32_t legal, int led, int best,
                                  int winner)
{
    int seat = (leader + k) & 3;
    uint32_t suit = KR_SUIT(led), beating = best >> 3 == led ? legal & kr_from(best) : 0;
    bool partner_wins = k > 1 && !((winner ^ seat) & 1);
    if (!beating)
        return kr_low(legal);
    uint32_t next = x->hand[(seat + 1) & 3], over = next & suit & kr_from(best);
    if (k == 3 || (TRUMP && !(next & suit) && next >> 24)) /* this is the last player, or the next player can ruff: it
                                                            * is void in the suit led and has trumps */
        return kr_low(partner_wins ? legal : beating);
    if (partner_wins && !over)
        return kr_low(legal);
    int high = over ? kr_high(over) : best;
    if (k == 1 && x->hand[seat ^ 2] & suit & kr_from(high))
        return kr_low(legal);
    uint32_t sure = legal & kr_from(high);
    return kr_low(sure ? sure : legal);
}

/* Return the first card to try for a player who cannot follow suit. `left` is the mask of the cards to try. If the
 * player has trumps, return the lowest trump that beats the best card so far, unless the partner seems to win the
 * trick. If the player has no trumps, return the discard that last proved best. In all other cases return the card with
 * the lowest number. */
static inline int V(first_discard)(const kr_tricks_ctx *x, int seat, int n, int k, uint32_t left, int led, int best,
                                   int winner)
{
    if (TRUMP && left >> 24) {
        bool partner_wins = k > 1 && !((winner ^ seat) & 1);
        if (k == 2 && (x->hand[(seat + 1) & 3] & KR_SUIT(led)) > 1u << best)
            partner_wins = false;
        uint32_t over = left & (best >> 3 == 3 ? kr_from(best) : KR_SUIT(3));
        return kr_low(over && !partner_wins ? over : left);
    }
    uint32_t killer = x->discard_killer[n][seat] & left;
    return kr_low(killer ? killer : left);
}

/* Let the k-th player after the leader put the card `played` on the table, and search from there. `wins` is true if
 * this card beats the best card so far. Return the result. */
static inline __attribute__((always_inline)) uint64_t
V(put)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led, int k, int played,
       bool wins)
{
    int seat = (leader + k) & 3;
    uint32_t bit = 1u << played;
    uint64_t length_unit = (uint64_t)1 << (16 * seat + 4 * (played >> 3)), r;
    x->hand[seat] ^= bit;
    x->lengths -= length_unit;
    best = wins ? played : best;
    winner = wins ? seat : winner;
    if (k == 3)
        r = V(finish)(x, leader, n, need, best, winner, trick | bit);
    else if (k == 2)
        r = V(fourth)(x, leader, n, need, best, winner, trick | bit, led);
    else
        r = V(third)(x, leader, n, need, best, winner, trick | bit, led);
    x->hand[seat] ^= bit;
    x->lengths += length_unit;
    return r;
}

/* Let the k-th player after the leader (k is 1 to 3) try all cards that make a difference. Return the result. */
static inline __attribute__((always_inline)) uint64_t
V(follow)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led, int k)
{
    int seat = (leader + k) & 3;
    uint32_t hand = x->hand[seat];
    uint32_t legal = hand & KR_SUIT(led);
    if (!legal)
        legal = hand;
    if (!(legal & (legal - 1))) { /* a player with a single legal card has no choice, so the card is not added to the
                                   * deciding cards */
        int card = kr_low(legal);
        bool wins = card >> 3 == best >> 3 ? card > best : TRUMP && card >> 3 == 3;
        return V(put)(x, leader, n, need, best, winner, trick, led, k, card, wins);
    }
    uint32_t others = (x->hand[0] | x->hand[1] | x->hand[2] | x->hand[3] | 1u << best) & ~hand;
    uint32_t left = legal & ~kr_upper_neighbours(hand, hand | others);
    uint64_t goal = k & 1 ? 0 : WON;
    uint32_t decided = 0;
    bool follows = legal & KR_SUIT(led);
    int card = kr_low(left);
    if (left & (left - 1)) {
        if (!follows)
            card = V(first_discard)(x, seat, n, k, left, led, best, winner);
        else
            card = V(first_choice)(x, leader, k, legal, led, best, winner);
        if (!(left >> card & 1)) /* `left` has only the lowest card of each run of equivalent cards, so take the lowest
                                  * card of the run of `card` */
            card = kr_high(left & ((1u << card) - 1));
    }
    for (;;) {
        uint32_t above = others & kr_from(card);
        uint32_t run = hand & kr_from(card) & ((above & -above) - 1);
        bool wins = card >> 3 == best >> 3 ? card > best : TRUMP && card >> 3 == 3;
        int played = wins ? kr_high(run) : card;
        uint64_t r = V(put)(x, leader, n, need, best, winner, trick, led, k, played, wins);
        if ((r & WON) == goal) {
            if (!follows)
                x->discard_killer[n][seat] = 1u << card;
            return r;
        }
        uint32_t d = (uint32_t)r;
        left &= ~(1u << card);
        if (!(d & run)) /* the rank of this card did not matter. So skip the other cards of its suit that are not
                         * deciding cards, because they have the same result */
            left &= ~(KR_SUIT(card >> 3) & ~d);
        else if (run & ~d)
            d |= kr_from(card);
        decided |= d;
        if (!left)
            return (goal ^ WON) | decided;
        card = kr_low(left);
    }
}

static uint64_t V(fourth)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led)
{
    return V(follow)(x, leader, n, need, best, winner, trick, led, 3);
}

static uint64_t V(third)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led)
{
    return V(follow)(x, leader, n, need, best, winner, trick, led, 2);
}

static uint64_t V(second)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led)
{
    return V(follow)(x, leader, n, need, best, winner, trick, led, 1);
}

/* Play the last trick and return the result. */
static inline uint64_t V(last)(const kr_tricks_ctx *x, int leader)
{
    int winner = kr_last_taker(x->hand, TRUMP ? KR_SUIT(3) : 0, leader), best = kr_low(x->hand[winner]);
    uint32_t rivals = (x->hand[0] | x->hand[1] | x->hand[2] | x->hand[3]) & KR_SUIT(best >> 3);
    return ((winner ^ leader) & 1 ? 0 : WON) | (rivals & (rivals - 1) ? kr_from(best) : 0);
}

/* Return the most promising lead. `left` is the mask of the leads not tried yet. It has only the lowest card of each
 * run of equivalent cards. `others` is the mask of all cards outside the leader's hand. */
static inline int V(pick_lead)(const kr_tricks_ctx *x, int leader, uint32_t left, uint32_t others)
{
    const lead_weights *w = &weights[TRUMP];
    uint32_t hand = x->hand[leader], next = x->hand[(leader + 1) & 3];
    uint32_t mate = x->hand[leader ^ 2], prev = x->hand[(leader + 3) & 3];
    unsigned trumps = TRUMP ? who(mate >> 24, next >> 24, prev >> 24) : 0;
    int best = INT_MIN, best_card = 0;
    for (uint32_t rest = left; rest;) {
        int s = kr_low(rest) >> 3, first, second;
        uint32_t suit = KR_SUIT(s), cards = left & suit;
        rest &= ~suit;
        top_owners(x, (hand | others) & suit, leader, &first, &second);
        unsigned voids = 7 ^ who(mate & suit, next & suit, prev & suit);
        int score = w->tops[first][second] + w->voids[voids];
        if (TRUMP && s == 3)
            score += w->trumps[first];
        else if (TRUMP)
            score += w->ruffs[voids & trumps] + (hand >> 24 && kr_count(hand & suit) == 1 ? w->singleton : 0);
        bool choice = cards & (cards - 1);
        score += choice ? w->choice[first] : w->single[first];
        if (score > best) {
            best = score;
            best_card = choice && w->high[first] ? kr_high(cards) : kr_low(cards);
        }
    }
    return best_card;
}

/* Return the result of a position at the start of a trick: whether the leader's side can force `need` tricks, and the
 * deciding cards. */
static uint64_t V(lead)(kr_tricks_ctx *x, int leader, int n, int need)
{
    if (n == 1)
        return V(last)(x, leader);
    x->nodes++;
    uint64_t tag = (x->lengths & LENGTHS) | (uint64_t)leader | (uint64_t)TRUMP << 2 | (uint64_t)n << 16;
    entry *bucket = x->table + (tag * 0x9E3779B97F4A7C15u >> BUCKET_SHIFT) * WAYS;
    __builtin_prefetch(bucket);
    uint32_t decided = 0;
    if (V(quick)(x, leader, n, need, &decided))
        return WON | decided;
    if (V(sure_against)(x, leader, n, n - need + 1, &decided))
        return decided;

    uint32_t hand = x->hand[leader];
    uint32_t others = x->hand[(leader + 1) & 3] | x->hand[leader ^ 2] | x->hand[(leader + 3) & 3];
    uint64_t owners = pairs_of(x->owners, hand | others);
    int known = -1;
    for (int i = 0; i < WAYS; i++) {
        entry *e = bucket + i;
        if (((e->tag ^ tag) & ~BOUNDS) == 0 && (owners & e->mask) == e->owners) {
            int lower = (int)(e->tag >> 32 & 15), upper = (int)(e->tag >> 48 & 15);
            if (lower >= need || upper < need) {
                decided = kr_from_lowest(cards_of(e->mask, hand | others));
                return (lower >= need ? WON : 0) | decided;
            }
            known = i;
        }
    }

    uint32_t left = hand & ~kr_upper_neighbours(hand, hand | others), killer = x->lead_killer[n][leader];
    uint64_t lengths = x->lengths, r;
    decided = 0;
    for (;;) {
        int card;
        if (killer & left)
            card = kr_low(killer);
        else if (left & (left - 1))
            card = V(pick_lead)(x, leader, left, others);
        else
            card = kr_low(left);
        uint32_t above = others & kr_from(card);
        uint32_t run = hand & kr_from(card) & ((above & -above) - 1);
        int played = above ? card : kr_high(run);
        x->hand[leader] = hand ^ 1u << played;
        x->lengths = lengths - ((uint64_t)1 << (16 * leader + 4 * (played >> 3)));
        r = V(second)(x, leader, n, need, played, leader, 1u << played, played >> 3);
        x->hand[leader] = hand;
        x->lengths = lengths;
        uint32_t d = (uint32_t)r;
        if (r & WON) {
            decided = d;
            x->lead_killer[n][leader] = 1u << card;
            break;
        }
        left &= ~(1u << card);
        if (!(d & run))
            left &= ~(KR_SUIT(card >> 3) & ~d);
        else if (run & ~d)
            d |= kr_from(card);
        decided |= d;
        if (!left)
            break;
    }
    r &= WON;
    uint64_t mask = mask_of(decided, hand | others);
    uint64_t lower = r ? (uint64_t)need : 0, upper = r ? (uint64_t)n : (uint64_t)need - 1;
    int slot = (int)(x->nodes % WAYS);
    if (known >= 0) {
        entry *e = bucket + known;
        if (((e->tag ^ tag) & ~BOUNDS) == 0 && e->mask == mask && e->owners == (owners & mask)) {
            uint64_t lo = e->tag >> 32 & 15, up = e->tag >> 48 & 15;
            lower = lo > lower ? lo : lower;
            upper = up < upper ? up : upper;
            slot = known;
        }
    }
    bucket[slot] = (entry){tag | lower << 32 | upper << 48, owners & mask, mask};
    return r | decided;
}
