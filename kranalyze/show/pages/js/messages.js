// What can be wrong with what is asked or pasted, in English and German. In a gap named after a seat, a card
// or a
// suit stands its number; a pair of texts is [English, German].
import { SUITS, TITLES, cardName } from "./cards.js";
import { pick, seatName, t } from "./words.js";

const MESSAGES = {
  // KPN: how it is written
  tagName: ['a tag begins with its name, as in [Board "1"]',
    'ein Tag beginnt mit seinem Namen, wie [Board "1"]'],
  tagOpen: ["the value of {tag} is not closed by a double quote",
    "der Wert von {tag} endet ohne Anführungszeichen"],
  tagQuotes: ["the value of {tag} must stand in double quotes",
    "der Wert von {tag} muss in Anführungszeichen stehen"],
  tagClose: ["the tag {tag} is not closed by ]", "dem Tag {tag} fehlt das ]"],
  tagTwice: ["the tag {tag} is given twice", "das Tag {tag} steht zweimal da"],
  outside: ["'{text}' stands outside of tags, comments and sections",
    "„{text}“ steht außerhalb von Tags, Kommentaren und Abschnitten"],
  commentOpen: ["the comment is not closed by }", "dem Kommentar fehlt das }"],
  nothingToCopy: ["there is no {tag} in the game before to copy",
    "im Spiel davor gibt es kein {tag} zu übernehmen"],
  // games, seats, cards
  noTag: ["the game has no tag {tag}", "dem Spiel fehlt das Tag {tag}"],
  gameUnknown: ["unknown game '{text}', known: {known}", "unbekanntes Spiel „{text}“, bekannt: {known}"],
  deckUnknown: ["unknown deck '{text}': french or german", "unbekannte Karten „{text}“: french oder german"],
  seatUnknown: ["unknown seat '{text}': N, E, S or W", "unbekannter Platz „{text}“: N, E, S oder W"],
  noWest: ["{game} is played without West", "{game} wird ohne West gespielt"],
  cardUnknown: ["unknown card '{text}'", "unbekannte Karte „{text}“"],
  suitUnknown: ["unknown suit '{text}'", "unbekannte Farbe „{text}“"],
  contractUnknown: ["unknown contract '{text}' of {game}, known: {known}",
    "unbekannte Ansage „{text}“ in {game}, bekannt: {known}"],
  ruleUnknown: ["unknown rule option '{text}'", "unbekannte Regel „{text}“"],
  ruleOf: ["unknown rule option '{text}' of {game}", "unbekannte Regel „{text}“ von {game}"],
  ruleValue: ["rule option {name} of {game} cannot be '{text}'",
    "die Regel {name} von {game} kann nicht „{text}“ sein"],
  contraNumber: ["the number of Contra calls, not '{text}'", "die Zahl der Kontras, nicht „{text}“"],
  contraNone: ["{game} knows no Contra, here are {n}", "{game} kennt kein Kontra, hier sind es {n}"],
  contraMost: ["{game} knows at most {most} Contra, here are {n}",
    "{game} kennt höchstens {most} Kontra, hier sind es {n}"],
  // the deal
  dealHead: ['a deal begins with a seat and a colon, as in "N:..."',
    'ein Blatt beginnt mit Platz und Doppelpunkt, wie "N:..."'],
  dealNoWest: ["a deal of {n} hands has no West", "ein Blatt mit {n} Händen hat kein West"],
  dealHands: ["a deal of {game} has {n} hands, here are {many}",
    "ein Blatt von {game} hat {n} Hände, hier sind {many}"],
  noDeal: ["not a deal: {text}", "kein Blatt: {text}"],
  handUnknown: ["the hand of {seat} is not known", "die Hand von {seat} ist nicht bekannt"],
  handSuits: ["a hand has four suits divided by dots, '{text}' has {n}",
    "eine Hand hat vier Farben, durch Punkte getrennt, „{text}“ hat {n}"],
  notInPack: ["{seat} holds {card}, which is not in the {n} cards of {game}",
    "{seat} hat {card}, eine Karte, die es unter den {n} von {game} nicht gibt"],
  heldTwice: ["{seat} holds {card}, which is held twice", "{seat} hat {card} zweimal"],
  heldToo: ["{seat} holds {card}, which is held by {other} too", "{seat} hat {card}, und {other} auch"],
  cardTwice: ["card {card} is held twice", "die Karte {card} gibt es zweimal"],
  unequal: ["hands of unequal size: {known}", "verschieden große Hände: {known}"],
  handSize: ["{seat} has {n} cards, {game} has {size}", "{seat} hat {n} Karten, in {game} sind es {size}"],
  noTalon: ["{game} has no talon", "{game} hat keinen Talon"],
  noDiscard: ["nothing is laid away in {game}", "in {game} wird nichts abgelegt"],
  talonSize: ["the talon has {n} cards, here are {many}", "der Talon hat {n} Karten, hier sind {many}"],
  discardSize: ["the discard has {n} cards, here are {many}", "abgelegt werden {n} Karten, hier sind {many}"],
  talonRest: ["the talon is not what the hands leave", "der Talon ist nicht, was die Hände übrig lassen"],
  talonHeld: ["the talon has {card}, which {seat} holds", "im Talon liegt {card}, die {seat} hat"],
  holdsNot: ["{seat} does not hold the {card}", "{seat} hat {card} nicht"],
  // what was said
  auctionSeat: ["an Auction begins with a seat, not '{text}'",
    "Auction beginnt mit einem Platz, nicht mit „{text}“"],
  callUnknown: ["unknown call '{text}' of {game}", "unbekannte Ansage „{text}“ in {game}"],
  faceDown: ["a card laid face down is written E:HA, not '{text}'",
    "eine verdeckte Karte schreibt man E:HA, nicht „{text}“"],
  scoreWord: ["a score is written N:-70, not '{text}'", "eine Abrechnung schreibt man N:-70, nicht „{text}“"],
  noteWord: ['a note begins with its number and a colon, as in [Note "1:a fine lead"]',
    'eine Notiz beginnt mit Nummer und Doppelpunkt, wie [Note "1:schön gespielt"]'],
  noteTwice: ["note {n} is given twice", "Notiz {n} steht zweimal da"],
  announcesNothing: ["{seat} announces nothing; 'N 40 H' or 'S all' is one",
    "{seat} sagt nichts an; „N 40 H“ oder „S all“ wäre etwas"],
  announceSeat: ["unknown seat '{text}'", "unbekannter Platz „{text}“"],
  announceUnknown: ["unknown announcement '{text}': 20, 40, 100, all, raise LEVEL or contra",
    "unbekannt: „{text}“; 20, 40, 100, all, raise STUFE oder contra"],
  announceAfter: ["'{text}' after '{what}' means nothing", "„{text}“ nach „{what}“ sagt nichts"],
  marriageAfter: ["'{text}' after a marriage means nothing", "„{text}“ nach einem Paar sagt nichts"],
  announceNot: ["'{text}' is not announced in {game}", "„{text}“ wird in {game} nicht angesagt"],
  marriageLead: ["marriages are registered by leading King or Queen in {game}",
    "in {game} wird ein Paar durch Ausspielen von König oder Dame angesagt"],
  marriageNone: ["marriages do not count in {game}", "in {game} zählen Paare nicht"],
  marriagePoints: ["a marriage in {suit} is {right}, not {n}", "ein Paar in {suit} zählt {right}, nicht {n}"],
  marriageHeld: ["{seat} does not hold King and Queen of {suit}",
    "{seat} hat König und Dame von {suit} nicht"],
  marriageTrumps: ["{seat} does not hold King and Queen of trumps",
    "{seat} hat König und Dame der Trümpfe nicht"],
  marriageTwice: ["{seat} declares the marriage in {suit} twice",
    "{seat} sagt das Paar in {suit} zweimal an"],
  marriageNoMore: ["{seat} does not hold another King and Queen for 20",
    "{seat} hat kein weiteres Paar für 20"],
  speaksLate: ["{seat} speaks after {other}, who plays later to trick 1",
    "{seat} spricht nach {other}, der im ersten Stich später spielt"],
  raiseSeat: ["{seat} may not raise: only the declarer's partner may",
    "{seat} darf nicht erhöhen: das darf nur der Partner des Ansagers"],
  contraSeat: ["{seat}, on the declarer's side, cannot say contra",
    "{seat} spielt mit dem Ansager und kann nicht Kontra sagen"],
  saidTwice: ["{what} is announced twice", "{what} wird zweimal angesagt"],
  saidTwiceBy: ["{what} is announced by {seat} twice", "{seat} sagt {what} zweimal an"],
  contraBoth: ["Announce has a contra", "Kontra steht schon in Announce"],
  marriageNo20: ["{seat} does not hold a King and Queen for 20", "{seat} hat kein Paar für 20"],
  marriageWhich: ["{seat} must say which marriage, {suits}", "{seat} muss sagen, welches Paar: {suits}"],
  raiseTo: ["{level} cannot be raised to {text}", "{level} kann nicht auf {text} erhöht werden"],
  // the play
  noContract: ["cards are played, but the contract is not known",
    "es ist gespielt worden, aber die Ansage fehlt"],
  wonAsDealt: ["{name} is won as dealt, nothing is played",
    "{name} ist gewonnen wie gegeben, gespielt wird nicht"],
  playSeat: ["a Play begins with a seat, not '{text}'", "Play beginnt mit einem Platz, nicht mit „{text}“"],
  playEnd: ["'{text}' stands after the end of the Play", "„{text}“ steht nach dem Ende von Play"],
  playedTwice: ["{text} has been played already", "{text} ist schon gespielt worden"],
  columns: ["a trick has {n} columns, here are {many}", "ein Stich hat {n} Spalten, hier sind {many}"],
  leads: ["{seat} leads to trick 1, not {other}", "{seat} spielt zum ersten Stich aus, nicht {other}"],
  before: ["{seat} plays {card} before {other} has played",
    "{seat} spielt {card}, bevor {other} gespielt hat"],
  cannotPlay: ["{seat} cannot play {card} here, but {cards}",
    "{seat} darf hier nicht {card} spielen, sondern {cards}"],
  sitsOut: ["{seat} sits out and plays no card", "{seat} setzt aus und spielt nicht"],
  playOver: ["{seat} plays {card}, but play is over", "{seat} spielt {card}, aber das Spiel ist zu Ende"],
  faceDownUnknown: ["the cards laid face down are not known", "die verdeckt gelegten Karten fehlen"],
  // what cannot be asked
  needsLeader: ["{name} needs the seat that leads", "für {name} muss feststehen, wer ausspielt"],
  needsDeclarer: ["{name} needs a declarer", "{name} braucht einen Ansager"],
  needsForehand: ["{name} needs the seat of forehand (leader or dealer)",
    "für {name} muss die Vorhand feststehen (Ausspiel oder Geber)"],
  notBySeats: ["{name} cannot be played by these seats", "{name} geht auf diesen Plätzen nicht"],
  needsTrump: ["{name} is not played without trump", "{name} wird nicht ohne Trumpf gespielt"],
  trumpNot: ["{name} is not played in that trump", "{name} wird nicht mit diesem Trumpf gespielt"],
  trumpNamed: ["{name} is played in forehand's trump, which must be named",
    "{name} wird mit dem Trumpf der Vorhand gespielt; er muss genannt werden"],
  trumpNone: ["{name} has no trump that can be named", "für {name} ist kein Trumpf zu nennen"],
  orderNot: ["{name} is not played in {text}-order", "{name} wird nicht in der Ordnung {text} gespielt"],
  callsNothing: ["nothing is called in {name}", "in {name} wird nicht gerufen"],
  calledUnheld: ["nobody holds the called card {card}", "die gerufene Karte {card} hat niemand"],
  callLeads: ["calling {card} does not lead to this {name}", "{card} zu rufen führt nicht zu diesem {name}"],
  notAlone: ["{name} is not played alone", "{name} wird nicht allein gespielt"],
  notPartner: ["{seat} cannot be the partner in {name}", "{seat} kann in {name} nicht Partner sein"],
  noCall: ["no card can be called that leads to this {name}",
    "keine Karte, die man rufen kann, führt zu diesem {name}"],
  allPlayed: ["card {n}: all cards have been played", "Karte {n}: es sind schon alle gespielt"],
  cardRefused: ["card {n} cannot be played: {seat} cannot play {card}",
    "Karte {n}: {seat} darf {card} nicht spielen"],
};

