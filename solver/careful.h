/* careful.h - play whole games between careful players (RULINGS: at the table).
 *
 * A careful player uses only the knowledge of its seat. A game continues a record after some of its cards. At each
 * turn, layouts (ways to deal the hidden cards) are drawn among those that the seat cannot exclude. Every legal card is
 * judged by its mean result over these layouts, solved double dummy. A player may also slip: then it plays a random
 * legal card. The course of a game depends only on the seed and on the game's number.
 */
#ifndef KR_CAREFUL_H
#define KR_CAREFUL_H

#include "engine.h"
#include "judge.h"

#define KR_EVERY_TURN 65536 /* number of turns that one entry of `slips` is about */

/* Options of the games, as bits. */
enum kr_careful_flag {
    KR_CAREFUL_DOUBLES = 1,   /* Contra may be called before the first card, in games where it doubles the stake */
    KR_CAREFUL_TO_THE_END = 2 /* a decided game is played to the last card, unless its rules stop the play */
};

/* The result of an attempt to play a game. */
enum kr_careful_state {
    KR_CAREFUL_PLAYED = 0,
    KR_CAREFUL_NO_CONTRACT = 1,   /* the record lacks the contract, or a seat, card or suit that the contract needs */
    KR_CAREFUL_NO_GAME = 2,       /* the contract exists only in tables; it is never played */
    KR_CAREFUL_HAND_UNKNOWN = 3,  /* a hand or the talon is unknown */
    KR_CAREFUL_CANNOT_BE = 4,     /* the hands and the record contradict each other */
    KR_CAREFUL_NOT_SOLVED = 5,    /* the core rejected a position as impossible */
    KR_CAREFUL_STOPPED = 6        /* the caller stopped the run */
};

/* The played games, as columns with one entry per game. "N per game" means N entries per game. */
typedef struct kr_careful_columns {
    uint8_t *state;      /* enum kr_careful_state; if it is not KR_CAREFUL_PLAYED, the game's other entries are empty */
    uint8_t *cards;      /* number of cards played, including those of the record */
    int8_t *seat, *card; /* KR_MAX_CARDS per game, in order of play: `card` is
                          * a card played, `seat` the seat that played it */
    int32_t *settlement; /* KR_SEATS per game: settlement of each seat; if the contract is not settled: its value for
                          * the declarer's seats, and minus the value for the others */
    uint8_t *tricks;     /* KR_SEATS per game: number of tricks of each seat */
    uint8_t *suits;      /* KR_SEATS per game: mask of the suits whose marriages the seat declared */
    uint8_t *hundred, *all; /* `hundred`: mask of the seats that announced 100;
                             * `all`: mask of the seats that announced all tricks */
    uint8_t *contra;     /* number of Contra calls of the game */
    uint8_t *contra_by;  /* mask of the seats that called Contra */
    uint8_t *raiser;     /* seat that raised the contract, or KR_NONE */
    uint8_t *level;      /* index of the contract in force */
    uint32_t *discard;   /* mask of the discarded cards */
    uint8_t *laid;       /* KR_SEATS per game: the card that each seat laid face down, or KR_NONE */
} kr_careful_columns;

/* The doubling calls before the first card: which seats have still to be asked whether they double the stake. */
typedef struct kr_doubling {
    uint8_t doublers; /* mask of the seats that have not yet been asked for the next doubling call */
    int8_t turn;      /* seat that is asked first; the others follow clockwise; KR_UNSAID: no seat has been asked yet */
} kr_doubling;

/* A run of games: its input, and the columns for its output. */
typedef struct kr_careful {
    size_t rules, records, words; /* numbers of entries of `game`, `record` and `word` */
    const kr_game_row *game;      /* rows of rules */
    const kr_record *record;      /* records to continue */
    const kr_record_word *word;   /* words of all records */
    const kr_facts *facts;  /* facts of each record, as the judge writes them; without a record: the same fields, filled
                             * for a contract and its seats */
    const uint8_t *after;   /* for each record, the number of cards after which the
                             * game continues; later cards of the record are ignored */
    const kr_doubling *doubling; /* state of the doubling calls of each record; NULL: no seat has been asked yet */
    const uint8_t *spoken;  /* for each record, mask of the seats whose recorded words are kept although their first
                             * card comes after `after`; such a seat says no more words. NULL: no such seats */
    size_t count;           /* number of games to play */
    const uint32_t *which;  /* index of the record of each game; NULL: all games continue record 0 */
    const uint32_t *hands[KR_SEATS]; /* columns of the dealt hands, one entry per game;
                                      * NULL: the games take the hands of their records */
    const uint32_t *talon, *discard; /* columns of the talons and of the discards, one entry per game; NULL: the games
                                      * take those of their records */
    uint64_t seed, first;   /* game i of this call is game first + i of the series that `seed` defines */
    uint32_t look[KR_SEATS];  /* for each seat, the largest number of layouts that it considers at a turn, at least 1;
                               * if no more layouts exist, the seat considers all of them */
    uint32_t slips[KR_SEATS]; /* for each seat, the number of turns (out of KR_EVERY_TURN, on average) at which it plays
                               * a random legal card */
    uint32_t flags;         /* mask of enum kr_careful_flag */
    const uint8_t *stop;    /* the run stops once the caller sets this byte to a nonzero value; may be NULL */
    kr_careful_columns out;
} kr_careful;

/* Play the games in order. Return KR_OK, or an error: KR_BAD_TASK for an invalid row of rules; KR_BAD_FACTS for a
 * record with invalid numbers; KR_BAD_BUFFER for a game without a record or for a seat that considers no layouts. `bad`
 * receives the index of the invalid item. */
int kr_careful_play(kr_ctx *ctx, kr_shelf *shelf, const kr_engine *engine, const kr_careful *careful, size_t *bad);

#endif
