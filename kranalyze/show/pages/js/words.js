// All words of the page in English and German, and the language in force.

const WORDS = {
  north: ["North", "Nord"], east: ["East", "Ost"], south: ["South", "Süd"], west: ["West", "West"],
  n: ["N", "N"], e: ["E", "O"], s: ["S", "S"], w: ["W", "W"],
  french0: ["spades", "Pik"], french1: ["hearts", "Herz"], french2: ["diamonds", "Karo"], french3: ["clubs", "Kreuz"],
  german0: ["leaves", "Laub"], german1: ["hearts", "Herz"], german2: ["bells", "Schellen"], german3: ["acorns", "Eichel"],
  rA: ["ace", "Ass"], rK: ["king", "König"], rQ: ["queen", "Dame"], rJ: ["jack", "Bube"], rT: ["ten", "Zehner"],
  r9: ["nine", "Neuner"], r8: ["eight", "Achter"], r7: ["seven", "Siebener"], rO: ["Over", "Ober"], rU: ["Under", "Unter"],
  cardWords: ["{rank} of {suit}", "{suit}-{rank}"],
  language: ["Deutsch", "English"], languageWhat: ["Seite auf Deutsch", "Page in English"],
  germanCards: ["German cards", "Deutsche Karten"], frenchCards: ["French cards", "Französische Karten"],
  evening: ["The evening", "Der Abend"], backToEvening: ["← The evening", "← Zum Abend"], backToGames: ["← The games", "← Zu den Spielen"], anotherDeal: ["Other cards", "Andere Karten"], pastedGames: ["Pasted games", "Eingefügte Spiele"],
  games: ["Games", "Spiele"], nGames: ["{n} games", "{n} Spiele"], game: ["Game", "Spiel"], player: ["Player", "Spieler"],
  players: ["Players", "Spieler"], contract: ["Contract", "Ansage"], declarer: ["Declarer", "Ansager"],
  declarerRole: ["declarer", "sagt an"], partnerRole: ["partner", "Partner"], secondRole: ["second", "zweiter"],
  verdict: ["Verdict", "Urteil"], all: ["all", "alle"], worst: ["Dearest card", "Teuerste Karte"],
  board: ["Board", "Spiel"], noGames: ["No game fits the filter.", "Kein Spiel passt zum Filter."],
  sums: ["Sum", "Summe"], best: ["best", "beste"], declared: ["declared", "angesagt"], madeOf: ["made", "gewonnen"],
  givenAway: ["given away", "verschenkt"], perfect: ["with perfect play", "bei bestem Spiel"],
  running: ["Running score", "Punktestand"], runningOf: ["Running score ({unit}), game by game", "Stand ({unit}), Spiel für Spiel"],
  made: ["made", "gewonnen"], gift: ["gift", "geschenkt"], lost: ["thrown away", "vergeben"], hopeless: ["hopeless", "aussichtslos"],
  made_: ["Made, and it could be made.", "Gewonnen, und es war zu machen."],
  gift_: ["Made, though it could not be made against best play.", "Gewonnen, obwohl es gegen bestes Spiel nicht zu machen war."],
  lost_: ["Lost, though it could be made.", "Verloren, obwohl es zu machen war."],
  hopeless_: ["Lost, and it could not be made.", "Verloren, und es war nicht zu machen."],
  open_: ["Play is not finished.", "Nicht zu Ende gespielt."],
  asPlayed: ["As played", "Gespielt"], bestPlay: ["Best play", "Bestes Spiel"], scoreLogged: ["Logged", "Notiert"],
  by: ["{contract} by {seat}", "{contract} von {seat}"], calling: ["calling", "ruft"], trump: ["trump", "Trumpf"],
  noTrump: ["no trump", "ohne Trumpf"], withSecond: ["with {seat} second", "{seat} spielt mit"],
  heldBy: ["held by {seat}", "bei {seat}"], discarding: ["discards", "legt ab"], contra: ["Contra", "Kontra"],
  recontra: ["Recontra", "Rekontra"], subcontra: ["Subcontra", "Subkontra"], nobody: ["each for himself", "jeder für sich"],
  toPlay: ["{seat} to play", "{seat} ist am Zug"], toLay: ["{seat} lays a card face down", "{seat} legt eine Karte verdeckt"],
  trickCard: ["trick {trick}, card {turn}", "Stich {trick}, Karte {turn}"], trick: ["Trick", "Stich"], tricks: ["Tricks", "Stiche"],
  nTricks: ["{n} tricks", "{n} Stiche"], oneTrick: ["1 trick", "1 Stich"], noTricks: ["no trick", "kein Stich"],
  taken: ["{seat} takes the trick", "{seat} macht den Stich"], takes: ["takes", "macht ihn"],
  end: ["All cards are played.", "Alle Karten sind gespielt."], decided: ["The game is decided.", "Das Spiel ist entschieden."],
  played: ["played", "gespielt"], wasPlayed: ["{card} was played", "Gespielt wurde {card}"], costs: ["it cost {cost}", "das kostete {cost}"],
  costNothing: ["it cost nothing", "das kostete nichts"], fromTo: ["from {a} to {b}", "von {a} auf {b}"],
  bestCards: ["best: {cards}", "am besten: {cards}"], orWord: ["or", "oder"],
  turnedLost: ["Here the contract was lost.", "Hier ging das Spiel verloren."],
  turnedWon: ["From here the contract could be made.", "Ab hier war das Spiel zu machen."],
  words: ["What was said, or not said, cost {cost}", "Was gesagt oder nicht gesagt wurde, kostete {cost}"],
  worthIs: ["What each card is worth to {seat}", "Was jede Karte für {seat} wert ist"],
  missedLine: ["The line that was missed", "So wäre es gegangen"], showLine: ["Show it", "Zeigen"],
  bestLine: ["Best play from here", "Bestes Spiel ab hier"],
  alternatives: ["Other cards", "Andere Karten"], whatIf: ["What if", "Was wäre, wenn"],
  whatIfText: ["You are trying something else.", "Du probierst etwas anderes."],
  backToGame: ["Back to the game", "Zurück zum Spiel"], first: ["To the start", "Zum Anfang"], last: ["To the end", "Zum Ende"],
  back: ["One card back", "Eine Karte zurück"], forward: ["One card on", "Eine Karte weiter"],
  previous: ["Game before", "Voriges Spiel"], next: ["Next game", "Nächstes Spiel"],
  auction: ["Auction", "Ansagen"], gut: ["gut", "gut"], mit: ["mit", "mit"], bidWorth: ["worth {amount}", "wert {amount}"],
  couldMake: ["could be made", "zu machen"], couldNot: ["could not be made", "nicht zu machen"],
  bestContract: ["Best contract of {seat}", "Beste Ansage von {seat}"], passedUp: ["{seat} could have made a higher one", "{seat} hätte höher gehen können"],
  noContract: ["{seat} could not have made any contract.", "{seat} hätte keine Ansage machen können."],
  discardCost: ["The discard cost {cost}", "Das Ablegen kostete {cost}"],
  rest: ["Afterwards", "Hinterher"], notes: ["Notes", "Notizen"],
  allContracts: ["All contracts and seats", "Alle Ansagen und Plätze"],
  gridHelp: ["What the declarer can make on these cards, with the best call and trump; a click shows how.",
    "Was der Ansager mit diesen Karten machen kann, mit bestem Ruf und Trumpf; ein Klick zeigt, wie."],
  gridKey: ["✓ can be made, ✗ cannot, · cannot be bid; the number is what the declarer gets",
    "✓ zu machen, ✗ nicht, · darf nicht angesagt werden; die Zahl bekommt der Ansager"],
  compute: ["Work it out", "Ausrechnen"], otherContract: ["Another contract", "Andere Ansage"], solve: ["Solve", "Lösen"],
  bestChoice: ["the best", "das Beste"], called: ["Called card", "Gerufene Karte"], trumpSuit: ["Trump", "Trumpf"],
  second: ["Second", "Mitspieler"], leader: ["Leads", "Ausspiel"], dealer: ["Dealer", "Geber"], contraTimes: ["Contra", "Kontra"],
  canBeMade: ["{what}: can be made", "{what}: zu machen"], cannotBeMade: ["{what}: cannot be made", "{what}: nicht zu machen"],
  isWorth: ["{what}: {value}", "{what}: {value}"], notBiddable: ["{what}: may not be bid with this hand", "{what}: darf mit diesem Blatt nicht angesagt werden"],
  dealtWon: ["Won as dealt, nothing is played.", "Gewonnen wie gegeben, es wird nicht gespielt."],
  value: ["value", "Wert"], payoff: ["Settlement", "Abrechnung"], guarantee: ["Sure, whatever the others do", "Sicher, was die anderen auch tun"],
  yes: ["yes", "ja"], no: ["no", "nein"], six: ["six", "sechs"], five: ["five", "fünf"],
  emptyTable: ["A table", "Ein Tisch"], cards: ["Cards", "Karten"], random: ["Deal at random", "Zufällig geben"], clear: ["Clear", "Leeren"],
  fill: ["Deal the rest", "Rest geben"], editDeal: ["Change the cards", "Karten ändern"], done: ["To the table", "An den Tisch"],
  editHelp: ["Choose a seat, then click the cards it gets. A card in a hand goes back by a click.",
    "Platz wählen, dann die Karten anklicken. Ein Klick auf eine Karte in der Hand legt sie zurück."],
  stillMissing: ["{n} cards are still to be dealt.", "Es fehlen noch {n} Karten."], talon: ["Talon", "Talon"], pack: ["Pack", "Packung"],
  rules: ["Rules", "Regeln"], pasteKpn: ["KPN", "KPN"], kpnHelp: ["Paste a record or a deal (N:h h h h) here.", "Hier eine Aufzeichnung oder ein Blatt (N:h h h h) einfügen."],
  read: ["Read it", "Einlesen"], copyKpn: ["Copy KPN", "KPN kopieren"], copied: ["Copied.", "Kopiert."], copyLink: ["Copy link", "Link kopieren"],
  errors: ["{n} errors", "{n} Fehler"], oneError: ["1 error", "1 Fehler"], useGames: ["To the {n} games without an error", "Zu den {n} Spielen ohne Fehler"], useGame: ["To the game without an error", "Zum Spiel ohne Fehler"],
  announces: ["{seat} announces {what}", "{seat} sagt {what} an"], declares: ["{seat} declares {points} in {suit}", "{seat} sagt {points} in {suit} an"],
  raises: ["{seat} raises to {what}", "{seat} erhöht auf {what}"], saysContra: ["{seat} says Contra", "{seat} sagt Kontra"],
  laysDown: ["{seat} laid {card} face down", "{seat} legte {card} verdeckt"], hundred: ["100", "100"], allTricks: ["all tricks", "alle Stiche"],
  withAnnouncing: ["announcing {what}", "mit Ansage {what}"], none: ["none", "keine"],
  doubleDummy: ["Costs are double dummy: they know all the cards. That is not advice; a card that cost something may have been right on what the player could see.",
    "Die Kosten kennen alle Karten. Das ist kein Rat: Eine Karte, die etwas gekostet hat, kann nach dem, was zu sehen war, richtig gewesen sein."],
  keys: ["Keys: ← → step, Home End, ↑ ↓ other game, Esc back.", "Tasten: ← → Schritt, Pos1 Ende, ↑ ↓ anderes Spiel, Esc zurück."],
  filter: ["Show", "Zeigen"], left: ["Left out", "Nicht dabei"], thinking: ["working …", "rechnet …"], failed: ["This cannot be: {message}", "Das geht nicht: {message}"],
  noSolver: ["The solver could not be started: {message}", "Der Löser startet nicht: {message}"],
  sdShare: ["On what {seat} could know", "Nach dem, was {seat} wissen konnte"],
  allLayouts: ["Over all {n} layouts that were possible.", "Über alle {n} möglichen Verteilungen."],
  someLayouts: ["Over {m} of {n} layouts that were possible.", "Über {m} von {n} möglichen Verteilungen."], mistake: ["a mistake", "ein Fehler"], unlucky: ["bad luck", "Pech"], lucky: ["lucky", "Glück"],
  share: ["share", "Anteil"], mean: ["mean", "Mittel"], chart: ["Chart", "Bild"], table: ["Table", "Tabelle"], more: ["More", "Mehr"],
  order: ["high to low", "von oben"], nothingPlayed: ["No card is recorded.", "Es ist keine Karte notiert."],
  unanalysed: ["Not analysed", "Nicht ausgewertet"], made_short: ["made", "gew."], cost: ["cost", "Kosten"], hint: ["Click a card to play it.", "Eine Karte anklicken, um sie zu spielen."],
};

let language = "en";
export const languages = ["en", "de"];
export const setLanguage = (code) => {
  language = languages.includes(code) ? code : "en";
  document.documentElement.lang = language;
};
export const getLanguage = () => language;

// One of two texts, [English, German], as Python hands them over.
export const pick = (pair) => pair[language === "de" ? 1 : 0];

// The words of a key with its gaps filled; each gap once.
export function t(key, gaps = {}) {
  const words = WORDS[key];
  if (!words) return key;
  return pick(words).replace(/\{(\w+)\}/g, (whole, name) => (name in gaps ? String(gaps[name]) : whole));
}

export const seatName = (seat) => t(["north", "east", "south", "west"][seat]);
export const seatLetter = (seat) => t(["n", "e", "s", "w"][seat]);
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");
export const hasWords = (key) => key in WORDS;
