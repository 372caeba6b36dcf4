// Draws parts that the panels beside the table share: their frames, amounts and marks.
import { verdictAt } from "./costs.js";
import { h } from "./dom.js";
import { nameOf } from "./evening.js";
import { pick, t } from "./words.js";

export const unitOf = (model, n = 0) => pick(Math.abs(n) === 1 ? model.facts.one : model.facts.unit);

// Returns an amount with its unit, without a sign.
export const plain = (n, model) => `${n} ${unitOf(model, n)}`;

export const panel = (title, props, ...inside) => h("section", { class: "panel", ...props },
  title ? h("h2", null, title) : null, ...inside);

// Returns a sentence that says how much a player lost by announcements: by a wrong announcement, or because a
// good announcement was not made. at: the index of the card that the player played with the announcements.
export const wordsCost = (model, at, cost) => t("words",
  { seat: nameOf(model.record, model.record.seats[at]), cost: plain(cost, model) });

// Draws the mark of a card that cost something. The mark stands in parentheses if the card was right by what
// its player could see.
export function markSign(record, at) {
  const mark = record.cards?.[at]?.[1];
  if (!mark) return null;
  return verdictAt(record, at) === "unlucky" ? h("b", { class: "mark unlucky" }, `(${mark})`)
    : h("b", { class: "mark" }, mark);
}
