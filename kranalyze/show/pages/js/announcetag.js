// Converts the text of an Announce tag to announcements for the solver.
import { cardsOf } from "./cards.js";
import { judgedGame } from "./judged.js";
import { KR_LIMIT } from "./layouts.js";
import { parseWords } from "./parsing.js";
import { calls } from "./question.js";
import { announcements } from "./records.js";
import { Refusal } from "./refusal.js";
import { plainRow, ruledBy } from "./rows.js";
import { announcedBy } from "./announcing.js";

const orAbsent = (number) => number ?? KR_LIMIT.absent;

// Returns the announcements by seat. Throws a refusal if a seat cannot make its announcement in the question
// q (a contract with its seats).
export function wordsBySeat(core, { announce: text, game, rules, hands }, q) {
  const row = ruledBy(plainRow(game), rules);
  // The called card tells the judge who is the partner. Any card that can be called for this partner serves.
  const [called] = cardsOf(calls(q, hands) ?? 0);
  const parsed = parseWords(text, row, hands, {
    contract: row.contracts.indexOf(q.contract), play: q.leader, declarer: orAbsent(q.declarer),
    second: orAbsent(q.second), trump: orAbsent(q.trump), called: orAbsent(called),
  });
  const { facts, flaws } = judgedGame(core, parsed);
  if (flaws.length) throw new Refusal(flaws[0].key, flaws[0].gaps, { ...flaws[0], place: row.place });
  const words = announcements(parsed, facts);
  const seats = new Set(words.map(([seat]) => seat));
  return new Map([...seats].map((seat) => [seat, announcedBy(words, seat)]));
}

// The announcements of a seat that says nothing.
export const SILENCE = { declared: [], announced: 0 };
