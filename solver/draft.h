/* draft.h - hold the state of a record while it is judged: its facts and problems so far. */
#ifndef KR_DRAFT_H
#define KR_DRAFT_H

#include "auction.h"
#include "payment.h"

/* A record that is being judged. */
typedef struct kr_draft {
    const kr_game_row *game;
    const kr_record *record;
    const kr_record_call *call; /* the calls of this record */
    const kr_record_word *word; /* the words (announcements) of this record */
    const int8_t *cell;         /* the cells of this record; a cell is the text of one card of the play */
    kr_facts *facts;
    kr_problem *problem;        /* the problems found so far */
    size_t problems;            /* number of problems */
    int errors;       /* number of errors so far: errors that the judge has found, and errors of the reader in the parts
                       * that are already judged */
    int forehand;     /* seat of forehand, or KR_UNSAID */
    int has_talon;    /* 1 if the talon is known */
    int laid[4];      /* for each seat, the card that it laid face down before trick 1; KR_UNSAID: none, or unknown */
    int scored;       /* 1 if every seat has a score */
} kr_draft;

/* Add a problem. kr_note adds a problem of any severity; `arg` has the arguments of its code. kr_fail adds an error
 * with up to three arguments `a`, `b` and `c`. */
void kr_note(kr_draft *d, int severity, int place, int index, int code, const int32_t arg[4]);
void kr_fail(kr_draft *d, int place, int index, int code, int a, int b, int c);

/* Return 1 if a tag is missing or has the value "?" (unknown), else 0. An empty tag is information: it means "none". */
static inline int kr_says_nothing(int tag) { return tag == KR_ABSENT || tag == KR_UNSAID; }

/* Return 1 if the hand of a seat is known, else 0. */
static inline int kr_knows_hand(const kr_draft *d, int seat)
{
    return seat >= 0 && d->facts->has_deal && d->facts->known >> seat & 1;
}

/* Return the seat that holds a card, or KR_UNSAID if this seat is unknown. */
int kr_holder(const kr_draft *d, int card);

/* Return the contract, or NULL if it is unknown. */
static inline const kr_contract_row *kr_contract_of(const kr_draft *d)
{
    return d->facts->contract < 0 ? 0 : &d->game->contract[d->facts->contract];
}

/* The stages of the judge. kr_judge_deal (judge_deal.c) judges the deal. kr_judge_words (judge_words.c) judges the
 * words of trick 1. kr_judge_cells and kr_judge_play (judge_play.c) judge the cells and the play. */
void kr_judge_deal(kr_draft *d);
void kr_judge_words(kr_draft *d);

/* Check each cell by itself, and add its problems: the card of a cell must be in the pack, and must not have been
 * played before. If no cell is wrong, return the number of all cells, or 0 if the lines of the play do not form tricks.
 * If a cell is wrong, return the number of cells in the tricks before the first wrong cell. */
uint32_t kr_judge_cells(kr_draft *d);

void kr_judge_play(kr_draft *d, const kr_question *question);

#endif
