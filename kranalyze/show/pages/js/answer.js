// Answers questions: computes the values of positions and cards from a deal, a contract and the cards played
// so far. A wish is what the user asks: a deal and a contract. The wish may leave the seats, the trump and so
// on of the contract open (null). A question, here named q, is a contract with all its seats, its trump and
// its order of rank. A task (kr_task in solver/kr.h) holds the rules of play and the goal of a search.
import { cardsOf, rankOf } from "./cards.js";
import { GOAL, NONE, P, STOP, T, hand } from "./core.js";
import { contractOf } from "./names.js";
import { biddable, calls, candidates, first, parties, payoffs, settlement, wins } from "./question.js";
import { Refusal } from "./refusal.js";
import { couple } from "./announcing.js";
import { SILENCE, wordsBySeat } from "./announcetag.js";

export const HUNDRED = 1;
export const ALL = 2;

// Returns whether any hand still has a card.
export const held = (position) => position.subarray(0, 16).some(Boolean);

// Lists all sets of announcements that can be made. A set is a mask: HUNDRED is the announcement of 100
// points, ALL is the announcement of all tricks. open: mask of the announcements that are still possible.
export const subsets = (open) => [0, HUNDRED, ALL, HUNDRED | ALL].filter((set) => (set & ~open) === 0);

export class Answers {
  constructor(core, questions) {
    this.core = core;
    this.questions = questions;
  }

  // Returns the wish of the user with defaults filled in. spec: the wish, with seats, cards and suits as
  // numbers.
  wish(spec) {
    const game = this.questions.game(spec.game);
    const rules = this.questions.rules(game, spec.rules);
    const row = this.questions.row(game, rules);
    const count = spec.contra ?? 0;
    if (count > row.mostContra) throw new Refusal("contra_too_many", { count }, { place: row.place });
    const contract = typeof spec.contract === "string" ? contractOf(game, spec.contract) : null;
    return { contra: 0, played: [], announcements: [], laid: [], ...spec, game, rules, contract };
  }

  // ---- questions on a whole deal

  // Returns the best question for the declarer among the questions that fit the wish. Also returns the
  // discard: the discard that the wish names, or else the best discard.
  choose(wish) {
    const all = this.questions.all(wish.game, wish.rules);
    const open = candidates(all, wish.game, wish);
    let best = null;
    for (const q of open) {
      const isChoice = open.length > 1 || (wish.game.talon && wish.discard === undefined);
      const candidate = isChoice ? this.merit(wish, q) : { q };
      if (!best || candidate.merit > best.merit) best = candidate;
    }
    const discard = wish.game.talon ? (wish.discard ?? best.discard ?? 0) : 0;
    return { q: best.q, discard };
  }

  // Returns the question q with its merit, a number that compares questions. The better q is for its
  // declarer, the greater is its merit. The question with the greater settlement before the first card is
  // better. If the settlements are equal, the question with the greater value is better. In a game with a
  // talon, the result also has the best discard, unless the wish names a discard.
  merit(wish, q) {
    if (!biddable(q, wish.hands)) return { q, merit: -1e9 };
    if (!q.play) return { q, merit: settlement(q, first(q), 1, 0) };
    if (wish.game.talon && wish.discard === undefined) {
      const { values, discards } = this.core.deal(wish.hands, wish.talon, [q.value], [[0]], [q.row]);
      const paid = settlement(q, first(q), values[0], wish.contra);
      return { q, discard: discards[0], merit: paid * 1000 + values[0] };
    }
    const start = this.start(wish, q, wish.discard ?? 0);
    const seat = first(q);
    const tasks = [q.own(seat), q.value ?? q.play];
    const [paid, own] = this.core.worth(tasks.map((task) => [task, start]), false);
    return { q, merit: settlement(q, seat, paid.value, wish.contra) * 1000 + own.value };
  }

  // ---- positions

  start(wish, q, discard) {
    const hands = [...wish.hands];
    if (wish.game.talon) hands[first(q)] = ((hands[first(q)] | wish.talon) & ~discard) >>> 0;
    const position = this.core.start(q.play, hands);
    position[P.points + 1] += cardsOf(discard).reduce((sum, card) => sum + q.play[T.points + rankOf(card)],
      0);
    for (const [seat, card] of this.laid(wish, q)) position[P.forced + seat] = card;
    return position;
  }

