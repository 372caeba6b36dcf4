// Names as people write them: what they stand for, and what an unknown one may have been meant for.
import { Refusal, message } from "./refusal.js";
import { caseless, trim } from "./text.js";

// A name without umlauts, blanks, signs and capitals.
export const fold = (name) =>
  caseless(trim(name))
    .replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");

// The least likeness of a name to one that it may have been meant for.
const ALIKE = 0.75;

const FOLDED = new WeakMap(); // by rows: a Map of the folded names

// The one of some rows that a name stands for, undefined if there is none; names(row): what it is called.
export function rowOf(rows, name, names) {
  if (!FOLDED.has(rows)) {
    const known = new Map();
    for (const row of [...rows].reverse()) for (const text of names(row)) known.set(fold(text), row);
    FOLDED.set(rows, known);
  }
  return rows.find((row) => row.id === name) ?? FOLDED.get(rows).get(fold(name));
}

// The same, or a refusal with this key.
export function rowRefused(key, rows, name, names, gaps = {}) {
  const row = rowOf(rows, name, names);
  if (row) return row;
  const known = Object.fromEntries(rows.map((other) => [other.id, names(other)]));
  throw new Refusal(key, { text: name, ...gaps, hint: hintOf(name, known) });
}

// The contract of a name in a game as the page knows it.
export const contractOf = (game, name) =>
  rowRefused("contract_unknown", game.contracts, name, namesAsked, { game: game.id });

// What a contract is called where a question is asked: in German, too.
const namesAsked = ({ names, name }) => [...names, name[1]];

// The game of an id.
export function gameKnown(games, id) {
  const game = games.find((row) => row.id === id);
  if (game) return game;
  const known = Object.fromEntries(games.map((row) => [row.id, [row.id]]));
  throw new Refusal("game_unknown", { text: id, hint: hintOf(id, known) });
}

// What an unknown name may have been meant for, else all that are known, { id: what it is called }.
export function hintOf(name, names) {
  const wanted = fold(name);
  const called = new Map();
  for (const [id, texts] of Object.entries(names)) for (const text of texts) called.set(fold(text), id);
  let meant = [...called].filter(([text]) => [...wanted].length > 3 && text.startsWith(wanted));
  if (!meant.length) meant = closest(wanted, [...called]);
  const ids = [...new Set(meant.map(([, id]) => id))];
  if (ids.length) return message("name_meant", { names: ids });
  const known = Object.keys(names);
  return known.length ? message("name_known", { known: known.join(", ") }) : message("name_none");
}

// The pair [name, id] most like a name, none if that is not much like it.
function closest(wanted, pairs) {
  const judged = pairs.map((pair) => ({ pair, score: likeness(pair[0], wanted) }));
  const near = judged.filter(({ score }) => score >= ALIKE);
  near.sort((a, b) => b.score - a.score || (a.pair[0] < b.pair[0] ? 1 : -1));
  return near.slice(0, 1).map(({ pair }) => pair);
}

// Twice the matching characters divided by all (the ratio of Python's difflib).
function likeness(first, second) {
  const a = [...first];
  const b = [...second];
  const all = a.length + b.length;
  if (2 * Math.min(a.length, b.length) < ALIKE * all) return 0;
  return all ? (2 * matching(a, b)) / all : 1;
}

// The characters of the longest common block, and of those left and right of it.
function matching(a, b) {
  let best = { i: 0, k: 0, size: 0 };
  for (let i = 0; i < a.length; i++)
    for (let k = 0; k < b.length; k++) {
      let size = 0;
      while (i + size < a.length && k + size < b.length && a[i + size] === b[k + size]) size++;
      if (size > best.size) best = { i, k, size };
    }
  if (!best.size) return 0;
  const { i, k, size } = best;
  return matching(a.slice(0, i), b.slice(0, k)) + size + matching(a.slice(i + size), b.slice(k + size));
}
