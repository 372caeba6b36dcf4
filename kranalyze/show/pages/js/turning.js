// Decides which seat is at the bottom of the table: the user's own seat, until the user turns the table.
import { forGood } from "./kept.js";

const SOUTH = 2;

let quarterTurns = 0;

// Returns the seat at the bottom. The trainer stores the user's name, and the seat with this name is the
// user's seat. If no seat has this name, South is at the bottom. A shared game has another seat instead of
// South: the seat that the sender of the game had at the bottom. Each time the user turns the table, the next
// seat comes to the bottom.
export function bottomSeat({ record, facts }) {
  const name = forGood.load("name");
  const own = name ? (record.names ?? []).indexOf(name) : -1;
  return ((own < 0 ? record.bottom ?? SOUTH : own) + quarterTurns) % facts.seats;
}

// Returns the function that seats the next player clockwise at the bottom, and draws the table.
export const turning = (draw) => () => {
  quarterTurns++;
  draw();
};
