/* plain.c - solve Graden and Rußbach by a simple alpha-beta search.
 *
 * The solver has only the parts that every simple solver has, and its code was never tuned. A hand is a mask of 32
 * bits. A transposition table keeps the results of positions at the start of a trick. The table has 65,536 entries and
 * is direct-mapped: each position has one possible entry. An entry has the number of its search (epoch). The key of a
 * position lists the owners of the remaining cards in order of rank. The search tries only one of several equivalent
 * neighbouring cards. Players who want to win tricks try high cards first. Other players try low cards first.
 *
 * scripts/bench.py compares the speeds of this program and of the core. The program and the core share no code. So the
 * answers of this program also serve to check the answers of the core.
 *
 *     cc -O3 -o plain plain.c
 *     plain graden   < deals      44 answers per deal, as one hex number (bit 11 * declarer + question)
 *     plain russbach < deals      a line for each caller, trump and partner: simple, hundred, all_tricks
 *     plain ... quiet             only the times
 *
 * A deal is a line of four hex masks, for N E S W. The bit of a card is suit * 8 + rank, with the suits S H D C and the
 * ranks 7 8 9 T J Q K A. The program prints to stderr how much CPU time the searches took per deal. The document
 * RULINGS has the rules in the sections graden and russbach.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TABLE_SIZE 65536
#define NO_TRUMP 4
#define SUIT(s) (0xFFu << (8 * (s)))
#define TENS 0xC0C0C0C0u /* Ace and Ten of each suit: the two highest cards of a suit in T-order */

typedef struct {
    uint64_t a, b;
    uint32_t epoch;
    int8_t lower, upper;
} Entry;

static Entry table[TABLE_SIZE];
static uint32_t epoch;

/* A search: the hands, the question and the trick in progress. A card with a higher bit is stronger. The goal of a
 * search for a sweep is that `takers` win all tricks. The goal of a search for points is a high number of points. */
typedef struct {
    uint32_t hand[4];
    int trump;
    unsigned side;    /* mask of the seats that want the goal */
    unsigned takers;  /* sweep: mask of the seats that must take every trick */
    bool points;      /* true: a search for points; false: a search for a sweep */
    int tricks;       /* sweep: number of tricks that `takers` must win; points: number of cards in a hand */
    int8_t bonus[4];  /* points: additional points that a seat gets with its first trick */
    uint32_t on_table;
    int done;         /* number of finished tricks */
} Search;

static int trick_start(Search *s, int leader, int alpha, int beta);

/* Return the legal cards of a hand. The player must follow suit. A player who cannot follow suit must play a trump. A
 * player who cannot do either may play any card. A card that follows suit or trumps must beat the best card of the
 * trick if possible. */
static uint32_t legal(uint32_t hand, int led, int best, int trump)
{
    uint32_t cards = hand & SUIT(led);
    if (!cards && trump != NO_TRUMP)
        cards = hand & SUIT(trump);
    if (!cards)
        return hand;
    int top = best >> 3;
    uint32_t beating = cards & SUIT(top) & ~((2u << best) - 1);
    if (top != trump && trump != NO_TRUMP)
        beating |= cards & SUIT(trump);
    return beating ? beating : cards;
}

/* Keep only the lowest of several equivalent cards, and return the cards kept. Two cards of one suit in the same hand
 * are equivalent if no card of another hand or on the table ranks between them. In a search for points they must also
 * count the same number of points. */
static uint32_t merge(const Search *s, uint32_t cards, uint32_t hand)
{
    uint32_t in_play = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3] | s->on_table;
    uint32_t kept = 0;
    int last = -1;
    while (cards) {
        int card = __builtin_ctz(cards);
        cards &= cards - 1;
        bool same = last >= 0 && last >> 3 == card >> 3 &&
                    !(in_play & ~hand & ((1u << card) - 1) & ~((2u << last) - 1)) &&
                    !(s->points && ((TENS >> last ^ TENS >> card) & 1));
        if (!same)
            kept |= 1u << card;
        last = card;
    }
    return kept;
}

/* Let the seats play the rest of a trick, one card after another, and search on. `count` is the number of cards in the
 * trick so far. Return the value of the position, or a bound for it if the value lies outside the window from `alpha`
 * to `beta`. In a search for points the value is the number of points that `side` still gets. In a search for a sweep
 * the value is 1 if `takers` win all tricks that they must still win, else 0. */
