// What is said in trick 1, [seat, what, suit, points, level] each: as a tag, for the solver, in an address.
import { SEATS, SUITS, bit, parseSuit } from "./cards.js";

const COUPLE = [5, 6]; // Queen and King

// Whether a hand has King and Queen of a suit.
export const couple = (hand, suit) => COUPLE.every((rank) => hand & bit(8 * suit + rank));

const SAYS = { hundred: "100", all: "all", contra: "contra", raise: "raise" };

// The value of the tag for what was said.
export const announceText = (list, deck) => list.map(([seat, what, suit, points, level]) =>
  [SEATS[seat], SAYS[what] ?? points, what === "marriage" &&
    suit !== null ? SUITS[deck][suit] : level].filter((word) => word !== null).join(" ")).join("; ");

// What a seat says with its card of trick 1, in the terms of the solver.
export function wordsSaid(announce, seat) {
  const mine = announce.filter(([who]) => who === seat);
  const kinds = mine.map(([, what]) => what);
  return {
    declared: mine.filter(([, what, suit]) => what === "marriage" && suit !== null).map(([, , suit]) => suit),
    announced: (kinds.includes("hundred") ? 1 : 0) | (kinds.includes("all") ? 2 : 0),
    raise: mine.find(([, what]) => what === "raise")?.[4], contra: kinds.includes("contra") ? 1 : 0,
  };
}

// The same for the cards of trick 1 in their order; where one declares, silence says something too.
export function sayings(announce, seats, game) {
  if (!announce.length && !game.declares) return [];
  const again = seats.findIndex((seat, i) => seats.indexOf(seat) < i);
  return seats.slice(0, again < 0 ? seats.length : again).map((seat, at) =>
    ({ at, ...wordsSaid(announce, seat) }));
}

// As an address has it: 0dHS.1a1.2rhundred.3c
export const sayingsText = (said) => said.map(({ at, declared, announced, raise, contra }) =>
  [at, declared ? `d${declared.map((suit) => SUITS.french[suit]).join("")}` : "",
    announced ? `a${announced}` : "", raise ? `r${raise}` : "", contra ? "c" : ""].join("")).join(".");

export function parseSayings(text) {
  const found = [...text.matchAll(/(?:^|\.)(\d+)(?:d([SHDC]*))?(?:a([123]))?(?:r([a-z_]+?))?(c)?(?=\.|$)/g)];
  return found.map(([, at, suits, bits, raise, contra]) => ({
    at: Number(at), ...(suits === undefined ? {}
      : { declared: [...suits].map((letter) => parseSuit(letter)) }),
    announced: Number(bits ?? 0), raise, contra: contra ? 1 : 0,
  }));
}
