// Draws the view of an evening: its games, its players, the running score.
import { button, choice, h, quoted, svg } from "./dom.js";
import { cardSign } from "./faces.js";
import { retold } from "./translating.js";
import { pick, seatName, signed, t } from "./words.js";

const VERDICTS = ["made", "gift", "lost", "hopeless"];
const SIGNS = { made: "✓", gift: "◇", lost: "✗", hopeless: "–" };
const DASHES = ["", "7 3", "2 3", "10 3 2 3", "1 4", "12 4", "4 2 1 2"];
// Lines of players differ in dashes and colour. With 6 colours and 7 dashes, the first 42 players differ.
const strokeOf = (i) => ({ class: `c${i % 6}`, "stroke-dasharray": DASHES[i % 7] });

export const paid = (record) => record.settlement ?? record.score ?? null;
const factsOf = (record, games) => games.find((game) => game.id === record.game);
const playedContract = (record, games) => factsOf(record,
  games).contracts.find((c) => c.id === record.contract) ?? null;
const nameOf = (record, seat) => record.names?.[seat] ?? seatName(seat);

// Returns the most expensive card of a game with its index and its cost, null if all cards were best.
export function dearest(record) {
  let worst = null;
  (record.cards ?? []).forEach(([flat], at) => {
    let best = -Infinity;
    let mine = null;
    for (let i = 0; i < flat.length; i += 2) {
      best = Math.max(best, flat[i + 1]);
      if (flat[i] === record.play[at]) mine = flat[i + 1];
    }
    if (mine !== null && best > mine && (!worst || best - mine > worst.cost))
      worst = { at, cost: best - mine, card: record.play[at], seat: record.seats[at] };
  });
  return worst;
}

export function fits(record, filter) {
  return (!filter.player || (record.names ?? []).includes(filter.player)) &&
    (!filter.contract || `${record.game} ${record.contract}` === filter.contract) &&
    (!filter.verdict || record.verdict === filter.verdict) && (!filter.kind || record.game === filter.kind);
}

export function front({ evening, games, title, notes }, filter, deckOf, actions) {
  const kinds = [...new Set(evening.map((record) => record.game))];
  const kind = filter.kind && kinds.includes(filter.kind) ? filter.kind : mostOf(evening, kinds);
  const shown = evening.map((record, i) => ({ record, i })).filter(({ record }) => fits(record, filter));
  return [
    h("header", { class: "top" }, h("h1", null, quoted(title || t("evening"))),
      h("p", { class: "lead" }, facts(evening, kinds, games))),
    scores(evening, games, kinds, kind, actions),
    h("section", { class: "panel", id: "games" }, h("h2", null, t("games")),
      filters(evening, games, kinds, filter, actions),
      shown.length ? h("ol", { class: "games" },
        shown.map(({ record, i }) => row(record, i, games, deckOf(record), kinds.length > 1, actions)))
          : h("p", { class: "soft" }, t("noGames"))),
    notes.length ? h("section", { class: "panel" }, h("h2", null, t("left")),
      h("ul", null, notes.map((note) => h("li", null, quoted(retold(note)))))) : null,
    evening.some(({ verdict, cards }) => verdict || cards) ? h("p", { class: "soft foot" }, t("doubleDummy"))
      : null,
  ];
}

function mostOf(evening, kinds) {
  const number = (kind) => evening.filter((record) => record.game === kind).length;
  return kinds.reduce((a, b) => (number(b) > number(a) ? b : a));
}

function facts(evening, kinds, games) {
  const dates = [...new Set(evening.map((record) => record.date).filter(Boolean))];
  const words = [t("nGames", { n: evening.length }),
    kinds.map((kind) => pick(games.find((g) => g.id === kind).name)).join(", ")];
  return [words.join(" · "), dates.length && dates.length < 4 ? [" · ", quoted(dates.join(", "))] : null];
}

function filters(evening, games, kinds, filter, actions) {
  const any = ["", t("all")];
  const names = [...new Set(evening.flatMap((record) => record.names ?? []).filter(Boolean))].sort((a, b) =>
    a.localeCompare(b));
  const contracts = [...new Map(evening.filter((r) => r.contract).map((r) =>
    [`${r.game} ${r.contract}`, r])).entries()];
  const set = (key) => (value) => actions.filter({ [key]: value });
  const several = kinds.length > 1;
  return h("div", { class: "choices" },
    several ? choice(t("game"), [any, ...kinds.map((kind) =>
      [kind, pick(games.find((g) => g.id === kind).name)])], filter.kind ?? "", set("kind"),
        { id: "filter-kind" }) : null,
    choice(t("player"), [any, ...names.map((name) => [name, name])], filter.player ?? "", set("player"),
      { id: "filter-player" }),
    choice(t("contract"), [any, ...contracts.map(([key, record]) =>
      [key, pick(playedContract(record, games).name) + (several ? ` (${pick(factsOf(record, games).name)})`
        : "")])], filter.contract ?? "", set("contract"), { id: "filter-contract" }),
    evening.some(({ verdict }) => verdict) &&
      choice(t("verdict"), [any, ...VERDICTS.map((verdict) => [verdict, t(verdict)])], filter.verdict ?? "",
        set("verdict"), { id: "filter-verdict" }));
}

export const stamp = (verdict) => h("span", { class: `stamp ${verdict}` },
  h("span", { "aria-hidden": "true" }, SIGNS[verdict]), " ", t(verdict));

