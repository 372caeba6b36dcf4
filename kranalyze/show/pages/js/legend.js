// Draws legends that explain the signs on the page. They are folded until the user opens them.
import { h } from "./dom.js";
import { VERDICTS, stamp } from "./stamp.js";
import { t } from "./words.js";

// The legends that the user has unfolded, by their ids.
const unfolded = new Set();

// Draws a legend. rows: pairs of a sign and its meaning.
const legend = (id, rows) => h("details", { id, class: "legend", open: unfolded.has(id),
  ontoggle: ({ target }) => (target.open ? unfolded.add(id) : unfolded.delete(id)) },
h("summary", null, t("legend")),
h("dl", null, rows.map(([sign, meaning]) => [h("dt", null, sign), h("dd", null, meaning)])));

// Draws the legend of the list of games.
export const listLegend = () => legend("list-legend", [
  ...VERDICTS.map((verdict) => [stamp(verdict), t(`${verdict}_`)]),
  [t("dearestSign"), t("dearestMeans")],
  [t("mistakeSign"), t("mistakeMeans")],
]);

const playedFrame = () => h("span", { class: "tile next" }, h("span", { class: "face" }));

// Draws the legend of the table.
export const tableLegend = () => legend("table-legend", [
  ["▸", t("moverMeans")],
  ["+40", t("worthMeans")],
  ["★", t("bestMeans")],
  [playedFrame(), t("nextMeans")],
  ["▪", t("tricksMeans")],
  [h("b", { class: "mark" }, "?"), t("markMeans")],
  [h("b", { class: "mark" }, "??"), t("marksMean")],
  [h("b", { class: "mark unlucky" }, "(?) (??)"), t("unluckyMarkMeans")],
  [h("span", { class: "took" }, "♥A"), t("tookMeans")],
]);
