/* evaluation.h - the state while a record is evaluated: the positions of the record under a contract, and the results
 * of each card.
 *
 * An amount is what a seat receives in the settlement (negative if it pays), in the unit of the game. The words of a
 * seat are its declarations, announcements, raises and Contra in trick 1.
 */
#ifndef KR_EVALUATION_H
#define KR_EVALUATION_H

#include "evaluate.h"
#include "follow.h"

/* A course: the positions of a record when its cards are played again under one contract. A record with a raise in
 * trick 1 has two courses, because the raise changes the contract. */
typedef struct kr_course {
    kr_measure measure;               /* converts values to settlements */
    kr_prep prep;                     /* the prepared task of the play */
    int least; /* KR_EXACT: searches find the exact value of a card. Any other number is a threshold: searches only
                * decide whether the value of a card is at least this number. */
    kr_position at[KR_MAX_CARDS + 1]; /* at[i]: position before the words and the card of turn i, counted from 0 */
} kr_course;

/* One card of the record. */
typedef struct kr_turn {
    uint8_t seat, card;
    uint8_t judged;                /* 1: the results below are filled */
    uint8_t declares;              /* 1: the seat may declare marriages and make announcements before this card */
    uint8_t speaks;                /* 1: the seat said words before this card, or could have said words */
    uint8_t raised_before, raised; /* `raised_before` is 1 if the contract was raised before this seat's words. `raised`
                                    * is 1 if the contract was raised before these words or by them. */
    uint8_t contra_before, contra; /* `contra_before` is the number of Contra calls before the seat's words. `contra` is
                                    * the number of Contra calls after these words. */
    uint32_t legal, best;          /* `legal` is the mask of the legal cards, `best`
                                    * the mask of the legal cards that cost nothing */
    int32_t before, after;         /* `before` is the amount that the seat could force before its card and after its
                                    * words. `after` is the amount that it could force after its card. */
    int32_t quiet; /* amount that the seat could have forced if it had said no words */
    int32_t top;   /* largest amount that the seat could have forced with its own words, with no words, or with other
                    * words that the program tried */
    int16_t value; /* value of the position after the seat's words and before the card */
    uint8_t mark;  /* enum kr_mark */
    kr_position position; /* position in which the card was chosen */
    kr_task task;         /* task by which the card was judged */
    int32_t worth[KR_HAND]; /* amount that the seat could force after each legal card, in ascending order of cards */
} kr_turn;

/* The evaluation of one record. */
typedef struct kr_evaluation {
    kr_ctx *ctx;
    kr_followed followed;   /* the record's question, words and face-down cards */
    int cards;              /* number of cards of the record */
    kr_course course[2];    /* [0]: the course under the contract as bid. [1]: the course under the contract after the
                             * raise. */
    const kr_course *table; /* the course to which the entries of the transposition table belong; NULL: they belong to
                             * no course */
    kr_turn turn[KR_MAX_CARDS]; /* results of each card */
    /* The next two fields are for contracts with more than two parties. */
    kr_task task_of[KR_SEATS];  /* for each seat, the task of this seat against all others */
    kr_prep prep_of[KR_SEATS];  /* the prepared task of each seat */
    /* The next fields are results for the deal before the first card. */
    int has_value; /* 1: `value` is filled */
    int value;     /* value of the contract */
    int makeable; /* 1 if the contract can be made, 0 if not, -1 if nobody wins or loses it */
    int32_t guarantee[KR_SEATS], payoff[KR_SEATS]; /* for each seat: `guarantee` is the amount that the seat can force,
                                                    * `payoff` is its settlement under best play */
    int32_t discard_cost;                          /* amount that the discard cost the declarer */
    uint32_t best_discard;                         /* mask of the best discard */
} kr_evaluation;

/* Write to `out` the course of the first `cards` cards of the record under the contract with the index `contract`.
 * Return enum kr_status. */
int kr_open_course(const kr_evaluation *e, int contract, int cards, kr_course *out);

/* Evaluate the cards and the deal of a record. kr_evaluate_sides is for contracts with two sides, kr_evaluate_parties
 * for contracts with more than two parties. Both return enum kr_status. */
int kr_evaluate_sides(kr_evaluation *e);
int kr_evaluate_parties(kr_evaluation *e);

/* Compute the amounts and the mark of the card of a turn. values[c] is the value of the position after the legal card
 * c. `value` is the value of the position before the card. `m` converts values to amounts. */
void kr_judge_card(kr_turn *t, const kr_measure *m, const int16_t values[32], int value);

#endif
