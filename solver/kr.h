/* kr.h - the double-dummy core: tasks and positions in, values out.
 *
 * The core knows neither games nor contracts. A task says how cards rank and must be played, who
 * plays for the declarer's side and what that side wants; a position says who holds what and what
 * has happened so far. Cards are numbered suit * 8 + rank in the natural order 7 8 9 T J Q K A; a
 * set of cards is a 32-bit mask of them. Nothing here allocates, prints, or keeps global state: a
 * context is memory that the caller owns, one per thread.
 */
#ifndef KR_H
#define KR_H

#include <stddef.h>
#include <stdint.h>

#define KR_SEATS 4
#define KR_NO_TRUMP 4
#define KR_NONE 0xFF
#define KR_MAX_TASKS 1024 /* in one call */
#define KR_UNKNOWN INT16_MIN /* in a column of values: the deal had no answer */

/* What a task decides. */
enum kr_goal {
    KR_SWEEP = 0,  /* 1 if the takers get each of the first tricks (and `need` points), else 0 */
    KR_POINTS = 1, /* most points of the side, or its margin */
    KR_TRICKS = 2, /* most tricks of the side */
    KR_STAKES = 3, /* settlement per payer with declarations and announcements in trick 1 */
    KR_RACE = 4,   /* first side to `need` points: 1, 2 or 3 won or lost */
    KR_LAST = 5,   /* the declarer takes all but the last trick; its winner becomes his partner */
    KR_DOUBLE = 6, /* two declarers who each take no trick */
    KR_MOST = 7,   /* the most points lose, each for himself */
    KR_GOALS = 8
};

/* The goals in which more than two interests meet, as bits. */
#define KR_MANY_PARTIES (1u << KR_LAST | 1u << KR_DOUBLE | 1u << KR_MOST)

enum kr_flag {
    KR_MUST_TRUMP = 1, /* a void player plays a trump */
    KR_MUST_BEAT = 2,  /* who can beat the trick so far must */
    KR_STOP = 4,       /* play stops when `need` is reached */
    KR_MARGIN = 8,     /* points as a difference, own - other */
    KR_PENDING = 16,   /* a marriage may be registered on the opening lead, counting with a trick */
    KR_LOSER_PAYS = 32, /* KR_DOUBLE: when one succeeds the other pays him (else he pays) */
    KR_PLAIN = 64,      /* search alone: no screens, no kernel for a special case (to check them by) */
    KR_EXACTLY = 128    /* KR_TRICKS: 1 if the side takes exactly `tricks` of all tricks, else 0 */
};

/* How marriages (King and Queen of a suit) come to count. */
enum kr_marriage {
    KR_NO_MARRIAGES = 0,
    KR_DECLARED = 1, /* declared in trick 1, counting when their player takes a trick */
    KR_ON_LEAD = 2   /* by the player on lead, leading one of the two; after trick 1 if `late` */
};

/* Bits of kr_position.announced. */
enum kr_announcement {
    KR_SIDE_HUNDRED = 1,
    KR_SIDE_ALL = 2,
    KR_OTHERS_HUNDRED = 4,
    KR_OTHERS_ALL = 8
};

/* Bytes only, so that its layout is the same everywhere. */
typedef struct kr_task {
    uint8_t goal;
    uint8_t flags;
    uint8_t seats;          /* mask of the seats that play */
    uint8_t leader;         /* leads to trick 1 */
    uint8_t trump;          /* suit, or KR_NO_TRUMP */
    uint8_t side;           /* mask of the seats that maximise the value */
    uint8_t takers;         /* KR_SWEEP: mask of the seats that must take the tricks */
    uint8_t tricks;         /* KR_SWEEP: how many tricks, 0 for all; KR_EXACTLY: how many, none more */
    uint8_t need;           /* points to reach */
    uint8_t low;            /* KR_RACE: fewer points than this lose double; KR_STAKES: if not 0, losses are told as 0 */
    uint8_t last;           /* points for the last trick */
    uint8_t marriages;      /* enum kr_marriage */
    uint8_t marriage_seats; /* mask of the seats whose marriages count */
    uint8_t marriage_plain; /* points of a marriage in a plain suit, */
    uint8_t marriage_trump; /* and in trumps */
    uint8_t late;           /* KR_ON_LEAD: not on the opening lead */
    uint8_t declarer;       /* seat, KR_NONE if nobody is */
    uint8_t second;         /* KR_DOUBLE: the other declarer */
    uint8_t seek;           /* parties: the seat whose guarantee is sought, KR_NONE: selfish play */
    uint8_t talon_to;       /* seat that takes the talon and lays away as many cards, or KR_NONE */
    uint8_t strength[8];    /* of each natural rank, 0 low to 7 high */
    uint8_t points[8];      /* of each natural rank */
} kr_task;

