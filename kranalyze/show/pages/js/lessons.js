// Lists the lessons of a player, and stores the answers of the user. A lesson asks the player to choose again
// at a turn of a logged game where the card or bid cost something or was lucky.
import { turnOfPlayer } from "./bidlessons.js";
import { costlyCalls, costlyCards } from "./costs.js";
import { forGood } from "./kept.js";

// Number of other lessons before a wrongly answered lesson comes again.
const PAUSE = 3;

// Returns a short key of the lesson at a turn of a game. at: the index of a card, or "b" with the index of a
// call. All pages with this game have the same key for the lesson.
const keyOf = (record, at) =>
  `${record.date ?? ""}.${record.hands.map((mask) => (mask ?? 0).toString(36)).join(".")}.${at}`;

// Returns the group of a lesson in the list. The group is the verdict, if the lesson has one. Otherwise it
// is "open" if the card is not judged yet, and "close" if the examined layouts do not decide the verdict.
export const standingOf = ({ verdict, loss }) => verdict || (loss === null ? "open" : "close");

// The groups of lessons. A line of the page says how many lessons each group has, in this order.
export const STANDINGS = ["mistake", "lucky", "open", "close", "unlucky"];

// The rank of each group in the list of lessons. A mistake without consequences ("lucky") ranks with the
// other mistakes.
const LIST_RANKS = { mistake: 0, lucky: 0, open: 1, close: 2, unlucky: 3 };

// Returns the amount that ranks a lesson within its group. Usually it is the loss, which is a mean over the
// layouts that the player could not exclude. Bad luck is ranked by the cost with open cards. A card that is
// not judged yet is ranked by this cost, too.
const weightOf = ({ verdict, cost, loss }) => (verdict === "unlucky" ? cost : loss ?? cost);

// Lists the lessons of a player: { kind, game, record, at, seat, card, cost, loss, verdict, key } each. They
// are sorted by LIST_RANKS, and within a rank the gravest comes first. kind: "card", or "bid" for a call.
// at: the index of the card or call. game: the index of the game in the evening.
export function lessonsOf(evening, name) {
  const lessons = evening.flatMap((record, game) => {
    const seat = record.names?.indexOf(name) ?? -1;
    if (seat < 0 || !record.hands || record.hands.includes(null)) return [];
    const cards = costlyCards(record).map((card) => ({ ...card, kind: "card", key: keyOf(record, card.at) }));
    const calls = costlyCalls(record).map((call) =>
      ({ ...call, kind: "bid", key: keyOf(record, `b${call.at}`) }));
    return [...calls, ...cards].filter((one) => one.seat === seat).map((one) => ({ ...one, game, record }));
  });
  const rank = (lesson) => LIST_RANKS[standingOf(lesson)];
  return lessons.sort((a, b) => rank(a) - rank(b) || weightOf(b) - weightOf(a));
}

// Returns the number of legal cards at a turn, or 0 if the analysis does not list the cards.
export const choicesAt = (record, at) => (record.cards?.[at]?.[0] ?? []).length / 2;

// Returns whether a seat's cards still have no values, because nobody has analysed the game.
export function lacksValues({ contract, cards, seats = [], hands }, seat) {
  if (!contract || !hands || hands.includes(null)) return false;
  const own = seats.flatMap((who, at) => (who === seat ? [at] : []));
  return own.length > 0 && own.every((at) => !cards?.[at]?.[0]?.length);
}

// Lists the indexes of a seat's cards without a verdict. Cards that were the only legal card are left out.
export function openCards(record, seat) {
  const judged = new Set((record.known ?? []).map(([at]) => at));
  return (record.play ?? []).flatMap((_, at) =>
    (record.seats[at] === seat && !judged.has(at) && choicesAt(record, at) > 1 ? [at] : []));
}

// Returns whether a seat has no card or call left that can still be judged.
export const isJudged = (record, seat) => !record.contract ||
  !(lacksValues(record, seat) || openCards(record, seat).length || turnOfPlayer(record, seat) !== null);

// Returns the user's progress: { turn, of }. turn: number of answers so far. of: an object with an entry
// { right, due, tries } for each answered lesson, by the key of the lesson. right: whether the last answer
// was right. due: if the last answer was wrong, the lesson is asked again from this turn on. tries: number of
// answers to this lesson.
export const learned = () => forGood.load("learned") ?? { turn: 0, of: {} };

// Stores an answer. Returns the progress as it was before this answer.
export function noteAnswer(lesson, isRight) {
  const before = learned();
  const { turn, of } = before;
  const due = turn + 1 + (isRight ? 0 : PAUSE);
  const tries = (of[lesson.key]?.tries ?? 0) + 1;
  forGood.save("learned", { turn: turn + 1, of: { ...of, [lesson.key]: { right: isRight, due, tries } } });
  return before;
}

// Stores the progress that was there before an answer, so that the answer does not count.
export const restoreProgress = (before) => forGood.save("learned", before);

// Returns how many of the lessons the user answered right at the first attempt.
export function knownAtOnce(lessons) {
  const { of } = learned();
  return lessons.filter(({ key }) => of[key]?.right && of[key].tries === 1).length;
}

// Returns the lesson to ask next, null if all lessons were answered right. If a lesson that was answered
// wrong is due, returns this lesson. Otherwise returns the first lesson of the list that was never asked. If
// all lessons were asked, returns a lesson that was answered wrong, although it is not due yet.
export function nextLesson(lessons) {
  const { turn, of } = learned();
  const wrong = lessons.filter(({ key }) => of[key] && !of[key].right);
  wrong.sort((a, b) => of[a.key].due - of[b.key].due);
  const due = wrong.find(({ key }) => of[key].due <= turn);
  return due ?? lessons.find(({ key }) => !of[key]) ?? wrong[0] ?? null;
}
