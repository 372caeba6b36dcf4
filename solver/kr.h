/* kr.h - the double-dummy core: tasks and positions in, values out.
 *
 * The core knows neither games nor contracts. A task has the order of rank, the duties of play, the
 * seats of the declarer's side and its goal. A position has the hands and what has happened so far.
 * Cards are numbered suit * 8 + rank in the natural order 7 8 9 T J Q K A. A set of cards is a
 * 32-bit mask. Nothing here allocates, prints, or keeps global state. A context is memory that the
 * caller owns, one per thread.
 */
#ifndef KR_H
#define KR_H

#include <stddef.h>
#include <stdint.h>

#define KR_SEATS 4
#define KR_NO_TRUMP 4
#define KR_NONE 0xFF
#define KR_MAX_TASKS 1024 /* in one call */
#define KR_UNKNOWN INT16_MIN /* marks a value of a deal that has no answer */

/* The goal of the declarer's side, which decides the meaning of the value. */
enum kr_goal {
    KR_SWEEP = 0,  /* 1 if the takers win all of the first `tricks` tricks (and `need` points), else 0 */
    KR_POINTS = 1, /* most points that the side can force, or its margin */
    KR_TRICKS = 2, /* most tricks that the side can force */
    KR_STAKES = 3, /* settlement per payer with declarations and announcements in trick 1 */
    KR_RACE = 4,   /* the first side to `need` points wins 1, 2 or 3 */
    KR_LAST = 5,   /* the declarer takes all but the last trick; its winner becomes his partner */
    KR_DOUBLE = 6, /* two declarers, each of whom wants no trick */
    KR_MOST = 7,   /* each for himself; the most points lose */
    KR_GOALS = 8
};

/* The goals with more than two parties, as bits. */
#define KR_MANY_PARTIES (1u << KR_LAST | 1u << KR_DOUBLE | 1u << KR_MOST)

enum kr_flag {
    KR_MUST_TRUMP = 1, /* a void player must play a trump */
    KR_MUST_BEAT = 2,  /* a player who can beat the trick so far must beat it */
    KR_STOP = 4,       /* play stops when `need` is reached */
    KR_MARGIN = 8,     /* the value is a difference of points, own - other */
    KR_PENDING = 16,   /* a marriage may be registered on the opening lead; it counts once the side has a trick */
    KR_LOSER_PAYS = 32, /* KR_DOUBLE: if one succeeds, the other pays him; without it he pays */
    KR_PLAIN = 64,      /* plain search without screens and special kernels, to check these */
    KR_EXACTLY = 128    /* KR_TRICKS: 1 if the side takes exactly `tricks` of all tricks, else 0 */
};

/* How marriages (King and Queen of a suit) come to count. */
enum kr_marriage {
    KR_NO_MARRIAGES = 0,
    KR_DECLARED = 1, /* declared in trick 1; counts when its player takes a trick */
    KR_ON_LEAD = 2   /* registered by the player on lead, by leading one of the two; after trick 1 if `late` */
};

/* Bits of kr_position.announced. */
enum kr_announcement {
    KR_SIDE_HUNDRED = 1,
    KR_SIDE_ALL = 2,
    KR_OTHERS_HUNDRED = 4,
    KR_OTHERS_ALL = 8
};

