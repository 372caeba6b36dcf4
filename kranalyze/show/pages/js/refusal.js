// What is wrong, as data: the key of a message and what fills its gaps. It is put into words where it is
// shown.

export class Refusal extends Error {
  // place: line and column, where it stands in a text.
  constructor(key, gaps = {}, place = {}) {
    super(key);
    Object.assign(this, { key, gaps, ...place });
  }
}

// A message that is thrown by nobody: it stands in a gap of another one.
export const message = (key, gaps = {}) => ({ key, gaps });
