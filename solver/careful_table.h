/* careful_table.h - the state of a game between careful players while it is played.
 *
 * Terms that this file and the files careful*.c use:
 *
 * - Layout: one way to deal the cards that a player does not see. A careful player judges its choices in many layouts.
 *
 * - Stand: the state of the game under the assumption that a certain seat, the holder, has the called card. The holder
 * is the declarer's partner, and players may not know who the holder is. So there is one stand for each seat that may
 * have the called card.
 *
 * - Saying: the words that a seat says together with its card. They are declarations, announcements, a raise, or
 * Contra. A saying may be empty.
 *
 * - View: the choices of a seat at its turn, with the results of these choices.
 */
#ifndef KR_CAREFUL_TABLE_H
#define KR_CAREFUL_TABLE_H

#include "careful.h"
#include "follow.h"
#include "knowledge.h"

#define KR_SAYINGS 64        /* largest number of different sayings: 16 sets of declared marriages, each with or without
                              * "100" and with or without "all tricks" */
#define KR_RAISES 4          /* largest number of contracts to which a player may raise */
#define KR_LOOK_RUN 128      /* largest number of layouts that one call of kr_careful_look solves */
#define KR_MAX_DISCARDS 128  /* largest number of different discards of a hand */

/* A stand: the state of the game under the assumption that a certain seat holds the called card. The struct
 * has all that the solver needs. */
typedef struct kr_stand {
    kr_measure measure;         /* converts values to settlements */
    kr_prep prep;               /* the task of the contract (its rules of play and its goal), prepared for the search */
    kr_task task_of[KR_SEATS];  /* for each seat, the task whose value is the result that the seat can force; only for
                                 * contracts with more than two parties */
    kr_prep prep_of[KR_SEATS];  /* the same tasks as `task_of`, prepared for the search */
    kr_position at;             /* the position */
} kr_stand;

/* A saying: the words that a seat says with its card. */
typedef struct kr_saying {
    uint8_t suits;        /* mask of the suits whose marriages the seat declares */
    uint8_t hundred, all, contra; /* `hundred` is 1 if the seat announces 100, else 0. `all` is 1 if it announces all
                                   * tricks, else 0. `contra` is 1 if it says Contra, else 0 */
    int8_t level;         /* index of the contract to which the seat raises, or KR_UNSAID */
    uint8_t words;        /* number of words in this saying */
    const kr_stand *raised; /* state of the game after the raise; NULL: the saying has no raise */
} kr_saying;

/* A view: the choices of a seat at its turn. Its last fields are the results: sums over the layouts that were
 * examined. */
typedef struct kr_careful_view {
    const kr_stand *stand[KR_SEATS]; /* stand[s]: the stand in which the seat s holds the called card; NULL: s cannot
                                      * hold it */
    int seat, contra; /* `seat` is the seat whose turn it is; `contra` counts the doubling calls so far */
    int holder;                  /* seat that holds the called card. Used only if `called` is 0, that is, if `seat`
                                  * knows the holder */
    uint32_t called;             /* mask of the called card if `seat` does not know where it lies, else 0 */
    uint32_t held;               /* mask of the cards that `seat` holds */
    int8_t place[KR_HIDDEN];     /* for each hidden place, the seat whose hand it is; KR_UNSAID: it is the discard */
    int8_t laid; /* seat whose face-down card in trick 1 is unknown to `seat`; KR_UNSAID if there is no such card */
    uint8_t discarded;           /* points of the real discard, if `seat` does not know the discard; else 0 */
    uint8_t keeps_table; /* 1: entries that a search of one layout writes to the transposition table are valid in all
                          * layouts */
    int sayings;                 /* number of entries of `saying` */
    kr_saying saying[KR_SAYINGS]; /* the possible sayings */
    int discards;                /* how many discards are possible, if `seat` is to discard; 0 if it is to play a
                                  * card or lay one face down */
    uint32_t discard[KR_MAX_DISCARDS]; /* mask of each possible discard */
    int only_value;              /* 1: only the value of the position is wanted, as for a decision about Contra. 0: the
                                  * value of each choice is wanted */
    /* The next fields are results. A sum is the total of the settlements that `seat` can force in the layouts
     * examined. */
    uint64_t looks;              /* number of layouts examined */
    uint32_t legal;              /* mask of the legal cards. sum[i] has an entry for each of these cards, the lowest
                                  * card first */
    int64_t sum[KR_SAYINGS][KR_HAND]; /* sum[i][k]: the sum for saying i together with the legal card k */
    int64_t sum_of_discard[KR_MAX_DISCARDS]; /* the sum for each discard. If `only_value` is 1, entry 0 is the sum for
                                              * the position */
} kr_careful_view;

/* Solve `count` layouts and add their results to the sums of the view. place[i][k] is the mask of the cards in hidden
 * place i in layout k. lie[k] says which card of the seat `view->laid` lies face down in layout k. It is the index of
 * this card in the seat's hand; 0 is the lowest card. Return enum kr_status. */
