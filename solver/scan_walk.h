/* scan_walk.h - the place of a scan in its KPN text, and its way from game to game.
 *
 * A scan keeps the games that it can read. For all other text it only finds the end, so that the reader of records
 * can read this text.
 */
#ifndef KR_SCAN_WALK_H
#define KR_SCAN_WALK_H

#include <stddef.h>
#include <stdint.h>

/* A text whose lines end with a newline alone, and a place in it. */
typedef struct kr_scan_place {
    const char *text;
    size_t size;
    size_t at;      /* index of the byte where the scan goes on; a line begins there */
    size_t last;    /* index of the byte where the last game taken begins */
    uint32_t line;  /* number of the line at `at` */
    uint32_t index; /* number of the next game */
} kr_scan_place;

/* Take the game that begins at `at`. If `keep` is not 0, keep it in the next row of the scan. Return the index of its
 * end, 0 if the game is not taken. `lines` receives its number of lines. */
typedef size_t kr_take_game(void *scan, size_t at, int keep, uint32_t *lines);

/* Take games as long as they follow one another, at most `room` games. After them comes the end of the text or other
 * text. */
void kr_walk_games(kr_scan_place *place, kr_take_game *take, void *scan, size_t room);

/* Skip other text, up to the beginning of the next game that will be taken, or to the end of the text. The skipped text
 * can be read alone: a reader finds the same blocks in it as in the whole text. */
void kr_walk_past(kr_scan_place *place, kr_take_game *take, void *scan);

#endif
