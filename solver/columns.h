/* columns.h - write columns of flags and of small numbers as packed bits, as Arrow and Parquet store them. */
#ifndef KR_COLUMNS_H
#define KR_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#define KR_CARD_COLUMNS 32 /* number of columns of kr_write_card_flags */

/* Return how many bytes a column of `count` bits takes: a multiple of 4. */
static inline size_t kr_flag_bytes(size_t count)
{
    return count / 32 * 4 + (count % 32 ? 4 : 0);
}

/* Write a column of bits for each of the 32 cards. Bit i of column c is 1 if mask i has card c. The bits fill each byte
 * from its lowest bit on. Column c begins at flags + c * kr_flag_bytes(count). The spare bits at the end of a column
 * are 0. */
void kr_write_card_flags(size_t count, const uint32_t *masks, uint8_t *flags);

/* Pack numbers into half bytes, the first number into the lower half of byte 0. A half byte stores (number - least)
 * modulo 16. `packed` needs room for (count + 1) / 2 bytes. If `count` is odd, the last half byte is 0. */
void kr_pack_half_bytes(size_t count, const int16_t *numbers, int16_t least, uint8_t *packed);

#endif
