// Splits a text of KPN (the format of logged games) into blocks. A block is the text between two blank lines.
// A block has tags, comments and sections.
import { Block, GAME_STARTERS, valueEnd } from "./block.js";
import { BLANK } from "./text.js";

const SPACE = new RegExp(`[${BLANK}\\ufeff]+`, "y");
const WORD_HERE = new RegExp(`[^${BLANK}\\ufeff[{;]+`, "y");
const LINE_COMMENT = /;[^\n]*|(?<![^\n])%[^\n]*/y;
const TAG_HEAD = /\[[ \t]*([A-Za-z0-9_]+)[ \t]*"/y;
const TAG_END = /[ \t]*\]/y;
const NO_TAG = /(\[[ \t]*([A-Za-z0-9_]*)[ \t]*)([^\]\n]*\]?)/y;
const EMPTY_LINE = new RegExp(`\\n[${BLANK.replace("\\t-\\r", "\\t\\x0b-\\r")}]*(?:\\n|$)`, "g");

function matched(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

// Returns the blocks of a text, including blocks with nothing but comments.
export function blocksOf(text) {
  const blocks = [];
  let block = new Block(text);
  let closable = true; // whether the rest of the text may contain a }
  let at = 0;
  const end = () => {
    blocks.push(block.close(at));
    block = new Block(text);
  };
  while (at < text.length) {
    const space = matched(SPACE, text, at);
    if (space) {
      if (block.start >= 0 && space[0].split("\n").length > 2) end();
      at += space[0].length;
      continue;
    }
    const line = matched(LINE_COMMENT, text, at);
    const tag = text[at] === "[" ? tagAt(text, at) : null;
    if (tag?.closed && GAME_STARTERS.includes(tag.name) && block.tags.has(tag.name)) end();
    if (block.start < 0) block.start = at;
    if (line) {
      block.addComment(line[0].slice(1));
      at += line[0].length;
    } else if (tag) {
      block.addTag(at, tag);
      at = tag.end;
    } else if (text[at] === "[") at = addNoTag(block, text, at);
    else if (text[at] !== "{") at = addWord(block, text, at);
    else {
      const close = closable ? text.indexOf("}", at) : -1;
      if (close >= 0) {
        block.addComment(text.slice(at + 1, close));
        at = close + 1;
        continue;
      }
      closable = false;
      block.fail(at, "comment_open");
      at = matched(EMPTY_LINE, text, at)?.index ?? text.length;
    }
  }
  if (block.start >= 0) end();
  return blocks;
}

function addWord(block, text, at) {
  if (!block.section) return block.addStray(at);
  const [word] = matched(WORD_HERE, text, at);
  block.addEntry(word, at);
  return at + word.length;
}

// Reads a tag with its value in quotes. Returns null if the tag has no name or no opening quote. If the
// closing quote is missing, the result has the field `open`.
function tagAt(text, at) {
  const head = matched(TAG_HEAD, text, at);
  if (!head) return null;
  const valueAt = at + head[0].length;
  const end = valueEnd(text, valueAt);
  const value = text.slice(valueAt, end);
  if (text[end] !== '"') {
    const line = text.indexOf("\n", end);
    return { name: head[1], value, at: valueAt, open: true, end: line < 0 ? text.length : line };
  }
  const close = matched(TAG_END, text, end + 1);
  const behind = end + 1 + (close?.[0].length ?? 0);
  return { name: head[1], value, at: valueAt, closed: Boolean(close), end: behind };
}

function addNoTag(block, text, at) {
  const [whole, before, name] = matched(NO_TAG, text, at);
  if (name) block.addNoTag(at, at + before.length, "tag_quotes", { tag: name });
  else block.addNoTag(at, at + before.length, "tag_name");
  return at + whole.length;
}
