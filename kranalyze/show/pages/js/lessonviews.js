// Draws the views of the trainer: the list of the player's lessons, the question of a card, and its answer.
import { aimWords } from "./aims.js";
import { cardName } from "./cards.js";
import { button, h, quoted } from "./dom.js";
import { playedContract } from "./evening.js";
import { cardSign, withCard } from "./faces.js";
import { bidLessonView, bidReasonLines } from "./bidviews.js";
import { lastTrick, lessonBoard, lessonCourse, lessonWords } from "./lessonboard.js";
import { capitalized, chips, lessonBar, numberWords, percent } from "./lessonparts.js";
import { LESSON_VERDICTS, learned } from "./lessons.js";
import { callWords } from "./panels.js";
import { nameChoice } from "./trainer.js";
import { problemText } from "./problems.js";
import { reasonLines } from "./reasonviews.js";
import { localized, pick, signed, t } from "./words.js";

// Draws the list of the player's lessons. actions: functions for its buttons: name(name), train(),
// lesson(lesson).
export function lessonsView(trainer, deckOf, actions) {
  const { lessons, name } = trainer;
  const head = h("header", { class: "top" }, h("h1", { id: "title", tabindex: -1 }, t("myMistakes")),
    h("p", { class: "lead" }, t("myMistakesWhat")));
  if (!name) return [head, nameChoice(trainer, t("whoAreYou"), actions.name)];
  const counts = LESSON_VERDICTS.map((verdict) =>
    [verdict, lessons.filter((lesson) => lesson.verdict === verdict).length]).filter(([, n]) => n);
  return [head,
    h("section", { class: "panel", id: "progress" },
      h("p", null, h("b", null, quoted(name)), ": ",
        lessons.length === 1 ? t("oneLesson") : t("nLessons", { n: lessons.length }),
        counts.map(([verdict, n]) =>
          [", ", h("span", { class: `luck ${verdict}` }, `${n} × ${t(`${verdict}Count_`)}`)])),
      h("p", null, t("nRight", { n: trainer.right, of: lessons.length })),
      trainer.left ? h("p", { class: "soft", role: "status", "data-of": trainer.subject },
        t("stillJudging", { n: trainer.left })) : null,
      h("p", { class: "tools" },
        lessons.length ? button(t("train"), actions.train, { id: "train", class: "main" }) : null,
        button(t("someoneElse"), () => actions.name(""), { id: "someone-else" }))),
    lessons.length ? h("div", { id: "lessons" }, LESSON_VERDICTS.map((verdict) =>
      lessonGroup(verdict, trainer, deckOf, actions)))
      : trainer.left ? null : h("p", { id: "no-lessons" }, t("noLessons"))];
}

// Draws the lessons with a verdict. Mistakes are always shown, bad luck and good luck can be unfolded.
function lessonGroup(verdict, trainer, deckOf, actions) {
  const { lessons, unfolded } = trainer;
  const rows = lessons.map((lesson, i) => ((lesson.verdict || "mistake") === verdict
    ? lessonRow(lesson, i, trainer, deckOf(lesson.record), actions) : null)).filter(Boolean);
  if (!rows.length) return null;
  const list = h("ol", { class: "games" }, rows);
  if (verdict === "mistake") return list;
  return h("details", { id: `lessons-${verdict}`, open: unfolded.has(verdict),
    ontoggle: ({ target }) => (target.open ? unfolded.add(verdict) : unfolded.delete(verdict)) },
  h("summary", null, t(`${verdict}Group_`, { n: rows.length })), list);
}

function lessonRow(lesson, i, trainer, deck, actions) {
  const { record, card, cost, verdict, key, game, kind } = lesson;
  const facts = trainer.facts(record);
  const state = learned().of[key];
  const mark = state ? (state.right ? "✓" : "↻") : "•";
  const contract = playedContract(record, trainer.games);
  return h("li", null, h("button", { type: "button", class: "game-row lesson-row", id: `lesson-${i}`,
    "data-game": game, "data-at": lesson.at, "data-kind": kind, "data-verdict": verdict,
    onclick: () => actions.lesson(lesson) },
    h("span", { class: "nr" }, h("span", { "aria-hidden": "true" }, mark),
      h("span", { class: "heard" }, t(state ? (state.right ? "knownOnce" : "askedAgain") : "notAsked"))),
    h("span", { class: "what" }, kind === "card"
      ? [cardSign(card, deck), " ", h("b", null, contract ? pick(contract.name) : "")]
      : h("b", null, t("yourBid"), ": ", calledWords(lesson, facts, deck)),
      h("small", { class: "soft kind" }, t("board"), " ", quoted(record.board ?? game + 1),
        record.date ? [", ", quoted(record.date)] : null)),
    h("span", { class: `sum ${cost ? "minus" : ""}` }, cost ? signed(-cost) : "0"),
    h("span", { class: `how luck ${verdict}` }, verdict ? t(verdict) : t("notJudged"))));
}

