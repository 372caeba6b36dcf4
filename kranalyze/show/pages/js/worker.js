// Runs as the worker of the page, the thread that solves. Starts the core (C code compiled to WebAssembly),
// and then answers messages in their order.
import { Answers } from "./answer.js";
import { askedOf } from "./programquestion.js";
import { bestLine } from "./bestplay.js";
import { BidTurn } from "./bidding.js";
import { cellsOf } from "./cells.js";
import { Turn } from "./advising.js";
import { Core } from "./core.js";
import { judgeTurn } from "./figures.js";
import { readKpn } from "./kpn.js";
import { pastedGames } from "./pasted.js";
import { Questions } from "./question.js";
import { programRow } from "./records.js";
import { reasonOf } from "./reasons.js";
import { Refusal } from "./refusal.js";

const gamesOf = ({ questions }) => Object.values(questions.games);

function rowsOfText(answers, text) {
  const { records, errors } = readKpn(text, answers.core, gamesOf(answers));
  return { records: records.map((record) => programRow(record, answers.core)), errors };
}

// Returns the turn of a seat in a game of KPN, the text format of logged games. after: number of cards played
// before the turn.
function turnOf(answers, { text, seat, after }) {
  const { records } = readKpn(text, answers.core, gamesOf(answers));
  if (!records.length) throw new Refusal("notKnown");
  return new Turn(answers.core, records[0], seat, after);
}

// Returns advice about the cards of a seat: the number of layouts, the figures of the cards, and the hands
// that lie open. card: the card played. accuracy: the settings of judgeTurn. withFloors: whether to find the
// floors of the cards, too (see Turn.floors). Floors are found only if all layouts are examined.
function advised(answers, { accuracy, card, withFloors, ...asked }) {
  const turn = turnOf(answers, asked);
  const open = turn.places.filter((place) => place.open).map((place) => [place.seat, place.open]);
  const advice = { ...judgeTurn(turn, accuracy, card), open };
  if (withFloors && turn.count <= accuracy.limit) {
    const floors = turn.floors(advice.cards);
    advice.cards = advice.cards.map((one, i) => ({ ...one, floor: floors[i] }));
  }
  return advice;
}

// Returns the turn of a seat in the auction of a game of KPN. Keeps the last turn with its random deals. If
// the same turn is asked for again, returns the kept one.
function bidTurnOf(answers, { text, seat, at }) {
  const key = `${seat} ${at} ${text}`;
  if (answers.bidTurn?.key !== key) {
    const { records } = readKpn(text, answers.core, gamesOf(answers));
    if (!records.length) throw new Refusal("notKnown");
    answers.bidTurn = { key, turn: new BidTurn(answers, records[0], seat, at) };
  }
  return answers.bidTurn.turn;
}

function bidsValued(answers, asked) {
  const turn = bidTurnOf(answers, asked).sample();
  return { deals: turn.looked.length, choices: turn.figures(), mayPass: turn.mayPass,
    passCostLow: turn.choices.length ? turn.costLow(null) : 0 };
}

// The functions that answer the messages of the page, by the kind of message.
const ASKED = {
  solve: (answers, question) =>
    answers.stand({ ...askedOf(answers.core, gamesOf(answers), question), byHand: true }),
  read: rowsOfText, pasted: (answers, text) => pastedGames(text, answers.core, gamesOf(answers)),
  stand: (answers, argument) => answers.stand(argument), line: bestLine,
  grid: (answers, argument) => cellsOf(answers, answers.wish(argument)),
  advise: advised,
  reason: (answers, { worse, better, looked, ...asked }) =>
    reasonOf(answers, turnOf(answers, asked), worse, better, looked),
  bids: bidsValued, judgeBid: (answers, asked) => bidTurnOf(answers, asked).judge(asked.own),
  bidReason: (answers, { better, worse, isAtTable, ...asked }) =>
    bidTurnOf(answers, asked).reason(better, worse, isAtTable),
  raw: (answers, argument) => answers.raw(argument),
};

async function started({ wasm, games }) {
  const { instance } = await WebAssembly.instantiate(wasm, {});
  const core = new Core(instance);
  return new Answers(core, new Questions(core, games));
}

if (typeof WorkerGlobalScope !== "undefined" && self instanceof WorkerGlobalScope) {
  let ready = null;
  self.onmessage = async ({ data: { id, ask, argument } }) => {
    try {
      if (ask === "begin") ready = started(argument);
      const solver = await ready;
      self.postMessage({ id, answer: ask === "begin" ? null : ASKED[ask](solver, argument) });
    } catch (error) {
      self.postMessage({ id, error: String(error.message ?? error.key),
        refused: error instanceof Refusal ? { ...error } : null });
    }
  };
}
