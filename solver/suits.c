/* suits.c - fill the tables of single suits (suits.h) by playing each suit out. The entries for suits with fewer cards
 * come first, because the entries for longer suits need them. */
#include "suits.h"

#include <string.h>

/* ---- codes of suits ---- */

/* first_code[n]: the smallest code of a suit with n unplayed cards. */
static const uint16_t first_code[KR_RANKS + 2] = {0, 1, 5, 21, 85, 341, 1365, KR_CODES};

/* The cards of a suit that are still in play. held[seat] is the mask of the ranks that the seat holds. These ranks are
 * renumbered from 0 without gaps. */
typedef struct suit {
    uint32_t held[KR_SEATS];
} suit;

static unsigned code_of(const suit *s)
{
    uint32_t all = s->held[0] | s->held[1] | s->held[2] | s->held[3];
    unsigned code = 0, n = 0;
    for (; all; all &= all - 1, n++) {
        uint32_t card = all & -all;
        unsigned owner = s->held[0] & card ? 0 : s->held[1] & card ? 1 : s->held[2] & card ? 2 : 3;
        code |= owner << 2 * n;
    }
    return first_code[n] + code;
}

static suit suit_of(unsigned code)
{
    unsigned n = 0;
    suit s = {{0}};
    while (code >= first_code[n + 1]) n++;
    code -= first_code[n];
    for (unsigned i = 0; i < n; i++) s.held[code >> 2 * i & 3] |= 1u << i;
    return s;
}

/* ---- playing a trick of the suit ---- */

/* A question about one suit: do the takers win the trick, and do they also succeed with the rest of the suit? `takers`
 * is the mask of the takers. For tables about a loser, the takers are the loser's opponents. `side` is the mask of the
 * seats that want the answer yes. good[code] holds the answers for suits with fewer cards, as bits. */
typedef struct question {
    unsigned takers, side;
    const uint8_t *good;
    uint8_t bit[KR_SEATS]; /* bit[seat]: the bit of `good` that has the answer for the rest of the suit if `seat` wins
                            * the trick and leads next */
} question;

/* Play a trick of the suit. Return 1 if the answer to the question is yes, else 0. `leader` is the leading seat. `n`
 * says how many seats have had their turn. `best` is the mask of the best card so far, and `winner` the seat that
 * played it. Seats without a card of the suit are skipped. */
static int trick(const question *q, suit *s, int leader, int n, uint32_t best, int winner)
{
    if (n == 4) return (q->takers >> winner & 1) && (q->good[code_of(s)] & q->bit[winner]);
    const int seat = (leader + n) & 3, wants = (int)(q->side >> seat & 1);
    const uint32_t hand = s->held[seat];
    if (!hand) return trick(q, s, leader, n + 1, best, winner);
    uint32_t beating = n ? hand & ~(2 * best - 1) : hand;
    for (uint32_t rest = beating ? beating : hand; rest; rest &= rest - 1) {
        uint32_t card = rest & -rest;
        s->held[seat] = hand ^ card;
        int good = trick(q, s, leader, n + 1, beating ? card : best, beating ? seat : winner);
        s->held[seat] = hand;
        if (good == wants) return good;
    }
    return !wants;
}

/* Let a seat discard a card of the suit, in every possible way. After each discard, check whether `bit` is set in the
 * entry of `good` for the remaining cards. If `for_all` is 1, return 1 if the bit is set after every discard, else 0.
 * If `for_all` is 0, return 1 if the bit is set after at least one discard, else 0. */
static int without(const uint8_t *good, uint8_t bit, suit *s, int seat, int for_all)
{
    const uint32_t hand = s->held[seat];
    int answer = for_all;
    for (uint32_t rest = hand; rest && answer == for_all; rest &= rest - 1) {
        s->held[seat] = hand ^ (rest & -rest);
        answer = (good[code_of(s)] & bit) != 0;
    }
    s->held[seat] = hand;
    return answer;
}

