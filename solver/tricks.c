/* tricks.c - plain whist: a zero-window search with a transposition table.
 *
 * The table holds positions at the start of a trick. A result depends on the owners of only some cards, its deciding
 * cards. In each suit, these are some of the highest cards. An entry holds the lengths of all suits in all hands, and
 * the owners of the deciding cards. The owners of lower cards do not matter. So an entry is valid in every deal with
 * these lengths and owners, and the table is never cleared.
 */
#include "tricks.h"
#include "tricks_bits.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

/* The table has 2^BUCKET_BITS buckets of WAYS entries. */
#define WAYS 8
#define BUCKET_BITS 11
#define BUCKET_SHIFT (64 - BUCKET_BITS)
#define WON ((uint64_t)1 << 32)
/* Parts of an entry's tag. LENGTHS: the bits for the lengths of the suits 1 to 3 in each hand. The length of suit 0
 * need not be stored, because it follows from these lengths and from n, the number of cards in each hand. The bits for
 * suit 0 hold other numbers instead: the leader, the variant (with or without trumps), n and the bounds (BOUNDS). */
#define LENGTHS 0xFFF0FFF0FFF0FFF0u
#define BOUNDS 0x000F000F00000000u

typedef struct {
    uint64_t tag, owners, mask;
} entry;

struct kr_tricks_ctx {
    uint32_t hand[4];
    uint64_t lengths; /* how many cards of each suit each hand has: 4 bits at bit 4 * (4 * seat + suit) */
    uint64_t owners;  /* owner of each card of the deal, two bits per card */
    uint64_t nodes;
    uint32_t lead_killer[9][4], discard_killer[9][4]; /* masks of cards, indexed by [n][seat]: the card that proved
                                                       * best when the seat, with n cards left, last led or last
                                                       * discarded */
    _Alignas(64) entry table[(size_t)WAYS << BUCKET_BITS];
};

/* Weights for leading a suit, fitted to sample deals. The search first tries to lead the suit with the greatest sum of
 * weights. "Added if" says when a weight is part of this sum. Seats are counted from the leader, who is 0. A set of
 * seats other than the leader is a number: add 1 for the partner, 2 for the seat after the leader, and 4 for the seat
 * before the leader. */
typedef struct {
    int16_t tops[4][5]; /* tops[first][second]: `first` is the owner of the suit's highest card, `second` the owner of
                         * its second-highest card. `second` is 4 if the suit has only one card left */
    int16_t voids[8];   /* indexed by the set of seats that are void in the suit */
    int16_t ruffs[8];   /* indexed by the set of seats that have trumps and are void in the suit */
    int16_t trumps[4];  /* added if the suit is trumps; indexed by the owner of the highest trump */
    int16_t choice[4];  /* added if several cards of the suit are among the leads left to try; indexed by the owner of
                         * the suit's highest card */
    int16_t single[4];  /* added if only one card of the suit is among the leads left to try; indexed by the owner of
                         * the suit's highest card */
    int16_t singleton;  /* added if the leader has trumps and a single card of the suit */
    bool high[4];       /* true: if several cards of the suit are among the leads left to try, try the highest of them
                         * first. false: try the lowest of them first. Indexed by the owner of the suit's highest
                         * card */
} lead_weights;

/* weights[0] is for play without trumps, weights[1] for play with trumps. */
static const lead_weights weights[2] = {
    {{{-67, 20, -2, -47, -28}, {1, -4, 15, -41, 0},
      {5, 34, -28, -8, 0}, {-1, -33, 1, -12, 0}},
     {2, -9, -39, -71, -51, -172, -87, -135},
     {0, 0, 0, 0, 0, 0, 0, 0},
     {0, 0, 0, 0},
     {18, -13, 36, -6},
     {12, -23, 3, 0},
     0,
     {true, false, false, false}},
    {{{-19, 14, -18, -21, 2}, {10, -14, 1, -38, 0},
      {27, 36, 17, 4, 0}, {-33, -53, -9, -36, 0}},
     {1, -19, -43, -43, -56, -92, -364, -162},
     {0, 64, -27, 2, -22, -38, 35, -26},
     {-13, 2, -1, 4},
     {22, 11, -10, 9},
     {43, 0, 10, 0},
     12,
     {true, false, false, false}},
};

