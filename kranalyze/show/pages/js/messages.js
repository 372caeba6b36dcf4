// What can be wrong with what is asked or pasted, put into words. In a gap named after a seat, a card or a
// suit stands its number; a pair of texts is [English, German]; a message in a gap is put into words too.
import { SEATS, SUITS, TITLES, cardName } from "./cards.js";
import { KPN_MESSAGES } from "./kpnmessages.js";
import { quotation } from "./text.js";
import { getLanguage, inLanguage, wordsIn } from "./words.js";

const MESSAGES = {
  ...KPN_MESSAGES,
  noDeal: ["not a deal: {text}", "kein Blatt: {text}"],
  cardTwice: ["card {card} is held twice", "die Karte {card} gibt es zweimal"],
  faceDownUnknown: ["the cards laid face down are not known", "die verdeckt gelegten Karten fehlen"],
  // what cannot be asked
  askKey: ["solve knows no {key}; it knows {known}", "solve kennt kein {key}; es kennt {known}"],
  askMissing: ["solve wants a {key}", "solve braucht {key}"],
  askValue: ["{key}: {wanted} is wanted, not {value}", "{key}: erwartet wird {wanted}, nicht {value}"],
  wantText: ["a text", "ein Text"],
  wantSeat: ["a seat, N E S W,", "ein Platz, N E S W,"],
  wantCard: ["a card such as SA", "eine Karte wie SA"],
  wantCards: ['cards, "SA SK" or a list,', "Karten, „SA SK“ oder eine Liste,"],
  wantSuit: ["a suit, S H D C, or none", "eine Farbe, S H D C, oder none"],
  wantNumber: ["a whole number", "eine ganze Zahl"],
  wantObject: ["an object of keys and values", "ein Objekt aus Schlüsseln und Werten"],
  handUnknown: ["the hand of {seat} is not known", "die Hand von {seat} ist nicht bekannt"],
  wordsLate: ["announce: {seat} plays no card of trick 1 here",
    "announce: {seat} spielt hier keine Karte zu Stich 1"],
  needsLeader: ["{name} needs the seat that leads", "für {name} muss feststehen, wer ausspielt"],
  needsDeclarer: ["{name} needs a declarer", "{name} braucht einen Ansager"],
  needsForehand: ["{name} needs the seat of forehand (leader or dealer)",
    "für {name} muss die Vorhand feststehen (Ausspiel oder Geber)"],
  notBySeats: ["{name} cannot be played by these seats", "{name} geht auf diesen Plätzen nicht"],
  needsTrump: ["{name} is not played without trump", "{name} wird nicht ohne Trumpf gespielt"],
  trumpNot: ["{name} is not played in that trump", "{name} wird nicht mit diesem Trumpf gespielt"],
  trumpNamed: ["{name} is played in forehand's trump, which must be named",
    "{name} wird mit dem Trumpf der Vorhand gespielt; er muss genannt werden"],
  trumpNone: ["{name} has no trump that can be named", "für {name} ist kein Trumpf zu nennen"],
  orderNot: ["{name} is not played in {order}-order", "{name} wird nicht in der Ordnung {order} gespielt"],
  callsNothing: ["nothing is called in {name}", "in {name} wird nicht gerufen"],
  calledUnheld: ["nobody holds the called card {card}", "die gerufene Karte {card} hat niemand"],
  callLeads: ["calling {card} does not lead to this {name}", "{card} zu rufen führt nicht zu diesem {name}"],
  notAlone: ["{name} is not played alone", "{name} wird nicht allein gespielt"],
  notPartner: ["{seat} cannot be the partner in {name}", "{seat} kann in {name} nicht Partner sein"],
  noCall: ["no card can be called that leads to this {name}",
    "keine Karte, die man rufen kann, führt zu diesem {name}"],
  allPlayed: ["card {n}: all cards have been played", "Karte {n}: es sind schon alle gespielt"],
  cardRefused: ["card {n} cannot be played: {seat} cannot play {card}",
    "Karte {n}: {seat} darf {card} nicht spielen"],
};

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
