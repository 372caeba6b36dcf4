/* stakes.c - the search for the settlement in the game Rußbach: declarations, announcements, points and sweeps.
 *
 * The payoff is the number of stakes that one payer of the other side owes one receiver of the declarer's side
 * (RULINGS: russbach). To declare a marriage never hurts, so the search declares all marriages. To announce can hurt.
 * So the search tries to play with and without announcements. A team does best to announce as late as possible, so only
 * its last player in trick 1 announces.
 *
 * A declared marriage is open until its player takes a trick, and counts from then on. When no marriage is open, the
 * payoff depends only on the points and on a sweep: more points or a sweep raise the payoff. In this case searches for
 * points and for sweeps find the payoff. While marriages are open, these searches only give bounds. An account is a way
 * to count the points to come (enum account).
 */
#include "search.h"
#include "stakes.h"

/* The largest payoff. It occurs if both teams announced "100" and "all tricks", and one side wins all four
 * announcements. */
#define MOST 12
#define LOTS 100 /* more points than any account can give (enum account) */
#define STAKES_ENTRY 0x80000000u /* marks the table entries of this search, so that the search for points does not use
                                  * them */

static kr_stakes_needs needs_of(const kr_prep *p) { return kr_needs_of(p->task->need, p->unit); }

/* What is known about a node: the results so far, and the points and marriages that can still be won. */
typedef struct facts {
    kr_outcome now;        /* points and marriages so far */
    int took[2];           /* for each team, 1 if the team has taken a trick */
    int open[2];           /* for each team, the points of its open marriages (declared, but their player has no trick
                            * yet) */
    int waiting[KR_SEATS]; /* for each seat, the points of its open marriages */
    int rest;              /* points that can still be won with cards and with the last trick */
} facts;

/* Return the results so far at a node, and what can still be won. */
static facts look(const kr_prep *p, const kr_node *n)
{
    facts f = {.now = {.points = {n->points[0], n->points[1]}, .swept = 2}};
    if (n->left) f.rest = kr_points(p, n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick) + p->last;
    for (int s = 0; s < 4; s++)
        if (n->took >> s & 1) f.took[p->party[s]] = 1;
    for (int suit = 0; suit < 4; suit++) {
        int owner = n->declared[suit];
        if (owner == KR_NONE) continue;
        if (n->took >> owner & 1) {
            f.now.bonus[p->party[owner]] += p->bonus[suit];
        } else if (n->left) {
            f.open[p->party[owner]] += p->bonus[suit];
            f.waiting[owner] += p->bonus[suit];
        }
    }
    if (!n->left) f.now.swept = f.took[0] && f.took[1] ? 2 : f.took[1];
    return f;
}

/* Return the payoff if `team` takes all tricks to come. The team then gets all points still to come, and all its open
 * marriages count. */
static int extreme(const kr_prep *p, const kr_node *n, const facts *f, int team)
{
    const kr_stakes_needs needs = needs_of(p);
    kr_outcome o = f->now;
    o.points[team] += f->rest;
    if (n->left) {
        o.bonus[team] += f->open[team];
        o.swept = f->took[!team] ? 2 : team;
    }
    return kr_stakes_paid(&o, n->announced, &needs);
}

static int at_least(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int target);

static int choose_card(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int target, int *hint)
{
    int maximise = !p->party[n->seat];
    uint32_t moves = kr_node_choices(p, n);
    uint32_t beating = n->n ? moves & kr_beats(p->trump, n->best) : moves;
    while (moves) {
        int c = hint && *hint >= 0 && (moves >> *hint & 1) ? *hint : beating ? kr_high(moves) : kr_low(moves);
        moves ^= KR_BIT(c);
        kr_node child = *n;
        kr_node_play(p, &child, c);
        if (at_least(ctx, p, &child, target) == maximise) {
            if (hint) *hint = c;
            return maximise;
        }
    }
    return !maximise;
}

/* Return the mask of the announcements that the seat to play may make now. The seat may choose any subset of it. The
 * mask is 0 if a partner of the seat still has a turn in trick 1. The mask omits the announcement of 100 if 100 points
 * are out of reach. This announcement is never best: it surely costs 3 stakes, and without it the team loses at most
 * 2 stakes. */
