/* points.c - the additive search: how many points, or what margin, can the side force? */
#include "search.h"

/* Points still to be won, marriages apart. */
static int to_come(const kr_prep *p, const kr_node *n)
{
    if (!n->left) return 0;
    return kr_points(p, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick) + p->last
           + n->left * p->per_trick;
}

static int so_far(const kr_prep *p, const kr_node *n)
{
    return n->points[0] - (p->task->flags & KR_MARGIN ? n->points[1] : 0);
}

/* 1 if the side can force `target` in all. */
static int reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int target)
{
    kr_entry *entry = 0;
    kr_key key;
    int need = target - so_far(p, n);
    if (n->n == 0) {
        int margin = p->task->flags & KR_MARGIN;
        int left = to_come(p, n);
        int high = left, low = margin ? -left : 0;
        if (p->task->marriages) {
            high += kr_node_marriages(p, n, 0);
            if (margin) low -= kr_node_marriages(p, n, 1);
        }
        if (need <= low) return 1;
        if (need > high) return 0;
        ctx->nodes++;
        uint32_t facts = n->seat;
        if (p->task->marriages == KR_DECLARED)
            for (int suit = 0; suit < 4; suit++)
                if (n->declared[suit] != KR_NONE && (n->took >> n->declared[suit] & 1))
                    facts |= 16u << n->declared[suit];
        if (p->task->late && n->done == 0) facts |= 256;
        key = kr_position_key(n->hand, p->special, facts);
        entry = kr_slot(&ctx->table, &key);
        if (kr_same(&ctx->table, entry, &key)) {
            if (need <= entry->low) return 1;
            if (need > entry->high) return 0;
        }
    }
    int maximise = !p->party[n->seat];
    uint32_t moves = kr_node_choices(p, n);
    uint32_t beating = n->n ? moves & kr_beats(p->trump, n->best) : moves;
    int ours = n->n && !beating && p->party[n->winner] == p->party[n->seat];
    int made = !maximise;
    while (moves && made != maximise) {
        int c = beating || ours ? kr_high(moves) : kr_low(moves);
        moves ^= KR_BIT(c);
        kr_node child = *n;
        kr_node_play(p, &child, c);
        made = reaches(ctx, p, &child, target);
    }
    if (n->n == 0) {
        entry = kr_claim(&ctx->table, &key, INT8_MIN, INT8_MAX);
        if (made)
            entry->low = (int8_t)need;
        else
            entry->high = (int8_t)(need - 1);
    }
    return made;
}

int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    int left = to_come(p, n);
    int high = so_far(p, n) + left, low = so_far(p, n);
    if (p->task->marriages) high += kr_node_marriages(p, n, 0);
    if (p->task->flags & KR_MARGIN) {
        low -= left;
        if (p->task->marriages) low -= kr_node_marriages(p, n, 1);
    }
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (reaches(ctx, p, n, middle))
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