/* Find which seats own the two highest cards of `cards`. Seats are counted from `seat`: 0 is `seat` itself, 1 the next
 * seat clockwise. If there is only one card, `second` is 4. */
static inline void top_owners(const kr_tricks_ctx *x, uint32_t cards, int seat, int *first, int *second)
{
    int top = kr_high(cards);
    *first = (int)((uint32_t)(x->owners >> (2 * top)) - (uint32_t)seat) & 3;
    cards ^= 1u << top;
    *second = cards ? (int)((uint32_t)(x->owners >> (2 * kr_high(cards))) - (uint32_t)seat) & 3 : 4;
}

/* The arguments are masks of the leader's partner, of the seat after the leader and of the seat before the leader.
 * Return the set of the seats whose mask is not 0, as a number (see lead_weights). */
static inline unsigned who(uint32_t mate, uint32_t next, uint32_t prev)
{
    return (unsigned)(mate != 0) | (unsigned)(next != 0) << 1 | (unsigned)(prev != 0) << 2;
}

#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)
#define V(name) JOIN(name, STRAIN)

#define TRUMP 0
#define STRAIN _nt
#include "tricks_search.h"
#undef TRUMP
#undef STRAIN
#define TRUMP 1
#define STRAIN _trump
#include "tricks_search.h"

size_t kr_tricks_ctx_size(void) { return sizeof(kr_tricks_ctx); }

uint64_t kr_tricks_nodes(const kr_tricks_ctx *x) { return x->nodes; }

/* Return the mask `m` with the trump suit and suit 3 exchanged. */
static uint32_t trump_last(uint32_t m, int trump)
{
    if (trump >= 3)
        return m;
    int shift = 8 * trump;
    uint32_t diff = (m >> 24 ^ m >> shift) & 0xFF;
    return m ^ diff << 24 ^ diff << shift;
}

/* Return a number whose bit 2 * i is bit i of `m`. */
static uint64_t apart(uint32_t m)
{
    uint64_t v = m;
    v = (v | v << 16) & 0x0000FFFF0000FFFFu;
    v = (v | v << 8) & 0x00FF00FF00FF00FFu;
    v = (v | v << 4) & 0x0F0F0F0F0F0F0F0Fu;
    v = (v | v << 2) & 0x3333333333333333u;
    return (v | v << 1) & EVEN;
}

/* Set up the hands of a position in the context, with the trump suit exchanged for suit 3. */
static void set_up(kr_tricks_ctx *x, const uint32_t hands[4], int trump)
{
    x->lengths = 0;
    for (int seat = 0; seat < 4; seat++) {
        uint32_t h = trump_last(hands[seat], trump);
        x->hand[seat] = h;
        for (int suit = 0; suit < 4; suit++)
            x->lengths |= (uint64_t)kr_count(h & KR_SUIT(suit)) << (16 * seat + 4 * suit);
    }
    x->owners = apart(x->hand[1] | x->hand[3]) | apart(x->hand[2] | x->hand[3]) << 1;
}

/* The position at which a search begins. The seat to play has `n` cards. `k` cards lie on the table, and `trick` is
 * their mask. `led` is the suit led, `best` the best card so far, and `winner` the seat that played it. `trump` is true
 * if there is a trump suit. */
typedef struct {
    int leader, n, k, best, winner, led;
    uint32_t trick;
    bool trump;
} root;

#define GETS(kind)                                                                                                   \
    (p->k == 0   ? JOIN(lead, kind)(x, p->leader, p->n, need)                                                        \
     : p->k == 1 ? JOIN(second, kind)(x, p->leader, p->n, need, p->best, p->winner, p->trick, p->led)                \
     : p->k == 2 ? JOIN(third, kind)(x, p->leader, p->n, need, p->best, p->winner, p->trick, p->led)                 \
                 : JOIN(fourth, kind)(x, p->leader, p->n, need, p->best, p->winner, p->trick, p->led))

