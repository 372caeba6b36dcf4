// Written by scripts/build_layouts.py from the headers of the core: change those, and this by the script.

// Bytes of structs, and where their fields stand.
export const KR_SIZE = {
  task: 36, position: 40, row: 24, gameRow: 960, contractRow: 56, question: 8, record: 96, recordCall: 2,
  recordWord: 8, facts: 1000, factCall: 4, factCard: 8, factMarriage: 4, problem: 24,
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
export const KR_GAME_ROW = {
  pack: 0, size: 4, seats: 5, talon: 6, last: 7, points: 8, strength: 16, marriage: 40, mustTrump: 42,
  mustBeat: 43, pairs: 44, contra: 45, mostContra: 46, calledTrump: 47, callOwn: 48, openingMarriage: 49,
  endings: 50, calibration: 51, bidsOnce: 52, rounds: 53, dealerBids: 54, ties: 55, tiePlace: 56,
  namesTrump: 60, contracts: 61, passedOut: 62, spare: 63, contract: 64,
};
export const KR_CONTRACT_ROW = {
  value: 0, per: 4, second: 8, makeableAt: 12, raises: 16, rank: 20, stake: 21, order: 22, trump: 23,
  party: 24, sitsOut: 25, bidders: 26, leads: 27, requires: 28, loserPays: 29, hasSettles: 30, openAfter: 31,
  goal: 32, settles: 44,
};
export const KR_QUESTION = {
  contract: 0, declarer: 1, leader: 2, second: 3, partner: 4, trump: 5, order: 6, spare: 7,
};
export const KR_RECORD = {
  hands: 0, talon: 16, discard: 20, score: 24, contra: 40, firstCall: 44, calls: 48, firstWord: 52, words: 56,
  firstCell: 60, cells: 64, game: 68, ill: 70, flags: 72, known: 73, illHands: 74, deal: 75, hasTalon: 76,
  hasDiscard: 77, dealer: 78, contract: 79, declarer: 80, second: 81, called: 82, trump: 83, auction: 84,
  play: 85, laid: 86, scored: 90, spare: 91,
};
export const KR_RECORD_CALL = {
  call: 0, suit: 1,
};
export const KR_RECORD_WORD = {
  seat: 0, kind: 1, suit: 2, level: 3, points: 4, ill: 5, spare: 6,
};
export const KR_FACTS = {
  hands: 0, talon: 16, discard: 20, settlement: 24, points: 40, known: 56, hasDeal: 57, hasTalon: 58,
  hasDiscard: 59, settled: 60, callsRead: 61, wordsRead: 62, cellsRead: 63, judged: 64, complete: 65,
  finished: 66, ended: 67, over: 68, overSide: 69, overPoints: 70, turned: 71, contract: 72, declarer: 73,
  second: 74, partner: 75, trump: 76, leader: 77, order: 78, called: 79, partnerKnown: 80, contra: 81,
  raised: 82, forehand: 83, raisedBy: 84, contraBy: 85, calls: 86, cards: 87, tricks: 88, marriages: 89,
  countedTricks: 90, countedMarriages: 91, winner: 92, hundreds: 100, alls: 102, call: 104, card: 616,
  marriage: 872,
};
export const KR_FACT_CALL = {
  seat: 0, call: 1, suit: 2, spare: 3,
};
export const KR_FACT_CARD = {
  seat: 0, card: 1, trick: 2, turn: 3, cell: 4,
};
export const KR_FACT_MARRIAGE = {
  seat: 0, suit: 1, points: 2, trick: 3,
};
export const KR_PROBLEM = {
  code: 0, severity: 1, place: 2, hint: 3, index: 4, arg: 8,
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
export const KR_CALL = {
  callSubcontra: -6, callRecontra: -5, callContra: -4, callAllPass: -3, callSecond: -2, callPass: -1,
};
export const KR_WORD_KIND = {
  wordMarriage: 0, wordHundred: 1, wordAll: 2, wordRaise: 3, wordContra: 4,
};
export const KR_ILL = {
  illTags: 1, illCalls: 2, illAuction: 4, illPlay: 8, illWords: 16, illLines: 32, illTalon: 64,
  illDiscard: 128, illScore: 256, illCells: 512, illDeal: 1024, illBlock: 2048,
};
export const KR_RECORD_FLAG = {
  onlyDeal: 1, auctionOpen: 2, asPlayed: 4, playOpen: 8, inTurns: 16,
};
export const KR_PLACE = {
  atGame: 0, atDeal: 1, atHand: 2, atHandCard: 3, atTalon: 4, atTalonCard: 5, atDiscard: 6, atDiscardCard: 7,
  atDealer: 8, atContract: 9, atDeclarer: 10, atSecond: 11, atLaid: 12, atCalled: 13, atTrump: 14, atWord: 15,
  atContra: 16, atScore: 17, atScoreOf: 18, atAuction: 19, atCall: 20, atPlay: 21, atCell: 22, atLines: 23,
  places: 24,
};
export const KR_PROBLEM_CODE = {
  good: 0, handNotInPack: 1, handHeldToo: 2, handSize: 3, handsUnequal: 4, dealMissing: 5, cardNotInPack: 6,
  noTalon: 7, pileSize: 8, talonHeld: 9, noWest: 10, gameNoTrump: 11, gameNoCall: 12, laidNotHeld: 13,
  contraTooMany: 14, scoreMissing: 15, wrongOpener: 16, callNoTrumpNamed: 17, callTrumpless: 18,
  callNobodyLeft: 19, callAuctionOver: 20, callOneRound: 21, callNoSecond: 22, callNoneToJoin: 23,
  callJoined: 24, callJoinsOwn: 25, callNotBiddable: 26, callMayNot: 27, callWithout: 28, callNotHigher: 29,
  callNotHigherMit: 30, callOnlyHigher: 31, callNamesTrump: 32, callDealerMust: 33, doubleNotACall: 34,
  doubleInAnnounce: 35, doubleTooEarly: 36, doubleAfter: 37, doubleOther: 38, auctionTooLong: 39,
  auctionLeadsTo: 40, auctionNotFinished: 41, auctionContras: 42, noDeclarer: 43, mayNotDeclare: 44,
  declaresWithout: 45, noSecondPlayer: 46, secondIsDeclarer: 47, nothingLaid: 48, laysNoCard: 49,
  noCalledCard: 50, callsOwn: 51, calledMakesTrump: 52, contractTrumpless: 53, trumpNotHeld: 54,
  leaderIsDeclarer: 55, leaderIsForehand: 56, discardNotHeld: 57, wordUnknown: 58, wordsMany: 59,
  marriagesByLead: 60, marriagesNotCounted: 61, marriagePoints: 62, marriageNotHeld: 63,
  trumpMarriageNotHeld: 64, marriageTwice: 65, marriageNoneHeld: 66, marriageNoOther: 67, marriageWhich: 68,
  wordOutOfTurn: 69, mayNotRaise: 70, cannotRaise: 71, ownContra: 72, wordTwice: 73, contraAnnounced: 74,
  playNoContract: 75, playNoOrder: 76, playNoTrump: 77, playAsDealt: 78, playNoDiscard: 79, playTooMany: 80,
  playedAlready: 81, linesNoTricks: 82, sitsOut: 83, playsBefore: 84, playsAfterPoints: 85,
  playsAfterTricks: 86, notHeld: 87, mustPlayLaid: 88, mustFollow: 89, mustTrumpWith: 90, mustBeatCard: 91,
  scoreDiffers: 92, problemCodes: 93,
};
export const KR_SEVERITY = {
  error: 0, warning: 1,
};
export const KR_ORDER = {
  orderK: 0, orderT: 1, orderZ: 2, orderKt: 3, orders: 3,
};
export const KR_STAKE = {
  stakeFixed: 0, stakeValue: 1, stakeSearch: 2, stakeNone: 3,
};
export const KR_LIMIT = {
  seats: 4, hand: 8, noTrump: 4, none: 255, unknown: -32768, unsaid: -1, empty: -2, ill: -3, absent: -4,
  noCard: -1, badCard: -3, noLeast: -2147483648,
};
