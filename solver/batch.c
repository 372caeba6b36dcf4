/* batch.c - solve tasks on columns of deals, and solve lists of single positions. */
#include "guards.h"
#include "search.h"

#include <string.h>

#define KR_GROUP 32 /* largest number of tasks that are prepared together */

/* Compare two tasks by family, then by group (prep.h). Return a negative or positive number for their order, or 0 if
 * they have the same family and group. */
static int compare(const kr_task *a, const kr_task *b)
{
    const kr_task families[2] = {kr_family(a), kr_family(b)}, groups[2] = {kr_group(a), kr_group(b)};
    const int differ = memcmp(&families[0], &families[1], sizeof *a);
    return differ ? differ : memcmp(&groups[0], &groups[1], sizeof *a);
}

/* Write the indexes of the tasks to `order`, sorted by family, and within a family by group. Tasks of the same group
 * share the table entries of a deal, so they must be neighbours. */
static void order_tasks(const kr_batch *b, uint16_t *order)
{
    for (size_t i = 0; i < b->tasks; i++) {
        size_t k = i;
        for (; k > 0; k--) {
            if (compare(&b->task[order[k - 1]], &b->task[i]) <= 0) break;
            order[k] = order[k - 1];
        }
        order[k] = (uint16_t)i;
    }
}

/* Return the end of the tasks that are prepared together with the task at index `first` of `order`: the index after the
 * last of these tasks. Tasks of the same family are prepared together, but at most KR_GROUP of them. */
static size_t family_end(const kr_batch *b, const uint16_t *order, size_t first)
{
    size_t end = first + 1;
    kr_task family = kr_family(&b->task[order[first]]);
    for (; end < b->tasks && end < first + KR_GROUP; end++) {
        kr_task other = kr_family(&b->task[order[end]]);
        if (memcmp(&other, &family, sizeof family)) break;
    }
    return end;
}

int kr_best_discard(kr_ctx *ctx, const kr_prep *p, const uint32_t hands[KR_SEATS], uint32_t talon, int16_t *value,
                    uint32_t *laid)
{
    const kr_task *t = p->task;
    int seat = t->talon_to, count = kr_count(talon), has_value = 0;
    uint32_t held = hands[seat] | talon;
    if ((hands[0] | hands[1] | hands[2] | hands[3]) & talon) return KR_CARD_TWICE;
    if (kr_count(held) > 16 || count == 0) return KR_BAD_SIZES;
    /* If the goal is KR_SWEEP or KR_POINTS, the result of the remaining play depends only on the cards in play. So the
     * searches after different discards may share table entries. */
    const int share = !(t->flags & KR_PLAIN) && (t->goal == KR_SWEEP || t->goal == KR_POINTS);
    if (share) kr_next_epoch(ctx);
    /* Try all sets of `count` held cards in ascending order. Bit i of `set` stands for the i-th card of `held`. */
    for (uint32_t set = (1u << count) - 1, end = 1u << kr_count(held); set < end;) {
        uint32_t away = 0, rest = held;
        for (uint32_t bits = set; rest; rest &= rest - 1, bits >>= 1)
            if (bits & 1) away |= rest & -rest;
        kr_position position;
        kr_node n;
        uint32_t playing[4] = {hands[0], hands[1], hands[2], hands[3]};
        playing[seat] = held & ~away;
        kr_start(t, playing, &position);
        int status = kr_node_enter(p, &position, &n);
        if (status) return status;
        /* The discarded cards count for the opponents. */
        n.points[1] = (uint8_t)kr_points(p, kr_to_strength(p, away));
        ctx->known = 0;
        if (!share) kr_next_epoch(ctx);
        if (!has_value || !share || t->goal != KR_POINTS || kr_more_points(ctx, p, &n, *value)) {
            int got = kr_node_value(ctx, p, &n);
            if (!has_value || got > *value) {
                *value = (int16_t)got;
                *laid = away;
            }
        }
        has_value = 1;
        if (t->goal == KR_SWEEP && *value == 1) break;
        uint32_t low = set & -set, ripple = set + low;
        set = ripple | ((set ^ ripple) / low >> 2);
    }
    return KR_OK;
}

