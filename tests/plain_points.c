/* plain_points.c - find points, marriages and announcements of full hands by plain alpha-beta, to check the core.
 *
 * The search is written from RULINGS alone (common play rules; russbach, rufmariasch, anrufen, anrufen3). It has only
 * three shortcuts. Of equivalent cards next to each other in a hand it tries one. It remembers positions at the start
 * of a trick. It ends a Rußbach game when the settlement can no longer change. In Rußbach it tries every choice of
 * words at every turn of trick 1: each marriage declared or kept back, each possible announcement made or not. It does
 * not assume that words never hurt.
 *
 * The program reads lines of "kind declarer trump partner N E S W talon". Hands and talon are hexadecimal masks; the
 * bit of a card is suit * 8 + rank, with the ranks 7 8 9 T J Q K A. If the declarer plays alone, the partner is the
 * declarer. For each line the program prints a number, which depends on the kind:
 *   r  the stakes of a Rußbach game
 *   m  the difference of Rufmariasch
 *   d  anrufen3 with the best discard: the greatest difference
 *   p  anrufen3 with the best discard: the most points of the declarer
 *   a  anrufen3 with the best discard: the most points of the declarer if he takes every trick; -1 if he cannot
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FAILED (-1000)
#define SUIT(s) (0xFFu << 8 * (s))

enum { SAY_HUNDRED = 1, SAY_ALL = 2 }; /* bits of the declarer's team; for the other team they are shifted left by 2 */

typedef struct game {
    uint32_t hand[4];
    int16_t points[2];                  /* kind r: points of the teams for cards and the last trick */
    uint8_t leader, done, took, announced;
    uint8_t declared;                   /* mask of the suits of declared marriages; `owner` has their seats */
    uint8_t spare[3];
} game;

typedef struct memory { game at; int16_t low, high; uint32_t question; } memory;
typedef struct trick { uint8_t card[4], n; uint32_t cards; } trick;
typedef struct range { int16_t low, high; uint32_t question; } range;

static char kind;
static int trump, players, size, team_of[4], owner[4];
static uint32_t question;
#define PLACES (1u << 20)
static memory known[PLACES];
static range ends[10 * 10 * 16 * 16 * 16];

static const int strength[8] = {0, 1, 2, 6, 3, 4, 5, 7};
static int rank(int card) { return strength[card & 7]; }
static int counts(int card) { return (card & 7) == 7 || (card & 7) == 3 ? 10 : 0; }
static uint32_t marriage(int suit) { return 0x60u << 8 * suit; }
static int brings(int suit) { return suit == trump ? 40 : 20; }

static int beats(int card, int best)
{
    return card >> 3 == best >> 3 ? rank(card) > rank(best) : card >> 3 == trump;
}

/* Return the settlement of a finished Rußbach game for the declarer's side. `swept` is the team that has taken all
 * tricks, or 2. */
static int stakes(const int points[2], const int bonus[2], int swept, int announced)
{
    int total[2], has[2], sum = 0;
    for (int t = 0; t < 2; t++) {
        total[t] = points[t] + bonus[t];
        has[t] = total[t] >= (bonus[t] ? bonus[t] + 40 : 50);
    }
    const int winner = has[0] && has[1] ? total[1] > total[0] : has[1];
    if (!(announced & (SAY_HUNDRED | SAY_HUNDRED << 2)))
        sum += (winner ? -1 : 1) * (total[winner] >= 100 ? 2 : 1);
    for (int t = 0; t < 2; t++) {
        const int sign = t ? -1 : 1, said = announced >> 2 * t;
        if (said & SAY_HUNDRED) sum += total[t] >= 100 ? 3 * sign : -3 * sign;
        if (said & SAY_ALL) sum += swept == t ? 3 * sign : -3 * sign;
        else if (swept == t) sum += 2 * sign;
    }
    return sum;
}

