// Reads and writes the part of the page's address after #. The address names a game by its number in the
// evening's list, or it holds a deal. It can also hold a question (a contract with its declarer, trump and so
// on), and the cards played.
import { SEATS, SUITS, cardName, cardsOf, dealText, maskOf, packMask, parseCard, parseDeal,
  parseSuit } from "./cards.js";
import { parseAnnouncements, announcementsText } from "./announcing.js";

const set = (parts, key, value) => value !== undefined && value !== null && value !== "" &&
  parts.set(key, value);

const known = (value) => value !== undefined && value !== null;
const inAddress = (parts) => parts.toString().replaceAll("%3A", ":").replaceAll("%2C", ",");

// Returns the address of the game on the table. model: this game (Model). number: the index of the game in
// the evening's list, null if the game is not in this list.
export function gameAddress(model, number) {
  const { wish } = model;
  const parts = new URLSearchParams();
  if (number !== null) {
    parts.set("g", number + 1);
    if (!model.own) question(parts, wish);
  } else {
    parts.set("game", wish.game);
    parts.set("deal", dealText(wish.hands, model.facts.seats).replaceAll(" ", "_"));
    set(parts, "rules", Object.entries(wish.rules ?? {}).map(([k, v]) => `${k}:${v}`).join(","));
    if (known(wish.dealer)) parts.set("dealer", SEATS[wish.dealer]);
    question(parts, wish);
  }
  if (number === null || model.branched) {
    const play = model.path.map((card) => cardName(card)).join(".");
    if (play || number !== null) parts.set("play", play);
    set(parts, "said", announcementsText(model.question(model.path).announcements));
  }
  if (model.at) parts.set("at", model.at);
  return inAddress(parts);
}

// Returns the address of the view in which the user sets up a deal.
export function setupAddress(setup) {
  const parts = new URLSearchParams();
  if (setup.handed) {
    parts.set("game", setup.game.id);
    parts.set("deal", dealText(setup.hands, setup.game.seats).replaceAll(" ", "_"));
    parts.set("edit", "1");
  }
  return inAddress(parts);
}

function question(parts, wish) {
  set(parts, "contract", wish.contract);
  set(parts, "order", wish.order);
  for (const key of ["declarer", "second", "leader"]) if (known(wish[key])) parts.set(key, SEATS[wish[key]]);
  if (known(wish.partner)) parts.set("partner", wish.partner < 0 ? "-" : SEATS[wish.partner]);
  if (known(wish.trump)) parts.set("trump", wish.trump < 0 ? "-" : SUITS.french[wish.trump]);
  if (known(wish.called)) parts.set("called", cardName(wish.called));
  if (wish.contra) parts.set("contra", wish.contra);
  set(parts, "discard", cardsOf(wish.discard ?? 0).map((card) => cardName(card)).join("."));
  set(parts, "laid", (wish.laid ?? []).map(([seat, card]) => SEATS[seat] + cardName(card)).join("."));
}

// Reads an address. hash: the part of the address from # on. games: the facts of all games.
// Returns an object with these fields:
// number: index of a game in the evening's list, null if the address names no game of the list.
// record: a deal with its question, null if the address has no deal.
// wish: the question. It has only the fields that the address holds.
// edit: whether the address leads to the view in which the user sets up a deal.
// played: the cards played, null if the address has no list of cards. If `played` is null, the page uses the
// cards of the record.
// announcements: the announcements of trick 1 (see announcementsText).
// at: number of cards that the page shows as played.
export function readAddress(hash, games) {
  const parts = new URLSearchParams(hash.slice(1));
  const game = games.find((one) => one.id === parts.get("game"));
  const target = {
    number: parts.has("g") ? Number(parts.get("g")) - 1 : null, record: null, wish: readQuestion(parts),
      edit: parts.has("edit"),
    played: parts.has("play") ? parts.get("play").split(".").map((word) => parseCard(word)).filter((card) =>
      card >= 0) : null,
    announcements: parseAnnouncements(parts.get("said") ?? ""),
    at: Math.max(0, Math.trunc(Number(parts.get("at"))) || 0),
  };
  if (!game || !parts.get("deal")) return target;
  const hands = parseDeal(parts.get("deal").replaceAll("_", " "));
  const rules = Object.fromEntries((parts.get("rules") ?? "").split(",").filter(Boolean).map((one) =>
    one.split(":")));
  const dealer = parts.get("dealer") ? Math.max(0, SEATS.indexOf(parts.get("dealer"))) : undefined;
  const talon = game.talon ? (packMask(game.ranks) & ~hands.reduce((sum, mask) => sum | mask, 0)) >>> 0 : 0;
  return { ...target, record: { game: game.id, rules, hands, talon, dealer, fresh: true, ...target.wish } };
}

function readQuestion(parts) {
  const wish = {};
  for (const key of ["contract", "order"]) if (parts.get(key)) wish[key] = parts.get(key);
  for (const key of ["declarer", "second", "leader", "partner"]) {
    const seat = parts.get(key) ? SEATS.indexOf(parts.get(key)) : -1;
    if (seat >= 0) wish[key] = seat;
  }
  if (parts.get("trump")) wish.trump = parseSuit(parts.get("trump"));
  if (parts.get("called")) wish.called = parseCard(parts.get("called"));
  if (parts.get("contra")) wish.contra = Number(parts.get("contra")) || 0;
  if (parts.get("discard"))
    wish.discard = maskOf(parts.get("discard").split(".").map((word) => parseCard(word)).filter((card) =>
      card >= 0));
  if (parts.get("laid"))
    wish.laid = parts.get("laid").split(".").map((word) =>
      [SEATS.indexOf(word[0]), parseCard(word.slice(1))]);
  return wish;
}
