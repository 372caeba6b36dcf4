/* rules.h - the rules of games as rows of numbers: games, contracts and goals.
 *
 * A row of rules is a kr_game_row: the rules of one game with its options. Python keeps the rows in kranalyze/games/
 * and packs them into these structs (kranalyze/core/rules.py). Fields have the same names in C and Python. An enum
 * constant is named after the field and the word that Python uses: party "called" is KR_PARTY_CALLED. The web page
 * reads the same bytes. The judge of records follows these numbers and knows no game by name.
 */
#ifndef KR_RULES_H
#define KR_RULES_H

#include "kr.h"

#define KR_MAX_CONTRACTS 16
#define KR_LARGEST_VALUE 1000000 /* largest amount that a row of rules may contain. This limit keeps settlements within
                                  * 32 bits */
#define KR_NO_LEAST INT32_MIN /* value of kr_contract_row.makeable_at for a contract without a declarer, which is
                               * neither made nor lost */

/* The goal of the declarer's side (kranalyze.games.Goal.kind). */
enum kr_kind {
    KR_KIND_SWEEP = 0,   /* the seats `takers` win all of the first `tricks` tricks (kr_goal_row) */
    KR_KIND_EXACTLY = 1, /* the side takes an exact number of tricks */
    KR_KIND_POINTS = 2,  /* the side takes as many card points as possible */
    KR_KIND_TRICKS = 3,  /* the side takes as many tricks as possible */
    KR_KIND_STAKES = 4,  /* Rußbach: the value is the whole settlement, counted in stakes */
    KR_KIND_RACE = 5,    /* the first side to reach a number of points wins */
    KR_KIND_DEALT = 6,   /* the contract is won as dealt, without play */
    KR_KIND_LAST = 7,    /* the declarer takes all tricks but the last, whose winner becomes the partner */
    KR_KIND_DOUBLE = 8,  /* two declarers; each of them wants to take no trick */
    KR_KIND_MOST = 9,    /* every seat plays for itself and tries not to take the most points */
    KR_KINDS = 10
};

/* The seats that must take the tricks of a sweep. DECLARER: the declarer alone. SIDE: the declarer's side. OTHERS: the
 * opponents of this side. */
enum kr_takers { KR_TAKERS_DECLARER = 0, KR_TAKERS_SIDE = 1, KR_TAKERS_OTHERS = 2 };
/* How a contract is paid. FIXED: a fixed amount. VALUE: an amount that grows with the contract's value. SEARCH: the
 * amount comes from a separate search. NONE: the contract is not paid. */
enum kr_stake { KR_STAKE_FIXED = 0, KR_STAKE_VALUE = 1, KR_STAKE_SEARCH = 2, KR_STAKE_NONE = 3 };
/* The order of rank of the cards under a contract. kr_game_row.strength says what each order is. */
enum kr_order { KR_ORDER_K = 0, KR_ORDER_T = 1, KR_ORDER_Z = 2, KR_ORDERS = 3, KR_ORDER_KT = 3 /* order T if a Ten is called, else order K */ };
/* The declarer's partner. ALONE: none. CALLED: the seat that holds the called card. OPPOSITE: the seat opposite. */
enum kr_party { KR_PARTY_ALONE = 0, KR_PARTY_CALLED = 1, KR_PARTY_OPPOSITE = 2 };
/* The seats that may bid a contract. */
enum kr_bidders {
    KR_BIDDERS_ANY = 0,
    KR_BIDDERS_FOREHAND = 1,
    KR_BIDDERS_FOREHAND_SIDE = 2,
    KR_BIDDERS_OTHER_SIDE = 3,
    KR_BIDDERS_NOT_FOREHAND = 4
};
/* The seat that leads the first trick. */
enum kr_leads { KR_LEADS_DECLARER = 0, KR_LEADS_FOREHAND = 1 };
/* The cards that a declarer must hold. NONE: no particular cards. MARRIAGE: a King and Queen of one suit. SUIT: all
 * cards of a suit. TRUMPS: all trumps. */
