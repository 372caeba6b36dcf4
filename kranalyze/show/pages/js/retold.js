// What Python said in English about a text, "log.kpn:3:7: error: ...", in German.
import { textPairs } from "./problems.js";
import { getLanguage } from "./words.js";

// The line in the language of the page.
export function retold(line) {
  const [, place, kind, text] = /^(.*?:\d+:\d+: )(error|warning): ([^]*)$/.exec(line) ?? [];
  const german = text && getLanguage() === "de" ? inGerman(text, textPairs().sentences) : null;
  return german === null ? line : `${place}${kind === "error" ? "Fehler" : "Warnung"}: ${german}`;
}

const unescaped = (text) => text.replace(/\{\{|\}\}/g, (twice) => twice[0]);
const literal = (text) => unescaped(text).replace(/[.*+?^$()|[\]\\{}]/g, "\\$&");

// An English text in German, by pairs of texts with gaps; null if it fits none of them.
function inGerman(text, pairs) {
  for (const [english, german] of pairs) {
    const parts = english.split(/\{(\w+)\}(?!\})/);
    const pattern = parts.map((part, i) => (i % 2 ? "(.+?)" : literal(part))).join("");
    const fit = new RegExp(`^${pattern}$`).exec(text);
    if (!fit) continue;
    const gaps = new Map(parts.filter((part, i) => i % 2).map((name, i) => [name, germanGap(fit[i + 1])]));
    return unescaped(german.replace(/\{(\w+)\}(?!\})/g, (whole, name) => gaps.get(name) ?? whole));
  }
  return null;
}

// What fills a gap: a text as it was written, a word inside, a sentence, or a list of such.
function germanGap(text) {
  const { sentences, words, tails, phrases } = textPairs();
  if (/^'.*'$/.test(text)) return `„${text.slice(1, -1)}“`;
  if (words.has(text)) return words.get(text);
  for (const [english, german] of tails) { // what an auction leads to: a contract, and by whom
    const tail = literal(english).replace(/\\\{\w+\\\}/, "(\\S+)");
    const [, head, gap] = new RegExp(`^(.+)${tail}$`).exec(text) ?? [];
    if (head) return germanGap(head) + german.replace(/\{\w+\}/, germanGap(gap));
  }
  const listed = text.split(/( and | or |, )/);
  if (listed.length > 1 && listed.some((part) => words.has(part)))
    return listed.map((part) => words.get(part) ?? part).join("");
  return inGerman(text, phrases) ?? inGerman(text, sentences) ?? text;
}
