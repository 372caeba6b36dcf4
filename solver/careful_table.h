/* careful_table.h - the state of a game of careful players while it is played. */
#ifndef KR_CAREFUL_TABLE_H
#define KR_CAREFUL_TABLE_H

#include "careful.h"
#include "follow.h"
#include "knowledge.h"

#define KR_SAYINGS 64        /* most combinations of words in trick 1: marriages of four suits, 100, all tricks */
#define KR_RAISES 4          /* most contracts to which a contract may be raised */
#define KR_LOOK_RUN 128      /* layouts solved in one call */
#define KR_MAX_DISCARDS 128  /* most possible discards */

/* The state of the game under the assumption that a certain seat holds the called card. */
typedef struct kr_stand {
    kr_measure measure;
    kr_prep prep;               /* the prepared task by which cards are played */
    kr_task task_of[KR_SEATS];  /* more than two parties: the task of each seat, prepared */
    kr_prep prep_of[KR_SEATS];
    kr_position at;
} kr_stand;

/* The words that a seat says with its card (a saying). */
typedef struct kr_saying {
    uint8_t suits;        /* mask of the suits whose marriages the seat declares */
    uint8_t hundred, all, contra;
    int8_t level;         /* the contract after a raise, or KR_UNSAID */
    uint8_t words;        /* number of words in this saying */
    const kr_stand *raised; /* state of the game after the raise, or NULL */
} kr_saying;

/* The choices of a seat at its turn, and their results summed over layouts. */
typedef struct kr_careful_view {
    const kr_stand *stand[KR_SEATS]; /* state by the assumed holder of the called card */
    int seat, contra;
    int holder;                  /* seat that holds the called card, if the card is not hidden */
    uint32_t called;             /* mask of the called card if it is hidden, else 0 */
    uint32_t held;               /* cards of the seat itself */
    int8_t place[KR_HIDDEN];     /* seat of each hidden place; KR_UNSAID: the discard */
    int8_t laid;                 /* seat with an unknown face-down card in trick 1, or KR_UNSAID */
    uint8_t discarded;           /* points of the true discard if it is hidden */
    uint8_t keeps_table;         /* 1: table entries of one layout are valid for the others */
    int sayings;
    kr_saying saying[KR_SAYINGS];
    int discards;                /* number of possible discards; 0: a card is to be played or laid face down */
    uint32_t discard[KR_MAX_DISCARDS];
    int only_value;              /* 1: only the value of the position is wanted */
    /* sums over layouts of the settlement that the seat can force */
    uint64_t looks;
    uint32_t legal;              /* legal cards; sums are indexed by these cards in ascending order */
    int64_t sum[KR_SAYINGS][KR_HAND];
    int64_t sum_of_discard[KR_MAX_DISCARDS]; /* by discard; entry 0 if only the value is wanted */
} kr_careful_view;

/* Add the results in layouts to the view. `place` has a column of masks for each hidden place. `lie` has for each
 * layout the index of the face-down card in its hand, 0 for the lowest card. Return a status. */
int kr_careful_look(kr_ctx *ctx, kr_careful_view *view, size_t count, const uint32_t *const place[KR_HIDDEN],
                    const uint8_t *lie);

/* A game in progress. */
typedef struct kr_careful_table {
    const kr_careful *all;
    kr_ctx *ctx;
    const kr_engine *engine;
    const kr_game_row *game;
    kr_facts facts;
    kr_followed followed;
    kr_stand stand[KR_SEATS]; /* by assumed holder of the called card; only [0] if nothing is called */
    unsigned holders;         /* mask of the possible holders, whose stands are used */
    int holder;               /* the true holder */
    int level, contra;
    unsigned contra_by;
    int size;                 /* cards of a hand */
    uint64_t stream;          /* start of the game's stream of random numbers */
    uint8_t state;            /* enum kr_careful_state */
    uint8_t tricks[KR_SEATS];
    int has_end;
    int32_t settlement[KR_SEATS];
    kr_task taught;           /* the task whose results the context's tables hold, if `is_taught` */
    int is_taught;
    kr_stand raised[KR_RAISES];
    kr_knowledge known;
    kr_careful_view view;
} kr_careful_table;

/* Numbers of the turns of a game: its cards from 0, then the turns before the first card. */
enum kr_careful_turn { KR_TURN_DISCARD = 32, KR_TURN_LAY = 33, KR_TURN_SECOND = 34, KR_TURN_CONTRA = 35, KR_TURN_LIE = 60 };

/* Prepare the stands for the contract in force, with the cards played so far. Return a status. */
int kr_careful_open(kr_careful_table *t);

/* Prepare one stand for a holder and a contract. Return a status. */
int kr_careful_stand(const kr_careful_table *t, int holder, int contract, kr_stand *out);

/* Return the seat to play. KR_NONE: all cards are played, or the game is decided and not played on. */
int kr_careful_to_play(const kr_careful_table *t);

/* Play a card of the seat to play, after its words. Return a status. */
int kr_careful_put(kr_careful_table *t, int seat, int card);

/* Work out the settlement of a decided game. Return a status. */
int kr_careful_settle(kr_careful_table *t);

/* Return the base of the random streams of a turn. */
uint64_t kr_careful_base(const kr_careful_table *t, int turn);

/* Make the choice of a turn: words and card; a card to lay face down; the discard; Contra. Each function returns 0 if
 * the game cannot go on; the state of the game then tells the reason. */
int kr_careful_card(kr_careful_table *t, int seat);
int kr_careful_lay(kr_careful_table *t, int seat, int turn);
int kr_careful_discard(kr_careful_table *t);
int kr_careful_doubles(kr_careful_table *t);

/* List all words that a seat may say with its card in trick 1. The first saying has the fewest words. Return a
 * status. */
int kr_careful_sayings(kr_careful_table *t, int seat);

/* Record the words that a seat says. Return a status. */
int kr_careful_say(kr_careful_table *t, int seat, const kr_saying *saying);

#endif
