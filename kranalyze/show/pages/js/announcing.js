// Converts announcements of trick 1 to three forms: the value of a tag in KPN, the input of the solver, and a
// part of the page's address. An announcement is a list [seat, what, suit, points, level].
// what: "marriage", "hundred" (100 points), "all" (all tricks), "contra" or "raise".
// suit, points: the suit and the points of a marriage. The suit is null if it is unknown.
// level: the contract to which a partner raises.
import { SEATS, SUITS, bit, parseSuit } from "./cards.js";

const COUPLE = [5, 6]; // Queen and King

// Returns whether a hand has King and Queen of a suit.
export const couple = (hand, suit) => COUPLE.every((rank) => hand & bit(8 * suit + rank));

const SAYS = { hundred: "100", all: "all", contra: "contra", raise: "raise" };

// Returns the value of the tag Announce for a list of announcements, with suits in the letters of a deck.
export const announceText = (list, deck) => list.map(([seat, what, suit, points, level]) =>
  [SEATS[seat], SAYS[what] ?? points, what === "marriage" &&
    suit !== null ? SUITS[deck][suit] : level].filter((word) => word !== null).join(" ")).join("; ");

// Returns the announcements of a seat as the solver reads them. announce: the announcements of all seats. The
// fields of the result:
// declared: the suits of its marriages.
// announced: a mask, 1 for 100 points and 2 for all tricks.
// raise: the contract to which the seat raises. contra: 1 if the seat says Contra.
export function announcedBy(announce, seat) {
  const mine = announce.filter(([who]) => who === seat);
  const kinds = mine.map(([, what]) => what);
  return {
    declared: mine.filter(([, what, suit]) => what === "marriage" && suit !== null).map(([, , suit]) => suit),
    announced: (kinds.includes("hundred") ? 1 : 0) | (kinds.includes("all") ? 2 : 0),
    raise: mine.find(([, what]) => what === "raise")?.[4], contra: kinds.includes("contra") ? 1 : 0,
  };
}

// Lists the seats of trick 1 in order of play, each with its announcements (see announcedBy). Seats that
// announce nothing are listed, too. The list is empty if nobody announces anything and the game has no
// declared marriages. seats: the seat of each card played. In the result, `at` is the index of the seat's
// card.
export function announcementsOfTrick(announce, seats, game) {
  if (!announce.length && !game.declares) return [];
  const again = seats.findIndex((seat, i) => seats.indexOf(seat) < i);
  return seats.slice(0, again < 0 ? seats.length : again).map((seat, at) =>
    ({ at, ...announcedBy(announce, seat) }));
}

// Returns the announcements of announcementsOfTrick as an address holds them, for example
// 0dHS.1a1.2rhundred.3c
// A dot separates the seats. Each part begins with the index of the seat's card. After d come the suits of
// marriages. After a comes the mask of 100 points and all tricks. After r comes the contract of a raise. The
// letter c stands for Contra.
export const announcementsText = (list) => list.map(({ at, declared, announced, raise, contra }) =>
  [at, declared ? `d${declared.map((suit) => SUITS.french[suit]).join("")}` : "",
    announced ? `a${announced}` : "", raise ? `r${raise}` : "", contra ? "c" : ""].join("")).join(".");

export function parseAnnouncements(text) {
  const pattern = /(?:^|\.)(\d+)(?:d([SHDC]*))?(?:a([123]))?(?:r([a-z_]+?))?(c)?(?=\.|$)/g;
  const matches = [...text.matchAll(pattern)];
  return matches.map(([, at, suits, bits, raise, contra]) => ({
    at: Number(at), ...(suits === undefined ? {}
      : { declared: [...suits].map((letter) => parseSuit(letter)) }),
    announced: Number(bits ?? 0), raise, contra: contra ? 1 : 0,
  }));
}
