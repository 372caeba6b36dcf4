// Draws a lesson about a card: the question, and its answer. A lesson asks the player to choose again at a
// turn of a logged game.
import { aimWords, lessonRole } from "./aims.js";
import { cardName } from "./cards.js";
import { sayClosed } from "./closed.js";
import { button, h, quoted } from "./dom.js";
import { cardSign, withCard, withNodes } from "./faces.js";
import { bidReasonLines } from "./bidreasonviews.js";
import { bidLessonView } from "./bidviews.js";
import { lastTrick, lessonBoard, lessonCourse, lessonWords } from "./lessonboard.js";
import { answerHead, capitalized, chips, layoutWords, lessonBar, numberWords, percent,
  progressLine } from "./lessonparts.js";
import { problemText } from "./problems.js";
import { verdictWords } from "./smallmistake.js";
import { knownAtOnce, standingOf } from "./lessons.js";
import { playedContract, seatsInPlay } from "./evening.js";
import { reasonLines } from "./reasonviews.js";
import { pick, t } from "./words.js";

// Draws a lesson: the question, or the answer once a card is chosen. actions: functions for its buttons:
// next(), stop(), game(lesson), layout(lesson, hands).
export function lessonView(trainer, deckOf, actions) {
  const { lesson, advice, chosen } = trainer;
  if (!lesson) return allKnown(trainer, actions);
  const facts = trainer.facts(lesson.record);
  const deck = deckOf(lesson.record);
  if (lesson.kind === "bid") return bidLessonView(trainer, facts, deck, actions);
  const { record, at } = lesson;
  const trick = Math.floor(at / seatsInPlay(record, facts).size) + 1;
  const role = lessonRole(lesson, facts);
  const isAsked = chosen === null;
  const marks = {};
  if (!isAsked) {
    for (const { card, best } of advice.cards) if (best) marks[card] = ["best", "★"];
    if (!marks[chosen]) marks[chosen] = ["next", t("you")];
  }
  return [
    h("header", { class: "top" }, h("h1", { id: "title", tabindex: -1 },
      isAsked ? t("whatDoYouPlay") : t("theAnswer")),
    h("p", { class: "lead" }, t("board"), " ", quoted(record.board ?? lesson.game + 1), ": ",
      lessonWords(lesson, facts, deck),
      role ? [" · ", h("b", null, t(`as${role}_`))] : null, " · ", t("trick"), ` ${trick}`,
      h("span", { id: "aims" }, aimWords(lesson, facts, deck))),
    progressLine(trainer)),
    h("div", { class: "columns2" }, h("div", { class: "left" },
      lessonBoard(lesson, facts, deck, { legal: advice?.cards.map(({ card }) => card) ?? null,
        open: advice?.open, marks, onplay: isAsked ? actions.play : null,
        onclosed: isAsked ? sayClosed : null }),
      lastTrick(lesson, facts, deck),
      isAsked ? h("p", { class: "soft hint", id: "hint", role: "status" },
        trainer.error ? problemText(trainer.error, deck) : advice ? t("tapCard") : t("thinking")) : null,
      trainer.error ? lessonBar(actions) : null),
    h("div", { class: "right" },
      isAsked ? null : [answerPanel(trainer, facts, deck, actions), lessonBar(actions)],
      lessonCourse(lesson, record.auction ?? [], facts, deck)))];
}

// Draws the end of the training: how many lessons the user answered right at the first attempt.
function allKnown({ lessons }, actions) {
  const n = knownAtOnce(lessons);
  return [h("h1", { id: "title", tabindex: -1 }, t("allKnown")),
    h("p", { id: "at-once" }, t(n === lessons.length ? "allAtOnce" : "someAtOnce",
      { n, of: lessons.length, rest: lessons.length - n })),
    h("p", { class: "tools" }, button(t("toLessons"), actions.stop, { id: "to-lessons", class: "main" }))];
}

