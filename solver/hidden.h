/* hidden.h - the table by which layouts of unseen cards are counted and numbered. */
#ifndef KR_HIDDEN_H
#define KR_HIDDEN_H

#include "kr.h"

#define KR_HIDDEN_CARDS 24
#define KR_HIDDEN_ROOM 8

typedef struct kr_hidden_ways {
    kr_hidden hidden;
    uint64_t count;
    int cards;
    uint8_t card[KR_HIDDEN_CARDS];
    uint64_t ways[KR_HIDDEN_CARDS + 1][KR_HIDDEN_ROOM + 1][KR_HIDDEN_ROOM + 1];
} kr_hidden_ways;

int kr_hidden_prepare(const kr_hidden *hidden, kr_hidden_ways *out);

/* Write the places of the layout with a number. The number must be less than `count`. */
void kr_hidden_layout(const kr_hidden_ways *ways, uint64_t number, uint32_t out[KR_HIDDEN]);

#endif
