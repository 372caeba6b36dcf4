/* measure.h - what a value comes to: a contract put to seats, its task, and its settlement. */
#ifndef KR_MEASURE_H
#define KR_MEASURE_H

#include "payment.h"
#include "tasks.h"

/* Between two sides the value of a position settles all seats; with more than two parties each seat has a task of its
 * own, for what it can force against all others. */
typedef struct kr_measure {
    const kr_game_row *game;
    const kr_contract_row *contract;
    kr_question question;
    kr_task task;     /* by which the cards are played: between two sides that of every seat */
    uint8_t parties;  /* there are more than two */
    int32_t unit[4];  /* what an amount of one pays each seat */
} kr_measure;

kr_measure kr_measure_of(const kr_game_row *game, const kr_question *question);

/* The task that measures a position for a seat. */
kr_task kr_task_for(const kr_measure *m, int seat);

/* What one payer owes one receiver for a value, with so many calls of Contra; among more parties the value itself. */
int32_t kr_amount(const kr_measure *m, int contra, int value);

/* The same for the result of a search in a role (enum kr_role). */
int32_t kr_result_amount(const kr_measure *m, int contra, int role, int result);

/* What a value of the seat's task settles for the seat. */
static inline int32_t kr_settles(const kr_measure *m, int contra, int seat, int value)
{
    return m->unit[seat] * kr_amount(m, contra, value);
}

/* Whether the declarer's side wins with a value; -1 where nobody wins or loses. */
int kr_wins(const kr_measure *m, int contra, int value);

#endif
