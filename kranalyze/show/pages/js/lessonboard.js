// Draws the table of a lesson. A lesson asks the player to choose again at a turn of a logged game. The table
// shows what the player saw: the own hand at the bottom, the cards on the table, and the course of the game
// so far. Other hands are shown only if they lay open.
import { bit, cardName, cardsOf, inOrder, maskOf, suitOf } from "./cards.js";
import { closedPlace, closedWords } from "./closed.js";
import { h, quoted } from "./dom.js";
import { cardSign, suitSign, suitWords, tile } from "./faces.js";
import { isSittingOut, nameOf, seatsInPlay } from "./evening.js";
import { backs } from "./lessonparts.js";
import { trickInWords } from "./linecards.js";
import { callWords } from "./panels.js";
import { pick, t } from "./words.js";

// For each number of seats, the sides of the table: first the side of the player's own seat, then the sides
// of the following seats in clockwise order.
export const SIDES = { 3: ["south", "west", "east"], 4: ["south", "west", "north", "east"] };

const contractOfRecord = (record, facts) => facts.contracts.find(({ id }) => id === record.contract);

// Returns the contract in words. The words do not say who holds the called card.
export function lessonWords({ record }, facts, deck) {
  const contract = contractOfRecord(record, facts);
  if (!contract) return [pick(facts.name)];
  const words = [record.declarer === undefined ? pick(contract.name)
    : t("by", { contract: pick(contract.name), seat: nameOf(record, record.declarer) })];
  if (record.second !== undefined) words.push(", ", t("withSecond", { seat: nameOf(record, record.second) }));
  if (contract.trump && record.trump >= 0)
    words.push(", ", t("trump"), " ", suitSign(record.trump, deck),
      h("span", { class: "heard" }, suitWords(record.trump, deck)));
  if (contract.called && record.called !== undefined)
    words.push(", ", t("calling"), " ", cardSign(record.called, deck));
  return words;
}

// Returns the course of the game before the lesson's card. A move is { seat, card, trick }.
// In the result { moves, onTable, trick }:
// moves: all moves that the player has seen. onTable: the moves of the trick that lies on the table. trick:
// the index of this trick.
function course({ record, at, seat }, facts) {
  const size = seatsInPlay(record, facts).size;
  const moves = record.play.slice(0, at).map((card, i) =>
    ({ card, seat: record.seats[i], trick: Math.floor(i / size) }));
  const trick = Math.floor(at / size);
  // Two declarers lay their first cards face down before anybody plays. When they choose these cards, they
  // have seen no move.
  const isBidder = record.second !== undefined && [record.declarer, record.second].includes(seat);
  const seen = trick === 0 && isBidder ? [] : moves;
  return { moves: seen, onTable: seen.filter((move) => move.trick === trick), trick };
}

