/* counters.c - the search for tens: card by card, a zero window, what is known kept at the start of each trick. */
#include "counters.h"
#include "guards.h"

#include <string.h>

#define APART static inline __attribute__((always_inline))

#define COUNTING KR_EVERY(0xC0u) /* the two highest of each suit */
#define KINGS KR_EVERY(0x20u)    /* and below them the two of a marriage */
#define QUEENS KR_EVERY(0x10u)

/* How marriages may still count: not; those declared, with their player's first trick; on lead, of all seats, of N's
 * side, of the others. Those of one side count in full, those of both by halves. */
enum kind { CLOSED, DECLARED_HALF, DECLARED, LED_HALF, LED, LED_OTHERS };

typedef struct counting {
    kr_counter *c;
    uint32_t hand[KR_SEATS];
    uint32_t trump;
    uint8_t party[KR_SEATS]; /* 0: N's side, whose points are counted */
    uint8_t next[KR_SEATS];
    uint8_t leads;           /* seats whose marriages count when led */
    uint32_t game;           /* trump, who is with N, how many play: two bits of the three upper bytes each */
    uint8_t kind, twenty;    /* how marriages count, and what twenty of theirs bring */
    uint64_t nodes;
} counting;

/* A trick in progress. */
typedef struct table_cards {
    uint32_t all;  /* cards in play at its start */
    uint32_t led;  /* mask of the suit led */
    uint32_t over; /* cards that beat the best so far */
    uint32_t open; /* twenties of each seat that wait for its first trick, 3 bits each */
    int winner, gain, left, rest;
} table_cards;

/* One function for each place in a trick, for three and four players, with and without marriages. */
#define PARTS(how)                                                                       \
    static int trick_##how(counting *s, const table_cards *t, int leader, int need);      \
    static int card1_##how(counting *s, const table_cards *t, int seat, int need);        \
    static int card2_##how(counting *s, const table_cards *t, int seat, int need);
PARTS(four)
PARTS(three)
PARTS(four_open)
PARTS(three_open)
static int card3_four(counting *s, const table_cards *t, int seat, int need);
static int card3_four_open(counting *s, const table_cards *t, int seat, int need);

APART int go_on(counting *s, const int players, const int open, const int n, const table_cards *t, int seat, int need)
{
    if (players == 4 && !open)
        return n == 0   ? trick_four(s, t, seat, need)
               : n == 1 ? card1_four(s, t, seat, need)
               : n == 2 ? card2_four(s, t, seat, need)
                        : card3_four(s, t, seat, need);
    if (players == 4)
        return n == 0   ? trick_four_open(s, t, seat, need)
               : n == 1 ? card1_four_open(s, t, seat, need)
               : n == 2 ? card2_four_open(s, t, seat, need)
                        : card3_four_open(s, t, seat, need);
    if (!open)
        return n == 0 ? trick_three(s, t, seat, need) : n == 1 ? card1_three(s, t, seat, need)
                                                               : card2_three(s, t, seat, need);
    return n == 0 ? trick_three_open(s, t, seat, need) : n == 1 ? card1_three_open(s, t, seat, need)
                                                                : card2_three_open(s, t, seat, need);
}

/* The card of lowest and of highest rank, of whatever suit. */
APART uint32_t ranks(uint32_t cards)
{
    cards |= cards >> 16;
    return (cards | cards >> 8) & 0xFF;
}

APART int lowest(uint32_t cards) { return kr_low(cards & KR_EVERY(1u) << kr_low(ranks(cards))); }
APART int highest(uint32_t cards) { return kr_low(cards & KR_EVERY(1u) << kr_high(ranks(cards))); }

/* Kings whose marriage is whole in a hand. */
APART uint32_t whole(uint32_t hand) { return hand & KINGS & (hand & QUEENS) << 1; }

APART uint32_t live(const counting *s)
{
    uint32_t kings = 0;
    for (int seat = 0; seat < KR_SEATS; seat++)
        if (s->leads >> seat & 1) kings |= whole(s->hand[seat]);
    return kings;
}

/* One of each run of cards that are worth the same, the lowest. */
APART uint32_t distinct(uint32_t moves, uint32_t in_play, uint32_t marriages)
{
    const uint32_t apart = COUNTING | marriages;
    return moves & ~(kr_upper_neighbours(moves, in_play) & ~apart) & ~kr_upper_neighbours(moves & COUNTING, in_play)
           & ~kr_upper_neighbours(moves & marriages, in_play);
}

