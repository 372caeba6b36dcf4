/* counters.c - the search for tens (points in games that count in tens). It plays card by card, with a zero window and
 * a transposition table of positions at the start of a trick.
 *
 * counters.h and counters_bounds.h explain the terms: tens, twenties, accounts, sides, results and deciding cards.
 */
#include "counters_last.h"
#include "counters_leads.h"
#include "counters_table.h"

/* A trick in progress. */
typedef struct table_cards {
    uint32_t led;   /* mask of the suit led */
    uint32_t over;  /* cards that beat the best card so far */
    uint32_t best;  /* bit of the best card so far */
    uint32_t trick; /* mask of the cards played to the trick */
    int winner;     /* seat that played the best card so far */
} table_cards;

/* The variants of the search. Each variant is compiled separately, to its own functions. DO(name, players, open, merge)
 * describes a variant. Struct variant (counters_bounds.h) explains players, open and merge. trick_NAME searches a trick
 * from its start. two_NAME searches a trick from its start if each hand has two cards. cardN_NAME plays the N-th card
 * after the lead. If there are several moves, cardN_NAME calls choiceN_NAME. */
#define VARIANTS(DO)                                                                                         \
    DO(four, 4, 0, 1) DO(four_open, 4, 1, 1) DO(four_exact, 4, 0, 0) DO(four_exact_open, 4, 1, 0) DO(three, 3, 0, 0) \
    DO(three_open, 3, 1, 0)
#define PLACES(DO, how, v) DO(1, how, v) DO(2, how, v) DO(3, how, v)
typedef uint64_t whole_trick(counting *s, start *at, int leader, int need);
typedef uint64_t next_card(counting *s, const start *at, table_cards *t, int seat, int need);
typedef uint64_t one_of(counting *s, const start *at, table_cards *t, int seat, int need, uint64_t moves);
#define DECLARE_PLACE(n, how, v) static next_card card##n##_##how; static one_of choice##n##_##how;
#define DECLARE(how, players, open, merge) static whole_trick trick_##how, two_##how; PLACES(DECLARE_PLACE, how, )
VARIANTS(DECLARE)

/* Return the index of a variant. */
APART int number_of(const variant v) { return v.players == 3 ? 4 + v.open : 2 * !v.merge + v.open; }

/* Search a trick from its start, with the function of the variant. Return the result. */
APART uint64_t begin(counting *s, const variant v, start *at, int leader, int need)
{
#define TRICKS(how, players, open, merge) {trick_##how, two_##how},
    static whole_trick *const tricks[][2] = {VARIANTS(TRICKS)};
    return at->left == 2 ? tricks[number_of(v)][1](s, at, leader, need) : tricks[number_of(v)][0](s, at, leader, need);
}

/* Play card `n` of a trick (the lead is card 0), with the function of the variant. Return the result. */
APART uint64_t go_on(counting *s, const start *at, const variant v, const int n, table_cards *t, int seat, int need)
{
#define CARDS(how, players, open, merge) {card1_##how, card2_##how, card3_##how},
    static next_card *const cards[][3] = {VARIANTS(CARDS)};
    return cards[number_of(v)][n - 1](s, at, t, seat, need);
}

/* Choose card `n` of a trick (the lead is card 0) among several moves, with the function of the variant. Return the
 * result. */
APART uint64_t choose(counting *s, const start *at, const variant v, const int n, table_cards *t, int seat, int need,
                      uint64_t moves)
{
#define CHOICES(how, players, open, merge) {choice1_##how, choice2_##how, choice3_##how},
    static one_of *const choices[][3] = {VARIANTS(CHOICES)};
    return choices[number_of(v)][n - 1](s, at, t, seat, need, moves);
}

/* Return the mask of the ranks that occur in at least one suit. */
APART uint32_t ranks(uint32_t cards)
{
    cards |= cards >> 16;
    return (cards | cards >> 8) & 0xFF;
}

/* Return the number of the card with the lowest rank. Among equal ranks, take the card of the first suit. */
APART int lowest(uint32_t cards) { return kr_low(cards & KR_EVERY(1u) << kr_low(ranks(cards))); }

