/* measure.h - convert the value of a contract to the settlement of each seat. The value is a number of points or
 * tricks, or 1 for a made and 0 for a lost contract. */
#ifndef KR_MEASURE_H
#define KR_MEASURE_H

#include "payment.h"
#include "tasks.h"

/* A measure converts values of a contract to settlements. Usually two sides play against each other, and one value
 * determines the settlements of all seats. In some contracts there are more than two parties, for example if every seat
 * plays for itself. Then each seat has its own search task (kr_task_for). The value of this task is what the seat can
 * force against all others. */
typedef struct kr_measure {
    const kr_game_row *game;
    const kr_contract_row *contract;
    kr_question question;
    kr_task task;     /* rules of play and goal. If the contract has two sides, the settlements of all seats follow from
                       * the value of this task */
    uint8_t parties;  /* 1 if the contract has more than two parties, 0 if it has two sides */
    int32_t unit[4];  /* for each seat, a factor: the seat receives this factor times the amount that kr_amount returns.
                       * If the product is negative, the seat pays */
} kr_measure;

/* Return the measure for a contract with its seats, trump and order of rank (kr_question). */
kr_measure kr_measure_of(const kr_game_row *game, const kr_question *question);

/* Return the search task whose value says what `seat` can force. With two sides the task is the same for all seats. */
kr_task kr_task_for(const kr_measure *m, int seat);

/* Return the amount that one payer owes one receiver if the contract has the value `value`. `contra` says how often
 * Contra was called. Return `value` itself in three cases: the contract has more than two parties, the contract's
 * amount comes from a separate search (KR_STAKE_SEARCH), or the contract is not paid (KR_STAKE_NONE). */
int32_t kr_amount(const kr_measure *m, int contra, int value);

/* Return the amount that one payer owes one receiver for the result of a search. `role` says what the result means
 * (enum kr_role), and `contra` how often Contra was called. */
int32_t kr_result_amount(const kr_measure *m, int contra, int role, int result);

/* Return what `seat` receives if its task (kr_task_for) has the value `value`. If the result is negative, the seat
 * pays. `contra` says how often Contra was called. */
static inline int32_t kr_settles(const kr_measure *m, int contra, int seat, int value)
{
    return m->unit[seat] * kr_amount(m, contra, value);
}

/* Return 1 if the declarer's side wins the contract with `value`, and 0 if it loses. Return -1 for a contract that can
 * be neither won nor lost. */
int kr_wins(const kr_measure *m, int contra, int value);

#endif
