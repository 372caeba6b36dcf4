/* evaluation.h - a record while it is evaluated: its course under the contract, and what is known of each turn. */
#ifndef KR_EVALUATION_H
#define KR_EVALUATION_H

#include "evaluate.h"
#include "follow.h"

/* A contract at which the record is played again. */
typedef struct kr_course {
    kr_measure measure;
    kr_prep prep;
    int least; /* values of cards count only by whether they reach this; or KR_EXACT */
    kr_position at[KR_MAX_CARDS + 1]; /* before each card, and before its player speaks */
} kr_course;

/* One card of the record. */
typedef struct kr_turn {
    uint8_t seat, card;
    uint8_t judged;
    uint8_t declares;              /* it declares and announces now */
    uint8_t speaks;                /* something was said, or could have been */
    uint8_t raised_before, raised; /* whether the contract was raised before its words, and after them */
    uint8_t contra_before, contra; /* the same of the calls of Contra */
    uint32_t legal, best;
    int32_t before, after;
    int32_t quiet; /* what the seat could force without its words */
    int32_t top;   /* with the best words, as far as they were looked at */
    int16_t value; /* of the position, its words spoken */
    uint8_t mark;
    kr_position position; /* at which it was chosen */
    kr_task task;
    int32_t worth[KR_HAND]; /* of the legal cards, in rising order */
} kr_turn;

typedef struct kr_evaluation {
    kr_ctx *ctx;
    kr_followed followed;
    int cards;
    kr_course course[2];    /* under the contract, and what it was raised to */
    const kr_course *table; /* whose positions the tables know of; NULL: nobody's */
    kr_turn turn[KR_MAX_CARDS];
    /* more than two parties: of each seat its task, ready */
    kr_task task_of[KR_SEATS];
    kr_prep prep_of[KR_SEATS];
    /* the deal, before the first card */
    int has_value;
    int value;
    int makeable; /* -1: nobody wins or loses */
    int32_t guarantee[KR_SEATS], payoff[KR_SEATS];
    int32_t discard_cost;
    uint32_t best_discard;
} kr_evaluation;

/* Makes a course ready, and plays its first cards. Returns a status. */
int kr_open_course(const kr_evaluation *e, int contract, int cards, kr_course *out);

/* Judges the cards, and the deal, of a contract of two sides, or of more parties. They return a status. */
int kr_evaluate_sides(kr_evaluation *e);
int kr_evaluate_parties(kr_evaluation *e);

/* What a card cost, by the values after the legal cards. */
void kr_judge_card(kr_turn *t, const kr_measure *m, const int16_t values[32], int value);

#endif
