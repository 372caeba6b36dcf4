// A refusal: the key of a text and the values of its gaps. problems.js makes the text when it is
// shown.

// It is no Error, because recording stacks takes seconds for a text with thousands of errors.
export class Refusal {
  // place: the place in the value that was read (at), or the game (place).
  constructor(key, gaps = {}, place = {}) {
    this.key = key;
    this.gaps = gaps;
    Object.assign(this, place);
  }
}

// A message that fills a gap of another message; it is not thrown.
export const message = (key, gaps = {}) => ({ key, gaps });
