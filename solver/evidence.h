/* evidence.h - gather evidence about hidden hands. Bids, words, open hands and played cards show which cards a seat
 * must hold or cannot hold.
 */
#ifndef KR_EVIDENCE_H
#define KR_EVIDENCE_H

#include "knowledge.h"

/* The state of kr_gather_evidence. The knowing seat is the seat whose knowledge is computed. */
typedef struct kr_situation {
    const kr_game_row *game;
    const kr_facts *facts;
    kr_question question; /* the question of the record, but with `partner` = KR_NONE */
    uint32_t shown;       /* Kings and Queens that were led to register a marriage */
    int called;           /* called card; KR_UNSAID: no card is called */
    kr_knowledge *out;    /* the knowledge that is being computed */
    int most;             /* largest number of pieces of evidence to gather */
    int taken;            /* number of pieces of evidence gathered so far */
} kr_situation;

/* Add the evidence to the hidden places, and return 1. Return 0 in the three cases below. Each case also says what the
 * field `problem` of kr_situation.out then contains.
 *
 * First case: a piece of evidence contradicts what the knowing seat already knows. `problem` has the reason and names
 * this piece of evidence.
 *
 * Second case: too little is known. `problem` has the reason.
 *
 * Third case: there are more than `most` pieces of evidence. Only the first `most` pieces were added, and `problem`
 * names the last piece that was added.
 */
int kr_gather_evidence(kr_situation *situation);

/* Split the layouts of the hidden places into cases. No layout belongs to two cases. Return enum kr_status. */
int kr_split_layouts(kr_knowledge *known);

#endif
