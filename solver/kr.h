/* kr.h - the double-dummy core: computes values of tasks and positions.
 *
 * The core knows neither games nor contracts. A task gives the order of rank, the rules of play, the seats of the
 * declarer's side and its goal. A position gives the hands and the state of play. Cards are numbered suit * 8 +
 * rank in the natural order 7 8 9 T J Q K A. A set of cards is a 32-bit mask. The core does not allocate, print,
 * or keep global state. A context is memory that the caller owns. Each thread needs its own context.
 */
#ifndef KR_H
#define KR_H

#include <stddef.h>
#include <stdint.h>

#define KR_SEATS 4
#define KR_NO_TRUMP 4
#define KR_NONE 0xFF
#define KR_MAX_TASKS 1024 /* most tasks of one call */
#define KR_UNKNOWN INT16_MIN /* marks a value that was not computed for a deal */

/* The goal of the declarer's side. It decides what the value means. */
enum kr_goal {
    KR_SWEEP = 0,  /* 1 if the takers win all of the first `tricks` tricks (and reach `need` points), else 0 */
    KR_POINTS = 1, /* most points, or largest margin, that the side can force */
    KR_TRICKS = 2, /* most tricks that the side can force */
    KR_STAKES = 3, /* settlement per payer with declarations and announcements in trick 1 */
    KR_RACE = 4,   /* the first side to `need` points wins 1, 2 or 3 */
    KR_LAST = 5,   /* the declarer takes all tricks but the last; the winner of the last becomes the partner */
    KR_DOUBLE = 6, /* two declarers; each of them wants to take no trick */
    KR_MOST = 7,   /* every seat plays for itself; the seat with the most points loses */
    KR_GOALS = 8
};

/* The goals with more than two parties, as bits. */
#define KR_MANY_PARTIES (1u << KR_LAST | 1u << KR_DOUBLE | 1u << KR_MOST)

enum kr_flag {
    KR_MUST_TRUMP = 1, /* a player who cannot follow suit must play a trump */
    KR_MUST_BEAT = 2,  /* a player must beat the best card of the trick if possible */
    KR_STOP = 4,       /* play stops once `need` points are reached */
    KR_MARGIN = 8,     /* the value is the difference of points: own minus other */
    KR_PENDING = 16,   /* a marriage registered on the opening lead counts once the side has taken a trick */
    KR_LOSER_PAYS = 32, /* KR_DOUBLE: if only one declarer succeeds, the loser pays the winner; else the winner pays */
    KR_PLAIN = 64,      /* search without bounds and special kernels, to test those */
    KR_EXACTLY = 128    /* KR_TRICKS: 1 if the side takes exactly `tricks` of all tricks, else 0 */
};

/* How marriages (King and Queen of a suit) count. */
enum kr_marriage {
    KR_NO_MARRIAGES = 0,
    KR_DECLARED = 1, /* declared in trick 1; counts when its player takes a trick */
    KR_ON_LEAD = 2   /* registered by leading its King or Queen; after trick 1 if `late` */
};

/* Bits of kr_position.announced. */
enum kr_announcement {
    KR_SIDE_HUNDRED = 1,
    KR_SIDE_ALL = 2,
    KR_OTHERS_HUNDRED = 4,
    KR_OTHERS_ALL = 8
};

/* A task. All fields are bytes, so that its layout is the same on every machine. */
typedef struct kr_task {
    uint8_t goal;
    uint8_t flags;
    uint8_t seats;          /* mask of the seats that play */
    uint8_t leader;         /* seat that leads to trick 1 */
    uint8_t trump;          /* trump suit, or KR_NO_TRUMP */
    uint8_t side;           /* mask of the seats that maximise the value */
    uint8_t takers;         /* KR_SWEEP: mask of the seats that must take the tricks */
    uint8_t tricks;         /* KR_SWEEP: number of tricks, 0 for all; KR_EXACTLY: exact number of tricks */
    uint8_t need;           /* points that must be reached */
    uint8_t low;            /* KR_RACE: a loser with fewer points loses double; KR_STAKES: if not 0, a loss counts 0 */
    uint8_t last;           /* points for the last trick */
    uint8_t marriages;      /* enum kr_marriage */
    uint8_t marriage_seats; /* mask of the seats whose marriages count */
    uint8_t marriage_plain; /* points of a marriage in a plain suit */
    uint8_t marriage_trump; /* points of a marriage in trumps */
    uint8_t late;           /* KR_ON_LEAD: 1 if the opening lead registers no marriage */
    uint8_t declarer;       /* seat of the declarer, or KR_NONE */
    uint8_t second;         /* KR_DOUBLE: seat of the second declarer */
    uint8_t seek;           /* many parties: seat whose guaranteed settlement is the value; KR_NONE: selfish play */
    uint8_t talon_to;       /* seat that takes the talon and discards the same number of cards, or KR_NONE */
    uint8_t strength[8];    /* strength of each natural rank: 0 low to 7 high */
    uint8_t points[8];      /* points of each natural rank */
} kr_task;

