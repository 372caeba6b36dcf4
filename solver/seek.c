/* seek.c - the two costly searches of the game Graden: whether a lone loser takes no trick, and whether a pair takes
 * all tricks.
 *
 * Both searches play card by card through all tricks. seek.h and suits.h explain losers, pairs, places and guards.
 */
#include "seek.h"

#include "moves.h"

/* Functions marked APART are inlined, so that there is a copy for each leader and for each of the four players of a
 * trick. Functions marked CALLED are never inlined. */
#define APART static inline __attribute__((always_inline))
#define CALLED static __attribute__((noinline))

#define OPPONENTS 14u /* mask of the loser's opponents; the loser is seat 0 */

/* A trick in progress. `places` has the place of each suit (see kr_places). The place of a suit says which seats hold
 * the cards of the suit that are not played yet. */
typedef struct table_cards {
    uint64_t places;
    uint32_t led;    /* mask of the suit led */
    uint32_t played; /* mask of the cards on the table */
    int best, winner, left; /* `best` is the best card so far, and `winner` the seat that played it. `left` says how
                             * many cards each hand had before the trick */
} table_cards;

/* A function that plays the rest of a trick and all later tricks. It returns the answer of the search: 1 if the loser
 * takes no trick, or if the pair takes all tricks; else 0. */
typedef int rest_of_trick(kr_seeker *s, const int leader, table_cards t);

/* Return the lowest card of each run of equivalent cards in a hand. Cards of a hand form a run if no other card in play
 * lies between them. */
APART uint32_t distinct(uint32_t moves, uint32_t in_play) { return moves & ~kr_upper_neighbours(moves, in_play); }

/* The moves of a seat, as masks: `cards` are all moves, `beating` the moves that beat the best card of the trick so
 * far. */
typedef struct choice {
    uint32_t cards, beating;
} choice;

/* Return the moves of a seat. From each run of equivalent cards, only the lowest card counts as a move. */
APART choice choices(const kr_seeker *s, int seat, const table_cards *t)
{
    const uint32_t hand = s->hand[seat], follow = hand & t->led, beating = follow & kr_above(t->best);
    uint32_t cards = beating ? beating : follow ? follow : hand;
    if (cards & (cards - 1))
        cards = distinct(cards, s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3] | t->played);
    return (choice){cards, beating & cards};
}

/* Return the trick `t` after `seat` has played `card`. `beats` is nonzero if this card beats the best card so far. */
APART table_cards with(const kr_seeker *s, table_cards t, int seat, int card, int beats)
{
    t.places -= s->shelf->suits.weight[seat][card];
    t.played |= KR_BIT(card);
    if (beats) {
        t.best = card;
        t.winner = seat;
    }
    return t;
}

/* Return a new trick after `seat` has led `card`. `places` has the place of each suit before this lead. `left` says how
 * many cards each hand had before this lead. */
APART table_cards led(const kr_seeker *s, uint64_t places, int seat, int card, int left)
{
    const uint64_t rest = places - s->shelf->suits.weight[seat][card];
    return (table_cards){rest, KR_SUIT(card >> 3), KR_BIT(card), card, seat, left};
}

/* Return 1 if a seat of the mask `seats` wins the last trick, else 0. */
APART int last_trick(const kr_seeker *s, int leader, uint32_t seats)
{
    return (int)(seats >> kr_last_taker(s->hand, 0, leader) & 1);
}

/* Return the cards of the suit `suit` (a mask) in the hands of later players: seats of the mask `seats` that play after
 * the n-th player of the trick. The leader is player 0. */
APART uint32_t later(const kr_seeker *s, int leader, int n, uint32_t seats, uint32_t suit)
{
    uint32_t cards = 0;
    for (int i = n + 1; i < KR_SEATS; i++)
        if (seats >> ((leader + i) & 3) & 1) cards |= s->hand[(leader + i) & 3];
    return cards & suit;
}

/* ---- no trick ---- */

static int none_trick(kr_seeker *s, int leader, int left, uint64_t places);

APART int none_card4(kr_seeker *s, const int leader, table_cards t)
{
    (void)leader;
    return none_trick(s, t.winner, t.left - 1, t.places);
}

