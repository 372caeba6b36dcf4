/* hidden.c - count the layouts of the cards that a seat cannot see, and find a layout by its number. */
#include "hidden.h"

#include <string.h>

/* Fill out->ways. Entry ways[i][a][b] is the number of ways to place card[i] and all later cards. `a` of these cards go
 * to the first place, `b` to the second, and all others to the third. */
static void fill_in(const kr_hidden *h, kr_hidden_ways *out)
{
    memset(out->ways, 0, sizeof out->ways);
    out->ways[out->cards][0][0] = 1;
    for (int i = out->cards - 1; i >= 0; i--) {
        const uint32_t bit = (uint32_t)1 << out->card[i];
        const int left = out->cards - i;
        for (int a = 0; a <= h->room[0] && a <= left; a++)
            for (int b = 0; b <= h->room[1] && a + b <= left; b++) {
                const int c = left - a - b;
                if (c > h->room[2]) continue;
                uint64_t ways = 0;
                if (a && h->may[0] & bit) ways += out->ways[i + 1][a - 1][b];
                if (b && h->may[1] & bit) ways += out->ways[i + 1][a][b - 1];
                if (c && h->may[2] & bit) ways += out->ways[i + 1][a][b];
                out->ways[i][a][b] = ways;
            }
    }
}

int kr_hidden_prepare(const kr_hidden *h, kr_hidden_ways *out)
{
    const uint32_t cards = h->may[0] | h->may[1] | h->may[2];
    int room = 0;
    for (int i = 0; i < KR_HIDDEN; i++) {
        if (h->room[i] > KR_HIDDEN_ROOM) return KR_BAD_SIZES;
        room += h->room[i];
    }
    out->hidden = *h;
    out->cards = 0;
    if (__builtin_popcount(cards) > KR_HIDDEN_CARDS) return KR_BAD_SIZES;
    for (uint32_t rest = cards; rest; rest &= rest - 1) out->card[out->cards++] = (uint8_t)__builtin_ctz(rest);
    fill_in(h, out);
    out->count = room == out->cards ? out->ways[0][h->room[0]][h->room[1]] : 0;
    return KR_OK;
}

void kr_hidden_layout(const kr_hidden_ways *w, uint64_t number, uint32_t out[KR_HIDDEN])
{
    const kr_hidden *h = &w->hidden;
    int a = h->room[0], b = h->room[1];
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < w->cards; i++) {
        const uint32_t bit = (uint32_t)1 << w->card[i];
        if (a && h->may[0] & bit) {
            const uint64_t here = w->ways[i + 1][a - 1][b];
            if (number < here) {
                out[0] |= bit;
                a--;
                continue;
            }
            number -= here;
        }
        if (b && h->may[1] & bit) {
            const uint64_t here = w->ways[i + 1][a][b - 1];
            if (number < here) {
                out[1] |= bit;
                b--;
                continue;
            }
            number -= here;
        }
        out[2] |= bit;
    }
}

/* Return the number of ways to choose k of n cards. */
static uint64_t choose(int n, int k)
{
    uint64_t ways = 1;
    if (k < 0 || k > n) return 0;
    for (int i = 0; i < k; i++) ways = ways * (uint64_t)(n - i) / (uint64_t)(i + 1);
    return ways;
}

static int least(int a, int b) { return a < b ? a : b; }

/* Return the number of layouts. Cards that may lie in the same places are interchangeable, and form a kind. The
 * function goes through all choices of how many cards of each kind lie in each place, and adds up the layouts of each
 * choice. With at most 24 cards the result is at most 24! / 8!^3, so no overflow occurs. */
static uint64_t count_by_kinds(const kr_hidden *h)
{
    int kind[8] = {0}, room[KR_HIDDEN]; /* kind[mask] is the number of cards that may lie in the places of the mask and
                                         * nowhere else. room[i] is the number of cards that place i takes, without the
                                         * cards that can lie only in place i */
    for (unsigned owners = 1; owners < 8; owners++) {
        uint32_t cards = 0xFFFFFFFFu;
        for (int i = 0; i < KR_HIDDEN; i++) cards &= owners >> i & 1 ? h->may[i] : ~h->may[i];
        kind[owners] = __builtin_popcount(cards);
    }
    for (int i = 0; i < KR_HIDDEN; i++) room[i] = h->room[i] - kind[1 << i];
    if (room[0] < 0 || room[1] < 0 || room[2] < 0) return 0;
    uint64_t ways = 0;
    for (int a = 0; a <= least(kind[3], room[0]); a++) /* of the kind[3] cards that may lie only in places 0 and 1, `a`
                                                        * lie in place 0 */
        for (int b = 0; b <= least(kind[5], room[0] - a); b++) { /* of the kind[5] cards that may lie only in places 0
                                                                  * and 2, `b` lie in place 0 */
            const int first = room[0] - a - b, second = room[1] - (kind[3] - a); /* room left: `first` in place 0,
                                                                                  * `second` in place 1 */
            if (first > kind[7] || second < 0) continue;
            const uint64_t before = choose(kind[3], a) * choose(kind[5], b) * choose(kind[7], first);
            for (int c = 0; c <= least(kind[6], second); c++) /* of the kind[6] cards that may lie only in places 1 and
                                                               * 2, `c` lie in place 1 */
                ways += before * choose(kind[6], c) * choose(kind[7] - first, second - c);
        }
    return ways;
}

int kr_hidden_count(const kr_hidden *h, uint64_t *out)
{
    const int cards = __builtin_popcount(h->may[0] | h->may[1] | h->may[2]);
    int room = 0;
    for (int i = 0; i < KR_HIDDEN; i++) {
        if (h->room[i] > KR_HIDDEN_ROOM) return KR_BAD_SIZES;
        room += h->room[i];
    }
    if (cards > KR_HIDDEN_CARDS) return KR_BAD_SIZES;
    *out = room == cards ? count_by_kinds(h) : 0;
    return KR_OK;
}