/* ---- the loser ---- */

#define OPPONENTS 14 /* mask of the loser's opponents; the loser is seat 0 */

/* Return 1 if the loser is safe in the suit, else 0. A loser without cards of the suit is safe. Otherwise two
 * conditions must hold. First, the other seats cannot force the loser to take a trick of the suit, whatever they lead
 * and discard. Second, the loser can discard at least one card of the suit and stay safe. `known` has the answers for
 * suits with fewer cards, indexed by code. */
static uint8_t safe(const uint8_t *known, suit *s)
{
    const question lives = {OPPONENTS, 1, known, {0, 1, 1, 1}};
    if (!s->held[0]) return 1;
    if (!without(known, 1, s, 0, 0)) return 0;
    for (int d = 1; d < KR_SEATS; d++)
        if (s->held[d] && !(without(known, 1, s, d, 1) && trick(&lives, s, d, 0, 0, d))) return 0;
    return 1;
}

/* Return the mask of the opponents that spare the loser in this suit. An opponent spares the loser if the loser can
 * avoid all tricks of the suit when this opponent leads it and all later leads are of this suit, too. `known` has these
 * masks for suits with fewer cards, indexed by code. */
static uint8_t spares(const uint8_t *known, suit *s)
{
    const question lives = {OPPONENTS, 1, known, {0, 2, 4, 8}};
    uint8_t result = OPPONENTS;
    for (int d = 1; d < KR_SEATS && s->held[0]; d++)
        if (s->held[d] && !trick(&lives, s, d, 0, 0, d)) result &= (uint8_t)~(1 << d);
    return result;
}

/* ---- the pair ---- */

/* Return 1 if the suit is solid, else 0. In a solid suit the pair wins every trick, whichever partner leads. The suit
 * must stay solid after every discard of a defender. Each player of the pair must have a discard after which the suit
 * stays solid. `pair` is the mask of the pair. `known` has the answers for suits with fewer cards, indexed by code. */
static uint8_t solid(const uint8_t *known, suit *s, unsigned pair)
{
    const question wins = {pair, pair, known, {1, 1, 1, 1}};
    uint32_t mine = 0;
    for (int i = 0; i < KR_SEATS; i++)
        if (pair >> i & 1) mine |= s->held[i];
    for (int i = 0; i < KR_SEATS && mine; i++) {
        if (!s->held[i]) continue;
        int ours = (int)(pair >> i & 1);
        if (!without(known, 1, s, i, !ours) || (ours && !trick(&wins, s, i, 0, 0, i))) return 0;
    }
    return 1;
}

/* Return 1 if all cards of a seat are high, else 0. They are high if, for every i, the i-th highest of them beats all
 * cards of every other seat that has at least i cards. */
static int beats_all(const suit *s, int seat)
{
    for (int other_seat = 0; other_seat < KR_SEATS; other_seat++) {
        int n = kr_count(s->held[other_seat]);
        if (other_seat == seat || !n) continue;
        for (uint32_t rest = s->held[seat]; rest && n; n--) {
            uint32_t card = KR_BIT(kr_high(rest));
            if (s->held[other_seat] > card) return 0;
            rest ^= card;
        }
    }
    return 1;
}

/* Return the facts about a suit for a pair when `leader` is on lead. The result is one half of the word that enum
 * kr_pair_suit describes. */
static uint32_t pair_half(const suit *s, int leader, int partner)
{
    uint32_t own = (uint32_t)kr_count(s->held[leader]), his = (uint32_t)kr_count(s->held[partner]);
    if (beats_all(s, leader) && own) return own << KR_OWN;
    if (!beats_all(s, partner) || !his) return 0;
    return his << KR_HIS | (uint32_t)(own > 0) << KR_CROSS;
}

/* Return the facts about a suit for the pair of seat 0 and `partner`, as the word that enum kr_pair_suit describes.
 * `is_solid` is 1 if the suit is solid for this pair. */
