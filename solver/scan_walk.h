/* scan_walk.h - where a scan of KPN stands in its text, and how it goes on from game to game.
 *
 * A scan takes the games that it can read. Of everything else only where it ends is told: the reader of records must
 * look at it.
 */
#ifndef KR_SCAN_WALK_H
#define KR_SCAN_WALK_H

#include <stddef.h>
#include <stdint.h>

/* A text of lines that end with a newline alone, and a place in it. */
typedef struct kr_scan_place {
    const char *text;
    size_t size;
    size_t at;      /* where to go on: where a line begins */
    size_t last;    /* where the game taken last begins */
    uint32_t line;  /* number of the line at `at` */
    uint32_t index; /* number of the next game */
} kr_scan_place;

/* Takes the game that begins at `at`, and keeps it in the next row of the scan if `keep` is not 0. Returns where it
 * ends and how many lines it has, or 0 if it is not taken. */
typedef size_t kr_take_game(void *scan, size_t at, int keep, uint32_t *lines);

/* Takes games as long as they follow one another, `room` at the most. What follows is the end of the text or something
 * else. */
void kr_walk_games(kr_scan_place *place, kr_take_game *take, void *scan, size_t room);

/* Goes past something else, up to where a game begins that will be taken or the text ends: a reader of the text in
 * between, alone, sees the same blocks as in the whole. */
void kr_walk_past(kr_scan_place *place, kr_take_game *take, void *scan);

#endif
