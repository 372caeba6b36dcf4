// Says what each player won or lost in an evening (a list of logged games), in a line for each kind of game.
import { factsOf, nameOf, paid } from "./evening.js";
import { h, quoted } from "./dom.js";
import { pick, signed } from "./words.js";

// Returns the sum of each player in games of one kind, by name.
function sumsOf(records, { seats }) {
  const sums = new Map();
  for (const record of records) {
    const amounts = paid(record);
    if (!amounts) continue;
    for (let seat = 0; seat < seats; seat++) {
      const name = nameOf(record, seat);
      sums.set(name, (sums.get(name) ?? 0) + (amounts[seat] ?? 0));
    }
  }
  return sums;
}

// Draws a line for each kind of game, the winner first. Returns null if nobody won anything.
export function winnersPart(evening, kinds, games) {
  const lines = kinds.map((kind) => {
    const facts = factsOf({ game: kind }, games);
    const records = evening.filter(({ game }) => game === kind);
    const sums = [...sumsOf(records, facts)].sort(([, a], [, b]) => b - a);
    if (!sums.some(([, sum]) => sum)) return null;
    return h("li", null, kinds.length > 1 ? [h("b", null, pick(facts.name)), ": "] : null,
      sums.map(([name, sum], i) => [i ? ", " : "", h("span", null, quoted(name), " ",
        h("b", { class: sum > 0 ? "plus" : sum < 0 ? "minus" : null }, signed(sum)))]),
      ` (${pick(facts.unit)})`);
  }).filter(Boolean);
  return lines.length ? h("ul", { class: "winners", id: "winners" }, lines) : null;
}