static inline int kr_many_parties(const kr_task *task) { return KR_MANY_PARTIES >> task->goal & 1; }

/* Whether the answer is four settlements: those of selfish play. */
static inline int kr_wants_vector(const kr_task *task) { return kr_many_parties(task) && task->seek == KR_NONE; }

/* A position: what is held, the trick in progress, what has happened. */
typedef struct kr_position {
    uint32_t hands[KR_SEATS]; /* cards still held */
    uint8_t leader;           /* of the trick in progress */
    uint8_t n_played;         /* cards in it, 0 to 3 */
    uint8_t played[3];        /* those cards in order of play */
    uint8_t tricks_done;
    uint8_t took;        /* mask of the seats that have taken a trick */
    uint8_t announced;   /* KR_STAKES, enum kr_announcement */
    uint8_t declared[4]; /* KR_DECLARED: by suit the seat whose marriage was declared, or KR_NONE */
    uint8_t forced[4];   /* KR_DOUBLE: by seat the card laid face down and not yet played, or KR_NONE */
    uint8_t points[4];   /* points so far by party: [side, others], or by seat in KR_MOST */
    uint8_t pending[2];  /* KR_PENDING: points registered and not yet counted, [side, others] */
    uint8_t declaring;   /* KR_DECLARED: mask of the seats that may still declare and announce */
    uint8_t spare;
} kr_position;

enum kr_status {
    KR_OK = 0,
    KR_BAD_TASK = 1,     /* a field of the task is out of range */
    KR_CARD_TWICE = 2,   /* two hands hold the same card */
    KR_BAD_SIZES = 3,    /* hands of unequal or impossible size */
    KR_BAD_TRICK = 4,    /* the trick in progress cannot be */
    KR_BAD_FACTS = 5,    /* points, announcements or declarations that cannot be */
    KR_BAD_BUFFER = 6,   /* sizes of the caller's buffers do not fit */
    KR_BAD_PACK = 7      /* a card that the game has not, or hands or a talon of other sizes */
};

typedef struct kr_ctx kr_ctx;

/* Bytes of a context, and its initialisation in memory aligned to 64 and cleared; what a search needs of it is made
 * ready by the first that does. */
size_t kr_ctx_size(void);
void kr_ctx_init(kr_ctx *ctx);
uint64_t kr_ctx_nodes(const kr_ctx *ctx);
void kr_ctx_reset_nodes(kr_ctx *ctx);
const char *kr_status_text(int status);

/* The start of a deal under a task: nothing played yet. */
void kr_start(const kr_task *task, const uint32_t hands[KR_SEATS], kr_position *out);

/* Value of a position from the declarer's side, in points, tricks, 0/1 or settlement of `seek`.
 * With KR_NONE for `seek` in a goal of many parties, four settlements are written. */
int kr_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, int16_t out[KR_SEATS]);

/* Legal cards of the seat to play. */
int kr_moves(const kr_task *task, const kr_position *position, uint32_t *out);

/* Play one card (and, in KR_STAKES, announce first: bits of the mover's own team). */
int kr_play(const kr_task *task, kr_position *position, int card, int announce);

/* Seat to play, KR_NONE at the end. */
int kr_to_play(const kr_task *task, const kr_position *position);

/* Number of sequences of `depth` legal cards. */
int kr_perft(const kr_task *task, const kr_position *position, int depth, uint64_t *out);

/* Which questions apply to a deal: a row of the table that the deal can reach, and whether its
 * contract may be bid. */
typedef struct kr_row {
    uint32_t callable;    /* cards by one of which the row is called, 0: nothing is called */
    uint32_t required[4]; /* the bidder must hold one of these whole, 0: unused */
    uint8_t holder;       /* seat that holds the called card */
    uint8_t bidder;       /* seat that must hold what is required */
    uint8_t spare[2];
} kr_row;

enum kr_row_flag { KR_REACHED = 1, KR_BIDDABLE = 2 };

/* A column of deals: four hands, and the talon or NULL. */
typedef struct kr_deals {
    size_t count;
    const uint32_t *hands[KR_SEATS];
    const uint32_t *talon;
} kr_deals;