  // Returns pairs [seat, card]: the cards that two declarers lay face down for trick 1. If a declarer has
  // already played a card to trick 1, the played card is the laid card. Otherwise the card comes from
  // the wish. Throws a refusal if cards are played and one of the two laid cards is unknown.
  laid(wish, q) {
    if (q.second === null || !q.play) return [];
    const laid = new Map(wish.laid);
    let seat = first(q);
    for (const card of wish.played.slice(0, 4)) {
      if (seat === q.declarer || seat === q.second) laid.set(seat, card);
      seat = (seat + 1) & 3;
    }
    if (wish.played.length && laid.size < 2) throw new Refusal("faceDownUnknown");
    return [...laid];
  }

  // Returns the next seat that must lay a card face down, -1 if there is none.
  laying(q, position) {
    if (q.second === null || position[P.done] || position[P.count]) return -1;
    return [q.declarer, q.second].find((seat) => position[P.forced + seat] === NONE) ?? -1;
  }

  // Returns the suits of which a seat holds King and Queen. Returns an empty list if the seat's marriages do
  // not count.
  couples(task, position, seat) {
    if (!((task[T.marriageSeats] >> seat) & 1)) return [];
    return [0, 1, 2, 3].filter((suit) => couple(hand(position, seat), suit));
  }

  // Returns the position after a seat has declared marriages and made announcements. suits: the suits of the
  // marriages, null for all marriages that the seat holds. announced: mask of the announcements (see
  // subsets). Returns the same position if the seat can no longer announce anything.
  announce(task, position, seat, suits = null, announced = 0) {
    if (!((position[P.declaring] >> seat) & 1)) return position;
    const after = position.slice();
    for (const suit of suits ?? this.couples(task, position, seat)) after[P.declared + suit] = seat;
    after[P.announced] |= (task[T.side] >> seat) & 1 ? announced : announced << 2;
    after[P.declaring] &= ~(1 << seat);
    return after;
  }

  // Returns the mask of the announcements that a seat can still make (see subsets). Announcements that its
  // side has already made are left out.
  announceable(task, position, seat) {
    if (task[T.goal] !== GOAL.stakes || position[P.done] || !((position[P.declaring] >> seat) & 1)) return 0;
    const announced = (task[T.side] >> seat) & 1 ? position[P.announced] : position[P.announced] >> 2;
    return (HUNDRED | ALL) & ~announced;
  }

  // Returns whether the result of a task is decided in a position, so that play stops.
  decided(task, position) {
    const points = position[P.points];
    if (task[T.goal] === GOAL.race) return Math.max(points, position[P.points + 1]) >= task[T.need];
    if (!(task[1] & STOP)) return false;
    return points >= task[T.need] || Boolean(position[P.took] & ~task[T.takers]) ||
      position[P.done] >= task[T.tricks];
  }

  // Returns the game before its first card. Some fields of the result:
  // takers: the winners of the tricks so far.
  // before: for each card played, the position before it.
  // position: the present position, null if the contract may not be bid or is settled without play.
  begin(wish) {
    const { q, discard } = this.choose(wish);
    const game = { wish, q, discard, biddable: biddable(q, wish.hands), contra: wish.contra, position: null,
      moves: [], takers: [], announcements: [], before: [] };
    if (game.biddable && q.play) game.position = this.start(wish, q, discard);
    return game;
  }

  // Plays a card in a game. Before the card, the seat to play makes the announcements `words`. If `words` is
  // null, the seat declares all marriages that it holds, and announces nothing else.
  step(game, card, words = null) {
    const { wish, position } = game;
    const seat = this.core.toPlay(game.q.play, position);
    if (seat < 0) throw new Refusal("allPlayed", { n: game.moves.length + 1 });
    if (words?.raise) game.q = this.level(wish, game.q, words.raise);
    if (words?.contra && game.q.token) game.contra = 1;
    const { q } = game;
    const after = this.announce(q.play, position, seat, words?.declared ?? null, words?.announced ?? 0);
    if (!((this.core.moves(q.play, after) >>> card) & 1))
      throw new Refusal("cardRefused", { n: game.moves.length + 1, seat, card });
    this.note(game, seat, after, words);
    game.before.push(after); // `after` is the position before this card
    game.moves.push({ seat, card, trick: position[P.done] + 1, turn: position[P.count] + 1 });
    game.position = this.core.play(q.play, after, card);
    game.position.set(after.subarray(P.declared, P.declared + 4), P.declared);
    if (game.position[P.done] > position[P.done]) game.takers.push(game.position[P.leader]);
  }

