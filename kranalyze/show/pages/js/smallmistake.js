// Names the verdict on a lesson: a mistake that gave away little is called a small mistake.
import { t } from "./words.js";

// A mistake is small if it gave away less than this fraction of the basic value of the contract.
const SMALL = 0.1;

// Returns whether a mistake with this loss is small. contract: the facts of the contract.
export const isSmallLoss = (loss, contract) => loss < SMALL * contract.value;

// Returns the verdict on a card or call in words. contract: the facts of the contract that was played.
export function verdictWords({ verdict, loss }, contract) {
  if (!verdict) return t(loss === null ? "notJudged" : "tooClose");
  if (verdict === "unlucky") return t("unlucky");
  const isSmall = loss !== null && contract && isSmallLoss(loss, contract);
  if (verdict === "lucky") return t(isSmall ? "smallLuckyMistake" : "luckyMistake");
  return t(isSmall ? "smallMistake" : "mistake");
}
