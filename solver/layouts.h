/* layouts.h - hidden cards: count, number and deal layouts, and search them for what a seat can reach.
 *
 * A layout is one way to deal the hidden cards.
 */
#ifndef KR_LAYOUTS_H
#define KR_LAYOUTS_H

#include "kr.h"

/* Return 1 if guards.h solves a task without a search, else 0. In such a task there are no trumps, and the leader plays
 * alone to win all tricks: KR_SWEEP of all tricks, or KR_LAST with the leader as `seek`. The duty to beat does not
 * matter. */
int kr_guards_fit(const kr_task *task);

/* Deal the cards of `rest` to the three defenders in all possible ways. Each defender already holds the cards `given`,
 * listed clockwise from the declarer, and ends with as many cards as the declarer. Write to out[0] the number of ways
 * in which the declarer takes all tricks. Write to out[1] the number of ways in which the declarer takes all tricks, or
 * all but the last. */
int kr_guards_count(const kr_task *task, uint32_t hand, const uint32_t given[3], uint32_t rest, uint64_t out[2]);

/* A shelf is a transposition table for a single Bettler and for sweeps by two seats (see shelf.h). Its entries hold for
 * all deals, and threads may share it. A shelf has 2^bits entries of 8 bytes. */
typedef struct kr_shelf kr_shelf;
size_t kr_shelf_size(int bits);
void kr_shelf_init(kr_shelf *shelf, int bits);

/* The input of a count over layouts. The declarer's hand has six cards, and the pack six ranks per suit. The count says
 * in how many layouts the declarer alone takes no trick (a single Bettler). For each other seat as partner it says in
 * how many layouts declarer and partner together take all tricks. */
typedef struct kr_layout_run {
    uint8_t strength[2][8]; /* strength of each rank: [0] if no Ten is called, [1] if a Ten is called */
    uint32_t tens;          /* mask of the cards that, when called, make order [1] apply */
    uint32_t hand;          /* hand of the declarer; the declarer leads */
} kr_layout_run;

/* The counts. Each is a number of layouts; the comment says which layouts are counted. "All tricks are made" means that
 * declarer and partner together win all tricks. */
enum kr_layout_count {
    KR_LAYOUTS = 0,      /* number of layouts */
    KR_NONE_MADE = 1,    /* the Bettler is made: the declarer takes no trick */
    KR_ALL_MADE = 2,     /* all tricks are made with the partner 1 to 3 seats
                          * clockwise: six counts, indexed by [order][partner - 1] */
    KR_ANY_CALL = 8,     /* all tricks are made if the declarer calls the best card; the called card decides the order
                          * of rank */
    KR_ANY_SECOND = 9,   /* all tricks are made if the declarer calls the best card; order of rank [1] always applies */
    KR_BY_CARD = 10,     /* 32 counts: all tricks are made if card n is called; the card decides the order of rank */
    KR_BY_CARD_SECOND = 42, /* 32 counts: all tricks are made if card n is called; order of rank [1] always applies */
    KR_LAYOUT_COUNTS = 74
};

/* Return 1 if kr_layout_columns can count a task of four hands of six cards (as KR_NONE_MADE or KR_ALL_MADE), else
 * 0. */
int kr_walk_fits(const kr_task *task);

/* Add `count` layouts to the counts. `others` holds a column of hands for each other seat, clockwise from the declarer.
 * Counting stops at the first layout that does not fit; the layouts before it are counted. */
int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS]);

/* Cards to be dealt to up to five owners in all ways; the ways are numbered from 0. For each owner `given` has the
 * cards that the owner already holds, and `places` the number of cards that the owner still receives. `cards` are the
 * cards to deal. */
#define KR_OWNERS 5
typedef struct kr_dealing {
    uint8_t places[KR_OWNERS];
    uint32_t given[KR_OWNERS];
    uint32_t cards;
} kr_dealing;

/* kr_deal_ways returns the number of ways. It returns 0 if this number exceeds 64 bits, or if there are not as many
 * places as cards. kr_deal_out writes `count` ways as columns, beginning with way `first`. Each column holds the cards
 * of an owner, with those already given. */
uint64_t kr_deal_ways(const kr_dealing *filling);
int kr_deal_out(const kr_dealing *filling, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS]);

