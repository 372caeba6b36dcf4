// Makes a lesson about a bid: the options from which a player chooses, and which of them are right. A choice
// is a contract with its trump and called card. Advice lists the possible choices with their mean payments.
import { LEAST_COST } from "./costs.js";

// Returns the index of the call that a lesson can ask a seat about. For the declarer, it is the last bid. For
// another seat, it is the seat's last pass. Returns null if there is no such call, if the analysis has
// already judged the seat's calls, if the seat's hand is unknown, or if the seat is one of two declarers.
export function turnOfPlayer(record, seat) {
  const { auction = [], bidding, declarer, second, alone, turns = [] } = record;
  const isJudged = alone !== undefined || turns.some(([, who]) => who === seat);
  if (isJudged || seat === second || (seat === declarer && second !== undefined)) return null;
  if (record.hands?.[seat] === undefined) return null;
  const isMine = ([who, call]) => who === seat && (call === "gut") === (seat !== declarer);
  const at = auction.slice(0, bidding).findLastIndex(isMine);
  return at < 0 ? null : at;
}

// Returns the bid that the seat made at a turn, with trump and called card. Returns null if the seat passed
// or did not become declarer.
export function madeChoice({ auction, declarer, contract, trump, called }, seat, at) {
  if (auction[at][1] === "gut" || seat !== declarer) return null;
  return { contract, trump: trump >= 0 ? trump : null, call: called ?? null };
}

const isSame = (a, b) => a.contract === b.contract && (a.trump ?? null) === (b.trump ?? null) &&
  (a.call ?? null) === (b.call ?? null);

// Returns advice on bids from their mean payments at the table, where nobody sees the other hands. bids: a
// list of [contract, trump, call, mean]. For each contract only the best called card has a mean. mayPass:
// whether the seat could pass without becoming declarer.
function tableMeans(bids, mayPass) {
  const most = Math.max(...bids.map(([, , , mean]) => mean));
  const choices = bids.map(([contract, trump, call, mean]) =>
    ({ contract, trump, call, mean, share: null, costLow: most - mean }));
  return { kind: "table", deals: 0, choices, mayPass, passCostLow: most };
}

// Returns advice on the bids of a lesson, the best choice first. The second argument is the advice from
// random deals. If the analysis has a mean for a choice, this mean replaces the mean over random deals, and
// counts as exact.
export function withMeans({ record, at, seat }, { deals, choices, mayPass, passCostLow }) {
  const [, , , , bids = []] = (record.turns ?? []).find(([index, who]) => index === at && who === seat) ?? [];
  if (record.alone?.kind === "table") return tableMeans(bids, mayPass);
  const known = record.alone ? bids : [];
  const knownMean = (choice) => known.find(([contract, trump, call]) =>
    isSame(choice, { contract, trump, call }))?.[3];
  const most = Math.max(...choices.map((choice) => knownMean(choice) ?? choice.mean));
  const all = choices.map((choice) => {
    const mean = knownMean(choice);
    return mean === undefined ? choice : { ...choice, mean, costLow: most - mean };
  });
  return { deals, choices: all.sort((a, b) => b.mean - a.mean), mayPass,
    passCostLow: known.length ? most : passCostLow };
}

// Lists the options of a lesson: { what, options: [{ key, choice }] }.
// what: the part of the bid that the lesson asks for. It is "trump" or "call" if the player bid the right
// contract with a wrong trump or called card. Otherwise it is "contract".
// key: the contract, trump or called card of the option as text.
// choice: the best bid with this contract, trump or called card, null for a pass.
export function bidOptions({ record, seat, at }, { choices, kind }) {
  const [best] = choices;
  const made = madeChoice(record, seat, at);
  const hasCalls = kind !== "table";
  const isContractRight = hasCalls && made && best && made.contract === best.contract && !isSame(made, best);
  const what = !isContractRight ? "contract" : (made.trump ?? null) !== best.trump ? "trump" : "call";
  const fitting = choices.filter((choice) => what === "contract" ||
    (choice.contract === made.contract && (what === "trump" || choice.trump === best.trump)));
  const options = new Map();
  for (const choice of fitting)
    if (!options.has(choice[what])) options.set(choice[what], { key: String(choice[what]), choice });
  if (what === "contract") options.set(null, { key: "pass", choice: null });
  return { what, options: [...options.values()] };
}

// Returns which part of a judged call the lesson asks for (see `what` of bidOptions).
export function subjectOfBid({ record, seat, at }) {
  const [, , , , bids = []] = (record.turns ?? []).find(([index, who]) => index === at && who === seat) ?? [];
  const choices = bids.map(([contract, trump, call, mean]) => ({ contract, trump, call, mean }));
  choices.sort((a, b) => b.mean - a.mean);
  return bidOptions({ record, seat, at }, { choices, kind: record.alone?.kind }).what;
}

// Returns the best choice, null for a pass. A pass counts as a payment of 0.
export function bestBid({ choices: [best], mayPass }) {
  return !best || (mayPass && best.mean <= 0) ? null : best;
}

// Returns whether two choices are the same. A choice that is null is a pass.
export const isSameBid = (a, b) => (a && b ? isSame(a, b) : (a ?? null) === (b ?? null));

// Returns the best choice other than `better`, null for a pass.
export function nextBid(better, { choices, mayPass }) {
  const next = choices.find((choice) => !isSameBid(choice, better));
  return !next || (mayPass && better && next.mean < 0) ? null : next;
}

// Returns whether an option is right. An option is right if it is not clearly worse than the best one, or if
// its mean loss is below LEAST_COST. The verdict on the call that was made follows the same rule.
export function isGoodBid({ choice }, advice) {
  const best = bestBid(advice);
  if (!best) return !choice || choice.mean > -LEAST_COST;
  const [loss, low] = choice ? [best.mean - choice.mean, choice.costLow] : [best.mean, advice.passCostLow];
  return (choice !== null && isSame(choice, best)) || loss < LEAST_COST || low <= 0;
}
