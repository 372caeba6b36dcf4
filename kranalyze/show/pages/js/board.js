// Draws the table: four hands, the trick between them, and the value of each card of the seat to play.
import { bit, cardName, inOrder, suitOf } from "./cards.js";
import { closedPlace, closedWords, sayClosed } from "./closed.js";
import { h, icon, quoted } from "./dom.js";
import { contraWords, nameOf } from "./evening.js";
import { cardSign, suitSign, suitWords, tile, withCard } from "./faces.js";
import { pick, seatName, signed, t } from "./words.js";

// The sides of the table for the seats N E S W, if South sits at the bottom.
const PLACES = ["north", "east", "south", "west"];

// Returns the question on the table in words: its contract, declarer, trump and called card.
export function questionWords(model, deck) {
  const { wish, answer } = model;
  const contract = model.contract;
  if (!contract) return [pick(model.facts.name)];
  const seat = wish.declarer ?? answer?.declarer ?? null;
  const parts = [seat === null ? pick(contract.name)
    : t("by", { contract: pick(contract.name), seat: nameOf(model.record, seat) })];
  const add = (...more) => parts.push(", ", ...more);
  if (wish.second !== undefined && wish.second !== null)
    add(t("withSecond", { seat: nameOf(model.record, wish.second) }));
  const trump = wish.trump ?? answer?.trump;
  if (contract.trump && trump !== null && trump !== undefined)
    add(trump < 0 ? t("noTrump") : [t("trump"), " ", suitSign(trump, deck),
      h("span", { class: "heard" }, suitWords(trump, deck))]);
  const called = wish.called ?? null;
  const partner = answer?.partner ?? wish.partner ?? null;
  if (called !== null)
    add(t("calling"), " ", cardSign(called, deck),
      partner === null ? "" : ` (${t("heldBy", { seat: nameOf(model.record, partner) })})`);
  else if (contract.called && answer?.calls?.length)
    add(t("calling"), " ", answer.calls.slice(0, 3).map((c, i) => [i ? " / " : "", cardSign(c, deck)]),
      answer.calls.length > 3 ? " …" : "", partner === null ? ""
        : ` (${t("heldBy", { seat: nameOf(model.record, partner) })})`);
  if (wish.contra) add(contraWords(wish.contra));
  return parts;
}

// Returns the title of a game: the number of its board, and the question.
export const gameTitle = (model, deck) => [
  model.record.board ? [t("board"), " ", quoted(model.record.board), ": "] : null,
  !model.own && model.record.contract && !model.record.isExample ? [t("whatIf"), ": "] : null,
  questionWords(model, deck)];

// Returns the order of rank in which hands are sorted.
export const orderOf = (model) => model.answer?.order ?? model.wish.order ?? model.facts.order;

// Returns the words in the middle of the empty table: who leads, or who lays a card face down.
export function middleWords(model, trick) {
  const { answer, record } = model;
  if (trick.moves.length || (answer?.to_play ?? null) === null) return "";
  return t(answer.lays ? "toLayShort" : "leadsTrick", { seat: nameOf(record, answer.to_play) });
}

// Returns the side of the table on which a seat sits. bottom: the seat that sits at the bottom.
const placeOf = (seat, bottom) => PLACES[(seat - bottom + 6) % 4];

// Draws the table. bottom: the seat that sits at the bottom. actions: play(card) and turnTable().
export function board(model, deck, bottom, actions) {
  const { facts } = model;
  const sideOf = (seat) => placeOf(seat, bottom);
  const seats = [0, 1, 2, 3].slice(0, facts.seats);
  seats.sort((a, b) => PLACES.indexOf(sideOf(a)) - PLACES.indexOf(sideOf(b)));
  const trick = model.shownTrick;
  return h("div", { class: `board seats${facts.seats} size${facts.size}`, id: "board" },
    h("button", { type: "button", id: "turn-table", title: t("turnTable"), "aria-label": t("turnTable"),
      onclick: actions.turnTable }, icon("turn")),
    seats.map((seat) => handBox(model, seat, deck, sideOf(seat), actions)),
    h("div", { class: `middle${trick.taker === null ? "" : " taken"}`, "aria-hidden": "true" },
      seats.map((seat) => {
        const move = trick.moves.find((m) => m.seat === seat);
        return h("div", { class: `lie ${sideOf(seat)}${trick.taker === seat ? " took" : ""}` },
          move ? tile(move.card, deck, { classes: "small" }) : null,
          move && trick.taker === seat ? h("span", { class: "crown" }, "▪") : null);
      }),
      h("span", { class: "turn" }, middleWords(model, trick))), closedPlace());
}

