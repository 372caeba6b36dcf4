// Describes what a player must know to choose a card: the order of the cards, the aim of the contract, and
// who leads the trick.
import { bit } from "./cards.js";
import { nameOf, seatsInPlay } from "./evening.js";
import { rankSigns } from "./faces.js";
import { t } from "./words.js";

// Returns the contract that is played at the turn of a lesson. It is the contract of the record, or the one
// to which the partner has raised it in trick 1.
function contractAt({ record, at }, facts) {
  const raise = (record.announce ?? []).find(([seat, what]) => what === "raise" &&
    record.seats.slice(0, at).includes(seat));
  return facts.contracts.find(({ id }) => id === (raise ? raise[4] : record.contract));
}

// The seat whose side the contract is about. Without a declarer it is the leader.
const headOf = ({ declarer, leader }) => declarer ?? leader;

// Returns the seat of the declarer's partner, or the declarer if he plays alone. undefined: the player of the
// turn does not know the partner, because he neither holds the called card nor has seen it played. whose: the
// players who share the aim of the contract. It is "each", "alone" (the declarer), "called" (the declarer and
// the holder of the called card) or "opposite" (the declarer and the player opposite).
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

// Returns the role of the player of a lesson as he knows it: "Declarer", "Partner" or "Defender". null: each
// plays for himself, there are two declarers, or the partner is known only after the last trick.
export function lessonRole(lesson, facts) {
  const { record, seat } = lesson;
  const [aim, , whose] = contractAt(lesson, facts).aim;
  if (record.declarer === undefined || record.second !== undefined || whose === "each") return null;
  if (seat === record.declarer) return "Declarer";
  if (aim === "aimButLast") return null;
  return ["called", "opposite"].includes(whose) && partnerOf(lesson, whose) === seat ? "Partner" : "Defender";
}

// Returns the order of the cards, the aim and the leader of the trick in one line.
export function aimWords(lesson, facts, deck) {
  const { record, at, seat } = lesson;
  const [key, numbers, whose] = contractAt(lesson, facts).aim;
  const size = seatsInPlay(record, facts).size;
  const leader = record.seats[at - at % size];
  return [rankSigns(record.order ?? facts.order, facts.ranks, deck).replaceAll(" ", " > "),
    t("aim", { who: whoseWords(lesson, whose), aim: t(`${key}_`, numbers) }),
    leader === seat ? t("youLead") : t("leadsTrick", { seat: nameOf(record, leader) })].join(" · ");
}
