/* fates_last.c - solve the last two tricks in games with more than two parties: compute all ways to play them at once.
 *
 * Each of the four players has two cards. A way says which card each player plays first, so there are 16 ways. A vector
 * holds one byte for each way (ways.h). An end is a possible result of the play, and has a number (parties.h).
 */
#include "fates.h"
#include "moves.h"
#include "ways.h"

#include <string.h>

/* The results of playing a position with two cards in each hand in all ways. The index of each array is a player,
 * counted from the leader. Each entry is a vector with a byte for each way. `first` has the card that the player plays
 * to the first trick, `second` the card for the second trick. A byte of the other three arrays has all bits set if a
 * statement is true, else none. `won`: the player wins the first trick. `took`: the player wins the second trick.
 * `banned`: the player's first card is illegal. */
typedef struct last_tricks {
    ways first[KR_SEATS], second[KR_SEATS], won[KR_SEATS], took[KR_SEATS], banned[KR_SEATS];
    ways gain; /* points of the first trick */
} last_tricks;

/* Return the byte that stands for a card in the vectors of ways.h. */
static int as_byte(const kr_prep *p, int card) { return card | (p->trump >> card & 1 ? TRUMPS : 0); }

/* Play the last two tricks in all ways, and write the results to `t`. Index 0 of the arrays in `t` is the leader. */
static void play(const kr_prep *p, const uint32_t hand[KR_SEATS], int leader, last_tricks *t)
{
    const ways trumping = each_way(p->must_trump ? -1 : 0), beating = each_way(p->must_beat ? 1 : 0);
    t->gain = t->banned[0] = (ways){0};
    for (int k = 0; k < KR_SEATS; k++) {
        const int low = kr_low(hand[(leader + k) & 3]), high = kr_high(hand[(leader + k) & 3]);
        const ways lower = each_way(as_byte(p, low)), differ = each_way(as_byte(p, low) ^ as_byte(p, high));
        t->first[k] = lower ^ (differ & HIGHER[k]);
        t->second[k] = t->first[k] ^ differ;
        t->gain = (ways)((whole_bytes)t->gain + (whole_bytes)each_way(p->value[low])
                         + (whole_bytes)(each_way(p->value[high] - p->value[low]) & HIGHER[k]));
    }
    const ways led = t->first[0] & OF_SUIT;
    ways best = t->won[0] = t->first[0] | FOLLOWS, lead = {0}, last = {0};
    for (int k = 1; k < KR_SEATS; k++) {
        const ways follows = (t->first[k] & OF_SUIT) == led, other = (t->second[k] & OF_SUIT) == led;
        t->won[k] = t->first[k] | (follows & FOLLOWS);
        const ways beats = t->won[k] > best, other_beats = (t->second[k] | (other & FOLLOWS)) > best;
        t->banned[k] = kr_duty(t->second[k], other, other_beats, trumping, beating)
                       > kr_duty(t->first[k], follows, beats, trumping, beating);
        best ^= (best ^ t->won[k]) & beats;
    }
    for (int k = 0; k < KR_SEATS; k++) {
        t->won[k] = t->won[k] == best;
        lead |= t->won[k] & t->second[k];
    }
    lead &= OF_SUIT;
    for (int k = 0; k < KR_SEATS; k++) {
        t->took[k] = t->second[k] | (((t->second[k] & OF_SUIT) == lead) & FOLLOWS);
        last ^= (last ^ t->took[k]) & (t->took[k] > last);
    }
    for (int k = 0; k < KR_SEATS; k++) t->took[k] = t->took[k] == last;
}

/* Return, for each way, the number of the end to which it leads. `facts` are the facts of the earlier tricks (fates.c).
 * `rest` is the number of points in both tricks, including the extra points for the last trick. */
