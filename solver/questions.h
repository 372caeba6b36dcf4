/* questions.h - the questions of a game. A question (kr_question) is a contract with certain seats, trump, partner and
 * order of rank. A row (kr_row) says which deals can lead to a question, and in which of these deals the contract of
 * the question may be bid. */
#ifndef KR_QUESTIONS_H
#define KR_QUESTIONS_H

#include "batch.h"
#include "rules.h"

/* List the questions of a game, ordered by contract, leader, declarer, trump, partner and order. Among the questions of
 * a contract, those with two declarers come last. Write at most `room` questions to `out`, and the mask kr_callable()
 * of each question to `callable`. Return how many questions the game has in total. If `selfish` is 0, omit contracts in
 * which every seat plays for itself, and questions with two declarers. */
size_t kr_list_questions(const kr_game_row *game, int selfish, size_t room, kr_question *out, uint32_t *callable);

/* Return the mask of the cards that the declarer can call to get the trump and the order of rank of a question. The
 * mask does not depend on the seat that holds the called card. Return 0 if the contract has no called card. */
uint32_t kr_callable(const kr_game_row *game, const kr_question *question);

/* Return the row of a question. The row says which cards the declarer can call to get the question, which seat must
 * hold the called card, and which cards the bidder must hold. */
kr_row kr_row_of(const kr_game_row *game, const kr_question *question);

/* Return 1 if an auction can end with the contract and the seats of a question, else 0. `forehand` is the seat to the
 * left of the dealer. If `forehand` is KR_NONE (unknown), return 1 only if the answer does not depend on forehand. */
int kr_auction_leads_to(const kr_game_row *game, const kr_question *question, int forehand);

#endif
