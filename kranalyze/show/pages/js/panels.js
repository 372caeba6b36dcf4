// Draws panels beside the table: tricks, auction, outcome, the grid of all contracts, other contracts.
import { cardsOf } from "./cards.js";
import { isWrongScore, nameOf, shortName } from "./evening.js";
import { button, choice, h, quoted } from "./dom.js";
import { cardSign, cardWords, suitSign, suitWords, withCard } from "./faces.js";
import { markSign, panel, plain, unitOf, wordsCost } from "./panelparts.js";
import { noteWords } from "./simulatednotes.js";
import { hasWords, localized, pick, signed, t } from "./words.js";

const amount = (n, model) => `${signed(n)} ${unitOf(model, n)}`;

function cardList(cards, deck, joint) {
  return cards.map((card, i) => [i ? (i === cards.length - 1 && joint ? ` ${joint} ` : ", ") : "",
    cardSign(card, deck)]);
}

// Shows the tricks. A click on a card goes to the position before the card. While the user tries other cards,
// the panel also shows the game as it was played.
export function tricksPanel(model, deck, actions) {
  const moves = model.trace?.moves ?? [];
  const record = model.branched && model.record.seats ? model.fromRecord() : null;
  const none = moves.length ? null : h("p", { class: "soft" }, t("nothingPlayed"));
  const common = model.own ? model.common : 0;
  const tried = none ?? tricksTable(model, model.trace, deck, (i) => ({
    id: `move-${i}`, onclick: () => actions.go(i), "aria-current": i === model.at ? "step" : null,
    class: ["move", i < model.at && "done", i === model.at && "here", record && i >= common && "tried"]
      .filter(Boolean).join(" "),
  }), common);
  const announcements = model.branched ? model.trace?.announcements ?? [] : [];
  const lines = announcements.map((entry) => h("li", null, announcement(entry, model, deck)));
  const announced = lines.length ? h("ul", { class: "said" }, lines) : null;
  if (!record) return panel(t("tricks"), { class: "panel tricks" }, tried, announced);
  const played = tricksTable(model, record, deck,
    (i) => ({ id: `record-${i}`, onclick: () => actions.recorded(i), class: "move" }), record.moves.length);
  return panel(t("tricks"), { class: "panel tricks" },
    h("div", { class: "beside" }, h("div", null, h("h3", null, t("whatIf")), tried, announced),
      h("div", null, h("h3", null, t("asPlayed")), played)));
}

function tricksTable(model, { moves, takers }, deck, props, judged) {
  const tricks = new Map();
  moves.forEach((move, i) => tricks.set(move.trick, [...(tricks.get(move.trick) ?? []), { ...move, i }]));
  return h("div", { class: "wide" }, h("table", null, h("tbody", null, [...tricks].map(([number, list]) => {
    const taker = takers[number - 1];
    return h("tr", null, h("th", { scope: "row" }, number), list.map(({ card, seat, i }) => {
      const more = props(i);
      return h("td", null, h("button", { type: "button", ...more,
        class: more.class + (taker === seat ? " took" : "") },
        h("small", null, shortName(model.record, seat, model.facts.seats)), " ", cardSign(card, deck),
          i < judged ? markSign(model.record, i) : null));
    }), h("td", { class: "taker" }, taker === undefined ? ""
      : h("span", { title: t("taken", { seat: nameOf(model.record, taker) }) },
        shortName(model.record, taker, model.facts.seats))));
  }))));
}

// Returns a call in words, with the trump that the call names.
export function callWords(facts, call, trump, deck) {
  const contract = facts.contracts.find((c) => c.id === call);
  return [h("span", { class: contract ? "bid" : "soft" },
    contract ? pick(contract.name) : hasWords(call) ? t(call) : call),
  trump === null || trump === undefined ? null
    : [" ", suitSign(trump, deck), h("span", { class: "heard" }, suitWords(trump, deck))]];
}

