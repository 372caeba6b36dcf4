// Draws the reason why a card is worse than another one: sentences, and a button that shows a layout. A
// layout is a way in which the unseen cards can lie.
import { button, h, quoted } from "./dom.js";
import { cardSign, suitWords, withNodes } from "./faces.js";
import { seatOf } from "./lessonboard.js";
import { chips } from "./lessonparts.js";
import { localized, t } from "./words.js";

// Returns in words in how many layouts something happens. n: this number. of: the number of all layouts.
// keys: the keys of the words for all, some and none of them.
function often(n, of, keys) {
  if (n === of || !n) return t(keys[n ? 0 : 2]);
  return t(keys[1], { n: localized(n), of: localized(of) });
}

// Returns the sentence that names a holding and the number of layouts in which it holds.
function holdingSentence({ times, of, isWhole, seat, card, suit, least, other }, lesson, deck) {
  const gaps = { n: localized(times), of: localized(of) };
  if (other !== undefined) return withNodes(isWhole ? "pairIn" : "pairInDrawn", gaps,
    { card: cardSign(card, deck), other: cardSign(other, deck) });
  const what = suit === undefined ? cardSign(card, deck)
    : t(least ? "leastOf" : "noneOf", { n: least, suit: suitWords(suit, deck) });
  return withNodes(isWhole ? "holdsIn" : "holdsInDrawn", gaps, { who: quoted(seatOf(lesson, seat)), what });
}

// Returns the sentence that says how often a seat takes the trick after each of two cards. cards: function
// that draws the two cards. layouts: keys for `often`.
function trickSentence({ seat, card, of, after }, lesson, cards, deck, layouts) {
  const who = quoted(seatOf(lesson, seat));
  const isPart = after[0] && after[0] < of;
  return withNodes(seat === lesson.seat ? "youTakeTrick" : "takesTrick",
    { often: often(after[0], of, layouts),
      rest: often(after[1], of, isPart ? ["always", "inOnly", "never"] : layouts) },
    { ...cards(), who: card === null ? who
      : withNodes("seatWith", {}, { who, card: cardSign(card, deck) }) });
}

// Returns the sentences of a reason. cards: function that draws the two cards, { worse, better }.
function reasonSentences(reason, lesson, cards, facts, deck) {
  const { kind, of, isWhole, isGame, isSame, worse, better, here, times } = reason;
  const by = t(isSame ? "byCost" : "byMeanCost", { cost: chips(reason.cost, facts) });
  const layouts = ["always", isWhole ? "inLayoutsOf" : "inDrawnOf", "never"];
  if (kind === "holding") return [holdingSentence(reason, lesson, deck), " ",
    withNodes(isGame ? "thenLost" : "thenWorse", { by, often: often(here, times, ["inAllOf", "inSome"]),
      rest: often(worse - here, of - times, ["elseAlways", worse - here < here ? "elseSome" : "elseMany",
        "elseNever"]) }, cards())];
  return [kind === "trick" ? [trickSentence(reason, lesson, cards, deck, layouts), " "] : null,
    withNodes(isGame ? "plainLost" : "plainWorse", { by, often: often(worse, of, layouts),
      rest: often(better, of, ["always", "inOnly", "never"]) }, cards())];
}

// Returns the sentence that names the card which takes a trick after only one of the two compared cards.
function laterSentence({ card, seat, side, isOwn, after, times, of }, lesson, [better, worse], deck) {
  const [one, other] = after ? [better, worse] : [worse, better];
  const often = t(times === of ? "always" : "mostly");
  const signs = { one: cardSign(one, deck), other: cardSign(other, deck), card: cardSign(card, deck) };
  if (!isOwn) return withNodes("later", { often },
    { ...signs, who: seat === null ? t(side) : quoted(seatOf(lesson, seat)) });
  if (card === one) return withNodes("laterItself", { often }, signs);
  if (card === other) return withNodes(after ? "laterInstead" : "laterLeft", { often }, signs);
  return withNodes("laterYou", { often }, signs);
}

// Returns the attribute data-later of an element. It holds the card of the later trick and its numbers as
// JSON.
function laterData(later) {
  if (!later) return {};
  const { card, isOwn, after, times, of } = later;
  return { "data-later": JSON.stringify({ card, isOwn, after, times, of }) };
}

// Draws the reason of the answer. Returns null if there is no reason.
export function reasonLines(trainer, facts, deck, actions) {
  const { reason, lesson } = trainer;
  if (!reason) return null;
  const cards = () => {
    const [better, worse] = trainer.compared().map((card) => cardSign(card, deck));
    return { worse, better };
  };
  const { kind, of, times, worse, later } = reason;
  return h("div", { class: "missed", id: "reason", "data-kind": kind, "data-of": of,
    "data-times": times ?? worse, ...laterData(later) },
    h("h3", null, t("why")),
    h("p", null, reasonSentences(reason, lesson, cards, facts, deck),
      later ? [" ", laterSentence(later, lesson, trainer.compared(), deck)] : null),
    button(t("showLayout"), () => actions.layout(lesson, reason.hands), { id: "show-layout" }));
}