/* A task has only bytes, so that its layout is the same on every machine. */
typedef struct kr_task {
    uint8_t goal;
    uint8_t flags;
    uint8_t seats;          /* mask of the seats that play */
    uint8_t leader;         /* leads to trick 1 */
    uint8_t trump;          /* suit, or KR_NO_TRUMP */
    uint8_t side;           /* mask of the seats that maximise the value */
    uint8_t takers;         /* KR_SWEEP: mask of the seats that must take the tricks */
    uint8_t tricks;         /* KR_SWEEP: number of tricks, 0 for all; KR_EXACTLY: exact number of tricks */
    uint8_t need;           /* points to reach */
    uint8_t low;            /* KR_RACE: fewer points lose double; KR_STAKES: if not 0, losses count as 0 */
    uint8_t last;           /* points for the last trick */
    uint8_t marriages;      /* enum kr_marriage */
    uint8_t marriage_seats; /* mask of the seats whose marriages count */
    uint8_t marriage_plain; /* points of a marriage in a plain suit */
    uint8_t marriage_trump; /* points of a marriage in trumps */
    uint8_t late;           /* KR_ON_LEAD: not on the opening lead */
    uint8_t declarer;       /* seat, KR_NONE if there is none */
    uint8_t second;         /* KR_DOUBLE: the other declarer */
    uint8_t seek;           /* many parties: the seat whose guarantee is the value, KR_NONE: selfish play */
    uint8_t talon_to;       /* seat that takes the talon and discards as many cards, or KR_NONE */
    uint8_t strength[8];    /* of each natural rank, 0 low to 7 high */
    uint8_t points[8];      /* of each natural rank */
} kr_task;

static inline int kr_many_parties(const kr_task *task) { return KR_MANY_PARTIES >> task->goal & 1; }

/* Whether the value is a vector: the four settlements of selfish play. */
static inline int kr_wants_vector(const kr_task *task) { return kr_many_parties(task) && task->seek == KR_NONE; }

/* A position: the hands, the trick in progress, and what has happened so far. */
typedef struct kr_position {
    uint32_t hands[KR_SEATS]; /* cards still held */
    uint8_t leader;           /* of the trick in progress */
    uint8_t n_played;         /* cards in the trick, 0 to 3 */
    uint8_t played[3];        /* those cards in order of play */
    uint8_t tricks_done;
    uint8_t took;        /* mask of the seats that have taken a trick */
    uint8_t announced;   /* KR_STAKES, enum kr_announcement */
    uint8_t declared[4]; /* KR_DECLARED: for each suit the seat that declared its marriage, or KR_NONE */
    uint8_t forced[4];   /* KR_DOUBLE: for each seat the card laid face down and not yet played, or KR_NONE */
    uint8_t points[4];   /* points so far: [side, others], in KR_MOST by seat */
    uint8_t pending[2];  /* KR_PENDING: points registered and not yet counted, [side, others] */
    uint8_t declaring;   /* KR_DECLARED: mask of the seats that may still declare and announce */
    uint8_t spare;
} kr_position;

enum kr_status {
    KR_OK = 0,
    KR_BAD_TASK = 1,     /* a field of the task is out of range */
    KR_CARD_TWICE = 2,   /* two hands hold the same card */
    KR_BAD_SIZES = 3,    /* hands of unequal or impossible size */
    KR_BAD_TRICK = 4,    /* the trick in progress is impossible */
    KR_BAD_FACTS = 5,    /* impossible points, announcements or declarations */
    KR_BAD_BUFFER = 6,   /* sizes of the caller's buffers do not fit */
    KR_BAD_PACK = 7      /* a card that is not in the pack, or wrong sizes of hands or talon */
};

typedef struct kr_ctx kr_ctx;

/* The size of a context, and its initialisation in cleared memory aligned to 64. Searches prepare the tables that they
 * need when they first use them. */
size_t kr_ctx_size(void);
void kr_ctx_init(kr_ctx *ctx);
uint64_t kr_ctx_nodes(const kr_ctx *ctx);
void kr_ctx_reset_nodes(kr_ctx *ctx);
const char *kr_status_text(int status);

/* The position of a deal before the first card. */
void kr_start(const kr_task *task, const uint32_t hands[KR_SEATS], kr_position *out);

/* The value of a position for the declarer's side: points, tricks, 0 or 1, or the settlement of `seek`.
 * If the task wants a vector, four settlements are written. */
int kr_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, int16_t out[KR_SEATS]);

/* Legal cards of the seat to play. */
int kr_moves(const kr_task *task, const kr_position *position, uint32_t *out);

