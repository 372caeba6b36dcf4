/* solve.c - set up a context, and examine single positions: their values, the values of each card, legal play, and
 * counts of move sequences. */
#include "search.h"
#include "tricks.h"

#include <string.h>

/* Number of entries of the transposition table. */
#define TABLE (1u << 15)

/* Sizes of the parts of a context's memory in bytes, rounded up to whole cache lines. */
#define HEAD ((sizeof(kr_ctx) + 63) & ~(size_t)63)
#define TRICKS ((kr_tricks_ctx_size() + 63) & ~(size_t)63)
#define COUNTED (sizeof(kr_known) << KR_KNOWN_BITS)
#define SHELF ((kr_shelf_size(KR_SHELF_BITS) + 63) & ~(size_t)63)
#define ENTRIES ((TABLE * sizeof(kr_entry) + 63) & ~(size_t)63)

size_t kr_ctx_size(void) { return HEAD + TRICKS + SHELF + COUNTED + ENTRIES + sizeof(kr_fates); }

void kr_ctx_init(kr_ctx *ctx)
{
    ctx->tricks = (void *)((unsigned char *)ctx + HEAD);
    ctx->shelf = (void *)((unsigned char *)ctx + HEAD + TRICKS);
    ctx->counter.known = (void *)((unsigned char *)ctx + HEAD + TRICKS + SHELF);
    ctx->table.entries = (kr_entry *)(void *)((unsigned char *)ctx + HEAD + TRICKS + SHELF + COUNTED);
    ctx->table.mask = TABLE - 1;
    ctx->fates = (kr_fates *)(void *)((unsigned char *)ctx + HEAD + TRICKS + SHELF + COUNTED + ENTRIES);
}

uint64_t kr_ctx_nodes(const kr_ctx *ctx)
{
    return ctx->nodes + ctx->counter.nodes + kr_tricks_nodes(ctx->tricks) - ctx->tricks_before;
}

void kr_ctx_reset_nodes(kr_ctx *ctx)
{
    ctx->nodes = ctx->counter.nodes = 0;
    ctx->tricks_before = kr_tricks_nodes(ctx->tricks);
}

void kr_next_epoch(kr_ctx *ctx)
{
    ctx->near = -1;
    memset(ctx->led, -1, sizeof ctx->led);
    kr_counters_forget(&ctx->counter);
    kr_next_table(ctx);
}

void kr_next_table(kr_ctx *ctx)
{
    ctx->known = 0;
    if (++ctx->table.epoch) return;
    memset(ctx->table.entries, 0, (ctx->table.mask + 1) * sizeof(kr_entry));
    ctx->table.epoch = 1;
}

const char *kr_status_text(int status)
{
    switch (status) {
    case KR_OK: return "ok";
    case KR_BAD_TASK: return "a field of the task is out of range";
    case KR_CARD_TWICE: return "a card is held twice";
    case KR_BAD_SIZES: return "hands of unequal or impossible size";
    case KR_BAD_TRICK: return "the trick in progress cannot be";
    case KR_BAD_FACTS: return "points, announcements or declarations that cannot be";
    case KR_BAD_BUFFER: return "the buffers do not fit";
    case KR_BAD_PACK: return "no deal of the game's pack";
    default: return "unknown status";
    }
}

void kr_start(const kr_task *t, const uint32_t hands[KR_SEATS], kr_position *out)
{
    memset(out, 0, sizeof *out);
    memcpy(out->hands, hands, sizeof out->hands);
    out->leader = t->leader;
    memset(out->declared, KR_NONE, sizeof out->declared);
    memset(out->forced, KR_NONE, sizeof out->forced);
    if (t->marriages == KR_DECLARED) out->declaring = t->seats;
}

/* Return 1 if a task whose goal is tricks (KR_TRICKS) is plain whist between N-S and E-W, else 0. Plain whist has a
 * search of its own (tricks.c). */
static int plain_whist(const kr_prep *p)
{
    const int north_south = 5;
    return p->players == 4 && !(p->task->flags & (KR_MUST_TRUMP | KR_MUST_BEAT | KR_PLAIN))
           && (p->task->side == north_south || p->task->side == (15 & ~north_south));
}

/* Return how many tricks the side wins in plain whist. */
static int tricks(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    if (!n->left) return n->points[0];
    uint8_t played[3];
    int leader = n->seat;
    for (int i = 0; i < n->n; i++) played[i] = n->played[i];
    leader = (leader - n->n) & 3;
    int won = kr_tricks_position(ctx->tricks, n->hand, p->task->trump, leader, played, n->n);
    return n->points[0] + (p->party[leader] ? n->left - won : won);
}

