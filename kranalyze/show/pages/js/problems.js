// Returns the texts of problems (errors and warnings about a record). A text has gaps: placeholders such as
// {seat}. The texts come from kranalyze/texts/problems.toml and messages.json. The name of a gap decides how
// its value is shown, as in kranalyze/texts/problems.py.
import { SEATS, SUITS, cardName, cardsOf } from "./cards.js";
import { quotation } from "./text.js";
import { getLanguage, inLanguage } from "./words.js";

let TEXTS = {}; // [English text, German text, names of the judge's numbers] by key
let INSIDE = {}; // words that texts contain, by language
let CONTRACTS = {}; // contracts by game

export function setProblems({ problems, inside, messages }, games) {
  TEXTS = { ...messages, ...problems };
  INSIDE = inside;
  CONTRACTS = Object.fromEntries(games.map(({ id, contracts }) => [id, contracts]));
}

const plural = (count) => Number(count !== 1);
const fillGaps = (text, gaps) => text.replace(/\{(\w+)\}/g, (whole, name) => gaps[name]);

// Fills the gaps of the text of one problem. place: facts of the problem's game. token: the word of the
// record that the problem is about. gaps: the values of the gaps by name. code: the language, "en" or "de".
class Filling {
  constructor(problem, deck, code) {
    const [, , names = ""] = TEXTS[problem.key];
    this.place = problem.place ?? {};
    this.token = problem.token ?? "";
    this.gaps = { ...problem.gaps, ...(problem.args ? namedArguments(names, problem.args) : {}) };
    this.deck = deck;
    this.code = code;
    this.inside = INSIDE[code];
  }

  show(name) {
    const gap = this.gaps[name];
    if (gap === undefined) return FACTS[name]?.(this) ?? `{${name}}`;
    if (gap.key) return problemText({ place: this.place, ...gap }, this.deck, this.code);
    if (Array.isArray(gap) && !SHOWN[name]) return inLanguage(gap, this.code);
    return SHOWN[name] ? SHOWN[name](gap, this) : String(gap);
  }

  quoted(text) {
    return this.code === "de" ? `„${text}“` : quotation(String(text));
  }

  seat(seat) {
    return this.inside.seats[seat];
  }

  suit(suit) {
    return SUITS[this.deck][suit];
  }

  // Joins words to one text. of: a list of numbers, or a mask whose bits stand for numbers. word: function
  // that returns the word for a number. joint: key of the text that stands between two words.
  joined(of, word, joint) {
    const numbers = Array.isArray(of) ? of : cardsOf(of);
    return numbers.map(word).join(this.inside[joint]);
  }

  contract(contract) {
    return inLanguage(CONTRACTS[this.place.game][contract].name, this.code);
  }

  call(call) {
    return call < 0 ? this.quoted(this.inside.calls[-call - 1]) : this.contract(call);
  }

  choice(mask) {
    const cards = cardsOf(mask >>> 0).reverse();
    const names = cards.map((card) => cardName(card, this.deck)).join(" ");
    return fillGaps(cards.length > 1 ? this.inside.one_of : this.inside.one_card, { cards: names });
  }

  times(count) {
    return this.inside.times[count] ?? fillGaps(this.inside.times_more, { count });
  }

  outcome([contract, declarer, second, trump]) {
    const { inside } = this;
    if (contract < 0) return contract === -1 ? inside.new_deal : inside.not_finished;
    const bySeat = declarer < 0 ? "" : fillGaps(inside.by_seat, { seat: this.seat(declarer) });
    const withSecond = second < 0 ? "" : fillGaps(inside.with_second, { seat: this.seat(second) });
    const inTrump = trump < 0 ? "" : fillGaps(inside.in_trump, { suit: this.suit(trump) });
    return this.contract(contract) + inTrump + bySeat + withSecond;
  }
}

// Returns the values that the judge gave for the gaps of a problem's text, by the name of the gap. numbers:
// these values. names: the names of the gaps, in the same order. If `names` is a single name that ends with
// *, the gap of this name gets the list of all numbers.
function namedArguments(names, numbers) {
  if (names.endsWith("*")) return { [names.slice(0, -1)]: numbers };
  return Object.fromEntries(names.split(" ").filter(Boolean).map((name, i) => [name, numbers[i]]));
}

const seatShown = (seat, at) => at.seat(seat);
const contractShown = (contract, at) => at.contract(contract);
const idShown = (contract, at) => CONTRACTS[at.place.game][contract].id;
const callShown = (call, at) => at.call(call);
const quotedShown = (text, at) => at.quoted(text);
const wordOf = (list) => (number, at) => at.inside[list][number];

