// Finds the holding of hidden hands that matters most for losses. A layout is a way in which the unseen cards
// can lie. A loss is the amount that a choice gives away in a layout. There are three kinds of holdings:
// { seat, card }: the hand of the seat has the card.
// { seat, suit, least }: the hand of the seat has at least `least` cards of the suit. If `least` is 0, the
// hand has no card of the suit.
// { card, other }: one hand has both cards.
import { cardsOf } from "./cards.js";

// The numbers that are tried as `least` for each suit.
const NUMBERS = [0, 2, 3, 4];

// If all kinds of holdings are tried, rare holdings are skipped. A holding must occur in more than this
// fraction of the layouts, and must be absent in more than this fraction.
const RARE = 0.04;

// If there are n layouts, chance alone explains a fraction of about 1 / n of the variance of the losses. A
// holding found in a sample must explain at least CERTAIN times this fraction.
export const CERTAIN = 15;

// The holding with the greatest weight matters most. This factor reduces the weight of two kinds of holdings:
// { card, other }, and { seat, suit, least } with `least` above 0. A player learns less from these holdings
// than from a single card or a void.
const HANDICAP = 0.85;

export const meanOf = (list) => list.reduce((sum, n) => sum + n, 0) / list.length;

const countOf = (mask, suit) => cardsOf((mask >>> (8 * suit)) & 255).length;

// Lists the cards that the hidden hands may hold: { seat, card, isHere } each. isHere: for each layout,
// whether the hand holds the card. places: the hidden hands { seat, masks }. masks: for each layout, the
// cards of the hand.
const cardHoldings = (places) => places.flatMap(({ seat, masks }) =>
  cardsOf(masks.reduce((all, mask) => all | mask, 0) >>> 0).map((card) =>
    ({ seat, card, isHere: masks.map((mask) => (mask >>> card) & 1) })));

// Lists the holdings other than single cards.
function otherHoldings(places) {
  const suits = places.flatMap(({ seat, masks }) => NUMBERS.flatMap((least) => [0, 1, 2, 3].map((suit) =>
    ({ seat, suit, least, isHere: masks.map((mask) => {
      const count = countOf(mask, suit);
      return least ? count >= least : !count;
    }) }))));
  const all = cardsOf(places.flatMap(({ masks }) => masks).reduce((sum, mask) => sum | mask, 0) >>> 0);
  const pairs = all.flatMap((card) => all.filter((other) => other > card).map((other) => {
    const both = (1 << card) | (1 << other);
    return { card, other, isHere: places[0].masks.map((_, i) =>
      places.some(({ masks }) => (masks[i] & both) === both)) };
  }));
  return [...suits, ...pairs];
}

// Returns the holding that matters most, null if no holding matters. losses: the loss in each layout. places:
// the hidden hands, as in cardHoldings. withAll: whether to try holdings other than single cards, too.
// The result has the fields of the holding, and these:
// isHere: for each layout, whether the holding occurs in the layout.
// times: number of layouts with the holding. of: number of all layouts.
// mean: mean loss in the layouts with the holding. rest: mean loss in all other layouts.
// explained: fraction of the variance of the losses that the holding explains.
// example: index of a layout. Among the layouts with the holding, this layout has the greatest loss.
export function findPlace(losses, places, withAll = false) {
  if (!places.length) return null;
  const of = losses.length;
  const whole = meanOf(losses);
  const variance = meanOf(losses.map((loss) => (loss - whole) ** 2));
  const cards = cardHoldings(places);
  let found = null;
  for (const holding of withAll ? [...cards, ...otherHoldings(places)] : cards) {
    const { isHere, seat, least, other } = holding;
    const here = losses.filter((_, i) => isHere[i]);
    const there = losses.filter((_, i) => !isHere[i]);
    if (Math.min(here.length, there.length) <= (withAll ? RARE * of : 0)) continue;
    const [mean, rest] = [here, there].map(meanOf);
    const strength = ((mean - rest) * Math.sqrt(here.length * there.length)) / of;
    const weight = strength * (least || other !== undefined ? HANDICAP : 1);
    if (weight > 0 && mean > 0 && (!found || weight > found.weight)) found = { ...holding, seat,
      times: here.length, of, mean, rest, weight, explained: strength ** 2 / variance };
  }
  if (!found) return null;
  return { ...found, example: greatest(losses, (i) => found.isHere[i]) };
}

// Returns the index of the greatest loss among the layouts that fit, -1 if none fits. fits: function that
// gets the index of a layout and returns whether it fits.
export const greatest = (losses, fits) => losses.reduce((most, loss, i) =>
  (fits(i) && (most < 0 || loss > losses[most]) ? i : most), -1);