function row(record, i, games, deck, several, actions) {
  const contract = playedContract(record, games);
  const worst = dearest(record);
  const amounts = paid(record);
  const mine = amounts && record.declarer !== undefined ? amounts[record.declarer] : null;
  const what = contract ? pick(contract.name) : pick(factsOf(record, games).name);
  return h("li", null, h("button", { type: "button", class: "game-row", id: `game-${i}`,
    onclick: () => actions.open(i) },
    h("span", { class: "nr" }, record.board ? quoted(record.board) : i + 1),
    h("span", { class: "what" }, h("b", null, what), " ",
      record.declarer === undefined ? null : h("span", { class: "who" },
        quoted(nameOf(record, record.declarer))),
      several && contract ? h("small", { class: "soft kind" }, pick(factsOf(record, games).name)) : null),
    h("span", { class: "how" }, record.verdict ? stamp(record.verdict) : null),
    h("span", { class: `sum ${mine > 0 ? "plus" : mine < 0 ? "minus" : ""}` },
      mine === null ? "" : signed(mine)),
    h("span", { class: "worst soft" }, worst ? [cardSign(worst.card, deck), " ",
      quoted(nameOf(record, worst.seat)), ` −${worst.cost}`] : "")));
}

// Lists the players with their totals.
function scores(evening, games, kinds, kind, actions) {
  const records = evening.filter((record) => record.game === kind);
  const facts = games.find((game) => game.id === kind);
  const players = new Map();
  for (const record of records) {
    for (let seat = 0; seat < facts.seats; seat++) {
      const name = nameOf(record, seat);
      const player = players.get(name) ?? { name, games: 0, declared: 0, made: 0, sum: 0, perfect: 0,
        givenAway: 0, line: [] };
      players.set(name, player);
      player.games++;
      if (record.declarer === seat || record.second === seat) {
        player.declared++;
        const amounts = paid(record);
        if (amounts && amounts[seat] > 0) player.made++;
      }
      player.sum += paid(record)?.[seat] ?? 0;
      player.perfect += record.payoff?.[seat] ?? 0;
      player.givenAway += record.givenAway?.[seat] ?? 0;
    }
    for (const player of players.values()) player.line.push(player.sum);
  }
  const list = [...players.values()].sort((a, b) => b.sum - a.sum || a.name.localeCompare(b.name));
  for (const player of list) while (player.line.length < records.length) player.line.unshift(0);
  const unit = pick(facts.unit);
  const judged = records.some(({ payoff }) => payoff);
  const columns = [t("player"), `${t("sums")} (${unit})`, t("games"), t("declared"), t("madeOf"),
    ...(judged ? [t("perfect"), t("givenAway")] : [])];
  return h("section", { class: "panel scores", id: "scores" },
    h("h2", null, t("running"), kinds.length > 1
      ? h("span", { class: "tabs" }, kinds.map((player) =>
        button(pick(games.find((g) => g.id === player).name),
          () => actions.filter({ kind: player, shownKind: player }),
            { "aria-pressed": String(player === kind), id: `kind-${player}` }))) : null),
    records.length > 1 ? chart(list, unit) : null,
    h("div", { class: "wide" }, h("table", { class: "numbers players" },
      h("thead", null, h("tr", null, columns.map((word) => h("th", { scope: "col" }, word)))),
      h("tbody", null, list.map((player, i) => h("tr", null,
        h("th", { scope: "row" }, key(i), " ", quoted(player.name)), 
        h("td", { class: `sum ${player.sum > 0 ? "plus" : player.sum < 0 ? "minus" : ""}` },
          h("b", null, signed(player.sum))),
          [player.games, player.declared, player.made].map((n) => h("td", null, n)),
            judged ? [h("td", null, signed(player.perfect)), h("td", null, player.givenAway)] : null))))));
}

const key = (i) => svg("svg", { class: `key c${i % 6}`, viewBox: "0 0 22 8", "aria-hidden": "true" },
  svg("line", { x1: 1, y1: 4, x2: 21, y2: 4, "stroke-dasharray": strokeOf(i)["stroke-dasharray"] }));

function chart(players, unit) {
  const [width, height, left, right] = [640, 240, 44, 90];
  const all = players.flatMap((one) => [0, ...one.line]);
  const low = Math.min(...all);
  const high = Math.max(...all, low + 1);
  const steps = players[0].line.length;
  const x = (i) => left + (i * (width - left - right)) / steps;
  const y = (n) => 12 + ((high - n) * (height - 34)) / (high - low);
  const ticks = ticksOf(low, high);
  const ends = players.map((one, i) => ({ i, one, at: y(one.line.at(-1)) })).sort((a, b) => a.at - b.at);
  ends.forEach((end, k) => k && (end.at = Math.max(end.at, ends[k - 1].at + 13)));
  const label = players.map((one) => `${one.name} ${signed(one.sum)}`).join(", ");
  return h("figure", { class: "chart" }, svg("svg",
    { viewBox: `0 0 ${width} ${Math.max(height, (ends.at(-1)?.at ?? 0) + 8)}`, role: "img",
      "aria-label": `${t("runningOf", { unit })}: ${label}` },
    ticks.map((n) => [svg("line", { class: n ? "rule" : "rule zero", x1: left, x2: width - right, y1: y(n),
      y2: y(n) }), svg("text", { x: left - 6, y: y(n) + 4, "text-anchor": "end" }, signed(n))]),
    players.map((one, i) => svg("polyline", { ...strokeOf(i),
      points: [0, ...one.line].map((n, k) => `${x(k).toFixed(1)},${y(n).toFixed(1)}`).join(" ") })),
    ends.map(({ i, one, at }) => svg("text", { class: `c${i % 6} name`, x: width - right + 6, y: at + 4 },
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
