// Draws the running score of the players, and two tables of the players: for all games, and by evening.
import { button, h, quoted, svg } from "./dom.js";
import { costlyCalls, costlyCards } from "./costs.js";
import { eveningOf, eventWords, factsOf, givenAwayBy, nameOf, paid } from "./evening.js";
import { isJudged, openCards } from "./lessons.js";
import { pick, signed, t } from "./words.js";

const DASHES = ["", "7 3", "2 3", "10 3 2 3", "1 4", "12 4", "4 2 1 2"];
// How many colours and how many dash patterns there are for the lines of players. Any two of the first 84
// players differ in colour or dashes.
const [COLOURS, STROKES] = [12, 7];
const strokeOf = (i) => ({ class: `c${i % COLOURS}`, "stroke-dasharray": DASHES[i % STROKES] });

// Columns of the table. word: key of the words in the head. needs: what the analysis of the games must have
// for this column (see columnsOf). signed: whether numbers are shown with a sign. isAmount: whether the
// column is a sum in the unit of the game. more: whether a phone shows the column only if the user asks for
// it.
const COLUMNS = [
  { key: "sum", word: "sums", needs: "isPaid", isAmount: true, signed: true },
  { key: "givenAway", word: "givenAway", needs: "isJudged" },
  { key: "mistake", word: "mistakes", needs: "isKnown" },
  { key: "unlucky", word: "unluckies", needs: "isKnown" },
  { key: "games", word: "games", more: true }, { key: "declared", word: "declared", more: true },
  { key: "made", word: "madeOf", needs: "isPaid", more: true },
  { key: "badBids", word: "badBids", needs: "isKnown", more: true },
  { key: "perfect", word: "perfect", needs: "isJudged", signed: true, more: true },
];

// Returns the totals of each player in games of one kind. names: the names of all players, in the same order
// for all tables. In a player's totals, `line` is the running sum after each game. `stroke` is the index of
// the player in `names`. It determines the colour and dashes of the player's line in the chart.
export function totals(records, facts, names) {
  const players = new Map();
  for (const record of records) {
    for (let seat = 0; seat < facts.seats; seat++) {
      const name = nameOf(record, seat);
      const player = players.get(name) ?? { name, games: 0, declared: 0, made: 0, sum: 0, perfect: 0,
        givenAway: 0, mistake: 0, unlucky: 0, lucky: 0, badBids: 0, line: [], isKnown: false, isPart: false };
      players.set(name, player);
      player.games++;
      if (record.declarer === seat || record.second === seat) {
        player.declared++;
        if ((paid(record)?.[seat] ?? 0) > 0) player.made++;
      }
      player.sum += paid(record)?.[seat] ?? 0;
      player.perfect += record.payoff?.[seat] ?? 0;
      player.givenAway += givenAwayBy(record, seat);
      player.isKnown ||= (record.known ?? []).some(([at]) => record.seats[at] === seat);
      player.isPart ||= !isJudged(record, seat);
      for (const card of costlyCards(record))
        if (card.seat === seat && card.verdict) player[card.verdict] += card.cost;
      for (const call of costlyCalls(record))
        if (call.seat === seat && call.verdict === "mistake") player.badBids += call.cost;
    }
    for (const player of players.values()) player.line.push(player.sum);
  }
  const list = [...players.values()].sort((a, b) => b.sum - a.sum || a.name.localeCompare(b.name));
  for (const player of list) while (player.line.length < records.length) player.line.unshift(0);
  for (const player of list) player.stroke = names.indexOf(player.name);
  return list;
}

// Returns the names of all players of an evening in alphabetical order.
const playerNames = (evening, games) => [...new Set(evening.flatMap((record) =>
  Array.from({ length: factsOf(record, games).seats }, (_, seat) => nameOf(record, seat))))].sort((a, b) =>
  a.localeCompare(b));

// Draws the panel of the players in games of one kind. A tap on a player selects this player. A tap on the
// head of a column sorts by the column. Returns null if the games have no scores and no analysis.
export function playersPanel({ evening, games, kinds, kind, filter, notice }, actions) {
  if (!hasFigures(evening)) return null;
  const records = evening.filter((record) => record.game === kind &&
    (!filter.evening || eveningOf(record) === filter.evening));
  const facts = games.find((game) => game.id === kind);
  const names = playerNames(evening, games);
  const list = totals(records, facts, names);
  const unit = pick(facts.unit);
  return h("section", { class: "panel scores", id: "scores" },
    h("h2", null, t("running"), kinds.length > 1
      ? h("span", { class: "tabs" }, kinds.map((one) =>
        button(pick(games.find((g) => g.id === one).name), () => actions.filter({ kind: one }),
          { "aria-pressed": String(one === kind), id: `kind-${one}` }))) : null),
    notice, hasFigures(records) ? [records.length > 1 && records.some(paid) ? chart(list, unit) : null,
      playersTable(list, records, unit, filter, actions),
        eveningsTable(records, facts, names, filter, actions)]
      : h("p", { class: "soft" }, t("noScores")));
}

