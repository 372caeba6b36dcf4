/* tasks.h - the searches that answer a question: rules and seats in, tasks out. */
#ifndef KR_TASKS_H
#define KR_TASKS_H

#include "rules.h"

/* The meaning of a search's result. */
enum kr_role {
    KR_ROLE_VALUE = 0,     /* the value of the contract */
    KR_ROLE_STAKE = 1,     /* amount that one payer owes one receiver */
    KR_ROLE_GUARANTEE = 2, /* settlement that the task's seat `seek` can force, in units */
    KR_ROLE_PAYOFF = 3,    /* settlement of each of the four seats under selfish play, in units */
    KR_ROLE_MADE = 4       /* 1 if the contract is made, else 0 */
};

typedef struct kr_search {
    kr_task task;
    uint8_t role; /* enum kr_role */
} kr_search;

#define KR_MAX_SEARCHES 5

/* Return whether a question has more than two parties: by its contract, or because it has two declarers. */
int kr_question_parties(const kr_game_row *game, const kr_question *question);

/* Return the settlement that one unit of a search is worth, if there are more than two parties, else 0. */
int32_t kr_question_unit(const kr_game_row *game, const kr_question *question);

/* Return the task of a question for a goal; NULL stands for the goal of its contract. A goal of KR_KIND_DEALT has no
 * task. */
kr_task kr_task_of(const kr_game_row *game, const kr_question *question, const kr_goal_row *goal);

/* Return the task by which the cards of a game are played. With more than two parties, it is the task of selfish
 * play. */
kr_task kr_played_task(const kr_game_row *game, const kr_question *question);

/* Write the searches that answer a question; the first one finds its value. Return their number. Without `selfish`,
 * omit the searches of selfish play, which make a table take a hundred times as long. */
int kr_searches(const kr_game_row *game, const kr_question *question, int selfish, kr_search out[KR_MAX_SEARCHES]);

/* Write the cheapest searches for the payment of a question if it is positive; a loss may become 0. Return their
 * number. */
int kr_paying_searches(const kr_game_row *game, const kr_question *question, kr_search out[KR_MAX_SEARCHES]);

#endif
