// Questions from Python: which of them fit a deal and the user's choices, and what a value
// pays.
import { ORDERS, bit } from "./cards.js";
import { KR_CONTRACT_ROW, KR_GAME_ROW, KR_LIMIT, KR_QUESTION, KR_SIZE, KR_STAKE } from "./layouts.js";
import { gameKnown } from "./names.js";
import { Refusal } from "./refusal.js";
import { plainRow, ruledBy } from "./rows.js";

// Restores numbers from their differences.
function sums(differences) {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

// Restores rows from columns of differences.
function rowsOfColumns(columns) {
  const numbers = columns.map(sums);
  return numbers[0].map((_, i) => numbers.map((column) => column[i]));
}

// The tables shared by the questions of all games.
export class Questions {
  constructor(core, packed, games) {
    this.core = core;
    this.tasks = rowsOfColumns(packed.tasks).map((row) => Uint8Array.from(row));
    this.rows = rowsOfColumns(packed.rows).map((row) => Uint8Array.from(row));
    this.questions = rowsOfColumns(packed.questions);
    this.packed = packed;
    this.games = Object.fromEntries(games.map((game) => [game.id, game]));
    this.known = new Map();
  }

  game(id) {
    return gameKnown(Object.values(this.games), id);
  }

  // All options of a game: those given, and defaults. Refuses unknown ones.
  rules(game, chosen = {}) {
    const texts = Object.entries(chosen ?? {}).map(([name, value]) => [name, String(value)]);
    return ruledBy(plainRow(game), Object.fromEntries(texts)).rules;
  }

  // The questions of a game under its rule options.
  all(game, rules) {
    const key = game.options.filter((o) => o.values.length).map((o) =>
      `${o.name}=${rules[o.name]}`).join(" ");
    const name = `${game.id} ${JSON.stringify(rules)}`;
    if (!this.known.has(name)) {
      const row = ruledBy(plainRow(game), rules);
      const rowAt = this.core.keep(row.bytes);
      const numbers = sums(this.packed.games[game.id][key]);
      this.known.set(name, numbers.map((number) => this.named(game, row, rowAt, number)));
    }
    return this.known.get(name);
  }

  // A question with named fields. The row of its game lies in the core's memory.
  named(game, row, rowAt, number) {
    const f = this.questions[number];
    const or = (n) => (n < 0 ? null : n);
    const task = (n) => (n < 0 ? null : this.tasks[n]);
    const [contract, declarer, second, leader, trump, partner, order] = f;
    const needs = this.rows[f[7]];
    const words = new DataView(needs.buffer);
    const fields = KR_GAME_ROW.contract + KR_SIZE.contractRow * contract;
    const least = new DataView(row.bytes.buffer).getInt32(fields + KR_CONTRACT_ROW.makeableAt, true);
    return {
      contract: game.contracts[contract], declarer: or(declarer), second: or(second), leader,
      trump: or(trump), partner: or(partner), order: Object.keys(ORDERS)[order], row: needs,
      callable: words.getUint32(0, true),
      required: [4, 8, 12, 16].map((at) => words.getUint32(at, true)).filter(Boolean),
      value: task(f[8]), play: task(f[9]), own: f.slice(10, 14).map(task), scale: f[14], naming: f[15],
      token: game.token, at: least === KR_LIMIT.noLeast ? null : least,
      stake: row.bytes[fields + KR_CONTRACT_ROW.stake],
      stakeOf: (value, contra) => this.core.wasm.stake_of(rowAt, contract, value, contra),
      share: this.shares(rowAt, { contract, declarer, second, leader, partner }),
    };
  }

  // What each seat is paid for a stake of 1.
  shares(rowAt, fields) {
    const question = new Uint8Array(KR_SIZE.question);
    // -1 is no seat
    for (const [name, number] of Object.entries(fields)) question[KR_QUESTION[name]] = number;
    const [at, paid] = this.core.write([question], [16]);
    this.core.wasm.pay(rowAt, at, 1, paid);
    return [...this.core.ints(Int32Array, paid, 4)];
  }
}

export const first = (q) => q.declarer ?? q.leader;
export const parties = (q) => q.scale > 0;

// Whether the question settles nothing: nobody wins or loses.
export const settlesNothing = (q) => q.stake === KR_STAKE.stakeNone;

// What a payer owes a receiver on the declarer's side. It is the value itself if the search settles or
// nothing is settled.
export function amount(q, value, contra) {
  return q.stake === KR_STAKE.stakeSearch || settlesNothing(q) ? value : q.stakeOf(value, contra);
}

// The settlement of a seat for a value of its task. If nothing is settled, it is the value, negative for the
// others.
export function settlement(q, seat, value, contra) {
  if (parties(q)) return value * q.scale;
  const share = settlesNothing(q) ? Math.sign(q.share[seat]) : q.share[seat];
  return share * amount(q, value, contra);
}

// Whether the declarer's side wins with a value of the settling search; null if nobody wins or loses.
export function wins(q, value, contra) {
  if (q.at === null) return null;
  return settlesNothing(q) ? value >= q.at : amount(q, value, contra) > 0;
}

// The settlement of all seats; null if nothing is settled.
export const payoffs = (q, value, contra, seats) =>
  settlesNothing(q) ? null : Array.from({ length: seats }, (_, s) => settlement(q, s, value, contra));

// Whether the bidder holds the cards that the contract needs.
export const biddable = (q, hands) =>
  !q.required.length || q.required.some((mask) => (hands[first(q)] & mask) >>> 0 === mask);

// Whether the seat that names trump could name the question's trump.
export const named = (q, hands) => Boolean(hands[q.leader] & q.naming);

// The mask of cards whose call leads to a question on a deal; null if nothing is called.
export function calls(q, hands) {
  return q.callable ? (hands[q.partner ?? first(q)] & q.callable) >>> 0 : null;
}

// The questions that fit a deal and the user's choices. The talon is not yet taken.
export function candidates(questions, game, wish) {
  const { hands, contract } = wish;
  let declarer = wish.declarer ?? null;
  let leader = wish.leader ?? null;
  const { name } = contract;
  const refuse = (key, gaps = {}) => {
    throw new Refusal(key, { name, ...gaps });
  };
  if (!contract.declared) {
    leader ??= declarer ?? (wish.dealer === null ||
      wish.dealer === undefined ? null : (wish.dealer + 1) % game.seats);
    declarer = null;
    if (leader === null) refuse("needsLeader");
  } else {
    if (leader === null && contract.forehand && wish.dealer !== null && wish.dealer !== undefined)
      leader = (wish.dealer + 1) % game.seats;
    const ofContract = questions.filter((q) => q.contract === contract);
    if (declarer === null && contract.forehand && ofContract.every((q) => q.declarer === q.leader))
      declarer = leader;
    if (declarer === null) refuse("needsDeclarer");
    if (contract.forehand && leader === null) {
      if (ofContract.some((q) => q.declarer !== q.leader)) refuse("needsForehand");
      leader = declarer;
    }
  }
  let fitting = questions.filter(
    (q) => q.contract === contract && q.declarer === declarer && q.second === (wish.second ?? null) &&
      (!(contract.forehand || !contract.declared) || q.leader === leader),
  );
  if (!fitting.length) refuse("notBySeats");
  const narrow = (fits, key, gaps) => {
    fitting = fitting.filter(fits);
    if (!fitting.length) refuse(key, gaps);
  };
  if (wish.trump === -1) narrow((q) => q.trump === null, "needsTrump");
  else if (wish.trump !== null && wish.trump !== undefined) narrow((q) => q.trump === wish.trump, "trumpNot");
  else {
    if (contract.supposed) refuse("trumpNamed");
    narrow((q) => named(q, hands), "trumpNone");
  }
  if (wish.order) narrow((q) => q.order === wish.order, "orderNot", { order: wish.order });
  if (wish.called !== null && wish.called !== undefined) {
    if (!contract.called) refuse("callsNothing");
    const holder = hands.findIndex((mask) => mask & bit(wish.called));
    if (holder < 0) refuse("calledUnheld", { card: wish.called });
    const partner = holder === declarer ? null : holder;
    narrow((q) => q.partner === partner && q.callable & bit(wish.called), "callLeads", { card: wish.called });
  }
  if (wish.partner === -1) narrow((q) => q.partner === null, "notAlone");
  else if (wish.partner !== null && wish.partner !== undefined)
    narrow((q) => q.partner === wish.partner, "notPartner", { seat: wish.partner });
  narrow((q) => calls(q, hands) !== 0, "noCall");
  return fitting;
}
