/* log.h - logged games as columns: what a record says is checked by rows of rules, and followed card by card.
 *
 * A row is ordinary if nothing is wrong with it and nothing rare in it: all its cards are played, two sides or many
 * parties from the first card to the last, and what is said is said in trick 1 by declaring marriages. Of all others
 * nothing is told: whoever reads them one by one must look. */
#ifndef KR_LOG_H
#define KR_LOG_H

#include "kr.h"

#define KR_LOG_CARDS 32 /* most cards of a game */
#define KR_LOG_PASS (-1) /* a call; a bid is the number of its contract */
#define KR_LOG_SECOND (-2) /* another: to undertake the same */

/* Bits of what a seat says in trick 1, above those of the suits whose marriages it declares. */
enum kr_log_word { KR_SAYS_HUNDRED = 16, KR_SAYS_ALL = 32 };

/* A contract, as far as the auction and the tags go. */
typedef struct kr_log_contract {
    char id[24];
    uint32_t required[4]; /* the declarer must hold one of these whole; all 0: nothing */
    uint8_t ordinary;     /* 0: games of it are never ordinary */
    uint8_t rank;         /* 0: it cannot be bid */
    uint8_t bidders;      /* mask of the seats that may, counted from forehand */
    uint8_t declared;     /* somebody declares it */
    uint8_t called;       /* a card is called */
    uint8_t trump;        /* there is one */
    uint8_t led_by_forehand;
    uint8_t tens;   /* called by a Ten it is played in its second order */
    uint8_t second; /* another player may undertake the same */
    uint8_t spare[3];
} kr_log_contract;

/* The number of a shape: [contract][declarer, 4: nobody][leader][trump, 4: none][partner or second declarer, 4:
 * nobody][order]. */
#define KR_LOG_PLACES (5 * 4 * 5 * 5 * 2)

/* A game by the rules in force. */
typedef struct kr_log_game {
    uint8_t points[8];   /* of each natural rank */
    uint8_t marriage[2]; /* in a plain suit, in trumps */
    uint8_t last;        /* points for the last trick */
    uint8_t contracts;   /* how many there are */
    uint8_t declares;    /* marriages are declared in trick 1 */
    uint8_t announces;   /* 100 and all tricks too */
    uint8_t call_own, called_trump;
    uint8_t bids;       /* 0: its auctions are never ordinary */
    uint8_t passed_out; /* the contract played if nobody bids, counted from 1, or 0 */
    uint8_t spare[2];
    uint32_t contract; /* its first contract */
    uint32_t place;    /* where its numbers of shapes begin */
} kr_log_game;

/* A contract put to seats, and what its values come to. */
typedef struct kr_log_shape {
    kr_task task;       /* by which cards are played; of many parties that of selfish play */
    kr_task value;      /* that of the contract's value, if it is another one */
    uint8_t other_value;
    uint8_t forcing;    /* many parties: mask of the seats with a guarantee */
    uint8_t wins;       /* 0: nobody wins or loses; 1: with an amount above 0 */
    uint8_t declarer;   /* or KR_NONE */
    int8_t share[4];    /* what an amount of one pays each seat */
    int32_t made, least; /* where it is fixed: the amount, and the value it is made with; made 0: it is not fixed */
    int32_t times, per; /* else the amount is value * times / per */
} kr_log_shape;

/* The rules of all games that may occur. */
typedef struct kr_log_rules {
    size_t games, contracts, shapes, places;
    const kr_log_game *game;
    const kr_log_contract *contract;
    const kr_log_shape *shape;
    const int16_t *place; /* -1: no such shape */
} kr_log_rules;

/* A game as its record tells it; -1: not said. */
typedef struct kr_log_row {
    const uint32_t *hands; /* four */
    int game, dealer, contract, declarer, second, called, trump, leader, opener;
    int calls; /* -1: no auction */
    const int8_t *call;
    int cards;
    const int8_t *column; /* the cards in columns by seat from the leader on, or NULL: */
    int8_t *card;         /* in playing order; else they are written there */
    const uint8_t *says;  /* by seat */
    const int32_t *score; /* four, or NULL */
} kr_log_row;

/* What follows from it. */
typedef struct kr_log_facts {
    int16_t shape;
    int8_t partner;
    int8_t trump, leader, declarer;
    uint8_t tricks[4];
    int16_t points[4];
    int32_t settlement[4];
} kr_log_facts;

/* Whether a row is ordinary. */
int kr_log_check(kr_ctx *ctx, const kr_log_rules *rules, const kr_log_row *row, kr_log_facts *out);

/* Games that passed, and where what comes of them goes: a place for each card, and for each game. */
typedef struct kr_log_judging {
    size_t rows, shapes;
    const kr_log_shape *shape_of;
    const uint32_t *hands[4];
    const int16_t *shape;
    const uint8_t *says;     /* four a row */
    const int32_t *card_end;
    const int8_t *card;
    int8_t *seat;            /* by card: who played it, */
    uint8_t *trick, *turn;   /* in which trick and at which place, from 1, */
    int32_t *before, *after; /* what he could force before and after it, */
    int32_t *said, *gained;  /* what his words cost and gained, INT32_MIN where nothing can be said, */
    int8_t *mark;            /* 1: it cost something, 2: it changed who wins, */
    uint32_t *best;          /* the cards that cost nothing, */
    int32_t *choice_end;     /* and where all that he could play end in the next two, */
    int8_t *choice;          /* KR_HAND a card, */
    int32_t *worth;          /* with what each of them is worth */
    int16_t *value;          /* by game; KR_UNKNOWN: none */
    int8_t *makeable;        /* -1: nobody wins */
    int32_t *guarantee, *payoff, *cost; /* four a row; a guarantee of INT32_MIN: none */
} kr_log_judging;

/* The row at which it stopped because its play cannot be, else `rows`. */
size_t kr_log_judge(kr_ctx *ctx, const kr_log_judging *games);

#endif