/* Play a card. In KR_STAKES announce first: bits of the mover's own team. */
int kr_play(const kr_task *task, kr_position *position, int card, int announce);

/* Seat to play, KR_NONE at the end. */
int kr_to_play(const kr_task *task, const kr_position *position);

/* Number of sequences of `depth` legal cards. */
int kr_perft(const kr_task *task, const kr_position *position, int depth, uint64_t *out);

/* A question of a table: tells whether a deal reaches it, and whether its contract may be bid. */
typedef struct kr_row {
    uint32_t callable;    /* cards whose call leads to the row, 0: nothing is called */
    uint32_t required[4]; /* the bidder must hold all cards of one of these sets, 0: unused */
    uint8_t holder;       /* seat that holds the called card */
    uint8_t bidder;       /* seat that must hold a required set */
    uint8_t spare[2];
} kr_row;

enum kr_row_flag { KR_REACHED = 1, KR_BIDDABLE = 2 };

/* A column of deals: four hands, and the talon or NULL. */
typedef struct kr_deals {
    size_t count;
    const uint32_t *hands[KR_SEATS];
    const uint32_t *talon;
} kr_deals;

/* The pack of a game and the sizes of its hands. */
typedef struct kr_pack {
    uint32_t cards;
    uint8_t size, seats, talon; /* cards of a hand; number of seats; cards of the talon */
    uint8_t endings;            /* shorter hands of equal size are deals, too, with or without the talon */
} kr_pack;

/* Write a column of enum kr_status, KR_OK for deals of the pack. Return the number of others. */
size_t kr_misfits(const kr_deals *deals, const kr_pack *pack, uint8_t *status);

/* Write flags[deal * rows + row] of enum kr_row_flag. */
void kr_apply_rows(const kr_deals *deals, size_t rows, const kr_row *row, uint8_t *flags);

#define KR_HAND 8 /* most cards of a hand */

/* Write for every reached row, in order, its deal, its row and the cards whose call leads to it. Return their number. */
size_t kr_reached(const kr_deals *deals, size_t rows, const kr_row *row, const uint8_t *flags, int32_t *deal,
                  int32_t *which, uint32_t *calls);

/* Write the cards of each mask in ascending order, and the end of each list. `cards` has room for 32 per mask. */
void kr_list_cards(size_t count, const uint32_t *masks, int32_t *ends, int8_t *cards);

/* Counts of what can be made on many deals. The rows are reached questions, in order of deals. They give for each
 * contract the seats that may play it, may bid it, make it, and are paid for it. */
typedef struct kr_tally_asked {
    uint8_t contract, declarer;
    uint8_t partner; /* place of the partner clockwise from the declarer: 1 is his left; 0: no partner */
    uint8_t open;    /* mask of the forehands for which the question applies; bit KR_SEATS: forehand unknown */
} kr_tally_asked;

enum kr_tally_kind { /* sets of seats of a deal, for a contract; from _WITH on by partner */
    KR_TALLY_OPEN, KR_TALLY_BIDDABLE, KR_TALLY_MAKEABLE, KR_TALLY_KNOWN, KR_TALLY_PAID, KR_TALLY_WITH
};
enum kr_tally_how { KR_TALLY_ANY = 1, KR_TALLY_FIRST = 2, KR_TALLY_PAYS = 4 };

/* A figure: for each contract the number of units, and how many of them are hits. */
typedef struct kr_tally_figure {
    uint8_t of, hit; /* enum kr_tally_kind */
    uint8_t seats;   /* only these */
    uint8_t how;     /* flags: all seats are one unit; only forehand; payments are added up */
} kr_tally_figure;

/* Sums over deals. A deal has k units, of which m are hits. */
enum kr_tally_sum {
    KR_TALLY_UNITS, KR_TALLY_COUNT, KR_TALLY_TOTAL, KR_TALLY_DEALS, KR_TALLY_KK, KR_TALLY_KM, KR_TALLY_MM,
    KR_TALLY_SUMS
};

