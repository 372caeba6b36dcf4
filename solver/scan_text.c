/* scan_text.c - read the regular lines of KPN (the format of hand records) byte by byte. */
#include "scan_text.h"

#include <string.h>

static const char rank_letters[] = "789TJQKA";

/* Return the number of bytes of the character at the start of the text. Return 0 if the text does not start with a
 * valid UTF-8 character outside ASCII. */
static size_t wide_size(const char *at, const char *end)
{
    const unsigned char *p = (const unsigned char *)at;
    const size_t size = p[0] >= 0xF0 ? 4 : p[0] >= 0xE0 ? 3 : 2;
    if (p[0] < 0xC2 || p[0] > 0xF4 || (size_t)(end - at) < size) return 0;
    for (size_t i = 1; i < size; i++)
        if ((p[i] & 0xC0) != 0x80) return 0;
    /* Reject what UTF-8 forbids: characters in more bytes than needed, surrogates, and numbers beyond Unicode. */
    const int least = p[0] == 0xE0 ? 0xA0 : p[0] == 0xF0 ? 0x90 : 0x80;
    const int most = p[0] == 0xED ? 0x9F : p[0] == 0xF4 ? 0x8F : 0xBF;
    return p[1] >= least && p[1] <= most ? size : 0;
}

/* Read a tag's value up to its closing quote. Return a pointer to the quote, or NULL if there is none. */
static const char *read_value(const char *at, const char *end, kr_tag_line *out)
{
    out->value = (kr_span){at, 0};
    out->wide = out->escaped = 0;
    while (at < end && *at != '"') {
        size_t size = 1;
        if (*at == '\\') {
            out->escaped = 1;
            if (at + 1 < end && (at[1] == '"' || at[1] == '\\')) size = 2;
        } else if (*at < ' ' || *at > '~') {
            size = wide_size(at, end);
            out->wide = 1;
        }
        if (!size) return NULL;
        at += size;
    }
    out->value.size = (size_t)(at - out->value.at);
    return at < end ? at : NULL;
}

static int is_name_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int kr_read_tag_line(kr_span text, kr_tag_line *out)
{
    const char *at = text.at, *end = text.at + text.size;
    if (!text.size || *at++ != '[') return 0;
    out->name = (kr_span){at, 0};
    while (at < end && is_name_letter(*at)) at++;
    out->name.size = (size_t)(at - out->name.at);
    if (!out->name.size || end - at < 2 || at[0] != ' ' || at[1] != '"') return 0;
    at = read_value(at + 2, end, out);
    if (!at || end - at < 2 || at[1] != ']') return 0;
    if (out->value.size > KR_SCAN_TAG || kr_is_text(out->value, "#")) return 0;
    at += 2;
    if (at < end && *at++ != '\n') return 0;
    out->size = (size_t)(at - text.at);
    return 1;
}

kr_span kr_read_section_lines(kr_span text, uint32_t *lines)
{
    size_t at = 0;
    *lines = 0;
    while (at < text.size && text.at[at] != '[' && (unsigned char)text.at[at] > ' ') {
        const char *newline = memchr(text.at + at, '\n', text.size - at);
        at = newline ? (size_t)(newline - text.at) + 1 : text.size;
        ++*lines;
    }
    return (kr_span){text.at, at};
}

int kr_is_text(kr_span span, const char *text) { return strlen(text) == span.size && !memcmp(span.at, text, span.size); }

int kr_letter_place(const char *letters, char letter)
{
    const char *place = letter ? strchr(letters, letter) : NULL;
    return place ? (int)(place - letters) : -1;
}

int kr_value_letter(kr_span value, const char *letters) { return value.size == 1 ? kr_letter_place(letters, *value.at) : -1; }

const char *kr_umlaut_letters(const char *at, const char *end)
{
    if (end - at < 2 || at[0] != '\xC3') return NULL;
    switch ((unsigned char)at[1]) {
    case 0x84: case 0xA4: return "ae";
    case 0x96: case 0xB6: return "oe";
    case 0x9C: case 0xBC: return "ue";
    case 0x9F: return "ss";
    default: return NULL;
    }
}

kr_span kr_next_word(kr_span *rest, uint32_t *new_lines)
{
    const char *at = rest->at, *end = rest->at + rest->size;
    uint32_t lines = 0;
    while (at < end && (*at == ' ' || *at == '\n')) lines += *at++ == '\n';
    kr_span word = {at, 0};
    for (;;) {
        while (at < end && *at > ' ' && *at <= '~') at++;
        if (!kr_umlaut_letters(at, end)) break;
        at += 2;
    }
    word.size = (size_t)(at - word.at);
    *rest = (kr_span){at, (size_t)(end - at)};
    if (new_lines) *new_lines = lines;
    return word;
}

int kr_word_card(kr_span word)
{
    if (word.size != 2) return -1;
    const int suit = kr_letter_place(KR_SUIT_LETTERS, word.at[0]), rank = kr_letter_place(rank_letters, word.at[1]);
    return suit < 0 || rank < 0 ? -1 : 8 * suit + rank;
}

int kr_read_hand(kr_span word, uint32_t *hand)
{
    int suit = 0;
    *hand = 0;
    for (size_t i = 0; i < word.size; i++) {
        if (word.at[i] == '.') {
            if (++suit > 3) return 0;
            continue;
        }
        const int rank = kr_letter_place(rank_letters, word.at[i]);
        if (rank < 0) return 0;
        const uint32_t card = UINT32_C(1) << (8 * suit + rank);
        if (*hand & card) return 0;
        *hand |= card;
    }
    return suit == 3;
}

int kr_read_number(kr_span word, int32_t *number)
{
    const int has_sign = word.size && (*word.at == '-' || *word.at == '+');
    const size_t digits = word.size - (size_t)has_sign;
    if (digits < 1 || digits > 9) return 0;
    *number = 0;
    for (size_t i = (size_t)has_sign; i < word.size; i++) {
        if (word.at[i] < '0' || word.at[i] > '9') return 0;
        *number = 10 * *number + (word.at[i] - '0');
    }
    if (has_sign && *word.at == '-') *number = -*number;
    return 1;
}

size_t kr_without_escapes(kr_span value, char *out)
{
    size_t size = 0;
    for (size_t i = 0; i < value.size; i++) {
        if (value.at[i] == '\\' && i + 1 < value.size && (value.at[i + 1] == '"' || value.at[i + 1] == '\\')) i++;
        out[size++] = value.at[i];
    }
    return size;
}
