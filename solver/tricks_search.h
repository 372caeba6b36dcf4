/* The search of tricks.c, a template: included once for each pair of trump or none and kind of machine.
 *
 * A result is 64 bits: bit 32 says whether the leader's side gets the tricks asked for, the low 32 bits hold the
 * cards that decided it: in each suit all ranks from some rank up. Any position with the same lengths and the same
 * owners of those cards has the same result; that is what the table stores.
 *
 * The includer defines V(name), TRUMP (0 or 1; the trump suit is always suit 3), PEXT, PDEP and TARGET.
 */

static TARGET uint64_t V(lead)(kr_tricks_ctx *x, int leader, int n, int need);
static TARGET uint64_t V(third)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick,
                                int led);
static TARGET uint64_t V(fourth)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick,
                                 int led);

/* All four cards lie: give the trick and go on. */
static inline TARGET uint64_t V(finish)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner,
                                        uint32_t trick)
{
    uint32_t decided = 0, rivals = trick & KR_SUIT(best >> 3);
    if (rivals & (rivals - 1))
        decided = from_rank(best);
    uint64_t r;
    if ((winner ^ leader) & 1)
        r = V(lead)(x, winner, n - 1, n - need) ^ WON;
    else
        r = V(lead)(x, winner, n - 1, need - 1);
    return r | decided;
}

/* The card a follower tries first, as the lowest of its run; -1 for none in particular. */
static inline TARGET int V(first_choice)(const kr_tricks_ctx *x, int leader, int k, uint32_t legal, int led, int best,
                                         int winner)
{
    int seat = (leader + k) & 3;
    bool partner_wins = !((winner ^ seat) & 1) && k > 1;
    uint32_t suit = KR_SUIT(led);
    if (!(legal & suit)) { /* void: ruff or discard */
        if (TRUMP && (legal & KR_SUIT(3)) && !partner_wins) {
            uint32_t over = legal & KR_SUIT(3);
            if (best >> 3 == 3)
                over &= from_rank(best);
            if (over)
                return lowest(over);
        }
        uint32_t plain = TRUMP ? legal & ~KR_SUIT(3) : legal;
        return plain ? lowest(plain) : lowest(legal);
    }
    uint32_t beating = best >> 3 == led ? legal & from_rank(best) : 0;
    if (k == 3)
        return partner_wins || !beating ? lowest(legal) : lowest(beating);
    uint32_t next = x->hand[(seat + 1) & 3] & suit;
    if (TRUMP && !next && (x->hand[(seat + 1) & 3] & KR_SUIT(3)))
        return lowest(legal);
    uint32_t top = next | 1u << best; /* cards to beat for good */
    if (best >> 3 != led)
        return lowest(legal);
    if (partner_wins && !(next & from_rank(best)))
        return lowest(legal);
    int high = highest(top & suit);
    if (k == 1) {
        uint32_t mate = x->hand[(seat + 2) & 3] & suit;
        if (mate & from_rank(high))
            return lowest(legal);
        if (TRUMP && !mate && (x->hand[(seat + 2) & 3] & KR_SUIT(3)))
            return lowest(legal);
    }
    uint32_t sure = legal & from_rank(high);
    return sure ? lowest(sure) : lowest(legal);
}

/* The k-th player's turn, k = 1..3. */
static inline __attribute__((always_inline)) TARGET uint64_t
V(follow)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick, int led, int k)
{
    int seat = (leader + k) & 3;
    uint32_t hand = x->hand[seat];
    uint32_t others = (x->hand[0] | x->hand[1] | x->hand[2] | x->hand[3] | 1u << best) & ~hand;
    uint32_t legal = hand & KR_SUIT(led);
    if (!legal)
        legal = hand;
    uint32_t left = legal & run_lows(hand, others);
    uint64_t goal = k & 1 ? 0 : WON;
    uint32_t decided = 0;
    int card = left & (left - 1) ? V(first_choice)(x, leader, k, legal, led, best, winner) : lowest(left);
    for (;;) {
        if (!(left >> card & 1)) /* the chosen card stands in a run: take the run's lowest */
            card = highest(left & ((1u << card) - 1));
        uint32_t above = others & from_rank(card);
        uint32_t run = hand & from_rank(card) & ((above & -above) - 1);
        bool wins = card >> 3 == best >> 3 ? card > best : TRUMP && card >> 3 == 3;
        int played = wins ? highest(run) : card;
        uint32_t bit = 1u << played;
        uint64_t lengths = x->lengths;
        x->hand[seat] = hand ^ bit;
        x->lengths = lengths - ((uint64_t)1 << (16 * seat + 4 * (played >> 3)));
        uint64_t r;
        if (k == 3)
            r = V(finish)(x, leader, n, need, wins ? played : best, wins ? seat : winner, trick | bit);
        else if (k == 2)
            r = V(fourth)(x, leader, n, need, wins ? played : best, wins ? seat : winner, trick | bit, led);
        else
            r = V(third)(x, leader, n, need, wins ? played : best, wins ? seat : winner, trick | bit, led);
        x->hand[seat] = hand;
        x->lengths = lengths;
        if ((r & WON) == goal)
            return r;
        uint32_t d = (uint32_t)r;
        left &= ~(1u << card);
        if (!(d & run)) /* an indifferent card: the others below those that decided do no better */
            left &= ~(KR_SUIT(card >> 3) & ~d);
        else if (run & ~d)
            d |= from_rank(card);
        decided |= d;
        if (!left)
            return (goal ^ WON) | decided;
        card = lowest(left);
    }
}

