/* counters_bounds.h - bounds on the points of a position without playing a card. */
#ifndef KR_COUNTERS_BOUNDS_H
#define KR_COUNTERS_BOUNDS_H

#include "counters.h"
#include "guards.h"

/* A result has a flag, MADE, that is set if N's side reaches its need. Below the flag it has the deciding cards,
 * at least one of each suit concerned. The result is valid for all positions with the same suit lengths in all
 * hands and the same owners of the deciding cards, all higher cards and the fixed cards. The owners of lower cards
 * do not matter. */
#define MADE ((uint64_t)1 << 32)

#define APART static inline __attribute__((always_inline))

/* Trumps are always the last suit: kr_counters_reach exchanges two suits. */
#define TRUMP KR_SUIT(3)
#define COUNTING KR_EVERY(0xC0u) /* the two highest of each suit */
#define KINGS KR_EVERY(0x20u) /* Kings and Queens are the next two ranks; they form marriages */
#define QUEENS KR_EVERY(0x10u)

/* How marriages may still count: not at all (CLOSED); declared, with their player's first trick; when led, for all
 * seats, for N's side, or for the others. Marriages of one side count in full, those of both sides count half. */
enum kind { CLOSED, DECLARED_HALF, DECLARED, LED_HALF, LED, LED_OTHERS };

/* A variant of the search: number of players, whether marriages may count, and whether results are merged. A merged
 * result is also valid for other owners of low cards. Merging is too slow with six ranks. If marriages are registered
 * by leading, Kings and Queens are not low cards. */
typedef struct variant {
    int players, open, merge;
} variant;

/* The hands of all seats as a vector. The functions on vectors are those of bits.h and guards.h. */
typedef uint32_t hands __attribute__((vector_size(16)));

/* The start of a trick. It stays unchanged until the next trick begins, so that no card is taken back. */
typedef struct start {
    union {
        hands held;
        uint32_t hand[KR_SEATS];
    };
    uint32_t all;   /* cards in the hands */
    uint32_t fixed; /* cards on whose owners every result depends */
    uint32_t open;  /* declared twenties that wait for their seat's first trick, 3 bits a seat */
    int left, rest;
} start;

typedef struct counting {
    kr_counter *c;
    hands away;              /* all bits set for the seats of the other party */
    uint8_t party[KR_SEATS]; /* 0: N's side, whose points are counted */
    uint8_t next[KR_SEATS];
    uint8_t leads;           /* seats whose marriages count when led */
    uint8_t with_north;      /* partners of N: bit 0 E, 1 S, 2 W */
    uint8_t kind, twenty;    /* enum kind; points of a plain marriage (a twenty) in the account */
    uint64_t nodes;
} counting;

/* Return the Kings of complete marriages in a hand. */
APART uint32_t whole(uint32_t hand) { return hand & KINGS & (hand & QUEENS) << 1; }

/* Return the Kings of a seat's marriages that count when led; 0 if results are merged. */
APART uint32_t led_kings(const counting *s, const start *at, const variant v, int seat)
{
    return !v.merge && s->leads >> seat & 1 ? whole(at->hand[seat]) : 0;
}

APART uint32_t live(const counting *s, const start *at, const variant v)
{
    return led_kings(s, at, v, 0) | led_kings(s, at, v, 1) | led_kings(s, at, v, 2) | led_kings(s, at, v, 3);
}

/* Write the most points that marriages can still bring N's side [0], and the others [1]. */
APART void hopes(const counting *s, const start *at, const variant v, int out[2])
{
    out[0] = out[1] = 0;
    for (int seat = 0; seat < KR_SEATS; seat++) {
        const uint32_t kings = led_kings(s, at, v, seat);
        const int twenties = (int)(at->open >> 3 * seat & 7) + kr_count(kings) + kr_count(kings & TRUMP);
        out[s->party[seat]] += twenties * s->twenty;
    }
}

/* The holder of the highest trump takes a trick, so its declared marriages count now. Return the card that decides. */
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

/* Play the last trick: its winner gets the `rest`, and its declared marriages count. */
APART uint64_t last_trick(const counting *s, const start *at, int leader, int need)
{
    const int winner = kr_last_taker(at->hand, TRUMP, leader), first = (int)(at->open >> 3 * winner & 7) * s->twenty;
    const uint64_t made = (s->party[winner] ? need + first : need - first - at->rest) <= 0 ? MADE : 0;
    const uint32_t best = at->hand[winner], rivals = at->all & KR_SUIT(kr_low(best) >> 3);
    return made | (rivals == best ? 0 : best);
}

APART hands each_count(hands x)
{
    x -= x >> 1 & KR_EVERY(0x55);
    x = (x & KR_EVERY(0x33)) + (x >> 2 & KR_EVERY(0x33));
    return (x + (x >> 4)) & KR_EVERY(0x0F);
}

/* Return the trumps above all trumps of the other party. Each of them wins its trick, or falls to a higher trump of its
 * own party. */
APART uint32_t sure_trumps(uint32_t cards, uint32_t against)
{
    return TRUMP & cards & ~(0xFFFFFFFFu >> __builtin_clz((against & TRUMP) | 1));
}

APART hands each_guarded(uint32_t declarer, hands defender, hands lengths)
{
    hands reach = defender | (defender >> 1 & KR_EVERY(0x7F));
    reach |= reach >> 2 & KR_EVERY(0x3F);
    reach |= reach >> 4 & KR_EVERY(0x0F);
    const hands below = declarer & reach;
    const hands longer = (lengths | KR_EVERY(0x80)) - each_count(declarer & ~reach) - KR_EVERY(1);
    return (((below & KR_EVERY(0x7F)) + KR_EVERY(0x7F)) | below) & longer & KR_EVERY(0x80);
}

/* Return whether the leader's party surely gets `want` points besides those of its sure trumps, because the leader
 * takes tricks in a row. The leader takes all tricks, worth `all`, if no defender guards a suit and the leader's trumps
 * draw all others. Otherwise the highest cards win as long as all players with trumps follow suit. Points that the
 * others cannot hold back count too. `decided` receives the deciding cards: in each suit as many of the highest cards
 * as another player may hold in it, or all cards if there are too few. */
APART int cashed(const start *at, const variant v, int leader, int all, uint32_t tops, uint32_t sure,
                 int want, uint32_t *decided)
{
    const uint32_t mine = at->hand[leader];
    const hands seats = {0, 1, 2, 3}, h = at->held & (hands)(seats != (uint32_t)leader);
    const hands lengths = each_count(h), trumps = lengths & TRUMP, guards = each_guarded(mine, h, lengths);
    const hands follow = lengths | ((hands)(trumps == 0) & KR_EVERY(8)); /* players without trumps cannot ruff */
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
