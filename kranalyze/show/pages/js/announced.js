// The Announce tag: what was declared, announced and raised in trick 1.
import { parseSeat } from "./cards.js";
import { Refusal, message } from "./refusal.js";
import { contractNamed, goalsOf } from "./rows.js";
import { couple } from "./said.js";
import { suitIn } from "./tags.js";
import { BLANK, caseless } from "./text.js";

// One announcement: its seat, what is said, and what may stand behind that.
const ONE_WORD = `[^${BLANK};]+`;
const MORE = `(?:[${BLANK}]+(${ONE_WORD}))?`;
const ANNOUNCED = new RegExp(`(${ONE_WORD})${MORE}${MORE}${MORE}[^;]*`, "gd");

// What is announced in one word.
const KINDS = { 100: "hundred", all: "all", raise: "raise", contra: "contra" };
// How it is named when it is announced twice.
const NAMED = { hundred: ["100", "100"], all: ["all tricks", "alle Stiche"],
  raise: ["a raise", "eine Erhöhung"], contra: ["contra", "Kontra"] };

// Reads the tag; notes what is wrong, [seat, what, suit, points, level] each.
export function readAnnounce(draft) {
  const words = []; // { at, word } each, with its place in the value
  for (const m of (draft.value("Announce") ?? "").matchAll(ANNOUNCED))
    draft.noting("Announce", m.index, () => words.push({ at: m.index, word: announcementOf(draft, m) }));
  for (let seat = 0; seat < 4; seat++) fillInSuits(draft, seat, words);
  checkTurns(draft, words);
  draft.announce = words.map(({ word }) => word);
}

// One announcement of the game and of that seat's hand.
function announcementOf(draft, m) {
  const { row } = draft;
  const refuse = (group, key, gaps = {}) => {
    throw new Refusal(key, { game: row.id, ...gaps }, { at: m.indices[group][0] });
  };
  const seat = parseSeat(m[1]);
  if (seat < 0 || seat >= row.seats) refuse(1, "announceSeat", { text: m[1] });
  if (m[2] === undefined) refuse(1, "announcesNothing", { seat });
  const plain = caseless(m[2]);
  if (plain === "20" || plain === "40") return marriage(draft, seat, Number(plain), m, refuse);
  const kind = Object.hasOwn(KINDS, plain) ? KINDS[plain] : null;
  if (!kind || (kind === "raise" && m[3] === undefined)) refuse(2, "announceUnknown", { text: m[2] });
  const level = kind === "raise" ? levelOf(row, m[3], refuse) : null;
  const after = kind === "raise" ? 4 : 3;
  if (m[after] !== undefined)
    refuse(after, "announceAfter", { text: m[after], call: message("quoted", { text: m[2] }) });
  const known = {
    raise: row.contracts.some(({ raises }) => raises.length), contra: row.contra === "token",
  }[kind] ?? goalsOf(row).some(({ announced }) => announced);
  if (!known) refuse(2, "announceNot", { text: m[2] });
  return [seat, kind, null, 0, level];
}

function levelOf(row, name, refuse) {
  try {
    return contractNamed(row, name).id;
  } catch (error) {
    return refuse(3, error.key, error.gaps);
  }
}

// A declared marriage: its suit is that of a King and Queen in hand.
function marriage(draft, seat, points, m, refuse) {
  const { row } = draft;
  if (!goalsOf(row).some(({ marriages }) => marriages === "declared"))
    refuse(2, row.marriage.some(Boolean) ? "marriageLead" : "marriageNone");
  const hand = draft.held(seat);
  const named = m[3] !== undefined;
  let suit = points === 40 ? draft.trump : null;
  if (named) {
    try {
      suit = suitIn(draft, m[3]);
    } catch (error) {
      refuse(3, error.key, error.gaps);
    }
    if (m[4] !== undefined) refuse(4, "marriageAfter", { text: m[4] });
    if (draft.trump !== null && (suit === draft.trump) !== (points === 40))
      refuse(2, "marriagePoints", { suit, right: suit === draft.trump ? 40 : 20, n: points });
  }
  if (suit !== null && hand !== null && !couple(hand, suit))
    refuse(named ? 3 : 2, named ? "marriageHeld" : "marriageTrumps", { seat, suit });
  return [seat, "marriage", suit, points, null];
}

// Gives a seat's marriages of 20 without a suit the suits that the hand leaves.
function fillInSuits(draft, seat, words) {
  const own = words.filter(({ word }) => word[1] === "marriage" && word[0] === seat);
  const unnamed = own.filter(({ word }) => word[2] === null && word[3] === 20);
  const hand = draft.held(seat);
  const taken = new Set();
  for (const { at, word: [, , suit] } of own) {
    if (taken.has(suit)) draft.fail("Announce", "marriageTwice", { seat, suit }, at);
    else if (suit !== null) taken.add(suit);
  }
  if (!unnamed.length || hand === null || draft.trump === null) return;
  const left = [0, 1, 2, 3].filter((s) => s !== draft.trump && !taken.has(s) && couple(hand, s));
  if (left.length < unnamed.length) {
    const key = left.length || taken.size ? "marriageNoMore" : "marriageNo20";
    draft.fail("Announce", key, { seat }, unnamed[left.length].at);
  } else if (left.length > unnamed.length)
    draft.fail("Announce", "marriageWhich", { seat, suits: left }, unnamed[0].at);
  else for (const [i, entry] of unnamed.entries()) entry.word[2] = left[i];
}

// Sees that everybody speaks at the own turn of trick 1, has the right to, and says it once.
function checkTurns(draft, words) {
  const { leader, row, contract } = draft;
  const seen = new Set();
  let last = -1;
  for (const { at, word: [seat, kind, , , level] } of words) {
    const fail = (key, gaps = {}) => draft.fail("Announce", key, { seat, ...gaps }, at);
    if (kind !== "contra" && leader !== null) { // Contra may be said at any time
      const turn = (seat - leader + row.seats) % row.seats;
      if (turn < last) fail("speaksLate", { other: (leader + last) % row.seats });
      last = Math.max(last, turn);
    }
    const partner = draft.paired && seat === draft.partner;
    const own = partner || seat === draft.declarer;
    // Both partners saying 100 or all tricks is one.
    const alone = kind === "hundred" || kind === "all";
    const key = alone ? `${kind} ${seat}` : kind;
    if (kind === "raise" && draft.paired && !partner) fail("raiseSeat");
    else if (kind === "raise" && contract && !contract.raises.includes(level))
      fail("raiseTo", { level: contract.id, to: level });
    else if (kind === "contra" && draft.declarer !== null && own) fail("contraSeat");
    else if (seen.has(key)) fail(alone ? "saidTwiceBy" : "saidTwice", { what: NAMED[kind] });
    else if (kind !== "marriage") seen.add(key);
  }
}
