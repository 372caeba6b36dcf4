// Draws the reason why a card that was played was a mistake, in the view of a game.
import { h } from "./dom.js";
import { reasonPanel } from "./reasonviews.js";

// A reason is worked out only after its position has been on the table for this many milliseconds. Otherwise
// a user who steps through the game would wait for reasons that nobody reads.
const DELAY = 500;

// For each record, a Map of the reasons found so far. The key in this Map is the index of the card. The value
// null means that no reason was found for the card.
const found = new WeakMap();

// Draws an empty element, and shows the reason in it as soon as the reason is found. The first argument is
// the model of the game on the table. The reason is about the next card of this game, which must be a
// mistake.
export function reasonPlace({ record, at, facts }, deck, trainer) {
  const place = h("div", { "aria-live": "polite" });
  const reasons = found.get(record) ?? new Map();
  found.set(record, reasons);
  const show = () => {
    const reason = reasons.get(at);
    if (!reason) return;
    const turn = { record, seat: record.seats[at], compared: reason.compared, deck, isYou: false };
    place.replaceChildren(reasonPanel(reason, turn, facts, null));
  };
  if (reasons.has(at)) show();
  else setTimeout(async () => {
    if (!place.isConnected) return;
    if (!reasons.has(at)) reasons.set(at, await trainer.reasonOfMistake(record, at));
    show();
  }, DELAY);
  return place;
}
