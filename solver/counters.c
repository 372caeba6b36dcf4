/* counters.c - the search for tens: card by card, a zero window, what is known kept at the start of each trick. */
#include "counters_last.h"
#include "counters_leads.h"
#include "counters_table.h"

/* The start of a trick. */
typedef struct start {
    uint32_t all;   /* cards in the hands */
    uint32_t fixed; /* cards that are always told apart */
    uint32_t open;  /* twenties of each seat that wait for its first trick, 3 bits each */
    int left, rest;
} start;

/* A trick in progress. */
typedef struct table_cards {
    const start *at;
    uint32_t led;   /* mask of the suit led */
    uint32_t over;  /* cards that beat the best so far */
    uint32_t best;  /* the best so far */
    uint32_t trick; /* all so far */
    int winner, gain;
} table_cards;

/* One function for each place in a trick. */
#define VARIANTS(DO)                                                                                         \
    DO(four, 4, 0, 1) DO(four_open, 4, 1, 1) DO(four_exact, 4, 0, 0) DO(four_exact_open, 4, 1, 0) DO(three, 3, 0, 0) \
    DO(three_open, 3, 1, 0)
#define DECLARE(how, players, open, merge)                                                \
    static uint64_t trick_##how(counting *s, const start *t, int leader, int need);       \
    static uint64_t card1_##how(counting *s, const table_cards *t, int seat, int need);   \
    static uint64_t card2_##how(counting *s, const table_cards *t, int seat, int need);   \
    static uint64_t card3_##how(counting *s, const table_cards *t, int seat, int need);   \
    static uint64_t two_##how(counting *s, const start *t, int leader, int need);
VARIANTS(DECLARE)

typedef uint64_t part(counting *s, const table_cards *t, int seat, int need);
typedef uint64_t whole_trick(counting *s, const start *t, int leader, int need);

APART int number_of(const variant v) { return v.players == 3 ? 4 + v.open : 2 * !v.merge + v.open; }

APART uint64_t go_on(counting *s, const variant v, const int n, const table_cards *t, int seat, int need)
{
#define ROW(how, players, open, merge) {card1_##how, card2_##how, card3_##how},
    static part *const parts[][3] = {VARIANTS(ROW)};
    return parts[number_of(v)][n - 1](s, t, seat, need);
}

APART uint64_t begin(counting *s, const variant v, const start *t, int leader, int need)
{
#define TRICKS(how, players, open, merge) {trick_##how, two_##how},
    static whole_trick *const tricks[][2] = {VARIANTS(TRICKS)};
    return tricks[number_of(v)][t->left == 2](s, t, leader, need);
}

/* The card of lowest rank, of whatever suit. */
APART uint32_t ranks(uint32_t cards)
{
    cards |= cards >> 16;
    return (cards | cards >> 8) & 0xFF;
}

APART int lowest(uint32_t cards) { return kr_low(cards & KR_EVERY(1u) << kr_low(ranks(cards))); }

/* One of each run of cards that are worth the same, the lowest. */
APART uint32_t distinct(uint32_t moves, uint32_t in_play, uint32_t marriages)
{
    const uint32_t apart = COUNTING | marriages;
    return moves & ~(kr_upper_neighbours(moves, in_play) & ~apart) & ~kr_upper_neighbours(moves & COUNTING, in_play)
           & ~kr_upper_neighbours(moves & marriages, in_play);
}

enum order { COUNTERS_FIRST, LOW_FIRST, COUNTERS_LAST };

APART int pick(uint32_t moves, enum order order)
{
    if (!(moves & (moves - 1))) return kr_low(moves);
    if (order == COUNTERS_FIRST && moves & COUNTING) moves &= COUNTING;
    if (order == COUNTERS_LAST && moves & ~COUNTING) moves &= ~COUNTING;
    return lowest(moves);
}

