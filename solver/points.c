/* points.c - the search for points: the most points, or the largest margin, that a side can force.
 *
 * In this file "the side" is the side whose points the search counts, and "the others" are its opponents. `need` says
 * how many points (or what margin) the side must still get. A declared marriage counts once its player has taken a
 * trick. Until then the marriage is open.
 */
#include "search.h"

/* A search for points. */
typedef struct points {
    kr_ctx *ctx;
    const kr_prep *p;
    uint32_t hand[4];
    uint8_t party[4]; /* 0 for each seat of the side whose points the search counts, 1 for each opponent */
    uint8_t bonus[4]; /* points of each seat's declared marriages; they count once the seat has taken a trick */
    uint8_t margin, on_lead; /* `margin` is 1 if the search counts the margin (own points minus the others' points);
                              * `on_lead` is 1 if players register marriages by leading the King or
                              * Queen */
} points;

/* A trick in progress. */
typedef struct table_cards {
    uint32_t all;  /* mask of the cards in play at the start of the trick */
    uint32_t led;  /* mask of the suit led */
    uint32_t over; /* mask of the cards that beat the best card of the trick so far */
    uint8_t winner, gain, left; /* `winner` is the seat that played the best card so far. `gain` is the number of points
                                 * in the trick so far. `left` says how many cards each hand had at the start of the
                                 * trick */
    uint8_t open; /* mask of the seats with a declared marriage that does not count yet */
} table_cards;

/* Search from the start of a trick to the end of play. Return 1 if the side can force `need` more points, else 0.
 * `left` says how many cards each hand has. `open` is the mask of the seats with a declared marriage that does not
 * count yet. */
static int trick(points *s, int leader, int left, int open, int need);

/* Return the points that one side surely gets with its highest trumps. Only trumps that are higher than all trumps of
 * the opponents count. The side wins every trick to which it plays such a trump. `side` is the mask of the side's
 * cards, and `others` is the mask of the opponents' cards. */
static inline int sure_trumps(const points *s, uint32_t side, uint32_t others)
{
    uint32_t trump = s->p->trump & side, against = s->p->trump & others;
    if (!trump) return 0;
    if (against) trump &= ~(KR_BIT(kr_high(against)) - 1);
    return kr_points(s->p, trump);
}

/* Return the points that the leader surely takes by leading its highest cards one after another. Count a lead only if
 * every other player who has a trump can still follow suit. Otherwise such a player might ruff. `others` is the mask of
 * all cards outside the leader's hand. */
static inline int quick_points(const points *s, int leader, uint32_t others)
{
    int sum = 0;
    uint32_t hand = s->hand[leader];
    for (int suit = 0; suit < 4; suit++) {
        uint32_t mine = hand & KR_SUIT(suit), theirs = others & KR_SUIT(suit);
        if (!mine) continue;
        uint32_t top = theirs ? mine & ~((KR_BIT(kr_high(theirs)) << 1) - 1) : mine;
        if (!(top & s->p->counting)) continue;
        int follows = 8;
        for (int seat = 0; seat < 4; seat++) {
            if (seat == leader || !(s->p->task->seats >> seat & 1)) continue;
            if (!(s->hand[seat] & s->p->trump & ~KR_SUIT(suit))) continue;
            int length = kr_count(s->hand[seat] & KR_SUIT(suit));
            if (length < follows) follows = length;
        }
        for (; top && follows; follows--) {
            int c = kr_high(top);
            sum += s->p->value[c];
            top ^= KR_BIT(c);
        }
    }
    return sum;
}

/* Return a score for playing card `c`. The search tries cards with high scores first. `n` says how many cards the trick
 * already has. `safe` is 1 if no later opponent can beat the best card of the trick (see card()). */
static inline int score(const points *s, int seat, int c, int n, const table_cards *t, int safe)
{
    const kr_prep *p = s->p;
    int value = p->value[c], rank = c & 7;
    if (n == 0) {
        uint32_t above = t->all & ~s->hand[seat] & KR_SUIT(c >> 3) & (0xFFFFFFFEu << c);
        return above ? 50 - 20 * value - rank : 100 + 8 * value + rank;
    }
    if (t->over >> c & 1) return safe ? 100 + 20 * value - rank : 100 + rank;
    if (s->party[t->winner] == s->party[seat]) return safe ? 20 * value - rank : -5 * value - rank;
    return -20 * value - rank;
}

