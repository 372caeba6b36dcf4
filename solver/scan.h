/* scan.h - plain games of KPN from a caller's buffer into columns; what is plain says scan.c. */
#ifndef KR_SCAN_H
#define KR_SCAN_H

#include "log.h"

/* A game as far as it matters to its deal. */
typedef struct kr_scan_game {
    char id[16];
    kr_pack pack;
} kr_scan_game;

#define KR_SCAN_BOARD 64   /* longest board of a plain game */
#define KR_SCAN_TAG 10000 /* longest value of any tag: of a longer one the reader says what is wrong */

#define KR_LOG_TEXTS 8 /* Board, Event, Site, Date, West, North, East, South */
#define KR_LOG_TEXT 255 /* longest of them */
#define KR_LOG_CALLS 32 /* most calls of an ordinary auction */

/* Whole games: their columns besides hands, talon, game, dealer, line and index. Calls and cards of a row end where
 * the next row's begin. -1: not said. */
typedef struct kr_scan_log {
    kr_ctx *ctx;
    kr_log_rules rules;
    int as_played; /* a line of the Play has its cards in playing order, not by seats */
    int8_t *contract, *second, *called, *opener; /* as written; an opener of -1: no auction */
    int32_t *call_end, *card_end;
    int8_t *call, *card;
    uint8_t *says;   /* four a row */
    int8_t *scored;  /* whether there is a score: the settlement */
    int16_t *shape;
    int8_t *declarer, *leader, *trump, *partner;
    uint8_t *tricks; /* four a row, as the next two */
    int16_t *points;
    int32_t *settlement;
    int32_t *text_end[KR_LOG_TEXTS];
    char *text[KR_LOG_TEXTS]; /* KR_LOG_TEXT a row; an absent one is empty */
    int32_t calls, cards, texts[KR_LOG_TEXTS]; /* of earlier rows: calls, cards, bytes */
} kr_scan_log;

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
    kr_scan_log *log; /* not NULL: whole games that are ordinary, instead of deals */
} kr_scan;

/* The plain games from `at` on into the rows from `row` on, as long as there is room for one more; returns
 * the row behind them. What follows is the end of the text or something that is not plain. */
size_t kr_scan_plain(kr_scan *scan, size_t row, size_t room);

/* Past what is not plain, up to where a plain game begins or the text ends: so that a reader of the text
 * in between, alone, sees the same blocks as in the whole. */
void kr_scan_other(kr_scan *scan);

#endif
