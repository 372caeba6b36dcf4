// Draws how many choices of all players are judged, and a button that judges the remaining ones. A choice is
// a card or a call. It is judged by what its player could know.
import { turnOfPlayer } from "./bidlessons.js";
import { button, h } from "./dom.js";
import { lacksValues, openCards } from "./lessons.js";
import { t } from "./words.js";

// Returns how many cards and calls are judged, and how many can be judged. Seats without a name do not count.
function judgedNumbers(evening) {
  let [judged, open] = [0, 0];
  for (const record of evening.filter(({ contract }) => contract))
    for (const [seat, name] of (record.names ?? []).entries()) {
      if (!name) continue;
      judged += (record.known ?? []).filter(([at]) => record.seats[at] === seat).length;
      judged += (record.turns ?? []).filter(([, who]) => who === seat).length;
      open += openCards(record, seat).length + (turnOfPlayer(record, seat) === null ? 0 : 1);
      // Before the cards of a seat have values, openCards lists none of them. The seat then counts as one
      // open choice, so that the numbers do not look complete.
      if (lacksValues(record, seat)) open++;
    }
  return { judged, of: judged + open };
}

// Draws the numbers, and a bar while choices are being judged (isRunning). Returns null if nothing can be
// judged. actions: judgeAll() and stopJudging().
export function judgeAllPanel(evening, isRunning, actions) {
  const { judged, of } = judgedNumbers(evening);
  if (!of) return null;
  const words = t("nJudged", { n: judged, of });
  return h("div", { class: "tools start", id: "judged", "data-judged": judged, "data-of": of },
    isRunning ? [h("progress", { max: of, value: judged, "aria-label": words }),
      button(t("stopJudging"), actions.stopJudging, { id: "stop-judging" })]
      : judged < of ? button(t("judgeAll"), actions.judgeAll, { id: "judge-all" }) : null,
    h("span", { class: "soft" }, words));
}