enum order { COUNTERS_FIRST, HIGH_FIRST, LOW_FIRST, COUNTERS_LAST };

APART int pick(uint32_t moves, enum order order)
{
    if (!(moves & (moves - 1))) return kr_low(moves);
    if (order == HIGH_FIRST) return highest(moves);
    if (order == COUNTERS_FIRST && moves & COUNTING) moves &= COUNTING;
    if (order == COUNTERS_LAST && moves & ~COUNTING) moves &= ~COUNTING;
    return lowest(moves);
}

/* After what the table knows and counters that are safe: the lead that decided last with as many cards, that which decided most often, the highest that nobody beats in its
 * suit, the lowest that is no counter. */
APART int pick_lead(const counting *s, int seat, int left, uint32_t moves, uint32_t tops)
{
    if (!(moves & (moves - 1))) return kr_low(moves);
    if (moves & s->c->last_lead[left][seat]) return kr_low(moves & s->c->last_lead[left][seat]);
    uint32_t most = 0;
    int best = 0;
    for (uint32_t rest = moves; rest; rest &= rest - 1) {
        const int card = kr_low(rest);
        if (s->c->decided[seat][card] <= most) continue;
        most = s->c->decided[seat][card];
        best = card;
    }
    if (most) return best;
    return moves & tops ? highest(moves & tops) : pick(moves, COUNTERS_LAST);
}

/* Counters that are the highest of their plain suits, and that nobody of the other party can trump. */
APART uint32_t sure_counters(const counting *s, int leader, uint32_t tops)
{
    uint32_t cards = tops & COUNTING & ~s->trump;
    for (int x = 0; x < KR_SEATS && cards; x++)
        if (s->party[x] != s->party[leader] && s->hand[x] & s->trump) cards &= kr_full_bytes(s->hand[x]);
    return cards;
}

/* The most that marriages can still bring to N's side [0], and to the others [1]. */
APART void hopes(const counting *s, const table_cards *t, int out[2])
{
    out[0] = out[1] = 0;
    for (int seat = 0; seat < KR_SEATS; seat++) {
        int twenties = (int)(t->open >> 3 * seat & 7);
        if (s->leads >> seat & 1) {
            const uint32_t kings = whole(s->hand[seat]);
            twenties += kr_count(kings) + kr_count(kings & s->trump);
        }
        out[s->party[seat]] += twenties * s->twenty;
    }
}

/* Everybody plays his last card: the winner's party gets the `rest`, and his marriages count. */
APART int last_trick(const counting *s, uint32_t open, int leader, int rest, int need)
{
    const int winner = kr_last_taker(s->hand, s->trump, leader), first = (int)(open >> 3 * winner & 7) * s->twenty;
    return (s->party[winner] ? need + first : need - first - rest) <= 0;
}

/* The trick is complete. */
APART int taken(counting *s, const int players, int open, const table_cards *t, int need)
{
    const int winner = t->winner, gain = t->left == 1 ? t->rest : t->gain;
    table_cards next = {.left = t->left - 1, .rest = t->rest - gain};
    if (!s->party[winner]) need -= gain;
    if (open) {
        const int first = (int)(t->open >> 3 * winner & 7) * s->twenty;
        need += s->party[winner] ? first : -first;
        next.open = t->open & ~(7u << 3 * winner);
        open = next.left && (next.open || live(s));
    }
    if (open) {
        int hope[2];
        hopes(s, &next, hope);
        if (need <= -hope[1]) return 1;
        if (need > next.rest + hope[0]) return 0;
    } else {
        if (need <= 0) return 1;
        if (need > next.rest) return 0;
    }
    if (next.left == 1) return last_trick(s, next.open, winner, next.rest, need);
    return open ? go_on(s, players, 1, 0, &next, winner, need) : go_on(s, players, 0, 0, &next, winner, need);
}

