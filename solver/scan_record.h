/* scan_record.h - read whole games of regular KPN into records in which the judge finds nothing wrong.
 *
 * The scanner knows words (names of games, contracts, seats, calls and cards), but no rule of a game. It reads a
 * text to the same record as kranalyze/kpn/parsing.py does. The judge decides whether the record is legal.
 *
 * A game is regular if it consists of tags [Name "value"] that KPN knows and the lines of its sections. Each tag
 * occurs once, except Note. Letters are French and in their usual case. Words are divided by blanks. Lines of
 * comments stand only before the first tag. Calls and cards may have marks, and numbers of notes that a Note tag
 * defines.
 */
#ifndef KR_SCAN_RECORD_H
#define KR_SCAN_RECORD_H

#include "judge.h"
#include "scan_walk.h"

#define KR_SCAN_NAME 32    /* room for the name of a game or a contract, with the final zero byte */
#define KR_SCAN_RULES 224  /* room for the value of a Rules tag, with the final zero byte */
#define KR_SCAN_NOTES 64   /* most notes of a game */
#define KR_SCAN_TEXTS 8    /* Board, Event, Site, Date, West, North, East, South */
#define KR_SCAN_TEXT 255   /* most bytes of such a text */

#define KR_NO_ROW UINT32_MAX

/* A name of a row of rules: the values of the tags Game and Rules together. */
typedef struct kr_scan_name {
    char game[KR_SCAN_NAME];
    char rules[KR_SCAN_RULES]; /* empty: the tag is missing or empty */
    uint32_t row;              /* index of the row; KR_NO_ROW: these values name no row */
} kr_scan_name;

/* The names of the contracts of a row. */
typedef struct kr_scan_contracts {
    char id[KR_MAX_CONTRACTS][KR_SCAN_NAME];
} kr_scan_contracts;

/* A scan in progress, and the games kept so far. The record of a game has the indexes of its first call, word and
 * cell. */
typedef struct kr_record_scan {
    kr_scan_place place;
    size_t names, rows;
    size_t forced; /* index of the name that all records get, whatever their tags say; `names`: each record names its
                    * own */
    const kr_scan_name *name;
    const kr_game_row *game;            /* one entry per row, here and below */
    const kr_scan_contracts *contracts;
    int stops;            /* 1: the scan stops at an unknown name */
    int has_unknown;      /* 1: the scan has just stopped at an unknown name, `unknown` */
    kr_scan_name unknown;
    size_t count, room; /* number of games kept; room for games in the columns */
    kr_record *record;
    kr_facts *facts;
    uint32_t *index_of, *line_of;
    uint32_t calls, words, cells; /* numbers kept; a game has room for KR_MAX_CALLS, KR_MAX_WORDS and KR_MAX_CARDS */
    kr_record_call *call;
    kr_record_word *word;
    int8_t *cell;
    int32_t *text_end[KR_SCAN_TEXTS]; /* by kept tag: ends of the texts of all games; a missing text is empty */
    char *text_of[KR_SCAN_TEXTS];     /* KR_SCAN_TEXT bytes per game */
    int32_t text_bytes[KR_SCAN_TEXTS]; /* bytes of the texts kept */
} kr_record_scan;

/* Keep the games that follow one another from the current place on, as long as there is room. Stop before the first
 * game that cannot be kept. */
void kr_scan_records(kr_record_scan *scan);

/* Skip the text up to the next game that will be kept (kr_walk_past), or up to a game with an unknown name. */
void kr_scan_past_records(kr_record_scan *scan);

/* Return whether the game at the current place will be kept. */
int kr_scan_keeps(kr_record_scan *scan);

#endif
