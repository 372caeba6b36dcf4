/* plans.h - the memory of a search for plans, and the choices that the search keeps there.
 *
 * A plan fixes the seat's card in every situation that the seat can distinguish. A layout is one way to deal the hidden
 * cards. In a situation the seat can win one of several sets of layouts, depending on its card and later plan. A choice
 * lists these sets; a plan picks one set of each choice.
 */
#ifndef KR_PLANS_H
#define KR_PLANS_H

#include <stddef.h>
#include <stdint.h>

/* Largest number of sets in a choice; a set is a bit of a 32-bit mask. */
#define KR_MOST_SETS 32

/* An entry of a choice: the index of a layout, and the mask of the sets that contain the layout. */
typedef struct kr_won_by {
    uint32_t layout, sets;
} kr_won_by;

/* A choice: `sets` is the number of its sets, `count` the number of its entries. Layouts that all sets contain have no
 * entry. */
typedef struct kr_choice {
    uint32_t count, sets;
    kr_won_by of[];
} kr_choice;

/* Return the choice that follows in memory. */
static inline const kr_choice *kr_next_choice(const kr_choice *r) { return (const kr_choice *)(const void *)&r->of[r->count]; }

/* The memory and the remaining steps of a search. */
typedef struct kr_room {
    uint64_t left;              /* number of steps left; 0 if steps or memory did not suffice */
    const uint8_t *stop;        /* the search stops once this byte is not 0; may be NULL */
    unsigned char *low, *high;  /* free memory: lists are added at `low` and grow upwards,
                                 * choices are added at `high` and grow downwards */
} kr_room;

/* Use up a number of steps. Return 1, or 0 if too few steps are left or the search must stop. */
static inline int kr_steps(kr_room *room, uint64_t steps)
{
    if (room->left < steps || (room->stop && __atomic_load_n(room->stop, __ATOMIC_RELAXED))) return room->left = 0, 0;
    room->left -= steps;
    return 1;
}

/* Reserve memory for a list; return NULL if too little is free. Resetting `low` to its old value frees the list. */
static inline void *kr_list(kr_room *room, size_t count, size_t size)
{
    const size_t bytes = (count * size + 7) & ~(size_t)7;
    if ((size_t)(room->high - room->low) < bytes) return room->left = 0, NULL;
    void *out = room->low;
    room->low += bytes;
    return out;
}

/* Return the smallest number of layouts that a plan must lose by the choices stored from `high` up to `end`, or `most`
 * if that is smaller. The result is meaningless if no step is left. */
uint32_t kr_least_lost(kr_room *room, const unsigned char *end, uint32_t layouts, uint32_t most);

#endif
