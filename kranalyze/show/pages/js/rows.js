// Holds the rows of games. A row is a game with a value for each of its rule options. A row has the bytes of
// the game for the core (kr_game_row), and the names and sizes of the game.
import { count } from "./cards.js";
import { KR_GAME_ROW } from "./layouts.js";
import { hintOf, rowOf, rowRefused } from "./names.js";
import { Refusal, message } from "./refusal.js";
import { withCommas } from "./text.js";

export class GameRow {
  // facts: the data of the game, written by Python. bytes: the kr_game_row of the game. rules: the value of
  // each rule option.
  constructor(facts, bytes, rules) {
    const view = new DataView(bytes.buffer);
    const byte = (name) => bytes[KR_GAME_ROW[name]];
    this.facts = facts;
    this.bytes = bytes;
    this.rules = rules;
    this.id = facts.id;
    this.contracts = facts.contracts;
    this.seats = byte("seats");
    this.talon = byte("talon");
    this.mostContra = byte("mostContra");
    this.packMask = view.getUint32(KR_GAME_ROW.pack, true);
    // Facts of the game that fill the placeholders (gaps) in messages about problems.
    this.place = { game: this.id, pack: count(this.packMask), talon: this.talon, seats: this.seats,
      size: byte("size"), endings: byte("endings"), mostContra: this.mostContra };
  }
}

// Returns the row that stands for an unknown game. Such a game may have any card, and is not judged.
function anyGame() {
  const bytes = new Uint8Array(KR_GAME_ROW.contract);
  bytes.fill(0xff, KR_GAME_ROW.pack, KR_GAME_ROW.pack + 4);
  bytes[KR_GAME_ROW.seats] = 4;
  return new GameRow({ id: "", contracts: [], options: [] }, bytes, {});
}

export const ANY_GAME = anyGame();

const PLAIN_ROWS = new WeakMap(); // for the facts of each game, its row under default rules

export function plainRow(facts) {
  if (!PLAIN_ROWS.has(facts)) {
    const bytes = Uint8Array.from(atob(facts.row), (character) => character.charCodeAt(0));
    const rules = Object.fromEntries(facts.options.map(({ name, initial }) => [name, initial]));
    PLAIN_ROWS.set(facts, new GameRow(facts, bytes, rules));
  }
  return PLAIN_ROWS.get(facts);
}

// Returns the row of a game by its id or name. Throws a refusal for an unknown game.
export const rowNamed = (games, name) =>
  plainRow(rowRefused("game_unknown", games, name, (facts) => [facts.id, facts.name[0]]));

const namesOf = (contract) => contract.names;

// Returns the number (index) of the contract with this name. Throws a refusal for an unknown name.
export const contractNumber = (row, name) => row.contracts.indexOf(
  rowRefused("contract_unknown", row.contracts, name, namesOf, { game: row.id }));

// Returns the number (index) of the contract with this name, -1 for an unknown name.
export const contractCalled = (row, name) => row.contracts.indexOf(rowOf(row.contracts, name, namesOf));

// Returns a copy of the row with an option set to a value. Only the bytes that depend on the option differ.
// Throws a refusal for an unknown option or value.
export function ruled(row, name, value) {
  const { options } = row.facts;
  const option = options.find((candidate) => candidate.name === name);
  if (!option) {
    const known = Object.fromEntries(options.map((other) => [other.name, [other.name]]));
    throw new Refusal("rule_unknown", { text: name, game: row.id, hint: hintOf(name, known) });
  }
  if (!allows(option, value)) {
    const known = option.values.join(", ") || message("rule_number", { most: withCommas(option.most) });
    throw new Refusal("rule_value", { option: name, game: row.id, text: value, known });
  }
  if (row.rules[name] === value) return row;
  const bytes = row.bytes.slice();
  if (option.values.length)
    for (const [at, byte] of option.puts[option.values.indexOf(value)]) bytes[at] = byte;
  else new DataView(bytes.buffer).setInt32(option.at, Number(value), true);
  return new GameRow(row.facts, bytes, { ...row.rules, [name]: value });
}

// Returns the row with several options set.
export const ruledBy = (row, rules) =>
  Object.entries(rules).reduce((changed, [name, value]) => ruled(changed, name, value), row);

const allows = (option, value) => (option.values.length ? option.values.includes(value)
  : /^[1-9][0-9]{0,6}$/.test(value) && Number(value) <= option.most);
