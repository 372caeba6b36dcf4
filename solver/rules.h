/* rules.h - the rules of games as rows of numbers: what a game, a contract and a goal are.
 *
 * Python keeps the rows in kranalyze/games/ and packs them into these structures (kranalyze/core/rules.py): a field has
 * the name that it has there, an enum number the name of its field and its value. The page gets the same bytes. The
 * functions of the judge obey the rows, and know no game by its name.
 */
#ifndef KR_RULES_H
#define KR_RULES_H

#include "kr.h"

#define KR_MAX_CONTRACTS 16
#define KR_LARGEST_VALUE 1000000 /* so that no settlement leaves 32 bits */
#define KR_NO_LEAST INT32_MIN /* kr_contract_row.makeable_at: nobody declares it, and it is not made or lost */

/* What the declarer's side tries to force (kranalyze.games.Goal.kind). */
enum kr_kind {
    KR_KIND_SWEEP = 0,   /* every one of the first tricks falls to the takers */
    KR_KIND_EXACTLY = 1, /* so many tricks, no more and no fewer */
    KR_KIND_POINTS = 2,  /* most card points */
    KR_KIND_TRICKS = 3,  /* most tricks */
    KR_KIND_STAKES = 4,  /* the whole settlement of Russbach */
    KR_KIND_RACE = 5,    /* first to a number of points */
    KR_KIND_DEALT = 6,   /* won as dealt */
    KR_KIND_LAST = 7,    /* all tricks but the last, whose winner becomes the partner */
    KR_KIND_DOUBLE = 8,  /* two declarers who each take no trick */
    KR_KIND_MOST = 9,    /* not to take the most points, each for himself */
    KR_KINDS = 10
};

enum kr_takers { KR_TAKERS_DECLARER = 0, KR_TAKERS_SIDE = 1, KR_TAKERS_OTHERS = 2 };
enum kr_stake { KR_STAKE_FIXED = 0, KR_STAKE_VALUE = 1, KR_STAKE_SEARCH = 2, KR_STAKE_NONE = 3 };
enum kr_order { KR_ORDER_K = 0, KR_ORDER_T = 1, KR_ORDER_Z = 2, KR_ORDERS = 3, KR_ORDER_KT = 3 /* T if a Ten is called, else K */ };
enum kr_party { KR_PARTY_ALONE = 0, KR_PARTY_CALLED = 1, KR_PARTY_OPPOSITE = 2 };
enum kr_bidders {
    KR_BIDDERS_ANY = 0,
    KR_BIDDERS_FOREHAND = 1,
    KR_BIDDERS_FOREHAND_SIDE = 2,
    KR_BIDDERS_OTHER_SIDE = 3,
    KR_BIDDERS_NOT_FOREHAND = 4
};
enum kr_leads { KR_LEADS_DECLARER = 0, KR_LEADS_FOREHAND = 1 };
enum kr_requires { KR_REQUIRES_NONE = 0, KR_REQUIRES_MARRIAGE = 1, KR_REQUIRES_SUIT = 2, KR_REQUIRES_TRUMPS = 3 };
enum kr_contra { KR_CONTRA_NONE = 0, KR_CONTRA_DOUBLES = 1, KR_CONTRA_TOKEN = 2 };
enum kr_marriages { KR_MARRIAGES_NONE = KR_NO_MARRIAGES, KR_MARRIAGES_DECLARED = KR_DECLARED, KR_MARRIAGES_LEAD = KR_ON_LEAD };
enum kr_opening_marriage { KR_OPENING_MARRIAGE_YES = 0, KR_OPENING_MARRIAGE_NO = 1, KR_OPENING_MARRIAGE_PENDING = 2 };

/* The fields of kranalyze.games.Goal. */
typedef struct kr_goal_row {
    uint8_t kind;      /* enum kr_kind */
    uint8_t takers;    /* enum kr_takers */
    uint8_t tricks;    /* in a sweep, how many, 0 for all; in KR_KIND_EXACTLY, how many */
    uint8_t need;      /* points that must be reached, 0 for none */
    uint8_t low;       /* in a race, fewer points than this lose double */
    uint8_t stop;      /* play stops as soon as `need` is reached */
    uint8_t margin;    /* points as the difference own - other */
    uint8_t marriages; /* enum kr_marriages */
    uint8_t own_marriages; /* only the declarer's own marriages count */
    uint8_t spare[3];
} kr_goal_row;

/* The fields of kranalyze.games.Contract. */
typedef struct kr_contract_row {
    int32_t value;       /* v of RULINGS */
    int32_t per;         /* divisor of KR_STAKE_VALUE */
    int32_t second;      /* v when a second player undertakes the same, 0: nobody may */
    int32_t makeable_at; /* least value that makes it, or KR_NO_LEAST */
    uint32_t raises;     /* mask of the contracts it may be raised to */
    uint8_t rank;        /* place in the auction from 1, 0: it cannot be bid */
    uint8_t stake;       /* enum kr_stake */
    uint8_t order;       /* enum kr_order */
    uint8_t trump;       /* it names a trump suit */
    uint8_t party;       /* enum kr_party */
    uint8_t sits_out;    /* the player opposite takes no part */
    uint8_t bidders;     /* enum kr_bidders */
    uint8_t leads;       /* enum kr_leads */
    uint8_t requires;    /* enum kr_requires */
    uint8_t loser_pays;  /* when one of two succeeds the other pays him */
    uint8_t has_settles; /* `settles` gives the payoff, else `goal` does */
    uint8_t open_after;  /* tricks after which the players who did not bid it lay their cards face up, 0: never */
    kr_goal_row goal;
    kr_goal_row settles;
} kr_contract_row;

