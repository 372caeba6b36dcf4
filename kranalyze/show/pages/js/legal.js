// The rules of play: legal cards, who takes a trick, whose turn it is.
import { ORDERS, RANKS, bit, cardsOf, count, maskOf, rankOf, suitOf } from "./cards.js";
import { message } from "./refusal.js";

// How cards must be played in a question, and who takes a trick.
export function playRules(row, { contract, declarer, order, trump }) {
  const out = contract.sits_out && declarer !== null ? (declarer + 2) % 4 : null;
  const seats = [0, 1, 2, 3].slice(0, row.seats).filter((seat) => seat !== out);
  return { order, trump, mustTrump: row.must_trump, mustBeat: row.must_beat, seats };
}

// Whether a card beats the card that is best in the trick so far.
function beats(card, best, { order, trump }) {
  if (suitOf(card) !== suitOf(best)) return suitOf(card) === trump;
  const strength = (card) => ORDERS[order].indexOf(RANKS[rankOf(card)]);
  return strength(card) < strength(best);
}

// The place in the trick of the card that takes it.
export const winnerOf = (trick, rules) =>
  trick.reduce((best, card, i) => (beats(card, trick[best], rules) ? i : best), 0);

// The mask of the cards that may be played; forced: the card that was laid face down for this trick, or null.
function legalCards(hand, trick, rules, forced) {
  if (forced !== null) return (hand & bit(forced)) >>> 0;
  if (!trick.length) return hand;
  const cards = cardsOf(hand);
  const following = cards.filter((card) => suitOf(card) === suitOf(trick[0]));
  const allowed = following.length ? following
    : cards.filter((card) => suitOf(card) === rules.trump && rules.mustTrump);
  if (!allowed.length) return hand;
  const best = trick[winnerOf(trick, rules)];
  const beating = allowed.filter((card) => rules.mustBeat && beats(card, best, rules));
  return maskOf(beating.length ? beating : allowed);
}

// The rule that a card of a seat breaks, as a refusal; null if it may be played.
export function whyIllegal(seat, card, hand, trick, rules, forced) {
  if (!(hand & bit(card))) return message("holdsNot", { seat, card });
  const allowed = legalCards(hand, trick, rules, forced);
  if (allowed & bit(card)) return null;
  if (forced !== null) return message("mustPlayLaid", { seat, card: forced });
  const cards = cardsOf(allowed).reverse();
  const choice = message(count(allowed) === 1 ? "choiceOne" : "choiceOf", { cards });
  const led = suitOf(trick[0]);
  const holdsLed = cardsOf(hand).some((one) => suitOf(one) === led);
  if (holdsLed && suitOf(card) !== led) return message("mustFollow", { seat, suitName: led, choice });
  if (!holdsLed && suitOf(card) !== rules.trump) return message("mustTrump", { seat, choice });
  return message("mustBeat", { seat, card: trick[winnerOf(trick, rules)] });
}

// The seats in playing order when one leads.
export function turnOrder(leader, { seats }) {
  const behind = seats.filter((seat) => seat > leader);
  return [leader, ...behind, ...seats].slice(0, seats.length);
}