/* `seat` plays the n-th card of a trick; 1 if N's side can force `need` of what is to come, the trick's included. */
APART int card(counting *s, const int players, const int open, const int n, const table_cards *t, int seat, int need,
               uint32_t tops, int *hint)
{
    const uint32_t hand = s->hand[seat], kings = open && s->leads >> seat & 1 ? whole(hand) : 0;
    const uint32_t marriages = kings | kings >> 1;
    const int wants = !s->party[seat], last = n == players - 1;
    uint32_t moves = hand, *thrown = 0;
    enum order order = COUNTERS_LAST;
    if (n) {
        uint32_t cards = hand & t->led;
        if (!cards) cards = hand & s->trump;
        if (cards) moves = cards & t->over ? cards & t->over : cards;
    }
    if (moves & (moves - 1)) {
        moves = distinct(moves, t->all, marriages);
        if (n && moves & t->over) {
            order = last ? COUNTERS_FIRST : HIGH_FIRST;
        } else if (n && s->party[t->winner] == s->party[seat]) {
            uint32_t against = 0;
            for (int k = n + 1, x = s->next[seat]; k < players; k++, x = s->next[x])
                if (s->party[x] != s->party[seat]) against |= s->hand[x];
            order = against & t->over ? LOW_FIRST : COUNTERS_FIRST;
        }
        if (n && !(hand & t->led))
            thrown = &s->c->thrown[t->left][seat][kr_low(t->led) >> 3][(moves & t->over ? 2 : 0)
                                                                      + (s->party[t->winner] == s->party[seat])];
    }
    uint32_t first = thrown ? moves & *thrown : n ? 0 : moves & KR_BIT(*hint);
    do {
        const int c = first ? kr_low(first) : n ? pick(moves, order) : pick_lead(s, seat, t->left, moves, tops);
        const uint32_t bit = KR_BIT(c);
        first = 0;
        moves ^= bit;
        table_cards now = *t;
        int still = need;
        now.gain += COUNTING >> c & 1;
        if (n == 0) {
            now.led = KR_SUIT(c >> 3);
            if (open && marriages & bit) {
                const int brings = (s->trump & bit ? 2 : 1) * s->twenty;
                still += wants ? -brings : brings;
            }
        }
        if (n == 0 || (bit & t->over)) {
            now.over = kr_beats(s->trump, c);
            now.winner = seat;
        }
        s->hand[seat] = hand ^ bit;
        const int made = last ? taken(s, players, open, &now, still)
                              : go_on(s, players, open, n + 1, &now, s->next[seat], still);
        s->hand[seat] = hand;
        if (made == wants) {
            if (thrown) *thrown = bit;
            if (n == 0) {
                *hint = c;
                s->c->last_lead[t->left][seat] = bit;
                s->c->decided[seat][c]++;
            }
            return made;
        }
    } while (moves);
    return !wants;
}

/* Trumps above all of the other party's: each wins its trick or falls to a higher one of its own party. */
APART uint32_t sure_trumps(const counting *s, uint32_t cards, uint32_t against)
{
    return s->trump & cards & ~kr_up_to_highest(against & s->trump);
}

/* The hands of all seats at once: what bits.h and guards.h say of one. */
typedef uint32_t hands __attribute__((vector_size(16)));

