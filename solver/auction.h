/* auction.h - an auction as it goes along: whose turn it is, what may be called, and how it ends (RULINGS). */
#ifndef KR_AUCTION_H
#define KR_AUCTION_H

#include "judge.h"

/* Numbers are KR_UNSAID where there is nobody or nothing. */
typedef struct kr_auction {
    const kr_game_row *game;
    uint32_t hands[4]; /* what a bidder must hold is looked for in the known ones */
    uint8_t known;
    int8_t named;      /* the trump that forehand named, KR_UNSAID: not known */
    int8_t first, turn;
    int8_t contract, declarer, trump, second; /* the bid that stands highest, and who has joined it */
    uint8_t active;    /* mask of the seats that have not passed */
    uint8_t over;      /* nobody may bid any more */
    uint8_t contras;   /* calls of Contra */
    uint8_t rounds;    /* how often all have passed */
    uint8_t calls;
    uint8_t lost_rank[4]; /* of each seat the rank at which it lost a tie, 0: none */
    kr_fact_call call[KR_MAX_CALLS];
} kr_auction;

void kr_auction_begin(kr_auction *a, const kr_game_row *game, const uint32_t hands[4], uint8_t known, int named, int first);

/* One call by the seat whose turn it is; returns KR_GOOD, or why it is not allowed with the arguments of the code. */
int kr_auction_take(kr_auction *a, int call, int suit, int32_t arg[4]);

/* The calls that are allowed now: a mask of contracts, and these bits. A suit is not named. */
#define KR_ALLOWS_PASS (1u << 30)
#define KR_ALLOWS_SECOND (1u << 29)
uint32_t kr_auction_allowed(const kr_auction *a);

/* Mask of the contracts that a seat could bid now, with a suit or KR_UNSAID, so that its bid would stand. */
uint32_t kr_auction_bids(const kr_auction *a, int seat, int suit);

/* The contract that a seat plays if it passes now and everybody after it, KR_UNSAID if it plays none. */
int kr_auction_passed(const kr_auction *a, int seat);

/* What the end of the calls means: a contract nobody bid for, or a bid that nobody may overcall. */
void kr_auction_end(kr_auction *a);

/* Why a seat may not bid or declare a contract: KR_GOOD, KR_CALL_MAY_NOT or KR_CALL_WITHOUT. A forehand below 0 is not
 * known, and so is a `trump` below 0 and a hand that is not in `known`. */
int kr_barred(const kr_game_row *game, int contract, int seat, int forehand, const uint32_t hands[4], unsigned known,
              int trump);

#endif