static inline int kr_many_parties(const kr_task *task) { return KR_MANY_PARTIES >> task->goal & 1; }

/* Return whether the value is a vector: the four settlements of selfish play. */
static inline int kr_wants_vector(const kr_task *task) { return kr_many_parties(task) && task->seek == KR_NONE; }

/* A position: the hands, the trick in progress, and the results of earlier tricks. */
typedef struct kr_position {
    uint32_t hands[KR_SEATS]; /* cards still held */
    uint8_t leader;           /* seat that led to the trick in progress */
    uint8_t n_played;         /* number of cards in the trick, 0 to 3 */
    uint8_t played[3];        /* cards in the trick, in order of play */
    uint8_t tricks_done;
    uint8_t took;        /* mask of the seats that have taken a trick */
    uint8_t announced;   /* KR_STAKES: mask of enum kr_announcement */
    uint8_t declared[4]; /* KR_DECLARED: for each suit, the seat that declared its marriage, or KR_NONE */
    uint8_t forced[4];   /* KR_DOUBLE: for each seat, its face-down card that is not yet played, or KR_NONE */
    uint8_t points[4];   /* points so far: [side, others]; in KR_MOST by seat */
    uint8_t pending[2];  /* KR_PENDING: registered points that do not count yet: [side, others] */
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
    KR_BAD_BUFFER = 6,   /* the caller's buffers have wrong sizes */
    KR_BAD_PACK = 7      /* a card is not in the pack, or a hand or the talon has a wrong size */
};

typedef struct kr_ctx kr_ctx;

/* Return the size of a context; initialise a context. Its memory must be cleared and aligned to 64 bytes. Searches set
 * up their tables when they first use them. */
size_t kr_ctx_size(void);
void kr_ctx_init(kr_ctx *ctx);
uint64_t kr_ctx_nodes(const kr_ctx *ctx);
void kr_ctx_reset_nodes(kr_ctx *ctx);
const char *kr_status_text(int status);

/* Write the position of a deal before the first card. */
void kr_start(const kr_task *task, const uint32_t hands[KR_SEATS], kr_position *out);

/* Compute the value of a position for the declarer's side: points, tricks, 0 or 1, or the settlement of `seek`. If the
 * task wants a vector, write four settlements. Return enum kr_status. */
int kr_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, int16_t out[KR_SEATS]);

/* Write the mask of the legal cards of the seat to play. */
int kr_moves(const kr_task *task, const kr_position *position, uint32_t *out);

/* Play a card. In KR_STAKES first announce: `announce` has bits for the mover's own team. */
int kr_play(const kr_task *task, kr_position *position, int card, int announce);

/* Return the seat to play, KR_NONE at the end. */
int kr_to_play(const kr_task *task, const kr_position *position);

/* Count the sequences of `depth` legal cards. */
int kr_perft(const kr_task *task, const kr_position *position, int depth, uint64_t *out);

/* A row of a table: the conditions under which a deal reaches a question, and under which its contract may be bid. */
typedef struct kr_row {
    uint32_t callable;    /* mask of cards; calling any of them leads to the row; 0: nothing is called */
    uint32_t required[4]; /* the bidder must hold one of these sets completely; 0: unused */
    uint8_t holder;       /* seat that must hold the called card */
    uint8_t bidder;       /* seat that must hold a required set */
    uint8_t spare[2];
} kr_row;

enum kr_row_flag { KR_REACHED = 1, KR_BIDDABLE = 2 };

/* Columns of deals: four hands, and the talon or NULL. */
typedef struct kr_deals {
    size_t count;
    const uint32_t *hands[KR_SEATS];
    const uint32_t *talon;
} kr_deals;

/* The pack of a game and the sizes of its hands. */
typedef struct kr_pack {
    uint32_t cards;
    uint8_t size, seats, talon; /* number of cards in a hand, of seats, and of cards in the talon */
    uint8_t endings;            /* 1: shorter hands of equal size are valid deals too, with or without the talon */
} kr_pack;

/* Write a column of enum kr_status: KR_OK for deals that fit the pack. Return the number of deals that do not fit. */
size_t kr_misfits(const kr_deals *deals, const kr_pack *pack, uint8_t *status);

