// Draws the position on the table as a picture with a sentence below it, for sharing.
import { gameTitle, middleWords, orderOf } from "./board.js";
import { h } from "./dom.js";
import { drawnTable } from "./drawing.js";
import { nameOf } from "./evening.js";
import { DRAWING } from "./layouts.js";
import { bottomSeat } from "./turning.js";
import { t } from "./words.js";

// Width of the picture in pixels.
const WIDTH = 1080;

// Returns the words of an element as people say them. Cards have their names, and signs are left out.
export function spoken(element) {
  if (!element) return "";
  const copy = element.cloneNode(true);
  for (const sign of copy.querySelectorAll("[aria-hidden=true], .mark")) sign.remove();
  return copy.textContent.replace(/\s+/g, " ").replace(/ ([,:.;])/g, "$1").trim();
}

// Breaks a text into lines that are at most `width` wide. pen: the context of a canvas, which measures the
// text.
function linesOf(pen, font, text, width = DRAWING.width - 2 * DRAWING.caption[0]) {
  pen.font = font;
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter(Boolean);
}

// Returns a text that is at most `width` wide. A wider text is cut, and ends with three dots.
function cutText(pen, font, text, width) {
  pen.font = font;
  const letters = [...text];
  while (letters.length > 1 && pen.measureText(letters.join("")).width > width) letters.splice(-2, 2, "…");
  return letters.join("");
}

// Returns the best cards of a position. The list is empty if the values are unknown or all cards are equal.
export function bestCards({ cards = {} }) {
  const most = Math.max(...Object.values(cards));
  const best = Object.keys(cards).map(Number).filter((card) => cards[card] === most);
  return best.length < Object.keys(cards).length ? best : [];
}

// Returns the cards to mark: the card that was played at this position, and the best cards.
function marksOf({ answer, path, at, over }) {
  const isPlayed = !over && answer?.cards[path[at]] !== undefined;
  return isPlayed ? { played: path[at], best: bestCards(answer) } : { best: [] };
}

// Says what the frames of cards in the picture mean.
const keyOfFrames = ({ played, best }) => [played === undefined ? "" : t("frameOfPlayed"),
  best.length ? t("frameOfBest") : ""].filter(Boolean).join(" ");

// Returns the picture of the position on the table as a PNG. sentence: the text below the picture.
export async function picture(model, deck, sentence) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const font = DRAWING.styles[""].match(/font:([^;]*)/)[1];
  const title = spoken(h("span", null, gameTitle(model, deck)));
  const below = [sentence, keyOfFrames(marksOf(model))].flatMap((words) => linesOf(pen, font, words));
  const text = { title: linesOf(pen, `600 ${font}`, title), sentence: below };
  const svg = drawnTable(tableOf(model, pen, font), deck, text, "light");
  const image = new Image();
  const [, , width, height] = svg.match(/viewBox="([^"]*)"/)[1].split(" ").map(Number);
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * height) / width);
  const sized = svg.replace(`width="${width}"`, `width="${WIDTH}" height="${canvas.height}"`);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(sized)}`;
  await image.decode();
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

// Returns the hands, names and cards of the position on the table. If the game has four hands, they are
// turned as on the screen: the hand at the bottom takes the place of South. If the next card is a lead, the
// cards of the last trick are left out. Otherwise it would look as if the marked card were played to this
// trick.
function tableOf(model, pen, font) {
  const { seats } = model.facts;
  const turn = seats === 4 ? bottomSeat(model) + 2 : 0;
  const seatAt = (place) => (place + turn) % 4;
  const placeOf = (seat) => (seat === null ? null : (seat - turn + 8) % 4);
  const places = [0, 1, 2, 3].slice(0, seats);
  const mask = model.wish.talon && !model.wish.discard ? model.wish.talon : 0;
  const { moves, taker } = model.shownTrick;
  const trick = taker === null || model.over ? moves : [];
  const [, , room] = DRAWING.wordsOnTable;
  return { hands: places.map((place) => model.hands[seatAt(place)]), talon: { mask, name: t("talon") },
    names: places.map((place) => {
      const [, , width] = mask && !place ? DRAWING.northBesideTalon : DRAWING.hands[place];
      return cutText(pen, `600 ${font}`, nameOf(model.record, seatAt(place)), width);
    }),
    toPlay: placeOf(model.answer?.to_play ?? null),
    trick: trick.map((move) => ({ ...move, seat: placeOf(move.seat) })), marks: marksOf(model),
    order: orderOf(model),
    words: linesOf(pen, font, middleWords(model, { moves: trick }), room).map((words) =>
      cutText(pen, font, words, room)) };
}
