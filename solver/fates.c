/* fates.c - find the end to which best play leads in a game with more than two parties.
 *
 * An end is a possible result of the play, for example "seat 2 wins the last trick" (parties.h). Each seat has its own
 * order of preference among the ends. A player chooses the card that leads to the end that this player likes best. If
 * all players choose in this way, play leads from a position to exactly one end: the end of the position.
 *
 * Each search has a set `w` of ends and asks one question: is the end of the position in `w`? The search keeps a set of
 * possible ends, and the end of the position is always in it. At first the set has all ends that the earlier tricks
 * allow. The search removes ends from the set. The question is answered when the remaining ends lie all inside or all
 * outside `w`.
 *
 * At a player's turn, the search sorts the possible ends by the player's preference, the best end first. It splits this
 * list into runs: a run is a longest stretch of ends that lie all inside or all outside `w`. The first run has the ends
 * that the player likes best. If a card leads to an end of this run, the player plays it. Otherwise the search removes
 * the run and tries the next run. The last run needs no test, because play must lead to one of its ends.
 *
 * Bounds remove further ends from the set. A bound says whether a seat can force a certain result against all other
 * seats (seek.h, guards.h).
 */
#include "guards.h"
#include "search.h"
#include "ways.h"

#include <string.h>

#define APART static inline __attribute__((always_inline))

#define SEEK_FROM 3 /* Some bounds need a search of their own, and are used only if each hand has at least this many
                     * cards. With fewer cards, playing on is as quick as such a search */
#define LAID (-1)   /* used instead of the place of a card in the trick if a seat lays the card face down before trick
                     * 1 */

/* A search. */
typedef struct fates {
    kr_ctx *ctx;
    const kr_fates *f; /* transposition table and table `reach` */
    const kr_parties *q;                 /* ends of the task, and the preferences of the seats */
    const kr_prep *p;                    /* the prepared task */
    uint32_t hand[KR_SEATS];             /* cards of each seat, in order of strength */
    uint32_t laid[KR_SEATS];             /* for each seat, the mask of the card that it laid face down, or 0. If
                                          * the seat still holds this card, the seat must play this card next */
    uint32_t killer[9][4][KR_SEATS][4];  /* killer[left][n][seat][suit]: mask of the card that the search tries
                                          * first. It was best when the search last met the same four indexes. `left`
                                          * is the number of cards in each hand, n the place in the trick (from 0), and
                                          * suit the suit led (0 for a lead). */
    int first, second;                   /* the two declarers of KR_DOUBLE */
    int goal, screens, shares, all_ways; /* `goal` is enum kr_goal. `screens` is 1 if cheap bounds may remove ends (see
                                          * screened()). `shares` is 1 if the deal has so few points that the table
                                          * `reach` covers this deal. `all_ways` is 1 if the search
                                          * examines all ways to play the last two tricks at once
                                          * (fates_last.c). */
} fates;

/* A trick in progress. */
typedef struct table_cards {
    uint32_t all;  /* cards in play at the start of the trick */
    uint32_t led;  /* mask of the suit led */
    uint32_t over; /* cards that beat the best card of the trick so far */
    uint32_t facts, gain; /* `facts` are the facts before the trick, `gain`
                           * is the number of points of the trick so far */
    int winner, left;     /* `winner` is the seat with the best card so far, `left` the number of cards in each hand at
                           * the start of the trick */
    kr_ends can;   /* ends that the results of the earlier tricks allow */
} table_cards;

/* ---- facts ----
 *
 * Facts are a number of 32 bits with all that matters about the earlier tricks. The goal decides what the bits mean.
 * KR_MOST: each byte has the points of a seat. KR_DOUBLE: the number is the mask of the declarers that have failed.
 * KR_LAST: the bit LOST is set once the declarer has lost a trick before the last. After the last trick of KR_LAST the
 * bit OVER is set, and the second byte has the winner of this trick.
 */

#define LOST 1u
#define OVER 2u

/* Return the index in kr_fates.reach of a distribution of points. Byte s of `points` has the points of seat s. `rest`
 * is the number of points not yet won. The index is a sum of five binomial coefficients. The first coefficient depends
 * on the points of seat 0, the second on the points of seats 0 and 1 together, and so on. The fifth coefficient depends
 * on the points of all seats plus `rest`. */