static int play(Search *s, int leader, int seat, int count, int led, int best, int winner, int alpha, int beta)
{
    if (count == 4) {
        int gain = 0;
        uint32_t trick = s->on_table;
        s->done++;
        s->on_table = 0;
        int value;
        if (!s->points) {
            if (!(s->takers >> winner & 1))
                value = 0;
            else
                value = s->done == s->tricks ? 1 : trick_start(s, winner, alpha, beta);
        } else {
            int8_t bonus = s->bonus[winner];
            s->bonus[winner] = 0;
            if (s->side >> winner & 1)
                gain = __builtin_popcount(trick & TENS) + (s->done == s->tricks) + bonus;
            value = gain;
            if (s->done < s->tricks)
                value += trick_start(s, winner, alpha - gain, beta - gain);
            s->bonus[winner] = bonus;
        }
        s->on_table = trick;
        s->done--;
        return value;
    }
    bool ours = s->side >> seat & 1;
    bool high = s->points ? ours : (s->takers >> seat & 1);
    uint32_t cards = count ? legal(s->hand[seat], led, best, s->trump) : s->hand[seat];
    cards = merge(s, cards, s->hand[seat]);
    int value = ours ? -1 : 127;
    while (cards) {
        int card = high ? 31 - __builtin_clz(cards) : __builtin_ctz(cards);
        cards &= ~(1u << card);
        bool wins = !count || (card >> 3 == best >> 3 ? card > best : card >> 3 == s->trump);
        s->hand[seat] &= ~(1u << card);
        s->on_table |= 1u << card;
        int v = play(s, leader, (seat + 1) & 3, count + 1, count ? led : card >> 3, wins ? card : best,
                     wins ? seat : winner, alpha, beta);
        s->hand[seat] |= 1u << card;
        s->on_table &= ~(1u << card);
        if (ours) {
            if (v > value)
                value = v;
            if (value > alpha)
                alpha = value;
        } else {
            if (v < value)
                value = v;
            if (value < beta)
                beta = value;
        }
        if (alpha >= beta)
            break;
    }
    return value;
}

/* Write the key of a position at the start of a trick. The key has the owners of the remaining cards in order of rank,
 * the leader, and the seats with a bonus. In a search for points it also has the number of Aces and Tens left in each
 * suit. */
static void make_key(const Search *s, int leader, uint64_t *a, uint64_t *b)
{
    uint32_t all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3];
    uint32_t odd = s->hand[1] | s->hand[3], south = s->hand[2] | s->hand[3];
    uint64_t key[2] = {0, 0};
    for (int suit = 0; suit < 4; suit++) {
        uint64_t owners = 1;
        for (uint32_t rest = all & SUIT(suit); rest; rest &= rest - 1) {
            int card = __builtin_ctz(rest);
            owners = owners << 2 | (south >> card & 1) << 1 | (odd >> card & 1);
        }
        key[suit >> 1] = key[suit >> 1] << 17 | owners;
        if (s->points)
            key[suit >> 1] = key[suit >> 1] << 2 | (uint64_t)__builtin_popcount(all & TENS & SUIT(suit));
    }
    key[0] = key[0] << 2 | (uint64_t)leader;
    for (int seat = 0; seat < 4; seat++)
        key[1] = key[1] << 1 | (s->bonus[seat] != 0);
    *a = key[0];
    *b = key[1];
}

