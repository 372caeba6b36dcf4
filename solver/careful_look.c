/* careful_look.c - judge the choices of a careful player: add up the worth of each choice over layouts.
 *
 * A layout is one way to deal the cards that the player does not see. The worth of a choice is the settlement that the
 * player's seat can force after this choice. careful_table.h explains the terms "stand" and "saying".
 */
#include "careful_table.h"

#include "search.h"

#include <string.h>

/* A layout to solve. */
typedef struct layout {
    const uint32_t *place; /* for each hidden place (a hand or the discard), the mask of its cards in this layout */
    int holder;            /* seat that holds the called card */
    int lie;               /* index of the unknown face-down card among the cards of its owner; 0 is the lowest card */
} layout;

/* Return the prepared task whose value is the result that a seat can force. */
static const kr_prep *prep_of(const kr_stand *s, int seat) { return s->measure.parties ? &s->prep_of[seat] : &s->prep; }

/* Return the card of a hand with a given index, counted from the lowest card (0). */
static int card_of(uint32_t hand, int number)
{
    for (; number > 0; number--) hand &= hand - 1;
    return kr_low(hand);
}

/* Return a full position: the position of the stand `s`, with the cards of the layout `l` in the hidden places. */
static kr_position position_in(const kr_careful_view *v, const kr_stand *s, const layout *l)
{
    kr_position at = s->at;
    const uint8_t *points = s->measure.task.points;
    memset(at.hands, 0, sizeof at.hands);
    at.hands[v->seat] = v->held;
    at.points[1] = (uint8_t)(at.points[1] - v->discarded);
    for (int i = 0; i < KR_HIDDEN; i++) {
        if (v->place[i] >= 0) {
            at.hands[v->place[i]] |= l->place[i];
            continue;
        }
        for (uint32_t rest = l->place[i]; rest; rest &= rest - 1)
            at.points[1] = (uint8_t)(at.points[1] + points[kr_low(rest) & 7]);
    }
    if (v->laid >= 0) at.forced[v->laid] = (uint8_t)card_of(at.hands[v->laid], l->lie);
    return at;
}

/* Apply the declarations and announcements of a saying to a position. */
static void speak(const kr_careful_view *v, const kr_stand *s, const kr_saying *saying, kr_position *at)
{
    kr_words words = {.hundred = (uint8_t)(saying->hundred << v->seat), .all = (uint8_t)(saying->all << v->seat)};
    words.suits[v->seat] = saying->suits;
    kr_speak(&words, &s->measure.task, v->seat, at);
}

/* Forget the entries of the transposition table, unless the entries are valid in all layouts. */
static void forget(kr_ctx *ctx, const kr_careful_view *v)
{
    if (!v->keeps_table) kr_next_epoch(ctx);
}

/* Return 1 if the search gives the same values after both sayings, else 0. Sayings that
 * differ only in Contra give the same values, because Contra only multiplies the settlement. */
static int plays_alike(const kr_saying *a, const kr_saying *b)
{
    return a->suits == b->suits && a->hundred == b->hundred && a->all == b->all && a->raised == b->raised;
}

/* Solve one layout for each saying and each legal card, and add the settlements to the sums of the view. Return enum
 * kr_status. */
static int add_cards(kr_ctx *ctx, kr_careful_view *v, const layout *l)
{
    int16_t values[32], best;
    uint32_t legal = 0;
    for (int i = 0; i < v->sayings; i++) {
        const kr_saying *saying = &v->saying[i];
        const kr_stand *s = saying->raised ? saying->raised : v->stand[l->holder];
        const kr_prep *p = prep_of(s, v->seat);
        if (!i || !plays_alike(saying, saying - 1)) {
            kr_position at = position_in(v, s, l);
            kr_node n;
            speak(v, s, saying, &at);
            const int status = kr_node_enter(p, &at, &n);
            if (status) return status;
            forget(ctx, v);
            kr_node_cards(ctx, p, &n, &legal, values, &best);
        }
        int place = 0;
        for (uint32_t rest = legal; rest && place < KR_HAND; rest &= rest - 1)
            v->sum[i][place++] += kr_settles(&s->measure, v->contra + saying->contra, v->seat, values[kr_low(rest)]);
    }
    if (v->looks && legal != v->legal) return KR_BAD_FACTS;
    v->legal = legal;
    return KR_OK;
}

/* Solve a position. Add to `sum` the settlement that the seat of the view can force. Return enum kr_status. */
static int worth(kr_ctx *ctx, const kr_careful_view *v, const kr_stand *s, const kr_position *at, int64_t *sum)
{
    const kr_prep *p = prep_of(s, v->seat);
    kr_node n;
    const int status = kr_node_enter(p, at, &n);
    if (status) return status;
    forget(ctx, v);
    *sum += kr_settles(&s->measure, v->contra, v->seat, kr_node_value(ctx, p, &n));
    return KR_OK;
}

/* Solve one layout after each possible discard, and add the settlements to the sums of the view. The points of a
 * discard count for the declarer's opponents. */
static int add_discards(kr_ctx *ctx, kr_careful_view *v, const layout *l)
{
    const kr_stand *s = v->stand[l->holder];
    const kr_position before = position_in(v, s, l);
    for (int i = 0; i < v->discards; i++) {
        kr_position at = before;
        at.hands[v->seat] &= ~v->discard[i];
        for (uint32_t rest = v->discard[i]; rest; rest &= rest - 1)
            at.points[1] = (uint8_t)(at.points[1] + s->measure.task.points[kr_low(rest) & 7]);
        const int status = worth(ctx, v, s, &at, &v->sum_of_discard[i]);
        if (status) return status;
    }
    return KR_OK;
}

/* Solve one layout, and add its results to the sums of the view. Return enum kr_status. */
static int add(kr_ctx *ctx, kr_careful_view *v, const layout *l)
{
    if (v->discards) return add_discards(ctx, v, l);
    if (!v->only_value) return add_cards(ctx, v, l);
    const kr_position at = position_in(v, v->stand[l->holder], l);
    return worth(ctx, v, v->stand[l->holder], &at, &v->sum_of_discard[0]);
}

int kr_careful_look(kr_ctx *ctx, kr_careful_view *v, size_t count, const uint32_t *const place[KR_HIDDEN],
                    const uint8_t *lie)
{
    /* Solve the layouts in groups. In all layouts of a group the same seat holds the called card. If layouts can share
     * entries of the transposition table, each layout can then use the entries of earlier layouts of its group. */
    for (int holder = 0; holder < KR_SEATS; holder++) {
        int is_first = 1;
        for (size_t i = 0; i < count; i++) {
            const uint32_t here[KR_HIDDEN] = {place[0][i], place[1][i], place[2][i]};
            layout l = {.place = here, .holder = v->holder, .lie = lie[i]};
            for (int k = 0; k < KR_HIDDEN; k++)
                if (here[k] & v->called) l.holder = v->place[k];
            if (l.holder != holder) continue;
            if (!v->stand[holder]) return KR_BAD_FACTS;
            if (is_first && v->called) kr_next_epoch(ctx);
            is_first = 0;
            const int status = add(ctx, v, &l);
            if (status) return status;
            v->looks++;
        }
    }
    return KR_OK;
}
