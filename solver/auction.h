/* auction.h - the state of an auction: the seat to call, the legal calls, and the end (RULINGS). */
#ifndef KR_AUCTION_H
#define KR_AUCTION_H

#include "judge.h"

/* Numbers are KR_UNSAID if absent. */
typedef struct kr_auction {
    const kr_game_row *game;
    uint32_t hands[4]; /* by seat; only known ones are checked for required cards */
    uint8_t known;
    int8_t named;      /* the trump that forehand named, KR_UNSAID: unknown */
    int8_t first, turn;
    int8_t contract, declarer, trump, second; /* the highest bid, and the seat that joined it */
    uint8_t active;    /* mask of the seats that have not passed */
    uint8_t over;      /* 1 if nobody may bid any more */
    uint8_t contras;   /* number of Contra calls */
    uint8_t rounds;    /* number of rounds in which all passed */
    uint8_t calls;
    uint8_t lost_rank[4]; /* for each seat the rank at which it lost a tie, 0: none */
    kr_fact_call call[KR_MAX_CALLS];
} kr_auction;

void kr_auction_begin(kr_auction *a, const kr_game_row *game, const uint32_t hands[4], uint8_t known, int named, int first);

/* Make a call of the seat to call. Return KR_GOOD, or the problem of an illegal call, with its arguments. */
int kr_auction_take(kr_auction *a, int call, int suit, int32_t arg[4]);

/* The legal calls: a mask of contracts, and these bits. Suits are not considered. */
#define KR_ALLOWS_PASS (1u << 30)
#define KR_ALLOWS_SECOND (1u << 29)
uint32_t kr_auction_allowed(const kr_auction *a);

/* Mask of the contracts that a seat could bid now, with a suit or KR_UNSAID, so that its bid would stand. */
uint32_t kr_auction_bids(const kr_auction *a, int seat, int suit);

/* The contract that a seat plays if it passes now and everybody after it, KR_UNSAID if it plays none. */
int kr_auction_passed(const kr_auction *a, int seat);

/* What the end of the calls means: a contract nobody bid for, or a bid that nobody may overcall. */
void kr_auction_end(kr_auction *a);

/* Why a seat may not bid or declare a contract: KR_GOOD, KR_CALL_MAY_NOT or KR_CALL_WITHOUT. `forehand` and `trump` may
 * be unknown (below 0). Hands that are not in `known` are unknown, too. */
int kr_barred(const kr_game_row *game, int contract, int seat, int forehand, const uint32_t hands[4], unsigned known,
              int trump);

#endif
