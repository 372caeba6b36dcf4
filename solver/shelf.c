/* shelf.c - the two searches of layouts, each over positions that are remembered across deals. */
#include "shelf.h"

#include "guards.h"

size_t kr_shelf_size(int bits) { return sizeof(kr_shelf) + (sizeof(uint64_t) << bits); }

void kr_shelf_init(kr_shelf *shelf, int bits)
{
    shelf->mask = ((uint64_t)1 << bits) - 1;
    for (unsigned mask = 0; mask < 64; mask++)
        for (unsigned bit = 0; bit < 64; bit++) {
            unsigned out = 0, n = 0;
            for (unsigned i = 0; i < 6; i++)
                if (mask >> i & 1) out |= (bit >> i & 1) << n++;
            shelf->gather[mask][bit] = (uint8_t)out;
        }
    for (uint64_t i = 0; i <= shelf->mask; i++) atomic_init(&shelf->entry[i], 0);
}

/* The cards of the suit of `card` above it. */
static inline uint32_t above(int card) { return KR_SUIT(card >> 3) & (0xFFFFFFFEu << card); }

/* One of each run of a hand's neighbours with no other card in play between (the lowest). */
static inline uint32_t distinct(uint32_t moves, uint32_t all)
{
    uint32_t result = 0;
    for (uint32_t rest = moves; rest; rest &= rest - 1) {
        uint32_t bit = rest & -rest;
        uint32_t below = (bit - 1) & KR_SUIT(kr_low(bit) >> 3) & all;
        if (!below || !(moves >> kr_high(below) & 1)) result |= bit;
    }
    return result;
}

static inline uint32_t legal(uint32_t hand, uint32_t led, int best)
{
    uint32_t cards = hand & led;
    if (!cards) return hand;
    uint32_t beating = cards & above(best);
    return beating ? beating : cards;
}

/* ---- Bettler ---- */

static int none_trick(kr_seeker *s, int leader, int left);

static int none_card(kr_seeker *s, int n, int seat, uint32_t led, uint32_t played, int best, int winner, int left)
{
    uint32_t hand = s->hand[seat], moves = legal(hand, led, best);
    uint32_t beating = moves & above(best);
    if (moves & (moves - 1))
        moves = distinct(moves, s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3] | played);
    /* The declarer beats as low as he can, and throws high cards away; the others throw high ones. */
    int follows = (hand & led) != 0, high_first = seat == 0 ? !beating : !follows;
    while (moves) {
        int c = high_first ? kr_high(moves) : kr_low(moves), made;
        uint32_t bit = KR_BIT(c);
        moves ^= bit;
        s->hand[seat] = hand ^ bit;
        int best_now = bit & beating ? c : best, winner_now = bit & beating ? seat : winner;
        if (n == 3)
            made = winner_now && none_trick(s, winner_now, left - 1);
        else
            made = none_card(s, n + 1, (seat + 1) & 3, led, played | bit, best_now, winner_now, left);
        s->hand[seat] = hand;
        if (made == (seat == 0)) return made;
    }
    return seat != 0;
}

static int none_lead(kr_seeker *s, int seat, uint32_t moves, int low_first, int left)
{
    uint32_t hand = s->hand[seat];
    while (moves) {
        int c = low_first ? kr_low(moves) : kr_high(moves);
        uint32_t bit = KR_BIT(c);
        moves ^= bit;
        s->hand[seat] = hand ^ bit;
        int made = none_card(s, 1, (seat + 1) & 3, KR_SUIT(c >> 3), bit, c, seat, left);
        s->hand[seat] = hand;
        if (made == (seat == 0)) return made;
    }
    return seat != 0;
}

