// Shares a game as a page of its own, or as a picture. On a phone the share sheet opens, in which the user
// chooses where to send the file. Otherwise the file is downloaded.
import { gameAddress } from "./address.js";
import { gameTitle } from "./board.js";
import { verdictAt } from "./costs.js";
import { busily, h } from "./dom.js";
import { eventWords, nameOf } from "./evening.js";
import { cardWords } from "./faces.js";
import { bestCards, picture, spoken } from "./picture.js";
import { bottomSeat } from "./turning.js";
import { getLanguage, pick, signed, t } from "./words.js";
import { writeKpn } from "./writing.js";

const safeJson = (json) => json.replace(/[<>&\u2028\u2029]/g, (sign) =>
  `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

// Returns a copy of this page that holds only the game on the table, not the evening. The new page opens at
// the position on the table, with the same seat at the bottom.
function pageOfGame(model, data) {
  const start = { ...model.record, bottom: bottomSeat(model) };
  const shared = { ...data, title: "kranalyze", start, startAddress: gameAddress(model, 0), evening: "",
    notes: [] };
  const page = document.implementation.createHTMLDocument("kranalyze");
  page.documentElement.lang = document.documentElement.lang;
  page.head.replaceChildren();
  for (const element of document.head.children) page.head.append(page.importNode(element, true));
  page.title = "kranalyze";
  const main = page.createElement("main");
  main.id = "page";
  page.body.append(main);
  const block = (id, json) => {
    const script = page.createElement("script");
    script.type = "application/json";
    script.id = id;
    script.text = json;
    page.body.append(script);
  };
  block("data", safeJson(JSON.stringify(shared)));
  for (const id of ["solver", "style", "common", "program"])
    block(id, document.getElementById(id).textContent);
  const script = page.createElement("script");
  script.type = "module";
  script.text = document.querySelector("script[type=module]").textContent;
  page.body.append(script);
  return `<!doctype html>\n${page.documentElement.outerHTML}`;
}

// Maximum number of characters in the name of a file, without its ending.
const NAME = 60;

// Returns a name for a file of a game: the date, and the title of the game.
function fileName(model, deck, end) {
  const title = spoken(h("span", null, gameTitle(model, deck)));
  const words = [model.record.date, title || "kranalyze"].filter(Boolean).join(" ");
  return `${words.replace(/[^\p{L}\p{N}.]+/gu, "-").slice(0, NAME).replace(/^-|-$/g, "")}.${end}`;
}

// Passes a file to the share sheet, or downloads the file. text: the words that are sent with the file.
// Resolves to "shared", "saved", or "" if the user cancelled.
async function handOver(content, name, type, text) {
  const file = new File([content], name, { type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], text });
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "";
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}

// How long a message is shown, in milliseconds.
const MESSAGE_TIME = 8000;

// Returns a function that shows a message for a while.
export function messenger(state, draw) {
  let last = 0;
  return (message) => {
    clearTimeout(last); // else the timer of an earlier, equal message would remove this one too early
    state.message = message;
    draw();
    last = setTimeout(() => {
      if (state.message !== message) return;
      state.message = "";
      // The page is not drawn again, so that an open menu stays open.
      document.getElementById("message")?.replaceChildren();
    }, MESSAGE_TIME);
  };
}

// Returns the settlement of all seats in words, or "" if the settlement is null.
export function amountsInWords(amounts, { record, facts }) {
  const parts = (amounts ?? []).slice(0, facts.seats).map((n, seat) =>
    `${nameOf(record, seat)} ${signed(n)}`);
  return parts.length ? `${parts.join(", ")} (${pick(facts.unit)}).` : "";
}

// Returns the settlement of the game in words if it is more interesting than the next card. This is so if the
// card was played in the recorded game, cost nothing, and has no verdict. Returns "" in all other cases.
function resultInstead({ own, branched, record, answer, path, at, facts }) {
  const worths = Object.values(answer?.cards ?? {});
  const isBest = worths.length > 0 && answer.cards[path[at]] === Math.max(...worths);
  return own && !branched && isBest && !verdictAt(record, at) ? amountsInWords(record.settlement,
    { record, facts }) : "";
}

// Returns the best cards at a turn in words, or "" if the card played at this turn is one of them.
function betterCards({ answer, path, at }, deck) {
  const best = bestCards(answer ?? {});
  if (answer?.cards[path[at]] === undefined || !best.length || best.includes(path[at])) return "";
  return `${t("betterWas")} ${best.map((card) => cardWords(card, deck)).join(", ")}.`;
}

// Returns where and when the game was played, in words.
function eventAndDate({ event, date }) {
  const words = [event, date].filter(Boolean).map(eventWords);
  return words.length ? `${words.join(", ")}.` : "";
}

// Returns the functions that share the game on the table. show: function that shows a message.
export function sharingActions(model, data, deckNow, show) {
  const said = (element) => spoken(document.getElementById(element));
  const share = (end, type, make) => () => busily(async () => {
    const judged = [said("judged"), said("played"), betterCards(model, deckNow())].filter(Boolean).join(" ");
    const about = amountsInWords(model.finalAmounts, model) || resultInstead(model) || judged ||
      said("position");
    const tried = model.branched && model.own ? `${t("whatIf")}:` : "";
    const sentence = [tried, about, eventAndDate(model.record)].filter(Boolean).join(" ");
    const content = await make(sentence);
    const name = fileName(model, deckNow(), end);
    const what = await handOver(content, name, type, sentence);
    show({ shared: t("shared"), saved: t(`${end}_`, { name }) }[what] ?? "");
  });
  return {
    sharePage: share("html", "text/html", () =>
      pageOfGame(model, { ...data, deck: deckNow(), lang: getLanguage() })),
    sharePicture: share("png", "image/png", (sentence) => picture(model, deckNow(), sentence)),
  };
}

// Returns two functions. copyKpn copies the game on the table as KPN. share copies the address of this game.
// page: the functions draw, showMessage and writeAddress of the page.
export function copyingActions(model, state, deckNow, page) {
  const copy = (text) => {
    state.message = "";
    navigator.clipboard?.writeText(text).then(() => page.showMessage(t("copied")), () => {});
    page.draw();
  };
  return {
    copyKpn: () => {
      state.copied = writeKpn(model, deckNow());
      copy(state.copied);
      const area = document.getElementById("copied");
      area?.focus();
      area?.select();
    },
    share: () => {
      page.writeAddress();
      copy(location.href);
    },
  };
}
