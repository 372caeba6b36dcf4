/* judge.h - judge a record of a game by rows of rules: work out its facts and settlement, or its problems.
 *
 * A record is made of numbers. A reader parses text into records and remembers the places in the text. The judge
 * never sees text. A problem has a code and a place: a tag, or the index of a call, word or card.
 */
#ifndef KR_JUDGE_H
#define KR_JUDGE_H

#include "rules.h"

#define KR_UNSAID (-1) /* the tag has the value ?: unknown */
#define KR_EMPTY (-2)  /* the tag is empty: not applicable */
#define KR_ILL (-3)    /* the tag cannot be read; the reader reports the error */
#define KR_ABSENT (-4) /* the tag is missing */

/* Calls other than bids. A bid is coded as the number of its contract. */
enum kr_call {
    KR_CALL_PASS = -1,
    KR_CALL_SECOND = -2,   /* mit */
    KR_CALL_ALL_PASS = -3, /* AP */
    KR_CALL_CONTRA = -4,
    KR_CALL_RECONTRA = -5,
    KR_CALL_SUBCONTRA = -6
};

typedef struct kr_record_call {
    int8_t call; /* number of a contract, or enum kr_call */
    int8_t suit; /* suit named with the call, KR_UNSAID or KR_ILL */
} kr_record_call;

/* Words of trick 1. */
enum kr_word_kind { KR_WORD_MARRIAGE = 0, KR_WORD_HUNDRED = 1, KR_WORD_ALL = 2, KR_WORD_RAISE = 3, KR_WORD_CONTRA = 4 };

typedef struct kr_record_word {
    int8_t seat;
    uint8_t kind;  /* enum kr_word_kind */
    int8_t suit;   /* suit of a marriage, or KR_UNSAID */
    int8_t level;  /* number of the new contract of a raise */
    uint8_t points; /* points of a marriage: 20 or 40 */
    uint8_t ill;   /* 1: the word cannot be read; the judge only checks whether the game has words */
    uint8_t spare[2];
} kr_record_word;

#define KR_NO_CARD (-1)  /* a cell of the play with the text - */
#define KR_BAD_CARD (-3) /* a cell of the play whose text is not a card */

/* Errors found by the reader. The judge does not report problems that only follow from them. */
enum kr_ill {
    KR_ILL_TAGS = 1,     /* an error in the text before the auction */
    KR_ILL_CALLS = 2,    /* an error in a call */
    KR_ILL_AUCTION = 4,  /* an error in the first seat of the auction */
    KR_ILL_PLAY = 8,     /* an error in the first seat of the play */
    KR_ILL_WORDS = 16,   /* an error in a word of trick 1 */
    KR_ILL_LINES = 32,   /* the lines of the play do not form tricks */
    KR_ILL_TALON = 64,
    KR_ILL_DISCARD = 128,
    KR_ILL_SCORE = 256,
    KR_ILL_DEAL = 1024,  /* an error in the deal as a whole */
    KR_ILL_BLOCK = 2048, /* malformed text, perhaps a damaged tag */
    KR_ILL_CELLS = 512   /* text follows the end of the play */
};

enum kr_record_flag {
    KR_ONLY_DEAL = 1,     /* the record has only a deal; only the deal is judged */
    KR_AUCTION_OPEN = 2,  /* the auction is incomplete */
    KR_AS_PLAYED = 4,     /* cells of a trick may stand in playing order */
    KR_PLAY_OPEN = 8,     /* the play is incomplete, or ended early */
    KR_IN_TURNS = 16      /* cells stand in the order in which the cards were played, one for each turn */
};

/* A record as numbers. Sets of cards are masks. A tag without a value is KR_ABSENT, KR_UNSAID, KR_EMPTY or KR_ILL. */
typedef struct kr_record {
    uint32_t hands[4]; /* may overlap; the judge reports that as an error */
    uint32_t talon, discard;
    int32_t score[4];
    int32_t contra;    /* number of Contra calls */
    uint32_t first_call, calls; /* calls, words and cells: index of the first in its column, and their number */
    uint32_t first_word, words;
    uint32_t first_cell, cells;
    uint16_t game;      /* index of the row of rules */
    uint16_t ill;       /* enum kr_ill */
    uint8_t flags;      /* enum kr_record_flag */
    uint8_t known;      /* mask of the seats whose hands are known */
    uint8_t ill_hands;  /* mask of the seats whose hands cannot be read */
    int8_t deal;        /* seat whose hand stands first */
    int8_t has_talon, has_discard; /* 1 if the record has one */
    int8_t dealer, contract, declarer, second, called, trump;
    int8_t auction; /* first seat of the auction; KR_ABSENT: there is no auction */
    int8_t play;
    int8_t laid[4]; /* for each seat, the card laid face down, or KR_UNSAID */
    uint8_t scored; /* mask of the seats with a score; 0: no score */
    uint8_t spare[4];
} kr_record;

