/* bits.h - functions on sets of cards. A set is a 32-bit mask with one byte for each suit. */
#ifndef KR_BITS_H
#define KR_BITS_H

#include <stdint.h>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

/* KR_SUIT is the mask of all cards of a suit, KR_BIT the mask of a single card. KR_EVERY is a mask in which every suit
 * has the same byte. */
#define KR_SUIT(s) (0xFFu << (8 * (s)))
#define KR_BIT(c) ((uint32_t)1 << (c))
#define KR_EVERY(byte) (0x01010101u * (byte))

static inline int kr_count(uint32_t x) { return __builtin_popcount(x); }

/* Return 1 if a hand holds all cards of at least one of the four sets in `set`, else 0. An empty set is an unused
 * entry. If all four sets are empty, return 1. */
static inline int kr_holds_one(const uint32_t set[4], uint32_t hand)
{
    for (int i = 0; i < 4; i++)
        if (set[i] && (hand & set[i]) == set[i]) return 1;
    return !(set[0] | set[1] | set[2] | set[3]);
}

/* kr_low returns the lowest card of a set, kr_high the highest. The set must not be empty. */
static inline int kr_low(uint32_t x) { return __builtin_ctz(x); }
static inline int kr_high(uint32_t x) { return 31 - __builtin_clz(x); }

/* Return how many cards a set has in each suit: four counts, each in the byte of its suit. */
static inline uint32_t kr_suit_counts(uint32_t x)
{
    x -= x >> 1 & KR_EVERY(0x55);
    x = (x & KR_EVERY(0x33)) + (x >> 2 & KR_EVERY(0x33));
    return (x + (x >> 4)) & KR_EVERY(0x0F);
}

/* kr_up_to_highest returns, for each suit of a set, the highest card in the set and all lower cards of the suit.
 * kr_from_lowest returns, for each suit, the lowest card in the set and all higher cards of the suit. */
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

/* kr_from returns the mask of a card and all higher cards of its suit. kr_above returns only the higher cards. */
static inline uint32_t kr_from(int card) { return KR_SUIT(card >> 3) & (0xFFFFFFFFu << card); }
static inline uint32_t kr_above(int card) { return KR_SUIT(card >> 3) & (0xFFFFFFFEu << card); }

/* Return a set without its lowest card of each suit. */
static inline uint32_t kr_but_lowest(uint32_t x)
{
    return x & (((x | KR_EVERY(0x80)) - KR_EVERY(1)) ^ (~x & KR_EVERY(0x80)));
}

/* Return those cards of `cards` whose lower neighbour is also in `cards`. The lower neighbour of a card is the next
 * lower card of its suit that is in play. All cards of `cards` must be in play. Method: an addition carries the bit of
 * each card upwards over the ranks that are not in play. Only one carry arrives at each rank, and no carry leaves its
 * suit. */
static inline uint32_t kr_upper_neighbours(uint32_t cards, uint32_t in_play)
{
    const uint32_t gone = ~in_play & KR_EVERY(0x7F), next = cards << 1 & KR_EVERY(0xFE);
    return cards & (next | (gone + (next & gone)));
}

/* Return the mask of all cards of the suits that have at least one card in `m`. */
static inline uint32_t kr_full_bytes(uint32_t m)
{
    m = (((m & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | m) & 0x80808080u;
    return (m - (m >> 7)) | m;
}

/* The next functions work byte by byte. An argument holds four numbers below 128, one in each byte. kr_at_least
 * compares `a` with `b`: a byte of the result is FF if the byte of `a` is at least the byte of `b`, else 0. kr_pick
 * takes each byte from `a` if this byte of `which` is FF, else from `b`. kr_most takes the larger byte of `a` and `b`,
 * and kr_least takes the smaller. */
static inline uint32_t kr_at_least(uint32_t a, uint32_t b)
{
    uint32_t t = ((a | 0x80808080u) - b) & 0x80808080u;
    return (t - (t >> 7)) | t;
}

static inline uint32_t kr_pick(uint32_t which, uint32_t a, uint32_t b) { return b ^ ((a ^ b) & which); }
static inline uint32_t kr_most(uint32_t a, uint32_t b) { return kr_pick(kr_at_least(a, b), a, b); }
static inline uint32_t kr_least(uint32_t a, uint32_t b) { return kr_pick(kr_at_least(a, b), b, a); }

/* Keep those bits of x whose positions are set in a mask, and move the kept bits together to the lowest bits of the
 * result. */
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

/* Move the lowest bits of x to the positions at which a mask has set bits. Bit 0 of x goes to the lowest of these
 * positions, bit 1 to the next one, and so on. */
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

/* Return the legal cards of a hand (RULINGS: common play rules). `led` is the mask of the suit led, `over` the mask of
 * the cards that beat the best card so far. A player must follow suit. If `must_trump` is set, a player who cannot
 * follow suit must play a trump. If `must_beat` is set, a player must beat the best card where possible. The function
 * is correct for every order of the ranks. */
static inline uint32_t kr_legal_by(int must_trump, int must_beat, uint32_t trump, uint32_t hand, uint32_t led,
                                   uint32_t over)
{
    uint32_t cards = hand & led;
    if (!cards && must_trump) cards = hand & trump;
    if (!cards) return hand;
    return must_beat && (cards & over) ? cards & over : cards;
}

#endif
