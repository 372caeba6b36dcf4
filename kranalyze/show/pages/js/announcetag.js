// Converts the value of the tag Announce to announcements for the solver. In KPN, the text format of logged
// games, this tag holds the announcements of trick 1.
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

// Returns a map with the announcements (see announcedBy) of each seat that announces something. q: the
// question, which is a contract with its seats and trump. Throws a refusal if an announcement is wrong, or if
// a seat cannot make it in this question.
export function wordsBySeat(core, { announce: text, game, rules, hands }, q) {
  const row = ruledBy(plainRow(game), rules);
  // The judge (the part of the core that checks games) uses the called card only to find the partner. So take
  // any card whose call leads to the question q.
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
