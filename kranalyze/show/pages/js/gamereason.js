// Draws in the view of a game why the card that was played was a mistake.
import { h } from "./dom.js";
import { reasonPanel } from "./reasonviews.js";

// The reason is worked out once the position has been on the table for so many milliseconds. Otherwise a user
// who steps through the game would wait for reasons that he does not read.
const DELAY = 500;

// The reasons that were found in each record, by the index of the card. A reason that is null does not exist.
const found = new WeakMap();

// Draws a place, and shows the reason in it as soon as it is found. model: the game on the table. The card
// that comes next was a mistake.
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
    reasons.set(at, await trainer.reasonOfMistake(record, at));
    show();
  }, DELAY);
  return place;
}
