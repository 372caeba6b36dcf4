// Draws the reason why a card is worse than another one: sentences, and a button that shows a layout. A
// layout is a way in which the unseen cards can lie. The sentences call the layouts "cases". A line below the
// sentences says how many cases there are.
import { button, h, quoted } from "./dom.js";
import { nameOf } from "./evening.js";
import { cardSign, suitWords, withNodes } from "./faces.js";
import { chips } from "./lessonparts.js";
import { localized, t } from "./words.js";

// Returns words that say in how many of all cases something happens. n: the number of cases in which it
// happens. of: the number of all cases. keys: the keys of the words for all, some and no cases.
function often(n, of, keys) {
  if (n === of || !n) return t(keys[n ? 0 : 2]);
  return t(keys[1], { n: localized(n), of: localized(of) });
}

// Returns the beginning of a sentence: the holding (see places.js), and in how many cases it occurs. turn:
// see reasonPanel.
function ifHeld({ times, of, seat, card, suit, least, other }, { record }, deck) {
  const gaps = { n: localized(times), of: localized(of) };
  if (other !== undefined)
    return withNodes("ifPair", gaps, { card: cardSign(card, deck), other: cardSign(other, deck) });
  const what = suit === undefined ? cardSign(card, deck)
    : t(least ? "leastOf" : "noneOf", { n: least, suit: suitWords(suit, deck) });
  return withNodes("ifHeld", gaps, { who: quoted(nameOf(record, seat)), what });
}

// Returns the sentence that says how often a seat takes the trick after each of two cards. cards: function
// that draws the two cards.
function trickSentence({ seat, card, of, after }, turn, cards) {
  const who = quoted(nameOf(turn.record, seat));
  const [times, rest] = after.map((n) => often(n, of, ["always", "inCasesOf", "never"]));
  return withNodes(turn.isYou && seat === turn.seat ? "youTakeTrick" : "takesTrick", { often: times, rest },
    { ...cards(), who: card === null ? who
      : withNodes("seatWith", {}, { who, card: cardSign(card, turn.deck) }) });
}

// Returns the sentences of a reason.
function reasonSentences(reason, turn, facts) {
  const { kind, of, isGame, isSame, worse, better, here, times } = reason;
  const cards = () => ({ better: cardSign(turn.compared[0], turn.deck),
    worse: cardSign(turn.compared[1], turn.deck) });
  const by = t(isSame ? "byCost" : "byMeanCost", { cost: chips(reason.cost, facts) });
  if (kind === "holding") return [ifHeld(reason, turn, turn.deck), " ",
    withNodes(isGame ? "thenLost" : "thenWorse", { by, often: often(here, times, ["always", "inSome"]),
      rest: often(worse - here, of - times, ["elseAlways", worse - here < here ? "elseSome" : "elseMany",
        "elseNever"]) }, cards())];
  return [kind === "trick" ? [trickSentence(reason, turn, cards), " "] : null,
    withNodes(isGame ? "plainLost" : "plainWorse", { by, often: often(worse, of, ["always", "inCasesOf",
      "never"]), rest: often(better, of, ["always", "inOnly", "never"]) }, cards())];
}

// Returns the sentence about a later trick (see laterTrick in latertricks.js). It names the card that takes
// the trick after one of the two compared cards, but not after the other.
function laterSentence({ card, seat, side, isOwn, after, times, of }, turn) {
  const { record, isYou, deck } = turn;
  const [one, other] = after ? turn.compared : [...turn.compared].reverse();
  const gaps = { often: t(times === of ? "always" : "mostly") };
  const signs = { one: cardSign(one, deck), other: cardSign(other, deck), card: cardSign(card, deck) };
  if (isOwn && card === one) return withNodes("laterItself", gaps, signs);
  if (isOwn && card === other) return withNodes(after ? "laterInstead" : "laterLeft", gaps, signs);
  if (isOwn && isYou) return withNodes("laterYou", gaps, signs);
  const who = seat !== null ? quoted(nameOf(record, seat))
    : t(side === "yourPartner" && !isYou ? "thePartner" : side);
  return withNodes("later", gaps, { ...signs, who });
}

// Returns the line that says on how many layouts a reason is based. These are all layouts that were examined
// to judge the cards, or a random part of them.
function casesWords({ isWhole, of, looked }) {
  return t(isWhole || of === looked ? "casesAll" : "casesDrawn",
    { of: localized(of), looked: localized(looked) });
}

// Returns the attribute data-later of an element. The value of the attribute is JSON: facts about the card
// that takes the later trick. If there is no later trick, returns no attribute.
function laterData(later) {
  if (!later) return {};
  const { card, isOwn, after, times, of } = later;
  return { "data-later": JSON.stringify({ card, isOwn, after, times, of }) };
}

// Draws a reason (see reasonOf) with its heading. The fields of `turn`:
// record, seat: the game, and the seat whose card is explained. compared: the better and the worse card.
// deck: the deck. isYou: whether the words speak to the player of this seat.
// tool: the button below the reason, null for none.
export function reasonPanel(reason, turn, facts, tool) {
  const { kind, of, isWhole, times, worse, later } = reason;
  return h("div", { class: "missed", id: "reason", "data-kind": kind, "data-of": of,
    "data-times": times ?? worse, ...laterData(later) },
  h("h3", null, t("why")),
  h("p", null, reasonSentences(reason, turn, facts), later ? [" ", laterSentence(later, turn)] : null),
  h("p", { class: "soft", id: "cases" }, casesWords(reason)),
  tool);
}

// Draws the reason of the answer to a lesson. Returns null if there is no reason.
export function reasonLines(trainer, facts, deck, actions) {
  const { reason, lesson } = trainer;
  const turn = { ...lesson, compared: trainer.compared(), deck, isYou: true };
  return reason && reasonPanel(reason, turn, facts,
    button(t("showLayout"), () => actions.layout(lesson, reason.hands), { id: "show-layout" }));
}
