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
 * The functions of this header handle one task on one position. Those of batch.h handle many deals or positions in one
 * call, those of tally.h count over deals, and those of layouts.h handle hidden cards. If a comment does not say what
 * an int result means, the function returns enum kr_status.
 */
#ifndef KR_H
#define KR_H

#include <stddef.h>
#include <stdint.h>

#define KR_SEATS 4
#define KR_HAND 8 /* largest number of cards in a hand */
#define KR_NO_TRUMP 4
#define KR_NONE 0xFF
#define KR_UNKNOWN INT16_MIN /* marks a value that was not computed for a deal */

/* The goal of the declarer's side. It decides what the value of a position means. */
enum kr_goal {
    KR_SWEEP = 0,  /* the value is 1 if the seats `takers` win all of the first `tricks` tricks and the side reaches
                    * `need` points, else 0 */
    KR_POINTS = 1, /* the value is the largest number of points (with KR_MARGIN: the largest margin) that the side can
                    * force */
    KR_TRICKS = 2, /* the value is the largest number of tricks that the side can force */
    KR_STAKES = 3, /* the value is the number of stakes that one payer of the other side owes one receiver of the
                    * declarer's side (negative: the declarer's side owes). Declarations and announcements are made in
                    * trick 1. */
    KR_RACE = 4,   /* a race: the first side with `need` points wins. If neither side gets `need` points, the side that
                    * takes the last trick wins. The value is 1, 2 or 3 if the declarer's side wins, and -1, -2 or -3 if
                    * it loses */
    KR_LAST = 5, /* the declarer must take all tricks but the last; the winner of the last trick becomes the declarer's
                  * partner */
    KR_DOUBLE = 6, /* two declarers; each of them wants to take no trick */
    KR_MOST = 7,   /* every seat plays for itself; the seat with the most points loses */
    KR_GOALS = 8
};

/* A mask of the goals that have more than two parties: bit n stands for goal n. */
#define KR_MANY_PARTIES (1u << KR_LAST | 1u << KR_DOUBLE | 1u << KR_MOST)

/* Flags of a task: rules of play, and variants of the goal. */
enum kr_flag {
    KR_MUST_TRUMP = 1, /* a player who cannot follow suit must play a trump */
    KR_MUST_BEAT = 2,  /* a player must beat the best card of the trick if possible */
    KR_STOP = 4,       /* play stops once the side has reached `need` points or `tricks` tricks are played */
    KR_MARGIN = 8,     /* the value is the side's points minus the others' points */
    KR_PENDING = 16,   /* a marriage registered by the opening lead counts only once its player's side has taken a
                        * trick */
    KR_LOSER_PAYS = 32, /* for KR_DOUBLE if only one of the two declarers succeeds: the failed declarer pays the other.
                         * Without this flag the successful declarer pays */
    KR_PLAIN = 64,      /* the search uses neither bounds nor special methods. Tests compare this plain search with the
                         * fast one */
    KR_EXACTLY = 128    /* for KR_TRICKS: the value is 1 if the side takes exactly `tricks` tricks in the whole play,
                         * else 0 */
};

/* How marriages (King and Queen of a suit) count. */
enum kr_marriage {
    KR_NO_MARRIAGES = 0,
    KR_DECLARED = 1, /* a player declares the marriage in trick 1. The marriage counts once its player has taken a
                      * trick */
    KR_ON_LEAD = 2   /* a player registers the marriage by leading its King or Queen. For the opening lead see
                      * kr_task.late */
};

/* Bits of kr_position.announced: each side may announce that it will reach 100 points, or that it will take all
 * tricks. */
enum kr_announcement {
    KR_SIDE_HUNDRED = 1,
    KR_SIDE_ALL = 2,
    KR_OTHERS_HUNDRED = 4,
    KR_OTHERS_ALL = 8
};

