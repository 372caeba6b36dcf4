/* evaluate.h - evaluate judged records of every game: the costs of cards and words, and the value of the deal.
 *
 * Records must have no errors. An amount is a settlement of the seat in question, in the unit of its game.
 */
#ifndef KR_EVALUATE_H
#define KR_EVALUATE_H

#include "judge.h"

#define KR_NO_AMOUNT INT32_MIN /* marks a missing amount in a column */

/* The state of a record: evaluated, or the reason why not. */
enum kr_evaluated {
    KR_NO_CONTRACT = 0,     /* there is no contract */
    KR_INCOMPLETE = 1,      /* the declarer, the called card or the trump is unknown */
    KR_HAND_UNKNOWN = 2,
    KR_DISCARD_UNKNOWN = 3, /* the discard or the talon is unknown */
    KR_WON_AS_DEALT = 4,    /* no card is played; if the deal is settled, its columns are filled */
    KR_EVALUATED = 5,
    KR_NOT_SOLVED = 6       /* a position is impossible; `status` has the reason */
};

enum kr_mark { KR_MARK_NONE = 0, KR_MARK_COST = 1, KR_MARK_CHANGED = 2 /* the card changed who wins */ };
enum kr_verdict { KR_VERDICT_MADE = 0, KR_VERDICT_GIFT = 1, KR_VERDICT_LOST = 2, KR_VERDICT_HOPELESS = 3 };

/* Columns by card. Records with KR_EVALUATED have an entry for each of their cards, others have none. */
typedef struct kr_card_columns {
    size_t room;             /* number of entries, each with KR_HAND choices */
    int8_t *seat, *card;
    uint8_t *trick, *turn;   /* from 1 */
    uint8_t *judged;         /* 0: the position is unknown, or the card does not count; the columns below then have
                              * no values */
    int32_t *before, *after; /* amount that the seat could force: before the card (after its words); after the card */
    int8_t *mark;            /* enum kr_mark */
    uint32_t *best;          /* mask of the cards that cost nothing */
    int32_t *words_cost;     /* cost of the seat's words or silence; KR_NO_AMOUNT if no words were possible */
    int32_t *words_gain;     /* change of the forced amount by the seat's words; KR_NO_AMOUNT if no words were
                              * possible */
    uint32_t *choice_end;    /* end of the card's choices in the next two columns */
    int8_t *choice;          /* legal cards, or cards that may be laid face down, in ascending order */
    int32_t *worth;          /* amount that the seat could force after each choice */
    kr_position *position;   /* position in which the card was chosen, after the seat's words; or NULL */
    kr_task *task;           /* task by which the card was judged; or NULL */
} kr_card_columns;

/* Columns by record. Columns by seat have four numbers per record. */
typedef struct kr_game_columns {
    uint8_t *state;      /* enum kr_evaluated */
    uint8_t *status;     /* enum kr_status of KR_NOT_SOLVED */
    uint8_t *partly;     /* 1: the position of a card is unknown */
    int8_t *laid;        /* by seat, the card that lay face down in trick 1; -1: none, or unknown */
    uint32_t *card_end;  /* end of the record's cards in the columns by card */
    int8_t *tricks;      /* tricks by seat, from the cards played so far; -1: unknown, or no such seat */
    int16_t *points;     /* points by seat, from cards, last trick and counting marriages; KR_UNKNOWN: unknown, or no
                          * such seat */
    int8_t *made;        /* 1 if the declarer is paid, else 0; -1: undecided, or nobody declares */
    int8_t *makeable;    /* 1 if the declarer could have forced a payment, else 0; -1: unknown, or nobody declares */
    int8_t *verdict;     /* enum kr_verdict, -1 if there is none */
    int16_t *value;      /* value of the contract before discard and first card; KR_UNKNOWN: none */
    int32_t *guarantee;  /* amount that each seat could force at that time; KR_NO_AMOUNT: none */
    int32_t *payoff;     /* settlement under best play from that time; KR_NO_AMOUNT: none */
    int32_t *cost;       /* amount that each seat gave away by cards and words; KR_NO_AMOUNT: unknown, or no such
                          * seat */
    int32_t *discard_cost; /* cost of the discard to the declarer; KR_NO_AMOUNT: there is no discard */
    uint32_t *best_discard; /* mask of the first best discard, 0: there is no discard */
} kr_game_columns;

/* Records to evaluate, and columns for the results. */
typedef struct kr_evaluating {
    size_t games, records, words; /* lengths of the columns below */
    const kr_game_row *game;
    const kr_record *record;
    const kr_record_word *word;
    const kr_facts *facts;  /* facts of each record, from kr_judge_records */
    size_t rows;
    const uint32_t *listed; /* the record of each row; NULL: all records in order */
    kr_card_columns by_card;
    kr_game_columns by_game;
} kr_evaluating;

/* Evaluate rows in order. Return KR_OK; KR_BAD_FACTS for a row with invalid numbers; KR_BAD_BUFFER for a row whose cards
 * have no room. `bad` receives the number of the row. */
int kr_evaluate(kr_ctx *ctx, const kr_evaluating *evaluating, size_t *bad);

#endif
