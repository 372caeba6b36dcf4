// A game of KPN as numbers for the judge. Nothing here knows a rule of play: what cannot be read at all is
// noted, and the judge (solver/judge.h) says whether the rest is allowed.
import { Block, KNOWN_TAGS } from "./block.js";
import { KR_ILL, KR_RECORD_FLAG } from "./layouts.js";
import { Parsed } from "./parsed.js";
import { ANY_GAME } from "./rows.js";
import { readCalls, readCells, readSectionSeats, readWords } from "./sections.js";
import { readDeal, readTags } from "./tagvalues.js";

// Without these tags there is nothing but a deal, and nothing is left to judge.
const OF_A_GAME = KNOWN_TAGS.slice(KNOWN_TAGS.indexOf("Discard"), KNOWN_TAGS.indexOf("Play") + 1);

// A game with everything that cannot be read of it.
export function parseGame(block, games) {
  const parsed = new Parsed(block);
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

// The value of a tag without a text around it.
function parsedTag(name, value, row) {
  const block = new Block("");
  block.tags.set(name, value);
  block.spots.set(name, [0]);
  const parsed = new Parsed(block);
  parsed.row = row;
  return parsed;
}

// A deal alone, in French letters.
export function parseDealTag(text, row) {
  const parsed = parsedTag("Deal", text, row);
  readDeal(parsed);
  parsed.flags |= KR_RECORD_FLAG.onlyDeal;
  return parsed;
}

// The words of an Announce tag in a game whose contract, seats and hands are known: fields of kr_record.
export function parseWords(text, row, hands, fields) {
  const parsed = parsedTag("Announce", text, row);
  Object.assign(parsed.fields, fields, { deal: 0 });
  parsed.hands = hands;
  parsed.known = (1 << row.seats) - 1;
  readWords(parsed);
  return parsed;
}