// Functions that convert the value of a gap to text, by the name of the gap. Values of other gaps are shown
// unchanged.
const SHOWN = {
  seat: seatShown, other: seatShown, first: seatShown, contract: contractShown, standing: contractShown,
  contract_id: idShown, level_id: idShown, call: callShown, expected: callShown, text: quotedShown,
  behind: quotedShown, last: (call, at) => at.inside.calls[-call - 1],
  seats: (mask, at) => at.joined(mask, (seat) => at.seat(seat), "and"),
  card: (card, at) => cardName(card, at.deck), cards: (mask, at) => at.choice(mask),
  suit: (suit, at) => at.suit(suit), suits: (mask, at) => at.joined(mask, (suit) => at.suit(suit), "or"),
  suit_name: (suit, at) => at.inside[`suits_${at.deck}`][suit], times: (count, at) => at.times(count),
  required: (what, at) => fillGaps(at.inside.required[what], { size: at.place.size }),
  by: (seat, at) => (seat < 0 ? "" : fillGaps(at.inside.by, { seat: at.seat(seat) })),
  hands: (hands, at) =>
    hands.filter((hand) => hand >= 0).map((hand) => `${at.seat(hand >> 8)} ${hand & 255}`).join(", "),
  score: (amounts, at) =>
    amounts.slice(0, at.place.seats).map((amount, seat) => `${SEATS[seat]}:${amount}`).join(" "),
  outcome: (outcome, at) => at.outcome(outcome), names: (names, at) => at.joined(names, String, "or"),
  bidders: wordOf("bidders"), side: wordOf("sides"), pile: wordOf("piles"), word: wordOf("announced"),
};

// Functions that return the texts of gaps to which the problem gives no value, by the name of the gap. A text
// comes from the facts of the game, from the token, or from the value of another gap (see Filling).
const FACTS = {
  game: ({ place }) => place.game, pack: ({ place }) => place.pack, talon: ({ place }) => place.talon,
  seats_number: ({ place }) => place.seats, text: (at) => at.quoted(at.token),
  sizes: ({ place, inside }) =>
    (place.endings ? fillGaps(inside.range, { least: 1, most: place.size }) : place.size),
  most_contra: ({ place, inside }) =>
    (place.mostContra ? fillGaps(inside.most_contra, { count: place.mostContra }) : inside.no_contra),
  count_cards: ({ gaps, inside }) => `${gaps.count} ${inside.cards[plural(gaps.count)]}`,
  count_calls: ({ gaps, inside }) => `${gaps.count} ${inside.call_count[plural(gaps.count)]}`,
};

// Returns the text of a problem, with cards in the letters of a deck. If the key of
// `problem` is unknown, returns the message that `problem` has.
export function problemText(problem, deck = problem.deck ?? "french", code = getLanguage()) {
  const texts = TEXTS[problem.key];
  if (!texts) return problem.message;
  const filling = new Filling(problem, deck, code);
  return inLanguage(texts, code).replace(/\{\{|\}\}|\{(\w+)\}/g, (whole, name) =>
    (name ? filling.show(name) : whole[0]));
}

// Returns pairs of English and German texts, grouped by use:
// sentences: whole texts. Texts with more letters outside of their gaps come first.
// phrases: texts that stand inside sentences.
// tails: endings of texts about the outcome of an auction.
// words: a Map from each English word to the German word.
export function textPairs() {
  const { en, de } = INSIDE;
  const ownLetters = ([english]) => english.replace(/\{\w+\}/g, "").trim().length;
  const pairsOf = (...names) => names.map((name) => [en[name], de[name]]);
  const lists = Object.keys(en).filter((name) => Array.isArray(en[name]));
  const counted = ["cards", "call_count"].flatMap((name) =>
    en[name].map((word, i) => [`{count} ${word}`, `{count} ${de[name][i]}`]));
  const names = Object.values(CONTRACTS).flat().map(({ name }) => name);
  return {
    sentences: Object.values(TEXTS).filter(ownLetters).sort((a, b) => ownLetters(b) - ownLetters(a)),
    phrases: [...pairsOf("one_of", "one_card", "range", "times_more", "by", "most_contra"), ...counted,
      ...en.required.map((text, i) => [text, de.required[i]]).filter(([text]) => text.includes("{"))],
    tails: pairsOf("in_trump", "by_seat", "with_second"),
    words: new Map([...names, ...pairsOf("and", "or", "new_deal", "not_finished", "no_contra"),
      ...lists.flatMap((name) => en[name].map((word, i) => [word, de[name][i]]))]),
  };
}
