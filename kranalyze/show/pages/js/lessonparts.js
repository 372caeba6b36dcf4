// Draws parts that all views of lessons have: numbers with units, backs of cards, and the buttons below a
// lesson.
import { button, h } from "./dom.js";
import { localized, pick, t } from "./words.js";

export const percent = (share) => localized(share, { style: "percent", maximumFractionDigits: 0 });

// Returns a text with a capital letter at its start.
export const capitalized = (text) => text[0].toUpperCase() + text.slice(1);

// Returns a number with its sign, rounded to a tenth.
export const numberWords = (n) => localized(n, { maximumFractionDigits: 1, signDisplay: "exceptZero" });

// Returns the unit of an amount that is shown rounded to a tenth.
export const unitWords = (n, facts) =>
  pick(Math.round(10 * Math.abs(n)) === 10 ? facts.one : facts.unit);

// Returns an amount with its unit, rounded to a tenth.
export const chips = (n, facts) => `${localized(n, { maximumFractionDigits: 1 })} ${unitWords(n, facts)}`;

// Returns an amount with its sign and unit, rounded to a tenth.
export const amountWords = (n, facts) => `${numberWords(n)} ${unitWords(n, facts)}`;

// Returns in words how much more (n > 0) or less (n < 0) a choice pays than another, in deals to which the
// reason for the choice does not apply. The reason is that a certain hand holds a certain card.
export function otherwiseWords(n, facts) {
  if (!n) return t("elseEqual");
  return t(n > 0 ? "elseMore" : "elseLess", { cost: chips(Math.abs(n), facts) });
}

// Draws the backs of n cards, for a hidden hand.
export const backs = (n) => h("span", { class: "backs", role: "img", "aria-label": t("nCards", { n }) },
  Array.from({ length: n }, () => h("i", { class: "back" })));

// Draws how many lessons were answered right, and whether the present lesson is asked again.
export const progressLine = ({ lesson, lessons, right, isAgain }) => h("p", { class: "soft progress" },
  lesson && isAgain ? [h("b", null, t("onceMore")), " · "] : null,
  t("nRight", { n: right, of: lessons.length }));

// Draws the head of an answer: whether the answer was right, and the button that takes the answer back.
export const answerHead = (isRight, words, actions) => h("div", { class: "answer-head" },
  h("h2", { id: "verdict", tabindex: -1, "data-right": String(isRight) }, words),
  button(t("misTap"), actions.takeBack, { id: "mis-tap" }));

// Draws the buttons below a lesson. actions: next(), stop().
export const lessonBar = (actions) => h("div", { class: "lesson-bar" },
  button(t("toLessons"), actions.stop, { id: "to-lessons" }),
  button(t("nextLesson"), actions.next, { id: "next-lesson", class: "main" }));

// Says how many of the possible layouts were examined. A layout is a way in which the unseen cards can lie.
export const layoutWords = ({ layouts, looked }) => (layouts === 1 ? t("oneLayout")
  : looked >= layouts ? t("allLayouts", { n: localized(layouts) })
  : t("someLayouts", { n: localized(layouts), m: localized(looked) }));
