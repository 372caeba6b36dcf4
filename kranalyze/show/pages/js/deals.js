// Reads hands from the values of tags, with the place of each card in the text. Rewrites the values of tags
// for another deck. The tags are those of KPN, the text format of logged games.
import { SUITS, SUIT_ALIASES, bit, cardName, handText, parseCard, parseSuit } from "./cards.js";
import { Refusal } from "./refusal.js";
import { BLANK, trim, wordsOf } from "./text.js";

// Pattern of a rank in a text of ranks: 10, or any character except white space, comma and U+FE0F.
const WRITTEN_RANK = new RegExp(`10|[^${BLANK},\\ufe0f]`, "gu");
export const isUnknownHand = (text) => text === "-" || text === "–";

// Suit symbols that may stand before ranks.
const SUIT_SYMBOLS = ["♠♤", "♥♡", "♦♢", "♣♧"];
const suitSigns = (deck) => SUIT_SYMBOLS.map((signs, suit) => signs + SUIT_ALIASES[deck][suit]);
const ANY_SIGN = Object.fromEntries(Object.keys(SUITS).map((deck) =>
  [deck, new RegExp(`[${suitSigns(deck).join("")}]`, "giu")]));

// Lists the written cards of a hand, { suit, rank, at } each. at: the place of the rank in the text. A hand
// is written as the ranks of four suits divided by dots, or as ranks after the sign of their suit.
function spelled(text, deck) {
  const parts = [];
  if (text.includes(".") || text.search(ANY_SIGN[deck]) !== 0) {
    const suits = text.split(".");
    if (suits.length !== 4) throw new Refusal("hand_suits", { text: trim(text), count: suits.length });
    let at = 0;
    for (const [suit, part] of suits.entries()) {
      parts.push({ suit, part, at });
      at += part.length + 1;
    }
  } else {
    const marks = [...text.matchAll(ANY_SIGN[deck])];
    for (const [i, mark] of marks.entries()) {
      const at = mark.index + mark[0].length;
      const suit = suitSigns(deck).findIndex((signs) => signs.includes(mark[0].toUpperCase()));
      parts.push({ suit, part: text.slice(at, marks[i + 1]?.index), at });
    }
  }
  return parts.filter(({ part }) => !isUnknownHand(trim(part))).flatMap(({ suit, part, at }) =>
    [...part.matchAll(WRITTEN_RANK)].map((m) => ({ suit, rank: m[0], at: at + m.index })));
}

const cardSpelled = ({ suit, rank }, deck) => parseCard(SUITS[deck][suit] + rank, deck);

// Returns the mask of a hand, null if the text is not a hand.
export function parseHand(text, deck) {
  let mask = 0;
  try {
    for (const sign of spelled(text, deck)) {
      const card = cardSpelled(sign, deck);
      if (card < 0 || mask & bit(card)) return null;
      mask = (mask | bit(card)) >>> 0;
    }
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return mask;
}

// Lists the cards of a hand with their places. start: the place of the hand. fail: function that is called
// for every part that is not a card. Its arguments are the key of a message, the values of the message's
// placeholders, and the place.
export function listedCards(text, start, deck, fail) {
  const cards = [];
  let signs = [];
  try {
    signs = spelled(text, deck);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    fail(error.key, error.gaps, start);
  }
  for (const sign of signs) {
    const card = cardSpelled(sign, deck);
    if (card < 0) fail("card_unknown", { text: SUITS[deck][sign.suit] + sign.rank }, start + sign.at);
    else cards.push({ card, at: start + sign.at });
  }
  return cards;
}

const BRIDGE_RANKS = /^[AKQJT2-9]*$/;
const LOW_RANKS = /[2-6]/;

// Returns whether a text is a hand of bridge: it has 13 cards, and at least one of their ranks exists only in
// bridge.
function isBridgeHand(text) {
  const ranks = text.toUpperCase().replaceAll("10", "T").replaceAll("-", "").split(".");
  const all = ranks.join("");
  return ranks.length === 4 && all.length === 13 && BRIDGE_RANKS.test(all) && LOW_RANKS.test(all);
}

// Returns whether at least one hand in the text of a deal is a hand of bridge.
export const isBridgeDeal = (text) =>
  text.includes(":") && wordsOf(text.slice(text.indexOf(":") + 1)).some((word) => isBridgeHand(word.text));

const letters = (pattern, read, written) => ({ pattern: new RegExp(pattern, "g"), read, written });
const cardLetters = (before) => letters(`${before}([^${BLANK}]+)`, parseCard, cardName);
const suitLetters = (pattern) => letters(pattern, parseSuit, (suit, deck) => SUITS[deck][suit]);

// For each tag whose value has letters of a deck: a pattern that finds these letters, a function that reads
// them, and one that writes them. The second group of the pattern holds the letters.
const LETTERS = {
  Deal: letters(`(^[^:]*:)?([^${BLANK}]+)`, (text, deck) => parseHand(text, deck) ?? -1, handText),
  Talon: cardLetters("()"), Discard: cardLetters("()"), Called: cardLetters("()"), Play: cardLetters("()"),
  FaceDown: cardLetters("(:)"), Trump: suitLetters(`()([^${BLANK}]+)`),
  Announce: suitLetters(`((?<=[24]0)[${BLANK}]+)([^${BLANK};]+)`), Auction: suitLetters(`(:)([^${BLANK}]+)`),
};

// Returns the value of a tag in the letters of another deck. Words that cannot be read stay unchanged.
export function respelled(name, value, old, deck) {
  if (!Object.hasOwn(LETTERS, name)) return value;
  const { pattern, read, written } = LETTERS[name];
  return value.replace(pattern, (whole, before, word) => {
    const meant = read(word, old);
    return meant < 0 ? whole : (before ?? "") + written(meant, deck);
  });
}

// Returns the deck of the tags, French by default.
export const deckOfTags = (tags) =>
  (trim(tags.get("Deck") ?? "").toLowerCase() === "german" ? "german" : "french");
