// Parses calls, announcements of trick 1 and cells of the play to numbers with their places. A cell is an
// entry of the section Play: a card, or a mark for a card that was not played or is not known.
import { flaw } from "./block.js";
import { parseCard, parseSuit } from "./cards.js";
import { KR_CALL, KR_ILL, KR_LIMIT, KR_RECORD_FLAG, KR_WORD_KIND } from "./layouts.js";
import { refusalOf } from "./parsed.js";
import { Refusal } from "./refusal.js";
import { contractCalled, contractNumber } from "./rows.js";
import { suitNamed } from "./tagvalues.js";
import { BLANK, caseless } from "./text.js";

// Entries that end a section early.
const SECTION_ENDS = ["+", "*"];

// Calls that are not contracts.
const CALLS = {
  gut: KR_CALL.callPass, pass: KR_CALL.callPass, weiter: KR_CALL.callPass, mit: KR_CALL.callSecond,
  ap: KR_CALL.callAllPass, contra: KR_CALL.callContra, recontra: KR_CALL.callRecontra,
  subcontra: KR_CALL.callSubcontra,
};

// Announcements of trick 1 that are not marriages.
const WORDS_SAID = {
  100: KR_WORD_KIND.wordHundred, all: KR_WORD_KIND.wordAll, raise: KR_WORD_KIND.wordRaise,
  contra: KR_WORD_KIND.wordContra,
};

// Pattern of an announcement of trick 1: its seat, its kind, and up to two more parts.
const PART = `[^${BLANK};]+`;
const MORE = `(?:[${BLANK}]+(${PART}))?`;
const ANNOUNCED = new RegExp(`(${PART})${MORE}${MORE}${MORE}[^;]*`, "gd");

// Reads the seat that begins the Auction, and the seat that begins the Play.
export function readSectionSeats(parsed) {
  for (const [name, field, key, ill] of [
    ["Auction", "auction", "auction_seat", KR_ILL.illAuction], ["Play", "play", "play_seat", KR_ILL.illPlay],
  ]) {
    const value = parsed.block.tags.get(name);
    if (value === undefined) continue;
    const seat = parsed.seat(value);
    if (seat >= 0) parsed.fields[field] = seat;
    else {
      parsed.fail(name, key, { text: value });
      parsed.ill |= ill;
    }
  }
}

// Reads the calls of the Auction. The entry that ends the Auction is not a call.
export function readCalls(parsed) {
  const entries = parsed.entries("Auction");
  let hasEnded = false;
  for (const [i, { text }] of entries.entries()) {
    const at = parsed.entrySpot("Auction", i);
    const isEnd = SECTION_ENDS.includes(text);
    const refusal = refusalOf(() => {
      const call = isEnd ? null : callOf(parsed, text, at);
      if (hasEnded) {
        hasEnded = false; // report only one error for all entries after the end
        throw new Refusal("after_auction", { text });
      }
      if (call) parsed.calls.push(call);
    });
    if (refusal) failCall(parsed, at, refusal.key, refusal.gaps);
    hasEnded ||= isEnd;
  }
  if (SECTION_ENDS.includes(entries.at(-1)?.text)) parsed.flags |= KR_RECORD_FLAG.auctionOpen;
}

function failCall(parsed, at, key, gaps) {
  parsed.callFlaws.push(flaw(at, key, gaps));
  parsed.ill |= KR_ILL.illCalls;
}

// Reads a call and the suit named with it.
function callOf(parsed, text, at) {
  const { row, deck } = parsed;
  const plain = caseless(text);
  if (Object.hasOwn(CALLS, plain)) return [CALLS[plain], KR_LIMIT.unsaid];
  const colon = text.indexOf(":");
  const contract = contractCalled(row, colon < 0 ? text : text.slice(0, colon));
  if (contract < 0) {
    const bids = row.contracts.filter(({ bid }) => bid).map(({ id }) => id).join(", ") || "none";
    throw new Refusal("call_unknown", { text, bids });
  }
  if (colon < 0) return [contract, KR_LIMIT.unsaid];
  const word = text.slice(colon + 1);
  const suit = parseSuit(word, deck);
  if (suit >= 0) return [contract, suit];
  // Report that the suit is unknown. If the judge finds that no suit is allowed here, its error replaces this
  // one.
  failCall(parsed, at, "call_suit_unknown", { text: word, behind: text });
  return [contract, KR_LIMIT.ill];
}

// Reads the announcements of trick 1.
export function readWords(parsed) {
  for (const m of (parsed.value("Announce") ?? "").matchAll(ANNOUNCED)) {
    const refusal = refusalOf(() => parsed.words.push(wordOf(parsed, m)));
    if (!refusal) continue;
    parsed.wordFlaws.push(flaw(parsed.block.spot("Announce", refusal.at), refusal.key, refusal.gaps));
    parsed.ill |= KR_ILL.illWords;
  }
}

