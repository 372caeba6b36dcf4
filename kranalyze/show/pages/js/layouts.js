// Written by scripts/build_layouts.py from the headers of the core: change those, and this by the script.

// Bytes of structs, and where their fields stand.
export const KR_SIZE = {
  task: 36, position: 40, row: 24,
};
export const KR_TASK = {
  goal: 0, flags: 1, seats: 2, leader: 3, trump: 4, side: 5, takers: 6, tricks: 7, need: 8, low: 9, last: 10,
  marriages: 11, marriageSeats: 12, marriagePlain: 13, marriageTrump: 14, late: 15, declarer: 16, second: 17,
  seek: 18, talonTo: 19, strength: 20, points: 28,
};
export const KR_POSITION = {
  hands: 0, leader: 16, nPlayed: 17, played: 18, tricksDone: 21, took: 22, announced: 23, declared: 24,
  forced: 28, points: 32, pending: 36, declaring: 38, spare: 39,
};
export const KR_ROW = {
  callable: 0, required: 4, holder: 20, bidder: 21, spare: 22,
};
// Numbers of enums, and limits.
export const KR_GOAL = {
  sweep: 0, points: 1, tricks: 2, stakes: 3, race: 4, last: 5, double: 6, most: 7, goals: 8,
};
export const KR_FLAG = {
  mustTrump: 1, mustBeat: 2, stop: 4, margin: 8, pending: 16, loserPays: 32, plain: 64, exactly: 128,
};
export const KR_MARRIAGE = {
  noMarriages: 0, declared: 1, onLead: 2,
};
export const KR_ANNOUNCEMENT = {
  sideHundred: 1, sideAll: 2, othersHundred: 4, othersAll: 8,
};
export const KR_STATUS = {
  ok: 0, badTask: 1, cardTwice: 2, badSizes: 3, badTrick: 4, badFacts: 5, badBuffer: 6, badPack: 7,
};
export const KR_ROW_FLAG = {
  reached: 1, biddable: 2,
};
export const KR_LIMIT = {
  seats: 4, hand: 8, noTrump: 4, none: 255, unknown: -32768,
};
