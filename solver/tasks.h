/* tasks.h - the searches that answer a question: rules and seats in, tasks out. */
#ifndef KR_TASKS_H
#define KR_TASKS_H

#include "rules.h"

/* What the result of a search is. */
enum kr_role {
    KR_ROLE_VALUE = 0,     /* the value of the contract */
    KR_ROLE_STAKE = 1,     /* what one payer owes one receiver */
    KR_ROLE_GUARANTEE = 2, /* what the task's seat `seek` can force, in units */
    KR_ROLE_PAYOFF = 3,    /* what selfish play pays each of the four seats, in units */
    KR_ROLE_MADE = 4       /* 1 if the contract is made, else 0 */
};

typedef struct kr_search {
    kr_task task;
    uint8_t role; /* enum kr_role */
} kr_search;

#define KR_MAX_SEARCHES 5

/* Whether more than two interests meet: by the contract, or because two players undertake the same. */
int kr_question_parties(const kr_game_row *game, const kr_question *question);

/* With more than two parties the settlement that one unit of a search is worth, else 0. */
int32_t kr_question_unit(const kr_game_row *game, const kr_question *question);

/* The task of a question for a goal; NULL stands for the goal of its contract. A goal of KR_KIND_DEALT has none. */
kr_task kr_task_of(const kr_game_row *game, const kr_question *question, const kr_goal_row *goal);

/* The task by which the cards of a game are played; with more than two parties it is that of selfish play. */
kr_task kr_played_task(const kr_game_row *game, const kr_question *question);

/* The searches that answer a question, its value first; returns how many they are. Without `selfish` those of selfish
 * play are left out: they make a table take a hundred times as long. */
int kr_searches(const kr_game_row *game, const kr_question *question, int selfish, kr_search out[KR_MAX_SEARCHES]);

/* The cheapest searches that say what a question pays if it pays at all: a loss may become 0. */
int kr_paying_searches(const kr_game_row *game, const kr_question *question, kr_search out[KR_MAX_SEARCHES]);

#endif