enum kr_requires { KR_REQUIRES_NONE = 0, KR_REQUIRES_MARRIAGE = 1, KR_REQUIRES_SUIT = 2, KR_REQUIRES_TRUMPS = 3 };
/* The effect of Contra. NONE: there is no Contra. DOUBLES: each call doubles the stake. TOKEN: a call in trick 1 adds 1
 * to the stake. */
enum kr_contra { KR_CONTRA_NONE = 0, KR_CONTRA_DOUBLES = 1, KR_CONTRA_TOKEN = 2 };
/* How marriages count; the numbers are those of enum kr_marriage. */
enum kr_marriages { KR_MARRIAGES_NONE = KR_NO_MARRIAGES, KR_MARRIAGES_DECLARED = KR_DECLARED, KR_MARRIAGES_LEAD = KR_ON_LEAD };
/* Whether the opening lead registers a marriage. YES: the lead registers it. NO: the lead does not register it.
 * PENDING: the lead registers it, but the marriage counts only when its player's side has taken a trick. */
enum kr_opening_marriage { KR_OPENING_MARRIAGE_YES = 0, KR_OPENING_MARRIAGE_NO = 1, KR_OPENING_MARRIAGE_PENDING = 2 };

/* What a side wants to reach in a contract. The fields are those of kranalyze.games.Goal. */
typedef struct kr_goal_row {
    uint8_t kind;      /* enum kr_kind */
    uint8_t takers;    /* enum kr_takers */
    uint8_t tricks;    /* how many tricks the goal is about; 0 in a sweep means all tricks */
    uint8_t need;      /* points that must be reached; 0: no points are required */
    uint8_t low;       /* KR_KIND_RACE: a losing side with fewer points than `low` loses double */
    uint8_t stop;      /* 1: play stops as soon as the side has `need` points or `tricks` tricks are played */
    uint8_t margin;    /* 1: the value is the side's points minus the others' points */
    uint8_t marriages; /* enum kr_marriages */
    uint8_t own_marriages; /* 1: only the declarer's own marriages count */
    uint8_t spare[3];
} kr_goal_row;

/* The rules of a contract. The fields are those of kranalyze.games.Contract. The field `value` is an amount. Elsewhere,
 * the value of a played contract is its result: points or tricks, or 1 if it is made and 0 if not. */
typedef struct kr_contract_row {
    int32_t value;       /* the amount paid for the contract (`v` in RULINGS). For contracts with KR_STAKE_VALUE it is
                          * a factor of the amount instead (see `per`) */
    int32_t per;         /* KR_STAKE_VALUE: the amount is (result of the play) * `value` / `per`, rounded down */
    int32_t second;      /* the amount if there is a second declarer; 0: the contract allows no second declarer */
    int32_t makeable_at; /* smallest result of the play with which the contract is made. KR_NO_LEAST: the contract is
                          * neither made nor lost */
    uint32_t raises;     /* mask of the contracts (bit n: contract n) to which this contract may be raised */
    uint8_t rank;        /* rank in the auction, from 1; 0: the contract cannot be bid */
    uint8_t stake;       /* enum kr_stake */
    uint8_t order;       /* enum kr_order */
    uint8_t trump;       /* 1 if the contract has a trump suit */
    uint8_t party;       /* enum kr_party */
    uint8_t sits_out;    /* 1 if the player opposite the declarer does not play */
    uint8_t bidders;     /* enum kr_bidders */
    uint8_t leads;       /* enum kr_leads */
    uint8_t requires;    /* enum kr_requires */
    uint8_t loser_pays;  /* for two declarers of whom only one succeeds. 1: the failed declarer pays the successful one.
                          * 0: the successful declarer pays the failed one */
    uint8_t has_settles; /* 1: the payment depends on the goal `settles`; 0: it depends on the goal `goal` */
    uint8_t open_after;  /* number of tricks after which the players who did not
                          * bid the contract lay their cards open; 0: never */
    kr_goal_row goal;    /* goal of the contract */
    kr_goal_row settles; /* goal on which the payment depends, used if `has_settles` is 1 */
} kr_contract_row;

