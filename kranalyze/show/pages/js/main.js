// The page: what is shown, the address, the keys, and the face for programs.
import { board, questionWords } from "./board.js";
import { SEATS, cardName, dealText, parseCard, parseDeal, parseSuit, packMask } from "./cards.js";
import { Client, inflate } from "./client.js";
import { button, h, icon, quoted } from "./dom.js";
import { rankSigns } from "./faces.js";
import { fits, front } from "./front.js";
import { followRows, readKpn, writeKpn } from "./kpn.js";
import { Model } from "./model.js";
import { askPanel, auctionPanel, cardPanel, gridPanel, outcomePanel, tricksPanel } from "./panels.js";
import { Setup } from "./setup.js";
import { getLanguage, pick, setLanguage, t } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { games } = data;
const evening = data.evening ? JSON.parse(new TextDecoder().decode(await inflate(data.evening))) : [];
const root = document.getElementById("page");
const client = new Client(games);
const model = new Model(client, games, draw);
const setup = new Setup(games);
const state = { view: evening.length ? "front" : data.start ? "game" : "setup", game: -1, filter: {}, deck: data.deck, draft: {}, message: "" };

// The cards of the records, unless something else was chosen.
const deckOf = (record) => state.deck ?? record?.deck ?? (evening[0] ?? data.start)?.deck ?? "french";
const deckNow = () => deckOf(state.view === "game" ? model.record : evening[0]);

// ---- what is drawn

function draw() {
  const focused = document.activeElement?.id;
  const caret = document.activeElement?.selectionStart;
  const shown = state.view === "front" ? frontView() : state.view === "setup" ? [header(), setup.view(deckNow(), setupActions), tail()] : gameView();
  root.replaceChildren(...[shown].flat(Infinity).filter(Boolean));
  root.className = `view-${state.view}`;
  if (focused) {
    const again = document.getElementById(focused);
    again?.focus({ preventScroll: true });
    if (caret !== undefined && again?.setSelectionRange && again.type !== "number") again.setSelectionRange(caret, caret);
  }
  keepAddress();
}

function header() {
  const other = getLanguage() === "en" ? "de" : "en";
  const deck = deckNow() === "french" ? "german" : "french";
  return h("nav", { class: "topbar", "aria-label": "kranalyze" },
    evening.length && state.view !== "front" ? button(t("backToEvening"), () => show("front"), { id: "to-front" }) : h("span", { class: "brand" }, "kranalyze"),
    h("span", { class: "grow" }),
    button(t(deck === "german" ? "germanCards" : "frenchCards"), () => ((state.deck = deck), draw()), { id: "deck", "data-deck": deckNow() }),
    button(t("language"), () => (setLanguage(other), draw()), { id: "language", title: t("languageWhat"), lang: other }));
}

const tail = () => h("footer", { class: "foot soft" }, `kranalyze ${data.version}`);

function frontView() {
  return [header(), front({ ...data, evening }, state.filter, deckOf, { filter: (more) => (Object.assign(state.filter, more), draw()), open }), tail()];
}

