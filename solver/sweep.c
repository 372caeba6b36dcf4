/* sweep.c - the boolean search: do the takers get every one of the next tricks? */
#include "search.h"

typedef struct sweep {
    kr_ctx *ctx;
    const kr_prep *p;
    uint32_t hand[4];
    uint32_t side, takers;
} sweep;

static int trick(sweep *s, int leader, int left);

/* `seat` plays the n-th card of a trick whose best card so far is `best`, by `winner`. */
static int card(sweep *s, int seat, int n, uint32_t led, uint32_t played, int best, int winner, int left)
{
    const kr_prep *p = s->p;
    uint32_t hand = s->hand[seat];
    uint32_t moves = n ? kr_legal(p, hand, led, best) : hand;
    if (moves & (moves - 1)) {
        uint32_t all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3] | played;
        moves = kr_distinct(p, moves, all & ~hand);
    }
    int maximise = s->side >> seat & 1;
    /* Who wants the trick leads and beats with high cards; who does not leads low, and throws away
     * high cards where they cannot win. */
    int wants = (int)(s->takers >> seat & 1) == maximise;
    uint32_t beating = n ? moves & kr_beats(p->trump, best) : 0;
    int high_first = n == 0 || beating ? wants : !wants;
    while (moves) {
        int c = high_first ? kr_high(moves) : kr_low(moves);
        uint32_t bit = KR_BIT(c);
        moves ^= bit;
        int best_now = best, winner_now = winner;
        if (n == 0 || (bit & beating)) {
            best_now = c;
            winner_now = seat;
        }
        s->hand[seat] = hand ^ bit;
        int made;
        if (n + 1 == p->players)
            made = (s->takers >> winner_now & 1) && trick(s, winner_now, left - 1);
        else
            made = card(s, p->next[seat], n + 1, n ? led : KR_SUIT(c >> 3), played | bit, best_now, winner_now, left);
        s->hand[seat] = hand;
        if (made == maximise) return made;
    }
    return !maximise;
}

static int trick(sweep *s, int leader, int left)
{
    if (left == 0) return 1;
    s->ctx->nodes++;
    kr_key key = kr_position_key(s->hand, 0, (uint32_t)leader);
    const kr_entry *found = kr_slot(&s->ctx->table, &key);
    if (kr_same(&s->ctx->table, found, &key)) return found->low;
    int made = card(s, leader, 0, 0, 0, 0, leader, left);
    kr_claim(&s->ctx->table, &key, made, made);
    return made;
}

int kr_sweep(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    const kr_task *t = p->task;
    int limit = t->tricks && t->tricks < n->done + n->left ? t->tricks : n->done + n->left;
    int left = limit - n->done;
    if (n->took & ~t->takers) return 0;
    sweep s = {ctx, p, {n->hand[0], n->hand[1], n->hand[2], n->hand[3]}, t->side, t->takers};
    if (left <= 0) return 1;
    if (n->n == 0) return trick(&s, n->seat, left);
    return card(&s, n->seat, n->n, n->led, n->trick, n->best, n->winner, left);
}
