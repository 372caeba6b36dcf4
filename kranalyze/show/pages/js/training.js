// Returns the views of the trainer (trainer.js), with the functions of their buttons.
import { packMask } from "./cards.js";
import { lessonsView } from "./lessonlist.js";
import { drawReason, lessonView } from "./lessonviews.js";

// Names of the fields of a record that stay the same if other hands are dealt and the same contract is
// played.
const KEPT = ["game", "rules", "deck", "names", "board", "date", "event", "dealer", "contract", "declarer",
  "second", "leader", "called", "trump", "laid"];

// Names of the fields of a record that stay the same if other cards are dealt and another contract is played.
const OF_DEAL = ["game", "rules", "deck", "names", "board", "date", "event", "dealer"];

// Returns an object with some fields of another object. Undefined fields are left out.
const chosen = (object, names = Object.keys(object)) =>
  Object.fromEntries(names.map((name) => [name, object[name]]).filter(([, value]) => value !== undefined));

// Returns the views of the trainer. deckOf: function that returns the deck for a record. page: functions of
// the page. Its functions show, enter, back, game and table open views. Its function draw draws the page.
export function trainingViews(trainer, deckOf, page) {
  const actions = {
    name: (name) => {
      trainer.choose(name);
      page.draw();
    },
    kind: (kind) => {
      trainer.kind = kind;
      trainer.relist();
      page.draw();
    },
    relist: () => {
      trainer.relist();
      page.draw();
      document.getElementById("title")?.focus();
    },
    takeBack: () => trainer.takeBack(),
    train: () => {
      trainer.ask();
      page.enter("lesson");
    },
    lesson: (lesson) => {
      trainer.ask(lesson);
      page.enter("lesson");
    },
    play: (card) => trainer.answer(card),
    bid: (option) => trainer.answerBid(option),
    next: () => {
      trainer.ask();
      page.show("lesson");
      document.getElementById("title")?.focus();
    },
    stop: () => page.back(),
    game: ({ game, at }) => page.game(game, at),
    // Shows a layout on the table, after the cards played so far. The player could not exclude this layout.
    layout: ({ record, at }, hands) => {
      const play = record.play.slice(0, at);
      page.table({ ...chosen(record, KEPT), hands, fresh: true, isExample: true }, play, at);
    },
    // Puts a deal on the table in a contract that the seat could have bid. hands: the hands of the deal. The
    // cards in no hand are the talon. line: cards that are played in this contract, null for none. The user
    // steps through these cards.
    deal: ({ record, seat }, hands, { contract, trump, call }, line) => {
      const facts = trainer.facts(record);
      const isByForehand = facts.contracts.find(({ id }) => id === contract).forehand;
      const wish = { contract, declarer: seat, trump: trump ?? undefined, called: call ?? undefined,
        leader: isByForehand ? record.auction[0][0] : undefined };
      const talon = (packMask(facts.ranks) & ~hands.reduce((all, mask) => all | mask, 0)) >>> 0;
      page.table({ ...chosen(record, OF_DEAL), ...chosen(wish), hands, talon, fresh: true,
        isExample: true }, talon ? [] : line ?? [], 0);
    },
  };
  trainer.onreason = () => drawReason(trainer, deckOf, actions);
  return { train: () => lessonsView(trainer, deckOf, actions),
    lesson: () => lessonView(trainer, deckOf, actions) };
}