static int card1(points *s, int seat, const table_cards *t, int need);
static int card2(points *s, int seat, const table_cards *t, int need);
static int card3(points *s, int seat, const table_cards *t, int need);

/* Let `seat` play a card to a trick that already has `n` cards, and search from there to the end of play. Return 1 if
 * the side can force `need` more points, else 0. If the seat does not lead, `refutation` is NULL. If the seat leads,
 * `refutation` points to the card that was best to lead in an earlier search, or to -1. If a lead now reaches the goal
 * of the leader's party, the function stores this lead in `refutation`. */
static inline __attribute__((always_inline)) int card(points *s, int seat, const int n, const table_cards *t, int need,
                                                      int *refutation)
{
    const kr_prep *p = s->p;
    const uint32_t hand = s->hand[seat];
    const int maximise = !s->party[seat], last = n == 3 || (n == 2 && p->players == 3);
    uint32_t moves = n ? kr_legal(p, hand, t->led, t->over) : hand;
    int safe = 1, hint = refutation ? *refutation : -1;
    if (moves & (moves - 1)) {
        moves = kr_distinct(p, moves, t->all & ~hand);
        if (n && !last && (moves & (moves - 1))) {
            /* Set `safe`. If the seat can beat the best card so far, `safe` is 0, because the seat's own card is not
             * chosen yet. Otherwise `safe` is 1 if no opponent who plays later in the trick can beat the best card so
             * far. */
            if (moves & t->over) {
                safe = 0;
            } else {
                uint32_t against = 0;
                for (int k = n + 1, x = p->next[seat]; k < p->players; k++, x = p->next[x])
                    if (s->party[x] != s->party[seat]) against |= s->hand[x];
                safe = !(against & t->over);
            }
        }
    }
    while (moves) {
        int c;
        if (!(moves & (moves - 1))) {
            c = kr_low(moves);
        } else if (n == 0 && hint >= 0 && (moves >> hint & 1)) {
            c = hint;
        } else {
            int top = -10000;
            c = 0;
            for (uint32_t rest = moves; rest; rest &= rest - 1) {
                int m = kr_low(rest), value = score(s, seat, m, n, t, safe);
                if (value > top) {
                    top = value;
                    c = m;
                }
            }
        }
        const uint32_t bit = KR_BIT(c);
        moves ^= bit;
        table_cards now = *t;
        int need_now = need;
        now.gain = (uint8_t)(now.gain + p->value[c]);
        if (n == 0) {
            now.led = KR_SUIT(c >> 3);
            if (s->on_lead && (p->marriage[c >> 3] & bit) && (hand & p->marriage[c >> 3]) == p->marriage[c >> 3]
                && (p->task->marriage_seats >> seat & 1)) {
                if (maximise)
                    need_now -= p->bonus[c >> 3];
                else if (s->margin)
                    need_now += p->bonus[c >> 3];
            }
        }
        if (n == 0 || (bit & t->over)) {
            now.over = kr_beats(p->trump, c);
            now.winner = (uint8_t)seat;
        }
        s->hand[seat] = hand ^ bit;
        int made;
        if (last) {
            int taken = now.gain + p->per_trick + (now.left == 1 ? p->last : 0), open = now.open;
            if (open >> now.winner & 1) {
                need_now += s->party[now.winner] ? s->bonus[now.winner] : -s->bonus[now.winner];
                open ^= 1 << now.winner;
            }
            if (!s->party[now.winner])
                need_now -= taken;
            else if (s->margin)
                need_now += taken;
            made = trick(s, now.winner, now.left - 1, open, need_now);
        } else if (n == 0) {
            made = card1(s, p->next[seat], &now, need_now);
        } else if (n == 1) {
            made = card2(s, p->next[seat], &now, need_now);
        } else {
            made = card3(s, p->next[seat], &now, need_now);
        }
        s->hand[seat] = hand;
        if (made == maximise) {
            if (refutation) *refutation = c;
            return made;
        }
    }
    return !maximise;
}

