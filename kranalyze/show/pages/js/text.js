// Defines functions on texts that work as in Python: white space, length, quotation, case folding.

// The characters that are white space in Python, for use in a character class of a pattern. JavaScript's \s
// lacks some of these characters, and has U+FEFF in addition.
export const BLANK = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const BLANK_CHARACTER = new RegExp(`[${BLANK}]`);
const WORD = new RegExp(`[^${BLANK}]+`, "g");
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

export const isBlank = (character) => BLANK_CHARACTER.test(character);

export function trimEnd(text) {
  let end = text.length;
  while (end > 0 && isBlank(text[end - 1])) end--;
  return text.slice(0, end);
}

export function trim(text) {
  let start = 0;
  while (start < text.length && isBlank(text[start])) start++;
  return trimEnd(text.slice(start));
}

// Returns the words of a text with their places.
export const wordsOf = (text) => [...text.matchAll(WORD)].map((m) => ({ text: m[0], at: m.index }));

const isHigh = (code) => code >= 0xd800 && code < 0xdc00;
const isLow = (code) => code >= 0xdc00 && code < 0xe000;

// Returns the number of characters between two places. A surrogate pair counts as one.
export function lengthOf(text, start = 0, end = text.length) {
  let n = 0;
  for (let i = start; i < end; i++) {
    if (isHigh(text.charCodeAt(i)) && i + 1 < end && isLow(text.charCodeAt(i + 1))) i++;
    n++;
  }
  return n;
}

export const firstOf = (text, n) => [...text.slice(0, 2 * n)].slice(0, n).join("");

const ESCAPES = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapedCharacter(character, quote) {
  if (character === quote) return `\\${character}`;
  if (ESCAPES[character]) return ESCAPES[character];
  if (character === " " || !UNPRINTABLE.test(character)) return character;
  const code = character.codePointAt(0);
  const digits = (n) => code.toString(16).padStart(n, "0");
  return code < 256 ? `\\x${digits(2)}` : code < 65536 ? `\\u${digits(4)}` : `\\U${digits(8)}`;
}

// Quotes a text like Python's repr.
export function quotation(text) {
  if (/^[ !#-&(-[\]-~]*$/.test(text)) return `'${text}'`;
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + [...text].map((character) => escapedCharacter(character, quote)).join("") + quote;
}

// Folds the case of letters. A dotless i stays unchanged.
export const caseless = (text) =>
  [...text].map((letter) => (letter === "\u0131" ? letter : letter.toUpperCase().toLowerCase())).join("");

// Formats a number with commas between its thousands.
export const withCommas = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ",");