/* For a sweep that also needs points, check only the tricks. Return 0 if the side must take all tricks but cannot, so
 * that the sweep fails. In all other cases return 1: the caller must then search with kr_settle(). */
static int all_are_had(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    const kr_task *t = p->task;
    if (t->flags & (KR_STOP | KR_PLAIN) || t->tricks || t->side != t->takers) return 1;
    if (n->took & ~t->takers || !n->left) return 1;
    return kr_sweeps(ctx, p, n, t->takers);
}

int kr_node_value(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    if (kr_many_parties(p->task)) {
        int8_t vector[4];
        kr_fate_of(ctx, p, n, vector);
        return vector[p->task->seek];
    }
    switch (p->task->goal) {
    case KR_SWEEP:
        if (!p->task->need) return kr_sweep(ctx, p, n);
        return all_are_had(ctx, p, n) && kr_settle(ctx, p, n);
    case KR_POINTS: return kr_most_points(ctx, p, n) * p->unit;
    case KR_STAKES: return kr_stakes(ctx, p, n);
    case KR_TRICKS:
        if (p->task->flags & KR_EXACTLY) return kr_settle(ctx, p, n);
        return plain_whist(p) ? tricks(ctx, p, n) : kr_most_points(ctx, p, n);
    default: return kr_settle(ctx, p, n);
    }
}

int kr_value_prepared(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int16_t out[KR_SEATS])
{
    if (kr_wants_vector(p->task)) {
        int8_t vector[4];
        kr_fate_of(ctx, p, n, vector);
        for (int s = 0; s < 4; s++) out[s] = vector[s];
        return KR_OK;
    }
    out[0] = (int16_t)kr_node_value(ctx, p, n);
    return KR_OK;
}

int kr_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, int16_t out[KR_SEATS])
{
    kr_prep p;
    kr_node n;
    int status = kr_prepare(task, &p);
    if (!status) status = kr_node_enter(&p, position, &n);
    if (status) return status;
    kr_next_epoch(ctx);
    return kr_value_prepared(ctx, &p, &n, out);
}

int kr_value_to(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int least)
{
    if (least == KR_EXACT) return kr_node_value(ctx, p, n);
    const int reached = n->left ? kr_more_points(ctx, p, n, least - 1) : kr_node_value(ctx, p, n) >= least;
    return reached ? least : least - 1;
}

int kr_least_that_counts(const kr_prep *p, int least)
{
    return p->task->goal == KR_POINTS && least > 0 && kr_counters_fit(p) ? least : KR_EXACT;
}

void kr_known_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const kr_foreknown *known, uint32_t *legal,
                   int16_t values[32], int16_t *best)
{
    const kr_task *task = p->task;
    int lay = task->goal == KR_DOUBLE && n->done == 0 && n->n == 0 && n->forced[task->second] == KR_NONE;
    int seat = lay && n->forced[task->declarer] != KR_NONE ? task->second : n->seat;
    int maximise = kr_many_parties(task) ? seat == task->seek : !p->party[seat];
    uint32_t moves = lay ? n->hand[seat] : kr_node_moves(p, n);
    uint32_t all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick;
    uint32_t distinct = kr_distinct(p, moves, all & ~n->hand[seat]);
    const uint32_t played = known->card == KR_NONE ? 0 : KR_BIT(kr_card_to_strength(p, known->card));
    /* Search only the lowest card of each run of equivalent cards. If the value of a card is already known, `same` is
     * the mask of the lowest card in its run. */
    const uint32_t same = played ? KR_BIT(kr_high(distinct & (played | (played - 1)))) : 0;
    int value = 0, has_value = 0;
    int8_t near = -1;
    for (uint32_t rest = moves; rest; rest &= rest - 1) {
        int c = kr_low(rest);
        if (distinct & KR_BIT(c)) { /* a card that is not in `distinct` is equivalent to the next lower card of the
                                     * hand, so it has the same value */
            kr_node child = *n;
            if (lay)
                child.forced[seat] = (uint8_t)c;
            else
                kr_node_play(p, &child, c);
            if (has_value) ctx->near = near; /* guess that the next card has about the value of the best card so far.
                                              * This guess is better than the value of the card searched last */
            value = same & KR_BIT(c) ? known->value : kr_value_to(ctx, p, &child, known->least);
            if (!has_value || (maximise ? value > *best : value < *best)) {
                *best = (int16_t)value;
                near = ctx->near;
            }
            has_value = 1;
        }
        values[kr_card_to_natural(p, c)] = (int16_t)value;
    }
    /* In trick 1 a card with an announcement can be worth more than the same card without it. So `best` may be better
     * than all of `values`, and needs a search of its own. */
    if (task->goal == KR_STAKES && n->done == 0 && n->declaring >> seat & 1) *best = (int16_t)kr_node_value(ctx, p, n);
    *legal = kr_to_natural(p, moves);
}

