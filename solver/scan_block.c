/* scan_block.c - split one game of KPN (the format of hand records) into its lines: tags, sections and notes. */
#include "scan_block.h"

#include <string.h>

static const char *const tag_names[KR_TAGS] = {
    "Board", "Event", "Site", "Date", "West", "North", "East", "South",
    "Game", "Rules", "Deck", "Dealer", "Deal", "Talon",
    "Discard", "Contract", "Declarer", "Second", "FaceDown", "Called", "Trump",
    "Announce", "Contra", "Score", "Auction", "Play", "Note",
};

/* The tags that may describe a whole evening. A block with only these tags applies to all games after it. */
#define EVENING_TAGS ((1u << (KR_TAG_DECK + 1)) - 1 - (1u << KR_TAG_BOARD))

/* Return the tag (enum kr_tag) whose name is `name`, or -1 if there is no such tag. */
static int tag_of(kr_span name)
{
    for (int tag = 0; tag < KR_TAGS; tag++)
        if (tag_names[tag][0] == *name.at && kr_is_text(name, tag_names[tag])) return tag;
    return -1;
}

int kr_has_note(const kr_block *block, int section, int32_t number)
{
    for (int i = 0; i < block->notes; i++)
        if (block->note[i].section == section && block->note[i].number == number) return 1;
    return 0;
}

/* Add a note such as "3:text", which belongs to the section before it. Return 0 if the note is not regular
 * (scan_record.h), else 1. */
static int add_note(kr_block *block, int section, kr_span value)
{
    const char *colon = memchr(value.at, ':', value.size);
    int32_t number;
    if (!colon || *value.at == '-' || *value.at == '+') return 0;
    if (!kr_read_number((kr_span){value.at, (size_t)(colon - value.at)}, &number)) return 0;
    if (block->notes == KR_SCAN_NOTES || kr_has_note(block, section, number)) return 0;
    block->note[block->notes++] = (kr_block_note){section, number};
    return 1;
}

/* Store the value of a tag. Return 0 if the value is not regular, else 1. Notes, and tags whose texts the scanner can
 * keep, may have escapes and characters outside ASCII. Tags with names of contracts may have characters outside ASCII,
 * but no escapes. All other tags may have neither. */
static int add_tag(kr_block *block, int tag, int section, const kr_tag_line *line)
{
    const int is_free = tag < KR_TAG_GAME || tag == KR_TAG_NOTE;
    const int has_name = tag == KR_TAG_CONTRACT || tag == KR_TAG_ANNOUNCE;
    if (!is_free && (line->escaped || (line->wide && !has_name))) return 0;
    if (tag == KR_TAG_NOTE) {
        block->present |= 1u << tag;
        return add_note(block, section, line->value);
    }
    if (kr_has_tag(block, tag)) return 0;
    block->present |= 1u << tag;
    block->value[tag] = line->value;
    return 1;
}

/* If a text begins with a regular comment line, return the size of this line in bytes, including the newline. Otherwise
 * return 0. A regular comment line is a semicolon and printable ASCII without braces. Braces are not regular, because a
 * brace may begin a comment of several lines. */
static size_t comment_line(kr_span text)
{
    if (!text.size || *text.at != ';') return 0;
    size_t size = 1;
    while (size < text.size && text.at[size] != '\n') {
        const char letter = text.at[size++];
        if (letter < ' ' || letter > '~' || letter == '{' || letter == '}') return 0;
    }
    return size < text.size ? size + 1 : 0;
}

int kr_read_block(kr_span text, kr_block *block)
{
    const char *at = text.at, *end = text.at + text.size;
    int section = KR_TAGS;
    block->present = block->lines = 0;
    block->notes = 0;
    block->calls = block->cells = (kr_span){at, 0};
    for (size_t size; (size = comment_line((kr_span){at, (size_t)(end - at)})) != 0; at += size) block->lines++;
    block->comments = block->lines;
    while (at < end && *at != '\n') {
        kr_tag_line line;
        if (!kr_read_tag_line((kr_span){at, (size_t)(end - at)}, &line)) return 0;
        const int tag = tag_of(line.name);
        if (tag < 0 || !add_tag(block, tag, section, &line)) return 0;
        at += line.size;
        block->lines++;
        if (tag != KR_TAG_AUCTION && tag != KR_TAG_PLAY) continue;
        uint32_t lines;
        const kr_span entries = kr_read_section_lines((kr_span){at, (size_t)(end - at)}, &lines);
        *(tag == KR_TAG_PLAY ? &block->cells : &block->calls) = entries;
        section = tag;
        at += entries.size;
        block->lines += lines;
    }
    block->size = (size_t)(at - text.at);
    return (block->present & ~EVENING_TAGS) != 0;
}
