/* kr.h - the double-dummy core: computes values of tasks and positions.
 *
 * The core knows neither games nor contracts. A task gives the order of rank, the rules of play, the seats of the
 * declarer's side and its goal. A position gives the hands and the state of play. Cards are numbered suit * 8 + rank.
 * Ranks are numbered 0 to 7 in the natural order 7 8 9 T J Q K A. A set of cards is a 32-bit mask: bit n stands for
 * card n. A mask of seats has bit n for seat n.
 *
 * The core does not allocate memory, print, or keep global state. A context is memory that the caller owns. Each thread
 * needs its own context.
 *
 * A row of a table states the conditions under which a contract can be played with a certain declarer and partner. A
 * layout is one way to deal the hidden cards. Functions that return an int without another meaning return enum
 * kr_status.
 */
#ifndef KR_H
#define KR_H

#include <stddef.h>
#include <stdint.h>

#define KR_SEATS 4
#define KR_NO_TRUMP 4
#define KR_NONE 0xFF
#define KR_MAX_TASKS 1024 /* largest number of tasks in one call */
#define KR_UNKNOWN INT16_MIN /* marks a value that was not computed for a deal */

/* The goal of the declarer's side. The goal decides the meaning of a value. */
enum kr_goal {
    KR_SWEEP = 0,  /* the value is 1 if the takers win all of the first
                    * `tricks` tricks and reach `need` points, else 0 */
    KR_POINTS = 1, /* the value is the most points (or, with KR_MARGIN, the largest margin) that the side can force */
    KR_TRICKS = 2, /* the value is the largest number of tricks that the side can force */
    KR_STAKES = 3, /* the value is the settlement per payer; declarations and announcements are made in trick 1 */
    KR_RACE = 4,   /* the first side to reach `need` points wins; the value is 1, 2 or 3, negative if the side loses */
    KR_LAST = 5,   /* the declarer takes all tricks but the last; the winner of the last becomes the partner */
    KR_DOUBLE = 6, /* two declarers; each of them wants to take no trick */
    KR_MOST = 7,   /* every seat plays for itself; the seat with the most points loses */
    KR_GOALS = 8
};

/* The goals with more than two parties, as bits. */
#define KR_MANY_PARTIES (1u << KR_LAST | 1u << KR_DOUBLE | 1u << KR_MOST)

/* Flags of a task: rules of play, and variants of the goal. */
enum kr_flag {
    KR_MUST_TRUMP = 1, /* a player who cannot follow suit must play a trump */
    KR_MUST_BEAT = 2,  /* a player must beat the best card of the trick if possible */
    KR_STOP = 4,       /* play stops once the side has reached `need` points */
    KR_MARGIN = 8,     /* the value is the side's points minus the others' points */
    KR_PENDING = 16,   /* a marriage registered on the opening lead counts once the side has taken a trick */
    KR_LOSER_PAYS = 32, /* KR_DOUBLE with only one successful declarer: the failed one pays the other; without this flag
                         * the successful one pays */
    KR_PLAIN = 64,      /* use neither bounds nor special kernels in the search;
                         * tests compare this plain search with the fast one */
    KR_EXACTLY = 128    /* KR_TRICKS: the value is 1 if the side takes exactly
                         * `tricks` tricks in the whole play, else 0 */
};

/* How marriages (King and Queen of a suit) count. */
enum kr_marriage {
    KR_NO_MARRIAGES = 0,
    KR_DECLARED = 1, /* a player declares the marriage in trick 1; the
                      * marriage counts once its player has taken a trick */
    KR_ON_LEAD = 2   /* a player registers the marriage by leading its King or
                      * Queen; if `late` is 1, not with the opening lead */
};

/* Bits of kr_position.announced: each side may announce that it will reach 100 points, or that it will take all
 * tricks. */
