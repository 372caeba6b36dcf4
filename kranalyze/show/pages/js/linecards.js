// Draws the cards of a line of play in one line, trick by trick.
import { seatsInPlay } from "./evening.js";
import { cardSign } from "./faces.js";

// Returns the signs of cards that follow the position on the table. A stroke stands between tricks.
export function cardsByTrick(model, cards, deck) {
  const { size } = seatsInPlay(model.record, model.facts);
  const gap = (i) => (!i ? "" : (model.at + i) % size ? " " : " | ");
  return cards.map((card, i) => [gap(i), cardSign(card, deck)]);
}
