/* moment.h - follow a game card by card: the position, the contract in force and the possible acts at each turn.
 *
 * The cards may come from a judged record of a game (judge.h), or the caller may choose them. The functions do
 * not allocate memory. The "words" of a seat are what the seat says in trick 1: declarations, announcements, a raise
 * and Contra.
 */
#ifndef KR_MOMENT_H
#define KR_MOMENT_H

#include "judge.h"
#include "measure.h"

/* What all seats say in trick 1, as far as it affects the result of the play. */
typedef struct kr_words {
    uint8_t suits[KR_SEATS]; /* for each seat, mask of the suits whose marriages it declares */
    uint8_t hundred, all;    /* `hundred` is the mask of the seats that announce 100 points, `all` the mask of the seats
                              * that announce all tricks */
    uint8_t contra;          /* mask of the seats that say Contra */
    uint8_t raiser;          /* seat that raises the contract, or KR_NONE */
    uint8_t level;           /* index of the contract to which `raiser` raises */
} kr_words;

/* The data needed to follow a game card by card. `facts` is what the judge found in the record (judge.h). These facts
 * must include all hands and the discard. */
typedef struct kr_followed {
    const kr_game_row *game;
    const kr_facts *facts;
    kr_words words;
    kr_question question;   /* contract before any raise, with its seats, trump and order of rank */
    uint8_t contra;         /* how often Contra was called before the first card was played; calls in trick 1 are not
                             * included */
    uint8_t laid[KR_SEATS]; /* for each seat, the card that it lays face down in trick 1; KR_NONE: the seat lays no
                             * card. Only declarers lay cards, and only if there are two of them. */
    uint8_t laid_known;     /* 0: at least one of the two face-down cards is unknown. 1: both are known, or the contract
                             * has no face-down cards */
} kr_followed;

/* A moment of a game: the point at which a seat is about to say its words and to play a card. */
typedef struct kr_moment {
    kr_task task;         /* rules of play and goal under the contract in force */
    kr_position position;
    uint32_t legal;       /* mask of the cards that `seat` may play or lay face down; 0 after the end of play */
    uint32_t raises;      /* mask of the contracts (bit n: contract n) to which `seat` may raise now */
    uint8_t contract;     /* index of the contract in force */
    uint8_t contra;       /* how often Contra has been called so far */
    uint8_t seat;         /* seat that plays or lays the next card; after the last card, the winner of the last trick */
    uint8_t trick, turn;  /* `trick` is the number of the trick in progress, `turn` the number of the next card in this
                           * trick; both are counted from 1 */
    uint8_t lays;         /* 1: the next card is laid face down instead of played */
    uint8_t declares;     /* 1: the seat may declare marriages and make announcements now */
    uint8_t couples;      /* mask of the suits in which `seat` holds a marriage that it may declare now */
    uint8_t may_contra;   /* 1: the seat may say Contra now */
    uint8_t last_contra;  /* 1: this turn is the last chance for Contra, because no opponent of the declarer plays after
                           * `seat` */
    uint8_t all_played;   /* 1: no cards are left */
    uint8_t ended;        /* 1: play is over, because all cards are played or the contract ends play at this position
                           * (kr_stops) */
    uint8_t beyond;       /* 1: cards were played after the end of play. These cards do not count */
} kr_moment;

/* Prepare a judged record for the functions below. `out` keeps the pointers `game` and `facts`. Return KR_BAD_TASK if
 * the rules of the game are invalid, or if the contract is won without play. Return KR_BAD_FACTS if facts or words are
 * invalid, or if the contract, the hands or the discard are not completely known. */
int kr_open_record(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts,
                   kr_followed *out);

/* Write the moment before the first card. If there are two declarers, neither has laid a card face down yet. This
 * function and those below return enum kr_status. */
int kr_moment_first(const kr_followed *g, kr_moment *out);

/* Write the moment after the first `cards` cards of the record. This moment includes the words that the seats said with
 * these cards in trick 1. Return KR_BAD_FACTS if a face-down card is unknown. */
int kr_moment_after(const kr_followed *g, int cards, kr_moment *out);

/* Let the seat to play say its words, without playing a card. The function ignores the words of other seats in
 * `words`. */
int kr_moment_speak(const kr_followed *g, const kr_words *words, kr_moment *moment);

/* Let the seat to play say its words, and then play `card` or lay it face down. The function ignores the words of other
 * seats in `words`. */
int kr_moment_play(const kr_followed *g, const kr_words *words, kr_moment *moment, int card);

/* Write the measure that converts values of the contract in force at a moment to settlements (measure.h). */
int kr_moment_measure(const kr_followed *g, const kr_moment *moment, kr_measure *out);

/* Write the position after the first `cards` cards of the record, and count points as the goal of `task` requires. The
 * rules of play in `task` must be those of the record's contract. */
int kr_position_under(const kr_followed *g, const kr_task *task, int cards, kr_position *out);

#endif
