// Finds the row that a name means, and suggests similar names for an unknown name. A row is a game, a
// contract or another object with an id and names. People may write a name in several ways.
import { Refusal, message } from "./refusal.js";
import { caseless, trim } from "./text.js";

// Folds a name, so that different ways to write the name give the same text. Writes umlauts as two letters,
// removes blanks and signs, and ignores case.
export const fold = (name) =>
  caseless(trim(name))
    .replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");

// A name is suggested only if its likeness (see `likeness`) to the unknown name is at least this.
const ALIKE = 0.75;

const FOLDED = new WeakMap(); // for each list of rows, a Map from folded names to rows

// Returns the row that a name means, undefined if no row has this name. names: function that returns the
// names of a row.
export function rowOf(rows, name, names) {
  if (!FOLDED.has(rows)) {
    const known = new Map();
    for (const row of [...rows].reverse()) for (const text of names(row)) known.set(fold(text), row);
    FOLDED.set(rows, known);
  }
  return rows.find((row) => row.id === name) ?? FOLDED.get(rows).get(fold(name));
}

// Returns the row that a name means, as rowOf does. Throws a refusal if no row has this name. key: the key of
// the message for the refusal.
export function rowRefused(key, rows, name, names, gaps = {}) {
  const row = rowOf(rows, name, names);
  if (row) return row;
  const known = Object.fromEntries(rows.map((other) => [other.id, names(other)]));
  throw new Refusal(key, { text: name, ...gaps, hint: hintOf(name, known) });
}

// Returns the contract of a game by its name.
export const contractOf = (game, name) =>
  rowRefused("contract_unknown", game.contracts, name, namesAsked, { game: game.id });

// Returns the names by which a question may name a contract: its usual names and its German name.
const namesAsked = ({ names, name }) => [...names, name[1]];

// Returns the game by its id.
export function gameKnown(games, id) {
  const game = games.find((row) => row.id === id);
  if (game) return game;
  const known = Object.fromEntries(games.map((row) => [row.id, [row.id]]));
  throw new Refusal("game_unknown", { text: id, hint: hintOf(id, known) });
}

// Returns a hint for an unknown name: similar names, or else all known names. names: for each id a list of
// names.
export function hintOf(name, names) {
  const folded = fold(name);
  const called = new Map();
  for (const [id, texts] of Object.entries(names)) for (const text of texts) called.set(fold(text), id);
  let meant = [...called].filter(([text]) => [...folded].length > 3 && text.startsWith(folded));
  if (!meant.length) meant = closest(folded, [...called]);
  const ids = [...new Set(meant.map(([, id]) => id))];
  if (ids.length) return message("name_meant", { names: ids });
  const known = Object.keys(names);
  return known.length ? message("name_known", { known: known.join(", ") }) : message("name_none");
}

// Returns a list with the pair [name, id] whose name is most similar to the name `folded`. The list is empty
// if all names differ too much.
function closest(folded, pairs) {
  const judged = pairs.map((pair) => ({ pair, score: likeness(pair[0], folded) }));
  const near = judged.filter(({ score }) => score >= ALIKE);
  near.sort((a, b) => b.score - a.score || (a.pair[0] < b.pair[0] ? 1 : -1));
  return near.slice(0, 1).map(({ pair }) => pair);
}

// Returns the likeness of two names: twice the number of matching characters, divided by the number of all
// characters. Python's difflib calls it the ratio.
function likeness(first, second) {
  const a = [...first];
  const b = [...second];
  const all = a.length + b.length;
  if (2 * Math.min(a.length, b.length) < ALIKE * all) return 0;
  return all ? (2 * matching(a, b)) / all : 1;
}

// Returns the number of matching characters. First finds the longest common block. Then counts the matching
// characters to the left and to the right of this block in the same way.
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
