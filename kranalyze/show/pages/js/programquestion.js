// Reads and checks a question that a program passes to window.kranalyze.solve.
import { maskOf, parseCard, parseSeat, parseSuit } from "./cards.js";
import { judgedGame } from "./judged.js";
import { gameKnown } from "./names.js";
import { parseDealTag } from "./parsing.js";
import { Refusal, message } from "./refusal.js";
import { plainRow } from "./rows.js";

// A message shows at most this many characters of a wrong value.
const SHOWN_VALUE = 60;

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && !Array.isArray(value);

// Returns a value as a message shows it.
function shownValue(value) {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_VALUE ? `${text.slice(0, SHOWN_VALUE)}...` : text;
}

function wrongValue(key, expected, value) {
  return new Refusal("askValue", { key, wanted: message(expected), value: shownValue(value) });
}

function textIn(key, value) {
  if (!isText(value)) throw wrongValue(key, "wantText", value);
  return value;
}

function seatIn(key, value) {
  const seat = isText(value) ? parseSeat(value) : [0, 1, 2, 3].indexOf(value);
  if (seat < 0) throw wrongValue(key, "wantSeat", value);
  return seat;
}

const partnerIn = (key, value) => (value === "-" ? -1 : seatIn(key, value)); // "-": the declarer plays alone

function cardOf(key, value) {
  const card = isText(value) ? parseCard(value) : -1;
  if (card < 0) throw wrongValue(key, "wantCard", value);
  return card;
}

function trumpIn(key, value) {
  if (value === "none") return -1;
  const suit = isText(value) ? parseSuit(value) : -1;
  if (suit < 0) throw wrongValue(key, "wantSuit", value);
  return suit;
}

function cardsIn(key, value) {
  if (!isText(value) && !Array.isArray(value)) throw wrongValue(key, "wantCards", value);
  const words = isText(value) ? value.replaceAll(",", " ").split(/\s+/).filter(Boolean) : value;
  return words.map((word) => cardOf(key, word));
}

const cardMask = (key, value) => maskOf(cardsIn(key, value));

function numberIn(key, value) {
  if (!Number.isInteger(value) || value < 0) throw wrongValue(key, "wantNumber", value);
  return value;
}

function objectIn(key, value) {
  if (!isObject(value)) throw wrongValue(key, "wantObject", value);
  return value;
}

const laidIn = (key, value) =>
  Object.entries(objectIn(key, value)).map(([seat, card]) => [seatIn(key, seat), cardOf(key, card)]);

// For each key of a question: the function that reads the value of this key.
const READ = {
  deal: textIn, game: textIn, contract: textIn, declarer: seatIn, second: seatIn, leader: seatIn,
  dealer: seatIn, called: cardOf, trump: trumpIn, partner: partnerIn, rules: objectIn, contra: numberIn,
  order: textIn, played: cardsIn, talon: cardMask, discard: cardMask, laid: laidIn, announce: textIn,
};

// Converts the question of a program to the form that the worker reads. The program writes values as in the
// commands of kranalyze: seats N E S W, cards such as SA, suits S H D C, the deal as in KPN. A value that is
// null or missing is left open.
export function askedOf(core, games, question) {
  if (question === null || question === undefined || !isObject(question))
    throw wrongValue("solve", "wantObject", question ?? null);
  const wish = { game: games[0].id, played: [] };
  for (const [key, value] of Object.entries(question)) {
    if (!Object.hasOwn(READ, key)) throw new Refusal("askKey", { key, known: Object.keys(READ).join(", ") });
    if (value !== null && value !== undefined) wish[key] = READ[key](key, value);
  }
  for (const key of ["deal", "contract"])
    if (wish[key] === undefined) throw new Refusal("askMissing", { key });
  const row = plainRow(gameKnown(games, wish.game));
  const { deal, ...rest } = wish;
  const { hands, talon } = wholeDeal(core, deal, row);
  return { ...rest, hands, talon: wish.talon ?? talon };
}

// Reads the deal of a game. All hands must be known.
function wholeDeal(core, text, row) {
  const { facts, flaws } = judgedGame(core, parseDealTag(text, row));
  if (flaws.length) throw new Refusal(flaws[0].key, flaws[0].gaps, { ...flaws[0], place: row.place });
  const hands = facts.hands().map((hand, seat) => (seat < row.seats ? hand : 0));
  const seat = hands.indexOf(null);
  if (seat >= 0) throw new Refusal("handUnknown", { seat });
  return { hands, talon: facts.mask("talon") };
}