/* Write flags[deal * rows + row] of enum kr_row_flag. */
void kr_apply_rows(const kr_deals *deals, size_t rows, const kr_row *row, uint8_t *flags);

#define KR_HAND 8 /* largest number of cards in a hand */

/* For every reached row, in order, write its deal, its row and the cards whose call leads to the row. Return the number
 * of reached rows. */
size_t kr_reached(const kr_deals *deals, size_t rows, const kr_row *row, const uint8_t *flags, int32_t *deal,
                  int32_t *which, uint32_t *calls);

/* Write the cards of each mask in ascending order, and the index at which each list ends. `cards` needs room for 32
 * cards per mask. */
void kr_list_cards(size_t count, const uint32_t *masks, int32_t *ends, int8_t *cards);

/* Tallies of the contracts that can be made on many deals. The rows are reached questions, ordered by deal. For each
 * contract they tell which seats may play it, may bid it, make it, and are paid for it. */
typedef struct kr_tally_asked {
    uint8_t contract, declarer;
    uint8_t partner; /* partner, as steps clockwise from the declarer: 1 is the seat to the left; 0: no partner */
    uint8_t open;    /* mask of the forehands to which the question applies; bit KR_SEATS: forehand unknown */
} kr_tally_asked;

enum kr_tally_kind { /* sets of seats per deal and contract; kinds from _WITH on also depend on the partner */
    KR_TALLY_OPEN, KR_TALLY_BIDDABLE, KR_TALLY_MAKEABLE, KR_TALLY_KNOWN, KR_TALLY_PAID, KR_TALLY_WITH
};
enum kr_tally_how { KR_TALLY_ANY = 1, KR_TALLY_FIRST = 2, KR_TALLY_PAYS = 4 };

/* A figure: for each contract, the number of units and the number of hits among them. */
typedef struct kr_tally_figure {
    uint8_t of, hit; /* enum kr_tally_kind */
    uint8_t seats;   /* mask of the seats that are counted */
    uint8_t how;     /* enum kr_tally_how: all seats are one unit; only forehand counts; payments are summed */
} kr_tally_figure;

/* Sums over deals, where a deal has k units and m of them are hits. */
enum kr_tally_sum {
    KR_TALLY_UNITS, KR_TALLY_COUNT, KR_TALLY_TOTAL, KR_TALLY_DEALS, KR_TALLY_KK, KR_TALLY_KM, KR_TALLY_MM,
    KR_TALLY_SUMS
};

/* The 64-bit code of a best contract. Each part begins at the given bit and ends before the next part. */
enum kr_tally_bit {
    KR_TALLY_AMOUNT_AT = 0,    /* payment */
    KR_TALLY_CONTRACT_AT = 32, /* number of the contract + 1; 0: no contract */
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
#define KR_TALLY_BEST 15 /* most best contracts per deal */
#define KR_TALLY_NO_PAY INT32_MIN

typedef struct kr_tally {
    size_t deals, rows, questions, contracts, groups, figures;
    const int32_t *deal, *which; /* deal (never descending) and question of each row */
    const uint8_t *biddable, *makeable;
    const int32_t *pay;
    const kr_tally_asked *asked;
    const kr_tally_figure *figure;
    const uint8_t *forehand; /* by deal; KR_SEATS: unknown; a larger number: the deal is skipped */
    const uint32_t *group;   /* group by deal and seat; NULL: all are in one group */
    uint32_t ranked;         /* mask of the contracts that may be a best contract */
    int64_t *sums;           /* indexed by kr_tally_sum, group, figure, contract; new counts are added to the old
                              * ones */
    uint64_t *best;          /* room for KR_TALLY_BEST per deal */
} kr_tally;

/* Add the deals to the sums, and write their best contracts. Return the number of best contracts written. */
size_t kr_count_tally(const kr_tally *tally);

/* Tasks to be solved on columns of deals. The value goes to values[deal * width + slot[task]] (four values if the task
 * wants a vector). The rows of a task are row_of[row_end[task - 1] .. row_end[task] - 1]. A task is solved on a deal if
 * flags[deal * rows + row] has both bits, reached and biddable, for any of these rows. Otherwise the value is
 * KR_UNKNOWN. */
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
    uint32_t *discard; /* best discards, indexed like `values`; or NULL */
    uint8_t *status;   /* enum kr_status of each deal */
} kr_batch;

int kr_solve_batch(kr_ctx *ctx, const kr_batch *batch);

/* Many positions with their tasks. Each position gets four values; only the first is used if the task wants no vector.
 * If `cards` is not NULL, the value after each legal card is also written, in ascending order of cards, and the masks
 * of legal cards go to `legal`. A task that wants a vector gets no values of cards. */