/* Columns of calls, words and cells that records point into. */
typedef struct kr_record_columns {
    const kr_record_call *call;
    const kr_record_word *word;
    const int8_t *cell; /* a card, KR_NO_CARD or KR_BAD_CARD */
} kr_record_columns;

#define KR_MAX_CALLS 128
#define KR_MAX_TRICKS 8
#define KR_MAX_CARDS 32
#define KR_MAX_WORDS 32 /* most words of trick 1 in a record */

typedef struct kr_fact_call {
    int8_t seat, call, suit;
    int8_t spare;
} kr_fact_call;

typedef struct kr_fact_card {
    int8_t seat, card;
    uint8_t trick, turn; /* both count from 1 */
    uint32_t cell;       /* index among the record's cells */
} kr_fact_card;

typedef struct kr_fact_marriage {
    int8_t seat, suit; /* suit: KR_UNSAID if unknown */
    uint8_t points, trick; /* trick: the one in which the marriage was declared or led, from 0 */
} kr_fact_marriage;

enum kr_over { KR_OVER_NO = 0, KR_OVER_POINTS = 1, KR_OVER_TRICKS = 2 };

/* The facts that follow from a record. Numbers are KR_UNSAID (-1) if unknown or absent. */
typedef struct kr_facts {
    uint32_t hands[4]; /* hands of the deal; a hand is filled in if the others determine it */
    uint32_t talon, discard;
    int32_t settlement[4];
    int16_t points[KR_MAX_TRICKS]; /* points of each finished trick; the last one includes its extra points */
    uint8_t known;       /* mask of the seats whose hands are known */
    uint8_t has_deal, has_talon, has_discard;
    uint8_t settled;     /* 1 if there is a settlement */
    uint8_t calls_read, words_read, cells_read; /* 1 if they were judged; earlier errors can prevent this */
    uint8_t judged;      /* 1 if the play was judged; earlier errors prevent this */
    uint8_t complete;    /* 1 if contract, seats and trump are known */
    uint8_t finished;    /* 1 if the play is complete, or the game needs none */
    uint8_t ended;       /* 1 if every card has been played */
    uint8_t over;        /* enum kr_over: the reason why play is over */
    uint8_t over_side, over_points; /* side that ended play (0: North and South), and its points */
    uint8_t turned;      /* 1 if the tricks were read in playing order */
    int8_t contract, declarer, second, partner, trump, leader, order, called;
    uint8_t partner_known; /* 1 if the partner is known, or known not to exist */
    uint8_t contra;
    uint8_t raised;      /* number of the contract after a raise, or KR_NONE */
    int8_t forehand;     /* seat to the left of the dealer */
    int8_t raised_by, contra_by; /* seat that raised, and seat that said Contra, in trick 1 */
    uint8_t calls, cards, tricks, marriages;
    uint8_t counted_tricks, counted_marriages; /* tricks and marriages that count: before a race was over */
    int8_t winner[KR_MAX_TRICKS];
    uint8_t hundreds[2], alls[2]; /* number of announcements of each kind: [declarer's side, others] */
    kr_fact_call call[KR_MAX_CALLS];
    kr_fact_card card[KR_MAX_CARDS];
    kr_fact_marriage marriage[KR_MAX_WORDS]; /* marriages that were declared or registered */
} kr_facts;

/* Places of problems. */
enum kr_place {
    KR_AT_GAME = 0, KR_AT_DEAL, KR_AT_HAND, KR_AT_HAND_CARD, /* index of the last two: seat; seat * 32 + card */
    KR_AT_TALON, KR_AT_TALON_CARD, KR_AT_DISCARD, KR_AT_DISCARD_CARD, /* index of the cards: card */
    KR_AT_DEALER, KR_AT_CONTRACT, KR_AT_DECLARER, KR_AT_SECOND, KR_AT_LAID, /* index: seat */
    KR_AT_CALLED, KR_AT_TRUMP, KR_AT_WORD, KR_AT_CONTRA, KR_AT_SCORE, KR_AT_SCORE_OF, /* index: seat */
    KR_AT_AUCTION, KR_AT_CALL, KR_AT_PLAY, KR_AT_CELL, KR_AT_LINES,
    KR_PLACES
};

