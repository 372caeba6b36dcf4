// Converts parsed games to records, and records to rows for the page and for programs. The rows for programs
// have the same field names as the JSON of the commands.
import { SEATS, TITLES, cardName, cardsOf, handText } from "./cards.js";
import { KNOWN_TAGS } from "./block.js";
import { seatPoints } from "./judge.js";
import { KR_CALL, KR_ORDER, KR_WORD_KIND } from "./layouts.js";
import { trim } from "./text.js";

// If the page writes a game, it computes the values of these tags from the record. The tag Site is not in
// this list, because the page copies it as it was written.
const UNDERSTOOD = KNOWN_TAGS.filter((name) => name !== "Site");

// Words of the calls that are not contracts.
const CALL_WORDS = new Map([
  [KR_CALL.callPass, "gut"], [KR_CALL.callSecond, "mit"], [KR_CALL.callContra, "contra"],
  [KR_CALL.callRecontra, "recontra"], [KR_CALL.callSubcontra, "subcontra"],
]);

// Names of the kinds of announcements of trick 1.
const WORD_NAMES = new Map([
  [KR_WORD_KIND.wordMarriage, "marriage"], [KR_WORD_KIND.wordHundred, "hundred"],
  [KR_WORD_KIND.wordAll, "all"], [KR_WORD_KIND.wordRaise, "raise"], [KR_WORD_KIND.wordContra, "contra"],
]);

// Letters of the orders of rank, by number.
const ORDER_LETTERS = new Map([[KR_ORDER.orderK, "K"], [KR_ORDER.orderT, "T"], [KR_ORDER.orderZ, "Z"]]);

const orNull = (number) => (number < 0 ? null : number);

// Returns the record of a game without errors. core: the core. parsed: the output of the parser. facts: the
// facts that the judge has found. In the record, seats, suits and cards are numbers, null if unknown or
// absent. `bidding` says how many calls of the auction belong to the bidding. Later calls are about Contra.
export function recordOf(core, parsed, facts) {
  const { row, fields, laid, score } = parsed;
  const ids = row.contracts.map(({ id }) => id);
  const contract = facts.number("contract");
  const isComplete = Boolean(facts.byte("complete"));
  const trump = facts.number("trump");
  return {
    parsed, facts, isComplete,
    hands: facts.byte("hasDeal") ? facts.hands() : null,
    talon: facts.byte("hasDeal") ? facts.mask("talon") : 0,
    discard: facts.byte("hasDiscard") ? facts.mask("discard") : null,
    dealer: orNull(fields.dealer), contract: contract === null ? null : row.contracts[contract],
    declarer: facts.number("declarer"), second: facts.number("second"), leader: facts.number("leader"),
    called: facts.number("called"), trump,
    // Trump, partner, order and raise are known only if all seats of the contract are known.
    trumpPlayed: isComplete && contract !== null && row.contracts[contract].trump ? trump : null,
    partner: isComplete ? facts.number("partner") : null,
    order: isComplete ? ORDER_LETTERS.get(facts.number("order")) : null,
    raised: isComplete && facts.number("raised") !== null ? ids[facts.number("raised")] : null,
    contra: facts.byte("contra"), laid: [...laid], announce: announcements(parsed, facts),
    score: score.size ? [0, 1, 2, 3].map((seat) => score.get(seat) ?? 0) : null,
    auction: facts.calls().map(([seat, call, suit]) =>
      [seat, CALL_WORDS.get(call) ?? ids[call], orNull(suit)]),
    bidding: biddingCalls(core, row, facts),
    moves: facts.cards().map(([seat, card, trick, turn, entry]) => ({ seat, card, trick, turn, entry })),
    takers: isComplete ? facts.winners() : null, finished: Boolean(facts.byte("finished")),
    settlement: facts.byte("settled") ? facts.settlement() : null,
  };
}

// Returns how many calls of the auction belong to the bidding.
function biddingCalls(core, row, facts) {
  const [[forehand] = [0]] = facts.calls();
  const [game, judged] = core.write([row.bytes, facts.bytes], []);
  return core.wasm.bidding_calls(game, judged, forehand);
}

// Lists the announcements of trick 1, each as [seat, name of its kind, suit, points, contract]. contract: the
// id of the contract to which the seat raises. If the record does not name the suit of a marriage, the suit
// comes from the hands.
export function announcements({ words, row }, facts) {
  const suits = facts.marriageSuits();
  return words.map(({ seat, kind, points, level }) => {
    const name = WORD_NAMES.get(kind);
    const suit = name === "marriage" ? orNull(suits.shift()) : null;
    return [seat, name, suit, points, name === "raise" ? row.contracts[level].id : null];
  });
}

// Returns the value of a tag, null if the tag is absent, unknown ("?") or empty.
const textOf = ({ parsed }, name) => {
  const value = parsed.block.tags.get(name);
  return value === undefined || value === "" || value === "?" ? null : value;
};

// Returns the rule options that differ from their defaults.
const optionsOf = ({ rules, facts }) => Object.fromEntries(facts.options.filter(({ name, initial }) =>
  rules[name] !== initial).map(({ name }) => [name, rules[name]]));