static TARGET uint64_t V(fourth)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick,
                                 int led)
{
    return V(follow)(x, leader, n, need, best, winner, trick, led, 3);
}

static TARGET uint64_t V(third)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick,
                                int led)
{
    return V(follow)(x, leader, n, need, best, winner, trick, led, 2);
}

static TARGET uint64_t V(second)(kr_tricks_ctx *x, int leader, int n, int need, int best, int winner, uint32_t trick,
                                 int led)
{
    return V(follow)(x, leader, n, need, best, winner, trick, led, 1);
}

/* One card each. */
static inline TARGET uint64_t V(last)(const kr_tricks_ctx *x, int leader)
{
    int best = lowest(x->hand[leader]), winner = leader;
    uint32_t trick = x->hand[leader];
    for (int k = 1; k < 4; k++) {
        int seat = (leader + k) & 3;
        uint32_t bit = x->hand[seat];
        int card = lowest(bit);
        trick |= bit;
        if (card >> 3 == best >> 3 ? card > best : TRUMP && card >> 3 == 3) {
            best = card;
            winner = seat;
        }
    }
    uint32_t rivals = trick & KR_SUIT(best >> 3);
    uint64_t decided = rivals & (rivals - 1) ? from_rank(best) : 0;
    return ((winner ^ leader) & 1 ? 0 : WON) | decided;
}

/* Tricks that the leader's side can take at once, without losing the lead; the cards they rest on in *decided. */
static inline TARGET int V(quick)(const kr_tricks_ctx *x, int leader, int n, int need, uint32_t *decided)
{
    uint32_t l = x->hand[leader], p = x->hand[leader ^ 2];
    uint32_t a = x->hand[(leader + 1) & 3], b = x->hand[(leader + 3) & 3];
    uint32_t under_opp = fill_down(a | b);
    uint32_t wl = l & ~(under_opp | fill_down(p));       /* the leader's own tops */
    uint32_t wp = p & ~(under_opp | fill_down(l & ~wl)); /* partner's, once those are gone */
    if (!(wl | wp))
        return 0;
    uint32_t rest = 0;
    int own = 0, mate = 0, side_own = 0, side_mate = 0;
    bool entry = false, free = true;
    if (TRUMP) {
        int kt = popcount(wl >> 24);
        free = kt >= popcount(a >> 24) && kt >= popcount(b >> 24);
    }
    for (int s = 3; s >= 0; s--) {
        uint32_t suit = KR_SUIT(s);
        uint32_t wls = wl & suit, wps = wp & suit, ls = l & suit, ps = p & suit;
        if (!(wls | wps))
            continue;
        int k = popcount(wls), kp = popcount(wps), la = popcount(a & suit), lb = popcount(b & suit);
        int ll = popcount(ls), lp = popcount(ps);
        int cap = 8;
        if (TRUMP && s != 3 && !free) {
            if (a >> 24)
                cap = la;
            if (b >> 24 && lb < cap)
                cap = lb;
        }
        uint32_t used = 0;
        int mine = k < cap ? k : cap;
        int most = la > lb ? la : lb;
        if (lp <= k && most <= k && cap == 8)
            mine = ll;
        int both = k + kp < lp ? k + kp : lp;
        if (both > cap)
            both = cap;
        if (both < mine)
            both = mine;
        if (both > mine && kp && ll <= kp && most <= kp && k == 0 && cap == 8)
            both = lp;
        if (both > mine && (ls & ~wls))
            entry = true;
        if (mine)
            used = wls;
        if (used)
            *decided |= from_rank(lowest(used));
        if (both > mine)
            rest |= from_rank(lowest(wps));
        if (TRUMP && s != 3) {
            side_own += mine;
            side_mate += both - mine;
        } else {
            own += mine;
            mate += both - mine;
        }
    }
    if (TRUMP) {
        int room = n - popcount(p >> 24), room_l = n - popcount(l >> 24);
        if (room_l < room)
            room = room_l;
        int side = side_own + (entry ? side_mate : 0);
        if (side_own > room)
            side_own = room;
        if (side > room)
            side = room;
        if (own + side_own >= need || !entry)
            return own + side_own;
        *decided |= rest;
        return own + mate + side;
    }
    if (own >= need || !entry)
        return own;
    *decided |= rest;
    return own + mate;
}