/* Codes of problems, with their arguments in order. kranalyze/texts/problems.toml has their texts. */
enum kr_problem_code {
    KR_GOOD = 0,
    /* the deal */
    KR_HAND_NOT_IN_PACK,   /* seat, card */
    KR_HAND_HELD_TOO,      /* seat, card, other seat */
    KR_HAND_SIZE,          /* seat, cards */
    KR_HANDS_UNEQUAL,      /* for each hand in written order: seat * 256 + number of cards; -1 at the end */
    KR_DEAL_MISSING,       /* - */
    KR_CARD_NOT_IN_PACK,   /* card */
    KR_NO_TALON,           /* - */
    KR_PILE_SIZE,          /* talon 0 or discard 1, cards */
    KR_TALON_HELD,         /* card, seat */
    /* tags */
    KR_NO_WEST,            /* - */
    KR_GAME_NO_TRUMP,      /* - */
    KR_GAME_NO_CALL,       /* - */
    KR_LAID_NOT_HELD,      /* seat, card */
    KR_CONTRA_TOO_MANY,    /* contras */
    KR_SCORE_MISSING,      /* mask of seats */
    /* the auction */
    KR_WRONG_OPENER,       /* forehand, seat */
    KR_CALL_NO_TRUMP_NAMED, /* - */
    KR_CALL_TRUMPLESS,     /* contract */
    KR_CALL_NOBODY_LEFT,   /* - */
    KR_CALL_AUCTION_OVER,  /* call */
    KR_CALL_ONE_ROUND,     /* call */
    KR_CALL_NO_SECOND,     /* - */
    KR_CALL_NONE_TO_JOIN,  /* seat */
    KR_CALL_JOINED,        /* seat, second */
    KR_CALL_JOINS_OWN,     /* seat, standing contract */
    KR_CALL_NOT_BIDDABLE,  /* contract */
    KR_CALL_MAY_NOT,       /* seat, contract, enum kr_bidders */
    KR_CALL_WITHOUT,       /* seat, contract, enum kr_requires */
    KR_CALL_NOT_HIGHER,    /* contract, standing contract */
    KR_CALL_NOT_HIGHER_MIT, /* contract, standing contract */
    KR_CALL_ONLY_HIGHER,   /* seat, standing contract */
    KR_CALL_NAMES_TRUMP,   /* contract */
    KR_CALL_DEALER_MUST,   /* seat, number of rounds in which all passed */
    KR_DOUBLE_NOT_A_CALL,  /* call */
    KR_DOUBLE_IN_ANNOUNCE, /* call */
    KR_DOUBLE_TOO_EARLY,   /* call */
    KR_DOUBLE_AFTER,       /* call, last call */
    KR_DOUBLE_OTHER,       /* call, expected call */
    KR_AUCTION_TOO_LONG,   /* - */
    KR_AUCTION_LEADS_TO,   /* warning: contract (-1: new deal; -2: auction not finished), declarer, second, trump */
    KR_AUCTION_NOT_FINISHED, /* warning */
    KR_AUCTION_CONTRAS,    /* warning: number of Contra calls in the auction, and in the tag */
    /* the contract */
    KR_NO_DECLARER,        /* contract */
    KR_MAY_NOT_DECLARE,    /* seat, contract, enum kr_bidders */
    KR_DECLARES_WITHOUT,   /* seat, contract, enum kr_requires */
    KR_NO_SECOND_PLAYER,   /* contract */
    KR_SECOND_IS_DECLARER, /* seat */
    KR_NOTHING_LAID,       /* contract */
    KR_LAYS_NO_CARD,       /* seat, contract */
    KR_NO_CALLED_CARD,     /* contract */
    KR_CALLS_OWN,          /* seat, card */
    KR_CALLED_MAKES_TRUMP, /* card, suit */
    KR_CONTRACT_TRUMPLESS, /* contract */
    KR_TRUMP_NOT_HELD,     /* forehand, suit */
    KR_LEADER_IS_DECLARER, /* leader, seat written */
    KR_LEADER_IS_FOREHAND, /* leader, seat written */
    KR_DISCARD_NOT_HELD,   /* declarer, card */
    /* words of trick 1 */
    KR_WORD_UNKNOWN,       /* - */
    KR_WORDS_MANY,         /* largest allowed number */
    KR_MARRIAGES_BY_LEAD,  /* - */
    KR_MARRIAGES_NOT_COUNTED, /* - */
    KR_MARRIAGE_POINTS,    /* suit, right points, points */
    KR_MARRIAGE_NOT_HELD,  /* seat, suit */
    KR_TRUMP_MARRIAGE_NOT_HELD, /* seat */
    KR_MARRIAGE_TWICE,     /* seat, suit */
    KR_MARRIAGE_NONE_HELD, /* seat */
    KR_MARRIAGE_NO_OTHER,  /* seat */
    KR_MARRIAGE_WHICH,     /* seat, mask of suits */
    KR_WORD_OUT_OF_TURN,   /* seat, the seat before */
    KR_MAY_NOT_RAISE,      /* seat */
    KR_CANNOT_RAISE,       /* contract, level */
    KR_OWN_CONTRA,         /* seat */
    KR_WORD_TWICE,         /* kind, seat or -1 */
    KR_CONTRA_ANNOUNCED,   /* - */
    /* the play */
    KR_PLAY_NO_CONTRACT,   /* - */
    KR_PLAY_NO_ORDER,      /* contract */
    KR_PLAY_NO_TRUMP,      /* contract */
    KR_PLAY_AS_DEALT,      /* contract */
    KR_PLAY_NO_DISCARD,    /* - */
    KR_PLAY_TOO_MANY,      /* tricks of the game, tricks written */
    KR_PLAYED_ALREADY,     /* card */
    KR_LINES_NO_TRICKS,    /* - */
    KR_SITS_OUT,           /* seat */
    KR_PLAYS_BEFORE,       /* seat, card, seat whose card is missing */
    KR_PLAYS_AFTER_POINTS, /* seat, card, side, points */
    KR_PLAYS_AFTER_TRICKS, /* seat, card, tricks */
    KR_NOT_HELD,           /* seat, card */
    KR_MUST_PLAY_LAID,     /* seat, card laid */
    KR_MUST_FOLLOW,        /* seat, suit led, mask of the legal cards */
    KR_MUST_TRUMP_WITH,    /* seat, mask of the legal cards */
    KR_MUST_BEAT_CARD,     /* seat, card */
    KR_SCORE_DIFFERS,      /* warning: the settlement, N E S W */
    KR_PROBLEM_CODES
};

