// Finds the holding of hidden hands that matters most for a loss. A holding is a card { seat, card }, a
// number of cards of a suit { seat, suit, least } (0: none; else at least so many), or two cards in the same
// hand { card, other }.
import { cardsOf } from "./cards.js";

// Numbers of cards of a suit that are tried as holdings.
const NUMBERS = [0, 2, 3, 4];

// A holding must be there in more than this share of the layouts, and absent in more than this share.
const RARE = 0.04;

// A holding found in a sample must explain at least this many times the variance that chance explains.
export const CERTAIN = 15;

// Two cards, or a least number of cards of a suit, count less by this factor: they tell a player less than a
// single card or a void.
const HANDICAP = 0.85;

export const meanOf = (list) => list.reduce((sum, n) => sum + n, 0) / list.length;

const countOf = (mask, suit) => cardsOf((mask >>> (8 * suit)) & 255).length;

// Lists the cards that the hands may hold, with the layouts in which they do: { seat, card, isHere } each.
// places: the hidden hands { seat, masks }; masks has the cards of the hand in each layout.
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

// Returns the holding that matters most, with { isHere, times, of, mean, rest, explained, example }. null: no
// holding matters. losses: the loss in each layout. withAll: whether to try holdings other than single cards,
// too. In the result, isHere says in which layouts the holding holds, times is the number of these layouts,
// mean their mean loss, and rest the mean loss in all other layouts. explained: share of the variance of the
// losses that the holding explains. example: index of the layout of isHere with the greatest loss.
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

// Returns the index of the greatest loss among the layouts that fit.
export const greatest = (losses, fits) => losses.reduce((most, loss, i) =>
  (fits(i) && (most < 0 || loss > losses[most]) ? i : most), -1);
