// Collects the tags and sections of a block of KPN, the text format of logged games. A block is the text
// between two blank lines. A section (Auction, Play) has entries: calls or cards. A place is an index in the
// whole text.
import { firstOf, lengthOf, trim, withCommas } from "./text.js";

// The tags of KPN in the order in which games are written.
export const KNOWN_TAGS = ["Event", "Site", "Date", "Board", "West", "North", "East", "South", "Game",
  "Rules", "Deck", "Dealer", "Deal", "Talon", "Discard", "Contract", "Declarer", "Second", "FaceDown",
  "Called", "Trump", "Announce", "Contra", "Score", "Auction", "Play", "Note"];
// If a block repeats one of these tags, the repeated tag begins the next game, even without a blank line
// before it.
export const GAME_STARTERS = ["Event", "Board", "Deal"];
// If a block has only these tags, their values hold for all following games that lack these tags.
export const EVENING_TAGS = ["Event", "Site", "Date", "West", "North", "East", "South", "Game", "Rules",
  "Deck"];
export const SECTIONS = ["Auction", "Play"];

// The greatest length of a tag's value in characters. The escapes of the value are counted as written.
const LONGEST_VALUE = 10_000;
// Greatest number of characters of stray text that a message shows.
const LONGEST_STRAY = 40;