static int card1(points *s, int seat, const table_cards *t, int need) { return card(s, seat, 1, t, need, 0); }
static int card2(points *s, int seat, const table_cards *t, int need) { return card(s, seat, 2, t, need, 0); }
static int card3(points *s, int seat, const table_cards *t, int need) { return card(s, seat, 3, t, need, 0); }

/* Return how many points a party may still get for marriages. `party` is 0 for the side and 1 for the others. `open` is
 * the mask of the seats with a declared marriage that does not count yet. */
static int marriages(const points *s, int open, int party)
{
    const kr_prep *p = s->p;
    int sum = 0;
    for (int seat = 0; seat < 4; seat++) {
        if (s->party[seat] != party) continue;
        if (open >> seat & 1) sum += s->bonus[seat];
        if (s->on_lead && (p->task->marriage_seats >> seat & 1))
            for (int suit = 0; suit < 4; suit++)
                if ((s->hand[seat] & p->marriage[suit]) == p->marriage[suit]) sum += p->bonus[suit];
    }
    return sum;
}

/* Play the last trick. Its winner gets all remaining points (`rest`) and its own open marriages for its side. Return 1
 * if the side whose points the search counts gets at least `need` points, else 0. */
static int last_trick(const points *s, int leader, int open, int need, int rest)
{
    const int winner = kr_last_taker(s->hand, s->p->trump, leader);
    int bonus = open >> winner & 1 ? s->bonus[winner] : 0;
    if (!s->party[winner]) return need <= rest + bonus;
    return need <= (s->margin ? -rest : 0) - bonus;
}

static int trick(points *s, int leader, int left, int open, int need)
{
    const kr_prep *p = s->p;
    if (!left) return need <= 0;
    uint32_t all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3];
    int rest = kr_points(p, all) + p->last + left * p->per_trick;
    int high = rest, low = s->margin ? -rest : 0;
    if (open || s->on_lead) {
        high += marriages(s, open, 0);
        if (s->margin || open) low -= marriages(s, open, 1);
    }
    if (need <= low) return 1;
    if (need > high) return 0;
    if (left == 1) return last_trick(s, leader, open, need, rest);
    s->ctx->nodes++;
    kr_key key = kr_position_key(s->hand, p->special, (uint32_t)(leader | open << 4));
    if (p->alike) key.special = kr_alike(all & p->counting);
    kr_entry *entry = kr_slot(&s->ctx->table, &key);
    int hint = -1;
    if (kr_same(&s->ctx->table, entry, &key)) {
        if (need <= entry->low) return 1;
        if (need > entry->high) return 0;
        hint = entry->hint;
    }
    uint32_t own = 0, others = 0;
    for (int seat = 0; seat < 4; seat++) *(s->party[seat] ? &others : &own) |= s->hand[seat];
    int scale = s->margin ? 2 : 1; /* a sure point changes a bound by `scale`. In a margin a sure point counts
                                    * twice: one side gets it, and the other side does not */
    int sure = sure_trumps(s, own, others), theirs = sure_trumps(s, others, own);
    int quick = quick_points(s, leader, all & ~s->hand[leader]);
    if (!s->party[leader] && quick > sure) sure = quick;
    if (s->party[leader] && quick > theirs) theirs = quick;
    low += scale * sure;
    high -= scale * theirs;
    if (need <= low) return 1;
    if (need > high) return 0;
    table_cards t = {.all = all, .winner = (uint8_t)leader, .left = (uint8_t)left, .open = (uint8_t)open};
    int made = card(s, leader, 0, &t, need, &hint);
    entry = kr_claim(&s->ctx->table, &key, low, high);
    if (made)
        entry->low = (int8_t)need;
    else
        entry->high = (int8_t)(need - 1);
    entry->hint = (int8_t)hint;
    return made;
}

/* Return 1 if the search counts the points of the opponents of the task's side, else 0. If the points of both sides add
 * up to a constant, the search always counts the points of North's side. So tasks for either side can share the entries
 * of the transposition table. */
static int complement(const kr_task *t) { return kr_constant_sum(t) && !(t->side & 1); }

