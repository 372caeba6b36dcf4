// Draws the verdict on a game: whether the declarer won, and whether the contract could be made.
import { h } from "./dom.js";
import { t } from "./words.js";

export const VERDICTS = ["made", "gift", "lost", "hopeless"];
const SIGNS = { made: "✓", gift: "◇", lost: "✗", hopeless: "–", notMade: "✗" };

// Draws a verdict, or only whether the declarer won.
export const stamp = (verdict) => h("span", { class: `stamp ${verdict}` },
  h("span", { "aria-hidden": "true" }, SIGNS[verdict]), " ", t(verdict));