  // Adds the announcements that a seat makes with its card to the announcements of the game. An announcement
  // has the form that it has in records: [seat, what, suit, points, level]. after: the position after these
  // announcements.
  note({ q, position, announcements }, seat, after, words) {
    if (words?.raise) announcements.push([seat, "raise", null, null, words.raise]);
    for (let suit = 0; suit < 4; suit++)
      if (after[P.declared + suit] !== position[P.declared + suit]) {
        const points = q.play[suit === q.trump ? T.marriageTrump : T.marriagePlain];
        announcements.push([seat, "marriage", suit, points, null]);
      }
    const announced = after === position ? 0 : (words?.announced ?? 0);
    if (announced & HUNDRED) announcements.push([seat, "hundred", null, null, null]);
    if (announced & ALL) announcements.push([seat, "all", null, null, null]);
    if (words?.contra) announcements.push([seat, "contra", null, null, null]);
  }

  // Returns the game after the cards that the wish lists as played.
  follow(wish) {
    const game = this.begin(wish);
    if (!game.position) return game;
    const words = typeof wish.announce === "string" ? wordsBySeat(this.core, wish, game.q) : null;
    // The tag Announce may have a Contra of trick 1. This Contra counts when its caller plays a card. Until
    // then, game.contra is 0.
    if ([...(words ?? new Map()).values()].some(({ contra }) => contra)) game.contra = 0;
    for (const [number, card] of wish.played.entries())
      this.step(game, card, this.wordsWith(game, card, number, words));
    for (const seat of words?.keys() ?? []) throw new Refusal("wordsLate", { seat });
    return game;
  }

  // Returns the announcements that the seat to play makes with a card. number: index of the card. words: for
  // each seat its announcements in the tag Announce, null if the wish has no such tag. The seat is removed
  // from `words`.
  // Without the tag, returns the announcements that the wish has for this card. If the wish has none for this
  // card, returns undefined. Then the seat declares its marriages and announces nothing else (see step).
  // There is one exception: if a program asks the question (wish.byHand), the seat also makes its best
  // announcement.
  wordsWith({ wish, q, position }, card, number, words) {
    const seat = this.core.toPlay(q.play, position);
    if (words) {
      const own = position[P.done] ? SILENCE : (words.get(seat) ?? SILENCE);
      words.delete(seat);
      return own;
    }
    const recorded = wish.announcements.find(({ at }) => at === number);
    if (recorded || !wish.byHand || !this.announceable(q.play, position, seat)) return recorded;
    const { announce } = this.cards({ position, q, contra: wish.contra }, seat);
    return { declared: null, announced: announce[card] ?? 0 };
  }

  // Returns the question that results if the partner raises the contract of q. Seats and trump are the same
  // as in q. name: the name of the new contract. Returns q if there is no such question.
  level(wish, q, name) {
    const contract = contractOf(wish.game, name);
    const same = (o) => ["declarer", "leader", "trump", "partner",
      "second"].every((key) => o[key] === q[key]);
    return this.questions.all(wish.game, wish.rules).find((o) => o.contract === contract && same(o)) ?? q;
  }

  // ---- questions of the page

  // Solves the position after the cards of a wish. Returns the facts of the question, the seat to play, the
  // value, and the settlements that the seats can force. Also returns the settlement that the seat to play
  // can force with each legal card.
  stand(spec) {
    const wish = this.wish(spec);
    const game = this.follow(wish);
    const { q, position } = game;
    const answer = this.describe(game);
    if (!game.biddable) return answer;
    if (!position)
      return { ...answer, value: 1, makeable: true, payoff: payoffs(q, 1, wish.contra, wish.game.seats) };
    Object.assign(answer, this.facts(game));
    const laying = this.laying(q, position);
    // Play can be over although a hand still has cards: a seat that sits out keeps its cards.
    const over = laying < 0 && this.core.toPlay(q.play, position) < 0;
    const seat = laying >= 0 ? laying : this.core.toPlay(q.play, position);
    const valued = over ? game.before.at(-1) : position;
    Object.assign(answer, this.worths(game, valued, over ? game.moves.at(-1).seat : seat));
    if (over) return { ...answer, to_play: null, cards: {}, over };
    if (spec.cards === false) return { ...answer, to_play: seat, lays: laying >= 0 };
    return { ...answer, to_play: seat, lays: laying >= 0, ...this.cards(game, seat) };
  }

