/* payment.h - count the points of a played game, and settle it: find what each seat receives or pays (RULINGS). */
#ifndef KR_PAYMENT_H
#define KR_PAYMENT_H

#include "judge.h"

/* The score of a Rufer or a Schnapser. In these contracts, play can end early because a side has enough points. Index 0
 * is the declarer's side, index 1 the other side. */
typedef struct kr_race {
    int points[2]; /* points of each side */
    int taken[2];  /* how many tricks each side has taken */
    int reached;   /* side that has reached the points that it needs; KR_UNSAID: neither side has */
    int tricks;    /* number of finished tricks. Tricks after the end of play are not counted */
} kr_race;

/* Return the score of a Rufer or a Schnapser. The score changes with each registered marriage and each trick. Counting
 * stops when play is over. */
kr_race kr_run_race(const kr_game_row *game, const kr_question *question, const kr_facts *facts);

/* Write the points of the declarer's side to out[0], and those of the other side to out[1]. The points come from
 * tricks, the discard, and the marriages that count. */
void kr_count_points(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int out[2]);

/* Write what each seat receives after a game, and return 1. A seat with a negative amount pays. If the game is
 * undecided or its contract is not paid, return 0. */
int kr_settle_game(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int32_t out[4]);

/* Write what each seat receives if the declarer's side wins an amount of 1. Every seat of the other side pays 1, and
 * the declarer's side shares the sum equally. If a contract is not paid (KR_STAKE_NONE), each seat of the declarer's
 * side gets 1 and each other seat -1. */
void kr_shares(const kr_game_row *game, const kr_question *question, int32_t out[4]);

/* Return the amount that one payer owes one receiver of the declarer's side. `value` is the value of the contract: its
 * points or tricks, or 1 if it is made and 0 if not. `contra` says how often Contra was called. A negative result means
 * that the declarer's side pays. */
int32_t kr_stake_of(const kr_game_row *game, const kr_contract_row *contract, int value, int contra);

#endif
