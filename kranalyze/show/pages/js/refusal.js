// Defines the refusal of an input. A refusal holds the key of a message and the values of its placeholders
// (gaps). problems.js makes the text when the refusal is shown.

// Refusal is no subclass of Error, because recording the stack would take seconds for thousands of errors.
export class Refusal {
  // place: an object with `at` (index of the wrong character in the value that was read), or with `place`
  // (the facts of the game that the message names).
  constructor(key, gaps = {}, place = {}) {
    this.key = key;
    this.gaps = gaps;
    Object.assign(this, place);
  }
}

// Returns a message as the value of a gap of another message.
export const message = (key, gaps = {}) => ({ key, gaps });
