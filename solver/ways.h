/* ways.h - all ways to play the last two tricks at once, one byte per way. */
#ifndef KR_WAYS_H
#define KR_WAYS_H

#include <stdint.h>

/* Without vectors of bytes, the last two tricks are searched like others. */
#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
#define MANY_AT_ONCE 1
#else
#define MANY_AT_ONCE 0
#endif

/* The ways: bit k of a way's number tells whether the k-th player, counted from the leader, plays the higher card
 * first. */
#define WAYS 16
typedef int8_t ways __attribute__((vector_size(WAYS)));
typedef uint8_t whole_bytes __attribute__((vector_size(WAYS))); /* for sums beyond 127, which would overflow in ways */

static const ways HIGHER[4] = {{0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1},
                               {0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1},
                               {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1},
                               {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1}};

/* Bits of a card as a byte: its number, a bit for trumps and a bit for following suit. The highest byte wins a
 * trick. */
#define OF_SUIT 24
#define FOLLOWS 32
#define TRUMPS 64

static inline ways each_way(int x) { return (ways){0} + (int8_t)x; }

/* Return the rank of the duty that a card fulfils, with the strongest duty highest: follow suit, trump, and beat. */
static inline ways kr_duty(ways card, ways follows, ways beats, ways trumping, ways beating)
{
    return (follows & (FOLLOWS | TRUMPS)) | (card & trumping & TRUMPS) | (beats & beating & (follows | trumping));
}

#endif
