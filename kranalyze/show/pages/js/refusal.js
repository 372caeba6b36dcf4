// What is wrong, as data: the key of a message and what fills its gaps. It is put into words where it is
// shown.

// It is no Error: the stack that an Error takes down costs seconds where a text has thousands of faults.
export class Refusal {
  // place: where it stands in a text.
  constructor(key, gaps = {}, place = {}) {
    this.key = key;
    this.gaps = gaps;
    this.at = place.at;
  }
}

// A message that is thrown by nobody: it stands in a gap of another one.
export const message = (key, gaps = {}) => ({ key, gaps });
