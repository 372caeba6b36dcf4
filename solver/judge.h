/* judge.h - judge a record of a game: compute its facts (such as the settlement) and its problems.
 *
 * A record is the written account of a game, as numbers. A reader parses text into records, and remembers where each
 * part stands in the text. The judge never sees the text. It checks the record against a row of rules (rules.h). Tags
 * are the headings of a record, such as Dealer or Contract. Words are the declarations, announcements, raises and
 * Contra of trick 1. A cell is the text of one card in the play. A problem has a code and a place. The place is a tag,
 * or the index of a call, a word or a cell.
 */
#ifndef KR_JUDGE_H
#define KR_JUDGE_H

#include "rules.h"

#define KR_UNSAID (-1) /* the value of the tag is "?", which means unknown */
#define KR_EMPTY (-2)  /* the tag is empty, which means "none" */
#define KR_ILL (-3)    /* the value of the tag cannot be read; the reader reports this error */
#define KR_ABSENT (-4) /* the tag is missing */

/* Calls of an auction other than bids. A bid is the index of its contract. */
enum kr_call {
    KR_CALL_PASS = -1,
    KR_CALL_SECOND = -2,   /* "mit": join a Bettler or Plauderer as its second declarer */
    KR_CALL_ALL_PASS = -3, /* "AP": all seats pass */
    KR_CALL_CONTRA = -4,
    KR_CALL_RECONTRA = -5,
    KR_CALL_SUBCONTRA = -6
};

typedef struct kr_record_call {
    int8_t call; /* index of the contract of a bid, or enum kr_call */
    int8_t suit; /* suit named with the call; KR_UNSAID: no suit is named; KR_ILL: the suit cannot be read */
} kr_record_call;

/* Kinds of words in trick 1. */
enum kr_word_kind { KR_WORD_MARRIAGE = 0, KR_WORD_HUNDRED = 1, KR_WORD_ALL = 2, KR_WORD_RAISE = 3, KR_WORD_CONTRA = 4 };

typedef struct kr_record_word {
    int8_t seat;
    uint8_t kind;  /* enum kr_word_kind */
    int8_t suit;   /* suit of a marriage; KR_UNSAID: the suit is not named, or the word is no marriage */
    int8_t level;  /* for a raise: the index of the contract to which the seat raises */
    uint8_t points; /* points of a marriage: 20 or 40 */
    uint8_t ill;   /* 1: the word cannot be read. The judge ignores the word. But it reports a word of the kind marriage
                    * in a game without declared marriages */
    uint8_t spare[2];
} kr_record_word;

#define KR_NO_CARD (-1)  /* a cell with the text "-": no card */
#define KR_BAD_CARD (-3) /* a cell whose text is not a card */

/* Errors that the reader found, as bits. The judge does not report problems that only follow from these errors. */
enum kr_ill {
    KR_ILL_TAGS = 1,     /* an error in the text before the auction */
    KR_ILL_CALLS = 2,    /* an error in a call */
    KR_ILL_AUCTION = 4,  /* an error in the tag Auction, which names the first seat of the auction */
    KR_ILL_PLAY = 8,     /* an error in the tag Play, which names the first seat of the play */
    KR_ILL_WORDS = 16,   /* an error in a word of trick 1 */
    KR_ILL_LINES = 32,   /* the lines of the play do not form tricks */
    KR_ILL_TALON = 64,   /* an error in the talon */
    KR_ILL_DISCARD = 128, /* an error in the discard */
    KR_ILL_SCORE = 256,   /* an error in the score */
    KR_ILL_DEAL = 1024,  /* an error in the deal as a whole */
    KR_ILL_BLOCK = 2048, /* malformed text, perhaps a damaged tag */
    KR_ILL_CELLS = 512   /* text follows the end of the play */
};

/* Properties of a record, as bits. */
enum kr_record_flag {
    KR_ONLY_DEAL = 1,     /* the record has only a deal, so the judge checks only the deal */
    KR_AUCTION_OPEN = 2,  /* the auction is incomplete */
    KR_AS_PLAYED = 4,     /* the cells of a trick may stand in columns of seats or in playing order; the judge finds
                           * out which */
    KR_PLAY_OPEN = 8,     /* the play is incomplete or ended early */
    KR_IN_TURNS = 16      /* the cells surely stand in playing order; seats that do not play have no cells */
};

