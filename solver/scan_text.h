/* scan_text.h - the regular lines of KPN: tags, words, cards and hands as they are written in French letters. */
#ifndef KR_SCAN_TEXT_H
#define KR_SCAN_TEXT_H

#include <stddef.h>
#include <stdint.h>

#define KR_SEAT_LETTERS "NESW"
#define KR_SUIT_LETTERS "SHDC"
#define KR_SCAN_TAG 10000 /* longest value of any tag: of a longer one the reader says what is wrong */

/* Bytes of a text. */
typedef struct kr_span {
    const char *at;
    size_t size;
} kr_span;

/* A line [Name "value"]. */
typedef struct kr_tag_line {
    kr_span name, value; /* the value as it is written, with its escapes */
    int wide;            /* the value has characters that are not ASCII */
    int escaped;         /* it has a backslash */
    size_t size;         /* of the line, its newline included */
} kr_tag_line;

/* Reads the line of a tag; returns 0 if it is none, or its value is too long, a # or no UTF-8. */
int kr_read_tag_line(kr_span text, kr_tag_line *out);

/* The lines of a section up to the next tag or blank line, and how many they are. */
kr_span kr_read_section_lines(kr_span text, uint32_t *lines);

int kr_is_text(kr_span span, const char *text);

/* The place of a letter among others, -1 if it is none of them; the same of a value of one letter. */
int kr_letter_place(const char *letters, char letter);
int kr_value_letter(kr_span value, const char *letters);

/* The next word of a line or a section, cut off; empty at the end and before what may not divide words. `new_lines`,
 * if not NULL, receives how many newlines stand before it. */
kr_span kr_next_word(kr_span *rest, uint32_t *new_lines);

/* The card of a word, -1 if it is none. */
int kr_word_card(kr_span word);

/* Reads a hand, "AK.T..QJ"; returns 0 if it is none. */
int kr_read_hand(kr_span word, uint32_t *hand);

/* Reads a whole number of 1 to 9 digits, with a sign or without one; returns 0 if it is none. */
int kr_read_number(kr_span word, int32_t *number);

/* Writes a value without its escapes; returns its size. `out` has room for the value as written. */
size_t kr_without_escapes(kr_span value, char *out);

#endif