function gameView() {
  const deck = deckNow();
  const { record } = model;
  const names = record.names ?? [];
  const title = [record.board ? [t("board"), " ", quoted(record.board), ": "] : null, questionWords(model, deck)];
  const about = [pick(model.facts.name), ordered(model, deck), record.event ? quoted(record.event) : null, record.date ? quoted(record.date) : null].filter(Boolean);
  const ended = model.own && record.cards ? outcomePanel(model, deck) : null;
  return [
    header(),
    h("header", { class: "top" }, h("h1", { tabindex: -1, id: "title" }, title), h("p", { class: "lead" }, about.map((word, i) => [i ? " · " : "", word]))),
    model.branched && (record.play?.length || !model.own) ? h("p", { class: "branch", role: "status" }, h("b", null, t("whatIf")), " ", t("whatIfText"), " ",
      record.play?.length || record.contract ? button(t("backToGame"), () => model.backToRecord(), { id: "back-to-game" }) : null) : null,
    h("div", { class: "columns2" },
      h("div", { class: "left" }, model.complete ? board(model, deck, names, tableActions) : null, steps(), ended, model.own ? auctionPanel(model, deck) : null),
      h("div", { class: "right" }, cardPanel(model, deck, tableActions), tricksPanel(model, deck, tableActions),
        askPanel(model, deck, tableActions, state.draft), gridPanel(model, deck, tableActions))),
    h("section", { class: "panel" }, h("p", { class: "tools" }, evening.length ? null : button(t("editDeal"), edit, { id: "edit" }), button(t("copyKpn"), copyKpn, { id: "copy-kpn" }),
      button(t("copyLink"), () => copy(location.href), { id: "copy-link" }), h("span", { role: "status", id: "message" }, state.message)),
      state.copied ? h("textarea", { id: "copied", readonly: true, rows: 8, value: state.copied, "aria-label": t("copyKpn") }) : null,
      h("p", { class: "soft keys" }, t("keys"))),
    tail(),
  ];
}

// The order of rank, where contracts differ in it.
function ordered(model, deck) {
  const order = model.found?.order ?? model.wish.order;
  return model.facts.orders && order ? `${t("order")} ${rankSigns(order, model.facts.ranks, deck)}` : null;
}

function steps() {
  const many = model.path.length;
  const tool = (id, words, go, off) => h("button", { type: "button", id, title: words, "aria-label": words, onclick: go, disabled: off }, icon(id));
  const start = model.at === 0 && !(model.wish.laid?.length && !model.record.play?.length);
  return h("div", { class: "steps", role: "group" },
    evening.length ? tool("previous", t("previous"), () => other(-1), false) : null,
    tool("first", t("first"), () => model.go(0), start), tool("back", t("back"), () => model.back(), start),
    h("output", { id: "at", "data-at": model.at, "data-of": many }, `${model.at} / ${many}`),
    tool("forward", t("forward"), () => model.go(model.at + 1), model.at >= many), tool("last", t("last"), () => model.go(many), model.at >= many),
    evening.length ? tool("next", t("next"), () => other(1), false) : null);
}

// ---- what is done

const tableActions = {
  play: (card) => model.play(card),
  go: (at) => model.go(at),
  recorded: (at) => {
    model.backToRecord();
    return model.go(at);
  },
  tryLine: (cards) => model.tryLine(cards).then(() => model.go(model.at + 1)),
  bestLine: async () => {
    const line = await client.ask("line", model.asked(model.path.slice(0, model.at)));
    await model.tryLine(line.cards, line.laid, line.announced);
  },
  draft: (more) => {
    if ("contract" in more) state.draft = more;
    else Object.assign(state.draft, more);
    draw();
  },
  ask: () => {
    const wish = Object.fromEntries(Object.entries(state.draft).filter(([, value]) => value !== undefined && value !== ""));
    if (wish.contract) model.change(wish);
  },
  cell: async (cell) => {
    const { contract, declarer, leader, trump, partner, order } = cell;
    const facts = model.facts.contracts.find((one) => one.id === contract);
    const wish = { contract, leader, order };
    if (declarer !== null) wish.declarer = declarer;
    if (facts.trump) wish.trump = trump ?? -1;
    if (facts.called) wish.partner = partner ?? -1;
    await model.change(wish);
    state.draft = { contract, declarer: declarer ?? undefined, trump: trump ?? undefined, leader: facts.forehand || !facts.declared ? leader : undefined };
    if (model.found && !facts.dealt) await tableActions.bestLine();
    document.getElementById("title")?.focus();
  },
  grid: async () => {
    const asked = model.record;
    model.grid = "busy";
    draw();
    const found = await client.ask("grid", { game: model.wish.game, rules: model.wish.rules ?? {}, hands: model.wish.hands, talon: model.wish.talon ?? 0, dealer: model.wish.dealer ?? null }).catch((error) => ((state.message = error.message), null));
    if (model.record === asked) model.grid = found;
    draw();
  },
};

