/* knowledge.h - what a seat knows after some cards of a record, and the layouts that it cannot exclude (RULINGS:
 * single dummy).
 *
 * kr_know() takes the rules of a game and the facts of a record. It reads only what the seat has seen: its own
 * hand, talon and discard if the seat is the declarer, open hands, and everything that all seats have seen. It
 * allocates nothing.
 */
#ifndef KR_KNOWLEDGE_H
#define KR_KNOWLEDGE_H

#include "judge.h"

#define KR_MAX_FAMILIES 8 /* most families of sets of a place; no game has more than five */
#define KR_MAX_SETS 8     /* most sets of a family: single trumps, or one set per suit */
#define KR_MAX_CASES 128  /* most cases of layouts; no situation of a game has more than sixty */

/* A family of sets of cards. The place must hold all cards of at least one of these sets. */
typedef struct kr_set_family {
    uint32_t sets;
    uint32_t set[KR_MAX_SETS];
} kr_set_family;

/* A place that the seat cannot see. */
typedef struct kr_hidden_place {
    int8_t seat;     /* seat of the hidden hand; KR_UNSAID: the discard */
    uint8_t room;    /* number of cards in the place */
    uint8_t is_open; /* 1 if the hand lies face up; `must` then has its cards */
    uint8_t families;
    uint32_t cannot; /* unseen cards that cannot be in this place */
    uint32_t must;   /* cards that must be in this place */
    kr_set_family family[KR_MAX_FAMILIES];
} kr_hidden_place;

/* Why there are no layouts. */
enum kr_know_code {
    KR_KNOW_GOOD = 0,
    /* codes for too little knowledge */
    KR_KNOW_NO_CONTRACT,
    KR_KNOW_NO_DECLARER,
    KR_KNOW_NO_POSITION,     /* arg: number of cards in the record, number of cards asked for */
    KR_KNOW_NO_SEAT,         /* arg: seat */
    KR_KNOW_NO_HAND,         /* arg: seat */
    KR_KNOW_NO_CALLED,
    KR_KNOW_CALLED_NOT_IN_PACK, /* arg: card */
    KR_KNOW_NO_TRUMP,
    KR_KNOW_NO_DISCARD,
    KR_KNOW_NO_PACK,         /* it is unknown which cards are in play */
    KR_KNOW_WHICH_MARRIAGES, /* arg: seat */
    KR_KNOW_NO_OPEN_HAND,    /* arg: seat, finished tricks */
    /* codes for contradictions */
    KR_KNOW_CARDS_MISFIT,    /* the cards do not fit the hands */
    KR_KNOW_NOT_LEGAL,       /* arg: enum kr_problem_code, seat, and the two arguments of that code */
    KR_KNOW_OWN_CARD,        /* arg: seat that has the card */
    KR_KNOW_LACKS_SETS,      /* arg: seat that does not hold the cards it needs */
    KR_KNOW_HOLDS,           /* arg: seat that holds cards that it cannot hold */
    KR_KNOW_PLAYED_LATER,    /* arg: seat, card */
    KR_KNOW_SETS_ELSEWHERE,
    KR_KNOW_NO_LAYOUT,       /* no layout fits this piece of evidence together with the earlier ones */
    KR_KNOW_CODES
};

/* Kinds of evidence: acts that show something about a hand. */
enum kr_evidence_kind {
    KR_SHOWN_BY_NOTHING = 0,
    KR_SHOWN_BY_TRUMP,       /* forehand named trump */
    KR_SHOWN_BY_BID,         /* value: contract */
    KR_SHOWN_BY_CALL,        /* value: called card */
    KR_SHOWN_BY_MARRIAGE,    /* a marriage was declared; value: its points */
    KR_SHOWN_BY_RAISE,
    KR_SHOWN_BY_CONTRA,
    KR_SHOWN_BY_OPEN_HAND,
    KR_SHOWN_BY_CARD,        /* value: card */
    KR_SHOWN_BY_REGISTERING, /* a card was led with a marriage; value: card */
    KR_SHOWN_BY_SILENCE      /* a card was led without a marriage; value: card */
};

typedef struct kr_know_problem {
    uint8_t code;     /* enum kr_know_code */
    uint8_t evidence; /* enum kr_evidence_kind: kind of the contradicting evidence */
    int8_t seat;      /* seat of the evidence */
    uint8_t trick;    /* trick of the evidence's card, from 1 */
    int32_t value;
    int32_t arg[4];
} kr_know_problem;

typedef struct kr_knowledge {
    uint64_t count;     /* number of possible layouts */
    uint32_t pack;      /* cards in play */
    uint32_t hand;      /* hand of the seat before the first card, after talon and discard */
    uint32_t held;      /* hand of the seat now */
    uint32_t discard;   /* the seat's own discard */
    uint32_t unseen;    /* cards whose place the seat does not see */
    uint32_t shown;     /* Kings and Queens led to register a marriage */
    uint32_t played[4]; /* cards played, by seat */
    uint8_t size;       /* cards of a hand */
    uint8_t seat, after;
    uint8_t players;    /* number of seats that play */
    int8_t laid;        /* set if the seat is to play: the seat with an unknown face-down card in trick 1, or
                         * KR_UNSAID */
    uint8_t places;
    uint16_t cases;
    kr_hidden_place place[KR_HIDDEN];
    kr_hidden part[KR_MAX_CASES];  /* the layouts, split into disjoint cases */
    uint64_t ends[KR_MAX_CASES];   /* number of layouts up to and including a case */
    kr_know_problem problem;       /* KR_KNOW_GOOD if there is a layout */
} kr_knowledge;

/* Return the mask of Kings and Queens that were led from a marriage among the first `after` cards. The other card of
 * the marriage was then still held, as far as the hands of the facts and later cards show. */
uint32_t kr_marriages_led(const kr_game_row *game, const kr_facts *facts, int after);

/* Work out what a seat knows after the first `after` cards, before the next player speaks.
 *
 * `shown` is the mask of Kings and Queens that were led to register a marriage: the result of kr_marriages_led(),
 * or the cards seen at the table. Return KR_OK; if there are no layouts, `problem` has the reason. Return
 * KR_BAD_TASK for an invalid row of rules; KR_BAD_FACTS for facts with invalid numbers; KR_BAD_SIZES if the
 * layouts would need too many cases.
 */
int kr_know(const kr_game_row *game, const kr_facts *facts, int seat, int after, uint32_t shown, kr_knowledge *out);

/* Write the layouts with given numbers, as a column of masks for each place. Return KR_BAD_BUFFER if a number is not
 * less than `count` of the knowledge. Layouts are ordered by case, and within a case as in kr_hidden. */
int kr_know_layouts(const kr_knowledge *known, size_t count, const uint64_t *number, uint32_t *const out[KR_HIDDEN]);

/* Write the numbers of random layouts of a seed, starting with draw `first`. Every draw chooses any layout with equal
 * chance. Return KR_BAD_BUFFER if there are no layouts. */
int kr_know_draw(const kr_knowledge *known, uint64_t seed, uint64_t first, size_t count, uint64_t *number);

/* Count the layouts in which each card lies in each place: ways[KR_HIDDEN * card + place]. */
int kr_know_places(const kr_knowledge *known, uint64_t ways[32 * KR_HIDDEN]);

/* Write the masks of the first layout with a card in a place. Return 0 if there is none. */
int kr_know_holding(const kr_knowledge *known, int card, int place, uint32_t out[KR_HIDDEN]);

#endif