int kr_reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int need)
{
    if (kr_counters_fit(p)) {
        const kr_account a = {.side = p->task->side};
        return kr_counters_reach(&ctx->counter, p, &a, n, need);
    }
    const int flip = !(p->task->side & 1);
    points s = {.ctx = ctx, .p = p, .hand = {n->hand[0], n->hand[1], n->hand[2], n->hand[3]}};
    for (int seat = 0; seat < 4; seat++) s.party[seat] = p->party[seat] ^ (uint8_t)flip;
    /* If `flip` is 1, the search counts the opponents' points. The task's side can force `need` points exactly if its
     * opponents cannot force rest - need + 1 points. */
    return flip ? !trick(&s, n->seat, n->left, 0, rest - need + 1) : trick(&s, n->seat, n->left, 0, need);
}

/* Return the account of a task for points (see counters.h). An account says which points and marriages count. */
static kr_account account_of(const kr_prep *p, const kr_node *n)
{
    const kr_task *t = p->task;
    kr_account a = {.side = t->side, .margin = (t->flags & KR_MARGIN) != 0};
    if (t->marriages == KR_ON_LEAD) a.leads = t->marriage_seats;
    for (int suit = 0; suit < 4 && t->marriages == KR_DECLARED; suit++) {
        int owner = n->declared[suit];
        if (owner == KR_NONE || (n->took >> owner & 1) || !(t->marriage_seats >> owner & 1)) continue;
        a.open[owner] += suit == t->trump ? 2 : 1;
    }
    return a;
}

/* Return how many tens the side of the account can force from the node on. The caller knows that the result lies
 * between `low` and `high`, inclusive. The function tests first whether the side can force `guess` tens. */
static int step(kr_ctx *ctx, const kr_prep *p, const kr_account *a, const kr_node *n, int low, int high, int guess)
{
    while (low < high) {
        if (guess <= low) guess = low + 1;
        if (guess > high) guess = high;
        if (kr_counters_reach(&ctx->counter, p, a, n, guess))
            low = guess++;
        else
            high = --guess;
    }
    return low;
}

/* Estimate how many tens North's side can force without marriages. The estimate is half of the tens to come (`rest`),
 * plus a surplus for stronger cards. `flip` is 1 if North is an opponent of the task's side. The weights of the cards
 * were fitted to full deals. */
static int estimate(const kr_prep *p, const kr_node *n, int flip, int rest)
{
    int stronger = 0;
    for (int seat = 0; seat < KR_SEATS; seat++) {
        const uint32_t trumps = n->hand[seat] & p->trump, plain = n->hand[seat] & ~p->trump;
        const int strength = 4 * kr_count(trumps) + 2 * kr_count(trumps & KR_EVERY(0x20))
                             + 8 * kr_count(trumps & KR_EVERY(0x40)) + 16 * kr_count(trumps & KR_EVERY(0x80))
                             + 2 * kr_count(plain & KR_EVERY(0x40)) + 12 * kr_count(plain & KR_EVERY(0x80));
        stronger += p->party[seat] ^ flip ? -strength : strength;
    }
    return (8 * rest + stronger) / 16;
}

/* Return the value of a node, found by the search for tens (counters.h). Each test of this search decides whether the
 * side can force a certain number of tens. Take the first number to test from an earlier result, or from an estimate.
 * An earlier result without marriages helps even if marriages count now. It also helps if it was found for the other
 * side, because the points of the two sides without marriages add up to a constant. */
static int by_counters(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    const kr_account a = account_of(p, n);
    const int rest = kr_points(p, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick) + p->last;
    int hope[2] = {0, 0};
    for (int seat = 0; seat < 4; seat++) {
        int twenties = a.open[seat];
        for (int suit = 0; suit < 4 && a.leads >> seat & 1; suit++)
            if ((n->hand[seat] & p->marriage[suit]) == p->marriage[suit]) twenties += suit == p->task->trump ? 2 : 1;
        hope[p->party[seat]] += twenties * (a.margin ? 1 : 2);
    }
    const int flip = !(a.side & 1), whole = n->n == 0 && n->done == 0, known = whole && ctx->known >> n->seat & 1;
    const int before = whole && ctx->led[n->seat] >= 0 ? ctx->led[n->seat] : ctx->near;
    int near = known ? ctx->plain[n->seat] : before < 0 ? estimate(p, n, flip, rest) : before;
    near = near < 0 ? 0 : near > rest ? rest : near;
    const int plain = flip ? rest - near : near;
    const int low = known ? plain - hope[1] : -hope[1], high = known ? plain + hope[0] : rest + hope[0];
    const int value = step(ctx, p, &a, n, low, high, plain + hope[0] - hope[1]);
    near = value - hope[0] + hope[1];
    near = near < 0 ? 0 : near > rest ? rest : near;
    ctx->near = (int8_t)(flip ? rest - near : near);
    if (whole) ctx->led[n->seat] = ctx->near;
    if (whole && !hope[0] && !hope[1]) {
        ctx->known |= (uint8_t)(1u << n->seat);
        ctx->plain[n->seat] = ctx->near;
    }
    const int base = n->points[0] - (a.margin ? n->points[1] : 0);
    return base + (a.margin ? 2 * value - rest : value);
}

