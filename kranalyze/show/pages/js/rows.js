// The rows of games by the rules in force: options, contracts, who may bid and what it takes.
import { maskOf, packMask, suitMask } from "./cards.js";
import { hintOf, rowOf, rowRefused } from "./names.js";
import { Refusal, message } from "./refusal.js";
import { withCommas } from "./text.js";

// A game that is not known: any card may be in it, and anything said.
export const ANY_GAME = {
  id: "", pack: 32, ranks: "789TJQKA", size: 0, seats: 4, talon: 0, options: [], most_contra: 0,
  endings: false, contracts: [{ id: "", trump: true, party: "called" }],
};

const rowsOf = new WeakMap(); // by the games of a page

// The row of a game by its id or name.
export function rowNamed(games, name) {
  if (!rowsOf.has(games)) rowsOf.set(games, games.map(({ row }) => row));
  return rowRefused("gameUnknown", rowsOf.get(games), name, (row) => [row.id, row.name[0]]);
}

const namesOf = (contract) => contract.names;

export const contractNamed = (row, name) =>
  rowRefused("contractUnknown", row.contracts, name, namesOf, { game: row.id });

// The same, undefined if there is none.
export const contractCalled = (row, name) => rowOf(row.contracts, name, namesOf);

// The row with an option set to a value.
export function ruled(row, name, value) {
  const option = row.options.find((candidate) => candidate.name === name);
  if (!option) {
    const known = Object.fromEntries(row.options.map((other) => [other.name, [other.name]]));
    throw new Refusal("ruleOf", { text: name, game: row.id, hint: hintOf(name, known) });
  }
  if (!allows(option, value)) {
    const known = option.values.join(", ") || message("wholeNumber", { most: withCommas(option.most) });
    throw new Refusal("ruleValue", { name: [name, name], game: row.id, text: value, known });
  }
  const number = option.values.indexOf(value);
  const fields = number < 0 ? [[...option.sets, Number(value)]] : option.fields[number];
  const contracts = row.contracts.map((contract) => ({ ...contract, ...fieldsOf(fields, contract.id) }));
  return { ...row, contracts, ...fieldsOf(fields, "") };
}

export const allows = (option, value) => (option.values.length ? option.values.includes(value)
  : /^[1-9][0-9]{0,6}$/.test(value) && Number(value) <= option.most);

const fieldsOf = (fields, owner) =>
  Object.fromEntries(fields.filter(([id]) => id === owner).map(([, name, value]) => [name, value]));

// The goals of a game's contracts, and those by which they settle.
export const goalsOf = (row) => row.contracts.flatMap(({ goal, settles }) => [goal, settles]).filter(Boolean);

// Whether a seat may bid a contract; forehand sits left of the dealer.
export function mayBid({ bidders }, seat, forehand) {
  const own = (seat - forehand) % 2 === 0;
  if (bidders === "forehand_side" || bidders === "other_side") return own === (bidders === "forehand_side");
  return bidders === "any" || (seat === forehand) === (bidders === "forehand");
}

// Masks of which the declarer must hold one whole to bid a contract; none if nothing is needed.
export function requirementOf(row, contract, trump) {
  if (contract.requires === null) return [];
  const pack = packMask(row.ranks);
  if (contract.requires === "trumps") return [(pack & suitMask(trump)) >>> 0];
  const suits = [0, 1, 2, 3];
  const couples = maskOf(suits.flatMap((suit) => [8 * suit + 5, 8 * suit + 6]));
  const cards = contract.requires === "suit" ? pack : couples;
  return suits.map((suit) => (cards & suitMask(suit)) >>> 0);
}