/* Return one card of each group of equivalent legal moves: the lowest card of the group. `in_play` is the mask of the
 * cards that are still in play. `marriages` is the mask of the Kings and Queens that form marriages. The King and Queen
 * of a marriage are equivalent only to each other. */
APART uint32_t distinct(uint32_t moves, uint32_t in_play, uint32_t marriages)
{
    const uint32_t apart = COUNTING | marriages;
    const uint32_t same = (kr_upper_neighbours(moves, in_play) & ~apart) | (moves & moves << 1 & KR_EVERY(0x80));
    return moves & ~same & ~kr_upper_neighbours(moves & marriages, in_play);
}

/* Return the number of the lowest move among the preferred cards. If no move is preferred, return the lowest move. */
APART int pick(uint32_t moves, uint32_t preferred)
{
    const uint32_t candidates = moves & preferred;
    return lowest(candidates ? candidates : moves);
}

/* Add the points of the complete trick `t`, and search the next trick. `need` is the number of tens that N's side needs
 * from this trick and all later tricks together. Return the result (see MADE). */
APART uint64_t taken(counting *s, const start *at, variant v, const table_cards *t, int need)
{
    const int winner = t->winner, gain = at->left == 1 ? at->rest : kr_count(t->trick & COUNTING);
    uint32_t decided = (t->trick & KR_SUIT(kr_low(t->best) >> 3)) == t->best ? 0 : t->best;
    start next = {.left = at->left - 1, .rest = at->rest - gain};
    if (!s->party[winner]) need -= gain;
    if (!v.open) {
        if (need <= 0) return MADE | decided;
        if (need > next.rest) return decided;
    }
    next.held = at->held & ~t->trick;
    next.all = at->all & ~t->trick;
    if (v.open) {
        const int first = (int)(at->open >> 3 * winner & 7) * s->twenty;
        need += s->party[winner] ? first : -first;
        next.open = at->open & ~(7u << 3 * winner);
        if (next.open) decided |= sure_of_one(s, &next, &need);
        v.open = next.left && (next.open || live(s, &next, v));
        int hope[2] = {0, 0};
        if (v.open) hopes(s, &next, v, hope);
        if (need <= -hope[1]) return MADE | decided;
        if (need > next.rest + hope[0]) return decided;
    }
    if (next.left == 1) return decided | last_trick(s, &next, winner, need);
    return decided | begin(s, v, &next, winner, need);
}

/* Let `seat` add a card to a trick. `c` is the number of the card, and `bit` is its mask. */
APART void put(table_cards *t, int c, uint32_t bit, int seat)
{
    t->trick |= bit;
    if (bit & t->over) {
        t->over = kr_beats(TRUMP, c);
        t->best = bit;
        t->winner = seat;
    }
}

/* Let `seat` play card `n` of a trick (the lead is card 0). Return a result (see choice() below). */
APART uint64_t card(counting *s, const start *at, const variant v, const int n, table_cards *t, int seat, int need)
{
    const uint32_t hand = at->hand[seat];
    uint32_t moves = hand, rivals = 0, suit = t->led, cards = hand & suit;
    if (!cards) {
        suit = TRUMP;
        cards = hand & suit;
    }
    if (cards) {
        const uint32_t beating = cards & t->over;
        moves = beating ? beating : cards;
        if (beating && t->best & suit) rivals = cards & (cards - 1) ? cards : 0;
    }
    if (moves & (moves - 1) || rivals) return choose(s, at, v, n, t, seat, need, (uint64_t)rivals << 32 | moves);
    put(t, kr_low(moves), moves, seat);
    return n == v.players - 1 ? taken(s, at, v, t, need) : go_on(s, at, v, n + 1, t, s->next[seat], need);
}

/* Choose card `n` of a trick (the lead is card 0) for `seat`, and return the result. A result consists of the bit MADE
 * and the mask of the deciding cards. MADE is set if N's side can force at least `need` tens in this trick and all
 * later tricks together.
 *
 * The low 32 bits of `moves_and_rivals` are the legal moves. The high 32 bits are the rivals. If the seat holds several
 * cards of the suit of the best card so far, and at least one of them beats this best card, they are all rivals.
 * Otherwise there are no rivals. Because of the duty to beat, the ranks of the rivals decide which of them are legal.
 * So the result may depend on these ranks. If it does, the function adds deciding cards.
 *
 * If `seat` leads, `tops` are its cards that no other player can beat in their suit, and `against` are the cards of the
 * other side. If the seat does not lead, both are 0.
 */