const setupActions = {
  redraw: draw,
  done: () => {
    if (!setup.full) return;
    state.draft = {};
    take(setup.record());
  },
  read: async () => {
    const { records, errors } = readKpn(setup.text, games);
    setup.errors = errors;
    if (!errors.length && records.length) {
      try {
        await took(records[0]);
      } catch (error) {
        setup.errors = [error];
      }
    }
    draw();
  },
  place: (line, column) => {
    const area = document.getElementById("kpn");
    const before = setup.text.split(/\r\n|\n|\r/).slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(before + column - 1, before + column);
  },
};

// A record that was read: its play is followed by the core.
async function took(record) {
  if (record.rows?.length && record.contract) {
    const { played, error } = await followRows(record, (one, cards) => client.ask("stand", { ...one, played: cards }));
    if (error) throw error;
    record.play = played;
  }
  setup.begin(record.game, record.hands, record.rules, record.dealer);
  state.draft = draftOf(record);
  await take(record);
}

const draftOf = (record) => Object.fromEntries(["contract", "declarer", "leader", "trump", "called", "second", "contra"].map((key) => [key, record[key] || record[key] === 0 ? record[key] : undefined]));

function take(record) {
  state.view = "game";
  state.copied = "";
  model.reset(record);
  return model.refresh();
}

function edit() {
  setup.begin(model.wish.game, model.wish.hands, model.wish.rules, model.wish.dealer);
  setup.errors = null;
  show("setup");
}

function show(view) {
  state.view = view;
  state.message = state.copied = "";
  draw();
  window.scrollTo(0, 0);
}

function open(i, at = 0) {
  state.game = i;
  state.message = "";
  const record = evening[i];
  state.draft = draftOf(record);
  const done = take(record).then(() => (at ? model.go(at) : null));
  window.scrollTo(0, 0);
  return done;
}

// The next game that the filter shows.
function other(step) {
  for (let i = state.game + step; i >= 0 && i < evening.length; i += step) if (fits(evening[i], state.filter)) return open(i);
  return null;
}

function copyKpn() {
  state.copied = writeKpn(model, deckNow());
  copy(state.copied);
  const area = document.getElementById("copied");
  area?.focus();
  area?.select();
}

function copy(text) {
  state.message = "";
  navigator.clipboard?.writeText(text).then(() => ((state.message = t("copied")), draw()), () => {});
  draw();
}

// ---- the address

function keepAddress() {
  const parts = new URLSearchParams();
  if (state.view === "game") {
    const { wish } = model;
    const play = model.path.map((card) => cardName(card)).join(".");
    if (evening.length) {
      parts.set("g", state.game + 1);
      if (!model.own) question(parts);
      if (model.branched) parts.set("play", play);
    } else {
      parts.set("game", wish.game);
      parts.set("deal", dealText(wish.hands, model.facts.seats).replaceAll(" ", "_"));
      if (Object.keys(wish.rules ?? {}).length) parts.set("rules", Object.entries(wish.rules).map(([k, v]) => `${k}:${v}`).join(","));
      if (wish.dealer !== undefined && wish.dealer !== null) parts.set("dealer", SEATS[wish.dealer]);
      question(parts);
      if (play) parts.set("play", play);
    }
    if (model.at) parts.set("at", model.at);
  } else if (state.view === "setup" && setup.given) {
    parts.set("game", setup.game.id);
    parts.set("deal", dealText(setup.hands, setup.game.seats).replaceAll(" ", "_"));
    parts.set("edit", "1");
  }
  const text = parts.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");
  try {
    if (location.hash.slice(1) !== text) history.replaceState(null, "", `#${text}`);
  } catch {
    // In a frame without an address of its own nothing is kept.
  }
}

