// The Auction section: calls, who may make them, and the contract they lead to.
import { parseSuit } from "./cards.js";
import { Refusal, message } from "./refusal.js";
import { contractCalled, mayBid, requirementOf } from "./rows.js";
import { caseless } from "./text.js";

// What ends a section before its end.
export const SECTION_ENDS = ["+", "*"];

const PASSES = ["gut", "pass", "weiter"];
const DOUBLES = ["contra", "recontra", "subcontra"];

// Reads and checks the Auction; the auction as it ended, null if there is none or it is wrong.
export function readAuction(draft) {
  const first = draft.firstOf("Auction");
  const { forehand } = draft;
  if (first === null) return null;
  if (forehand !== null && forehand !== first) {
    draft.fail("Auction", "speaksFirst", { seat: forehand, other: first });
    return null;
  }
  const calls = readCalls(draft);
  if (!calls) return null;
  if (SECTION_ENDS.includes(calls.at(-1)?.[0])) calls.pop();
  let auction = new Auction(draft, first);
  for (const [place, call] of calls.entries()) {
    const error = refusalOf(() => auction.take(...call));
    if (!error) continue;
    const columns = draft.row.bidding.once ? null : inColumns(new Auction(draft, first), calls);
    if (!columns) {
      draft.failEntry("Auction", place, error.key, error.gaps);
      return null;
    }
    auction = columns;
    break;
  }
  draft.auction = auction.calls;
  auction.finish();
  return auction;
}

function refusalOf(act) {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return null;
}

// The calls as written, [word, suit] each; null after noting what is wrong.
function readCalls(draft) {
  const before = draft.problems.length;
  const calls = [];
  for (const [place, { text }] of draft.entries("Auction").entries()) {
    const error = refusalOf(() => {
      calls.push(callOf(draft, text));
      if (SECTION_ENDS.includes(calls.at(-2)?.[0])) throw new Refusal("auctionEnd", { text });
    });
    if (error) draft.failEntry("Auction", place, error.key, error.gaps);
  }
  return draft.problems.length > before ? null : calls;
}

// A call of the game: a contract id, gut, mit, ap, and the suit named with it.
function callOf({ row, deck }, text) {
  const plain = caseless(text);
  if (PASSES.includes(plain)) return ["gut", null];
  if (["mit", "ap", ...SECTION_ENDS, ...DOUBLES].includes(plain)) return [plain, null];
  const colon = text.indexOf(":");
  const contract = contractCalled(row, colon < 0 ? text : text.slice(0, colon));
  if (!contract) {
    const bids = row.contracts.filter(({ rank }) => rank !== null).map(({ id }) => id).join(", ");
    throw new Refusal(bids ? "callUnknown" : "callNone", { text, game: row.id, bids });
  }
  if (colon < 0) return [contract.id, null];
  if (!row.bidding.ties.length) throw new Refusal("callTrump", { text, game: row.id });
  if (!contract.trump) throw new Refusal("callNoTrump", { text, name: contract.name });
  const suit = parseSuit(text.slice(colon + 1), deck);
  const call = message("quoted", { text });
  if (suit < 0) throw new Refusal("callSuit", { text: text.slice(colon + 1), call });
  return [contract.id, suit];
}

// The auction read as columns of four, in which those who have passed pass again; null if it is none.
function inColumns(auction, calls) {
  let column = auction.first;
  const error = refusalOf(() => {
    for (const [word, trump] of calls) {
      // Passes go on to the end of the line, not beyond it.
      const passed = !auction.active.has(column) && !(auction.over && column === auction.first);
      if (word !== "gut" || !passed) {
        if (auction.turn !== column) throw new Refusal("notInColumns");
        auction.take(word, trump);
      }
      column = (column + 1) % auction.row.seats;
    }
  });
  return error || !auction.over ? null : auction;
}

