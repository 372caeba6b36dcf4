/* tasks.h - the searches that answer a question: convert rules and seats to tasks. */
#ifndef KR_TASKS_H
#define KR_TASKS_H

#include "rules.h"

/* The meaning of the result of a search. */
enum kr_role {
    KR_ROLE_VALUE = 0,     /* value of the contract */
    KR_ROLE_STAKE = 1,     /* amount that one payer owes one receiver */
    KR_ROLE_GUARANTEE = 2, /* settlement that the seat `seek` of the task can force, in units (kr_question_unit) */
    KR_ROLE_PAYOFF = 3,    /* settlement of each of the four seats in selfish play, in units (kr_question_unit) */
    KR_ROLE_MADE = 4       /* 1 if the contract is made, else 0 */
};

/* A search: a task, and a role that says what its result means. */
typedef struct kr_search {
    kr_task task;
    uint8_t role; /* enum kr_role */
} kr_search;

/* Largest number of searches of a question. */
#define KR_MAX_SEARCHES 5

/* Return 1 if a question has more than two parties, by its contract or because it has two declarers; else 0. */
int kr_question_parties(const kr_game_row *game, const kr_question *question);

/* Return the amount of one unit in the results of a search with more than two parties. Return 0 for two sides. */
int32_t kr_question_unit(const kr_game_row *game, const kr_question *question);

/* Return the task of a question for a goal. If `goal` is NULL, take the goal of the contract. A goal of KR_KIND_DEALT
 * has no task. */
kr_task kr_task_of(const kr_game_row *game, const kr_question *question, const kr_goal_row *goal);

/* Return the task with the rules by which the cards of a question are played. With more than two parties every seat
 * plays for itself. */
kr_task kr_played_task(const kr_game_row *game, const kr_question *question);

/* Write the searches that answer a question, and return their number. The first search finds the value of the contract.
 * If `selfish` is 0, omit the searches in which every seat plays for itself; with them a table takes a hundred times as
 * long. */
int kr_searches(const kr_game_row *game, const kr_question *question, int selfish, kr_search out[KR_MAX_SEARCHES]);

/* Write the cheapest searches that find the payment if the declarer's side is paid. If it loses, they may find 0
 * instead of the loss. Return the number of searches. */
int kr_paying_searches(const kr_game_row *game, const kr_question *question, kr_search out[KR_MAX_SEARCHES]);

#endif