/* Write random deals of a seed, by the algorithm of kranalyze/dealing.py. */
int kr_deal_random(const kr_dealing *filling, uint64_t seed, uint64_t first, size_t count,
                   uint32_t *const out[KR_OWNERS]);

/* Cards that a seat does not see. They lie in up to three hidden places (hands, or the talon). may[i] is the mask of
 * the cards that may lie in place i, and room[i] is the number of cards that lie there. All these cards must be placed;
 * each way to do so is a layout. Layouts are numbered. To compare two layouts, find the lowest card that lies in
 * different places. The layout with this card in the earlier place has the lower number. */
#define KR_HIDDEN 3
typedef struct kr_hidden {
    uint32_t may[KR_HIDDEN];
    uint8_t room[KR_HIDDEN];
    uint8_t spare;
} kr_hidden;

/* Write the number of layouts. */
int kr_hidden_count(const kr_hidden *hidden, uint64_t *out);

/* The situation of the seat to play, whose legal cards are valued in the layouts of `hidden`. The worth of a card is
 * the settlement of this seat after best play from the card on. Task and position may depend on the place of one hidden
 * card, `split`. If the card lies in place i, task[i] and position[i] apply. Without such a card task[0] and
 * position[0] apply. Positions lack only the hidden cards. */
#define KR_WORTH (1 << 18) /* largest worth of a value; so no sum over fewer than 2^26 layouts overflows */
#define KR_SETTLED 256 /* every value is at least -KR_SETTLED and less than KR_SETTLED */
typedef struct kr_looking {
    kr_hidden hidden;
    uint32_t split;          /* mask of one hidden card, or 0 */
    uint8_t seat[KR_HIDDEN]; /* for each place, the seat whose hand it is; KR_NONE: the place is the discard, whose
                              * points count for the declarer's opponents */
    uint8_t laid;            /* seat that has laid an unknown card face down in
                              * trick 1 (each possible card is tried), or KR_NONE */
    kr_task task[KR_HIDDEN];
    kr_position position[KR_HIDDEN];
    int32_t settles[KR_HIDDEN][2 * KR_SETTLED]; /* for each task: worth of a value v of the task to the seat to play,
                                                 * at index v + KR_SETTLED; at most KR_WORTH */
} kr_looking;

/* Sums over layouts. The legal cards are numbered in ascending order; the sums are indexed by these numbers. */
typedef struct kr_looked {
    uint64_t looks; /* number of layouts examined */
    uint32_t legal, spare; /* `legal` is the mask of the legal cards; `spare` is unused */
    uint64_t wins[8];      /* number of layouts in which the card's worth is above 0 */
    int64_t sum[8];        /* sum of the card's worths */
    int64_t product[8][8]; /* sums of the products of two cards' worths */
} kr_looked;

/* Value the legal cards in `count` layouts and add the results to `out`. `number` lists the numbers of the layouts. If
 * `number` is NULL, take the layouts from number `first` on. */
int kr_look(kr_ctx *ctx, kr_shelf *shelf, const kr_looking *looking, uint64_t first, size_t count,
            const uint64_t *number, kr_looked *out);

/* A search for plans. A plan fixes the card of the seat to play in every situation that this seat can distinguish. The
 * search counts the layouts that a single plan wins. The opponents see all cards and know the plan. The task must be a
 * KR_SWEEP with this seat alone on its side. */
typedef struct kr_plans {
    kr_task task;
    kr_position position;           /* position that lacks only the hidden cards */
    size_t count;                   /* number of layouts */
    const uint32_t *hand[KR_SEATS]; /* column of hands, one per layout, for every
                                     * other seat that plays; NULL for the rest */
    uint32_t unseen;                /* mask of all hidden cards; the search computes it */
    uint32_t wanted;                /* mask of the cards for which plans are searched */
    uint64_t steps;                 /* largest number of steps that the search may take for each card */
    const uint8_t *stop;            /* set to a nonzero value by another thread to stop the search; may be NULL */
} kr_plans;

/* For each legal card, in ascending order, write the number of layouts that the best plan wins after the card. Write -1
 * if steps or memory did not suffice, or if the card is not in `wanted`. */
int kr_plan(kr_ctx *ctx, const kr_plans *plans, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND]);

#endif
