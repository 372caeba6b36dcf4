// Draws the panel about the card that comes next: its cost, the reason for this cost, and the values of all
// legal cards.
import { cardName } from "./cards.js";
import { positionWords, questionWords } from "./board.js";
import { lossAt, verdictAt } from "./costs.js";
import { button, h, quoted } from "./dom.js";
import { nameOf } from "./evening.js";
import { cardSign } from "./faces.js";
import { capitalized, layoutWords, percent } from "./lessonparts.js";
import { lineInWords } from "./linecards.js";
import { markSign, panel, plain, unitOf, wordsCost } from "./panelparts.js";
import { problemText } from "./problems.js";
import { verdictWords } from "./smallmistake.js";
import { localized, pick, signed, t } from "./words.js";

const moverOf = (model) => nameOf(model.record, model.answer.to_play);

// Shows a settlement, player by player.
function payment(amounts, record) {
  return h("ul", { class: "amounts" }, amounts.map((n, seat) => (n === null || n === undefined ? null
    : h("li", { class: n > 0 ? "plus" : n < 0 ? "minus" : "" },
      h("span", null, quoted(nameOf(record, seat))), " ", h("b", null, signed(n))))));
}

// Shows the values of the legal cards, the card that was played, and the cost of this card.
export function cardPanel(model, deck, actions) {
  const { answer, record } = model;
  if (model.error)
    return panel(null, { role: "alert", class: "panel error", id: "card-panel" },
      h("p", null, t("failed", { message: problemText(model.error, deck) })));
  if (!answer) return panel(null, { id: "card-panel" },
    h("p", { class: "soft" }, t(!model.complete ? "unanalysed" : model.wish.contract ? "thinking" : "hint")));
  const parts = [h("h2", { id: "position", "aria-live": "polite" }, positionWords(model, deck))];
  if (!answer.biddable)
    return panel(null, { id: "card-panel" }, h("p", null, questionWords(model, deck)),
      h("p", null, t("notBiddable", { what: pick(model.contract.name) })));
  if (model.contract?.dealt) parts.push(h("p", null, t("dealtWon")));
  if (!model.over && Object.keys(answer.cards).length)
    parts.push(...played(model, deck, actions), worths(model, deck));
  if (answer.payoff && !(model.own && answer.before)) parts.push(standing(model));
  if (model.over && model.own && !model.branched && record.settlement)
    parts.push(h("h3", null, t("asPlayed")), payment(record.settlement, record));
  const tools = [];
  if (!model.over && !answer.before)
    tools.push(button(t("bestLine"), actions.bestLine, { id: "best-line" }));
  return panel(null, { id: "card-panel" }, parts, tools.length ? h("p", { class: "tools" }, tools) : null);
}

function worths(model, deck) {
  const { answer } = model;
  const groups = new Map();
  for (const [card, worth] of Object.entries(answer.cards))
    groups.set(worth, [...(groups.get(worth) ?? []), Number(card)]);
  const best = Math.max(...groups.keys());
  return h("table", { class: "worths" }, h("caption", null, t("worthIs", { seat: moverOf(model) }),
    ` (${unitOf(model)})`),
    h("tbody", null, [...groups].sort(([a], [b]) => b - a).map(([worth, cards]) =>
      h("tr", { class: groups.size === 1 ? "" : worth === best ? "best" : "worse" },
        h("th", { scope: "row" }, signed(worth),
          worth === best && groups.size > 1 ? h("i", { title: t("best") }, " ★") : null),
        h("td", null, cards.map((card) => [cardSign(card, deck),
          answer.announce?.[card] ? ` (${t("withAnnouncing", { what: announced(answer.announce[card]) })}) `
            : " "]))))));
}

const announced = (bits) => [bits & 1 ? t("hundred") : "",
  bits & 2 ? t("allTricks") : ""].filter(Boolean).join(" + ");

function played(model, deck, actions) {
  const { answer, record } = model;
  const card = model.path[model.at];
  if (card === undefined || !(card in answer.cards)) return [];
  const best = Math.max(...Object.values(answer.cards));
  const cost = best - answer.cards[card];
  const own = model.own && model.common > model.at;
  const [, , turned = "", announceCost = 0] = own ? (record.cards?.[model.at] ?? []) : [];
  const key = own ? "wasPlayed" : record.isExample ? "comesNext" : "wasTried";
  const words = t(key, { card: "\u0001" }).split("\u0001");
  const line = [words[0], cardSign(card, deck), own ? markSign(record, model.at) : null,
    words[1], ": ",
    cost ? [t("costs", { cost: plain(cost, model) }),
      ` (${t("fromTo", { a: signed(best), b: signed(answer.cards[card]) })})`] : t("costNothing"), ". "];
  const verdict = own ? verdictAt(record, model.at) : "";
  const seat = nameOf(record, record.declarer);
  const change = turned ? t(turned === "lost" ? "turnedLost" : "turnedWon", { seat }) : null;
  const parts = [verdict ? judgedLine(model, verdict) : null,
    h("p", { class: cost ? "verdict worse" : "verdict", id: "played" },
      verdict ? [t("withOpenCards"), " "] : null, line,
      change && verdict !== "unlucky" ? h("strong", null, change) : change)];
  if (announceCost) parts.push(h("p", null, wordsCost(model, model.at, announceCost), "."));
  const reason = verdict === "mistake" ? actions.reason() : null;
  if (own) parts.push(...noted(model), reason, ...singleDummy(model, deck));
  const missed = own ? (record.missed ?? []).find(([at]) => at === model.at) : null;
  if (missed) parts.push(h("div", { class: "missed" }, h("h3", null, t("missedLine")),
    lineInWords(model, missed[1], deck),
    button(t("showLine"), () => actions.tryLine(missed[1]), { id: "show-line" })));
  return parts;
}

