/* tricks_bounds.h - find sure tricks in plain whist without a search, as bounds for tricks.c. This file is a template:
 * tricks_search.h includes it once for play with trumps and once for play without.
 *
 * A top is a card that beats all cards of its suit in the other hands. A result may depend on which
 * seat holds a certain card. Such a card is called a deciding card of the result.
 */

/* Return the lengths of a hand's suits, one byte for each suit. */
static inline uint32_t V(lengths)(const kr_tricks_ctx *x, int seat)
{
    return bytes_of(x->lengths >> 16 * seat);
}

/* Return true if the leader's side is sure of `need` tricks. `n` is the number of cards in each hand. Two kinds of
 * tricks are sure: those that the side's highest trumps win, and those that the side wins without losing the lead. If
 * the result is true, `decided` receives the mask of the deciding cards. */
static inline bool V(quick)(const kr_tricks_ctx *x, int leader, int n, int need, uint32_t *decided)
{
    uint32_t l = x->hand[leader], p = x->hand[leader ^ 2];
    uint32_t a = x->hand[(leader + 1) & 3], b = x->hand[(leader + 3) & 3];
    uint32_t over_opp = ~kr_up_to_highest(a | b);
    uint32_t wl = l & over_opp & ~kr_up_to_highest(p);       /* the leader's tops */
    uint32_t wp = p & over_opp & ~kr_up_to_highest(l & ~wl); /* cards of the partner that are tops after the leader's
                                                              * tops are played */
    uint32_t rests_on = 0;
    int sure = 0, room = n;
    bool a_ruffs = false, b_ruffs = false;
    if (TRUMP) {
        uint32_t run = (l | p) & over_opp & KR_SUIT(3);
        int k = kr_count(run), la = kr_count(a >> 24), lb = kr_count(b >> 24);
        int ll = kr_count(l >> 24), lp = kr_count(p >> 24);
        int kl = kr_count(wl >> 24);
        sure = ll > lp ? ll : lp;
        sure = k < sure ? k : sure;
        if (sure) {
            if (sure >= need) {
                if ((a | b) >> 24)
                    *decided = kr_from(nth_from_top(run, need));
                return true;
            }
            if ((a | b) >> 24)
                rests_on = kr_from(kr_low(run));
        }
        /* The leader may have enough top trumps to draw the trumps of both opponents. If not, an opponent with trumps
         * ruffs the suits in which it is void. */
        bool drawn = kl >= la && kl >= lb;
        a_ruffs = la && !drawn;
        b_ruffs = lb && !drawn;
        /* Tricks in plain suits are sure only while no player of the leader's side must ruff. So count a trick only if
         * both players of the side still have a plain card for it. */
        room = n - (ll > lp ? ll : lp);
        wl &= ~KR_SUIT(3);
        wp &= ~KR_SUIT(3);
    }
    /* Compute numbers for all four suits at once, with one byte for each suit. `k` says how many tops the leader has.
     * `kp` says how many cards of `wp` the partner has. `mine` says how many tricks the leader takes alone, and
     * `together` how many the two hands take together. */
    uint32_t ll = V(lengths)(x, leader), lp = V(lengths)(x, leader ^ 2);
    uint32_t la = V(lengths)(x, (leader + 1) & 3), lb = V(lengths)(x, (leader + 3) & 3);
    uint32_t k = kr_suit_counts(wl), kp = kr_suit_counts(wp), most = kr_most(la, lb);
    uint32_t mine = kr_pick(kr_at_least(k, kr_most(lp, most)), ll, k);
    uint32_t together = kr_least(k + kp, lp);
    together = kr_pick(kr_at_least(kp, kr_most(ll, most)), lp, together);
    if (TRUMP && (a_ruffs || b_ruffs)) {
        uint32_t cap = a_ruffs ? b_ruffs ? kr_least(la, lb) : la : lb;
        mine = kr_least(k, cap);
        together = kr_least(kr_least(k + kp, lp), cap);
    }
    if (TRUMP) { /* trumps are counted already */
        mine &= 0xFFFFFF;
        together &= 0xFFFFFF;
    }
    together = kr_most(together, mine);
    int own = (int)(mine * 0x01010101u >> 24);
    int gain = own < room ? own : room;
    if (sure + gain >= need) {
        int want = need - sure;
        for (int s = 0; want > 0; s++) {
            int m = mine >> 8 * s & 0xFF;
            if (!m)
                continue;
            uint32_t w = wl & KR_SUIT(s);
            m = m < want ? m : want;
            want -= m;
            if (w && (p | a | b) & KR_SUIT(s))
                rests_on |= kr_from(kr_count(w) > m ? nth_from_top(w, m) : kr_low(w));
        }
        *decided = rests_on;
        return true;
    }
    /* The leader's tricks are not enough. So count the partner's tricks, too. To get these tricks, the leader leads a
     * low card of a suit in which the partner has a top. */
    uint32_t more = together - mine;
    int all = (int)(together * 0x01010101u >> 24);
    gain = all < room ? all : room;
    if (sure + gain < need || !(l & ~wl & kr_full_bytes(more)))
        return false;
    *decided = rests_on | kr_from_lowest(wl & kr_full_bytes(mine)) | kr_from_lowest(wp & kr_full_bytes(more));
    return true;
}

