/* counters_bounds.h - bounds on the points of a position, found without playing a card.
 *
 * counters.h explains tens, twenties, accounts and N's side.
 */
#ifndef KR_COUNTERS_BOUNDS_H
#define KR_COUNTERS_BOUNDS_H

#include "counters.h"
#include "guards.h"

/* A result has 64 bits. The bit MADE is set if N's side can force its need, the number of tens that it must still get.
 * The low 32 bits are the mask of the deciding cards, at least one of each suit that matters.
 *
 * The result of a position is also valid for another position that meets two conditions. Each seat must hold the same
 * number of cards of each suit in both positions. In both positions the same seats must own the deciding cards, all
 * higher cards of their suits, and the fixed cards (`fixed` of struct start). The owners of lower cards do not matter.
 */
#define MADE ((uint64_t)1 << 32)

#define APART static inline __attribute__((always_inline))

/* Trumps are always the last suit. If the trump suit is another one, kr_counters_reach exchanges the two suits. */
#define TRUMP KR_SUIT(3)
#define COUNTING KR_EVERY(0xC0u) /* the counting cards: the two highest of each suit */
#define KINGS KR_EVERY(0x20u) /* the third-highest rank of each suit; a King and a Queen of one suit form a marriage */
#define QUEENS KR_EVERY(0x10u)

/* How marriages may still count. CLOSED: no marriage counts any more. DECLARED: a declared marriage counts once its
 * player takes a trick. LED: a marriage of N's side counts when its King or Queen is led. LED_OTHERS: a marriage of the
 * other side counts when its King or Queen is led. In DECLARED_HALF and LED_HALF the marriages of both sides count,
 * each at half its points. */
enum kind { CLOSED, DECLARED_HALF, DECLARED, LED_HALF, LED, LED_OTHERS };

/* A variant of the search. `players` is the number of players. `open` is 1 if marriages may still count. `merge` is 1
 * if results are merged. A merged result is valid for all positions that differ only in the owners of low cards.
 * Results are not merged if no card of the two lowest ranks (of eight) is in play, because merging would then cost more
 * than it saves. A pack of six ranks per suit has no such cards. Results are also not merged if players register
 * marriages by leading, because the owners of Kings and Queens then matter. */
typedef struct variant {
    int players, open, merge;
} variant;

/* The hands of all seats as a vector. Functions below do for all hands of such a vector what functions of bits.h and
 * guards.h do for a single hand. */
typedef uint32_t hands __attribute__((vector_size(16)));

/* A position at the start of a trick. The search does not change this struct during the trick. So the search never has
 * to undo a card. */
typedef struct start {
    union {
        hands held;
        uint32_t hand[KR_SEATS];
    };
    uint32_t all;   /* cards in all hands */
    uint32_t fixed; /* fixed cards: every result depends on the owners of these cards */
    uint32_t open;  /* three bits for each seat: the points, in units of 20, that its declared marriages will bring
                     * once the seat takes its first trick */
    int left, rest; /* `left` is the number of cards in each hand, `rest` the number of points still to come, in tens */
} start;

/* A search. */
typedef struct counting {
    kr_counter *c;           /* the tables of the search */
    hands away;              /* for each seat, all bits set if the seat belongs to the other side */
    uint8_t party[KR_SEATS]; /* party of each seat: 0 is N's side, 1 the other side */
    uint8_t next[KR_SEATS];  /* for each seat, the seat that plays after it */
    uint8_t leads;           /* mask of the seats whose marriages count when they lead the King or Queen */
    uint8_t with_north;      /* mask of N's partners: bit 0 for E, 1 for S, 2 for W */
    uint8_t kind, twenty;    /* `kind` is enum kind; `twenty` is the number of tens that the account counts for a plain
                              * marriage */
    uint64_t nodes;          /* number of starts of tricks searched */
} counting;

/* Return the mask of those Kings of a hand for which the hand also holds the Queen of the suit. */
APART uint32_t whole(uint32_t hand) { return hand & KINGS & (hand & QUEENS) << 1; }

