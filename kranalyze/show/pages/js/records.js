// Records that were read: as rows of the page, and in the words of the commands for programs.
import { SEATS, TITLES, cardName, cardsOf, handText } from "./cards.js";
import { KNOWN_TAGS } from "./block.js";
import { counting } from "./settled.js";
import { trim } from "./text.js";


// Tags that the page writes again from what they mean; Site stands among others.
const UNDERSTOOD = KNOWN_TAGS.filter((name) => name !== "Site");

// What a tag says, null if that is nothing.
const textOf = ({ block }, name) => {
  const value = block.tags.get(name);
  return value === undefined || value === "" || value === "?" ? null : value;
};

// Rule options in force that differ from the defaults.
function optionsOf({ row }, { row: plain }) {
  const chosen = {};
  for (const option of row.options) {
    const value = valueOf(row, option);
    if (value !== valueOf(plain, option)) chosen[option.name] = value;
  }
  return chosen;
}

function valueOf(row, option) {
  const owner = (contract) => (contract ? row.contracts.find(({ id }) => id === contract) : row);
  const field = ([contract, name]) => owner(contract)[name];
  if (!option.values.length) return String(field(option.sets));
  const fits = (fields) => fields.every((one) => field(one) === one[2]);
  return option.values[option.fields.findIndex(fits)];
}

// The cards laid face down: as they were told, or as they were played to trick 1.
function laidBy({ laid, second, declarer, moves }) {
  if (laid.length || second === null) return laid;
  return moves.slice(0, 4).filter(({ seat }) => seat === declarer || seat === second).map(({ seat, card }) =>
    [seat, card]);
}

// A record as the page takes it up; facts: its game.
export function pageRow(draft, facts) {
  const { question, block } = draft;
  const trump = question ? trumpPlayed(question) : draft.trump;
  return withoutNothing({
    game: draft.row.id, deck: draft.deck, rules: optionsOf(draft, facts),
    names: TITLES.map((name) => textOf(draft, name)),
    board: textOf(draft, "Board"), event: textOf(draft, "Event"), date: textOf(draft, "Date"),
    line: draft.line, fresh: true, dealer: draft.dealer, hands: draft.hands, talon: draft.talon,
    discard: draft.discard, contract: draft.contract?.id, declarer: draft.declarer, second: draft.second,
    leader: draft.leader, called: draft.called, trump, partner: question?.partner, order: question?.order,
    contra: draft.contra, laid: laidBy(draft), announce: draft.announce, auction: draft.auction,
    seats: draft.moves.map(({ seat }) => seat), play: draft.moves.map(({ card }) => card),
    takers: draft.facts?.winners, settlement: draft.settlement, score: draft.score, notes: notesOf(draft),
    comments: [...block.comments, ...draft.entries("Auction").flatMap(({ comments }) => comments)].map(trim),
    more: [...block.tags].filter(([name]) => !UNDERSTOOD.includes(name)),
  });
}

const withoutNothing = (row) => Object.fromEntries(Object.entries(row).filter(([, value]) =>
  value !== null && value !== undefined && value.length !== 0));

// The trump of a question, -1 if one could have been chosen and none was.
const trumpPlayed = ({ trump, contract }) => (trump === null && contract.trump ? -1 : trump);

// Notes at cards, [number of the card, text] each.
function notesOf(draft) {
  const texts = new Map(draft.notes.filter(({ section }) => section === "Play").map(({ number, text }) =>
    [number, trim(text)]));
  const entries = draft.entries("Play");
  return draft.moves.flatMap(({ entry }, at) => {
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

// A record in the words of `kranalyze analyze --json`; what that has by seat is a list N E S W.
export function programRow(draft) {
  const { row, facts, question, forehand, settlement, hands } = draft;
  const four = (list) => [0, 1, 2, 3].map((seat) => (list && seat < row.seats ? list[seat] : null));
  return {
    record: draft.index, line: draft.line, board: textOf(draft, "Board"), event: textOf(draft, "Event"),
    date: textOf(draft, "Date"), game: row.id,
    dealer: forehand === null ? null : SEATS[(forehand + row.seats - 1) % row.seats],
    hands: four(hands).map((hand) => (hand === null ? null : handText(hand))),
    talon: cardsOf(draft.talon).map((card) => cardName(card)),
    discard: draft.discard === null ? null : cardsOf(draft.discard).map((card) => cardName(card)),
    auction: draft.auction.map(callText).join(" ") || null, contract: draft.contract?.id ?? null,
    declarer: seatOrNull(draft.declarer), second: seatOrNull(draft.second), leader: seatOrNull(draft.leader),
    trump: suitOrNull(question?.trump ?? null), called: cardOrNull(draft.called),
    partner: seatOrNull(question?.partner ?? null), raised: facts?.raised?.id ?? null, contra: draft.contra,
    player: TITLES.map((name) => textOf(draft, name)), played: draft.moves.length,
    play: draft.moves.map(({ card }) => cardName(card)),
    finished: settlement !== null || draft.finished, tricks: tricksOf(draft), points: pointsOf(draft),
    settlement: settlement && four(settlement), score: draft.score && four(draft.score),
  };
}

// Tricks taken by each seat.
function tricksOf({ facts, row }) {
  return [0, 1, 2, 3].map((seat) => (facts && seat < row.seats
    ? facts.winners.filter((winner) => winner === seat).length : null));
}

// Points of each seat: tricks, and marriages that count for the settlement.
function pointsOf({ facts, row, question }) {
  if (!facts) return [null, null, null, null];
  const sums = [0, 1, 2, 3].map((seat) => (seat < row.seats ? 0 : null));
  for (const [i, winner] of facts.winners.entries()) sums[winner] += facts.points[i];
  const own = question.contract.goal.own_marriages;
  for (const { seat, points } of counting(question, facts))
    if (!own || seat === question.declarer) sums[seat] += points;
  return sums;
}
