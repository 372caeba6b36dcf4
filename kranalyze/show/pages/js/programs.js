// The face for programs: window.kranalyze.
import { SEATS, cardName, packMask, parseCard, parseDeal, parseSuit } from "./cards.js";
import { readKpn } from "./kpn.js";
import { told } from "./messages.js";
import { programRow } from "./records.js";
import { Refusal } from "./refusal.js";

const seatOf = (word) => (word === null || word === undefined ? undefined : typeof word === "number" ? word
  : SEATS.indexOf(String(word)[0].toUpperCase()));
const cardOf = (word) => (word === null || word === undefined ? undefined : parseCard(word));

// A question in the words of the commands: seats N E S W, cards SA, suits S H D C, the deal as in KPN.
function askedOf(games, { deal, game = games[0].id, played = [], called, trump, partner, declarer, second,
  leader, dealer, discard, talon, laid, ...more }) {
  const hands = parseDeal(deal);
  const facts = games.find((one) => one.id === game);
  if (!facts) throw new Refusal("gameUnknown", { text: game, known: games.map((one) => one.id).join(", ") });
  const wish = { game, hands, played: played.map(cardOf), ...more };
  const unknown = wish.played.findIndex((card) => card < 0);
  if (unknown >= 0) throw new Refusal("cardUnknown", { text: played[unknown] });
  const set = (key, value) => value !== undefined && (wish[key] = value);
  for (const [key, word] of Object.entries({ declarer, second, leader, dealer })) set(key, seatOf(word));
  set("partner", seatOf(partner));
  set("called", cardOf(called));
  if (trump !== null && trump !== undefined) wish.trump = trump === "none" ? -1 : parseSuit(trump);
  const mask = (words) => (typeof words === "string" ? words.split(/\s+/)
    : words).map(cardOf).reduce((sum, card) => (sum | (1 << card)) >>> 0, 0);
  wish.talon = talon ? mask(talon) : facts.talon
    ? (packMask(facts.ranks) & ~hands.reduce((sum, one) => sum | one, 0)) >>> 0 : 0;
  if (discard) wish.discard = mask(discard);
  if (laid) wish.laid = Object.entries(laid).map(([seat, card]) => [seatOf(seat), cardOf(card)]);
  return wish;
}

const bySeat = (list) => (list ? Object.fromEntries([...SEATS].map((seat, i) => [seat, list[i] ?? null]))
  : Object.fromEntries([...SEATS].map((seat) => [seat, null])));

// What cannot be is an error with its message.
async function asking(ask) {
  try {
    return await ask();
  } catch (error) {
    throw new Error(told(error));
  }
}

export const faceOf = (client, games, version) => ({
  version,
  // A contract on a deal after some cards: what it is worth, who is to play, what each legal card settles for
  // its player.
  async solve(question) {
    const found = await asking(() => client.ask("stand", askedOf(games, question)));
    return {
      value: found.value, makeable: found.makeable, payoff: bySeat(found.payoff),
        guarantee: bySeat(found.guarantee), biddable: found.biddable,
      to_play: found.to_play === null ? null : SEATS[found.to_play],
        partner: found.partner === null ? null : SEATS[found.partner],
      trump: found.trump === null ? null : "SHDC"[found.trump], order: found.order,
        calls: found.calls?.map((card) => cardName(card)) ?? null,
      cards: Object.fromEntries(Object.entries(found.cards).map(([card, worth]) =>
        [cardName(Number(card)), worth])),
    };
  },
  // The games of a text of KPN, and all that is wrong with it, as the commands check and analyze have them.
  async read(text) {
    if (typeof text !== "string") throw new TypeError("read wants KPN as a text");
    const { records, errors } = readKpn(text, games);
    return {
      records: records.map(programRow),
      errors: errors.map((error) => ({ line: error.line, column: error.column, severity: error.severity,
        text: told(error, error.deck, "en"), record: error.record ?? null })),
    };
  },
  // Tasks and positions of the core as bytes (solver/kr.h), for tests: values, then one for each legal card.
  core: (given) => client.ask("raw", given),
});