static ways ends(const kr_task *group, const last_tricks *t, int leader, uint32_t facts, int rest)
{
    ways points[KR_SEATS], most = each_way(-128), end = {0}, lost = {0};
    for (int k = 0; k < KR_SEATS; k++) {
        const int seat = (leader + k) & 3;
        if (group->goal == KR_MOST) { /* bytes are compared as signed numbers, so they hold points - 128 */
            const whole_bytes before = (whole_bytes)each_way((int)(facts >> 8 * seat & 255) - 128);
            const ways at_last = (ways)((whole_bytes)each_way(rest) - (whole_bytes)t->gain);
            points[k] = (ways)(before + (whole_bytes)(t->won[k] & t->gain) + (whole_bytes)(t->took[k] & at_last));
            most ^= (most ^ points[k]) & (points[k] > most);
        } else if (group->goal == KR_DOUBLE) {
            if (seat == group->declarer) end |= (t->won[k] | t->took[k]) & KR_FIRST_FAILED;
            if (seat == group->second) end |= (t->won[k] | t->took[k]) & KR_SECOND_FAILED;
        } else {
            if (seat != group->declarer) lost |= t->won[k];
            end |= t->took[k] & each_way(seat);
        }
    }
    if (group->goal == KR_LAST) return (end & ~lost) | (lost & KR_LAST_LOST);
    if (group->goal == KR_DOUBLE) return end | each_way((int)facts);
    for (int k = 0; k < KR_SEATS; k++) end |= (points[k] == most) & each_way(1 << ((leader + k) & 3));
    return end - 1;
}

/* Return, for each way, the rank of its end in a seat's order of preference. `place` is the seat's row of
 * kr_parties.place: place[n] is the rank of the end n. A higher rank is better for the seat. */
static ways places(const uint8_t place[16], ways end)
{
    ways out;
#if defined(__BMI2__) && defined(__SSSE3__)
    out = (ways)_mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)place), (__m128i)end);
#else
    uint8_t number[WAYS];
    memcpy(number, &end, WAYS);
    for (int i = 0; i < WAYS; i++) number[i] = place[number[i]];
    memcpy(&out, number, WAYS);
#endif
    return out;
}

/* Compare the eight bytes of `a` with the eight bytes of `b`. Each byte must be below 128. A byte of the result is FF
 * if the byte of `a` is greater than the byte of `b`, else 0. */
static uint64_t greater(uint64_t a, uint64_t b)
{
    const uint64_t top = 0x8080808080808080u, no = ((b | top) - a) & top;
    return ~((no - (no >> 7)) | no);
}

/* Return eight bytes. Each byte comes from `a` if the same byte of `which` is FF, or from `b` if that byte is 0. */
static uint64_t chosen(uint64_t which, uint64_t a, uint64_t b) { return b ^ ((a ^ b) & which); }

kr_ends kr_last_two(const kr_prep *p, const kr_fates *f, const uint32_t hand[KR_SEATS], int leader, uint32_t facts)
{
    const uint32_t all = hand[0] | hand[1] | hand[2] | hand[3];
    last_tricks t;
    play(p, hand, leader, &t);
    const ways end = ends(&f->group, &t, leader, facts, kr_points(p, all) + p->last);
    /* Go from the last player back to the leader. Each player compares the ends to which its two cards lead, and plays
     * the card with the better end. An illegal card counts as the worst card. */
    uint64_t half[2], likes[KR_SEATS][2];
    memcpy(half, &end, WAYS);
    for (int k = 0; k < KR_SEATS; k++) {
        const ways place = places(f->parties.place[(leader + k) & 3], end) & ~t.banned[k];
        memcpy(likes[k], &place, WAYS);
    }
    uint64_t higher = greater(likes[3][1], likes[3][0]), best = chosen(higher, half[1], half[0]);
    for (int k = 0; k < 3; k++) likes[k][0] = chosen(higher, likes[k][1], likes[k][0]);
    for (int k = 2; k >= 0; k--) {
        const int shift = 8 << k;
        higher = greater(likes[k][0] >> shift, likes[k][0]);
        best = chosen(higher, best >> shift, best);
        for (int i = 0; i < k; i++) likes[i][0] = chosen(higher, likes[i][0] >> shift, likes[i][0]);
    }
    return f->parties.single[best & 15];
}
