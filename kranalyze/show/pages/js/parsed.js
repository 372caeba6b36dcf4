// A game of KPN as numbers, each with its place in the text, and what cannot be read of it.
import { flaw } from "./block.js";
import { parseSeat } from "./cards.js";
import { KR_LIMIT } from "./layouts.js";
import { Refusal } from "./refusal.js";
import { ANY_GAME } from "./rows.js";
import { trim } from "./text.js";

const { absent, empty, ill, unsaid } = KR_LIMIT;

// Fields of kr_record that a tag fills; without it they are absent.
const TAG_FIELDS = ["deal", "hasTalon", "hasDiscard", "contra", "dealer", "contract", "declarer", "second",
  "called", "trump", "auction", "play"];

export class Parsed {
  constructor(block) {
    this.block = block; // its tags and sections with their places
    this.row = ANY_GAME; // by the rules in force, once it is known
    this.deck = "french";
    this.fields = Object.fromEntries(TAG_FIELDS.map((name) => [name, absent]));
    this.flags = 0; // enum kr_record_flag
    this.ill = 0; // enum kr_ill
    this.hands = [0, 0, 0, 0];
    this.known = 0; // mask of the seats whose hands are known
    this.illHands = 0; // and of those whose hands cannot be read
    this.piles = { Talon: 0, Discard: 0 };
    this.laid = new Map(); // by seat the card laid face down
    this.score = new Map(); // by seat
    this.calls = []; // [call, suit] each
    this.words = []; // of trick 1
    this.cells = []; // of the play
    this.flaws = [...block.problems];
    // Those of calls, words and cells count only if the judge reads these.
    this.callFlaws = [];
    this.wordFlaws = [];
    this.cellFlaws = [];
    this.lineColumns = 0; // of the first line that is no trick
    this.linesAt = 0; // and its place in the text
    this.places = new Map(); // of parts of values: "FaceDown 1" is that of East
    this.notes = []; // { number, text, section } each
  }

  // The value of a tag; null if it is absent, unknown or not applicable.
  value(name) {
    const value = this.block.tags.get(name);
    return value === undefined || ["", "?"].includes(trim(value)) ? null : value;
  }

  // What a tag without a value says.
  state(name) {
    const value = this.block.tags.get(name);
    if (value === undefined) return absent;
    return { "": empty, "?": unsaid }[trim(value)] ?? ill;
  }

  // Notes a problem with the value of a tag, at a character of it.
  fail(name, key, gaps = {}, at = 0) {
    this.flaws.push(flaw(this.block.spot(name, at), key, gaps));
  }

  // Notes what is refused while something is read: at its own place in the value, or at this one.
  noting(name, at, read) {
    const refusal = refusalOf(read);
    if (refusal) this.fail(name, refusal.key, refusal.gaps, refusal.at ?? at);
  }

  // What stands in a section, nothing if it is absent.
  entries(name) {
    return this.block.tags.has(name) ? this.block.sections.get(name).entries : [];
  }

  // The place in the text of an entry.
  entrySpot(name, index) {
    return this.block.spots.get(name)[index + 1];
  }

  // The seat that a text names, -1 if it names none that plays.
  seat(text) {
    const seat = parseSeat(text);
    return seat < this.row.seats ? seat : -1;
  }
}

// What an act refuses, null if it goes well.
export function refusalOf(act) {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return null;
}