enum kr_announcement {
    KR_SIDE_HUNDRED = 1,
    KR_SIDE_ALL = 2,
    KR_OTHERS_HUNDRED = 4,
    KR_OTHERS_ALL = 8
};

/* A task: rules of play and a goal. All fields are bytes, so the struct has the same layout on every machine. */
typedef struct kr_task {
    uint8_t goal;           /* enum kr_goal */
    uint8_t flags;          /* mask of enum kr_flag */
    uint8_t seats;          /* mask of the seats that take part in the play */
    uint8_t leader;         /* seat that leads the first trick */
    uint8_t trump;          /* trump suit, or KR_NO_TRUMP */
    uint8_t side;           /* mask of the seats that maximise the value */
    uint8_t takers;         /* KR_SWEEP: mask of the seats that must take the tricks */
    uint8_t tricks;         /* KR_SWEEP: number of tricks to win, 0 for all
                             * tricks; KR_EXACTLY: number of tricks to take */
    uint8_t need;           /* points that the goal requires */
    uint8_t low;            /* KR_RACE: a loser with fewer points than this loses double; KR_STAKES: if not 0, a
                             * negative value counts as 0 */
    uint8_t last;           /* points that the winner of the last trick gets in addition */
    uint8_t marriages;      /* enum kr_marriage */
    uint8_t marriage_seats; /* mask of the seats whose marriages count */
    uint8_t marriage_plain; /* points of a marriage in a plain suit */
    uint8_t marriage_trump; /* points of a marriage in trumps */
    uint8_t late;           /* KR_ON_LEAD: 1 if a marriage cannot be registered with the opening lead */
    uint8_t declarer;       /* seat of the declarer, or KR_NONE */
    uint8_t second;         /* KR_DOUBLE: seat of the second declarer */
    uint8_t seek;           /* goals with more than two parties: the seat whose guaranteed settlement is the value;
                             * KR_NONE: every seat plays selfishly */
    uint8_t talon_to;       /* seat that takes the talon and then discards the
                             * same number of cards; KR_NONE: no seat does */
    uint8_t strength[8];    /* strength of each natural rank, from 0 (lowest) to 7 (highest) */
    uint8_t points[8];      /* points of a card of each natural rank */
} kr_task;

/* Return 1 if the goal has more than two parties, else 0. */
static inline int kr_many_parties(const kr_task *task) { return KR_MANY_PARTIES >> task->goal & 1; }

/* Return 1 if the value is a vector (the settlements of all four seats in selfish play), else 0 (a single number). */
static inline int kr_wants_vector(const kr_task *task) { return kr_many_parties(task) && task->seek == KR_NONE; }

/* A position: the hands, the trick in progress, and the results of earlier tricks. */
typedef struct kr_position {
    uint32_t hands[KR_SEATS]; /* cards that each seat still holds */
    uint8_t leader;           /* seat that led the trick in progress */
    uint8_t n_played;         /* number of cards in the trick, 0 to 3 */
    uint8_t played[3];        /* cards in the trick, in order of play */
    uint8_t tricks_done;      /* number of complete tricks */
    uint8_t took;        /* mask of the seats that have taken a trick */
    uint8_t announced;   /* KR_STAKES: mask of enum kr_announcement */
    uint8_t declared[4]; /* KR_DECLARED: for each suit, the seat that declared its marriage, or KR_NONE */
    uint8_t forced[4];   /* KR_DOUBLE: for each seat, the card that it has
                          * laid face down and not yet played, or KR_NONE */
    uint8_t points[4];   /* points so far: [0] of the side, [1] of the others; in KR_MOST the points of each seat */
    uint8_t pending[2];  /* KR_PENDING: points of registered marriages that do
                          * not count yet: [0] of the side, [1] of the others */
    uint8_t declaring;   /* KR_DECLARED: mask of the seats that may still declare and announce */
    uint8_t spare;
} kr_position;

