/* measure.h - convert values of a contract to settlements of its seats. */
#ifndef KR_MEASURE_H
#define KR_MEASURE_H

#include "payment.h"
#include "tasks.h"

/* A measure converts values to settlements. With two sides, the value of a position determines the settlement of all
 * seats. With more than two parties, each seat has its own task, and its value is what this seat can force against all
 * others. */
typedef struct kr_measure {
    const kr_game_row *game;
    const kr_contract_row *contract;
    kr_question question;
    kr_task task;     /* rules of play and goal; with two sides its value determines the settlement of every seat */
    uint8_t parties;  /* 1 if there are more than two parties */
    int32_t unit[4];  /* payment to each seat for an amount of 1, positive or negative */
} kr_measure;

/* Return the measure of a question. */
kr_measure kr_measure_of(const kr_game_row *game, const kr_question *question);

/* Return the task whose value says what a seat can force. With two sides all seats have the same task. */
kr_task kr_task_for(const kr_measure *m, int seat);

/* Return the amount that one payer owes one receiver for a value, after `contra` calls of Contra. With more than two
 * parties, return the value itself. */
int32_t kr_amount(const kr_measure *m, int contra, int value);

/* Return the amount that one payer owes one receiver for the result of a search. `role` says what the result means
 * (enum kr_role). */
int32_t kr_result_amount(const kr_measure *m, int contra, int role, int result);

/* Return the settlement of a seat for a value of its task (kr_task_for), after `contra` calls of Contra. */
static inline int32_t kr_settles(const kr_measure *m, int contra, int seat, int value)
{
    return m->unit[seat] * kr_amount(m, contra, value);
}

/* Return 1 if the declarer's side wins with a value, 0 if not, and -1 if nobody wins or loses. */
int kr_wins(const kr_measure *m, int contra, int value);

#endif
