// Judges the cards of a seat by what it knows: shares, means, costs and the verdict on the card played. The
// commands `kranalyze advise` and `analyze --single-dummy` find the same numbers. A layout is a way in which
// the cards that the seat does not see can lie.
import { findPlace } from "./places.js";

// Quantile of the normal distribution for an interval of 95 %.
export const Z95 = 1.959963984540054;

function wilson(k, n) {
  const centre = (k + (Z95 * Z95) / 2) / (n + Z95 * Z95);
  const half = (Z95 / (n + Z95 * Z95)) * Math.sqrt((k * (n - k)) / n + (Z95 * Z95) / 4);
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

// Returns the figures of each card from sums over layouts. costLow is the lower end of the cost's
// 95 % interval.
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

const range = (n) => Array.from({ length: n }, (_, i) => BigInt(i));

// Judges the cards of a turn. limit: all layouts are examined if there are at most so many. within: sampling
// stops when the intervals of all shares are at most this wide. first: number of samples before the first
// check. Sampling also stops when the samples show that the card played is not the best.
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

// Returns the verdict on a card. cost: the cost of the card with open cards. "": no verdict, or the samples
// do not decide.
export function verdictOf({ best, costLow }, cost) {
  if (costLow > 0) return cost ? "mistake" : "lucky";
  return cost && best ? "unlucky" : "";
}

// Maximum number of layouts that are valued one by one to find a reason.
const REASONED = 400;

// Finds the unseen card whose place matters most for the difference between two cards of the seat. Returns
// null if no place matters. looked: number of layouts that were examined to judge the cards. In the result,
// mean is the mean loss by the worse card if the unseen card lies in the place, other the mean loss if not.
export function reasonOf(turn, worse, better, looked) {
  const { count, unit, places } = turn;
  const most = Math.min(looked, REASONED);
  const isWhole = count <= most;
  const numbers = isWhole ? range(count) : turn.draw(0, most);
  const layouts = turn.layouts(numbers);
  const losses = numbers.map((number) => {
    const { cards, sums, looks } = turn.sum([number]);
    return (unit * (sums[cards.indexOf(better)] - sums[cards.indexOf(worse)])) / looks;
  });
  const known = places.map(({ seat, open }, place) =>
    ({ seat, masks: open || seat === null ? [] : layouts.map((masks) => masks[place]) }));
  const found = findPlace(losses, known.filter(({ masks }) => masks.length));
  return found && { ...found, isWhole, hands: dealtIn(turn, layouts[found.example]) };
}

// Returns the hands before the first card in a layout.
function dealtIn({ places, played, held, seat }, layout) {
  const hands = [...played];
  hands[seat] = (hands[seat] | held) >>> 0;
  places.forEach((place, k) => {
    if (place.seat !== null) hands[place.seat] = (hands[place.seat] | layout[k]) >>> 0;
  });
  return hands;
}
