/* columns.c - write columns of flags and of small numbers as packed bits. */
#include "columns.h"

/* Transpose a square of 32 times 32 bits: bit i of word c becomes bit c of word i. The first step divides the square
 * into four blocks of 16 times 16 bits, and swaps the two blocks beside the diagonal. Each later step does the same
 * inside every block of the previous step, down to blocks of one bit. */
static void transpose(uint32_t words[32])
{
    uint32_t low = 0x0000FFFFu;
    for (unsigned size = 16; size; size >>= 1, low ^= low << size) {
        for (unsigned i = 0; i < 32; i = (i + size + 1) & ~size) {
            uint32_t swapped = (words[i] >> size ^ words[i + size]) & low;
            words[i] ^= swapped << size;
            words[i + size] ^= swapped;
        }
    }
}

void kr_write_card_flags(size_t count, const uint32_t *masks, uint8_t *flags)
{
    const size_t bytes = kr_flag_bytes(count);
    for (size_t at = 0; at < count; at += 32) {
        uint32_t words[32] = {0};
        for (size_t i = 0; i < 32 && at + i < count; i++) words[i] = masks[at + i];
        transpose(words);
        for (size_t card = 0; card < KR_CARD_COLUMNS; card++) {
            uint8_t *out = flags + card * bytes + at / 8;
            for (int byte = 0; byte < 4; byte++) out[byte] = (uint8_t)(words[card] >> 8 * byte);
        }
    }
}

void kr_pack_half_bytes(size_t count, const int16_t *numbers, int16_t least, uint8_t *packed)
{
    for (size_t i = 0; i + 1 < count; i += 2) {
        unsigned first = (unsigned)(numbers[i] - least) & 15, second = (unsigned)(numbers[i + 1] - least) & 15;
        packed[i / 2] = (uint8_t)(first | second << 4);
    }
    if (count % 2) packed[count / 2] = (uint8_t)((unsigned)(numbers[count - 1] - least) & 15);
}
