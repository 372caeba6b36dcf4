/* evidence.h - evidence about hidden hands: bids, words, open hands and cards show what they must or cannot hold. */
#ifndef KR_EVIDENCE_H
#define KR_EVIDENCE_H

#include "knowledge.h"

/* A seat's situation while the evidence about hidden hands is gathered. */
typedef struct kr_situation {
    const kr_game_row *game;
    const kr_facts *facts;
    kr_question question; /* the question of the record, without its partner */
    uint32_t shown;       /* Kings and Queens led with a registered marriage */
    int called;           /* called card, KR_UNSAID if nothing is called */
    kr_knowledge *out;
    int most;             /* most pieces of evidence to take; gathering then stops */
    int taken;
} kr_situation;

/* Gather the evidence into the hidden places: all of it, or the first `most` pieces. Return 0 if the evidence
 * contradicts itself or too little is known; `problem` then has the reason. After a contradiction or an early stop,
 * `problem` also names the last piece of evidence. */
int kr_gather_evidence(kr_situation *situation);

/* Split the layouts of the places into disjoint cases. Return a status. */
int kr_split_layouts(kr_knowledge *known);

#endif