enum kr_status {
    KR_OK = 0,
    KR_BAD_TASK = 1,     /* a field of the task is out of range */
    KR_CARD_TWICE = 2,   /* two hands hold the same card */
    KR_BAD_SIZES = 3,    /* the hands have unequal or impossible sizes */
    KR_BAD_TRICK = 4,    /* the trick in progress is impossible */
    KR_BAD_FACTS = 5,    /* points, announcements or declarations are impossible */
    KR_BAD_BUFFER = 6,   /* the caller's buffers have wrong sizes */
    KR_BAD_PACK = 7      /* a card is not in the pack, or a hand or the talon has a wrong size */
};

typedef struct kr_ctx kr_ctx;

/* kr_ctx_size returns the number of bytes of a context. kr_ctx_init initialises a context. The memory must be zeroed
 * and aligned to 64 bytes before. Each search sets up its tables at its first use. */
size_t kr_ctx_size(void);
void kr_ctx_init(kr_ctx *ctx);
/* Return the number of nodes searched since the last reset. kr_ctx_reset_nodes sets this number to 0. */
uint64_t kr_ctx_nodes(const kr_ctx *ctx);
void kr_ctx_reset_nodes(kr_ctx *ctx);
/* Return an English text for an enum kr_status. */
const char *kr_status_text(int status);

/* Write the position of a deal before its first card. */
void kr_start(const kr_task *task, const uint32_t hands[KR_SEATS], kr_position *out);

/* Write the value of a position for the declarer's side to out[0]: points, tricks, 0 or 1, or the settlement of the
 * seat `seek`. If the task wants a vector, write the settlements of all four seats. Return enum kr_status. */
int kr_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, int16_t out[KR_SEATS]);

/* Write the mask of the legal cards of the seat to play. */
int kr_moves(const kr_task *task, const kr_position *position, uint32_t *out);

/* Play a card. In KR_STAKES the mover first makes the announcements `announce` (enum kr_announcement, its own team's
 * bits). */
int kr_play(const kr_task *task, kr_position *position, int card, int announce);

/* Return the seat to play, or KR_NONE at the end. */
int kr_to_play(const kr_task *task, const kr_position *position);

/* Write the number of sequences of `depth` legal cards. */
int kr_perft(const kr_task *task, const kr_position *position, int depth, uint64_t *out);

/* A row of a table. It stands for a contract with a certain declarer and partner. A deal reaches the row if it fulfils
 * the conditions for playing the contract. Another condition says whether the contract may be bid. */
typedef struct kr_row {
    uint32_t callable;    /* mask of cards; the declarer calls any of them to
                           * reach the row; 0: the declarer calls nothing */
    uint32_t required[4]; /* sets of cards; the bidder must hold all cards of at least one set; 0: unused entry */
    uint8_t holder;       /* seat that must hold the called card */
    uint8_t bidder;       /* seat that must hold all cards of a required set */
    uint8_t spare[2];
} kr_row;

/* Flags of a deal and a row: the deal reaches the row; the contract of the row may be bid. */
enum kr_row_flag { KR_REACHED = 1, KR_BIDDABLE = 2 };

/* Columns of deals. Entry i of each column belongs to deal i. `talon` is NULL in games without a talon. */
typedef struct kr_deals {
    size_t count;
    const uint32_t *hands[KR_SEATS];
    const uint32_t *talon;
} kr_deals;

/* The pack of a game and the sizes of its hands. */
typedef struct kr_pack {
    uint32_t cards;
    uint8_t size, seats, talon; /* `size` is the number of cards in a full hand, `seats` the number of players, `talon`
                                 * the number of cards in the talon */
    uint8_t endings;            /* 1: deals with shorter hands of equal size are
                                 * valid too, with the full talon or an empty one */
} kr_pack;

/* Write enum kr_status of each deal: KR_OK if the deal fits the pack. Return the number of deals that do not fit. */
size_t kr_misfits(const kr_deals *deals, const kr_pack *pack, uint8_t *status);