APART uint64_t choice(counting *s, const start *at, const variant v, const int n, table_cards *t, int seat, int need,
                      uint64_t moves_and_rivals, uint32_t tops, uint32_t against)
{
    const uint32_t hand = at->hand[seat], kings = v.open ? led_kings(s, at, v, seat) : 0;
    const uint32_t marriages = kings | kings >> 1;
    const uint32_t legal = (uint32_t)moves_and_rivals, rivals = (uint32_t)(moves_and_rivals >> 32);
    const int wants = !s->party[seat], last = n == v.players - 1, left = at->left;
    uint32_t moves = legal, preferred = ~COUNTING, *thrown = 0, first = 0, decided = 0;
    if (moves & (moves - 1)) {
        moves = distinct(moves, at->all & ~t->trick, marriages);
        if (n) {
            uint32_t after = 0; /* cards that players of the other side may still play to this trick */
            for (int k = n + 1, x = s->next[seat]; k < v.players; k++, x = s->next[x]) {
                const uint32_t cards = at->hand[x], follow = cards & t->led;
                if (s->party[x] != s->party[seat]) after |= follow ? follow : cards & TRUMP;
            }
            const uint32_t safe = moves & t->over & ~kr_up_to_highest(after) & (after & TRUMP ? TRUMP : ~0u);
            const int ours = s->party[t->winner] == s->party[seat];
            const int way = moves & t->over ? 3 : !ours ? 0 : after & t->over ? 1 : 2;
            preferred = way == 1 ? ~0u : way == 2 ? COUNTING : ~COUNTING;
            if (!(hand & t->led)) {
                thrown = &s->c->thrown[left][seat][kr_low(t->led) >> 3][way];
                first = moves & *thrown;
            }
            if (!first && safe) first = KR_BIT(pick(safe, COUNTING));
        }
    }
    const uint32_t choices = moves;
    weights w = {{0}};
    if (n == 0 && moves & (moves - 1)) w = weigh(s, at, v, seat, tops, against);
    do {
        const int c = first ? kr_low(first) : n ? pick(moves, preferred) : pick(heaviest(&w, moves), ~COUNTING);
        const uint32_t bit = KR_BIT(c);
        first = 0;
        moves ^= bit;
        table_cards now = {t->led, t->over, t->best, t->trick, t->winner};
        int open_need = need;
        if (n == 0) {
            now.led = KR_SUIT(c >> 3);
            now.over = bit;
            if (v.open && marriages & bit) {
                const int brings = (TRUMP & bit ? 2 : 1) * s->twenty;
                open_need += wants ? -brings : brings;
            }
        }
        put(&now, c, bit, seat);
        const uint64_t outcome = last ? taken(s, at, v, &now, open_need)
                                    : go_on(s, at, v, n + 1, &now, s->next[seat], open_need);
        if ((outcome >> 32) == (uint64_t)wants) {
            if (thrown) *thrown = bit;
            if (n == 0) s->c->last_lead[left][seat] = bit;
            if (v.merge && rivals) { /* The seat must beat the best card if it can. If another rival beats the best
                                      * card, the card that was played is legal only because it, too, beats the best
                                      * card. So the rank of the card that was played matters. */
                const uint32_t from = kr_from_lowest((uint32_t)outcome | at->fixed);
                if (!(from & bit) && rivals & from) return outcome | bit;
            }
            return outcome;
        }
        decided |= (uint32_t)outcome;
        if (!v.merge || (!moves && legal == choices)) continue;
        const uint32_t suit = KR_SUIT(c >> 3), from = kr_from_lowest((uint32_t)outcome | at->fixed) & suit;
        if (!(from & bit)) { /* This card is below the deciding cards of its suit, so the result does not depend on the
                              * rank of this card. The seat's other cards below these deciding cards therefore do no
                              * better. */
            const uint32_t above = choices & kr_above(c);
            const uint32_t run = legal & kr_above(c) & (above ? (above & -above) - 1 : suit);
            if (run & from)
                decided |= bit;
            else
                moves &= ~suit | from;
        }
    } while (moves);
    if (v.merge && rivals & ~t->over) { /* Rivals that do not beat the best card so far are illegal. If all rivals below
                                         * the deciding cards are illegal for this reason, the best card so far is a
                                         * deciding card, too. */
        const uint32_t from = kr_from_lowest(decided | at->fixed), low = rivals & ~from;
        if (low && rivals & from && !(low & t->over)) decided |= t->best;
    }
    return (wants ? 0 : MADE) | decided;
}