APART uint32_t sharing_number(uint32_t points, uint32_t rest)
{
    static const uint16_t two[] = {0, 1, 3, 6, 10, 15, 21, 28, 36, 45};
    static const uint16_t three[] = {0, 1, 4, 10, 20, 35, 56, 84, 120, 165};
    static const uint16_t four[] = {0, 1, 5, 15, 35, 70, 126, 210, 330, 495};
    static const uint16_t five[] = {0, 1, 6, 21, 56, 126, 252, 462, 792, 1287};
    const uint32_t sums = KR_EVERY(points);
    return (sums & 255) + two[sums >> 8 & 255] + three[sums >> 16 & 255] + four[sums >> 24] + five[(sums >> 24) + rest];
}

/* Return the end of a game in which all points have been won. Byte s of `points` has the points of seat s. The seats
 * with the most points decide which end it is. The end is returned as a mask with one bit: bit n stands for the end
 * with the number n. */
static uint32_t winners_by_points(uint32_t points)
{
    uint32_t best = 0, seats = 0;
    for (int s = 0; s < 4; s++)
        if ((points >> 8 * s & 255) > best) best = points >> 8 * s & 255;
    for (int s = 0; s < 4; s++) seats |= (uint32_t)((points >> 8 * s & 255) == best) << s;
    return KR_BIT(seats - 1);
}

/* Fill kr_fates.reach: find, for each distribution of points, the ends that can still be reached. If points are left,
 * one of the seats gets the next point. So join the ends of all distributions in which one seat has one more point. */
static void fill_reach(kr_fates *f)
{
    for (uint32_t rest = 0; rest <= KR_UNITS; rest++)
        for (uint32_t code = 0; code < 10000; code++) {
            const uint32_t a = code % 10, b = code / 10 % 10, c = code / 100 % 10, d = code / 1000;
            if (a + b + c + d + rest > KR_UNITS) continue;
            const uint32_t points = a | b << 8 | c << 16 | d << 24;
            uint16_t *reach = f->reach[sharing_number(points, rest)];
            for (int but = 0; but <= KR_SEATS; but++) {
                if (!rest) reach[but] = (uint16_t)winners_by_points(points);
                for (int s = 0; s < KR_SEATS && rest; s++)
                    if (s + 1 != but) reach[but] |= f->reach[sharing_number(points + (1u << 8 * s), rest - 1)][but];
            }
        }
}

/* Return the sum of the points of all cards in play and of the last trick, in units. */
APART uint32_t points_left(const fates *s, uint32_t all) { return (uint32_t)(kr_points(s->p, all) + s->p->last); }

/* Return the facts after the seat `winner` has taken a trick with `gain` points. `facts` are the facts before the
 * trick. `left` is the number of tricks still to be played, including this trick. */
APART uint32_t taken(const fates *s, uint32_t facts, int winner, uint32_t gain, int left)
{
    if (s->goal == KR_MOST) return facts + ((gain + (left == 1 ? s->p->last : 0)) << 8 * winner);
    if (s->goal == KR_DOUBLE)
        return facts | (winner == s->first ? KR_FIRST_FAILED : 0u) | (winner == s->second ? KR_SECOND_FAILED : 0u);
    if (left == 1) return facts | OVER | (uint32_t)winner << 8;
    return winner == s->p->task->declarer ? facts : LOST;
}

/* Return the ends that the results of the earlier tricks (`facts`) allow, as a mask of their numbers. `all` is the mask
 * of the cards in play. */
APART uint32_t open_ends(const fates *s, uint32_t facts, uint32_t all)
{
    if (s->goal == KR_MOST) {
        if (s->shares) return s->f->reach[sharing_number(facts, all ? points_left(s, all) : 0)][0];
        return all ? KR_BIT(KR_ENDS) - 1 : winners_by_points(facts);
    }
    if (s->goal == KR_DOUBLE) {
        static const uint8_t with[] = {15, 1 << 1 | 1 << 3, 1 << 2 | 1 << 3, 1 << 3};
        return all ? with[facts] : KR_BIT(facts);
    }
    if (facts & LOST) return KR_BIT(KR_LAST_LOST);
    return facts & OVER ? KR_BIT(facts >> 8) : 31;
}

/* ---- bounds on what a seat can force ---- */

/* Return 1 if the possible ends `can` lie all inside or all outside the set `w`, else 0. */
APART int is_decided(kr_ends can, kr_ends w) { return !(can & w) || !(can & ~w); }

