// Says what each player won or lost in an evening (a list of logged games), in a line for each kind of game.
import { factsOf } from "./evening.js";
import { h, quoted } from "./dom.js";
import { totals } from "./players.js";
import { pick, signed } from "./words.js";

// Draws a line for each kind of game. A line lists the players, the winner first. Returns null if nobody won
// anything.
export function winnersPart(evening, kinds, games) {
  const lines = kinds.map((kind) => {
    const facts = factsOf({ game: kind }, games);
    const records = evening.filter(({ game }) => game === kind);
    const players = totals(records, facts, []);
    if (!players.some(({ sum }) => sum)) return null;
    return h("li", null, kinds.length > 1 ? [h("b", null, pick(facts.name)), ": "] : null,
      players.map(({ name, sum }, i) => [i ? ", " : "", h("span", null, quoted(name), " ",
        h("b", { class: sum > 0 ? "plus" : sum < 0 ? "minus" : null }, signed(sum)))]),
      ` (${pick(facts.unit)})`);
  }).filter(Boolean);
  return lines.length ? h("ul", { class: "winners", id: "winners" }, lines) : null;
}
