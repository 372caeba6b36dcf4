/* payment.h - the points and the settlement of a played game (RULINGS). */
#ifndef KR_PAYMENT_H
#define KR_PAYMENT_H

#include "judge.h"

/* The score of a Rufer or a Schnapser. */
typedef struct kr_race {
    int points[2]; /* points of the declarer's side and of the other */
    int taken[2];  /* tricks of these sides */
    int reached;   /* side that has reached its points, KR_UNSAID if neither has */
    int tricks;    /* number of tricks finished so far, or until play stopped */
} kr_race;

/* Count a Rufer or a Schnapser. Check after each registration and each trick whether play is over. */
kr_race kr_run_race(const kr_game_row *game, const kr_question *question, const kr_facts *facts);

/* Count the points of the declarer's side and of the others: tricks, discard and marriages that count. */
void kr_count_points(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int out[2]);

/* Write the settlement of all seats. Return 0 if it is undecided or nothing is settled. */
int kr_settle_game(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int32_t out[4]);

/* Write the payment to each seat for an amount of 1 that the declarer's side wins. Between two sides, every payer pays
 * 1, and the receivers share the sum equally. If a contract settles nothing, the seats of that side count 1 and the
 * others -1. */
void kr_shares(const kr_game_row *game, const kr_question *question, int32_t out[4]);

/* Return the stake of a contract for a value: the amount that one payer owes one receiver of the declarer's side. */
int32_t kr_stake_of(const kr_game_row *game, const kr_contract_row *contract, int value, int contra);

#endif
