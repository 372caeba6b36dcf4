// The views of the trainer and what their buttons do.
import { drawReason, lessonView, lessonsView } from "./lessonviews.js";

// The parts of a record that stay the same when its cards lie in another way.
const KEPT = ["game", "rules", "deck", "names", "board", "date", "event", "dealer", "contract", "declarer",
  "second", "leader", "called", "trump", "laid"];

// Returns the views of the trainer. page: the functions of the page that open views: show, enter, back, game
// and table.
export function trainingViews(trainer, deckOf, page) {
  const actions = {
    name: (name) => {
      trainer.choose(name);
      page.draw();
    },
    train: () => {
      trainer.ask();
      page.enter("lesson");
    },
    lesson: (lesson) => {
      trainer.ask(lesson);
      page.enter("lesson");
    },
    play: (card) => trainer.answer(card),
    next: () => {
      trainer.ask();
      page.show("lesson");
      document.getElementById("title")?.focus();
    },
    stop: () => page.back(),
    game: ({ game, at }) => page.game(game, at),
    // Puts the cards as they might have lain on the table, as far as they were played.
    layout: ({ record, at }, hands) => {
      const kept = Object.fromEntries(KEPT.filter((name) => record[name] !== undefined).map((name) =>
        [name, record[name]]));
      page.table({ ...kept, hands, fresh: true }, record.play.slice(0, at));
    },
  };
  trainer.onreason = () => drawReason(trainer, deckOf, actions);
  return { train: () => lessonsView(trainer, deckOf, actions),
    lesson: () => lessonView(trainer, deckOf, actions) };
}
