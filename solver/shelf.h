/* shelf.h - the transposition table (shelf) of the two costly searches of the game Graden, shared across deals.
 *
 * The searches ask whether a lone loser takes no trick, and whether a pair takes all tricks (seek.h). A key of 56
 * bits identifies a position at the start of a trick and the search that asks about it. The key has the code of each
 * suit (suits.h, 13 bits each), the seat on lead, and a number for the search. A key means the same in all deals and in
 * both orders of rank. So the table is never cleared, and one shelf serves all layouts of all hands.
 *
 * An entry is a single word that threads read and write atomically. So threads share a shelf without locks. If two
 * threads write the same entry at once, one of the two results is lost, and nothing else happens.
 */
#ifndef KR_SHELF_H
#define KR_SHELF_H

#include "layouts.h"
#include "suits.h"

#include <stdatomic.h>

/* A shelf. `mask` is the number of its entries minus 1; the number of entries is a power of 2. */
struct kr_shelf {
    uint64_t mask;
    _Atomic uint64_t *entry; /* the entries, stored behind this struct */
    kr_suits suits;
};

/* Return the 56-bit key of a position and a search, shifted left by one bit. The lowest bit of the result is 0. The
 * caller stores the answer in this bit. The result is never 0 while cards are left. `question` is the sum of two
 * numbers: the seat on lead (0 to 3), and a number for the search. The number for the search is 0 for a lone loser, 4
 * for a pair of neighbours, and 8 for a pair of opposite seats. */
static inline uint64_t kr_shelf_key(const kr_suits *t, uint64_t places, uint32_t question)
{
    uint64_t key = (uint64_t)t->code[kr_place(places, 0)] | (uint64_t)t->code[kr_place(places, 1)] << 13
                   | (uint64_t)t->code[kr_place(places, 2)] << 26 | (uint64_t)t->code[kr_place(places, 3)] << 39;
    return (key | (uint64_t)question << 52) << 1;
}

/* Return the entry that may hold a position. */
static inline _Atomic uint64_t *kr_shelf_at(const kr_shelf *shelf, uint64_t key)
{
    uint64_t h = key * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
    return &shelf->entry[(h * 0xD6E8FEB86659FD93u >> 20) & shelf->mask];
}

/* Return the answer (0 or 1) that an entry stores for a position, or -1 if the entry holds another position. */
static inline int kr_shelf_find(const _Atomic uint64_t *at, uint64_t key)
{
    uint64_t e = atomic_load_explicit(at, memory_order_relaxed);
    return (e ^ key) <= 1 ? (int)(e & 1) : -1;
}

/* Store the answer (0 or 1) for the position with the key `key`. */
static inline void kr_shelf_keep(_Atomic uint64_t *at, uint64_t key, int answer)
{
    atomic_store_explicit(at, key | (uint64_t)answer, memory_order_relaxed);
}

#endif
