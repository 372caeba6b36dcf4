/* bits.h - sets of cards as bits, four suits at a time. */
#ifndef KR_BITS_H
#define KR_BITS_H

#include <stdint.h>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#define KR_SUIT(s) (0xFFu << (8 * (s)))
#define KR_BIT(c) ((uint32_t)1 << (c))
#define KR_EVERY(byte) (0x01010101u * (byte))

static inline int kr_count(uint32_t x) { return __builtin_popcount(x); }

/* Return whether a hand holds at least one of up to four sets completely. Empty sets are unused; if all are empty, the
 * result is 1. */
static inline int kr_holds_one(const uint32_t set[4], uint32_t hand)
{
    for (int i = 0; i < 4; i++)
        if (set[i] && (hand & set[i]) == set[i]) return 1;
    return !(set[0] | set[1] | set[2] | set[3]);
}

static inline int kr_low(uint32_t x) { return __builtin_ctz(x); }
static inline int kr_high(uint32_t x) { return 31 - __builtin_clz(x); }

/* Return the number of cards of each suit, one byte per suit. */
static inline uint32_t kr_suit_counts(uint32_t x)
{
    x -= x >> 1 & KR_EVERY(0x55);
    x = (x & KR_EVERY(0x33)) + (x >> 2 & KR_EVERY(0x33));
    return (x + (x >> 4)) & KR_EVERY(0x0F);
}

/* Return in each suit all ranks up to the highest card; kr_from_lowest returns all ranks from the lowest card on. */
static inline uint32_t kr_up_to_highest(uint32_t x)
{
    x |= x >> 1 & KR_EVERY(0x7F);
    x |= x >> 2 & KR_EVERY(0x3F);
    return x | (x >> 4 & KR_EVERY(0x0F));
}

static inline uint32_t kr_from_lowest(uint32_t x)
{
    x |= x << 1 & KR_EVERY(0xFE);
    x |= x << 2 & KR_EVERY(0xFC);
    return x | (x << 4 & KR_EVERY(0xF0));
}

/* Return a card and the ranks above it in its suit; kr_above returns only the ranks above. */
static inline uint32_t kr_from(int card) { return KR_SUIT(card >> 3) & (0xFFFFFFFFu << card); }
static inline uint32_t kr_above(int card) { return KR_SUIT(card >> 3) & (0xFFFFFFFEu << card); }

/* Return all cards except the lowest of each suit. */
static inline uint32_t kr_but_lowest(uint32_t x)
{
    return x & (((x | KR_EVERY(0x80)) - KR_EVERY(1)) ^ (~x & KR_EVERY(0x80)));
}

/* Return the cards of `cards` whose next lower card in play of their suit is also in `cards`. All cards must be in
 * play. An addition carries each card over the missing ranks to the next card in play. No other carry arrives there,
 * and no carry leaves its suit. */
static inline uint32_t kr_upper_neighbours(uint32_t cards, uint32_t in_play)
{
    const uint32_t gone = ~in_play & KR_EVERY(0x7F), next = cards << 1 & KR_EVERY(0xFE);
    return cards & (next | (gone + (next & gone)));
}

/* Return a mask with all bits set in the bytes (suits) that are not zero. */
static inline uint32_t kr_full_bytes(uint32_t m)
{
    m = (((m & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | m) & 0x80808080u;
    return (m - (m >> 7)) | m;
}

/* Four small numbers, one per byte: kr_at_least compares (FF or 0), kr_pick chooses, kr_most and kr_least take the
 * maximum and the minimum. */
static inline uint32_t kr_at_least(uint32_t a, uint32_t b)
{
    uint32_t t = ((a | 0x80808080u) - b) & 0x80808080u;
    return (t - (t >> 7)) | t;
}

static inline uint32_t kr_pick(uint32_t which, uint32_t a, uint32_t b) { return b ^ ((a ^ b) & which); }
static inline uint32_t kr_most(uint32_t a, uint32_t b) { return kr_pick(kr_at_least(a, b), a, b); }
static inline uint32_t kr_least(uint32_t a, uint32_t b) { return kr_pick(kr_at_least(a, b), b, a); }

/* Gather the bits of x under a mask, lowest first. */
static inline uint32_t kr_gather(uint32_t x, uint32_t mask)
{
#if defined(__BMI2__)
    return _pext_u32(x, mask);
#else
    uint32_t result = 0;
    int n = 0;
    for (x &= mask; mask; mask &= mask - 1, n++) result |= (uint32_t)((x & mask & -mask) != 0) << n;
    return result;
#endif
}

/* Scatter the lowest bits of x to the places of a mask. */
static inline uint32_t kr_scatter(uint32_t x, uint32_t mask)
{
#if defined(__BMI2__)
    return _pdep_u32(x, mask);
#else
    uint32_t result = 0;
    for (; mask; mask &= mask - 1, x >>= 1) result |= x & 1 ? mask & -mask : 0;
    return result;
#endif
}

/* Return the legal cards of a hand: follow suit; otherwise trump, if that is a duty; beat the best card, if that is a
 * duty (RULINGS: common play rules). The ranks may be in any order. `led` is the mask of the suit led, `over` the cards
 * that beat the best card so far. */
static inline uint32_t kr_legal_by(int must_trump, int must_beat, uint32_t trump, uint32_t hand, uint32_t led,
                                   uint32_t over)
{
    uint32_t cards = hand & led;
    if (!cards && must_trump) cards = hand & trump;
    if (!cards) return hand;
    return must_beat && (cards & over) ? cards & over : cards;
}

#endif
