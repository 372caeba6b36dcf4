/* tricks_bits.h - pack two things into the table entries of tricks.c: the owners of cards, and masks of cards. */
#ifndef KR_TRICKS_BITS_H
#define KR_TRICKS_BITS_H

#include "moves.h"

#define EVEN 0x5555555555555555u

/* Return the number of the k-th highest card of the mask `m`; k is 1 for the highest card. */
static inline int nth_from_top(uint32_t m, int k)
{
    while (--k > 0)
        m ^= 1u << kr_high(m);
    return kr_high(m);
}

/* Pack and unpack the numbers of an entry. An entry holds one pair of bits for each card left, without gaps between the
 * pairs. `cards` is the mask of the cards left. The function pairs_of packs the owners of cards into such pairs. The
 * function mask_of packs a mask of deciding cards: both bits of a pair are set if the card is in the mask. The function
 * cards_of unpacks the result of mask_of. The function bytes_of spreads four nibbles (four bits each) to four bytes.
 * With the instructions pext and pdep these functions are short. Without these instructions they need loops. */
#if defined(__BMI2__)
static inline uint64_t pairs_of(uint64_t owners, uint32_t cards)
{
    return _pext_u64(owners, _pdep_u64(cards, EVEN) * 3);
}

static inline uint64_t mask_of(uint32_t decided, uint32_t cards)
{
    return _pext_u64(_pdep_u64(decided, EVEN) * 3, _pdep_u64(cards, EVEN) * 3);
}

static inline uint32_t cards_of(uint64_t mask, uint32_t cards)
{
    return (uint32_t)_pext_u64(_pdep_u64(mask, _pdep_u64(cards, EVEN) * 3), EVEN);
}

static inline uint32_t bytes_of(uint64_t nibbles) { return (uint32_t)_pdep_u64(nibbles, 0x0F0F0F0F); }
#else
static inline uint64_t pairs_of(uint64_t owners, uint32_t cards)
{
    uint64_t out = 0;
    for (int at = 0; cards; cards &= cards - 1, at += 2)
        out |= (owners >> (2 * kr_low(cards)) & 3) << at;
    return out;
}

static inline uint64_t mask_of(uint32_t decided, uint32_t cards)
{
    uint64_t out = 0;
    for (uint64_t pair = 3; cards; cards &= cards - 1, pair <<= 2)
        out |= decided & cards & -cards ? pair : 0;
    return out;
}

static inline uint32_t cards_of(uint64_t mask, uint32_t cards)
{
    uint32_t out = 0;
    for (; mask; cards &= cards - 1, mask >>= 2)
        out |= mask & 1 ? cards & -cards : 0;
    return out;
}

static inline uint32_t bytes_of(uint64_t nibbles)
{
    uint32_t v = (uint32_t)nibbles & 0xFFFF;
    v = (v | v << 8) & 0x00FF00FF;
    return (v | v << 4) & 0x0F0F0F0F;
}
#endif

#endif
