/* questions.h - the questions of a game: its contracts with all seats, trumps, partners and orders of rank
 * (kr_question). A row of a table (kr_row) states when a deal reaches a question, and when its contract may be bid.
 */
#ifndef KR_QUESTIONS_H
#define KR_QUESTIONS_H

#include "batch.h"
#include "rules.h"

/* List the questions of a game, ordered by contract, leader, declarer, trump, partner and order. Questions of two
 * declarers follow those of one declarer. Write at most `room` questions, and the kr_callable() cards of each. Return
 * the number of all questions. Without `selfish`, omit contracts in which every seat plays for itself, and questions of
 * two declarers. */
size_t kr_list_questions(const kr_game_row *game, int selfish, size_t room, kr_question *out, uint32_t *callable);

/* Return the mask of the cards whose call leads to a question, whoever holds them. Return 0 if nothing is called. */
uint32_t kr_callable(const kr_game_row *game, const kr_question *question);

/* Return the row of a table for a question: the called cards that lead to it, and the cards that the bidder must
 * hold. */
kr_row kr_row_of(const kr_game_row *game, const kr_question *question);

/* Return 1 if an auction can lead to a question, else 0. If `forehand` is unknown (KR_NONE), return 1 only if the seat
 * of forehand does not matter. */
int kr_auction_leads_to(const kr_game_row *game, const kr_question *question, int forehand);

#endif