  // Returns the facts of a question that the page shows with its answer.
  describe({ q, discard, biddable: may, moves, takers, announcements, wish }) {
    const called = calls(q, wish.hands);
    return {
      game: wish.game.id, contract: q.contract.id, declarer: q.declarer, second: q.second, leader: q.leader,
        trump: q.trump,
      partner: q.partner, order: q.order, calls: called === null ? null : cardsOf(called), discard,
        inPlay: q.play ? q.play[T.seats] : null,
        biddable: may,
      moves, takers, announcements, value: null, makeable: null, guarantee: null, payoff: null, to_play: null,
        cards: {}, over: false,
    };
  }

  facts({ q, position }) {
    return {
      hands: [0, 1, 2, 3].map((seat) => hand(position, seat)), leader: position[P.leader],
      announced: position[P.announced], points: [...position.subarray(P.points, P.points + 4)],
      announceable: this.announceable(q.play, position, this.core.toPlay(q.play, position)),
      decided: this.decided(q.play, position),
    };
  }

  worths({ q, wish, contra, moves }, position, seat) {
    const seats = wish.game.seats;
    if (parties(q)) {
      const bidders = q.second !== null ? [q.declarer, q.second] : q.declarer === null ? [0, 1, 2, 3]
        : [q.declarer];
      const results = this.core.worth(bidders.map((s) => [q.own(s), position]), false);
      const [selfish] = this.core.worth([[q.play, position]], false);
      const guarantee = [null, null, null, null];
      bidders.forEach((s, i) => (guarantee[s] = settlement(q, s, results[i].value, contra)));
      return {
        guarantee, payoff: selfish.vector.map((v, s) => settlement(q, s, v, contra)),
        value: q.declarer !== null && q.second === null ? results[0].value : null,
        makeable: q.declarer === null ? null : guarantee[q.declarer] > 0,
      };
    }
    const [{ value: settling }] = this.core.worth([[q.play, position]], false);
    const paid = payoffs(q, settling, contra, seats);
    let value = settling;
    if (q.value && q.value[T.goal] !== q.play[T.goal]) value = this.aside(q, wish);
    // Before the first card, a contract with a number q.at is makeable if the value is at least this number.
    // Later, and for other contracts, the payment decides.
    const whole = !moves.length && q.at !== null;
    return { value, guarantee: paid, payoff: paid,
      makeable: whole ? value >= q.at : wins(q, settling, contra) };
  }

  // Returns the value of a contract for which one task gives the value and another task gives the payment.
  // Plays the cards of the wish under the task that gives the value. Then solves the position after these
  // cards.
  aside({ value: task }, { hands, played }) {
    let position = this.core.start(task, hands);
    for (const card of played) position = this.core.play(task, position, card);
    return held(position) ? this.core.worth([[task, position]], false)[0].value : position[P.points];
  }

  // Returns two objects. cards: for each legal card, the settlement that the seat to play can force if it
  // plays the card with the best announcements. announce: for each card, the mask of these announcements.
  // Cards with which the seat announces nothing are left out of `announce`.
  cards({ q, position, contra }, seat) {
    const task = q.own(seat);
    const sets = subsets(this.announceable(q.play, position, seat));
    const options = sets.map((set) => this.announce(task, position, seat, null, set));
    const cards = new Map();
    const announce = {};
    this.core.worth(options.map((option) => [task, option])).forEach((result, i) => {
      for (const [card, value] of result.cards) {
        const paid = settlement(q, seat, value, contra);
        if (cards.has(card) && cards.get(card) >= paid) continue;
        cards.set(card, paid);
        if (sets[i]) announce[card] = sets[i];
        else delete announce[card];
      }
    });
    return { cards: Object.fromEntries(cards), announce };
  }

  // Solves positions for tests. tasks, positions: structs as bytes. which: for each position the index of its
  // task. Returns a list for each position: its value, and then the value of each legal card. If each seat
  // plays for itself in the task of a position, the list has the settlements of the four seats instead.
  raw({ tasks, which, positions }) {
    const results = [];
    for (let i = 0; i < which.length; i += 500) {
      const pairs = which.slice(i, i + 500).map((t, k) => [tasks[t], positions[i + k]]);
      const vectors = pairs.map(([t]) => t[T.goal] >= GOAL.last && t[T.seek] === NONE);
      const split = [this.core.worth(pairs.filter((_, k) => !vectors[k])),
        this.core.worth(pairs.filter((_, k) => vectors[k]), false)];
      for (const vector of vectors) results.push(split[Number(vector)].shift());
    }
    return results.map(({ value, vector, cards }, i) => {
      const isVector = tasks[which[i]][T.goal] >= GOAL.last && tasks[which[i]][T.seek] === NONE;
      return isVector ? vector : [value, ...cards.values()];
    });
  }
}
