/* rules.h - the rules of games as rows of numbers: games, contracts and goals.
 *
 * Python keeps the rows in kranalyze/games/ and packs them into these structs (kranalyze/core/rules.py). Fields
 * have the same names in both languages. The name of an enum constant joins the field and the word:
 * KR_PARTY_CALLED. The page gets the same bytes. The judge follows the rows and knows no game by name.
 */
#ifndef KR_RULES_H
#define KR_RULES_H

#include "kr.h"

#define KR_MAX_CONTRACTS 16
#define KR_LARGEST_VALUE 1000000 /* keeps settlements within 32 bits */
#define KR_NO_LEAST INT32_MIN /* kr_contract_row.makeable_at: the contract has no declarer and is neither made nor lost */

/* The goal of the declarer's side (kranalyze.games.Goal.kind). */
enum kr_kind {
    KR_KIND_SWEEP = 0,   /* the takers win all of the first tricks */
    KR_KIND_EXACTLY = 1, /* an exact number of tricks */
    KR_KIND_POINTS = 2,  /* most card points */
    KR_KIND_TRICKS = 3,  /* most tricks */
    KR_KIND_STAKES = 4,  /* the whole settlement of Russbach */
    KR_KIND_RACE = 5,    /* first to a number of points */
    KR_KIND_DEALT = 6,   /* won as dealt */
    KR_KIND_LAST = 7,    /* all tricks but the last; the winner of the last becomes the partner */
    KR_KIND_DOUBLE = 8,  /* two declarers; each of them wants to take no trick */
    KR_KIND_MOST = 9,    /* every seat plays for itself and tries not to take the most points */
    KR_KINDS = 10
};

enum kr_takers { KR_TAKERS_DECLARER = 0, KR_TAKERS_SIDE = 1, KR_TAKERS_OTHERS = 2 };
enum kr_stake { KR_STAKE_FIXED = 0, KR_STAKE_VALUE = 1, KR_STAKE_SEARCH = 2, KR_STAKE_NONE = 3 };
enum kr_order { KR_ORDER_K = 0, KR_ORDER_T = 1, KR_ORDER_Z = 2, KR_ORDERS = 3, KR_ORDER_KT = 3 /* order T if a Ten is called, else order K */ };
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
    uint8_t tricks;    /* number of tricks; in a sweep 0 means all */
    uint8_t need;      /* points that must be reached, 0 for none */
    uint8_t low;       /* in a race, a loser with fewer points loses double */
    uint8_t stop;      /* play stops as soon as `need` is reached */
    uint8_t margin;    /* points are counted as the difference: own minus other */
    uint8_t marriages; /* enum kr_marriages */
    uint8_t own_marriages; /* only the declarer's own marriages count */
    uint8_t spare[3];
} kr_goal_row;

/* The fields of kranalyze.games.Contract. */
typedef struct kr_contract_row {
    int32_t value;       /* v of RULINGS */
    int32_t per;         /* divisor of KR_STAKE_VALUE */
    int32_t second;      /* v with a second bidder; 0: no second bidder is allowed */
    int32_t makeable_at; /* smallest value with which the contract is made, or KR_NO_LEAST */
    uint32_t raises;     /* mask of the contracts to which this contract may be raised */
    uint8_t rank;        /* rank in the auction, from 1; 0: it cannot be bid */
    uint8_t stake;       /* enum kr_stake */
    uint8_t order;       /* enum kr_order */
    uint8_t trump;       /* 1 if the contract has a trump suit */
    uint8_t party;       /* enum kr_party */
    uint8_t sits_out;    /* 1 if the declarer's partner sits out */
    uint8_t bidders;     /* enum kr_bidders */
    uint8_t leads;       /* enum kr_leads */
    uint8_t requires;    /* enum kr_requires */
    uint8_t loser_pays;  /* 1: if one of two bidders succeeds, the other pays him */
    uint8_t has_settles; /* 1: `settles` is the goal for the payoff, else `goal` */
    uint8_t open_after;  /* number of tricks after which the players who did not bid the contract lay their cards
                          * face up; 0: never */
    kr_goal_row goal;
    kr_goal_row settles;
} kr_contract_row;

