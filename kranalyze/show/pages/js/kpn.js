// What KPN means: tags, deal, what was said, the play as rows; errors with line and column. Which card may be
// played
// when is not known here: the solver says so when the rows are followed.
import { SEATS, SUITS, TITLES, parseCard, parseSuit, suitOf } from "./cards.js";
import { readHands, readTalon } from "./hands.js";
import { Lexer } from "./lexer.js";
import { contractOf, fold } from "./names.js";
import { Refusal } from "./refusal.js";
import { readAnnounce } from "./said.js";

const KEPT = ["Event", "Date", "Board", "Game", "Rules", "Deck", "Dealer", "Deal", "Talon", "Discard",
  "Contract", "Declarer", "Second",
  "FaceDown", "Called", "Trump", "Announce", "Contra", "Score", "Auction", "Play", "Note", ...TITLES];
const PASSES = ["gut", "pass", "weiter"];
const CALLS = ["mit", "contra", "recontra", "subcontra"];

// Records, and what is wrong, each a Refusal with line and column. A bare deal is read too.
export function readKpn(text, games) {
  const errors = [];
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/);
  const report = (key, gaps, line, column, deck) =>
    errors.push(new Refusal(key, gaps, { line, column, deck }));
  const blocks = !/[[\]]/.test(text) && /^\s*[NESW]\s*:/i.test(text) ? [bareDeal(lines, games)]
    : new Lexer(report).read(lines);
  const records = [];
  let before = new Map();
  for (const block of blocks) {
    copyValues(block, before, report);
    before = new Map([...block.tags].map((tag) => [tag.name, tag.value]));
    const many = errors.length;
    const record = block.bad ? null : new Reader(block, games, report).read();
    if (record && errors.length === many && !block.bad) records.push(record);
  }
  errors.sort((a, b) => a.line - b.line || a.column - b.column);
  return { records, errors };
}

// "#" stands for the value of the game before.
function copyValues(block, before, report) {
  for (const tag of block.tags) {
    if (tag.value !== "#" || tag.name === "Note") continue;
    if (!before.has(tag.name)) report("nothingToCopy", { tag: tag.name }, tag.line, tag.column);
    tag.value = before.get(tag.name) ?? "?";
    for (const section of block.sections) if (section.name === tag.name) section.value = tag.value;
  }
}

function bareDeal(lines, games) {
  const line = lines.findIndex((text) => text.trim()) + 1;
  const text = lines[line - 1];
  const value = text.trim();
  const hands = value.slice(value.indexOf(":") + 1).trim().split(/\s+/);
  const size = hands[0].replace(/[.]/g, "").replaceAll("10", "T").length;
  const game = games.find((one) => one.size === size && one.seats === hands.length) ?? games[0];
  const place = { line, column: text.length - text.trimStart().length + 1 };
  return { tags: [{ name: "Deal", value, ...place }, { name: "Game", value: game.id, ...place }],
    sections: [], comments: [], line };
}

class Reader {
  constructor(block, games, report) {
    this.block = block;
    this.games = games;
    this.report = report;
    this.tags = new Map(block.tags.map((tag) => [tag.name, tag]));
    this.wrong = 0;
  }

  fail(tag, offset, key, gaps = {}) {
    const at = typeof tag === "string" ? this.tags.get(tag) : tag;
    this.wrong++;
    this.report(key, gaps, at?.line ?? this.block.line, (at?.column ?? 1) + offset, this.deck);
    return null;
  }

  // The value of a tag, null if it says nothing.
  value(name) {
    const given = this.tags.get(name)?.value.trim();
    return given === undefined || given === "?" || given === "" ? null : given;
  }

  // The words of a value with their places.
  words(name) {
    return this.value(name) === null ? [] : [...this.tags.get(name).value.matchAll(/\S+/g)].map((m) =>
      ({ text: m[0], at: m.index }));
  }

  read() {
    const named = this.value("Game");
    const game = this.games.find((one) => named !== null &&
      (fold(one.id) === fold(named) || one.name.some((n) => fold(n) === fold(named))));
    if (named === null) this.fail(null, 0, "noTag", { tag: "Game" });
    else if (!game)
      this.fail("Game", 0, "gameUnknown", { text: named, known: this.games.map((one) => one.id).join(", ") });
    if (this.value("Deal") === null) this.fail(null, 0, "noTag", { tag: "Deal" });
    if (!game || this.value("Deal") === null) return null;
    this.game = game;
    const deck = fold(this.value("Deck") ?? "french");
    if (!SUITS[deck]) this.fail("Deck", 0, "deckUnknown", { text: this.value("Deck") });
    this.deck = SUITS[deck] ? deck : "french";
    const record = this.record = {
      game: game.id, deck: this.deck, rules: {}, names: TITLES.map((name) => this.value(name)),
        board: this.value("Board"),
      event: this.value("Event"), date: this.value("Date"), talon: 0, contra: 0, laid: [], announce: [],
        line: this.block.line, fresh: true,
      comments: this.block.comments.filter(Boolean),
        more: this.block.tags.filter(({ name }) => !KEPT.includes(name)).map(({ name, value }) =>
          [name, value]),
    };
    record.hands = readHands(this, this.tags.get("Deal"));
    for (const [key, name] of [["dealer", "Dealer"], ["declarer", "Declarer"], ["second", "Second"]])
      record[key] = this.seat(name);
    this.rules();
    this.auction();
    this.contract();
    if (!record.hands) return null;
    readTalon(this);
    if (this.wrong) return null;
    this.spoken();
    this.score();
    this.play(this.notes());
    return this.wrong ? null : record;
  }