static uint32_t pair(const suit *s, int partner, int is_solid)
{
    uint32_t solid_bits = (uint32_t)is_solid << KR_SOLID;
    return (solid_bits | pair_half(s, 0, partner)) | (solid_bits | pair_half(s, partner, 0)) << KR_PAIR_HALF;
}

/* ---- the pair's defenders ---- */

/* Facts about one suit in the two hands of a pair and the hand of one defender. `most` is the largest number of rounds
 * that the pair can lead and win while the defender follows suit. `need` is the smallest n such that the pair wins no
 * more than `most` rounds if the defender keeps the n highest of its cards. */
typedef struct guard {
    uint8_t most, need;
} guard;

#define GUARDS (1 << 2 * KR_RANKS)

/* Return the index in the table of struct guard for three hands in a suit. `hand_a` and `hand_b` are the hands of the
 * pair, and `theirs` is the hand of the defender. The index consists of two masks of ranks. The cards of `hand_a` are
 * in the first mask, the cards of `hand_b` in the second, and the defender's cards in both. */
static inline unsigned guard_index(uint32_t hand_a, uint32_t hand_b, uint32_t theirs)
{
    return (hand_a | theirs) | (hand_b | theirs) << KR_RANKS;
}

static int larger(int a, int b) { return a > b ? a : b; }

/* Play a round. The pair plays the card `x` from hand_a and the card `y` from hand_b. A card is 0 if its hand is void.
 * Return the largest number of rounds that the pair wins from here on.
 *
 * The higher card must beat all cards of the defender. If the pair leads the higher card, or if the defender plays
 * last, the defender gives up the card of its choice. If the defender plays between the two cards, the defender must
 * beat the lower one. Then the reply that is best for the pair counts, because a card of the other defender may force
 * this reply.
 */
static int one_round(const guard rounds[GUARDS], unsigned hand_a, unsigned hand_b, unsigned theirs, unsigned x,
                     unsigned y)
{
    unsigned high = x > y ? x : y, low = x > y ? y : x;
    if (theirs > high) return 0;
    hand_a ^= x;
    hand_b ^= y;
    if (!theirs) return 1 + rounds[guard_index(hand_a, hand_b, 0)].most;
    int least = KR_RANKS, most = 0;
    for (unsigned reply = theirs; reply; reply &= reply - 1) {
        unsigned z = reply & -reply;
        int next = rounds[guard_index(hand_a, hand_b, theirs ^ z)].most;
        if (next < least) least = next;
        if (low && z > low && next > most) most = next;
    }
    return 1 + larger(least, most);
}

/* Fill the table of struct guard for all ways in which a pair and one defender can hold the cards of a suit. */
static void fill_guards(guard rounds[GUARDS])
{
    /* The loops run through all sets of ranks, as numbers in ascending order. A round leaves smaller sets, whose
     * entries are already filled. */
    for (unsigned theirs = 0; theirs < 1u << KR_RANKS; theirs++)
        for (unsigned hand_a = 0; hand_a < 1u << KR_RANKS; hand_a++)
            for (unsigned hand_b = 0; hand_b < 1u << KR_RANKS; hand_b++) {
                if (hand_a & hand_b || hand_a & theirs || hand_b & theirs) continue;
                /* Try each card `x` of hand_a with each card `y` of hand_b. For a void hand the loop runs once, with 0
                 * instead of a card. */
                int most = 0;
                for (unsigned xs = hand_a ? hand_a : 1u << 31; xs; xs &= xs - 1)
                    for (unsigned ys = hand_b ? hand_b : 1u << 31; ys; ys &= ys - 1) {
                        unsigned x = hand_a ? xs & -xs : 0, y = hand_b ? ys & -ys : 0;
                        if (x || y) most = larger(most, one_round(rounds, hand_a, hand_b, theirs, x, y));
                    }
                /* Find how many of the defender's highest cards are needed to limit the pair to `most` rounds. */
                unsigned kept = theirs;
                while (kept && rounds[guard_index(hand_a, hand_b, kept & (kept - 1))].most <= most) kept &= kept - 1;
                rounds[guard_index(hand_a, hand_b, theirs)] = (guard){(uint8_t)most, (uint8_t)kr_count(kept)};
            }
}