/* Search a trick from its start. First look the position up in the table, then try bounds, then try the leads. Return
 * the result. */
APART uint64_t trick(counting *s, const variant v, start *at, int leader, int need)
{
    const uint32_t all = at->all;
    int hope[2] = {0, 0};
    uint64_t result;
    s->nodes++;
    place here = place_of(s, at, v, leader);
    if (settled(&here, need, &result)) return result;
    if (v.open) hopes(s, at, v, hope);
    uint32_t own = 0, decided = 0;
    for (int x = 0; x < KR_SEATS; x++) own |= s->party[x] ? 0 : at->hand[x];
    const uint32_t mine = at->hand[leader], tops = mine & ~kr_up_to_highest(all & ~mine);
    const uint32_t ours = sure_trumps(own, all & ~own), theirs = sure_trumps(all & ~own, own);
    const int leads = !s->party[leader], sure = kr_count((ours | theirs) & COUNTING);
    int low = -hope[1], high = at->rest + hope[0];
    *(ours ? &low : &high) += ours ? sure : -sure;
    if (need <= low) return MADE;
    if (need > high) return 0;
    const int want = leads ? need - low : high - need + 1;
    /* `want` includes the tens that marriages of the other side may still bring. These marriages bring nothing if the
     * leader takes all tricks. In this case cashed() counts `all` tens for the leader. So that the comparison with
     * `want` is right, `all` includes the same tens. */
    if (tops && cashed(at, v, leader, at->rest + hope[leads], tops, leads ? ours : theirs, want, &decided))
        return (leads ? MADE : 0) | decided;
    at->fixed = here.fixed;
    table_cards lead = {0};
    result = choice(s, at, v, 0, &lead, leader, need, mine, tops, leads ? all & ~own : own);
    keep(s, &here, result, need);
    return result;
}

/* Return the result of a position with two cards in each hand. A small table keeps these results, because about half of
 * these positions come again soon. The key of an entry holds all facts on which the result depends. It holds the
 * leader, N's partners, the need, and how marriages count. It also holds the owners of the cards in play, the counting
 * cards, and the lengths of the suits. A key is never 0, so it never matches an empty entry. The reason is that the key
 * holds the owners as seat numbers, and not all cards in play belong to N (seat 0). */
APART uint64_t two(counting *s, const variant v, const start *at, int leader, int need)
{
    s->nodes++;
    if (v.open && !v.merge) return last_two(s, at, v, leader, need); /* The result depends on who owns the Kings and
                                                                      * Queens, but the key does not say which cards
                                                                      * are Kings and Queens. */
    const uint32_t all = at->all, h1 = at->hand[1], h2 = at->hand[2], h3 = at->hand[3];
    const uint32_t owners = kr_gather(h1 | h3, all) | kr_gather(h2 | h3, all) << 8 | kr_gather(COUNTING, all) << 16;
    const uint32_t facts = (uint32_t)leader | (uint32_t)s->with_north << 2 | (uint32_t)v.merge << 5
                           | (uint32_t)s->twenty << 6 | (uint32_t)(need + BOUND_AT) << 8;
    const uint64_t lengths = nibbles(kr_suit_counts(all)) >> 4;
    uint64_t key = facts | (uint64_t)owners << 13 | lengths << 37;
    if (v.open) key |= (uint64_t)at->open << 49;
    kr_ending *const entry = s->c->ending + (key * 0x9E3779B97F4A7C15u >> (64 - KR_ENDING_BITS));
    if (entry->key == key) return (entry->result & MADE) | kr_scatter((uint32_t)entry->result, all);
    const uint64_t result = last_two(s, at, v, leader, need);
    *entry = (kr_ending){key, (result & MADE) | kr_gather((uint32_t)result, all)};
    return result;
}

