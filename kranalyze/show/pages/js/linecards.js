// Draws a line of play: the cards that follow the position on the table.
import { busily, h, quoted } from "./dom.js";
import { nameOf } from "./evening.js";
import { cardSign } from "./faces.js";

// Stands for a line that the solver refuses: there are no moves, and no winners of tricks.
const NOTHING = { moves: [], takers: [] };

// Returns a trick in words: who plays which card, and who takes the trick. taker: the seat that takes the
// trick, undefined if the trick is not complete.
export const trickInWords = (record, moves, taker, deck) => [
  moves.map(({ seat, card }, i) => [i ? ", " : "", quoted(nameOf(record, seat)), " ", cardSign(card, deck)]),
  taker === undefined ? "" : [" → ", quoted(nameOf(record, taker))]];

// Draws a list of the tricks of a line. The list begins with the rest of the trick on the table. The list is
// empty until the solver has found who plays which card. cards: the cards of the line.
export function lineInWords(model, cards, deck) {
  const list = h("ol", { class: "line" });
  const { at, path, record } = model;
  busily(async () => {
    const { moves, takers } = await model.stand([...path.slice(0, at), ...cards]).catch(() => NOTHING);
    const line = moves.slice(at);
    const numbers = [...new Set(line.map(({ trick }) => trick))];
    list.start = numbers[0];
    list.replaceChildren(...numbers.map((number) => h("li", null,
      trickInWords(record, line.filter(({ trick }) => trick === number), takers[number - 1], deck))));
  });
  return list;
}