/* A record. Sets of cards are masks. A tag without a value is KR_ABSENT, KR_UNSAID, KR_EMPTY or KR_ILL. */
typedef struct kr_record {
    uint32_t hands[4]; /* hands of the tag Deal. They may overlap, and the judge then reports an error */
    uint32_t talon, discard;
    int32_t score[4];  /* score of each seat */
    int32_t contra;    /* number of Contra calls */
    uint32_t first_call, calls; /* the record's calls in the column of calls: `calls` entries from index `first_call`
                                 * on */
    uint32_t first_word, words; /* the record's words in the column of words: `words` entries from index `first_word`
                                 * on */
    uint32_t first_cell, cells; /* the record's cells in the column of cells: `cells` entries from index `first_cell`
                                 * on */
    uint16_t game;      /* index of the row of rules */
    uint16_t ill;       /* mask of enum kr_ill */
    uint8_t flags;      /* mask of enum kr_record_flag */
    uint8_t known;      /* mask of the seats whose hands are known */
    uint8_t ill_hands;  /* mask of the seats whose hands cannot be read */
    int8_t deal;        /* seat whose hand comes first in the tag Deal; KR_ABSENT, KR_ILL, KR_EMPTY or KR_UNSAID if the
                         * tag has no value */
    int8_t has_talon, has_discard; /* `has_talon`: 1 if the record has a talon. `has_discard`: 1 if it has a discard. If
                                    * the tag (Talon or Discard) has no value, the field is KR_ABSENT, KR_ILL, KR_EMPTY
                                    * or KR_UNSAID. */
    int8_t dealer, contract, declarer, second, called, trump; /* values of the tags with these names: `dealer`,
                                                               * `declarer` and `second` are seats, `contract` is the
                                                               * index of a contract, `called` a card, `trump` a suit */
    int8_t auction; /* first seat of the auction; KR_ABSENT: the record has no auction */
    int8_t play;    /* first seat of the play; KR_ABSENT: the record has no play */
    int8_t laid[4]; /* for each seat, the card that it laid face down, or KR_UNSAID */
    uint8_t scored; /* mask of the seats with a score; 0: the record has no score */
    uint8_t spare[4];
} kr_record;

/* Columns of calls, words and cells. Records have indexes into them. */
typedef struct kr_record_columns {
    const kr_record_call *call;
    const kr_record_word *word;
    const int8_t *cell; /* a card, KR_NO_CARD or KR_BAD_CARD */
} kr_record_columns;

#define KR_MAX_CALLS 128
#define KR_MAX_TRICKS 8
#define KR_MAX_CARDS 32
#define KR_MAX_WORDS 32 /* largest number of words in trick 1 of a record */

/* A call of the auction. */
typedef struct kr_fact_call {
    int8_t seat, call, suit; /* `seat` is the seat that calls; `call` is the index of a contract or enum kr_call; `suit`
                              * is the suit named, or KR_UNSAID */
    int8_t spare;
} kr_fact_call;

/* A card of the play. */
typedef struct kr_fact_card {
    int8_t seat, card;
    uint8_t trick, turn; /* `trick` is the number of the trick, `turn` the number
                          * of the card in the trick; both count from 1 */
    uint32_t cell;       /* index of the cell (the text of this card) among the record's cells */
} kr_fact_card;

/* A marriage that was declared or registered. */
typedef struct kr_fact_marriage {
    int8_t seat, suit; /* `seat` is the seat that has the marriage; `suit` is the suit of the marriage, or KR_UNSAID if
                        * it is unknown */
    uint8_t points, trick; /* `points` are the points of the marriage; `trick` is the number of the trick, from 0, in
                            * which it was declared or led */
} kr_fact_marriage;

/* Why play is over. NO: it is not over. POINTS: a side has reached its points. TRICKS: the tricks of the contract are
 * played. */
enum kr_over { KR_OVER_NO = 0, KR_OVER_POINTS = 1, KR_OVER_TRICKS = 2 };

