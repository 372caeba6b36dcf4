/* payment.h - the points and the settlement of a played game (RULINGS). */
#ifndef KR_PAYMENT_H
#define KR_PAYMENT_H

#include "judge.h"

/* The score of a Rufer or a Schnapser, contracts whose play can end when a side has enough points. Index 0 is the
 * declarer's side, 1 the other side. */
typedef struct kr_race {
    int points[2]; /* points of each side */
    int taken[2];  /* number of tricks of each side */
    int reached;   /* side that has reached its points; KR_UNSAID: neither side has */
    int tricks;    /* number of tricks finished so far, or when play stopped */
} kr_race;

/* Count the points of a Rufer or a Schnapser. Check after each registered marriage and each trick whether play is
 * over. */
kr_race kr_run_race(const kr_game_row *game, const kr_question *question, const kr_facts *facts);

/* Write the points of the declarer's side [0] and of the others [1]: tricks, discard and marriages that count. */
void kr_count_points(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int out[2]);

/* Write the settlement of all seats. Return 0 if the game is undecided or its contract is not settled. */
int kr_settle_game(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int32_t out[4]);

/* Write the payment to each seat if the declarer's side wins an amount of 1. With two sides, every payer pays 1, and
 * the receivers share the sum equally. If a contract is not settled, each seat of the declarer's side gets 1 and each
 * other seat -1. */
void kr_shares(const kr_game_row *game, const kr_question *question, int32_t out[4]);

/* Return the stake of a contract for a value and a number of Contra calls: the amount that one payer owes one receiver
 * of the declarer's side. */
int32_t kr_stake_of(const kr_game_row *game, const kr_contract_row *contract, int value, int contra);

#endif
