/* Sets of cards as bits, four suits at a time, and their packing into a position of tricks.c. */
#ifndef KR_TRICKS_BITS_H
#define KR_TRICKS_BITS_H

#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define EVEN 0x5555555555555555u
#define KR_SUIT(s) (0xFFu << (8 * (s)))

static inline int lowest(uint32_t m) { return __builtin_ctz(m); }
static inline int highest(uint32_t m) { return 31 - __builtin_clz(m); }
static inline int popcount(uint32_t m) { return __builtin_popcount(m); }

/* The card and all ranks above it in its suit. */
static inline uint32_t from_rank(int card) { return KR_SUIT(card >> 3) & ~((1u << card) - 1); }

/* All ranks from the highest (lowest) of each suit down (up). */
static inline uint32_t fill_down(uint32_t m)
{
    m |= m >> 1 & 0x7F7F7F7Fu;
    m |= m >> 2 & 0x3F3F3F3Fu;
    return m | (m >> 4 & 0x0F0F0F0Fu);
}

static inline uint32_t fill_up(uint32_t m)
{
    m |= m << 1 & 0xFEFEFEFEu;
    m |= m << 2 & 0xFCFCFCFCu;
    return m | (m << 4 & 0xF0F0F0F0u);
}

/* Whole bytes (suits) that are not zero. */
static inline uint32_t full_bytes(uint32_t m)
{
    m = (((m & 0x7F7F7F7Fu) + 0x7F7F7F7Fu) | m) & 0x80808080u;
    return (m - (m >> 7)) | m;
}

/* Four small numbers, a byte each: cards in each suit, comparison (FF or 0), choice, greater, smaller. */
static inline uint32_t count_bytes(uint32_t m)
{
    m -= m >> 1 & 0x55555555u;
    m = (m & 0x33333333u) + (m >> 2 & 0x33333333u);
    return (m + (m >> 4)) & 0x0F0F0F0Fu;
}

static inline uint32_t at_least(uint32_t a, uint32_t b)
{
    uint32_t t = ((a | 0x80808080u) - b) & 0x80808080u;
    return (t - (t >> 7)) | t;
}

static inline uint32_t pick_bytes(uint32_t which, uint32_t a, uint32_t b) { return b ^ ((a ^ b) & which); }
static inline uint32_t max_bytes(uint32_t a, uint32_t b) { return pick_bytes(at_least(a, b), a, b); }
static inline uint32_t min_bytes(uint32_t a, uint32_t b) { return pick_bytes(at_least(a, b), b, a); }

/* The k-th highest of some cards of one suit, k from 1. */
static inline int nth_from_top(uint32_t m, int k)
{
    while (--k > 0)
        m ^= 1u << highest(m);
    return highest(m);
}

/* The lowest card of each run of equals in a hand: no other player's card in between. */
static inline uint32_t run_lows(uint32_t hand, uint32_t others)
{
    uint32_t gone = ~(hand | others) & 0x7F7F7F7Fu;
    uint32_t next = hand << 1 & 0xFEFEFEFEu;
    return hand & ~(next | (gone + (next & gone)));
}

/* Positions are written in pairs of bits, one for each card that is left, without gaps: the owners of the cards, a
 * mask of those that decided, and back from the mask to cards. With pext and pdep a few instructions, else a loop. */
static inline uint64_t pairs_plain(uint64_t owners, uint32_t cards)
{
    uint64_t out = 0;
    for (int at = 0; cards; cards &= cards - 1, at += 2)
        out |= (owners >> (2 * lowest(cards)) & 3) << at;
    return out;
}

static inline uint64_t mask_plain(uint32_t decided, uint32_t cards)
{
    uint64_t out = 0;
    for (uint64_t pair = 3; cards; cards &= cards - 1, pair <<= 2)
        out |= decided & cards & -cards ? pair : 0;
    return out;
}

static inline uint32_t cards_plain(uint64_t mask, uint32_t cards)
{
    uint32_t out = 0;
    for (; mask; cards &= cards - 1, mask >>= 2)
        out |= mask & 1 ? cards & -cards : 0;
    return out;
}

static inline uint32_t bytes_plain(uint64_t nibbles)
{
    uint32_t v = (uint32_t)nibbles & 0xFFFF;
    v = (v | v << 8) & 0x00FF00FF;
    return (v | v << 4) & 0x0F0F0F0F;
}

#if defined(__x86_64__)
#define BMI __attribute__((target("bmi,bmi2,lzcnt,popcnt")))
static inline BMI uint64_t pairs_bmi(uint64_t owners, uint32_t cards)
{
    return _pext_u64(owners, _pdep_u64(cards, EVEN) * 3);
}

static inline BMI uint64_t mask_bmi(uint32_t decided, uint32_t cards)
{
    return _pext_u64(_pdep_u64(decided, EVEN) * 3, _pdep_u64(cards, EVEN) * 3);
}

static inline BMI uint32_t cards_bmi(uint64_t mask, uint32_t cards)
{
    return (uint32_t)_pext_u64(_pdep_u64(mask, _pdep_u64(cards, EVEN) * 3), EVEN);
}

static inline BMI uint32_t bytes_bmi(uint64_t nibbles) { return (uint32_t)_pdep_u64(nibbles, 0x0F0F0F0F); }
#endif

#endif
