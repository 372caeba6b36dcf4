/* settle.c - the search for goals whose value depends on the play so far: sweeps with points to reach, exact numbers of
 * tricks, and races.
 */
#include "search.h"
#include "stakes.h"

/* Return the stake of a race (1, 2 or 3) if a side loses with the points and tricks that it has now. `loser` is 0 for
 * the declarer's side, 1 for the other side. */
static int race_grade(const kr_prep *p, const kr_node *n, int loser)
{
    int seats = loser ? p->task->seats & ~p->task->side : p->task->side;
    return kr_race_stake((n->took & seats) != 0, n->points[loser] * p->unit, p->task->low);
}

/* Return the points of the trick in progress and of all later tricks. */
static int to_come(const kr_prep *p, const kr_node *n)
{
    return kr_points(p, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick) + p->last;
}

/* Write a lower and an upper bound of the value of a node, without a search. If the value is decided, both bounds are
 * equal. */
static void bounds(const kr_prep *p, const kr_node *n, int *low, int *high)
{
    const kr_task *t = p->task;
    const int need = t->need / p->unit;
    switch (t->goal) {
    case KR_SWEEP: {
        int over = t->tricks && n->done >= t->tricks;
        *low = 0;
        *high = 1;
        if (n->took & ~t->takers)
            *high = 0;
        else if ((t->flags & KR_STOP) && n->points[0] >= need)
            *low = 1;
        else if (over || !n->left)
            *low = *high = n->points[0] >= need;
        else if (n->points[0] + n->pending[0] + to_come(p, n) + kr_node_marriages(p, n, 0) < need)
            *high = 0;
        return;
    }
    case KR_TRICKS: /* here n->points[0] counts the tricks of the side */
        *low = *high = n->points[0] <= t->tricks && n->points[0] + n->left >= t->tricks;
        if (n->left && *high) *low = 0;
        return;
    case KR_RACE:
        if (n->points[0] >= need) {
            *low = *high = race_grade(p, n, 1);
        } else if (n->points[1] >= need) {
            *low = *high = -race_grade(p, n, 0);
        } else if (!n->left) {
            *low = *high = n->lost ? -1 : 1;
        } else {
            *high = race_grade(p, n, 1);
            *low = -race_grade(p, n, 0);
        }
        return;
    default: *low = *high = 0;
    }
}

/* Besides the cards, the value of a node depends on the leader and on results of earlier tricks. Return these facts as
 * one number. The number is the field `facts` of the node's table key. */
static uint32_t facts_of(const kr_prep *p, const kr_node *n)
{
    uint32_t facts = n->seat;
    switch (p->task->goal) {
    case KR_TRICKS: return facts | (uint32_t)n->points[0] << 8;
    case KR_SWEEP: return facts | (uint32_t)n->points[0] << 8 | (uint32_t)n->pending[0] << 16 | (n->done == 0 ? 4u : 0);
    case KR_RACE: {
        uint32_t took = (n->took & p->task->side) != 0 ? 4u : 0;
        if (n->took & p->task->seats & ~p->task->side) took |= 8;
        return facts | took | (n->done == 0 ? 16u : 0) | (n->pending[0] ? 32u : 0) | (n->pending[1] ? 64u : 0)
               | (uint32_t)n->points[0] << 8 | (uint32_t)n->points[1] << 16
               | (uint32_t)(n->pending[0] + n->pending[1]) << 24;
    }
    default: return facts;
    }
}

/* Return 1 if the value of a node is at least `target`, else 0. */
static int at_least(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int target);

static int choose_card(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int target)
{
    int maximise = !p->party[n->seat];
    uint32_t moves = kr_node_choices(p, n);
    uint32_t beating = n->n ? moves & kr_beats(p->trump, n->best) : moves;
    while (moves) {
        int c = beating ? kr_high(moves) : kr_low(moves);
        moves ^= KR_BIT(c);
        kr_node child = *n;
        kr_node_play(p, &child, c);
        if (at_least(ctx, p, &child, target) == maximise) return maximise;
    }
    return !maximise;
}

static int at_least(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int target)
{
    int low, high, made;
    bounds(p, n, &low, &high);
    if (target <= low) return 1;
    if (target > high) return 0;
    kr_key key;
    const int keep = n->n == 0;
    if (keep) {
        ctx->nodes++;
        key = kr_position_key(n->hand, p->special, facts_of(p, n));
        const kr_entry *entry_before = kr_slot(&ctx->table, &key);
        if (kr_same(&ctx->table, entry_before, &key)) {
            if (target <= entry_before->low) return 1;
            if (target > entry_before->high) return 0;
        }
    }
    made = choose_card(ctx, p, n, target);
    if (keep) {
        kr_entry *entry = kr_claim(&ctx->table, &key, low, high);
        if (made && target > entry->low) entry->low = (int8_t)target;
        if (!made && target <= entry->high) entry->high = (int8_t)(target - 1);
    }
    return made;
}

int kr_settle(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    int low, high;
    bounds(p, n, &low, &high);
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (middle > 0 && low < 0) middle = 0; /* first find out which side wins */
        if (middle <= low) middle = low + 1;
        if (at_least(ctx, p, n, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