const letter = (suit, deck) => SUITS[deck][suit];
// How the gaps of these names are filled.
const FILLED = {
  seat: (seat) => seatName(seat), other: (seat) => seatName(seat), card: cardName, suit: letter,
  cards: (cards, deck) => cards.map((card) => cardName(card, deck)).join(" "),
  suits: (suits, deck) => suits.map((suit) => letter(suit, deck)).join(` ${t("orWord")} `),
};

// A message in words; what is no message of ours says itself.
export function told(error, deck = "french") {
  const words = MESSAGES[error.key];
  if (!words) return error.message;
  return pick(words).replace(/\{(\w+)\}/g, (whole, name) => {
    const gap = error.gaps[name];
    if (gap === undefined) return whole;
    if (FILLED[name]) return FILLED[name](gap, deck);
    return Array.isArray(gap) ? pick(gap) : String(gap);
  });
}

// What Python's reader said in English, "log.kpn:3:7: error: ...", in the language of the page.
export function retold(line) {
  const [, place, kind, text] = /^(.*?:\d+:\d+: )(error|warning): ([^]*)$/.exec(line) ?? [];
  if (!text || pick([true, false])) return line;
  for (const [english, german] of Object.values(MESSAGES)) {
    const names = [...english.matchAll(/\{(\w+)\}/g)].map((m) => m[1]);
    const found = new RegExp(
      `^${english.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "(.+?)")}$`).exec(text);
    if (!found) continue;
    const gaps = Object.fromEntries(names.map((name, i) => [name, found[i + 1]]));
    for (const name of ["seat", "other"]) if (TITLES.includes(gaps[name]))
      gaps[name] = seatName(TITLES.indexOf(gaps[name]));
    const words = german.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
    return `${place}${kind === "error" ? "Fehler" : "Warnung"}: ${words}`;
  }
  return line;
}