/* In a search with the goal KR_LAST, exclude some of the possible ends `can`, and return the remaining ends. If the
 * declarer does not lead, exclude nothing. The guards of suits (guards.h) show whether the declarer can take all
 * tricks, or at least all tricks but the last, against all other seats.
 *
 * If the declarer can do so, exclude the ends that the declarer likes less than every end in which he takes these
 * tricks. Otherwise the other seats can make the declarer lose a trick before the last. All other seats like the end
 * KR_LAST_LOST best. So exclude every end except KR_LAST_LOST.
 *
 * There is one exception. Suppose the declarer cannot take these tricks, and another seat plays against all others
 * (kr_task.seek). Then the end KR_LAST_LOST is not certain. So exclude nothing. */
static kr_ends screen_last(const fates *s, int leader, kr_ends can)
{
    const kr_task *k = s->p->task;
    if (leader != k->declarer) return can;
    const int sure = kr_guards(s->hand[leader], s->hand[(leader + 1) & 3], s->hand[(leader + 2) & 3],
                               s->hand[(leader + 3) & 3]);
    if (sure) return can & kr_no_worse(s->q, leader, kr_ends_of(s->q, sure == 2 ? KR_BIT(leader) : 15));
    return k->seek == KR_NONE || k->seek == leader ? s->q->single[KR_LAST_LOST] : can;
}

/* Write two sets of ends. by[1] has the possible ends if `seat` can avoid taking another trick. by[0] has the possible
 * ends if `seat` must take another trick. `facts` are the facts of the earlier tricks. In KR_MOST, `reach` is the entry
 * of kr_fates.reach for these facts. In KR_DOUBLE, `reach` is NULL. If in KR_DOUBLE the seat is no declarer or has
 * already failed, both sets have all ends.
 *
 * Why some ends are missing in by[1]: if the seat can avoid another trick, the seat can force an end in which it takes
 * no more trick. So play never leads to an end that the seat likes less than every end of this kind.
 *
 * Why some ends can be missing in by[0]: in two cases all other seats want `seat` to take another trick. In the first
 * case, all other seats play against this declarer (kr_task.seek). In the second case, the other declarer has failed,
 * and a lone loser pays (KR_LOSER_PAYS). If `seat` must take another trick, the other seats can force an end in which
 * `seat` takes one. So play never leads to an end that the other seats like less than every end of this kind. In all
 * other cases by[0] has all ends.
 */
APART void certain(const fates *s, int seat, uint32_t facts, const uint16_t *reach, kr_ends by[2])
{
    const kr_task *k = s->p->task;
    const uint32_t failed = seat == s->first ? KR_FIRST_FAILED : KR_SECOND_FAILED;
    by[0] = by[1] = ~(kr_ends)0;
    if (reach) {
        by[1] = kr_no_worse(s->q, seat, kr_ends_of(s->q, reach[seat + 1]));
    } else if ((seat == s->first || seat == s->second) && !(facts & failed)) {
        const uint32_t with = KR_BIT(facts | failed) | KR_BIT(3), without = KR_BIT(facts) | KR_BIT(3 ^ failed);
        const uint32_t open = open_ends(s, facts, ~0u);
        by[1] = kr_no_worse(s->q, seat, kr_ends_of(s->q, open & without));
        if (k->seek == seat || (k->seek == KR_NONE && facts && k->flags & KR_LOSER_PAYS))
            by[0] = kr_no_worse(s->q, (seat + 1) & 3, kr_ends_of(s->q, open & with));
    }
}

/* Exclude some of the possible ends `can`: ends that play cannot lead to, because of what a single seat can force.
 * Return the remaining ends. Stop as soon as the remaining ends lie all inside or all outside `w`. `all` is the mask of
 * the cards in play. */
