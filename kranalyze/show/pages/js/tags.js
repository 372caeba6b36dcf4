// The values of tags, checked against the game and the deal.
import { bit, maskOf, packMask, parseCard, parseSeat, parseSuit } from "./cards.js";
import { flaw } from "./block.js";
import { deckOfTags, filledHands, readHands } from "./deals.js";
import { Refusal } from "./refusal.js";
import { ANY_GAME, contractNamed, rowNamed, ruled } from "./rows.js";
import { BLANK, trim, wordsOf } from "./text.js";

const NUMBER = /^[+-]?[0-9]{1,9}$/;
const PAIR = new RegExp(`(?=[^${BLANK}])([^${BLANK}:]*)(?::([^${BLANK}]*))?`, "g");
const NOTE = new RegExp(`^[${BLANK}]*([0-9]{1,9}):([^]*)$`);

// Fills in everything that the tags say, sections and Announce apart.
export function readTags(draft) {
  draft.deck = deckOfTags(draft.block.tags);
  const deck = draft.value("Deck");
  if (deck !== null && !["french", "german"].includes(trim(deck).toLowerCase()))
    draft.fail("Deck", "deckUnknown", { text: deck });
  readGame(draft);
  readDeal(draft);
  for (const [name, filled, read] of FIELDS) {
    const value = draft.value(name);
    if (value !== null) draft.noting(name, 0, () => (draft[filled] = read(draft, value)));
  }
  readNotes(draft);
}

// The game by the rules in force.
function readGame(draft) {
  const value = draft.value("Game");
  if (value === null) {
    if (draft.has("Game")) draft.fail("Game", "gameNeeded");
    else if (!draft.block.problems.length) draft.fail("Game", "noTag", { tag: "Game" });
    return;
  }
  draft.noting("Game", 0, () => {
    draft.row = rowNamed(draft.games, value);
    for (const { text, at } of wordsOf(draft.value("Rules") ?? ""))
      draft.noting("Rules", at, () => {
        const equals = text.indexOf("=");
        if (equals < 0) throw new Refusal("ruleWord", { text });
        draft.row = ruled(draft.row, text.slice(0, equals), text.slice(equals + 1));
      });
  });
}

// The hands, the talon and the discard.
function readDeal(draft) {
  const { row } = draft;
  const value = draft.value("Deal");
  if (value !== null) {
    const fail = (key, gaps, at) => draft.fail("Deal", key, gaps, at);
    const hands = readHands(value, draft.deck, row, fail);
    draft.hands = hands && filledHands(hands, row);
  } else if (draft.saysNothing("Deal")) {
    draft.hands = dealPlayed(draft);
    if (!draft.hands && !draft.has("Deal") && !draft.block.problems.length)
      draft.fail("Deal", "noTag", { tag: "Deal" });
  }
  if (!row.talon) {
    const pile = ["Talon", "Discard"].find((name) => draft.value(name) !== null);
    if (pile && row !== ANY_GAME) draft.fail(pile, "noTalon", { game: row.id });
    return;
  }
  let talon = readPile(draft, "Talon");
  draft.discard = readPile(draft, "Discard");
  if (!draft.hands) return;
  if (talon === null && draft.complete && !draft.has("Talon"))
    talon = (packMask(row.ranks) & ~draft.hands.reduce((sum, hand) => sum | hand, 0)) >>> 0;
  for (const [card, at] of draft.piles.get("Talon")) {
    const seat = draft.holder(card);
    if (seat === null) continue;
    draft.fail("Talon", "talonHeld", { card, seat }, at);
    talon = null;
  }
  draft.talon = talon ?? 0;
}

// The hands that a Play of all the cards shows, where there is no talon.
function dealPlayed(draft) {
  const { row } = draft;
  const first = parseSeat(draft.block.tags.get("Play") ?? "");
  const cards = draft.entries("Play").map(({ text }) => parseCard(text, draft.deck));
  const size = row.size * row.seats;
  const different = new Set(cards.filter((card) => card >= 0)).size;
  if (first < 0 || row.talon || !size || cards.length !== size || different !== size) return null;
  const hands = [0, 0, 0, 0];
  for (const [place, card] of cards.entries()) {
    const seat = (first + place) % row.seats;
    hands[seat] = (hands[seat] | bit(card)) >>> 0;
  }
  return hands;
}

// The mask of the Talon or the Discard, null if it is not known or wrong.
function readPile(draft, name) {
  const value = draft.value(name);
  const before = draft.problems.length;
  const pile = new Map();
  draft.piles.set(name, pile);
  for (const { text, at } of wordsOf(value ?? ""))
    draft.noting(name, at, () => {
      const card = cardIn(draft, text);
      if (pile.has(card)) throw new Refusal("cardStandsTwice", { card });
      pile.set(card, at);
      draft.checkPack(card);
    });
  if (value === null || draft.problems.length > before) return null;
  const { talon } = draft.row;
  if (pile.size === talon) return maskOf([...pile.keys()]);
  draft.fail(name, name === "Talon" ? "talonSize" : "discardSize", { n: talon, many: pile.size });
  return null;
}