// Returns the cards laid face down, from the tag FaceDown or else from the cards played to trick 1.
function laidBy({ laid, second, declarer, moves }) {
  if (laid.length || second === null) return laid;
  return moves.slice(0, 4).filter(({ seat }) => seat === declarer || seat === second).map(({ seat, card }) =>
    [seat, card]);
}

// Returns the row of the page for a record.
export function pageRow(record) {
  const { parsed, moves, contract } = record;
  const { row, block } = parsed;
  return withoutNothing({
    game: row.id, deck: parsed.deck, rules: optionsOf(row),
    names: TITLES.map((name) => textOf(record, name)),
    board: textOf(record, "Board"), event: textOf(record, "Event"), date: textOf(record, "Date"),
    line: record.line, fresh: true, dealer: record.dealer, hands: record.hands, talon: record.talon,
    discard: record.discard, contract: contract?.id, declarer: record.declarer, second: record.second,
    leader: record.leader, called: record.called, trump: trumpShown(record),
    named: contract && !contract.trump ? record.trump : null,
    partner: record.partner, order: record.order,
    contra: record.contra, laid: laidBy(record), announce: record.announce, auction: record.auction,
    bidding: record.auction.length ? record.bidding : null,
    seats: moves.map(({ seat }) => seat), play: moves.map(({ card }) => card),
    takers: record.takers, settlement: record.settlement, score: record.score, notes: notesOf(record),
    comments: [...block.comments,
      ...parsed.entries("Auction").flatMap(({ comments }) => comments)].map(trim),
    more: [...block.tags].filter(([name]) => !UNDERSTOOD.includes(name)),
  });
}

const withoutNothing = (row) => Object.fromEntries(Object.entries(row).filter(([, value]) =>
  value !== null && value !== undefined && value.length !== 0));

// Returns the trump. Returns -1 if a complete record has no trump, although its contract can have one.
function trumpShown({ isComplete, contract, trump, trumpPlayed }) {
  if (!isComplete) return trump;
  return trumpPlayed === null && contract.trump ? -1 : trumpPlayed;
}

// Lists the notes at cards, each as [index of the card, text].
function notesOf({ parsed, moves }) {
  const texts = new Map(parsed.notes.filter(({ section }) => section === "Play").map(({ number, text }) =>
    [number, trim(text)]));
  const entries = parsed.entries("Play");
  return moves.flatMap(({ entry }, at) => {
    const { marks, comments } = entries[entry];
    const numbers = marks.filter((mark) => mark[0] === "=").map((mark) => Number(mark.slice(1, -1)));
    const noted = numbers.filter((n) => texts.has(n)).map((n) => texts.get(n));
    return [...noted, ...comments.map(trim)].filter(Boolean).map((text) => [at, text]);
  });
}

const seatOrNull = (seat) => (seat === null ? null : SEATS[seat]);
const suitOrNull = (suit) => (suit === null ? null : "SHDC"[suit]);
const cardOrNull = (card) => (card === null ? null : cardName(card));
const callText = ([, call, suit]) => (suit === null ? call : `${call}:${suitOrNull(suit)}`);

// Returns the dealer: the seat in the tag Dealer, or else the seat before the seat that begins the auction.
function dealerOf({ dealer, auction, parsed }) {
  if (dealer !== null || !auction.length) return dealer;
  return (auction[0][0] + parsed.row.seats - 1) % parsed.row.seats;
}

// Converts a record to an object with the field names that `kranalyze analyze --json` prints. Values for the
// four seats are lists in the order N E S W.
export function programRow(record, core) {
  const { parsed, facts, takers, settlement, hands, isComplete } = record;
  const { row } = parsed;
  const four = (list) => [0, 1, 2, 3].map((seat) => (list && seat < row.seats ? list[seat] : null));
  const tricks = takers && [0, 1, 2, 3].map((seat) => takers.filter((taker) => taker === seat).length);
  return {
    record: record.index, line: record.line, board: textOf(record, "Board"), event: textOf(record, "Event"),
    date: textOf(record, "Date"), game: row.id, dealer: seatOrNull(dealerOf(record)),
    hands: four(hands).map((hand) => (hand === null ? null : handText(hand))),
    talon: cardsOf(record.talon).map((card) => cardName(card)),
    discard: record.discard === null ? null : cardsOf(record.discard).map((card) => cardName(card)),
    auction: record.auction.map(callText).join(" ") || null, contract: record.contract?.id ?? null,
    declarer: seatOrNull(record.declarer), second: seatOrNull(record.second),
    leader: seatOrNull(record.leader), trump: suitOrNull(record.trumpPlayed),
    called: cardOrNull(record.called), partner: seatOrNull(record.partner), raised: record.raised,
    contra: record.contra, player: TITLES.map((name) => textOf(record, name)), played: record.moves.length,
    play: record.moves.map(({ card }) => cardName(card)),
    finished: settlement !== null || record.finished, tricks: four(tricks),
    points: four(isComplete ? seatPoints(core, row, facts) : null),
    settlement: settlement && four(settlement), score: record.score && four(record.score),
  };
}