/* What a deal of a game is. */
typedef struct kr_pack {
    uint32_t cards;
    uint8_t size, seats, talon; /* cards of a hand; seats that hold one, from the first on; cards of the talon */
    uint8_t endings;            /* shorter hands of one size pass too, with or without the talon */
} kr_pack;

/* A column of enum kr_status, KR_OK for deals of the pack; returns how many are not. */
size_t kr_misfits(const kr_deals *deals, const kr_pack *pack, uint8_t *status);

/* flags[deal * rows + row] of enum kr_row_flag. */
void kr_apply_rows(const kr_deals *deals, size_t rows, const kr_row *row, uint8_t *flags);

#define KR_HAND 8 /* most cards of a hand */

/* For every reached row in order its deal, its row and the cards by which it is called. Returns how many they are. */
size_t kr_reached(const kr_deals *deals, size_t rows, const kr_row *row, const uint8_t *flags, int32_t *deal,
                  int32_t *which, uint32_t *calls);

/* The cards of each mask in rising order, and where they end; `cards` has room for 32 a mask. */
void kr_list_cards(size_t count, const uint32_t *masks, int32_t *ends, int8_t *cards);

/* What can be made on many deals, counted. Rows are the reached ones that are asked of their deals, in order of
 * deals; from them comes by contract which seats may play it, hold what it needs, make it and are paid for it. */
typedef struct kr_tally_asked {
    uint8_t contract, declarer;
    uint8_t partner; /* how many seats left of the declarer, 0: none, or himself */
    uint8_t open;    /* mask of the forehands with which it may be asked; KR_SEATS: not known */
} kr_tally_asked;

enum kr_tally_kind { /* of which seats of a deal a contract is ...; from _WITH on, by partner */
    KR_TALLY_OPEN, KR_TALLY_BIDDABLE, KR_TALLY_MAKEABLE, KR_TALLY_KNOWN, KR_TALLY_PAID, KR_TALLY_WITH
};
enum kr_tally_how { KR_TALLY_ANY = 1, KR_TALLY_FIRST = 2, KR_TALLY_PAYS = 4 };

/* A figure: by contract how many units there are, and how many are hit. */
typedef struct kr_tally_figure {
    uint8_t of, hit; /* enum kr_tally_kind */
    uint8_t seats;   /* only these */
    uint8_t how;     /* they are one unit together; only forehand; what is paid is added up */
} kr_tally_figure;

/* Of the k units of a deal m are hit. */
enum kr_tally_sum {
    KR_TALLY_UNITS, KR_TALLY_COUNT, KR_TALLY_TOTAL, KR_TALLY_DEALS, KR_TALLY_KK, KR_TALLY_KM, KR_TALLY_MM,
    KR_TALLY_SUMS
};

/* What is best, 64 bits each: amount (32), contract + 1, 0 for none (8), what of it (2), for whom (2), group (18), how
 * many units of a deal it is best for, less one (2). */
enum kr_tally_what { KR_TALLY_BY_RANK, KR_TALLY_BY_PAY, KR_TALLY_LOOKED_AT };
enum kr_tally_whom { KR_TALLY_BY_SOME, KR_TALLY_BY_FIRST, KR_TALLY_BY_SEAT };

#define KR_TALLY_CONTRACTS 16
#define KR_TALLY_GROUPS (1 << 18)
#define KR_TALLY_BEST 15 /* most of them a deal */
#define KR_TALLY_NO_PAY INT32_MIN

typedef struct kr_tally {
    size_t deals, rows, questions, contracts, groups, figures;
    const int32_t *deal, *which; /* of each row its deal, which never falls, and its question */
    const uint8_t *biddable, *makeable;
    const int32_t *pay;
    const kr_tally_asked *asked;
    const kr_tally_figure *figure;
    const uint8_t *forehand; /* of each deal; KR_SEATS: not known, more: the deal is left out */
    const uint32_t *group;   /* of each seat of each deal, or NULL: one */
    uint32_t ranked;         /* mask of the contracts that can be the best */
    int64_t *sums;           /* by kr_tally_sum, group, figure, contract: added to */
    uint64_t *best;          /* room for KR_TALLY_BEST a deal */
} kr_tally;

/* Returns how many are the best. */
size_t kr_count_tally(const kr_tally *tally);

/* Columns of deals: values[deal * width + slot[task]] for each deal and each task (four of them where
 * the task asks for a vector). The rows of a task are row_of[row_end[task - 1] .. row_end[task] - 1];
 * it is solved where flags[deal * rows + row] of any of them is both reached and biddable, elsewhere
 * the value is KR_UNKNOWN. */
