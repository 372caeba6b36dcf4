// Translates the notes in simulated games to German. The command `kranalyze simulate` has written these
// notes.
import { TITLES } from "./cards.js";
import { getLanguage, seatName, wordsIn } from "./words.js";

// Keys of the sentences that a note may have.
const SENTENCES = ["simulatedDealt", "simulatedWith", "simulatedLook", "simulatedSlips", "simulatedOpen",
  "simulatedTable", "simulatedTableAndOpen"];

const escapedPattern = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");

// Returns a function that replaces an English sentence in a text by its German translation. key: the key of
// the sentence.
function translation(key) {
  const pattern = escapedPattern(wordsIn("en", key)).replace(/\{(\w+)\}/g, "(?<$1>.+?)");
  // A sentence must end before a blank or at the end of the text. So no sentence ends at a point inside a
  // number.
  const found = new RegExp(`${pattern}(?=\\s|$)`, "g");
  return (text) => text.replace(found, (...parts) => {
    const gaps = typeof parts.at(-1) === "object" ? parts.at(-1) : {};
    return wordsIn("de", key, Object.fromEntries(Object.entries(gaps).map(([name, value]) =>
      [name, germanSettings(value)])));
  });
}

// Translates the content of a gap: seats, phrases and numbers.
function germanSettings(text) {
  let german = text;
  TITLES.forEach((title, seat) => (german = german.replaceAll(title, seatName(seat))));
  for (const key of ["everyLooks", "looksAt", "bookOfHands", "sampledLayouts", "andSource"])
    german = german.replaceAll(wordsIn("en", key), wordsIn("de", key));
  return german.replace(/(\d)\.(\d)/g, "$1,$2").replaceAll("%", " %");
}

// Returns a note in the language of the page. Notes that no program has written stay as they are.
export const noteWords = (text) => (getLanguage() === "en" ? text
  : SENTENCES.reduce((german, key) => translation(key)(german), text));