/* The facts that follow from a record. A number is KR_UNSAID (-1) if it is unknown or absent. */
typedef struct kr_facts {
    uint32_t hands[4]; /* hands of the deal; a single unknown hand is filled in from the others */
    uint32_t talon, discard;
    int32_t settlement[4];         /* settlement of each seat */
    int16_t points[KR_MAX_TRICKS]; /* points of each finished trick; the entry of the last trick
                                    * includes the extra points for winning it */
    uint8_t known;       /* mask of the seats whose hands are known */
    uint8_t has_deal, has_talon, has_discard;   /* `has_deal`: 1 if the deal is known. `has_talon`: 1 if the talon is
                                                 * known. `has_discard`: 1 if the discard is known. */
    uint8_t settled;     /* 1 if there is a settlement */
    uint8_t calls_read, words_read, cells_read; /* `calls_read` is 1 if the calls were judged, and 0 if earlier errors
                                                 * prevented this. `words_read` and `cells_read` say the same about the
                                                 * words and the cells */
    uint8_t judged;      /* 1 if the play was judged; 0 if earlier errors prevented this */
    uint8_t complete;    /* 1 if the contract, its seats and the trump are known */
    uint8_t finished;    /* 1 if the play is complete, or if the contract needs no play */
    uint8_t ended;       /* 1 if every card has been played */
    uint8_t over;        /* enum kr_over */
    uint8_t over_side, over_points; /* used if `over` is KR_OVER_POINTS. `over_side`: the side that reached its points
                                     * (0: North and South; 1: East and West). `over_points`: the points of this side */
    uint8_t turned;      /* 1 if the cells of each trick were read in playing order, 0 if in columns of seats */
    int8_t contract, declarer, second, partner, trump, leader, order, called; /* `contract`: index of the contract.
                                                                               * `declarer`, `second` (the second
                                                                               * declarer), `partner` and `leader`:
                                                                               * seats. `trump`: the trump suit.
                                                                               * `order`: enum kr_order. `called`: the
                                                                               * called card */
    uint8_t partner_known; /* 1 if the partner is known, or if the declarer is known to have no partner */
    uint8_t contra;        /* number of Contra calls */
    uint8_t raised;      /* index of the contract to which a seat raised in trick 1; KR_NONE: no raise */
    int8_t forehand;     /* seat to the left of the dealer */
    int8_t raised_by, contra_by; /* `raised_by`: seat that raised the contract in trick 1. `contra_by`: seat that said
                                  * Contra in trick 1. */
    uint8_t calls, cards, tricks, marriages;   /* how many entries `call`, `card`, `winner` and `marriage` have */
    uint8_t counted_tricks, counted_marriages; /* how many tricks and how many marriages count. Tricks and marriages
                                                * after the end of a race do not count */
    int8_t winner[KR_MAX_TRICKS]; /* winner of each finished trick */
    uint8_t hundreds[2], alls[2]; /* `hundreds`: number of announcements "100". `alls`: number of announcements
                                   * "all tricks". Index 0: by the declarer's side; 1: by the other side. */
    kr_fact_call call[KR_MAX_CALLS];         /* calls of the auction */
    kr_fact_card card[KR_MAX_CARDS];         /* cards played, in order */
    kr_fact_marriage marriage[KR_MAX_WORDS]; /* marriages that were declared or registered */
} kr_facts;

/* The part of a record that has a problem. For some parts, kr_problem.index says more. For KR_AT_CALL, KR_AT_WORD and
 * KR_AT_CELL, kr_problem.index is the index of the call, word or cell. For other parts, the comments below say what
 * the index is, for example a seat. */
