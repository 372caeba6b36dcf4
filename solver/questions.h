/* questions.h - the questions of a game: its contracts put to all seats, trumps, partners and orders of rank. */
#ifndef KR_QUESTIONS_H
#define KR_QUESTIONS_H

#include "rules.h"

/* Lists the questions of a game, ordered by contract, leader, declarer, trump, partner and order; questions of two
 * declarers follow those of one. Returns how many there are, and writes those that have room, with their cards by
 * kr_callable. Without `selfish` contracts in which all play for themselves and two declarers are left out. */
size_t kr_list_questions(const kr_game_row *game, int selfish, size_t room, kr_question *out, uint32_t *callable);

/* The cards whose call leads to a question, wherever they lie, as a mask; 0 where nothing is called. */
uint32_t kr_callable(const kr_game_row *game, const kr_question *question);

/* The row of a table for a question: by which cards a deal reaches it, and what the bidder must hold. */
kr_row kr_row_of(const kr_game_row *game, const kr_question *question);

/* Whether an auction can lead to a question. `forehand` is KR_NONE if it is not known: then it must not matter. */
int kr_auction_leads_to(const kr_game_row *game, const kr_question *question, int forehand);

#endif