/* Return the Kings of those marriages of a seat that count when the King or Queen is led. Return 0 if results are
 * merged. */
APART uint32_t led_kings(const counting *s, const start *at, const variant v, int seat)
{
    return !v.merge && s->leads >> seat & 1 ? whole(at->hand[seat]) : 0;
}

/* Return the Kings of all marriages that count when the King or Queen is led. */
APART uint32_t live(const counting *s, const start *at, const variant v)
{
    return led_kings(s, at, v, 0) | led_kings(s, at, v, 1) | led_kings(s, at, v, 2) | led_kings(s, at, v, 3);
}

/* Write the largest numbers of tens that marriages can still bring: out[0] to N's side, out[1] to the other side. */
APART void hopes(const counting *s, const start *at, const variant v, int out[2])
{
    out[0] = out[1] = 0;
    for (int seat = 0; seat < KR_SEATS; seat++) {
        const uint32_t kings = led_kings(s, at, v, seat);
        const int twenties = (int)(at->open >> 3 * seat & 7) + kr_count(kings) + kr_count(kings & TRUMP);
        out[s->party[seat]] += twenties * s->twenty;
    }
}

/* Change `need` as if the declared marriages of the seat with the highest trump counted already. This seat will surely
 * take a trick, so its declared marriages are sure to count. Return the mask of the deciding card, or 0 if there is
 * none. */
APART uint32_t sure_of_one(const counting *s, start *at, int *need)
{
    const uint32_t trumps = at->all & TRUMP;
    if (!trumps) return 0;
    const uint32_t highest = KR_BIT(kr_high(trumps));
    int seat = 0;
    while (!(at->hand[seat] & highest)) seat++;
    const int first = (int)(at->open >> 3 * seat & 7) * s->twenty;
    if (!first) return 0;
    *need += s->party[seat] ? first : -first;
    at->open &= ~(7u << 3 * seat);
    return trumps & ~at->hand[seat] ? highest : 0;
}

/* Play the last trick. The winner gets the points still to come, and the winner's declared marriages count. Return the
 * result. */
APART uint64_t last_trick(const counting *s, const start *at, int leader, int need)
{
    const int winner = kr_last_taker(at->hand, TRUMP, leader), first = (int)(at->open >> 3 * winner & 7) * s->twenty;
    const uint64_t made = (s->party[winner] ? need + first : need - first - at->rest) <= 0 ? MADE : 0;
    const uint32_t best = at->hand[winner], rivals = at->all & KR_SUIT(kr_low(best) >> 3);
    return made | (rivals == best ? 0 : best);
}

/* Return the number of cards of each suit in each hand. The function does for all hands at once what kr_suit_counts
 * does for one hand. */
APART hands each_count(hands x)
{
    x -= x >> 1 & KR_EVERY(0x55);
    x = (x & KR_EVERY(0x33)) + (x >> 2 & KR_EVERY(0x33));
    return (x + (x >> 4)) & KR_EVERY(0x0F);
}

/* Return the trumps of a side that are higher than all trumps of the other side. Each of these trumps wins its trick,
 * or a higher trump of the same side wins it. `cards` and `against` are the cards of the two sides. */
APART uint32_t sure_trumps(uint32_t cards, uint32_t against)
{
    return TRUMP & cards & ~(0xFFFFFFFFu >> __builtin_clz((against & TRUMP) | 1));
}

/* Return the suits that each defender guards (see guards.h). The function does for all defenders at once what
 * kr_guarded does for one defender. `lengths` are the suit lengths of the defenders. */
APART hands each_guarded(uint32_t declarer, hands defender, hands lengths)
{
    hands reach = defender | (defender >> 1 & KR_EVERY(0x7F));
    reach |= reach >> 2 & KR_EVERY(0x3F);
    reach |= reach >> 4 & KR_EVERY(0x0F);
    const hands below = declarer & reach;
    const hands longer = (lengths | KR_EVERY(0x80)) - each_count(declarer & ~reach) - KR_EVERY(1);
    return (((below & KR_EVERY(0x7F)) + KR_EVERY(0x7F)) | below) & longer & KR_EVERY(0x80);
}

