/* auction.h - the state of an auction: the seat to call, the legal calls, and the outcome (RULINGS). */
#ifndef KR_AUCTION_H
#define KR_AUCTION_H

#include "judge.h"

/* The state of an auction. A seat, contract or suit is KR_UNSAID if there is none. */
typedef struct kr_auction {
    const kr_game_row *game;
    uint32_t hands[4]; /* hand of each seat; cards that a bid requires are only checked in known hands */
    uint8_t known;     /* mask of the seats whose hands are known */
    int8_t named;      /* trump that forehand named before the auction; KR_UNSAID: unknown */
    int8_t first, turn;                       /* `first` is the seat that calls first, `turn` the seat to call now */
    int8_t contract, declarer, trump, second; /* the highest bid so far: contract, declarer and trump; `second` is the
                                               * seat that joined this declarer */
    uint8_t active;    /* mask of the seats that have not passed for good */
    uint8_t over;      /* 1 if the bidding is over */
    uint8_t contras;   /* number of Contra calls */
    uint8_t doublers;  /* after the bidding: mask of the seats that may still make the next doubling call (Contra,
                        * Recontra or Subcontra), because their side may and they have not passed on it */
    uint8_t rounds;    /* number of rounds in which all seats passed */
    uint8_t calls;     /* number of entries of `call` */
    uint8_t lost_rank[4]; /* for each seat, the rank of its bid that lost a tie
                           * (the seat may bid again, but only higher); 0: none */
    kr_fact_call call[KR_MAX_CALLS];
} kr_auction;

/* Set up an auction before its first call. */
void kr_auction_begin(kr_auction *a, const kr_game_row *game, const uint32_t hands[4], uint8_t known, int named, int first);

/* Make a call for the seat to call. Return KR_GOOD, or, if the call is illegal, enum kr_problem_code. `arg` receives
 * the arguments of this code. */
int kr_auction_take(kr_auction *a, int call, int suit, int32_t arg[4]);

/* kr_auction_allowed returns the legal calls of the seat to call as a mask. Bit n means a bid of contract n,
 * KR_ALLOWS_PASS a pass, KR_ALLOWS_SECOND joining the highest bid as second declarer. Suits named with calls are not
 * checked. */
#define KR_ALLOWS_PASS (1u << 30)
#define KR_ALLOWS_SECOND (1u << 29)
uint32_t kr_auction_allowed(const kr_auction *a);

/* Return the mask of the contracts that a seat could bid now, so that its bid becomes the highest. `suit` is the suit
 * named, or KR_UNSAID. */
uint32_t kr_auction_bids(const kr_auction *a, int seat, int suit);

/* Return the contract that a seat plays if it passes now and all later seats pass too; KR_UNSAID if it plays none. */
int kr_auction_passed(const kr_auction *a, int seat);

/* Set the outcome when there are no more calls. This may be a contract that is played without a bid, or a bid that no
 * seat may overcall. */
void kr_auction_end(kr_auction *a);

/* Return KR_GOOD if a seat may bid or declare a contract. Otherwise return KR_CALL_MAY_NOT (the seat may never do so)
 * or KR_CALL_WITHOUT (the seat lacks required cards). `forehand` and `trump` are below 0 if unknown. Hands of seats
 * outside the mask `known` are unknown. */
int kr_barred(const kr_game_row *game, int contract, int seat, int forehand, const uint32_t hands[4], unsigned known,
              int trump);

#endif
