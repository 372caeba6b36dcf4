// Finds best play from a position to the end: each seat plays its best card.
import { held, subsets } from "./answer.js";
import { cardsOf } from "./cards.js";
import { P, T, hand } from "./core.js";
import { parties } from "./question.js";

// Returns { cards, laid, announced } for best play. `spec` is the wish (Answers.wish) that gives the
// position.
// cards: the cards played, in order. laid: the cards that two declarers lay face down, [seat, card] each.
// announced: the announcements, [index, seat, mask] each. The seat makes the announcements of the mask (see
// subsets) when it plays its card. index: the index of this card in `cards`.
export function bestLine(answers, spec) {
  const game = answers.follow(answers.wish(spec));
  const laid = [];
  const announced = [];
  const before = game.moves.length;
  while (game.position && held(game.position) && !answers.decided(game.q.play, game.position)) {
    const { q, position } = game;
    const lays = answers.laying(q, position);
    const seat = lays >= 0 ? lays : answers.core.toPlay(q.play, position);
    if (seat < 0) break;
    const choice = best(answers, q, position, seat, lays >= 0);
    if (lays >= 0) {
      laid.push([seat, choice.card]);
      game.position = position.slice();
      game.position[P.forced + seat] = choice.card;
      continue;
    }
    if (choice.announce) announced.push([game.moves.length - before, seat, choice.announce]);
    answers.step(game, choice.card, { announced: choice.announce });
  }
  return { cards: game.moves.slice(before).map(({ card }) => card), laid, announced };
}

// Returns the best choice { card, announce } of a seat. announce: the mask of the announcements that the seat
// makes with the card. lays: whether the seat lays the card face down.
function best(answers, q, position, seat, lays) {
  if (parties(q)) return selfish(answers, q, position, seat, lays);
  return bestChoice(answers, q.play, position, seat);
}

// Returns the best choice of a seat in a task of two sides. If several choices are equally good, a choice
// without announcements is preferred, and then the choice with the lowest card.
export function bestChoice(answers, task, position, seat) {
  const sets = subsets(answers.announceable(task, position, seat));
  const sign = (task[T.side] >> seat) & 1 ? 1 : -1;
  let chosen = null;
  answers.core.worth(sets.map((set) => [task,
    answers.announce(task, position, seat, null, set)])).forEach(({ cards }, i) => {
    for (const [card, value] of cards)
      if (!chosen || sign * value > chosen.value) chosen = { card, announce: sets[i], value: sign * value };
  });
  return chosen;
}

// Returns the best choice of a seat if every seat plays for itself: the choice whose settlement the seat
// prefers to all others.
function selfish({ core }, q, position, seat, lays) {
  const moves = cardsOf(lays ? hand(position, seat) : core.moves(q.play, position));
  const after = moves.map((card) => {
    if (!lays) return core.play(q.play, position, card);
    const laid = position.slice();
    laid[P.forced + seat] = card;
    return laid;
  });
  if (moves.length === 1 || !held(after[0])) return { card: moves[0], announce: 0 };
  const vectors = core.worth(after.map((one) => [q.play, one]), false).map(({ vector }) => vector);
  const at = vectors.reduce((most, vector, i) =>
    (core.prefers(q.play, seat, vector, vectors[most]) ? i : most), 0);
  return { card: moves[at], announce: 0 };
}

// Yields { seat, card } for each trick from a position on. seat: the seat that takes the trick. card: the
// card with which this seat takes the trick. Play ends when the result is decided, which can happen within a
// trick. task: a task of two sides.
// choose: function that returns the choice { card, announce } of a seat. Its arguments are the position, the
// seat and the cards of the trick so far.
export function* tricksFrom(answers, task, position, choose) {
  const { core } = answers;
  let now = position;
  let trick = [...position.subarray(P.played, P.played + position[P.count])];
  while (now === position || !answers.decided(task, now)) {
    const seat = core.toPlay(task, now);
    if (seat < 0) return;
    const { card, announce } = choose(now, seat, trick);
    const before = answers.announce(task, now, seat, null, announce);
    const after = core.play(task, before, card);
    after.set(before.subarray(P.declared, P.declared + 4), P.declared);
    trick.push(card);
    if (after[P.done] > now[P.done]) {
      const seats = [0, 1, 2, 3].map((i) => (now[P.leader] + i) & 3).filter((s) => (task[T.seats] >> s) & 1);
      yield { seat: after[P.leader], card: trick[seats.indexOf(after[P.leader])] };
      trick = [];
    }
    now = after;
  }
}

// Returns { seat, card } for the trick in progress: the seat that takes the trick, and the card with which
// this seat takes it. The seat to play plays `card`, and the later seats play their best cards. Returns null
// if play ends within the trick. task: a task of two sides.
export function trickAfter(answers, task, position, card) {
  const choose = (now, seat) => (now === position ? { card, announce: 0 }
    : bestChoice(answers, task, now, seat));
  return tricksFrom(answers, task, position, choose).next().value ?? null;
}