/* The rules of a game with its options. The fields are those of kranalyze.games.Game. Natural ranks are numbered 0 to 7
 * in the order 7 8 9 T J Q K A. */
typedef struct kr_game_row {
    uint32_t pack;         /* mask of the cards in the pack */
    uint8_t size, seats, talon;     /* `size` is the number of cards in a full hand, `seats` the number of players,
                                     * `talon` the number of cards in the talon */
    uint8_t last;          /* points that the last trick brings in addition */
    uint8_t points[8];     /* for each natural rank, the points of a card of this rank */
    uint8_t strength[KR_ORDERS][8]; /* strength[order][rank]: strength of a natural rank in an order of rank (enum
                                     * kr_order), from 0 (lowest) to 7 (highest) */
    uint8_t marriage[2];   /* points of a marriage: [0] in a plain suit, [1] in trumps */
    uint8_t must_trump, must_beat;  /* `must_trump`: 1 if a player who cannot follow suit must trump; `must_beat`: 1 if
                                     * a player must beat the best card so far when possible */
    uint8_t pairs;         /* 1 if opposite seats are always partners */
    uint8_t contra;        /* enum kr_contra */
    uint8_t most_contra;   /* largest number of doubling calls: 0: none, 1: Contra, 2: also Recontra, 3: also
                            * Subcontra */
    uint8_t called_trump;  /* 1 if the suit of the called card is trump */
    uint8_t call_own;      /* 1 if declarers may call a card that they hold themselves */
    uint8_t opening_marriage; /* enum kr_opening_marriage */
    uint8_t endings;       /* 1 if a deal may have shorter hands than usual, all of equal size */
    uint8_t calibration;   /* 1 if the game (whist) serves only to compare solvers. Its contracts may then be played
                            * without trump */
    uint8_t bids_once;     /* 1 if each seat calls only once in the auction. In such a game, forehand plays contract 0
                            * if no seat bids */
    uint8_t rounds;        /* number of rounds of the auction. If all seats pass in all rounds, the auction ends
                            * without a bid, or the dealer must bid (see `dealer_bids`) */
    uint8_t dealer_bids;   /* 1 if the dealer must bid after all seats have passed in `rounds` rounds */
    uint8_t ties;          /* 1 if a bid may equal the highest bid so far. Then both bidders name their trump */
    uint8_t tie_place[4];  /* a number for each suit. Of two equal bids, the bid whose trump suit has the lower number
                            * wins */
    uint8_t names_trump;   /* 1 if forehand names a trump suit before the auction */
    uint8_t contracts;     /* number of contracts */
    uint8_t passed_out;    /* if `bids_once` is 0: index of the contract that is played if no seat bids, or KR_NONE */
    uint8_t spare;
    kr_contract_row contract[KR_MAX_CONTRACTS];
} kr_game_row;

/* A question for the solver: a contract with its seats, trump and order of rank. In a field for a seat, KR_NONE means
 * that there is no such player. In `order`, KR_NONE means that the order is unknown. */
typedef struct kr_question {
    uint8_t contract; /* index of the contract in the game's row */
    uint8_t declarer, leader, second, partner; /* seats of the declarer, the leader of trick 1, the second declarer
                                                * and the declarer's partner; KR_NONE: no such player */
    uint8_t trump; /* trump suit, or KR_NO_TRUMP */
    uint8_t order; /* enum kr_order: K, T or Z */
    uint8_t spare;
} kr_question;

/* Return the mask of the seats of a game. */
static inline unsigned kr_seats_mask(const kr_game_row *game) { return (1u << game->seats) - 1; }

/* Return the declarer's seat, or the leader's seat if the contract has no declarer. */
static inline int kr_first(const kr_question *q) { return q->declarer == KR_NONE ? q->leader : q->declarer; }

