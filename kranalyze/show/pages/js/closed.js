// Says why a card of a hand may not be played.
import { suitNamed } from "./bidwords.js";
import { suitOf } from "./cards.js";
import { h } from "./dom.js";
import { withNodes } from "./faces.js";
import { t } from "./words.js";

// Draws the empty element in which sayClosed shows the reason. The element lies on top of the page, so that
// the user sees the reason wherever the card is.
export const closedPlace = () => h("p", { id: "closed-card", class: "toast", role: "status" });

// Shows why a card may not be played. words: the reason.
export const sayClosed = (words) =>
  document.getElementById("closed-card").replaceChildren(...[words].flat(Infinity));

// Returns in words why a card may not be played. legal: the cards that may be played. led: the suit of the
// first card of the trick, null if the trick is empty. trump: the trump suit, null if there is none.
export function closedWords(card, legal, led, trump, deck) {
  const suits = new Set(legal.map(suitOf));
  if (led === null || suits.size !== 1) return t("closedNow");
  const [suit] = suits;
  if (suitOf(card) === suit) return t("mustBeat");
  if (suit === led) return withNodes("mustFollow", {}, { suit: suitNamed(suit, deck) });
  return suit === trump ? withNodes("mustTrump", {}, { suit: suitNamed(suit, deck) }) : t("closedNow");
}
