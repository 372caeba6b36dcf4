/* judge.h - one record of a game, judged by rows of rules: what happened and what it comes to, or what is wrong and where.
 *
 * A record comes as numbers: a reader has turned its text into them and keeps the places of the text. The judge knows no
 * text. It returns facts, and problems as a code with the place (a tag, or the index of a call, word or card).
 */
#ifndef KR_JUDGE_H
#define KR_JUDGE_H

#include "rules.h"

#define KR_UNSAID (-1) /* a tag is ?: nobody knows */
#define KR_EMPTY (-2)  /* a tag is there and empty: there is no such thing */
#define KR_ILL (-3)    /* it is there, and cannot be read: the reader says why */
#define KR_ABSENT (-4) /* a tag is not there */

/* A call: the number of its contract, or one of these. */
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
    int8_t suit; /* named with it, KR_UNSAID or KR_ILL */
} kr_record_call;

/* What is said in trick 1. */
enum kr_word_kind { KR_WORD_MARRIAGE = 0, KR_WORD_HUNDRED = 1, KR_WORD_ALL = 2, KR_WORD_RAISE = 3, KR_WORD_CONTRA = 4 };

typedef struct kr_record_word {
    int8_t seat;
    uint8_t kind;  /* enum kr_word_kind */
    int8_t suit;   /* of a marriage, or KR_UNSAID */
    int8_t level;  /* number of the contract raised to */
    uint8_t points; /* of a marriage: 20 or 40 */
    uint8_t ill;   /* its text means nothing: only whether the game knows such words is judged */
    uint8_t spare[2];
} kr_record_word;

#define KR_NO_CARD (-1)  /* a cell of the play: - */
#define KR_BAD_CARD (-3) /* a cell whose text is no card */

/* What a reader found wrong already; the judge then leaves out what would only follow from it. */
enum kr_ill {
    KR_ILL_TAGS = 1,     /* something before the auction */
    KR_ILL_CALLS = 2,    /* a call */
    KR_ILL_AUCTION = 4,  /* the seat that the auction begins with */
    KR_ILL_PLAY = 8,     /* the seat that the play begins with */
    KR_ILL_WORDS = 16,   /* a word of trick 1 */
    KR_ILL_LINES = 32,   /* the lines of the play are no tricks */
    KR_ILL_TALON = 64,
    KR_ILL_DISCARD = 128,
    KR_ILL_SCORE = 256,
    KR_ILL_DEAL = 1024,  /* the deal as a whole */
    KR_ILL_BLOCK = 2048, /* something that is no tag: a missing one may have been meant */
    KR_ILL_CELLS = 512   /* something stands after the end of the play */
};

enum kr_record_flag {
    KR_ONLY_DEAL = 1,     /* there is nothing but a deal: nothing else is judged */
    KR_AUCTION_OPEN = 2,  /* the auction was broken off */
    KR_AS_PLAYED = 4,     /* tricks may stand in playing order */
    KR_PLAY_OPEN = 8,     /* the play was broken off, or ended early */
    KR_IN_TURNS = 16      /* the cells are cards in the order in which they were played, one for each turn */
};

/* A record as a reader understood it. Sets of cards are masks. A tag that
 * has no value is KR_ABSENT, KR_UNSAID, KR_EMPTY or KR_ILL. */
typedef struct kr_record {
    uint32_t hands[4]; /* may overlap: that is an error of the record */
    uint32_t talon, discard;
    int32_t score[4];
    int32_t contra;    /* number of Contra calls */
    uint32_t first_call, calls; /* where its calls, words and cells begin in their columns, and how many there are */
    uint32_t first_word, words;
    uint32_t first_cell, cells;
    uint16_t game;      /* number of the row of rules */
    uint16_t ill;       /* enum kr_ill */
    uint8_t flags;      /* enum kr_record_flag */
    uint8_t known;      /* mask of the seats whose hands are known */
    uint8_t ill_hands;  /* mask of the seats whose hands cannot be read */
    int8_t deal;        /* the seat whose hand stands first */
    int8_t has_talon, has_discard; /* 1 if there is one */
    int8_t dealer, contract, declarer, second, called, trump;
    int8_t auction; /* the seat it begins with, KR_ABSENT: there is none */
    int8_t play;
    int8_t laid[4]; /* by seat the card laid face down, or KR_UNSAID */
    uint8_t scored; /* mask of the seats that have a score, 0: no score */
    uint8_t spare[4];
} kr_record;

