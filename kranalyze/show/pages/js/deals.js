// Hands and deals as tags have them: read, each card with its place, and written in another deck.
import { SUITS, SUIT_ALIASES, bit, cardName, count, handText, packMask, parseCard, parseSeat,
  parseSuit } from "./cards.js";
import { Refusal } from "./refusal.js";
import { ANY_GAME } from "./rows.js";
import { BLANK, trim, trimEnd, wordsOf } from "./text.js";

const BETWEEN_BARS = new RegExp(`[^${BLANK}|][^|]*`, "g");
// The ranks of a suit as they are written.
const WRITTEN_RANK = new RegExp(`10|[^${BLANK},\\ufe0f]`, "gu");
const isUnknownHand = (text) => text === "-" || text === "–";

// Signs of the suits that may stand before their ranks.
const SUIT_SYMBOLS = ["♠♤", "♥♡", "♦♢", "♣♧"];
const suitSigns = (deck) => SUIT_SYMBOLS.map((signs, suit) => signs + SUIT_ALIASES[deck][suit]);
const ANY_SIGN = Object.fromEntries(Object.keys(SUITS).map((deck) =>
  [deck, new RegExp(`[${suitSigns(deck).join("")}]`, "giu")]));

// The cards of a hand as they are written, { suit, rank, at } each: four suits divided by dots, or cards with
// their suits before them.
function spelled(text, deck) {
  const parts = [];
  if (text.includes(".") || text.search(ANY_SIGN[deck]) !== 0) {
    const suits = text.split(".");
    if (suits.length !== 4) throw new Refusal("handSuits", { text: trim(text), n: suits.length });
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

// The mask of a hand, null if it is none.
function parseHand(text, deck) {
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

// The hands of a deal as masks, null for one that is not known, checked against the pack of the game.
// Returns null after calling fail(key, gaps, at).
export function readHands(value, deck, row, fail) {
  const colon = value.indexOf(":");
  if (colon < 0) {
    fail("dealHead", {}, 0);
    return null;
  }
  const wrong = [];
  const note = (key, gaps, at) => wrong.push([key, gaps, at]);
  const head = value.slice(0, colon);
  let first = parseSeat(head);
  if (first < 0) {
    note("seatUnknown", { text: head }, 0);
    first = 0;
  }
  const body = value.slice(colon + 1);
  const parts = body.includes("|")
    ? [...body.matchAll(BETWEEN_BARS)].map((m) => ({ text: trimEnd(m[0]), at: m.index })) : wordsOf(body);
  const words = parts.map(({ text, at }) => ({ text, at: at + colon + 1 }));
  let seats = row.seats;
  if (first >= seats) note("dealNoSeat", { n: seats, seat: first }, 0);
  if (words.length !== seats) {
    const known = row !== ANY_GAME;
    note(known ? "dealHands" : "dealHandsAny", { game: row.id, n: seats, many: words.length }, 0);
    seats = 4;
  }
  const hands = [0, 0, 0, 0];
  const sizes = []; // of the hands that are read without an error, [seat, size, place] each
  for (const [i, { text, at }] of words.slice(0, seats).entries()) {
    const seat = (first + i) % seats;
    const before = wrong.length;
    hands[seat] = isUnknownHand(text) ? null : readHand(text, at, { seat, hands, deck, row, note });
    if (hands[seat] !== null && wrong.length === before && row !== ANY_GAME)
      sizes.push([seat, count(hands[seat]), at]);
  }
  checkSizes(sizes, row, note);
  for (const problem of wrong) fail(...problem);
  return wrong.length ? null : hands;
}

function readHand(text, start, { seat, hands, deck, row, note }) {
  let mask = 0;
  for (const { card, at } of cardsSpelled(text, start, deck, note)) {
    const owner = hands.findIndex((held) => (held ?? 0) & bit(card));
    if (!(packMask(row.ranks) & bit(card))) note("notInPack", { seat, card, n: row.pack, game: row.id }, at);
    else if (owner >= 0) note("heldToo", { seat, card, other: owner }, at);
    else if (mask & bit(card)) note("heldTwice", { seat, card }, at);
    if (owner < 0) mask = (mask | bit(card)) >>> 0;
  }
  return mask;
}

// The cards of a hand with their places, after noting what is none.
function cardsSpelled(text, start, deck, note) {
  const cards = [];
  try {
    for (const sign of spelled(text, deck)) {
      const card = cardSpelled(sign, deck);
      if (card < 0) note("cardUnknown", { text: SUITS[deck][sign.suit] + sign.rank }, start + sign.at);
      else cards.push({ card, at: start + sign.at });
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    note(error.key, error.gaps, start);
  }
  return cards;
}

function checkSizes(sizes, row, note) {
  const least = row.endings ? 1 : row.size;
  for (const [seat, n, at] of sizes) {
    if (n >= least && n <= row.size) continue;
    const gaps = { seat, n, game: row.id, size: row.endings ? `1 to ${row.size}` : row.size };
    note(n === 1 ? "handSizeOne" : "handSize", gaps, at);
  }
  if (row.endings && new Set(sizes.map(([, n]) => n)).size > 1)
    note("unequal", { sizes: sizes.map(([seat, n]) => [seat, n]) }, Math.min(...sizes.map(([, , at]) => at)));
}

// The hands with the one that is not known worked out from three full ones, if it can be.
export function filledHands(hands, row) {
  const known = hands.filter((hand) => hand !== null);
  const held = known.reduce((sum, hand) => (sum | hand) >>> 0, 0);
  const rest = (packMask(row.ranks) & ~held) >>> 0;
  const fits = [...known, rest].every((hand) => count(hand) === row.size);
  if (known.length !== 3 || (held & ~packMask(row.ranks)) !== 0 || !fits) return hands;
  return hands.map((hand) => hand ?? rest);
}

const letters = (pattern, read, written) => ({ pattern: new RegExp(pattern, "g"), read, written });
const cardLetters = (before) => letters(`${before}([^${BLANK}]+)`, parseCard, cardName);
const suitLetters = (pattern) => letters(pattern, parseSuit, (suit, deck) => SUITS[deck][suit]);

// What of a value is in the letters of a deck: the second group, how that is read, and how it is written.
const LETTERS = {
  Deal: letters(`(^[^:]*:)?([^${BLANK}]+)`, (text, deck) => parseHand(text, deck) ?? -1, handText),
  Talon: cardLetters("()"), Discard: cardLetters("()"), Called: cardLetters("()"), Play: cardLetters("()"),
  FaceDown: cardLetters("(:)"), Trump: suitLetters(`()([^${BLANK}]+)`),
  Announce: suitLetters(`((?<=[24]0)[${BLANK}]+)([^${BLANK};]+)`), Auction: suitLetters(`(:)([^${BLANK}]+)`),
};

// The value of a tag in the letters of another deck. What cannot be read stays as it is.
export function respelled(name, value, old, deck) {
  if (!Object.hasOwn(LETTERS, name)) return value;
  const { pattern, read, written } = LETTERS[name];
  return value.replace(pattern, (whole, before, word) => {
    const meant = read(word, old);
    return meant < 0 ? whole : (before ?? "") + written(meant, deck);
  });
}

// The deck that tags say, French if they say none.
export const deckOfTags = (tags) =>
  (trim(tags.get("Deck") ?? "").toLowerCase() === "german" ? "german" : "french");
