// Describes what a player must know to choose a card in a lesson. These facts are the order of the cards, the
// aim of the contract, and who leads the trick. A lesson asks the player to choose again at a turn of a
// logged game.
import { bit } from "./cards.js";
import { nameOf, seatsInPlay } from "./evening.js";
import { rankSigns } from "./faces.js";
import { t } from "./words.js";

// Returns the contract that is in force at the turn of a lesson. This is the contract of the record, unless
// the partner has raised it in trick 1 before this turn.
function contractAt({ record, at }, facts) {
  const raise = (record.announce ?? []).find(([seat, what]) => what === "raise" &&
    record.seats.slice(0, at).includes(seat));
  return facts.contracts.find(({ id }) => id === (raise ? raise[4] : record.contract));
}

// Returns the declarer, or the leader of the first trick if there is no declarer.
const headOf = ({ declarer, leader }) => declarer ?? leader;

// Returns the seat of the declarer's partner, or the declarer if he plays alone. Returns undefined if the
// player who is to choose does not know the partner: he neither holds the called card nor has seen it played.
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

// Returns the role of the player of a lesson as he knows it: "Declarer", "Partner" or "Defender". Returns
// null if there is no declarer, if there are two, or if each plays for himself. If the partner is known only
// after the last trick, players other than the declarer have the role null, too.
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
