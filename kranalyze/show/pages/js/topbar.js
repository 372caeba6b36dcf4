// Draws the buttons at the top of every view.
import { button, h } from "./dom.js";
import { suitSign } from "./faces.js";
import { getLanguage, t } from "./words.js";

// Draws the buttons. The fields of `shown`:
// view: the view that is open. deck: the deck of the cards.
// isListed: whether there is a list of games. isOfFile: whether the games of this list are stored in the
// page's file.
// isExample: whether the table shows an example deal. isAnswer: whether the table was opened from an answer.
// actions: functions for the buttons: back(), toList(), setUp(), sharePage(), sharePicture(), deck(deck),
// language(language).
export function topBar(shown, actions) {
  const { view, deck, isListed, isOfFile, isExample } = shown;
  const other = getLanguage() === "en" ? "de" : "en";
  const otherDeck = deck === "french" ? "german" : "french";
  return h("nav", { class: "topbar", "aria-label": "kranalyze" },
    leftButton(shown, actions),
    isListed && !isOfFile && view === "front" ? button(t("anotherDeal"), actions.setUp, { id: "to-setup" })
      : null,
    h("span", { class: "grow" }),
    view === "game" && !isExample ? shareMenu(actions) : null,
    button([[0, 1].map((suit) => suitSign(suit, otherDeck)), h("span", { class: "word" }, " ",
      t(`${otherDeck}Cards`))], () => actions.deck(otherDeck), { id: "deck", "data-deck": deck,
      "aria-label": t(`${otherDeck}Cards`), title: t(`${otherDeck}Cards`) }),
    button(t("language"), () => actions.language(other),
      { id: "language", title: t("languageWhat"), lang: other }));
}

// Draws the choice between the two ways to share a game.
const shareMenu = ({ sharePage, sharePicture }) => h("details", { class: "menu", id: "share" },
  h("summary", null, t("shareNow")),
  h("div", null, button(t("asPage"), sharePage, { id: "share-as-page" }),
    button(t("asPicture"), sharePicture, { id: "share-as-picture" })));

// Draws the left end of the bar: a button that leads back, or the name of the program.
function leftButton({ view, isListed, isOfFile, isAnswer }, { back, toList }) {
  if (isAnswer) return button(["← ", t("backToQuestion")], back, { id: "back-to-question" });
  if (view === "lesson") return button(["← ", t("toLessons")], back, { id: "to-list" });
  if (isListed && view !== "front")
    return button(t(isOfFile ? "backToEvening" : "backToGames"), toList, { id: "to-front" });
  return h("span", { class: "brand" }, "kranalyze");
}