/* The columns of calls, words and cells. */
typedef struct kr_record_columns {
    const kr_record_call *call;
    const kr_record_word *word;
    const int8_t *cell; /* a card, KR_NO_CARD or KR_BAD_CARD */
} kr_record_columns;

#define KR_MAX_CALLS 128
#define KR_MAX_TRICKS 8
#define KR_MAX_CARDS 32
#define KR_MAX_WORDS 32 /* of trick 1 in a record */

typedef struct kr_fact_call {
    int8_t seat, call, suit;
    int8_t spare;
} kr_fact_call;

typedef struct kr_fact_card {
    int8_t seat, card;
    uint8_t trick, turn; /* from 1 */
    uint32_t cell;       /* its index among the record's cells */
} kr_fact_card;

typedef struct kr_fact_marriage {
    int8_t seat, suit; /* a suit of KR_UNSAID: which one cannot be told */
    uint8_t points, trick; /* the trick it was led to, from 0 */
} kr_fact_marriage;

enum kr_over { KR_OVER_NO = 0, KR_OVER_POINTS = 1, KR_OVER_TRICKS = 2 };

/* What follows from a record. Numbers are KR_UNSAID (-1) where nobody knows, or there is none. */
typedef struct kr_facts {
    uint32_t hands[4]; /* of the deal, one that follows from the others filled in */
    uint32_t talon, discard;
    int32_t settlement[4];
    int16_t points[KR_MAX_TRICKS]; /* of each finished trick, the last one's extra points included */
    uint8_t known;       /* mask of the seats whose hands are known */
    uint8_t has_deal, has_talon, has_discard;
    uint8_t settled;     /* there is a settlement */
    uint8_t calls_read, words_read, cells_read; /* they were looked at: no error came before them that forbids it */
    uint8_t judged;      /* the play was reached: no error came before it */
    uint8_t complete;    /* contract, seats and trump are known */
    uint8_t finished;    /* the play did not break off, or the game needs none */
    uint8_t ended;       /* every card has been played */
    uint8_t over;        /* enum kr_over: why no further card is played */
    uint8_t over_side, over_points; /* the side (0: North and South) that has so many points */
    uint8_t turned;      /* the tricks stood in playing order */
    int8_t contract, declarer, second, partner, trump, leader, order, called;
    uint8_t partner_known; /* it is known who the partner is, or that there is none */
    uint8_t contra;
    uint8_t raised;      /* number of the contract raised to, or KR_NONE */
    int8_t forehand;     /* who is left of the dealer */
    int8_t raised_by, contra_by; /* who raised, and who said Contra in trick 1 */
    uint8_t calls, cards, tricks, marriages;
    uint8_t counted_tricks, counted_marriages; /* those before a race was over */
    int8_t winner[KR_MAX_TRICKS];
    uint8_t hundreds[2], alls[2]; /* how many of the declarer's side, and of the others, announced them */
    kr_fact_call call[KR_MAX_CALLS];
    kr_fact_card card[KR_MAX_CARDS];
    kr_fact_marriage marriage[KR_MAX_WORDS]; /* declared or registered */
} kr_facts;

/* Where a problem is. */
enum kr_place {
    KR_AT_GAME = 0, KR_AT_DEAL, KR_AT_HAND, KR_AT_HAND_CARD, /* index: seat; seat * 32 + card */
    KR_AT_TALON, KR_AT_TALON_CARD, KR_AT_DISCARD, KR_AT_DISCARD_CARD, /* index: card */
    KR_AT_DEALER, KR_AT_CONTRACT, KR_AT_DECLARER, KR_AT_SECOND, KR_AT_LAID, /* index: seat */
    KR_AT_CALLED, KR_AT_TRUMP, KR_AT_WORD, KR_AT_CONTRA, KR_AT_SCORE, KR_AT_SCORE_OF, /* index: seat */
    KR_AT_AUCTION, KR_AT_CALL, KR_AT_PLAY, KR_AT_CELL, KR_AT_LINES,
    KR_PLACES
};

