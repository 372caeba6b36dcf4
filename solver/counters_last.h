/* counters_last.h - do the search for tens in the last two tricks: one computation examines all ways to play them.
 *
 * The functions use no transposition table. Each player has two cards. A way says for each player which of its two
 * cards the player plays first (ways.h). counters.h and counters_bounds.h explain tens, sides, needs and results.
 */
#ifndef KR_COUNTERS_LAST_H
#define KR_COUNTERS_LAST_H

#include "counters_bounds.h"
#include "ways.h"

#include <string.h>

#define NUMBER 31 /* mask of the bits of a byte that hold the number of a card (see ways.h) */

/* A vector with a byte for each way, as two words. half[0] has the ways in which the last of four players plays its
 * lower card first. half[1] has the ways in which this player plays its higher card first. */
typedef struct words {
    uint64_t half[2];
} words;

APART words words_of(ways x)
{
    words out;
    memcpy(&out, &x, sizeof out);
    return out;
}

/* Collect bit 0 of each of the eight bytes, and return these bits as a number of eight bits. */
APART uint32_t eight(uint64_t bytes)
{
    return (uint32_t)((bytes & 0x0101010101010101u) * 0x0102040810204080u >> 56);
}

/* Return the result of a position with two cards in each hand, as trick() in counters.c does. `need` must be above 0.
 * The index of each array is the number of a player, counted from the leader as player 0. */
