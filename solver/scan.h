/* scan.h - plain games of KPN from a caller's buffer into columns; what is plain says scan.c. */
#ifndef KR_SCAN_H
#define KR_SCAN_H

#include "kr.h"

/* A game as far as it matters to its deal. */
typedef struct kr_scan_game {
    char id[16];
    kr_pack pack;
} kr_scan_game;

#define KR_SCAN_BOARD 64   /* longest board of a plain game */
#define KR_SCAN_TAG 10000 /* longest value of any tag: of a longer one the reader says what is wrong */

/* A scan in progress, and the columns of the rows found; -1: no dealer. A board that is unknown is empty. */
typedef struct kr_scan {
    const char *text; /* newlines alone end its lines */
    size_t size;
    size_t at;     /* where to go on: where a line begins */
    size_t last;   /* where the plain game found last begins */
    uint32_t line; /* its number */
    uint32_t index; /* number of the next game */
    size_t games;
    size_t forced; /* the game of every record whatever it names, or `games` */
    const kr_scan_game *game;
    uint32_t *hands[4], *talon, *line_of, *index_of;
    int32_t *board_end;
    int8_t *game_of, *dealer;
    char *boards;   /* KR_SCAN_BOARD a row */
    size_t boarded; /* bytes of the boards of earlier rows */
} kr_scan;

/* The plain games from `at` on into the rows from `row` on, as long as there is room for one more; returns
 * the row behind them. What follows is the end of the text or something that is not plain. */
size_t kr_scan_plain(kr_scan *scan, size_t row, size_t room);

/* Past what is not plain, up to where a plain game begins or the text ends: so that a reader of the text
 * in between, alone, sees the same blocks as in the whole. */
void kr_scan_other(kr_scan *scan);

#endif