// Draws the table. legal: the cards that may be played, null while they are unknown. open: hands that lie
// face up, [seat, mask] each. marks: for each marked card, its class in CSS and the words below it. onplay:
// function that is called with the card that the user plays. onclosed: function that is called with the
// reason if the user taps a card that may not be played.
export function lessonBoard(lesson, facts, deck, { legal, open = [], marks = {}, onplay, onclosed }) {
  const { record, seat: me } = lesson;
  const { moves, onTable } = course(lesson, facts);
  const seats = Array.from({ length: facts.seats }, (_, i) => (me + i) % facts.seats);
  const order = record.order ?? facts.order;
  const led = onTable.length ? suitOf(onTable[0].card) : null;
  const trump = contractOfRecord(record, facts)?.trump ? record.trump ?? null : null;
  const inSuits = (mask) => [0, 1, 2, 3].flatMap((suit) => inOrder(mask, suit, order));
  const gone = (seat) => maskOf(moves.filter((move) => move.seat === seat).map(({ card }) => card));
  const dealt = (seat) => {
    const mask = record.hands[seat];
    if (!record.talon || seat !== record.declarer) return mask;
    return ((mask | record.talon) & ~(record.discard ?? 0)) >>> 0;
  };
  const own = inSuits((dealt(me) & ~gone(me)) >>> 0).map((card) => {
    const [mark = "", words = ""] = marks[card] ?? [];
    const may = legal?.includes(card);
    return tile(card, deck, { classes: `${legal && !may ? "closed" : ""} ${mark}`, label: words,
      onclick: may && onplay ? () => onplay(card) : null,
      onclosed: legal && !may && onclosed ? () => onclosed(closedWords(card, legal, led, trump, deck)) : null,
      data: { id: `play-${cardName(card)}` },
      // The tile has room for the mark even before the answer is shown, so that nothing moves when the mark
      // appears.
      below: h("span", { class: words ? "worth" : "room", "aria-hidden": "true" }, words) });
  });
  const other = (seat) => {
    const left = (dealt(seat) & ~gone(seat)) >>> 0;
    if (open.some(([who]) => who === seat)) return inSuits(left).map((card) => tile(card, deck));
    return backs(cardsOf(left).length);
  };
  return h("div", { class: `board lesson seats${facts.seats}`, id: "lesson-board", "data-game": lesson.game,
    "data-at": lesson.at },
    seats.map((seat, i) => h("section", { "aria-label": nameOf(record, seat),
      class: `hand ${SIDES[facts.seats][i]}${seat === me ? " mover" : ""}` },
      h("h2", null, h("span", { class: "name" }, seat === me ? t("you") : quoted(nameOf(record, seat))),
        h("span", { class: "state" },
          seat === record.declarer ? h("span", { class: "role" }, t("declarerRole")) : null,
          seat === me && record.called !== undefined && seat !== record.declarer &&
            dealt(me) & bit(record.called) ? h("span", { class: "role" }, t("partnerRole")) : null,
          isSittingOut(record, facts, seat) ? h("span", { class: "role" }, t("sittingRole")) : null)),
      h("div", { class: "cards" }, seat === me ? own : other(seat)))),
    h("div", { class: "middle" }, seats.map((seat, i) => {
      const move = onTable.find((one) => one.seat === seat);
      return h("div", { class: `lie ${SIDES[facts.seats][i]}` },
        move ? tile(move.card, deck, { classes: "small" }) : null);
    })), closedPlace());
}

// Returns the finished tricks in words.
function tricksInWords(lesson, facts, deck) {
  const { record } = lesson;
  const { moves, trick } = course(lesson, facts);
  // The seat that took a trick leads to the next one.
  const size = seatsInPlay(record, facts).size;
  const leaderAfter = (i) => record.seats[(i + 1) * size];
  return Array.from({ length: trick }, (_, i) =>
    trickInWords(record, moves.filter((move) => move.trick === i), leaderAfter(i), deck));
}

// Draws the last finished trick in words.
export function lastTrick(lesson, facts, deck) {
  const words = tricksInWords(lesson, facts, deck).at(-1);
  return words ? h("p", { class: "soft hint", id: "last-trick" }, t("lastTrick"), ": ", words) : null;
}

// Draws the course of the game so far: the calls, and for a lesson about a card the finished tricks, too.
// auction: the calls, [seat, call, trump] each. Returns null if there is nothing to draw.
export function lessonCourse(lesson, auction, facts, deck) {
  const calls = auction.map(([seat, call, trump], i) =>
    [i ? ", " : "", quoted(nameOf(lesson.record, seat)), " ", callWords(facts, call, trump, deck)]);
  const tricks = lesson.kind === "bid" ? [] : tricksInWords(lesson, facts, deck);
  if (!calls.length && !tricks.length) return null;
  return h("details", { class: "panel", id: "course", open: true }, h("summary", null, t("soFar")),
    calls.length ? [h("h3", null, t("auction")), h("p", null, calls)] : null,
    tricks.length ? [h("h3", null, t("tricks")), h("ol", null, tricks.map((words) => h("li", null, words)))]
      : null);
}