function question(parts) {
  const { wish } = model;
  for (const key of ["contract", "order"]) if (wish[key]) parts.set(key, wish[key]);
  for (const key of ["declarer", "second", "leader"]) if (wish[key] !== undefined && wish[key] !== null) parts.set(key, SEATS[wish[key]]);
  if (wish.partner !== undefined && wish.partner !== null) parts.set("partner", wish.partner < 0 ? "-" : SEATS[wish.partner]);
  if (wish.trump !== undefined && wish.trump !== null) parts.set("trump", wish.trump < 0 ? "-" : "SHDC"[wish.trump]);
  if (wish.called !== undefined && wish.called !== null) parts.set("called", cardName(wish.called));
  if (wish.contra) parts.set("contra", wish.contra);
  if (wish.laid?.length) parts.set("laid", wish.laid.map(([seat, card]) => SEATS[seat] + cardName(card)).join("."));
}

// What an address says; false if it says nothing that can be followed.
async function followAddress() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const at = Math.max(0, Math.trunc(Number(parts.get("at"))) || 0);
  const played = (parts.get("play") ?? "").split(".").filter(Boolean).map((word) => parseCard(word));
  if (evening.length) {
    const i = Number(parts.get("g")) - 1;
    if (!evening[i]) return false;
    await open(i);
    if (parts.get("contract")) await model.change(readQuestion(parts));
    if (parts.has("play")) {
      model.path = played.filter((card) => card >= 0);
      await model.refresh();
    }
    await model.go(at);
    return true;
  }
  const game = games.find((one) => one.id === parts.get("game"));
  if (!game || !parts.get("deal")) return false;
  try {
    const hands = parseDeal(parts.get("deal").replaceAll("_", " "));
    const rules = Object.fromEntries((parts.get("rules") ?? "").split(",").filter(Boolean).map((one) => one.split(":")));
    const dealer = parts.get("dealer") ? Math.max(0, SEATS.indexOf(parts.get("dealer"))) : undefined;
    setup.begin(game.id, hands, rules, dealer);
    if (parts.get("edit") || !setup.full && !game.endings) {
      show("setup");
      return true;
    }
    const talon = game.talon ? (packMask(game.ranks) & ~hands.reduce((sum, mask) => sum | mask, 0)) >>> 0 : 0;
    const wish = readQuestion(parts);
    const record = { game: game.id, rules, hands, talon, dealer, fresh: true, ...wish };
    state.draft = draftOf(record);
    await take(record);
    if (played.length) {
      model.path = played.filter((card) => card >= 0);
      await model.refresh();
    }
    await model.go(at);
    return true;
  } catch (error) {
    state.message = error.message;
    return false;
  }
}

function readQuestion(parts) {
  const wish = {};
  for (const key of ["contract", "order"]) if (parts.get(key)) wish[key] = parts.get(key);
  for (const key of ["declarer", "second", "leader", "partner"]) {
    const word = parts.get(key);
    if (word) wish[key] = SEATS.indexOf(word);
  }
  if (parts.get("trump")) wish.trump = parseSuit(parts.get("trump"));
  if (parts.get("called")) wish.called = parseCard(parts.get("called"));
  if (parts.get("contra")) wish.contra = Number(parts.get("contra")) || 0;
  if (parts.get("laid")) wish.laid = parts.get("laid").split(".").map((word) => [SEATS.indexOf(word[0]), parseCard(word.slice(1))]);
  return wish;
}

// ---- keys and fingers

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  if (state.view !== "game") return;
  const acts = {
    ArrowLeft: () => model.back(), ArrowRight: () => model.go(model.at + 1), Home: () => model.go(0), End: () => model.go(model.path.length),
    ArrowUp: () => evening.length && other(-1), ArrowDown: () => evening.length && other(1),
    Escape: () => (model.branched && model.record.play?.length ? model.backToRecord() : evening.length && show("front")),
  };
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
});