  seat(name) {
    const given = this.value(name);
    if (given === null) return undefined;
    const found = TITLES.findIndex((title, i) =>
      [title.toUpperCase(), SEATS[i]].includes(given.toUpperCase()));
    if (found < 0) this.fail(name, 0, "seatUnknown", { text: given });
    else if (found >= this.game.seats) this.fail(name, 0, "noWest", { game: this.game.id });
    else return found;
    return undefined;
  }

  cards(name) {
    return this.words(name).map(({ text, at }) => {
      const card = parseCard(text, this.deck);
      if (card < 0) this.fail(name, at, "cardUnknown", { text });
      return card;
    });
  }

  rules() {
    for (const { text, at } of this.words("Rules")) {
      const [name, given] = text.split("=");
      const option = this.game.options.find((o) => o.name === name);
      const fits = option && (option.values.length ? option.values.includes(given)
        : /^[1-9]\d{0,3}$/.test(given ?? ""));
      if (!fits) this.fail("Rules", at, "ruleUnknown", { text });
      else if (given !== option.initial) this.record.rules[name] = given;
    }
  }

  contract() {
    const { game, record } = this;
    if (this.value("Contract")) {
      try {
        record.contract = contractOf(game, this.value("Contract")).id;
      } catch (error) {
        this.fail("Contract", 0, error.key, error.gaps);
      }
    } else if (!this.bidden()) {
      const bid = game.contracts.filter((c) => c.bid);
      const only = bid.length ? bid : game.contracts;
      if (only.length === 1) record.contract = only[0].id;
    }
    if (this.value("Called")) [record.called] = this.cards("Called");
    if (this.value("Trump")) {
      record.trump = parseSuit(this.value("Trump"), this.deck);
      if (record.trump < 0) this.fail("Trump", 0, "suitUnknown", { text: this.value("Trump") });
    }
    if (game.calledTrump && record.called >= 0) record.trump ??= suitOf(record.called);
    const contract = game.contracts.find((c) => c.id === record.contract);
    const start = SEATS.indexOf(this.block.sections.find(({ name }) =>
      name === "Play")?.value.trim().toUpperCase() || "?");
    if (contract?.trump && !contract.declared) record.trump ??= -1;
    if (contract && !contract.trump) delete record.trump; // forehand's, which this contract is played without
    if (contract?.byForehand && record.dealer !== undefined)
      record.declarer ??= (record.dealer + 1) % game.seats;
    if (contract?.declared && (contract.byForehand || !contract.forehand) && start >= 0)
      record.declarer ??= start;
    const contra = this.value("Contra");
    if (contra === null) return;
    if (!/^\d+$/.test(contra)) this.fail("Contra", 0, "contraNumber", { text: contra });
    else if (Number(contra) > game.contra)
      this.fail("Contra", 0, game.contra ? "contraMost" : "contraNone",
        { game: game.id, most: game.contra, n: Number(contra) });
    else record.contra = Number(contra);
  }

  // What the last bid says where no tag does; whether it did.
  bidden() {
    const { record } = this;
    const bids = (record.auction ?? []).filter(([, call]) => this.game.contracts.some((c) => c.id === call));
    const last = bids.at(-1);
    if (!last || bids.filter(([, call]) => call === last[1]).length > 1) return false;
    [record.declarer, record.contract] = [record.declarer ?? last[0], last[1]];
    if (last[2] !== null) record.trump ??= last[2];
    return true;
  }

  spoken() {
    const { record, game, deck } = this;
    for (const { text, at } of this.words("FaceDown")) {
      const seat = SEATS.indexOf(text[0].toUpperCase());
      const card = parseCard(text.slice(2), deck);
      if (seat < 0 || text[1] !== ":") this.fail("FaceDown", at, "faceDown", { text });
      else if (card < 0) this.fail("FaceDown", at + 2, "cardUnknown", { text: text.slice(2) });
      else record.laid.push([seat, card]);
    }
    if (!this.value("Announce")) return;
    record.announce = readAnnounce(this.tags.get("Announce").value, record, game,
      (offset, key, gaps) => this.fail("Announce", offset, key, gaps));
    if (!record.announce.some(([, what]) => what === "contra")) return;
    if (this.value("Contra") !== null && !record.contra) this.fail("Contra", 0, "contraBoth");
    record.contra = 1;
  }

