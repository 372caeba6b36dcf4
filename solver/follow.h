/* follow.h - play a judged record again under a task: positions before each card, and the words of trick 1. */
#ifndef KR_FOLLOW_H
#define KR_FOLLOW_H

#include "moment.h"
#include "search.h"

/* Return whether the numbers of a record, its words and its facts are valid. The judge has checked the row of rules. */
int kr_facts_fit(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts);

void kr_followed_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, kr_followed *out);

/* Write the position before the first card. Talon and discard are exchanged, the discard counts for the opponents, and
 * no card lies face down yet. */
void kr_first_position(const kr_followed *g, const kr_task *task, kr_position *out);

/* Play the first `cards` cards. `at` receives the position before each card and after the last one, each before the
 * next seat speaks. Return a status. */
int kr_follow(const kr_followed *g, const kr_prep *prep, int cards, kr_position *at);

/* Make the declarations and announcements of a seat in trick 1. */
void kr_speak(const kr_words *words, const kr_task *task, int seat, kr_position *at);

/* Play a card of a seat that has spoken, while later seats have not. Return a status. */
int kr_play_spoken(const kr_prep *prep, kr_position *at, int card);

/* Return the mask of the contracts to which a seat may raise the contract in force in trick 1. */
uint32_t kr_raises_of(const kr_followed *g, int contract, int seat);

/* Return whether a seat may say Contra at a turn of trick 1 while no opponent of the declarer plays after it. */
int kr_is_last_contra(const kr_followed *g, int contra, int seat, int turn);

#endif