function handBox(model, seat, deck, side, actions) {
  const { answer, wish } = model;
  const name = model.record.names?.[seat];
  const mover = answer && answer.to_play === seat && !model.over;
  const role = roleOf(model, seat);
  // After the game, the seat's final amount is shown in place of its role, so that nothing else moves.
  const amount = model.finalAmounts?.[seat] ?? null;
  const final = amount === null ? null : signed(amount);
  const taken = model.taken[seat];
  const mask = model.hands[seat];
  const dealt = model.dealt[seat];
  const next = model.path[model.at];
  const best = mover ? Math.max(...Object.values(answer.cards)) : 0;
  const choice = mover && new Set(Object.values(answer.cards)).size > 1;
  const suits = [0, 1, 2, 3].map((suit) => inOrder(dealt, suit, orderOf(model)));
  const cards = suits.flat().map((card) => {
    // A card that was played leaves a gap, so that no other card moves while the user steps through the game.
    if (!(mask & bit(card))) return h("span", { class: "gap", "aria-hidden": "true" });
    const worth = mover ? answer.cards[card] : undefined;
    if (worth === undefined)
      return tile(card, deck, { classes: mover ? "closed" : "", below: h("span", { class: "worth none" }),
        onclosed: mover ? () => showClosed(model, card, deck) : null });
    const played = card === next;
    const isBest = worth === best;
    const label = [signed(worth), isBest && choice ? t("best") : "",
      played ? t("played") : ""].filter(Boolean).join(", ");
    return tile(card, deck, {
      onclick: () => actions.play(card), label,
      classes: `${isBest ? "best" : "worse"}${played ? " next" : ""}`,
      data: { "data-worth": worth, id: `card-${cardName(card)}` },
      below: h("span", { class: signed(worth).length > 3 ? "worth long" : "worth", "aria-hidden": "true" },
        signed(worth),
        isBest && choice ? h("i", null, "★") : null),
    });
  });
  const laid = (wish.laid ?? []).find(([who]) => who === seat);
  const showLaid = laid && (mask & bit(laid[1]));
  return h("section", { class: `hand ${side}${mover ? " mover" : ""}${role ? ` ${role}` : ""}`,
    "aria-label": seatName(seat) },
    h("h2", null, h("span", { class: "name" }, name ? quoted(name) : seatName(seat)),
      h("span", { class: "state" },
        final ?? role ? h("span", { class: "role" }, final ?? roleWords(model, role)) : null,
        taken ? h("span", { class: "took-n", title: tricksTaken(taken) }, "▪".repeat(taken)) : null)),
    h("div", { class: "cards" }, cards.length ? cards : h("span", { class: "soft" }, "–")),
    showLaid ? h("p", { class: "soft laid" }, withCard("liesFaceDown", {}, laid[1], deck)) : null);
}

// Says why a card may not be played.
function showClosed({ answer, shownTrick }, card, deck) {
  const led = shownTrick.taker === null && shownTrick.moves.length ? suitOf(shownTrick.moves[0].card) : null;
  const legal = Object.keys(answer.cards).map(Number);
  sayClosed(closedWords(card, legal, led, answer.trump, deck));
}

const tricksTaken = (n) => (n === 1 ? t("oneTrick") : t("nTricks", { n }));

// Returns the role of a seat: "declarer", "second" (second declarer), "sitting" (the seat sits out),
// "partner" or "".
export function roleOf(model, seat) {
  const { wish, answer } = model;
  if ((wish.declarer ?? answer?.declarer) === seat) return "declarer";
  if (wish.second === seat) return "second";
  const { inPlay = null } = answer ?? {};
  if (inPlay !== null && !((inPlay >> seat) & 1)) return "sitting";
  if ((answer?.partner ?? wish.partner) === seat) return "partner";
  return "";
}

// Returns the role of a seat in words. For example, the second declarer of a Bettler has the role Mitbettler.
function roleWords(model, role) {
  const contract = model.contract ? pick(model.contract.name).toLowerCase() : "";
  return t(`${role}Role`, { contract });
}

// Returns the position in words, for screen readers and for the line above the values.
export function positionWords(model, deck) {
  const { answer } = model;
  if (!answer) return "";
  if (model.over) return t(model.hands.some(Boolean) ? "decided" : "end");
  const { moves, takers } = model.trace ?? { moves: [], takers: [] };
  // The size of a trick is the number of cards of trick 1, once trick 1 is complete. The record does not
  // determine this size, because the user can try a contract in which other seats play. Trick 1 is complete
  // if the list of winners has an entry, or if a card of trick 2 was played. The second condition is needed
  // because a game that broke off has no list of winners.
  const isFirstDone = takers.length > 0 || moves.some((move) => move.trick > 1);
  const size = isFirstDone ? moves.filter((move) => move.trick === 1).length : model.playing;
  const trick = Math.floor(model.at / size) + 1;
  const turn = (model.at % size) + 1;
  const who = t(answer.lays ? "toLay" : "toPlay", { seat: nameOf(model.record, answer.to_play) });
  return `${who}, ${t("trickCard", { trick, turn })}`;
}

