/* careful.h - play whole games between careful players (RULINGS: at the table).
 *
 * A careful player knows only what its seat can know. A layout is one way to deal the cards that this seat cannot see.
 * At each turn the player draws layouts that agree with the knowledge of its seat. For each legal card the player
 * solves all these layouts double dummy. The player then plays the card with the best mean result. Sometimes a player
 * slips: it plays a random legal card. A game may continue a recorded game after some of its cards. All random choices
 * in a game depend only on the seed and on the number of the game.
 */
#ifndef KR_CAREFUL_H
#define KR_CAREFUL_H

#include "engine.h"
#include "judge.h"

#define KR_EVERY_TURN 65536 /* In this many turns, a seat makes kr_careful.slips[seat] slips on average. So a seat with
                             * slips[seat] = KR_EVERY_TURN slips at every turn */

/* Options of the games, as bits. */
enum kr_careful_flag {
    KR_CAREFUL_DOUBLES = 1,   /* players may call Contra before the first card, in games in which Contra doubles the
                               * stake */
    KR_CAREFUL_TO_THE_END = 2 /* play goes on to the last card even when the result is certain, unless the rules stop
                               * play earlier */
};

/* The outcome of a game: the game was played, or the reason why it was not played. */
enum kr_careful_state {
    KR_CAREFUL_PLAYED = 0,
    KR_CAREFUL_NO_CONTRACT = 1,   /* the contract, one of its seats, its called card or its trump is unknown */
    KR_CAREFUL_NO_GAME = 2,       /* the contract is only used in tables of statistics and is never played */
    KR_CAREFUL_HAND_UNKNOWN = 3,  /* a hand or the talon is unknown */
    KR_CAREFUL_CANNOT_BE = 4,     /* the hands and the record contradict each other */
    KR_CAREFUL_NOT_SOLVED = 5,    /* the solver rejected a position as impossible */
    KR_CAREFUL_STOPPED = 6        /* the caller stopped the run */
};

/* The played games, as columns. A column has one entry per game, or N entries per game where its comment says "N per
 * game". */
typedef struct kr_careful_columns {
    uint8_t *state;      /* enum kr_careful_state. If the state of a game is not KR_CAREFUL_PLAYED, its entries are
                          * KR_NONE in the columns `raiser`, `level` and `laid`, and 0 in all other columns */
    uint8_t *cards;      /* how many cards were played, including the cards of the record */
    int8_t *seat, *card; /* KR_MAX_CARDS per game, in order of play: `card` is the card played, `seat` the seat that
                          * played it */
    int32_t *settlement; /* KR_SEATS per game: the settlement of each seat. If the contract has no settlement, each seat
                          * of the declarer's side has the value of the play instead, and each other seat has this value
                          * with the opposite sign */
    uint8_t *tricks;     /* KR_SEATS per game: how many tricks each seat took */
    uint8_t *suits;      /* KR_SEATS per game: mask of the suits whose marriages the seat declared */
    uint8_t *hundred, *all; /* `hundred` is the mask of the seats that announced 100 points. `all` is the mask of the
                             * seats that announced all tricks */
    uint8_t *contra;     /* how many doubling calls (Contra, Recontra, Subcontra) the game had */
    uint8_t *contra_by;  /* mask of the seats that made a doubling call */
    uint8_t *raiser;     /* seat that raised the contract to a higher one, or KR_NONE */
    uint8_t *level;      /* index of the contract in force at the end of the game: after a raise, the higher contract */
    uint32_t *discard;   /* mask of the discarded cards */
    uint8_t *laid;       /* KR_SEATS per game: the card that each seat laid face down, or KR_NONE */
} kr_careful_columns;

/* The state of the doubling calls (Contra, Recontra, Subcontra) before the first card: the seats that must still decide
 * about the next doubling call. */
typedef struct kr_doubling {
    uint8_t doublers; /* mask of the seats that have not yet decided about the next doubling call; ignored if `turn` is
                       * KR_UNSAID */
    int8_t turn; /* seat that decides first. The other seats follow in clockwise order. KR_UNSAID: if the record has a
                  * doubling call, no seat must decide. Otherwise all seats that may double must decide, beginning with
                  * forehand, or with the first leader if forehand is unknown */
} kr_doubling;

/* A run of games: its input, and the columns for its output. */
typedef struct kr_careful {
    size_t rules, records, words; /* how many entries `game`, `record` and `word` have */
    const kr_game_row *game;      /* rows of rules */
    const kr_record *record;      /* records to continue */
    const kr_record_word *word;   /* words of all records */
    const kr_facts *facts;  /* facts about each record (contract, seats, hands, words and cards), as the judge writes
                             * them. For a game without a record, only the contract and its seats are needed */
    const uint8_t *after;   /* for each record, how many of its cards are kept; the game continues after them */
    const kr_doubling *doubling; /* for each record, the seats that must still decide about doubling; NULL: all seats
                                  * must decide */
    const uint8_t *spoken;  /* for each record, a mask of seats whose first card is not kept, but whose recorded words
                             * are kept. These seats have already said their words, and say no further words. NULL:
                             * there are no such seats */
    size_t count;           /* number of games to play */
    const uint32_t *which;  /* for each game, the index of the record that it continues; NULL: all games continue
                             * record 0 */
    const uint32_t *hands[KR_SEATS]; /* for each seat, a column of dealt hands (masks), one entry per game; NULL:
                                      * games have the hands of their records */
    const uint32_t *talon, *discard; /* columns of talons and of discards (masks), one entry per game; NULL: games have
                                      * the talons and discards of their records */
    uint64_t seed, first;   /* game i of this call has number first + i in the series of games that `seed` defines */
    uint32_t look[KR_SEATS];  /* for each seat, how many random layouts the seat considers at a turn, at least 1. If at
                               * most this many layouts are possible at a turn, the seat considers each of them once */
    uint32_t slips[KR_SEATS]; /* for each seat, the average number of turns, out of KR_EVERY_TURN, at which the seat
                               * plays a random legal card */
    uint32_t flags;         /* mask of enum kr_careful_flag */
    const uint8_t *stop;    /* the run stops once the caller sets this byte to a value other than 0; NULL: the run
                             * cannot be stopped */
    kr_careful_columns out;
} kr_careful;

/* Play the games of a run in order. Return KR_OK if the input is valid. Return KR_BAD_TASK if a row of rules is
 * invalid. Return KR_BAD_FACTS if a record has invalid numbers. Return KR_BAD_BUFFER if the record of a game does not
 * exist, if some but not all columns of hands are NULL, or if `look` of a seat is 0. After an error, `bad` is the index
 * of the invalid row of rules, record, game or seat. */
int kr_careful_play(kr_ctx *ctx, kr_shelf *shelf, const kr_engine *engine, const kr_careful *careful, size_t *bad);

#endif