/* Return true if the leader's side can force `need` tricks. */
static bool gets(kr_tricks_ctx *x, const root *p, int need)
{
    uint64_t r = p->trump ? GETS(_trump) : GETS(_nt);
    return (r & WON) != 0;
}

/* Return how many tricks the leader's side can force. First test whether the side can force `guess` tricks. */
static int walk(kr_tricks_ctx *x, const root *p, int guess)
{
    int lower = 0, upper = p->n;
    while (lower < upper) {
        int need = guess <= lower ? lower + 1 : guess > upper ? upper : guess;
        if (gets(x, p, need)) {
            lower = need;
            guess = need + 1;
        } else {
            upper = need - 1;
            guess = need - 1;
        }
    }
    return lower;
}

/* Guess how many tricks North and South can force, and return this number. The guess is a sum of weights of the cards.
 * The weights were fitted to solved deals. The guess only decides which number the search tests first. `parts` is the
 * guess in units of 1/128 trick. */
static int expected(const kr_tricks_ctx *x, bool trump, int n)
{
    static const int8_t plain[2][8] = {{0, 0, 0, 0, 1, 6, 16, 56}, {0, 0, 0, 0, 0, 2, 8, 35}};
    static const int8_t trumps[2][8] = {{0, 0, 0, 0, 1, 6, 16, 56}, {29, 30, 30, 31, 33, 39, 51, 78}};
    uint32_t ns = x->hand[0] | x->hand[2], ew = x->hand[1] | x->hand[3];
    int parts = 64 * n + 64;
    for (int rank = 0; rank < 8; rank++) {
        uint32_t three = 0x00010101u << rank, last = 0x01000000u << rank;
        parts += 2 * plain[trump][rank] * (kr_count(ns & three) - kr_count(ew & three));
        parts += 2 * trumps[trump][rank] * (kr_count(ns & last) - kr_count(ew & last));
    }
    int guess = parts >> 7;
    return guess < 0 ? 0 : guess > n ? n : guess;
}

int kr_tricks_position(kr_tricks_ctx *x, const uint32_t hands[4], int trump, int leader, const uint8_t *played,
                       int n_played)
{
    root p = {.leader = leader, .n = kr_count(hands[(leader + n_played) & 3]), .k = n_played, .winner = leader,
              .trump = trump < 4};
    set_up(x, hands, trump);
    for (int i = 0; i < n_played; i++) {
        int card = kr_low(trump_last(1u << played[i], trump));
        if (i == 0)
            p.led = card >> 3;
        if (i == 0 || kr_beats(p.trump ? KR_SUIT(3) : 0, p.best) >> card & 1) {
            p.best = card;
            p.winner = (leader + i) & 3;
        }
        p.trick |= 1u << card;
    }
    int guess = expected(x, p.trump, p.n);
    return walk(x, &p, leader & 1 ? p.n - guess : guess);
}

int kr_tricks_solve(kr_tricks_ctx *x, const uint32_t hands[4], int trump, int leader)
{
    return kr_tricks_position(x, hands, trump, leader, NULL, 0);
}

void kr_tricks_solve_leaders(kr_tricks_ctx *x, const uint32_t hands[4], int trump, uint8_t out[4])
{
    root p = {.n = kr_count(hands[0]), .trump = trump < 4};
    set_up(x, hands, trump);
    int guess = expected(x, p.trump, p.n);
    for (int i = 0; i < 4; i++) {
        p.leader = (i & 1) << 1 | i >> 1; /* solve the leaders in the order 0, 2, 1, 3, so that partners are solved one
                                           * after the other */
        out[p.leader] = (uint8_t)walk(x, &p, guess);
        guess = i == 1 ? p.n - out[p.leader] : out[p.leader];
    }
}
