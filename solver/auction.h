/* auction.h - the state of an auction: the seat to call, its legal calls, and the contract that results (RULINGS). */
#ifndef KR_AUCTION_H
#define KR_AUCTION_H

#include "judge.h"

/* The state of an auction. A field for a seat, a contract or a suit is KR_UNSAID if there is none. */
typedef struct kr_auction {
    const kr_game_row *game;
    uint32_t hands[4]; /* hand of each seat, as a mask of cards. Some bids require certain cards in the hand. The hand
                        * of a seat is checked only if `known` has the seat */
    uint8_t known;     /* mask of the seats whose hands are known */
    int8_t named;      /* trump that forehand named before the auction; KR_UNSAID: unknown */
    int8_t first, turn;                       /* `first` is the seat that calls first, `turn` the seat to call now */
    int8_t contract, declarer, trump, second; /* the highest bid so far: its contract, the seat that made it
                                               * (`declarer`), its trump, and the seat that joined it (`second`) */
    uint8_t active;    /* mask of the seats that may still bid */
    uint8_t over;      /* 1 if the bidding is over */
    uint8_t contras;   /* number of doubling calls so far: Contra, Recontra and Subcontra */
    uint8_t doublers;  /* used after the bidding: mask of the seats that may make the next doubling call (Contra,
                        * Recontra or Subcontra). Only one side may make this call. If a seat of this side passes
                        * instead, its bit is cleared */
    uint8_t rounds;    /* number of rounds in which all seats have passed */
    uint8_t calls;     /* number of entries of `call` */
    uint8_t lost_rank[4]; /* for each seat whose bid lost a tie, the rank of this bid. The seat may then bid only higher
                           * contracts. 0: no bid of the seat lost a tie */
    kr_fact_call call[KR_MAX_CALLS];
} kr_auction;

/* Set up an auction before its first call. The arguments fill the fields with the same names. */
void kr_auction_begin(kr_auction *a, const kr_game_row *game, const uint32_t hands[4], uint8_t known, int named, int first);

/* Make a call for the seat whose turn it is. Return KR_GOOD if the call is legal. Otherwise return its problem (enum
 * kr_problem_code), and write the arguments of this problem to `arg`. */
int kr_auction_take(kr_auction *a, int call, int suit, int32_t arg[4]);

/* kr_auction_allowed returns the legal calls of the seat whose turn it is, as a mask. Bit n means that the seat may bid
 * contract n. KR_ALLOWS_PASS means that it may pass, KR_ALLOWS_SECOND that it may join the highest bid as second
 * declarer. The function assumes that the calls name no suits. */
#define KR_ALLOWS_PASS (1u << 30)
#define KR_ALLOWS_SECOND (1u << 29)
uint32_t kr_auction_allowed(const kr_auction *a);

/* Return the mask of the contracts that a seat could bid now so that its bid becomes the highest. `suit` is the suit
 * that the bid names, or KR_UNSAID. */
uint32_t kr_auction_bids(const kr_auction *a, int seat, int suit);

/* Return the contract that `seat` would play as declarer if it passed now and all later seats passed too. Return
 * KR_UNSAID if `seat` would not be the declarer. */
int kr_auction_passed(const kr_auction *a, int seat);

/* Complete the state after the last call of a record. If the bidding is over without a bid, set the contract that is
 * then played. Some games have no such contract. If there is a bid, and only forehand may bid in this game, mark the
 * bidding as over. */
void kr_auction_end(kr_auction *a);

/* Return KR_GOOD if a seat may bid or declare a contract. Return KR_CALL_MAY_NOT if the rules never allow the contract
 * for this seat. Return KR_CALL_WITHOUT if the seat's hand lacks required cards. The hand is checked only if the mask
 * `known` has the seat. `forehand` (the seat that calls first) and `trump` are below 0 if they are unknown. */
int kr_barred(const kr_game_row *game, int contract, int seat, int forehand, const uint32_t hands[4], unsigned known,
              int trump);

#endif
