// Judges the cards of a seat by what the seat knows. Finds each card's share of won layouts, its mean
// settlement and its cost, and the verdict on a played card. The commands `kranalyze advise` and
// `analyze --single-dummy` find the same numbers. A layout is a way in which the cards that the seat does not
// see can lie.

// Quantile of the normal distribution for an interval of 95 %.
export const Z95 = 1.959963984540054;

// Returns the 95 % interval (Wilson) of the probability of an event that occurred in k of n trials.
function wilson(k, n) {
  const centre = (k + (Z95 * Z95) / 2) / (n + Z95 * Z95);
  const half = (Z95 / (n + Z95 * Z95)) * Math.sqrt((k * (n - k)) / n + (Z95 * Z95) / 4);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

// Returns the figures of each card, computed from sums over layouts (Sums in advising.js). unit: factor that
// converts the sums to settlements. isExact: whether the sums are over all layouts. The figures of a card:
// share: fraction of the layouts in which the seat wins after the card. width: width of the 95 % interval of
// the share.
// mean: mean settlement after the card. best: whether no card has a greater mean.
// cost: mean of the best card minus the mean of this card. costLow: lower end of the 95 % interval of the
// cost.
function figuresOf(sums, unit, isExact) {
  const n = sums.looks;
  const top = Math.max(...sums.sums);
  const leader = sums.sums.indexOf(top);
  const error = (i) => {
    if (isExact || i === leader) return 0;
    const total = sums.sums[i] - top;
    const both = sums.products[Math.max(i, leader)][Math.min(i, leader)];
    const squares = sums.products[i][i] + sums.products[leader][leader] - 2 * both;
    return Math.sqrt(Math.max(0, n * squares - total * total) / n / Math.max(1, n - 1) / n);
  };
  return sums.cards.map((card, i) => {
    const cost = (unit * (top - sums.sums[i])) / n;
    const [low, high] = isExact ? [0, 0] : wilson(sums.wins[i], n);
    return { card, share: sums.wins[i] / n, mean: (unit * sums.sums[i]) / n, best: sums.sums[i] === top, cost,
      costLow: cost - Z95 * unit * error(i), width: high - low };
  });
}

export const range = (n) => Array.from({ length: n }, (_, i) => BigInt(i));

// Judges the cards of a turn. Returns { layouts, looked, cards }: how many layouts there are, how many were
// examined, and the figures of the cards. card: the card that was played.
// If there are at most `limit` layouts, all layouts are examined. Otherwise random layouts are drawn in
// rounds. The first round draws `first` layouts. Each later round draws as many layouts as all earlier rounds
// together. No further round follows in these four cases:
// 1. All intervals of the shares are at most `within` wide.
// 2. The cost of the card that was played is clearly above 0 (its costLow is above 0).
// 3. The cost of every card except the best is clearly above 0.
// 4. So many layouts were drawn that no interval of a share can be wider than `within`.
export function judgeTurn(turn, { limit, within, first }, card) {
  const { count, unit } = turn;
  if (count <= limit)
    return { layouts: count, looked: count, cards: figuresOf(turn.sum(range(count)), unit, true) };
  const most = Math.floor((Z95 / within) ** 2) + 1;
  let sums = null;
  let cards = [];
  let drawn = 0;
  for (let n = first; drawn < most; n = drawn) {
    n = Math.min(n, most - drawn);
    const more = turn.sum(turn.draw(drawn, n));
    sums = sums ? sums.add(more) : more;
    drawn += n;
    cards = figuresOf(sums, unit, false);
    const isNarrow = cards.every(({ width }) => width <= within);
    const isApart = cards.every(({ best, costLow }) => best || costLow > 0);
    if (isNarrow || isApart || cards.some((one) => one.card === card && one.costLow > 0)) break;
  }
  return { layouts: count, looked: Math.floor(sums.looks / turn.lying), cards };
}

// Returns the verdict on a card. The first argument has the figures of the card. cost: what the card cost on
// the actual deal, with all cards open.
// "mistake": by what the player could know, another card was clearly better, and the card cost something.
// "lucky": another card was clearly better, but this card cost nothing.
// "unlucky": the card was right, but it cost something.
// "": the card was right and cost nothing, or the layouts that were drawn do not decide.
export function verdictOf({ best, costLow }, cost) {
  if (costLow > 0) return cost ? "mistake" : "lucky";
  return cost && best ? "unlucky" : "";
}