/* Return true if the opponents of the leader surely win `want` tricks with the cards `tops`. If so, `decided` receives
 * the deciding cards. longer[s] is the number of cards of suit s in the longer of the two hands of the leader's side.
 * This side can lead suit s at most longer[s] times. `spare` is the number of leads left minus the sum of longer[s]
 * over all four suits.
 *
 * Two conditions must hold. `tops` must have at least `want` cards. At least `want` leads must remain after the
 * leader's side has led every suit without a card in `tops` as often as it can. To count the leads that then remain,
 * the function adds longer[s] to `spare` for each suit s with a card in `tops`. */
static inline bool V(come_in)(uint32_t tops, int want, int spare, const int longer[4], uint32_t *decided)
{
    if (kr_count(tops) < want)
        return false;
    for (int s = 0; s < 4; s++)
        if (tops & KR_SUIT(s))
            spare += longer[s];
    if (spare < want)
        return false;
    *decided = kr_from_lowest(tops);
    return true;
}

/* Return true if the opponents of the leader are sure of `want` tricks, whatever the leader plays. `n` is the number of
 * cards in each hand. If the result is true, `decided` receives the deciding cards.
 *
 * If the leader's side has trumps, only the opponents' highest trumps count. Otherwise consider the suits in which one
 * opponent has the top card. In every other suit the leader's side wins at most as many rounds as its longer hand has
 * cards. Suppose that at least `want` of the n leads remain after all these rounds. Then the leader's side must lead a
 * suit in which the opponent has the top card. This opponent wins and takes its tops.
 */
static inline bool V(sure_against)(const kr_tricks_ctx *x, int leader, int n, int want, uint32_t *decided)
{
    uint32_t l = x->hand[leader], p = x->hand[leader ^ 2];
    uint32_t a = x->hand[(leader + 1) & 3], b = x->hand[(leader + 3) & 3];
    uint32_t over = ~kr_up_to_highest(l | p);
    uint32_t tops = (a | b) & over;
    if (kr_count(tops) < want)
        return false;
    if (TRUMP && (l | p) >> 24) {
        uint32_t run = tops & KR_SUIT(3);
        if (kr_count(run) < want || (kr_count(a >> 24) < want && kr_count(b >> 24) < want))
            return false;
        *decided = kr_from(nth_from_top(run, want));
        return true;
    }
    int longer[4], spare = n;
    for (int s = 0; s < 4; s++) {
        int ll = kr_count(l & KR_SUIT(s)), lp = kr_count(p & KR_SUIT(s));
        longer[s] = ll > lp ? ll : lp;
        spare -= longer[s];
    }
    if (want == 1) /* for a single trick, the top cards of both opponents count together */
        return V(come_in)(tops, want, spare, longer, decided);
    return V(come_in)(tops & a & ~kr_up_to_highest(b), want, spare, longer, decided) ||
           V(come_in)(tops & b & ~kr_up_to_highest(a), want, spare, longer, decided);
}
