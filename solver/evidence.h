/* evidence.h - what bids, words, open hands and cards show of the hands that a seat does not see. */
#ifndef KR_EVIDENCE_H
#define KR_EVIDENCE_H

#include "knowledge.h"

/* A situation while its evidence is gathered. */
typedef struct kr_situation {
    const kr_game_row *game;
    const kr_facts *facts;
    kr_question question; /* its partner left open */
    uint32_t shown;       /* Kings and Queens led with a registered marriage */
    int called;           /* the called card, KR_UNSAID: none is called */
    kr_knowledge *out;
    int most;             /* pieces of evidence to be taken, then gathering stops */
    int taken;
} kr_situation;

/* Gathers all evidence, or as much as `most` says, into the places. Returns 0 if it contradicts itself or too little is
 * known; `problem` says why. After that, or when it stopped early, `problem` names the last piece of evidence. */
int kr_gather_evidence(kr_situation *situation);

/* Splits the layouts of the places into cases that exclude each other; returns a status. */
int kr_split_layouts(kr_knowledge *known);

#endif
