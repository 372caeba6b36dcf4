// Keeps values in the browser, for good or for this tab. Some browsers give pages from files no storage; the
// values then last as long as the page is open.

const PREFIX = "kranalyze.";

class Shelf {
  constructor(area) {
    this.area = area;
    this.held = new Map();
  }

  // Returns a kept value, null if there is none.
  load(name) {
    if (this.held.has(name)) return this.held.get(name);
    try {
      return JSON.parse(this.area().getItem(PREFIX + name));
    } catch {
      return null;
    }
  }

  save(name, value) {
    this.held.set(name, value);
    try {
      this.area().setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // There is no storage, or it is full.
    }
  }
}

export const forGood = new Shelf(() => window.localStorage);
export const forThisTab = new Shelf(() => window.sessionStorage);
