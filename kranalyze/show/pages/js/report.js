// Translates a report. Python has written the report in English, with the letters of French cards. This
// script changes the language and the deck.
import { RANKS, rankLetter } from "./cards.js";
import { suitSign } from "./faces.js";
import { h } from "./dom.js";
import { getLanguage, languages, setLanguage, setWords, t } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
setWords(data.words);
const SYMBOLS = "♠♥♦♣";
const AS_LETTER = /\ufe0e/g;
// Classes (CSS) of elements whose texts are not translated: names of files, and texts from files.
const VERBATIM = ["file", "text"];
const exact = new Map(data.phrases);
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
// Patterns of sentences with gaps. Sentences with more fixed text are tried first.
const sentences = data.phrases
  .filter(([english]) => english.includes("{"))
  .sort(([a], [b]) => b.replace(/\{\w+\}/g, "").length - a.replace(/\{\w+\}/g, "").length)
  .map(([english, other]) => {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    return { pattern: new RegExp(`^${english.split(/\{\w+\}/).map(escaped).join("(.+?)")}$`, "s"), names,
      other };
  });

let deck = data.deck ?? "french";

// Translates an English text to German. A text without a translation stays English, but with German numbers.
function german(text) {
  const words = text.trim();
  if (!words) return text;
  const around = (inner) => text.replace(words, () => inner);
  if (exact.has(words)) return around(exact.get(words));
  for (const { pattern, names, other } of sentences) {
    const match = pattern.exec(words);
    if (match) return around(names.reduce((all, name, i) =>
      all.replace(`{${name}}`, () => (VERBATIM.includes(name) ? match[i + 1] : german(match[i + 1]))),
        other));
  }
  if (words.includes(", ")) {
    const parts = words.split(", ").map(german);
    if (parts.join(", ") !== words) return around(parts.join(", "));
  }
  return /^[-+−–<>\s\d.,%:]+$/.test(words) ? around(figures(words)) : text;
}

// Converts the numbers in a text to German: exchanges the decimal points and the commas between thousands,
// and puts a blank before %.
const figures = (words) => words.replace(/[.,]/g, (sign) => (sign === "." ? "," : "."))
  .replace(/(\d)%/g, "$1 %");

function letters(ranks) {
  return [...ranks].map((letter) => {
    const rank = RANKS.indexOf(letter);
    if (rank < 0) return letter;
    if (deck === "german") return rankLetter(rank, deck).replace("T", "10");
    return getLanguage() === "de" ? { Q: "D", J: "B", T: "10" }[letter] ?? letter : letter.replace("T", "10");
  }).join("");
}

// ---- texts to translate, collected once

const texts = [];
const titles = [];
const suits = [];
const ranks = [];

function split(node) {
  // Replaces a text by its parts. A part is a suit symbol with the ranks after it, or the text between two
  // such parts. Returns false if the text has no suit symbol.
  const parts = node.data.split(/([♠♥♦♣]\ufe0e?[AKQJT987]*(?![a-z]))/);
  if (parts.length < 2) return false;
  node.replaceWith(...parts.filter(Boolean).flatMap((part) => {
    const suit = SYMBOLS.indexOf(part[0]);
    if (suit < 0) return [kept(document.createTextNode(part))];
    return [signOf(suit), ranksOf(part.replace(AS_LETTER, "").slice(1))];
  }));
  return true;
}

function kept(node) {
  texts.push({ node, english: node.data });
  return node;
}

function signOf(suit) {
  const element = h("span");
  suits.push({ element, suit });
  return element;
}

function ranksOf(text) {
  const element = h("span");
  ranks.push({ element, text });
  return element;
}

function look() {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) if (walker.currentNode.data.trim()) nodes.push(walker.currentNode);
  for (const node of nodes) {
    const parent = node.parentElement;
    const suit = SYMBOLS.indexOf(node.data.replace(AS_LETTER, "").trim());
    if (node.data.trim() && suit >= 0) {
      parent.className = "";
      parent.replaceChildren(signOf(suit));
      continue;
    }
    const before = node.previousSibling;
    const after = before?.nodeType === 1 && (suits.some(({ element }) => before.contains(element)) ||
      SYMBOLS.includes(before.textContent.replace(AS_LETTER, "").trim() || " "));
    const head = after && /^[AKQJT987 ]+(?![a-z])/.exec(node.data);
    if (head || (parent.matches(".heat thead th") && RANKS.includes(node.data.trim()) &&
      parent.closest("table").querySelector("tbody th span"))) {
      const text = head ? head[0] : node.data;
      const rest = document.createTextNode(node.data.slice(text.length));
      node.replaceWith(ranksOf(text), rest);
      if (rest.data.trim()) kept(rest);
    } else if (!split(node)) kept(node);
  }
  for (const element of document.querySelectorAll("main [title]"))
    titles.push({ element, english: element.title });
}

function draw() {
  const other = getLanguage() === "de";
  for (const { node, english } of texts) node.data = other ? german(english) : english;
  for (const { element, english } of titles) element.title = other ? german(english) : english;
  for (const { element, suit } of suits) element.replaceChildren(suitSign(suit, deck));
  for (const { element, text } of ranks) element.textContent = letters(text);
  const language = document.getElementById("language");
  const cards = document.getElementById("deck");
  language.textContent = t("language");
  language.title = t("languageWhat");
  cards.textContent = t(deck === "french" ? "germanCards" : "frenchCards");
  document.title = document.querySelector("h1").textContent;
}

look();
setLanguage(data.lang ?? (navigator.languages ?? [navigator.language]).map((code) =>
  code.slice(0, 2)).find((code) => languages.includes(code)) ?? "en");
document.querySelector("main").prepend(h("nav", { class: "topbar" },
  h("span", { class: "brand" }, "kranalyze"), h("span", { class: "grow" }),
  h("button", { type: "button", id: "language",
    onclick: () => (setLanguage(getLanguage() === "de" ? "en" : "de"), draw()) }),
  h("button", { type: "button", id: "deck", onclick: () =>
    ((deck = deck === "french" ? "german" : "french"), draw()) })));
draw();
document.documentElement.dataset.ready = "1";