/* Write to flags[deal * rows + row] a mask of enum kr_row_flag. */
void kr_apply_rows(const kr_deals *deals, size_t rows, const kr_row *row, uint8_t *flags);

#define KR_HAND 8 /* largest number of cards in a hand */

/* List all pairs of a deal and a row that the deal reaches, in order of deals and then of rows. For each pair write the
 * deal, the row (`which`), and the mask of the cards whose call leads to the row. Return the number of pairs. */
size_t kr_reached(const kr_deals *deals, size_t rows, const kr_row *row, const uint8_t *flags, int32_t *deal,
                  int32_t *which, uint32_t *calls);

/* Write the cards of all masks as one list, with the cards of each mask in ascending order. ends[i] is the index behind
 * the last card of mask i. `cards` needs room for 32 cards per mask. */
void kr_list_cards(size_t count, const uint32_t *masks, int32_t *ends, int8_t *cards);

/* Tallies count the contracts that can be made on many deals. The input has rows, ordered by deal. A row is a question
 * about a deal: can this declarer make this contract with this partner? A figure counts units: the seats of a deal, or
 * all seats of a deal as one unit. Some of the units are hits. */
typedef struct kr_tally_asked {
    uint8_t contract, declarer; /* `contract` is the number of the contract, `declarer` the declarer's seat */
    uint8_t partner; /* number of steps clockwise from the declarer to the
                      * partner: 1 is the seat to the left; 0: no partner */
    uint8_t open;    /* mask of the forehand seats for which the question is
                      * asked; bit KR_SEATS stands for an unknown forehand */
} kr_tally_asked;

enum kr_tally_kind { /* Sets of seats, kept for each deal and contract: seats that may play the contract, may bid it,
                      * can make it, have a known payment, and are paid for it. KR_TALLY_WITH + n is the set of seats
                      * that can make it with the partner n steps clockwise (n = 0: without a partner). */
    KR_TALLY_OPEN, KR_TALLY_BIDDABLE, KR_TALLY_MAKEABLE, KR_TALLY_KNOWN, KR_TALLY_PAID, KR_TALLY_WITH
};
/* How a figure counts: all its seats are one unit; only forehand counts; the payments of its seats are added up. */
enum kr_tally_how { KR_TALLY_ANY = 1, KR_TALLY_FIRST = 2, KR_TALLY_PAYS = 4 };

/* A figure: the number of units in the set `of`, and the number of hits, which are also in the set `hit`. A figure is
 * counted for each contract. */
typedef struct kr_tally_figure {
    uint8_t of, hit; /* sets of seats (enum kr_tally_kind): seats in `of`
                      * are units, units that are also in `hit` are hits */
    uint8_t seats;   /* mask of the seats that are counted */
    uint8_t how;     /* mask of enum kr_tally_how */
} kr_tally_figure;

/* Sums over deals. A deal has k units, m of which are hits. In the order of the enum the sums add up k, m, the
 * payments, 1 for each deal with units, k², km and m². */
enum kr_tally_sum {
    KR_TALLY_UNITS, KR_TALLY_COUNT, KR_TALLY_TOTAL, KR_TALLY_DEALS, KR_TALLY_KK, KR_TALLY_KM, KR_TALLY_MM,
    KR_TALLY_SUMS
};

/* The 64-bit code of the best contract of a unit. Each part of the code begins at the given bit and ends before the
 * next part. */
enum kr_tally_bit {
    KR_TALLY_AMOUNT_AT = 0,    /* the payment, 32 bits */
    KR_TALLY_CONTRACT_AT = 32, /* number of the contract + 1; 0: no contract */
    KR_TALLY_WHAT_AT = 40,     /* enum kr_tally_what */
    KR_TALLY_WHOM_AT = 42,     /* enum kr_tally_whom */
    KR_TALLY_GROUP_AT = 44,    /* number of the group of the seats */
    KR_TALLY_ALIKE_AT = 62, /* number of other units of the deal with the same best contract */
    KR_TALLY_BITS = 64
};
/* The meaning of a code: the highest contract that can be made, the best-paid contract, or only that a unit was
 * examined. */
