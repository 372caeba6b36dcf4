// Judges a game of KPN (the text format of logged games) with the core. Returns its facts, and its problems
// with their places in the text. A place is an index in the text. A flaw is a problem in the form that the
// function `flaw` of block.js returns.
import { flaw } from "./block.js";
import { listedCards } from "./deals.js";
import { judge } from "./judge.js";
import { KR_PLACE, KR_PROBLEM_CODE } from "./layouts.js";
import { ANY_GAME } from "./rows.js";
import { BLANK } from "./text.js";

// A problem of the judge is about a part of the record (enum kr_place). This map has the tag for each part.
const TAGS_AT = new Map([
  ["Game", ["atGame"]], ["Deal", ["atDeal", "atHand", "atHandCard"]], ["Talon", ["atTalon", "atTalonCard"]],
  ["Discard", ["atDiscard", "atDiscardCard"]], ["Dealer", ["atDealer"]], ["Contract", ["atContract"]],
  ["Declarer", ["atDeclarer"]], ["Second", ["atSecond"]], ["FaceDown", ["atLaid"]], ["Called", ["atCalled"]],
  ["Trump", ["atTrump"]], ["Announce", ["atWord"]], ["Contra", ["atContra"]],
  ["Score", ["atScore", "atScoreOf"]], ["Auction", ["atAuction", "atCall"]],
  ["Play", ["atPlay", "atCell", "atLines"]],
].flatMap(([tag, places]) => places.map((place) => [KR_PLACE[place], tag])));

// Maps some codes of problems to the part of an announcement at which the problem is shown. 1 is the kind of
// the announcement, 2 is the suit. Problems with other codes are shown at the start of the announcement.
const WORD_PARTS = new Map([
  ["wordUnknown", 1], ["marriagesByLead", 1], ["marriagesNotCounted", 1], ["marriagePoints", 1],
  ["marriageNotHeld", 2], ["trumpMarriageNotHeld", 1],
].map(([name, part]) => [KR_PROBLEM_CODE[name], part]));

// The places of the judge (enum kr_place) that are parts of a tag's value, such as one hand of a deal. The
// index of a problem at such a place is the seat or the card to which the part belongs. Parsed.places says
// where each part begins in the value.
const PARTS_OF_VALUES = [KR_PLACE.atHand, KR_PLACE.atTalonCard, KR_PLACE.atDiscardCard, KR_PLACE.atLaid,
  KR_PLACE.atScoreOf];

const FIRST_WORD = new RegExp(`^[${BLANK}]*([^${BLANK}]+)`);

// Returns the facts and flaws of a parsed record. The facts are null if its game (Graden, ...) is unknown.
export function judgedGame(core, parsed) {
  if (parsed.row === ANY_GAME) return { facts: null, flaws: parsed.flaws };
  const { facts, problems } = judge(core, parsed);
  const judged = problems.map((problem) => flawOf(parsed, problem));
  const flaws = parsedFlaws(parsed, facts, problems).concat(judged);
  const isGood = flaws.every(({ severity }) => severity !== "error");
  return { facts, flaws: isGood && facts.byte("judged") ? flaws.concat(unnamedNotes(parsed)) : flaws };
}

// Returns the flaws that the parser noted. Leaves out the flaws of entries (calls, announcements, cells) that
// the judge did not read. Also leaves out the flaw of a call or announcement if the judge reports a problem
// of the same entry.
function parsedFlaws(parsed, facts, problems) {
  const indexesAt = (place) =>
    new Set(problems.filter((problem) => problem.place === place).map(({ index }) => index));
  let flaws = parsed.flaws;
  if (facts.byte("callsRead")) {
    const ruled = new Set([...indexesAt(KR_PLACE.atCall)].map((index) => parsed.entrySpot("Auction", index)));
    flaws = flaws.concat(parsed.callFlaws.filter(({ at }) => !ruled.has(at)));
  }
  if (facts.byte("wordsRead")) {
    const ruled = indexesAt(KR_PLACE.atWord);
    const ill = parsed.words.filter((word, i) => word.flaw && !ruled.has(i)).map((word) => word.flaw);
    flaws = flaws.concat(parsed.wordFlaws, ill);
  }
  return facts.byte("cellsRead") ? flaws.concat(parsed.cellFlaws) : flaws;
}

// Converts a problem of the judge to a flaw. The numbers of the problem fill the placeholders of the message
// (problems.js).
function flawOf(parsed, problem) {
  const { name, args, isWarning, isInPlayingOrder } = problem;
  const text = { key: name, args, gaps: { columns: parsed.lineColumns }, token: tokenAt(parsed, problem) };
  const at = spotOf(parsed, problem);
  if (isInPlayingOrder) return flaw(at, "playing_order", { message: text });
  return { ...flaw(at, name, text.gaps, isWarning ? "warning" : "error"), ...text };
}

// Returns the call or announcement that a problem is about, as written. Returns "" for other problems.
function tokenAt(parsed, { place, index }) {
  if (place === KR_PLACE.atCall) return parsed.entries("Auction")[index].text;
  return place === KR_PLACE.atWord ? parsed.words[index].text : "";
}

// Returns the place of a problem in the text.
function spotOf(parsed, { code, place, index }) {
  const name = TAGS_AT.get(place);
  if (place === KR_PLACE.atCall || place === KR_PLACE.atCell) return parsed.entrySpot(name, index);
  if (place === KR_PLACE.atLines) return parsed.linesAt;
  let at = 0;
  if (place === KR_PLACE.atHandCard) at = cardSpot(parsed, index >> 5, index & 31);
  else if (place === KR_PLACE.atWord) at = parsed.words[index].parts[WORD_PARTS.get(code) ?? 0];
  else if (PARTS_OF_VALUES.includes(place)) at = parsed.places.get(`${name} ${index}`) ?? 0;
  return parsed.block.spot(name, at);
}

// Returns the place of a card in the value of the tag Deal.
function cardSpot(parsed, seat, card) {
  const value = parsed.block.tags.get("Deal");
  const at = parsed.places.get(`Deal ${seat}`);
  const text = value.slice(at);
  const word = value.includes("|") ? text.split("|")[0] : FIRST_WORD.exec(text)[1];
  const listed = listedCards(word, at, parsed.deck, () => null);
  return listed.find((sign) => sign.card === card)?.at ?? at;
}

// Returns warnings for marks in Auction and Play that refer to notes which do not exist.
function unnamedNotes(parsed) {
  const known = new Set(parsed.notes.map(({ section, number }) => `${section} ${number}`));
  return ["Auction", "Play"].flatMap((name) => parsed.entries(name).flatMap(({ text, marks }, i) =>
    marks.filter((mark) => mark[0] === "=").map((mark) => Number(mark.slice(1, -1)))
      .filter((number) => !known.has(`${name} ${number}`)).map((number) =>
        flaw(parsed.entrySpot(name, i), "note_missing", { number, entry: text }, "warning"))));
}
