/* auction.h - the state of an auction: the seat to call, the legal calls, and the end (RULINGS). */
#ifndef KR_AUCTION_H
#define KR_AUCTION_H

#include "judge.h"

/* The state of an auction. Numbers are KR_UNSAID if absent. */
typedef struct kr_auction {
    const kr_game_row *game;
    uint32_t hands[4]; /* hands by seat; required cards are only checked in known hands */
    uint8_t known;
    int8_t named;      /* trump that forehand named, KR_UNSAID if unknown */
    int8_t first, turn;
    int8_t contract, declarer, trump, second; /* the highest bid; `second` is the seat that joined its declarer */
    uint8_t active;    /* mask of the seats that have not passed */
    uint8_t over;      /* 1 if the bidding is over */
    uint8_t contras;   /* number of Contra calls */
    uint8_t rounds;    /* number of rounds in which all seats passed */
    uint8_t calls;
    uint8_t lost_rank[4]; /* for each seat, the rank at which its bid lost a tie, 0: none */
    kr_fact_call call[KR_MAX_CALLS];
} kr_auction;

void kr_auction_begin(kr_auction *a, const kr_game_row *game, const uint32_t hands[4], uint8_t known, int named, int first);

/* Make a call for the seat to call. Return KR_GOOD, or the problem of an illegal call. `arg` receives the problem's
 * arguments. */
int kr_auction_take(kr_auction *a, int call, int suit, int32_t arg[4]);

/* The legal calls: a mask of contracts, and these bits. The suits of calls are not checked. */
#define KR_ALLOWS_PASS (1u << 30)
#define KR_ALLOWS_SECOND (1u << 29)
uint32_t kr_auction_allowed(const kr_auction *a);

/* Return the mask of the contracts that a seat could bid now as the highest bid. `suit` is the suit named, or
 * KR_UNSAID. */
uint32_t kr_auction_bids(const kr_auction *a, int seat, int suit);

/* Return the contract that a seat plays if it passes now and all later seats pass too. KR_UNSAID: it plays none. */
int kr_auction_passed(const kr_auction *a, int seat);

/* Set the outcome when the calls end: a contract that is played without a bid, or a bid that nobody may overcall. */
void kr_auction_end(kr_auction *a);

/* Return why a seat may not bid or declare a contract: KR_CALL_MAY_NOT or KR_CALL_WITHOUT; KR_GOOD if it may.
 * `forehand` and `trump` are below 0 if unknown. Hands of seats outside the mask `known` are unknown. */
int kr_barred(const kr_game_row *game, int contract, int seat, int forehand, const uint32_t hands[4], unsigned known,
              int trump);

#endif