static int none_trick(kr_seeker *s, int leader, int left)
{
    uint32_t mine = s->hand[0], others = s->hand[1] | s->hand[2] | s->hand[3];
    if (!(kr_up_to_highest(mine) & others)) return 1; /* nothing is below any card of his */
    if (left == 1) {
        uint32_t led = KR_SUIT(kr_low(s->hand[leader]) >> 3) & (mine | others);
        return !(mine >> kr_high(led) & 1);
    }
    s->nodes++;
    uint64_t key = kr_shelf_key(s, leader), place = kr_shelf_place(s->shelf, key);
    int made = kr_shelf_find(s->shelf, key, place);
    if (made >= 0) return made;
    uint32_t moves = distinct(s->hand[leader], mine | others), suits = 0;
    for (int i = 0; i < 4; i++)
        if (mine & KR_SUIT(i)) suits |= KR_SUIT(i);
    made = none_lead(s, leader, moves & suits, 1, left);
    if (made) made = none_lead(s, leader, moves & ~suits, 1, left);
    kr_shelf_keep(s->shelf, key, place, made);
    return made;
}

int kr_seek_none(kr_seeker *s, int cards)
{
    s->partner = 0;
    uint32_t others = s->hand[1] | s->hand[2] | s->hand[3];
    return none_lead(s, 0, distinct(s->hand[0] & ~0u, s->hand[0] | others), 1, cards);
}

/* ---- a sweep by two ---- */

static int all_trick(kr_seeker *s, int leader, int left);

static int all_card(kr_seeker *s, int n, int seat, uint32_t led, uint32_t played, int best, int winner, int left)
{
    int partner = s->partner, mine = seat == 0 || seat == partner;
    uint32_t hand = s->hand[seat], moves = legal(hand, led, best);
    uint32_t beating = moves & above(best);
    if (moves & (moves - 1))
        moves = distinct(moves, s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3] | played);
    int high_first = mine && beating;
    while (moves) {
        int c = high_first ? kr_high(moves) : kr_low(moves), made;
        uint32_t bit = KR_BIT(c);
        moves ^= bit;
        s->hand[seat] = hand ^ bit;
        int best_now = bit & beating ? c : best, winner_now = bit & beating ? seat : winner;
        if (n == 3)
            made = (winner_now == 0 || winner_now == partner) && all_trick(s, winner_now, left - 1);
        else
            made = all_card(s, n + 1, (seat + 1) & 3, led, played | bit, best_now, winner_now, left);
        s->hand[seat] = hand;
        if (made == mine) return made;
    }
    return !mine;
}

/* Bytes of max(a, b), both below 128. */
static inline uint32_t byte_max(uint32_t a, uint32_t b)
{
    uint32_t more = (((a | KR_EVERY(0x80)) - b) & KR_EVERY(0x80)) >> 7;
    more *= 0xFF;
    return (a & more) | (b & ~more);
}

/* What each suit loses (a byte each) while a defender keeps his cards in it: the leads that the side could make of it
 * at most, less those won before he beats one. He beats the j-th at the latest if fewer than j cards of the side are
 * above his j-th highest: whatever he was made to play before, his highest is then no lower. */
static inline uint32_t withheld(uint32_t side, uint32_t leads, uint32_t defender)
{
    uint32_t lost = 0, open = KR_EVERY(0x80);
    for (uint32_t before = 0; defender; before++) {
        uint32_t reach = kr_up_to_highest(defender), higher = kr_suit_counts(side & ~reach);
        uint32_t holds = ((defender & KR_EVERY(0x7F)) + KR_EVERY(0x7F)) | defender;
        uint32_t asked = (leads | KR_EVERY(0x80)) - KR_EVERY(before + 1);
        uint32_t beats = (KR_EVERY(0x80 | before) - higher) & holds & asked & open;
        open &= ~beats;
        lost |= (leads - KR_EVERY(before)) & ((beats >> 7) * 0xFF);
        defender &= reach >> 1 & KR_EVERY(0x7F);
    }
    return lost;
}

static inline uint32_t byte_sum(uint32_t x) { return (x * KR_EVERY(1)) >> 24; }

