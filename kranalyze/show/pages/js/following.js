// The play of records that were read: their rows are followed by the rules of the core, and settled at the
// end.
import { cardsOf } from "./cards.js";
import { hand, P } from "./core.js";
import { Refusal } from "./refusal.js";
import { wordsOf } from "./said.js";

// Each record's cards in playing order, seats, takers, settlement; a record with what is wrong in it, as
// data.
export const followed = (answers, records) => records.map((record) => {
  try {
    return { ...record, ...follow(answers, record) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { key, gaps, line = record.line, column = 1 } = error; // without a place: the game as a whole
    return { ...record, refused: { key, gaps, line, column } };
  }
});

function follow(answers, record) {
  const { rows = [], leader } = record;
  if (!record.contract || !rows.length) return {};
  // Two Bettlers: what they played to trick 1 is what they had laid.
  const laid = [record.declarer, record.second].filter((seat) => record.second !== undefined &&
    rows[0][seat].card !== null).map((seat) => [seat, rows[0][seat].card]);
  // A Contra of trick 1 counts from its card on.
  const contra = record.announce.some(([, what]) => what === "contra") ? 0 : record.contra;
  const game = answers.begin(answers.wish({ ...record, contra,
    laid: record.laid.length ? record.laid : laid }));
  if (!game.biddable || !game.position) return {};
  if (leader !== undefined && game.position[P.leader] !== leader)
    throw new Refusal("leads", { seat: game.position[P.leader], other: leader }, record.led);
  rows.every((row, number) => trick(answers, game, record, row, number));
  const { moves, takers, q } = game;
  const found = {
    play: moves.map(({ card }) => card), seats: moves.map(({ seat }) => seat), takers,
      laid: record.laid.length ? record.laid : laid,
    partner: q.partner ?? undefined, notes: moves.flatMap(({ card }, at) =>
      (record.texts?.get(card) ?? []).map((text) => [at, text])),
  };
  if (game.end) {
    const { payoff } = answers.worths(game, ended(answers, game.end, q) ? game.before.at(-1) : game.end,
      moves.at(-1).seat);
    if (payoff) found.settlement = payoff;
  }
  return found;
}

// Whether nobody has a card left to play; who sits out keeps his.
const ended = ({ core }, position, q) => core.toPlay(q.play, position) < 0;

// A row of cards by seats; false where play stopped.
function trick(answers, game, record, row, number) {
  const place = ({ line, column }) => ({ line, column });
  const done = () => game.takers.length > number;
  const played = new Set();
  while (!done()) {
    const seat = answers.core.toPlay(game.q.play, game.position);
    const { card } = row[seat] ?? { card: null };
    if (card === null) {
      const early = row.findIndex((cell, who) => cell.card !== null && !played.has(who));
      if (early < 0) return false;
      const gaps = { seat: early, card: row[early].card };
      throw seat < 0 ? new Refusal("playOver", gaps, place(row[early]))
        : new Refusal("before", { ...gaps, other: seat }, place(row[early]));
    }
    try {
      answers.step(game, card, number ? null : game.wish.game.declares ||
        record.announce.length ? wordsOf(record.announce, seat) : null);
    } catch (error) {
      throw error instanceof Refusal ? refusal(answers, game, seat, card, place(row[seat])) : error;
    }
    played.add(seat);
    // What is played on after the end counts for nothing.
    if (ended(answers, game.position, game.q) || answers.decided(game.q.play, game.position))
      game.end ??= game.position;
  }
  const idle = row.findIndex(({ card }, who) => card !== null && !played.has(who));
  if (idle >= 0) throw new Refusal("sitsOut", { seat: idle }, place(row[idle]));
  return true;
}

// Why a card cannot be played.
function refusal({ core }, { q, position }, seat, card, place) {
  if (!((hand(position, seat) >>> card) & 1)) return new Refusal("holdsNot", { seat, card }, place);
  return new Refusal("cannotPlay", { seat, card, cards: cardsOf(core.moves(q.play, position)) }, place);
}
