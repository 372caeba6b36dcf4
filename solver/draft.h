/* draft.h - a record while it is being judged: what is known of it so far, and what is wrong with it. */
#ifndef KR_DRAFT_H
#define KR_DRAFT_H

#include "auction.h"
#include "payment.h"

typedef struct kr_draft {
    const kr_game_row *game;
    const kr_record *record;
    const kr_record_call *call; /* those of the record */
    const kr_record_word *word;
    const int8_t *cell;
    kr_facts *facts;
    kr_problem *problem;
    size_t problems;
    int errors;       /* of the judge, and of the reader as far as it has come */
    int forehand;     /* KR_UNSAID: not known */
    int has_talon;    /* whether the talon is known */
    int laid[4];      /* by seat the card laid face down, KR_UNSAID: none */
    int scored;
} kr_draft;

/* Notes a problem; the arguments are those of its code. */
void kr_note(kr_draft *d, int severity, int place, int index, int code, const int32_t arg[4]);
void kr_fail(kr_draft *d, int place, int index, int code, int a, int b, int c);

/* Whether a tag has no value, or ?: nothing is said. One that is empty says that there is nothing. */
static inline int kr_says_nothing(int tag) { return tag == KR_ABSENT || tag == KR_UNSAID; }

/* Whether the hand of a seat is known. */
static inline int kr_knows_hand(const kr_draft *d, int seat)
{
    return seat >= 0 && d->facts->has_deal && d->facts->known >> seat & 1;
}

/* Who is known to hold a card, KR_UNSAID if nobody is. */
int kr_holder(const kr_draft *d, int card);

static inline const kr_contract_row *kr_contract_of(const kr_draft *d)
{
    return d->facts->contract < 0 ? 0 : &d->game->contract[d->facts->contract];
}

/* The stages of the judge, each in a file of its own. */
void kr_judge_deal(kr_draft *d);
void kr_judge_words(kr_draft *d);

/* Notes what is wrong with single cells; returns how many cells, from the first, stand in good tricks. */
uint32_t kr_judge_cells(kr_draft *d);

void kr_judge_play(kr_draft *d, const kr_question *question);

#endif