static inline uint32_t biggest(uint32_t x)
{
    x = byte_max(x, x >> 16);
    return byte_max(x & 0xFF, x >> 8 & 0xFF) & 0xFF;
}

/* Whether guards alone refute the sweep: the tricks that the side can lead at all, without those it loses to guards that
 * can all be kept, are too few. */
static inline int refuted(uint32_t a, uint32_t b, uint32_t x, uint32_t y, int left)
{
    uint32_t leads = byte_max(kr_suit_counts(a), kr_suit_counts(b)), side = a | b, sum = byte_sum(leads);
    uint32_t gx = withheld(side, leads, x), gy = withheld(side, leads, y), need = (uint32_t)left;
    if (!(gx | gy)) return 0;
    if (sum < need + biggest(byte_max(gx, gy))) return 1;
    /* One guard of each defender, in different suits. */
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t one = gx >> 8 * i & 0xFF;
        if (one && sum < need + one + biggest(gy & ~(0xFFu << 8 * i))) return 1;
    }
    return 0;
}

/* All cards of the suits whose top bits are given. */
static inline uint32_t whole(uint32_t tops) { return (tops >> 7) * 0xFF; }

/* Whether the leader takes the rest alone, or runs the suits that nobody guards and crosses once to his partner, who
 * has thrown all but such suits of his own. */
static inline int assured(uint32_t lead, uint32_t help, uint32_t x, uint32_t y, int left)
{
    uint32_t open = ~whole(kr_guarded(lead, help) | kr_guarded(lead, x) | kr_guarded(lead, y));
    int own = kr_count(lead & open);
    if (own == left) return 1;
    uint32_t mine = 0;
    for (int i = 0; i < 4; i++)
        if (lead & open & KR_SUIT(i)) mine |= KR_SUIT(i);
    uint32_t his = ~whole(kr_guarded(help, lead) | kr_guarded(help, x) | kr_guarded(help, y)) & ~mine, cross = 0;
    if (kr_count(help & his) < left - own) return 0;
    for (int i = 0; i < 4; i++)
        if (help & his & KR_SUIT(i)) cross |= KR_SUIT(i);
    return (lead & cross) != 0;
}

static int all_trick(kr_seeker *s, int leader, int left)
{
    int partner = leader ? 0 : s->partner, x = 1 + (s->partner == 1), y = 3 - (s->partner == 3);
    uint32_t lead = s->hand[leader], help = s->hand[partner], one = s->hand[x], two = s->hand[y];
    if (left == 1) {
        uint32_t led = KR_SUIT(kr_low(lead) >> 3) & (lead | help | one | two);
        return (lead | help) >> kr_high(led) & 1;
    }
    if (refuted(lead, help, one, two, left)) return 0;
    if (assured(lead, help, one, two, left)) return 1;
    s->nodes++;
    uint64_t key = kr_shelf_key(s, leader), place = 0;
    place = kr_shelf_place(s->shelf, key);
    int made = kr_shelf_find(s->shelf, key, place);
    if (made >= 0) return made;
    uint32_t all = lead | help | one | two, moves = distinct(lead, all), tops = 0;
    for (int i = 0; i < 4; i++) { /* a suit whose best card a defender has cannot be led */
        uint32_t suit = all & KR_SUIT(i);
        if (suit && (lead | help) >> kr_high(suit) & 1) tops |= KR_SUIT(i);
    }
    made = 0;
    for (moves &= tops; moves && !made;) {
        int c = kr_high(moves);
        moves ^= KR_BIT(c);
        s->hand[leader] = lead ^ KR_BIT(c);
        made = all_card(s, 1, (leader + 1) & 3, KR_SUIT(c >> 3), KR_BIT(c), c, leader, left);
        s->hand[leader] = lead;
    }
    kr_shelf_keep(s->shelf, key, place, made);
    return made;
}

int kr_seek_all(kr_seeker *s, int cards) { return all_trick(s, 0, cards); }
