// Parses a game of KPN (the text format of logged games) to numbers for the judge. This module knows no rules
// of games. It notes parts that it cannot read. The judge (solver/judge.h) decides whether the other parts
// are allowed.
import { Block, KNOWN_TAGS } from "./block.js";
import { isBridgeDeal } from "./deals.js";
import { KR_ILL, KR_RECORD_FLAG } from "./layouts.js";
import { Parsed } from "./parsed.js";
import { ANY_GAME } from "./rows.js";
import { readCalls, readCells, readSectionSeats, readWords } from "./sections.js";
import { readDeal, readTags } from "./tagvalues.js";

// Tags that a mere deal does not have. If a block has none of these tags, it is only a deal. The judge then
// checks only this deal.
const OF_A_GAME = KNOWN_TAGS.slice(KNOWN_TAGS.indexOf("Discard"), KNOWN_TAGS.indexOf("Play") + 1);

// Parses a game and notes everything that cannot be read.
export function parseGame(block, games) {
  const parsed = new Parsed(block);
  if (isBridgeDeal(block.tags.get("Deal") ?? "")) {
    parsed.flaws = []; // a single error is enough for a deal of bridge
    parsed.fail("Deal", "deal_of_bridge");
    return parsed;
  }
  readTags(parsed, games);
  if (parsed.row === ANY_GAME) {
    if (!block.tags.has("Deal") && !block.problems.length) parsed.fail("Deal", "deal_missing");
    return parsed;
  }
  if (block.problems.length) parsed.ill |= KR_ILL.illBlock;
  const isOnlyDeal = !OF_A_GAME.some((name) => block.tags.has(name));
  if (isOnlyDeal) parsed.flags |= KR_RECORD_FLAG.onlyDeal;
  if (parsed.flaws.length) parsed.ill |= KR_ILL.illTags;
  if (!isOnlyDeal) {
    readSectionSeats(parsed);
    readCalls(parsed);
    readWords(parsed);
  }
  readCells(parsed);
  return parsed;
}

// Returns a parsed game that has a single tag and does not come from a text.
function parsedTag(name, value, row) {
  const block = new Block("");
  block.tags.set(name, value);
  block.spots.set(name, [0]);
  const parsed = new Parsed(block);
  parsed.row = row;
  return parsed;
}

// Parses the value of a tag Deal without a game. The cards are in French letters.
export function parseDealTag(text, row) {
  const parsed = parsedTag("Deal", text, row);
  readDeal(parsed);
  parsed.flags |= KR_RECORD_FLAG.onlyDeal;
  return parsed;
}

// Parses the value of a tag Announce for a game whose contract, seats and hands are known. fields: the
// contract, the seats and so on, as fields of kr_record.
export function parseWords(text, row, hands, fields) {
  const parsed = parsedTag("Announce", text, row);
  Object.assign(parsed.fields, fields, { deal: 0 });
  parsed.hands = hands;
  parsed.known = (1 << row.seats) - 1;
  readWords(parsed);
  return parsed;
}
