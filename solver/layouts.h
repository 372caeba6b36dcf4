/* layouts.h - hidden cards: count and list layouts, deal at random, and value a seat's cards and plans over layouts.
 *
 * A layout is one way to deal the cards that a seat cannot see.
 */
#ifndef KR_LAYOUTS_H
#define KR_LAYOUTS_H

#include "kr.h"

/* Return 1 if the functions of guards.h can solve `task` without a search, else 0. They solve only tasks without trumps
 * in which the leader plays alone. The leader's goal must be to win all tricks (KR_SWEEP), or all tricks but the last
 * (KR_LAST with the leader as `seek`). The task may have the duty to beat, because this duty does not change the
 * result. */
int kr_guards_fit(const kr_task *task);

/* Consider all ways to deal the cards of the mask `rest` to the three defenders, and count the ways in which the
 * declarer wins. `hand` is the declarer's hand. given[0] to given[2] are the masks of the cards that the defenders
 * already hold, clockwise from the declarer. Each defender receives cards until it holds as many as the declarer.
 * out[0] receives the number of ways in which the declarer takes all tricks. out[1] receives the number of ways in
 * which the declarer takes all tricks, or all but the last. */
int kr_guards_count(const kr_task *task, uint32_t hand, const uint32_t given[3], uint32_t rest, uint64_t out[2]);

/* A shelf is a transposition table for two kinds of search (see shelf.h). In the first, a lone declarer wants to take
 * no trick (a Bettler). In the second, two seats want to win all tricks. Results of one deal stay valid for other
 * deals. Threads may share a shelf. A shelf has 2^bits entries of 8 bytes. */
typedef struct kr_shelf kr_shelf;
size_t kr_shelf_size(int bits);
void kr_shelf_init(kr_shelf *shelf, int bits);

/* The input of a count over layouts, in a game with hands of six cards and six ranks per suit. kr_layout_columns counts
 * the layouts in which the declarer takes no trick, playing without a partner (a Bettler). For each other seat as
 * partner, it also counts the layouts in which the declarer and this partner together take all tricks.
 *
 * The declarer finds a partner by calling a card: the player who holds the called card is the partner. The order of
 * rank may depend on this card, because calling a Ten changes the order.
 */
typedef struct kr_layout_run {
    uint8_t strength[2][8]; /* strength[order][rank]: strength of a natural rank in an order of rank. Order 1 applies if
                             * the called card is a Ten, order 0 if it is another card */
    uint32_t tens;          /* mask of the Tens in the pack */
    uint32_t hand;          /* the declarer's hand, as a mask of cards; the declarer leads */
} kr_layout_run;

/* Indexes into the counts of kr_layout_columns. Each count is the number of layouts in which a certain condition holds.
 * The comment of each index names the condition.
 *
 * "All tricks are made" means that the declarer and the partner together win all tricks. Order 0 and order 1 are the
 * two orders of rank in kr_layout_run.strength. "Under the order of the call" means: under order 1 if the called card
 * is a Ten, else under order 0. If the declarer calls a card, the player who holds it is the partner.
 */
enum kr_layout_count {
    KR_LAYOUTS = 0,      /* number of layouts */
    KR_NONE_MADE = 1,    /* the declarer takes no trick under order 0, and so makes the Bettler */
    KR_ALL_MADE = 2,     /* six counts, at KR_ALL_MADE + 3 * order + n - 1: all tricks are made under `order` (0 or 1),
                          * with the partner who sits n seats (1 to 3) clockwise from the declarer */
    KR_ANY_CALL = 8,     /* the declarer can call at least one card with which all tricks are made, under the order of
                          * the call */
    KR_ANY_SECOND = 9,   /* the declarer can call at least one card with which all tricks are made, always under order
                          * 1 */
    KR_BY_CARD = 10,     /* 32 counts, at KR_BY_CARD + n: the declarer calls card n, and all tricks are made with the
                          * partner who holds card n, under the order of the call */
    KR_BY_CARD_SECOND = 42, /* 32 counts, at KR_BY_CARD_SECOND + n: the declarer calls card n, and all tricks are made
                             * with the partner who holds card n, always under order 1 */
    KR_LAYOUT_COUNTS = 74
};

/* Return 1 if kr_layout_columns can count the layouts in which `task` is won, else 0. If it can, these layouts are
 * counted at KR_NONE_MADE, or at one of the six indexes of KR_ALL_MADE. In the task, four seats must play with six
 * cards each. */
int kr_walk_fits(const kr_task *task);

/* Examine `count` layouts and add the results to `counts` (see enum kr_layout_count). others[0][n] is the hand of the
 * declarer's left neighbour in layout n. others[1][n] and others[2][n] are the next two hands clockwise. If the four
 * hands of a layout do not fit the pack, stop at this layout and return KR_BAD_SIZES. `counts` then contains the
 * results of the layouts before the bad layout. */
int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS]);

/* Cards that must still be dealt to up to five owners. `cards` is the mask of these cards. given[i] is the mask of the
 * cards that owner i already holds. places[i] says how many more cards owner i receives. The possible ways to deal the
 * cards have numbers from 0 on. */
#define KR_OWNERS 5
typedef struct kr_dealing {
    uint8_t places[KR_OWNERS];
    uint32_t given[KR_OWNERS];
    uint32_t cards;
} kr_dealing;

/* kr_deal_ways returns how many ways there are to deal the cards. It returns 0 if there are 2^64 ways or more, or if
 * the places of all owners do not add up to the number of cards. kr_deal_out writes `count` ways, beginning with way
 * `first`. out[i] receives the hand of owner i in each way. The hand includes the cards that the owner already held. */
