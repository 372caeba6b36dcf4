// Compares two cards of a seat, and finds a card that takes a trick after one of them but not after the
// other. Looks at layouts of the cards that the seat does not see.
import { bestChoice, tricksFrom } from "./bestplay.js";
import { GOAL, T } from "./core.js";
import { range } from "./figures.js";
import { likelyCard } from "./likelyplay.js";

// TRIED: maximum number of layouts in which play goes on after both cards. TRYING: maximum number of
// milliseconds for this.
const TRIED = 40;
const TRYING = 900;

// A card makes the difference if it takes a trick after only one of the two cards, in at least the share
// SHARED of the layouts. The number of layouts in which it takes a trick only after the other one must be
// small: at most the share SELDOM of the number of these layouts.
const SHARED = 0.5;
const SELDOM = 0.25;

// Returns the cards that take tricks after the seat to play has played a card: a map from each such card to
// its seat.
function takingCards(answers, task, position, card, seat) {
  const isSweep = task[T.goal] === GOAL.sweep;
  const mySide = (task[T.side] >> seat) & 1 ? task[T.side] : ~task[T.side];
  const choose = (now, who, trick) => {
    if (now === position) return { card, announce: 0 };
    if (isSweep) return { card: likelyCard(answers, task, now, who, trick, mySide), announce: 0 };
    return bestChoice(answers, task, now, who);
  };
  return new Map([...tricksFrom(answers, task, position, choose)].map((trick) => [trick.card, trick.seat]));
}

// Returns whether it is good for the side of the seat `me` that another seat takes a trick.
function isGoodTrick(task, seat, me) {
  const isMaximiser = (task[T.side] >> me) & 1;
  if (task[T.goal] === GOAL.sweep) return ((task[T.takers] >> seat) & 1) === isMaximiser;
  return ((task[T.side] >> seat) & 1) === isMaximiser;
}

// Returns the card that makes the difference most often. null: no card makes it often.
// layouts: the layouts. losses: for each layout, the loss by the worse card. fits: function that returns
// whether the layout with an index may be used. cards: the worse and the better card.
// In the result { card, seat, isOwn, after, times, of, example }:
// after: 0 if the card takes a trick only after the worse card, 1 if only after the better card.
// times: number of layouts in which it does so, of the `of` layouts that were played out.
// seat: the seat that holds the card, null if the layouts differ in this. isOwn: whether it is the seat to
// play.
// example: index of the layout with the greatest loss among them.
export function laterTrick(answers, turn, { layouts, losses, fits, cards }) {
  const worse = range(layouts.length).filter((i) => losses[i] > 0 && fits(i));
  const most = Math.min(worse.length, TRIED);
  const until = Date.now() + TRYING;
  const made = new Map();
  let of = 0;
  for (; of < most && Date.now() < until; of++) {
    const index = worse[Math.floor((of * worse.length) / most)];
    const { task, position } = turn.positionIn(layouts[index]);
    if (task[T.goal] >= GOAL.last) return null;
    const taken = cards.map((card) => takingCards(answers, task, position, card, turn.seat));
    taken.forEach((map, after) => {
      for (const [card, seat] of map) {
        if (taken[1 - after].has(card)) continue;
        const key = `${after} ${card}`;
        if (!made.has(key)) made.set(key, { card, after, where: [], seats: new Set(), isReason: true });
        made.get(key).where.push(index);
        made.get(key).seats.add(seat);
        // The trick explains the loss in two cases: it follows the worse card and is bad for the seat's side,
        // or it follows the better card and is good for this side.
        if (isGoodTrick(task, seat, turn.seat) !== Boolean(after)) made.get(key).isReason = false;
      }
    });
  }
  const times = ({ card }, after) => made.get(`${after} ${card}`)?.where.length ?? 0;
  const fitting = [...made.values()].filter((one) => one.isReason && one.where.length >= SHARED * of &&
    times(one, 1 - one.after) <= SELDOM * one.where.length);
  if (!fitting.length) return null;
  const found = fitting.reduce((best, one) => (one.where.length > best.where.length ? one : best));
  const { card, after, where, seats } = found;
  const seat = seats.size === 1 ? [...seats][0] : null;
  return { card, seat, isOwn: seat === turn.seat, after, times: where.length, of,
    example: where.reduce((best, i) => (losses[i] > losses[best] ? i : best)) };
}
