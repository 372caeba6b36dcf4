// A game put together: contract, parties, what is announced, cards played and settlement.
import { bit, rankOf, suitMask, suitOf } from "./cards.js";
import { readAnnounce } from "./announced.js";
import { SECTION_ENDS, barredFrom, readAuction } from "./auction.js";
import { KNOWN_TAGS } from "./block.js";
import { ANY_GAME } from "./rows.js";
import { settle } from "./settled.js";
import { readTags } from "./tags.js";
import { playRows, readRows } from "./tricks.js";

const TEN = 3;

// Without these tags there is nothing but a deal, and nothing is left to check.
const OF_A_GAME = KNOWN_TAGS.slice(KNOWN_TAGS.indexOf("Discard"), KNOWN_TAGS.indexOf("Play") + 1);

// Fills in the whole draft and notes everything that is wrong with it.
export function understand(draft) {
  readTags(draft);
  if (draft.row === ANY_GAME || !OF_A_GAME.some((name) => draft.has(name))) return;
  const misread = draft.broken;
  const auction = readAuction(draft);
  const start = draft.firstOf("Play");
  if (misread) {
    readRows(draft); // what was misread above would only cause more errors that are none
    return;
  }
  settleContract(draft, auction, start);
  const { contract } = draft;
  if (!contract) {
    if (draft.entries("Play").length && !draft.broken) draft.fail("Play", "noContract");
    readAnnounce(draft);
    return;
  }
  checkContract(draft, contract);
  findLeader(draft, contract, start);
  findPartner(draft, contract);
  readAnnounce(draft);
  if (draft.announce.some(([, what]) => what === "contra")) {
    // Said in trick 1 it is one Contra, with or without the tag.
    if (draft.value("Contra") !== null && draft.contra === 0) draft.fail("Contra", "contraBoth");
    draft.contra = 1;
  }
  checkDiscard(draft);
  if (!draft.broken) readPlay(draft, contract);
  else if (start !== null) readRows(draft);
}

// The contract and its declarer: as the tags say, else as the Auction, else the game's only ones.
function settleContract(draft, auction, start) {
  if (auction) compare(draft, auction);
  if (auction?.over) {
    if (draft.saysNothing("Contract")) draft.contract = auction.contract;
    if (draft.contract === auction.contract)
      for (const [tag, name] of [["Declarer", "declarer"], ["Second", "second"], ["Trump", "trump"]])
        if (draft.saysNothing(tag)) draft[name] = auction[name];
  }
  const { contracts } = draft.row;
  const biddable = contracts.filter(({ rank }) => rank !== null);
  const choice = biddable.length ? biddable : contracts;
  if (!draft.contract && choice.length === 1 && draft.saysNothing("Contract")) [draft.contract] = choice;
  const { contract } = draft;
  if (!contract || contract.makeable_at === null || draft.declarer !== null) return;
  if (contract.bidders === "forehand") draft.declarer = draft.forehand ?? start;
  else if (contract.leads === "declarer") draft.declarer = start;
}

// Warns of tags that say something else than the Auction; the calls of Contra it has if none does.
function compare(draft, auction) {
  const { over } = auction;
  const brokenOff = SECTION_ENDS.includes(draft.entries("Auction").at(-1)?.text);
  const pairs = [["Contract", draft.contract, auction.contract],
    ["Declarer", draft.declarer, auction.declarer], ["Second", draft.second, auction.second]];
  const wrong = pairs.filter(([tag, named, led]) => named !== (over ? led : null) && !draft.saysNothing(tag));
  const tags = wrong.map(([tag]) => tag);
  const trumps = [auction.trump, draft.trump];
  if (over && !trumps.includes(null) && trumps[0] !== trumps[1]) tags.push("Trump");
  if (tags.length && !brokenOff) draft.warn(tags[0], "auctionLeads", { outcome: auction.outcome });
  else if (!over && !brokenOff && draft.saysNothing("Contract")) draft.warn("Auction", "auctionOpen", {});
  if (!over || draft.row.contra !== "doubles") return;
  if (draft.value("Contra") === null) draft.contra = auction.contra;
  else if (draft.contra !== auction.contra) {
    const gaps = { n: auction.contra, logged: draft.contra };
    draft.warn("Contra", auction.contra === 1 ? "auctionContraOne" : "auctionContra", gaps);
  }
}

