/* moment.h - a game while it is played: at each turn the position, what is in force, and what the seat to play may do.
 *
 * A judged record is followed card by card, or cards that it does not have are played. Nothing is allocated. */
#ifndef KR_MOMENT_H
#define KR_MOMENT_H

#include "judge.h"
#include "measure.h"

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
    uint8_t contra;         /* calls of Contra before the first card: one of trick 1 holds from there on */
    uint8_t laid[KR_SEATS]; /* of two declarers the cards that lie face down in trick 1, or KR_NONE */
    uint8_t laid_known;     /* both are known, or there are none */
} kr_followed;

/* A game before the card of a seat, and before its words. */
typedef struct kr_moment {
    kr_task task;         /* by which the cards are played under the contract in force */
    kr_position position;
    uint32_t legal;       /* mask of the cards that the seat may play, or lay face down; 0 once play has ended */
    uint32_t raises;      /* mask of the contracts to which the seat may raise now */
    uint8_t contract;     /* number of the contract in force */
    uint8_t contra;       /* calls of Contra in force */
    uint8_t seat;         /* plays or lays the next card; once all are played the seat that took the last trick */
    uint8_t trick, turn;  /* of the next card, from 1 */
    uint8_t lays;         /* 1: the next card is laid face down */
    uint8_t declares;     /* 1: the seat may declare and announce now */
    uint8_t couples;      /* mask of the suits of which it holds a marriage that it may declare now */
    uint8_t last_contra;  /* 1: the seat may say Contra now, and no opponent of the declarer plays after it */
    uint8_t all_played;   /* 1: no cards are left */
    uint8_t ended;        /* 1: all are played, or play stops here */
    uint8_t beyond;       /* 1: cards were played after the end, and count for nothing */
} kr_moment;

/* Makes a judged record ready; it keeps `game` and `facts`. Returns KR_BAD_TASK for a row of rules whose numbers cannot
 * be, and KR_BAD_FACTS for such facts and words, or if something of contract, hands and discard is not known. */
int kr_open_record(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts,
                   kr_followed *out);

/* Before the first card, and before two declarers lay theirs face down. Returns a status, as all below. */
int kr_moment_first(const kr_followed *g, kr_moment *out);

/* After the first cards of the record, with its words. KR_BAD_FACTS if cards that lie face down are not known. */
int kr_moment_after(const kr_followed *g, int cards, kr_moment *out);

/* The seat to play says what it says in `words`; that of other seats is left out. */
int kr_moment_speak(const kr_followed *g, const kr_words *words, kr_moment *moment);

/* The same, and it plays a card, or lays it face down. */
int kr_moment_play(const kr_followed *g, const kr_words *words, kr_moment *moment, int card);

/* What the moment is measured by: the contract in force, put to the seats. */
int kr_moment_measure(const kr_followed *g, const kr_moment *moment, kr_measure *out);

/* The position after the first cards of the record under another task of its play. */
int kr_position_under(const kr_followed *g, const kr_task *task, int cards, kr_position *out);

#endif
