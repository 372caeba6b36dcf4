// A refusal holds the key of a text and the values of its gaps. problems.js makes the text when the refusal
// is shown.

// Refusal is not an Error: recording stacks takes seconds for a text with thousands of errors.
export class Refusal {
  // place: the place in the value that was read (at), or the game (place).
  constructor(key, gaps = {}, place = {}) {
    this.key = key;
    this.gaps = gaps;
    Object.assign(this, place);
  }
}

// Returns a message that fills a gap of another message. The message is not thrown.
export const message = (key, gaps = {}) => ({ key, gaps });
