/* ways.h - examine all ways to play the last two tricks in one computation: a vector holds one byte for each way.
 *
 * With two tricks left, each of up to four players has two cards. A way says for each player which card it plays first.
 */
#ifndef KR_WAYS_H
#define KR_WAYS_H

#include <stdint.h>

/* 1 if the machine has instructions for vectors of bytes, else 0. If it is 0, the searches play out the last two tricks
 * card by card, like all earlier tricks. */
#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
#define MANY_AT_ONCE 1
#else
#define MANY_AT_ONCE 0
#endif

/* The ways have numbers from 0 to 15. Players are counted from the leader, who is player 0. Bit k of a way's number is
 * 1 if player k plays the higher card first. A vector has one byte for each way. */
#define WAYS 16
typedef int8_t ways __attribute__((vector_size(WAYS)));
typedef uint8_t whole_bytes __attribute__((vector_size(WAYS))); /* a vector of unsigned bytes, for sums above 127; such
                                                                 * a sum overflows a signed byte of `ways` */

/* HIGHER[k] belongs to player k. The byte of a way is -1 (all bits set) if player k plays the higher card first in this
 * way, else 0. */
static const ways HIGHER[4] = {{0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1, 0, -1},
                               {0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1, 0, 0, -1, -1},
                               {0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1},
                               {0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1}};

/* A vector stores a card as a byte. The five low bits are the number of the card. FOLLOWS is set if the card follows
 * suit, and TRUMPS if it is a trump. OF_SUIT is the mask of the bits that hold the suit. The card with the highest byte
 * wins the trick. */
#define OF_SUIT 24
#define FOLLOWS 32
#define TRUMPS 64

/* Return a vector with the same number for all ways. */
static inline ways each_way(int x) { return (ways){0} + (int8_t)x; }

/* Return, for each way, a number for the duties that a card fulfils. A card is legal if no other card of its player has
 * a higher number. The duty to follow suit counts most, then the duty to trump, then the duty to beat. `follows` is -1
 * in the ways in which the card follows suit, else 0. `beats` is -1 in the ways in which it beats the best card so far,
 * else 0. `trumping` is -1 if the game has the duty to trump, else 0. `beating` is 1 if the game has the duty to beat,
 * else 0. */
static inline ways kr_duty(ways card, ways follows, ways beats, ways trumping, ways beating)
{
    return (follows & (FOLLOWS | TRUMPS)) | (card & trumping & TRUMPS) | (beats & beating & (follows | trumping));
}

#endif
