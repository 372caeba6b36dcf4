// Reads pasted text: KPN (the text format of logged games), or only a deal (N:h h h h, where h is a hand).
import { readKpn } from "./kpn.js";
import { pageRow } from "./records.js";
import { trim, wordsOf } from "./text.js";

// Returns { records, errors }. records: the games without an error, in the form that the page uses (pageRow).
// errors: all errors, without the warnings.
export function pastedGames(text, core, games) {
  const bare = isBareDeal(text);
  const { records, errors } = readKpn(bare ? asRecord(text, games) : text, core, games);
  const wrong = errors.filter(({ severity }) => severity === "error");
  if (bare) for (const error of wrong) error.column = Math.max(1, error.column - DEAL_TAG.length);
  return { records: records.map(pageRow), errors: wrong };
}

const DEAL_TAG = '[Deal "';

const isBareDeal = (text) => !/[[\]]/.test(text) && /^[NESW]\s*:/i.test(trim(text));

// The letters of ranks that the page shows in German or on German cards. The value is the letter in KPN.
const SHOWN_RANKS = { B: "J", D: "Q", O: "Q", U: "J" };

// Returns, in the letters of KPN, a deal that the user typed. The letter D is a Queen in a hand with dots or
// suit symbols. In any other hand, D is a suit.
function inFrenchLetters(deal) {
  const written = (hand) => {
    const ranks = /[.♠♥♦♣♤♡♢♧]/u.test(hand) ? /[BDOU]/gi : /[BOU]/gi;
    return hand.replace(ranks, (letter) => SHOWN_RANKS[letter.toUpperCase()]);
  };
  return deal.replace(/(^[^:]*:)|\S+/g, (word, seat) => seat ?? written(word));
}

// Returns KPN for a deal that the user typed. The deal stays in its line, and DEAL_TAG is inserted before it.
// So messages can name the right line and column. The game is the first game that has as many hands, and as
// many cards in a hand, as the deal.
function asRecord(text, games) {
  const lines = text.split(/\r\n|\n|\r/);
  const number = lines.findIndex((line) => trim(line));
  const deal = trim(lines[number]);
  const hands = wordsOf(deal.slice(deal.indexOf(":") + 1)).map((word) => word.text);
  const size = hands[0]?.replaceAll("10", "T").replace(/[.]/g, "").length;
  const game = games.find((row) => row.size === size && row.seats === hands.length) ?? games[0];
  const before = lines[number].slice(0, lines[number].indexOf(deal));
  const value = inFrenchLetters(deal).replace(/["\\]/g, "\\$&");
  return `${"\n".repeat(number)}${before}${DEAL_TAG}${value}"] [Game "${game.id}"]`;
}