static kr_ends screened(const fates *s, int leader, int left, uint32_t facts, uint32_t all, kr_ends can, kr_ends w)
{
    if (s->goal == KR_LAST) return screen_last(s, leader, can);
    if (s->goal == KR_MOST && !s->shares) return can;
    kr_seeker seeker = {.shelf = kr_shelf_of(s->ctx)};
    const kr_suits *t = &seeker.shelf->suits;
    const uint64_t places = kr_places(t, s->hand);
    const uint32_t safe = t->safe[kr_place(places, 0)] & t->safe[kr_place(places, 1)] & t->safe[kr_place(places, 2)]
                          & t->safe[kr_place(places, 3)] & ~KR_BIT(leader);
    const uint16_t *reach = s->goal == KR_MOST ? s->f->reach[sharing_number(facts, points_left(s, all))] : 0;
    kr_ends by[2];
    for (uint32_t seats = safe; seats && !is_decided(can, w); seats &= seats - 1) {
        certain(s, kr_low(seats), facts, reach, by);
        can &= by[1];
    }
    for (uint32_t seats = left < SEEK_FROM ? 0 : 15 & ~safe; seats && !is_decided(can, w); seats &= seats - 1) {
        certain(s, kr_low(seats), facts, reach, by);
        if (!is_decided(can & by[0], w) && !is_decided(can & by[1], w)) continue;
        can &= by[kr_seek_none(&seeker, s->hand, kr_low(seats), leader, left)];
    }
    s->ctx->nodes += seeker.nodes;
    return can;
}

/* ---- the search ---- */

static kr_ends trick(fates *s, int leader, int left, uint32_t facts, kr_ends w);
static kr_ends lay(fates *s, int leader, int left, uint32_t facts, kr_ends w);
static kr_ends card1(fates *s, int seat, const table_cards *t, kr_ends w);
static kr_ends card2(fates *s, int seat, const table_cards *t, kr_ends w);
static kr_ends card3(fates *s, int seat, const table_cards *t, kr_ends w);

/* Let a seat play `card`, and search on. `n` is the place of the card in the trick, from 0. If `n` is LAID, the seat
 * lays the card face down instead. Return the possible ends after this card. */
APART kr_ends after(fates *s, int seat, const int n, const table_cards *t, int card, kr_ends w)
{
    const kr_prep *p = s->p;
    const uint32_t hand = s->hand[seat];
    kr_ends can;
    if (n == LAID) {
        s->laid[seat] = KR_BIT(card);
        can = lay(s, t->winner, t->left, t->facts, w);
        s->laid[seat] = 0;
        return can;
    }
    table_cards now = *t;
    now.gain += p->value[card];
    if (n == 0) now.led = KR_SUIT(card >> 3);
    if (n == 0 || t->over >> card & 1) {
        if (n > 0 && s->goal == KR_LAST && t->left > 1 && t->winner == p->task->declarer)
            return s->q->single[KR_LAST_LOST]; /* the declarer's card is beaten, so the declarer loses a trick before
                                                * the last */
        now.over = kr_beats(p->trump, card);
        now.winner = seat;
    }
    s->hand[seat] = hand ^ KR_BIT(card);
    if (n == 3)
        can = trick(s, now.winner, now.left - 1, taken(s, now.facts, now.winner, now.gain, now.left), w);
    else
        can = n == 0 ? card1(s, p->next[seat], &now, w)
              : n == 1 ? card2(s, p->next[seat], &now, w)
                       : card3(s, p->next[seat], &now, w);
    s->hand[seat] = hand;
    return can;
}

/* Let a seat choose one of `cards`. `n` is the place of the card in the trick, from 0. If `n` is LAID, the seat lays
 * the card face down instead. `ends` are the possible ends before the choice. Return the possible ends after the
 * search. The returned ends lie all inside or all outside `w`.
 *
 * Try first the card of the table `killer`. Then try the other cards: from low to high for the lead or a face-down
 * card, from high to low later in the trick.
 */
APART kr_ends choose(fates *s, int seat, const int n, const table_cards *t, uint32_t cards, kr_ends ends, kr_ends w)
{
    if (cards & (cards - 1)) cards = kr_distinct(s->p, cards, t->all & ~s->hand[seat]);
    if (!(cards & (cards - 1))) return after(s, seat, n, t, kr_low(cards), w);
    uint32_t *killer = &s->killer[t->left][n > 0 ? n : 0][seat][n > 0 ? kr_low(t->led) >> 3 : 0];
    kr_ends of[32]; /* for each card tried, the possible ends after it */
    uint32_t tried = 0;
    for (kr_ends open = ends;;) { /* `open` has the ends that are still possible; the loop removes runs that no card
                                   * reaches */
        const kr_ends run = kr_best_run(s->q, seat, open, w);
        if (run == open) return open;
        kr_ends others = 0; /* possible ends after the cards that miss the run */
        uint32_t first = n == LAID ? 0 : *killer & cards;
        for (uint32_t rest = cards; rest;) {
            const int card = first ? kr_low(first) : n > 0 ? kr_high(rest) : kr_low(rest);
            rest ^= KR_BIT(card);
            first = 0;
            kr_ends can = tried >> card & 1 ? of[card] : t->can;
            if (!is_decided(can, run)) can &= after(s, seat, n, t, card, run);
            of[card] = can;
            tried |= KR_BIT(card);
            if (can & run) {
                if (n != LAID) *killer = KR_BIT(card);
                return run & kr_no_worse(s->q, seat, can);
            }
            others |= can;
        }
        open &= others & ~run;
    }
}

