// Draws the verdict on a game. Each verdict says two things: whether the declarer won, and whether the
// contract could be made from the start.
import { h } from "./dom.js";
import { t } from "./words.js";

// made: the declarer won, and the contract was makeable. gift: the declarer won, but the contract was not
// makeable. lost: the declarer lost, but the contract was makeable. hopeless: the declarer lost, and the
// contract was not makeable.
export const VERDICTS = ["made", "gift", "lost", "hopeless"];
const SIGNS = { made: "✓", gift: "◇", lost: "✗", hopeless: "–", notMade: "✗" };

// Draws a verdict. For a game without a verdict, draws only whether the declarer won ("made" or "notMade").
export const stamp = (verdict) => h("span", { class: `stamp ${verdict}` },
  h("span", { "aria-hidden": "true" }, SIGNS[verdict]), " ", t(verdict));
