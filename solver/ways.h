/* ways.h - examine all ways to play the last two tricks at once: a vector holds one byte for each way.
 *
 * With two tricks left, each of up to four players has two cards. A way says for each player which card it plays first.
 */
#ifndef KR_WAYS_H
#define KR_WAYS_H

#include <stdint.h>

/* 1 if the machine has vectors of bytes. Otherwise the last two tricks are searched like all others. */
#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
#define MANY_AT_ONCE 1
#else
#define MANY_AT_ONCE 0
#endif

/* The ways are numbered. Bit k of a way's number is 1 if the k-th player, counted from the leader, plays the higher
 * card first. A vector has one byte for each way. */
#define WAYS 16
typedef int8_t ways __attribute__((vector_size(WAYS)));
typedef uint8_t whole_bytes __attribute__((vector_size(WAYS))); /* a vector for sums above 127, because these would
                                                                 * overflow the signed bytes of `ways` */

/* For each player, a vector with all bits set in the bytes of those ways in which the player plays the higher card
 * first. */
static const ways HIGHER[4] = {{0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1},
                               {0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1},
                               {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1},
                               {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1}};

/* A card as a byte: its number in the five low bits, FOLLOWS if it follows suit, and TRUMPS if it is a trump. OF_SUIT
 * is the mask of the suit. The highest byte wins a trick. */
#define OF_SUIT 24
#define FOLLOWS 32
#define TRUMPS 64

/* Return a vector with the same number for all ways. */
static inline ways each_way(int x) { return (ways){0} + (int8_t)x; }

/* Return, for each way, a number for the duties that a card fulfils. A card is legal if no other card of its player has
 * a higher number. A stronger duty makes the number higher: following suit counts most, then trumping, then beating.
 * For each way, `follows` and `beats` are -1 if the card follows suit or beats the best card, else 0. `trumping` and
 * `beating` select the duties of the game. */
static inline ways kr_duty(ways card, ways follows, ways beats, ways trumping, ways beating)
{
    return (follows & (FOLLOWS | TRUMPS)) | (card & trumping & TRUMPS) | (beats & beating & (follows | trumping));
}

#endif
