// Calls the judge of the core (solver/judge.h). The judge checks a parsed game, and finds its facts and
// problems.
import { KR_FACTS, KR_FACT_CALL, KR_FACT_CARD, KR_FACT_MARRIAGE, KR_LIMIT, KR_PROBLEM,
  KR_PROBLEM_CODE, KR_RECORD, KR_RECORD_WORD, KR_SIZE } from "./layouts.js";

// Keys of the messages of problems. The index of a key is the code of the problem.
const PROBLEM_NAMES = Object.keys(KR_PROBLEM_CODE).map((name) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

const SEATS_ALL = [0, 1, 2, 3];

// Converts a parsed game to a kr_record.
export function recordBytes(parsed) {
  const { fields, laid, score, piles } = parsed;
  const bytes = new Uint8Array(KR_SIZE.record);
  const view = new DataView(bytes.buffer);
  for (const [name, number] of Object.entries(fields)) bytes[KR_RECORD[name]] = number;
  view.setInt32(KR_RECORD.contra, fields.contra, true);
  view.setUint32(KR_RECORD.talon, piles.Talon, true);
  view.setUint32(KR_RECORD.discard, piles.Discard, true);
  for (const name of ["calls", "words", "cells"]) view.setUint32(KR_RECORD[name], parsed[name].length, true);
  view.setUint16(KR_RECORD.ill, parsed.ill, true);
  bytes[KR_RECORD.flags] = parsed.flags;
  bytes[KR_RECORD.known] = parsed.known;
  bytes[KR_RECORD.illHands] = parsed.illHands;
  bytes[KR_RECORD.scored] = [...score.keys()].reduce((mask, seat) => mask | (1 << seat), 0);
  for (const seat of SEATS_ALL) {
    view.setUint32(KR_RECORD.hands + 4 * seat, parsed.hands[seat], true);
    view.setInt32(KR_RECORD.score + 4 * seat, score.get(seat) ?? 0, true);
    bytes[KR_RECORD.laid + seat] = laid.get(seat) ?? KR_LIMIT.absent;
  }
  return bytes;
}

// Converts announcements of trick 1 to an array of structs kr_record_word.
export function wordBytes(words) {
  const bytes = new Uint8Array(KR_SIZE.recordWord * words.length);
  for (const [i, word] of words.entries()) {
    for (const name of ["seat", "kind", "suit", "level", "points"])
      bytes[KR_SIZE.recordWord * i + KR_RECORD_WORD[name]] = word[name];
    bytes[KR_SIZE.recordWord * i + KR_RECORD_WORD.ill] = Number(word.flaw !== null);
  }
  return bytes;
}

// Judges a parsed game. Returns its facts (kr_facts) and its problems.
export function judge(core, parsed) {
  const record = recordBytes(parsed);
  const room = core.wasm.problem_room(core.write([record], [])[0]);
  const columns = [parsed.row.bytes, record, Uint8Array.from(parsed.calls.flat()), wordBytes(parsed.words),
    Uint8Array.from(parsed.cells)];
  const places = core.write(columns, [KR_SIZE.facts, KR_SIZE.problem * room, 4]);
  const [facts, problems, end] = places.slice(columns.length);
  core.check(core.wasm.judge(...places.slice(0, -1), room, end));
  const [count] = core.ints(Uint32Array, end, 1);
  const view = new DataView(core.bytes.slice(problems, problems + KR_SIZE.problem * count).buffer);
  return {
    facts: new Facts(core.bytes.slice(facts, facts + KR_SIZE.facts)),
    problems: Array.from({ length: count }, (_, i) => problemAt(view, KR_SIZE.problem * i)),
  };
}

function problemAt(view, at) {
  return {
    name: PROBLEM_NAMES[view.getUint8(at + KR_PROBLEM.code)], code: view.getUint8(at + KR_PROBLEM.code),
    isWarning: view.getUint8(at + KR_PROBLEM.severity) === 1, place: view.getUint8(at + KR_PROBLEM.place),
    isInPlayingOrder: view.getUint8(at + KR_PROBLEM.hint) === 1,
    index: view.getInt32(at + KR_PROBLEM.index, true),
    args: SEATS_ALL.map((i) => view.getInt32(at + KR_PROBLEM.arg + 4 * i, true)),
  };
}

// Reads the fields of a kr_facts: what the judge has found out about a game.
export class Facts {
  constructor(bytes) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }

  // Returns a field of one byte: a flag, or a number that is never negative.
  byte(name, index = 0) {
    return this.bytes[KR_FACTS[name] + index];
  }

  // Returns the seat, suit or card in a field, or null if it is absent or unknown.
  number(name) {
    const number = this.view.getInt8(KR_FACTS[name]);
    return number < 0 ? null : number;
  }

  // Returns for each seat the mask of its hand, or null if the hand is unknown.
  hands() {
    return SEATS_ALL.map((seat) => ((this.byte("known") >> seat) & 1
      ? this.view.getUint32(KR_FACTS.hands + 4 * seat, true) : null));
  }

  mask(name) {
    return this.view.getUint32(KR_FACTS[name], true);
  }

  settlement() {
    return SEATS_ALL.map((seat) => this.view.getInt32(KR_FACTS.settlement + 4 * seat, true));
  }

  // Lists the calls, each as [seat, call, suit].
  calls() {
    return this.bytesOf("call", this.byte("calls"), KR_SIZE.factCall, KR_FACT_CALL, ["seat", "call", "suit"]);
  }

  // Lists the cards played, each as [seat, card, trick, turn, cell]. trick: the number of the trick. turn:
  // the number of the card in the trick. Both numbers count from 1. cell: the index of the card among the
  // entries of the section Play.
  cards() {
    const names = ["seat", "card", "trick", "turn"];
    const cards = this.bytesOf("card", this.byte("cards"), KR_SIZE.factCard, KR_FACT_CARD, names);
    return cards.map((card, i) =>
      [...card, this.view.getUint32(KR_FACTS.card + KR_SIZE.factCard * i + KR_FACT_CARD.cell, true)]);
  }

  // Lists the suits of all marriages that were declared or registered. A suit that is unknown is -1.
  marriageSuits() {
    const size = KR_SIZE.factMarriage;
    return this.bytesOf("marriage", this.byte("marriages"), size, KR_FACT_MARRIAGE, ["suit"]).flat();
  }

  // Lists the winners of all tricks that count.
  winners() {
    return [...this.bytes.subarray(KR_FACTS.winner, KR_FACTS.winner + this.byte("countedTricks"))];
  }

  // Reads a list of structs. Returns for each struct the values of the named fields, which are bytes.
  bytesOf(list, length, size, layout, names) {
    return Array.from({ length }, (_, i) =>
      names.map((name) => this.view.getInt8(KR_FACTS[list] + size * i + layout[name])));
  }
}

// Returns the points of each seat: points from tricks, and points of marriages that count for the settlement.
export function seatPoints(core, row, facts) {
  const [game, judged, points] = core.write([row.bytes, facts.bytes], [16]);
  core.wasm.seat_points(game, judged, points);
  return [...core.ints(Int32Array, points, 4)];
}