let touched = null;
root.addEventListener("touchstart", (event) => {
  touched = event.touches.length === 1 && event.target.closest("#board") ? event.touches[0] : null;
}, { passive: true });
root.addEventListener("touchend", (event) => {
  if (!touched) return;
  const dx = event.changedTouches[0].clientX - touched.clientX;
  const dy = event.changedTouches[0].clientY - touched.clientY;
  touched = null;
  if (Math.abs(dx) < 48 || Math.abs(dx) < 2 * Math.abs(dy)) return;
  if (dx < 0) model.go(model.at + 1);
  else model.back();
}, { passive: true });

window.addEventListener("hashchange", followAddress);

// ---- the face for programs

const seatOf = (word) => (word === null || word === undefined ? undefined : typeof word === "number" ? word : SEATS.indexOf(String(word)[0].toUpperCase()));
const cardOf = (word) => (word === null || word === undefined ? undefined : parseCard(word));

// A question in the words of the commands: seats N E S W, cards SA, suits S H D C, the deal as in KPN.
function asked({ deal, game = games[0].id, played = [], called, trump, partner, declarer, second, leader, dealer, discard, talon, laid, ...more }) {
  const hands = parseDeal(deal);
  const facts = games.find((one) => one.id === game);
  if (!facts) throw new Error(`unknown game '${game}'`);
  const wish = { game, hands, played: played.map(cardOf), ...more };
  if (wish.played.some((card) => card < 0)) throw new Error("an unknown card was played");
  const set = (key, value) => value !== undefined && (wish[key] = value);
  for (const [key, word] of Object.entries({ declarer, second, leader, dealer })) set(key, seatOf(word));
  set("partner", seatOf(partner));
  set("called", cardOf(called));
  if (trump !== null && trump !== undefined) wish.trump = trump === "none" ? -1 : parseSuit(trump);
  const mask = (words) => (typeof words === "string" ? words.split(/\s+/) : words).map(cardOf).reduce((sum, card) => (sum | (1 << card)) >>> 0, 0);
  wish.talon = talon ? mask(talon) : facts.talon ? (packMask(facts.ranks) & ~hands.reduce((sum, one) => sum | one, 0)) >>> 0 : 0;
  if (discard) wish.discard = mask(discard);
  if (laid) wish.laid = Object.entries(laid).map(([seat, card]) => [seatOf(seat), cardOf(card)]);
  return wish;
}

const bySeat = (list) => (list ? Object.fromEntries([...SEATS].map((seat, i) => [seat, list[i] ?? null])) : Object.fromEntries([...SEATS].map((seat) => [seat, null])));

window.kranalyze = {
  version: data.version,
  // A contract on a deal after some cards: what it is worth, who is to play, what each legal card settles for its player.
  async solve(question) {
    const found = await client.ask("stand", asked(question));
    return {
      value: found.value, makeable: found.makeable, payoff: bySeat(found.payoff), guarantee: bySeat(found.guarantee), biddable: found.biddable,
      to_play: found.to_play === null ? null : SEATS[found.to_play], partner: found.partner === null ? null : SEATS[found.partner],
      trump: found.trump === null ? null : "SHDC"[found.trump], order: found.order, calls: found.calls?.map((card) => cardName(card)) ?? null,
      cards: Object.fromEntries(Object.entries(found.cards).map(([card, worth]) => [cardName(Number(card)), worth])),
    };
  },
  // Tasks and positions of the core as bytes (solver/kr.h), for tests: values, then one for each legal card.
  core: (given) => client.ask("raw", given),
};

setLanguage(data.lang ?? (navigator.languages ?? [navigator.language]).map((code) => code.slice(0, 2)).find((code) => code === "de" || code === "en") ?? "en");
if (!(await followAddress())) {
  if (data.start) {
    state.draft = draftOf(data.start);
    setup.begin(data.start.game, data.start.hands, data.start.rules, data.start.dealer ?? 0);
    await take(data.start);
  } else draw();
}
document.documentElement.dataset.ready = "1";
performance.mark("ready");
setTimeout(() => client.begin(), 50);