// Sees that the parties, the called card and the trump fit the contract; the card may name the trump.
function checkContract(draft, contract) {
  const { row, forehand } = draft;
  const { name } = contract;
  if (contract.makeable_at === null) {
    if (draft.value("Declarer") !== null) draft.fail("Declarer", "noDeclarer", { name });
    draft.declarer = null;
  }
  const { declarer, second, called } = draft;
  const barred = barredFrom(draft, contract, declarer, forehand, "declare");
  if (barred) draft.fail(draft.has("Declarer") ? "Declarer" : "Contract", barred.key, barred.gaps);
  if (second !== null && !contract.second) draft.fail("Second", "noSecond", { name });
  else if (second !== null && second === declarer) draft.fail("Second", "secondDeclares", { seat: second });
  if (draft.laid.length && !contract.second) draft.fail("FaceDown", "laysNothing", { name });
  for (const [seat] of contract.second ? draft.laid : [])
    if (seat !== declarer && seat !== second) draft.fail("FaceDown", "laysUnbid", { seat, name });
  if (called !== null) {
    const suit = suitOf(called);
    if (contract.party !== "called") draft.fail("Called", "callsNothingOf", { name });
    else if (declarer !== null && !row.call_own && (draft.held(declarer) ?? 0) & bit(called))
      draft.fail("Called", "callsOwn", { seat: declarer, card: called });
    if (contract.trump && row.called_trump) {
      if (draft.trump !== null && draft.trump !== suit)
        draft.fail("Trump", "calledTrump", { card: called, suit });
      draft.trump ??= suit;
    }
  }
  checkTrump(draft, contract);
}

function checkTrump(draft, contract) {
  const { row, forehand, trump: suit } = draft;
  if (suit === null) return;
  // Where forehand names a trump before the bidding it stands even if the contract has none.
  if (!contract.trump && !row.bidding.trump) draft.fail("Trump", "noTrumpOf", { name: contract.name });
  const hand = row.bidding.trump ? draft.held(forehand) : null;
  if (forehand !== null && hand !== null && !(hand & suitMask(suit)))
    draft.fail("Trump", "trumpUnheld", { seat: forehand, suit });
}

function findLeader(draft, contract, start) {
  const byDeclarer = contract.leads === "declarer";
  const leader = draft.row.calibration ? null : byDeclarer ? draft.declarer : draft.forehand;
  if (start !== null && leader !== null && start !== leader)
    draft.fail("Play", byDeclarer ? "leadsDeclarer" : "leadsForehand", { seat: leader, other: start });
  draft.leader = start ?? leader;
}

// Who plays with the declarer, and whether that is known.
function findPartner(draft, contract) {
  const { declarer, called } = draft;
  if (declarer === null && contract.makeable_at !== null) return;
  if (contract.party === "called") {
    const holder = called === null ? null : draft.holder(called);
    draft.partner = holder === declarer ? null : holder;
    draft.paired = holder !== null;
    return;
  }
  const first = declarer ?? draft.leader;
  draft.paired = contract.party === "alone" || first !== null;
  if (contract.party === "opposite" && first !== null) draft.partner = (first + 2) % 4;
}

function checkDiscard(draft) {
  const { declarer, talon } = draft;
  const hand = draft.held(declarer);
  if (draft.discard === null || declarer === null || hand === null || !talon) return;
  for (const [card, at] of draft.piles.get("Discard"))
    if (!((hand | talon) & bit(card))) draft.fail("Discard", "holdsNot", { seat: declarer, card }, at);
}

// The order of rank that a contract is played in; null if it hangs on a called card that is not known.
function orderPlayed({ order }, called) {
  if (order !== "KT") return order;
  if (called === null) return null;
  return rankOf(called) === TEN ? "T" : "K";
}

// The question that the contract asks, the cards played, the settlement, and what is said of them.
function readPlay(draft, contract) {
  const { row, declarer, leader, second, partner } = draft;
  const order = orderPlayed(contract, draft.called);
  const played = draft.entries("Play").length > 0;
  const trump = contract.trump ? draft.trump : null;
  const needsTrump = contract.trump && trump === null && !row.calibration;
  const complete = draft.paired && !needsTrump;
  if (played && order === null) draft.fail("Play", "orderUnknown", { name: contract.name });
  else if (played && needsTrump) draft.fail("Play", "trumpUnknown", { name: contract.name });
  else if (order !== null && leader !== null) {
    const question = { contract, declarer, leader, order, second, trump, partner };
    draft.question = complete ? question : null;
    const table = playRows(draft, question);
    draft.moves = table.moves;
    draft.facts = complete ? table.facts() : null;
    draft.finished = contract.goal.as_dealt || table.ended || table.over !== null;
    // A marriage might count that nobody can see in the hands.
    const seats = [0, 1, 2, 3].slice(0, row.seats);
    const seen = contract.goal.as_dealt || seats.every((seat) => draft.held(seat) !== null);
    if (draft.facts && seen && !draft.broken) draft.settlement = settle(row, question, draft.facts);
  }
  checkNotes(draft);
  const { score, settlement } = draft;
  if (score && settlement && score.some((n, seat) => n !== settlement[seat]))
    draft.warn("Score", "scoreWrong", { amounts: settlement.slice(0, row.seats) });
}

// Warns of marks that point to a note that is not there.
function checkNotes(draft) {
  const there = new Set(draft.notes.map(({ section, number }) => `${section} ${number}`));
  for (const name of ["Auction", "Play"])
    for (const [i, { text, marks }] of draft.entries(name).entries())
      for (const mark of marks.filter((sign) => sign[0] === "=")) {
        const n = Number(mark.slice(1, -1));
        if (there.has(`${name} ${n}`)) continue;
        draft.failEntry(name, i, "noteMissing", { n, entry: text }, "warning");
      }
}