function answerPanel(trainer, facts, deck, actions) {
  const { lesson, advice, chosen } = trainer;
  const contract = playedContract(lesson.record, trainer.games);
  const isGood = trainer.isGood(chosen);
  const bests = advice.cards.filter(({ best }) => best).map(({ card }) => card);
  const cards = (list) => list.map((card, i) => [i ? ", " : "", cardSign(card, deck)]);
  return h("section", { class: "panel", id: "answer-panel" },
    answerHead(isGood, !isGood ? [t("betterWas"), " ", cards(bests)]
      : t(trainer.figures(chosen).best ? "thatIsRight" : "nearlyBest"), actions),
    h("p", null, withCard("youPlayed", {}, lesson.card, deck), " ",
      lesson.cost ? t("costOpen", { cost: chips(lesson.cost, facts) }) : t("costOpenNothing")),
    lesson.verdict || lesson.loss !== null ? h("p", { id: "luck", "data-verdict": standingOf(lesson) },
      h("b", { class: `luck ${lesson.verdict}` }, chosen !== lesson.card
        ? `${capitalized(t("atThatTime"))} ${verdictWords(lesson, contract)}`
        : capitalized(verdictWords(lesson, contract))), ": ",
      t(`${standingOf(lesson)}_`)) : null,
    h("div", { id: "reason-place", "aria-live": "polite" }, reasonLines(trainer, facts, deck, actions)),
    sharesTable(trainer, facts, deck),
    h("p", { class: "tools" }, button(t("toTheGame"), () => actions.game(lesson), { id: "to-game" })));
}

function sharesTable({ advice, chosen, lesson }, facts, deck) {
  const rows = [...advice.cards].sort((a, b) => b.mean - a.mean || b.share - a.share);
  const hasFloor = rows.some(({ floor }) => floor !== undefined && floor !== null);
  const notes = (card) => [card === chosen ? t("you") : "", card === lesson.card ? t("atThatTime") : ""];
  return [h("h3", null, t("onWhatYouKnew")),
    h("table", { class: "numbers", id: "shares" }, h("thead", null, h("tr", null,
      h("td", null), h("th", { scope: "col" }, t("share")),
      hasFloor ? h("th", { scope: "col" }, t("floor")) : null,
      h("th", { scope: "col" }, `${t("mean")} (${pick(facts.unit)})`))),
    h("tbody", null, rows.map(({ card, share, mean, best, floor }) => h("tr",
      { "data-card": cardName(card), "data-share": share, "data-mean": mean, "data-floor": floor },
      h("th", { scope: "row" }, cardSign(card, deck), best ? h("i", { title: t("best") }, " ★") : null,
        h("small", null, ` ${notes(card).filter(Boolean).join(", ")}`)),
      h("td", null, percent(share)),
      hasFloor ? h("td", null, floor === null ? "?" : percent(floor)) : null,
      h("td", null, numberWords(mean)))))),
    h("p", { class: "soft" }, layoutWords(advice), hasFloor ? [" ", t("floorWhat")] : null),
    oftenerWords(trainer, deck)];
}

// Draws a sentence about the two compared cards if the worse card wins more often than the better card.
// Returns null in all other cases.
function oftenerWords(trainer, deck) {
  const [better, worse] = trainer.compared();
  if (better === worse || trainer.figures(worse).share <= trainer.figures(better).share) return null;
  return h("p", { class: "soft", id: "oftener" }, withNodes("oftenerButLess", {},
    { worse: cardSign(worse, deck), better: cardSign(better, deck) }));
}

// Adds the reason to the answer that is on the screen.
export function drawReason(trainer, deckOf, actions) {
  const { record, kind } = trainer.lesson;
  const linesOf = kind === "bid" ? bidReasonLines : reasonLines;
  const lines = linesOf(trainer, trainer.facts(record), deckOf(record), actions);
  if (lines) document.getElementById("reason-place")?.replaceChildren(lines);
}
