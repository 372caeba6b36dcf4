/* scan.h - plain games of KPN from a caller's buffer into columns; what is plain says scan.c. */
#ifndef KR_SCAN_H
#define KR_SCAN_H

#include "kr.h"
#include "scan_walk.h"

/* A game as far as it matters to its deal. */
typedef struct kr_scan_game {
    char id[16];
    kr_pack pack;
} kr_scan_game;

#define KR_SCAN_BOARD 64 /* longest board of a plain game */

/* A scan in progress, and the columns of the games it has kept. */
typedef struct kr_scan {
    kr_scan_place place;
    size_t games;
    size_t forced; /* the game of every record whatever it names, or `games` */
    const kr_scan_game *game;
    size_t count, room; /* games kept, and room for them: */
    uint32_t *hands[4], *talon, *line_of, *index_of;
    int32_t *board_end;
    int8_t *game_of, *dealer; /* -1: no dealer */
    char *boards;             /* KR_SCAN_BOARD a game; one that is unknown is empty */
    int32_t board_bytes;      /* of the games kept */
} kr_scan;

/* Keeps the plain games that follow one another from the place on, as long as there is room. */
void kr_scan_deals(kr_scan *scan);

/* Goes past what is not plain (kr_walk_past). */
void kr_scan_past_deals(kr_scan *scan);

#endif
