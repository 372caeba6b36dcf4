// Draws the verdict on a game. Each verdict says two things: whether the declarer won, and whether the
// contract could be made from the start.
import { h } from "./dom.js";
import { t } from "./words.js";

// made: won, makeable. gift: won, not makeable. lost: lost, makeable. hopeless: lost, not makeable.
export const VERDICTS = ["made", "gift", "lost", "hopeless"];
const SIGNS = { made: "✓", gift: "◇", lost: "✗", hopeless: "–", notMade: "✗" };

// Draws a verdict, or only whether the declarer won.
export const stamp = (verdict) => h("span", { class: `stamp ${verdict}` },
  h("span", { "aria-hidden": "true" }, SIGNS[verdict]), " ", t(verdict));