export function auctionPanel(model, deck) {
  const { record, facts } = model;
  const calls = record.auction ?? [];
  const announced = [...(record.announce ?? []).map((one) => announcement(one, model, deck)),
    ...(record.laid ?? []).map(([seat, card]) =>
      withCard("laysDown", { seat: nameOf(record, seat) }, card, deck))];
  const alone = handsAlone(model, deck);
  if (!calls.length && !announced.length && !alone) return null;
  const worth = new Map((record.bids ?? []).map(([i, makeable, paid]) => [i, [makeable, paid]]));
  return panel(t("auction"), { class: "panel calls" },
    calls.length ? h("ol", { class: "auction" }, calls.map(([seat, call, trump], i) => {
    const [makeable, paid] = worth.get(i) ?? [null, null];
    return h("li", null, h("span", { class: "seat" }, quoted(nameOf(record, seat))), " ",
      callWords(facts, call, trump, deck),
      makeable === null ? null : h("span", { class: `bid-worth ${makeable ? "plus" : "minus"}` },
        `${makeable ? "✓" : "✗"} ${t(makeable ? "couldMake" : "couldNot")}`,
          paid === null ? "" : `, ${t("bidWorth", { amount: signed(paid) })}`));
  })) : null, announced.length ? h("ul", null, announced.map((words) => h("li", null, words))) : null, alone);
}

function announcement([seat, what, suit, points, level], { record, facts }, deck) {
  const who = nameOf(record, seat);
  if (what === "marriage")
    return [t("declares", { seat: who, points, suit: suit === null ? "?" : suitWords(suit, deck) })];
  if (what === "raise")
    return [t("raises", { seat: who, what: pick(facts.contracts.find((c) => c.id === level)?.name ??
      [level, level]) })];
  if (what === "contra") return [t("saysContra", { seat: who })];
  return [t("announces", { seat: who, what: t(what === "all" ? "allTricks" : "hundred") })];
}

// Maximum number of cards to call that a choice lists. Dots replace all further cards.
const MOST_CALLS = 4;

// Returns a choice in words: the contract, its trump, the cards to call, and the payment or mean payment.
function choiceWords({ contract, trump, calls, payoff, mean }, model, deck) {
  const { name } = model.facts.contracts.find((c) => c.id === contract);
  const suit = trump === null ? null : [", ", t("trump"), " ", suitSign(trump, deck),
    h("span", { class: "heard" }, suitWords(trump, deck))];
  const isLong = calls?.length > MOST_CALLS;
  const called = calls?.length ? [", ", t("calling"), " ",
    isLong ? [cardList(calls.slice(0, MOST_CALLS), deck), " …"] : cardList(calls, deck, t("orWord"))] : null;
  return [pick(name), suit, called, ": ", payoff === undefined ? average(mean, model)
    : amount(payoff, model)];
}

const average = (mean, model) => t("onAverage", { amount:
  `${localized(mean, { maximumFractionDigits: 1, signDisplay: "exceptZero" })} ${unitOf(model)}` });

// Shows what bids are worth if each bidder sees only his own hand. Returns null if the analysis has no such
// values.
function handsAlone(model, deck) {
  const { kind, mean, best, passed = [] } = model.record.alone ?? {};
  const lines = [];
  if (mean !== undefined) lines.push([t("bidMean", { seat: nameOf(model.record, model.record.declarer) }),
    ": ", average(mean, model)]);
  if (best) lines.push([t("bidBest"), ": ", choiceWords(best, model, deck)]);
  passed.forEach((one, seat) => one && lines.push([t("bidPassed", { seat: nameOf(model.record, seat) }), ": ",
    choiceWords(one, model, deck)]));
  if (lines.length) lines.push([t(kind === "table" ? "meansTable" : "meansOpen")]);
  return lines.length ? h("ul", { class: "alone" }, lines.map((line) => h("li", null, line))) : null;
}

// Lists the cards with which the contract became makeable, or stopped being makeable. Returns null if there
// are no such cards.
function turningPoints(record, deck) {
  const cards = (record.cards ?? []).map(([, , turned], at) => ({ turned, at }));
  const turns = cards.filter(({ turned }) => turned);
  const seat = nameOf(record, record.declarer);
  return turns.length ? h("p", { id: "turning-points" }, h("b", null, t("turningPoints")), ": ",
    turns.map(({ turned, at }, i) => [i ? "; " : "", cardSign(record.play[at], deck), " (",
      quoted(nameOf(record, record.seats[at])), ") – ",
      t(turned === "lost" ? "noLongerMade" : "thenMade", { seat })]), ".") : null;
}