enum kr_tally_what { KR_TALLY_BY_RANK, KR_TALLY_BY_PAY, KR_TALLY_LOOKED_AT };
/* The unit of a code: all seats of the group together, forehand, or each single seat. */
enum kr_tally_whom { KR_TALLY_BY_SOME, KR_TALLY_BY_FIRST, KR_TALLY_BY_SEAT };

#define KR_TALLY_CONTRACTS 16
#define KR_TALLY_GROUPS (1 << (KR_TALLY_ALIKE_AT - KR_TALLY_GROUP_AT))
#define KR_TALLY_BEST 15 /* largest number of codes that a deal yields */
/* Marks a row without a known payment. */
#define KR_TALLY_NO_PAY INT32_MIN

typedef struct kr_tally {
    size_t deals, rows, questions, contracts, groups, figures;
    const int32_t *deal, *which; /* `deal` has the deal of each row, in ascending order;
                                  * `which` has the index of its question in `asked` */
    const uint8_t *biddable, *makeable; /* for each row: `biddable` is 1 if the contract may be bid, `makeable` is 1 if
                                         * it can be made */
    const int32_t *pay;                 /* for each row: the payment to the declarer, or KR_TALLY_NO_PAY */
    const kr_tally_asked *asked;        /* the questions */
    const kr_tally_figure *figure;      /* the figures to count */
    const uint8_t *forehand; /* forehand seat of each deal; KR_SEATS: unknown; larger numbers: the deal is skipped */
    const uint32_t *group;   /* group of each seat of each deal; NULL: all seats are in group 0 */
    uint32_t ranked;         /* mask of the contracts that may be a best contract */
    int64_t *sums;           /* sums, indexed by kr_tally_sum, group, figure and contract;
                              * new counts are added to the values already there */
    uint64_t *best;          /* codes of best contracts; the caller reserves KR_TALLY_BEST codes per deal */
} kr_tally;

/* Add the deals to the sums, and write the codes of their best contracts. Return the number of codes written. */
size_t kr_count_tally(const kr_tally *tally);

/* Tasks to be solved on columns of deals. The value of a task on a deal goes to values[deal * width + slot[task]]. A
 * task that wants a vector fills four values from there on. The rows of a task are row_of[row_end[task - 1]] to
 * row_of[row_end[task] - 1]. A task is solved on a deal if the deal reaches one of these rows and the row may be bid.
 * The flags of this pair are flags[deal * rows + row]. Otherwise the value is KR_UNKNOWN. */
typedef struct kr_batch {
    kr_deals deals;
    size_t tasks;
    const kr_task *task;
    const uint32_t *slot;
    size_t width; /* number of values per deal */
    int16_t *values;
    size_t rows;  /* number of rows; 0: every task is solved on every deal */
    size_t pairs; /* length of row_of */
    const uint32_t *row_of, *row_end;
    const uint8_t *flags; /* masks of enum kr_row_flag, as kr_apply_rows writes them */
    uint32_t *discard; /* mask of the best discard, indexed like `values`; NULL: the caller does not want discards */
    uint8_t *status;   /* enum kr_status of each deal */
} kr_batch;

int kr_solve_batch(kr_ctx *ctx, const kr_batch *batch);

/* Positions to be solved, each with its task. A position gets four values; if its task wants no vector, only the first
 * is used. If `cards` is not NULL, the value of each legal card (the value of the position after the card) is also
 * written: up to eight values per position, in ascending order of cards. Then `legal` receives the masks of the legal
 * cards. A task that wants a vector gets no values of cards. */
