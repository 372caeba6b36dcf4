// Knows which seat sits at the bottom of the table: the user's, until the user turns the table.
import { forGood } from "./kept.js";

const SOUTH = 2;

let quarterTurns = 0;

// Returns the seat at the bottom. The user's seat is that of the name that the trainer remembers. Without
// this name it is South.
export function bottomSeat({ record, facts }) {
  const name = forGood.load("name");
  const own = name ? (record.names ?? []).indexOf(name) : -1;
  return ((own < 0 ? SOUTH : own) + quarterTurns) % facts.seats;
}

// Returns the function that seats the next player clockwise at the bottom, and draws the table.
export const turning = (draw) => () => {
  quarterTurns++;
  draw();
};
