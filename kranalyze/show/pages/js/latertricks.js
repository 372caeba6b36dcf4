// Finds the card that takes a trick after one card of a seat and takes none after another one, over layouts
// of the cards that the seat does not see.
import { bestChoice, tricksFrom } from "./bestplay.js";
import { GOAL, T } from "./core.js";
import { range } from "./figures.js";
import { likelyCard } from "./likelyplay.js";

// Maximum number of layouts in which both cards are played out, and of milliseconds for this.
const TRIED = 40;
const TRYING = 900;

// A card must take a trick after only one of the two cards in at least the share SHARED of the layouts. The
// other way round it may do so in at most the share SELDOM of these layouts.
const SHARED = 0.5;
const SELDOM = 0.25;

// Returns the cards that take tricks if the seat to play plays a card: a map from the card to its seat.
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

// Returns whether a trick of a seat is good for the side of another seat.
function isGoodTrick(task, seat, me) {
  const isMaximiser = (task[T.side] >> me) & 1;
  if (task[T.goal] === GOAL.sweep) return ((task[T.takers] >> seat) & 1) === isMaximiser;
  return ((task[T.side] >> seat) & 1) === isMaximiser;
}

// Returns the card that makes the difference most often: { card, seat, isOwn, after, times, of, example }.
// after: 0 if the card takes a trick after the worse card only, 1 if after the better card only. times:
// number of layouts in which it does, of `of` layouts that were played out. seat: whose card it is, null if
// this differs. isOwn: whether it is a card of the seat to play. example: index of the layout with the
// greatest loss. null: no card makes the difference often.
// layouts: the layouts. losses: what the worse card loses in each. fits: whether an index is of a layout that
// may be used. cards: the worse and the better card.
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
        // A trick is a reason if it is bad for the side after the worse card, or good after the better card.
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