/* Return the lowest and the highest settlement that a Rußbach game can still have, whoever takes the other tricks. */
static range possible(const game *g)
{
    range *r = &ends[(((g->points[0] / 10 * 10 + g->points[1] / 10) * 16 + g->took) * 16 + g->announced) * 16 + g->declared];
    if (r->question == question) return *r;
    *r = (range){99, -99, question};
    const int rest = 90 - g->points[0] - g->points[1], over = g->done == size;
    int tricks[2] = {0, 0};
    for (int s = 0; s < 4; s++) tricks[team_of[s]] |= g->took >> s & 1;
    for (int more = 0; more <= rest; more += 10)
        for (int which = 0; which < 16; which++) {
            int points[2] = {g->points[0] + more, g->points[1] + rest - more}, bonus[2] = {0, 0};
            if (which & ~g->declared) continue;
            for (int suit = 0; suit < 4; suit++) {
                if (!(g->declared >> suit & 1)) continue;
                const int counted = g->took >> owner[suit] & 1;
                if (counted || (which >> suit & 1 && !over)) bonus[team_of[owner[suit]]] += brings(suit);
            }
            for (int swept = 0; swept < 3; swept++) {
                if (swept < 2 && tricks[!swept]) continue;
                if (over && swept == 2 && !(tricks[0] && tricks[1])) continue;
                const int value = stakes(points, bonus, swept, g->announced);
                if (value < r->low) r->low = (int16_t)value;
                if (value > r->high) r->high = (int16_t)value;
            }
        }
    return *r;
}

static int play(const game *g, const trick *t, int alpha, int beta);

static int start(const game *g, int alpha, int beta)
{
    const trick none = {{0}, 0, 0};
    if (g->done == size && kind != 'r') return 0;
    if (kind == 'r' && g->done) {
        const range r = possible(g);
        if (r.low == r.high || r.low >= beta) return r.low;
        if (r.high <= alpha) return r.high;
    }
    uint64_t h = 0;
    const unsigned char *bytes = (const unsigned char *)g;
    for (size_t i = 0; i < sizeof *g; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, sizeof *g - i < 8 ? sizeof *g - i : 8);
        h = (h ^ word) * 0x9E3779B97F4A7C15u;
        h ^= h >> 29;
    }
    memory *m = &known[h % PLACES];
    const int same = m->question == question && !memcmp(&m->at, g, sizeof *g);
    if (same) {
        if (m->low >= beta || m->low == m->high) return m->low;
        if (m->high <= alpha) return m->high;
    }
    const int value = play(g, &none, alpha, beta);
    if (!(m->question == question && !memcmp(&m->at, g, sizeof *g)))
        *m = (memory){*g, -9999, 9999, question};
    if (value < beta && value < m->high) m->high = (int16_t)value;
    if (value > alpha && value > m->low) m->low = (int16_t)value;
    return value;
}

static int whole_trick(game g, const trick *t, int alpha, int beta)
{
    int best = 0, gain = g.done == size - 1 ? 10 : 0;
    for (int i = 1; i < players; i++)
        if (beats(t->card[i], t->card[best])) best = i;
    for (int i = 0; i < players; i++) gain += counts(t->card[i]);
    const int winner = (g.leader + best) % players, team = team_of[winner], first = !(g.took >> winner & 1);
    int sum = team ? (kind == 'm' || kind == 'd' ? -gain : 0) : gain;
    g.leader = (uint8_t)winner;
    g.done++;
    if (kind == 'a' && team) return FAILED;
    if (kind == 'r' || kind == 'm') g.took |= (uint8_t)(1u << winner);
    if (kind == 'r') {
        g.points[team] = (int16_t)(g.points[team] + gain);
        sum = 0;
    }
    for (int suit = 0; suit < 4 && kind == 'm' && first; suit++)
        if (g.declared >> suit & 1 && owner[suit] == winner) sum += team ? -brings(suit) : brings(suit);
    return sum + start(&g, alpha - sum, beta - sum);
}

