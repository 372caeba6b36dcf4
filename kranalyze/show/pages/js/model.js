// Holds the state of the table: a deal, a contract, the cards played so far, and the answer for the position.
// The path is the list of cards that the user can step through. A wish holds what is sent to the solver: the
// deal, the contract, its seats and so on.
import { bit, cardsOf, count, maskOf } from "./cards.js";
import { busily } from "./dom.js";
import { isSittingOut } from "./evening.js";
import { announcementsOfTrick } from "./announcing.js";
import { plainRow, ruledBy } from "./rows.js";

// Names of the fields of a record (or of a deal that the user set up) that are sent to the solver.
const WISHED = ["game", "rules", "hands", "talon", "contract", "declarer", "second", "called", "trump",
  "partner", "leader",
  "dealer", "discard", "contra", "laid", "order"];

export class Model {
  constructor(client, games, onchange) {
    this.client = client;
    this.games = games;
    this.onchange = onchange;
    this.record = null;
    this.number = 0;
    this.reset({});
  }

  // Starts anew with a record: a game of the evening, a pasted game, or a deal that the user set up.
  reset(record) {
    this.record = record;
    this.wish = {};
    for (const key of WISHED) if (record[key] !== undefined && record[key] !== null)
      this.wish[key] = record[key];
    // Whether the contract is that of the record. The user can ask about another contract (see change).
    this.own = true;
    this.path = [...(record.play ?? [])];
    this.tried = []; // announcements that the user tries, each with the index of its card (at)
    this.at = 0;
    // The solver's answers so far. The key of an answer has the cards played and the announcements.
    this.known = new Map();
    this.grid = null;
    this.answer = null;
    // { moves, takers, announcements }: the cards of the path with their seats, the winners of the tricks,
    // and the announcements.
    this.trace = null;
    this.error = null;
  }

  // The row of the game (GameRow) under the rules of the record.
  get row() {
    return ruledBy(plainRow(this.facts), this.wish.rules ?? {});
  }

  get facts() {
    return this.games.find((game) => game.id === this.wish.game);
  }

  get contract() {
    return this.facts?.contracts.find((contract) => contract.id === this.wish.contract) ?? null;
  }

  // The number of cards at the start of the path that agree with the record.
  get common() {
    if (!this.own) return 0;
    const play = this.record.play ?? [];
    let n = 0;
    while (n < this.path.length && this.path[n] === play[n]) n++;
    return n;
  }

  // Whether the contract or the cards of the path differ from the record.
  get branched() {
    return !this.own || this.common < this.path.length || (this.record.play?.length ?? 0) > this.path.length;
  }

  // Whether play ends here: all cards are played, or the game was decided and nobody played on.
  get over() {
    const { over, to_play: mover, decided } = this.answer ?? {};
    return Boolean(this.answer) && (over || mover === null || (decided && this.path[this.at] === undefined));
  }

  // The settlement of all seats, once the game is over. It is null if the game is not over, or if nothing is
  // settled.
  get finalAmounts() {
    if (!this.over) return null;
    const recorded = this.own && !this.branched ? this.record.settlement : null;
    return recorded ?? this.answer.payoff ?? null;
  }

  get complete() {
    const game = this.facts;
    if (!game || !this.wish.hands) return false;
    return this.wish.hands.slice(0, game.seats).every((mask) => mask !== null &&
      count(mask) === count(this.wish.hands[0]) && mask);
  }

  // ---- moving

  go(at) {
    this.at = Math.max(0, Math.min(at, this.path.length));
    return this.refresh();
  }

  // Whether the user is at the end of the path, and a further card can be played.
  get canGoOn() {
    return this.at >= this.path.length && !this.over && Object.keys(this.answer?.cards ?? {}).length > 0;
  }

  // Goes to the next card. At the end of the path, plays a best card.
  forward() {
    if (!this.canGoOn) return this.go(this.at + 1);
    const worths = Object.entries(this.answer.cards);
    const most = Math.max(...worths.map(([, worth]) => worth));
    return this.play(Number(worths.find(([, worth]) => worth === most)[0]));
  }

