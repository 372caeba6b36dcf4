// Returns the words of the page in English or German, and stores the current language.

// The content of words.json.
let WORDS = {};
export const setWords = (words) => (WORDS = words);

let language = "en";
export const languages = ["en", "de"];
export const setLanguage = (code) => {
  language = languages.includes(code) ? code : "en";
  document.documentElement.lang = language;
};
export const getLanguage = () => language;

// Returns one text of a pair [English, German]. code: the language of this text, "en" or "de".
export const inLanguage = (pair, code) => pair[code === "de" ? 1 : 0];
export const pick = (pair) => inLanguage(pair, language);

// Returns the text of a key in a language. A text can have gaps: placeholders such as {seat}. gaps: the
// values that fill the gaps, by name.
export function wordsIn(code, key, gaps = {}) {
  const words = WORDS[key];
  if (!words) return key;
  return inLanguage(words, code).replace(/\{(\w+)\}/g, (whole, name) =>
    (name in gaps ? String(gaps[name]) : whole));
}

export const t = (key, gaps) => wordsIn(language, key, gaps);

export const seatName = (seat) => t(["north", "east", "south", "west"][seat]);
export const seatLetter = (seat) => t(["n", "e", "s", "w"][seat]);
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
// Formats a number for the current language.
export const localized = (n, more) => n.toLocaleString(language === "de" ? "de-AT" : "en-GB",
  more).replace("-", "−");
export const hasWords = (key) => key in WORDS;
