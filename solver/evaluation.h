/* evaluation.h - the state of a record's evaluation: its positions under a contract, and the results of each turn. */
#ifndef KR_EVALUATION_H
#define KR_EVALUATION_H

#include "evaluate.h"
#include "follow.h"

/* A course: the record played again under one contract. */
typedef struct kr_course {
    kr_measure measure;
    kr_prep prep;
    int least; /* only whether values of cards reach this matters; or KR_EXACT */
    kr_position at[KR_MAX_CARDS + 1]; /* position before each card, before its player speaks */
} kr_course;

/* One card of the record. */
typedef struct kr_turn {
    uint8_t seat, card;
    uint8_t judged;
    uint8_t declares;              /* 1: the seat declares and announces at this turn */
    uint8_t speaks;                /* 1: words were said, or could have been said */
    uint8_t raised_before, raised; /* 1 if the contract was raised: before the seat's words; after them */
    uint8_t contra_before, contra; /* number of Contra calls: before the seat's words; after them */
    uint32_t legal, best;
    int32_t before, after;
    int32_t quiet; /* what the seat could force without its words */
    int32_t top;   /* what the seat could force with its best words, as far as they were searched */
    int16_t value; /* value of the position after the words */
    uint8_t mark;
    kr_position position; /* position in which the card was chosen */
    kr_task task;
    int32_t worth[KR_HAND]; /* for each legal card in ascending order */
} kr_turn;

typedef struct kr_evaluation {
    kr_ctx *ctx;
    kr_followed followed;
    int cards;
    kr_course course[2];    /* [0] under the contract, [1] under the contract it was raised to */
    const kr_course *table; /* course whose positions are in the transposition table, or NULL */
    kr_turn turn[KR_MAX_CARDS];
    /* more than two parties: the task of each seat, prepared */
    kr_task task_of[KR_SEATS];
    kr_prep prep_of[KR_SEATS];
    /* the deal before the first card */
    int has_value;
    int value;
    int makeable; /* 1 or 0; -1: nobody wins or loses */
    int32_t guarantee[KR_SEATS], payoff[KR_SEATS];
    int32_t discard_cost;
    uint32_t best_discard;
} kr_evaluation;

/* Prepare a course and play its first `cards` cards. Return a status. */
int kr_open_course(const kr_evaluation *e, int contract, int cards, kr_course *out);

/* Evaluate the cards and the deal: kr_evaluate_sides for two sides, kr_evaluate_parties for more parties. Return a
 * status. */
int kr_evaluate_sides(kr_evaluation *e);
int kr_evaluate_parties(kr_evaluation *e);

/* Set the cost and the mark of a card from the values after the legal cards. */
void kr_judge_card(kr_turn *t, const kr_measure *m, const int16_t values[32], int value);

#endif