/* The fields of kranalyze.games.Game, by the rule options in force. */
typedef struct kr_game_row {
    uint32_t pack;         /* its cards */
    uint8_t size, seats, talon;
    uint8_t last;          /* points for the last trick */
    uint8_t points[8];     /* of each natural rank */
    uint8_t strength[KR_ORDERS][8]; /* by order of rank, of each natural rank: 0 low to 7 high */
    uint8_t marriage[2];   /* points in a plain suit, in trumps */
    uint8_t must_trump, must_beat;
    uint8_t pairs;         /* the seats opposite are partners for good */
    uint8_t contra;        /* enum kr_contra */
    uint8_t most_contra;
    uint8_t called_trump;  /* the suit of the called card is trump */
    uint8_t call_own;      /* an own card may be called */
    uint8_t opening_marriage; /* enum kr_opening_marriage */
    uint8_t endings;       /* shorter hands of one size are played too */
    uint8_t calibration;   /* a trump may be left out */
    uint8_t bids_once;     /* each seat speaks once, and forehand plays the first contract if nobody bids */
    uint8_t rounds;        /* how often all may pass */
    uint8_t dealer_bids;   /* the dealer must bid when all others have passed in the last round */
    uint8_t ties;          /* a bid may equal the last: both name their trump */
    uint8_t tie_place[4];  /* of each suit: of two equal bids the lower place stands */
    uint8_t names_trump;   /* forehand has named a trump suit before, whatever is bid */
    uint8_t contracts;     /* how many there are */
    uint8_t passed_out;    /* number of the contract that is played when nobody bids, or KR_NONE */
    uint8_t spare;
    kr_contract_row contract[KR_MAX_CONTRACTS];
} kr_game_row;

/* A contract put to seats; KR_NONE where there is nobody, no trump, no order known. */
typedef struct kr_question {
    uint8_t contract; /* its number in the game's row */
    uint8_t declarer, leader, second, partner;
    uint8_t trump; /* suit, or KR_NO_TRUMP */
    uint8_t order; /* K, T or Z of enum kr_order */
    uint8_t spare;
} kr_question;

/* The seats of a game, as a mask. */
static inline unsigned kr_seats_mask(const kr_game_row *game) { return (1u << game->seats) - 1; }

/* The declarer; where there is none, who leads. */
static inline int kr_first(const kr_question *q) { return q->declarer == KR_NONE ? q->leader : q->declarer; }

/* The seats that play for the declarer's side, as a mask (the leader's side where nobody declares). */
static inline unsigned kr_side(const kr_question *q)
{
    return 1u << kr_first(q) | (q->partner == KR_NONE ? 0 : 1u << q->partner);
}

/* The goal by which a contract is settled. */
static inline const kr_goal_row *kr_settled_goal(const kr_contract_row *c) { return c->has_settles ? &c->settles : &c->goal; }

/* Whether play may be over before the last trick: as soon as points are reached. */
static inline int kr_ends_early(const kr_goal_row *g) { return g->stop || g->kind == KR_KIND_RACE; }

/* Whether 100 and all tricks may be announced in trick 1, and count. */
static inline int kr_announces(const kr_goal_row *g) { return g->kind == KR_KIND_STAKES; }

/* Whether a goal of any contract declares marriages in trick 1; whether any announces. */
int kr_game_declares(const kr_game_row *game);
int kr_game_announces(const kr_game_row *game);

/* Mask of the seats that may bid or declare a contract; the forehand is left of the dealer. */
unsigned kr_may_bid(const kr_game_row *game, const kr_contract_row *contract, int forehand);

/* The sets of which the declarer of a contract must hold one whole; returns how many there are, 0 if nothing is required.
 * With KR_NO_TRUMP for an unknown trump every suit may be it. */
int kr_required_sets(const kr_game_row *game, const kr_contract_row *contract, int trump, uint32_t set[4]);

/* Whether a hand has what the declarer of a contract must hold; with KR_NO_TRUMP for an unknown trump. */
int kr_holds_required(const kr_game_row *game, const kr_contract_row *contract, uint32_t hand, int trump);

/* The seat that plays with the declarer (or with the leader, where nobody declares), KR_NONE: nobody. `holder` has the called
 * card. */
int kr_partner_of(const kr_contract_row *contract, int first, int holder);

/* The order of rank in which a contract is played, KR_NONE while it hangs on a card not yet known (-1). */
int kr_played_order(const kr_contract_row *contract, int called);

/* The trump that a called card makes in a contract, KR_NO_TRUMP if it makes none. */
int kr_called_trump(const kr_game_row *game, const kr_contract_row *contract, int called);

/* The cards of which forehand must hold one to name a trump (KR_NO_TRUMP: none is named): the whole pack where any card
 * will do. */
uint32_t kr_naming_cards(const kr_game_row *game, int trump);

/* Legal cards of a hand in a trick of `played` cards; `best` receives the place of the card that takes it so far. */
uint32_t kr_legal_cards(const kr_game_row *game, const kr_question *q, uint32_t hand, const uint8_t *trick, int played,
                        int *best);

/* The seats that play their cards under a question, as a mask, and the one that plays after another. */
unsigned kr_playing_seats(const kr_game_row *game, const kr_question *q);
int kr_next_seat(unsigned seats, int seat);

/* Whose cards these are, in playing order from trick 1 on: `seat` receives the seat of each, and of the next card.
 * Returns how many cards a trick has. */
int kr_seats_in_turn(const kr_game_row *game, const kr_question *q, const uint8_t *card, size_t cards, uint8_t *seat);

#endif
