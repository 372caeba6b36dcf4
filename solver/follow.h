/* follow.h - a judged record played again under a task: the position before each card, and the words of trick 1. */
#ifndef KR_FOLLOW_H
#define KR_FOLLOW_H

#include "judge.h"
#include "measure.h"
#include "search.h"

/* What each seat says in trick 1, as far as it matters to what its side can force. */
typedef struct kr_words {
    uint8_t suits[KR_SEATS]; /* mask of the suits whose marriages it declares */
    uint8_t hundred, all;    /* masks of the seats that announce it */
    uint8_t contra;          /* mask of the seats that say Contra */
    uint8_t raiser;          /* seat that raises the contract, or KR_NONE, */
    uint8_t level;           /* and the number of the contract it raises to */
} kr_words;

/* Everything that a game is followed by; `facts` are complete, all hands and the discard known. */
typedef struct kr_followed {
    const kr_game_row *game;
    const kr_facts *facts;
    kr_words words;
    kr_question question;
    uint8_t laid[KR_SEATS]; /* of two declarers the cards that lie face down in trick 1, or KR_NONE */
    uint8_t laid_known;     /* both are known, or there are none */
} kr_followed;

void kr_followed_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, kr_followed *out);

/* Before the first card: the talon taken, the discard laid away for the opponents; nothing face down yet. */
void kr_first_position(const kr_followed *g, const kr_task *task, kr_position *out);

/* Plays the first `cards` cards; `at` receives the position before each of them and after the last one, before the next
 * seat speaks. Returns a status. */
int kr_follow(const kr_followed *g, const kr_prep *prep, int cards, kr_position *at);

/* The position once a seat has declared and announced what it does in trick 1. */
void kr_speak(const kr_followed *g, const kr_task *task, int seat, kr_position *at);

#endif
