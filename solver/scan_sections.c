/* scan_sections.c - convert calls, words of trick 1 and cells to numbers. Words of trick 1 are declarations,
 * announcements, raises and Contra. A cell is a card of the section Play. */
#include "scan_block.h"

#include <string.h>

/* The entries (calls or cells) of a section, read one after another. */
typedef struct entries {
    kr_span rest; /* text that is not read yet */
    const kr_block *block;
    int section; /* tag of the section */
    int count;   /* number of entries so far */
} entries;

/* Return 1 if the text after a call or card consists only of marks, else 0. Marks are !, ?, numbers such as $3, and
 * references to notes. A reference such as =2= is a mark only if the section has a note 2. */
static int are_marks(const entries *in, kr_span marks)
{
    const char *at = marks.at, *end = marks.at + marks.size;
    while (at < end) {
        const char sign = *at++;
        const char *digits = at;
        if (sign == '!' || sign == '?') continue;
        while (at < end && *at >= '0' && *at <= '9') at++;
        if (at == digits) return 0;
        if (sign == '$') continue;
        int32_t number;
        if (sign != '=' || !kr_read_number((kr_span){digits, (size_t)(at - digits)}, &number)) return 0;
        if (at == end || *at++ != '=' || !kr_has_note(in->block, in->section, number)) return 0;
    }
    return 1;
}

/* Results of next_entry. ENTRY_NONE: no entry is left. ENTRY: an entry (a call or a cell) was read. ENTRY_ODD: the text
 * is not a regular entry. */
enum { ENTRY_NONE = 0, ENTRY = 1, ENTRY_ODD = -1 };

/* Take the next entry (a call or a cell) from the section, and skip the marks after it. `text` receives the entry
 * without marks. `new_line` receives 1 if a newline comes before the entry, else 0. Return ENTRY, ENTRY_NONE or
 * ENTRY_ODD. */
static int next_entry(entries *in, kr_span *text, int *new_line)
{
    *new_line = 0;
    for (;;) {
        uint32_t lines;
        const kr_span word = kr_next_word(&in->rest, &lines);
        *new_line |= lines > 0;
        if (!word.size) return in->rest.size ? ENTRY_ODD : ENTRY_NONE;
        size_t size = 0;
        while (size < word.size && !strchr("!?=$", word.at[size])) size++;
        const kr_span marks = {word.at + size, word.size - size};
        if ((!size && !in->count) || !are_marks(in, marks)) return ENTRY_ODD;
        if (!size) continue; /* a word that consists only of marks belongs to the entry before it */
        *text = (kr_span){word.at, size};
        in->count++;
        return ENTRY;
    }
}

/* Return 1 if an entry is + or *, else 0. The entries + and * mean that the section ends early. */
static int is_end(kr_span text) { return text.size == 1 && (*text.at == '+' || *text.at == '*'); }

static const struct call_word {
    const char *text;
    int8_t call;
} call_words[] = {
    {"gut", KR_CALL_PASS},        {"pass", KR_CALL_PASS},          {"weiter", KR_CALL_PASS},
    {"mit", KR_CALL_SECOND},      {"AP", KR_CALL_ALL_PASS},        {"contra", KR_CALL_CONTRA},
    {"recontra", KR_CALL_RECONTRA}, {"subcontra", KR_CALL_SUBCONTRA},
};

/* Read a call. A bid may name a suit: "simple:H". Return 1 if the text is a call, else 0. */
static int read_call(kr_span text, const kr_game_row *game, const kr_scan_contracts *contracts, kr_record_call *call)
{
    *call = (kr_record_call){.suit = KR_UNSAID};
    for (size_t i = 0; i < sizeof call_words / sizeof *call_words; i++)
        if (kr_is_text(text, call_words[i].text)) {
            call->call = call_words[i].call;
            return 1;
        }
    const char *colon = memchr(text.at, ':', text.size);
    const size_t size = colon ? (size_t)(colon - text.at) : text.size;
    const int contract = kr_contract_number(game, contracts, (kr_span){text.at, size});
    if (contract < 0) return 0;
    call->call = (int8_t)contract;
    if (!colon) return 1;
    const int suit = kr_value_letter((kr_span){colon + 1, text.size - size - 1}, KR_SUIT_LETTERS);
    call->suit = (int8_t)suit;
    return suit >= 0;
}

int kr_read_calls(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_scanned_record *out)
{
    entries in = {.rest = block->calls, .block = block, .section = KR_TAG_AUCTION};
    kr_record *r = &out->record;
    kr_span text;
    int new_line, kind;
    while ((kind = next_entry(&in, &text, &new_line)) == ENTRY) {
        if (r->flags & KR_AUCTION_OPEN) return 0;
        if (is_end(text)) {
            r->flags |= KR_AUCTION_OPEN;
            continue;
        }
        if (r->calls == KR_MAX_CALLS || !read_call(text, game, contracts, &out->call[r->calls])) return 0;
        r->calls++;
    }
    return kind == ENTRY_NONE;
}