/* The trick is complete. */
APART uint64_t taken(counting *s, variant v, const table_cards *t, int need)
{
    const start *const at = t->at;
    const int winner = t->winner, gain = at->left == 1 ? at->rest : t->gain;
    uint32_t decided = (t->trick & KR_SUIT(kr_low(t->best) >> 3)) == t->best ? 0 : t->best;
    start next = {.left = at->left - 1, .rest = at->rest - gain};
    if (!s->party[winner]) need -= gain;
    if (v.open) {
        const int first = (int)(at->open >> 3 * winner & 7) * s->twenty;
        need += s->party[winner] ? first : -first;
        next.open = at->open & ~(7u << 3 * winner);
        if (next.open) decided |= sure_of_one(s, &next.open, &need);
        v.open = next.left && (next.open || live(s, v));
    }
    if (v.open) {
        int hope[2];
        hopes(s, v, next.open, hope);
        if (need <= -hope[1]) return MADE | decided;
        if (need > next.rest + hope[0]) return decided;
    } else {
        if (need <= 0) return MADE | decided;
        if (need > next.rest) return decided;
    }
    if (next.left == 1) return decided | last_trick(s, next.open, winner, next.rest, need);
    return decided | begin(s, v, &next, winner, need);
}

/* `seat` plays the n-th card of a trick: MADE if N's side can force `need` of what is to come, the trick's included,
 * and the cards whose rank that rests on. Who leads has `tops`, and those who play against him hold `against`. */
APART uint64_t card(counting *s, const variant v, const int n, const table_cards *t, int seat, int need,
                    uint32_t tops, uint32_t against)
{
    const uint32_t hand = s->hand[seat], kings = v.open ? led_kings(s, v, seat) : 0;
    const uint32_t marriages = kings | kings >> 1;
    const int wants = !s->party[seat], last = n == v.players - 1, left = t->at->left;
    uint32_t moves = hand, *thrown = 0, rivals = 0, first = 0, decided = 0;
    enum order order = COUNTERS_LAST;
    if (n) {
        uint32_t suit = t->led, cards = hand & suit;
        if (!cards) {
            suit = TRUMP;
            cards = hand & suit;
        }
        if (cards) {
            const uint32_t beating = cards & t->over;
            moves = beating ? beating : cards;
            if (beating && t->best & suit) rivals = cards & (cards - 1) ? cards : 0;
        }
    }
    const uint32_t legal = moves;
    if (moves & (moves - 1)) {
        moves = distinct(moves, t->at->all & ~t->trick, marriages);
        if (n) {
            uint32_t after = 0; /* what players of the other party may still put on it */
            for (int k = n + 1, x = s->next[seat]; k < v.players; k++, x = s->next[x]) {
                const uint32_t cards = s->hand[x], follow = cards & t->led;
                if (s->party[x] != s->party[seat]) after |= follow ? follow : cards & TRUMP;
            }
            const uint32_t safe = moves & t->over & ~kr_up_to_highest(after) & (after & TRUMP ? TRUMP : ~0u);
            const int ours = s->party[t->winner] == s->party[seat];
            const int way = moves & t->over ? 3 : !ours ? 0 : after & t->over ? 1 : 2;
            order = way == 1 ? LOW_FIRST : way == 2 ? COUNTERS_FIRST : COUNTERS_LAST;
            if (!(hand & t->led)) {
                thrown = &s->c->thrown[left][seat][kr_low(t->led) >> 3][way];
                first = moves & *thrown;
            }
            if (!first && safe) first = KR_BIT(pick(safe, COUNTERS_FIRST));
        }
    }
    const uint32_t choices = moves;
    weights w = {{0}};
    if (n == 0 && moves & (moves - 1)) w = weigh(s, v, seat, left, t->at->all, tops, against);
    do {
        const int c = first ? kr_low(first) : n ? pick(moves, order) : pick(heaviest(&w, moves), COUNTERS_LAST);
        const uint32_t bit = KR_BIT(c);
        first = 0;
        moves ^= bit;
        table_cards now = {t->at, t->led, t->over, t->best, t->trick, t->winner, t->gain}; /* one by one: see alone */
        int still = need;
        now.gain += COUNTING >> c & 1;
        now.trick |= bit;
        if (n == 0) {
            now.led = KR_SUIT(c >> 3);
            if (v.open && marriages & bit) {
                const int brings = (TRUMP & bit ? 2 : 1) * s->twenty;
                still += wants ? -brings : brings;
            }
        }
        if (n == 0 || (bit & t->over)) {
            now.over = kr_beats(TRUMP, c);
            now.best = bit;
            now.winner = seat;
        }
        s->hand[seat] = hand ^ bit;
        const uint64_t found = last ? taken(s, v, &now, still)
                                    : go_on(s, v, n + 1, &now, s->next[seat], still);
        s->hand[seat] = hand;
        if ((found >> 32) == (uint64_t)wants) {
            if (thrown) *thrown = bit;
            if (n == 0) s->c->last_lead[left][seat] = bit;
            if (v.merge && rivals) { /* a low card beats, and may be played beside higher ones, by its rank */
                const uint32_t from = kr_from_lowest((uint32_t)found | t->at->fixed);
                if (!(from & bit) && rivals & from) return found | bit;
            }
            return found;
        }
        decided |= (uint32_t)found;
        if (!v.merge || (!moves && legal == choices)) continue;
        const uint32_t suit = KR_SUIT(c >> 3), from = kr_from_lowest((uint32_t)found | t->at->fixed) & suit;
        if (!(from & bit)) { /* an indifferent card: the others below those that decided do no better */
            const uint32_t above = choices & kr_above(c);
            const uint32_t run = legal & kr_above(c) & (above ? (above & -above) - 1 : suit);
            if (run & from)
                decided |= bit;
            else
                moves &= ~suit | from;
        }
    } while (moves);
    if (v.merge && rivals & ~t->over) { /* that none of the lower ones beats what lies */
        const uint32_t from = kr_from_lowest(decided | t->at->fixed), low = rivals & ~from;
        if (low && rivals & from && !(low & t->over)) decided |= t->best;
    }
    return (wants ? 0 : MADE) | decided;
}

