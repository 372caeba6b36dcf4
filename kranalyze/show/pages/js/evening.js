// Reads the facts that the list of games and the table of players need from the records of logged games. A
// record holds the data of a game. An evening is a list of records.
import { getLanguage, seatLetter, seatName, t } from "./words.js";

export const paid = (record) => record.settlement ?? record.score ?? null;
// Returns whether the score that the players wrote down differs from the settlement of the game.
export const isWrongScore = ({ score, settlement }) =>
  Boolean(score && settlement && settlement.some((n, seat) => (score[seat] ?? 0) !== (n ?? 0)));
// Returns what the cards, announcements and discard of a seat gave away, judged with all cards open.
export const givenAwayBy = (record, seat) => (record.givenAway?.[seat] ?? 0) +
  (seat === record.declarer ? record.costDiscard ?? 0 : 0);
// Returns the text that names the evening of a game: the game's date, or else its event. Returns "" if the
// record has neither.
export const eveningOf = (record) => record.date ?? record.event ?? "";
// Returns a date of a record, such as 2026.11.26, in the language of the page.
function dateWords(date) {
  const [year, month, day] = date.split(".").map(Number);
  return getLanguage() === "de" ? `${day}.${month}.${year}` : new Date(year, month - 1, day)
    .toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });
}
// Returns an event or a date in the language of the page. In records, the events of simulated games are
// English.
export const eventWords = (event) => event.replace(/^Simulated games/, t("simulated"))
  .replace(/^Simulated evening(?= \d+$|$)/, t("simulatedEvening")).replace(/, seed (?=\d+$)/, t("seed"))
  .replace(/\b\d{4}\.\d\d\.\d\d\b/g, dateWords);
// Returns the set of the seats that take part in the play.
export const seatsInPlay = ({ seats = [] }, facts) => new Set(seats.slice(0, facts.seats));
// Returns whether a seat sits out. Returns false until the first trick is complete, because only a complete
// trick shows which seats play.
export const isSittingOut = (record, facts, seat) =>
  (record.seats ?? []).length >= facts.seats && !seatsInPlay(record, facts).has(seat);
export const factsOf = (record, games) => games.find((game) => game.id === record.game);
export const playedContract = (record, games) => factsOf(record,
  games).contracts.find((c) => c.id === record.contract) ?? null;
// Returns the first two letters of a player's name. Returns the letter of the seat if a name is missing, or
// if these letters are equal for two players.
export function shortName({ names = [] }, seat, seats) {
  const short = names.slice(0, seats).map((name) => [...(name ?? "")].slice(0, 2).join(""));
  const isClear = short.length === seats && short.every(Boolean) && new Set(short).size === seats;
  return isClear ? short[seat] : seatLetter(seat);
}
export const nameOf = (record, seat) => record.names?.[seat] ?? seatName(seat);
// Returns the last of `count` doubling calls (Contra, Recontra, Subcontra) in words.
export const contraWords = (count) =>
  [t("contra"), t("recontra"), t("subcontra")][Math.min(count, 3) - 1];
