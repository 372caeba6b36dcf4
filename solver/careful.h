/* careful.h - play whole games between careful players (RULINGS: at the table).
 *
 * A careful player uses only what its seat knows. A game continues a record after some of its cards. At each turn,
 * layouts that the seat cannot exclude are drawn. Every legal card is judged by its mean result over these
 * layouts, solved double dummy. A game depends only on the seed and on its number.
 */
#ifndef KR_CAREFUL_H
#define KR_CAREFUL_H

#include "judge.h"

#define KR_EVERY_TURN 65536 /* `slips` are counted per this number of turns */

enum kr_careful_flag {
    KR_CAREFUL_DOUBLES = 1,   /* Contra may be called before the first card, in games where it doubles the stake */
    KR_CAREFUL_TO_THE_END = 2 /* a decided game is played to the last card, unless its rules stop it */
};

/* The result of an attempt to play a game. */
enum kr_careful_state {
    KR_CAREFUL_PLAYED = 0,
    KR_CAREFUL_NO_CONTRACT = 1,   /* the contract is unknown, or a seat, card or suit that it needs */
    KR_CAREFUL_NO_GAME = 2,       /* the contract is only a row of tables; it is never played */
    KR_CAREFUL_HAND_UNKNOWN = 3,  /* a hand or the talon is unknown */
    KR_CAREFUL_CANNOT_BE = 4,     /* the hands contradict the record */
    KR_CAREFUL_NOT_SOLVED = 5,    /* a position is impossible */
    KR_CAREFUL_STOPPED = 6        /* the caller stopped the games */
};

/* The played games, as columns. "per game" gives the number of entries of one game. */
typedef struct kr_careful_columns {
    uint8_t *state;      /* enum kr_careful_state; unless it is KR_CAREFUL_PLAYED, the other columns are empty */
    uint8_t *cards;      /* number of cards played, with those of the record */
    int8_t *seat, *card; /* KR_MAX_CARDS per game, in playing order */
    int32_t *settlement; /* KR_SEATS per game; if nothing is settled: the contract's value, negative for the other
                          * side */
    uint8_t *tricks;     /* KR_SEATS per game: tricks by seat */
    uint8_t *suits;      /* KR_SEATS per game: mask of the suits whose marriages the seat declared */
    uint8_t *hundred, *all; /* masks of the seats that announced 100, and all tricks */
    uint8_t *contra;     /* number of Contra calls */
    uint8_t *contra_by;  /* mask of the seats that called Contra */
    uint8_t *raiser;     /* seat that raised the contract, or KR_NONE */
    uint8_t *level;      /* number of the contract in force */
    uint32_t *discard;   /* mask of the discard */
    uint8_t *laid;       /* KR_SEATS per game: the card laid face down, or KR_NONE */
} kr_careful_columns;

typedef struct kr_careful {
    size_t rules, records, words; /* lengths of the columns below */
    const kr_game_row *game;
    const kr_record *record;
    const kr_record_word *word;
    const kr_facts *facts;  /* facts of each record, from the judge; or the same fields for a contract put to seats */
    const uint8_t *after;   /* for each record, the number of its cards that were played; later cards are ignored */
    size_t count;           /* number of games */
    const uint32_t *which;  /* index of each game's record; NULL: all games continue record 0 */
    const uint32_t *hands[KR_SEATS]; /* columns of dealt hands, talons and discards; NULL: those of the record */
    const uint32_t *talon, *discard;
    uint64_t seed, first;   /* game i of this call has number first + i in the series of the seed */
    uint32_t look[KR_SEATS];  /* by seat, most layouts considered per turn, at least 1; all layouts if there are no
                               * more */
    uint32_t slips[KR_SEATS]; /* by seat, the number of KR_EVERY_TURN turns at which it plays a random legal card */
    uint32_t flags;         /* enum kr_careful_flag */
    const uint8_t *stop;    /* the caller sets it to a value other than 0 to stop; or NULL */
    kr_careful_columns out;
} kr_careful;

/* Play the games in order. Return KR_OK; KR_BAD_TASK for an invalid row of rules; KR_BAD_FACTS for a record with
 * invalid numbers; KR_BAD_BUFFER for a game without a record or a seat that considers no layouts. `bad` receives the
 * index of the bad item. */
int kr_careful_play(kr_ctx *ctx, kr_shelf *shelf, const kr_engine *engine, const kr_careful *careful, size_t *bad);

#endif
