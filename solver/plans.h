/* plans.h - the memory of a search for plans, and the choices that the search keeps there.
 *
 * A lone seat plays against opponents who see all cards. A layout is one way to deal the cards that the seat cannot
 * see. A plan fixes the seat's card in every situation that the seat can distinguish. At a turn each card, with a plan
 * for the later turns, wins a certain set of layouts. A choice lists the sets that the seat can win at one turn. A plan
 * picks one set of each choice, and loses the layouts outside this set.
 */
#ifndef KR_PLANS_H
#define KR_PLANS_H

#include <stddef.h>
#include <stdint.h>

/* Largest number of sets in a choice. The sets are numbered, so that a 32-bit mask can name several of them. */
#define KR_MOST_SETS 32

/* An entry of a choice. `layout` is the index of a layout. Bit n of `sets` is 1 if set n of the choice contains this
 * layout. */
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

/* Return the number of layouts that the best plan loses, given the choices stored from `high` up to `end`. Return
 * `most` if the number is larger. The result is meaningless if no step is left. */
uint32_t kr_least_lost(kr_room *room, const unsigned char *end, uint32_t layouts, uint32_t most);

#endif
