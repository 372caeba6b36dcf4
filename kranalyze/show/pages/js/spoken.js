// Words of trick 1 that are given beside cards: the text of an Announce tag, in the terms of the solver.
import { readAnnounce } from "./announced.js";
import { Block } from "./block.js";
import { Draft } from "./draft.js";
import { Refusal } from "./refusal.js";
import { contractNamed, ruled } from "./rows.js";
import { wordsSaid } from "./said.js";

// By seat what is said with its card; refuses what a seat of the question cannot say.
export function wordsBySeat({ announce: text, game, rules, hands }, q) {
  const block = new Block("");
  block.tags.set("Announce", text);
  block.spots.set("Announce", [0]);
  const draft = new Draft(block, []);
  draft.row = game.row;
  for (const [name, value] of Object.entries(rules)) draft.row = ruled(draft.row, name, value);
  draft.contract = contractNamed(draft.row, q.contract.id);
  draft.paired = true;
  draft.hands = hands;
  draft.trump = q.trump;
  draft.leader = q.leader;
  draft.declarer = q.declarer;
  draft.partner = q.partner;
  readAnnounce(draft);
  const [problem] = draft.problems;
  if (problem) throw new Refusal(problem.key, problem.gaps);
  const seats = new Set(draft.announce.map(([seat]) => seat));
  return new Map([...seats].map((seat) => [seat, wordsSaid(draft.announce, seat)]));
}

export const SILENCE = { declared: [], announced: 0 };