typedef struct kr_positions {
    size_t count;
    size_t tasks;
    const kr_task *task;
    const uint32_t *which; /* index of the task of each position */
    const kr_position *position;
    int16_t *values; /* four values per position */
    uint32_t *legal; /* mask of the legal cards of each position; may be NULL */
    int16_t *cards;  /* eight values of cards per position; may be NULL */
    uint8_t *status;
} kr_positions;

int kr_solve_positions(kr_ctx *ctx, const kr_positions *positions);

/* Return KR_OK, or KR_BAD_TASK if a field of the task is out of range. */
int kr_check_task(const kr_task *task);

/* Return 1 if guards.h solves a task without a search, else 0. Such a task is a sweep without trumps in which the
 * leader plays alone: KR_SWEEP of all tricks, or KR_LAST with the leader's guarantee. The duty to beat does not matter
 * for it. */
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

/* The known facts of a count over layouts: the declarer's hand of six cards, in a pack with six ranks per suit. The
 * count says in how many layouts a single Bettler is made, and in how many the declarer takes all tricks with each of
 * the other seats as partner. */
typedef struct kr_layout_run {
    uint8_t strength[2][8]; /* orders of rank: [0] if no Ten is called, [1] if one is */
    uint32_t tens;          /* mask of the cards that, when called, make order [1] apply */
    uint32_t hand;          /* hand of the declarer; the declarer leads */
} kr_layout_run;

/* The counts. Each is the number of layouts with the property named. "All tricks" are the declarer's and the
 * partner's. */
enum kr_layout_count {
    KR_LAYOUTS = 0,      /* number of layouts */
    KR_NONE_MADE = 1,    /* the Bettler is made */
    KR_ALL_MADE = 2,     /* all tricks are made with the partner 1 to 3 seats
                          * clockwise: six counts, indexed by [order][partner - 1] */
    KR_ANY_CALL = 8,     /* all tricks are made after the best call; each called card decides its order of rank */
    KR_ANY_SECOND = 9,   /* all tricks are made after the best call; order [1] applies to all cards */
    KR_BY_CARD = 10,     /* all tricks are made if card n is called: 32 counts; the card decides its order of rank */
    KR_BY_CARD_SECOND = 42, /* all tricks are made if card n is called: 32 counts with order [1] for all cards */
    KR_LAYOUT_COUNTS = 74
};

/* Return 1 if kr_layout_columns can count a task of four hands of six cards (as KR_NONE_MADE or KR_ALL_MADE), else
 * 0. */
int kr_walk_fits(const kr_task *task);

/* Add `count` layouts to the counts. `others` holds a column of hands for each other seat, clockwise from the declarer.
 * Counting stops at the first layout that does not fit; the layouts before it are counted. */
int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS]);

/* The ways to deal cards to up to five owners are numbered from 0. `given` holds the cards that each owner already has,
 * and `places` the number of cards that the owner still receives. `cards` are the cards to deal. */
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

/* A view of the seat to play: its legal cards are valued in the layouts of `hidden`. Task and position may depend on
 * the place of one hidden card, `split`. If the card lies in place i, task[i] and position[i] apply. Without such a
 * card task[0] and position[0] apply. Positions lack only the hidden cards. */
#define KR_WORTH (1 << 18) /* largest worth of a value; so no sum over fewer than 2^26 layouts overflows */
#define KR_SETTLED 256 /* every value is at least -KR_SETTLED and less than KR_SETTLED */
typedef struct kr_looking {
    kr_hidden hidden;
    uint32_t split;          /* mask of one hidden card, or 0 */
    uint8_t seat[KR_HIDDEN]; /* seat to which each place belongs; KR_NONE: the place
                              * is the discard, whose points count for the others */
    uint8_t laid;            /* seat that has laid an unknown card face down in
                              * trick 1 (each possible card is tried), or KR_NONE */
    kr_task task[KR_HIDDEN];
    kr_position position[KR_HIDDEN];
    int32_t settles[KR_HIDDEN][2 * KR_SETTLED]; /* worth of value v to the seat to play, at
                                                 * index v + KR_SETTLED; at most KR_WORTH */
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

/* Judged records; defined in evaluate.h. */
struct kr_evaluating;

/* The layouts that a careful player considers; defined in careful_table.h. */
struct kr_careful_view;

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
    uint32_t wanted;                /* mask of the cards to evaluate */
    uint64_t steps;                 /* largest number of steps that the search may take for each card */
    const uint8_t *stop;            /* set to a nonzero value by another thread to stop the search; may be NULL */
} kr_plans;

