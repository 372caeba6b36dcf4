// Draws the reason why one bid is better than another bid: how often each bid wins, and why one of the two
// bids is lost.
import { bidWords, bidWordsBeside, suitNamed } from "./bidwords.js";
import { button, h, quoted } from "./dom.js";
import { nameOf } from "./evening.js";
import { cardSign, withNodes } from "./faces.js";
import { amountWords, chips, otherwiseWords } from "./lessonparts.js";
import { localized, t } from "./words.js";

// Returns the sentence that says why a bid is lost.
function causeSentence({ cause, better, worse }, facts, deck) {
  const { kind, card, suit, times, of, isOwn, mean, need, choice } = cause;
  const bid = bidWordsBeside([better, worse][choice], [worse, better][choice], facts, deck);
  const points = () => localized(mean, { maximumFractionDigits: 0 });
  if (kind === "margin") return withNodes("marginLoss", { n: points() }, { bid });
  if (kind === "short") return withNodes("shortLoss", { n: points(), need: localized(need) }, { bid });
  const often = t(times === of ? "always" : times > of / 2 ? "mostly" : "mostOften");
  const what = kind === "card" ? cardSign(card, deck) : kind === "suit" ? suitNamed(suit, deck) : "";
  return withNodes(kind === "points" ? "pointsLoss" : isOwn ? "ownLoss" : "otherLoss",
    { n: localized(times), of: localized(of), often }, { bid, what });
}

// Returns sentences about two bids. They say in how many of the random deals each bid wins, and whether the
// better bid brings more when it wins. If the bids were compared by play at the table (kind "table"), a
// sentence can also say that a bid wins more often or less often at the table than with open cards.
function winsSentences({ wins, won, of, better, worse }, { kind }, facts, deck) {
  const bid = (choice) => bidWordsBeside(choice, choice === better ? worse : better, facts, deck);
  const bids = [[better, wins[0]], [worse, wins[1]]].filter(([choice]) => choice);
  const keys = [["winsInNone", "winsIn"], ["winsInNoneToo", "winsInToo"]];
  const parts = bids.map(([choice, n], i) => withNodes(keys[i][n ? 1 : 0],
    { n: localized(n), of: localized(of) }, { bid: bid(choice) }));
  const isAtTable = kind === "table";
  const isDearer = better && worse && wins[1] >= wins[0] && won[0] > won[1];
  const isBetterAtTable = isAtTable && better?.mean > 0 && wins[0] < of / 2;
  const isWorseAtTable = isAtTable && worse?.mean < 0 && wins[1] > of / 2;
  return [parts.map((words, i) => [i ? ", " : "", words]), isAtTable ? t("ifOpen") : "", ".",
    isDearer ? [" ", withNodes("wonBrings", { n: chips(won[0], facts), less: chips(won[1], facts) },
      { bid: bid(better), other: bid(worse) })] : null,
    isBetterAtTable ? [" ", withNodes("moreAtTable", {}, { bid: bid(better) })] : null,
    isWorseAtTable ? [" ", withNodes("lessAtTable", {}, { bid: bid(worse) })] : null];
}

// Returns the attribute data-cause, which holds the cause as JSON. Returns no attribute if there is no cause.
function causeData({ cause, better, worse }) {
  if (!cause.kind) return {};
  const { kind, card, times, of, isOwn, choice } = cause;
  const { contract, trump, call } = [better, worse][choice];
  return { "data-cause": JSON.stringify({ kind, card, times, of, isOwn, choice, contract, trump, call }) };
}

// Draws a reason of the kind "wins": how often each of the two bids wins, and why one of the bids is lost.
function winsLines(reason, { lesson, advice }, facts, deck, actions) {
  const { wins, of, hands, line, better, worse, cause } = reason;
  const shown = cause.kind ? [better, worse][cause.choice] : better ?? worse;
  return h("div", { class: "missed", id: "reason", "data-kind": "wins", "data-of": of,
    "data-wins": wins.join(" "), ...causeData(reason) },
  h("h3", null, t("why")),
  h("p", null, winsSentences(reason, advice, facts, deck),
    cause.kind ? [" ", causeSentence(reason, facts, deck)] : null),
  button(t(cause.kind ? "showLostDeal" : "showDeal"), () => actions.deal(lesson, hands, shown, line),
    { id: "show-layout" }));
}

// Draws the reason as sentences, with a button that shows an example deal. Returns null if there is no
// reason.
export function bidReasonLines(trainer, facts, deck, actions) {
  const { reason, lesson } = trainer;
  if (!reason) return null;
  if (reason.kind === "wins") return winsLines(reason, trainer, facts, deck, actions);
  const { seat, card, times, of, mean, rest, hands, better, worse } = reason;
  const pays = worse ? [t("moreBy", { cost: chips(mean, facts) }), " ", t("thanBid"), " ",
    bidWords(worse, facts, deck)] : t("paysOn", { cost: amountWords(mean, facts) });
  const otherwise = worse ? otherwiseWords(rest, facts)
    : t("elseBid", { cost: amountWords(rest, facts) });
  return h("div", { class: "missed", id: "reason", "data-kind": "place", "data-times": times, "data-of": of },
    h("h3", null, t("why")),
    h("p", null, t("inLayouts", { n: localized(times), of: localized(of) }), " ",
      quoted(nameOf(lesson.record, seat)), " ", t("holds"), " ", cardSign(card, deck), ". ",
      t("thenBrings"), " ",
      bidWords(better, facts, deck), " ", pays, "; ", otherwise, ".",
      reason.cause.kind ? [" ", causeSentence(reason, facts, deck)] : null),
    button(t("showDeal"), () => actions.deal(lesson, hands, better), { id: "show-layout" }));
}
