/* random.h - random numbers by the same algorithm as kranalyze/dealing.py. Each seed has many streams, numbered from 0.
 * Each stream is a sequence of random numbers. */
#ifndef KR_RANDOM_H
#define KR_RANDOM_H

#include <stdint.h>

/* The generator adds this number to its state at each step (SplitMix64; Steele, Lea and Flood 2014). */
#define KR_RANDOM_STEP UINT64_C(0x9E3779B97F4A7C15)

/* How many steps of the generator lie between the starts of two neighbouring streams. */
#define KR_RANDOM_STRIDE 64

static inline uint64_t kr_random_mix(uint64_t z)
{
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* kr_random_base converts a seed to the first state of its stream 0, called the base. kr_random_start returns the first
 * state of the stream with the number `stream`. */
static inline uint64_t kr_random_base(uint64_t seed) { return kr_random_mix(seed + KR_RANDOM_STEP); }
static inline uint64_t kr_random_start(uint64_t base, uint64_t stream) { return base + KR_RANDOM_STRIDE * stream * KR_RANDOM_STEP; }

/* Advance the state by one step and return 64 random bits. */
static inline uint64_t kr_random_next(uint64_t *state) { return kr_random_mix(*state += KR_RANDOM_STEP); }

/* Return a random number from 0 to n - 1. All numbers are equally likely. The function draws 32 random bits. It draws
 * again if these bits would make some numbers more likely than others (Lemire 2019). */
static inline uint32_t kr_random_below(uint64_t *state, uint32_t n)
{
    uint64_t product;
    do product = (kr_random_next(state) >> 32) * n;
    while ((uint32_t)product < -n % n);
    return (uint32_t)(product >> 32);
}

/* Return a random number from 0 to n - 1. All numbers are equally likely. The function draws 64 random bits. It draws
 * again if these bits would make some numbers more likely than others. */
static inline uint64_t kr_random_below_64(uint64_t *state, uint64_t n)
{
    for (;;) {
        const uint64_t word = kr_random_next(state), low = word & UINT32_MAX, high = word >> 32;
        const uint64_t n_low = n & UINT32_MAX, n_high = n >> 32;
        const uint64_t middle = low * n_high + (low * n_low >> 32), other = high * n_low + (middle & UINT32_MAX);
        if (word * n >= -n % n) return high * n_high + (middle >> 32) + (other >> 32);
    }
}

#endif
