/* scan_record.h - read whole games of regular KPN (the format of hand records) into records. A game is kept only if the
 * judge finds nothing wrong in it.
 *
 * The scanner knows the words of KPN (names of games, contracts, seats, calls and cards), but not the rules of the
 * games. For the same text it produces the same record as kranalyze/kpn/parsing.py. The judge (judge.h) decides whether
 * the record is legal. A row of rules is a kr_game_row: the rules of one game with its options.
 *
 * A regular game consists of tags [Name "value"] and of the lines of its sections, Auction and Play. All its tags are
 * tags of KPN. Each tag except Note occurs at most once. Card letters are French and in their usual case. Blanks
 * separate the words. Comments are whole lines before the first tag. A call or card may be followed by marks and by
 * references to notes. A contract may be written as its id or its name, and the name may contain German umlauts.
 */
#ifndef KR_SCAN_RECORD_H
#define KR_SCAN_RECORD_H

#include "judge.h"
#include "scan_walk.h"

#define KR_SCAN_NAME 32    /* bytes for the name of a game or a contract, with the final zero byte */
#define KR_SCAN_SPELLINGS 48 /* largest number of names, not counting ids, that the contracts of one row of rules may
                              * have in total */
#define KR_SCAN_FOLDED 48  /* bytes for a folded name of a contract, with the final zero byte */
#define KR_SCAN_RULES 224  /* bytes for the value of a Rules tag, with the final zero byte */
#define KR_SCAN_NOTES 64   /* largest number of notes of a game */
#define KR_SCAN_TEXTS 8    /* how many tags have texts that the scanner keeps: Board, Event, Site, Date, West, North,
                            * East, South */
#define KR_SCAN_TEXT 255   /* largest number of bytes of a kept text */

/* Used instead of an index if no row of rules fits. */
#define KR_NO_ROW UINT32_MAX

/* The values of the tags Game and Rules that select a row of rules. */
typedef struct kr_scan_name {
    char game[KR_SCAN_NAME];   /* value of the tag Game */
    char rules[KR_SCAN_RULES]; /* value of the tag Rules; empty if the tag is missing or empty */
    uint32_t row;              /* index of the row of rules; KR_NO_ROW: the values select no row */
} kr_scan_name;

/* A folded name of a contract. To fold a name means: use lower case, write umlauts as two letters, and keep only
 * letters and digits. */
typedef struct kr_scan_spelling {
    char name[KR_SCAN_FOLDED];
    uint8_t contract; /* index of the contract */
} kr_scan_spelling;

/* The ids and the other names of the contracts in a row of rules. The scanner first looks for an id. For any other
 * name, it looks for the folded form. */
typedef struct kr_scan_contracts {
    char id[KR_MAX_CONTRACTS][KR_SCAN_NAME];
    uint32_t spellings; /* number of entries of `spelling` */
    kr_scan_spelling spelling[KR_SCAN_SPELLINGS];
} kr_scan_contracts;

/* The state of a scan, and the games kept so far. In the record of a kept game, first_call, first_word and first_cell
 * are indexes into the columns `call`, `word` and `cell` below. */
typedef struct kr_record_scan {
    kr_scan_place place; /* current place in the text */
    size_t names, rows;  /* `names` says how many entries `name` has, `rows` how many rows of rules there are */
    size_t forced; /* index of an entry of `name`. The field `game` of this entry replaces the tag Game of every game;
                    * the tag Rules of the game still counts. If `forced` is `names` or more, nothing is replaced */
    const kr_scan_name *name;           /* known values of the tags Game and Rules */
    const kr_game_row *game;            /* the rows of rules */
    const kr_scan_contracts *contracts; /* names of the contracts, one entry per row of rules */
    int stops;            /* 1: the scan stops at a game whose tags Game and Rules occur in no entry of `name` */
    int has_unknown;      /* 1: the scan has just stopped at such a game (see `stops`) */
    kr_scan_name unknown; /* the tags Game and Rules of the game at which the scan stopped (see `has_unknown`) */
    size_t count, room; /* `count` says how many games were kept so far; `room` says for how many games the columns have
                         * memory */
    kr_record *record;  /* column of records, one per game */
    kr_facts *facts;    /* column of the facts that the judge found about each game */
    uint32_t *index_of, *line_of; /* for each game: `index_of` is its index among the games of the text, `line_of` the
                                   * line where it begins */
    uint32_t calls, words, cells; /* how many calls, words of trick 1 and cells (cards of the play) were kept so far.
                                   * Their columns have memory for KR_MAX_CALLS, KR_MAX_WORDS and KR_MAX_CARDS entries
                                   * per game */
    kr_record_call *call;
    kr_record_word *word;
    int8_t *cell;
    int32_t *text_end[KR_SCAN_TEXTS]; /* for each kept tag and each game, the index in `text_of` behind the last byte of
                                       * the game's text. A missing text is empty */
    char *text_of[KR_SCAN_TEXTS];     /* for each kept tag, the texts of all games one after another; memory for
                                       * KR_SCAN_TEXT bytes per game */
    int32_t text_bytes[KR_SCAN_TEXTS]; /* for each kept tag, how many bytes of `text_of` are used so far */
} kr_record_scan;

/* Read games from the current place on and keep them. Stop at the first game that cannot be kept, or when the columns
 * are full. */
void kr_scan_records(kr_record_scan *scan);

/* Move the current place to the next game that can be kept (see kr_walk_past). If `stops` is set, also stop at a game
 * whose tags Game and Rules are unknown. */
void kr_scan_past_records(kr_record_scan *scan);

/* Return 1 if the game at the current place can be kept, else 0. */
int kr_scan_keeps(kr_record_scan *scan);

#endif