  back() {
    if (this.at === 0 && this.wish.laid?.length && !this.record.play?.length) {
      this.wish = { ...this.wish, laid: this.wish.laid.slice(0, -1) };
      this.known = new Map();
      this.path = [];
      return this.refresh();
    }
    return this.go(this.at - 1);
  }

  // Plays a card, or lays it face down if the seat must lay a card now. If the played card is not the next
  // card of the path, the card replaces the rest of the path.
  play(card) {
    if (this.answer?.lays) {
      this.wish = { ...this.wish, laid: [...(this.wish.laid ?? []), [this.answer.to_play, card]] };
      this.known = new Map();
      return this.refresh();
    }
    if (this.path[this.at] !== card) {
      const announced = this.answer?.announce?.[card] ?? 0;
      this.path = [...this.path.slice(0, this.at), card];
      this.tried = this.tried.filter(({ at }) => at < this.at);
      if (announced) this.tried.push({ at: this.at, announced });
    }
    return this.go(this.at + 1);
  }

  // Replaces the rest of the path with a line of cards. laid: cards that are laid face down, [seat, card]
  // each. announced: announcements, [index of the seat's card in the line, seat, mask] each.
  tryLine(cards, laid = [], announced = []) {
    this.tried = this.tried.filter(({ at }) => at < this.at);
    for (const [at, , bits] of announced) this.tried.push({ at: this.at + at, announced: bits });
    if (laid.length) this.wish = { ...this.wish, laid: [...(this.wish.laid ?? []), ...laid] };
    this.path = [...this.path.slice(0, this.at), ...cards];
    return this.refresh();
  }

  // Sets the path to the cards and announcements of an address.
  follow(cards, announcements) {
    this.path = cards;
    this.tried = announcements.filter(({ at }) => at >= this.common);
    return this.refresh();
  }

  backToRecord() {
    const at = this.own ? Math.min(this.at, this.common) : 0;
    this.reset(this.record);
    this.at = at;
    return this.refresh();
  }

  // Asks about another contract for the same hands. wish: the contract with its seats, trump and so on.
  change(wish) {
    const kept = {};
    for (const key of ["game", "rules", "hands", "talon", "dealer"]) if (this.wish[key] !== undefined)
      kept[key] = this.wish[key];
    this.wish = { ...kept, ...wish };
    this.own = false;
    this.path = [];
    this.tried = [];
    this.at = 0;
    this.known = new Map();
    return this.refresh();
  }

  // ---- answers

  // Returns the answer for the position on the table, taken from the analysis that is stored in the page.
  // Returns null if this position is not in the record, or if the analysis lacks it.
  recorded() {
    const { play = [], cards: judged, settlement, seats, trump = null, partner = null, order,
      declarer = null, discard = 0 } = this.record;
    if (!this.own || this.common < this.at || !judged) return null;
    const over = this.at === play.length && Boolean(settlement);
    const flat = judged[this.at]?.[0] ?? [];
    if (!flat.length && !over) return null;
    const cards = {};
    for (let i = 0; i < flat.length; i += 2) cards[flat[i]] = flat[i + 1];
    const all = [0, 1, 2, 3].slice(0, this.facts.seats);
    const inPlay = maskOf(all.filter((seat) => !isSittingOut(this.record, this.facts, seat)));
    return { to_play: over ? null : seats[this.at], cards, before: true, trump, partner, order, declarer,
      discard, inPlay, biddable: true, announce: {}, over };
  }

  // Returns { moves, takers, announcements } of the record: the cards with their seats, the winner of each
  // trick, and the announcements.
  fromRecord() {
    let trick = 0;
    const moves = [];
    const { seats = [], takers = [], play = [], announce = [] } = this.record;
    const size = this.playing;
    play.forEach((card, i) => {
      const turn = (i % size) + 1;
      if (turn === 1) trick++;
      moves.push({ seat: seats[i], card, trick, turn });
    });
    return { moves, takers, announcements: announce };
  }

  // The number of seats that play, counted in the record's first trick.
  get playing() {
    const seats = this.record.seats ?? [];
    const again = seats.findIndex((seat, i) => i > 0 && seats.slice(0, i).includes(seat));
    const few = new Set(seats.slice(0, again < 0 ? seats.length : again)).size;
    return again < 0 ? this.facts.seats : few;
  }