// Draws what each player gave away in all games, the greatest amount first. Each unit has a line of its own,
// because amounts in different units cannot be added. Returns null if no game is analysed.
export function givenAwayPanel(evening, games) {
  const units = new Map();
  for (const record of evening.filter(({ givenAway }) => givenAway)) {
    const { unit, seats } = factsOf(record, games);
    const players = units.get(unit[0]) ?? { unit, amounts: new Map(), records: [] };
    units.set(unit[0], players);
    players.records.push(record);
    for (let seat = 0; seat < seats; seat++) {
      const name = nameOf(record, seat);
      players.amounts.set(name, (players.amounts.get(name) ?? 0) + givenAwayBy(record, seat));
    }
  }
  if (!units.size) return null;
  const cardsAreJudged = (record, seat) => !openCards(record, seat).length;
  return h("section", { class: "panel", id: "given-away" }, h("h2", null, t("whoGaveAway")),
    h("p", { class: "soft" }, t("whoGaveAwayWhat")),
    h("ul", null, [...units.values()].map(({ unit, amounts, records }) => h("li", null,
      h("b", null, pick(unit)), ": ",
      listOr(greatestFirst(amounts).map(([name, n], i) =>
        [i ? ", " : "", h("span", null, quoted(name), " ", h("i", null, n))]), "0"),
      mistakeWords(records, games, "byMistake", costlyCards, cardsAreJudged),
      mistakeWords(records, games, "byBids", costlyCalls, isJudged)))));
}

// Says how much the players gave away by mistakes in games with the same unit. word: key of the words that
// stand before the sums. choicesOf: function that returns the costly choices of a game. isDone: function that
// returns whether all such choices of a seat are judged. Returns null if some choices are not judged, or if
// nobody made a mistake.
function mistakeWords(records, games, word, choicesOf, isDone) {
  const sums = new Map();
  for (const record of records)
    for (let seat = 0; seat < factsOf(record, games).seats; seat++) {
      if (!isDone(record, seat)) return null;
      const mine = choicesOf(record).filter((choice) => choice.seat === seat && choice.verdict === "mistake");
      const name = nameOf(record, seat);
      sums.set(name, (sums.get(name) ?? 0) + mine.reduce((sum, { cost }) => sum + cost, 0));
    }
  const listed = greatestFirst(sums).map(([name, n], i) => [i ? ", " : "", quoted(name), ` ${n}`]);
  return listed.length ? h("small", { class: "soft by-mistake" }, t(word), ": ", listed) : null;
}

// Returns the list if it has items. Returns `words` if it is empty.
const listOr = (list, words) => (list.length ? list : words);

// Lists the names with their sums, the greatest sum first. Names whose sum is 0 are left out.
const greatestFirst = (sums) => [...sums].filter(([, n]) => n).sort(([, a], [, b]) => b - a);

// Returns the columns that the analysis of the games can fill.
function columnsOf(records) {
  const has = { isPaid: records.some(paid), isJudged: records.some(({ payoff }) => payoff),
    isKnown: records.some(({ known }) => known) };
  return COLUMNS.filter(({ needs }) => !needs || has[needs]);
}

const hasFigures = (records) => columnsOf(records).some(({ more }) => !more);

// Draws a row above the heads of the columns. The row has words only above the columns for mistakes and bad
// luck. They say that the amounts in these columns are parts of the amount given away. Returns null if the
// table has no such columns.
function judgedHead(columns) {
  const first = columns.findIndex(({ needs }) => needs === "isKnown");
  if (first < 0) return null;
  const n = columns.filter(({ needs, more }) => needs === "isKnown" && !more).length;
  return h("tr", null, h("td", { colspan: first + 1 }), h("th", { scope: "colgroup", colspan: n,
    class: "judged" }, t("judgedChoices")));
}

// Draws a figure of a player. A figure that needs verdicts is a dash if no card of the player is judged.
// Until all cards and calls of the player are judged, such a figure is marked "so far".
function cellOf(player, { key, signed: hasSign, isAmount, more, needs }) {
  if (needs === "isKnown" && !player.isKnown)
    return h("td", { "data-column": key, class: more ? "more" : null }, "–");
  const n = player[key];
  const sign = isAmount ? (n > 0 ? " plus" : n < 0 ? " minus" : "") : "";
  const isPart = needs === "isKnown" && player.isPart;
  const of = `${isAmount ? "sum" : ""}${sign}${more ? " more" : ""}${isPart ? " part" : ""}`;
  return h("td", { class: of, "data-column": key },
    isAmount ? h("b", null, signed(n)) : hasSign ? signed(n)
      : isPart ? [h("small", { class: "soft" }, t("sumSoFar")), ` ${n}`] : n);
}