// Shows the outcome of the game, the outcome with best play, and the best other contract.
export function outcomePanel(model, deck) {
  const { record, facts } = model;
  if (!record.cards && !record.settlement && !record.score && !record.problem) return null;
  const who = (seat) => nameOf(record, seat);
  const parts = [];
  if (record.verdict)
    parts.push(h("p", { class: `stamp ${record.verdict}` }, h("b", null, t(record.verdict)), " ",
      h("span", null, t(`${record.verdict}_`))));
  else if (record.problem) parts.push(h("p", null, t("unanalysed"), ": ", quoted(record.problem)));
  parts.push(turningPoints(record, deck));
  const rows = [[t("asPlayed"), record.settlement], [t("bestPlay"), record.payoff]];
  if (record.score && (!record.settlement || isWrongScore(record)))
    rows.push([[t("scoreLogged"), isWrongScore(record) ? [" ", h("b", { class: "wrong-score" }, "⚠ ",
      t("wrongScore"))] : null], record.score]);
  const givenAway = record.givenAway?.some(Boolean) ? [[t("givenAway"), record.givenAway]] : [];
  if (rows.some(([, list]) => list)) parts.push(h("div", { class: "wide" }, h("table", { class: "numbers" },
    h("thead", null, h("tr", null, h("th", null, pick(facts.unit)),
      [0, 1, 2, 3].slice(0, facts.seats).map((s) => h("th", { scope: "col" }, quoted(who(s)))))),
    h("tbody", null, [...rows.filter(([, list]) => list),
      ...givenAway].map(([name, list], i) => h("tr", null, h("th", { scope: "row" }, name),
      list.slice(0, facts.seats).map((n) => h("td", null,
        n === null ? "" : i < rows.filter(([, l]) => l).length ? signed(n) : n))))))));
  const rest = [];
  if (record.best)
    rest.push(h("li", null, t("bestContract", { seat: who(record.declarer) }), ": ",
      choiceWords(record.best, model, deck)));
  else if (record.declarer !== undefined && record.passed && record.makeable !== undefined && !record.problem)
    rest.push(h("li", null, t("noContract", { seat: who(record.declarer) })));
  (record.passed ?? []).forEach((one, seat) => one &&
    rest.push(h("li", null, t("passedUp", { seat: who(seat) }), ": ", choiceWords(one, model, deck))));
  (record.cards ?? []).forEach(([, , , cost], at) => cost && rest.push(h("li", null,
    wordsCost(model, at, cost))));
  if (record.costDiscard)
    rest.push(h("li", null, t("discardCost", { cost: plain(record.costDiscard, model) })));
  if (record.discard)
    rest.push(h("li", null, quoted(who(record.declarer)), " ", t("discarding"), " ",
      cardList(cardsOf(record.discard), deck)));
  if (rest.length) parts.push(h("ul", { class: "rest" }, rest));
  const notes = [...(record.comments ?? [])].filter(Boolean);
  if (notes.length)
    parts.push(h("h3", null, t("notes")),
      notes.map((text) => h("p", { class: "note" }, quoted(noteWords(text)))));
  if (record.cards) parts.push(h("p", { class: "soft" }, t("doubleDummy")));
  return panel(null, { id: "outcome" }, parts);
}

// ---- all contracts and seats

export function gridPanel(model, deck, actions) {
  const { facts, grid } = model;
  const inside = grid === null ? button(t("compute"), actions.grid, { id: "grid-button" })
    : grid === "busy" ? h("p", { class: "soft" }, t("thinking"))
    : [h("div", { class: "wide" }, h("table", { class: "grid", id: "grid" },
      h("thead", null, h("tr", null, h("td", null),
        [0, 1, 2, 3].slice(0, facts.seats).map((s) =>
          h("th", { scope: "col" }, h("span", { class: "long" }, quoted(nameOf(model.record, s))),
            h("span", { class: "short", "aria-hidden": "true" }, shortName(model.record, s, facts.seats)))))),
      h("tbody", null, gridRows(model, deck, actions)))), h("p", { class: "soft" }, t("gridKey"))];
  return panel(t("allContracts"), { class: "panel all" }, h("p", { class: "soft" }, t("gridHelp"),
    facts.namesTrump ? [" ", t("gridAnyTrump")] : null), inside);
}

