/* careful_table.h - the state of a game of careful players while it is played.
 *
 * Terms of these files:
 *
 * - Layout: a way to deal the cards that a player does not see. A careful player judges its choices in layouts.
 *
 * - Stand: the state of the game under the assumption that a certain seat, the holder, has the called card. The called
 * card determines the partner and may be hidden. So there is one stand for each seat that may hold this card.
 *
 * - Saying: a combination of words (declarations, announcements, a raise, Contra) that a seat says with its card.
 *
 * - View: the choices of the seat at its turn, with their results.
 */
#ifndef KR_CAREFUL_TABLE_H
#define KR_CAREFUL_TABLE_H

#include "careful.h"
#include "follow.h"
#include "knowledge.h"

#define KR_SAYINGS 64        /* largest number of sayings in trick 1: combinations
                              * of marriages of four suits, 100 and all tricks */
#define KR_RAISES 4          /* largest number of contracts to which a contract may be raised */
#define KR_LOOK_RUN 128      /* number of layouts solved in one call */
#define KR_MAX_DISCARDS 128  /* largest number of possible discards */

/* A stand: the state of the game under the assumption that a certain seat holds the called card. */
typedef struct kr_stand {
    kr_measure measure;         /* converts values to settlements */
    kr_prep prep;               /* the prepared task for playing cards */
    kr_task task_of[KR_SEATS];  /* contracts with more than two parties: the task that finds each seat's guarantee */
    kr_prep prep_of[KR_SEATS];  /* the prepared tasks of `task_of` */
    kr_position at;             /* the position */
} kr_stand;

/* A saying: the words that a seat says with its card. */
typedef struct kr_saying {
    uint8_t suits;        /* mask of the suits whose marriages the seat declares */
    uint8_t hundred, all, contra; /* 1 if the seat announces 100 (`hundred`), announces all
                                   * tricks (`all`), calls Contra (`contra`); else 0 */
    int8_t level;         /* index of the contract to which the seat raises, or KR_UNSAID */
    uint8_t words;        /* number of words in this saying */
    const kr_stand *raised; /* state of the game after the raise; NULL: the saying has no raise */
} kr_saying;

/* The choices of a seat at its turn, and their results summed over layouts. */
typedef struct kr_careful_view {
    const kr_stand *stand[KR_SEATS]; /* states of the game: [s] assumes that seat s holds the called card */
    int seat, contra;                /* `seat` is the seat at its turn, `contra` the number of Contra calls so far */
    int holder;                  /* seat that holds the called card; used only if the card is not hidden */
    uint32_t called;             /* mask of the called card if it is hidden, else 0 */
    uint32_t held;               /* mask of the cards that the seat holds */
    int8_t place[KR_HIDDEN];     /* seat of each hidden place; KR_UNSAID: the place is the discard */
    int8_t laid;                 /* seat that has laid an unknown card face down for trick 1, or KR_UNSAID */
    uint8_t discarded;           /* points of the true discard, if the seat does not know the discard */
    uint8_t keeps_table;         /* 1: table entries found in one layout are valid in the others */
    int sayings;                 /* number of possible sayings */
    kr_saying saying[KR_SAYINGS]; /* the possible sayings */
    int discards;                /* number of possible discards; 0: a card is to be played or laid face down */
    uint32_t discard[KR_MAX_DISCARDS]; /* the possible discards, as masks */
    int only_value;              /* 1: only the value of the position is wanted, not the values of choices */
    /* The fields below are results: sums over layouts of the settlement that the seat can force. */
    uint64_t looks;              /* number of layouts examined */
    uint32_t legal;              /* mask of the legal cards; they are numbered in ascending order */
    int64_t sum[KR_SAYINGS][KR_HAND];        /* sum for each saying and each legal card */
    int64_t sum_of_discard[KR_MAX_DISCARDS]; /* sum for each discard; entry 0 is the sum if only the value is wanted */
} kr_careful_view;

/* Examine layouts and add the results to the view. `place` has a column of masks for each hidden place. `lie` has one
 * entry per layout: the index, within the hand of the seat `laid`, of the card that lies face down (0 is the lowest
 * card). Return enum kr_status. */
