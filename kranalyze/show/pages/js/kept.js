// Stores values in the browser, for good or for this tab. Some browsers give no storage to pages that are
// opened from a file. Then the values last as long as the page is open.

const PREFIX = "kranalyze.";

class Shelf {
  constructor(area) {
    this.area = area;
    this.held = new Map();
  }

  // Returns a stored value, null if there is no value with this name.
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
      // The browser gives no storage, or the storage is full.
    }
  }
}

export const forGood = new Shelf(() => window.localStorage);
export const forThisTab = new Shelf(() => window.sessionStorage);
