/* follow.h - a judged record played again under a task: the position before each card, and the words of trick 1. */
#ifndef KR_FOLLOW_H
#define KR_FOLLOW_H

#include "moment.h"
#include "search.h"

/* Whether the numbers of a record, its words and its facts can be; the judge has checked the row. */
int kr_facts_fit(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts);

void kr_followed_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, kr_followed *out);

/* Before the first card: the talon taken, the discard laid away for the opponents; nothing face down yet. */
void kr_first_position(const kr_followed *g, const kr_task *task, kr_position *out);

/* Plays the first `cards` cards; `at` receives the position before each of them and after the last one, before the next
 * seat speaks. Returns a status. */
int kr_follow(const kr_followed *g, const kr_prep *prep, int cards, kr_position *at);

/* The position once a seat has declared and announced what it does in trick 1. */
void kr_speak(const kr_words *words, const kr_task *task, int seat, kr_position *at);

/* Plays a card of a seat that has spoken; the seats to come have not. Returns a status. */
int kr_play_spoken(const kr_prep *prep, kr_position *at, int card);

/* Mask of the contracts to which a seat may raise one in force in trick 1. */
uint32_t kr_raises_of(const kr_followed *g, int contract, int seat);

/* Whether a seat may say Contra at a turn of trick 1, and no opponent of the declarer plays after it. */
int kr_is_last_contra(const kr_followed *g, int contra, int seat, int turn);

#endif
