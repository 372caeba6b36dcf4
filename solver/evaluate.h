/* evaluate.h - judged records of every game: what each card and each word cost, and what the deal was worth.
 *
 * A record must be free of errors. Amounts are settlements of the seat in question, in the units of its game. */
#ifndef KR_EVALUATE_H
#define KR_EVALUATE_H

#include "judge.h"

#define KR_NO_AMOUNT INT32_MIN /* in a column of amounts: there is none */

/* How far a record could be evaluated. */
enum kr_evaluated {
    KR_NO_CONTRACT = 0,     /* it has no contract */
    KR_INCOMPLETE = 1,      /* the declarer, the called card or the trump is not known */
    KR_HAND_UNKNOWN = 2,
    KR_DISCARD_UNKNOWN = 3, /* the discard or the talon */
    KR_WON_AS_DEALT = 4,    /* no card is played; the columns of the deal are there if it is settled */
    KR_EVALUATED = 5,
    KR_NOT_SOLVED = 6       /* a position cannot be: `status` says why */
};

enum kr_mark { KR_MARK_NONE = 0, KR_MARK_COST = 1, KR_MARK_CHANGED = 2 /* the card changed who wins */ };
enum kr_verdict { KR_VERDICT_MADE = 0, KR_VERDICT_GIFT = 1, KR_VERDICT_LOST = 2, KR_VERDICT_HOPELESS = 3 };

/* Columns by card. A row of KR_EVALUATED has one place for each of its cards, other rows have none. */
typedef struct kr_card_columns {
    size_t room;             /* places for cards; KR_HAND choices for each of them */
    int8_t *seat, *card;
    uint8_t *trick, *turn;   /* from 1 */
    uint8_t *judged;         /* 0: the position is not known, or the card counts for nothing; what follows is empty then */
    int32_t *before, *after; /* what the seat could force before the card, its words spoken, and after it */
    int8_t *mark;            /* enum kr_mark */
    uint32_t *best;          /* mask of the cards that cost nothing */
    int32_t *words_cost;     /* what its words in trick 1, or the lack of one, cost, */
    int32_t *words_gain;     /* and changed of what it could force; both KR_NO_AMOUNT where nothing can be said */
    uint32_t *choice_end;    /* where the choices of the card end in the next two columns */
    int8_t *choice;          /* the cards that could be played, or laid face down, lowest number first, */
    int32_t *worth;          /* and what the seat could force after each */
    kr_position *position;   /* at which the card was chosen, its seat's words spoken; or NULL */
    kr_task *task;           /* by which it was judged; or NULL */
} kr_card_columns;

/* Columns by record; those by seat have four numbers a record. */
typedef struct kr_game_columns {
    uint8_t *state;      /* enum kr_evaluated */
    uint8_t *status;     /* enum kr_status of KR_NOT_SOLVED */
    uint8_t *partly;     /* 1: the position of a card is not known */
    int8_t *laid;        /* by seat the card that lay face down in trick 1; -1: none, or not known */
    uint32_t *card_end;  /* where its cards end */
    int8_t *tricks;      /* by seat as far as the game was played; -1: not known, or no such seat */
    int16_t *points;     /* the same with cards, last trick and counting marriages; KR_UNKNOWN */
    int8_t *made;        /* 1 if the declarer is paid, 0 if not, -1: open, or nobody declares */
    int8_t *makeable;    /* whether the declarer could have forced to be paid; -1: not known, or nobody declares */
    int8_t *verdict;     /* enum kr_verdict, -1 without one */
    int16_t *value;      /* of the contract before the first card, before the discard; KR_UNKNOWN: none */
    int32_t *guarantee;  /* what each seat could force then; KR_NO_AMOUNT: none */
    int32_t *payoff;     /* the settlement under best play from there; KR_NO_AMOUNT: none */
    int32_t *cost;       /* what the cards and words of each seat gave away; KR_NO_AMOUNT: not known, or no such seat */
    int32_t *discard_cost; /* what the discard cost the declarer; KR_NO_AMOUNT: nothing is laid away */
    uint32_t *best_discard; /* mask of the first of the best discards, 0: nothing is laid away */
} kr_game_columns;

/* Records to evaluate, and the columns for what comes of them. */
typedef struct kr_evaluating {
    size_t games, records, words; /* lengths of the columns below */
    const kr_game_row *game;
    const kr_record *record;
    const kr_record_word *word;
    const kr_facts *facts;  /* of each record, by kr_judge_records */
    size_t rows;
    const uint32_t *listed; /* of each row the number of its record; NULL: all records in their order */
    kr_card_columns by_card;
    kr_game_columns by_game;
} kr_evaluating;

/* Evaluates the rows in their order. Returns KR_OK; KR_BAD_FACTS for a row whose numbers cannot be, KR_BAD_BUFFER for
 * one whose cards have no room; `bad` receives its number. */
int kr_evaluate(kr_ctx *ctx, const kr_evaluating *evaluating, size_t *bad);

#endif
