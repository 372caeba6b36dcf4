// The face for programs: window.kranalyze.
import { SEATS, cardName } from "./cards.js";
import { told } from "./problems.js";
import { announceText } from "./said.js";

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

export const faceOf = (client, version) => ({
  version,
  // A contract on a deal after some cards: what it is worth, who is to play, what each legal card settles for
  // its player.
  async solve(question) {
    const found = await asking(() => client.ask("solve", question));
    return {
      value: found.value, makeable: found.makeable, payoff: bySeat(found.payoff),
        guarantee: bySeat(found.guarantee), biddable: found.biddable,
      to_play: found.to_play === null ? null : SEATS[found.to_play],
        announce: announceText(found.said, "french") || null,
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
    const { records, errors } = await client.ask("read", text);
    return {
      records,
      errors: errors.map((error) => ({ line: error.line, column: error.column, severity: error.severity,
        text: told(error, error.deck, "en"), record: error.record ?? null })),
    };
  },
  // Tasks and positions of the core as bytes (solver/kr.h), for tests: values, then one for each legal card.
  core: (given) => client.ask("raw", given),
});