void kr_node_cards(kr_ctx *ctx, const kr_prep *p, const kr_node *n, uint32_t *legal, int16_t values[32], int16_t *best)
{
    const kr_foreknown nothing = {.card = KR_NONE, .least = KR_EXACT};
    kr_known_cards(ctx, p, n, &nothing, legal, values, best);
}

int kr_cards_and_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal,
                       int16_t values[32], int16_t *best)
{
    kr_prep p;
    kr_node n;
    int status = kr_prepare(task, &p);
    if (!status) status = kr_node_enter(&p, position, &n);
    if (!status && kr_wants_vector(task)) status = KR_BAD_TASK;
    if (status) return status;
    kr_next_epoch(ctx);
    kr_node_cards(ctx, &p, &n, legal, values, best);
    return KR_OK;
}

int kr_moves(const kr_task *task, const kr_position *position, uint32_t *out)
{
    kr_prep p;
    kr_node n;
    int status = kr_prepare(task, &p);
    if (!status) status = kr_node_enter(&p, position, &n);
    if (!status) *out = kr_to_natural(&p, kr_node_moves(&p, &n));
    return status;
}

int kr_to_play(const kr_task *task, const kr_position *position)
{
    int seat = position->leader & 3;
    for (int i = 0; i < position->n_played; i++)
        do seat = (seat + 1) & 3;
        while (!(task->seats >> seat & 1));
    return position->hands[seat] ? seat : KR_NONE;
}

int kr_play_prepared(const kr_prep *p, kr_position *position, int card, int announce)
{
    kr_node n;
    int status = kr_node_enter(p, position, &n);
    if (status) return status;
    if (card < 0 || card > 31 || announce < 0 || announce > 15) return KR_BAD_TRICK;
    int mine = kr_card_to_strength(p, card), seat = n.seat;
    if (!(kr_node_moves(p, &n) >> mine & 1)) return KR_BAD_TRICK;
    n.announced |= (uint8_t)announce;
    kr_node_play(p, &n, mine);
    position->hands[seat] &= ~KR_BIT(card);
    position->leader = n.n ? position->leader : n.seat;
    if (n.n) position->played[position->n_played] = (uint8_t)card;
    position->n_played = n.n;
    position->tricks_done = n.done;
    position->took = n.took;
    position->announced = n.announced;
    position->declaring = n.declaring;
    memcpy(position->declared, n.declared, 4);
    for (int s = 0; s < 4; s++)
        if (n.forced[s] == KR_NONE) position->forced[s] = KR_NONE;
    for (int i = 0; i < 4; i++) position->points[i] = (uint8_t)(n.points[i] * p->unit);
    for (int i = 0; i < 2; i++) position->pending[i] = (uint8_t)(n.pending[i] * p->unit);
    return KR_OK;
}

int kr_play(const kr_task *task, kr_position *position, int card, int announce)
{
    kr_prep p;
    int status = kr_prepare(task, &p);
    return status ? status : kr_play_prepared(&p, position, card, announce);
}

static uint64_t perft(const kr_prep *p, const kr_node *n, int depth)
{
    if (depth == 0) return 1;
    if (!n->left) return 0;
    uint64_t sum = 0;
    for (uint32_t moves = kr_node_moves(p, n); moves; moves &= moves - 1) {
        kr_node child = *n;
        kr_node_play(p, &child, kr_low(moves));
        sum += perft(p, &child, depth - 1);
    }
    return sum;
}

int kr_perft(const kr_task *task, const kr_position *position, int depth, uint64_t *out)
{
    kr_prep p;
    kr_node n;
    int status = kr_prepare(task, &p);
    if (!status) status = kr_node_enter(&p, position, &n);
    if (!status) *out = perft(&p, &n, depth);
    return status;
}