const calledWords = ({ record, at }, facts, deck) => callWords(facts, record.auction[at][1], null, deck);

// Draws a lesson: the question, or the answer once a card is chosen. actions: functions for its buttons:
// next(), stop(), game(lesson), layout(lesson, hands).
export function lessonView(trainer, deckOf, actions) {
  const { lesson, advice, chosen } = trainer;
  if (!lesson) return [h("h1", { id: "title", tabindex: -1 }, t("allKnown")),
    h("p", { class: "tools" }, button(t("toLessons"), actions.stop, { id: "to-lessons", class: "main" }))];
  const facts = trainer.facts(lesson.record);
  const deck = deckOf(lesson.record);
  if (lesson.kind === "bid") return bidLessonView(trainer, facts, deck, actions);
  const { record, at } = lesson;
  const trick = Math.floor(at / new Set(record.seats.slice(0, facts.seats)).size) + 1;
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
      lessonWords(lesson, facts, deck), " · ", t("trick"), ` ${trick}`,
      h("span", { id: "aims" }, aimWords(lesson, facts, deck)))),
    h("div", { class: "columns2" }, h("div", { class: "left" },
      lessonBoard(lesson, facts, deck, { legal: advice?.cards.map(({ card }) => card) ?? null,
        open: advice?.open, marks, onplay: isAsked ? actions.play : null }),
      lastTrick(lesson, facts, deck),
      isAsked ? h("p", { class: "soft hint", role: "status" },
        trainer.error ? problemText(trainer.error, deck) : advice ? t("tapCard") : t("thinking")) : null,
      trainer.error ? lessonBar(actions) : null),
    h("div", { class: "right" },
      isAsked ? null : [answerPanel(trainer, facts, deck, actions), lessonBar(actions)],
      lessonCourse(lesson, record.auction ?? [], facts, deck)))];
}

function answerPanel(trainer, facts, deck, actions) {
  const { lesson, advice, chosen } = trainer;
  const isGood = trainer.isGood(chosen);
  const bests = advice.cards.filter(({ best }) => best).map(({ card }) => card);
  const cards = (list) => list.map((card, i) => [i ? ", " : "", cardSign(card, deck)]);
  return h("section", { class: "panel", id: "answer-panel" },
    h("h2", { id: "verdict", tabindex: -1, "data-right": String(isGood) },
      !isGood ? [t("betterWas"), " ", cards(bests)]
        : t(trainer.figures(chosen).best ? "thatIsRight" : "nearlyBest")),
    h("p", null, withCard("youPlayed", {}, lesson.card, deck), " ",
      lesson.cost ? t("costOpen", { cost: chips(lesson.cost, facts) }) : t("costOpenNothing")),
    lesson.verdict ? h("p", { id: "luck", "data-verdict": lesson.verdict },
      h("b", { class: `luck ${lesson.verdict}` }, capitalized(t(lesson.verdict))), ": ",
      t(`${lesson.verdict}_`)) : null,
    sharesTable(trainer, facts, deck),
    h("div", { id: "reason-place", "aria-live": "polite" }, reasonLines(trainer, facts, deck, actions)),
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
    h("p", { class: "soft" }, layoutWords(advice), hasFloor ? [" ", t("floorWhat")] : null)];
}

const layoutWords = ({ layouts, looked }) => (layouts === 1 ? t("oneLayout")
  : looked >= layouts ? t("allLayouts", { n: localized(layouts) })
  : t("someLayouts", { n: localized(layouts), m: localized(looked) }));

// Adds the reason to the answer that is on the screen.
export function drawReason(trainer, deckOf, actions) {
  const { record, kind } = trainer.lesson;
  const linesOf = kind === "bid" ? bidReasonLines : reasonLines;
  const lines = linesOf(trainer, trainer.facts(record), deckOf(record), actions);
  if (lines) document.getElementById("reason-place")?.replaceChildren(lines);
}