/* Return the mask of the seats of the declarer's side, or of the leader's side if the contract has no declarer. */
static inline unsigned kr_side(const kr_question *q)
{
    return 1u << kr_first(q) | (q->partner == KR_NONE ? 0 : 1u << q->partner);
}

/* Return the goal on which the payment of a contract depends. */
static inline const kr_goal_row *kr_settled_goal(const kr_contract_row *c) { return c->has_settles ? &c->settles : &c->goal; }

/* Return 1 if play can end before the last trick because points are reached, else 0. */
static inline int kr_ends_early(const kr_goal_row *g) { return g->stop || g->kind == KR_KIND_RACE; }

/* Return 1 if players may make the announcements "100" and "all tricks" in trick 1, else 0. */
static inline int kr_announces(const kr_goal_row *g) { return g->kind == KR_KIND_STAKES; }

/* kr_game_declares returns 1 if players may declare marriages in at least one contract of the game, else 0.
 * kr_game_announces does the same for the announcements "100" and "all tricks". */
int kr_game_declares(const kr_game_row *game);
int kr_game_announces(const kr_game_row *game);

/* Return the mask of the seats that may make the next doubling call. `contras` says how many doubling calls were made:
 * after 0 the next call is Contra, after 1 Recontra, after 2 Subcontra. The mask is 0 if no further call is allowed. */
uint8_t kr_doubling_seats(const kr_game_row *game, int declarer, int contras);

/* Return the mask of the seats that may bid or declare a contract. Forehand is the seat to the left of the dealer. */
unsigned kr_may_bid(const kr_game_row *game, const kr_contract_row *contract, int forehand);

/* Write the sets of cards that a contract requires: the declarer must hold all cards of at least one set. Usually there
 * is one set per suit. If the contract requires all trumps and the trump is known (not KR_NO_TRUMP), the trumps are the
 * only set. Return how many sets were written; 0 means that no cards are required. */
int kr_required_sets(const kr_game_row *game, const kr_contract_row *contract, int trump, uint32_t set[4]);

/* Return 1 if a hand has the cards that a contract requires, else 0. KR_NO_TRUMP means that the trump is unknown. */
int kr_holds_required(const kr_game_row *game, const kr_contract_row *contract, uint32_t hand, int trump);

/* Return the partner of the declarer (of the leader if nobody declares), or KR_NONE. `first` is the declarer or leader.
 * `holder` is the seat that holds the called card. */
int kr_partner_of(const kr_contract_row *contract, int first, int holder);

/* Return the order of rank of a contract (enum kr_order). Return KR_NONE if the order depends on the called card and
 * this card is unknown (-1). */
int kr_played_order(const kr_contract_row *contract, int called);

/* Return the suit that a called card makes trump in a contract, or KR_NO_TRUMP. */
int kr_called_trump(const kr_game_row *game, const kr_contract_row *contract, int called);

/* Return the mask of the cards that allow forehand to name the suit `trump`: forehand must hold at least one of them.
 * The mask is the whole pack if `trump` is KR_NO_TRUMP, or if forehand never names a trump in this game. */
uint32_t kr_naming_cards(const kr_game_row *game, int trump);

/* Return the mask of the legal cards of a hand, in a trick with `played` cards on the table. `best` receives the
 * index in `trick` of the card that is winning so far. */
uint32_t kr_legal_cards(const kr_game_row *game, const kr_question *q, uint32_t hand, const uint8_t *trick, int played,
                        int *best);

/* kr_playing_seats returns the mask of the seats that take part in the play. kr_next_seat returns the next of these
 * seats clockwise. */
unsigned kr_playing_seats(const kr_game_row *game, const kr_question *q);
int kr_next_seat(unsigned seats, int seat);

/* Find which seat played each card, from trick 1 on. `card` lists the cards in order of play, and `cards` says how many
 * there are. `seat` receives the seat of each card, and behind them the seat that plays next. Return how many cards
 * make a trick. */
int kr_seats_in_turn(const kr_game_row *game, const kr_question *q, const uint8_t *card, size_t cards, uint8_t *seat);

#endif
