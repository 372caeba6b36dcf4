// Makes a group of cards a single stop of the Tab key. The arrow keys move among the cards of the group.

const cardsIn = (group) => [...group.querySelectorAll("button.tile")];

// Makes an element a group of cards. rows: the elements that hold the rows of cards. name: the label of the
// group. then: the id of the element that gets the focus when no card is left.
export function roving(group, rows, name, then = "") {
  group.dataset.rover = name;
  group.dataset.then = then;
  for (const [i, card] of cardsIn(group).entries()) card.tabIndex = i ? -1 : 0;
  group.addEventListener("focusin", ({ target }) => {
    for (const card of cardsIn(group)) card.tabIndex = card === target ? 0 : -1;
  });
  group.addEventListener("keydown", (event) => {
    const to = neighbour(group, rows, event);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
  return group;
}

function neighbour(group, rows, { key, target }) {
  const cards = cardsIn(group);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
  if (step) return cards[cards.indexOf(target) + step];
  const across = { ArrowDown: 1, ArrowUp: -1 }[key];
  const lines = rows.map(cardsIn).filter(({ length }) => length);
  const at = lines.findIndex((line) => line.includes(target));
  const line = lines[at + across];
  return line?.[Math.min(lines[at].indexOf(target), line.length - 1)];
}

// Returns a function that restores the focus after the page was drawn anew. This function focuses the element
// with the same id as before. If no element has this id, it focuses the card that is now at the same place in
// the group. If the group has no card left, it focuses the element `then` (see roving).
export function keptFocus() {
  const focused = document.activeElement;
  const { id, selectionStart: caret } = focused ?? {};
  const group = focused?.closest("[data-rover]");
  const place = group ? cardsIn(group).indexOf(focused) : -1;
  return () => {
    const again = id ? document.getElementById(id) : null;
    const now = group ? document.querySelector(`[data-rover="${group.dataset.rover}"]`) : null;
    const cards = now ? cardsIn(now) : [];
    const near = cards[Math.min(place, cards.length - 1)] ?? document.getElementById(now?.dataset.then);
    (again ?? near)?.focus({ preventScroll: true });
    if (caret !== undefined && again?.setSelectionRange && again.type !== "number")
      again.setSelectionRange(caret, caret);
  };
}

// Scrolls to the top of the page, and then as far down as necessary to show the whole table.
export function scrollToTable() {
  window.scrollTo(0, 0);
  const table = document.querySelector(".board");
  if (table && table.offsetHeight < window.innerHeight) table.scrollIntoView({ block: "nearest" });
}

// Returns how far the page is scrolled (y), and the id of the element that has the focus.
export const placeNow = () => ({ id: document.activeElement?.id, y: window.scrollY });

// Returns to a place from placeNow. Without a place, goes to the top of the page.
export function restorePlace({ id, y } = { y: 0 }) {
  document.getElementById(id)?.focus({ preventScroll: true });
  window.scrollTo(0, y);
}