/* A code of a best contract. Each part of it begins at its bit and ends before the next one. */
enum kr_tally_bit {
    KR_TALLY_AMOUNT_AT = 0,    /* what it pays */
    KR_TALLY_CONTRACT_AT = 32, /* its number + 1, 0 for none */
    KR_TALLY_WHAT_AT = 40,     /* enum kr_tally_what */
    KR_TALLY_WHOM_AT = 42,     /* enum kr_tally_whom */
    KR_TALLY_GROUP_AT = 44,
    KR_TALLY_ALIKE_AT = 62, /* number of further units of the deal with the same best contract */
    KR_TALLY_BITS = 64
};
enum kr_tally_what { KR_TALLY_BY_RANK, KR_TALLY_BY_PAY, KR_TALLY_LOOKED_AT };
enum kr_tally_whom { KR_TALLY_BY_SOME, KR_TALLY_BY_FIRST, KR_TALLY_BY_SEAT };

#define KR_TALLY_CONTRACTS 16
#define KR_TALLY_GROUPS (1 << (KR_TALLY_ALIKE_AT - KR_TALLY_GROUP_AT))
#define KR_TALLY_BEST 15 /* most of them a deal */
#define KR_TALLY_NO_PAY INT32_MIN

typedef struct kr_tally {
    size_t deals, rows, questions, contracts, groups, figures;
    const int32_t *deal, *which; /* deal (never descending) and question of each row */
    const uint8_t *biddable, *makeable;
    const int32_t *pay;
    const kr_tally_asked *asked;
    const kr_tally_figure *figure;
    const uint8_t *forehand; /* by deal; KR_SEATS: unknown, more: the deal is left out */
    const uint32_t *group;   /* by deal and seat; NULL: a single group */
    uint32_t ranked;         /* mask of the contracts that can be the best */
    int64_t *sums;           /* by kr_tally_sum, group, figure, contract; counts are added */
    uint64_t *best;          /* room for KR_TALLY_BEST per deal */
} kr_tally;

/* Return the number of best contracts written. */
size_t kr_count_tally(const kr_tally *tally);

/* Tasks on columns of deals. The value is written to values[deal * width + slot[task]] (four values if
 * the task wants a vector). The rows of a task are row_of[row_end[task - 1] .. row_end[task] - 1]. A
 * task is solved on deals where flags[deal * rows + row] of any of these rows is reached and biddable;
 * elsewhere the value is KR_UNKNOWN. */
typedef struct kr_batch {
    kr_deals deals;
    size_t tasks;
    const kr_task *task;
    const uint32_t *slot;
    size_t width;
    int16_t *values;
    size_t rows;  /* 0: every task is solved on every deal */
    size_t pairs; /* length of row_of */
    const uint32_t *row_of, *row_end;
    const uint8_t *flags;
    uint32_t *discard; /* the best discards, at the same indexes, or NULL */
    uint8_t *status;   /* a column of enum kr_status */
} kr_batch;

int kr_solve_batch(kr_ctx *ctx, const kr_batch *batch);

/* Many positions with their tasks. Writes four values for each (only the first if the task wants no
 * vector). If `cards` is not NULL, it also writes a value for each legal card in ascending order, and
 * the masks of these cards to `legal`; none if the task wants a vector. */
typedef struct kr_positions {
    size_t count;
    size_t tasks;
    const kr_task *task;
    const uint32_t *which; /* the task of each position */
    const kr_position *position;
    int16_t *values; /* 4 per position */
    uint32_t *legal; /* or NULL */
    int16_t *cards;  /* or NULL; 8 per position */
    uint8_t *status;
} kr_positions;

int kr_solve_positions(kr_ctx *ctx, const kr_positions *positions);

int kr_check_task(const kr_task *task);

