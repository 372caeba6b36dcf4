/* sweep.c - the search for sweeps: find out whether certain seats (the takers) win all of the next tricks.
 *
 * The seats of the mask `side` are called the side. They want the answer 1 (yes). Usually the side consists of the
 * takers. In a contract to take no trick, the side is the lone loser, and the takers are the loser's opponents.
 */
#include "search.h"

#include "guards.h"

/* If few tricks are left, the search uses only the first entries of the table. SHORT_MASK is the number of these
 * entries minus 1. */
#define SHORT_MASK 4095u
#define SWEEPS_ENTRY 0x40000000u /* marks the table entries of kr_sweeps, so that other searches do not use them */

/* Methods to solve a position at the start of a trick. BY_CARDS: try each card. The other methods are for the game
 * Graden. BY_PAIR: search whether two seats take all tricks (kr_seek_all). BY_LOSER: search whether a lone loser takes
 * no trick (kr_seek_none). BY_GUARDS: find out without a search whether one seat takes all tricks (guards.h). */
enum { BY_CARDS, BY_PAIR, BY_GUARDS, BY_LOSER };

/* A search. */
typedef struct sweep {
    kr_ctx *ctx;
    const kr_prep *p;
    kr_table table; /* the context's table, or only its first entries if few tricks are left */
    uint32_t hand[4];
    uint32_t side, takers; /* `side` is the mask of the seats that want the answer 1, `takers` the mask of the seats
                            * that must take the tricks */
    uint32_t tag; /* marks the table entries of this search, so that other searches do not use them */
    int at_tricks; /* method that solves positions at the start of a trick: BY_CARDS, BY_PAIR, BY_GUARDS or BY_LOSER */
    int seat_a, seat_b; /* the seats of the pair; for a lone loser, `seat_a` is the loser */
} sweep;

/* A trick in progress. */
typedef struct table_cards {
    uint32_t all;  /* cards in play at the start of the trick */
    uint32_t led;  /* mask of the suit led */
    uint32_t over; /* cards that beat the best card so far */
    int winner, left; /* `winner` is the seat that played the best card so far. `left` says how many tricks the takers
                       * must still win, including this one */
} table_cards;

/* Search a trick from its start. `left` is the number of tricks that the takers must still win. Return 1 if they win
 * all of them, else 0. */
static int trick(sweep *s, int leader, int left);
static int card1(sweep *s, int seat, const table_cards *t);
static int card2(sweep *s, int seat, const table_cards *t);
static int card3(sweep *s, int seat, const table_cards *t);

/* Try each card of `moves`, the cards that `seat` may play to a trick. `n` is the number of cards that were played to
 * this trick before. Return 1 if the takers win all tricks after best play, else 0. */
static inline __attribute__((always_inline)) int card(sweep *s, int seat, const int n, const table_cards *t,
                                                      uint32_t moves)
{
    const kr_prep *p = s->p;
    const uint32_t hand = s->hand[seat];
    const int maximise = s->side >> seat & 1, last = n == 3 || (n == 2 && p->players == 3);
    if (moves & (moves - 1)) moves = kr_distinct(p, moves, t->all & ~hand);
    /* `wants` is 1 if winning the trick helps the seat's own party. If `wants` is 1 and the seat leads or can beat the
     * best card, it tries high cards first. If it neither leads nor can beat, it tries low cards first. If `wants` is
     * 0, the seat does the opposite. */
    const int wants = (int)(s->takers >> seat & 1) == maximise;
    const int high_first = n == 0 || (moves & t->over) ? wants : !wants;
    while (moves) {
        const int c = high_first ? kr_high(moves) : kr_low(moves);
        const uint32_t bit = KR_BIT(c);
        moves ^= bit;
        table_cards now = *t;
        if (n == 0) now.led = KR_SUIT(c >> 3);
        if (n == 0 || (bit & t->over)) {
            now.over = kr_beats(p->trump, c);
            now.winner = seat;
        }
        s->hand[seat] = hand ^ bit;
        int made;
        if (last)
            made = (s->takers >> now.winner & 1) && trick(s, now.winner, now.left - 1);
        else if (n == 0)
            made = card1(s, p->next[seat], &now);
        else if (n == 1)
            made = card2(s, p->next[seat], &now);
        else
            made = card3(s, p->next[seat], &now);
        s->hand[seat] = hand;
        if (made == maximise) return made;
    }
    return !maximise;
}

static inline uint32_t legal(const sweep *s, int seat, const table_cards *t)
{
    return kr_legal(s->p, s->hand[seat], t->led, t->over);
}

static int card1(sweep *s, int seat, const table_cards *t) { return card(s, seat, 1, t, legal(s, seat, t)); }
static int card2(sweep *s, int seat, const table_cards *t) { return card(s, seat, 2, t, legal(s, seat, t)); }
static int card3(sweep *s, int seat, const table_cards *t) { return card(s, seat, 3, t, legal(s, seat, t)); }

