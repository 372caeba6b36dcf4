// Asks the core (C code compiled to WebAssembly) what a seat knows at its turn, and how good its cards are.
// The seat does not see some cards. A place is the hand of another seat, or the discard. A layout is one way
// in which the unseen cards can lie in the places.
import { cardsOf, rankOf } from "./cards.js";
import { P, POSITION, T, TASK } from "./core.js";
import { recordBytes, wordBytes } from "./judge.js";
import { KR_FLOOR_KIND, KR_HIDDEN_PLACE, KR_KNOWLEDGE, KR_LIMIT, KR_LOOKED, KR_LOOKING,
  KR_SIZE, KR_VIEWPOINT } from "./layouts.js";
import { Refusal } from "./refusal.js";

// Maximum number of layouts that one call of the core examines.
const RUN = 128;

// A plan fixes which card the seat plays in every situation that it can distinguish. The core searches for
// the best plan. PLAN_STEPS: maximum number of steps of this search. So many steps take about a second.
// PLAN_MEMORY: size of the memory of the search, in bytes.
const PLAN_STEPS = 500_000;
const PLAN_MEMORY = 1 << 23;

// Reads a 64-bit integer. A JavaScript number holds it exactly, because all numbers here are far below 2^53.
const long = (view, at) => Number(view.getBigInt64(at, true));

// The knowledge of a seat at its turn in a game. parsed, facts: the game, as two fields of a record that
// readKpn (kpn.js) returns. after: number of cards played before the turn.
export class Turn {
  constructor(core, { parsed, facts }, seat, after) {
    this.core = core;
    this.seat = seat;
    const { row, words } = parsed;
    this.row = row.bytes;
    this.facts = facts.bytes;
    const given = [row.bytes, facts.bytes, recordBytes(parsed), wordBytes(words)];
    const sizes = [KR_SIZE.knowledge, KR_SIZE.viewpoint];
    const [game, judged, record, word, known, view] = core.write(given, sizes);
    core.check(core.wasm.know(game, judged, seat, after, known));
    this.known = core.bytes.slice(known, known + KR_SIZE.knowledge);
    this.look = new DataView(this.known.buffer);
    if (this.known[KR_KNOWLEDGE.problem]) throw new Refusal("notKnown");
    core.check(core.wasm.viewpoint(game, record, word, judged, known, view));
    this.view = core.bytes.slice(view, view + KR_SIZE.viewpoint);
    if (this.view[KR_VIEWPOINT.code]) throw new Refusal("notKnown");
    this.looking = new DataView(this.view.buffer);
    this.unit = this.looking.getInt32(KR_VIEWPOINT.unit, true);
  }

  // Whether exactly two settlements are possible for the seat: one if it wins, one if it loses. A settlement
  // is the amount that a seat wins (above 0) or pays (below 0).
  get isWonOrLost() {
    const [low, high] = [KR_VIEWPOINT.low, KR_VIEWPOINT.high].map((at) => this.looking.getInt32(at, true));
    return low < high;
  }

  // The number of layouts that the seat cannot exclude.
  get count() {
    return long(this.look, KR_KNOWLEDGE.count);
  }

  // Lists the places of the cards that the seat does not hold. A place is { seat, room, open }. seat: the
  // owner of the hand, null for the discard. room: number of cards in the place. open: the mask of the cards
  // if the place is a hand that lies face up, otherwise 0.
  get places() {
    return Array.from({ length: this.known[KR_KNOWLEDGE.places] }, (_, i) => {
      const at = KR_KNOWLEDGE.place + KR_SIZE.hiddenPlace * i;
      const seat = this.look.getInt8(at + KR_HIDDEN_PLACE.seat);
      return { seat: seat < 0 ? null : seat, room: this.known[at + KR_HIDDEN_PLACE.room],
        open: this.known[at + KR_HIDDEN_PLACE.isOpen] ? this.look.getUint32(at + KR_HIDDEN_PLACE.must, true)
          : 0 };
    });
  }

  // Returns for each seat the mask of the cards that it has played.
  get played() {
    return [0, 1, 2, 3].map((seat) => this.look.getUint32(KR_KNOWLEDGE.played + 4 * seat, true));
  }

  // The mask of the cards that the seat cannot see.
  get unseen() {
    return this.look.getUint32(KR_KNOWLEDGE.unseen, true);
  }

  // The mask of the cards that the seat holds now.
  get held() {
    return this.look.getUint32(KR_KNOWLEDGE.held, true);
  }

  // The number of candidates for the unknown card that another seat has laid face down in trick 1. The core
  // tries each candidate. The number is 1 if no unknown card lies face down.
  get lying() {
    const laid = this.look.getInt8(KR_KNOWLEDGE.laid);
    return laid < 0 ? 1 : this.places.find(({ seat }) => seat === laid).room;
  }

  // Draws `count` layouts from a fixed random series. Returns their numbers. first: index in this series of
  // the first layout to draw. The commands of kranalyze draw the same series with seed 0.
  draw(first, count) {
    const { core } = this;
    const [known, numbers] = core.write([this.known], [8 * count]);
    core.check(core.wasm.know_draw(known, first, count, numbers));
    return Array.from(core.ints(BigUint64Array, numbers, count));
  }