/* Sweeps without trump by the leader alone need no search (guards.h). Return whether a task is such a sweep: KR_SWEEP
 * of all tricks, or KR_LAST with the leader's guarantee, with or without the duty to beat. */
int kr_guards_fit(const kr_task *task);

/* Deal the cards of `rest` to the three defenders in all ways. They already hold `given` (clockwise from the declarer)
 * and end with as many cards as he has. Count the ways in which he takes all tricks, and all tricks but the last. */
int kr_guards_count(const kr_task *task, uint32_t hand, const uint32_t given[3], uint32_t rest, uint64_t out[2]);

/* A shelf is a transposition table for a single Bettler and for sweeps by two, shared across deals (shelf.h). Threads
 * may share it. It has 2^bits entries of 8 bytes. */
typedef struct kr_shelf kr_shelf;
size_t kr_shelf_size(int bits);
void kr_shelf_init(kr_shelf *shelf, int bits);

/* Counts over layouts around a hand of six cards, in a pack with six ranks per suit: how often a single Bettler makes
 * his contract, and how often the declarer takes all tricks with each of the others as partner. */
typedef struct kr_layout_run {
    uint8_t strength[2][8]; /* orders of rank: without and with a called Ten */
    uint32_t tens;          /* the called cards that lead to the second order */
    uint32_t hand;          /* the declarer's hand; he leads */
} kr_layout_run;

enum kr_layout_count {
    KR_LAYOUTS = 0,      /* layouts looked at */
    KR_NONE_MADE = 1,    /* the Bettler is made */
    KR_ALL_MADE = 2,     /* every trick with partner 1 to 3, [order][partner] */
    KR_ANY_CALL = 8,     /* any call makes every trick, each card in its own order */
    KR_ANY_SECOND = 9,   /* any call makes every trick, all in the second order */
    KR_BY_CARD = 10,     /* every trick by calling this card, in its own order */
    KR_BY_CARD_SECOND = 42, /* every trick by calling this card, in the second order */
    KR_LAYOUT_COUNTS = 74
};

/* Return whether kr_layout_columns can count a task of four hands of six: KR_NONE_MADE or KR_ALL_MADE. */
int kr_walk_fits(const kr_task *task);

/* Add `count` layouts to the counts. `others` are columns of hands clockwise from the declarer. Stops at a layout that
 * does not fit; the counts are then of those before it. */
int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS]);

/* All ways to deal cards to up to five owners, numbered. kr_deal_out writes `count` ways from `first` on as columns,
 * with the cards that each owner already has. kr_deal_ways returns their number, 0 if it does not fit into 64 bits or
 * the cards do not fit the places. */
#define KR_OWNERS 5
typedef struct kr_dealing {
    uint8_t places[KR_OWNERS];
    uint32_t given[KR_OWNERS];
    uint32_t cards;
} kr_dealing;

uint64_t kr_deal_ways(const kr_dealing *filling);
int kr_deal_out(const kr_dealing *filling, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS]);

/* Write random deals of a seed, by the algorithm of dealing.py. */
int kr_deal_random(const kr_dealing *filling, uint64_t seed, uint64_t first, size_t count,
                   uint32_t *const out[KR_OWNERS]);

/* Cards that a seat does not see: up to three hidden places with their sizes, and the cards that may lie in each. All
 * listed cards must be placed. Layouts are numbered: of two layouts, compare the lowest card whose place differs; the
 * layout with this card in the earlier place comes first. */
#define KR_HIDDEN 3
typedef struct kr_hidden {
    uint32_t may[KR_HIDDEN];
    uint8_t room[KR_HIDDEN];
    uint8_t spare;
} kr_hidden;

int kr_hidden_count(const kr_hidden *hidden, uint64_t *out);

/* The worth of the cards of the seat to play in layouts. Task and position may depend on the place of a hidden card,
 * `split`: the index of its place is their index, 0 without `split`. Positions lack only the hidden cards. */