APART uint64_t trick(counting *s, const variant v, const start *t, int leader, int need)
{
    const uint32_t h0 = alone(s->hand[0]), h1 = alone(s->hand[1]), h2 = alone(s->hand[2]), h3 = alone(s->hand[3]);
    const uint32_t all = h0 | h1 | h2 | h3;
    const int left = t->left, rest = t->rest;
    int hope[2] = {0, 0};
    uint64_t result;
    s->nodes++;
    place at = place_of(s, v, all, t->open, leader, left);
    if (settled(&at, need, &result)) return result;
    if (v.open) hopes(s, v, t->open, hope);
    uint32_t own = 0, decided = 0;
    for (int x = 0; x < KR_SEATS; x++) own |= s->party[x] ? 0 : s->hand[x];
    const uint32_t mine = s->hand[leader], tops = mine & ~kr_up_to_highest(all & ~mine);
    const uint32_t ours = sure_trumps(own, all & ~own), theirs = sure_trumps(all & ~own, own);
    const int leads = !s->party[leader], sure = kr_count((ours | theirs) & COUNTING);
    int low = -hope[1], high = rest + hope[0];
    *(ours ? &low : &high) += ours ? sure : -sure;
    if (need <= low) return MADE;
    if (need > high) return 0;
    const int want = leads ? need - low : high - need + 1;
    /* Who takes all tricks keeps the others from their marriages. */
    if (tops && cashed(s, v, leader, left, rest + hope[leads], tops, leads ? ours : theirs, want, &decided))
        return (leads ? MADE : 0) | decided;
    const start from = {.all = all, .fixed = at.fixed, .open = t->open, .left = left, .rest = rest};
    const table_cards lead = {.at = &from};
    result = card(s, v, 0, &lead, leader, need, tops, leads ? all & ~own : own);
    keep(s, &at, result, need);
    return result;
}