// Draws the table of the players in each evening. A tap on an evening chooses it. Returns null if there is
// only one evening.
function eveningsTable(records, facts, names, filter, actions) {
  const evenings = [...new Set(records.map(eveningOf))].filter(Boolean).sort();
  if (evenings.length < 2) return null;
  const columns = columnsOf(records).filter(({ more }) => !more);
  const group = (evening, number) => h("tbody", { "data-evening": evening },
    h("tr", null, h("th", { scope: "rowgroup", colspan: columns.length + 1, class: "evening" },
      button(quoted(eventWords(evening)), () => actions.evening(evening),
        { class: "name", id: `evening-${number}` }))),
    totals(records.filter((record) => eveningOf(record) === evening), facts, names).map((player) =>
      h("tr", null, h("th", { scope: "row" }, quoted(player.name)),
        columns.map((column) => cellOf(player, column)))));
  return h("details", { id: "by-evening", open: Boolean(filter.isByEvening),
    ontoggle: ({ target }) => actions.keep({ isByEvening: target.open }) },
  h("summary", null, t("byEvening")), h("table", { class: "numbers evenings" },
    h("thead", null, judgedHead(columns), h("tr", null, h("th", { scope: "col" }, t("player")),
      columns.map(({ word }) => h("th", { scope: "col" }, t(word))))),
    evenings.map(group)));
}

function playersTable(list, records, unit, filter, actions) {
  const columns = columnsOf(records);
  const by = columns.some(({ key }) => key === filter.by) ? filter.by : columns[0].key;
  const rows = [...list].sort((a, b) => b[by] - a[by]);
  return [h("div", { class: `wide${filter.all ? " all" : ""}`, id: "players-table", role: "region",
    tabindex: 0, "aria-label": t("running") },
    h("table", { class: "numbers players" },
      h("thead", null, judgedHead(columns), h("tr", null, h("th", { scope: "col" }, t("player")),
        columns.map(({ key, word, isAmount, more }) => h("th", { scope: "col", "data-column": key,
          class: more ? "more" : null, "aria-sort": key === by ? "descending" : null },
        button([t(word), isAmount ? h("span", { class: "unit" }, ` (${unit})`) : "", key === by ? " ▾" : ""],
          () => actions.filter({ by: key }), { id: `by-${key}`, class: "head" }))))),
      h("tbody", null, rows.map((player) => h("tr", null,
        h("th", { scope: "row" }, button([lineKey(player.stroke), quoted(player.name)],
          () => actions.player(player.name), { class: "name", id: `player-${list.indexOf(player)}`,
            "aria-pressed": String(filter.player === player.name) })),
        columns.map((column) => cellOf(player, column))))))),
  button(t(filter.all ? "fewerColumns" : "allColumns"), () => actions.filter({ all: !filter.all }),
    { id: "all-columns", "aria-expanded": String(Boolean(filter.all)) })];
}

const lineKey = (i) => svg("svg",
  { class: `key c${i % COLOURS}`, viewBox: "0 0 22 8", "aria-hidden": "true" },
  svg("line", { x1: 1, y1: 4, x2: 21, y2: 4, "stroke-dasharray": strokeOf(i)["stroke-dasharray"] }));

function chart(players, unit) {
  const [width, height, right] = [640, 240, 90];
  const all = players.flatMap((one) => [0, ...one.line]);
  const low = Math.min(...all);
  const high = Math.max(...all, low + 1);
  const ticks = ticksOf(low, high);
  // The left margin has room for the longest number in the font size of a phone.
  const left = 14 + 10 * Math.max(...ticks.map((n) => signed(n).length));
  const steps = players[0].line.length;
  const x = (i) => left + (i * (width - left - right)) / steps;
  const y = (n) => 12 + ((high - n) * (height - 34)) / (high - low);
  const ends = players.map((one) => ({ one, at: y(one.line.at(-1)) })).sort((a, b) => a.at - b.at);
  ends.forEach((end, k) => k && (end.at = Math.max(end.at, ends[k - 1].at + 13)));
  const label = players.map((one) => `${one.name} ${signed(one.sum)}`).join(", ");
  return h("figure", { class: "chart" }, svg("svg",
    { viewBox: `0 0 ${width} ${Math.max(height, (ends.at(-1)?.at ?? 0) + 8)}`, role: "img",
      "aria-label": `${t("runningOf", { unit })}: ${label}` },
    ticks.map((n) => [svg("line", { class: n ? "rule" : "rule zero", x1: left, x2: width - right, y1: y(n),
      y2: y(n) }), svg("text", { x: left - 6, y: y(n) + 4, "text-anchor": "end" }, signed(n))]),
    players.map((one) => svg("polyline", { ...strokeOf(one.stroke),
      points: [0, ...one.line].map((n, k) => `${x(k).toFixed(1)},${y(n).toFixed(1)}`).join(" ") })),
    ends.map(({ one, at }) => svg("text",
      { class: `c${one.stroke % COLOURS} name`, x: width - right + 6, y: at + 4 },
      one.name.slice(0, 12)))),
  h("figcaption", { class: "soft" }, t("runningOf", { unit })));
}

function ticksOf(low, high) {
  const span = high - low;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 1e4, 1e5].find((s) => span / s <= 6) ??
    span;
  const ticks = [];
  for (let n = Math.ceil(low / step) * step; n <= high; n += step) ticks.push(n);
  return ticks;
}
