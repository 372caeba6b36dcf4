/* plans.h - the memory of a search for plans, and the choices that it keeps there. */
#ifndef KR_PLANS_H
#define KR_PLANS_H

#include <stddef.h>
#include <stdint.h>

#define KR_MOST_SETS 32

/* A choice: for each layout, the sets that win it. Layouts that all sets win are omitted. */
typedef struct kr_won_by {
    uint32_t layout, sets;
} kr_won_by;

typedef struct kr_choice {
    uint32_t count, sets;
    kr_won_by of[];
} kr_choice;

static inline const kr_choice *kr_next_choice(const kr_choice *r) { return (const kr_choice *)(const void *)&r->of[r->count]; }

typedef struct kr_room {
    uint64_t left;              /* steps left; 0 if steps or memory did not suffice */
    const uint8_t *stop;        /* if not NULL, the search stops once this is not 0 */
    unsigned char *low, *high;  /* lists grow from below, choices from above */
} kr_room;

static inline int kr_steps(kr_room *room, uint64_t steps)
{
    if (room->left < steps || (room->stop && __atomic_load_n(room->stop, __ATOMIC_RELAXED))) return room->left = 0, 0;
    room->left -= steps;
    return 1;
}

/* Reserve memory for a list; NULL if there is none. Setting `low` back frees the list. */
static inline void *kr_list(kr_room *room, size_t count, size_t size)
{
    const size_t bytes = (count * size + 7) & ~(size_t)7;
    if ((size_t)(room->high - room->low) < bytes) return room->left = 0, NULL;
    void *out = room->low;
    room->low += bytes;
    return out;
}

/* Return the smallest number of layouts that the choices from `high` up to `end` lose together, at most `most`. The
 * result has no meaning if no step is left. */
uint32_t kr_least_lost(kr_room *room, const unsigned char *end, uint32_t layouts, uint32_t most);

#endif
