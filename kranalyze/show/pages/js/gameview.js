// Draws the view of a game: the table with its arrows, and the panels beside it.
import { board, gameTitle } from "./board.js";
import { cardPanel } from "./cardpanel.js";
import { button, h, icon, quoted } from "./dom.js";
import { eventWords } from "./evening.js";
import { rankSigns } from "./faces.js";
import { tableLegend } from "./legend.js";
import { askPanel, auctionPanel, gridPanel, outcomePanel, tricksPanel } from "./panels.js";
import { problemText } from "./problems.js";
import { amountsInWords } from "./sharing.js";
import { pick, t } from "./words.js";

// Draws the game of the model. bottom: the seat at the bottom of the table.
// neighbours: { previous, next }, the entries of the previous and the next game in the list of games. An
// entry is undefined if there is no such game. neighbours is null if the game is not in a list.
// isShared: whether the page holds only this game, which somebody has shared.
// actions: the functions of tableActions, and other(step), turnTable(), copyKpn(), share(), sharePage(),
// sharePicture(), reason(), edit(). edit is null if the cards may not be changed.
export function gameView({ model, state, deck, bottom, neighbours, isShared }, actions) {
  const { record } = model;
  const about = [pick(model.facts.name), ordered(model, deck),
    record.event ? quoted(eventWords(record.event)) : null,
    record.date ? quoted(eventWords(record.date)) : null].filter(Boolean);
  const ended = model.own ? outcomePanel(model, deck) : null;
  return [
    h("header", { class: "top" }, h("h1", { tabindex: -1, id: "title" }, gameTitle(model, deck)),
      h("p", { class: "lead" }, about.map((word, i) => [i ? " · " : "", word])),
      isShared && record.settlement ? h("p", { class: "lead", id: "result" }, t("asPlayed"), ": ",
        amountsInWords(record.settlement, model)) : null),
    record.isExample ? exampleNotice() : null,
    h("div", { class: "columns2" },
      h("div", { class: "left" }, model.complete ? board(model, deck, bottom, actions) : null,
        steps(model, neighbours, actions), branch(model),
        model.complete ? tableLegend() : null, ended, model.own ? auctionPanel(model, deck) : null),
      h("div", { class: "right" }, cardPanel(model, deck, actions), tricksPanel(model, deck, actions),
        askPanel(model, deck, actions, state.draft), gridPanel(model, deck, actions))),
    h("section", { class: "panel share" }, h("p", { class: "tools" },
      actions.edit ? button(t("editDeal"), actions.edit, { id: "edit" }) : null,
        button(t("sharePage"), actions.sharePage, { id: "share-page" }),
        button(t("sharePicture"), actions.sharePicture, { id: "share-picture" }),
      // A link to a file on this computer would not work for other people, so no such link is offered.
      location.protocol === "file:" ? null : button(t("copyLink"), actions.share, { id: "copy-link" }),
        button(t("copyKpn"), actions.copyKpn, { id: "copy-kpn" }),
        h("span", { role: "status", id: "message" },
          typeof state.message === "string" ? state.message : problemText(state.message, deck))),
      state.copied ? h("textarea", { id: "copied", readonly: true, rows: 8, value: state.copied,
        "aria-label": t("copyKpn") }) : null,
      h("p", { class: "soft keys" }, t("keys"))),
  ];
}

// Draws the notice that the cards on the table are only an example: the players of the game did not hold
// them.
const exampleNotice = () => h("p", { class: "branch", id: "example" }, h("b", null, t("exampleLayout")));

// Returns a notice if the user has asked about a contract that differs from the record, or has played cards
// that differ from the record.
const branch = (model) => (model.branched && (model.record.play?.length || !model.own)
  ? h("p", { class: "branch", role: "status" }, h("b", null, t("whatIf"), ":"), " ", t("whatIfText")) : null);

const wasPlayed = ({ record }) => Boolean(record.play?.length || record.contract);

const backToGame = (model) => button(t(model.record.isExample ? "backToStart" : "backToGame"),
  () => model.backToRecord(), { id: "back-to-game" });

// Shows the order of rank of the contract, if the contracts of the game have different orders.
function ordered(model, deck) {
  const order = model.answer?.order ?? model.wish.order;
  return model.facts.orders && order ? `${t("order")} ${rankSigns(order, model.facts.ranks, deck)}` : null;
}

function steps(model, neighbours, actions) {
  const many = model.path.length;
  const tool = (id, words, go, off) => h("button",
    { type: "button", id, title: words, "aria-label": words, onclick: go, disabled: off }, icon(id));
  // The number of a game stands below each of the arrows up and down. Without this number, users would think
  // that the arrows scroll the page.
  const otherGame = (id, step) => {
    const entry = neighbours[id];
    const arrow = tool(id, t(id), () => actions.other(step), !entry);
    arrow.append(h("small", null, t("board"), " ", entry ? quoted(entry.record.board ?? entry.i + 1) : "–"));
    return arrow;
  };
  const isEnd = model.at >= many;
  const isTrying = wasPlayed(model) && model.branched;
  const start = model.at === 0 && !(model.wish.laid?.length && !model.record.play?.length);
  return h("div", { class: "steps", role: "group" },
    // The button "back to the game" stands in the place of other buttons, so that the arrows to their right
    // do not move.
    isTrying ? backToGame(model) : [neighbours ? otherGame("previous", -1) : null,
      tool("first", t("first"), () => model.go(0), start)],
    tool("back", t("back"), () => model.back(), start),
    h("output", { id: "at", "data-at": model.at, "data-of": many }, `${model.at} / ${many}`),
    tool("forward", t(isEnd ? "playBest" : "forward"), () => model.forward(), isEnd && !model.canGoOn),
      tool("last", t("last"), () => model.go(many), model.at >= many),
    neighbours ? otherGame("next", 1) : null);
}
