/* plain_parties.c - solves Graden contracts of more than two parties by trying every card, to test the core.
 *
 * The program is written from RULINGS alone (graden; more than two parties). It uses no bounds and merges no cards. At
 * the start of each trick it remembers the whole position with its outcome. It remembers nothing else.
 *
 * Input: lines "kind first second N E S W". Hands are hexadecimal masks. The bit of a card is suit * 8 + rank, with the
 * ranks 7 8 9 T J Q K A from 0. Kinds:
 *   s     Schurln, led by `first`
 *   b, p  two Bettler, two Plauderer; `first` is the earlier bidder
 *   o     two Bettler under the option mitbettler = as_printed
 *   d, h  Durchmarsch am letzten, Hundert am letzten, declared by `first`
 *
 * Output: for each line the settlement of selfish play, then the settlement that each seat can force.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int pays[4], forced[4]; } outcome;
typedef struct { uint32_t hand[4], facts; int leader, used; outcome found; } memory;

static char kind;
static int first, second, size;
static int value_of_rank[8];
static memory *known;
static size_t room = 1u << 16, filled;

static int rank(int card) { return value_of_rank[card & 7]; }
static int cards_in(uint32_t hand) { return __builtin_popcount(hand); }

/* Return the facts after a trick. Their meaning depends on the kind:
 *   s        for each seat a byte with its points, in units of 10
 *   b, p, o  bit 0: `first` has taken a trick; bit 1: `second` has taken a trick
 *   d, h     1: `first` has lost a trick before the last one; 2 + seat: this seat took the last trick; else 0
 */
static uint32_t after_trick(uint32_t facts, int winner, const int card[4], int last)
{
    if (kind == 's') {
        unsigned points = (unsigned)last;
        for (int i = 0; i < 4; i++) points += (card[i] & 7) == 7 || (card[i] & 7) == 3;
        return facts + (points << 8 * winner);
    }
    if (kind == 'd' || kind == 'h') {
        if (facts == 1) return 1;
        return last ? 2u + (unsigned)winner : winner != first;
    }
    return facts | (winner == first ? 1u : 0) | (winner == second ? 2u : 0);
}

static outcome settle(uint32_t facts)
{
    int pays[4] = {0, 0, 0, 0};
    if (kind == 's') {
        int points[4], best = 0, tied = 0;
        for (int s = 0; s < 4; s++) points[s] = (int)(facts >> 8 * s & 255);
        for (int s = 0; s < 4; s++) if (points[s] > best) best = points[s];
        for (int s = 0; s < 4; s++) tied += points[s] == best;
        for (int s = 0; s < 4; s++)
            pays[s] = points[s] == best ? (tied == 1 ? -30 : -10) : tied == 3 ? 30 : 10;
    } else if (kind == 'd' || kind == 'h') {
        const int v = kind == 'd' ? 40 : 60, winner = (int)facts - 2;
        for (int s = 0; s < 4; s++) {
            if (facts == 1) pays[s] = s == first ? -3 * v : v;
            else if (winner == first) pays[s] = s == first ? 3 * v : -v;
            else pays[s] = s == first || s == winner ? v : -v;
        }
    } else {
        const int lost = (int)(facts & 1), other = (int)(facts >> 1), times = kind == 'p' ? 2 : 1;
        for (int s = 0; s < 4; s++) {
            const int bidder = s == first || s == second, own = s == first ? lost : other;
            if (lost == other) pays[s] = lost ? (bidder ? -100 : 100) : bidder ? 50 : -50;
            else if (bidder) pays[s] = (own == (kind == 'o')) ? 150 : -150;
            pays[s] *= times;
        }
    }
    outcome o;
    memcpy(o.pays, pays, sizeof pays);
    memcpy(o.forced, pays, sizeof pays);
    return o;
}

/* Return whether a seat prefers settlement `a` to `b`. It wants most for itself, then least for the declarers (the
 * earlier bidder first), then least for the next seats clockwise. */
static int prefers(int seat, const int *a, const int *b)
{
    int order[6], n = 0;
    if (kind != 's' && first != seat) order[n++] = first;
    if (strchr("bpo", kind) && second != seat) order[n++] = second;
    for (int i = 1; i < 4; i++) order[n++] = (seat + i) % 4;
    if (a[seat] != b[seat]) return a[seat] > b[seat];
    for (int i = 0; i < n; i++)
        if (a[order[i]] != b[order[i]]) return a[order[i]] < b[order[i]];
    return 0;
}

static void better(int seat, outcome *best, const outcome *o, int *some)
{
    if (!*some) {
        *best = *o;
    } else {
        if (prefers(seat, o->pays, best->pays)) memcpy(best->pays, o->pays, sizeof o->pays);
        for (int s = 0; s < 4; s++)
            if (s == seat ? o->forced[s] > best->forced[s] : o->forced[s] < best->forced[s]) best->forced[s] = o->forced[s];
    }
    *some = 1;
}

static outcome trick(const uint32_t hand[4], int leader, uint32_t facts);