APART uint64_t two(counting *s, const variant v, const start *t, int leader, int need)
{
    s->nodes++;
    return last_two(s, v, t->open, leader, t->rest, need);
}

#define DEFINE(how, players, open, merge)                                                 \
    static uint64_t trick_##how(counting *s, const start *t, int leader, int need)        \
    {                                                                                     \
        return trick(s, (variant){players, open, merge}, t, leader, need);                \
    }                                                                                     \
    static uint64_t card1_##how(counting *s, const table_cards *t, int seat, int need)    \
    {                                                                                     \
        return card(s, (variant){players, open, merge}, 1, t, seat, need, 0, 0);          \
    }                                                                                     \
    static uint64_t card2_##how(counting *s, const table_cards *t, int seat, int need)    \
    {                                                                                     \
        return card(s, (variant){players, open, merge}, 2, t, seat, need, 0, 0);          \
    }                                                                                     \
    static uint64_t card3_##how(counting *s, const table_cards *t, int seat, int need)    \
    {                                                                                     \
        return card(s, (variant){players, open, merge}, 3, t, seat, need, 0, 0);          \
    }                                                                                     \
    static uint64_t two_##how(counting *s, const start *t, int leader, int need)          \
    {                                                                                     \
        if (!MANY_AT_ONCE) return trick_##how(s, t, leader, need);                        \
        return two(s, (variant){players, open, merge}, t, leader, need);                  \
    }
VARIANTS(DEFINE)

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

/* Cards with the suit of trumps and the last suit in each other's place. */
static uint32_t exchanged(uint32_t cards, int trump)
{
    const uint32_t differ = (cards >> 24 ^ cards >> 8 * trump) & 0xFF;
    return cards ^ (differ << 24 | differ << 8 * trump);
}

void kr_counters_forget(kr_counter *c)
{
    memset(c->last_lead, 0, sizeof c->last_lead);
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
    counting s = {.c = c, .leads = a->leads, .twenty = a->margin ? 1 : 2, .with_north = side >> 1 & 7};
    const int trump = p->task->trump;
    start at = {.left = n->left, .rest = rest};
    table_cards t = {.at = &at, .led = exchanged(n->led, trump), .best = n->n ? exchanged(KR_BIT(n->best), trump) : 0,
                     .trick = exchanged(n->trick, trump), .winner = n->winner, .gain = n->gain};
    if (n->n) t.over = kr_beats(TRUMP, kr_low(t.best));
    for (int seat = 0; seat < KR_SEATS; seat++) {
        s.party[seat] = !(side >> seat & 1);
        s.away[seat] = 0u - s.party[seat];
        s.next[seat] = p->next[seat];
        at.open |= (uint32_t)a->open[seat] << 3 * seat;
        s.hand[seat] = exchanged(n->hand[seat], trump);
        at.all |= s.hand[seat];
    }
    at.all |= t.trick;
    at.fixed = at.all & COUNTING;
    s.kind = !a->leads ? (a->margin ? DECLARED_HALF : DECLARED) : a->margin ? LED_HALF : flip ? LED_OTHERS : LED;
    const uint32_t low_ranks = KR_EVERY(3u);
    variant v = {.players = p->players, .merge = !a->leads && at.all & low_ranks};
    v.open = at.open || live(&s, v);
    int hope[2];
    hopes(&s, v, at.open, hope);
    int made;
    if (need <= -hope[1])
        made = 1;
    else if (need > rest + hope[0])
        made = 0;
    else if (n->n == 0 && n->left == 1)
        made = (int)(last_trick(&s, at.open, n->seat, rest, need) >> 32);
    else
        made = (int)((n->n ? go_on(&s, v, n->n, &t, n->seat, need) : begin(&s, v, &at, n->seat, need)) >> 32);
    c->nodes += s.nodes;
    return made ^ flip;
}