/* How many cells were read so far, by line and by trick. */
typedef struct trick_lines {
    int seats;   /* how many cells a complete trick has */
    int columns; /* how many cells of an unfinished trick are in the earlier lines; 0: these lines have only complete
                  * tricks */
    int cells;   /* how many cells the current line has so far */
} trick_lines;

/* End a line of the section Play. Return 1 if the line is regular, else 0. A regular line has either only whole tricks,
 * or only cards of a single trick. A single trick may begin in an earlier line and go on in a later line. */
static int end_line(trick_lines *lines)
{
    const int cells = lines->cells;
    lines->cells = 0;
    if (lines->columns + cells > lines->seats && (lines->columns || cells % lines->seats)) return 0;
    lines->columns = (lines->columns + cells) % lines->seats;
    return 1;
}

int kr_read_cells(const kr_block *block, const kr_game_row *game, kr_scanned_record *out)
{
    entries in = {.rest = block->cells, .block = block, .section = KR_TAG_PLAY};
    trick_lines lines = {.seats = game->seats};
    kr_record *r = &out->record;
    kr_span text;
    int new_line, kind;
    while ((kind = next_entry(&in, &text, &new_line)) == ENTRY) {
        if (r->flags & KR_PLAY_OPEN) return 0;
        if (is_end(text)) {
            r->flags |= KR_PLAY_OPEN;
            continue;
        }
        if (new_line && !end_line(&lines)) return 0;
        const int card = kr_is_text(text, "-") ? KR_NO_CARD : kr_word_card(text);
        if (r->cells == KR_MAX_CARDS || (card < 0 && *text.at != '-')) return 0;
        out->cell[r->cells++] = (int8_t)card;
        lines.cells++;
    }
    if (kind == ENTRY_ODD || !end_line(&lines)) return 0;
    return !lines.columns || r->flags & KR_PLAY_OPEN;
}

/* Take the next word of trick 1 (for example "N 40 H"), with the separator after it, from the text `rest`. `text`
 * receives the word. Return 0 if the separator is not regular, else 1. */
static int next_announcement(kr_span *rest, kr_span *text)
{
    const char *end = memchr(rest->at, ';', rest->size);
    const size_t size = end ? (size_t)(end - rest->at) : rest->size;
    *text = (kr_span){rest->at, size};
    const size_t used = end ? size + 2 : size; /* the separator is "; " */
    if (end && (used >= rest->size || end[1] != ' ')) return 0;
    *rest = (kr_span){rest->at + used, rest->size - used};
    return 1;
}

/* Read a word such as "N 40 H", "S 100", "S all", "S raise hundred" or "W contra". Return 0 if the text is not such a
 * word, else 1. */
static int read_word(kr_span text, const kr_game_row *game, const kr_scan_contracts *contracts, kr_record_word *word)
{
    const kr_span who = kr_next_word(&text, NULL), kind = kr_next_word(&text, NULL), more = kr_next_word(&text, NULL);
    const int seat = kr_value_letter(who, KR_SEAT_LETTERS);
    if (seat < 0 || seat >= game->seats || text.size) return 0;
    *word = (kr_record_word){.seat = (int8_t)seat, .suit = KR_UNSAID};
    if (kr_is_text(kind, "20") || kr_is_text(kind, "40")) {
        word->kind = KR_WORD_MARRIAGE;
        word->points = *kind.at == '2' ? 20 : 40;
        word->suit = (int8_t)(more.size ? kr_value_letter(more, KR_SUIT_LETTERS) : KR_UNSAID);
        return !more.size || word->suit >= 0;
    }
    if (kr_is_text(kind, "raise")) {
        const int level = kr_contract_number(game, contracts, more);
        word->kind = KR_WORD_RAISE;
        word->level = (int8_t)level;
        return level >= 0;
    }
    word->kind = kr_is_text(kind, "100") ? KR_WORD_HUNDRED : kr_is_text(kind, "all") ? KR_WORD_ALL : KR_WORD_CONTRA;
    return !more.size && (word->kind != KR_WORD_CONTRA || kr_is_text(kind, "contra"));
}

int kr_read_words(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_scanned_record *out)
{
    kr_record *r = &out->record;
    if (!kr_has_tag(block, KR_TAG_ANNOUNCE) || kr_is_text(block->value[KR_TAG_ANNOUNCE], "?")) return 1;
    for (kr_span rest = block->value[KR_TAG_ANNOUNCE], text; rest.size;) {
        if (!next_announcement(&rest, &text) || r->words == KR_MAX_WORDS) return 0;
        if (!read_word(text, game, contracts, &out->word[r->words])) return 0;
        r->words++;
    }
    return 1;
}
