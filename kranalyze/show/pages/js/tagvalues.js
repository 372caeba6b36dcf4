// Parses values of tags to numbers: seats, cards, deals and amounts, with their places.
import { flaw } from "./block.js";
import { bit, parseCard, parseSeat, parseSuit } from "./cards.js";
import { deckOfTags, isUnknownHand, listedCards, parseHand } from "./deals.js";
import { KR_ILL, KR_LIMIT } from "./layouts.js";
import { refusalOf } from "./parsed.js";
import { Refusal } from "./refusal.js";
import { ANY_GAME, contractNumber, rowNamed, ruled } from "./rows.js";
import { BLANK, trim, trimEnd, wordsOf } from "./text.js";

const NUMBER = /^[+-]?[0-9]{1,9}$/;
const PAIR = new RegExp(`(?=[^${BLANK}])([^${BLANK}:]*)(?::([^${BLANK}]*))?`, "g");
const NOTE = new RegExp(`^[${BLANK}]*([0-9]{1,9}):([^]*)$`);
const BETWEEN_BARS = new RegExp(`[^${BLANK}|][^|]*`, "g");

// Reads all tags except three: Announce, and the two that begin a section (Auction and Play).
export function readTags(parsed, games) {
  parsed.deck = deckOfTags(parsed.block.tags);
  const deck = parsed.value("Deck");
  if (deck !== null && !["french", "german"].includes(trim(deck).toLowerCase()))
    parsed.fail("Deck", "deck_unknown", { text: deck });
  readGame(parsed, games);
  readDeal(parsed);
  readPile(parsed, "Talon", KR_ILL.illTalon);
  readPile(parsed, "Discard", KR_ILL.illDiscard);
  for (const [name, field, read] of FIELDS) {
    parsed.fields[field] = parsed.state(name);
    const value = parsed.value(name);
    if (value !== null) parsed.noting(name, 0, () => (parsed.fields[field] = read(parsed, value)));
  }
  readFaceDown(parsed);
  readScore(parsed);
  readNotes(parsed);
}

// Reads the game and its rule options.
function readGame(parsed, games) {
  const { tags, problems } = parsed.block;
  const value = parsed.value("Game");
  if (value === null) {
    if (tags.has("Game")) parsed.fail("Game", "game_needed");
    else if (!problems.length) parsed.fail("Game", "game_missing");
    return;
  }
  parsed.noting("Game", 0, () => (parsed.row = rowNamed(games, value)));
  if (parsed.row === ANY_GAME) return;
  for (const { text, at } of wordsOf(parsed.value("Rules") ?? ""))
    parsed.noting("Rules", at, () => {
      const equals = text.indexOf("=");
      if (equals < 0) throw new Refusal("rule_written", { text });
      parsed.row = ruled(parsed.row, text.slice(0, equals), text.slice(equals + 1));
    });
}

// Reads the hands of the tag Deal with their places.
export function readDeal(parsed) {
  const { row, deck, fields } = parsed;
  const value = parsed.value("Deal");
  fields.deal = parsed.state("Deal");
  if (value === null) return;
  const colon = value.indexOf(":");
  if (colon < 0) {
    parsed.fail("Deal", "deal_head");
    return;
  }
  const before = parsed.flaws.length;
  const head = value.slice(0, colon);
  const seat = parseSeat(head);
  const first = Math.max(seat, 0);
  if (seat < 0) parsed.fail("Deal", "seat_unknown", { text: head });
  else if (first >= row.seats) parsed.fail("Deal", "deal_no_seat", { count: row.seats, seat: first });
  const texts = handsOf(value.slice(colon + 1), colon + 1);
  let seats = row.seats;
  if (texts.length !== seats) {
    parsed.fail("Deal", row === ANY_GAME ? "deal_hands_any" : "deal_hands", { count: texts.length });
    seats = 4;
  }
  for (const [i, { text, at }] of texts.slice(0, seats).entries()) {
    const seat = (first + i) % seats;
    parsed.places.set(`Deal ${seat}`, at);
    if (isUnknownHand(text)) continue;
    parsed.known |= 1 << seat;
    let mask = parseHand(text, deck);
    if (mask === null) {
      parsed.illHands |= 1 << seat;
      mask = spellHand(parsed, seat, text, at);
    }
    parsed.hands[seat] = mask;
  }
  fields.deal = first % row.seats;
  if (parsed.flaws.length > before) parsed.ill |= KR_ILL.illDeal;
}

// Splits the value of Deal into hands with their places. Hands that contain blanks are separated by bars.
function handsOf(body, start) {
  const hands = body.includes("|")
    ? [...body.matchAll(BETWEEN_BARS)].map((m) => ({ text: trimEnd(m[0]), at: m.index })) : wordsOf(body);
  return hands.map(({ text, at }) => ({ text, at: at + start }));
}

