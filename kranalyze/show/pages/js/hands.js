// The hands of KPN: what a Deal, a Talon and a Discard say.
import { SEATS, SUITS, TITLES, bit, cardName, cardsOf, count, packMask, parseRank } from "./cards.js";

// The hands of a Deal as masks, null if something is wrong with them.
export function readHands(reader, tag) {
  const { game, deck } = reader;
  const head = /^\s*([^:]*):/.exec(tag.value);
  if (!head) return reader.fail(tag, 0, "dealHead");
  const first = SEATS.indexOf(head[1].trim().toUpperCase());
  if (head[1].trim().length !== 1 || first < 0) return reader.fail(tag, 0, "seatUnknown", { text: head[1] });
  if (first >= game.seats) return reader.fail(tag, 0, "dealNoWest", { n: game.seats });
  const words = [...tag.value.slice(head[0].length).matchAll(/\S+/g)].map((m) =>
    ({ text: m[0], at: m.index + head[0].length }));
  if (words.length !== game.seats)
    return reader.fail(tag, 0, "dealHands", { game: game.id, n: game.seats, many: words.length });
  const hands = [0, 0, 0, 0];
  const many = reader.wrong;
  words.forEach((word, i) => readHand(reader, tag, word, (first + i) % game.seats, hands));
  if (reader.wrong > many) return null;
  const sizes = hands.slice(0, game.seats).map(count);
  if (game.endings) {
    if (new Set(sizes).size === 1 && sizes[0] >= 1 && sizes[0] <= game.size) return hands;
    return reader.fail(tag, words[0].at, "unequal",
      { known: sizes.map((size, seat) => `${TITLES[seat]} ${size}`).join(", ") });
  }
  words.forEach(({ at }, i) => {
    const seat = (first + i) % game.seats;
    if (sizes[seat] !== game.size)
      reader.fail(tag, at, "handSize", { seat, n: sizes[seat], game: game.id, size: game.size });
  });
  return reader.wrong > many ? null : hands;
}

function readHand(reader, tag, { text, at }, seat, hands) {
  const { game, deck } = reader;
  if (text === "-") return reader.fail(tag, at, "handUnknown", { seat });
  const suits = text.split(".").length;
  if (suits !== 4) return reader.fail(tag, at, "handSuits", { text, n: suits });
  let suit = 0;
  for (let k = 0; k < text.length; k++) {
    if (text[k] === ".") {
      suit++;
      continue;
    }
    const ten = text.slice(k, k + 2) === "10";
    const rank = parseRank(ten ? "T" : text[k], deck);
    const card = suit * 8 + rank;
    const holder = hands.findIndex((mask) => mask & bit(card));
    if (rank < 0) reader.fail(tag, at + k, "cardUnknown", { text: SUITS[deck][suit] + text[k] });
    else if (!(packMask(game.ranks) & bit(card)))
      reader.fail(tag, at + k, "notInPack", { seat, card, n: game.ranks.length * 4, game: game.id });
    else if (holder === seat) reader.fail(tag, at + k, "heldTwice", { seat, card });
    else if (holder >= 0) reader.fail(tag, at + k, "heldToo", { seat, card, other: holder });
    if (rank >= 0) hands[seat] = (hands[seat] | bit(card)) >>> 0;
    if (ten) k++;
  }
  return null;
}

// The talon, and what was laid away.
export function readTalon(reader) {
  const { game, record } = reader;
  for (const name of ["Talon", "Discard"]) {
    if (reader.value(name) === null) continue;
    if (!game.talon) {
      reader.fail(name, 0, name === "Talon" ? "noTalon" : "noDiscard", { game: game.id });
      continue;
    }
    const mask = reader.cards(name).filter((card) => card >= 0).reduce((sum, card) =>
      (sum | bit(card)) >>> 0, 0);
    if (count(mask) !== game.talon)
      reader.fail(name, 0, `${name.toLowerCase()}Size`, { n: game.talon, many: count(mask) });
    record[name.toLowerCase()] = mask;
  }
  if (!game.talon) return;
  const rest = (packMask(game.ranks) & ~record.hands.reduce((sum, mask) => sum | mask, 0)) >>> 0;
  const place = (name, card) => Math.max(0,
    reader.tags.get(name).value.toUpperCase().indexOf(cardName(card, reader.deck)));
  if (!record.talon) record.talon = rest;
  else if (record.talon !== rest) {
    const card = cardsOf(record.talon).find((one) => record.hands.some((mask) => mask & bit(one)));
    if (card === undefined) reader.fail("Talon", 0, "talonRest");
    else reader.fail("Talon", place("Talon", card), "talonHeld",
      { card, seat: record.hands.findIndex((mask) => mask & bit(card)) });
  }
  const mine = record.declarer === undefined ? ~0 : record.hands[record.declarer] | record.talon;
  const foreign = cardsOf(record.discard ?? 0).find((card) => !(mine & bit(card)));
  if (foreign !== undefined)
    reader.fail("Discard", place("Discard", foreign), "holdsNot", { seat: record.declarer, card: foreign });
}
