// Draws the list of a player's lessons, with their number and costs. A lesson asks the player to choose again
// at a turn of a logged game.
import { lessonRole } from "./aims.js";
import { subjectOfBid } from "./bidlessons.js";
import { button, choice, h, quoted } from "./dom.js";
import { eventWords, playedContract, seatsInPlay } from "./evening.js";
import { chips, numberWords, unitWords } from "./lessonparts.js";
import { STANDINGS, learned, standingOf } from "./lessons.js";
import { verdictWords } from "./smallmistake.js";
import { nameChoice } from "./trainer.js";
import { pick, signed, t } from "./words.js";

// Signs of lessons in the list. The key of a sign is the key of the words that explain the sign.
const LESSON_SIGNS = { notAsked: "•", knownOnce: "✓", askedAgain: "↻" };

// Draws the list. actions: functions for its buttons: name(name), kind(kind), train(), lesson(lesson).
export function lessonsView(trainer, deckOf, actions) {
  const { name } = trainer;
  const head = h("header", { class: "top" }, h("h1", { id: "title", tabindex: -1 }, t("myMistakes")),
    h("p", { class: "lead" }, t("myMistakesWhat")));
  if (!name) return [head, nameChoice(trainer, t("whoAreYou"), actions.name)];
  const someoneElse = button(t("someoneElse"), () => actions.name(""), { id: "someone-else" });
  if (trainer.isJudgingCards) return [head, judgingPanel(trainer, someoneElse)];
  const lessons = trainer.listed;
  return [head,
    h("section", { class: "panel", id: "progress" },
      h("p", null, h("b", null, quoted(name)), ": ",
        lessons.length === 1 ? t("oneLesson") : t("nLessons", { n: lessons.length }),
        STANDINGS.map((standing) => countWords(standing, lessons, trainer))),
      h("p", null, t("nRight", { n: trainer.right, of: lessons.length }),
        lessons.length ? h("small", { class: "soft", id: "lesson-signs", "aria-hidden": "true" },
          ` ${Object.entries(LESSON_SIGNS).map(([key, sign]) => `${sign} ${t(key)}`).join(" · ")}`) : null),
      judgingLine(trainer, actions),
      kindChoice(trainer, actions),
      h("p", { class: "tools" },
        lessons.length ? button(t("train"), actions.train, { id: "train", class: "main" }) : null,
        someoneElse)),
    lessons.length ? h("div", { id: "lessons" }, lessonGroups(lessons, trainer, actions))
      : trainer.left ? null : h("p", { id: "no-lessons" }, t("noLessons"))];
}

// Draws how many of the player's cards are judged. The list is drawn only when all cards are judged, because
// each verdict can change the order of the list.
function judgingPanel({ name, total, left }, someoneElse) {
  const words = t("judgingCards", { n: left });
  return h("section", { class: "panel", id: "progress" }, h("p", null, h("b", null, quoted(name))),
    h("p", { class: "soft", role: "status", "data-of": "cards" }, words),
    h("progress", { value: total - left, max: total, "aria-label": words }),
    h("p", { class: "tools" }, someoneElse));
}

// Draws how many calls are still to be judged, and a button that adds the lessons that were found after the
// list was drawn. The line also stays when all calls are judged, so that the list does not move.
function judgingLine(trainer, actions) {
  const { lessons, listed } = trainer;
  const found = lessons.length - listed.length;
  const key = lessons[0]?.key === listed[0]?.key ? "showFound" : "showFoundDearer";
  return h("p", { class: "judged-line" },
    trainer.left ? h("span", { class: "soft", role: "status", "data-of": "bids" },
      t("judgingBids", { n: trainer.left })) : h("span", { class: "soft" }, t("allJudged")),
    found ? button(t(key, { n: found }), actions.relist, { id: "show-found" }) : null);
}

// Groups of lessons (see standingOf). In these groups, the amounts are means over the layouts that the player
// could not exclude. In all other groups, the amounts are costs with open cards.
const MEANS = ["mistake", "lucky"];

