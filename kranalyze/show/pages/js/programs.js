// Defines the functions that other programs can call: window.kranalyze.
import { SEATS, cardName } from "./cards.js";
import { problemText } from "./problems.js";
import { announceText } from "./announcing.js";

const bySeat = (list) => (list ? Object.fromEntries([...SEATS].map((seat, i) => [seat, list[i] ?? null]))
  : Object.fromEntries([...SEATS].map((seat) => [seat, null])));

// Calls a function and returns its result. If it throws a refusal, throws an Error with the message of the
// refusal instead.
async function asking(ask) {
  try {
    return await ask();
  } catch (error) {
    throw new Error(problemText(error));
  }
}

export const faceOf = (client, version) => ({
  version,
  // Solves a contract on a deal, from the position after the cards played so far. Returns the value, the seat
  // to play, and the settlement that this seat can force with each legal card.
  async solve(question) {
    const answer = await asking(() => client.ask("solve", question));
    return {
      value: answer.value, makeable: answer.makeable, payoff: bySeat(answer.payoff),
        guarantee: bySeat(answer.guarantee), biddable: answer.biddable,
      to_play: answer.to_play === null ? null : SEATS[answer.to_play],
        announce: announceText(answer.announcements, "french") || null,
        partner: answer.partner === null ? null : SEATS[answer.partner],
      trump: answer.trump === null ? null : "SHDC"[answer.trump], order: answer.order,
        calls: answer.calls?.map((card) => cardName(card)) ?? null,
      cards: Object.fromEntries(Object.entries(answer.cards).map(([card, worth]) =>
        [cardName(Number(card)), worth])),
    };
  },
  // Reads a text of KPN. Returns its games and problems, as `kranalyze analyze` and `kranalyze check` do.
  async read(text) {
    if (typeof text !== "string") throw new TypeError("read wants KPN as a text");
    const { records, errors } = await client.ask("read", text);
    return {
      records,
      errors: errors.map((error) => ({ line: error.line, column: error.column, severity: error.severity,
        text: problemText(error, error.deck, "en"), record: error.record ?? null })),
    };
  },
  // For tests: solves positions with their tasks, given as bytes of the structs in solver/kr.h. Returns for
  // each position its value, then the value of each legal card.
  core: (spec) => client.ask("raw", spec),
});
