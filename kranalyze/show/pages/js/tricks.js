// The Play section: fixed seat columns into cards in playing order, each held and legal.
import { bit, cardsOf, count, parseCard, rankOf, suitOf } from "./cards.js";
import { SECTION_ENDS } from "./auction.js";
import { flaw } from "./block.js";
import { playRules, turnOrder, whyIllegal, winnerOf } from "./legal.js";
import { message } from "./refusal.js";
import { contractNamed } from "./rows.js";
import { couple } from "./said.js";
import { firstSeat, runRace } from "./settled.js";

// The rows of the Play section up to the first one with a wrong entry, a cell for each column:
// { entry, card }, the card null for "-".
export function readRows(draft) {
  const entries = draft.entries("Play");
  const { seats } = draft.row;
  const ending = entries.findIndex(({ text }) => SECTION_ENDS.includes(text));
  const end = ending < 0 ? entries.length : ending;
  const before = draft.problems.length;
  const cells = [];
  const seen = new Set();
  let good = end;
  for (const [entry, { text }] of entries.slice(0, end).entries()) {
    const parsed = parseCard(text, draft.deck);
    const card = parsed < 0 ? null : parsed;
    cells.push({ entry, card });
    const error = card === null ? (text === "-" ? null : message("cardUnknown", { text }))
      : unplayable(draft, card, seen);
    if (error) {
      draft.failEntry("Play", entry, error.key, error.gaps);
      good = Math.min(good, entry - (entry % seats));
    }
    if (card !== null) seen.add(card);
  }
  if (end + 1 < entries.length) draft.failEntry("Play", end + 1, "playEnd", { text: entries[end + 1].text });
  if (draft.problems.length === before && !linesAreTricks(draft, end, ending >= 0)) good = 0;
  const rows = [];
  for (let i = 0; i < good; i += seats) rows.push(cells.slice(i, Math.min(i + seats, good)));
  return rows;
}

function unplayable(draft, card, seen) {
  try {
    draft.checkPack(card);
  } catch (error) {
    return error;
  }
  return seen.has(card) ? message("playedTwice", { card }) : null;
}

// Sees that a line is a whole trick, or several; one trick may go on where a comment broke the line.
function linesAreTricks(draft, end, ended) {
  const { text, spots } = draft.block;
  const { seats } = draft.row;
  const lines = [];
  let begin = null; // of the line of the card before
  for (const at of (spots.get("Play") ?? []).slice(1, end + 1)) {
    const line = lines.length && !text.slice(lines.at(-1).at(-1), at).includes("\n");
    if (line) lines.at(-1).push(at);
    else lines.push([at]);
  }
  let filled = 0; // columns of a trick so far
  for (const line of lines) {
    if (!filled) [begin] = line;
    if (filled + line.length > seats && (filled || line.length % seats)) {
      filled ||= line.length;
      draft.problems.push(flaw(begin, "columns", { n: seats, many: filled }));
      return false;
    }
    filled = (filled + line.length) % seats;
  }
  if (!filled || ended) return true;
  draft.problems.push(flaw(begin, "columns", { n: seats, many: filled }));
  return false;
}

// The play of a game as it goes along.
class Table {
  constructor(draft, question) {
    const { row } = draft;
    this.draft = draft;
    this.row = row;
    this.question = question;
    this.rules = playRules(row, question);
    this.first = question.leader;
    this.leader = question.leader;
    const known = (draft.hands ?? []).find((hand) => hand !== null);
    this.size = !draft.hands || !row.endings ? row.size : count(known ?? 0); // in tricks
    this.hands = [0, 1, 2, 3].map((seat) => draft.held(seat));
    const { declarer } = draft;
    if (row.talon && declarer !== null && draft.held(declarer) !== null) {
      const taken = (draft.held(declarer) | draft.talon) >>> 0;
      this.hands[declarer] = draft.discard === null ? null : (taken & ~draft.discard) >>> 0;
    }
    const { contract } = question;
    const levels = [contract, ...contract.raises.map((id) => contractNamed(row, id))];
    this.registers = question.trump !== null && levels.some(({ goal }) => goal.marriages === "lead");
    this.moves = [];
    this.winners = [];
    this.points = [];
    this.marriages = [];
    this.stopped = null; // whose card is missing
    this.torn = false; // a card after that has been found
    this.over = null; // why no further card is played, as a refusal
    this.counted = null; // tricks and marriages when a race was over
  }

  // Whether every card has been played.
  get ended() {
    return this.winners.length === this.size;
  }

  fail(entry, key, gaps) {
    this.draft.failEntry("Play", entry, key, gaps);
  }

  // One trick, its cells in column order.
  play(cells) {
    const bySeat = new Map(cells.map((cell, i) => [(this.first + i) % this.row.seats, cell]));
    for (const [seat, { entry, card }] of bySeat)
      if (!this.rules.seats.includes(seat) && card !== null) this.fail(entry, "sitsOut", { seat });
    const order = turnOrder(this.leader, this.rules);
    const trick = [];
    for (const seat of order) {
      const { entry, card } = bySeat.get(seat) ?? { entry: -1, card: null };
      if (card === null) this.stopped ??= seat;
      else if (this.stopped === null) this.card(seat, card, entry, trick);
      else if (!this.torn) {
        this.torn = true;
        this.fail(entry, "before", { seat, card, other: this.stopped });
      }
    }
    if (trick.length !== order.length) return;
    this.leader = order[winnerOf(trick, this.rules)];
    this.winners.push(this.leader);
    const points = trick.reduce((sum, card) => sum + this.row.points[rankOf(card)], 0);
    this.points.push(points + (this.ended ? this.row.last : 0));
    this.look();
  }

