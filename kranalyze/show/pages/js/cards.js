// Reads and writes cards and seats. A card is suit * 8 + rank, as everywhere in kranalyze. Bit n of a mask
// stands for card n.
import { Refusal } from "./refusal.js";
import { trim } from "./text.js";

export const SEATS = "NESW";
export const TITLES = ["North", "East", "South", "West"];
const SEAT_NAMES = [["N", "NORTH", "NORD"], ["E", "EAST", "OST"], ["S", "SOUTH", "SÜD", "SUED"],
  ["W", "WEST"]];
export const RANKS = "789TJQKA";
export const SUITS = { french: "SHDC", german: "LHSE" };
const GERMAN_RANKS = "789TUOKA";
// Letters that are accepted for each suit.
export const SUIT_ALIASES = { french: [..."SHDC"], german: ["LGB", "H", "S", "E"] };
// Other letters for the ten.
const TENS = { french: {}, german: { X: "T", Z: "T" } };
// The orders of rank by their letters. An order lists the ranks from high to low.
export const ORDERS = { K: "AKQJT987", T: "ATKQJ987", Z: "TKQJA987" };

export const suitOf = (card) => card >> 3;
export const rankOf = (card) => card & 7;
export const bit = (card) => (1 << card) >>> 0;

export function cardsOf(mask) {
  const cards = [];
  for (let c = 0; c < 32; c++) if ((mask >>> c) & 1) cards.push(c);
  return cards;
}

export const maskOf = (cards) => cards.reduce((mask, card) => (mask | bit(card)) >>> 0, 0);

export function count(mask) {
  let n = 0;
  for (let rest = mask >>> 0; rest; rest = (rest & (rest - 1)) >>> 0) n++;
  return n;
}

export const rankLetter = (rank, deck = "french") => (deck === "german" ? GERMAN_RANKS : RANKS)[rank];
export const cardName = (card, deck = "french") => SUITS[deck][suitOf(card)] + rankLetter(rankOf(card), deck);

// Returns the suit of a letter, -1 if the letter names no suit.
export function parseSuit(text, deck = "french") {
  const letter = trim(text).toUpperCase();
  return letter.length === 1 ? SUIT_ALIASES[deck].findIndex((all) => all.includes(letter)) : -1;
}

export function parseRank(text, deck = "french") {
  const letter = trim(text).toUpperCase();
  if (letter === "10") return 3;
  const letters = deck === "german" ? GERMAN_RANKS : RANKS;
  return letter.length === 1 ? letters.indexOf(TENS[deck][letter] ?? letter) : -1;
}

// Returns the card of a name, -1 if no card has this name.
export function parseCard(word, deck = "french") {
  const text = trim(word);
  const suit = parseSuit(text.slice(0, 1), deck);
  const rank = parseRank(text.slice(1), deck);
  return suit < 0 || rank < 0 ? -1 : suit * 8 + rank;
}

// Returns the seat that a text names, -1 if the text names no seat. O (for Ost) is not accepted: East is E.
export const parseSeat = (text) => SEAT_NAMES.findIndex((names) => names.includes(trim(text).toUpperCase()));

// Lists the cards of a suit in a hand, high cards first.
export function inOrder(mask, suit, order) {
  return [...ORDERS[order]].map((r) => suit * 8 + RANKS.indexOf(r)).filter((c) => (mask >>> c) & 1);
}

// Returns a hand as KPN writes it. The ranks of a suit stand in the order A K Q J T 9 8 7.
export function handText(mask, deck = "french") {
  return [0, 1, 2, 3].map((s) => inOrder(mask, s,
    "K").map((c) => rankLetter(rankOf(c), deck)).join("")).join(".");
}

export function dealText(hands, seats = 4, deck = "french") {
  const texts = hands.slice(0, seats).map((mask) => (mask === null ? "-" : handText(mask, deck)));
  return `N:${texts.join(" ")}`;
}

// Reads a deal such as "N:h h h h", where h is a hand in French letters. Returns the masks of the hands.
// Throws if the text is not a deal.
export function parseDeal(text) {
  const [head, body] = text.trim().split(/:\s*/, 2);
  const first = SEATS.indexOf(head.trim().toUpperCase());
  const words = (body ?? "").split(/\s+/).filter(Boolean);
  if (first < 0 || head.trim().length !== 1 || words.length < 3 || words.length > 4)
    throw new Refusal("noDeal", { text });
  const hands = [0, 0, 0, 0];
  words.forEach((word, i) => {
    const suits = word.split(".");
    if (suits.length !== 4) throw new Refusal("hand_suits", { text: word, count: suits.length });
    suits.forEach((letters, suit) => {
      for (const letter of letters.replaceAll("10", "T")) {
        const rank = parseRank(letter);
        if (rank < 0) throw new Refusal("card_unknown", { text: SUITS.french[suit] + letter });
        const card = suit * 8 + rank;
        if (hands.some((mask) => (mask >>> card) & 1)) throw new Refusal("cardTwice", { card });
        hands[(first + i) % words.length] |= bit(card);
      }
    });
  });
  return hands.map((mask) => mask >>> 0);
}

const PACKS = new Map(); // the mask of each pack, by the letters of its ranks

// Returns the mask of the pack that has these ranks in each suit.
export function packMask(ranks) {
  if (!PACKS.has(ranks)) {
    const cards = [0, 1, 2, 3].flatMap((suit) => [...ranks].map((r) => suit * 8 + RANKS.indexOf(r)));
    PACKS.set(ranks, maskOf(cards));
  }
  return PACKS.get(ranks);
}
