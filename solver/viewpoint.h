/* viewpoint.h - prepare the search that values the legal cards of a seat by what this seat knows.
 *
 * The search goes over all layouts that are possible for the seat. A layout is one way to deal the cards that the seat
 * cannot see. kr_look() does the search. The prepared positions contain only the cards that the seat sees.
 */
#ifndef KR_VIEWPOINT_H
#define KR_VIEWPOINT_H

#include "knowledge.h"
#include "moment.h"

/* The reason why there is no search. KR_VIEW_GOOD means that there is a search. */
enum kr_viewpoint_code {
    KR_VIEW_GOOD = 0,
    KR_VIEW_AS_DEALT,    /* the contract is won as dealt */
    KR_VIEW_DECIDED,     /* the seat plays the next card of the record, but play ended before this card */
    KR_VIEW_BEYOND,      /* play ended earlier, and more cards were played before this moment */
    KR_VIEW_ALL_PLAYED,  /* no cards are left */
    KR_VIEW_OTHER_SEAT   /* another seat is to play */
};

typedef struct kr_viewpoint {
    kr_looking looking; /* input of the search. `looking.hidden` is left empty; kr_viewpoint_look() fills it from the
                         * seat's knowledge */
    int32_t unit;       /* factor that converts the worths of the search to settlements in the game's unit */
    int32_t low, high;  /* the two possible settlements in the game's unit, if there are exactly two and only the
                         * higher one is positive; otherwise `low` and `high` are 0 */
    uint8_t code;       /* enum kr_viewpoint_code */
    int8_t seat;        /* seat to play. If `code` is KR_VIEW_OTHER_SEAT, this is not the seat whose knowledge is
                         * used */
    uint8_t spare[2];
} kr_viewpoint;

/* Prepare the search that values a seat's legal cards at one moment of a record: when known->after cards have been
 * played. `known` is the result of kr_know() for this seat and these facts. If the seat plays the next card of the
 * record, the search assumes that the seat has already said its words of this turn.
 *
 * If no search is possible, write the reason to `code` of `out` and return KR_OK, as if there were a search. Return
 * KR_BAD_TASK if the rules of the game are invalid. Return KR_BAD_FACTS if numbers are invalid or `known` has no
 * layouts. */
int kr_viewpoint_of(const kr_game_row *game, const kr_record *record, const kr_record_word *words,
                    const kr_facts *facts, const kr_knowledge *known, kr_viewpoint *out);

/* Value the seat's legal cards in `count` layouts of `known`, and add the results to `out`. `number` lists the
 * numbers of the layouts. If `number` is NULL, take `count` consecutive layouts from number `first` on. Return enum
 * kr_status. */
int kr_viewpoint_look(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, uint64_t first, size_t count,
                      const uint64_t *number, kr_looked *out);

/* How the floor of a card is found. A plan fixes which card the seat plays in every situation that it can distinguish.
 * The floor of a card is the fraction of all layouts that are won by the best plan that starts with this card.
 *
 * The share of a card is a fraction of all layouts, too (RULINGS: single dummy). It counts the layouts in which the
 * seat wins if it plays this card and sees all cards from then on.
 */
enum kr_floor_kind {
    KR_FLOOR_UNDEFINED = 0, /* the rulings define no floor */
    KR_FLOOR_IS_SHARE,      /* the floor is equal to the share, because the seat has no choice left or knows the
                             * layout */
    KR_FLOOR_BY_PLAN        /* kr_viewpoint_plan() finds the floors */
};

/* Return how the floors of a viewpoint are found (enum kr_floor_kind). `lone` receives the task for the search for
 * plans. In this task the seat is alone on its side, and must take certain tricks, or no trick. If the floors are
 * undefined, `lone` has no meaning. */
int kr_viewpoint_floor(const kr_game_row *game, const kr_facts *facts, const kr_viewpoint *view,
                       const kr_knowledge *known, kr_task *lone);

/* For each legal card, in ascending order, write how many layouts are won by the best plan that starts with this card
 * (see kr_plan). `masks` has all layouts: for each hidden place, a column of known->count masks of cards. */
int kr_viewpoint_plan(kr_ctx *ctx, const kr_viewpoint *view, const kr_knowledge *known, const kr_task *lone,
                      const uint32_t *masks, uint32_t wanted, uint64_t steps, void *memory, size_t size,
                      uint32_t *legal, int64_t won[KR_HAND]);

#endif
