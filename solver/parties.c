/* parties.c - contracts with more than two parties: settlements, and play where each seeks his own. */
#include "search.h"

#include <string.h>

static void settle_last(const kr_task *t, int winner, int lost, int8_t out[4])
{
    int d = t->declarer;
    for (int s = 0; s < 4; s++) {
        if (lost)
            out[s] = s == d ? -3 : 1;
        else if (winner == d)
            out[s] = s == d ? 3 : -1;
        else
            out[s] = s == d || s == winner ? 1 : -1;
    }
}

static void settle_double(const kr_task *t, int failed_first, int failed_second, int8_t out[4])
{
    memset(out, 0, 4);
    if (failed_first == failed_second) {
        for (int s = 0; s < 4; s++) {
            int bidder = s == t->declarer || s == t->second;
            out[s] = failed_first ? (bidder ? -2 : 2) : (bidder ? 1 : -1);
        }
        return;
    }
    int winner = failed_first ? t->second : t->declarer, loser = failed_first ? t->declarer : t->second;
    int sign = t->flags & KR_LOSER_PAYS ? 1 : -1;
    out[winner] = (int8_t)(3 * sign);
    out[loser] = (int8_t)(-3 * sign);
}

static void settle_most(const uint8_t points[4], int8_t out[4])
{
    int most = 0, tied = 0;
    for (int s = 0; s < 4; s++)
        if (points[s] > most) most = points[s];
    for (int s = 0; s < 4; s++) tied += points[s] == most;
    for (int s = 0; s < 4; s++) {
        if (points[s] == most)
            out[s] = tied == 1 ? -3 : -1;
        else
            out[s] = tied == 3 ? 3 : 1;
    }
}

int kr_parties_settled(const kr_prep *p, const kr_node *n, int8_t out[4])
{
    const kr_task *t = p->task;
    if (t->goal == KR_LAST) {
        int lost = n->lost != KR_NONE;
        if (!lost && n->left) return 0;
        settle_last(t, n->seat, lost, out); /* at the end the seat to play has taken the last trick */
        return 1;
    }
    if (t->goal == KR_DOUBLE) {
        int first = n->took >> t->declarer & 1, second = n->took >> t->second & 1;
        if (n->left && !(first && second)) return 0;
        settle_double(t, first, second, out);
        return 1;
    }
    if (n->left) {
        int rest = kr_points(p, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick) + p->last;
        int top = 0, second = 0;
        for (int s = 0; s < 4; s++) {
            if (n->points[s] > n->points[top]) top = s;
        }
        for (int s = 0; s < 4; s++)
            if (s != top && n->points[s] > second) second = n->points[s];
        if (n->points[top] <= second + rest) return 0;
        for (int s = 0; s < 4; s++) out[s] = s == top ? -3 : 1;
        return 1;
    }
    settle_most(n->points, out);
    return 1;
}

/* Whether `seat` prefers a to b: most for himself, then least for the declarers, then least for the
 * next seat clockwise and so on (RULINGS: guarantee and selfish play). */
static int prefers(const kr_task *t, int seat, const int8_t a[4], const int8_t b[4])
{
    if (a[seat] != b[seat]) return a[seat] > b[seat];
    if (t->declarer != KR_NONE && t->declarer != seat && a[t->declarer] != b[t->declarer])
        return a[t->declarer] < b[t->declarer];
    if (t->goal == KR_DOUBLE && t->second != seat && a[t->second] != b[t->second])
        return a[t->second] < b[t->second];
    for (int i = 1; i < 4; i++) {
        int s = (seat + i) & 3;
        if (a[s] != b[s]) return a[s] < b[s];
    }
    return 0;
}

/* Whether nothing can be better for `seat` than this vector. */
static int unbeatable(const kr_prep *p, const kr_node *n, int seat, const int8_t v[4])
{
    const kr_task *t = p->task;
    if (t->goal == KR_LAST) return seat == t->declarer ? v[seat] == 3 : v[t->declarer] == -3;
    if (t->goal == KR_DOUBLE) {
        int bidder = seat == t->declarer || seat == t->second;
        return bidder ? v[seat] == 3 : v[seat] == 2;
    }
    if (v[seat] == 3) return 1;
    int third = n->points[seat] == 0; /* three may still tie at 3 units and leave this seat with nothing */
    for (int s = 0; s < 4; s++) third &= n->points[s] <= 3;
    return !third && v[seat] == 1 && v[(seat + 1) & 3] == -3;
}

static void fate(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[4]);

static void choose(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int seat, uint32_t cards, int lay, int8_t out[4])
{
    int some = 0;
    for (; cards; cards &= cards - 1) {
        kr_node child = *n;
        int8_t vector[4];
        if (lay)
            child.forced[seat] = (uint8_t)kr_low(cards);
        else
            kr_node_play(p, &child, kr_low(cards));
        fate(ctx, p, &child, vector);
        if (!some || prefers(p->task, seat, vector, out)) memcpy(out, vector, 4);
        some = 1;
        if (unbeatable(p, n, seat, out)) return;
    }
}

static void fate(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[4])
{
    const kr_task *t = p->task;
    if (kr_parties_settled(p, n, out)) return;
    if (t->goal == KR_DOUBLE && n->done == 0 && n->n == 0) {
        int seat = n->forced[t->declarer] == KR_NONE ? t->declarer
                   : n->forced[t->second] == KR_NONE ? t->second
                                                     : KR_NONE;
        if (seat != KR_NONE) {
            uint32_t all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3];
            choose(ctx, p, n, seat, kr_distinct(p, n->hand[seat], all & ~n->hand[seat]), 1, out);
            return;
        }
    }
    kr_fate *entry = 0;
    kr_key key = {0, 0, 0, 0};
    if (n->n == 0 && !(t->goal == KR_DOUBLE && n->done == 0)) {
        ctx->nodes++;
        uint32_t facts = n->seat;
        if (t->goal == KR_MOST)
            facts |= (uint32_t)n->points[0] << 16 | (uint32_t)n->points[1] << 20 | (uint32_t)n->points[2] << 24
                     | (uint32_t)n->points[3] << 28;
        else
            facts |= (uint32_t)n->took << 4;
        key = kr_position_key(n->hand, p->special, facts);
        uint64_t h = (key.owners ^ ((uint64_t)key.special << 32 | key.facts) * 0x9E3779B97F4A7C15u
                      ^ (uint64_t)key.lengths << 24) * 0xD6E8FEB86659FD93u;
        entry = &ctx->fates[(h >> 32 ^ h >> 54) & ctx->fate_mask];
        if (entry->epoch == ctx->table.epoch && entry->owners == key.owners && entry->special == key.special
            && entry->facts == key.facts && entry->lengths == key.lengths) {
            memcpy(out, entry->vector, 4);
            return;
        }
    }
    choose(ctx, p, n, n->seat, kr_node_choices(p, n), 0, out);
    if (entry) {
        entry->owners = key.owners;
        entry->special = key.special;
        entry->facts = key.facts;
        entry->lengths = key.lengths;
        entry->epoch = ctx->table.epoch;
        memcpy(entry->vector, out, 4);
    }
}

void kr_selfish(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[4]) { fate(ctx, p, n, out); }
