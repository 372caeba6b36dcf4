// Lists the questions of a game with the core, selects the questions that fit a deal and the user's wishes,
// and converts values to settlements. A question is a contract with its declarer, leader, trump and so on.
import { ORDERS, bit } from "./cards.js";
import { KR_CONTRA, KR_CONTRACT_ROW, KR_GAME_ROW, KR_LIMIT, KR_QUESTION, KR_SIZE,
  KR_STAKE } from "./layouts.js";
import { gameKnown } from "./names.js";
import { Refusal } from "./refusal.js";
import { plainRow, ruledBy } from "./rows.js";

// A question: a contract with its seats. tasks: the store of tasks (Tasks). game: the facts of the game.
// rowAt: the address of the game's kr_game_row in the core's memory. place: the address of the kr_question in
// the same memory. callable: mask of cards. If the declarer calls one of these cards, the question arises.
class Question {
  constructor(tasks, game, rowAt, place, callable) {
    const { core } = tasks;
    const fields = core.bytes.slice(place, place + KR_SIZE.question);
    const seat = (name) => (fields[KR_QUESTION[name]] === KR_LIMIT.none ? null : fields[KR_QUESTION[name]]);
    const number = fields[KR_QUESTION.contract];
    const trump = fields[KR_QUESTION.trump];
    const contractAt = rowAt + KR_GAME_ROW.contract + KR_SIZE.contractRow * number;
    const least = core.ints(Int32Array, contractAt + KR_CONTRACT_ROW.makeableAt, 1)[0];
    Object.assign(this, { tasks, wasm: core.wasm, rowAt, place, callable, contract: game.contracts[number],
      known: {}, order: Object.keys(ORDERS)[fields[KR_QUESTION.order]] });
    for (const name of ["declarer", "second", "leader", "partner"]) this[name] = seat(name);
    this.trump = trump === KR_LIMIT.noTrump ? null : trump;
    this.parties = Boolean(this.wasm.parties(rowAt, place));
    this.naming = this.wasm.naming_cards(rowAt, trump);
    // `at` is the least value with which the contract is made, null if the contract names no such value.
    this.at = least === KR_LIMIT.noLeast ? null : least;
    this.token = core.bytes[rowAt + KR_GAME_ROW.contra] === KR_CONTRA.contraToken;
    this.settlesNothing = core.bytes[contractAt + KR_CONTRACT_ROW.stake] === KR_STAKE.stakeNone;
  }

  // The bytes of the question's kr_row. This struct says which cards the declarer may call in this question,
  // and which cards the bidder must hold.
  get row() {
    const [out] = this.tasks.core.lay([KR_SIZE.row]);
    this.wasm.row_of(this.rowAt, this.place, out);
    return this.tasks.core.bytes.slice(out, out + KR_SIZE.row);
  }

  // The task that a search solves to find the value of the contract, null if the contract has no value. A
  // task holds rules of play and a goal.
  get value() {
    this.known.value ??= this.tasks.kept((out) => this.wasm.value_task(this.rowAt, this.place, out));
    return this.known.value;
  }

  // The task that decides how the cards are played and what is paid. It is null if the contract is settled
  // without play.
  get play() {
    return this.own(KR_LIMIT.none);
  }

  // Returns the task that a search solves to find the result that a seat can force.
  own(seat) {
    this.known[seat] ??= this.tasks.kept((out) => this.wasm.played_task(this.rowAt, this.place, seat, out));
    return this.known[seat];
  }

  settlement(seat, value, contra) {
    return this.wasm.settles(this.rowAt, this.place, contra, seat, value);
  }

  wins(value, contra) {
    return this.wasm.wins(this.rowAt, this.place, contra, value);
  }

  mayBid(hand) {
    return Boolean(this.wasm.holds_required(this.rowAt, this.place, hand));
  }
}

// Stores tasks as bytes in the core's memory. Equal tasks are stored once.
class Tasks {
  constructor(core) {
    this.core = core;
    this.known = new Map();
  }

  // Stores the task that a function of the core writes, and returns it. Returns null if the function writes
  // no task.
  kept(write) {
    const [out] = this.core.lay([KR_SIZE.task]);
    if (!write(out)) return null;
    const bytes = this.core.bytes.slice(out, out + KR_SIZE.task);
    const key = bytes.join();
    if (!this.known.has(key)) this.known.set(key, bytes);
    return this.known.get(key);
  }
}