/* Return the value of a position at the start of a trick. Look it up in the transposition table before a search. */
static int trick_start(Search *s, int leader, int alpha, int beta)
{
    uint64_t a, b;
    make_key(s, leader, &a, &b);
    uint64_t hash = (a ^ b * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
    Entry *e = &table[hash >> 48];
    int lower = 0, upper = 127;
    if (e->epoch == epoch && e->a == a && e->b == b) {
        lower = e->lower;
        upper = e->upper;
        if (lower >= beta || lower == upper)
            return lower;
        if (upper <= alpha)
            return upper;
    }
    int value = play(s, leader, leader, 0, 0, 0, leader, alpha, beta);
    if (value > alpha && value > lower)
        lower = value;
    if (value < beta && value < upper)
        upper = value;
    *e = (Entry){a, b, epoch, (int8_t)lower, (int8_t)upper};
    return value;
}

static int solve(Search *s, int leader, int most)
{
    if (++epoch == 0) {
        memset(table, 0, sizeof table);
        epoch = 1;
    }
    s->on_table = 0;
    s->done = 0;
    return trick_start(s, leader, 0, most);
}

/* Convert a hand from the natural order of ranks, 7 8 9 T J Q K A, to the order of strength 7 8 9 J Q K T A. */
static uint32_t ten_order(uint32_t hand)
{
    return (hand & 0x87878787u) | (hand >> 1 & 0x38383838u) | (hand << 3 & 0x40404040u);
}

static Search question(const uint32_t deal[4], bool tens, int trump, unsigned side)
{
    Search s = {.trump = trump, .side = side, .takers = side, .tricks = __builtin_popcount(deal[0])};
    for (int seat = 0; seat < 4; seat++)
        s.hand[seat] = tens ? ten_order(deal[seat]) : deal[seat];
    return s;
}

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Answer 11 questions for each declarer: can the contract be made? Question 0 is Bettler. The next five questions are
 * in K-order: the declarer wins all tricks, the declarer wins the first five tricks, and the declarer wins all tricks
 * together with each of three partners. The last five questions are the same in T-order. `spent` adds up the times. */
static uint64_t graden(const uint32_t deal[4], double spent[4])
{
    uint64_t answers = 0;
    for (int d = 0; d < 4; d++) {
        int bit = 11 * d;
        double t0 = cpu();
        Search s = question(deal, false, NO_TRUMP, 1u << d);
        s.takers = 15u ^ 1u << d;
        answers |= (uint64_t)solve(&s, d, 1) << bit++;
        double t1 = cpu();
        spent[0] += t1 - t0;
        for (int tens = 0; tens < 2; tens++) {
            double t2 = cpu();
            s = question(deal, tens, NO_TRUMP, 1u << d);
            answers |= (uint64_t)solve(&s, d, 1) << bit++;
            double t3 = cpu();
            s.tricks--;
            answers |= (uint64_t)solve(&s, d, 1) << bit++;
            double t4 = cpu();
            for (int p = 1; p < 4; p++) {
                s = question(deal, tens, NO_TRUMP, 1u << d | 1u << ((d + p) & 3));
                answers |= (uint64_t)solve(&s, d, 1) << bit++;
            }
            spent[1] += t3 - t2;
            spent[2] += t4 - t3;
            spent[3] += cpu() - t4;
        }
    }
    return answers;
}

/* Solve three questions for every caller, trump and partner. If the partner is the caller, the caller plays alone. The
 * questions are: the points of the caller's side, the points of this side with the marriages in its hands, and whether
 * this side wins all tricks. Skip each partner whose hand has no card of the trump suit. `spent` adds up the
 * times. */
static void russbach(const uint32_t deal[4], bool quiet, long *rows, double spent[3])
{
    for (int caller = 0; caller < 4; caller++)
        for (int trump = 0; trump < 4; trump++)
            for (int partner = 0; partner < 4; partner++) {
                if (!(deal[partner] & SUIT(trump)))
                    continue;
                unsigned side = 1u << caller | 1u << partner;
                double t0 = cpu();
                Search s = question(deal, true, trump, side);
                s.points = true;
                int simple = solve(&s, caller, 127);
                double t1 = cpu();
                for (int seat = 0; seat < 4; seat++)
                    for (int suit = 0; suit < 4 && side >> seat & 1; suit++)
                        if ((deal[seat] >> (8 * suit + 5) & 3) == 3)
                            s.bonus[seat] += suit == trump ? 4 : 2;
                int hundred = solve(&s, caller, 127);
                double t2 = cpu();
                s = question(deal, true, trump, side);
                int all = solve(&s, caller, 1);
                spent[0] += t1 - t0;
                spent[1] += t2 - t1;
                spent[2] += cpu() - t2;
                ++*rows;
                if (!quiet)
                    printf("%c %c %c %d %d %d\n", "NESW"[caller], "SHDC"[trump], "NESW"[partner], simple * 10,
                           hundred * 10, all);
            }
}

int main(int argc, char **argv)
{
    if (argc < 2 || (strcmp(argv[1], "graden") && strcmp(argv[1], "russbach"))) {
        fprintf(stderr, "usage: plain graden|russbach [quiet] < deals\n");
        return 2;
    }
    bool is_graden = !strcmp(argv[1], "graden"), quiet = argc > 2;
    uint32_t d[4];
    double spent[4] = {0};
    long deals = 0, rows = 0;
    while (scanf("%x %x %x %x", &d[0], &d[1], &d[2], &d[3]) == 4) {
        deals++;
        if (is_graden) {
            uint64_t answers = graden(d, spent);
            if (!quiet)
                printf("%011llx\n", (unsigned long long)answers);
        } else {
            if (!quiet)
                printf("deal %ld\n", deals);
            russbach(d, quiet, &rows, spent);
        }
    }
    if (!deals)
        return 0;
    double per = 1e6 / (double)deals, total = spent[0] + spent[1] + spent[2] + spent[3];
    if (is_graden)
        fprintf(stderr, "deals %ld us_per_deal %.2f bettler %.2f sweep %.2f five %.2f called %.2f\n", deals, total * per,
                spent[0] * per, spent[1] * per, spent[2] * per, spent[3] * per);
    else
        fprintf(stderr, "deals %ld us_per_deal %.2f simple %.2f hundred %.2f all_tricks %.2f rows %ld\n", deals,
                total * per, spent[0] * per, spent[1] * per, spent[2] * per, rows);
    return 0;
}
