/* measure.h - convert values to settlements, by a contract with its seats, task and payments. */
#ifndef KR_MEASURE_H
#define KR_MEASURE_H

#include "payment.h"
#include "tasks.h"

/* A measure converts values. Between two sides, the value of a position settles all seats. With more than two parties,
 * each seat has its own task: the value is what this seat can force against all others. */
typedef struct kr_measure {
    const kr_game_row *game;
    const kr_contract_row *contract;
    kr_question question;
    kr_task task;     /* task by which the cards are played; with two sides it measures for every seat */
    uint8_t parties;  /* 1 if there are more than two parties */
    int32_t unit[4];  /* payment to each seat for an amount of 1 */
} kr_measure;

kr_measure kr_measure_of(const kr_game_row *game, const kr_question *question);

/* Return the task that measures a position for a seat. */
kr_task kr_task_for(const kr_measure *m, int seat);

/* Return the amount that a payer owes a receiver for a value, after `contra` calls of Contra. With more than two
 * parties, return the value itself. */
int32_t kr_amount(const kr_measure *m, int contra, int value);

/* Return the same amount for the result of a search in a role (enum kr_role). */
int32_t kr_result_amount(const kr_measure *m, int contra, int role, int result);

/* Return the settlement of a seat for a value of its task. */
static inline int32_t kr_settles(const kr_measure *m, int contra, int seat, int value)
{
    return m->unit[seat] * kr_amount(m, contra, value);
}

/* Return whether the declarer's side wins with a value; -1 if nobody wins or loses. */
int kr_wins(const kr_measure *m, int contra, int value);

#endif
