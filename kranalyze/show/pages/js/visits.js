// Writes the browser's history. A view that is opened from another view gets its own entry, and Back returns
// to the other view. The state of an entry has three fields:
// depth: the number of entries before it.
// view: the view.
// list: the depth of another entry, which shows the list of games. The view was opened from this list. The
// field is missing if the view was opened in another way.

// Returns the state of the present entry.
export const entry = () => history.state ?? { depth: 0 };

// Changes the state and the address of the present entry. In a frame without an address, nothing changes.
export function rewrite(state, address) {
  try {
    history.replaceState({ ...entry(), ...state }, "", `#${address}`);
  } catch {
    // The browser does not allow changing the address.
  }
}

// A browser may take this many milliseconds to go back in its history.
const GOING = 1000;

let waiting = 0;
let viewWritten = null;
let wentAt = -Infinity;

// Cancels a write that still waits (see writeSoon).
export const dropWrite = () => clearTimeout(waiting);

// Goes `step` entries back or forward in the browser's history. While the browser is still going there, a
// change of the address could stop it. So no address is written until the browser has arrived (see arrive).
export function travel(step) {
  dropWrite();
  wentAt = performance.now();
  history.go(step);
}

// Notes that the browser has arrived at an entry of its history.
export function arrive() {
  dropWrite();
  wentAt = -Infinity;
}

// Calls the function `write`, which changes the address. If the view has changed, calls `write` at once, so
// that Reload comes back to this view. Otherwise waits a moment before the call. Browsers limit the number of
// changes, and a key that is held down causes many changes.
export function writeSoon(view, write) {
  dropWrite();
  if (performance.now() < wentAt + GOING) {
    waiting = setTimeout(() => writeSoon(view, write), GOING);
    return;
  }
  if (view === viewWritten) waiting = setTimeout(write, 80);
  else write();
  viewWritten = view;
}

// Adds an entry for a view that is opened from the present one.
export function deepen() {
  const { depth, view, list } = entry();
  try {
    history.pushState({ depth: depth + 1, list: view === "front" ? depth : list }, "", location.hash || "#");
  } catch {
    // The browser adds no entry, so the view replaces the view before it.
  }
}

// Goes back to the entry that shows the list of games (see `list` above). Returns false if there is no such
// entry.
export function backToList() {
  const { depth, list } = entry();
  if (list === undefined) return false;
  travel(list - depth);
  return true;
}