enum kr_place {
    KR_AT_GAME = 0, KR_AT_DEAL, KR_AT_HAND, KR_AT_HAND_CARD, /* index for KR_AT_HAND: seat; for KR_AT_HAND_CARD:
                                                              * seat * 32 + card */
    KR_AT_TALON, KR_AT_TALON_CARD, KR_AT_DISCARD, KR_AT_DISCARD_CARD, /* index for KR_AT_TALON_CARD and
                                                                       * KR_AT_DISCARD_CARD: the card, from 0 to 31 */
    KR_AT_DEALER, KR_AT_CONTRACT, KR_AT_DECLARER, KR_AT_SECOND, KR_AT_LAID, /* KR_AT_LAID: seat */
    KR_AT_CALLED, KR_AT_TRUMP, KR_AT_WORD, KR_AT_CONTRA, KR_AT_SCORE, KR_AT_SCORE_OF, /* KR_AT_SCORE_OF: seat */
    KR_AT_AUCTION, KR_AT_CALL, KR_AT_PLAY, KR_AT_CELL, KR_AT_LINES,
    KR_PLACES
};

/* Codes of problems. The comment of a code lists the arguments in kr_problem.arg in order. The texts for the codes are
 * in kranalyze/texts/problems.toml. */
enum kr_problem_code {
    KR_GOOD = 0,
    /* codes of the deal */
    KR_HAND_NOT_IN_PACK,   /* arguments: seat, card */
    KR_HAND_HELD_TOO,      /* arguments: seat, card, other seat whose hand also has this card */
    KR_HAND_SIZE,          /* arguments: seat, how many cards its hand has */
    KR_HANDS_UNEQUAL,      /* arguments: for each hand in written order: seat * 256 + number of cards; -1 at the end */
    KR_DEAL_MISSING,       /* no arguments */
    KR_CARD_NOT_IN_PACK,   /* argument: card */
    KR_NO_TALON,           /* no arguments */
    KR_PILE_SIZE,          /* arguments: which pile (0: the talon, 1: the discard), how many cards it has */
    KR_TALON_HELD,         /* arguments: card, seat */
    /* codes of tags */
    KR_NO_WEST,            /* no arguments */
    KR_GAME_NO_TRUMP,      /* no arguments */
    KR_GAME_NO_CALL,       /* no arguments */
    KR_LAID_NOT_HELD,      /* arguments: seat, card */
    KR_CONTRA_TOO_MANY,    /* argument: how many Contra calls the tag claims */
    KR_SCORE_MISSING,      /* argument: mask of the seats without a score */
    /* codes of the auction */
    KR_WRONG_OPENER,       /* arguments: seat of forehand, seat that calls first */
    KR_CALL_NO_TRUMP_NAMED, /* no arguments */
    KR_CALL_TRUMPLESS,     /* argument: contract */
    KR_CALL_NOBODY_LEFT,   /* no arguments */
    KR_CALL_AUCTION_OVER,  /* argument: call */
    KR_CALL_ONE_ROUND,     /* argument: call */
    KR_CALL_NO_SECOND,     /* no arguments */
    KR_CALL_NONE_TO_JOIN,  /* argument: seat */
    KR_CALL_JOINED,        /* arguments: seat, seat that has joined before */
    KR_CALL_JOINS_OWN,     /* arguments: seat, contract of the highest bid */
    KR_CALL_NOT_BIDDABLE,  /* argument: contract */
    KR_CALL_MAY_NOT,       /* arguments: seat, contract, enum kr_bidders */
    KR_CALL_WITHOUT,       /* arguments: seat, contract, enum kr_requires */
    KR_CALL_NOT_HIGHER,    /* arguments: contract, contract of the highest bid */
    KR_CALL_NOT_HIGHER_MIT, /* arguments: contract, contract of the highest bid */
    KR_CALL_ONLY_HIGHER,   /* arguments: seat, contract of the highest bid */
    KR_CALL_NAMES_TRUMP,   /* argument: contract */
    KR_CALL_DEALER_MUST,   /* arguments: seat, number of rounds in which all seats have passed */
    KR_DOUBLE_NOT_A_CALL,  /* argument: call */
    KR_DOUBLE_IN_ANNOUNCE, /* argument: call */
    KR_DOUBLE_TOO_EARLY,   /* argument: call */
    KR_DOUBLE_AFTER,       /* arguments: call, last doubling call made */
    KR_DOUBLE_OTHER,       /* arguments: call, expected call */
    KR_AUCTION_TOO_LONG,   /* no arguments */
    KR_AUCTION_LEADS_TO,   /* warning; arguments: contract (-1: new deal; -2: auction not
                            * finished), declarer, second declarer, trump */
    KR_AUCTION_NOT_FINISHED, /* warning without arguments */
    KR_AUCTION_CONTRAS,    /* warning; arguments: number of Contra calls in the auction, number in the tag Contra */
    /* codes of the contract */
    KR_NO_DECLARER,        /* argument: contract */
    KR_MAY_NOT_DECLARE,    /* arguments: seat, contract, enum kr_bidders */
    KR_DECLARES_WITHOUT,   /* arguments: seat, contract, enum kr_requires */
    KR_NO_SECOND_PLAYER,   /* argument: contract */
    KR_SECOND_IS_DECLARER, /* argument: seat */
    KR_NOTHING_LAID,       /* argument: contract */
    KR_LAYS_NO_CARD,       /* arguments: seat, contract */
    KR_NO_CALLED_CARD,     /* argument: contract */
    KR_CALLS_OWN,          /* arguments: seat, card */
    KR_CALLED_MAKES_TRUMP, /* arguments: called card, suit that it makes trump */
    KR_CONTRACT_TRUMPLESS, /* argument: contract */
    KR_TRUMP_NOT_HELD,     /* arguments: seat of forehand, suit */
    KR_LEADER_IS_DECLARER, /* arguments: seat that must lead trick 1, first seat of the play in the record */
    KR_LEADER_IS_FOREHAND, /* arguments: seat that must lead trick 1, first seat of the play in the record */
    KR_DISCARD_NOT_HELD,   /* arguments: declarer, card */
    /* codes of the words of trick 1 */
    KR_WORD_UNKNOWN,       /* no arguments */
    KR_WORDS_MANY,         /* argument: largest number of words allowed */
    KR_MARRIAGES_BY_LEAD,  /* no arguments */
    KR_MARRIAGES_NOT_COUNTED, /* no arguments */
    KR_MARRIAGE_POINTS,    /* arguments: suit, points that the marriage has, points in the record */
    KR_MARRIAGE_NOT_HELD,  /* arguments: seat, suit */
    KR_TRUMP_MARRIAGE_NOT_HELD, /* argument: seat */
    KR_MARRIAGE_TWICE,     /* arguments: seat, suit */
    KR_MARRIAGE_NONE_HELD, /* argument: seat */
    KR_MARRIAGE_NO_OTHER,  /* argument: seat */
    KR_MARRIAGE_WHICH,     /* arguments: seat, mask of the suits that the marriage may have */
    KR_WORD_OUT_OF_TURN,   /* arguments: seat, later seat that has already spoken */
    KR_MAY_NOT_RAISE,      /* argument: seat */
    KR_CANNOT_RAISE,       /* arguments: contract, contract of the raise */
    KR_OWN_CONTRA,         /* argument: seat */
    KR_WORD_TWICE,         /* arguments: enum kr_word_kind, seat. For a word that only one of all seats may say, the
                            * second argument is -1 instead of the seat */
    KR_CONTRA_ANNOUNCED,   /* no arguments */
    /* codes of the play */
    KR_PLAY_NO_CONTRACT,   /* no arguments */
    KR_PLAY_NO_ORDER,      /* argument: contract */
    KR_PLAY_NO_TRUMP,      /* argument: contract */
    KR_PLAY_AS_DEALT,      /* argument: contract */
    KR_PLAY_NO_DISCARD,    /* no arguments */
    KR_PLAY_TOO_MANY,      /* arguments: number of tricks in the game, number of tricks in the record */
    KR_PLAYED_ALREADY,     /* argument: card */
    KR_LINES_NO_TRICKS,    /* no arguments */
    KR_SITS_OUT,           /* argument: seat */
    KR_PLAYS_BEFORE,       /* arguments: seat, card, seat whose card is missing */
    KR_PLAYS_AFTER_POINTS, /* arguments: seat, card, side that has reached its points, points of this side */
    KR_PLAYS_AFTER_TRICKS, /* arguments: seat, card, number of tricks that the contract has */
    KR_NOT_HELD,           /* arguments: seat, card */
    KR_MUST_PLAY_LAID,     /* arguments: seat, card laid face down */
    KR_MUST_FOLLOW,        /* arguments: seat, suit led, mask of the legal cards */
    KR_MUST_TRUMP_WITH,    /* arguments: seat, mask of the legal cards */
    KR_MUST_BEAT_CARD,     /* arguments: seat, card */
    KR_SCORE_DIFFERS,      /* warning; arguments: settlements of N, E, S and W */
    KR_PROBLEM_CODES
};

