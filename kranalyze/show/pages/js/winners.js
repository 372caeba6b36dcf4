// Says which players won most and lost most in an evening (a list of logged games), in a line for each kind
// of game.
import { factsOf, nameOf, paid } from "./evening.js";
import { h, quoted } from "./dom.js";
import { chips } from "./lessonparts.js";
import { pick, t } from "./words.js";

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

// Returns in words the players with this sum, and the amount that they won or paid.
function playersWith(sum, sums, facts) {
  const names = [...sums].filter(([, n]) => n === sum).map(([name]) => name);
  const cost = chips(Math.abs(sum), facts);
  const listed = names.map((name, i) =>
    [i ? (i === names.length - 1 ? ` ${t("and")} ` : ", ") : "", quoted(name)]);
  if (names.length > 1) return [listed, " ", t(sum > 0 ? "winEach" : "payEach", { cost })];
  return [listed, " ", t(sum > 0 ? "winsOne" : "paysOne", { cost })];
}

// Draws a line for each kind of game. Returns null if nothing is settled.
export function winnersPart(evening, kinds, games) {
  const lines = kinds.map((kind) => {
    const records = evening.filter(({ game }) => game === kind);
    const facts = factsOf({ game: kind }, games);
    const sums = sumsOf(records, facts);
    const amounts = [...sums.values()];
    const [most, least] = [Math.max(...amounts), Math.min(...amounts)];
    if (!sums.size || most <= 0) return null;
    return h("li", null, kinds.length > 1 ? [h("b", null, pick(facts.name)), ": "] : null,
      playersWith(most, sums, facts), least < 0 ? [", ", playersWith(least, sums, facts)] : null, ".");
  }).filter(Boolean);
  return lines.length ? h("ul", { class: "winners", id: "winners" }, lines) : null;
}