/* Tricks that the other side is sure of; the cards they rest on in *decided. */
static inline TARGET int V(sure_against)(const kr_tricks_ctx *x, int leader, uint32_t *decided)
{
    uint32_t l = x->hand[leader], p = x->hand[leader ^ 2];
    uint32_t a = x->hand[(leader + 1) & 3], b = x->hand[(leader + 3) & 3];
    if (TRUMP) {
        uint32_t run = (a | b) & KR_SUIT(3) & ~fill_down((l | p) & KR_SUIT(3));
        if (!run)
            return 0;
        int k = popcount(run), la = popcount(a >> 24), lb = popcount(b >> 24);
        int most = la > lb ? la : lb;
        if ((l | p) >> 24)
            *decided = from_rank(lowest(run));
        return k < most ? k : most;
    }
    /* No trump: one opponent stops every suit the leader can lead, and then takes his tops. */
    uint32_t under = fill_down(l | p);
    uint32_t wa = a & ~(under | fill_down(b)), wb = b & ~(under | fill_down(a));
    uint32_t mine = spread_byte(l);
    int best = 0;
    if (!(mine & ~spread_byte(wa))) {
        best = popcount(wa);
        *decided = fill_up(wa);
    }
    if (!(mine & ~spread_byte(wb))) {
        int k = popcount(wb);
        if (k > best) {
            best = k;
            *decided = fill_up(wb);
        }
    }
    return best;
}

/* The start of a trick with n cards left: does the leader's side get `need` of them? */
static TARGET uint64_t V(lead)(kr_tricks_ctx *x, int leader, int n, int need)
{
    if (need <= 0)
        return WON;
    if (need > n)
        return 0;
    if (n == 1)
        return V(last)(x, leader);
    x->nodes++;
    uint32_t decided = 0;
    if (V(quick)(x, leader, n, need, &decided) >= need)
        return WON | decided;
    decided = 0;
    if (n - V(sure_against)(x, leader, &decided) < need)
        return decided;

    uint32_t hand = x->hand[leader];
    uint32_t others = x->hand[(leader + 1) & 3] | x->hand[leader ^ 2] | x->hand[(leader + 3) & 3];
    uint64_t pairs = PDEP(hand | others, EVEN) * 3;
    uint64_t owners = PEXT(x->owners, pairs);
    uint64_t tag = (x->lengths & LENGTHS) | (uint64_t)leader | (uint64_t)TRUMP << 2 | (uint64_t)n << 16;
    entry *bucket = x->table + (tag * 0x9E3779B97F4A7C15u >> BUCKET_SHIFT) * WAYS;
    for (int i = 0; i < WAYS; i++) {
        entry *e = bucket + i;
        if (((e->tag ^ tag) & ~BOUNDS) == 0 && (owners & e->mask) == e->owners) {
            int lower = (int)(e->tag >> 32 & 15), upper = (int)(e->tag >> 48 & 15);
            if (lower >= need || upper < need) {
                decided = fill_up((uint32_t)PEXT(PDEP(e->mask, pairs), EVEN));
                return (lower >= need ? WON : 0) | decided;
            }
        }
    }

    /* Order of leads: own tops, suits where partner has the top, the rest. */
    uint32_t left = run_lows(hand, others);
    uint32_t under_opp = fill_down(x->hand[(leader + 1) & 3] | x->hand[(leader + 3) & 3]);
    uint32_t tops = left & ~(under_opp | fill_down(x->hand[leader ^ 2]));
    uint32_t to_mate = left & spread_byte(x->hand[leader ^ 2] & ~under_opp);
    uint64_t lengths = x->lengths, r;
    decided = 0;
    for (;;) {
        int card = tops & left ? lowest(tops & left) : to_mate & left ? lowest(to_mate & left) : lowest(left);
        uint32_t above = others & from_rank(card);
        uint32_t run = hand & from_rank(card) & ((above & -above) - 1);
        int played = above ? card : highest(run);
        x->hand[leader] = hand ^ 1u << played;
        x->lengths = lengths - ((uint64_t)1 << (16 * leader + 4 * (played >> 3)));
        r = V(second)(x, leader, n, need, played, leader, 1u << played, played >> 3);
        x->hand[leader] = hand;
        x->lengths = lengths;
        uint32_t d = (uint32_t)r;
        if (r & WON) {
            decided = d;
            break;
        }
        left &= ~(1u << card);
        if (!(d & run))
            left &= ~(KR_SUIT(card >> 3) & ~d);
        else if (run & ~d)
            d |= from_rank(card);
        decided |= d;
        if (!left)
            break;
    }
    r &= WON;
    uint64_t mask = PEXT(PDEP(decided, EVEN) * 3, pairs);
    uint64_t lower = r ? (uint64_t)need : 0, upper = r ? (uint64_t)n : (uint64_t)need - 1;
    int slot = (int)(x->nodes % WAYS);
    for (int i = 0; i < WAYS; i++) {
        entry *e = bucket + i;
        if (((e->tag ^ tag) & ~BOUNDS) == 0 && e->mask == mask && e->owners == (owners & mask)) {
            uint64_t lo = e->tag >> 32 & 15, up = e->tag >> 48 & 15;
            lower = lo > lower ? lo : lower;
            upper = up < upper ? up : upper;
            slot = i;
            break;
        }
    }
    bucket[slot] = (entry){tag | lower << 32 | upper << 48, owners & mask, mask};
    return r | decided;
}