/* cardN_NAME and choiceN_NAME are separate functions because the choice among several moves needs many registers. In a
 * combined function, turns with a single move would be slower. */
#define DEFINE_PLACE(n, how, v)                                                                                       \
    static uint64_t card##n##_##how(counting *s, const start *at, table_cards *t, int seat, int need)                 \
    {                                                                                                                 \
        return card(s, at, v, n, t, seat, need);                                                                      \
    }                                                                                                                 \
    static __attribute__((noinline)) uint64_t choice##n##_##how(counting *s, const start *at, table_cards *t,         \
                                                                int seat, int need, uint64_t moves)                   \
    {                                                                                                                 \
        return choice(s, at, v, n, t, seat, need, moves, 0, 0);                                                       \
    }
#define DEFINE(how, players, open, merge)                                                                             \
    static uint64_t trick_##how(counting *s, start *at, int leader, int need)                                         \
    {                                                                                                                 \
        return trick(s, (variant){players, open, merge}, at, leader, need);                                           \
    }                                                                                                                 \
    static uint64_t two_##how(counting *s, start *at, int leader, int need)                                           \
    {                                                                                                                 \
        if (!MANY_AT_ONCE) return trick_##how(s, at, leader, need);                                                   \
        return two(s, (variant){players, open, merge}, at, leader, need);                                             \
    }                                                                                                                 \
    PLACES(DEFINE_PLACE, how, ((variant){players, open, merge}))
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

/* Return the cards with the trump suit and the last suit exchanged. */
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
    if (flip) { /* N does not belong to the account's side. Count the points of the other side instead. `rest` is the
                 * number of tens still to come. The account's side can force `need` tens exactly if the other side
                 * cannot force (rest - need + 1) tens. */
        need = rest - need + 1;
        side = p->task->seats & ~side;
    }
    counting s = {.c = c, .leads = a->leads, .twenty = a->margin ? 1 : 2, .with_north = side >> 1 & 7};
    const int trump = p->task->trump;
    start at = {.left = n->left, .rest = rest};
    table_cards t = {.led = exchanged(n->led, trump), .best = n->n ? exchanged(KR_BIT(n->best), trump) : 0,
                     .trick = exchanged(n->trick, trump), .winner = n->winner};
    if (n->n) t.over = kr_beats(TRUMP, kr_low(t.best));
    for (int seat = 0; seat < KR_SEATS; seat++) {
        s.party[seat] = !(side >> seat & 1);
        s.away[seat] = 0u - s.party[seat];
        s.next[seat] = p->next[seat];
        at.open |= (uint32_t)a->open[seat] << 3 * seat;
        at.hand[seat] = exchanged(n->hand[seat], trump);
        at.all |= at.hand[seat];
    }
    at.all |= t.trick;
    at.fixed = at.all & COUNTING;
    s.kind = !a->leads ? (a->margin ? DECLARED_HALF : DECLARED) : a->margin ? LED_HALF : flip ? LED_OTHERS : LED;
    const uint32_t low_ranks = KR_EVERY(3u);
    variant v = {.players = p->players, .merge = !a->leads && at.all & low_ranks};
    v.open = at.open || live(&s, &at, v);
    int hope[2];
    hopes(&s, &at, v, hope);
    int made;
    if (need <= -hope[1])
        made = 1;
    else if (need > rest + hope[0])
        made = 0;
    else if (n->n == 0 && n->left == 1)
        made = (int)(last_trick(&s, &at, n->seat, need) >> 32);
    else
        made = (int)((n->n ? go_on(&s, &at, v, n->n, &t, n->seat, need) : begin(&s, v, &at, n->seat, need)) >> 32);
    c->nodes += s.nodes;
    return made ^ flip;
}
