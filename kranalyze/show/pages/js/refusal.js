// What is wrong, as data: the key of a text and what fills its gaps. It is put into words where it is shown
// (problems.js).

// It is no Error: the stack that an Error takes down costs seconds where a text has thousands of faults.
export class Refusal {
  // place: where it stands in the value that was read (at), or which game it is about (place).
  constructor(key, gaps = {}, place = {}) {
    this.key = key;
    this.gaps = gaps;
    Object.assign(this, place);
  }
}

// A message that is thrown by nobody: it stands in a gap of another one.
export const message = (key, gaps = {}) => ({ key, gaps });