static unsigned open_announcements(const kr_prep *p, const kr_node *n)
{
    if (n->done || !(n->declaring >> n->seat & 1)) return 0;
    int seat = n->seat, team = p->party[seat];
    for (int i = n->n + 1; i < p->players; i++) {
        seat = p->next[seat];
        if (p->party[seat] == team && (n->declaring >> seat & 1)) return 0;
    }
    unsigned own = team ? KR_OTHERS_HUNDRED | KR_OTHERS_ALL : KR_SIDE_HUNDRED | KR_SIDE_ALL;
    facts f = look(p, n);
    if (f.now.points[team] + f.now.bonus[team] + f.rest + f.open[team] < p->task->need / p->unit)
        own &= KR_SIDE_ALL | KR_OTHERS_ALL;
    return own & ~n->announced;
}

/* Accounts: ways to count the points to come for the declarer's side. POINTS: the points that the side takes with cards
 * and the last trick. MARGIN: POINTS plus half of the difference between the marriages of the two sides. OWN: POINTS
 * plus the marriages of the side. OTHERS: POINTS minus the marriages of the other side. An account includes a marriage
 * only if the marriage is open now and counts in the end. A search for one account may decide whether the payoff
 * reaches a target. */
enum account { POINTS, MARGIN, OWN, OTHERS, ACCOUNTS };

/* Limits that show whether the payoff reaches a target. If the side gets at least enough[a] points in account a, the
 * payoff surely reaches the target. If it gets fewer than least[a] points, the payoff surely misses the target.
 *
 * possible[t] describes one case. For t = 0 or 1, team t takes all tricks of the deal. For t = 2, neither team does so.
 * possible[t][0] is 1 if the payoff can miss the target in this case, and possible[t][1] is 1 if the payoff can reach
 * the target.
 */
typedef struct limits {
    int enough[ACCOUNTS], least[ACCOUNTS];
    uint8_t possible[3][2];
} limits;

/* Return the limits for a target payoff. Consider all possible results of the play: for each seat, its open marriages
 * count or do not count, and the declarer's side gets any number of the points to come. */
static limits limits_of(const kr_prep *p, const kr_node *n, const facts *f, int target)
{
    const kr_stakes_needs needs = needs_of(p);
    limits l = {.enough = {-LOTS, -LOTS, -LOTS, -LOTS}, .least = {LOTS, LOTS, LOTS, LOTS}};
    for (int seats = 0; seats < 1 << KR_SEATS; seats++) {
        int bonus[2] = {0, 0}, wait = 1;
        for (int s = 0; s < KR_SEATS; s++) {
            if (!(seats >> s & 1)) continue;
            bonus[p->party[s]] += f->waiting[s];
            wait = wait && f->waiting[s];
        }
        for (int points = 0; points <= f->rest && wait; points++) {
            const int counted[ACCOUNTS] = {points, points + (bonus[0] - bonus[1]) / 2, points + bonus[0],
                                           points - bonus[1]};
            for (int swept = 0; swept < 3; swept++) {
                if (swept < 2 && (f->took[!swept] || bonus[!swept] || points != (swept ? 0 : f->rest))) continue;
                kr_outcome o = {.points = {f->now.points[0] + points, f->now.points[1] + f->rest - points},
                             .bonus = {f->now.bonus[0] + bonus[0], f->now.bonus[1] + bonus[1]}, .swept = swept};
                const int met = kr_stakes_paid(&o, n->announced, &needs) >= target;
                l.possible[swept][met] = 1;
                for (int a = 0; a < ACCOUNTS; a++) {
                    if (met && counted[a] < l.least[a]) l.least[a] = counted[a];
                    if (!met && counted[a] >= l.enough[a]) l.enough[a] = counted[a] + 1;
                }
            }
        }
    }
    return l;
}

/* Return 1 if the declarer's side can force `need` points in an account (a way to count the points to come), else 0. */
static int reaches(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const facts *f, enum account account, int need)
{
    if (account == POINTS) return kr_reaches(ctx, p, n, f->rest, need);
    kr_account a = {.side = p->task->side, .margin = account == MARGIN};
    for (int s = 0; s < KR_SEATS; s++)
        if (account == MARGIN || p->party[s] == (account == OTHERS)) a.open[s] = (uint8_t)(f->waiting[s] / 2);
    return kr_counters_reach(&ctx->counter, p, &a, n, need);
}

