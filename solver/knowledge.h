/* knowledge.h - what a seat knows after some cards of a record, and the layouts that are possible for this seat
 * (RULINGS: single dummy).
 *
 * A layout puts each unseen card into a hidden place: the hand of another seat, or the discard. Evidence is an act of a
 * seat that shows which cards this seat held or did not hold.
 *
 * kr_know() takes the rules of a game and the facts of a record. It reads only what the seat has seen. Every seat has
 * seen its own hand, open hands, and everything that happened at the table. The declarer has also seen the talon and
 * the discard. The function allocates no memory.
 */
#ifndef KR_KNOWLEDGE_H
#define KR_KNOWLEDGE_H

#include "judge.h"
#include "layouts.h"

#define KR_MAX_FAMILIES 8 /* largest number of families (kr_set_family) of a hidden place; no game has more than five */
#define KR_MAX_SETS 8     /* largest number of sets in a family. A family has a set for each of up to 8 trumps, or a set
                           * for each of up to 4 suits */
#define KR_MAX_CASES 128  /* largest number of cases into which the layouts of a seat can be split; no record needs more
                           * than sixty */

/* A family of sets of cards. It is a condition on a hidden place: the place must hold all cards of at least one of
 * these sets. */
typedef struct kr_set_family {
    uint32_t sets; /* number of sets in the family */
    uint32_t set[KR_MAX_SETS];
} kr_set_family;

/* A place that the seat cannot see, and the evidence about its cards. */
typedef struct kr_hidden_place {
    int8_t seat;     /* seat of the hidden hand; KR_UNSAID: the place is the discard */
    uint8_t room;    /* number of cards in the place */
    uint8_t is_open; /* 1 if the hand lies face up; its cards are then in `must` */
    uint8_t families; /* number of entries of `family` */
    uint32_t cannot; /* unseen cards that cannot be in this place */
    uint32_t must;   /* cards that must be in this place */
    kr_set_family family[KR_MAX_FAMILIES];
} kr_hidden_place;

/* Why there are no layouts: too little is known, or the record contradicts itself. The comment of each code lists
 * its arguments, in the order of kr_know_problem.arg. */
enum kr_know_code {
    KR_KNOW_GOOD = 0,
    /* the next codes mean that too little is known */
    KR_KNOW_NO_CONTRACT,
    KR_KNOW_NO_DECLARER,
    KR_KNOW_NO_POSITION, /* arguments: number of cards in the record, argument `after` of kr_know() */
    KR_KNOW_NO_SEAT,         /* argument: seat */
    KR_KNOW_NO_HAND,         /* argument: seat */
    KR_KNOW_NO_CALLED,
    KR_KNOW_CALLED_NOT_IN_PACK, /* argument: card */
    KR_KNOW_NO_TRUMP,
    KR_KNOW_NO_DISCARD,
    KR_KNOW_NO_PACK,         /* the cards in play are unknown */
    KR_KNOW_WHICH_MARRIAGES, /* argument: seat */
    KR_KNOW_NO_OPEN_HAND,    /* arguments: seat, number of tricks after which its hand lies open */
    /* the next codes mean that the record contradicts itself */
    KR_KNOW_CARDS_MISFIT,    /* the unseen cards do not fill the hidden places, even if all evidence is ignored */
    KR_KNOW_NOT_LEGAL,       /* arguments: enum kr_problem_code, seat, and the two arguments of that code */
    KR_KNOW_OWN_CARD,        /* another seat played a card that the knowing seat itself holds or has discarded;
                              * argument: the knowing seat */
    KR_KNOW_LACKS_SETS,      /* argument: seat that does not hold the cards that its act requires */
    KR_KNOW_HOLDS,           /* argument: seat that holds cards that it must not hold */
    KR_KNOW_PLAYED_LATER,    /* a seat later played a card that it cannot have held according to the evidence;
                              * arguments: this seat, this card */
    KR_KNOW_SETS_ELSEWHERE,  /* a seat's act requires cards that are known to lie outside its hand */
    KR_KNOW_NO_LAYOUT,       /* no layout fits all evidence up to the piece that kr_know_problem names */
    KR_KNOW_CODES
};

/* Kinds of evidence: acts that show something about a hand. After "value:" a comment says what kr_know_problem.value
 * means. */
enum kr_evidence_kind {
    KR_SHOWN_BY_NOTHING = 0,
    KR_SHOWN_BY_TRUMP,       /* forehand named trump */
    KR_SHOWN_BY_BID,         /* a contract was bid; value: index of the contract */
    KR_SHOWN_BY_CALL,        /* a card was called; value: this card */
    KR_SHOWN_BY_MARRIAGE,    /* a marriage was declared; value: its points */
    KR_SHOWN_BY_RAISE,       /* the contract was raised */
    KR_SHOWN_BY_CONTRA,      /* Contra was said */
    KR_SHOWN_BY_OPEN_HAND,   /* the hand was laid open */
    KR_SHOWN_BY_CARD,        /* a card was played; value: this card */
    KR_SHOWN_BY_REGISTERING, /* a King or Queen was led and its marriage registered; value: this card */
    KR_SHOWN_BY_SILENCE      /* a King or Queen was led and no marriage registered; value: this card */
};

