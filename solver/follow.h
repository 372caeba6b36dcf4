/* follow.h - play a judged record again under a task, and find the position before each card. The words of a seat are
 * what the seat says in trick 1: declarations, announcements, a raise and Contra.
 */
#ifndef KR_FOLLOW_H
#define KR_FOLLOW_H

#include "moment.h"
#include "search.h"

/* Return 1 if all numbers in a record, in its words and in its facts are valid, else 0. The row of rules `game` is not
 * checked, because the judge has already checked this row. */
int kr_facts_fit(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts);

/* Collect the data needed to follow a record: its question (contract, seats, trump, order of rank), its words and its
 * face-down cards. */
void kr_followed_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, kr_followed *out);

/* Write the position before the first card. If the game has a talon, the declarer has already taken the talon and has
 * discarded, and the points of the discard count for the opponents. No card lies face down yet. */
void kr_first_position(const kr_followed *g, const kr_task *task, kr_position *out);

/* Play the first `cards` cards of the record. at[i] receives the position before card i and before the words of its
 * player. at[cards] receives the position after all these cards. Return enum kr_status. */
int kr_follow(const kr_followed *g, const kr_prep *prep, int cards, kr_position *at);

/* Add to a position the declarations and announcements that a seat makes in trick 1. */
void kr_speak(const kr_words *words, const kr_task *task, int seat, kr_position *at);

/* Play a card in a position that already contains the words of the seat to play. Later seats have not said their words
 * yet. Return enum kr_status. */
int kr_play_spoken(const kr_prep *prep, kr_position *at, int card);

/* Return the mask of the contracts to which a seat may raise `contract` in trick 1. */
uint32_t kr_raises_of(const kr_followed *g, int contract, int seat);

/* Return 1 if a seat may say Contra in trick 1, else 0. `contra` is the number of Contra calls so far. */
int kr_may_say_contra(const kr_followed *g, int contra, int seat);

/* Return 1 if a seat may say Contra in trick 1 and no opponent of the declarer plays after this seat; else 0. `turn` is
 * the number of the seat's turn in the trick, from 1. */
int kr_is_last_contra(const kr_followed *g, int contra, int seat, int turn);

#endif
