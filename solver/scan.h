/* scan.h - read plain games of KPN from a caller's buffer into columns. scan.c defines plain games. */
#ifndef KR_SCAN_H
#define KR_SCAN_H

#include "kr.h"
#include "scan_walk.h"

/* The name of a game, and its pack: enough to read a deal. */
typedef struct kr_scan_game {
    char id[16];
    kr_pack pack;
} kr_scan_game;

#define KR_SCAN_BOARD 64 /* most bytes in the board of a plain game */

/* A scan in progress, and the columns of the games kept so far. */
typedef struct kr_scan {
    kr_scan_place place;
    size_t games;
    size_t forced; /* index of the game that all records get, whatever they name; `games`: each record names its own */
    const kr_scan_game *game;
    size_t count, room; /* number of games kept; room for games in the columns */
    uint32_t *hands[4], *talon, *line_of, *index_of;
    int32_t *board_end;
    int8_t *game_of, *dealer; /* -1: no dealer */
    char *boards;             /* KR_SCAN_BOARD bytes per game; an unknown board is empty */
    int32_t board_bytes;      /* bytes of all boards kept */
} kr_scan;

/* Keep the plain games that follow one another from the current place on, as long as there is room. */
void kr_scan_deals(kr_scan *scan);

/* Skip the text up to the next plain game (kr_walk_past). */
void kr_scan_past_deals(kr_scan *scan);

#endif
