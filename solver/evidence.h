/* evidence.h - gather evidence about hidden hands: bids, words, open hands and cards show which cards a seat must or
 * cannot hold.
 */
#ifndef KR_EVIDENCE_H
#define KR_EVIDENCE_H

#include "knowledge.h"

/* A seat's situation while the evidence about hidden hands is gathered. */
typedef struct kr_situation {
    const kr_game_row *game;
    const kr_facts *facts;
    kr_question question; /* the question of the record, without its partner */
    uint32_t shown;       /* Kings and Queens that were led to register a marriage */
    int called;           /* called card; KR_UNSAID: no card is called */
    kr_knowledge *out;    /* the knowledge that is being computed */
    int most;             /* largest number of pieces of evidence to gather */
    int taken;            /* number of pieces of evidence taken so far */
} kr_situation;

/* Add the evidence to the hidden places, and return 1. Return 0 in three cases. First: pieces of evidence contradict
 * each other. Second: too little is known. Third: there are more than `most` pieces, and only the first `most` were
 * added. In the first two cases the field `problem` of the knowledge has the reason. In the first and third case
 * `problem` names the last piece of evidence. */
int kr_gather_evidence(kr_situation *situation);

/* Split the layouts of the hidden places into cases of which no two have a layout in common. Return enum kr_status. */
int kr_split_layouts(kr_knowledge *known);

#endif
