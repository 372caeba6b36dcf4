/* tasks.h - list the searches that answer a question. A question is a contract with its seats, trump and order of rank
 * (kr_question). A task has the rules of play and the goal of one search (kr_task). */
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

/* Largest number of searches that one question needs. */
#define KR_MAX_SEARCHES 5

/* Return 0 if two sides play against each other, or 1 if there are more than two parties. Some contracts always have
 * more than two parties. Every question with two declarers also has more than two parties. */
int kr_question_parties(const kr_game_row *game, const kr_question *question);

/* Return the amount that one unit stands for in the results of searches with more than two parties. Return 0 if there
 * are two sides. */
int32_t kr_question_unit(const kr_game_row *game, const kr_question *question);

/* Return the search task for a question and a goal. If `goal` is NULL, take the goal of the contract. The goal must not
 * be KR_KIND_DEALT, because such a contract is won without play. */
kr_task kr_task_of(const kr_game_row *game, const kr_question *question, const kr_goal_row *goal);

/* Return the task that contains the rules of play of a contract with its seats. With more than two parties every seat
 * plays for itself. */
kr_task kr_played_task(const kr_game_row *game, const kr_question *question);

/* Write the searches that answer a question, and return how many there are. If the contract has a value, the first
 * search finds this value. If `selfish` is 0, omit the search in which every seat plays for itself. With this search, a
 * table of results takes a hundred times as long. */
int kr_searches(const kr_game_row *game, const kr_question *question, int selfish, kr_search out[KR_MAX_SEARCHES]);

/* Write the cheapest searches that find what the declarer's side is paid. If the declarer's side loses, the result of a
 * search may be 0 instead of the loss. Return how many searches were written. */
int kr_paying_searches(const kr_game_row *game, const kr_question *question, kr_search out[KR_MAX_SEARCHES]);

#endif
