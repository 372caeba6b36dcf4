/* scan_record.h - whole games of regular KPN as records that the judge finds nothing wrong with.
 *
 * The scanner knows words (names of games, contracts, seats, calls and cards) and no rule of a game: what a text comes to
 * is what the reader of records makes of it (kranalyze/kpn/parsing.py), and the judge says whether that is allowed.
 *
 * A game is regular if its lines are tags [Name "value"] that KPN knows, each once but for Note, and the lines of its
 * sections: in French letters as they are written, words divided by blanks, without comments. Calls and cards may have
 * marks, and notes that a Note tag has.
 */
#ifndef KR_SCAN_RECORD_H
#define KR_SCAN_RECORD_H

#include "judge.h"
#include "scan_walk.h"

#define KR_SCAN_NAME 32    /* room for the name of a game or a contract, the byte that ends it included */
#define KR_SCAN_RULES 224  /* the same for the value of a Rules tag */
#define KR_SCAN_NOTES 64   /* most notes of a game */
#define KR_SCAN_TEXTS 8    /* Board, Event, Site, Date, West, North, East, South */
#define KR_SCAN_TEXT 255   /* longest of them */

#define KR_NO_ROW UINT32_MAX

/* The values of Game and Rules together name a row of rules. */
typedef struct kr_scan_name {
    char game[KR_SCAN_NAME];
    char rules[KR_SCAN_RULES]; /* empty: no such tag, or an empty one */
    uint32_t row;              /* KR_NO_ROW: they name none */
} kr_scan_name;

/* The names of the contracts of a row. */
typedef struct kr_scan_contracts {
    char id[KR_MAX_CONTRACTS][KR_SCAN_NAME];
} kr_scan_contracts;

/* A scan in progress, and the games it has kept. Calls, words and cells of a game begin where its record says. */
typedef struct kr_record_scan {
    kr_scan_place place;
    size_t names, rows;
    size_t forced; /* the name whose game is that of every record, whatever its tag says; or `names` */
    const kr_scan_name *name;
    const kr_game_row *game;            /* a row each, as the next */
    const kr_scan_contracts *contracts;
    int stops;            /* the scan stops at a name that it does not know */
    int has_unknown;      /* it has just stopped there, and this is the name: */
    kr_scan_name unknown;
    size_t count, room; /* games kept, and room for them: */
    kr_record *record;
    kr_facts *facts;
    uint32_t *index_of, *line_of;
    uint32_t calls, words, cells; /* of the games kept, with KR_MAX_CALLS, KR_MAX_WORDS and KR_MAX_CARDS a game: */
    kr_record_call *call;
    kr_record_word *word;
    int8_t *cell;
    int32_t *text_end[KR_SCAN_TEXTS]; /* where the text of each tag that is kept ends, absent ones are empty */
    char *text_of[KR_SCAN_TEXTS];     /* KR_SCAN_TEXT a game */
    int32_t text_bytes[KR_SCAN_TEXTS]; /* of the games kept */
} kr_record_scan;

/* Keeps the games that follow one another from the place on, as long as there is room; what is not kept follows. */
void kr_scan_records(kr_record_scan *scan);

/* Goes past what is not kept (kr_walk_past), or up to a game whose name is not known. */
void kr_scan_past_records(kr_record_scan *scan);

/* Whether the game at the place will be kept. */
int kr_scan_keeps(kr_record_scan *scan);

#endif