/* Let a seat play the card at the place `n` (from 0) of a trick. If the seat still holds the card that it laid face
 * down, the seat must play this card. Otherwise the seat may play any legal card. Return the possible ends. */
APART kr_ends follow(fates *s, int seat, const int n, const table_cards *t, kr_ends w)
{
    const uint32_t hand = s->hand[seat], laid = hand & s->laid[seat];
    return choose(s, seat, n, t, laid ? laid : n ? kr_legal(s->p, hand, t->led, t->over) : hand, t->can, w);
}

static kr_ends card1(fates *s, int seat, const table_cards *t, kr_ends w) { return follow(s, seat, 1, t, w); }
static kr_ends card2(fates *s, int seat, const table_cards *t, kr_ends w) { return follow(s, seat, 2, t, w); }
static kr_ends card3(fates *s, int seat, const table_cards *t, kr_ends w) { return follow(s, seat, 3, t, w); }

/* Return a trick without cards. `left` is the number of cards in each hand. */
APART table_cards start(const fates *s, int leader, int left, uint32_t facts)
{
    const uint32_t all = s->hand[0] | s->hand[1] | s->hand[2] | s->hand[3];
    return (table_cards){.all = all, .winner = leader, .left = left, .facts = facts,
                         .can = kr_ends_of(s->q, open_ends(s, facts, all))};
}

/* Search from the start of a game with the goal KR_DOUBLE. Each of two declarers lays a card face down before trick 1.
 * The first declarer lays its card first. The second declarer knows the first declarer's card when laying the second
 * card. Return the possible ends. */
static kr_ends lay(fates *s, int leader, int left, uint32_t facts, kr_ends w)
{
    const kr_task *k = s->p->task;
    const table_cards t = start(s, leader, left, facts);
    for (int i = 0; i < 2; i++) {
        const int seat = i ? k->second : k->declarer;
        if (!s->laid[seat]) return choose(s, seat, LAID, &t, s->hand[seat], t.can, w);
    }
    return follow(s, leader, 0, &t, w);
}

/* Search a trick from its start. `left` is the number of cards in each hand. Return the possible ends. The returned
 * ends lie all inside or all outside `w`. */
static kr_ends trick(fates *s, int leader, int left, uint32_t facts, kr_ends w)
{
    const table_cards t = start(s, leader, left, facts);
    if (is_decided(t.can, w)) return t.can;
    if (left == 1) {
        const int winner = kr_last_taker(s->hand, s->p->trump, leader);
        return s->q->single[kr_low(open_ends(s, taken(s, facts, winner, (uint32_t)kr_points(s->p, t.all), 1), 0))];
    }
    s->ctx->nodes++;
    kr_key key = kr_position_key(s->hand, s->p->special, facts ^ (uint32_t)leader << 4);
    if (s->p->alike) key.special = kr_alike(t.all & s->p->counting);
    kr_fate *e = &s->ctx->fates->entry[kr_hash(&key) & ((1u << KR_FATE_BITS) - 1)];
    const int same = e->stamp == s->f->stamp && e->owners == key.owners && e->special == key.special
                     && e->facts == facts && e->lengths == key.lengths && e->leader == leader;
    kr_ends can = t.can;
    if (same) can &= e->known;
    if (is_decided(can, w)) return can;
    uint8_t done = same && e->screened;
    if (s->screens && !done) can = screened(s, leader, left, facts, t.all, can, w);
    if (!is_decided(can, w)) {
        done = 1;
        can &= left == 2 && s->all_ways ? kr_last_two(s->p, s->f, s->hand, leader, facts)
                                        : choose(s, leader, 0, &t, s->hand[leader], can, w);
    }
    *e = (kr_fate){key.owners, key.special, facts, key.lengths, (uint8_t)leader, done, s->f->stamp, can};
    return can;
}