const ENTRY = /^([^!?=$]*)((?:[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+)*)$/;
const MARK = /[!?]{1,2}|=[0-9]{1,9}=|\$[0-9]+/g;
const ESCAPE = /\\(["\\])/g;
// Pattern of characters that are not text: NUL, and lone surrogates. The decoder writes a lone surrogate for
// a byte that is not UTF-8.
export const NOT_TEXT = /[\0\udc80-\udcff]/u;

const VALUE_PART = /[^"\\\n]+|\\[^\n]/y;

// Returns the end of the tag value that begins at `at`.
export function valueEnd(text, at) {
  let end = at;
  VALUE_PART.lastIndex = at;
  while (VALUE_PART.test(text)) end = VALUE_PART.lastIndex;
  return end;
}

// Returns a problem: its place in the text, the key of its message, the values of the message's placeholders
// (gaps), and its severity. A game with an error is not used. A game with only warnings is used.
export const flaw = (at, key, gaps = {}, severity = "error") => ({ at, key, gaps, severity });

export class Block {
  constructor(text) {
    this.text = text;
    this.start = -1;
    this.end = -1;
    this.tagStart = -1; // the start of the first tag, even if the tag is malformed
    this.tags = new Map(); // the value of each tag, without escapes. Notes are in `notes`
    this.notes = []; // the tags Note: { value, at, section } each
    this.sections = new Map(); // the sections by name: { name, value, entries } each
    this.comments = []; // comments outside of sections, or before a section's first entry
    this.copied = []; // names of the tags with the value "#", which copies the value of the game before
    // For each tag, a list that begins with the place of its value. In the list of a section, the places of
    // its entries follow.
    this.spots = new Map();
    this.problems = [];
    this.foreign = false; // whether the last tag is unknown, so that the text after it is skipped
    this.section = null; // the section being read
    this.sectionName = ""; // the name of the section being read, or else of the last section
  }

  // Whether the block has only tags of EVENING_TAGS, so that their values hold for all following games.
  get isEvening() {
    const good = this.tags.size > 0 && !this.problems.length && ![...this.tags.values()].includes("#");
    return good && [...this.spots.keys()].every((name) => EVENING_TAGS.includes(name));
  }

  // Whether the block can be a torn-off part of a game. Such a part has no tag Game, and no tag with which a
  // game begins.
  get isPart() {
    return ![...GAME_STARTERS, "Game"].some((name) => this.tags.has(name));
  }

  fail(at, key, gaps = {}) {
    this.problems.push(flaw(at, key, gaps));
  }

  // Returns the place of a character of a tag's value. name: the tag. index: the index of the character in
  // the value without escapes. If the block has no such tag, returns the place of the block's first tag. If
  // the value is "#" and copies the value of the game before, returns the place of the "#".
  spot(name, index) {
    const [at] = this.spots.get(name) ?? [this.tagStart];
    if (!this.spots.has(name) || this.copied.includes(name)) return at;
    const written = this.text.slice(at, valueEnd(this.text, at));
    let escapes = 0;
    for (const m of written.matchAll(ESCAPE)) {
      if (m.index - escapes >= index) break;
      escapes++;
    }
    return at + index + escapes;
  }

  // Ends the block. Reports the first byte that is NUL or not UTF-8 as an error.
  close(end) {
    this.end = end;
    this.section = null;
    const part = this.text.slice(this.start, end);
    const at = part.search(NOT_TEXT);
    if (at < 0) return this;
    const byte = (part.charCodeAt(at) & 0xff).toString(16).padStart(2, "0");
    this.fail(this.start + at, "not_text", { byte });
    return this;
  }

  // Adds a tag. start: the place of the tag. value: the value of the tag as written. at: the place of the
  // value. open: whether the closing quote is missing. closed: whether the tag ends with ]. end: the end of
  // the tag.
  addTag(start, { name, value: written, at, open, closed, end }) {
    this.begin(start);
    if (open) return this.fail(at - 1, "tag_open", { tag: name });
    this.foreign = !KNOWN_TAGS.includes(name);
    if (!closed) return this.fail(end, "tag_close", { tag: name });
    const length = lengthOf(written);
    const short = length <= LONGEST_VALUE;
    const value = written.replace(ESCAPE, "$1"); // only \" and \\ are escapes
    if (!short) {
      const gaps = { tag: name, count: withCommas(length), most: withCommas(LONGEST_VALUE) };
      this.fail(at, "tag_long", gaps);
    } else if (name === "Note") {
      this.notes.push({ value, at, section: this.sectionName });
      this.spots.set(name, [...(this.spots.get(name) ?? []), at].slice(0, 1));
    } else if (this.tags.has(name)) this.fail(start, "tag_twice", { tag: name });
    else {
      this.tags.set(name, value);
      this.spots.set(name, [at]);
    }
    if (!SECTIONS.includes(name)) return null;
    this.section = { name, value, entries: [] };
    this.sectionName = name;
    if (!this.sections.has(name)) this.sections.set(name, this.section);
    if (!this.spots.has(name)) this.spots.set(name, [at]);
    return null;
  }

  // Adds a malformed tag. at: the place of the problem. key: the key of the problem's message.
  addNoTag(start, at, key, gaps = {}) {
    this.begin(start);
    this.fail(at, key, gaps);
  }

  begin(start) {
    this.section = null;
    if (this.tagStart < 0) this.tagStart = start;
  }

  // Adds a comment to the last entry of the section, or to the block's comments if there is no entry.
  addComment(text) {
    (this.section?.entries.at(-1)?.comments ?? this.comments).push(text);
  }

  // Reads text outside of sections and reports it as a problem. If the last tag is unknown, skips the rest of
  // the line without a problem. Returns where the text or line ends.
  addStray(start) {
    const length = this.text.slice(start).search(this.foreign ? /\n/ : /[\n[{;]/);
    const end = length < 0 ? this.text.length : start + length;
    if (this.foreign) return end;
    const stray = trim(this.text.slice(start, end).replaceAll("\ufeff", ""));
    const text = lengthOf(stray) <= LONGEST_STRAY ? stray : `${firstOf(stray, LONGEST_STRAY)}...`;
    this.fail(start, "outside", { text });
    return end;
  }

  // Adds an entry: a call or a card with its marks. If the word has only marks, adds these marks to the
  // previous entry.
  addEntry(word, start) {
    const { name, entries } = this.section;
    const [, text, marks] = ENTRY.exec(word) ?? [null, word, ""];
    if (text) {
      entries.push({ text, marks: [], comments: [] });
      this.spots.get(name).push(start);
    }
    if (marks && entries.length) entries.at(-1).marks.push(...marks.match(MARK));
    else if (marks)
      this.fail(start, name === "Auction" ? "marks_before_call" : "marks_before_card", { text: marks });
  }
}