  // Returns a list for each layout: the mask of the cards in each place. numbers: the numbers of the layouts.
  layouts(numbers) {
    const { core } = this;
    const [known, column, masks] = core.write([this.known, bytesOf(numbers)],
      [4 * KR_LIMIT.hidden * numbers.length]);
    core.check(core.wasm.know_layouts(known, numbers.length, column, masks));
    const all = Array.from(core.ints(Uint32Array, masks, KR_LIMIT.hidden * numbers.length));
    return numbers.map((_, i) => this.places.map((_place, k) => all[k * numbers.length + i]));
  }

  // Returns the task and the position at this turn for one layout. The position has the unseen cards in the
  // places of the layout. A task (kr_task in solver/kr.h) holds the rules of play and the goal of a search.
  // layout: the mask of the cards in each place.
  positionIn(layout) {
    // The task and the position can depend on the place of one hidden card, for example the called card.
    // `split` is the mask of this card. It is 0 if they depend on no card.
    const split = this.looking.getUint32(KR_LOOKING.split, true);
    const which = Math.max(0, layout.findIndex((mask) => mask & split));
    const part = (at, size) => this.view.slice(at + size * which, at + size * (which + 1));
    const task = part(KR_LOOKING.task, TASK);
    const position = part(KR_LOOKING.position, POSITION);
    const hands = new Uint32Array(position.buffer, 0, KR_LIMIT.seats);
    this.places.forEach(({ seat }, place) => {
      if (seat !== null) hands[seat] |= layout[place];
      // The points of an unseen discard count for the declarer's opponents.
      else for (const card of cardsOf(layout[place])) position[P.points + 1] += task[T.points + rankOf(card)];
    });
    return { task, position };
  }

  // Returns the floor of each card: the fraction of all layouts that are won by the best plan that begins
  // with this card. Returns null for each card if no floors are defined, and for a card whose floor the
  // search did not find.
  // cards: the legal cards in ascending order, each with its exact share. The share of a card is the fraction
  // of all layouts in which the seat wins if it plays this card and all cards are open.
  floors(cards) {
    const { core, count } = this;
    const given = [this.row, this.facts, this.view, this.known];
    const [game, facts, view, known, lone] = core.write(given, [KR_SIZE.task]);
    const kind = core.wasm.floor_kind(game, facts, view, known, lone);
    if (kind === KR_FLOOR_KIND.floorUndefined) return cards.map(() => null);
    if (kind === KR_FLOOR_KIND.floorIsShare) return cards.map(({ share }) => share);
    const wanted = cards.reduce((mask, { card, share }) => (share ? mask | (1 << card) : mask), 0);
    if (!wanted) return cards.map(() => 0);
    const task = core.bytes.slice(lone, lone + KR_SIZE.task);
    const numbers = bytesOf(Array.from({ length: count }, (_, i) => BigInt(i)));
    core.planMemory ??= core.reserve(PLAN_MEMORY);
    const [v, k, l, n, masks, legal, won] = core.write([this.view, this.known, task, numbers],
      [4 * KR_LIMIT.hidden * count, 4, 8 * KR_LIMIT.hand]);
    core.check(core.wasm.know_layouts(k, count, n, masks));
    core.check(core.wasm.plan(core.context, v, k, l, masks, wanted, PLAN_STEPS, core.planMemory, PLAN_MEMORY,
      legal, won));
    const counts = core.ints(BigInt64Array, won, cards.length);
    return cards.map(({ share }, i) => (!share ? 0 : counts[i] < 0 ? null : Number(counts[i]) / count));
  }

  // Adds up what each legal card is worth in some layouts. Returns the Sums. numbers: the numbers of these
  // layouts. The worth of a card in a layout is the seat's settlement after this card and best play, divided
  // by `unit`.
  sum(numbers) {
    let sums = new Uint8Array(KR_SIZE.looked);
    for (let from = 0; from < numbers.length; from += RUN) {
      const some = numbers.slice(from, from + RUN);
      const { core } = this;
      const [view, known, column, looked] = core.write([this.view, this.known, bytesOf(some), sums], []);
      core.check(core.wasm.viewpoint_look(core.context, view, known, some.length, column, looked));
      sums = core.bytes.slice(looked, looked + KR_SIZE.looked);
    }
    return new Sums(sums);
  }
}

const bytesOf = (numbers) => new Uint8Array(BigUint64Array.from(numbers).buffer);

// Sums over layouts (kr_looked). The lists have an entry for each legal card, in ascending order of the
// cards.
// looks: number of layouts examined. If an unknown card lies face down, a layout counts once for each
// candidate for this card (Turn.lying).
// wins: number of layouts in which the worth of the card is above 0.
// sums: sum of the card's worths.
// products: products[i][k] is the sum of the products of the worths of cards i and k. Only entries with k up
// to i are used.
class Sums {
  constructor(bytes) {
    const view = new DataView(bytes.buffer);
    this.looks = long(view, KR_LOOKED.looks);
    this.cards = cardsOf(view.getUint32(KR_LOOKED.legal, true));
    const list = (at) => this.cards.map((_, i) => long(view, at + 8 * i));
    this.wins = list(KR_LOOKED.wins);
    this.sums = list(KR_LOOKED.sum);
    this.products = this.cards.map((_, i) => list(KR_LOOKED.product + 8 * KR_LIMIT.hand * i));
  }

  // Adds the sums over other layouts of the same turn. Returns the result.
  add(other) {
    if (!this.looks) return other;
    this.looks += other.looks;
    this.cards.forEach((_, i) => {
      this.wins[i] += other.wins[i];
      this.sums[i] += other.sums[i];
      this.products[i] = this.products[i].map((sum, k) => sum + other.products[i][k]);
    });
    return this;
  }
}