// Says whether a card was a mistake, judged by what its player could see.
const judgedLine = ({ record, at, contract }, verdict) => h("p", { id: "judged" },
  h("b", { class: `luck ${verdict}`, "data-verdict": verdict },
    capitalized(verdictWords({ kind: "card", verdict, loss: lossAt(record, at) }, contract))), ": ",
  t(`${verdict}Of_`, { seat: nameOf(record, record.seats[at]) }));

const noted = (model) => (model.record.notes ?? []).filter(([at]) => at === model.at).map(([, text]) =>
  h("p", { class: "note" }, quoted(text)));

// Shows the single-dummy values of the cards, if the analysis has them. These values judge a card by what its
// seat could know.
function singleDummy(model, deck) {
  const known = model.record.known?.find(([at]) => at === model.at);
  if (!known) return [];
  const [, , layouts, looked, cards] = known;
  const best = Math.max(...cards.map(([, , mean]) => mean));
  const rows = [...cards].sort((x, y) => y[2] - x[2] || y[1] - x[1]);
  return [h("div", { class: "known", id: "known" },
    h("h3", null, t("sdShare", { seat: moverOf(model) })),
    h("table", { class: "numbers" }, h("thead", null,
      h("tr", null, h("td", null), h("th", { scope: "col" }, t("share")),
        h("th", { scope: "col" }, `${t("mean")} (${unitOf(model)})`))),
      h("tbody", null, rows.map(([card, share, mean]) =>
        h("tr", { "data-card": cardName(card) },
          h("th", { scope: "row" }, cardSign(card, deck),
            mean === best ? h("i", { title: t("best") }, " ★") : null,
              card === model.path[model.at] ? h("small", null, ` ${t("played")}`) : null),
        h("td", { "data-share": share }, percent(share)),
          h("td", null, localized(mean, { maximumFractionDigits: 1, signDisplay: "exceptZero" })))))),
            h("p", { class: "soft" }, layoutWords({ layouts, looked })))];
}

// Aims of contracts in which the declarer's side needs points (see aim_of in games/aims.py).
const POINT_AIMS = ["aimPoints", "aimMorePoints", "aimRace", "aimFirstTricks", "aimAllTricksAndPoints"];

// The third value of an aim says which players have the aim (see aim_of). If the third value is in this list,
// the sides are known before the last trick.
const SIDES_KNOWN = ["called", "opposite"];

// Says how many points each side has so far. Returns null if points do not decide the contract, if the sides
// are not known yet, or if the solver has not counted the points.
function pointsLine({ answer, contract, record }) {
  const { points, declarer, partner } = answer;
  const [aim, , whose] = contract.aim ?? [];
  if (!points || declarer === null || !POINT_AIMS.includes(aim)) return null;
  if (!SIDES_KNOWN.includes(whose)) return null;
  const side = [declarer, partner].filter((seat) => seat !== null).map((seat) => nameOf(record, seat));
  return h("p", { id: "points", "data-points": points.slice(0, 2).join(" ") },
    t("pointsOfSides", { who: side.join(" + "), n: points[0], others: points[1] }));
}

// Shows the value of the position, if the solver has computed this value.
function standing(model) {
  const { answer, contract, record } = model;
  const what = pick(contract.name);
  const words = answer.makeable === null ? (answer.value === null ? null
    : t("isWorth", { what, value: answer.value }))
    : model.over ? `${what}: ${t(answer.makeable ? "made" : "notMade")}`
    : t(answer.makeable ? "canBeMade" : "cannotBeMade", { what });
  const graded = contract.graded && !contract.parties && answer.value !== null && answer.makeable !== null;
  return h("div", { class: "standing" }, words
    ? h("p", null, h("strong", { id: "answer", "data-makeable": String(answer.makeable),
      "data-value": String(answer.value) }, words),
    graded ? ` (${t("value")} ${answer.value})` : null) : null, pointsLine(model),
    answer.payoff
      ? [h("h3", null, t("payoff"), ` (${unitOf(model)})`), payment(answer.payoff, record)] : null,
    contract.parties && answer.guarantee
      ? [h("h3", null, t("guarantee")), payment(answer.guarantee, record)] : null);
}
