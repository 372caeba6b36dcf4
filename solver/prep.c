/* prep.c - check a task, and prepare it for a search. A task has the rules of play and the goal of a search. */
#include "prep.h"

#include <string.h>

#define NATURAL_QUEEN 5
#define NATURAL_KING 6

int kr_check_task(const kr_task *t)
{
    if (t->goal >= KR_GOALS || t->seats > 15) return KR_BAD_TASK;
    if (t->flags & KR_EXACTLY && (t->goal != KR_TRICKS || t->last)) return KR_BAD_TASK;
    int players = kr_count(t->seats);
    if (players < 3 || t->leader > 3 || !(t->seats >> t->leader & 1)) return KR_BAD_TASK;
    if (t->trump > KR_NO_TRUMP || (t->side & ~t->seats) || !t->side) return KR_BAD_TASK;
    if ((t->takers & ~t->seats) || (t->goal == KR_SWEEP && !t->takers)) return KR_BAD_TASK;
    if (t->tricks > 8 || t->marriages > KR_ON_LEAD || (t->marriage_seats & ~t->seats)) return KR_BAD_TASK;
    if (t->declarer != KR_NONE && (t->declarer > 3 || !(t->seats >> t->declarer & 1))) return KR_BAD_TASK;
    if ((t->goal == KR_LAST || t->goal == KR_DOUBLE) && t->declarer == KR_NONE) return KR_BAD_TASK;
    if (t->goal == KR_DOUBLE
        && (t->second > 3 || t->second == t->declarer || !(t->seats >> t->second & 1)))
        return KR_BAD_TASK;
    if (t->goal == KR_DOUBLE && t->leader != t->declarer) return KR_BAD_TASK;
    if ((t->goal == KR_LAST || t->goal == KR_DOUBLE || t->goal == KR_MOST) && players != 4) return KR_BAD_TASK;
    if (t->seek != KR_NONE && (t->seek > 3 || !(t->seats >> t->seek & 1))) return KR_BAD_TASK;
    if (t->talon_to != KR_NONE && (t->talon_to > 3 || !(t->seats >> t->talon_to & 1))) return KR_BAD_TASK;
    unsigned seen = 0;
    for (int r = 0; r < 8; r++) {
        if (t->strength[r] > 7 || t->points[r] > 30) return KR_BAD_TASK;
        if (t->flags & KR_EXACTLY && t->points[r]) return KR_BAD_TASK;
        seen |= 1u << t->strength[r];
    }
    if (seen != 0xFF || t->last > 60 || t->marriage_plain > 60 || t->marriage_trump > 60) return KR_BAD_TASK;
    if (t->need > 200 || t->low > 200) return KR_BAD_TASK;
    return KR_OK;
}

static unsigned gcd(unsigned a, unsigned b)
{
    while (b) {
        unsigned r = a % b;
        a = b;
        b = r;
    }
    return a;
}

int kr_prepare(const kr_task *t, kr_prep *p)
{
    int status = kr_check_task(t);
    if (status) return status;
    memset(p, 0, sizeof *p);
    p->task = t;
    p->must_trump = t->flags & KR_MUST_TRUMP;
    p->must_beat = (t->flags & KR_MUST_BEAT) != 0;
    p->trump = t->trump == KR_NO_TRUMP ? 0 : KR_SUIT(t->trump);
    p->players = (uint8_t)kr_count(t->seats);
    for (int s = 0; s < 4; s++) {
        int next = s;
        do next = (next + 1) & 3;
        while (!(t->seats >> next & 1));
        p->next[s] = (uint8_t)next;
        p->party[s] = t->goal == KR_MOST ? (uint8_t)s : !(t->side >> s & 1);
    }
    unsigned unit = t->last;
    for (int r = 0; r < 8; r++) {
        p->to_strength[r] = t->strength[r];
        p->to_natural[t->strength[r]] = (uint8_t)r;
        unit = gcd(unit, t->points[r]);
    }
    if (t->marriages) unit = gcd(gcd(unit, t->marriage_plain), t->marriage_trump);
    if (t->need) unit = gcd(unit, t->need);
    p->unit = unit ? (uint8_t)unit : 1;
    p->last = t->last / p->unit;
    p->per_trick = t->goal == KR_TRICKS;
    for (int c = 0; c < 32; c++) {
        p->value[kr_card_to_strength(p, c)] = t->points[c & 7] / p->unit;
        if (t->points[c & 7]) p->counting |= KR_BIT(kr_card_to_strength(p, c));
    }
    p->alike = t->marriages != KR_ON_LEAD;
    for (int c = 0; c < 32; c++) {
        uint32_t above = KR_SUIT(c >> 3) & (0xFFFFFFFEu << c);
        if (p->value[c] && (p->value[c] != 1 || (above & ~p->counting))) p->alike = 0;
    }
    p->special = t->goal == KR_SWEEP && !t->need ? 0 : p->counting;
    for (int s = 0; s < 4; s++) {
        int king = kr_card_to_strength(p, 8 * s + NATURAL_KING);
        int queen = kr_card_to_strength(p, 8 * s + NATURAL_QUEEN);
        p->marriage[s] = KR_BIT(king) | KR_BIT(queen);
        if (t->marriages) p->bonus[s] = (s == t->trump ? t->marriage_trump : t->marriage_plain) / p->unit;
        if (t->marriages == KR_ON_LEAD) p->special |= p->marriage[s];
    }
    for (int c = 0; c < 32; c++)
        p->kind[c] = (uint8_t)(p->value[c] | (t->marriages == KR_ON_LEAD && p->marriage[c >> 3] & KR_BIT(c) ? 64 : 0));
    return KR_OK;
}

kr_task kr_group(const kr_task *task)
{
    kr_task group = *task;
    group.leader = 0;
    if (task->goal == KR_DOUBLE && task->seek != KR_NONE && task->second < task->declarer) {
        /* If one seat plays against all others, results do not depend on which declarer is named first. Order the two
         * declarers by seat, so that tasks that differ only in this order share their stored results. */
        group.declarer = task->second;
        group.second = task->declarer;
    }
    if (task->goal == KR_STAKES) {
        group.goal = KR_POINTS; /* after trick 1 a task for stakes (KR_STAKES) is searched as a task for points */
        group.need = group.low = 0;
    }
    if (kr_constant_sum(&group)) {
        group.marriages = group.marriage_seats = group.marriage_plain = group.marriage_trump = 0;
        if (!(group.side & 1)) group.side = group.seats & (uint8_t)~group.side;
    }
    return group;
}

kr_task kr_family(const kr_task *task)
{
    kr_task family = kr_group(task);
    if (family.goal != KR_POINTS) return family;
    family.flags &= (uint8_t)~KR_MARGIN;
    family.marriages = KR_NO_MARRIAGES;
    return kr_group(&family);
}

static uint32_t permute(const uint8_t map[8], uint32_t cards)
{
    uint32_t result = 0;
    for (int r = 0; r < 8; r++) result |= (cards >> r & 0x01010101u) << map[r];
    return result;
}

uint32_t kr_to_strength(const kr_prep *p, uint32_t natural) { return permute(p->to_strength, natural); }
uint32_t kr_to_natural(const kr_prep *p, uint32_t strength) { return permute(p->to_natural, strength); }
