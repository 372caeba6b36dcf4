// Calls the core (C code compiled to WebAssembly), and manages its memory. A task holds the rules of play and
// the goal of a search. Tasks and positions are structs of solver/kr.h.
import { KR_FLAG, KR_GOAL, KR_LIMIT, KR_POSITION, KR_SIZE, KR_TASK } from "./layouts.js";

export const NONE = KR_LIMIT.none;
export const TASK = KR_SIZE.task;
export const POSITION = KR_SIZE.position;
export const ROW = KR_SIZE.row;
// Offsets of the fields of a task and of a position.
export const T = KR_TASK;
export const P = { ...KR_POSITION, count: KR_POSITION.nPlayed, done: KR_POSITION.tricksDone };
export const GOAL = KR_GOAL;
export const STOP = KR_FLAG.stop;
const SCRATCH = 1 << 20; // size of the scratch memory at the start, in bytes. The memory grows if needed

export const hand = (position, seat) => new DataView(position.buffer,
  position.byteOffset).getUint32(4 * seat, true);

export class Core {
  constructor(instance) {
    this.wasm = instance.exports;
    if (this.wasm.sizes() !== ((TASK << 8) | POSITION))
      throw new Error("the core has other structures than the page");
    this.wasm._initialize?.();
    this.end = (this.wasm.__heap_base.value + 63) & ~63;
    this.room = SCRATCH;
    this.scratch = this.reserve(SCRATCH);
    this.context = this.reserve(this.wasm.ctx_size());
    this.wasm.ctx_init(this.context);
  }

  // Allocates memory that is never freed, at an address that is a multiple of 64.
  reserve(bytes) {
    const at = this.end;
    this.end = (at + bytes + 63) & ~63;
    const missing = this.end - this.wasm.memory.buffer.byteLength;
    if (missing > 0) this.wasm.memory.grow(Math.ceil(missing / 65536));
    return at;
  }

  // Copies bytes into memory that is never freed.
  keep(bytes) {
    const at = this.reserve(bytes.length);
    this.bytes.set(bytes, at);
    return at;
  }

  // Allocates scratch memory for one call, with all bytes set to 0. sizes: sizes of the parts of this memory
  // in bytes. Returns the addresses of the parts.
  lay(sizes) {
    const whole = sizes.reduce((sum, size) => sum + ((size + 7) & ~7), 0);
    if (whole > this.room) {
      this.room = 2 * whole;
      this.scratch = this.reserve(this.room);
    }
    let at = this.scratch;
    const places = sizes.map((size) => {
      const here = at;
      at = (at + size + 7) & ~7;
      return here;
    });
    new Uint8Array(this.wasm.memory.buffer).fill(0, this.scratch, at);
    return places;
  }

  // Allocates scratch memory for the arrays, and for further parts with the given sizes. Copies the arrays
  // into this memory. Returns the addresses of all parts.
  write(arrays, sizes) {
    const places = this.lay([...arrays.map(({ length }) => length), ...sizes]);
    arrays.forEach((bytes, i) => this.bytes.set(bytes, places[i]));
    return places;
  }

  get bytes() {
    return new Uint8Array(this.wasm.memory.buffer);
  }

  ints(Type, at, length) {
    return new Type(this.wasm.memory.buffer, at, length);
  }

  check(status) {
    if (status) throw new Error(`the core refuses: status ${status}`);
  }

  start(task, hands) {
    const [t, h, p] = this.lay([TASK, 16, POSITION]);
    this.bytes.set(task, t);
    this.ints(Uint32Array, h, 4).set(hands);
    this.wasm.start(t, h, p);
    return this.bytes.slice(p, p + POSITION);
  }

  play(task, position, card) {
    const [t, p] = this.lay([TASK, POSITION]);
    this.bytes.set(task, t);
    this.bytes.set(position, p);
    this.check(this.wasm.play(t, p, card, 0));
    return this.bytes.slice(p, p + POSITION);
  }

  moves(task, position) {
    const [t, p, m] = this.lay([TASK, POSITION, 4]);
    this.bytes.set(task, t);
    this.bytes.set(position, p);
    this.check(this.wasm.moves(t, p, m));
    return this.ints(Uint32Array, m, 1)[0];
  }

