/* scan.h - read the deals of plain games from a text in KPN (the format of hand records) into columns.
 *
 * A plain game has a complete deal and little else; scan.c has the exact definition.
 */
#ifndef KR_SCAN_H
#define KR_SCAN_H

#include "batch.h"
#include "scan_walk.h"

/* A kind of game that the scanner knows: its name, for example "graden", and its pack. */
typedef struct kr_scan_game {
    char id[16];
    kr_pack pack;
} kr_scan_game;

#define KR_SCAN_BOARD 64 /* largest number of bytes in the board name of a plain game */

/* The state of a scan, and columns with an entry for each hand record read so far. */
typedef struct kr_scan {
    kr_scan_place place; /* current place in the text */
    size_t games;        /* number of entries of `game` */
    size_t forced; /* index in `game` of the kind of game to which all records belong. If this index is `games` or
                    * more, each record names its kind of game in the tag Game */
    const kr_scan_game *game; /* the kinds of game that the scanner knows */
    size_t count, room; /* `count` says how many deals were kept so far; `room` says for how many deals the columns have
                         * memory */
    uint32_t *hands[4], *talon, *line_of, *index_of; /* for each record: `hands` are its four hands, and `talon` is its
                                                      * talon, as masks. `line_of` is the line of the text where it
                                                      * begins. `index_of` is its index among the games of the text. */
    int32_t *board_end;       /* for each record, the index in `boards` behind the last byte of its board name */
    int8_t *game_of, *dealer; /* for each record: `game_of` is its kind of game, as an index in `game`. `dealer` is the
                               * seat of its dealer; -1: no dealer */
    char *boards;             /* board names one after another. The column has memory for KR_SCAN_BOARD bytes per game.
                               * A missing board name is empty */
    int32_t board_bytes;      /* number of bytes in `boards` so far */
} kr_scan;

/* Read plain games from the current place on and store them. Stop at a game that is not plain, or when the columns are
 * full. */
void kr_scan_deals(kr_scan *scan);

/* Move the current place to the next plain game (kr_walk_past). */
void kr_scan_past_deals(kr_scan *scan);

#endif
