/* draft.h - a record while it is judged: its facts and problems so far. */
#ifndef KR_DRAFT_H
#define KR_DRAFT_H

#include "auction.h"
#include "payment.h"

typedef struct kr_draft {
    const kr_game_row *game;
    const kr_record *record;
    const kr_record_call *call; /* calls of the record */
    const kr_record_word *word;
    const int8_t *cell;
    kr_facts *facts;
    kr_problem *problem;
    size_t problems;
    int errors;       /* number of errors so far: of the judge, and of the reader in the parts already judged */
    int forehand;     /* seat, or KR_UNSAID */
    int has_talon;    /* 1 if the talon is known */
    int laid[4];      /* for each seat, the card laid face down, KR_UNSAID: none */
    int scored;
} kr_draft;

/* Add a problem with the arguments of its code. */
void kr_note(kr_draft *d, int severity, int place, int index, int code, const int32_t arg[4]);
void kr_fail(kr_draft *d, int place, int index, int code, int a, int b, int c);

/* Return whether a tag is missing or has the value ?. An empty tag is a statement: it means "none". */
static inline int kr_says_nothing(int tag) { return tag == KR_ABSENT || tag == KR_UNSAID; }

/* Return whether the hand of a seat is known. */
static inline int kr_knows_hand(const kr_draft *d, int seat)
{
    return seat >= 0 && d->facts->has_deal && d->facts->known >> seat & 1;
}

/* Return the seat that holds a card, KR_UNSAID if unknown. */
int kr_holder(const kr_draft *d, int card);

static inline const kr_contract_row *kr_contract_of(const kr_draft *d)
{
    return d->facts->contract < 0 ? 0 : &d->game->contract[d->facts->contract];
}

/* The stages of the judge. Each stage is in a file of its own. */
void kr_judge_deal(kr_draft *d);
void kr_judge_words(kr_draft *d);

/* Add the problems of single cells. Return the number of leading cells that form good tricks. */
uint32_t kr_judge_cells(kr_draft *d);

void kr_judge_play(kr_draft *d, const kr_question *question);

#endif