// Adds a flaw for each error in a hand that parseHand cannot read. Returns the mask of the cards that can be
// read.
function spellHand(parsed, seat, text, start) {
  const { packMask } = parsed.row;
  const fail = (key, gaps, at) => parsed.fail("Deal", key, gaps, at);
  let mask = 0;
  for (const { card, at } of listedCards(text, start, parsed.deck, fail)) {
    if (mask & packMask & bit(card)) fail("held_twice", { seat, card }, at);
    mask = (mask | bit(card)) >>> 0;
  }
  return mask;
}

// Reads the cards of Talon or Discard with their places.
function readPile(parsed, name, ill) {
  const { row, fields } = parsed;
  const value = parsed.value(name);
  fields[`has${name}`] = value !== null && row !== ANY_GAME ? 1 : parsed.state(name);
  if (!row.talon) return;
  for (const { text, at } of wordsOf(value ?? "")) {
    const refusal = refusalOf(() => {
      const card = cardNamed(parsed, text);
      if (parsed.piles[name] & bit(card)) throw new Refusal("card_twice", { card });
      parsed.places.set(`${name} ${card}`, at);
      parsed.piles[name] = (parsed.piles[name] | bit(card)) >>> 0;
    });
    if (!refusal) continue;
    parsed.fail(name, refusal.key, refusal.gaps, at);
    parsed.ill |= ill;
  }
}

function cardNamed({ deck }, text) {
  const card = parseCard(text, deck);
  if (card < 0) throw new Refusal("card_unknown", { text });
  return card;
}

export function suitNamed({ deck }, text) {
  const suit = parseSuit(text, deck);
  if (suit < 0) throw new Refusal("suit_unknown", { text });
  return suit;
}

function seatNamed(parsed, text) {
  const seat = parseSeat(text);
  if (seat < 0) throw new Refusal("seat_unknown", { text });
  return seat;
}

const contractOfTag = ({ row }, value) =>
  (row === ANY_GAME ? KR_LIMIT.unsaid : contractNumber(row, value));

function contraOf({ row }, value) {
  if (row === ANY_GAME) return KR_LIMIT.unsaid;
  if (!NUMBER.test(trim(value))) throw new Refusal("contra_written", { text: value });
  return Number(trim(value));
}

// Tags with a single value. Each entry has the name of the tag, the field of kr_record that the tag fills,
// and the function that reads the value.
const FIELDS = [
  ["Dealer", "dealer", seatNamed],
  ["Contract", "contract", contractOfTag],
  ["Declarer", "declarer", seatNamed],
  ["Second", "second", seatNamed],
  ["Trump", "trump", suitNamed],
  ["Called", "called", cardNamed],
  ["Contra", "contra", contraOf],
];

// Reads the cards laid face down with their places.
function readFaceDown(parsed) {
  const { laid } = parsed;
  for (const m of (parsed.value("FaceDown") ?? "").matchAll(PAIR))
    parsed.noting("FaceDown", m.index, () => {
      const [whole, head, word] = m;
      const seat = parsed.seat(head);
      if (seat < 0 || word === undefined) throw new Refusal("laid_written", { text: whole });
      const card = parseCard(word, parsed.deck);
      if (card < 0) throw new Refusal("card_unknown", { text: word }, { at: m.index + head.length + 1 });
      if (laid.has(seat)) throw new Refusal("laid_twice", { seat });
      laid.set(seat, card);
      parsed.places.set(`FaceDown ${seat}`, m.index);
    });
}

// Reads the amounts in the tag Score with their places.
function readScore(parsed) {
  const before = parsed.flaws.length;
  const { score } = parsed;
  for (const m of (parsed.value("Score") ?? "").matchAll(PAIR))
    parsed.noting("Score", m.index, () => {
      const [whole, head, amount = ""] = m;
      const seat = parseSeat(head);
      if (seat < 0 || !NUMBER.test(amount)) throw new Refusal("score_written", { text: whole });
      if (score.has(seat)) throw new Refusal("score_twice", { seat });
      score.set(seat, Number(amount) + 0); // the sum turns -0 into 0
      parsed.places.set(`Score ${seat}`, m.index);
    });
  if (parsed.flaws.length > before) parsed.ill |= KR_ILL.illScore;
}

// Reads the Note tags. A note belongs to the section that stands before it.
function readNotes(parsed) {
  const known = new Set();
  for (const { value, at, section } of parsed.block.notes) {
    const [, digits, text] = NOTE.exec(value) ?? [];
    const number = Number(digits);
    const key = `${section} ${number}`;
    if (digits === undefined) parsed.flaws.push(flaw(at, "note_written"));
    else if (known.has(key)) parsed.flaws.push(flaw(at, "note_twice", { number }));
    else parsed.notes.push({ number, text, section });
    known.add(key);
  }
}
