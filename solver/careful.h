/* careful.h - play whole games between careful players (RULINGS: at the table).
 *
 * A careful player knows only what its seat can know. At each turn it draws layouts: arrangements of the cards that it
 * does not see. Only layouts that agree with its knowledge are drawn. For each legal card it solves all these layouts
 * double dummy, and it plays the card with the best mean result. Sometimes a player slips: it plays a random legal
 * card. A game may continue a recorded game after some of its cards. The cards of a game depend only on the seed and on
 * the number of the game.
 */
#ifndef KR_CAREFUL_H
#define KR_CAREFUL_H

#include "engine.h"
#include "judge.h"

#define KR_EVERY_TURN 65536 /* kr_careful.slips[seat] is the average number of slips of a seat in this many turns */

/* Options of the games, as bits. */
enum kr_careful_flag {
    KR_CAREFUL_DOUBLES = 1,   /* players may call Contra before the first card, in games in which Contra doubles the
                               * stake */
    KR_CAREFUL_TO_THE_END = 2 /* play goes on to the last card after the result is certain, unless the rules stop the
                               * play */
};

/* What became of a game: it was played, or the reason why not. */
enum kr_careful_state {
    KR_CAREFUL_PLAYED = 0,
    KR_CAREFUL_NO_CONTRACT = 1,   /* the contract is unknown, or one of its seats, its called card or its trump */
    KR_CAREFUL_NO_GAME = 2,       /* the contract is only used in tables of statistics and is never played */
    KR_CAREFUL_HAND_UNKNOWN = 3,  /* a hand or the talon is unknown */
    KR_CAREFUL_CANNOT_BE = 4,     /* the hands and the record contradict each other */
    KR_CAREFUL_NOT_SOLVED = 5,    /* the solver rejected a position as impossible */
    KR_CAREFUL_STOPPED = 6        /* the caller stopped the run */
};

/* The played games, as columns. A column has one entry per game, or N entries per game where its comment says "N per
 * game". */
typedef struct kr_careful_columns {
    uint8_t *state;      /* enum kr_careful_state; if it is not KR_CAREFUL_PLAYED, the game's other entries are empty */
    uint8_t *cards;      /* how many cards were played, including the cards of the record */
    int8_t *seat, *card; /* KR_MAX_CARDS per game, in order of play: `card` is the card played, `seat` the seat that
                          * played it */
    int32_t *settlement; /* KR_SEATS per game: the settlement of each seat. For a contract without a settlement: the
                          * value of the play for seats of the declarer's side, minus this value for the other seats. */
    uint8_t *tricks;     /* KR_SEATS per game: how many tricks each seat took */
    uint8_t *suits;      /* KR_SEATS per game: mask of the suits whose marriages the seat declared */
    uint8_t *hundred, *all; /* `hundred`: mask of the seats that announced to reach 100 points; `all`: mask of the
                             * seats that announced to take all tricks */
    uint8_t *contra;     /* how many doubling calls (Contra, Recontra, Subcontra) the game had */
    uint8_t *contra_by;  /* mask of the seats that made a doubling call */
    uint8_t *raiser;     /* seat that raised the contract to a higher one, or KR_NONE */
    uint8_t *level;      /* index of the contract in force */
    uint32_t *discard;   /* mask of the discarded cards */
    uint8_t *laid;       /* KR_SEATS per game: the card that each seat laid face down, or KR_NONE */
} kr_careful_columns;

/* The doubling calls before the first card: the seats that must still decide whether they double the stake. */
typedef struct kr_doubling {
    uint8_t doublers; /* mask of the seats that have not yet decided about the next doubling call */
    int8_t turn; /* seat that decides first; the other seats follow in clockwise order; KR_UNSAID: no seat has decided
                  * yet */
} kr_doubling;

/* A run of games: its input, and the columns for its output. */
typedef struct kr_careful {
    size_t rules, records, words; /* how many entries `game`, `record` and `word` have */
    const kr_game_row *game;      /* rows of rules */
    const kr_record *record;      /* records to continue */
    const kr_record_word *word;   /* words of all records */
    const kr_facts *facts;  /* facts about each record (its contract, seats, hands, words and cards) as the judge
                             * writes them; a game without a record needs the contract and its seats */
    const uint8_t *after;   /* for each record, how many of its cards are kept; the game continues after them */
    const kr_doubling *doubling; /* for each record, the seats that must still decide about doubling; NULL: all seats
                                  * must decide */
    const uint8_t *spoken;  /* for each record, a mask of seats whose recorded words count although their first card is
                             * not kept; these seats say no further words; NULL: there are no such seats */
    size_t count;           /* number of games to play */
    const uint32_t *which;  /* for each game, the index of the record that it continues; NULL: all games continue
                             * record 0 */
    const uint32_t *hands[KR_SEATS]; /* for each seat, a column of dealt hands (masks), one entry per game; NULL:
                                      * games have the hands of their records */
    const uint32_t *talon, *discard; /* columns of talons and of discards (masks), one entry per game; NULL: games have
                                      * the talons and discards of their records */
    uint64_t seed, first;   /* game i of this call has number first + i in the series of games that `seed` defines */
    uint32_t look[KR_SEATS];  /* for each seat, how many random layouts it considers at a turn, at least 1; if there are
                               * not more layouts, the seat considers every layout once */
    uint32_t slips[KR_SEATS]; /* for each seat, at how many of KR_EVERY_TURN turns it plays a random legal card, on
                               * average */
    uint32_t flags;         /* mask of enum kr_careful_flag */
    const uint8_t *stop;    /* the run stops once the caller sets this byte to a value other than 0; NULL: the run
                             * cannot be stopped */
    kr_careful_columns out;
} kr_careful;

/* Play the games of a run in order. Return KR_OK, or an error. KR_BAD_TASK: a row of rules is invalid. KR_BAD_FACTS: a
 * record has invalid numbers. KR_BAD_BUFFER: a game has no record, some but not all columns of hands are NULL, or a
 * seat considers no layouts. After an error, `bad` receives the index of the invalid rule, record, game or seat. */
int kr_careful_play(kr_ctx *ctx, kr_shelf *shelf, const kr_engine *engine, const kr_careful *careful, size_t *bad);

#endif
