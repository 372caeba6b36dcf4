// Finds a fact that says why one card of a seat is worse than another one. The fact is about layouts. A
// layout is one way in which the cards that the seat does not see can lie. The loss in a layout is the
// settlement that the worse card gives away against the better one.
import { trickAfter } from "./bestplay.js";
import { range } from "./figures.js";
import { laterTrick } from "./latertricks.js";
import { CERTAIN, findPlace, greatest } from "./places.js";

// If there are at most REASONED layouts, and all were examined to judge the cards, the losses are computed
// for all of them. Otherwise they are computed for a random sample of at most DRAWN layouts.
const REASONED = 400;
const DRAWN = 256;

// The reason can be a holding (see places.js), or a trick that a certain seat takes. The holding or trick
// must explain enough of the losses:
// HOLDING: a holding is a reason if it explains at least this fraction of the variance of the losses.
// COVERS, RATIO: a holding that explains less is a reason if two conditions hold. The card is worse at least
// RATIO times as often with the holding as without it. At least the fraction COVERS of the layouts in which
// the card is worse have the holding.
// FEWEST: in any case, the card must be worse in at least this many layouts with the holding.
// TRICK: a trick must explain at least this fraction of the sum of the squares of the losses.
const HOLDING = 0.1;
const COVERS = 0.7;
const RATIO = 3;
const FEWEST = 3;
const TRICK = 0.3;

// A trick is a better reason than a holding if it explains at least this many times as much.
const PLAINER = 3;

// For each seat, findTrick counts the layouts in which this seat takes the trick: once after the worse card,
// and once after the better card. findTrick skips a seat if these two numbers differ by less than this
// fraction of all layouts.
const OFTENER = 0.25;

const total = (list) => list.reduce((sum, n) => sum + n, 0);
const worseIn = (losses) => losses.filter((loss) => loss > 0).length;

// Returns a fact about the trick in progress: a seat takes this trick more often after one of the two cards.
// Of all such facts, returns the one that fits the losses best, null if none fits. tricks: for each layout
// the results of trickAfter, after the worse card and after the better card. me: the seat to play.
// In the result { seat, card, after, explained, example }:
// card: the card with which the seat takes the trick, null for any card.
// after: two numbers of layouts in which the seat takes the trick with `card`: after the worse card, and
// after the better card.
// explained: the fraction of the sum of the squares of the losses that the fact explains.
// example: index of a layout in which the seat takes the trick (with `card`) after only one of the two cards.
// Of all such layouts, this one has the greatest loss.
function findTrick(losses, tricks, me) {
  const takers = new Map();
  for (const trick of tricks.flat().filter(Boolean)) {
    takers.set(trick.seat, { seat: trick.seat, card: null });
    if (trick.seat !== me) takers.set(`${trick.seat} ${trick.card}`, trick);
  }
  let found = null;
  for (const { seat, card } of takers.values()) {
    const takes = (trick) => trick?.seat === seat && (card === null || trick.card === card);
    const gaps = tricks.map(([worse, better]) => takes(worse) - takes(better));
    const sum = total(gaps.map((gap, i) => gap * losses[i]));
    const explained = sum ** 2 / gaps.filter(Boolean).length / total(losses.map((loss) => loss ** 2));
    if (sum * total(gaps) <= 0 || Math.abs(total(gaps)) < OFTENER * losses.length) continue;
    if (!found || explained > found.explained) found = { seat, card, explained,
      after: [0, 1].map((i) => tricks.filter((pair) => takes(pair[i])).length),
      example: greatest(losses, (i) => gaps[i]) };
  }
  return found;
}

// Returns whether a holding is a reason, and not chance. isWhole: whether `losses` covers all layouts.
function isTelling({ explained, isHere, times, of }, losses, isWhole) {
  const here = worseIn(losses.filter((_, i) => isHere[i]));
  if (here < FEWEST || (!isWhole && explained * of < CERTAIN)) return false;
  if (explained >= HOLDING) return true;
  const all = worseIn(losses);
  return here >= COVERS * all && here / times >= (RATIO * (all - here)) / (of - times);
}

