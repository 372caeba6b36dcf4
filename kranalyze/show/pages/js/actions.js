// Defines what buttons, cards, keys and swipes do while a game is on the table.
import { busily } from "./dom.js";

const ASKABLE = ["contract", "declarer", "leader", "trump", "called", "second", "contra"];

// Returns the draft for a record: the record's contract, declarer, trump and so on. A draft holds the values
// of the form with which the user asks about another contract for the same hands.
export const draftOf = (record) => Object.fromEntries(ASKABLE.map((key) =>
  [key, record[key] || record[key] === 0 ? record[key] : undefined]));

// Returns the functions that buttons and keys call while a game is on the table. model: the game on the table
// (Model). client: the connection to the solver (Client). state: the state of the page, with the draft (see
// draftOf) and a message to show. draw: function that draws the page.
export function tableActions(model, client, state, draw) {
  const actions = {
    play: (card) => model.play(card),
    go: (at) => model.go(at),
    recorded: (at) => {
      model.backToRecord();
      return model.go(at);
    },
    tryLine: (cards) => model.tryLine(cards).then(() => model.go(model.at + 1)),
    bestLine: () => busily(async () => {
      const line = await client.ask("line", model.question(model.path.slice(0, model.at)));
      await model.tryLine(line.cards, line.laid, line.announced);
    }),
    draft: (more) => {
      // If the contract changes, keep only the declarer. All other fields belong to the old contract.
      state.draft = "contract" in more ? { declarer: state.draft.declarer, ...more }
        : { ...state.draft, ...more };
      draw();
    },
    ask: async () => {
      const wish = Object.fromEntries(Object.entries(state.draft).filter(([, value]) =>
        value !== undefined && value !== ""));
      if (!wish.contract) return;
      if (!model.facts.contracts.find(({ id }) => id === wish.contract).declared) delete wish.declarer;
      await model.change(wish);
      // The page shows the error far from the button that was pressed, so scroll to the error.
      if (model.error) document.getElementById("card-panel").scrollIntoView({ block: "center" });
    },
    cell: ({ contract, declarer, leader, trump, partner, order }) => busily(async () => {
      const facts = model.facts.contracts.find((one) => one.id === contract);
      const wish = { contract, leader, order };
      if (declarer !== null) wish.declarer = declarer;
      if (facts.trump) wish.trump = trump ?? -1;
      if (facts.called) wish.partner = partner ?? -1;
      const leads = facts.forehand || !facts.declared ? leader : undefined;
      state.draft = { contract, declarer: declarer ?? undefined, trump: trump ?? undefined, leader: leads };
      await model.change(wish);
      if (model.answer && !facts.dealt) await actions.bestLine();
      document.getElementById("title")?.focus();
    }),
    grid: () => busily(async () => {
      const record = model.record;
      const { game, rules = {}, hands, talon = 0, dealer = null } = model.wish;
      model.grid = "busy";
      draw();
      const cells = await client.ask("grid", { game, rules, hands, talon, dealer }).catch((error) =>
        ((state.message = error), null));
      if (model.record === record) model.grid = cells;
      draw();
    }),
  };
  return actions;
}

// Handles keys. acts: an object with the function to call for each key. heard: function that returns whether
// a game is on the table. A key is ignored if `heard` returns false.
export function listenToKeys(acts, heard) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey ||
      /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (!heard() || !acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
}

// Listens to swipes across the board. root: the element around the board. on: function that goes to the next
// card. A swipe to the left calls `on`. back: function that goes back by one card. A swipe to the right calls
// `back`.
export function listenToSwipes(root, on, back) {
  let touched = null;
  root.addEventListener("touchstart", (event) => {
    touched = event.touches.length === 1 && event.target.closest("#board") ? event.touches[0] : null;
  }, { passive: true });
  root.addEventListener("touchend", (event) => {
    if (!touched) return;
    const dx = event.changedTouches[0].clientX - touched.clientX;
    const dy = event.changedTouches[0].clientY - touched.clientY;
    touched = null;
    if (Math.abs(dx) < 48 || Math.abs(dx) < 2 * Math.abs(dy)) return;
    if (dx < 0) on();
    else back();
  }, { passive: true });
}
