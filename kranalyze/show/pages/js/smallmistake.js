// Names the verdict on a lesson: a mistake that gave away little is called a small mistake.
import { t } from "./words.js";

// A mistake is small if it gave away less than this part of the basic value of the contract.
const SMALL = 0.1;

// Returns whether a lesson is a small mistake. contract: the facts of its contract.
const isSmall = ({ kind, verdict, loss }, contract) =>
  kind === "card" && verdict === "mistake" && loss !== null && loss < SMALL * contract.value;

// Returns the verdict of a lesson in words.
export function verdictWords(lesson, contract) {
  if (!lesson.verdict) return t(lesson.loss === null ? "notJudged" : "tooClose");
  return t(contract && isSmall(lesson, contract) ? "smallMistake" : lesson.verdict);
}
