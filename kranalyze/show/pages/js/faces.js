// Draws cards as tiles and as names in texts, and the suits of both decks.
import { ORDERS, RANKS, SUITS, cardName, rankLetter, rankOf, suitOf } from "./cards.js";
import { h, svg } from "./dom.js";
import { DRAWING } from "./layouts.js";
import { getLanguage, t } from "./words.js";

// If this character follows a symbol, browsers draw the symbol like a letter, not as a coloured picture.
export const PLAIN = "\ufe0e";
export const FRENCH = ["♠", "♥", "♦", "♣"];

export function suitSign(suit, deck) {
  if (deck === "french")
    return h("span", { class: `suit s${suit}`, "aria-hidden": "true" }, FRENCH[suit] + PLAIN);
  const { outlines, outlineColours } = DRAWING;
  const letter = SUITS.german[suit];
  return svg("svg", { class: `suit g${suit}`, viewBox: "0 0 16 16", "aria-hidden": "true",
    focusable: "false" },
    outlines[letter].map((d, i) => svg("path", { d, fill: outlineColours[letter][i] })));
}

export const suitWords = (suit, deck) => t(`${deck}${suit}`);

// Returns the name of a card as people say it.
export function cardWords(card, deck) {
  const rank = t(`r${rankLetter(rankOf(card), deck)}`);
  return t("cardWords", { rank, suit: suitWords(suitOf(card), deck) });
}

// If the page is in German, French cards show D for the Queen and B for the Jack. The cards of the German
// deck have the same letters in both languages.
const GERMAN_FRENCH = { Q: "D", J: "B", T: "10" };
function sign(letter, deck) {
  if (deck === "french" && getLanguage() === "de") return GERMAN_FRENCH[letter] ?? letter;
  return letter.replace("T", "10");
}
export const shownRank = (card, deck) => sign(rankLetter(rankOf(card), deck), deck);

// Returns the ranks of a game, sorted by an order of rank, in the letters that the cards show.
export const rankSigns = (order, ranks, deck) =>
  [...ORDERS[order]].filter((r) => ranks.includes(r)).map((r) =>
    sign(rankLetter(RANKS.indexOf(r), deck), deck)).join(" ");

// Makes a card inside a text.
export function cardSign(card, deck) {
  return h("span", { class: "card-sign" }, h("span", { "aria-hidden": "true" }, suitSign(suitOf(card), deck),
    shownRank(card, deck)),
    h("span", { class: "heard" }, cardWords(card, deck)));
}

// Makes a card on the table. The card is a button if it can be played. onclosed: function that is called if
// the user taps a card that cannot be played.
export function tile(card, deck,
  { onclick = null, onclosed = null, below = null, classes = "", label = "", data = {} } = {}) {
  const face = [h("span", { class: "rank" }, shownRank(card, deck)), suitSign(suitOf(card), deck)];
  const props = { class: `tile ${deck === "german" ? "g" : "s"}${suitOf(card)} ${classes}`,
    "data-card": cardName(card), ...data };
  const words = [cardWords(card, deck), label].filter(Boolean).join(", ");
  const inside = [h("span", { class: "face", "aria-hidden": "true" }, face), below];
  if (onclick) return h("button", { type: "button", "aria-label": words, onclick, ...props }, inside);
  return h("span", { role: "img", "aria-label": words, onclick: onclosed, ...props }, inside);
}

// Returns the text of a key with its gaps (placeholders such as {card}) filled. nodes: elements for some of
// the gaps, by name. gaps: the values of the other gaps.
export function withNodes(key, gaps, nodes) {
  const names = Object.keys(nodes);
  const marks = Object.fromEntries(names.map((name, i) => [name, `\u0001${i}\u0001`]));
  return t(key, { ...gaps, ...marks }).split("\u0001").map((part, i) => (i % 2 ? nodes[names[part]] : part));
}

// Returns the text of a key, with a card in its gap {card}. gaps: the values of its other gaps.
export const withCard = (key, gaps, card, deck) => withNodes(key, gaps, { card: cardSign(card, deck) });
