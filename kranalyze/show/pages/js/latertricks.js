// Compares two cards of a seat. Finds a card that takes a trick if the seat plays one of the two cards, but
// takes none if the seat plays the other. Looks at layouts, which are ways in which the cards that the seat
// does not see can lie.
import { bestChoice, tricksFrom } from "./bestplay.js";
import { GOAL, T } from "./core.js";
import { range } from "./figures.js";
import { likelyCard } from "./likelyplay.js";

// After each of the two cards, the game is played to its end. TRIED: maximum number of layouts in which this
// is done. TRYING: maximum number of milliseconds for all these layouts.
const TRIED = 40;
const TRYING = 900;

// A card makes the difference between the two compared cards if two conditions hold. First, the card takes a
// trick after one compared card but not after the other, in at least the fraction SHARED of the layouts.
// Second, the reverse is seldom: it happens in at most SELDOM times as many layouts.
const SHARED = 0.5;
const SELDOM = 0.25;

// Lets a seat play `card`, and then plays the game to its end. Returns a map from each card that wins a trick
// to the seat that played it. seat: the seat that plays `card`.
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

// Returns whether a trick is good for the side of the seat `me`, if `seat` takes this trick.
function isGoodTrick(task, seat, me) {
  const isMaximiser = (task[T.side] >> me) & 1;
  if (task[T.goal] === GOAL.sweep) return ((task[T.takers] >> seat) & 1) === isMaximiser;
  return ((task[T.side] >> seat) & 1) === isMaximiser;
}

// Returns the card that makes the difference (see SHARED) most often, null if no card does.
// layouts: the layouts. losses: for each layout, the settlement that the worse card gives away. fits:
// function that gets the index of a layout and returns whether the layout may be used. cards: the worse and
// the better card.
// In the result { card, seat, side, isOwn, after, times, of, example }:
// card: the card that makes the difference. after: 0 if it takes a trick only after the worse card, 1 if only
// after the better card.
// times: number of layouts in which it takes a trick as `after` says. of: number of layouts that were played
// out.
// seat: the seat that takes the trick with the card, or null if different seats take the trick in
// different layouts. side: the key of the words for these seats if `seat` is null. isOwn: whether `seat` is
// the seat to play.
// example: among the layouts that `times` counts, the index of the layout with the greatest loss.
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
        if (!made.has(key))
          made.set(key, { card, after, where: [], seats: new Set(), sides: new Set(), isReason: true });
        made.get(key).where.push(index);
        made.get(key).seats.add(seat);
        const isPartner = ((task[T.side] >> seat) & 1) === ((task[T.side] >> turn.seat) & 1);
        made.get(key).sides.add(isPartner ? "yourPartner" : "anOpponent");
        // The trick explains the loss in two cases: it is taken after the worse card and is bad for the
        // seat's side, or it is taken after the better card and is good for this side.
        if (isGoodTrick(task, seat, turn.seat) !== Boolean(after)) made.get(key).isReason = false;
      }
    });
  }
  const times = ({ card }, after) => made.get(`${after} ${card}`)?.where.length ?? 0;
  const fitting = [...made.values()].filter((one) => one.isReason && one.where.length >= SHARED * of &&
    times(one, 1 - one.after) <= SELDOM * one.where.length);
  if (!fitting.length) return null;
  const found = fitting.reduce((best, one) => (one.where.length > best.where.length ? one : best));
  const { card, after, where, seats, sides } = found;
  const side = sides.size === 1 ? [...sides][0] : "somebodyElse";
  const seat = seats.size === 1 ? [...seats][0] : null;
  return { card, seat, side, isOwn: seat === turn.seat, after, times: where.length, of,
    example: where.reduce((best, i) => (losses[i] > losses[best] ? i : best)) };
}
