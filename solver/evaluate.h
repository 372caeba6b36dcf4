/* evaluate.h - evaluate records: compute what each card and each word cost its seat, and what the deal was worth.
 *
 * The judge (judge.h) must have checked the records, and they must have no errors. An amount is what a seat receives in
 * the settlement (negative if it pays), in the unit of its game. The cost of a choice is the amount by which it is
 * worse than the best choice. The words of a seat are its declarations, announcements, raises and Contra in trick 1.
 */
#ifndef KR_EVALUATE_H
#define KR_EVALUATE_H

#include "judge.h"

#define KR_NO_AMOUNT INT32_MIN /* marks a missing amount in a column */

/* The state of a record: it was evaluated, or the reason why it was not. */
enum kr_evaluated {
    KR_NO_CONTRACT = 0,     /* the record has no contract */
    KR_INCOMPLETE = 1,      /* the declarer, the called card or the trump is unknown */
    KR_HAND_UNKNOWN = 2,    /* a hand is unknown */
    KR_DISCARD_UNKNOWN = 3, /* the discard or the talon is unknown */
    KR_WON_AS_DEALT = 4,    /* the contract is won without play; if the settlement is known, `value`, `makeable`,
                             * `guarantee` and `payoff` are filled */
    KR_EVALUATED = 5,       /* the record was evaluated */
    KR_NOT_SOLVED = 6       /* a position is impossible; `status` has the reason */
};

/* The mark of a card. NONE: no legal card was better. COST: a legal card was better, but the mistake did not change who
 * wins the contract. CHANGED: a legal card was better, and the mistake changed who wins the contract. */
enum kr_mark { KR_MARK_NONE = 0, KR_MARK_COST = 1, KR_MARK_CHANGED = 2 /* the card changed who wins */ };
/* The verdict on a contract. MADE: it was made and could be made. GIFT: it was made, though best play of the others
 * would have defeated it. LOST: it was lost, though it could be made. HOPELESS: it was lost and could not be made. */
enum kr_verdict { KR_VERDICT_MADE = 0, KR_VERDICT_GIFT = 1, KR_VERDICT_LOST = 2, KR_VERDICT_HOPELESS = 3 };

/* Columns with one entry per card. Only the cards of records with the state KR_EVALUATED have entries. */
typedef struct kr_card_columns {
    size_t room;             /* number of cards for which the columns have memory; `choice` and `worth` have memory for
                              * KR_HAND entries per card */
    int8_t *seat, *card;
    uint8_t *trick, *turn;   /* `trick` is the number of the trick, `turn` the number
                              * of the card in the trick; both count from 1 */
    uint8_t *judged;         /* 1: the card was judged. 0: it was not judged, because its position is unknown or the
                              * card does not count. If it was not judged, the columns below have no values for it. */
    int32_t *before, *after; /* `before` is the amount that the seat could force before its card and after its words.
                              * `after` is the amount that it could force after its card. */
    int8_t *mark;            /* enum kr_mark */
    uint32_t *best;          /* mask of the legal cards that cost nothing */
    int32_t *words_cost;     /* cost of the seat's words, or of its silence if it said nothing; KR_NO_AMOUNT if no words
                              * were possible */
    int32_t *words_gain;     /* amount that the seat could force after its words, minus the amount that it could force
                              * if it said no words; KR_NO_AMOUNT if no words were possible */
    uint32_t *choice_end;    /* index after the last entry of this card in the columns `choice` and `worth` */
    int8_t *choice;          /* one entry per choice, in ascending order. A choice is a legal card, or a card that may
                              * be laid face down */
    int32_t *worth;          /* one entry per choice: the amount that the seat could force after this choice */
    kr_position *position;   /* position in which the card was chosen, after the seat's words; the column may be NULL */
    kr_task *task;           /* task by which the card was judged; the column may be NULL */
} kr_card_columns;

/* Columns with one entry per record. Columns "by seat" have four entries per record. */
typedef struct kr_game_columns {
    uint8_t *state;      /* enum kr_evaluated */
    uint8_t *status;     /* enum kr_status that explains the state KR_NOT_SOLVED */
    uint8_t *partly;     /* 1: the position of at least one card is unknown */
    int8_t *laid;        /* by seat: the card that lay face down in trick 1; -1: none, or unknown */
    uint32_t *card_end;  /* index after the record's last card in the columns with one entry per card */
    int8_t *tricks;      /* by seat: number of tricks taken so far; -1: unknown, or no such seat */
    int16_t *points;     /* by seat: points from cards, from the last trick and from
                          * marriages that count; KR_UNKNOWN: unknown, or no such seat */
    int8_t *made;        /* 1 if the declarer is paid, 0 if not, -1 if there is no settlement or no declarer */
    int8_t *makeable;    /* 1 if the declarer could have forced payment, 0 if not, -1 if that is unknown or there is no
                          * declarer */
    int8_t *verdict;     /* enum kr_verdict; -1: none */
    int16_t *value;      /* value of the contract before the discard and the first card; KR_UNKNOWN: none */
    int32_t *guarantee;  /* by seat: amount that the seat could force before the
                          * discard and the first card; KR_NO_AMOUNT: none */
    int32_t *payoff;     /* by seat: settlement under best play from the beginning,
                          * including the discard; KR_NO_AMOUNT: none */
    int32_t *cost;       /* by seat: sum of the costs of its cards and words; KR_NO_AMOUNT: unknown, or no such seat */
    int32_t *discard_cost; /* cost of the discard to the declarer; KR_NO_AMOUNT: no discard */
    uint32_t *best_discard; /* mask of the best discard, or of the first one found if several are equally good; 0: no
                             * discard */
} kr_game_columns;

/* Records to evaluate, and columns for the results. */
typedef struct kr_evaluating {
    size_t games, records, words; /* how many entries `game`, `record` and `word` have */
    const kr_game_row *game;      /* rows of rules */
    const kr_record *record;
    const kr_record_word *word;   /* words of all records */
    const kr_facts *facts;  /* facts of each record, from kr_judge_records */
    size_t rows;            /* number of records to evaluate */
    const uint32_t *listed; /* indexes of the records to evaluate; NULL: the first `rows` records, in order */
    kr_card_columns by_card;
    kr_game_columns by_game;
} kr_evaluating;

/* Evaluate the listed records in order. Return KR_OK if there was no error. Return KR_BAD_FACTS if a record has invalid
 * numbers. Return KR_BAD_BUFFER if the columns by card have too little memory. After an error, `bad` is the index (in
 * the list) of the record at which it happened. */
int kr_evaluate(kr_ctx *ctx, const kr_evaluating *evaluating, size_t *bad);

#endif