typedef struct kr_batch {
    kr_deals deals;
    size_t tasks;
    const kr_task *task;
    const uint32_t *slot;
    size_t width;
    int16_t *values;
    size_t rows;  /* 0: every task is wanted for every deal */
    size_t pairs; /* length of row_of */
    const uint32_t *row_of, *row_end;
    const uint8_t *flags;
    uint32_t *discard; /* what is best laid away, in the same places, or NULL */
    uint8_t *status;   /* a column of enum kr_status */
} kr_batch;

int kr_solve_batch(kr_ctx *ctx, const kr_batch *batch);

/* Many positions, each under its own task: for each four values (the first alone where the task asks
 * for no vector), and if `cards` is not NULL one for each legal card in rising order (`legal` has
 * their masks; nothing for vectors). */
typedef struct kr_positions {
    size_t count;
    size_t tasks;
    const kr_task *task;
    const uint32_t *which; /* the task of each position */
    const kr_position *position;
    int16_t *values; /* 4 a position */
    uint32_t *legal; /* or NULL */
    int16_t *cards;  /* or NULL; 8 a position */
    uint8_t *status;
} kr_positions;

int kr_solve_positions(kr_ctx *ctx, const kr_positions *positions);

int kr_check_task(const kr_task *task);

/* Solo sweeps without trumps by the seat on lead need no search (guards.h): whether a task is one (KR_SWEEP
 * of all tricks by the leader alone, or KR_LAST with his guarantee sought), with or without the duty to beat. */
int kr_guards_fit(const kr_task *task);

/* Of all ways to hand out the cards of `rest` to the three defenders, who already hold `given` (clockwise from the
 * declarer) and end with as many cards as he, the number in which he takes all tricks, and all but perhaps the last. */
int kr_guards_count(const kr_task *task, uint32_t hand, const uint32_t given[3], uint32_t rest, uint64_t out[2]);

/* A shelf remembers positions of a lone Bettler and of sweeps by two across deals (shelf.h); threads may
 * share it. `bits`: 2^bits entries of 8 bytes. */
typedef struct kr_shelf kr_shelf;
size_t kr_shelf_size(int bits);
void kr_shelf_init(kr_shelf *shelf, int bits);

/* Layouts around a hand of six in a pack of six ranks a suit: what the lone Bettler, and the declarer with each of
 * the others as partner, make. */
typedef struct kr_layout_run {
    uint8_t strength[2][8]; /* the order of rank without, and with, a Ten called */
    uint32_t tens;          /* the cards that call for the second order */
    uint32_t hand;          /* the declarer's, on lead */
} kr_layout_run;

enum kr_layout_count {
    KR_LAYOUTS = 0,      /* layouts looked at */
    KR_NONE_MADE = 1,    /* the Bettler is made */
    KR_ALL_MADE = 2,     /* every trick with partner 1 to 3, [order][partner] */
    KR_ANY_CALL = 8,     /* some call makes every trick: each card in its own order, */
    KR_ANY_SECOND = 9,   /* and all in the second order */
    KR_BY_CARD = 10,     /* every trick by calling this card, in its own order, */
    KR_BY_CARD_SECOND = 42, /* and in the second order */
    KR_LAYOUT_COUNTS = 74
};

/* Whether the walk of layouts answers a task, his four hands of six at the start of play: KR_NONE_MADE, KR_ALL_MADE. */
int kr_walk_fits(const kr_task *task);

/* Adds to the counts `count` layouts of columns, the others clockwise from the declarer. At a layout that does not fit
 * it stops: the counts are of those before it. */
int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS]);

/* All ways to fill the places of up to five owners with cards, numbered: `count` of them from `first` on, added to what
 * each owner is given, as columns. Their number, 0 if it does not fit 64 bits or the cards do not fit the places. */
#define KR_OWNERS 5
typedef struct kr_dealing {
    uint8_t places[KR_OWNERS];
    uint32_t given[KR_OWNERS];
    uint32_t cards;
} kr_dealing;

uint64_t kr_deal_ways(const kr_dealing *filling);
int kr_deal_out(const kr_dealing *filling, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS]);

/* The same of a seed's series of random ones, by the algorithm of dealing.py. */
int kr_deal_random(const kr_dealing *filling, uint64_t seed, uint64_t first, size_t count,
                   uint32_t *const out[KR_OWNERS]);

/* Cards that a seat does not see: the places where they lie, up to three, with room for so many cards each, and the cards
 * that may lie there; every card that may lie anywhere does lie somewhere. Layouts are numbered: cards lowest first, a
 * layout with the first of them in an earlier place comes first. */
