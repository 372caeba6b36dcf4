// Stores values in the browser, permanently or only for this tab. Some browsers give no storage to pages that
// are opened from a file. In these browsers the values last as long as the page is open.

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

  // Lists the names in the browser's storage that begin with the text `start`.
  names(start) {
    try {
      return Object.keys(this.area()).filter((name) => name.startsWith(PREFIX + start)).map((name) =>
        name.slice(PREFIX.length));
    } catch {
      return [];
    }
  }

  remove(name) {
    this.held.delete(name);
    try {
      this.area().removeItem(PREFIX + name);
    } catch {
      // The browser gives no storage.
    }
  }
}

export const forGood = new Shelf(() => window.localStorage);
export const forThisTab = new Shelf(() => window.sessionStorage);
