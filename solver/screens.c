/* screens.c - answers to sweeps without search, where the cards alone decide. */
#include "screens.h"

static inline unsigned place(unsigned one, unsigned other, unsigned theirs)
{
    return (one | theirs) | (other | theirs) << KR_RANKS;
}

static int larger(int a, int b) { return a > b ? a : b; }

/* One round in which the side plays `x` from one hand and `y` from the other (0: void), and what is
 * left after it at best for the side. The higher card must beat all the defender's. If it is led or
 * he plays last, he gives up what he likes; if he plays between them he must beat the lower one, and
 * with which card is left to the side, since the other defender's card may force it. */
static int one_round(const kr_rounds rounds[KR_ROUNDS], unsigned one, unsigned other, unsigned theirs, unsigned x,
                     unsigned y)
{
    unsigned high = x > y ? x : y, low = x > y ? y : x;
    if (theirs > high) return 0;
    one ^= x;
    other ^= y;
    if (!theirs) return 1 + rounds[place(one, other, 0)].most;
    int least = KR_RANKS, most = 0;
    for (unsigned given = theirs; given; given &= given - 1) {
        unsigned z = given & -given;
        int next = rounds[place(one, other, theirs ^ z)].most;
        if (next < least) least = next;
        if (low && z > low && next > most) most = next;
    }
    return 1 + larger(least, most);
}

void kr_fill_rounds(kr_rounds rounds[KR_ROUNDS])
{
    /* Rising numbers of the three sets together: every round leaves smaller ones. */
    for (unsigned theirs = 0; theirs < 1u << KR_RANKS; theirs++)
        for (unsigned one = 0; one < 1u << KR_RANKS; one++)
            for (unsigned other = 0; other < 1u << KR_RANKS; other++) {
                if (one & other || one & theirs || other & theirs) continue;
                int most = 0;
                for (unsigned xs = one ? one : 1u << 31; xs; xs &= xs - 1)
                    for (unsigned ys = other ? other : 1u << 31; ys; ys &= ys - 1) {
                        unsigned x = one ? xs & -xs : 0, y = other ? ys & -ys : 0;
                        if (x || y) most = larger(most, one_round(rounds, one, other, theirs, x, y));
                    }
                /* As few of his highest cards as still hold the side to that. */
                unsigned kept = theirs;
                while (kept && rounds[place(one, other, kept & (kept - 1))].most <= most) {
                    kept &= kept - 1;
                    if (!kept) break;
                }
                rounds[place(one, other, theirs)] = (kr_rounds){(uint8_t)most, (uint8_t)kr_count(kept)};
            }
}

/* One suit as two defenders see it: how many cards each holds, how many rounds the side has against
 * each and against nobody, how many cards each needs to guard it. */
typedef struct suit_view {
    uint8_t length[2], most[2], need[2], free;
} suit_view;

/* Whether the defenders can share out the guards from suit `i` on so that fewer than `left` leads are
 * safe. A defender keeps the cards that guard a suit and can spare the others; every lead of another
 * suit, and of his own while he has more than he needs, may cost him one. `room` is what each can
 * spare less what that may cost. */
static int guarded(const suit_view *suit, int i, int left, int room0, int room1)
{
    if (left <= 0) return 0;
    if (i == 4) return room0 >= 0 && room1 >= 0;
    const suit_view *v = &suit[i];
    for (int d = 0; d < 2; d++) {
        if (v->most[d] == v->free) continue;
        int most = v->most[d], more = v->length[d] - v->need[d], mine = more - (more < most ? more : most);
        int others = v->length[!d] - most;
        if (guarded(suit, i + 1, left - most, room0 + (d ? others : mine), room1 + (d ? mine : others))) return 1;
    }
    return guarded(suit, i + 1, left - v->free, room0 + v->length[0] - v->free, room1 + v->length[1] - v->free);
}

int kr_screen_win(const kr_rounds rounds[KR_ROUNDS], const uint32_t hand[4], int a, int b, int left)
{
    int d = 0, e = 3, least = 0;
    while (d == a || d == b) d++;
    while (e == a || e == b) e--;
    suit_view suit[4];
    for (int i = 0; i < 4; i++) {
        const int shift = 8 * i + 8 - KR_RANKS;
        const unsigned one = hand[a] >> shift & 63, other = hand[b] >> shift & 63;
        const unsigned first = hand[d] >> shift & 63, second = hand[e] >> shift & 63;
        const kr_rounds *by_d = &rounds[place(one, other, first)], *by_e = &rounds[place(one, other, second)];
        suit[i] = (suit_view){{(uint8_t)kr_count(first), (uint8_t)kr_count(second)},
                              {by_d->most, by_e->most},
                              {by_d->need, by_e->need},
                              rounds[place(one, other, 0)].most};
        least += by_d->most < by_e->most ? by_d->most : by_e->most;
    }
    return least < left && guarded(suit, 0, left, 0, 0) ? 0 : -1;
}

int kr_screen_top(const uint32_t hand[4], int leader)
{
    uint32_t own = hand[leader], others = (hand[0] | hand[1] | hand[2] | hand[3]) & ~own;
    for (int suit = 0; suit < 4; suit++) {
        uint32_t mine = own & KR_SUIT(suit), theirs = others & KR_SUIT(suit);
        if (mine && theirs && kr_low(mine) < kr_high(theirs)) return 0;
    }
    return 1;
}

/* Lowest card of a mask above a card of the same suit, the card itself if there is none. */
static inline int beat_low(uint32_t cards, int best)
{
    uint32_t beating = cards & (0xFFFFFFFEu << best);
    return beating ? kr_low(beating) : best;
}

int kr_screen_give(const uint32_t hand[4], int loser, int leader)
{
    int between = (loser - leader) & 3; /* 1: the loser plays second, 3: last */
    int a = (leader + 1) & 3, b = (leader + 2) & 3, last = (leader + 3) & 3;
    for (int suit = 0; suit < 4; suit++) {
        uint32_t mask = KR_SUIT(suit), led = hand[leader] & mask, his = hand[loser] & mask;
        if (!led || !his) continue;
        int best = kr_low(led), top = kr_high(his);
        if (between == 3) {
            /* All play as low as they may: is he left with a card above them, which he must play? */
            best = beat_low(hand[b] & mask, beat_low(hand[a] & mask, best));
            if (top > best) return 1;
        } else if (between == 2) {
            best = beat_low(hand[a] & mask, best);
            if (top <= best) continue;
            uint32_t after = hand[last] & mask;
            if (!after || beat_low(his, best) > kr_high(after)) return 1;
        } else {
            if (top <= best) continue;
            uint32_t after = (hand[b] | hand[last]) & mask;
            if (!after || beat_low(his, best) > kr_high(after)) return 1;
        }
    }
    return 0;
}