static int solve_deal(kr_ctx *ctx, const kr_prep *p, const kr_batch *b, size_t deal, size_t task)
{
    uint32_t hands[4];
    for (int s = 0; s < 4; s++) hands[s] = b->deals.hands[s][deal];
    size_t place = deal * b->width + b->slot[task];
    if (p->task->talon_to != KR_NONE) {
        uint32_t laid = 0;
        int status = kr_best_discard(ctx, p, hands, b->deals.talon ? b->deals.talon[deal] : 0, &b->values[place], &laid);
        if (b->discard) b->discard[place] = laid;
        return status;
    }
    kr_position position;
    kr_node n;
    kr_start(p->task, hands, &position);
    int status = kr_node_enter(p, &position, &n);
    return status ? status : kr_value_prepared(ctx, p, &n, &b->values[place]);
}

int kr_solve_batch(kr_ctx *ctx, const kr_batch *b)
{
    if (b->tasks > KR_MAX_TASKS || (b->width && b->deals.count > SIZE_MAX / 4 / b->width)) return KR_BAD_BUFFER;
    memset(b->status, KR_OK, b->deals.count);
    for (size_t i = 0; i < b->tasks; i++)
        if (b->slot[i] >= b->width || (kr_wants_vector(&b->task[i]) && b->width - b->slot[i] < 4)) return KR_BAD_BUFFER;
    for (size_t i = 0, k = 0; b->rows && i < b->tasks; i++) {
        if (b->row_end[i] < k || b->row_end[i] > b->pairs) return KR_BAD_BUFFER;
        for (; k < b->row_end[i]; k++)
            if (b->row_of[k] >= b->rows) return KR_BAD_BUFFER;
    }
    for (size_t i = 0; i < b->deals.count * b->width; i++) b->values[i] = KR_UNKNOWN;
    uint16_t order[KR_MAX_TASKS];
    order_tasks(b, order);
    for (size_t first = 0; first < b->tasks;) {
        if (!kr_check_task(&b->task[order[first]]) && kr_guards_fit(&b->task[order[first]])) {
            kr_guards_batch(b, order[first++]);
            continue;
        }
        size_t end = family_end(b, order, first);
        kr_prep prep[KR_GROUP];
        uint8_t other[KR_GROUP]; /* 1: the task cannot use the table entries of the task before it, because the groups
                                  * or units of these two tasks differ (prep.h) */
        for (size_t i = first; i < end; i++) {
            int status = kr_prepare(&b->task[order[i]], &prep[i - first]);
            if (status) return status;
            other[i - first] = i > first && (prep[i - first].unit != prep[i - first - 1].unit
                                             || compare(&b->task[order[i]], &b->task[order[i - 1]]));
        }
        for (size_t deal = 0; deal < b->deals.count; deal++) {
            kr_next_epoch(ctx);
            for (size_t i = first; i < end; i++) {
                size_t task = order[i];
                if (other[i - first]) kr_next_table(ctx);
                if (b->rows && !kr_is_wanted(b, deal, task)) continue;
                int status = solve_deal(ctx, &prep[i - first], b, deal, task);
                if (status) b->status[deal] = (uint8_t)status;
            }
        }
        first = end;
    }
    return KR_OK;
}

int kr_solve_positions(kr_ctx *ctx, const kr_positions *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const uint32_t which = b->which[i];
        if (which >= b->tasks) return KR_BAD_BUFFER;
        const kr_task *t = &b->task[which];
        const kr_position at = b->position[i];
        int16_t out[KR_SEATS] = {KR_UNKNOWN, KR_UNKNOWN, KR_UNKNOWN, KR_UNKNOWN};
        int status;
        if (b->cards && !kr_wants_vector(t)) {
            int16_t values[32];
            uint32_t legal = 0;
            status = kr_cards_and_value(ctx, t, &at, &legal, values, out);
            if (!status) b->legal[i] = legal;
            for (size_t k = 0; legal; legal &= legal - 1) b->cards[8 * i + k++] = values[kr_low(legal)];
        } else {
            status = kr_value(ctx, t, &at, out);
        }
        memcpy(&b->values[4 * i], out, sizeof out);
        b->status[i] = (uint8_t)status;
    }
    return KR_OK;
}
