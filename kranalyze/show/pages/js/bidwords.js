// Writes bids in words.
import { h } from "./dom.js";
import { cardSign, suitSign, suitWords } from "./faces.js";
import { pick, t } from "./words.js";

// Returns the sign of a suit, with its name for screen readers.
export const suitNamed = (suit, deck) =>
  [suitSign(suit, deck), h("span", { class: "heard" }, suitWords(suit, deck))];

// Returns whether a card is in a bidder's hand. A bidder who calls such a card plays alone.
export const isOwnCard = (card, hand) => ((hand >>> card) & 1) === 1;

// Returns a bid in words that distinguish it from another bid. If the two bids differ only in the called
// card, the words name only this card.
export function bidWordsBeside(choice, other, facts, deck) {
  const isCall = choice && other && choice.contract === other.contract && choice.call !== null &&
    (choice.trump ?? null) === (other.trump ?? null);
  return isCall ? [t("callOf"), " ", cardSign(choice.call, deck)] : bidWords(choice, facts, deck);
}

// Returns a bid in words, with trump and called card. A choice that is null is a pass. hand: the cards of the
// bidder. If the bidder calls one of them, the words say that he plays alone. 0: the words never say this.
export function bidWords(choice, facts, deck, hand = 0) {
  if (!choice) return t("passing");
  const { name } = facts.contracts.find(({ id }) => id === choice.contract);
  return [pick(name), (choice.trump ?? null) === null ? null : [", ", t("trump"), " ",
    suitNamed(choice.trump, deck)],
  choice.call === null ? null : [", ", t("calling"), " ", cardSign(choice.call, deck),
    isOwnCard(choice.call, hand) ? ` (${t("alone")})` : ""]];
}
