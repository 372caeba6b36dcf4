/* moment.h - follow a game card by card: the position, the contract in force and the possible acts at each turn.
 *
 * The cards may come from a judged record, or may be other cards. No memory is allocated. The words of a seat are its
 * declarations, announcements, raise and Contra in trick 1.
 */
#ifndef KR_MOMENT_H
#define KR_MOMENT_H

#include "judge.h"
#include "measure.h"

/* The words of all seats in trick 1, as far as they affect what a side can force. */
typedef struct kr_words {
    uint8_t suits[KR_SEATS]; /* for each seat, mask of the suits whose marriages it declares */
    uint8_t hundred, all;    /* `hundred`: mask of the seats that announce 100;
                              * `all`: mask of the seats that announce all tricks */
    uint8_t contra;          /* mask of the seats that say Contra */
    uint8_t raiser;          /* seat that raises the contract, or KR_NONE */
    uint8_t level;           /* index of the contract after the raise */
} kr_words;

/* The data needed to follow a game. `facts` must be complete: all hands and the discard are known. */
typedef struct kr_followed {
    const kr_game_row *game;
    const kr_facts *facts;
    kr_words words;
    kr_question question;   /* contract before a raise, with its seats, trump and order of rank */
    uint8_t contra;         /* number of Contra calls before the first card; a Contra of trick 1 counts from its turn on
                             * and is not included */
    uint8_t laid[KR_SEATS]; /* for each of two declarers, the card that it lays face down in trick 1; else KR_NONE */
    uint8_t laid_known;     /* 1: both face-down cards are known, or no cards are laid face down */
} kr_followed;

/* A moment of a game: a seat is about to say its words and to play. */
typedef struct kr_moment {
    kr_task task;         /* rules of play and goal under the contract in force */
    kr_position position;
    uint32_t legal;       /* mask of the cards that the seat may play or lay face down; 0 after the end of play */
    uint32_t raises;      /* mask of the contracts to which the seat may raise now */
    uint8_t contract;     /* index of the contract in force */
    uint8_t contra;       /* number of Contra calls so far */
    uint8_t seat;         /* seat that plays or lays the next card; after the last card, the winner of the last trick */
    uint8_t trick, turn;  /* `trick` is the number of the trick, `turn` the number
                           * of the next card in the trick; both count from 1 */
    uint8_t lays;         /* 1: the next card is laid face down */
    uint8_t declares;     /* 1: the seat may declare marriages and make announcements now */
    uint8_t couples;      /* mask of the suits whose marriage the seat holds and may declare now */
    uint8_t may_contra;   /* 1: the seat may say Contra now */
    uint8_t last_contra;  /* 1: the seat may say Contra now, and no opponent of the declarer plays after it */
    uint8_t all_played;   /* 1: no cards are left */
    uint8_t ended;        /* 1: all cards are played, or play stops at this position */
    uint8_t beyond;       /* 1: cards were played after the end; they do not count */
} kr_moment;

/* Prepare a judged record to be followed. `out` keeps the pointers `game` and `facts`. Return KR_BAD_TASK for an
 * invalid row of rules. Return KR_BAD_FACTS for invalid facts or words, or if the contract, the hands or the discard
 * are not completely known. */
int kr_open_record(const kr_game_row *game, const kr_record *record, const kr_record_word *words, const kr_facts *facts,
                   kr_followed *out);

/* Write the moment before the first card. Two declarers have not laid their cards face down yet. This function and the
 * ones below return enum kr_status. */
int kr_moment_first(const kr_followed *g, kr_moment *out);

/* Write the moment after the first `cards` cards of the record and their seats' words. Return KR_BAD_FACTS if a
 * face-down card is unknown. */
int kr_moment_after(const kr_followed *g, int cards, kr_moment *out);

/* Let the seat to play say its words. `words` may hold words of other seats; they are ignored. */
int kr_moment_speak(const kr_followed *g, const kr_words *words, kr_moment *moment);

/* Let the seat to play say its words, and then play a card or lay it face down. */
int kr_moment_play(const kr_followed *g, const kr_words *words, kr_moment *moment, int card);

/* Write the kr_measure of a moment, which converts values of the contract in force to settlements. */
int kr_moment_measure(const kr_followed *g, const kr_moment *moment, kr_measure *out);

/* Write the position after the first `cards` cards of the record, with the points that `task` counts. The rules of play
 * of `task` must be those of the record's contract. */
int kr_position_under(const kr_followed *g, const kr_task *task, int cards, kr_position *out);

#endif