/* An error makes the record wrong; a warning does not. */
enum kr_severity { KR_ERROR = 0, KR_WARNING = 1 };

/* A problem of a record. */
typedef struct kr_problem {
    uint8_t code;     /* enum kr_problem_code */
    uint8_t severity; /* enum kr_severity */
    uint8_t place;    /* enum kr_place */
    uint8_t hint;     /* 1 if the play is illegal when the cells are read as columns of seats, but legal when the cells
                       * are read in playing order */
    int32_t index;    /* index of the place; see enum kr_place */
    int32_t arg[4];   /* arguments of the code; see enum kr_problem_code */
} kr_problem;

/* Return KR_GOOD if a card is legal. Otherwise return the reason: KR_NOT_HELD, KR_MUST_FOLLOW, KR_MUST_TRUMP_WITH or
 * KR_MUST_BEAT_CARD. `arg` receives the arguments of this code, without the seat. `trick` lists the `played` cards of
 * the trick so far. */
int kr_why_illegal(const kr_game_row *game, const kr_question *question, uint32_t hand, const uint8_t *trick, int played,
                   int card, int32_t arg[2]);

/* Return 1 if all numbers of a row of rules are valid, else 0. */
int kr_game_fits(const kr_game_row *game);

/* Return the largest number of problems that a record can have. */
size_t kr_problem_room(const kr_record *record);