/* Return the facts about a suit for the two defenders against the pair of seat 0 and `partner`, as the word that enum
 * kr_guard_suit describes. */
static uint32_t guards(const guard rounds[GUARDS], const suit *s, int partner)
{
    const uint32_t hand_a = s->held[0], hand_b = s->held[partner], x = s->held[partner == 1 ? 2 : 1], y = s->held[3];
    const guard *by_x = &rounds[guard_index(hand_a, hand_b, x)], *by_y = &rounds[guard_index(hand_a, hand_b, y)];
    return ((uint32_t)by_x->most | (uint32_t)by_y->most << 3) << KR_GUARD_ROUNDS
           | ((uint32_t)kr_count(x) | (uint32_t)kr_count(y) << 3) << KR_GUARD_LENGTH
           | ((uint32_t)by_x->need | (uint32_t)by_y->need << 3) << KR_GUARD_NEED
           | (uint32_t)rounds[guard_index(hand_a, hand_b, 0)].most << KR_GUARD_FREE
           | (uint32_t)(by_x->most < by_y->most ? by_x->most : by_y->most) << KR_GUARD_LEAST;
}

/* ---- all tables ---- */

/* Fill the tables `digits` and `weight` (suits.h). */
static void fill_digits(kr_suits *out)
{
    uint16_t power = 1;
    for (int rank = 0; rank < KR_RANKS; rank++, power = (uint16_t)(power * 5)) {
        for (unsigned set = 0; set < 1u << KR_RANKS; set++)
            if (set >> rank & 1) out->digits[set] = (uint16_t)(out->digits[set] + power);
        for (int seat = 0; seat < KR_SEATS; seat++)
            for (int i = 0; i < 4; i++)
                out->weight[seat][8 * i + 8 - KR_RANKS + rank] = (uint64_t)(seat + 1) * power << 16 * i;
    }
}

void kr_suits_init(kr_suits *out)
{
    uint8_t is_safe[KR_CODES], spared[KR_CODES], is_solid[2][KR_CODES];
    guard rounds[GUARDS];
    memset(out, 0, sizeof *out);
    fill_digits(out);
    fill_guards(rounds);
    for (unsigned code = 0; code < KR_CODES; code++) {
        suit s = suit_of(code);
        is_safe[code] = safe(is_safe, &s);
        spared[code] = spares(spared, &s);
        for (int partner = 1; partner <= 2; partner++) {
            uint8_t *known = is_solid[partner - 1];
            known[code] = solid(known, &s, 1u | 1u << partner);
            out->pair[partner - 1].wins[code] = pair(&s, partner, known[code]);
            out->pair[partner - 1].guards[code] = guards(rounds, &s, partner);
        }
    }
    for (unsigned place = 0; place < KR_PLACES; place++) {
        suit s = {{0}};
        unsigned rest = place;
        for (int rank = 0; rank < KR_RANKS; rank++, rest /= 5)
            if (rest % 5) s.held[rest % 5 - 1] |= 1u << rank;
        unsigned code = code_of(&s);
        out->code[place] = (uint16_t)code;
        for (int seat = 0; seat < KR_SEATS; seat++) {
            suit turned;
            for (int i = 0; i < KR_SEATS; i++) turned.held[i] = s.held[(seat + i) & 3];
            out->safe[place] |= (uint8_t)(is_safe[code_of(&turned)] << seat);
        }
        out->loser[place] = (uint8_t)((is_safe[code] ? KR_SAFE : 0) | (~spared[code] & OPPONENTS));
    }
}
