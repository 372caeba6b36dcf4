/* stakes.h - compute how many stakes are paid in the game Rußbach and for a Rufer (a race, 1 to 3 stakes). The searches
 * use these functions, and so does the settlement after play. */
#ifndef KR_STAKES_H
#define KR_STAKES_H

#include "kr.h"

/* The results that determine the stakes of a Rußbach. Index 0 is the declarer's side, index 1 the other side. */
typedef struct kr_outcome {
    int points[2], bonus[2]; /* `points` are the points of each side from cards and the last trick. `bonus` are the
                              * points of each side from marriages that count */
    int swept;               /* side that took all tricks; 2: neither side did */
} kr_outcome;

/* How many points a side needs to win, and to fulfil an announcement of 100. All fields use the same unit. */
typedef struct kr_stakes_needs {
    int hundred;     /* total points, including marriages, that fulfil an announcement of 100. If nobody announced 100,
                      * a winner with at least so many points wins double */
    int won, beside; /* points from cards and the last trick that a side needs to win. A side without a marriage that
                      * counts needs `won`. A side with such a marriage needs `beside` */
} kr_stakes_needs;

/* Return the needs in units of `unit` points. `hundred` says how many points an announcement of 100 requires. */
static inline kr_stakes_needs kr_needs_of(int hundred, int unit)
{
    return (kr_stakes_needs){.hundred = hundred / unit, .won = 50 / unit, .beside = 40 / unit};
}

/* Return how many stakes one payer of the other side owes one receiver of the declarer's side (RULINGS: russbach). If
 * the result is negative, the declarer's side owes. `announced` is a mask of enum kr_announcement. */
static inline int kr_stakes_paid(const kr_outcome *o, int announced, const kr_stakes_needs *needs)
{
    static const uint8_t says_hundred[2] = {KR_SIDE_HUNDRED, KR_OTHERS_HUNDRED};
    static const uint8_t says_all[2] = {KR_SIDE_ALL, KR_OTHERS_ALL};
    int total[2], reached[2], result = 0;
    for (int team = 0; team < 2; team++) {
        total[team] = o->points[team] + o->bonus[team];
        reached[team] = o->points[team] >= (o->bonus[team] ? needs->beside : needs->won);
    }
    if (!(announced & (KR_SIDE_HUNDRED | KR_OTHERS_HUNDRED))) {
        const int winner = reached[0] == reached[1] ? total[1] > total[0] : reached[1];
        const int stake = total[winner] >= needs->hundred ? 2 : 1;
        result += winner ? -stake : stake;
    }
    for (int team = 0; team < 2; team++) {
        const int sign = team ? -1 : 1;
        if (announced & says_hundred[team]) result += total[team] >= needs->hundred ? 3 * sign : -3 * sign;
        if (announced & says_all[team])
            result += o->swept == team ? 3 * sign : -3 * sign;
        else if (o->swept == team)
            result += 2 * sign;
    }
    return result;
}

/* Return the stake that the winner of a race gets: 3 if the loser has no trick, 2 if the loser has fewer points than
 * `low`, else 1 (RULINGS: bauernschnapsen). */
static inline int kr_race_stake(int loser_has_trick, int loser_points, int low)
{
    if (!loser_has_trick) return 3;
    return loser_points < low ? 2 : 1;
}

#endif
