// Reads what the list and the table of players need from the records of an evening.
import { seatName } from "./words.js";

export const paid = (record) => record.settlement ?? record.score ?? null;
export const factsOf = (record, games) => games.find((game) => game.id === record.game);
export const playedContract = (record, games) => factsOf(record,
  games).contracts.find((c) => c.id === record.contract) ?? null;
export const nameOf = (record, seat) => record.names?.[seat] ?? seatName(seat);

