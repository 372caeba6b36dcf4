/* tally.h - bidding statistics: count over many deals which contracts could be bid and made. */
#ifndef KR_TALLY_H
#define KR_TALLY_H

#include "kr.h"

/* The input has rows, ordered by deal. A row answers one question about a deal: can a certain declarer make a certain
 * contract with a certain partner?
 *
 * A figure is a statistic that counts units and hits. A unit is a seat of a deal, or several seats of a deal together.
 * A hit is a unit with a certain success. For example, the units are the seats that may bid a contract, and the hits
 * are the seats that can make it.
 */

/* A question about a deal: can the declarer make the contract with this partner? */
typedef struct kr_tally_asked {
    uint8_t contract, declarer; /* `contract` is the index of the contract, `declarer` the declarer's seat */
    uint8_t partner; /* number of seats from the declarer clockwise to the partner. 1: the declarer's left neighbour. 0:
                      * no partner */
    uint8_t open;    /* mask of seats. The question counts in a deal if one of these seats is forehand. If bit KR_SEATS
                      * is set, it also counts if forehand is unknown */
} kr_tally_asked;

enum kr_tally_kind { /* Sets of seats, kept for each deal and contract. OPEN: seats that may play the contract.
                      * BIDDABLE: seats that may bid it. MAKEABLE: seats that can make it. KNOWN: seats whose payment
                      * is known. PAID: seats whose payment is above 0. KR_TALLY_WITH + n: seats that can make it with
                      * the partner n steps clockwise (n = 0: without a partner). */
    KR_TALLY_OPEN, KR_TALLY_BIDDABLE, KR_TALLY_MAKEABLE, KR_TALLY_KNOWN, KR_TALLY_PAID, KR_TALLY_WITH
};
/* Bits that say how a figure counts. ANY: all seats of the figure together are one unit. FIRST: the figure counts only
 * the seat that is forehand. PAYS: the figure also adds up the payments of its units. */
enum kr_tally_how { KR_TALLY_ANY = 1, KR_TALLY_FIRST = 2, KR_TALLY_PAYS = 4 };

/* A figure counts units and hits, separately for each contract. Units are the seats in the set `of`. Hits are the units
 * that are also in the set `hit`. */
typedef struct kr_tally_figure {
    uint8_t of, hit; /* two sets of seats, each as a number of enum kr_tally_kind */
    uint8_t seats;   /* mask of the seats that are counted */
    uint8_t how;     /* mask of enum kr_tally_how */
} kr_tally_figure;

/* Sums over deals. Suppose that a deal has k units and m hits. If k is 0, the deal adds nothing. Otherwise it adds
 * these numbers to the sums. UNITS: k. COUNT: m. TOTAL: the payments of the units, if KR_TALLY_PAYS is set. DEALS: 1.
 * KK: k². KM: km. MM: m². */
enum kr_tally_sum {
    KR_TALLY_UNITS, KR_TALLY_COUNT, KR_TALLY_TOTAL, KR_TALLY_DEALS, KR_TALLY_KK, KR_TALLY_KM, KR_TALLY_MM,
    KR_TALLY_SUMS
};

/* Parts of a code. A code is a 64-bit number that says which contract is best for a unit of a deal. Each part begins at
 * the bit that its constant names, and ends where the next part begins. */
enum kr_tally_bit {
    KR_TALLY_AMOUNT_AT = 0,    /* the payment, 32 bits */
    KR_TALLY_CONTRACT_AT = 32, /* index of the contract, plus 1; 0: no contract */
    KR_TALLY_WHAT_AT = 40,     /* enum kr_tally_what */
    KR_TALLY_WHOM_AT = 42,     /* enum kr_tally_whom */
    KR_TALLY_GROUP_AT = 44,    /* index of the group to which the seats belong */
    KR_TALLY_ALIKE_AT = 62, /* how many other units of the deal share this code */
    KR_TALLY_BITS = 64
};
/* The meaning of a code. BY_RANK: the code names the highest contract that the unit can make. BY_PAY: the code names
 * the contract that pays the unit most. LOOKED_AT: the code names no contract, and says only that the unit was
 * examined. */
enum kr_tally_what { KR_TALLY_BY_RANK, KR_TALLY_BY_PAY, KR_TALLY_LOOKED_AT };
/* The seats that form the unit of a code. SOME: all seats of the group together. FIRST: forehand. SEAT: a single
 * seat. */
enum kr_tally_whom { KR_TALLY_BY_SOME, KR_TALLY_BY_FIRST, KR_TALLY_BY_SEAT };

#define KR_TALLY_CONTRACTS 16
#define KR_TALLY_GROUPS (1 << (KR_TALLY_ALIKE_AT - KR_TALLY_GROUP_AT))
#define KR_TALLY_BEST 15 /* largest number of codes that a deal yields */
/* The payment in a row whose payment is not known. */
#define KR_TALLY_NO_PAY INT32_MIN

typedef struct kr_tally {
    size_t deals, rows, questions, contracts, groups, figures;
    const int32_t *deal, *which; /* for each row: `deal` is the index of its deal (in ascending order), `which` is the
                                  * index of its question in `asked` */
    const uint8_t *biddable, *makeable; /* for each row: `biddable` is 1 if the contract may be bid, `makeable` is 1 if
                                         * it can be made */
    const int32_t *pay;                 /* for each row: the payment to the declarer, or KR_TALLY_NO_PAY */
    const kr_tally_asked *asked;        /* the questions */
    const kr_tally_figure *figure;      /* the figures to count */
    const uint8_t *forehand; /* forehand's seat in each deal; KR_SEATS: unknown; larger numbers: the deal is skipped */
    const uint32_t *group;   /* group[KR_SEATS * d + s]: index of the group of the seat s of the deal d; NULL: all seats
                              * are in group 0 */
    uint32_t ranked;         /* mask of the contracts that can be best, and so can be in a code of `best` */
    int64_t *sums;           /* sums, indexed by enum kr_tally_sum, group, figure and contract. kr_count_tally adds to
                              * the values that are already there */
    uint64_t *best;          /* codes of best contracts; the caller reserves KR_TALLY_BEST codes per deal */
} kr_tally;

/* Add all deals to the sums, and write the codes of the best contracts. Return how many codes were written. */
size_t kr_count_tally(const kr_tally *tally);

#endif