APART uint64_t last_two(const counting *s, const start *at, const variant v, int leader, int need)
{
    ways first[KR_SEATS], second[KR_SEATS], key[KR_SEATS], lay[KR_SEATS], banned[KR_SEATS];
    ways own[KR_SEATS], won[KR_SEATS], bonus[KR_SEATS];
    uint64_t wants[KR_SEATS];
    uint32_t all = 0, pair[KR_SEATS] = {0}; /* filled only if v.merge is 1. `all`: cards in all hands. pair[k]: the two
                                             * cards of player k if they are of one suit, else 0 */
    int more = 0, less = 0;                 /* tens that declared marriages may still bring: `more` to N's side, `less`
                                             * to the other side */
    for (int k = 0, seat = leader; k < v.players; k++, seat = s->next[seat]) {
        const uint32_t hand = at->hand[seat];
        const int low = kr_low(hand), high = kr_high(hand), party = s->party[seat];
        const ways lower = each_way(low | ((low + 40) & TRUMPS)), higher = each_way(high | ((high + 40) & TRUMPS));
        first[k] = lower ^ ((lower ^ higher) & HIGHER[k]);
        second[k] = lower ^ higher ^ first[k];
        own[k] = each_way(party - 1);
        wants[k] = (uint64_t)party - 1;
        if (v.open) {
            const int twenties = (int)(at->open >> 3 * seat & 7) * s->twenty;
            bonus[k] = each_way(party ? -twenties : twenties);
            *(party ? &less : &more) += twenties;
            if (k == 0 && led_kings(s, at, v, seat)) {
                const int brings = (TRUMP & hand ? 2 : 1) * s->twenty;
                need += party ? brings : -brings;
            }
        }
        if (v.merge) {
            all |= hand;
            pair[k] = (low ^ high) < 8 ? hand : 0;
        }
    }
    const ways must = each_way(-1); /* players must trump if they can, and also beat if they can */
    ways led = first[0] & OF_SUIT, best = first[0] | FOLLOWS, gain = (first[0] & 6) == 6;
    key[0] = best;
    for (int k = 1; k < v.players; k++) {
        const ways follows = (first[k] & OF_SUIT) == led, other = (second[k] & OF_SUIT) == led;
        key[k] = first[k] | (follows & FOLLOWS);
        const ways beats = key[k] > best, other_beats = (second[k] | (other & FOLLOWS)) > best;
        banned[k] = kr_duty(second[k], other, other_beats, must, each_way(1))
                    > kr_duty(first[k], follows, beats, must, each_way(1));
        lay[k] = best;
        best ^= (best ^ key[k]) & beats;
        gain += (first[k] & 6) == 6;
    }
    gain = -gain;
    ways got = {0}, lead = {0}, last = {0}, mine = {0};
    for (int k = 0; k < v.players; k++) {
        won[k] = key[k] == best;
        got |= won[k] & own[k] & gain;
        lead |= won[k] & second[k];
    }
    for (int k = 0; k < v.players && v.open; k++) got += won[k] & bonus[k];
    const ways others = each_way(at->rest) - gain, needed = each_way(need);
    const ways decides = (got - each_way(less) < needed) & (got + others + each_way(more) >= needed);
    for (int k = 0; k < v.players; k++) {
        key[k] = second[k] | (((second[k] & OF_SUIT) == (lead & OF_SUIT)) & FOLLOWS);
        last ^= (last ^ key[k]) & (key[k] > last);
    }
    for (int k = 0; k < v.players; k++) {
        const ways wins = key[k] == last;
        mine |= wins & own[k];
        if (v.open) got += wins & ~won[k] & bonus[k];
    }
    got += mine & others;
    /* Go from the last player back to the leader. Find the good cards of each player: the legal cards with which the
     * player's side reaches its goal. */
    const words made = words_of(got >= needed);
    uint64_t good[KR_SEATS][2], may[KR_SEATS][2], value = made.half[0];
    for (int k = v.players - 1; k >= 0; k--) {
        const words no = words_of(k ? banned[k] : (ways){0});
        const int shift = 8 << k & 63;
        const uint64_t high = k == 3 ? made.half[1] : value >> shift;
        may[k][0] = ~no.half[0];
        may[k][1] = k == 3 ? ~no.half[1] : ~no.half[0] >> shift;
        good[k][0] = ~(value ^ wants[k]) & may[k][0];
        good[k][1] = ~(high ^ wants[k]) & may[k][1];
        value = ~((good[k][0] | good[k][1]) ^ wants[k]);
    }
    const uint64_t result = value & 1 ? MADE : 0;
    if (!v.merge) return result;
    /* Mark the lines of play that decide the result. In these lines, each player with a good card (see above) plays one
     * of its good cards, and a player without a good card plays any legal card. */
    uint64_t ways_left[2] = {0xFF, 0};
    for (int k = 0; k < KR_SEATS; k++) {
        const uint64_t no_good = ~(good[k][0] | good[k][1]), before = ways_left[0];
        ways_left[0] = before & ((good[k][0] & ~good[k][1]) | (no_good & may[k][0]));
        ways_left[1] = before & (good[k][1] | (no_good & may[k][1]));
        if (k < 3) ways_left[0] |= ways_left[1] << (8 << k);
    }
    const uint32_t relevant = eight(ways_left[0]) | eight(ways_left[1]) << 8;
    /* Mark the winning cards whose rank matters because another card might have won the trick instead. In the first
     * trick this other card is any card of the same suit. In the last trick it is a card of the same suit that the
     * other side plays (or any other player, if v.open is 1). If v.open is 0 and a trump is played to the last trick,
     * the winner of the last trick does not depend on its leader. So the winning card of the first trick matters only
     * if the points of the first trick decide the result. Otherwise the last trick decides the result, whoever won the
     * first trick. */
    ways rivals = {0}, against = {0}, foes = {0}, trumped = {0}, first_own = {0};
    for (int k = 0; k < KR_SEATS; k++) first_own |= won[k] & own[k];
    for (int k = 0; k < KR_SEATS; k++) {
        const ways in_suit = (first[k] & OF_SUIT) == (best & OF_SUIT);
        rivals += in_suit;
        foes |= in_suit & (own[k] ^ first_own);
        trumped |= second[k] >= TRUMPS;
        against |= ((second[k] & OF_SUIT) == (last & OF_SUIT)) & (v.open ? key[k] != last : own[k] ^ mine);
    }
    ways marked = rivals < -1, decisive = decides;
    if (!v.open) {
        const ways enough = gain >= needed, rest_enough = others >= needed;
        marked &= ~trumped | (foes & ((mine & ~rest_enough) | (~mine & enough)));
        decisive |= trumped & foes & (~enough | rest_enough);
    }
    best = (best & NUMBER) | (~marked & FOLLOWS);
    last = (last & NUMBER) | (~(against & decisive) & FOLLOWS);
    uint64_t cards = 0;
    for (uint32_t x = relevant; x; x &= x - 1) cards |= (uint64_t)1 << best[kr_low(x)] | (uint64_t)1 << last[kr_low(x)];
    /* A player may hold a deciding card and a lower card of the same suit. A further deciding card then tells these two
     * cards apart. If the player played the lower card, and it beats the best card of the trick so far, add the lower
     * card. If the player played the deciding card, and the lower card does not beat the best card so far, add this
     * best card. */
    uint32_t decided = (uint32_t)cards;
    for (uint32_t add = 1; add;) {
        const uint32_t from = kr_from_lowest(decided | (all & COUNTING));
        add = 0;
        for (int k = 1; k < KR_SEATS; k++) {
            if (!(pair[k] & from) || !(pair[k] & ~from)) continue;
            const int low = kr_low(pair[k]);
            for (uint32_t x = relevant; x; x &= x - 1) {
                const int way = kr_low(x), lies = lay[k][way] & NUMBER, higher = way >> k & 1;
                const int chosen = (int)((good[k][0] | good[k][1]) >> 8 * (way & ((1 << k) - 1)) & 1);
                if ((lies ^ low) < 8 && chosen != higher && higher == (low < lies)) add |= KR_BIT(higher ? lies : low);
            }
        }
        add &= ~from;
        decided |= add;
    }
    return result | decided;
}

#endif