  // A card in its turn: held, legal, and not after the end of the game.
  card(seat, card, entry, trick) {
    const { draft, question } = this;
    const hand = this.hands[seat];
    const number = this.winners.length;
    if (this.over && !this.counted) {
      this.counted = [0, 0]; // said once
      this.fail(entry, "playOver", { seat, card, why: this.over });
    }
    if (hand !== null) {
      const free = number === 0 && seat === question.second && hand & bit(card);
      const laid = number === 0 ? draft.laid.find(([who]) => who === seat) : undefined;
      const forced = laid ? laid[1] : free ? card : null;
      const broken = whyIllegal(seat, card, hand, trick, this.rules, forced);
      if (broken) this.fail(entry, broken.key, broken.gaps);
      this.hands[seat] = (hand & ~bit(card)) >>> 0;
    }
    trick.push(card);
    this.moves.push({ seat, card, trick: number + 1, turn: trick.length, entry });
    const may = this.registers && (number > 0 || this.row.opening_marriage !== "no");
    const suit = suitOf(card);
    // A marriage is registered by leading its King or Queen while holding both.
    if (!may || trick.length !== 1 || hand === null || !isOfCouple(card) || !couple(hand, suit)) return;
    this.marriages.push({ seat, points: this.row.marriage[suit === question.trump ? 1 : 0], trick: number });
    this.look();
  }

  // Whether a race is over: somebody has enough, or the tricks for it are played.
  look() {
    const { goal } = this.question.contract;
    if (!goal.ends_early || this.over) return;
    const race = runRace(this.row, this.question, this.facts());
    if (race.reached !== null) {
      const side = (firstSeat(this.question) + race.reached) % 2;
      const n = race.totals[race.reached];
      this.over = message("overPoints", { n, side: SIDES[side] });
      // What follows is kept, and counts for nothing.
      if (goal.played_on) this.counted = [this.winners.length, this.marriages.length];
    } else if (goal.stop && goal.tricks > 0 && goal.tricks <= this.winners.length)
      this.over = message("overTrick", { n: goal.tricks });
  }

  // What happened, announcements included.
  facts() {
    const { draft, row } = this;
    const spoken = (kind) => draft.announce.filter(([, what]) => what === kind);
    const declared = spoken("marriage").map(([seat, , , points]) => ({ seat, points, trick: 0 }));
    const [raise] = spoken("raise");
    const [tricks, marriages] = this.counted ?? [this.winners.length, this.marriages.length];
    return {
      winners: this.winners.slice(0, tricks), points: this.points.slice(0, tricks), ended: this.ended,
      marriages: declared.length ? declared : this.marriages.slice(0, marriages),
      discard: cardsOf(draft.discard ?? 0).reduce((sum, card) => sum + row.points[rankOf(card)], 0),
      hundreds: spoken("hundred").map(([seat]) => seat), alls: spoken("all").map(([seat]) => seat),
      raised: raise ? contractNamed(row, raise[4]) : null, contra: draft.contra,
    };
  }
}

const SIDES = [["North and South", "Nord und Süd"], ["East and West", "Ost und West"]];
const isOfCouple = (card) => rankOf(card) === 5 || rankOf(card) === 6;

// The table after the cards. Where they are good play only in playing order, the error says so.
export function playRows(draft, question) {
  const table = new Table(draft, question);
  const rows = readRows(draft);
  const { row } = draft;
  const { contract } = question;
  if (!rows.length) return table;
  if (contract.goal.as_dealt) draft.failEntry("Play", 0, "wonAsDealt", { name: contract.name });
  else if (row.talon && draft.discard === null && draft.hands) draft.fail("Play", "discardUnknown");
  else if (rows.length > table.size) {
    const gaps = { game: row.id, n: table.size, many: rows.length };
    draft.failEntry("Play", rows[table.size][0].entry, "tooManyTricks", gaps);
  } else {
    const before = draft.problems.length;
    for (const cells of rows) table.play(cells);
    if (draft.problems.length > before) hintAtOrder(draft, question, rows, before);
  }
  return table;
}

// Says so where the columns are good play in playing order.
function hintAtOrder(draft, question, rows, before) {
  const wrong = draft.problems.splice(before);
  const again = new Table(draft, question);
  const { seats } = draft.row;
  let turned = 0;
  for (const cells of rows) {
    const order = turnOrder(again.leader, again.rules);
    const whole = cells.length === seats && order.length === seats;
    if (!whole || cells.some(({ card }) => card === null)) break;
    again.play(order.map((_, i) => cells[order.indexOf((again.first + i) % seats)]));
    turned++;
  }
  const good = turned === rows.length && draft.problems.length === before;
  draft.problems.splice(before);
  const [{ at, key, gaps }] = wrong;
  draft.problems.push(...(good ? [flaw(at, "byTurn", { why: message(key, gaps) })] : wrong));
}