enum kr_severity { KR_ERROR = 0, KR_WARNING = 1 };

typedef struct kr_problem {
    uint8_t code;     /* enum kr_problem_code */
    uint8_t severity; /* enum kr_severity */
    uint8_t place;    /* enum kr_place */
    uint8_t hint;     /* 1 if the tricks would be legal in playing order */
    int32_t index;
    int32_t arg[4];
} kr_problem;

/* Return why a card is illegal: KR_NOT_HELD, KR_MUST_FOLLOW, KR_MUST_TRUMP_WITH or KR_MUST_BEAT_CARD. Return KR_GOOD
 * for a legal card. `arg` receives the arguments of the code that follow the seat. */
int kr_why_illegal(const kr_game_row *game, const kr_question *question, uint32_t hand, const uint8_t *trick, int played,
                   int card, int32_t arg[2]);

/* Return whether all numbers of a row of rules are valid. */
int kr_game_fits(const kr_game_row *game);

/* Return the largest number of problems that a record can have. */
size_t kr_problem_room(const kr_record *record);

/* Problems that only follow from an earlier error are not reported:
 *
 * - After an error in the deal, in a tag or in the text before the auction (KR_ILL_TAGS), only the auction and
 * single cells are judged. A deal with an error counts as unknown. A hand with a wrong card gets no KR_HAND_SIZE.
 *
 * - A wrong first seat ends the judging of the auction. If calls name suits wrongly, all these calls are reported
 * and no other call is judged. Otherwise the first wrong call ends the auction.
 *
 * - The play as a whole (tricks, legality, settlement) is judged only if there was no error before. Single cells
 * are judged after other errors too, but not after KR_PLAY_NO_CONTRACT, _NO_ORDER, _NO_TRUMP: their card must be
 * in the pack and not played before. A wrong cell ends the play before its trick. An illegal card does not.
 *
 * - A word with an error of its own is ignored when the order and the repetition of words are judged.
 *
 * Places: KR_AT_LAID of KR_LAYS_NO_CARD and KR_NOTHING_LAID has index KR_UNSAID (the whole tag).
 * KR_MAY_NOT_DECLARE and KR_DECLARES_WITHOUT are at KR_AT_CONTRACT if there is no tag Declarer. KR_HANDS_UNEQUAL
 * is at the first good hand.
 *
 * A pass by a seat that has already passed is accepted if the auction can be read as columns of seats.
 */

/* Judge a record. `problem` needs room for kr_problem_room() problems. Return the number of problems. */
size_t kr_judge(const kr_game_row *game, const kr_record *record, const kr_record_columns *columns, kr_facts *facts,
                kr_problem *problem);

/* Many records to judge. `problem_end` receives for each record the index at which its problems end. All numbers
 * are checked first.
 *
 * kr_judge_records returns KR_OK; KR_BAD_TASK for an invalid row of rules; KR_BAD_FACTS for a record with invalid
 * numbers; KR_BAD_BUFFER if the problems have no room or the columns are too short. `bad` receives the index of
 * the bad row or record.
 */
typedef struct kr_judging {
    size_t games, records, call_count, word_count, cell_count, room;
    const kr_game_row *game;
    const kr_record *record;
    kr_record_columns columns;
    kr_facts *facts;
    kr_problem *problem;
    uint32_t *problem_end;
} kr_judging;

int kr_judge_records(const kr_judging *judging, size_t *bad);

#endif