function cardIn({ deck }, text) {
  const card = parseCard(text, deck);
  if (card < 0) throw new Refusal("cardUnknown", { text });
  return card;
}

export function suitIn({ deck }, text) {
  const suit = parseSuit(text, deck);
  if (suit < 0) throw new Refusal("suitUnknown", { text });
  return suit;
}

function readSeat({ row }, value) {
  const seat = parseSeat(value);
  if (seat < 0) throw new Refusal("seatUnknown", { text: value });
  if (seat >= row.seats) throw new Refusal("noWest", { game: row.id });
  return seat;
}

function readTrump(draft, value) {
  const suit = suitIn(draft, value);
  if (!draft.row.contracts.some(({ trump }) => trump)) throw new Refusal("noTrumpIn", { game: draft.row.id });
  return suit;
}

function readCalled(draft, value) {
  const card = cardIn(draft, value);
  if (!draft.row.contracts.some(({ party }) => party === "called"))
    throw new Refusal("callsNothingIn", { game: draft.row.id });
  draft.checkPack(card);
  return card;
}

function readFaceDown(draft, value) {
  const laid = new Map();
  for (const m of value.matchAll(PAIR)) {
    draft.noting("FaceDown", m.index, () => {
      const [whole, head, word] = m;
      const seat = draft.seat(head);
      if (seat === null || word === undefined) throw new Refusal("faceDown", { text: whole });
      const card = parseCard(word, draft.deck);
      if (card < 0) throw new Refusal("cardUnknown", { text: word }, { at: m.index + head.length + 1 });
      if (laid.has(seat)) throw new Refusal("laysTwo", { seat });
      const hand = draft.held(seat);
      if (hand !== null && !(hand & bit(card))) throw new Refusal("holdsNot", { seat, card });
      laid.set(seat, card);
    });
  }
  return [...laid];
}

function readContra({ row }, value) {
  if (row === ANY_GAME) return 0;
  const n = Number(trim(value)) + 0; // -0 is 0
  if (!NUMBER.test(trim(value))) throw new Refusal("contraNumber", { text: value });
  if (n >= 0 && n <= row.most_contra) return n;
  const most = row.most_contra;
  throw new Refusal(most ? "contraMost" : "contraNone", { game: row.id, most, n });
}

function readScore(draft, value) {
  const before = draft.problems.length;
  const scores = new Map();
  for (const m of value.matchAll(PAIR)) {
    draft.noting("Score", m.index, () => {
      const [whole, head, amount = ""] = m;
      const seat = parseSeat(head);
      if (seat < 0 || !NUMBER.test(amount)) throw new Refusal("scoreWord", { text: whole });
      if (scores.has(seat)) throw new Refusal("scoreTwice", { seat });
      if (seat >= draft.row.seats && Number(amount)) throw new Refusal("noWest", { game: draft.row.id });
      scores.set(seat, Number(amount) + 0);
    });
  }
  if (draft.problems.length > before) return null;
  const seats = [0, 1, 2, 3].slice(0, draft.row.seats);
  const missing = seats.filter((seat) => !scores.has(seat));
  if (missing.length) throw new Refusal("scoreMissing", { seats: missing });
  return [0, 1, 2, 3].map((seat) => scores.get(seat) ?? 0);
}

// Tags with the fields that they fill, and how their values are read; what is wrong is thrown, or noted.
const FIELDS = [
  ["Dealer", "dealer", readSeat],
  ["Contract", "contract", ({ row }, value) => (row === ANY_GAME ? null : contractNamed(row, value))],
  ["Declarer", "declarer", readSeat],
  ["Second", "second", readSeat],
  ["Trump", "trump", readTrump],
  ["Called", "called", readCalled],
  ["FaceDown", "laid", readFaceDown],
  ["Contra", "contra", readContra],
  ["Score", "score", readScore],
];

// The Note tags, each with the section that it stands after.
function readNotes(draft) {
  const known = new Set();
  for (const { value, at, section } of draft.block.notes) {
    const [, digits, text] = NOTE.exec(value) ?? [];
    const key = `${section} ${Number(digits)}`;
    if (digits === undefined) draft.problems.push(flaw(at, "noteWord"));
    else if (known.has(key)) draft.problems.push(flaw(at, "noteTwice", { n: Number(digits) }));
    else draft.notes.push({ number: Number(digits), text, section });
    known.add(key);
  }
}
