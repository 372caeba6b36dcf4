/* payment.h - what a game that was played comes to: its points, how a race stands, the settlement (RULINGS). */
#ifndef KR_PAYMENT_H
#define KR_PAYMENT_H

#include "judge.h"

/* How a Rufer or a Schnapser stands. */
typedef struct kr_race {
    int points[2]; /* of the declarer's side and of the other */
    int taken[2];  /* tricks of the two */
    int reached;   /* the side that has the points it needs, KR_UNSAID if neither */
    int tricks;    /* that were finished when play stopped, or so far */
} kr_race;

/* Counts a Rufer or a Schnapser after each registration and each trick. */
kr_race kr_run_race(const kr_game_row *game, const kr_question *question, const kr_facts *facts);

/* Points of the declarer's side and of the others: tricks, discard, counting marriages. */
void kr_count_points(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int out[2]);

/* The settlement of all four seats; 0 while it is open, or if nothing is settled. */
int kr_settle_game(const kr_game_row *game, const kr_question *question, const kr_facts *facts, int32_t out[4]);

/* What an amount of one that the declarer's side wins pays each seat: between two sides each payer pays each receiver.
 * A contract that settles nothing counts one for the seats of that side and one against the others. */
void kr_shares(const kr_game_row *game, const kr_question *question, int32_t out[4]);

/* The stake of a contract: what one payer owes one receiver on the declarer's side, for a value. */
int32_t kr_stake_of(const kr_game_row *game, const kr_contract_row *contract, int value, int contra);
#endif