/* Each suit has a mask of enum kr_loser_suit. Return the bits that are set in the masks of all four suits. */
APART uint32_t of_all(const kr_suits *t, uint64_t places)
{
    return t->loser[kr_place(places, 0)] & t->loser[kr_place(places, 1)] & t->loser[kr_place(places, 2)]
           & t->loser[kr_place(places, 3)];
}

/* Each suit has a mask of enum kr_loser_suit. Return the bits that are set in the mask of at least one suit. */
APART uint32_t of_any(const kr_suits *t, uint64_t places)
{
    return t->loser[kr_place(places, 0)] | t->loser[kr_place(places, 1)] | t->loser[kr_place(places, 2)]
           | t->loser[kr_place(places, 3)];
}

/* Return the loser's cards that another seat surely beats later in the trick. `after` is the mask of the cards
 * that later players hold in the suit led. A card below the highest card of `after` is surely beaten, because players
 * must beat if they can. */
APART uint32_t beaten(uint32_t cards, uint32_t after) { return after ? cards & (KR_BIT(kr_high(after)) - 1) : 0; }

/* Play the n-th card of a trick. Return 1 if the loser takes no trick in the rest of the play, else 0. The loser plays
 * only cards with which another seat wins the trick. If the loser is safe in every suit after its card, return 1 at
 * once, because a safe suit stays safe. */
APART int none_card(kr_seeker *s, const int leader, const int n, table_cards t, rest_of_trick *next)
{
    const kr_suits *suits = &s->shelf->suits;
    const int seat = (leader + n) & 3;
    const uint32_t hand = s->hand[seat], follows = hand & t.led;
    choice c = choices(s, seat, &t);
    if (seat == 0) {
        if (c.beating) c.cards = beaten(c.cards, later(s, leader, n, OPPONENTS, t.led));
        for (uint32_t rest = c.cards; rest; rest &= rest - 1)
            if (of_all(suits, t.places - suits->weight[0][kr_low(rest)]) & KR_SAFE) return 1;
    }
    const int high_first = seat == 0 ? !c.beating : !follows;
    while (c.cards) {
        const int card = high_first ? kr_high(c.cards) : kr_low(c.cards);
        c.cards ^= KR_BIT(card);
        s->hand[seat] = hand ^ KR_BIT(card);
        const int made = next(s, leader, with(s, t, seat, card, c.beating != 0));
        s->hand[seat] = hand;
        if (made == (seat == 0)) return made;
    }
    return seat != 0;
}

APART int none_card3(kr_seeker *s, const int leader, table_cards t) { return none_card(s, leader, 3, t, none_card4); }
APART int none_card2(kr_seeker *s, const int leader, table_cards t) { return none_card(s, leader, 2, t, none_card3); }
APART int none_card1(kr_seeker *s, const int leader, table_cards t) { return none_card(s, leader, 1, t, none_card2); }

/* Let a seat try each lead of the mask `moves`. The loser (seat 0) looks for a lead after which it takes no trick.
 * Another seat looks for a lead after which the loser takes a trick. Return 1 if the loser takes no trick, else 0. */
APART int none_lead_by(kr_seeker *s, const int seat, uint32_t moves, int left, uint64_t places)
{
    const uint32_t hand = s->hand[seat];
    for (; moves; moves &= moves - 1) {
        const int card = kr_low(moves);
        s->hand[seat] = hand ^ KR_BIT(card);
        const int made = none_card1(s, seat, led(s, places, seat, card, left));
        s->hand[seat] = hand;
        if (made == (seat == 0)) return made;
    }
    return seat != 0;
}

CALLED int none_lead0(kr_seeker *s, uint32_t m, int left, uint64_t p) { return none_lead_by(s, 0, m, left, p); }
CALLED int none_lead1(kr_seeker *s, uint32_t m, int left, uint64_t p) { return none_lead_by(s, 1, m, left, p); }
CALLED int none_lead2(kr_seeker *s, uint32_t m, int left, uint64_t p) { return none_lead_by(s, 2, m, left, p); }
CALLED int none_lead3(kr_seeker *s, uint32_t m, int left, uint64_t p) { return none_lead_by(s, 3, m, left, p); }

