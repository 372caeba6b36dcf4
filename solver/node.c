/* node.c - convert positions to nodes of a search, count marriages, and end tricks. */
#include "node.h"

#include <string.h>

int kr_node_enter(const kr_prep *p, const kr_position *in, kr_node *out)
{
    const kr_task *t = p->task;
    memset(out, 0, sizeof *out);
    if (in->leader > 3 || !(t->seats >> in->leader & 1)) return KR_BAD_TRICK;
    if (in->n_played >= p->players || in->n_played > 3) return KR_BAD_TRICK;
    uint32_t seen = 0;
    for (int s = 0; s < 4; s++) {
        if (!(t->seats >> s & 1)) continue;
        if (seen & in->hands[s]) return KR_CARD_TWICE;
        seen |= in->hands[s];
        out->hand[s] = kr_to_strength(p, in->hands[s]);
    }
    int seat = in->leader, size = kr_count(in->hands[seat]) + (in->n_played > 0);
    if (size > 8) return KR_BAD_SIZES;
    for (int i = 0; i < p->players; i++, seat = p->next[seat])
        if (kr_count(in->hands[seat]) + (i < in->n_played) != size) return KR_BAD_SIZES;
    if (size == 0 || in->tricks_done + size > 8 || (in->took & ~t->seats)) return KR_BAD_SIZES;
    if (in->announced > 15 || (in->declaring & ~t->seats)) return KR_BAD_FACTS;
    out->done = in->tricks_done;
    out->left = (uint8_t)size;
    out->took = in->took;
    out->lost = KR_NONE;
    out->announced = in->announced;
    out->declaring = in->declaring;
    for (int i = 0; i < 2; i++) out->pending[i] = in->pending[i] / p->unit;
    for (int i = 0; i < 4; i++) out->points[i] = in->points[i] / p->unit;
    for (int s = 0; s < 4; s++) {
        out->declared[s] = KR_NONE;
        out->forced[s] = KR_NONE;
        if (in->declared[s] != KR_NONE) {
            if (in->declared[s] > 3 || t->marriages != KR_DECLARED) return KR_BAD_FACTS;
            out->declared[s] = in->declared[s];
        }
        if (in->forced[s] != KR_NONE) {
            if (in->forced[s] > 31 || !(in->hands[s] >> in->forced[s] & 1)) return KR_BAD_FACTS;
            out->forced[s] = (uint8_t)kr_card_to_strength(p, in->forced[s]);
        }
    }
    if (t->marriages == KR_DECLARED)
        for (int s = 0; s < 4; s++)
            for (int suit = 0; suit < 4; suit++)
                if ((in->declaring & t->marriage_seats) >> s & 1
                    && (out->hand[s] & p->marriage[suit]) == p->marriage[suit])
                    out->declared[suit] = (uint8_t)s;
    if (t->goal == KR_LAST && (in->took & ~(1u << t->declarer)) && in->tricks_done > 0) out->lost = 1;
    out->seat = in->leader;
    for (int i = 0; i < in->n_played; i++) {
        int c = in->played[i];
        if (c > 31 || seen >> c & 1) return KR_BAD_TRICK;
        seen |= KR_BIT(c);
        /* Put the card on the table without registering a marriage, because the points of the position already contain
         * all marriages that the cards of this trick registered. */
        kr_node_put(p, out, kr_card_to_strength(p, c));
    }
    return KR_OK;
}

int kr_node_marriages(const kr_prep *p, const kr_node *n, int party)
{
    int sum = 0;
    if (!n->left) return 0;
    for (int suit = 0; suit < 4; suit++) {
        if (p->task->marriages == KR_DECLARED) {
            int owner = n->declared[suit];
            if (owner != KR_NONE && p->party[owner] == party && !(n->took >> owner & 1)) sum += p->bonus[suit];
            continue;
        }
        for (int s = 0; s < 4; s++)
            if (p->party[s] == party && (p->task->marriage_seats >> s & 1)
                && (n->hand[s] & p->marriage[suit]) == p->marriage[suit])
                sum += p->bonus[suit];
    }
    return sum;
}

void kr_node_register(const kr_prep *p, kr_node *n, uint32_t bit)
{
    const kr_task *t = p->task;
    int suit = kr_low(bit) >> 3;
    if (!(t->marriage_seats >> n->seat & 1)) return;
    if ((n->hand[n->seat] & p->marriage[suit]) != p->marriage[suit]) return;
    if (n->done == 0 && t->late) {
        if (t->flags & KR_PENDING) n->pending[p->party[n->seat]] += p->bonus[suit];
        return;
    }
    n->points[p->party[n->seat]] += p->bonus[suit];
}

void kr_node_close(const kr_prep *p, kr_node *n)
{
    const kr_task *t = p->task;
    int winner = n->winner, party = p->party[winner];
    n->points[party] = (uint8_t)(n->points[party] + n->gain + p->per_trick);
    if (n->left == 1) n->points[party] += p->last;
    if (t->marriages == KR_DECLARED && t->goal != KR_STAKES && !(n->took >> winner & 1))
        for (int suit = 0; suit < 4; suit++)
            if (n->declared[suit] == winner) n->points[party] += p->bonus[suit];
    if (t->flags & KR_PENDING) {
        n->points[party] += n->pending[party];
        n->pending[party] = 0;
    }
    if (t->goal == KR_LAST && n->left > 1 && winner != t->declarer) n->lost = 1;
    if (t->goal == KR_RACE && n->left == 1) n->lost = (uint8_t)party;
    n->took |= (uint8_t)(1u << winner);
    n->done++;
    n->left--;
    n->trick = n->led = 0;
    n->n = n->gain = 0;
    n->seat = (uint8_t)winner;
}
