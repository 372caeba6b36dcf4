// Writes KPN, the text format of logged games, for the game on the table. If other cards have been played
// than in the record, the score is left out. Notes at cards are left out from the first different card on.
import { SEATS, SUITS, TITLES, cardName, cardsOf, dealText } from "./cards.js";
import { announceText } from "./announcing.js";

const isKnown = (value) => value !== null && value !== undefined && value !== "";
const seatSign = (seat) => (isKnown(seat) ? SEATS[seat] : null);
const escaped = (value) => String(value).replace(/(["\\])/g, "\\$1").replace(/[\r\n]+/g, " ");

export function writeKpn(model, deck) {
  const { wish, record, facts, contract } = model;
  const answer = model.answer ?? {};
  const { moves = [], announcements = [] } = model.trace ?? {};
  const whole = model.own && !model.branched;
  const lines = ["% KPN 1.0", "", ...(record.comments ?? []).flatMap((text) =>
    text.split(/[\r\n]+/)).map((text) => `; ${text}`)];
  const tag = (name, value) => isKnown(value) && lines.push(`[${name} "${escaped(value)}"]`);
  const names = (cards) => cards.map((card) => cardName(card, deck)).join(" ");
  tag("Event", record.event);
  for (const [name, value] of record.more ?? []) tag(name, value);
  tag("Date", record.date);
  tag("Board", record.board);
  TITLES.forEach((title, seat) => tag(title, record.names?.[seat]));
  tag("Game", wish.game);
  tag("Rules", Object.entries(wish.rules ?? {}).map(([key, value]) => `${key}=${value}`).join(" "));
  if (deck !== "french") tag("Deck", deck);
  tag("Dealer", seatSign(wish.dealer));
  tag("Deal", wish.hands ? dealText(wish.hands, facts.seats, deck) : "?");
  if (facts.talon && wish.talon) {
    tag("Talon", names(cardsOf(wish.talon)));
    tag("Discard", wish.contract && names(cardsOf(wish.discard ?? answer.discard ?? 0)));
  }
  if (contract) {
    tag("Contract", wish.contract);
    tag("Declarer", seatSign(wish.declarer ?? answer.declarer));
    tag("Second", seatSign(wish.second));
    tag("FaceDown", (wish.laid ?? []).map(([seat, card]) =>
      `${SEATS[seat]}:${cardName(card, deck)}`).join(" "));
    const called = wish.called ?? answer.calls?.[0];
    tag("Called", isKnown(called) ? cardName(called, deck) : null);
    const trump = wish.trump ?? answer.trump;
    if (contract.trump && isKnown(trump)) lines.push(`[Trump "${SUITS[deck][trump] ?? ""}"]`);
    // If the contract has no trump, the tag Trump still says which suit forehand named before the auction.
    if (model.own && isKnown(record.named)) tag("Trump", SUITS[deck][record.named]);
    // If no card has been played yet, the announcements are those of the record. Otherwise they are those of
    // model.trace.
    const before = whole && !moves.length && !announcements.length ? (record.announce ?? []) : [];
    tag("Announce", announceText([...before, ...announcements], deck));
    const { contra } = model.question(model.path); // this number does not include a Contra in Announce
    if (contra) tag("Contra", contra);
  }
  if (whole && record.score)
    tag("Score", record.score.slice(0, facts.seats).map((n, seat) => `${SEATS[seat]}:${n}`).join(" "));
  if (model.own && record.auction?.length) lines.push(...auction(record.auction, deck));
  if (contract && moves.length) lines.push(...play(model, moves, deck));
  return `${lines.join("\n")}\n`;
}

function auction(calls, deck) {
  const words = calls.map(([, call, trump]) =>
    (isKnown(trump) && trump >= 0 ? `${call}:${SUITS[deck][trump]}` : call));
  const lines = Array.from({ length: Math.ceil(words.length / 4) },
    (_, i) => words.slice(4 * i, 4 * i + 4).join(" "));
  return [`[Auction "${SEATS[calls[0][0]]}"]`, ...lines];
}

// Writes a line for each trick. All lines have the same order of seats, which begins with the leader of trick
// 1. A mark after a card refers to a note. The notes follow the tricks.
function play(model, moves, deck) {
  const { record, facts } = model;
  const leader = moves[0].seat;
  const notes = (record.notes ?? []).filter(([at]) => model.own && at < model.common);
  const signs = (at) => notes.map(([where], i) => (where === at ? ` =${i + 1}=` : "")).join("");
  const tricks = [];
  moves.forEach((move, at) => (tricks[move.trick - 1] ??= []).push({ ...move, at }));
  const seats = Array.from({ length: facts.seats }, (_, i) => (leader + i) % facts.seats);
  const rows = tricks.map((list) => seats.map((seat) => {
    const move = list.find((one) => one.seat === seat);
    return move ? cardName(move.card, deck) + signs(move.at) : "-";
  }).join(" "));
  const size = (seat) => (model.wish.hands?.[seat] ? cardsOf(model.dealt[seat]).length : facts.size);
  const left = seats.some((seat) => size(seat) > moves.filter((move) => move.seat === seat).length);
  const open = left && !(model.own && !model.branched && record.settlement) && !model.over;
  return [`[Play "${SEATS[leader]}"]`, ...rows, ...(open ? ["+"] : []),
    ...notes.map(([, text], i) => `[Note "${i + 1}:${escaped(text)}"]`)];
}