/* Return 1 if the leader can take so many tricks in a row that its side surely gets `want` tens, else 0. `want` does
 * not include the tens of the side's sure trumps (see sure_trumps). `sure` is the mask of these trumps. `all` is the
 * number of tens to count if the leader takes all tricks. `tops` are the leader's cards that no other player can beat
 * in their suit.
 *
 * The leader takes all tricks if no defender guards a suit and the leader's trumps draw all other trumps. Otherwise the
 * leader's highest cards win as long as all players with trumps must follow suit. Another player may hold so many
 * counting cards that some of them must fall in these tricks. The tens of these cards count as well.
 *
 * `decided` receives the deciding cards. For each suit, let `longest` be the largest number of cards that another
 * player holds in it. If the leader plays at most `longest` tops of the suit, all these tops are deciding cards. If the
 * leader plays more tops, only the highest `longest` of them are deciding cards. If the leader plays fewer than
 * `longest` tops, and lower cards of the leader win too, all cards of the suit are deciding cards.
 */
APART int cashed(const start *at, const variant v, int leader, int all, uint32_t tops, uint32_t sure,
                 int want, uint32_t *decided)
{
    const uint32_t mine = at->hand[leader];
    const hands seats = {0, 1, 2, 3}, h = at->held & (hands)(seats != (uint32_t)leader);
    const hands lengths = each_count(h), trumps = lengths & TRUMP, guards = each_guarded(mine, h, lengths);
    const hands follow = lengths | ((hands)(trumps == 0) & KR_EVERY(8)); /* a player without trumps cannot ruff, so
                                                                          * count at least 8 cards of each suit for
                                                                          * this player */
    uint32_t guarded = guards[0] | guards[1] | guards[2] | guards[3], own = kr_suit_counts(mine) & TRUMP;
    uint32_t rounds = kr_least(kr_least(follow[0], follow[1]), kr_least(follow[2], follow[3]));
    int drawn = trumps[0] <= own && trumps[1] <= own && trumps[2] <= own && trumps[3] <= own;
    guarded = (guarded - (guarded >> 7)) | guarded;
    if (guarded & TRUMP) drawn = 0;
    uint32_t counters, low = 0;
    int in_a_row;
    if (drawn) {
        const uint32_t cards = (mine & ~guarded) | tops;
        low = cards & ~tops;
        counters = cards & COUNTING;
        in_a_row = kr_count(cards);
    } else {
        const uint32_t plain = kr_least(kr_suit_counts(tops), rounds) & ~TRUMP;
        counters = tops & COUNTING & ~TRUMP;
        const uint32_t second = counters & counters >> 1;
        counters = (counters & ~second & kr_at_least(plain, KR_EVERY(1))) | (second & kr_at_least(plain, KR_EVERY(2)));
        in_a_row = kr_count(tops & TRUMP) + (int)(KR_EVERY(plain) >> 24);
        tops &= kr_full_bytes(plain) | TRUMP;
    }
    int points;
    if (in_a_row >= at->left) {
        points = all - kr_count(sure & COUNTING);
    } else {
        points = kr_count(counters & ~sure);
        for (int x = 0; x < KR_SEATS; x++) {
            const int falls = kr_count(at->hand[x] & COUNTING & ~sure) - (at->left - in_a_row);
            if (x != leader && falls > 0) points += falls;
        }
    }
    if (points < want) return 0;
    if (v.merge) {
        const uint32_t longest = kr_most(kr_most(lengths[0], lengths[1]), kr_most(lengths[2], lengths[3]));
        uint32_t count = kr_suit_counts(tops);
        *decided = kr_full_bytes(low) & ~kr_at_least(count, longest);
        for (uint32_t more; (more = kr_at_least(count, longest + KR_EVERY(1))) != 0; count -= more & KR_EVERY(1))
            tops ^= tops & ~kr_but_lowest(tops) & more;
        *decided |= tops;
    }
    return 1;
}

#endif