// An auction as it goes along.
class Auction {
  constructor(draft, first) {
    this.draft = draft;
    this.row = draft.row;
    this.first = first;
    this.turn = first; // who speaks next
    this.active = new Set([0, 1, 2, 3].slice(0, draft.row.seats)); // who has not passed
    this.contract = null; // the bid that stands highest, its declarer and trump
    this.declarer = null;
    this.trump = null;
    this.second = null; // who has said mit
    this.over = false; // nobody may bid any more
    this.contra = 0; // calls of Contra
    this.rounds = 0; // how often all have passed
    this.losers = new Map(); // who has lost a tie, and at which rank
    this.calls = [];
  }

  // What it leads to, as a message.
  get outcome() {
    if (!this.over) return message("ledUnfinished");
    if (!this.contract) return message("ledNewDeal");
    return message("ledTo", {
      name: this.contract.name,
      trump: this.trump === null ? "" : message("ledTrump", { suit: this.trump }),
      by: this.declarer === null ? "" : message("ledBy", { seat: this.declarer }),
      second: this.second === null ? "" : message("ledSecond", { seat: this.second }),
    });
  }

  // Whether all have passed and the rules make the dealer bid.
  get mustBid() {
    return this.row.dealer_bids && this.rounds === this.row.bidding.rounds && this.declarer === null;
  }

  get duty() {
    const times = [["once", "einmal"], ["twice", "zweimal"]][this.rounds - 1] ??
      [`${this.rounds} times`, `${this.rounds}-mal`];
    return new Refusal("dealerMust", { seat: this.turn, times });
  }

  // One call by whoever's turn it is.
  take(word, trump) {
    const { row, turn: seat, contract: standing } = this;
    const { once } = row.bidding;
    const contract = row.contracts.find(({ id }) => id === word);
    const call = contract ? contract.name : message("quoted", { text: word });
    const refuse = (key, gaps = {}) => {
      throw new Refusal(key, { seat, call, game: row.id, name: standing?.name, ...gaps });
    };
    if (DOUBLES.includes(word)) return this.double(word);
    if (word === "ap") {
      if (this.over) refuse("nobodyPasses");
      if (this.mustBid) throw this.duty;
      while (!this.over && !this.mustBid) this.pass();
      return null;
    }
    if (this.over && !once) refuse("auctionOver");
    if (this.over && (word !== "gut" || this.calls.length >= 4 * row.seats)) refuse("oneRound");
    if (word === "gut" && this.mustBid) throw this.duty;
    if (word === "gut") return this.pass();
    if (contract) return this.bid(contract, trump);
    if (once) refuse("mitNot");
    if (!standing?.second) refuse("mitAlone");
    if (this.second !== null) refuse("mitAgain", { other: this.second });
    if (seat === this.declarer) refuse("mitOwn");
    this.second = seat;
    return this.say("mit");
  }

  // Writes a call down and hands the turn on to the next who has not passed.
  say(word, trump = null) {
    const { seats, bidding } = this.row;
    this.calls.push([this.turn, word, trump]);
    const behind = Array.from({ length: seats }, (_, i) => (this.turn + i + 1) % seats);
    this.turn = behind.find((seat) => this.active.has(seat)) ?? behind[0];
    // A Mitbettler waits for the first one's last turn.
    const others = [...this.active].some((seat) => seat !== this.declarer);
    const alone = this.declarer !== null && this.second === null && !others;
    this.over ||= alone || (bidding.once && this.calls.length >= seats);
  }

  // Final, but for a first Bettler with a Mitbettler, and in a first round if all may pass again.
  pass() {
    const { turn: seat, row } = this;
    const { once, rounds } = row.bidding;
    if (!once && seat !== this.declarer) this.active.delete(seat);
    this.say("gut");
    if (once) return;
    if (seat === this.declarer) {
      // With a Mitbettler this was the first one's last turn. The highest bidder waits for those whose equal
      // bid was lower.
      this.over = this.second !== null;
    } else if (this.declarer === null && !this.active.size) {
      this.rounds++;
      if (this.rounds < rounds) for (let player = 0; player < row.seats; player++) this.active.add(player);
      else if (row.dealer_bids) {
        this.turn = (this.first + row.seats - 1) % row.seats;
        this.active.add(this.turn);
      } else this.over = true;
    }
  }

