/* measure.h - convert values to settlements: a contract with its seats, its task and its payments. */
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
    kr_task task;     /* task by which the cards are played; with two sides also that of every seat */
    uint8_t parties;  /* 1 if there are more than two parties */
    int32_t unit[4];  /* what an amount of 1 pays each seat */
} kr_measure;

kr_measure kr_measure_of(const kr_game_row *game, const kr_question *question);

/* The task that measures a position for a seat. */
kr_task kr_task_for(const kr_measure *m, int seat);

/* What a payer owes a receiver for a value, with a number of Contra calls. With more than two parties the value itself. */
int32_t kr_amount(const kr_measure *m, int contra, int value);

/* The same for the result of a search in a role (enum kr_role). */
int32_t kr_result_amount(const kr_measure *m, int contra, int role, int result);

/* The settlement of a seat for a value of its task. */
static inline int32_t kr_settles(const kr_measure *m, int contra, int seat, int value)
{
    return m->unit[seat] * kr_amount(m, contra, value);
}

/* Whether the declarer's side wins with a value; -1 if nobody wins or loses. */
int kr_wins(const kr_measure *m, int contra, int value);

#endif