APART int none_lead(kr_seeker *s, int seat, uint32_t m, int left, uint64_t p)
{
    if (!m) return 1;
    return seat == 1 ? none_lead1(s, m, left, p) : seat == 2 ? none_lead2(s, m, left, p) : none_lead3(s, m, left, p);
}

/* Let the loser try each lead that another player can and must beat. All other leads would win the trick. Return 1 if
 * the loser takes no trick, else 0. */
static int none_opening(kr_seeker *s, int left, uint64_t places)
{
    const kr_suits *t = &s->shelf->suits;
    const uint32_t others = s->hand[1] | s->hand[2] | s->hand[3];
    uint32_t moves = 0;
    for (uint32_t rest = distinct(s->hand[0], s->hand[0] | others); rest; rest &= rest - 1) {
        const int card = kr_low(rest);
        if (!(others & kr_above(card))) continue;
        if (of_all(t, places - t->weight[0][card]) & KR_SAFE) return 1;
        moves |= KR_BIT(card);
    }
    return none_lead0(s, moves, left, places);
}

/* Play a trick that an opponent of the loser leads. Return 1 if the loser takes no trick from here on, else 0. The
 * loser never gets the lead, because `beaten` and `none_opening` leave out all cards with which the loser could take a
 * trick. */
static int none_trick(kr_seeker *s, int leader, int left, uint64_t places)
{
    const kr_suits *t = &s->shelf->suits;
    if (left == 0) return 1;
    s->nodes++;
    if (of_any(t, places) >> leader & 1) return 0;
    if (of_all(t, places) & KR_SAFE) return 1;
    if (left == 1) return last_trick(s, leader, OPPONENTS);
    const uint64_t key = kr_shelf_key(t, places, (uint32_t)leader);
    _Atomic uint64_t *at = kr_shelf_at(s->shelf, key);
    int made = kr_shelf_find(at, key);
    if (made >= 0) return made;
    /* Try three groups of leads. Group 1: suits in which the loser is not safe. Group 2: safe suits of which the loser
     * has cards. Group 3: suits in which the loser is void. A lead of group 3 lets the loser discard. So skip group 3
     * if the loser has only one unsafe suit, and can make this suit safe by discarding its highest card. */
    const uint32_t mine = s->hand[0];
    uint32_t has = 0, unsafe = 0;
    int count = 0, card = 0;
    for (int i = 0; i < 4; i++) {
        if (mine & KR_SUIT(i)) has |= KR_SUIT(i);
        if (t->loser[kr_place(places, i)] & KR_SAFE) continue;
        unsafe |= KR_SUIT(i);
        card = kr_high(mine & KR_SUIT(i));
        count++;
    }
    const uint32_t moves = distinct(s->hand[leader], mine | s->hand[1] | s->hand[2] | s->hand[3]);
    made = none_lead(s, leader, moves & unsafe, left, places);
    if (made) made = none_lead(s, leader, moves & has & ~unsafe, left, places);
    if (made && !(count == 1 && of_all(t, places - t->weight[0][card]) & KR_SAFE))
        made = none_lead(s, leader, moves & ~has, left, places);
    kr_shelf_keep(at, key, made);
    return made;
}

/* Store the hands with renumbered seats, so that the seat `first` becomes seat 0. */
static void turn(kr_seeker *s, const uint32_t hand[KR_SEATS], int first)
{
    for (int i = 0; i < KR_SEATS; i++) s->hand[i] = hand[(first + i) & 3];
}

int kr_seek_none(kr_seeker *s, const uint32_t hand[KR_SEATS], int loser, int leader, int left)
{
    turn(s, hand, loser);
    const uint64_t places = kr_places(&s->shelf->suits, s->hand);
    return leader == loser && left ? none_opening(s, left, places) : none_trick(s, (leader - loser) & 3, left, places);
}

/* ---- all tricks ---- */

static int all_trick(kr_seeker *s, int leader, int left, uint64_t places);

APART int all_card4(kr_seeker *s, const int leader, table_cards t)
{
    (void)leader;
    return (s->pair >> t.winner & 1) && all_trick(s, t.winner, t.left - 1, t.places);
}