/* The fields of kranalyze.games.Game, under its rule options. */
typedef struct kr_game_row {
    uint32_t pack;         /* mask of the cards in the pack */
    uint8_t size, seats, talon;
    uint8_t last;          /* points for the last trick */
    uint8_t points[8];     /* points of each natural rank */
    uint8_t strength[KR_ORDERS][8]; /* by order of rank and natural rank: 0 low to 7 high */
    uint8_t marriage[2];   /* points of a marriage: in a plain suit, in trumps */
    uint8_t must_trump, must_beat;
    uint8_t pairs;         /* 1 if opposite seats are always partners */
    uint8_t contra;        /* enum kr_contra */
    uint8_t most_contra;
    uint8_t called_trump;  /* 1 if the suit of the called card is trump */
    uint8_t call_own;      /* 1 if declarers may call a card that they hold themselves */
    uint8_t opening_marriage; /* enum kr_opening_marriage */
    uint8_t endings;       /* 1 if shorter hands of equal size may be played */
    uint8_t calibration;   /* 1 if the game may be played without trump (whist) */
    uint8_t bids_once;     /* 1 if each seat calls once, and forehand plays the first contract if nobody bids */
    uint8_t rounds;        /* most rounds in which all seats pass */
    uint8_t dealer_bids;   /* 1 if the dealer must bid when all others have passed in the last round */
    uint8_t ties;          /* 1 if a bid may equal the last bid; both bidders then name their trump */
    uint8_t tie_place[4];  /* by suit: of two equal bids, the bid whose suit has the lower number stands */
    uint8_t names_trump;   /* 1 if forehand names a trump suit before the auction */
    uint8_t contracts;     /* number of contracts */
    uint8_t passed_out;    /* number of the contract that is played if nobody bids, or KR_NONE */
    uint8_t spare;
    kr_contract_row contract[KR_MAX_CONTRACTS];
} kr_game_row;

/* A contract with its seats. KR_NONE means no seat, no trump, or an unknown order. */
typedef struct kr_question {
    uint8_t contract; /* number of the contract in the game's row */
    uint8_t declarer, leader, second, partner;
    uint8_t trump; /* suit, or KR_NO_TRUMP */
    uint8_t order; /* K, T or Z of enum kr_order */
    uint8_t spare;
} kr_question;

/* Return the mask of the seats of a game. */
static inline unsigned kr_seats_mask(const kr_game_row *game) { return (1u << game->seats) - 1; }

/* Return the declarer, or the leader if nobody declares. */
static inline int kr_first(const kr_question *q) { return q->declarer == KR_NONE ? q->leader : q->declarer; }

/* Return the mask of the seats of the declarer's side (of the leader's side if nobody declares). */
static inline unsigned kr_side(const kr_question *q)
{
    return 1u << kr_first(q) | (q->partner == KR_NONE ? 0 : 1u << q->partner);
}

/* Return the goal by which a contract is settled. */
static inline const kr_goal_row *kr_settled_goal(const kr_contract_row *c) { return c->has_settles ? &c->settles : &c->goal; }

/* Return whether play can end before the last trick, as soon as points are reached. */
static inline int kr_ends_early(const kr_goal_row *g) { return g->stop || g->kind == KR_KIND_RACE; }

/* Return whether 100 and all tricks can be announced in trick 1. */
static inline int kr_announces(const kr_goal_row *g) { return g->kind == KR_KIND_STAKES; }

/* Return whether any contract of a game has a goal with declared marriages (kr_game_declares) or with announcements
 * (kr_game_announces). */
int kr_game_declares(const kr_game_row *game);
int kr_game_announces(const kr_game_row *game);

/* Return the mask of the seats that may bid or declare a contract. Forehand is the seat to the left of the dealer. */
unsigned kr_may_bid(const kr_game_row *game, const kr_contract_row *contract, int forehand);

/* Write the sets of cards required for a contract: the declarer must hold one set completely. Return the number of
 * sets, 0 if nothing is required. If the trump is unknown (KR_NO_TRUMP), every suit is possible. */
int kr_required_sets(const kr_game_row *game, const kr_contract_row *contract, int trump, uint32_t set[4]);

/* Return whether a hand has the cards that a contract requires. KR_NO_TRUMP: the trump is unknown. */
int kr_holds_required(const kr_game_row *game, const kr_contract_row *contract, uint32_t hand, int trump);

/* Return the partner of the declarer (of the leader if nobody declares), KR_NONE: none. `holder` is the seat that holds
 * the called card. */
int kr_partner_of(const kr_contract_row *contract, int first, int holder);

/* Return the order of rank of a contract. KR_NONE: the order depends on the called card, and that is unknown (-1). */
int kr_played_order(const kr_contract_row *contract, int called);

/* Return the suit that a called card makes trump in a contract, KR_NO_TRUMP if there is none. */
int kr_called_trump(const kr_game_row *game, const kr_contract_row *contract, int called);

/* Return the mask of cards of which forehand must hold at least one to name a trump (KR_NO_TRUMP: no trump is named).
 * If any card will do, return the whole pack. */
uint32_t kr_naming_cards(const kr_game_row *game, int trump);

/* Return the mask of the legal cards of a hand in a trick of `played` cards. `best` receives the index of the card that
 * is winning so far. */
uint32_t kr_legal_cards(const kr_game_row *game, const kr_question *q, uint32_t hand, const uint8_t *trick, int played,
                        int *best);

/* Return the mask of the seats that play; kr_next_seat returns the seat that plays after another. */
unsigned kr_playing_seats(const kr_game_row *game, const kr_question *q);
int kr_next_seat(unsigned seats, int seat);

/* Work out who played each card, from trick 1 on. `card` has the cards in playing order. `seat` receives the seat of
 * each card, and then the seat of the next card. Return the number of cards in a trick. */
int kr_seats_in_turn(const kr_game_row *game, const kr_question *q, const uint8_t *card, size_t cards, uint8_t *seat);

#endif