typedef struct kr_positions {
    size_t count;
    size_t tasks;
    const kr_task *task;
    const uint32_t *which; /* index of each position's task */
    const kr_position *position;
    int16_t *values; /* four per position */
    uint32_t *legal; /* or NULL */
    int16_t *cards;  /* eight per position; or NULL */
    uint8_t *status;
} kr_positions;

int kr_solve_positions(kr_ctx *ctx, const kr_positions *positions);

int kr_check_task(const kr_task *task);

/* Return whether guards.h answers a task without a search. Such a task is a sweep without trumps by the leader alone:
 * KR_SWEEP of all tricks, or KR_LAST with the leader's guarantee. The duty to beat does not matter. */
int kr_guards_fit(const kr_task *task);

/* Deal the cards of `rest` to the three defenders in all ways. The defenders already hold `given` (clockwise from the
 * declarer) and end with as many cards as the declarer. Count the ways in which the declarer takes all tricks [0], and
 * all tricks but the last [1]. */
int kr_guards_count(const kr_task *task, uint32_t hand, const uint32_t given[3], uint32_t rest, uint64_t out[2]);

/* A shelf is a transposition table for a single Bettler and for sweeps by two seats. It is shared across deals
 * (shelf.h). Threads may share a shelf. It has 2^bits entries of 8 bytes. */
typedef struct kr_shelf kr_shelf;
size_t kr_shelf_size(int bits);
void kr_shelf_init(kr_shelf *shelf, int bits);

/* Counts over layouts around a hand of six cards, in a pack with six ranks per suit: in how many layouts a single
 * Bettler is made, and in how many the declarer takes all tricks with each other seat as partner. */
typedef struct kr_layout_run {
    uint8_t strength[2][8]; /* orders of rank: [0] without a called Ten, [1] with one */
    uint32_t tens;          /* mask of the called cards that lead to order [1] */
    uint32_t hand;          /* hand of the declarer, who leads */
} kr_layout_run;

enum kr_layout_count {
    KR_LAYOUTS = 0,      /* number of layouts */
    KR_NONE_MADE = 1,    /* the Bettler is made */
    KR_ALL_MADE = 2,     /* all tricks are made with partner 1 to 3: [order][partner] */
    KR_ANY_CALL = 8,     /* all tricks are made by some call, each card in its own order */
    KR_ANY_SECOND = 9,   /* all tricks are made by some call, with all cards in the second order */
    KR_BY_CARD = 10,     /* all tricks are made by calling this card, in its own order */
    KR_BY_CARD_SECOND = 42, /* all tricks are made by calling this card, in the second order */
    KR_LAYOUT_COUNTS = 74
};

/* Return whether kr_layout_columns can count a task of four hands of six cards, as KR_NONE_MADE or KR_ALL_MADE. */
int kr_walk_fits(const kr_task *task);

/* Add `count` layouts to the counts. `others` holds columns of hands, clockwise from the declarer. Counting stops at
 * the first layout that does not fit. Then only the layouts before it are counted. */
int kr_layout_columns(kr_shelf *shelf, const kr_layout_run *run, size_t count, const uint32_t *const others[3],
                      uint64_t counts[KR_LAYOUT_COUNTS]);

/* The numbered ways to deal cards to up to five owners. kr_deal_ways returns the number of ways; 0 means that the
 * number exceeds 64 bits or that the cards do not fit the places. kr_deal_out writes `count` ways from number `first`
 * on as columns. Each column includes the cards that its owner already has. */
#define KR_OWNERS 5
typedef struct kr_dealing {
    uint8_t places[KR_OWNERS];
    uint32_t given[KR_OWNERS];
    uint32_t cards;
} kr_dealing;

uint64_t kr_deal_ways(const kr_dealing *filling);
int kr_deal_out(const kr_dealing *filling, uint64_t first, size_t count, uint32_t *const out[KR_OWNERS]);

/* Write random deals of a seed, by the algorithm of kranalyze/dealing.py. */
int kr_deal_random(const kr_dealing *filling, uint64_t seed, uint64_t first, size_t count,
                   uint32_t *const out[KR_OWNERS]);

/* Cards that a seat does not see: up to three hidden places with their sizes, and the cards that may lie in each. All
 * listed cards must be placed. Layouts are numbered in this order: find the lowest card whose place differs between two
 * layouts; the layout with this card in the earlier place comes first. */