/* Return 1 if the pair is sure to lose the trick, else 0. Either a defender is to play and can beat every card that the
 * pair may still add. Or a defender has played the best card, and no player of the pair can still beat it. */
APART int lost(const kr_seeker *s, const int leader, int n, const table_cards *t, choice c)
{
    const uint32_t pair = s->pair, after = later(s, leader, n, pair, t->led);
    if (!(pair >> ((leader + n) & 3) & 1)) return c.beating && after < KR_BIT(kr_high(c.beating));
    return !(pair >> t->winner & 1) && !c.beating && !(after & kr_above(t->best));
}

/* Play the n-th card of a trick. Return 1 if the pair takes all tricks, else 0. A player of the pair needs one card
 * after which the pair takes all tricks. A defender needs one card after which the pair loses a trick. */
APART int all_card(kr_seeker *s, const int leader, const int n, table_cards t, rest_of_trick *next)
{
    const int seat = (leader + n) & 3, ours = (int)(s->pair >> seat & 1);
    const uint32_t hand = s->hand[seat];
    choice c = choices(s, seat, &t);
    if (lost(s, leader, n, &t, c)) return 0;
    const int high_first = ours && c.beating;
    while (c.cards) {
        const int card = high_first ? kr_high(c.cards) : kr_low(c.cards);
        c.cards ^= KR_BIT(card);
        s->hand[seat] = hand ^ KR_BIT(card);
        const int made = next(s, leader, with(s, t, seat, card, c.beating != 0));
        s->hand[seat] = hand;
        if (made == ours) return made;
    }
    return !ours;
}

APART int all_card3(kr_seeker *s, const int leader, table_cards t) { return all_card(s, leader, 3, t, all_card4); }
APART int all_card2(kr_seeker *s, const int leader, table_cards t) { return all_card(s, leader, 2, t, all_card3); }
APART int all_card1(kr_seeker *s, const int leader, table_cards t) { return all_card(s, leader, 1, t, all_card2); }

/* Let a player of the pair try each lead of the mask `moves`. Return 1 if the pair can take all tricks, else 0. */
APART int all_lead_by(kr_seeker *s, const int seat, uint32_t moves, int left, uint64_t places)
{
    const uint32_t hand = s->hand[seat];
    int made = 0;
    while (moves && !made) {
        const int card = kr_high(moves);
        moves ^= KR_BIT(card);
        s->hand[seat] = hand ^ KR_BIT(card);
        made = all_card1(s, seat, led(s, places, seat, card, left));
        s->hand[seat] = hand;
    }
    return made;
}

CALLED int all_lead0(kr_seeker *s, uint32_t m, int left, uint64_t p) { return all_lead_by(s, 0, m, left, p); }
CALLED int all_lead1(kr_seeker *s, uint32_t m, int left, uint64_t p) { return all_lead_by(s, 1, m, left, p); }
CALLED int all_lead2(kr_seeker *s, uint32_t m, int left, uint64_t p) { return all_lead_by(s, 2, m, left, p); }

/* Return 1 if the tables of single suits show that the pair takes all tricks, else 0. There are three such cases: (1)
 * all suits are solid, (2) all cards of the leader are high (suits.h), (3) the leader first plays high cards and then
 * leads once to the partner, whose remaining cards are all high. `first` is 1 if the first seat of the pair leads. */
APART int wins(const kr_suits *t, const uint32_t suit[KR_CODES], uint64_t places, int first, int left)
{
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++) sum += suit[t->code[kr_place(places, i)]];
    if (!first) sum >>= KR_PAIR_HALF;
    const int own = sum >> KR_OWN & 15, his = sum >> KR_HIS & 15, cross = sum >> KR_CROSS & 15;
    return own == left || (own + his >= left && cross) || (sum >> KR_SOLID & 15) == 4;
}

/* Return the number that a field of enum kr_guard_suit has for one of the two defenders. */
APART int guard_of(uint32_t suit, int field, int defender) { return suit >> (field + 3 * defender) & 7; }

