/* scan_block.h - split one game of KPN (the format of hand records) into lines, and convert the lines to numbers. The
 * lines are tags, lines of sections, and notes.
 *
 * A section is the tag Auction or Play with the lines below it. Its entries are calls or cells (cards).
 */
#ifndef KR_SCAN_BLOCK_H
#define KR_SCAN_BLOCK_H

#include "scan_record.h"
#include "scan_text.h"

/* The tags of KPN. The scanner keeps the texts of the tags before KR_TAG_GAME for the caller. */
enum kr_tag {
    KR_TAG_BOARD, KR_TAG_EVENT, KR_TAG_SITE, KR_TAG_DATE, KR_TAG_WEST, KR_TAG_NORTH, KR_TAG_EAST, KR_TAG_SOUTH,
    KR_TAG_GAME, KR_TAG_RULES, KR_TAG_DECK, KR_TAG_DEALER, KR_TAG_DEAL, KR_TAG_TALON,
    KR_TAG_DISCARD, KR_TAG_CONTRACT, KR_TAG_DECLARER, KR_TAG_SECOND, KR_TAG_FACE_DOWN, KR_TAG_CALLED, KR_TAG_TRUMP,
    KR_TAG_ANNOUNCE, KR_TAG_CONTRA, KR_TAG_SCORE, KR_TAG_AUCTION, KR_TAG_PLAY, KR_TAG_NOTE, KR_TAGS
};

/* A note: its number, and the tag of the section (Auction or Play) that stands before it. The tag is KR_TAGS if the
 * note stands before both sections. */
typedef struct kr_block_note {
    int section;
    int32_t number;
} kr_block_note;

/* One game of KPN, split into its lines. */
typedef struct kr_block {
    kr_span value[KR_TAGS]; /* value[tag]: value of a tag (enum kr_tag); valid only if the tag is in `present` */
    uint32_t present;     /* mask of the tags (enum kr_tag) that the game has */
    kr_span calls, cells; /* `calls` are the lines of the section Auction, `cells` those of the section Play */
    int notes;            /* number of entries of `note` */
    kr_block_note note[KR_SCAN_NOTES];
    size_t size;          /* number of bytes of all lines of the game */
    uint32_t lines;       /* how many lines the game has, including lines of comments */
    uint32_t comments;    /* how many lines of comments come before the first tag */
} kr_block;

static inline int kr_has_tag(const kr_block *block, int tag) { return block->present >> tag & 1; }

/* Split the lines up to the next blank line, and return 1. Return 0 if a line is not regular (scan_record.h). Return 0
 * also if the lines are tags that describe a whole evening instead of one game. */
int kr_read_block(kr_span text, kr_block *block);

/* Return 1 if a section has a note with this number, else 0. `section` is the tag of the section. */
int kr_has_note(const kr_block *block, int section, int32_t number);

/* A record (a game as numbers), followed by its calls, its words of trick 1 (for example "N 40 H") and its cells (cards
 * of the play). In `record`, first_call, first_word and first_cell are 0. */
typedef struct kr_scanned_record {
    kr_record record;
    kr_record_call call[KR_MAX_CALLS];
    kr_record_word word[KR_MAX_WORDS];
    int8_t cell[KR_MAX_CARDS];
} kr_scanned_record;

/* Convert a game to a record. Return 0 if a value is not regular (scan_record.h), else 1. */
int kr_read_record(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_scanned_record *out);

/* Convert the calls, the words of trick 1, or the cells of a game to numbers (scan_sections.c). Return 0 if an entry is
 * not regular, else 1. */
int kr_read_calls(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_scanned_record *out);
int kr_read_words(const kr_block *block, const kr_game_row *game, const kr_scan_contracts *contracts, kr_scanned_record *out);
int kr_read_cells(const kr_block *block, const kr_game_row *game, kr_scanned_record *out);

/* Return the index of the contract with the id or name `name`, or -1 (scan_names.c). Names may differ in capitals,
 * umlauts, blanks and punctuation. */
int kr_contract_number(const kr_game_row *game, const kr_scan_contracts *contracts, kr_span name);

#endif
