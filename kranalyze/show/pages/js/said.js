// The Announce tag: what was declared, announced and raised in trick 1, [seat, what, suit, points, level]
// each.
import { SEATS, SUITS, bit, parseSuit } from "./cards.js";
import { contractOf } from "./names.js";

const COUPLE = [5, 6]; // Queen and King
const KINDS = { 100: "hundred", all: "all", contra: "contra", raise: "raise" };

// Whether a hand has King and Queen of a suit.
export const couple = (hand, suit) => COUPLE.every((rank) => hand & bit(8 * suit + rank));

// What a value says; fail(offset, key, gaps) for what is wrong.
export function readAnnounce(value, record, game, fail) {
  const found = [];
  for (const part of value.matchAll(/[^;]+/g)) {
    const words = [...part[0].matchAll(/\S+/g)].map((m) => ({ text: m[0], at: part.index + m.index }));
    if (!words.length) continue;
    const seat = SEATS.indexOf(words[0].text.toUpperCase());
    if (words[0].text.length !== 1 || seat < 0 || seat >= game.seats)
      fail(words[0].at, "announceSeat", { text: words[0].text });
    else if (words.length === 1) fail(words[0].at, "announcesNothing", { seat });
    else {
      const one = /^(20|40)$/.test(words[1].text) ? marriage(seat, words, record, game, fail)
        : said(seat, words, game, fail);
      if (one) found.push({ at: words[0].at, one });
    }
  }
  fillIn(found, record, fail);
  checkTurns(found, record, game, fail);
  checkTeams(found, record, game, fail);
  return found.map(({ one }) => one);
}

function said(seat, [, { text, at }, ...rest], game, fail) {
  const what = KINDS[text.toLowerCase()];
  if (!what || (what === "raise" && !rest.length)) return fail(at, "announceUnknown", { text });
  const level = what === "raise" ? rest.shift() : null;
  if (rest.length) return fail(rest[0].at, "announceAfter", { text: rest[0].text, what: text });
  const known = what === "raise" ? game.contracts.some((c) => c.raises.length) : what === "contra"
    ? game.token : game.announces;
  if (!known) return fail(at, "announceNot", { text, game: game.id });
  if (!level) return [seat, what, null, null, null];
  let to = null;
  try {
    to = contractOf(game, level.text).id;
  } catch ({ key, gaps }) {
    return fail(level.at, key, gaps);
  }
  return [seat, what, null, null, to];
}

function marriage(seat, [, { text, at }, ...rest], record, game, fail) {
  const points = Number(text);
  const { trump, deck } = record;
  if (!game.declares) return fail(at, game.marriages ? "marriageLead" : "marriageNone", { game: game.id });
  let suit = points === 40 && trump !== undefined ? trump : null;
  if (rest.length) {
    suit = parseSuit(rest[0].text, deck);
    if (suit < 0) return fail(rest[0].at, "suitUnknown", { text: rest[0].text });
    if (rest.length > 1) return fail(rest[1].at, "marriageAfter", { text: rest[1].text });
    if (trump !== undefined && (suit === trump) !== (points === 40))
      return fail(at, "marriagePoints", { suit, right: suit === trump ? 40 : 20, n: points });
    if (!couple(record.hands[seat], suit)) return fail(rest[0].at, "marriageHeld", { seat, suit });
  } else if (suit !== null && !couple(record.hands[seat], suit)) return fail(at, "marriageTrumps", { seat });
  return [seat, "marriage", suit, points, null];
}

// Marriages of 20 without a suit get the suits that the hand leaves.
function fillIn(found, record, fail) {
  for (let seat = 0; seat < 4; seat++) {
    const own = found.filter(({ one }) => one[0] === seat && one[1] === "marriage");
    const taken = [];
    for (const { at, one } of own) {
      if (one[2] === null) continue;
      if (taken.includes(one[2])) fail(at, "marriageTwice", { seat, suit: one[2] });
      taken.push(one[2]);
    }
    const open = own.filter(({ one }) => one[2] === null && one[3] === 20);
    const left = [0, 1, 2, 3].filter((suit) => suit !== record.trump && !taken.includes(suit) &&
      couple(record.hands[seat], suit));
    if (!open.length || record.trump === undefined) continue;
    if (left.length < open.length)
      fail(open[left.length].at, left.length || taken.length ? "marriageNoMore" : "marriageNo20", { seat });
    else if (left.length > open.length) fail(open[0].at, "marriageWhich", { seat, suits: left });
    else open.forEach(({ one }, i) => (one[2] = left[i]));
  }
}

// Everybody speaks at his own turn of trick 1, to which the declarer leads; Contra may be said at any time.
function checkTurns(found, { declarer }, game, fail) {
  let last = -1;
  for (const { at, one: [seat, what] } of found) {
    if (what === "contra" || declarer === undefined) continue;
    const turn = (seat - declarer + game.seats) % game.seats;
    if (turn < last) fail(at, "speaksLate", { seat, other: (declarer + last) % game.seats });
    last = Math.max(last, turn);
  }
}

// Who may raise and say Contra, and how often anything is said.
function checkTeams(found, { declarer, called, hands, contract }, game, fail) {
  const holder = called === undefined ? -1 : hands.findIndex((mask) => mask & bit(called));
  const partner = holder < 0 || holder === declarer ? null : holder;
  const known = holder >= 0 || game.contracts.some((c) => c.id === contract && !c.called);
  const from = game.contracts.find((c) => c.id === contract);
  const seen = [];
  for (const { at, one: [seat, what, , , level] } of found) {
    const alone = what === "raise" || what === "contra";
    const key = alone ? what : `${what} ${seat}`;
    if (what === "raise" && known && seat !== partner) fail(at, "raiseSeat", { seat });
    else if (what === "raise" && from && !from.raises.includes(level))
      fail(at, "raiseTo", { level: from.id, text: level });
    else if (what === "contra" && (seat === declarer || seat === partner)) fail(at, "contraSeat", { seat });
    else if (what !== "marriage" && seen.includes(key))
      fail(at, alone ? "saidTwice" : "saidTwiceBy", { what: TWICE[what], seat });
    seen.push(key);
  }
}

const TWICE = { hundred: ["100", "100"], all: ["all tricks", "alle Stiche"],
  raise: ["a raise", "eine Erhöhung"], contra: ["contra", "Kontra"] };
const SAYS = { hundred: "100", all: "all", contra: "contra", raise: "raise" };

// The value of the tag for what was said.
export const announceText = (list, deck) => list.map(([seat, what, suit, points, level]) =>
  [SEATS[seat], SAYS[what] ?? points, what === "marriage" &&
    suit !== null ? SUITS[deck][suit] : level].filter((word) => word !== null).join(" ")).join("; ");

// What a seat says with its card of trick 1, in the terms of the solver.
export function wordsOf(announce, seat) {
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
    ({ at, ...wordsOf(announce, seat) }));
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