// Returns words about a group of lessons: how many listed lessons the group has, and the sum of their amounts
// in each unit. standing: the group (see standingOf). Returns null if the group is empty.
function countWords(standing, listed, trainer) {
  const lessons = listed.filter((lesson) => standingOf(lesson) === standing);
  if (!lessons.length) return null;
  const isMean = MEANS.includes(standing);
  const sums = new Map();
  for (const { record, cost, loss } of lessons) {
    const facts = trainer.facts(record);
    sums.set(facts.unit[0], { facts, sum: (sums.get(facts.unit[0])?.sum ?? 0) + (isMean ? loss : cost) });
  }
  const amounts = [...sums.values()].filter(({ sum }) => sum).map(({ facts, sum }) => chips(sum, facts));
  return [", ", h("span", { class: `luck ${standing}`, "data-standing": standing },
    `${lessons.length} × ${t(`${standing}Count_`)}`),
  amounts.length ? h("small", { class: "soft", "data-sum-of": standing },
    ` (${t(isMean ? "togetherMean" : "together", { sum: amounts.join(", ") })})`) : null];
}

// Draws the choice of the kind of game. Returns null if all lessons are of one kind.
function kindChoice(trainer, actions) {
  const { kinds, kind } = trainer;
  if (kinds.length < 2) return null;
  const named = kinds.map((game) => [game, pick(trainer.facts({ game }).name)]);
  return h("div", { class: "choices" },
    choice(t("game"), [["", t("all")], ...named], kind, actions.kind, { id: "lesson-kind" }));
}

// Draws two lists. The upper list has all lessons that are not bad luck, also those that are not judged yet.
// The lower list has bad luck, and is folded until the user unfolds it.
function lessonGroups(lessons, trainer, actions) {
  const rowsOf = (isUnlucky) => lessons.flatMap((lesson, i) =>
    ((lesson.verdict === "unlucky") === isUnlucky ? [lessonRow(lesson, i, trainer, actions)] : []));
  const [rows, unlucky] = [rowsOf(false), rowsOf(true)];
  const listOf = (drawn) => h("ol", { class: "games" }, drawn);
  return [rows.length ? listOf(rows) : null,
    unlucky.length ? h("details", { id: "lessons-unlucky", open: trainer.isUnfolded,
      ontoggle: ({ target }) => (trainer.isUnfolded = target.open) },
    h("summary", null, t("unluckyGroup", { n: unlucky.length })), listOf(unlucky)) : null];
}

// Draws a lesson as a row. The row does not name the card or call, because the player is to find it.
function lessonRow(lesson, i, trainer, actions) {
  const { record, at, cost, loss, verdict, key, game, kind } = lesson;
  const facts = trainer.facts(record);
  const state = learned().of[key];
  const mark = state ? (state.right ? "knownOnce" : "askedAgain") : "notAsked";
  const contract = playedContract(record, trainer.games);
  const role = kind === "card" ? lessonRole(lesson, facts) : null;
  const trick = Math.floor(at / seatsInPlay(record, facts).size) + 1;
  const isAverage = MEANS.includes(verdict) && loss !== null;
  return h("li", null, h("button", { type: "button", class: "game-row lesson-row", id: `lesson-${i}`,
    "data-game": game, "data-at": at, "data-kind": kind, "data-verdict": verdict, "data-loss": loss,
    "data-cost": cost,
    "data-role": role, onclick: () => actions.lesson(lesson) },
    h("span", { class: "nr" }, h("span", { "aria-hidden": "true" }, LESSON_SIGNS[mark]),
      h("span", { class: "heard" }, t(mark))),
    h("span", { class: "what" },
      h("b", null, kind === "bid" ? t(`${subjectOfBid(lesson)}Yours_`) : contract ? pick(contract.name) : ""),
      role ? [", ", t(`as${role}_`)] : null,
      h("small", { class: "soft kind" }, trainer.kinds.length > 1 ? [pick(facts.name), ", "] : null,
        t("board"), " ", quoted(record.board ?? game + 1),
        kind === "card" ? [", ", t("trick"), ` ${trick}`] : null,
        trainer.evenings > 1 && record.date ? [", ", quoted(eventWords(record.date))] : null)),
    h("span", { class: `sum ${cost || isAverage ? "minus" : ""}`,
      "data-unit": unitWords(isAverage ? loss : cost, facts) },
    isAverage ? numberWords(-loss) : signed(-cost)),
    h("span", { class: "how" }, h("span", { class: `luck ${verdict}` }, verdictWords(lesson, contract)),
    isAverage ? ` · ${t("openAmount", { n: signed(-cost) })}` : null)));
}
