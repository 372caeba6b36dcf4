// Holds a parsed game of KPN (the text format of logged games): numbers with their places in the text, and
// flaws (problems that the parser noted). A cell is an entry of the section Play: a card, or a mark for a
// card that was not played or is not known.
import { flaw } from "./block.js";
import { parseSeat } from "./cards.js";
import { KR_LIMIT } from "./layouts.js";
import { Refusal } from "./refusal.js";
import { ANY_GAME } from "./rows.js";
import { trim } from "./text.js";

const { absent, empty, ill, unsaid } = KR_LIMIT;

// Names of the fields of kr_record that are filled from tags. A kr_record is the input of the judge. A field
// has the value KR_LIMIT.absent until its tag is read.
const TAG_FIELDS = ["deal", "hasTalon", "hasDiscard", "contra", "dealer", "contract", "declarer", "second",
  "called", "trump", "auction", "play"];

export class Parsed {
  constructor(block) {
    this.block = block; // the block with its tags and sections
    this.row = ANY_GAME; // the row of the record's game, once this game is known
    this.deck = "french";
    this.fields = Object.fromEntries(TAG_FIELDS.map((name) => [name, absent]));
    this.flags = 0; // mask of enum kr_record_flag
    this.ill = 0; // mask of enum kr_ill: the kinds of errors in the text
    this.hands = [0, 0, 0, 0];
    this.known = 0; // mask of seats with known hands
    this.illHands = 0; // mask of seats whose hands cannot be read
    this.piles = { Talon: 0, Discard: 0 };
    this.laid = new Map(); // the card laid face down, by seat
    this.score = new Map(); // amounts, by seat
    this.calls = []; // pairs [call, suit]
    this.words = []; // announcements of trick 1
    this.cells = []; // cells of the play
    this.flaws = [...block.problems];
    // Flaws of calls, announcements and cells count only if the judge reads these entries.
    this.callFlaws = [];
    this.wordFlaws = [];
    this.cellFlaws = [];
    this.lineColumns = 0; // number of cells in the wrong line or incomplete trick of Play; 0: there is none
    this.linesAt = 0; // the place of this line or trick in the text
    // Where parts of a value stand in the text. The key "FaceDown 1" is for the part of the tag FaceDown that
    // belongs to seat 1 (East).
    this.places = new Map();
    this.notes = []; // objects { number, text, section }
  }

  // Returns the value of a tag. Returns null if the tag is absent, "?" (unknown) or empty (not applicable).
  value(name) {
    const value = this.block.tags.get(name);
    return value === undefined || ["", "?"].includes(trim(value)) ? null : value;
  }

  // Returns the number (KR_LIMIT) that a field has before the value of its tag is read. absent: the block
  // lacks the tag. empty: the value is "". unsaid: the value is "?". ill: the tag has another value. A caller
  // that can read this value replaces `ill` with the number that it has read.
  state(name) {
    const value = this.block.tags.get(name);
    if (value === undefined) return absent;
    return { "": empty, "?": unsaid }[trim(value)] ?? ill;
  }

  // Adds a flaw. name: the tag. key, gaps: the message and the values of its placeholders. at: index of the
  // wrong character in the tag's value.
  fail(name, key, gaps = {}, at = 0) {
    this.flaws.push(flaw(this.block.spot(name, at), key, gaps));
  }

  // Calls the function `read`. If it throws a refusal, adds a flaw to the tag `name`. The flaw is at the
  // place of the refusal, or at `at` if the refusal has no place.
  noting(name, at, read) {
    const refusal = refusalOf(read);
    if (refusal) this.fail(name, refusal.key, refusal.gaps, refusal.at ?? at);
  }

  // Returns the entries of a section, an empty list if the section is absent.
  entries(name) {
    return this.block.tags.has(name) ? this.block.sections.get(name).entries : [];
  }

  // Returns the place of an entry in the text.
  entrySpot(name, index) {
    return this.block.spots.get(name)[index + 1];
  }

  // Returns the seat that a text names, -1 if the text names no seat of this game.
  seat(text) {
    const seat = parseSeat(text);
    return seat < this.row.seats ? seat : -1;
  }
}

// Calls a function. Returns the refusal that the function throws, null if it throws none.
export function refusalOf(act) {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  return null;
}
