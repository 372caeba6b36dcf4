/* viewpoint.h - set up the search over the layouts that a seat cannot exclude, as kr_look() takes it.
 *
 * The search values the cards of the seat to play. Its positions hold only the cards that the seat sees.
 */
#ifndef KR_VIEWPOINT_H
#define KR_VIEWPOINT_H

#include "knowledge.h"
#include "moment.h"

/* Why there is no search. */
enum kr_viewpoint_code {
    KR_VIEW_GOOD = 0,
    KR_VIEW_AS_DEALT,    /* the contract is won as dealt */
    KR_VIEW_DECIDED,     /* the game is already decided before the seat's card */
    KR_VIEW_BEYOND,      /* play has ended before the seat's card */
    KR_VIEW_ALL_PLAYED,  /* no cards are left */
    KR_VIEW_OTHER_SEAT   /* another seat is to play */
};

typedef struct kr_viewpoint {
    kr_looking looking; /* `hidden` is empty; kr_viewpoint_look() fills in the cases of the knowledge */
    int32_t unit;       /* settlement that a worth of 1 in the search stands for, in the game's unit */
    int32_t low, high;  /* the two possible settlements, in the game's unit; equal if there are more than two */
    uint8_t code;       /* enum kr_viewpoint_code */
    int8_t seat;        /* seat to play; with KR_VIEW_OTHER_SEAT not the seat that knows */
    uint8_t spare[2];
} kr_viewpoint;

/* Set up the search of a seat after some cards of a record. `known` is the result of kr_know() for this seat and these
 * facts, with at least one layout. If the record goes on with a card of the seat, its words of this turn are spoken.
 * Return KR_OK; `code` tells if there is no search. Return KR_BAD_TASK for an invalid row of rules, KR_BAD_FACTS for
 * invalid numbers or for knowledge without layouts. */
int kr_viewpoint_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, const kr_knowledge *known, kr_viewpoint *out);

/* Value the cards in `count` layouts of the knowledge. `number` lists the numbers of the layouts. If `number` is NULL,
 * take the layouts from number `first` on. Add the results to `out`. Return enum kr_status. */
int kr_viewpoint_look(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, uint64_t first, size_t count,
                      const uint64_t *number, kr_looked *out);

/* The floor of a card is the share of the layouts that a single plan wins after the card (RULINGS: single dummy). The
 * share of a card is the share of the layouts that the card wins if all cards are open. */
enum kr_floor_kind {
    KR_FLOOR_UNDEFINED = 0, /* the rulings define no floor */
    KR_FLOOR_IS_SHARE,      /* floor and share are equal: the seat has nothing to decide, or knows the layout */
    KR_FLOOR_BY_PLAN        /* kr_viewpoint_plan() finds the floors */
};

/* Return the kind of the floors in a viewpoint (enum kr_floor_kind). `lone` receives the task of a sweep in which the
 * seat is alone on its side, unless the floors are undefined. */
int kr_viewpoint_floor(const kr_game_row *game, const kr_facts *facts, const kr_viewpoint *view,
                       const kr_knowledge *known, kr_task *lone);

/* For each legal card, in ascending order, write the number of layouts that one plan wins, as kr_plan() does. `masks`
 * has all layouts of the knowledge: a column of known->count masks for each hidden place. */
int kr_viewpoint_plan(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, const kr_task *lone,
                      const uint32_t *masks, uint32_t wanted, uint64_t steps, void *memory, size_t size,
                      uint32_t *legal, int64_t won[KR_HAND]);

#endif
