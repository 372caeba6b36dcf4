// The browser's history: every view that is opened from another one is an entry, and Back returns to the view
// before. An entry's state has its depth, its view, and the depth of the list above it.

// Returns the state of the present entry.
export const entry = () => history.state ?? { depth: 0 };

// Changes the state and the address of the present entry. A frame without an address keeps neither.
export function rewrite(state, address) {
  try {
    history.replaceState({ ...entry(), ...state }, "", `#${address}`);
  } catch {
    // The address cannot be kept.
  }
}

// Adds an entry for a view that is opened from the present one.
export function deepen() {
  const { depth, view, list } = entry();
  try {
    history.pushState({ depth: depth + 1, list: view === "front" ? depth : list }, "", location.hash || "#");
  } catch {
    // The view replaces the one before.
  }
}

// Returns to the entry of the list above. Returns false if there is none.
export function backToList() {
  const { depth, list } = entry();
  if (list === undefined) return false;
  history.go(list - depth);
  return true;
}
