/* measure.c - convert the values of a contract to amounts and to wins or losses (RULINGS, section "What `value` and
 * `makeable` mean"). */
#include "measure.h"

kr_measure kr_measure_of(const kr_game_row *game, const kr_question *q)
{
    kr_measure m = {.game = game, .contract = &game->contract[q->contract], .question = *q};
    m.task = kr_played_task(game, q);
    m.parties = (uint8_t)kr_question_parties(game, q);
    kr_shares(game, q, m.unit);
    for (int seat = 0; seat < KR_SEATS && m.parties; seat++) m.unit[seat] = kr_question_unit(game, q);
    return m;
}

kr_task kr_task_for(const kr_measure *m, int seat)
{
    kr_task task = m->task;
    if (!m->parties) return task;
    task.seek = (uint8_t)seat;
    task.side = (uint8_t)(1u << seat);
    return task;
}

int32_t kr_amount(const kr_measure *m, int contra, int value)
{
    const int stake = m->contract->stake;
    if (m->parties || stake == KR_STAKE_SEARCH || stake == KR_STAKE_NONE) return value;
    return kr_stake_of(m->game, m->contract, value, contra);
}

int32_t kr_result_amount(const kr_measure *m, int contra, int role, int result)
{
    if (role == KR_ROLE_STAKE) return result;
    if (role != KR_ROLE_MADE) return kr_amount(m, contra, result);
    /* A search with the role KR_ROLE_MADE returns 1 if the contract is made, else 0. Convert 1 to the smallest value
     * with which the contract is made, and 0 to the value that is smaller by 1. */
    return kr_amount(m, contra, m->contract->makeable_at - 1 + result);
}

int kr_wins(const kr_measure *m, int contra, int value)
{
    if (m->contract->makeable_at == KR_NO_LEAST) return -1;
    if (m->contract->stake == KR_STAKE_NONE) return value >= m->contract->makeable_at;
    return kr_amount(m, contra, value) > 0;
}
