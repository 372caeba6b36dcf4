/* known.c - judge each card of the seat to play: add up its worth over layouts. layouts.h explains worths and
 * layouts. */
#include "hidden.h"
#include "search.h"

#include <string.h>

typedef struct look {
    kr_ctx *ctx;
    const kr_looking *asked;
    kr_prep prep[KR_HIDDEN];
    kr_looked *out;
} look;

/* Return the sum of two numbers. On overflow the sum wraps around. So the result is defined even if the caller of
 * kr_look passes very large sums in `out`. */
static int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }

/* Find the worth of each legal card in one position, and add it to the sums. `which` is the index of the position's
 * task. Return enum kr_status. */
static int add(look *l, int which, const kr_node *n)
{
    const int32_t *settles = l->asked->settles[which];
    int32_t worth[8];
    int16_t values[32], best;
    uint32_t legal;
    int cards = 0;
    kr_next_epoch(l->ctx);
    kr_node_cards(l->ctx, &l->prep[which], n, &legal, values, &best);
    if (l->out->looks && legal != l->out->legal) return KR_BAD_FACTS;
    for (uint32_t rest = legal; rest; rest &= rest - 1) {
        const int value = values[kr_low(rest)];
        if (value < -KR_SETTLED || value >= KR_SETTLED || cards == 8) return KR_BAD_FACTS;
        worth[cards++] = settles[KR_SETTLED + value];
    }
    l->out->looks++;
    l->out->legal = legal;
    for (int i = 0; i < cards; i++) {
        l->out->wins[i] += worth[i] > 0;
        l->out->sum[i] = plus(l->out->sum[i], worth[i]);
        for (int k = 0; k <= i; k++)
            l->out->product[i][k] = plus(l->out->product[i][k], (int64_t)worth[i] * worth[k]);
    }
    return KR_OK;
}

/* Add the worths of one layout to the sums. place[i] is the mask of the cards in hidden place i. If a face-down card is
 * unknown, add the worths for each card that may lie face down. Return enum kr_status. */
static int look_at(look *l, const uint32_t place[KR_HIDDEN])
{
    const kr_looking *a = l->asked;
    int which = 0;
    for (int i = 1; i < KR_HIDDEN; i++)
        if (place[i] & a->split) which = i;
    const kr_prep *p = &l->prep[which];
    kr_position position = a->position[which];
    for (int i = 0; i < KR_HIDDEN; i++) {
        if (a->seat[i] < KR_SEATS)
            position.hands[a->seat[i]] |= place[i];
        else if (place[i])
            for (uint32_t rest = place[i]; rest; rest &= rest - 1)
                position.points[1] = (uint8_t)(position.points[1] + p->task->points[kr_low(rest) & 7]);
    }
    kr_node n;
    if (a->laid == KR_NONE) {
        const int status = kr_node_enter(p, &position, &n);
        return status ? status : add(l, which, &n);
    }
    for (uint32_t rest = position.hands[a->laid]; rest; rest &= rest - 1) {
        position.forced[a->laid] = (uint8_t)kr_low(rest);
        int status = kr_node_enter(p, &position, &n);
        if (!status) status = add(l, which, &n);
        if (status) return status;
    }
    return KR_OK;
}

int kr_look(kr_ctx *ctx, kr_shelf *shelf, const kr_looking *asked, uint64_t first, size_t count,
            const uint64_t *number, kr_looked *out)
{
    kr_hidden_ways ways;
    look l = {.ctx = ctx, .asked = asked, .out = out};
    int status = kr_hidden_prepare(&asked->hidden, &ways);
    if (status) return status;
    if (asked->laid != KR_NONE && asked->laid >= KR_SEATS) return KR_BAD_FACTS;
    for (int i = 0; i < (asked->split ? KR_HIDDEN : 1); i++) {
        const kr_task *t = &asked->task[i];
        if ((status = kr_prepare(t, &l.prep[i]))) return status;
        if (t->goal >= KR_LAST && t->seek == KR_NONE) return KR_BAD_TASK;
    }
    for (int i = 0; i < (asked->split ? KR_HIDDEN : 1); i++)
        for (int k = 0; k < 2 * KR_SETTLED; k++)
            if (asked->settles[i][k] > KR_WORTH || asked->settles[i][k] < -KR_WORTH) return KR_BAD_FACTS;
    if (!number && (first > ways.count || count > ways.count - first)) return KR_BAD_BUFFER;
    kr_shelf *const own = ctx->shelf;
    if (shelf) ctx->shelf = shelf;
    for (size_t i = 0; i < count && !status; i++) {
        uint32_t place[KR_HIDDEN];
        const uint64_t k = number ? number[i] : first + i;
        if (k >= ways.count) {
            status = KR_BAD_BUFFER;
            break;
        }
        kr_hidden_layout(&ways, k, place);
        status = look_at(&l, place);
    }
    ctx->shelf = own;
    return status;
}
