// Defines the refusal of an input. A refusal holds the key of a message and the values of its placeholders
// (gaps). problems.js makes the text when the refusal is shown.

// Refusal is no subclass of Error, because recording the stack would take seconds for thousands of errors.
export class Refusal {
  // more: further facts. `at` is the index of the wrong character in the value that was read. `place` has
  // facts of the game for the gaps of the message.
  constructor(key, gaps = {}, more = {}) {
    this.key = key;
    this.gaps = gaps;
    Object.assign(this, more);
  }
}

// Returns a message that fills a gap of another message.
export const message = (key, gaps = {}) => ({ key, gaps });
