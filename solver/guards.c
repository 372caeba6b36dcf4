/* guards.c - count guarded suits instead of searching, if a lone player leads and wants a sweep (guards.h). The
 * functions write the values of many deals, or count the layouts in which the player makes the sweep. */
#include "guards.h"

#include <string.h>

/* Number of deals that kr_guards_batch solves together. */
#define BLOCK 256
#define MOST 9 /* number of possible sizes of a hand, which has 0 to 8 cards */

int kr_guards_fit(const kr_task *t)
{
    unsigned alone = 1u << t->leader;
    if (t->seats != 15 || t->trump != KR_NO_TRUMP || t->talon_to != KR_NONE || t->flags & KR_PLAIN) return 0;
    if (t->goal == KR_LAST) return t->declarer == t->leader && t->seek == t->declarer;
    return t->goal == KR_SWEEP && t->side == alone && t->takers == alone && !t->tricks && !t->need;
}

/* Return the value of a task. `tricks` is a result of kr_guards. */
static int value_of(const kr_task *t, int tricks)
{
    return t->goal == KR_SWEEP ? tricks == 2 : tricks == 2 ? 3 : tricks == 1 ? 1 : -3;
}

/* Convert `count` masks from the natural order of ranks to the order of strength. All ranks that move by the same
 * distance are shifted together. */
static void by_strength(const kr_task *t, const uint32_t *natural, size_t count, uint32_t *out)
{
    memset(out, 0, count * sizeof *out);
    for (int by = -7; by <= 7; by++) {
        uint32_t mask = 0;
        for (int r = 0; r < 8; r++)
            if (t->strength[r] - r == by) mask |= KR_EVERY(1u << r);
        if (!mask) continue;
        if (by >= 0)
            for (size_t i = 0; i < count; i++) out[i] |= (natural[i] & mask) << by;
        else
            for (size_t i = 0; i < count; i++) out[i] |= (natural[i] & mask) >> -by;
    }
}

/* Return the number of cards in a mask. */
static uint32_t total(uint32_t x)
{
    x = kr_suit_counts(x);
    x += x >> 16;
    return (x + (x >> 8)) & 0x3F;
}

void kr_guards_batch(const kr_batch *b, size_t task)
{
    const kr_task *t = &b->task[task];
    uint32_t hand[4][BLOCK];
    uint8_t tricks[BLOCK], status[BLOCK];
    for (size_t first = 0; first < b->deals.count; first += BLOCK) {
        size_t count = b->deals.count - first < BLOCK ? b->deals.count - first : BLOCK;
        for (int s = 0; s < 4; s++) by_strength(t, b->deals.hands[(t->leader + s) & 3] + first, count, hand[s]);
        for (size_t i = 0; i < count; i++) {
            uint32_t d = hand[0][i], x = hand[1][i], y = hand[2][i], z = hand[3][i];
            uint32_t size = total(d), twice = (d & x) | ((d | x) & y) | ((d | x | y) & z);
            uint32_t bad = (size ^ total(x)) | (size ^ total(y)) | (size ^ total(z)) | (size - 1u > 7u);
            status[i] = (uint8_t)(twice ? KR_CARD_TWICE : bad ? KR_BAD_SIZES : KR_OK);
            tricks[i] = (uint8_t)kr_guards(d, x, y, z);
        }
        for (size_t i = 0; i < count; i++) {
            size_t deal = first + i;
            if (b->rows && !kr_is_wanted(b, deal, task)) continue;
            if (status[i])
                b->status[deal] = status[i];
            else
                b->values[deal * b->width + b->slot[task]] = (int16_t)value_of(t, tricks[i]);
        }
    }
}

/* Numbers of ways to deal the cards of some suits to the three defenders. n[kind][i][k] is the number of ways of one
 * kind in which the first defender has i cards of these suits and the second defender has k. In a way of kind 0, no
 * defender guards a suit. In a way of kind 1, exactly one suit is guarded, and no defender would guard this suit if the
 * declarer lacked its own lowest card of the suit. All other ways have no kind, and are not counted. */
typedef struct ways {
    uint64_t n[2][MOST][MOST];
} ways;

/* A suit that is being dealt out. `less` is the declarer's holding without its lowest card. */
typedef struct suit_split {
    uint32_t declarer, less;
    uint32_t held[3]; /* each defender's cards of the suit */
    ways *out;
} suit_split;

/* Deal the cards of the mask `rest`, which belong to one suit, to the defenders in all ways. Add each way to the number
 * of its kind in s->out (struct ways). Ignore ways that have no kind. */
static void hand_out(suit_split *s, uint32_t rest)
{
    if (rest) {
        uint32_t card = rest & -rest;
        for (int i = 0; i < 3; i++) {
            s->held[i] |= card;
            hand_out(s, rest ^ card);
            s->held[i] ^= card;
        }
        return;
    }
    uint32_t whole = 0, part = 0;
    for (int i = 0; i < 3; i++) {
        whole |= kr_guarded(s->declarer, s->held[i]);
        part |= kr_guarded(s->less, s->held[i]);
    }
    if (!part || !whole) s->out->n[whole != 0][total(s->held[0])][total(s->held[1])]++;
}

/* Combine the ways of two groups of suits. Leave out ways in which more than one suit is guarded. */
static void join(const ways *a, const ways *b, ways *out)
{
    memset(out, 0, sizeof *out);
    for (int x = 0; x < MOST; x++)
        for (int y = 0; y < MOST; y++) {
            uint64_t none = a->n[0][x][y], one_guard = a->n[1][x][y];
            if (!none && !one_guard) continue;
            for (int u = 0; x + u < MOST; u++)
                for (int v = 0; y + v < MOST; v++) {
                    out->n[0][x + u][y + v] += none * b->n[0][u][v];
                    out->n[1][x + u][y + v] += none * b->n[1][u][v] + one_guard * b->n[0][u][v];
                }
        }
}

int kr_guards_count(const kr_task *t, uint32_t hand, const uint32_t known[3], uint32_t rest, uint64_t out[2])
{
    const uint32_t natural[5] = {hand, known[0], known[1], known[2], rest};
    uint32_t own[5], seen = 0;
    if (kr_check_task(t) || !kr_guards_fit(t)) return KR_BAD_TASK;
    for (int i = 0; i < 5; i++) {
        if (seen & natural[i]) return KR_CARD_TWICE;
        seen |= natural[i];
    }
    uint32_t size = total(hand);
    if (size - 1u > 7u || total(rest) + total(known[0]) + total(known[1]) + total(known[2]) != 3 * size)
        return KR_BAD_SIZES;
    for (int i = 0; i < 3; i++)
        if (total(known[i]) > size) return KR_BAD_SIZES;
    by_strength(t, natural, 5, own);
    ways all = {{{{0}}}}, suit, sum;
    all.n[0][0][0] = 1;
    for (int s = 0; s < 4; s++) {
        uint32_t mask = 0xFFu << 8 * s;
        suit_split split = {.declarer = own[0] & mask, .less = kr_but_lowest(own[0]) & mask, .out = &suit,
                            .held = {own[1] & mask, own[2] & mask, own[3] & mask}};
        memset(&suit, 0, sizeof suit);
        hand_out(&split, own[4] & mask);
        join(&all, &suit, &sum);
        all = sum;
    }
    out[0] = all.n[0][size][size];
    out[1] = out[0] + all.n[1][size][size];
    return KR_OK;
}
