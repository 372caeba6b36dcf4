// What can be wrong with what is asked or pasted, put into words. In a gap named after a seat, a card or a
// suit stands its number; a pair of texts is [English, German]; a message in a gap is put into words too.
import { SEATS, SUITS, TITLES, cardName } from "./cards.js";
import { quotation } from "./text.js";
import { getLanguage, inLanguage, wordsIn } from "./words.js";

// Of messages.json, by key.
let MESSAGES = {};
export const setMessages = (messages) => (MESSAGES = messages);

const SEAT_WORDS = ["north", "east", "south", "west"];
const joined = (texts, word, code) => texts.join(` ${inLanguage(word, code)} `);
const seatWord = (seat, code) => wordsIn(code, SEAT_WORDS[seat]);

// How the gaps of these names are filled, by the deck and the language.
const FILLED = {
  text: (text, deck, code) => (code === "de" ? `„${text}“` : quotation(String(text))),
  seat: (seat, deck, code) => seatWord(seat, code),
  other: (seat, deck, code) => seatWord(seat, code),
  seats: (seats, deck, code) => joined(seats.map((seat) => seatWord(seat, code)), ["and", "und"], code),
  card: cardName,
  cards: (cards, deck) => cards.map((card) => cardName(card, deck)).join(" "),
  suit: (suit, deck) => SUITS[deck][suit],
  suits: (suits, deck, code) => joined(suits.map((suit) => SUITS[deck][suit]), ["or", "oder"], code),
  suitName: (suit, deck, code) => wordsIn(code, `${deck}${suit}`),
  names: (names, deck, code) => joined(names, ["or", "oder"], code),
  sizes: (sizes, deck, code) => sizes.map(([seat, n]) => `${seatWord(seat, code)} ${n}`).join(", "),
  amounts: (amounts) => amounts.map((n, seat) => `${SEATS[seat]}:${n}`).join(" "),
};

// A message in words; what is no message of ours says itself.
export function told(error, deck = error.deck ?? "french", code = getLanguage()) {
  const words = MESSAGES[error.key];
  if (!words) return error.message;
  return inLanguage(words, code).replace(/\{(\w+)\}/g, (whole, name) => {
    const gap = error.gaps[name];
    if (gap === undefined || gap === null) return whole;
    if (gap.key) return told(gap, deck, code);
    if (FILLED[name]) return FILLED[name](gap, deck, code);
    return Array.isArray(gap) ? inLanguage(gap, code) : String(gap);
  });
}

// What Python's reader said in English, "log.kpn:3:7: error: ...", in the language of the page.
export function retold(line) {
  const [, place, kind, text] = /^(.*?:\d+:\d+: )(error|warning): ([^]*)$/.exec(line) ?? [];
  const german = text && getLanguage() === "de" ? inGerman(text) : null;
  return german === null ? line : `${place}${kind === "error" ? "Fehler" : "Warnung"}: ${german}`;
}

const escapedPattern = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");

// An English message in German, null if it is none of ours.
function inGerman(text) {
  for (const [english, german] of Object.values(MESSAGES)) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    if (!english.replace(/\{\w+\}/g, "").trim()) continue; // nothing but gaps: anything would fit
    const found = new RegExp(`^${escapedPattern(english).replace(/\{\w+\}/g, "(.+?)")}$`).exec(text);
    if (!found) continue;
    const gaps = Object.fromEntries(names.map((name, i) => [name, germanGap(name, found[i + 1])]));
    return german.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
  }
  return null;
}

function germanGap(name, text) {
  const seat = TITLES.indexOf(text);
  if ((name === "seat" || name === "other") && seat >= 0) return seatWord(seat, "de");
  if (name === "text" && /^'.*'$/.test(text)) return `„${text.slice(1, -1)}“`;
  return ["hint", "why", "outcome", "choice"].includes(name) ? inGerman(text) ?? text : text;
}