// Lists the questions of games. The list for each game and set of rules is made only once.
export class Questions {
  constructor(core, games) {
    this.core = core;
    this.tasks = new Tasks(core);
    this.games = Object.fromEntries(games.map((game) => [game.id, game]));
    this.known = new Map();
  }

  game(id) {
    return gameKnown(Object.values(this.games), id);
  }

  // Returns the values of all rule options of a game: the given values, and defaults for all other options.
  // Throws a refusal for an unknown option or value.
  rules(game, given = {}) {
    const texts = Object.entries(given ?? {}).map(([name, value]) => [name, String(value)]);
    return ruledBy(plainRow(game), Object.fromEntries(texts)).rules;
  }

  // Returns the row of a game under rules.
  row(game, rules) {
    return ruledBy(plainRow(game), rules);
  }

  // Returns the questions of a game under rules.
  all(game, rules) {
    const name = `${game.id} ${JSON.stringify(rules)}`;
    if (!this.known.has(name)) this.known.set(name, this.listed(game, this.row(game, rules)));
    return this.known.get(name);
  }

  listed(game, row) {
    const { core } = this;
    const rowAt = core.keep(row.bytes);
    const count = core.wasm.questions(rowAt, 0, 0, 0);
    const at = core.reserve(count * KR_SIZE.question);
    const callableAt = core.reserve(count * 4);
    core.wasm.questions(rowAt, count, at, callableAt);
    return [...core.ints(Uint32Array, callableAt, count)].map((callable, i) =>
      new Question(this.tasks, game, rowAt, at + KR_SIZE.question * i, callable));
  }
}

export const first = (q) => q.declarer ?? q.leader;
export const parties = (q) => q.parties;

// Returns whether the question settles nothing: nobody wins or loses.
export const settlesNothing = (q) => q.settlesNothing;

// Returns the settlement of a seat: the amount that it wins (above 0) or pays. value: the result of the
// search that decides the payment. If every seat plays for itself, `value` is the result for this seat.
export const settlement = (q, seat, value, contra) => q.settlement(seat, value, contra);

// Returns whether the declarer's side wins, or null if nobody wins or loses. value: the result of the search
// that decides the payment.
export function wins(q, value, contra) {
  const won = q.wins(value, contra);
  return won < 0 ? null : Boolean(won);
}

// Returns the settlement of all seats, null if nothing is settled.
export const payoffs = (q, value, contra, seats) =>
  settlesNothing(q) ? null : Array.from({ length: seats }, (_, s) => settlement(q, s, value, contra));

// Returns whether the bidder holds the cards that the contract needs.
export const biddable = (q, hands) => q.mayBid(hands[first(q)]);

// Returns whether forehand holds a card that allows it to name the trump of the question. Callers check this
// only if the user has left the trump open.
export const named = (q, hands) => Boolean(hands[q.leader] & q.naming);

// Returns the mask of the cards that the declarer can call on a deal so that this question arises. Returns
// null if no card is called in this contract. The partner holds the called card. If the question has no
// partner, the declarer holds this card.
export function calls(q, hands) {
  return q.callable ? (hands[q.partner ?? first(q)] & q.callable) >>> 0 : null;
}

// Returns the questions that fit a deal and the user's wish. The wish can leave parts of a question open, for
// example the trump. wish.hands: the hands before the talon is taken. Throws a refusal if no question fits.
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
    const asked = questions.filter((q) => q.contract === contract);
    if (declarer === null && contract.forehand && asked.every((q) => q.declarer === q.leader))
      declarer = leader;
    if (declarer === null) refuse("needsDeclarer");
    if (contract.forehand && leader === null) {
      if (asked.some((q) => q.declarer !== q.leader)) refuse("needsForehand");
      leader = declarer;
    }
  }
  let found = questions.filter(
    (q) => q.contract === contract && q.declarer === declarer && q.second === (wish.second ?? null) &&
      (!(contract.forehand || !contract.declared) || q.leader === leader),
  );
  if (!found.length) refuse("notBySeats");
  const narrow = (fits, key, gaps) => {
    found = found.filter(fits);
    if (!found.length) refuse(key, gaps);
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
  return found;
}
