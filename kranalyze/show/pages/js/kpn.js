// Reads a text of KPN, the text format of logged games. Returns its games in order, and all problems with
// line and column.
import { EVENING_TAGS, NOT_TEXT, flaw } from "./block.js";
import { deckOfTags, isBridgeDeal, respelled } from "./deals.js";
import { judgedGame } from "./judged.js";
import { blocksOf } from "./lexer.js";
import { parseGame } from "./parsing.js";
import { recordOf } from "./records.js";
import { lengthOf } from "./text.js";

const VERSION_LINE = "% KPN 1.0";

// PLAYED matches the first word of a text if this word can stand in a section Play or Auction.
const LETTER = "[\\p{L}\\p{N}_]";
const PLAYED = new RegExp("(?:[A-Z♠♥♦♣](?:10|[AKQJTOUXZ7-9])|[-*+]|gut|pass|weiter|AP|mit)" +
  `(?:(?<=${LETTER})(?!${LETTER})|(?<!${LETTER})(?=${LETTER}))`, "iuy");

// Converts places (indexes in the text) to lines and columns, which count from 1. Callers must ask for places
// in ascending order.
class Places {
  constructor(text) {
    this.text = text;
    this.line = 0;
    this.end = -1; // end of the line
    this.begin(0);
  }

  begin(at) {
    const end = this.text.indexOf("\n", at);
    this.end = end < 0 ? this.text.length : end;
    this.line++;
    this.at = at;
    this.column = 1;
  }

  of(at) {
    while (this.end < at) this.begin(this.end + 1);
    this.column += lengthOf(this.text, this.at, at);
    this.at = at;
    return { line: this.line, column: this.column };
  }
}

// Returns the games without an error as records (records.js), and all problems with line, column and
// severity.
export function readKpn(source, core, games) {
  const text = source.replace(/\r\n?/g, "\n").replace(/^\ufeff/, "");
  const reader = new Reader(text, core, games);
  for (const block of blocksOf(text)) {
    const isEnd = reader.isFileOfBridge(block);
    reader.take(block);
    if (isEnd) break;
  }
  const { records, problems } = reader;
  if (!reader.index && !problems.length)
    problems.push({ key: "no_games", gaps: {}, line: 1, column: 1, severity: "error", deck: "french" });
  return { records, errors: problems };
}

class Reader {
  constructor(text, core, games) {
    this.text = text;
    this.core = core;
    this.games = games;
    this.index = 0; // index of the next game
    this.before = new Map(); // tags of the game before. The value "#" copies the value of the same tag
    this.deck = "french"; // deck of the game before
    this.evening = new Map(); // tags that hold for all following games
    this.began = 0; // first line of the game before, 0 if there is none
    this.records = [];
    this.problems = [];
    this.begins = new Places(text); // finds the lines on which games begin
    this.spots = new Places(text); // finds the lines and columns of problems
    this.isFirst = true;
  }

  // Returns whether a block is a deal of bridge without a tag Game, and no game stands before it. In this
  // case the reading ends after the block.
  isFileOfBridge({ tags }) {
    const namesGame = tags.has("Game") || this.evening.has("Game");
    return this.index === 0 && !namesGame && isBridgeDeal(tags.get("Deal") ?? "");
  }

  take(block) {
    if (this.isFirst && this.text.startsWith(VERSION_LINE, block.start) &&
      block.comments[0] === VERSION_LINE.slice(1)) block.comments.shift();
    this.isFirst = false;
    if (block.isEvening) for (const [name, value] of block.tags) this.evening.set(name, value);
    else if (block.tagStart >= 0 || block.problems.length) this.read(block);
  }

  // Reads a block and stores its record and problems. The block is a game, or it holds text that is neither a
  // game nor a comment.
  read(block) {
    const { began, before, index } = this;
    const { isPart } = block;
    const isGame = block.tagStart >= 0;
    const { line } = this.begins.of(isGame ? block.tagStart : block.start);
    if (isGame) this.enter(block, line);
    for (const name of block.copied) {
      if (!before.has(name)) block.fail(block.spot(name, 0), "nothing_to_copy", { tag: name });
      else if (NOT_TEXT.test(before.get(name)))
        block.fail(block.spot(name, 0), "copied_not_text", { tag: name });
    }
    const parsed = isGame ? parseGame(block, this.games) : null;
    const judged = parsed ? judgedGame(this.core, parsed) : { flaws: block.problems, facts: null };
    const isBroken = judged.flaws.some(({ severity }) => severity === "error");
    const at = isGame ? block.tagStart : block.problems[0].at;
    const isTorn = isPart && began > 0 && isBroken && this.torn(block, at);
    const flaws = isTorn ? [flaw(at, "torn_game", { line: began })] : judged.flaws;
    this.report(flaws, isGame ? index : null, parsed);
    if (!isBroken) this.records.push({ ...recordOf(this.core, parsed, judged.facts), line, index });
  }

  // Adds problems to the result, with their lines and columns.
  report(flaws, index, parsed) {
    flaws.sort((a, b) => a.at - b.at);
    for (const { at, ...problem } of flaws)
      this.problems.push({ deck: parsed?.deck, place: parsed?.row.place, ...problem, ...this.spots.of(at),
        record: index });
  }

  // Returns whether the block may be a part of the game before it, torn off by a blank line. at: the place of
  // the block's first tag, or else of its first problem.
  torn(block, at) {
    if (block.tagStart >= 0) return !block.problems.length;
    PLAYED.lastIndex = at;
    return PLAYED.test(this.text);
  }

  // Begins a game. Adds the tags that hold for the whole evening to the tags of the block, and fills in the
  // values copied from the game before.
  enter(block, line) {
    const { tags } = block;
    const game = this.evening.get("Game");
    // The tag Rules of an evening holds only for the card game of the evening. A game whose tag Game names
    // another card game does not get this tag Rules.
    const isForeign = game !== undefined && (tags.get("Game") ?? game) !== game;
    this.began = block.isPart ? this.began : line;
    for (const name of EVENING_TAGS)
      if (this.evening.has(name) && !tags.has(name) && !(name === "Rules" && isForeign))
        tags.set(name, this.evening.get(name));
    block.copied = [...tags].filter(([, value]) => value === "#").map(([name]) => name);
    for (const name of block.copied) tags.set(name, this.before.get(name) ?? "?");
    const deck = deckOfTags(tags);
    if (deck !== this.deck)
      for (const name of block.copied) tags.set(name, respelled(name, tags.get(name), this.deck, deck));
    this.before = tags;
    this.deck = deck;
    this.index++;
  }
}
