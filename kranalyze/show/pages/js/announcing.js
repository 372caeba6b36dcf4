// Converts announcements of trick 1 to three forms: the value of the tag Announce in KPN, the input of the
// solver, and a part of the page's address. An announcement is a list [seat, what, suit, points, level].
// what: "marriage", "hundred" (100 points), "all" (all tricks), "contra" or "raise".
// suit, points: the suit and the points of a marriage. The suit is null if it is unknown.
// level: the contract to which a partner raises.
import { SEATS, SUITS, bit, parseSuit } from "./cards.js";

const COUPLE = [5, 6]; // Queen and King

// Returns whether a hand has the King and the Queen of a suit.
export const couple = (hand, suit) => COUPLE.every((rank) => hand & bit(8 * suit + rank));

const SAYS = { hundred: "100", all: "all", contra: "contra", raise: "raise" };

// Returns a list of announcements as the value of the tag Announce. deck: the deck whose letters name the
// suits.
export const announceText = (list, deck) => list.map(([seat, what, suit, points, level]) =>
  [SEATS[seat], SAYS[what] ?? points, what === "marriage" &&
    suit !== null ? SUITS[deck][suit] : level].filter((word) => word !== null).join(" ")).join("; ");

// Returns the announcements of a seat as the solver reads them. announce: the announcements of all seats. The
// fields of the result:
// declared: the suits of the seat's marriages.
// announced: a mask. 1 is the announcement "100", 2 is the announcement "all tricks".
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
// announce nothing are listed, too. But in games without declared marriages, the list is empty if nobody
// announces anything. seats: the seat of each card played. In the result, `at` is the index of the seat's
// card.
export function announcementsOfTrick(announce, seats, game) {
  if (!announce.length && !game.declares) return [];
  const again = seats.findIndex((seat, i) => seats.indexOf(seat) < i);
  return seats.slice(0, again < 0 ? seats.length : again).map((seat, at) =>
    ({ at, ...announcedBy(announce, seat) }));
}

// Converts the result of announcementsOfTrick to a part of an address, for example
// 0dHS.1a1.2rhundred.3c
// A dot separates the seats. The text of a seat begins with the index of its card. After d come the suits of
// marriages. After a comes the mask `announced` (see announcedBy). After r comes the contract of a raise. The
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