int kr_more_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int than)
{
    if (!kr_counters_fit(p)) return 1;
    const kr_account a = account_of(p, n);
    const int rest = kr_points(p, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick) + p->last;
    const int need = than / p->unit + 1 - n->points[0] + (a.margin ? n->points[1] : 0);
    return kr_counters_reach(&ctx->counter, p, &a, n, a.margin ? (need + rest + 1) >> 1 : need);
}

int kr_most_points(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    const kr_task *t = p->task;
    if (n->left && kr_counters_fit(p)) return by_counters(ctx, p, n);
    points s = {.ctx = ctx, .p = p, .hand = {n->hand[0], n->hand[1], n->hand[2], n->hand[3]}};
    const int flip = complement(t), declared = t->marriages == KR_DECLARED;
    int open = 0, bonus = 0;
    s.margin = (t->flags & KR_MARGIN) != 0;
    s.on_lead = t->marriages == KR_ON_LEAD;
    for (int seat = 0; seat < 4; seat++) s.party[seat] = p->party[seat] ^ (uint8_t)flip;
    for (int suit = 0; suit < 4 && declared; suit++) {
        int owner = n->declared[suit];
        if (owner == KR_NONE || (n->took >> owner & 1) || !(t->marriage_seats >> owner & 1)) continue;
        s.bonus[owner] = (uint8_t)(s.bonus[owner] + p->bonus[suit]);
        bonus += p->bonus[suit];
        open |= 1 << owner;
    }
    int base = n->points[0] - (s.margin ? n->points[1] : 0);
    if (!n->left) return base;
    const int rest = kr_points(p, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick) + p->last
                     + n->left * p->per_trick;
    int high = rest + marriages(&s, open, 0), low = -marriages(&s, open, 1) - (s.margin ? rest : 0);
    int guess = ctx->guess;
    const int whole = n->n == 0 && n->done == 0 && kr_constant_sum(t); /* 1: no card of the deal has been played, and
                                                                        * the points of both sides add up to a constant.
                                                                        * If no marriage is open, the result is stored
                                                                        * for later searches */
    if (whole && (ctx->known >> n->seat & 1)) {
        /* The result without marriages is known. The open marriages change this result by at most `bonus`, and usually
         * by exactly `bonus`. */
        int plain = ctx->plain[n->seat];
        low = flip ? plain - bonus : plain;
        high = flip ? plain : plain + bonus;
        guess = flip ? low + 1 : high;
    }
    if (guess <= low || guess > high) guess = low + (high - low + 1) / 2;
    table_cards cards = {.all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick, .led = n->led,
                         .over = n->n ? kr_beats(p->trump, n->best) : 0, .winner = n->winner, .gain = n->gain,
                         .left = n->left, .open = (uint8_t)open};
    while (low < high) {
        int made = n->n == 0   ? trick(&s, n->seat, n->left, open, guess)
                   : n->n == 1 ? card1(&s, n->seat, &cards, guess)
                   : n->n == 2 ? card2(&s, n->seat, &cards, guess)
                               : card3(&s, n->seat, &cards, guess);
        if (made)
            low = guess;
        else
            high = guess - 1;
        guess = made ? low + 1 : high;
    }
    ctx->guess = low;
    if (whole && !open) {
        ctx->known |= (uint8_t)(1u << n->seat);
        ctx->plain[n->seat] = (int8_t)low;
    }
    return base + (flip ? rest - low : low);
}