/* What is wrong. The numbers behind each code are its arguments, in their order; the texts that show them are written
 * once, for every language (kranalyze/show/problems.json). */
enum kr_problem_code {
    KR_GOOD = 0,
    /* the deal */
    KR_HAND_NOT_IN_PACK,   /* seat, card */
    KR_HAND_HELD_TOO,      /* seat, card, other seat */
    KR_HAND_SIZE,          /* seat, cards */
    KR_HANDS_UNEQUAL,      /* for each hand, in the order written, seat * 256 + cards, -1 at the end */
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
    KR_CALL_DEALER_MUST,   /* seat, how often all have passed */
    KR_DOUBLE_NOT_A_CALL,  /* call */
    KR_DOUBLE_IN_ANNOUNCE, /* call */
    KR_DOUBLE_TOO_EARLY,   /* call */
    KR_DOUBLE_AFTER,       /* call, last call */
    KR_DOUBLE_OTHER,       /* call, expected call */
    KR_AUCTION_TOO_LONG,   /* - */
    KR_AUCTION_LEADS_TO,   /* warning: contract, declarer, second, trump; contract -1: a new deal, -2: it is not finished */
    KR_AUCTION_NOT_FINISHED, /* warning */
    KR_AUCTION_CONTRAS,    /* warning: contras of the auction, contras of the tag */
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
    KR_WORDS_MANY,         /* how many there may be */
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
    KR_PLAYS_BEFORE,       /* seat, card, the seat whose card is missing */
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
    uint8_t hint;     /* the tricks are good play in playing order */
    int32_t index;
    int32_t arg[4];
} kr_problem;

/* Why a card may not be played from a hand, KR_GOOD if it may: KR_NOT_HELD, KR_MUST_FOLLOW, KR_MUST_TRUMP_WITH or
 * KR_MUST_BEAT_CARD; `arg` receives the arguments of the code behind the seat. */
int kr_why_illegal(const kr_game_row *game, const kr_question *question, uint32_t hand, const uint8_t *trick, int played,
                   int card, int32_t arg[2]);

/* Whether every number of a row of rules can be. */
int kr_game_fits(const kr_game_row *game);

/* Problems that a record can have at most. */
size_t kr_problem_room(const kr_record *record);

/* What follows from an error is left out:
 *
 * - An error of the deal, a tag or the text before the auction (KR_ILL_TAGS) ends the judging of all but the auction and
 *   single cells. A deal with an error is no deal; a hand with a wrong card gets no KR_HAND_SIZE.
 * - A wrong opener ends the judging of the auction. Where suits are named wrongly, all these calls are listed and no other
 *   call is judged; else the first wrong call ends the auction.
 * - Cells are judged as a whole (tricks, legality, settlement) only after a record without errors so far; single cells
 *   (of the pack, not played before) also after other errors, but not after KR_PLAY_NO_CONTRACT, _NO_ORDER, _NO_TRUMP.
 *   A wrong cell ends the play before its trick; an illegal card does not.
 * - A word that is wrong by itself takes no part in the order of words, nor in their being said twice.
 *
 * Places: KR_AT_LAID of KR_LAYS_NO_CARD and KR_NOTHING_LAID has index KR_UNSAID (the whole tag); KR_MAY_NOT_DECLARE and
 * KR_DECLARES_WITHOUT are at KR_AT_CONTRACT where there is no tag Declarer; KR_HANDS_UNEQUAL is at the first good hand.
 *
 * Passes of seats that have passed already are taken where the auction can be read as columns of seats. */

/* Judges a record. `problem` has room for kr_problem_room(); returns how many problems there are. */
size_t kr_judge(const kr_game_row *game, const kr_record *record, const kr_record_columns *columns, kr_facts *facts,
                kr_problem *problem);

/* Judges many records; the problems of each end at `problem_end`. Every number is checked first.
 *
 * Returns KR_OK; KR_BAD_TASK for a row of rules and KR_BAD_FACTS for a record whose numbers cannot be, KR_BAD_BUFFER if
 * the problems have no room or the columns are too short; `bad` receives its number. */
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
