// Finds out why a bid is lost in random deals. All seats play best with open cards. In some contracts,
// certain seats must take the tricks. The deciding trick is the first trick that another seat takes. The bid
// is lost because of the card that takes the deciding trick, or because points are missing.
import { tricksFrom } from "./bestplay.js";
import { suitOf } from "./cards.js";
import { GOAL, T } from "./core.js";
import { KR_FLAG } from "./layouts.js";
import { likelyCard } from "./likelyplay.js";
import { parties } from "./question.js";

// Milliseconds after which no more deals are played out.
const PLAYING_TIME = 800;

// A card is the cause if it takes the deciding trick in at least the fraction CARD of the deals that are
// played out. A suit is the cause if its cards do so in at least the fraction SUIT of these deals.
const CARD = 0.3;
const SUIT = 0.4;

// Plays a lost deal up to the deciding trick. Among its best cards, each seat plays the card that a player
// would choose (likelyCard). Returns { card, line }. card: the card that takes the deciding trick, null if
// there is no deciding trick because only points are missing. line: the cards played.
function decidingTrick(answers, { q, position }) {
  const task = q.play;
  const own = (1 << q.declarer) | (q.partner === null ? 0 : 1 << q.partner);
  const line = [];
  const choose = (now, seat, trick) => {
    const card = likelyCard(answers, task, now, seat, trick, own);
    line.push(card);
    return { card, announce: 0 };
  };
  for (const { seat, card } of tricksFrom(answers, task, position, choose))
    if (!((task[T.takers] >> seat) & 1)) return { card, line };
  return { card: null, line };
}

// Returns the entry that occurs most often in a list, and how often it occurs.
function mostFrequent(list) {
  const times = new Map();
  for (const entry of list) times.set(entry, (times.get(entry) ?? 0) + 1);
  return [...times].reduce((most, one) => (one[1] > most[1] ? one : most), [null, 0]);
}

// Finds the card that most often takes the deciding trick. If no card does so often enough, finds a suit
// instead. If deals without a deciding trick are more frequent than any such card, the result has the kind
// "points". Returns the result in the form of causeOfLoss, null if nothing occurs often enough.
function cardCause(answers, deals) {
  const until = Date.now() + PLAYING_TIME;
  const played = [];
  for (const deal of deals) {
    if (Date.now() > until) break;
    played.push({ ...deal, ...decidingTrick(answers, deal) });
  }
  const cards = played.map(({ card }) => card);
  const suits = cards.map((card) => (card === null ? null : suitOf(card)));
  const where = (list, entry) => played.filter((_, i) => list[i] === entry);
  const [card, times] = mostFrequent(cards);
  const [suit, often] = mostFrequent(suits);
  const of = cards.length;
  if (times >= CARD * of) return { kind: card === null ? "points" : "card", card, times, of,
    deals: where(cards, card) };
  if (suit === null || often < SUIT * of) return null;
  return { kind: "suit", suit, times: often, of, deals: where(suits, suit) };
}

// Returns the cause of the losses of a bid, null if no cause is found.
// deals: lost deals { q, position, value }: the question of the bid, the position before the first card, and
// the value of the contract.
// The result has the kind of the cause, and the deals with this cause (deals). If deals were played out, each
// deal of the result has the cards that were played (line). The kinds:
// "card", "suit": this card or suit takes the deciding trick. isOwn: whether a card of the bidder does so.
// "points": only points are missing.
// For these three kinds, of: number of deals that were played out. times: number of deals with this cause.
// "short": the bidder's side gets `mean` points on average, and needs `need` points.
// "margin": the opponents get on average `mean` points more than the bidder's side.
export function causeOfLoss(answers, deals) {
  const [{ q } = {}] = deals;
  if (!q?.play || parties(q)) return null;
  const task = q.value ?? q.play;
  const mean = deals.reduce((sum, { value }) => sum + value, 0) / deals.length;
  if (task[T.goal] === GOAL.points)
    return { ...(task[T.flags] & KR_FLAG.margin ? { kind: "margin", mean: -mean }
      : { kind: "short", mean, need: q.at }), deals };
  if (q.play[T.goal] !== GOAL.sweep) return null;
  const found = cardCause(answers, deals);
  return found && { ...found, isOwn: !((q.play[T.takers] >> q.declarer) & 1) };
}