/* For each legal card, in ascending order, write the number of layouts that the best plan wins after the card. Write -1
 * if steps or memory did not suffice, or if the card is not in `wanted`. */
int kr_plan(kr_ctx *ctx, const kr_plans *plans, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND]);

/* An act: the card that a seat plays or lays face down at its turn, with its announcements and declarations. */
typedef struct kr_act {
    uint8_t seat, card;
    uint8_t laid;       /* 1: the card is laid face down, not played */
    uint8_t announced;  /* mask of enum kr_announcement */
    uint8_t declared;   /* mask of the suits whose marriages the seat declares */
    uint8_t registered; /* 1: the card registers the marriage of its suit */
    uint8_t winner;     /* seat that wins the trick, if this card completes the trick; else KR_NONE */
    uint8_t spare;
} kr_act;

/* Largest number of acts of a deal. */
#define KR_ACTS (4 * KR_HAND + 2)

/* Return 1 if play stops at this position because a race is won, or because a contract that stops at its points is
 * decided; else 0. */
int kr_decided(const kr_task *task, const kr_position *position);

/* Write the value of each legal card, or of each card that may be laid face down. `legal` receives the mask of these
 * cards. `values` and `says` are indexed by card number. With the card the seat declares its marriages and makes its
 * best announcements; says[card] receives these announcements (enum kr_announcement). */
int kr_worths(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal, int16_t values[32],
              uint8_t says[32]);

/* Write a line of best play from a position to the end. Among equally good choices the line announces nothing and plays
 * the lowest card. */
int kr_line(kr_ctx *ctx, const kr_task *task, const kr_position *position, kr_act out[KR_ACTS], size_t *count);

/* A build of the search: its name and its functions. Build 0 runs on every machine. Build 1 needs AVX2 and BMI2. */
typedef struct kr_engine {
    const char *name;
    int (*value)(kr_ctx *, const kr_task *, const kr_position *, int16_t[KR_SEATS]);
    int (*solve_batch)(kr_ctx *, const kr_batch *);
    int (*solve_positions)(kr_ctx *, const kr_positions *);
    int (*layout_columns)(kr_shelf *, const kr_layout_run *, size_t, const uint32_t *const[3],
                          uint64_t[KR_LAYOUT_COUNTS]);
    int (*look)(kr_ctx *, kr_shelf *, const kr_looking *, uint64_t, size_t, const uint64_t *, kr_looked *);
    int (*plan)(kr_ctx *, const kr_plans *, void *, size_t, uint32_t *, int64_t[KR_HAND]);
    int (*worths)(kr_ctx *, const kr_task *, const kr_position *, uint32_t *, int16_t[32], uint8_t[32]);
    int (*line)(kr_ctx *, const kr_task *, const kr_position *, kr_act[KR_ACTS], size_t *);
    int (*evaluate)(kr_ctx *, const struct kr_evaluating *, size_t *);
    int (*careful_look)(kr_ctx *, struct kr_careful_view *, size_t, const uint32_t *const[KR_HIDDEN], const uint8_t *);
} kr_engine;

/* Return the build with the given number, or the fastest build for -1. Return NULL if this machine cannot run the
 * build. */
const kr_engine *kr_choose_engine(int number);

#endif