/* Try all ways to guard the suits with index `i` or higher. Return 1 if there is a way in which the pair wins fewer
 * than `left` rounds, else 0.
 *
 * A way says for each suit which defender guards it, or that neither does. A guard limits the number of rounds that the
 * pair wins in the suit (KR_GUARD_ROUNDS). The guarding defender must keep some cards of the suit (KR_GUARD_NEED) and
 * can spare the others. When the pair leads a suit in which a defender is void, this defender must discard a spare card
 * of another suit. When the pair leads the guarded suit, the guarding defender plays a spare card of this suit, as long
 * as it has one.
 *
 * `room0` and `room1` are the numbers of spare cards that the two defenders have left after the pair has led the suits
 * before `i`. A number may be negative, because suits that come later can add spare cards. After the last suit, both
 * numbers must be at least 0.
 */
static int guarded(const uint32_t suit[4], int i, int left, int room0, int room1)
{
    if (left <= 0) return 0;
    if (i == 4) return room0 >= 0 && room1 >= 0;
    const uint32_t v = suit[i];
    const int free = guard_of(v, KR_GUARD_FREE, 0);
    for (int d = 0; d < 2; d++) {
        const int most = guard_of(v, KR_GUARD_ROUNDS, d);
        const int more = guard_of(v, KR_GUARD_LENGTH, d) - guard_of(v, KR_GUARD_NEED, d);
        const int mine = more - (more < most ? more : most), others = guard_of(v, KR_GUARD_LENGTH, !d) - most;
        if (most < free && guarded(suit, i + 1, left - most, room0 + (d ? others : mine), room1 + (d ? mine : others)))
            return 1;
    }
    return guarded(suit, i + 1, left - free, room0 + guard_of(v, KR_GUARD_LENGTH, 0) - free,
                   room1 + guard_of(v, KR_GUARD_LENGTH, 1) - free);
}

/* Return 1 if the defenders can guard the suits so that the pair cannot win all tricks, else 0. */
APART int refuted(const kr_suits *t, const uint32_t guards[KR_CODES], uint64_t places, int left)
{
    uint32_t suit[4];
    int least = 0;
    for (int i = 0; i < 4; i++) {
        suit[i] = guards[t->code[kr_place(places, i)]];
        least += (int)(suit[i] >> KR_GUARD_LEAST);
    }
    return least < left && guarded(suit, 0, left, 0, 0);
}

static int all_trick(kr_seeker *s, int leader, int left, uint64_t places)
{
    const kr_suits *t = &s->shelf->suits;
    const int partner = s->pair >> 1 & 1 ? 1 : 2;
    const kr_pair_suits *suits = &t->pair[partner - 1];
    if (left == 0) return 1;
    s->nodes++;
    if (left == 1) return last_trick(s, leader, s->pair);
    if (wins(t, suits->wins, places, leader == 0, left)) return 1;
    const uint64_t key = kr_shelf_key(t, places, (uint32_t)leader | (uint32_t)partner << 2);
    _Atomic uint64_t *at = kr_shelf_at(s->shelf, key);
    int made = kr_shelf_find(at, key);
    if (made >= 0) return made;
    if (refuted(t, suits->guards, places, left)) return 0;
    /* Do not lead a suit whose highest card a defender holds, because that defender can win the trick. */
    const uint32_t side = s->hand[0] | s->hand[partner], all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3];
    uint32_t moves = distinct(s->hand[leader], all);
    for (int i = 0; i < 4; i++)
        if (all & KR_SUIT(i) && !(side >> kr_high(all & KR_SUIT(i)) & 1)) moves &= ~KR_SUIT(i);
    made = leader == 0 ? all_lead0(s, moves, left, places)
           : leader == 1 ? all_lead1(s, moves, left, places)
                         : all_lead2(s, moves, left, places);
    kr_shelf_keep(at, key, made);
    return made;
}

int kr_seek_all(kr_seeker *s, const uint32_t hand[KR_SEATS], int seat_a, int seat_b, int leader, int left)
{
    const int first = ((seat_b - seat_a) & 3) == 3 ? seat_b : seat_a, partner = seat_a ^ seat_b ^ first;
    turn(s, hand, first);
    s->pair = 1u | 1u << ((partner - first) & 3);
    return all_trick(s, (leader - first) & 3, left, kr_places(&s->shelf->suits, s->hand));
}