/* Solve a position at the start of a trick by the searches made for the game Graden (seek.h, guards.h). If the goal is
 * that one or two seats take all tricks, the leader must be one of these seats. If the goal is that a lone loser takes
 * no trick, any seat may be the leader. */
static int special(const sweep *s, int leader, int left)
{
    kr_seeker seeker = {.shelf = kr_shelf_of(s->ctx)};
    if (s->at_tricks == BY_GUARDS) return kr_guards_sweep(s->hand, leader);
    int made = s->at_tricks == BY_PAIR ? kr_seek_all(&seeker, s->hand, s->seat_a, s->seat_b, leader, left)
                                       : kr_seek_none(&seeker, s->hand, s->seat_a, leader, left);
    s->ctx->nodes += seeker.nodes;
    return made;
}

static int trick(sweep *s, int leader, int left)
{
    if (left == 0) return 1;
    uint32_t moves = s->hand[leader], all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3];
    if (s->at_tricks == BY_LOSER || (s->at_tricks != BY_CARDS && s->side >> leader & 1))
        return special(s, leader, left);
    if (left == 1 && !(moves & (moves - 1))) return s->takers >> kr_last_taker(s->hand, s->p->trump, leader) & 1;
    const uint32_t trumps = all & s->p->trump;
    if (trumps && left == kr_count(moves)) { /* the takers must win all tricks left, and the seat with the highest trump
                                              * surely wins one of them. So this seat must be one of the takers */
        int seat = 0;
        while (!(s->hand[seat] >> kr_high(trumps) & 1)) seat++;
        if (!(s->takers >> seat & 1)) return 0;
    }
    s->ctx->nodes++;
    kr_key key = kr_position_key(s->hand, 0, s->tag | (uint32_t)leader);
    kr_entry *entry = kr_slot(&s->table, &key);
    if (kr_same(&s->table, entry, &key)) return entry->low;
    table_cards t = {.all = all, .winner = leader, .left = left};
    int made = card(s, leader, 0, &t, moves);
    kr_fill(&s->table, entry, &key, made);
    return made;
}

/* Return the method that solves positions at the start of a trick for a task: BY_CARDS, BY_PAIR, BY_LOSER or BY_GUARDS.
 * For the last three methods the caller must check two more conditions. All cards in play must have the six highest
 * ranks, and all tricks still to be played must count. */
static int question(const kr_task *t)
{
    if (t->goal != KR_SWEEP || t->seats != 15 || t->trump != KR_NO_TRUMP || t->need) return BY_CARDS;
    if (!(t->flags & KR_MUST_BEAT) || t->flags & KR_PLAIN || t->talon_to != KR_NONE) return BY_CARDS;
    const int seats = kr_count(t->side);
    if (t->side == t->takers && seats <= 2) return seats == 1 ? BY_GUARDS : BY_PAIR;
    return seats == 1 && t->takers == (t->seats & ~t->side) ? BY_LOSER : BY_CARDS;
}

int kr_walk_fits(const kr_task *t)
{
    for (int r = 2; r < 8; r++)
        if (t->strength[r] < 2) return 0;
    const int at_tricks = question(t);
    return !t->tricks && (at_tricks == BY_LOSER || at_tricks == BY_PAIR) && t->side >> t->leader & 1;
}

/* Search from a node. Return 1 if the takers win the next `left` tricks, else 0. */
static int sweep_from(sweep *s, const kr_node *n, int left)
{
    /* If few tricks are left, use a small table. It fits into the nearest cache, which makes up for its fewer
     * entries. */
    if (left <= 6 && s->table.mask > SHORT_MASK) s->table.mask = SHORT_MASK;
    if (n->n == 0) return trick(s, n->seat, left);
    table_cards cards = {.all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick, .led = n->led,
                         .over = kr_beats(s->p->trump, n->best), .winner = n->winner, .left = left};
    return n->n == 1 ? card1(s, n->seat, &cards) : n->n == 2 ? card2(s, n->seat, &cards) : card3(s, n->seat, &cards);
}

int kr_sweeps(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint8_t seats)
{
    sweep s = {.ctx = ctx, .p = p, .table = ctx->table, .side = seats, .takers = seats,
               .tag = SWEEPS_ENTRY | (uint32_t)seats << 8, .hand = {n->hand[0], n->hand[1], n->hand[2], n->hand[3]}};
    return sweep_from(&s, n, n->left);
}

int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    const kr_task *t = p->task;
    int limit = t->tricks && t->tricks < n->done + n->left ? t->tricks : n->done + n->left;
    int left = limit - n->done;
    if (n->took & ~t->takers) return 0;
    if (left <= 0) return 1;
    sweep s = {.ctx = ctx, .p = p, .table = ctx->table, .side = t->side, .takers = t->takers,
               .hand = {n->hand[0], n->hand[1], n->hand[2], n->hand[3]}};
    const uint32_t all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick, low_ranks = 0x03030303u;
    if (left == n->left && !(all & low_ranks)) {
        s.at_tricks = question(t);
        s.seat_a = kr_low(t->side);
        s.seat_b = kr_high(t->side);
    }
    return sweep_from(&s, n, left);
}
