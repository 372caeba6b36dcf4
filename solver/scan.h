/* scan.h - read the deals of plain games from a text in KPN (the format of hand records) into columns.
 *
 * A plain game has a complete deal and little else; scan.c has the exact definition.
 */
#ifndef KR_SCAN_H
#define KR_SCAN_H

#include "batch.h"
#include "scan_walk.h"

/* A game such as "graden" that the scanner knows: its name and its pack. */
typedef struct kr_scan_game {
    char id[16];
    kr_pack pack;
} kr_scan_game;

#define KR_SCAN_BOARD 64 /* largest number of bytes in the board name of a plain game */

/* A scan in progress, and columns with an entry for each game kept so far. */
typedef struct kr_scan {
    kr_scan_place place; /* current place in the text */
    size_t games;        /* number of entries of `game` */
    size_t forced; /* index in `game` of the game to which all deals belong, whatever their
                    * tags say; equal to `games` if the tag of each deal decides */
    const kr_scan_game *game; /* the games that the scanner knows */
    size_t count, room; /* `count` is the number of deals kept so far; `room` is
                         * the number of deals for which the columns have memory */
    uint32_t *hands[4], *talon, *line_of, *index_of; /* columns of the hands and the talon of each game, of the line
                                                      * where the game begins, and of its index in the text */
    int32_t *board_end;       /* for each game, the index in `boards` behind its board name */
    int8_t *game_of, *dealer; /* `game_of` is a column of the index of each game in `game`; `dealer` is a column of the
                               * dealer's seat (-1: no dealer) */
    char *boards;             /* board names one after another; memory for KR_SCAN_BOARD
                               * bytes per game; a missing board is empty */
    int32_t board_bytes;      /* number of bytes in `boards` so far */
} kr_scan;

/* Read plain games from the current place on and keep them. Stop at the first other game, or when the columns are
 * full. */
void kr_scan_deals(kr_scan *scan);

/* Move the current place to the next plain game (kr_walk_past). */
void kr_scan_past_deals(kr_scan *scan);

#endif