APART hands each_count(hands x)
{
    x -= x >> 1 & KR_EVERY(0x55);
    x = (x & KR_EVERY(0x33)) + (x >> 2 & KR_EVERY(0x33));
    return (x + (x >> 4)) & KR_EVERY(0x0F);
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

/* How many points the leader's party is sure of, its sure trumps' apart, since he takes tricks in a row: all if nobody
 * guards a suit of his and his trumps draw all others; else with his highest cards, as often as all that have trumps
 * follow. What others cannot hold back falls too. */
APART int cashed(const counting *s, int leader, int left, int rest, uint32_t tops, uint32_t sure)
{
    const uint32_t mine = s->hand[leader], trump = s->trump;
    const hands all = {s->hand[0], s->hand[1], s->hand[2], s->hand[3]}, seats = {0, 1, 2, 3};
    const hands h = all & (hands)(seats != (uint32_t)leader);
    const hands lengths = each_count(h), trumps = lengths & trump, guards = each_guarded(mine, h, lengths);
    const hands follow = lengths | ((hands)(trumps == 0) & KR_EVERY(8)); /* who has no trump need not */
    uint32_t guarded = guards[0] | guards[1] | guards[2] | guards[3], own = kr_suit_counts(mine) & trump;
    uint32_t rounds = kr_least(kr_least(follow[0], follow[1]), kr_least(follow[2], follow[3]));
    int drawn = trumps[0] <= own && trumps[1] <= own && trumps[2] <= own && trumps[3] <= own;
    guarded = (guarded - (guarded >> 7)) | guarded;
    if (guarded & trump) drawn = 0;
    uint32_t counters;
    int in_a_row;
    if (drawn) {
        const uint32_t cards = (mine & ~guarded) | tops;
        counters = cards & COUNTING;
        in_a_row = kr_count(cards);
    } else {
        const uint32_t plain = kr_least(kr_suit_counts(tops), rounds) & ~trump;
        counters = tops & COUNTING & ~trump;
        const uint32_t second = counters & counters >> 1;
        counters = (counters & ~second & kr_at_least(plain, KR_EVERY(1))) | (second & kr_at_least(plain, KR_EVERY(2)));
        in_a_row = kr_count(tops & trump) + (int)(KR_EVERY(plain) >> 24);
    }
    if (in_a_row >= left) return rest - kr_count(sure & COUNTING);
    int points = kr_count(counters & ~sure);
    for (int x = 0; x < KR_SEATS; x++) {
        const int falls = kr_count(s->hand[x] & COUNTING & ~sure) - (left - in_a_row);
        if (x != leader && falls > 0) points += falls;
    }
    return points;
}

/* An entry's word: a byte for each suit, of its cards, its counters, the leader and the game; how marriages count (3
 * bits), which are open (12); low and high bounds (6 each, 16 more than they are); the card that decided last (5). */
#define BOUND_AT 16
#define LOW_PLACE 11
#define HIGH_PLACE 5
#define KNOWN_BITS 17

APART int trick(counting *s, const int players, const int open, const table_cards *t, int leader, int need)
{
    const uint32_t *hand = s->hand;
    const uint32_t all = hand[0] | hand[1] | hand[2] | hand[3];
    const int left = t->left, rest = t->rest;
    s->nodes++;
    const uint32_t facts = kr_suit_counts(all) | kr_suit_counts(all & COUNTING) << 4 | (uint32_t)leader << 6;
    const uint64_t owners = (uint64_t)kr_gather(hand[1] | hand[3], all) << 32 | kr_gather(hand[2] | hand[3], all);
    uint64_t tag = (uint64_t)(facts | s->game) << 32;
    if (open) {
        const uint32_t kings = live(s) >> 5;
        const uint32_t suits = (kings | kings >> 7 | kings >> 14 | kings >> 21) & 15;
        tag |= (uint64_t)s->kind << 29 | (uint64_t)(t->open | suits) << KNOWN_BITS;
    }
    const uint64_t hash = (owners ^ tag * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    kr_counted *entry = &s->c->table[hash >> (64 - KR_COUNTED_BITS)];
    int hint = -1, hope[2] = {0, 0};
    if (open) hopes(s, t, hope);
    if (entry->owners == owners && (entry->word ^ tag) >> KNOWN_BITS == 0) {
        if (need <= (int)(entry->word >> LOW_PLACE & 63) - BOUND_AT) return 1;
        if (need > (int)(entry->word >> HIGH_PLACE & 63) - BOUND_AT) return 0;
        hint = (int)(entry->word & 31);
    }
    uint32_t own = 0;
    for (int x = 0; x < KR_SEATS; x++) own |= s->party[x] ? 0 : hand[x];
    const uint32_t mine = hand[leader], tops = mine & ~kr_up_to_highest(all & ~mine);
    const uint32_t ours = sure_trumps(s, own, all & ~own), theirs = sure_trumps(s, all & ~own, own);
    const int leads = !s->party[leader], sure = kr_count((ours | theirs) & COUNTING);
    const int runs = cashed(s, leader, left, rest, tops, leads ? ours : theirs);
    int low = -hope[1], high = rest + hope[0];
    if (ours)
        low += sure;
    else
        high -= sure;
    if (leads)
        low += runs;
    else
        high -= runs;
    if (need <= low) return 1;
    if (need > high) return 0;
    if (hint < 0) {
        const uint32_t first = sure_counters(s, leader, tops);
        hint = first ? kr_low(first) : 31;
    }
    table_cards lead = {.all = all, .open = t->open, .left = left, .rest = rest};
    const int made = card(s, players, open, 0, &lead, leader, need, tops, &hint);
    if (entry->owners == owners && (entry->word ^ tag) >> KNOWN_BITS == 0) { /* else another position has come here */
        low = (int)(entry->word >> LOW_PLACE & 63) - BOUND_AT;
        high = (int)(entry->word >> HIGH_PLACE & 63) - BOUND_AT;
    }
    *(made ? &low : &high) = made ? need : need - 1;
    entry->owners = owners;
    entry->word = tag | (uint64_t)(low + BOUND_AT) << LOW_PLACE | (uint64_t)(high + BOUND_AT) << HIGH_PLACE
                  | (uint64_t)hint;
    return made;
}

#define WHOLE(how, players, open)                                                        \
    static int trick_##how(counting *s, const table_cards *t, int leader, int need)       \
    {                                                                                     \
        return trick(s, players, open, t, leader, need);                                  \
    }                                                                                     \
    static int card1_##how(counting *s, const table_cards *t, int seat, int need)         \
    {                                                                                     \
        return card(s, players, open, 1, t, seat, need, 0, 0);                            \
    }                                                                                     \
    static int card2_##how(counting *s, const table_cards *t, int seat, int need)         \
    {                                                                                     \
        return card(s, players, open, 2, t, seat, need, 0, 0);                            \
    }
WHOLE(four, 4, 0)
WHOLE(three, 3, 0)
WHOLE(four_open, 4, 1)
WHOLE(three_open, 3, 1)

static int card3_four(counting *s, const table_cards *t, int seat, int need)
{
    return card(s, 4, 0, 3, t, seat, need, 0, 0);
}

static int card3_four_open(counting *s, const table_cards *t, int seat, int need)
{
    return card(s, 4, 1, 3, t, seat, need, 0, 0);
}

int kr_counters_fit(const kr_prep *p)
{
    const kr_task *t = p->task;
    if ((t->goal != KR_POINTS && t->goal != KR_STAKES) || t->flags & KR_PLAIN || !p->must_beat || !p->must_trump)
        return 0;
    for (int rank = 0; rank < 8; rank++)
        if (t->points[rank] != (t->strength[rank] >= 6 ? t->last : 0)) return 0;
    if (!p->trump || !t->last || p->last != 1 || p->marriage[0] != (KR_BIT(4) | KR_BIT(5))) return 0;
    if (!t->marriages) return 1;
    const int own = (t->marriage_seats & ~t->side) == 0, all = t->marriage_seats == t->seats;
    const int margin = (t->flags & KR_MARGIN) != 0 || t->goal == KR_STAKES;
    return t->marriage_plain == 2 * t->last && t->marriage_trump == 4 * t->last && !t->late && (margin ? all : own)
           && (t->marriages == KR_DECLARED || margin || t->marriage_seats == t->side);
}

void kr_counters_forget(kr_counter *c)
{
    memset(c->last_lead, 0, sizeof c->last_lead);
    memset(c->decided, 0, sizeof c->decided);
    memset(c->thrown, 0, sizeof c->thrown);
}

int kr_counters_reach(kr_counter *c, const kr_prep *p, const kr_account *a, const kr_node *n, int need)
{
    const uint32_t all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick;
    const int rest = kr_count(all & COUNTING) + 1, flip = !(a->side & 1);
    unsigned side = a->side;
    if (flip) { /* the others must be kept from what this side needs */
        need = rest - need + 1;
        side = p->task->seats & ~side;
    }
    counting s = {.c = c, .hand = {n->hand[0], n->hand[1], n->hand[2], n->hand[3]}, .trump = p->trump,
                  .leads = a->leads, .twenty = a->margin ? 1 : 2,
                  .game = (uint32_t)p->task->trump << 14 | (side >> 1 & 3) << 22 | (side >> 3 & 1) << 30
                          | (uint32_t)(p->players == 3) << 31};
    table_cards t = {.all = all, .led = n->led, .over = n->n ? kr_beats(p->trump, n->best) : 0, .winner = n->winner,
                     .gain = n->gain, .left = n->left, .rest = rest};
    for (int seat = 0; seat < KR_SEATS; seat++) {
        s.party[seat] = !(side >> seat & 1);
        s.next[seat] = p->next[seat];
        t.open |= (uint32_t)a->open[seat] << 3 * seat;
    }
    s.kind = !a->leads ? (a->margin ? DECLARED_HALF : DECLARED) : a->margin ? LED_HALF : flip ? LED_OTHERS : LED;
    const int open = t.open || live(&s);
    int hope[2];
    hopes(&s, &t, hope);
    int made;
    if (need <= -hope[1])
        made = 1;
    else if (need > rest + hope[0])
        made = 0;
    else if (n->n == 0 && n->left == 1)
        made = last_trick(&s, t.open, n->seat, rest, need);
    else
        made = go_on(&s, p->players, open, n->n, &t, n->seat, need);
    c->nodes += s.nodes;
    return made ^ flip;
}
