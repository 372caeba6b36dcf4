/* careful_table.h - a game of careful players while it is played. */
#ifndef KR_CAREFUL_TABLE_H
#define KR_CAREFUL_TABLE_H

#include "careful.h"
#include "follow.h"
#include "knowledge.h"

#define KR_SAYINGS 64        /* ways to speak in trick 1: marriages of four suits, 100, all tricks */
#define KR_RAISES 4          /* levels that a contract may be raised to */
#define KR_LOOK_RUN 128      /* layouts looked at in one call */
#define KR_MAX_DISCARDS 128  /* ways to lay cards away */

/* The game as it stands if a certain seat holds the called card: who plays with whom, and what has happened. */
typedef struct kr_stand {
    kr_measure measure;
    kr_prep prep;               /* of the task by which cards are played */
    kr_task task_of[KR_SEATS];  /* more than two parties: of each seat its own, ready */
    kr_prep prep_of[KR_SEATS];
    kr_position at;
} kr_stand;

/* What a seat says with its card. */
typedef struct kr_saying {
    uint8_t suits;        /* mask of the suits whose marriages it declares */
    uint8_t hundred, all, contra;
    int8_t level;         /* it raises to this contract, or KR_UNSAID */
    uint8_t words;        /* how many these are */
    const kr_stand *raised; /* the game at that level, or NULL */
} kr_saying;

/* What a seat looks at in layouts. */
typedef struct kr_careful_view {
    const kr_stand *stand[KR_SEATS]; /* by the holder of the called card */
    int seat, contra;
    int holder;                  /* who holds it, if it is not hidden */
    uint32_t called;             /* the card as a bit if it is hidden, else 0 */
    uint32_t held;               /* the own cards */
    int8_t place[KR_HIDDEN];     /* the seat of each hidden place, KR_UNSAID: cards laid away */
    int8_t laid;                 /* whose card of trick 1 lies face down and is not known, or KR_UNSAID */
    uint8_t discarded;           /* points of the true discard, if it is hidden */
    uint8_t keeps_table;         /* what one layout teaches serves the others */
    int sayings;
    kr_saying saying[KR_SAYINGS];
    int discards;                /* ways to lay cards away; 0: a card is to be played or laid */
    uint32_t discard[KR_MAX_DISCARDS];
    int only_value;              /* neither: the value of the position */
    /* sums over layouts of what the seat can force */
    uint64_t looks;
    uint32_t legal;              /* the places of sums are its cards in rising order */
    int64_t sum[KR_SAYINGS][KR_HAND];
    int64_t sum_of_discard[KR_MAX_DISCARDS]; /* the first of them that of the value alone */
} kr_careful_view;

/* Looks at layouts, a column of masks for each hidden place. `lie` tells which card of the hand lies face down, the lowest
 * is 0. Returns a status. */
int kr_careful_look(kr_ctx *ctx, kr_careful_view *view, size_t count, const uint32_t *const place[KR_HIDDEN],
                    const uint8_t *lie);

/* A game at its table. */
typedef struct kr_careful_table {
    const kr_careful *all;
    kr_ctx *ctx;
    const kr_engine *engine;
    const kr_game_row *game;
    kr_facts facts;
    kr_followed followed;
    kr_stand stand[KR_SEATS]; /* by holder of the called card; the first alone where nothing is called */
    unsigned holders;         /* mask of the stands that are used */
    int holder;               /* the true one */
    int level, contra;
    unsigned contra_by;
    int size;                 /* cards of a hand */
    uint64_t stream;          /* of the game's random numbers */
    uint8_t state;            /* enum kr_careful_state */
    uint8_t tricks[KR_SEATS];
    int has_end;
    int32_t settlement[KR_SEATS];
    kr_task taught;           /* what the tables of the context know of, if `is_taught` */
    int is_taught;
    kr_stand raised[KR_RAISES];
    kr_knowledge known;
    kr_careful_view view;
} kr_careful_table;

/* The turns of a game by number: its cards, then what comes before them. */
enum kr_careful_turn { KR_TURN_DISCARD = 32, KR_TURN_LAY = 33, KR_TURN_SECOND = 34, KR_TURN_CONTRA = 35, KR_TURN_LIE = 60 };

/* Makes the stands ready at the level in force, with the cards played so far. Returns a status. */
int kr_careful_open(kr_careful_table *t);

/* Opens one stand, of a holder and a contract. Returns a status. */
int kr_careful_stand(const kr_careful_table *t, int holder, int contract, kr_stand *out);

/* The seat to play a card, KR_NONE once all cards are played, or the game is decided and not played on. */
int kr_careful_to_play(const kr_careful_table *t);

/* A card of the seat to play, its words spoken. Returns a status. */
int kr_careful_put(kr_careful_table *t, int seat, int card);

/* The settlement of a game that is decided. Returns a status. */
int kr_careful_settle(kr_careful_table *t);

/* The random numbers of a turn, and one stream of them. */
uint64_t kr_careful_base(const kr_careful_table *t, int turn);

/* A turn of a seat: words and card, laying a card face down, laying cards away, Contra. Each returns 0 if the game cannot
 * go on, with the reason in its state. */
int kr_careful_card(kr_careful_table *t, int seat);
int kr_careful_lay(kr_careful_table *t, int seat, int turn);
int kr_careful_discard(kr_careful_table *t);
int kr_careful_doubles(kr_careful_table *t);

/* All that a seat may say with its card to trick 1; the first is the least that it can say. Returns a status. */
int kr_careful_sayings(kr_careful_table *t, int seat);

/* What a seat says. Returns a status. */
int kr_careful_say(kr_careful_table *t, int seat, const kr_saying *saying);

#endif