  async refresh() {
    const number = ++this.number;
    this.error = null;
    const inRecord = !this.branched && this.record.seats;
    if (inRecord) this.trace = this.fromRecord();
    this.answer = this.recorded();
    const needed = this.complete && this.wish.contract && (!this.answer || !inRecord);
    if (!needed) {
      if (!this.complete || !this.wish.contract) this.answer = null;
      if (!this.answer && !inRecord) this.trace = null;
      this.onchange();
      return;
    }
    const slow = setTimeout(() => number === this.number && this.onchange(), 120);
    await busily(() => this.work(number, inRecord));
    clearTimeout(slow);
    if (number === this.number) this.onchange();
  }

  async work(number, inRecord) {
    try {
      const here = this.path.slice(0, this.at);
      const trace = inRecord ? this.trace : await this.stand(this.path);
      const answer = this.answer ?? (await this.stand(here));
      if (number !== this.number) return;
      this.trace = { moves: trace.moves, takers: trace.takers, announcements: trace.announcements };
      this.answer = answer;
    } catch (error) {
      if (number !== this.number) return;
      this.error = error;
      [this.answer, this.trace] = [null, this.trace ?? { moves: [], takers: [], announcements: [] }];
    }
  }

  // Returns the question for the solver. The question has the wish, the cards played, the announcements of
  // the record, and the announcements that the user tries.
  question(played) {
    const recorded = this.own ? announcementsOfTrick(this.record.announce ?? [], this.record.seats ?? [],
      this.facts).filter((one) => one.at < this.common) : [];
    const tried = this.tried.filter(({ at }) => at >= this.common && at < played.length);
    // A Contra that a seat says in trick 1 counts from the moment when this seat plays its card. The solver
    // then adds the Contra, so `contra` is 0 here.
    const contra = this.own && this.record.announce?.some(([, what]) => what === "contra") ? 0
      : (this.wish.contra ?? 0);
    return { ...this.wish, contra, played, announcements: [...recorded, ...tried] };
  }

  async stand(played) {
    const question = this.question(played);
    const key = JSON.stringify([played, question.announcements]);
    const { known } = this; // another game may be opened before the answer comes
    if (!known.has(key)) known.set(key, await this.client.ask("stand", question));
    return known.get(key);
  }

  // The hands before the first card. The declarer has taken the talon and put the discard aside.
  get dealt() {
    const hands = [...(this.wish.hands ?? [0, 0, 0, 0])];
    const discard = this.wish.discard ?? this.answer?.discard ?? 0;
    const declarer = this.wish.declarer ?? null;
    if (this.wish.talon && discard && declarer !== null)
      hands[declarer] = ((hands[declarer] | this.wish.talon) & ~discard) >>> 0;
    return hands;
  }

  get hands() {
    const gone = maskOf(this.path.slice(0, this.at));
    return this.dealt.map((mask) => (mask & ~gone) >>> 0);
  }

  // The trick to show: the trick in progress, or the trick just finished.
  get shownTrick() {
    const moves = this.trace?.moves.slice(0, this.at) ?? [];
    const last = moves.at(-1);
    if (!last) return { moves: [], taker: null };
    const taker = moves.length === this.trace.moves.filter((m) => m.trick <= last.trick).length
      ? this.trace.takers[last.trick - 1] : undefined;
    return { moves: moves.filter((m) => m.trick === last.trick), taker: taker ?? null, trick: last.trick };
  }

  // The number of tricks that each seat has taken so far.
  get taken() {
    const done = [0, 0, 0, 0];
    const moves = this.trace?.moves ?? [];
    (this.trace?.takers ?? []).forEach((seat, i) => {
      const end = moves.filter((m) => m.trick <= i + 1).length;
      if (end <= this.at) done[seat]++;
    });
    return done;
  }

  holder(card) {
    return this.dealt.findIndex((mask) => mask & bit(card));
  }

  // All cards of the deal, from which the user can choose a card to call.
  get everyCard() {
    return this.wish.hands.flatMap((mask) => cardsOf(mask ?? 0));
  }
}
