/* shelf.c - arrange and clear the memory of a shelf, the transposition table that all deals share. */
#include "shelf.h"

/* Size of the struct kr_shelf in bytes, rounded up to whole cache lines. The entries of the table follow after these
 * bytes. */
#define HEAD ((sizeof(kr_shelf) + 63) & ~(size_t)63)

size_t kr_shelf_size(int bits) { return HEAD + (sizeof(uint64_t) << bits); }

void kr_shelf_init(kr_shelf *shelf, int bits)
{
    shelf->mask = ((uint64_t)1 << bits) - 1;
    shelf->entry = (_Atomic uint64_t *)(void *)((unsigned char *)shelf + HEAD);
    kr_suits_init(&shelf->suits);
    for (uint64_t i = 0; i <= shelf->mask; i++) atomic_init(&shelf->entry[i], 0);
}
