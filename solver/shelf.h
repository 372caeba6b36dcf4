/* shelf.h - positions of a lone Bettler and of a sweep by two, remembered across deals.
 *
 * A position at the start of a trick is a number of 56 bits: for each suit who holds its cards in order of
 * rank (13 bits), the suits sorted, the seat on lead, and the question. It means the same on every deal and in both
 * orders of rank, so one shelf serves all layouts around a hand, and hand after hand. An entry is one word, read and
 * written whole, so that threads share a shelf without locks: who loses a race loses only his entry.
 */
#ifndef KR_SHELF_H
#define KR_SHELF_H

#include "moves.h"

#include <stdatomic.h>

#define KR_WAYS 4 /* entries that are looked at */

struct kr_shelf {
    uint64_t mask;
    uint8_t gather[64][64]; /* the bits of a six-bit number under a mask, lowest first */
    _Atomic uint64_t entry[];
};

typedef struct kr_seeker {
    kr_shelf *shelf;
    uint32_t hand[4]; /* in order of strength, from the declarer clockwise */
    int partner;      /* 1 to 3; 0: a Bettler */
    uint64_t nodes;
} kr_seeker;

/* 1 if the declarer, on lead, takes no trick. */
int kr_seek_none(kr_seeker *s, int cards);

/* 1 if the declarer, on lead, and his partner take every trick. */
int kr_seek_all(kr_seeker *s, int cards);

/* The number of the position, a bit left free for the answer. */
static inline uint64_t kr_shelf_key(const kr_seeker *s, int leader)
{
    static const uint16_t offset[8] = {0, 1, 5, 21, 85, 341, 1365, 5461};
    const kr_shelf *shelf = s->shelf;
    uint32_t low = s->hand[1] | s->hand[3], high = s->hand[2] | s->hand[3];
    uint32_t all = s->hand[0] | low | high;
    uint32_t code[4];
    for (int i = 0; i < 4; i++) {
        uint32_t held = all >> (8 * i + 2) & 63;
        uint32_t a = shelf->gather[held][low >> (8 * i + 2) & 63], b = shelf->gather[held][high >> (8 * i + 2) & 63];
        int length = kr_count(held);
        code[i] = offset[length] + (a | b << length);
    }
#define SWAP(i, j) do { uint32_t x = code[i], y = code[j]; code[i] = x < y ? x : y; code[j] = x < y ? y : x; } while (0)
    SWAP(0, 1);
    SWAP(2, 3);
    SWAP(0, 2);
    SWAP(1, 3);
    SWAP(1, 2);
#undef SWAP
    uint64_t key = (uint64_t)code[0] | (uint64_t)code[1] << 13 | (uint64_t)code[2] << 26 | (uint64_t)code[3] << 39;
    return (key | (uint64_t)leader << 52 | (uint64_t)s->partner << 54) << 1;
}

static inline uint64_t kr_shelf_place(const kr_shelf *shelf, uint64_t key)
{
    uint64_t h = key * 0x9E3779B97F4A7C15u;
    h ^= h >> 32;
    return (h * 0xD6E8FEB86659FD93u >> 20) & shelf->mask & ~(uint64_t)(KR_WAYS - 1);
}

/* The answer that was kept, or -1. */
static inline int kr_shelf_find(kr_shelf *shelf, uint64_t key, uint64_t place)
{
    for (int i = 0; i < KR_WAYS; i++) {
        uint64_t e = atomic_load_explicit(&shelf->entry[place + (uint64_t)i], memory_order_relaxed);
        if ((e ^ key) <= 1 && e) return (int)(e & 1);
    }
    return -1;
}

static inline void kr_shelf_keep(kr_shelf *shelf, uint64_t key, uint64_t place, int answer)
{
    uint64_t way = key * 0xD6E8FEB86659FD93u >> 62;
    for (uint64_t i = 0; i < KR_WAYS; i++)
        if (!atomic_load_explicit(&shelf->entry[place + i], memory_order_relaxed)) {
            way = i;
            break;
        }
    atomic_store_explicit(&shelf->entry[place + way], key | (uint64_t)answer, memory_order_relaxed);
}

#endif