  bid(contract, trump) {
    const { turn: seat, contract: standing } = this;
    const { ties } = this.row.bidding;
    const { name, rank } = contract;
    if (rank === null) throw new Refusal("cannotBeBid", { name });
    const barred = barredFrom(this.draft, contract, seat, this.first, "bid");
    if (barred) throw new Refusal(barred.key, barred.gaps);
    const tie = standing !== null && standing.rank === rank && ties.length > 0;
    let stands = true;
    if (standing !== null && standing.rank !== null) {
      if (rank <= standing.rank && !tie) {
        const joins = contract === standing && contract.second;
        throw new Refusal(joins ? "ranksNotMit" : "ranksNot", { name, standing: standing.name });
      }
      if (tie && ((this.losers.get(seat) ?? 0) >= rank || seat === this.declarer))
        throw new Refusal("bidHigher", { seat, name: standing.name });
      if (tie && contract.trump && (this.trump === null || trump === null))
        throw new Refusal("tieTrumps", { id: contract.id });
      if (tie) { // the higher suit stands, of two equal ones the earlier bid
        stands = contract.trump && ties.indexOf(trump) < ties.indexOf(this.trump);
        this.losers.set(stands ? this.declarer : seat, rank);
      }
    }
    if (stands) Object.assign(this, { contract, declarer: seat, trump, second: null });
    this.say(contract.id, trump);
  }

  // Contra by the other side, Recontra by the declarer's, Subcontra by the other.
  double(word) {
    const { row } = this;
    const refuse = (key, gaps = {}) => {
      throw new Refusal(key, { text: word, game: row.id, ...gaps });
    };
    if (row.contra !== "doubles") refuse(row.contra ? "doubleAnnounced" : "doubleNot");
    if (!this.over) refuse("doubleEarly");
    if (this.contra === row.most_contra) refuse("doubleAfter", { last: DOUBLES[this.contra - 1] });
    const due = DOUBLES[this.contra];
    if (word !== due) refuse("doubleOrder", { call: message("quoted", { text: due }) });
    // The turn may be a partner's who had nothing to say: the next of the side that is entitled to.
    const declarer = this.declarer ?? this.first;
    const own = this.contra === 1;
    while (((this.turn - declarer) % 2 === 0) !== own) this.turn = (this.turn + 1) % row.seats;
    this.contra++;
    this.say(word);
  }

  // What the end of an auction means: each for himself, forehand's game, a contract, or nothing yet.
  finish() {
    const { contracts, bidding } = this.row;
    if (bidding.once) {
      if (this.over && this.declarer === null) [this.contract, this.declarer] = [contracts[0], this.first];
    } else if (this.declarer === null && this.over)
      this.contract = contracts.find(({ goal }) => goal.each_for_himself) ?? null;
    else if (this.declarer !== null && !this.over)
      this.over = contracts.every(({ rank, bidders }) => rank === null || bidders === "forehand");
  }
}

// Why a seat may not bid or declare a contract, as a message; null if it may, or that is not known.
// how: "bid" or "declare".
export function barredFrom(draft, contract, seat, forehand, how) {
  const { row } = draft;
  const { name, requires, bidders } = contract;
  if (seat === null) return null;
  if (forehand !== null && !mayBid(contract, seat, forehand))
    return message(`${how}Barred`, { seat, name, why: message(`only_${bidders}`) });
  const hand = draft.held(seat);
  if (requires === null || hand === null || (requires === "trumps" && draft.trump === null)) return null;
  if (requirementOf(row, contract, draft.trump).some((mask) => (hand & mask) >>> 0 === mask)) return null;
  return message(`${how}Needs`, { seat, name, why: message(`need_${requires}`, { n: row.size }) });
}
