/* scan_walk.h - the place of a scan in a text of KPN (the format of hand records), and functions that move it from game
 * to game.
 *
 * A scan keeps the games that it can read, and skips all other text. The reader of records then reads the skipped text.
 */
#ifndef KR_SCAN_WALK_H
#define KR_SCAN_WALK_H

#include <stddef.h>
#include <stdint.h>

/* The text that is scanned, and where the scan stands in it. Lines must end with a newline alone, without a carriage
 * return. */
typedef struct kr_scan_place {
    const char *text;
    size_t size;
    size_t at;      /* index of the byte where the scan goes on, which is the beginning of a line */
    size_t last;    /* index of the first byte of the last game that was kept */
    uint32_t line;  /* number of the line that begins at the byte `at` */
    uint32_t index; /* index of the next game in the text */
} kr_scan_place;

/* A function that reads the game that begins at `at`. If `keep` is not 0, it keeps the game in the columns of the scan.
 * It returns the index of the byte behind the game, or 0 if the game cannot be kept. `lines` receives the number of
 * lines of the game. */
typedef size_t kr_take_game(void *scan, size_t at, int keep, uint32_t *lines);

/* Keep games one after another, at most `room` of them. Stop at the end of the text, or before a piece of text that
 * cannot be kept. */
void kr_walk_games(kr_scan_place *place, kr_take_game *take, void *scan, size_t room);

/* Skip text that cannot be kept, up to the next game that can be kept or to the end of the text. The reader of records
 * can read the skipped text without the rest: the skipped text then splits into the same blocks as it does within the
 * whole text. */
void kr_walk_past(kr_scan_place *place, kr_take_game *take, void *scan);

#endif
