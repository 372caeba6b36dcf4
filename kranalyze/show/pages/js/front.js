// Draws the view of an evening, which is a list of logged games. The view shows the players and the list of
// the games. A record holds the data of a game.
import { button, choice, h, quoted } from "./dom.js";
import { dearest } from "./costs.js";
import { contraWords, eveningOf, eventWords, factsOf, isWrongScore, nameOf, paid,
  playedContract } from "./evening.js";
import { cardSign } from "./faces.js";
import { judgeAllPanel } from "./judgeall.js";
import { listLegend } from "./legend.js";
import { capitalized, unitWords } from "./lessonparts.js";
import { givenAwayPanel, playersPanel } from "./players.js";
import { winnersPart } from "./winners.js";
import { verdictWords } from "./smallmistake.js";
import { VERDICTS, stamp } from "./stamp.js";
import { retold } from "./translating.js";
import { pick, signed, t } from "./words.js";

// Functions that compare two games, for each order of the list. Games that are equal stay in the order in
// which they were played.
const SORTS = {
  order: () => 0,
  cost: (a, b) => (b.worst?.cost ?? 0) - (a.worst?.cost ?? 0),
  won: (a, b) => (b.amount ?? -Infinity) - (a.amount ?? -Infinity),
};

// Returns whether a game is among those that the user chose to see.
function fits(record, filter) {
  return (!filter.player || (record.names ?? []).includes(filter.player)) &&
    (!filter.evening || eveningOf(record) === filter.evening) &&
    (!filter.contract || `${record.game} ${record.contract}` === filter.contract) &&
    (!filter.verdict || record.verdict === filter.verdict) && (!filter.kind || record.game === filter.kind);
}

// Lists the games to show, in the order of the list: { record, i, worst, amount } each. i: index of the game
// in the evening. worst: the most expensive card of the chosen player. If no player is chosen, it is the most
// expensive card of all players. amount: the settlement of the chosen player, or of the declarer if no player
// is chosen.
function listed(evening, filter) {
  const rows = evening.map((record, i) => ({ record, i })).filter(({ record }) => fits(record, filter));
  for (const row of rows) {
    const { record } = row;
    const seat = filter.player ? record.names.indexOf(filter.player) : null;
    row.worst = dearest(record, seat);
    row.amount = paid(record)?.[seat ?? record.declarer] ?? null;
  }
  return rows.sort(SORTS[filter.sort ?? "order"]);
}

// Returns the entry of the list that is `step` places after game `i`, undefined if there is none.
export function nearListed(evening, filter, i, step) {
  const rows = listed(evening, filter);
  return rows[rows.findIndex((row) => row.i === i) + step];
}