/* A task: rules of play and a goal. All fields are bytes, so the struct looks the same in memory on every machine. */
typedef struct kr_task {
    uint8_t goal;           /* enum kr_goal */
    uint8_t flags;          /* mask of enum kr_flag */
    uint8_t seats;          /* mask of the seats that take part in the play */
    uint8_t leader;         /* seat that leads the first trick */
    uint8_t trump;          /* trump suit, or KR_NO_TRUMP */
    uint8_t side;           /* mask of the seats that maximise the value */
    uint8_t takers;         /* KR_SWEEP: mask of the seats that must take the tricks */
    uint8_t tricks;         /* KR_SWEEP: number of tricks to win; 0: all tricks. KR_EXACTLY: number of tricks to take */
    uint8_t need;           /* points that the goal requires */
    uint8_t low;            /* KR_RACE: a loser with fewer points than `low` loses double; KR_STAKES: if `low` is not 0,
                             * a negative value counts as 0 */
    uint8_t last;           /* points that the winner of the last trick gets in addition */
    uint8_t marriages;      /* enum kr_marriage */
    uint8_t marriage_seats; /* mask of the seats whose marriages count */
    uint8_t marriage_plain; /* points of a marriage in a plain suit */
    uint8_t marriage_trump; /* points of a marriage in trumps */
    uint8_t late;           /* KR_ON_LEAD: 0 if a marriage registered by the opening lead counts at once; 1 if the
                             * opening lead cannot register a marriage, or if the marriage counts only later
                             * (KR_PENDING) */
    uint8_t declarer;       /* seat of the declarer, or KR_NONE */
    uint8_t second;         /* KR_DOUBLE: seat of the second declarer */
    uint8_t seek;           /* for goals with more than two parties: the seat whose settlement is the value; this seat
                             * plays against all others. KR_NONE: every seat plays for itself */
    uint8_t talon_to;       /* seat that takes the talon and then discards the same number of cards; KR_NONE: no seat
                             * takes the talon */
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
    uint8_t n_played;         /* how many cards the trick in progress has, 0 to 3 */
    uint8_t played[3];        /* cards in the trick, in order of play */
    uint8_t tricks_done;      /* number of complete tricks */
    uint8_t took;        /* mask of the seats that have taken a trick */
    uint8_t announced;   /* KR_STAKES: mask of enum kr_announcement */
    uint8_t declared[4]; /* KR_DECLARED: for each suit, the seat that declared its marriage, or KR_NONE */
    uint8_t forced[4];   /* KR_DOUBLE: for each seat, the card that it has
                          * laid face down and not yet played, or KR_NONE */
    uint8_t points[4];   /* points so far. points[0] has the points of the seats in kr_task.side together, points[1] the
                          * points of the other seats together. If the goal is KR_MOST, each seat has its own entry */
    uint8_t pending[2];  /* KR_PENDING: points of registered marriages that do not count yet. pending[0] has the points
                          * of the seats in kr_task.side together, pending[1] the points of the other seats together */
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

/* kr_ctx_size returns the number of bytes of a context. kr_ctx_init initialises a context. The caller must align the
 * memory of the context to 64 bytes, and set all bytes to 0 before it calls kr_ctx_init. The first search of each kind
 * sets up the tables for this kind. */
size_t kr_ctx_size(void);
void kr_ctx_init(kr_ctx *ctx);
/* kr_ctx_nodes returns how many nodes were searched since the last reset. kr_ctx_reset_nodes sets the count back to
 * 0. */
uint64_t kr_ctx_nodes(const kr_ctx *ctx);
void kr_ctx_reset_nodes(kr_ctx *ctx);
/* Return an English text for an enum kr_status. */
const char *kr_status_text(int status);

/* Write to `out` the position at the start of a deal, before a card is played. */
void kr_start(const kr_task *task, const uint32_t hands[KR_SEATS], kr_position *out);

/* Write the value of a position to out[0]. The goal (enum kr_goal) says what the value is: a number of points or of
 * tricks, 0 or 1, stakes, or the settlement of the seat `seek`. If the task wants a vector, write the settlements of
 * all four seats to `out`. Return enum kr_status. */
int kr_value(kr_ctx *ctx, const kr_task *task, const kr_position *position, int16_t out[KR_SEATS]);

/* Write to `out` the mask of the legal cards of the seat to play. */
int kr_moves(const kr_task *task, const kr_position *position, uint32_t *out);

/* Play a card of the seat to play. In KR_STAKES the seat first makes the announcements `announce`: a mask of enum
 * kr_announcement with bits of the seat's own side only. */
int kr_play(const kr_task *task, kr_position *position, int card, int announce);

/* Return the seat to play, or KR_NONE at the end. */
int kr_to_play(const kr_task *task, const kr_position *position);

/* Write to `out` how many sequences of `depth` cards can legally be played from a position. */
int kr_perft(const kr_task *task, const kr_position *position, int depth, uint64_t *out);

/* Check a task. Return KR_OK, or KR_BAD_TASK if a field is out of range. */
int kr_check_task(const kr_task *task);

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

/* Largest number of acts in a deal: each card is played, and up to two cards are laid face down first. */
#define KR_ACTS (4 * KR_HAND + 2)

/* Return 1 if play stops at this position, else 0. Play stops when a race is won. With the flag KR_STOP, play also
 * stops when the contract is won or lost. */
int kr_decided(const kr_task *task, const kr_position *position);

/* Write the value of each legal card, or of each card that may be laid face down, to values[card]. `legal` receives the
 * mask of these cards. The value of a card assumes that the seat declares its marriages, and makes the announcements
 * that are best with this card. says[card] receives these announcements (mask of enum kr_announcement). */
int kr_worths(kr_ctx *ctx, const kr_task *task, const kr_position *position, uint32_t *legal, int16_t values[32],
              uint8_t says[32]);

/* Write to `out` a line of best play from a position to the end, and to `count` the number of its acts. Among equally
 * good acts, prefer an act without announcements, then the act with the lowest card. */
int kr_line(kr_ctx *ctx, const kr_task *task, const kr_position *position, kr_act out[KR_ACTS], size_t *count);

#endif