/* Problems that only follow from an earlier error are not reported:
 *
 * - After an error in the deal, in a tag or in the text before the auction (KR_ILL_TAGS), only two of the later parts
 * are judged: the auction, and each cell by itself. A deal with an error counts as unknown. The problem KR_HAND_SIZE is
 * not reported for a hand with a wrong card.
 *
 * - A wrong first seat ends the judging of the auction. If some calls name suits wrongly, all these calls are reported
 * and no other call is judged. Otherwise the judging of the auction ends at the first wrong call.
 *
 * - The play as a whole (tricks, legality, settlement) is judged only if there was no error before. Each cell by itself
 * is judged after other errors too, but not after KR_PLAY_NO_CONTRACT, _NO_ORDER or _NO_TRUMP. The card of a cell must
 * be in the pack and must not have been played before. If a card breaks this rule, its trick and all later tricks are
 * not judged as play. A card that breaks only a rule of play has no such effect.
 *
 * - A word that is itself wrong is ignored when the judge checks the order and the repetition of words.
 *
 * Places: KR_LAYS_NO_CARD and KR_NOTHING_LAID are at KR_AT_LAID with index KR_UNSAID, which means the whole tag.
 * KR_MAY_NOT_DECLARE and KR_DECLARES_WITHOUT are at KR_AT_CONTRACT if the record has no tag Declarer. KR_HANDS_UNEQUAL
 * is at the first hand without an error.
 *
 * Some records write the auction in lines with one column for each seat, and repeat the pass of a seat in every later
 * line. The judge accepts such repeated passes.
 */

/* Judge a record: write `facts` and `problem`. `problem` needs memory for kr_problem_room() problems. Return how many
 * problems were written. */
size_t kr_judge(const kr_game_row *game, const kr_record *record, const kr_record_columns *columns, kr_facts *facts,
                kr_problem *problem);

/* Records to judge, and columns for the results. problem_end[i] receives the index after the last problem of record i.
 * `room` is the number of problems for which `problem` has memory.
 *
 * kr_judge_records checks all rows of rules first, and the numbers of each record before it judges the record. It
 * returns KR_OK if all rows and records are valid. It returns KR_BAD_TASK if a row of rules is invalid. It returns
 * KR_BAD_FACTS if a record has invalid numbers, or entries that are not in the columns. It returns KR_BAD_BUFFER if
 * `problem` has memory for too few problems. After an error, `bad` is the index of the row or record with the error.
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