/* Return the outcome of a position in which the trick has n cards. `laid` has for each seat the card that it laid face
 * down and must play in this trick; -1: no card. */
static outcome turn(const uint32_t hand[4], int leader, uint32_t facts, const int card[4], int n, const int laid[4])
{
    if (n == 4) {
        int best = 0;
        for (int i = 1; i < 4; i++)
            if (card[i] >> 3 == card[0] >> 3 && rank(card[i]) > rank(card[best])) best = i;
        const int winner = (leader + best) % 4, last = !hand[0];
        facts = after_trick(facts, winner, card, last);
        return trick(hand, winner, facts);
    }
    const int seat = (leader + n) % 4;
    uint32_t may = hand[seat], follow = 0, beat = 0;
    if (laid[seat] >= 0) {
        may = 1u << laid[seat];
    } else if (n) {
        int top = -1;
        for (int i = 0; i < n; i++)
            if (card[i] >> 3 == card[0] >> 3 && rank(card[i]) > top) top = rank(card[i]);
        for (int c = 0; c < 32; c++)
            if (may >> c & 1 && c >> 3 == card[0] >> 3) {
                follow |= 1u << c;
                if (rank(c) > top) beat |= 1u << c;
            }
        may = beat ? beat : follow ? follow : may;
    }
    outcome best;
    int some = 0;
    for (int c = 0; c < 32; c++) {
        if (!(may >> c & 1)) continue;
        uint32_t rest[4];
        int now[4];
        memcpy(rest, hand, sizeof rest);
        memcpy(now, card, sizeof now);
        rest[seat] &= ~(1u << c);
        now[n] = c;
        const outcome o = turn(rest, leader, facts, now, n + 1, laid);
        better(seat, &best, &o, &some);
    }
    return best;
}

static memory *place(const uint32_t hand[4], int leader, uint32_t facts)
{
    uint64_t h = facts * 2654435761u + (unsigned)leader;
    for (int s = 0; s < 4; s++) h = (h ^ hand[s]) * 0x9E3779B97F4A7C15u, h ^= h >> 29;
    for (size_t i = h & (room - 1);; i = (i + 1) & (room - 1)) {
        memory *m = &known[i];
        if (!m->used || (m->leader == leader && m->facts == facts && !memcmp(m->hand, hand, sizeof m->hand))) return m;
    }
}

static void grow(void)
{
    memory *old = known;
    const size_t count = room;
    room *= 2;
    known = calloc(room, sizeof *known);
    if (!known) exit(1);
    for (size_t i = 0; i < count; i++)
        if (old[i].used) *place(old[i].hand, old[i].leader, old[i].facts) = old[i];
    free(old);
}

static outcome trick(const uint32_t hand[4], int leader, uint32_t facts)
{
    static const int none[4] = {-1, -1, -1, -1};
    const int card[4] = {0, 0, 0, 0};
    if (!hand[leader]) return settle(facts);
    memory *m = place(hand, leader, facts);
    if (m->used) return m->found;
    const outcome found = turn(hand, leader, facts, card, 0, none);
    if (2 * ++filled > room) grow();
    m = place(hand, leader, facts);
    m->used = 1;
    m->leader = leader;
    m->facts = facts;
    memcpy(m->hand, hand, sizeof m->hand);
    m->found = found;
    return found;
}

/* Return the outcome of a deal in which one or both bidders still have to lay a card face down. The first bidder lays
 * his card. Then the second bidder, who knows this card, lays his own. */
static outcome lay(const uint32_t hand[4], int laid[4])
{
    const int card[4] = {0, 0, 0, 0}, seat = laid[first] < 0 ? first : second;
    outcome best;
    int some = 0;
    for (int c = 0; c < 32; c++) {
        if (!(hand[seat] >> c & 1)) continue;
        laid[seat] = c;
        const outcome o = seat == first ? lay(hand, laid) : turn(hand, first, 0, card, 0, laid);
        laid[seat] = -1;
        better(seat, &best, &o, &some);
    }
    return best;
}

int main(void)
{
    static const int king[8] = {0, 1, 2, 3, 4, 5, 6, 7}, ten[8] = {0, 1, 2, 6, 3, 4, 5, 7};
    uint32_t hand[4];
    while (scanf(" %c %d %d %x %x %x %x", &kind, &first, &second, &hand[0], &hand[1], &hand[2], &hand[3]) == 7) {
        free(known);
        filled = 0;
        known = calloc(room, sizeof *known);
        if (!known) return 1;
        size = cards_in(hand[0]);
        memcpy(value_of_rank, kind == 's' || kind == 'h' ? ten : king, sizeof ten);
        int laid[4] = {-1, -1, -1, -1};
        const outcome o = strchr("bpo", kind) ? lay(hand, laid) : trick(hand, first, 0);
        for (int s = 0; s < 4; s++) printf("%d ", o.pays[s]);
        for (int s = 0; s < 4; s++) printf("%d%c", o.forced[s], s < 3 ? ' ' : '\n');
    }
    return 0;
}
