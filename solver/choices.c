/* choices.c - compute how many layouts the best plan loses.
 *
 * A layout is one way to deal the cards that a player does not see. A choice belongs to a turn of this player. The
 * choice lists the sets of layouts that the player can win from this turn on (plans.h). A plan picks one set of each
 * choice, and loses every layout that at least one of these sets lacks. The best plan loses the fewest layouts.
 *
 * Two choices are independent if no layout can be lost by both. The numbers of layouts that independent choices lose
 * add up. So the search splits the choices into independent parts, and adds up the numbers of the parts. Within a part
 * the search begins with the choice whose best set loses the most layouts. A layout is alive while all sets picked so
 * far contain this layout. alive[i] is 1 if layout i is alive, else 0.
 */
#include "plans.h"

#include <string.h>

/* A choice at which the plan surely loses a layout, because each set of the choice lacks at least one layout that is
 * alive. `of` is the choice. `least` is the number of living layouts that the best set of the choice loses. `part` is
 * the index of the part to which the choice belongs. */
typedef struct open_choice {
    const kr_choice *of;
    uint32_t least, part;
} open_choice;

/* Return how many living layouts a plan loses when it picks the set with index `set` of a choice. */
static uint32_t lost_by(const kr_choice *r, const uint8_t *alive, uint32_t set)
{
    uint32_t lost = 0;
    for (uint32_t i = 0; i < r->count; i++) lost += alive[r->of[i].layout] & !(r->of[i].sets >> set & 1);
    return lost;
}

/* Split the choices into independent parts. Choices that can lose the same living layout are in the same part. The
 * index of a part is the index of one of its choices. In all functions of this file, `owner` is working memory with one
 * number for each layout. */
static void split(open_choice *open, uint32_t count, const uint8_t *alive, uint32_t *owner)
{
    for (uint32_t i = 0; i < count; i++) {
        open[i].part = i;
        for (uint32_t k = 0; k < open[i].of->count; k++) owner[open[i].of->of[k].layout] = UINT32_MAX;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < open[i].of->count; k++) {
            const uint32_t layout = open[i].of->of[k].layout;
            if (!alive[layout]) continue;
            uint32_t a = owner[layout], b = i;
            if (a == UINT32_MAX) {
                owner[layout] = i;
                continue;
            }
            while (open[a].part != a) a = open[a].part = open[open[a].part].part;
            while (open[b].part != b) b = open[b].part = open[open[b].part].part;
            open[a].part = b;
        }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = i;
        while (open[a].part != a) a = open[a].part;
        open[i].part = a;
    }
}

/* Return a lower bound of the number of living layouts that every plan loses. The function selects choices of which no
 * two can lose the same living layout. The bound is the sum of `least` over the selected choices. */
static uint32_t at_least(const open_choice *open, uint32_t count, const uint8_t *alive, uint32_t *owner)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < open[i].of->count; k++) owner[open[i].of->of[k].layout] = 0;
    for (uint32_t i = 0; i < count; i++) {
        const kr_choice *r = open[i].of;
        int apart = 1;
        for (uint32_t k = 0; k < r->count && apart; k++)
            apart = !(alive[r->of[k].layout] && owner[r->of[k].layout]);
        if (!apart) continue;
        sum += open[i].least;
        for (uint32_t k = 0; k < r->count; k++) owner[r->of[k].layout] = 1;
    }
    return sum;
}

/* Return how many living layouts the best plan loses because of the `count` choices in the list `from`. If there are
 * more than `most`, return `most`. */
static uint32_t least_lost(kr_room *room, const open_choice *from, uint32_t count, uint8_t *alive, uint32_t *owner,
                           uint32_t most);

/* Return how many living layouts the best plan loses because of the choices of one part. If there are more than `most`,
 * return `most`. Begin with the choice that has the largest `least`. Of the sets of this choice, try first the set that
 * loses the fewest living layouts, and so on. */
static uint32_t chosen(kr_room *room, open_choice *open, uint32_t count, uint8_t *alive, uint32_t *owner, uint32_t most)
{
    if (count == 1) return open[0].least < most ? open[0].least : most;
    if (at_least(open, count, alive, owner) >= most) return most;
    uint32_t hard = 0;
    for (uint32_t i = 1; i < count; i++)
        if (open[i].least > open[hard].least) hard = i;
    const kr_choice *r = open[hard].of;
    open[hard] = open[--count];
    uint32_t tried = 0, loss[KR_MOST_SETS];
    for (uint32_t k = 0; k < r->sets; k++) loss[k] = lost_by(r, alive, k);
    for (;;) {
        uint32_t set = KR_MOST_SETS;
        for (uint32_t k = 0; k < r->sets; k++)
            if (!(tried >> k & 1) && (set == KR_MOST_SETS || loss[k] < loss[set])) set = k;
        if (set == KR_MOST_SETS || loss[set] >= most) return most;
        tried |= (uint32_t)1 << set;
        unsigned char *const mark = room->low;
        uint32_t *killed = kr_list(room, loss[set], sizeof *killed), n = 0;
        if (!killed) return 0;
        for (uint32_t i = 0; i < r->count; i++)
            if (alive[r->of[i].layout] && !(r->of[i].sets >> set & 1)) alive[killed[n++] = r->of[i].layout] = 0;
        most = loss[set] + least_lost(room, open, count, alive, owner, most - loss[set]);
        for (uint32_t i = 0; i < n; i++) alive[killed[i]] = 1;
        room->low = mark;
        if (!room->left) return 0;
    }
}

static uint32_t least_lost(kr_room *room, const open_choice *from, uint32_t count, uint8_t *alive, uint32_t *owner,
                           uint32_t most)
{
    unsigned char *const mark = room->low;
    open_choice *open = kr_list(room, count, sizeof *open), *part = kr_list(room, count, sizeof *part);
    uint32_t n = 0, sum = 0, work = 0;
    if (!open || !part) return 0;
    for (uint32_t i = 0; i < count; i++) {
        const kr_choice *r = from[i].of;
        uint32_t least = UINT32_MAX;
        for (uint32_t k = 0; k < r->sets && least; k++) {
            const uint32_t lost = lost_by(r, alive, k);
            if (lost < least) least = lost;
        }
        work += r->count * r->sets;
        if (least) open[n++] = (open_choice){r, least, 0};
    }
    if (!kr_steps(room, 1 + work / 16)) return 0;
    split(open, n, alive, owner);
    for (uint32_t i = 0; i < n && sum < most; i++) {
        if (open[i].part != i) continue;
        uint32_t size = 0;
        for (uint32_t k = 0; k < n; k++)
            if (open[k].part == i) part[size++] = open[k];
        sum += chosen(room, part, size, alive, owner, most - sum);
        if (!room->left) return 0;
    }
    room->low = mark;
    return sum < most ? sum : most;
}

uint32_t kr_least_lost(kr_room *room, const unsigned char *end, uint32_t layouts, uint32_t most)
{
    const kr_choice *const first = (const kr_choice *)(const void *)room->high;
    uint32_t count = 0;
    for (const kr_choice *r = first; (const unsigned char *)r < end; r = kr_next_choice(r)) count++;
    open_choice *open = kr_list(room, count, sizeof *open);
    uint8_t *alive = kr_list(room, layouts, 1);
    uint32_t *owner = kr_list(room, layouts, sizeof *owner);
    if (!open || !alive || !owner) return 0;
    const kr_choice *r = first;
    for (uint32_t i = 0; i < count; i++, r = kr_next_choice(r)) open[i] = (open_choice){.of = r};
    memset(alive, 1, layouts);
    return least_lost(room, open, count, alive, owner, most);
}