int kr_careful_look(kr_ctx *ctx, kr_careful_view *view, size_t count, const uint32_t *const place[KR_HIDDEN],
                    const uint8_t *lie);

/* A game in progress. */
typedef struct kr_careful_table {
    const kr_careful *all; /* the run to which the game belongs */
    kr_ctx *ctx;
    const kr_engine *engine;
    const kr_game_row *game;
    kr_facts facts;           /* facts of the game so far */
    kr_followed followed;     /* the question (contract and seats), the words
                               * and the face-down cards of the game so far */
    kr_stand stand[KR_SEATS]; /* states of the game: [s] assumes that seat s holds the called card;
                               * only [0] is used if no card is called */
    unsigned holders;         /* mask of the seats that may hold the called card; 1 (bit 0) if no card is called */
    int holder;               /* seat that really holds the called card */
    int level, contra;        /* `level` is the index of the contract in force, `contra` the number of Contra calls */
    unsigned contra_by;       /* mask of the seats that called Contra */
    unsigned spoken;          /* mask of the seats that said their words in the record, but have not played yet */
    kr_doubling doubling;     /* which seats have still to be asked for doubling calls */
    int size;                 /* number of cards in a full hand */
    uint64_t stream;          /* start of the random numbers of the game */
    uint8_t state;            /* enum kr_careful_state */
    uint8_t tricks[KR_SEATS]; /* number of tricks of each seat */
    int has_end;              /* 1: the game is settled */
    int32_t settlement[KR_SEATS]; /* settlement of each seat */
    kr_task taught;           /* the task to which the entries of the context's tables belong, if `is_taught` is 1 */
    int is_taught;
    kr_stand raised[KR_RAISES];   /* states of the game after each possible raise */
    kr_knowledge known;           /* knowledge of the seat at its turn */
    kr_careful_view view;         /* choices of the seat at its turn */
} kr_careful_table;

/* The number of a turn, from which the random numbers of the turn are derived. The card with index n is played at turn
 * n. Choices before the first card have the numbers below: the discard, the face-down card of the first and of the
 * second declarer, and Contra. With KR_TURN_LIE the unknown face-down card is drawn. */
enum kr_careful_turn { KR_TURN_DISCARD = 32, KR_TURN_LAY = 33, KR_TURN_SECOND = 34, KR_TURN_CONTRA = 35, KR_TURN_LIE = 60 };

/* Prepare `stand` for the contract in force: one state of the game for each seat that may hold the called card, with
 * all cards so far played. Return enum kr_status. */
int kr_careful_open(kr_careful_table *t);

/* Prepare the state of the game under a contract, if the seat `holder` has the called card. Return enum kr_status. */
int kr_careful_stand(const kr_careful_table *t, int holder, int contract, kr_stand *out);

/* Return the seat to play. Return KR_NONE if all cards are played, or if the game is decided and is not played to the
 * end. */
int kr_careful_to_play(const kr_careful_table *t);

/* Play a card of the seat to play. The caller must have recorded the seat's words before. Return enum kr_status. */
int kr_careful_put(kr_careful_table *t, int seat, int card);

/* Compute the settlement of a decided game. Return enum kr_status. */
int kr_careful_settle(kr_careful_table *t);

/* Return the base from which all random numbers of a turn are derived. */
uint64_t kr_careful_base(const kr_careful_table *t, int turn);

/* Let careful players choose. kr_careful_card chooses words and a card, kr_careful_lay a card to lay face down, and
 * kr_careful_discard the discard. kr_careful_doubles decides whether seats call Contra before the first card. Each
 * function returns 1, or 0 if the game cannot go on; `state` then says why. */
int kr_careful_card(kr_careful_table *t, int seat);
int kr_careful_lay(kr_careful_table *t, int seat, int turn);
int kr_careful_discard(kr_careful_table *t);
int kr_careful_doubles(kr_careful_table *t);

/* Write all possible sayings of a seat to the view. The first saying has the fewest words. Return enum kr_status. */
int kr_careful_sayings(kr_careful_table *t, int seat);

/* Record the words of a saying. Return enum kr_status. */
int kr_careful_say(kr_careful_table *t, int seat, const kr_saying *saying);

#endif
