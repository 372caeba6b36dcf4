// A game while it is being read: what is known of it so far, and what is wrong with it.
import { bit, packMask, parseSeat } from "./cards.js";
import { flaw } from "./block.js";
import { Refusal } from "./refusal.js";
import { ANY_GAME } from "./rows.js";
import { trim } from "./text.js";

const EMPTY_VALUES = ["", "?"];

export class Draft {
  constructor(block, games) {
    this.block = block; // its tags and sections with their places
    this.games = games;
    this.problems = [...block.problems];
    this.row = ANY_GAME; // the game by the rules in force, once it is known
    this.deck = "french";
    this.hands = null; // of the deal, null for each that is not known
    this.talon = 0;
    this.discard = null;
    this.piles = new Map(); // by name the cards of Talon and Discard with their places
    this.contract = null; // its row
    this.dealer = null;
    this.declarer = null;
    this.second = null;
    this.trump = null;
    this.called = null;
    this.score = null;
    this.leader = null;
    this.laid = []; // cards laid face down, [seat, card] each
    this.contra = 0;
    this.auction = []; // [seat, call, trump] each
    this.announce = []; // [seat, what, suit, points, level] each
    this.partner = null;
    this.paired = false; // whether it is known who that is, or that there is none
    this.question = null;
    this.facts = null;
    this.moves = []; // { seat, card, trick, turn, entry } each
    this.finished = false;
    this.settlement = null;
    this.notes = [];
  }

  // The value of a tag; null if it is absent, unknown or not applicable.
  value(name) {
    const value = this.block.tags.get(name);
    return value === undefined || EMPTY_VALUES.includes(trim(value)) ? null : value;
  }

  has(name) {
    return this.block.tags.has(name);
  }

  // Whether a tag is absent or unknown; one that is empty says that there is nothing.
  saysNothing(name) {
    return trim(this.block.tags.get(name) ?? "?") === "?";
  }

  // Notes a problem with the value of a tag, at one of its characters.
  fail(name, key, gaps = {}, at = 0, severity = "error") {
    this.problems.push(flaw(this.block.spot(name, at), key, gaps, severity));
  }

  warn(name, key, gaps) {
    this.fail(name, key, gaps, 0, "warning");
  }

  // Notes a problem with an entry of a section.
  failEntry(name, index, key, gaps = {}, severity = "error") {
    this.problems.push(flaw(this.block.spots.get(name)[index + 1], key, gaps, severity));
  }

  // Notes a refusal of a part of a value, at its own place or at this one.
  noting(name, at, read) {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.fail(name, error.key, error.gaps, error.at ?? at);
    }
  }

  // Whether there is an error so far, warnings apart.
  get broken() {
    return this.problems.some(({ severity }) => severity === "error");
  }

  // What stands in a section, nothing if it is absent.
  entries(name) {
    return this.has(name) ? this.block.sections.get(name).entries : [];
  }

  // Refuses a card that is not in the pack of the game.
  checkPack(card) {
    const { pack, ranks, id } = this.row;
    if (!(packMask(ranks) & bit(card))) throw new Refusal("cardNotInPack", { card, n: pack, game: id });
  }

  // The cards dealt to a seat, null if they are not known.
  held(seat) {
    return this.hands === null || seat === null ? null : this.hands[seat];
  }

  get complete() {
    return this.hands !== null && !this.hands.includes(null);
  }

  // The seat that holds a card, null if nobody is known to.
  holder(card) {
    const seat = (this.hands ?? []).findIndex((hand) => hand !== null && hand & bit(card));
    return seat < 0 ? null : seat;
  }

  // The seat that a text names, null if it names none that plays.
  seat(text) {
    const seat = parseSeat(text);
    return seat < 0 || seat >= this.row.seats ? null : seat;
  }

  // The seat that a section begins with, null if there is no section or no such seat.
  firstOf(name) {
    const value = this.block.tags.get(name);
    const seat = value === undefined ? null : this.seat(value);
    if (value !== undefined && seat === null)
      this.fail(name, name === "Auction" ? "auctionSeat" : "playSeat", { text: value });
    return seat;
  }

  // The player left of the dealer.
  get forehand() {
    if (this.dealer === null) return this.auction.length ? this.auction[0][0] : null;
    return (this.dealer + 1) % this.row.seats;
  }
}