static int put(const game *before, const trick *t, int alpha, int beta)
{
    const int seat = (before->leader + t->n) % players, wants = !team_of[seat];
    const uint32_t hand = before->hand[seat];
    uint32_t may = hand, beating = 0;
    int best = 0;
    for (int i = 1; i < t->n; i++)
        if (beats(t->card[i], t->card[best])) best = i;
    if (t->n) {
        uint32_t cards = hand & SUIT(t->card[0] >> 3);
        if (!cards) cards = hand & SUIT(trump);
        for (int c = 0; c < 32; c++)
            if (cards >> c & 1 && beats(c, t->card[best])) beating |= 1u << c;
        may = beating ? beating : cards ? cards : hand;
    }
    uint32_t others = t->cards;
    for (int s = 0; s < 4; s++)
        if (s != seat) others |= before->hand[s];
    int value = wants ? -9999 : 9999;
    const int high_first = t->n == 0 || beating;
    for (int step = 0; step < 8; step++)
        for (int suit = 0; suit < 4; suit++) {
            int c = 0;
            const int at = high_first ? 7 - step : step;
            while (strength[c] != at) c++;
            c += 8 * suit;
            if (!(may >> c & 1)) continue;
            int again = 0; /* whether the hand also has the next lower card in play, and the two are equivalent */
            for (int r = at - 1; r >= 0; r--) {
                int below = 0;
                while (strength[below] != r) below++;
                below += 8 * suit;
                if (others >> below & 1) break;
                if (!(may >> below & 1)) continue;
                again = counts(below) == counts(c) && (kind == 'r' || kind == 'm' || !(marriage(suit) >> c & 1));
                again = again && (kind == 'r' || kind == 'm' || !(marriage(suit) >> below & 1));
                break;
            }
            if (again) continue;
            game g = *before;
            trick now = *t;
            g.hand[seat] &= ~(1u << c);
            now.card[now.n++] = (uint8_t)c;
            now.cards |= 1u << c;
            int sum = 0;
            if (players == 3 && t->n == 0 && marriage(suit) >> c & 1 && (hand & marriage(suit)) == marriage(suit))
                sum = wants ? brings(suit) : kind == 'd' ? -brings(suit) : 0;
            const int got = sum + (now.n == players ? whole_trick(g, &now, alpha - sum, beta - sum)
                                                    : play(&g, &now, alpha - sum, beta - sum));
            if (wants ? got > value : got < value) value = got;
            if (wants && value > alpha) alpha = value;
            if (!wants && value < beta) beta = value;
            if (alpha >= beta) return value;
        }
    return value;
}

/* Return the value of a position. In trick 1 of a Rußbach game, try all words before the card: marriages declared or
 * not, announcements made or not. */
static int play(const game *before, const trick *t, int alpha, int beta)
{
    if (kind != 'r' || before->done) return put(before, t, alpha, beta);
    const int seat = (before->leader + t->n) % players, wants = !team_of[seat];
    uint8_t own = 0;
    for (int suit = 0; suit < 4; suit++) own |= (uint8_t)((owner[suit] == seat) << suit);
    int value = wants ? -9999 : 9999;
    for (int said = 0; said < 4; said++)
        for (int kept = 0; kept < 16; kept++) {
            if (kept & ~own) continue;
            const int announced = said << 2 * team_of[seat];
            if (announced & before->announced) continue;
            game g = *before;
            g.declared |= (uint8_t)(own & ~kept);
            g.announced |= (uint8_t)announced;
            const int got = put(&g, t, alpha, beta);
            if (wants ? got > value : got < value) value = got;
            if (wants && value > alpha) alpha = value;
            if (!wants && value < beta) beta = value;
            if (alpha >= beta) return value;
        }
    return value;
}

static int answer(game g)
{
    question++;
    return start(&g, -9999, 9999);
}

int main(void)
{
    int first, partner;
    uint32_t hand[4], talon;
    while (scanf(" %c %d %d %d %x %x %x %x %x", &kind, &first, &trump, &partner, &hand[0], &hand[1], &hand[2], &hand[3],
                 &talon) == 9) {
        game g;
        memset(&g, 0, sizeof g);
        players = hand[3] ? 4 : 3;
        size = __builtin_popcount(hand[(first + 1) % players]);
        g.leader = (uint8_t)first;
        for (int s = 0; s < 4; s++) team_of[s] = s != first && s != partner;
        memcpy(g.hand, hand, sizeof hand);
        for (int suit = 0; suit < 4; suit++) {
            owner[suit] = -1;
            for (int s = 0; s < 4; s++)
                if ((hand[s] & marriage(suit)) == marriage(suit)) owner[suit] = s;
            if (kind == 'm' && owner[suit] >= 0) g.declared |= (uint8_t)(1u << suit);
        }
        if (players == 4) {
            printf("%d\n", answer(g));
            continue;
        }
        const uint32_t held = hand[first] | talon;
        int best = -9999;
        for (int a = 0; a < 32; a++)
            for (int b = 0; b < a; b++)
                for (int c = 0; c < b; c++) {
                    const uint32_t away = 1u << a | 1u << b | 1u << c;
                    if (away & ~held) continue;
                    g.hand[first] = held & ~away;
                    const int laid = counts(a) + counts(b) + counts(c);
                    const int value = answer(g) - (kind == 'd' ? laid : 0);
                    if (value > best) best = value;
                }
        printf("%d\n", best < FAILED / 2 ? -1 : best);
    }
    return 0;
}