  // Returns whether a seat prefers the settlement `first` to `second`. A settlement has an amount for each
  // seat.
  prefers(task, seat, first, second) {
    const [t, a, b] = this.lay([TASK, 8, 8]);
    this.bytes.set(task, t);
    this.ints(Int16Array, a, 4).set(first);
    this.ints(Int16Array, b, 4).set(second);
    return this.wasm.prefers(t, seat, a, b) === 1;
  }

  // Returns the seat that plays next, -1 at the end of the game.
  toPlay(task, position) {
    const [t, p] = this.lay([TASK, POSITION]);
    this.bytes.set(task, t);
    this.bytes.set(position, p);
    const seat = this.wasm.to_play(t, p);
    return seat === NONE ? -1 : seat;
  }

  // Solves pairs of a task and a position. Returns { value, vector, cards } for each pair. value: the value
  // of the position. vector: the settlements of the four seats. If every seat plays for itself, the vector
  // replaces the value. Otherwise the vector has no meaning. cards: a Map with the value of each legal card.
  // It is empty if withCards is false.
  worth(pairs, withCards = true) {
    const n = pairs.length;
    if (!n) return [];
    const tasks = [...new Set(pairs.map(([task]) => task))];
    const [t, w, p, v, l, c, s] = this.lay([TASK * tasks.length, 4 * n, POSITION * n, 8 * n, 4 * n, 16 * n,
      n]);
    tasks.forEach((task, i) => this.bytes.set(task, t + TASK * i));
    pairs.forEach(([task, position], i) => {
      this.ints(Uint32Array, w, n)[i] = tasks.indexOf(task);
      this.bytes.set(position, p + POSITION * i);
    });
    this.check(this.wasm.solve_positions(this.context, n, tasks.length, t, w, p, v, withCards ? l : 0,
      withCards ? c : 0, s));
    const values = this.ints(Int16Array, v, 4 * n);
    const legal = this.ints(Uint32Array, l, n);
    const each = this.ints(Int16Array, c, 8 * n);
    const status = this.ints(Uint8Array, s, n);
    return pairs.map((_, i) => {
      this.check(status[i]);
      const cards = new Map();
      if (withCards) for (let card = 0, k = 0; card < 32; card++) if ((legal[i] >>> card) & 1)
        cards.set(card, each[8 * i + k++]);
      return { value: values[4 * i], vector: [...values.slice(4 * i, 4 * i + 4)], cards };
    });
  }

  // Solves tasks on a deal. rows: structs kr_row. A row holds two kinds of conditions: those under which a
  // deal leads to a question, and those under which the contract may be bid. rowsOf: for each task the
  // indexes of its rows. A task is solved if the deal meets all conditions of at least one of these rows.
  // Returns { values, discards, flags }. values: the value of each task, null for a task that was not solved.
  // discards: the best discard for each task. flags: a mask for each row. In this mask, 1 means that the deal
  // leads to the question, and 2 means that the contract may be bid.
  deal(hands, talon, tasks, rowsOf, rows) {
    const pairs = rowsOf.flat();
    const n = tasks.length;
    const [h, t, sl, r, ro, re, f, v, d, s] = this.lay([
      20, TASK * n, 4 * n, ROW * rows.length, 4 * pairs.length, 4 * n, rows.length, 2 * n, 4 * n, 1,
    ]);
    this.ints(Uint32Array, h, 5).set([...hands, talon]);
    tasks.forEach((task, i) => this.bytes.set(task, t + TASK * i));
    rows.forEach((row, i) => this.bytes.set(row, r + ROW * i));
    this.ints(Uint32Array, ro, pairs.length).set(pairs);
    let end = 0;
    rowsOf.forEach((some, i) => {
      this.ints(Uint32Array, sl, n)[i] = i;
      this.ints(Uint32Array, re, n)[i] = end += some.length;
    });
    this.check(this.wasm.solve_deal(this.context, h, n, t, sl, rows.length, r, pairs.length, ro, re, f, v, d,
      s));
    this.check(this.bytes[s]);
    return {
      values: [...this.ints(Int16Array, v, n)].map((value) => (value === KR_LIMIT.unknown ? null : value)),
      discards: [...this.ints(Uint32Array, d, n)],
      flags: this.bytes.slice(f, f + rows.length),
    };
  }
}