// Returns the best fact with its kind: "trick", "holding", or "plain" if neither explains enough. A plain
// fact has only an example layout.
function bestFact(losses, holding, trick, isWhole) {
  const holds = holding && isTelling(holding, losses, isWhole);
  if (trick?.explained >= TRICK && !(holds && trick.explained < PLAINER * holding.explained))
    return { kind: "trick", ...trick };
  if (holds) return { kind: "holding", ...holding };
  return { kind: "plain", example: greatest(losses, () => true) };
}

// Finds a reason why a card is worse than another one if all play best, null if the card is not worse.
// looked: number of layouts that were examined to judge the cards. The reason uses at most as many layouts.
// The result has the fields of the fact (see findPlace and findTrick), and these:
// kind: "holding", "trick", or "plain" (see bestFact). later: the result of laterTrick, or null.
// of: number of layouts for which losses were computed. isWhole: whether these are all layouts.
// worse, better: numbers of layouts in which the card is worse or better than the other one.
// here: number of layouts in which the fact applies and the card is worse. cost: mean loss in these layouts.
// isSame: whether all losses in these layouts are equal.
// isGame: whether the seat can only win or lose (Turn.isWonOrLost). hands: the hands of an example.
export function reasonOf(answers, turn, card, other, looked) {
  const { count, unit, places } = turn;
  const isWhole = count <= Math.min(looked, REASONED);
  const numbers = isWhole ? range(count) : turn.draw(0, Math.min(looked, DRAWN));
  const layouts = turn.layouts(numbers);
  const losses = numbers.map((number) => {
    const { cards, sums, looks } = turn.sum([number]);
    return (unit * (sums[cards.indexOf(other)] - sums[cards.indexOf(card)])) / looks;
  });
  if (total(losses) <= 0) return null;
  const known = places.map(({ seat, open }, place) =>
    ({ seat, masks: open || seat === null ? [] : layouts.map((masks) => masks[place]) }));
  const holding = findPlace(losses, known.filter(({ masks }) => masks.length), true);
  const tricks = turn.lying > 1 ? [] : layouts.map((layout) => {
    const { task, position } = turn.positionIn(layout);
    return [card, other].map((one) => trickAfter(answers, task, position, one));
  });
  const { isHere, ...fact } = factAndLaterTrick(answers, turn, { layouts, losses, cards: [card, other] },
    bestFact(losses, holding, findTrick(losses, tricks, turn.seat), isWhole));
  const costs = losses.filter((loss, i) => loss > 0 && (!isHere || isHere[i]));
  return { ...fact, isWhole, looked, of: losses.length, worse: worseIn(losses),
    better: worseIn(losses.map((loss) => -loss)), here: costs.length, cost: total(costs) / costs.length,
    isSame: new Set(costs).size === 1, isGame: turn.isWonOrLost,
    hands: dealtIn(turn, layouts[(fact.later ?? fact).example]) };
}

// Adds a later trick to a fact: a trick that a card takes after only one of the two compared cards (see
// laterTrick). If the fact is that two cards are in one hand, the later trick replaces the fact, because a
// player learns little from such a fact.
function factAndLaterTrick(answers, turn, compared, fact) {
  if (turn.lying > 1 || fact.kind === "trick") return { ...fact, later: null };
  const isPair = fact.other !== undefined;
  const fits = (i) => isPair || !fact.isHere || fact.isHere[i];
  const later = laterTrick(answers, turn, { ...compared, fits });
  return isPair && later ? { kind: "plain", later } : { ...fact, later };
}

// Returns the hands of a layout as they were before the first card was played.
function dealtIn({ places, played, held, seat }, layout) {
  const hands = [...played];
  hands[seat] = (hands[seat] | held) >>> 0;
  places.forEach((place, k) => {
    if (place.seat !== null) hands[place.seat] = (hands[place.seat] | layout[k]) >>> 0;
  });
  return hands;
}