uint64_t kr_deal_ways(const kr_dealing *filling);
int kr_deal_out(const kr_dealing *filling, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS]);

/* Write `count` random deals, beginning with deal number `first` of the series with the seed `seed`. out[i] receives
 * the hand of owner i in each deal. The algorithm is the one of kranalyze/dealing.py. */
int kr_deal_random(const kr_dealing *filling, uint64_t seed, uint64_t first, size_t count,
                   uint32_t *const out[KR_OWNERS]);

/* The cards that a seat does not see. They lie in up to three hidden places: hands of other seats, or the discard.
 * may[i] is the mask of the cards that may lie in place i. room[i] says how many cards lie there. Each way to
 * distribute all hidden cards is a layout. The layouts are sorted and numbered from 0. To compare two layouts, find the
 * lowest card that lies in different places in these layouts. The layout with this card in the place of lower index
 * comes first. */
#define KR_HIDDEN 3
typedef struct kr_hidden {
    uint32_t may[KR_HIDDEN];
    uint8_t room[KR_HIDDEN];
    uint8_t spare;
} kr_hidden;

/* Write to `out` how many layouts there are. */
int kr_hidden_count(const kr_hidden *hidden, uint64_t *out);

/* The situation of the seat to play, as the input of kr_look. kr_look values each legal card of this seat over layouts.
 * The worth of a card in a layout is the seat's settlement after this card and best play.
 *
 * The task (rules and goal) and the position may depend on where one hidden card lies, for example the called card.
 * `split` is this card. If it lies in place i, task[i] and position[i] apply. If `split` is 0, task[0] and position[0]
 * apply. The positions are complete except for the hidden cards.
 */
#define KR_WORTH (1 << 18) /* largest worth of a card. With this limit, products of two worths (kr_looked.product) can
                            * be summed over fewer than 2^26 layouts without overflow */
#define KR_SETTLED 256 /* every value of a search (kr_node_value) is at least -KR_SETTLED and less than KR_SETTLED */
typedef struct kr_looking {
    kr_hidden hidden;
    uint32_t split;          /* mask of the hidden card whose place decides which task applies, or 0 */
    uint8_t seat[KR_HIDDEN]; /* for each hidden place, the seat whose hand it is; KR_NONE: the place is the discard,
                              * whose points count for the declarer's opponents */
    uint8_t laid;            /* seat that has laid a card face down in trick 1, if the seat to play does not know this
                              * card; otherwise KR_NONE. kr_look tries each card that the face-down card can be. */
    kr_task task[KR_HIDDEN];
    kr_position position[KR_HIDDEN];
    int32_t settles[KR_HIDDEN][2 * KR_SETTLED]; /* settles[i][v + KR_SETTLED]: settlement of the seat to play if the
                                                 * search of task[i] returns the value v. Each settlement lies between
                                                 * -KR_WORTH and KR_WORTH */
} kr_looking;

/* The results of kr_look: sums over layouts. The legal cards are numbered 0, 1, ... from the lowest card. These numbers
 * are the indexes of `wins`, `sum` and `product`. */
typedef struct kr_looked {
    uint64_t looks; /* how many layouts were examined. A layout with an unknown face-down card (kr_looking.laid) counts
                     * once for each card that the face-down card can be */
    uint32_t legal, spare; /* `legal` is the mask of the legal cards; `spare` is unused */
    uint64_t wins[8];      /* for each legal card, how many layouts give it a worth above 0 */
    int64_t sum[8];        /* for each legal card, the sum of its worths in all layouts */
    int64_t product[8][8]; /* product[i][k]: the product of the worths of the cards i and k, summed over all layouts.
                            * Only entries with k <= i are used */
} kr_looked;

/* Find the worth of each legal card in `count` layouts, and add the results to `out`. `number` lists the numbers of the
 * layouts (see kr_hidden). If `number` is NULL, take `count` consecutive layouts from number `first` on. */
int kr_look(kr_ctx *ctx, kr_shelf *shelf, const kr_looking *looking, uint64_t first, size_t count,
            const uint64_t *number, kr_looked *out);

/* The input of a search for plans. A plan fixes which card the seat to play chooses in every situation that this seat
 * can distinguish. The opponents see all cards and know the plan. For each legal card, the search considers the plans
 * that begin with this card, and finds how many layouts the best of these plans wins. The task must be a KR_SWEEP. The
 * seat to play must have no partner. */
typedef struct kr_plans {
    kr_task task;
    kr_position position;           /* position, complete except for the hidden cards */
    size_t count;                   /* number of layouts */
    const uint32_t *hand[KR_SEATS]; /* for every other seat that plays, a column with its hand in each layout; NULL for
                                     * the seat to play and for seats that take no part in the play */
    uint32_t unseen;                /* mask of all hidden cards; kr_plan computes the mask and ignores the caller's
                                     * value */
    uint32_t wanted;                /* mask of the legal cards whose plans the caller wants */
    uint64_t steps;                 /* largest number of steps that the search may take for one card */
    const uint8_t *stop;            /* a byte that another thread sets to a nonzero value to stop the search; NULL: no
                                     * thread stops the search */
} kr_plans;

/* Search for plans. `legal` receives the mask of the legal cards. For each legal card, in ascending order, `won`
 * receives how many layouts are won by the best plan that starts with this card. The entry of a card is -1 if steps or
 * memory did not suffice for the card, or if the card is not in `wanted`. */
int kr_plan(kr_ctx *ctx, const kr_plans *plans, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND]);

#endif
