// Decides which seat sits at the bottom of the table. It is the user's seat until the user turns the table.
import { forGood } from "./kept.js";

const SOUTH = 2;

let quarterTurns = 0;

// Returns the seat at the bottom. The trainer remembers the user's name, and the seat with this name is the
// user's seat. If no seat has this name, South counts as the user's seat. Each turn of the table brings the
// next seat to the bottom.
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