int kr_careful_look(kr_ctx *ctx, kr_careful_view *view, size_t count, const uint32_t *const place[KR_HIDDEN],
                    const uint8_t *lie);

/* A game in progress. */
typedef struct kr_careful_table {
    const kr_careful *all; /* the run of games to which this game belongs */
    kr_ctx *ctx;
    const kr_engine *engine;
    const kr_game_row *game;
    kr_facts facts;           /* facts of the game so far */
    kr_followed followed;     /* what the solver needs to follow the game: contract and seats, the words said and the
                               * cards laid face down */
    kr_stand stand[KR_SEATS]; /* for each seat s, the stand with the holder s. Contracts without a called card use entry
                               * 0 */
    unsigned holders;         /* mask of the seats that may hold the called card; for contracts without a called
                               * card, 1 (only bit 0) */
    int holder;               /* seat that holds the called card in the real deal */
    int level, contra; /* `level` is the index of the contract in force (a raise changes this contract); `contra` is the
                        * number of doubling calls */
    unsigned contra_by;       /* mask of the seats that made a doubling call */
    unsigned spoken;          /* mask of the seats whose words come from the record, but whose first card is chosen in
                               * this game */
    kr_doubling doubling;     /* the seats that must still decide about doubling the stake */
    int size;                 /* number of cards in a full hand */
    uint64_t stream;          /* state of the random generator from which all random numbers of the game are derived */
    uint8_t state;            /* enum kr_careful_state */
    uint8_t tricks[KR_SEATS]; /* number of tricks of each seat */
    int has_end;              /* 1: the game is settled, and `settlement` is filled */
    int32_t settlement[KR_SEATS]; /* settlement of each seat */
    kr_task taught;           /* the task for which the transposition table has valid entries, if `is_taught` is 1 */
    int is_taught;
    kr_stand raised[KR_RAISES];   /* the state of the game after each possible raise */
    kr_knowledge known;           /* what the seat whose turn it is knows about the hidden cards */
    kr_careful_view view;         /* the choices of the seat whose turn it is */
} kr_careful_table;

/* Numbers of turns. The random numbers of a turn are derived from its number. Turn n is the turn at which a seat plays
 * card n of the game, counted from 0. The choices before the first card count as turns, too, and have larger numbers.
 * DISCARD is for the discard, LAY for the face-down card of the declarer, and SECOND for the face-down card of the
 * second declarer. The numbers from CONTRA on are for doubling calls. LIE is for a face-down card that the record
 * lacks. */
enum kr_careful_turn { KR_TURN_DISCARD = 32, KR_TURN_LAY = 33, KR_TURN_SECOND = 34, KR_TURN_CONTRA = 35, KR_TURN_LIE = 60 };

/* Prepare the field `stand` for the contract in force, after all cards played so far. Each seat that may hold the
 * called card gets its own stand. Return enum kr_status. */
int kr_careful_open(kr_careful_table *t);

/* Write to `out` the stand for the contract with the index `contract`, in which the seat `holder` has the called card.
 * Return enum kr_status. */
int kr_careful_stand(const kr_careful_table *t, int holder, int contract, kr_stand *out);

/* Return the seat to play. Return KR_NONE at the end of the game. The game also ends once its result is certain, unless
 * the run has KR_CAREFUL_TO_THE_END. */
int kr_careful_to_play(const kr_careful_table *t);

/* Let a seat play a card. If the seat says words with its card, call kr_careful_say first. Return enum kr_status. */
int kr_careful_put(kr_careful_table *t, int seat, int card);

/* Write the settlement of a game whose result is certain. Return enum kr_status. */
int kr_careful_settle(kr_careful_table *t);

/* Return the number from which all random numbers of the turn `turn` are derived (see enum kr_careful_turn). */
uint64_t kr_careful_base(const kr_careful_table *t, int turn);

/* Let careful players choose. kr_careful_card chooses a card with its words, and plays it. kr_careful_lay chooses a
 * card to lay face down. kr_careful_discard chooses the declarer's discard. kr_careful_doubles lets seats decide,
 * before the first card, whether they double the stake. Each function returns 1 if the game can go on. Otherwise it
 * returns 0, and `state` has the reason. */
int kr_careful_card(kr_careful_table *t, int seat);
int kr_careful_lay(kr_careful_table *t, int seat, int turn);
int kr_careful_discard(kr_careful_table *t);
int kr_careful_doubles(kr_careful_table *t);

/* Write to the view all sayings that a seat may say with its next card. The first of them has the fewest words. Return
 * enum kr_status. */
int kr_careful_sayings(kr_careful_table *t, int seat);

/* Record the words that a seat says with its next card. Return enum kr_status. */
int kr_careful_say(kr_careful_table *t, int seat, const kr_saying *saying);

#endif