/* ---- the interface ---- */

/* Prepare the ends and preferences of a group of tasks. `group` is the task that stands for the group (kr_group). The
 * table keeps the results of one group only. If the group is new, the stamp changes, so that all entries become
 * invalid. */
static void prepare(kr_fates *f, const kr_task *group)
{
    if (!f->stamp) fill_reach(f);
    if (f->stamp && !memcmp(&f->group, group, sizeof *group)) return;
    f->group = *group;
    kr_parties_prepare(group, &f->parties);
    if (++f->stamp) return;
    memset(f->entry, 0, sizeof f->entry);
    f->stamp = 1;
}

/* Return the facts of a node: all that matters about its earlier tricks. */
static uint32_t facts_of(const fates *s, const kr_node *n)
{
    if (s->goal == KR_MOST)
        return n->points[0] | (uint32_t)n->points[1] << 8 | (uint32_t)n->points[2] << 16 | (uint32_t)n->points[3] << 24;
    if (s->goal == KR_DOUBLE) return (n->took >> s->first & 1u) | (n->took >> s->second & 1u) << 1;
    return n->lost != KR_NONE ? LOST : n->left ? 0 : OVER | (uint32_t)n->seat << 8;
}

/* Search from a node, which may be at the start of a trick or within a trick. `t` is the trick in progress. Return the
 * possible ends. The returned ends lie all inside or all outside `w`. */
static kr_ends continue_play(fates *s, const kr_node *n, const table_cards *t, kr_ends w)
{
    switch (n->n) {
    case 0:
        return s->goal == KR_DOUBLE && !n->done ? lay(s, n->seat, n->left, t->facts, w)
                                                : trick(s, n->seat, n->left, t->facts, w);
    case 1: return card1(s, n->seat, t, w);
    case 2: return card2(s, n->seat, t, w);
    default: return card3(s, n->seat, t, w);
    }
}

void kr_fate_of(kr_ctx *ctx, const kr_prep *p, const kr_node *n, int8_t out[KR_SEATS])
{
    const uint32_t low_ranks = 0x03030303u, all = n->hand[0] | n->hand[1] | n->hand[2] | n->hand[3] | n->trick;
    const kr_task group = kr_group(p->task);
    prepare(ctx->fates, &group);
    const kr_parties *q = &ctx->fates->parties;
    fates s = {.ctx = ctx, .f = ctx->fates, .q = q, .p = p, .goal = group.goal, .first = group.declarer,
               .second = group.second};
    memcpy(s.hand, n->hand, sizeof s.hand);
    for (int i = 0; i < KR_SEATS; i++) s.laid[i] = n->forced[i] == KR_NONE ? 0 : KR_BIT(n->forced[i]);
    s.all_ways = MANY_AT_ONCE && !(group.flags & KR_PLAIN);
    s.screens = !(group.flags & KR_PLAIN) && p->must_beat && !p->trump && !(all & low_ranks);
    s.shares = n->points[0] + n->points[1] + n->points[2] + n->points[3] + (int)points_left(&s, all) <= KR_UNITS;
    const uint32_t facts = facts_of(&s, n);
    const table_cards t = {.all = all, .led = n->led, .over = n->n ? kr_beats(p->trump, n->best) : 0, .facts = facts,
                           .gain = n->gain, .winner = n->winner, .left = n->left,
                           .can = kr_ends_of(q, open_ends(&s, facts, n->left ? all : 0))};
    /* Sort the possible ends by the preference of the seat to play. Each search finds out whether the end of the node
     * lies in the better half of the ends, and removes the half in which it does not lie. Repeat until a single end is
     * left. */
    kr_ends can = t.can;
    for (uint32_t taste; taste = kr_taste(can, n->seat), taste & (taste - 1);) {
        for (int half = kr_count(taste) / 2; half; half--) taste &= taste - 1;
        can &= continue_play(&s, n, &t, q->from[n->seat][kr_low(taste)]);
    }
    int end = 0;
    while (end < KR_ENDS - 1 && !(q->single[end] & can)) end++;
    memcpy(out, q->vector[end], KR_SEATS);
}