#define KR_HIDDEN 3
typedef struct kr_hidden {
    uint32_t may[KR_HIDDEN];
    uint8_t room[KR_HIDDEN];
    uint8_t spare;
} kr_hidden;

int kr_hidden_count(const kr_hidden *hidden, uint64_t *out);

/* Layouts in which the cards of the seat to play are valued. Task and position may depend on the place of one hidden
 * card, `split`. The index of its place is then the index of task and position; without `split` the index is 0.
 * Positions lack only the hidden cards. */
#define KR_WORTH (1 << 18) /* largest worth; no sum overflows before 2^26 layouts */
#define KR_SETTLED 256 /* -KR_SETTLED <= value < KR_SETTLED */
typedef struct kr_looking {
    kr_hidden hidden;
    uint32_t split;          /* mask of one hidden card, or 0 */
    uint8_t seat[KR_HIDDEN]; /* seat of each place; KR_NONE: the discard, whose points count for the others */
    uint8_t laid;            /* seat with an unknown face-down card in trick 1, or KR_NONE; every card is tried */
    kr_task task[KR_HIDDEN];
    kr_position position[KR_HIDDEN];
    int32_t settles[KR_HIDDEN][2 * KR_SETTLED]; /* worth of each value to the seat to play, at most KR_WORTH */
} kr_looking;

/* Sums over layouts. `legal` holds the legal cards. Sums are indexed by these cards in ascending order. */
typedef struct kr_looked {
    uint64_t looks;
    uint32_t legal, spare;
    uint64_t wins[8];      /* number of layouts in which the worth is above 0 */
    int64_t sum[8];
    int64_t product[8][8]; /* sums of products of the worths of two cards */
} kr_looked;

/* Value the cards in the layouts with the given numbers; if `number` is NULL, in `count` layouts from `first` on. Add
 * the results to `out`. */
int kr_look(kr_ctx *ctx, kr_shelf *shelf, const kr_looking *looking, uint64_t first, size_t count,
            const uint64_t *number, kr_looked *out);

/* Judged records; defined in evaluate.h. */
struct kr_evaluating;

/* The layouts that a careful player considers; defined in careful_table.h. */
struct kr_careful_view;

/* A search for plans: it counts the layouts that a single plan of the seat to play wins. The opponents see all cards
 * and know the plan. The task is a KR_SWEEP with this seat alone on its side. */
typedef struct kr_plans {
    kr_task task;
    kr_position position;           /* lacks only the hidden cards */
    size_t count;                   /* number of layouts; `hand` has a column for every other seat that plays, else
                                     * NULL */
    const uint32_t *hand[KR_SEATS];
    uint32_t unseen;                /* mask of all hidden cards; the search fills it in */
    uint32_t wanted;                /* mask of the cards to evaluate */
    uint64_t steps;                 /* most steps of the search for each card */
    const uint8_t *stop;            /* another thread sets it to stop the search; or NULL */
} kr_plans;

/* For each legal card, in ascending order, write the number of layouts that the best plan wins after it. -1: steps or
 * memory did not suffice, or the card is not in `wanted`. */
int kr_plan(kr_ctx *ctx, const kr_plans *plans, void *memory, size_t size, uint32_t *legal, int64_t won[KR_HAND]);

/* An act of a seat at its turn: a card with its words. */
typedef struct kr_act {
    uint8_t seat, card;
    uint8_t laid;       /* 1: the card is laid face down, not played */
    uint8_t announced;  /* enum kr_announcement */
    uint8_t declared;   /* mask of the suits whose marriages the seat declares */
    uint8_t registered; /* 1: the card registers the marriage of its suit */
    uint8_t winner;     /* winner of the trick if the card completes one, else KR_NONE */
    uint8_t spare;
} kr_act;

#define KR_ACTS (4 * KR_HAND + 2)

/* Return whether play stops at this position: a race is won, or a contract that stops at its points is decided. */
int kr_decided(const kr_task *task, const kr_position *position);

/* Write the value after each legal card, or after each card that may be laid face down. Before the card the seat
 * declares its marriages and makes its best announcements; `says` receives these announcements. */
int kr_worths(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal, int16_t values[32],
              uint8_t says[32]);

/* Write a line of best play from a position to the end. Among equally good choices the line announces nothing and plays
 * the lowest card. */
int kr_line(kr_ctx *ctx, const kr_task *task, const kr_position *position, kr_act out[KR_ACTS], size_t *count);

/* A build of the search. Number 0 runs on every machine, number 1 needs AVX2 and BMI2. */
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

/* Return the build with a number, or NULL if this machine cannot run it. -1 stands for the fastest build. */
const kr_engine *kr_choose_engine(int number);

#endif