  score() {
    const amounts = [0, 0, 0, 0];
    for (const { text, at } of this.words("Score")) {
      const found = /^([NESW]):([-+]?\d+)$/i.exec(text.replace("\u2212", "-"));
      if (!found) this.fail("Score", at, "scoreWord", { text });
      else amounts[SEATS.indexOf(found[1].toUpperCase())] = Number(found[2]);
    }
    if (this.value("Score")) this.record.score = amounts;
  }

  // The texts of the Note tags by section and number.
  notes() {
    const found = new Map();
    for (const tag of this.block.tags.filter(({ name }) => name === "Note")) {
      const [, number, text] = /^\s*(\d+)\s*:([^]*)$/.exec(tag.value) ?? [];
      const key = `${tag.of} ${Number(number)}`;
      if (number === undefined) this.fail(tag, 0, "noteWord");
      else if (found.has(key)) this.fail(tag, 0, "noteTwice", { n: Number(number) });
      else found.set(key, text.trim());
    }
    return found;
  }

  auction() {
    const section = this.block.sections.find((one) => one.name === "Auction");
    if (!section) return;
    const { game, record } = this;
    let seat = SEATS.indexOf(section.value.trim().toUpperCase());
    if (section.value.trim().length !== 1 || seat < 0 || seat >= game.seats)
      return void this.fail("Auction", 0, "auctionSeat", { text: section.value });
    record.auction = [];
    for (const { text, line, column } of section.entries) {
      if (/^[$=!?*+]/.test(text)) continue;
      const [call, suit] = text.split(":");
      const plain = call.toLowerCase();
      if (plain === "ap") {
        for (const passed = record.auction.length; record.auction.length < passed + game.seats - 1; seat = (
          seat + 1) % game.seats) record.auction.push([seat, "gut", null]);
        continue;
      }
      const contract = game.contracts.find((one) => one.aliases.some((alias) => fold(alias) === fold(call)));
      const known = contract?.id ?? (PASSES.includes(plain) ? "gut" : CALLS.includes(plain) ? plain : null);
      if (known === null) this.fail({ line, column }, 0, "callUnknown", { text, game: game.id });
      else if (suit && parseSuit(suit, this.deck) < 0)
        this.fail({ line, column }, call.length + 1, "suitUnknown", { text: suit });
      record.auction.push([seat, known, suit ? parseSuit(suit, this.deck) : null]);
      seat = (seat + 1) % game.seats;
    }
  }

  // Who plays which card in which trick can only be told once it is known who takes each: the rows are kept.
  play(notes) {
    const play = this.block.sections.find((one) => one.name === "Play");
    if (!play) return;
    const { game, record, deck } = this;
    const contract = game.contracts.find((one) => one.id === record.contract);
    if (play.entries.length && !contract) return void this.fail(play, 0, "noContract");
    if (play.entries.length && contract.dealt)
      return void this.fail(play.entries[0], 0, "wonAsDealt", { name: contract.name });
    const first = SEATS.indexOf(play.value.trim().toUpperCase());
    if (play.value.trim().length !== 1 || first < 0)
      return void this.fail(play, 0, "playSeat", { text: play.value });
    record.leader = first;
    record.led = { line: play.line, column: play.column };
    record.texts = new Map(); // by card what is noted of it
    const lines = new Map();
    const seen = new Set();
    let over = false;
    let last = null;
    for (const entry of play.entries) {
      const text = entry.text.replace(/[!?]+$/, "");
      const number = /^=(\d+)=$/.exec(text)?.[1];
      const said = [...(number && notes.has(`Play ${Number(number)}`) ? [notes.get(`Play ${Number(number)}`)]
        : []), ...entry.notes.filter(Boolean)];
      if (/^(=\d+=|\$\d+)?$/.test(text)) {
        if (last !== null) record.texts.set(last, [...(record.texts.get(last) ?? []), ...said]);
        continue;
      }
      if (over) return void this.fail(entry, 0, "playEnd", { text: entry.text });
      if (text === "*" || text === "+") {
        over = true;
        continue;
      }
      last = null;
      if (text !== "-") {
        last = parseCard(text, deck);
        if (last < 0) this.fail(entry, 0, "cardUnknown", { text });
        else if (seen.has(last)) this.fail(entry, 0, "playedTwice", { text });
        seen.add(last);
        if (said.length) record.texts.set(last, said);
      }
      lines.set(entry.line, [...(lines.get(entry.line) ?? []),
        { card: last, line: entry.line, column: entry.column }]);
    }
    const rows = [...lines.values()];
    const odd = rows.find((row) => row.length !== game.seats);
    if (odd && !odd.some(({ card }) => card === -1))
      this.fail(odd[0], 0, "columns", { n: game.seats, many: odd.length });
    record.rows = rows.map((row) => Array.from({ length: game.seats },
      (_, seat) => row[(seat - first + game.seats) % game.seats] ?? { ...row[0], card: null }));
  }
}