function gridRows(model, deck, actions) {
  const { facts, grid } = model;
  return facts.contracts.flatMap((contract) => {
    const cells = grid.filter((cell) => cell.contract === contract.id);
    if (!cells.length) return [];
    return [h("tr", null, h("th", { scope: "row" }, pick(contract.name)),
      [0, 1, 2, 3].slice(0, facts.seats).map((seat) => {
      const mine = cells.filter((cell) => (cell.declarer ?? cell.leader) === seat);
      if (!mine.length) return h("td", null);
      const open = mine.filter((cell) => cell.biddable);
      if (!open.length) return h("td", { class: "closed" }, "·");
      const rank = (cell) => [cell.payoff ?? 0, cell.value ?? 0];
      const best = open.reduce((a, b) => (rank(b)[0] - rank(a)[0] || rank(b)[1] - rank(a)[1]) > 0 ? b : a);
      return h("td", { class: best.makeable === null ? "" : best.makeable ? "can" : "cannot" }, h("button", {
        type: "button", id: `cell-${contract.id}-${seat}`, onclick: () => actions.cell(best),
        "data-makeable": String(best.makeable), "data-value": String(best.value),
          "data-payoff": String(best.payoff),
      }, best.makeable === null ? best.value : best.makeable ? "✓" : "✗",
        h("small", null, cellChoice(best, contract, model, deck)),
      best.payoff === null ? (best.makeable === null ? null : h("small", null, ` ${best.value}`))
        : h("small", { class: "paid" }, signed(best.payoff))));
    }))];
  });
}

function cellChoice(cell, contract, { record, facts }, deck) {
  const parts = [];
  if (cell.trump !== null && contract.trump && cell.makeable !== false)
    parts.push(" ", suitSign(cell.trump, deck), h("span", { class: "heard" }, suitWords(cell.trump, deck)));
  if (contract.called && cell.makeable)
    parts.push(" ", cell.partner === null ? "=" : shortName(record, cell.partner, facts.seats));
  return parts;
}

// ---- other contracts for the same hands

export function askPanel(model, deck, actions, draft) {
  const { facts } = model;
  const seats = [0, 1, 2, 3].slice(0, facts.seats).map((s) => [s, nameOf(model.record, s)]);
  const contract = facts.contracts.find((c) => c.id === draft.contract) ?? null;
  const best = ["", t("bestChoice")];
  const set = (key, number = true) => (value) =>
    actions.draft({ [key]: value === "" ? undefined : number ? Number(value) : value });
  const fields = [choice(t("contract"), [["", "–"], ...facts.contracts.map((c) => [c.id, pick(c.name)])],
    draft.contract ?? "", set("contract", false), { id: "ask-contract" })];
  if (contract?.declared)
    fields.push(choice(t("declarer"), [["", "–"], ...seats], draft.declarer ?? "", set("declarer"),
      { id: "ask-declarer" }));
  if (contract && (contract.forehand || !contract.declared))
    fields.push(choice(t("leader"), [["", "–"], ...seats], draft.leader ?? "", set("leader"),
      { id: "ask-leader" }));
  if (contract?.trump) {
    const none = contract.declared ? [] : [["-1", t("noTrump")]];
    fields.push(choice(t("trumpSuit"), [best, ...none, ...[0, 1, 2, 3].map((s) => [s, suitWords(s, deck)])],
      draft.trump ?? "", set("trump"), { id: "ask-trump" }));
  }
  if (contract?.called) {
    const cards = model.everyCard.sort((a, b) => a - b);
    fields.push(choice(t("called"), [best, ...cards.map((c) => [c, cardWords(c, deck)])], draft.called ?? "",
      set("called"), { id: "ask-called" }));
  }
  if (contract?.second)
    fields.push(choice(t("second"), [["", "–"], ...seats.filter(([s]) => s !== draft.declarer)],
      draft.second ?? "", set("second"), { id: "ask-second" }));
  const { mostContra } = model.row;
  if (mostContra && contract?.declared)
    fields.push(choice(t("contraTimes"), [["", "–"], ["1", t("contra")], ["2", t("recontra")],
      ["3", t("subcontra")]].slice(0, mostContra + 1), draft.contra || "", set("contra"),
        { id: "ask-contra" }));
  return panel(model.own && model.record.cards ? t("otherContract") : t("contract"), { class: "panel ask" },
    h("div", { class: "choices" }, fields),
    h("p", { class: "tools" }, button(t("solve"), actions.ask, { id: "ask-solve", class: "main" })));
}

