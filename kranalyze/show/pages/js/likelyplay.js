// Chooses the card that a player would choose if several cards are equally good with best play.
import { cardsOf, rankOf, suitOf } from "./cards.js";
import { T, hand } from "./core.js";

// Returns the power of a card in a trick. A card beats another card of the trick if its power is greater.
// led: the suit of the first card.
function power(task, led, card) {
  const isFollowing = suitOf(card) === led;
  const level = suitOf(card) === task[T.trump] ? 2 : isFollowing ? 1 : 0;
  return level * 100 + task[T.strength + rankOf(card)];
}

// Returns whether no other hand holds a stronger card of the same suit.
function isMaster(task, position, seat, card) {
  const strength = (one) => task[T.strength + rankOf(one)];
  const others = [0, 1, 2, 3].filter((who) => who !== seat).flatMap((who) => cardsOf(hand(position, who)));
  return !others.some((one) => suitOf(one) === suitOf(card) && strength(one) > strength(card));
}

// Returns the card that a seat plays in a sweep: a contract in which certain seats (task.takers) must take
// the tricks. If several cards are equally good with best play, returns the one that a player would choose.
// trick: the cards of the trick so far. own: mask of the seats of one side. The choice assumes that this side
// does not reach its aim.
export function likelyCard({ core }, task, position, seat, trick, own) {
  const [{ cards }] = core.worth([[task, position]]);
  const sign = (task[T.side] >> seat) & 1 ? 1 : -1;
  const most = Math.max(...[...cards.values()].map((value) => sign * value));
  const strength = (card) => task[T.strength + rankOf(card)];
  const equal = [...cards.keys()].filter((card) => sign * cards.get(card) === most)
    .sort((a, b) => strength(a) - strength(b));
  const takes = (card) => {
    const led = suitOf(trick[0] ?? card);
    return trick.every((other) => power(task, led, other) < power(task, led, card));
  };
  const isOwn = (own >> seat) & 1;
  if ((task[T.takers] >> seat) & 1) {
    if (!isOwn) return equal[0];
    return equal.findLast((card) => takes(card) && isMaster(task, position, seat, card)) ?? equal.at(-1);
  }
  if (!isOwn) return equal.find(takes) ?? equal[0];
  return (trick.length ? equal.findLast((card) => !takes(card)) : null) ?? equal[0];
}