export function front({ evening, games, title, notes, isJudging }, filter, deckOf, actions) {
  const kinds = [...new Set(evening.map((record) => record.game))];
  const kind = filter.kind && kinds.includes(filter.kind) ? filter.kind : mostOf(evening, kinds);
  const shown = listed(evening, filter);
  const part = `${shown.length} ${t("of")} ${evening.length}`;
  const notice = (id) => filterNotice(filter, games, part, id, actions);
  const evenings = eveningsOf(shown.map(({ record }) => record));
  return [
    h("header", { class: "top" }, h("h1", null, quoted(eventWords(title || t("evening")))),
      h("p", { class: "lead" }, facts(evening, kinds, games)), winnersPart(evening, kinds, games)),
    evening.some(({ names }) => names?.some(Boolean)) ? h("p", { class: "tools start" },
      button(t("myMistakes"), actions.train, { id: "my-mistakes", class: "main" })) : null,
    judgeAllPanel(evening, isJudging, actions),
    givenAwayPanel(evening, games),
    playersPanel({ evening, games, kinds, kind, filter, notice: filter.kind ? notice("all-scores") : null },
      actions),
    h("section", { class: "panel", id: "games" }, h("h2", null, t("games")),
      filters(evening, games, kinds, filter, actions), notice("all-games"),
      evening.some(({ verdict }) => verdict) ? listLegend() : null,
      shown.length ? h("ol", { class: "games" },
        shown.map((one) => row(one, games, deckOf(one.record),
          { kinds: kinds.length > 1, evenings: evenings.length > 1 }, actions)))
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
  return [words.join(" · "),
    dates.length && dates.length < 4 ? [" · ", quoted(dates.map(eventWords).join(", "))] : null];
}

const eveningsOf = (evening) => [...new Set(evening.map(eveningOf))].filter(Boolean).sort();

function filters(evening, games, kinds, filter, actions) {
  const any = ["", t("all")];
  const names = [...new Set(evening.flatMap((record) => record.names ?? []).filter(Boolean))].sort((a, b) =>
    a.localeCompare(b));
  const contracts = [...new Map(evening.filter((r) => r.contract).map((r) =>
    [`${r.game} ${r.contract}`, r])).entries()];
  const set = (key) => (value) => actions.filter({ [key]: value });
  const several = kinds.length > 1;
  const evenings = eveningsOf(evening);
  return h("div", { class: "choices" },
    evenings.length > 1 ? choice(t("oneEvening"), [any, ...evenings.map((name) => [name, eventWords(name)])],
      filter.evening ?? "", set("evening"), { id: "filter-evening" }) : null,
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
        set("verdict"), { id: "filter-verdict" }),
    choice(t("sort"), [["order", t("sortPlayed")], ["cost", t("sortCost")], ["won", t("sortWon")]],
      filter.sort ?? "order", set("sort"), { id: "sort" }));
}

// Draws a line that names the active filters, with a button that removes all of them. part: how many of the
// games are shown, in words. Returns null if no filter is active.
function filterNotice({ kind, player, evening, contract, verdict }, games, part, id, actions) {
  const [game, name] = contract?.split(" ") ?? [];
  const words = [kind && pick(factsOf({ game: kind }, games).name), player, evening && eventWords(evening),
    contract && pick(playedContract({ game, contract: name }, games).name), verdict && t(verdict)];
  const on = words.filter(Boolean);
  if (!on.length) return null;
  const none = { kind: "", player: "", evening: "", contract: "", verdict: "" };
  return h("p", { class: "filter-on", role: "status" }, h("span", null, "Filter: ", quoted(on.join(", ")),
    ` (${part}). `, player ? t("amountsOf", { player }) : ""),
  button(t("showAll"), () => actions.filter(none), { id }));
}

// Returns the verdict on a game. If there is no verdict, returns whether the declarer won. Returns null if
// neither is known.
function resultOf(record) {
  const amount = paid(record)?.[record.declarer];
  return record.verdict ?? (amount > 0 ? "made" : amount < 0 ? "notMade" : null);
}

// Returns whether a card of the game turned the contract from not makeable to makeable.
const wasMakeable = (record) => (record.cards ?? []).some(([, , turned]) => turned === "won");

// Draws the payment to each player, for a game without a declarer. Returns null if the payment is not known.
function paymentWords(record) {
  const amounts = paid(record)?.map((n, seat) => [n, seat]).filter(([n]) => n !== null) ?? [];
  const colour = (n) => (n > 0 ? "plus" : n < 0 ? "minus" : null);
  return amounts.length ? h("span", { class: "payment" }, amounts.map(([n, seat], k) => [k ? ", " : "",
    quoted(nameOf(record, seat)), " ", h("b", { class: colour(n) }, signed(n))])) : null;
}

// Draws the most expensive card of a game: the verdict on it, the player, the card, and what it cost.
function worstWords(worst, record, contract, deck) {
  const name = quoted(nameOf(record, worst.seat));
  const who = worst.verdict ? [capitalized(verdictWords({ ...worst, kind: "card" }, contract)), " ",
    t("ofPlayer"), " ", name] : name;
  return [who, ": ", cardSign(worst.card, deck), ` −${worst.cost}`];
}

function row({ record, i, worst, amount }, games, deck, several, actions) {
  const contract = playedContract(record, games);
  const what = contract ? pick(contract.name) : pick(factsOf(record, games).name);
  const doubled = record.contra ? [", ", contraWords(record.contra)] : null;
  const result = resultOf(record);
  const about = [several.kinds && contract ? pick(factsOf(record, games).name) : null,
    several.evenings ? quoted(eventWords(eveningOf(record))) : null].filter(Boolean);
  return h("li", null, h("button", { type: "button", class: "game-row", id: `game-${i}`,
    onclick: () => actions.open(i, worst?.at) },
    h("span", { class: "nr" }, record.board ? quoted(record.board) : i + 1),
    h("span", { class: "what" }, h("b", null, what, doubled), " ",
      record.declarer === undefined ? null : h("span", { class: "who" },
        quoted(nameOf(record, record.declarer))),
      isWrongScore(record) ? h("small", { class: "wrong-score kind" }, "⚠ ", t("wrongScore")) : null),
    about.length ? h("small", { class: "soft about" }, about.map((word, k) => [k ? " · " : "", word])) : null,
    h("span", { class: "how" }, result ? [stamp(result), result === "hopeless" && wasMakeable(record)
      ? h("small", { class: "soft" }, " · ", t("betweenMade")) : null]
      : amount === null ? paymentWords(record) : null),
    h("span", { class: `sum ${amount > 0 ? "plus" : amount < 0 ? "minus" : ""}`,
      "data-unit": amount === null ? null : unitWords(amount, factsOf(record, games)) },
    amount === null ? "" : signed(amount)),
    h("span", { class: "worst soft" }, worst ? worstWords(worst, record, contract, deck) : "")));
}