/* Return 1 if a team can take all tricks to come, else 0. */
static int sweeps(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int rest, int team)
{
    const uint8_t own = p->task->side, seats = team ? p->task->seats & (uint8_t)~own : own;
    if (kr_reaches(ctx, p, n, rest, team ? 1 : rest) == team) return 0;
    return kr_sweeps(ctx, p, n, seats);
}

/* Return 1 if the payoff reaches a target, and 0 if it does not. Return -1 if open marriages leave this undecided in
 * every account. The payoff rises with the points, and rises further with a sweep. If only the sweep of a certain team
 * decides whether the payoff reaches the target, search for this sweep. Otherwise search for the points that the side
 * can force in each account. */
static int by_accounts(kr_ctx *ctx, const kr_prep *p, const kr_node *n, const facts *f, int target)
{
    const limits l = limits_of(p, n, f, target);
    if (!l.possible[0][0] && !l.possible[1][1] && l.possible[0][1] && !l.possible[2][1])
        return sweeps(ctx, p, n, f->rest, 0);
    if (!l.possible[0][0] && !l.possible[1][1] && l.possible[1][0] && !l.possible[2][0])
        return !sweeps(ctx, p, n, f->rest, 1);
    const int tens = (f->open[0] || f->open[1]) && kr_counters_fit(p);
    for (enum account a = tens ? MARGIN : POINTS; a < (tens ? ACCOUNTS : MARGIN); a++) {
        if (reaches(ctx, p, n, f, a, l.enough[a])) return 1;
        if (l.least[a] >= l.enough[a] || !reaches(ctx, p, n, f, a, l.least[a])) return 0;
    }
    return -1;
}

static int at_least(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int target)
{
    kr_key key;
    int keep = 0, hint = -1, made;
    if (n->n == 0 && (n->done || !n->declaring)) { /* no more announcements are possible */
        key = kr_position_key(n->hand, p->special,
                              STAKES_ENTRY | (uint32_t)(p->task->side & 1) << 30 | (uint32_t)n->seat
                                  | (uint32_t)n->took << 4 | (uint32_t)n->announced << 8 | (uint32_t)n->points[0] << 16);
        if (p->alike) key.special = kr_alike((n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3]) & p->counting);
        const kr_entry *entry_before = kr_slot(&ctx->table, &key);
        if (kr_same(&ctx->table, entry_before, &key)) {
            if (target <= entry_before->low) return 1;
            if (target > entry_before->high) return 0;
            hint = entry_before->hint;
        }
        facts f = look(p, n);
        if (target > extreme(p, n, &f, 0)) return 0;
        if (target <= extreme(p, n, &f, 1)) return 1;
        made = by_accounts(ctx, p, n, &f, target);
        if (made >= 0) return made;
        keep = 1;
        ctx->nodes++;
    }
    unsigned choice = open_announcements(p, n);
    if (choice) {
        int maximise = !p->party[n->seat];
        made = !maximise;
        /* Try every subset of the possible announcements, beginning with the empty one. */
        for (unsigned announcement = 0;; announcement = (announcement - choice) & choice) {
            kr_node child = *n;
            child.announced |= (uint8_t)announcement;
            if (choose_card(ctx, p, &child, target, 0) == maximise) {
                made = maximise;
                break;
            }
            if (announcement == choice) break;
        }
    } else {
        made = choose_card(ctx, p, n, target, &hint);
    }
    if (keep) {
        kr_entry *entry = kr_claim(&ctx->table, &key, -MOST, MOST);
        if (made && target > entry->low) entry->low = (int8_t)target;
        if (!made && target <= entry->high) entry->high = (int8_t)(target - 1);
        entry->hint = (int8_t)hint;
    }
    return made;
}

int kr_stakes(kr_ctx *ctx, const kr_prep *p, const kr_node *n)
{
    const int least = p->task->low ? 0 : -MOST;
    int low = least, high = MOST;
    if (n->done || !n->declaring) {
        facts f = look(p, n);
        low = extreme(p, n, &f, 1);
        high = extreme(p, n, &f, 0);
        if (low < least) low = least;
    }
    /* Most payoffs are 1 or -1, because most games are worth one stake to the winner. So begin the tests near these
     * numbers. */
    int guess = 1;
    while (low < high) {
        if (guess <= low) guess = low + 1;
        if (guess > high) guess = high;
        if (at_least(ctx, p, n, guess)) {
            low = guess;
            guess = low + 1;
        } else {
            high = guess - 1;
            guess = high;
        }
    }
    return low;
}
