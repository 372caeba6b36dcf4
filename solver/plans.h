/* plans.h - the memory of a search for plans, and the choices that the search keeps there.
 *
 * A lone seat plays against opponents who see all cards. A layout is one way to deal the cards that the seat cannot
 * see. A plan fixes which card the seat plays in every situation that the seat can distinguish. At each turn, the card
 * and the later plan decide which layouts the seat wins.
 *
 * A choice lists the sets of layouts that the seat can win at one turn. A plan picks one set of each choice, and loses
 * all layouts that at least one of these sets lacks.
 */
#ifndef KR_PLANS_H
#define KR_PLANS_H

#include <stddef.h>
#include <stdint.h>

/* The largest number of sets in a choice. The sets of a choice are numbered from 0 on. A 32-bit mask stands for
 * some sets of a choice: bit n stands for set n. */
#define KR_MOST_SETS 32

/* An entry of a choice. `layout` is the index of a layout. Bit n of `sets` is 1 if set n of the choice contains this
 * layout. */
typedef struct kr_won_by {
    uint32_t layout, sets;
} kr_won_by;

/* A choice. `sets` says how many sets of layouts the choice has. The array `of` has an entry for each layout that at
 * least one of these sets lacks. `count` says how many entries the array has. */
typedef struct kr_choice {
    uint32_t count, sets;
    kr_won_by of[];
} kr_choice;

/* Return the choice that follows `r` in memory. */
static inline const kr_choice *kr_next_choice(const kr_choice *r) { return (const kr_choice *)(const void *)&r->of[r->count]; }

/* The free memory of a search for plans, and the steps that the search may still take. */
typedef struct kr_room {
    uint64_t left;              /* how many steps the search may still take; 0 if steps or memory did not suffice */
    const uint8_t *stop;        /* a byte that another thread sets to a nonzero value to stop the search; NULL: no
                                 * thread stops the search */
    unsigned char *low, *high;  /* The free memory lies between `low` and `high`. A new list starts at `low`, and `low`
                                 * moves up behind it. A new choice ends at `high`, and `high` moves down to its
                                 * start. */
} kr_room;

/* Use up `steps` steps. Return 1, or 0 if too few steps are left or another thread has stopped the search. */
static inline int kr_steps(kr_room *room, uint64_t steps)
{
    if (room->left < steps || (room->stop && __atomic_load_n(room->stop, __ATOMIC_RELAXED))) return room->left = 0, 0;
    room->left -= steps;
    return 1;
}

/* Reserve memory for `count` elements of `size` bytes. Return NULL if too little memory is free. To free the memory
 * again, set `room->low` to the value that it had before the call. */
static inline void *kr_list(kr_room *room, size_t count, size_t size)
{
    const size_t bytes = (count * size + 7) & ~(size_t)7;
    if ((size_t)(room->high - room->low) < bytes) return room->left = 0, NULL;
    void *out = room->low;
    room->low += bytes;
    return out;
}

/* Return how many layouts the best plan loses. The choices are stored from room->high up to `end`. `layouts` says how
 * many layouts there are. If the best plan loses more than `most` layouts, return `most`. If room->left is 0 after the
 * call, steps or memory did not suffice, and the result is meaningless. */
uint32_t kr_least_lost(kr_room *room, const unsigned char *end, uint32_t layouts, uint32_t most);

#endif