// Reads an announcement such as "N 40 H". Throws a refusal for an unknown announcement.
function wordOf(parsed, m) {
  const [, who, what, third] = m;
  const placeOf = (group) => ({ at: m.indices[group][0] });
  const seat = parsed.seat(who);
  if (seat < 0) throw new Refusal("word_seat", { text: who }, placeOf(1));
  if (what === undefined) throw new Refusal("word_missing", { seat }, placeOf(1));
  const plain = caseless(what);
  const parts = [0, 2, third === undefined ? 2 : 3].map((group) => placeOf(group).at);
  const word = { seat, kind: KR_WORD_KIND.wordMarriage, suit: KR_LIMIT.unsaid, level: 0, points: 0, parts,
    text: what, flaw: null };
  if (plain === "20" || plain === "40") {
    word.points = Number(plain);
    if (third !== undefined) readSuit(parsed, word, m);
    return word;
  }
  const isRaise = plain === "raise";
  if (!Object.hasOwn(WORDS_SAID, plain) || (isRaise && third === undefined))
    throw new Refusal("word_no_word", { text: what }, placeOf(2));
  word.kind = WORDS_SAID[plain];
  if (isRaise) {
    const refusal = refusalOf(() => (word.level = contractNumber(parsed.row, third)));
    if (refusal) throw new Refusal(refusal.key, refusal.gaps, placeOf(3));
  }
  const after = isRaise ? 4 : 3;
  if (m[after] !== undefined)
    throw new Refusal("word_after", { text: m[after], behind: what }, placeOf(after));
  return word;
}

// Reads the suit of a marriage. A wrong suit is reported only in games in which marriages are declared.
function readSuit(parsed, word, m) {
  const [, , , suit, more] = m;
  let wrongPart = 3;
  let refusal = refusalOf(() => (word.suit = suitNamed(parsed, suit)));
  if (!refusal && more !== undefined) {
    refusal = new Refusal("marriage_after", { text: more });
    wrongPart = 4;
  }
  if (!refusal) return;
  word.flaw = flaw(parsed.block.spot("Announce", m.indices[wrongPart][0]), refusal.key, refusal.gaps);
  parsed.ill |= KR_ILL.illWords;
}

// Reads the cells of the section Play, and checks that the lines of this section form tricks.
export function readCells(parsed) {
  const texts = parsed.entries("Play").map(({ text }) => text);
  const ended = texts.findIndex((text) => SECTION_ENDS.includes(text));
  const end = ended < 0 ? texts.length : ended;
  for (const [i, text] of texts.slice(0, end).entries()) {
    const card = parseCard(text, parsed.deck);
    if (card >= 0) parsed.cells.push(card);
    else if (text === "-") parsed.cells.push(KR_LIMIT.noCard);
    else {
      parsed.cells.push(KR_LIMIT.badCard);
      parsed.cellFlaws.push(flaw(parsed.entrySpot("Play", i), "card_unknown", { text }));
    }
  }
  if (ended >= 0) parsed.flags |= KR_RECORD_FLAG.playOpen;
  if (end + 1 < texts.length) {
    const text = texts[end + 1];
    parsed.cellFlaws.push(flaw(parsed.entrySpot("Play", end + 1), "after_play", { text }));
    parsed.ill |= KR_ILL.illCells;
  }
  checkLines(parsed, end, ended >= 0);
}

// Checks that each line of the section Play has one or more whole tricks. But a trick may continue on the
// next line, for example if a comment breaks the line. end: number of cells. isEnded: whether an entry
// of SECTION_ENDS ends the section early.
function checkLines(parsed, end, isEnded) {
  const { seats } = parsed.row;
  let start = 0; // the place in the text at which the trick begins
  let columns = 0; // the number of the trick's cells so far
  let isWrong = false;
  for (const { at, length } of linesOf(parsed, end)) {
    if (!columns) start = at;
    isWrong = columns + length > seats && (columns > 0 || length % seats > 0);
    if (isWrong) {
      columns ||= length;
      break;
    }
    columns = (columns + length) % seats;
  }
  if (!columns || (isEnded && !isWrong)) return;
  parsed.ill |= KR_ILL.illLines;
  parsed.linesAt = start;
  parsed.lineColumns = columns;
}

// Lists the lines of the Play. at: the place of the first cell of the line in the text. length: number of
// cells.
function linesOf(parsed, end) {
  const { text } = parsed.block;
  const lines = [];
  let before = -1;
  for (let i = 0; i < end; i++) {
    const at = parsed.entrySpot("Play", i);
    if (before < 0 || text.slice(before, at).includes("\n")) lines.push({ at, length: 0 });
    lines.at(-1).length++;
    before = at;
  }
  return lines;
}
