/* hidden.h - count and number the layouts of unseen cards with a table.
 *
 * A layout puts each unseen card into one of up to three places, which are hands or the discard (see kr_hidden in
 * layouts.h).
 */
#ifndef KR_HIDDEN_H
#define KR_HIDDEN_H

#include "layouts.h"

/* The largest number of unseen cards, and the largest number of cards in a place (a hand or the discard). */
#define KR_HIDDEN_CARDS 24
#define KR_HIDDEN_ROOM 8

/* The unseen cards, and a table with the number of ways to place them. */
typedef struct kr_hidden_ways {
    kr_hidden hidden;
    uint64_t count; /* number of layouts */
    int cards;      /* number of unseen cards */
    uint8_t card[KR_HIDDEN_CARDS]; /* the unseen cards in ascending order */
    uint64_t ways[KR_HIDDEN_CARDS + 1][KR_HIDDEN_ROOM + 1][KR_HIDDEN_ROOM + 1]; /* ways[i][a][b]: number of ways to
                                                                                 * place card[i] and all later cards if
                                                                                 * `a` of them go to the first place and
                                                                                 * `b` to the second */
} kr_hidden_ways;

/* Fill the table `out`. Return KR_OK if there are at most KR_HIDDEN_CARDS unseen cards, and each place has room for at
 * most KR_HIDDEN_ROOM cards. Otherwise return KR_BAD_SIZES. */
int kr_hidden_prepare(const kr_hidden *hidden, kr_hidden_ways *out);

/* Write the layout with a given number: a mask of cards for each place. The number must be less than ways->count. */
void kr_hidden_layout(const kr_hidden_ways *ways, uint64_t number, uint32_t out[KR_HIDDEN]);

#endif
