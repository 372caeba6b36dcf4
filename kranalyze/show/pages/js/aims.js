// Describes what a player must know to choose a card in a lesson. These facts are the order of the cards, the
// aim of the contract, and who leads the trick. A lesson asks the player to choose again at a turn of a
// logged game.
import { bit } from "./cards.js";
import { nameOf, seatsInPlay } from "./evening.js";
import { rankSigns } from "./faces.js";
import { t } from "./words.js";

// Returns the contract that is in force at the turn of a lesson. Usually it is the contract of the record. If
// a partner has raised this contract in trick 1 before the turn, it is the contract of the raise.
function contractAt({ record, at }, facts) {
  const raise = (record.announce ?? []).find(([seat, what]) => what === "raise" &&
    record.seats.slice(0, at).includes(seat));
  return facts.contracts.find(({ id }) => id === (raise ? raise[4] : record.contract));
}

// Returns the declarer, or the leader of the first trick if there is no declarer.
const headOf = ({ declarer, leader }) => declarer ?? leader;

// Returns the seat of the declarer's partner, or the declarer if the declarer plays alone. Returns undefined
// if the player of the lesson does not know the partner. In this case the player does not hold the called
// card, and nobody has played this card yet.
// whose: the players who share the aim of the contract:
// "each": each player has the aim for himself.
// "alone": the declarer.
// "called": the declarer and the holder of the called card.
// "opposite": the declarer and the player opposite.
function partnerOf({ record, seat, at }, whose) {
  const { called, hands, play } = record;
  const isCalledSeen = called !== undefined &&
    (hands[seat] & bit(called) || play.slice(0, at).includes(called));
  return whose === "opposite" || isCalledSeen ? record.partner ?? headOf(record) : undefined;
}

// Returns the players who share the aim of the contract, in words. whose: see partnerOf.
function whoseWords(lesson, whose) {
  const { record, seat: me } = lesson;
  if (whose === "each") return t("forEach");
  const word = (seat) => (seat === undefined ? t("andPartner") : seat === me ? t("forYou")
    : nameOf(record, seat));
  const seats = [headOf(record)];
  if (record.second !== undefined) seats.push(record.second);
  if (whose === "called" || whose === "opposite") seats.push(partnerOf(lesson, whose));
  return [...new Set(seats)].map(word).join(` ${t("and")} `);
}

// Returns the role of the player of a lesson, as far as this player knows it: "Declarer", "Partner" or
// "Defender". Returns null if there is no declarer, if there are two declarers, or if each player plays for
// himself. Also returns null if the player is not the declarer and the last trick determines the partner.
export function lessonRole(lesson, facts) {
  const { record, seat } = lesson;
  const [aim, , whose] = contractAt(lesson, facts).aim;
  if (record.declarer === undefined || record.second !== undefined || whose === "each") return null;
  if (seat === record.declarer) return "Declarer";
  if (aim === "aimButLast") return null;
  return ["called", "opposite"].includes(whose) && partnerOf(lesson, whose) === seat ? "Partner" : "Defender";
}

// Returns one line of text with three facts: the order of the cards, the aim, and the seat that leads the
// trick.
export function aimWords(lesson, facts, deck) {
  const { record, at, seat } = lesson;
  const [key, numbers, whose] = contractAt(lesson, facts).aim;
  const size = seatsInPlay(record, facts).size;
  const leader = record.seats[at - at % size];
  return [rankSigns(record.order ?? facts.order, facts.ranks, deck).replaceAll(" ", " > "),
    t("aim", { who: whoseWords(lesson, whose), aim: t(`${key}_`, numbers) }),
    leader === seat ? t("youLead") : t("leadsTrick", { seat: nameOf(record, leader) })].join(" · ");
}