#define KR_WORTH (1 << 18) /* limits worths, so that no sum overflows before 2^26 looks */
#define KR_SETTLED 256 /* -KR_SETTLED <= value < KR_SETTLED */
typedef struct kr_looking {
    kr_hidden hidden;
    uint32_t split;          /* a hidden card as a bit, or 0 */
    uint8_t seat[KR_HIDDEN]; /* by place; KR_NONE: the discard, whose points are the others' */
    uint8_t laid;            /* the seat with an unknown face-down card of trick 1, or KR_NONE; each card of its hand is tried */
    kr_task task[KR_HIDDEN];
    kr_position position[KR_HIDDEN];
    int32_t settles[KR_HIDDEN][2 * KR_SETTLED]; /* the worth of each value to the seat to play, at most KR_WORTH */
} kr_looking;

/* Sums over layouts. `legal` are the seat's cards; sums are by these in ascending order. */
typedef struct kr_looked {
    uint64_t looks;
    uint32_t legal, spare;
    uint64_t wins[8];      /* number of looks with a worth above 0 */
    int64_t sum[8];
    int64_t product[8][8]; /* sums of products of the worths of two cards */
} kr_looked;

/* Look at layouts with given numbers, or if `number` is NULL at `count` layouts from `first` on. Add to `out`. */
int kr_look(kr_ctx *ctx, kr_shelf *shelf, const kr_looking *looking, uint64_t first, size_t count,
            const uint64_t *number, kr_looked *out);

/* Judged records: see evaluate.h. */
struct kr_evaluating;

/* What a careful player looks at: see careful_table.h. */
struct kr_careful_view;

/* Number of layouts that a single plan of the seat to play wins against opponents who see all cards and know the plan.
 * The task is a KR_SWEEP with this seat alone on its side. */
typedef struct kr_plans {
    kr_task task;
    kr_position position;           /* lacks only the hidden cards */
    size_t count;                   /* number of layouts; `hand` has a column for every other playing seat, else NULL */
    const uint32_t *hand[KR_SEATS];
    uint32_t unseen;                /* the hidden cards of any seat (filled in) */
    uint32_t wanted;                /* cards to look at */
    uint64_t steps;                 /* limit of steps for each card */
    const uint8_t *stop;            /* another thread sets it to stop the search; or NULL */
} kr_plans;

/* Write for each legal card, in ascending order, how many layouts the best plan wins after it. -1: steps or memory did
 * not suffice, or the card is not wanted. */
int kr_plan(kr_ctx *ctx, const kr_plans *plans, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND]);

/* An act: what a seat does at its turn. */
typedef struct kr_act {
    uint8_t seat, card;
    uint8_t laid;       /* the card is laid face down, not played */
    uint8_t announced;  /* enum kr_announcement */
    uint8_t declared;   /* mask of the suits whose marriages it declares */
    uint8_t registered; /* 1 if it registers the marriage of the card's suit */
    uint8_t winner;     /* of the trick that ends with it, else KR_NONE */
    uint8_t spare;
} kr_act;

#define KR_ACTS (4 * KR_HAND + 2)

/* Return whether play stops here: a race is won, or a contract that stops at its points is decided. */
int kr_decided(const kr_task *task, const kr_position *position);

/* Write the value after each legal card (or card that may be laid face down), with the seat's marriages declared and
 * its best announcements, and these announcements. */
int kr_worths(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal, int16_t values[32],
              uint8_t says[32]);

/* Write best play from a position to its end. Among equal choices it announces nothing and plays the lowest card. */
int kr_line(kr_ctx *ctx, const kr_task *task, const kr_position *position, kr_act out[KR_ACTS], size_t *count);

/* A build of the search: 0 runs on every machine, 1 needs AVX2 and BMI2. */
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

/* Return a build by its number, NULL if this machine cannot run it; -1: the fastest build. */
const kr_engine *kr_choose_engine(int number);

#endif
