// Computes the values of the bids that are possible at a turn of an auction. The bidder sees only its own
// hand, so a value is a mean over random deals of the other cards. A choice is a contract with its trump and
// called card. The bidder must choose without seeing the other cards. A question is a contract with its
// seats, trump and partner (question.js).
import { bit, cardsOf, count, maskOf } from "./cards.js";
import { KR_CALL, KR_GAME_ROW, KR_LIMIT } from "./layouts.js";
import { causeOfLoss } from "./bidcauses.js";
import { settledValues } from "./cells.js";
import { Z95 } from "./figures.js";
import { CERTAIN, findPlace, greatest, meanOf } from "./places.js";
import { Refusal } from "./refusal.js";

// LEAST and MOST: minimum and maximum number of random deals for a turn. PATIENCE: milliseconds after which
// no more deals are drawn if there are at least LEAST deals.
const LEAST = 24;
const MOST = 600;
const PATIENCE = 1500;

// The program looks for the cause of losses only if a choice is lost in at least this fraction of the deals.
const OFTEN = 0.1;

// Maximum number of lost deals that are played out to find the cause.
const LOST = 40;

// Returns a function that returns the next random number below 2^32 at each call. Equal seeds give equal
// series (algorithm mulberry32).
function series(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

const keyOf = (contract, trump, call) => `${contract} ${trump ?? ""} ${call ?? ""}`;

// A seat's turn in the auction of a judged game (readKpn). at: the index of the seat's call in the auction.
export class BidTurn {
  constructor(answers, { parsed, facts }, seat, at) {
    const { core, questions } = answers;
    const { row } = parsed;
    const auction = facts.calls();
    const hands = facts.hands();
    if (!auction.length || hands[seat] === null) throw new Refusal("notKnown");
    this.answers = answers;
    this.core = core;
    this.row = row;
    this.facts = facts;
    this.seat = seat;
    this.at = at;
    this.forehand = auction[0][0];
    this.hand = hands[seat];
    const talon = facts.byte("hasDeal") ? facts.mask("talon") : 0;
    this.dealt = hands.includes(null) ? null : { hands, talon };
    const game = questions.game(row.id);
    this.mayPass = true; // whether the seat could pass without becoming declarer
    this.questions = this.open(questions.all(game, row.rules), game);
    this.choices = this.listed();
    this.looked = []; // the random deals: { hands, talon } each
    this.payoffs = []; // for each deal the payment of each choice, null if the choice cannot be bid
  }

  // Returns the mask of the contracts that the seat could bid. suit: the suit that the seat names as trump,
  // KR_LIMIT.unsaid if the seat names no suit. If the seat passed, the mask lacks one contract: the contract
  // that the seat must play if all seats pass.
  bids(suit) {
    const [game, facts, out] = this.core.write([this.row.bytes, this.facts.bytes], [12]);
    this.core.check(this.core.wasm.bids_open(game, facts, this.forehand, this.at, this.seat, suit, out));
    const [mask, passed] = this.core.ints(Int32Array, out, 2);
    if (suit === KR_LIMIT.unsaid) this.mayPass = passed < 0;
    const passes = this.facts.calls()[this.at]?.[1] === KR_CALL.callPass;
    return passes && passed >= 0 ? mask & ~(1 << passed) : mask;
  }

  // Returns the questions that can result from a bid of the seat. all: the questions of the game.
  open(all, game) {
    const masks = [0, 1, 2, 3].map((suit) => this.bids(suit));
    const plain = this.bids(KR_LIMIT.unsaid);
    const hasTies = this.row.bytes[KR_GAME_ROW.ties];
    const named = this.row.bytes[KR_GAME_ROW.namesTrump] ? this.facts.number("trump") : null;
    return all.filter((q) => {
      const number = game.contracts.indexOf(q.contract);
      const mask = hasTies && q.trump !== null ? masks[q.trump] : plain;
      return q.declarer === this.seat && q.second === null && q.contract.declared && (mask >> number) & 1 &&
        (!q.contract.forehand || q.leader === this.forehand) && q.mayBid(this.hand) &&
        (named === null || q.trump === null || q.trump === named);
    });
  }

  // Lists the choices: { contract, trump, call, questions } each. call: the called card. questions: the
  // indexes of the questions to which the choice can lead.
  listed() {
    const choices = new Map();
    const add = (q, call) => {
      const key = keyOf(q.contract.id, q.trump, call);
      const choice = choices.get(key) ?? { contract: q.contract.id, trump: q.trump, call, questions: [] };
      choice.questions.push(this.questions.indexOf(q));
      choices.set(key, choice);
    };
    for (const q of this.questions) {
      if (!q.callable) add(q, null);
      for (const card of cardsOf(q.callable))
        if (Boolean(this.hand & bit(card)) === (q.partner === null)) add(q, card);
    }
    return [...choices.values()];
  }

  // Returns for each choice its payment to the seat on a deal, null if the choice cannot be bid on this deal.
  paid(hands, talon) {
    return this.results(this.choices, { hands, talon }).map((result) => result?.payoff ?? null);
  }

  // Returns for each of the choices its result { q, value, payoff, discard } on a deal, null if the choice
  // cannot be bid on this deal. q: the question to which the choice leads. value: the value of the contract.
  // payoff: the payment to the seat. discard: the best discard.
  results(choices, { hands, talon }) {
    const { core, questions } = this;
    const used = [...new Set(choices.flatMap((choice) => choice.questions))];
    const settled = settledValues(core, this.row.talon, used.map((k) => questions[k]), hands, talon);
    const of = new Map(used.map((k, i) => [k, settled[i]]));
    return choices.map(({ call, questions: list }) => {
      const holder = call === null ? null : hands.findIndex((mask) => mask & bit(call));
      const partner = holder === this.seat ? null : holder;
      const isPaid = (k) => (of.get(k)?.payoff ?? null) !== null;
      const k = list.find((one) => isPaid(one) && (call === null || questions[one].partner === partner));
      return k === undefined ? null : { q: questions[k], ...of.get(k) };
    });
  }

  // Yields random deals of the other cards: { hands, talon } each. The series has no end.
  * deals() {
    const next = series(this.hand);
    const size = count(this.hand);
    const cards = cardsOf((this.row.packMask & ~this.hand) >>> 0);
    const seats = Array.from({ length: this.row.seats }, (_, seat) => seat);
    const others = seats.filter((seat) => seat !== this.seat);
    while (true) {
      for (let i = cards.length - 1; i > 0; i--) {
        const k = next() % (i + 1);
        [cards[i], cards[k]] = [cards[k], cards[i]];
      }
      const hands = [0, 0, 0, 0];
      hands[this.seat] = this.hand;
      others.forEach((seat, i) => (hands[seat] = maskOf(cards.slice(i * size, (i + 1) * size))));
      yield { hands, talon: this.row.talon ? maskOf(cards.slice(others.length * size)) : 0 };
    }
  }

  // Draws more random deals, and finds the payments of all choices on them. Returns this turn.
  sample() {
    const until = Date.now() + PATIENCE;
    this.drawn ??= this.choices.length ? this.deals() : null;
    while (this.drawn && this.looked.length < MOST) {
      const deal = this.drawn.next().value;
      this.payoffs.push(this.paid(deal.hands, deal.talon));
      this.looked.push(deal);
      if (this.looked.length >= LEAST && Date.now() > until) break;
    }
    return this;
  }

  // Returns the figures of each choice. mean: the mean payment of the choice. costLow: see costLow. share:
  // number of deals that the choice wins, divided by the number of deals on which the choice can be bid.
  figures() {
    return this.choices.map(({ contract, trump, call }, i) => {
      const counted = this.payoffs.filter((list) => list[i] !== null);
      return { contract, trump, call, mean: this.mean(i), costLow: this.costLow(i),
        share: counted.filter((list) => list[i] > 0).length / Math.max(1, counted.length) };
    });
  }

  // Returns the index of the choice with the greatest mean payment over the deals that fit (see `mean`).
  // Returns null, which stands for a pass, if withPass is true, the seat may pass, and all means are below 0.
  best(withPass, fits = () => true) {
    const means = this.choices.map((_, i) => this.mean(i, fits));
    const most = Math.max(...means);
    return withPass && this.mayPass && most < 0 ? null : means.indexOf(most);
  }

  // Returns the lower end of a 95 % confidence interval for the mean amount that choice i gives away against
  // the best choice. If this lower end is above 0, choice i is clearly worse. i: the index, null for a pass.
  // The greatest of many means is too high on average. So one half of the deals decides which choice is best,
  // and the other half decides how much worse choice i is.
  costLow(i) {
    const best = this.best(i !== null, (k) => k % 2 === 0);
    const [gap, error] = this.difference(best, i, (k) => k % 2 === 1);
    return gap - Z95 * error;
  }

  // Returns the mean payment of a choice over the deals that fit, -Infinity if no deal fits. i: the index of
  // the choice. fits: function that gets the index of a deal and returns whether the deal fits.
  mean(i, fits = () => true) {
    const paid = this.payoffs.filter((list, k) => list[i] !== null && fits(k)).map((list) => list[i]);
    return paid.length ? paid.reduce((sum, n) => sum + n, 0) / paid.length : -Infinity;
  }

  // Returns two numbers: how much more the choice `better` pays than the choice `worse` on average, and the
  // standard error of this mean. The arguments are indexes of choices. null stands for a pass, which pays 0.
  // fits: see `mean`.
  difference(better, worse, fits = () => true) {
    const at = (list, i) => (i === null ? 0 : list[i]);
    const gaps = this.payoffs.filter((list, k) => fits(k) && at(list, better) !== null &&
      at(list, worse) !== null).map((list) => at(list, better) - at(list, worse));
    if (!gaps.length) return [0, 0];
    const mean = gaps.reduce((sum, n) => sum + n, 0) / gaps.length;
    const squares = gaps.reduce((sum, n) => sum + (n - mean) ** 2, 0);
    return [mean, Math.sqrt(squares / Math.max(1, gaps.length - 1) / gaps.length)];
  }

  // Returns the index of a choice, null for a pass or an unknown choice.
  indexOf(choice) {
    if (!choice) return null;
    const key = keyOf(choice.contract, choice.trump, choice.call);
    const i = this.choices.findIndex(({ contract, trump, call }) => keyOf(contract, trump, call) === key);
    return i < 0 ? null : i;
  }

  // Judges the call that the seat made. own: the choice that the seat bid, null for a pass.
  // Returns { cost, paid, most, bids }:
  // cost: the amount that the call gives away on average over the random deals. A pass counts as a payment
  // of 0.
  // paid, most: the payments of the choice `own` and of the best choice on the deal that was played. The
  // best choice may be a pass. A payment is null if it is unknown. `paid` is also null for a pass.
  // bids: [contract, trump, call, mean payment] of each choice.
  // A call that is not clearly worse than the best choice gives away nothing (see costLow).
  judge(own) {
    const mine = this.indexOf(own);
    // If an answer has already shown mean payments over random deals, draw no more deals. Then the verdict
    // agrees with this answer.
    if (!this.looked.length) this.sample();
    if (!this.choices.length || (own && mine === null))
      return { cost: 0, paid: null, most: null, bids: [] };
    const [cost] = this.difference(this.best(own !== null), mine);
    const open = this.dealt ? this.paid(this.dealt.hands, this.dealt.talon) : null;
    const bids = this.figures().map(({ contract, trump, call, mean }) => [contract, trump, call, mean]);
    const openMeans = (open ?? []).filter((n) => n !== null);
    const passOpen = own && this.mayPass ? [0] : [];
    const mostOpen = openMeans.length ? Math.max(...openMeans, ...passOpen) : null;
    return { cost: this.costLow(mine) > 0 ? Math.max(0, cost) : 0,
      paid: open && own ? open[mine] : null, most: mostOpen, bids };
  }

  // Returns a reason why the choice `better` is better than the choice `worse`. A choice that is null is a
  // pass. Returns null if there is no deal on which both choices can be bid.
  // kind "place": the place of an unseen card changes which choice is better (see findPlace).
  // kind "wins": the number of deals that each choice wins. This is the reason if no place changes which
  // choice is better.
  // cause: why the worse choice is lost (see `cause`). If this choice is a pass or seldom lost, or if no
  // cause of its losses is found, the cause says why the better choice is lost.
  // hands: the hands of an example deal (only for the kind "wins").
  // line: the cards that were played in this deal, null if the deal was not played out.
  // isAtTable: whether mean payments at the table, where nobody sees the other hands, decided which choice is
  // better. Then the kind "place" is not used, because the place of a card is found with open cards.
  reason(better, worse, isAtTable) {
    const [best, other] = [this.indexOf(better), this.indexOf(worse)];
    const { deals: lost, lines, ...cause } = this.cause([best, other]) ?? {};
    const place = better && !isAtTable && this.place(best, other);
    if (place && place.mean > 0 && place.rest <= 0 && place.explained * place.of >= CERTAIN)
      return { kind: "place", ...place, cause };
    const paid = (list) => [best, other].map((i) => (i === null ? 0 : list[i]));
    const deals = this.payoffs.map((list, k) => ({ deal: this.looked[k], paid: paid(list) }));
    const both = deals.filter((deal) => !deal.paid.includes(null));
    if (!both.length) return null;
    const gaps = both.map(({ paid: [more, less] }) => more - less);
    const wins = [0, 1].map((i) => both.filter((deal) => deal.paid[i] > 0).length);
    const won = [0, 1].map((i) => meanOf(both.map((deal) => deal.paid[i]).filter((n) => n > 0)));
    const isLost = ({ deal }) => !lost || lost.includes(deal);
    const example = both[greatest(gaps, (k) => isLost(both[k]) || !both.some(isLost))].deal;
    return { kind: "wins", of: both.length, wins, won, cause, hands: example.hands,
      line: lines?.get(example) ?? null };
  }

  // Returns the cause of the losses (see causeOfLoss) of one of two choices. list: the indexes of the two
  // choices, null for a pass. The second choice is tried first, then the first one. A choice that is seldom
  // lost is skipped. Returns null if no cause is found.
  // In the result, `choice` is the index in `list` of the choice that is lost. `deals` are the random deals
  // with this cause. `lines` is a Map with the cards that were played in each of these deals. The cards are
  // undefined if the deals were not played out.
  cause(list) {
    for (const choice of [1, 0]) {
      const i = list[choice];
      if (i === null) continue;
      const lost = this.looked.filter((_, k) => this.payoffs[k][i] < 0);
      if (lost.length < OFTEN * this.looked.length) continue;
      const { answers, row } = this;
      const deals = lost.slice(0, LOST).map((deal) => {
        const [{ q, value, discard }] = this.results([this.choices[i]], deal);
        const wish = { ...deal, game: { talon: row.talon }, laid: [], played: [] };
        return { deal, q, value, position: q.play && answers.start(wish, q, discard ?? 0) };
      });
      const cause = causeOfLoss(answers, deals);
      if (cause) return { ...cause, choice, deals: cause.deals.map(({ deal }) => deal),
        lines: new Map(cause.deals.map(({ deal, line }) => [deal, line])) };
    }
    return null;
  }

  // Returns the unseen card whose place matters most for the difference between two choices (see findPlace).
  // best, other: the indexes of the choices. If `other` is null, it stands for a pass.
  place(best, other) {
    const gap = (list) => (list[best] ?? null) === null ? null
      : list[best] - (other === null ? 0 : list[other] ?? 0);
    const all = this.payoffs.map((list, k) => ({ loss: gap(list), hands: this.looked[k].hands }));
    const known = all.filter(({ loss }) => loss !== null);
    const seats = [0, 1, 2, 3].slice(0, this.row.seats).filter((seat) => seat !== this.seat);
    const places = seats.map((seat) => ({ seat, masks: known.map(({ hands }) => hands[seat]) }));
    const found = findPlace(known.map(({ loss }) => loss), places);
    return found && { ...found, isHere: null, hands: known[found.example].hands };
  }
}