/* Why there are no layouts. If the reason is a contradiction, the fields name the piece of evidence that contradicts
 * earlier evidence or the cards that the seat has seen. */
typedef struct kr_know_problem {
    uint8_t code;     /* enum kr_know_code */
    uint8_t evidence; /* enum kr_evidence_kind of the contradicting evidence */
    int8_t seat;      /* seat whose act is the evidence */
    uint8_t trick;    /* if the act was to play a card: number of the trick, from 1 */
    int32_t value;    /* card, contract or points of the act; see enum kr_evidence_kind */
    int32_t arg[4];   /* arguments of the code; see enum kr_know_code */
} kr_know_problem;

/* The knowledge of a seat. */
typedef struct kr_knowledge {
    uint64_t count;     /* number of possible layouts */
    uint32_t pack;      /* mask of the cards in play */
    uint32_t hand;      /* hand of the seat before the first card, after the exchange of talon and discard */
    uint32_t held;      /* cards that the seat holds now */
    uint32_t discard;   /* mask of the seat's own discard, if the seat is the declarer */
    uint32_t unseen;    /* mask of the cards that the seat cannot see */
    uint32_t shown;     /* mask of the Kings and Queens that were led to register a marriage */
    uint32_t played[4]; /* cards that each seat has played */
    uint8_t size;       /* number of cards in a full hand */
    uint8_t seat, after; /* `seat`: the seat whose knowledge this is; `after`: how many cards have been played */
    uint8_t players;    /* how many seats take part in the play */
    int8_t laid;        /* the other seat whose face-down card of trick 1 this seat does not know at its turn to play
                         * or lay a card; KR_UNSAID: no such seat */
    uint8_t places;     /* number of entries of `place` */
    uint16_t cases;     /* number of entries of `part` and `ends` */
    kr_hidden_place place[KR_HIDDEN]; /* the hidden places */
    kr_hidden part[KR_MAX_CASES];  /* the cases; each possible layout belongs to exactly one case */
    uint64_t ends[KR_MAX_CASES];   /* ends[i]: number of layouts in the cases 0 to i together */
    kr_know_problem problem;       /* its code is KR_KNOW_GOOD if there is at least one layout */
} kr_knowledge;

/* Return the mask of those Kings and Queens that were led while their player also held the other card of the marriage.
 * Consider only the first `after` cards. The hands in the facts and the later cards show whether the player held the
 * other card. */
uint32_t kr_marriages_led(const kr_game_row *game, const kr_facts *facts, int after);

/* Compute what a seat knows after the first `after` cards, before the next player speaks or plays.
 *
 * `shown` is the mask of the Kings and Queens that were led to register a marriage: the result of kr_marriages_led(),
 * or the cards seen at the table. Return KR_OK even if there are no layouts. In this case `problem` has the reason.
 * Return KR_BAD_TASK if the row of rules is invalid. Return KR_BAD_FACTS if the facts have invalid numbers. Return
 * KR_BAD_SIZES if the layouts would need too many cases.
 */
int kr_know(const kr_game_row *game, const kr_facts *facts, int seat, int after, uint32_t shown, kr_knowledge *out);

/* Write `count` layouts. `number` lists the numbers of these layouts. out[i][n] receives the mask of the cards that lie
 * in place i in layout number[n]. Layouts are numbered from 0: first all layouts of case 0, then all layouts of case 1,
 * and so on. Within a case the layouts have the order of kr_hidden. Return KR_BAD_BUFFER if a number is not less than
 * known->count. */
int kr_know_layouts(const kr_knowledge *known, size_t count, const uint64_t *number, uint32_t *const out[KR_HIDDEN]);

/* Draw `count` random layouts and write their numbers (see kr_know_layouts). In each draw, every layout has the same
 * chance. The seed defines a series of draws. This call makes the draws `first` to `first` + `count` - 1 of the series.
 * Return KR_BAD_BUFFER if no layout exists. */
int kr_know_draw(const kr_knowledge *known, uint64_t seed, uint64_t first, size_t count, uint64_t *number);

/* For each card and each hidden place, count the layouts in which the card lies there. The count is written to
 * ways[KR_HIDDEN * card + place]. */
int kr_know_places(const kr_knowledge *known, uint64_t ways[32 * KR_HIDDEN]);

/* Write the first layout in which a card lies in a place, as a mask for each place. Return 0 if there is no such
 * layout. */
int kr_know_holding(const kr_knowledge *known, int card, int place, uint32_t out[KR_HIDDEN]);

#endif
