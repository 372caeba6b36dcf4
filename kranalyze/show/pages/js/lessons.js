// The lessons of a player: the cards and bids that cost something or were lucky, and what was learned of
// them.
import { costlyCalls, costlyCards } from "./costs.js";
import { forGood } from "./kept.js";

// Number of other lessons before a lesson comes again that was answered wrong.
const PAUSE = 3;

// Returns a short key of a card in a game, by which its lesson is known on every page with this game.
const keyOf = (record, at) =>
  `${record.date ?? ""}.${record.hands.map((mask) => (mask ?? 0).toString(36)).join(".")}.${at}`;

// Lists the lessons of a player, dearest first: { kind, game, record, at, seat, card, cost, verdict, key }
// each. kind: "card", or "bid" for a call; at: the index of the card or call.
export function lessonsOf(evening, name) {
  const lessons = evening.flatMap((record, game) => {
    const seat = record.names?.indexOf(name) ?? -1;
    if (seat < 0 || !record.hands || record.hands.includes(null)) return [];
    const cards = costlyCards(record).map((card) => ({ ...card, kind: "card", key: keyOf(record, card.at) }));
    const calls = costlyCalls(record).map((call) =>
      ({ ...call, kind: "bid", key: keyOf(record, `b${call.at}`) }));
    return [...calls, ...cards].filter((one) => one.seat === seat).map((one) => ({ ...one, game, record }));
  });
  return lessons.sort((a, b) => b.cost - a.cost);
}

// Returns the number of legal cards at a turn, as far as the analysis has it.
export const choicesAt = (record, at) => (record.cards?.[at]?.[0] ?? []).length / 2;

// Returns the user's progress: { turn, of }. turn counts the answers. of has for each key { right, due }:
// whether the last answer was right, and the turn from which a wrong answer is asked again.
export const learned = () => forGood.load("learned") ?? { turn: 0, of: {} };

export function noteAnswer(lesson, isRight) {
  const { turn, of } = learned();
  const due = turn + 1 + (isRight ? 0 : PAUSE);
  forGood.save("learned", { turn: turn + 1, of: { ...of, [lesson.key]: { right: isRight, due } } });
}

// Returns the lesson to ask next: one that was answered wrong and is due, else the dearest that was never
// asked, else one that was answered wrong. Null if all were answered right.
export function nextLesson(lessons) {
  const { turn, of } = learned();
  const wrong = lessons.filter(({ key }) => of[key] && !of[key].right);
  wrong.sort((a, b) => of[a.key].due - of[b.key].due);
  const due = wrong.find(({ key }) => of[key].due <= turn);
  return due ?? lessons.find(({ key }) => !of[key]) ?? wrong[0] ?? null;
}
