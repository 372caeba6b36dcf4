/* scan_text.h - read the regular lines of KPN (the format of hand records): tags, words, cards, and hands in French
 * letters. */
#ifndef KR_SCAN_TEXT_H
#define KR_SCAN_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define KR_SEAT_LETTERS "NESW"
#define KR_SUIT_LETTERS "SHDC"
#define KR_SCAN_TAG 10000 /* largest number of bytes of a tag's value. The scanner skips a game with a longer value. The
                           * reader of records then reads this game, and reports the tag */

/* A part of a text: `size` bytes from `at` on. */
typedef struct kr_span {
    const char *at;
    size_t size;
} kr_span;

/* The line of a tag: [Name "value"]. */
typedef struct kr_tag_line {
    kr_span name, value; /* name and value as they are written, with escapes */
    int wide;            /* 1: the value has characters outside ASCII */
    int escaped;         /* 1: the value has a backslash */
    size_t size;         /* size of the line in bytes, including its newline */
} kr_tag_line;

/* Read the line of a tag. Return 0 if the line is no tag, or if its value is too long, is "#" or is not valid UTF-8. */
int kr_read_tag_line(kr_span text, kr_tag_line *out);

/* Return the text of a section's lines, up to the next tag or blank line. `lines` receives the number of lines. */
kr_span kr_read_section_lines(kr_span text, uint32_t *lines);

/* Return 1 if a span has exactly this text, else 0. */
int kr_is_text(kr_span span, const char *text);

/* kr_letter_place returns the index of a letter in `letters`, or -1 if `letters` does not contain the letter.
 * kr_value_letter does the same for the only letter of a tag's value. If the value is not a single letter,
 * kr_value_letter returns -1. */
int kr_letter_place(const char *letters, char letter);
int kr_value_letter(kr_span value, const char *letters);

/* Return the two letters that replace the umlaut or sharp s at `at`, for example "ae" for an a with two dots. Return
 * NULL if another character stands at `at`. `end` is the end of the text. An umlaut has two bytes. */
const char *kr_umlaut_letters(const char *at, const char *end);

/* Take the next word from a line or a section. A word consists of printable ASCII characters and umlauts. `rest` is the
 * text that was not read yet. The function moves the beginning of `rest` behind the word. The returned word is empty at
 * the end of the text, or if the next character cannot be part of a word. `new_lines` receives the number of newlines
 * before the word. `new_lines` may be NULL. */
kr_span kr_next_word(kr_span *rest, uint32_t *new_lines);

/* Return the card that a word names, or -1 if the word is not a card. */
int kr_word_card(kr_span word);

/* Read a hand such as "AK.T..QJ". Return 0 if the word is not a hand. */
int kr_read_hand(kr_span word, uint32_t *hand);

/* Read a whole number of 1 to 9 digits, with or without a sign. Return 0 if the word is not such a number. */
int kr_read_number(kr_span word, int32_t *number);

/* Write a tag's value to `out`, and replace each escape by the character that it stands for. Return how many bytes were
 * written. `out` needs as many bytes as the value has in the text. */
size_t kr_without_escapes(kr_span value, char *out);

#endif
