// Translates lines with errors, as Python prints them ("log.kpn:3:7: error: ..."), to German.
import { textPairs } from "./problems.js";
import { getLanguage } from "./words.js";

// Returns a line with an error or a warning in the language of the page. line: the English line.
export function retold(line) {
  const [, place, kind, text] = /^(.*?:\d+:\d+: )(error|warning): ([^]*)$/.exec(line) ?? [];
  const german = text && getLanguage() === "de" ? inGerman(text, textPairs().sentences) : null;
  return german === null ? line : `${place}${kind === "error" ? "Fehler" : "Warnung"}: ${german}`;
}

const unescaped = (text) => text.replace(/\{\{|\}\}/g, (twice) => twice[0]);
const literal = (text) => unescaped(text).replace(/[.*+?^$()|[\]\\{}]/g, "\\$&");

// Translates an English text. pairs: English and German texts with gaps (placeholders such as {seat}).
// Returns null if no English text of a pair fits.
function inGerman(text, pairs) {
  for (const [english, german] of pairs) {
    const parts = english.split(/\{(\w+)\}(?!\})/);
    const pattern = parts.map((part, i) => (i % 2 ? "(.+?)" : literal(part))).join("");
    const fit = new RegExp(`^${pattern}$`).exec(text);
    if (!fit) continue;
    const names = parts.filter((part, i) => i % 2);
    const gaps = new Map(names.map((name, i) => [name, name === "tag" ? fit[i + 1] : germanGap(fit[i + 1])]));
    if (gaps.has("count_calls")) gaps.set("count", parseInt(gaps.get("count_calls"), 10));
    return unescaped(german.replace(/\{(\w+)\}(?!\})/g, (whole, name) => gaps.get(name) ?? whole));
  }
  return null;
}

// Translates the value of a gap: quoted text, a word, a sentence, or a list of these.
function germanGap(text) {
  const { sentences, words, tails, phrases } = textPairs();
  if (/^'.*'$/.test(text)) return `„${words.get(text.slice(1, -1)) ?? text.slice(1, -1)}“`;
  if (words.has(text)) return words.get(text);
  for (const [english, german] of tails) { // the result of an auction: contract and declarer
    const tail = literal(english).replace(/\\\{\w+\\\}/, "(\\S+)");
    const [, head, gap] = new RegExp(`^(.+)${tail}$`).exec(text) ?? [];
    if (head) return germanGap(head) + german.replace(/\{\w+\}/, germanGap(gap));
  }
  const listed = text.split(/( and | or |, )/);
  if (listed.length > 1 && listed.some((part) => words.has(part)))
    return listed.map((part) => words.get(part) ?? part).join("");
  return inGerman(text, sentences) ?? inGerman(text, phrases) ?? text;
}
