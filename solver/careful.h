/* careful.h - whole games of careful players, each of whom sees what its seat knows and nothing else (RULINGS: at the
 * table).
 *
 * A game goes on from a record after some cards. At each turn the layouts that the seat cannot exclude are drawn, and
 * every legal card is judged by its mean over them with all cards open. A game depends on the seed and its number alone.
 */
#ifndef KR_CAREFUL_H
#define KR_CAREFUL_H

#include "judge.h"

#define KR_EVERY_TURN 65536 /* slips are counted by so many turns */

enum kr_careful_flag {
    KR_CAREFUL_DOUBLES = 1,   /* where Contra doubles the stake, it may be called before the first card */
    KR_CAREFUL_TO_THE_END = 2 /* a game is played on when it is decided, unless its rules stop it */
};

/* What came of a game. */
enum kr_careful_state {
    KR_CAREFUL_PLAYED = 0,
    KR_CAREFUL_NO_CONTRACT = 1,   /* the contract, or a seat, card or suit that it needs, is not known */
    KR_CAREFUL_NO_GAME = 2,       /* nobody plays such a contract: it is only a row of tables */
    KR_CAREFUL_HAND_UNKNOWN = 3,  /* a hand, or the talon, is not known */
    KR_CAREFUL_CANNOT_BE = 4,     /* the hands do not fit what has happened */
    KR_CAREFUL_NOT_SOLVED = 5,    /* a position cannot be */
    KR_CAREFUL_STOPPED = 6        /* somebody wants no answer any more */
};

/* The games that are played, by columns of equal length. */
typedef struct kr_careful_columns {
    uint8_t *state;      /* enum kr_careful_state; the other columns are 0 unless it is KR_CAREFUL_PLAYED */
    uint8_t *cards;      /* played, those of the record included */
    int8_t *seat, *card; /* KR_MAX_CARDS a game, in playing order */
    int32_t *settlement; /* KR_SEATS a game; of a contract that settles nothing its value, negative for the other side */
    uint8_t *tricks;     /* KR_SEATS a game, by seat */
    uint8_t *suits;      /* KR_SEATS a game: mask of the suits whose marriages the seat declared */
    uint8_t *hundred, *all; /* masks of the seats that announced it */
    uint8_t *contra;     /* how often it was called */
    uint8_t *contra_by;  /* mask of the seats that called it */
    uint8_t *raiser;     /* who raised the contract, or KR_NONE, */
    uint8_t *level;      /* and the number of the contract in force */
    uint32_t *discard;   /* mask of the cards laid away */
    uint8_t *laid;       /* KR_SEATS a game: the card laid face down, or KR_NONE */
} kr_careful_columns;

typedef struct kr_careful {
    size_t rules, records, words; /* lengths of the columns below */
    const kr_game_row *game;
    const kr_record *record;
    const kr_record_word *word;
    const kr_facts *facts;  /* of each record: those of the judge, or the same fields of a contract put to seats */
    const uint8_t *after;   /* of each record how many of its cards were played; those that follow do not count */
    size_t count;           /* games */
    const uint32_t *which;  /* the record of each, or NULL: all go on from the first */
    const uint32_t *hands[KR_SEATS]; /* columns of dealt hands, talons and discards, or NULL: those of the record */
    const uint32_t *talon, *discard;
    uint64_t seed, first;   /* the game of place i has number first + i in the series of the seed */
    uint32_t look[KR_SEATS];  /* by seat the layouts it looks at, from 1 on; all of them if there are no more */
    uint32_t slips[KR_SEATS]; /* of KR_EVERY_TURN turns those at which it plays any legal card */
    uint32_t flags;         /* enum kr_careful_flag */
    const uint8_t *stop;    /* other than 0: somebody wants no answer any more; or NULL */
    kr_careful_columns out;
} kr_careful;

/* Plays the games in their order. Returns KR_OK; KR_BAD_TASK for a row of rules and KR_BAD_FACTS for a record whose numbers
 * cannot be, KR_BAD_BUFFER for a game without a record or a seat that looks at nothing; `bad` receives its number. */
int kr_careful_play(kr_ctx *ctx, kr_shelf *shelf, const kr_engine *engine, const kr_careful *careful, size_t *bad);

#endif
