// Reads from the records of an evening the facts that the list of games and the table of players need.
import { seatName, t } from "./words.js";

export const paid = (record) => record.settlement ?? record.score ?? null;
// Returns whether the score that the players wrote down differs from the settlement of the game.
export const isWrongScore = ({ score, settlement }) =>
  Boolean(score && settlement && settlement.some((n, seat) => (score[seat] ?? 0) !== (n ?? 0)));
// Returns what the cards, announcements and discard of a seat cost, with all cards open.
export const givenAwayBy = (record, seat) => (record.givenAway?.[seat] ?? 0) +
  (seat === record.declarer ? record.costDiscard ?? 0 : 0);
// Returns the evening of a game: its date, or else its event. "": the record has neither.
export const eveningOf = (record) => record.date ?? record.event ?? "";
// Returns an event in the language of the page. Simulated games have an English event.
export const eventWords = (event) => event.replace(/^Simulated games/, t("simulated"))
  .replace(/^Simulated evening(?= \d+$|$)/, t("simulatedEvening")).replace(/, seed (?=\d+$)/, t("seed"));
// Returns the set of the seats that take part in the play.
export const seatsInPlay = ({ seats = [] }, facts) => new Set(seats.slice(0, facts.seats));
// Returns whether a seat sits out. A first trick that broke off does not tell.
export const isSittingOut = (record, facts, seat) =>
  (record.seats ?? []).length >= facts.seats && !seatsInPlay(record, facts).has(seat);
export const factsOf = (record, games) => games.find((game) => game.id === record.game);
export const playedContract = (record, games) => factsOf(record,
  games).contracts.find((c) => c.id === record.contract) ?? null;
export const nameOf = (record, seat) => record.names?.[seat] ?? seatName(seat);