#define KR_HIDDEN 3
typedef struct kr_hidden {
    uint32_t may[KR_HIDDEN];
    uint8_t room[KR_HIDDEN];
    uint8_t spare;
} kr_hidden;

int kr_hidden_count(const kr_hidden *hidden, uint64_t *out);

/* What the cards of the seat to play are worth in layouts. Which task and position hold may depend on where one card
 * lies: the place of `split` is the number of both, 0 without it. Positions are whole but for the hidden cards. */
#define KR_WORTH (1 << 18) /* so that no sum goes round before 2^26 looks */
#define KR_SETTLED 256 /* values are from -KR_SETTLED up to, not including, KR_SETTLED */
typedef struct kr_looking {
    kr_hidden hidden;
    uint32_t split;          /* a hidden card as a bit, or 0 */
    uint8_t seat[KR_HIDDEN]; /* of each place; KR_NONE: cards laid away, whose points are the others' */
    uint8_t laid;            /* whose card of trick 1 lies face down, any of his hand, each looked at; or KR_NONE */
    kr_task task[KR_HIDDEN];
    kr_position position[KR_HIDDEN];
    int32_t settles[KR_HIDDEN][2 * KR_SETTLED]; /* what a value is worth to the seat to play, up to KR_WORTH */
} kr_looking;

/* Sums over what was looked at; `legal` are the seat's cards, the places of the sums in rising order. */
typedef struct kr_looked {
    uint64_t looks;
    uint32_t legal, spare;
    uint64_t wins[8];      /* worth more than 0 */
    int64_t sum[8];
    int64_t product[8][8]; /* of the worths of two cards */
} kr_looked;

/* Layouts by their numbers, or where `number` is NULL `count` of them from `first` on, added to `out`. */
int kr_look(kr_ctx *ctx, kr_shelf *shelf, const kr_looking *looking, uint64_t first, size_t count,
            const uint64_t *number, kr_looked *out);

/* Judged records: see evaluate.h. */
struct kr_evaluating;

/* What a careful player looks at: see careful_table.h. */
struct kr_careful_view;

/* What one plan of the seat to play wins alone against opponents who see all cards and know it: for a KR_SWEEP whose
 * side it is, in which layouts of the cards that it cannot see its goal is reached whatever the others play. */
typedef struct kr_plans {
    kr_task task;
    kr_position position;           /* whole but for the hidden cards */
    size_t count;                   /* layouts: of every other seat that plays a column of hands, else NULL */
    const uint32_t *hand[KR_SEATS];
    uint32_t unseen;                /* the hidden cards of any seat (filled in) */
    uint32_t wanted;                /* cards to look at */
    uint64_t steps;                 /* that are taken at most for each card */
    const uint8_t *stop;            /* other than 0: somebody wants no answer any more; or NULL */
} kr_plans;

/* Of each legal card, in rising order, the most layouts that one plan wins after it; -1 if the steps, or the memory that
 * may be used, did not do to find out, or the card is not wanted. */
int kr_plan(kr_ctx *ctx, const kr_plans *plans, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND]);

/* What a seat does at its turn. */
typedef struct kr_act {
    uint8_t seat, card;
    uint8_t laid;       /* the card is laid face down, not played */
    uint8_t announced;  /* enum kr_announcement */
    uint8_t declared;   /* mask of the suits whose marriages it declares */
    uint8_t registered; /* whether the marriage of the card's suit is */
    uint8_t winner;     /* of the trick that ends with it, else KR_NONE */
    uint8_t spare;
} kr_act;

#define KR_ACTS (4 * KR_HAND + 2)

/* Whether play stops here: a race is won, a contract that stops at its points is made or lost. */
int kr_decided(const kr_task *task, const kr_position *position);

/* Of each legal card (or that may be laid face down next) the value after it, the seat's marriages declared and what it
 * does best to announce announced, and what that is. */
int kr_worths(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal, int16_t values[32],
              uint8_t says[32]);

/* Best play from a position to where it is decided; of equals no announcement and the lowest card. */
int kr_line(kr_ctx *ctx, const kr_task *task, const kr_position *position, kr_act out[KR_ACTS], size_t *count);

/* The builds of the search: 0 for every machine, 1 for AVX2 and BMI2. */
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

/* The build of a number if this machine can run it, else NULL; the fastest one for -1. */
const kr_engine *kr_choose_engine(int number);

#endif
