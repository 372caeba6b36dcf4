/* sweep.c - the boolean search: do the takers get every one of the next tricks? */
#include "search.h"

#define SHORT_MASK 4095u

typedef struct sweep {
    kr_ctx *ctx;
    const kr_prep *p;
    kr_table table; /* the context's, its beginning only where hands are short */
    uint32_t hand[4];
    uint32_t side, takers;
    enum { NO_SCREEN, WIN_PAIR, WIN_ALONE, LOSE_ALL } screen;
    int one, other; /* the seats of the pair; the loser */
} sweep;

/* A trick in progress. */
typedef struct table_cards {
    uint32_t all;  /* cards in play at its start */
    uint32_t led;  /* mask of the suit led */
    uint32_t over; /* cards that beat the best so far */
    int winner, left;
} table_cards;

static int trick(sweep *s, int leader, int left);
static int card1(sweep *s, int seat, const table_cards *t);
static int card2(sweep *s, int seat, const table_cards *t);
static int card3(sweep *s, int seat, const table_cards *t);

/* `seat` plays the n-th card of a trick, one of `moves`. */
static inline __attribute__((always_inline)) int card(sweep *s, int seat, const int n, const table_cards *t,
                                                      uint32_t moves)
{
    const kr_prep *p = s->p;
    const uint32_t hand = s->hand[seat];
    const int maximise = s->side >> seat & 1, last = n == 3 || (n == 2 && p->players == 3);
    if (moves & (moves - 1)) moves = kr_distinct(p, moves, t->all & ~hand);
    /* Who wants the trick leads and beats with high cards; who does not leads low, and throws away
     * high cards where they cannot win. */
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
    uint32_t hand = s->hand[seat], cards = hand & t->led;
    if (!cards && s->p->must_trump) cards = hand & s->p->trump;
    if (!cards) return hand;
    if (s->p->must_beat && (cards & t->over)) cards &= t->over;
    return cards;
}

static int card1(sweep *s, int seat, const table_cards *t) { return card(s, seat, 1, t, legal(s, seat, t)); }
static int card2(sweep *s, int seat, const table_cards *t) { return card(s, seat, 2, t, legal(s, seat, t)); }
static int card3(sweep *s, int seat, const table_cards *t) { return card(s, seat, 3, t, legal(s, seat, t)); }

/* Everybody plays his last card: who takes it? */
static int last_trick(const sweep *s, int leader)
{
    uint32_t all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3];
    uint32_t cards = all & s->p->trump;
    if (!cards) cards = all & KR_SUIT(kr_low(s->hand[leader]) >> 3);
    uint32_t best = KR_BIT(kr_high(cards));
    for (int seat = 0; seat < 4; seat++)
        if (s->hand[seat] & best) return s->takers >> seat & 1;
    return 0;
}

/* Leads that are not lost at once. The highest card of a suit takes the trick whenever its holder
 * follows: the takers lead no suit whose highest card another seat holds, and who must lose does not
 * lead it himself. */
static uint32_t leads(const sweep *s, int leader, uint32_t all)
{
    uint32_t hand = s->hand[leader], good = 0;
    if (s->screen == LOSE_ALL && leader != s->one) return hand;
    uint32_t own = s->screen == LOSE_ALL ? all & ~hand : s->hand[s->one] | s->hand[s->other];
    for (uint32_t mask = 0xFFu; mask; mask <<= 8) {
        uint32_t cards = hand & mask;
        if (!cards) continue;
        if (s->screen == LOSE_ALL)
            good |= own & mask ? cards & (KR_BIT(kr_high(own & mask)) - 1) : 0;
        else if (own >> kr_high(all & mask) & 1)
            good |= cards;
    }
    return good;
}

/* What the cards alone decide, or -1 with the leads that remain. */
static int screened(const sweep *s, int leader, int left, uint32_t all, uint32_t *moves)
{
    if (s->screen == LOSE_ALL) {
        if (leader != s->one && kr_screen_give(s->hand, s->one, leader)) return 0;
        if (leader != s->one && kr_screen_safe(s->hand, s->one)) return 1;
    } else {
        if (s->screen == WIN_PAIR && kr_screen_win(s->ctx->rounds, s->hand, s->one, s->other, left) == 0) return 0;
        if (kr_screen_top(s->hand, leader)) return 1;
    }
    *moves = leads(s, leader, all);
    return *moves ? -1 : 0;
}

static int trick(sweep *s, int leader, int left)
{
    if (left == 0) return 1;
    uint32_t moves = s->hand[leader], all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3];
    if (left == 1 && !(moves & (moves - 1))) return last_trick(s, leader);
    s->ctx->nodes++;
    kr_key key = kr_position_key(s->hand, 0, (uint32_t)leader);
    kr_entry *entry = kr_slot(&s->table, &key);
    if (kr_same(&s->table, entry, &key)) return entry->low;
    int made = s->screen ? screened(s, leader, left, all, &moves) : -1;
    if (made < 0) {
        table_cards t = {.all = all, .winner = leader, .left = left};
        made = card(s, leader, 0, &t, moves);
    }
    kr_fill(&s->table, entry, &key, made);
    return made;
}

int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    const kr_task *t = p->task;
    int limit = t->tricks && t->tricks < n->done + n->left ? t->tricks : n->done + n->left;
    int left = limit - n->done;
    if (n->took & ~t->takers) return 0;
    if (left <= 0) return 1;
    sweep s = {ctx, p, ctx->table, {n->hand[0], n->hand[1], n->hand[2], n->hand[3]}, t->side, t->takers, NO_SCREEN, 0, 0};
    const uint32_t low_ranks = 0x03030303u, all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick;
    if (!(t->flags & KR_PLAIN) && p->players == 4 && p->must_beat && !p->trump && !(all & low_ranks)) {
        s.one = kr_low(t->side);
        s.other = kr_high(t->side);
        if (t->side == t->takers)
            s.screen = kr_count(t->side) == 2 ? WIN_PAIR : WIN_ALONE;
        else if (s.one == s.other && t->takers == (t->seats & ~t->side))
            s.screen = LOSE_ALL;
        if (kr_count(t->side) > 2) s.screen = NO_SCREEN;
    }
    /* What fits into the nearest cache is found sooner than more that does not. */
    if (left <= 6 && s.table.mask > SHORT_MASK) s.table.mask = SHORT_MASK;
    if (n->n == 0) return trick(&s, n->seat, left);
    table_cards cards = {.all = all, .led = n->led, .over = kr_beats(p->trump, n->best), .winner = n->winner,
                         .left = left};
    return n->n == 1 ? card1(&s, n->seat, &cards) : n->n == 2 ? card2(&s, n->seat, &cards) : card3(&s, n->seat, &cards);
}
