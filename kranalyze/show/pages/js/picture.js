// Draws the position on the table as a picture with its sentence, for sharing.
import { gameTitle } from "./board.js";
import { rankLetter, rankOf } from "./cards.js";
import { h } from "./dom.js";
import { drawnTable } from "./drawing.js";
import { nameOf } from "./evening.js";
import { shownRank } from "./faces.js";
import { DRAWING } from "./layouts.js";
import { bottomSeat } from "./turning.js";
import { getLanguage, t } from "./words.js";

// Width of the picture in pixels.
const WIDTH = 1080;

// Returns the words of an element as people say them: cards by name, without signs.
export function spoken(element) {
  if (!element) return "";
  const copy = element.cloneNode(true);
  for (const sign of copy.querySelectorAll("[aria-hidden=true], .mark")) sign.remove();
  return copy.textContent.replace(/\s+/g, " ").replace(/ ([,:.;])/g, "$1").trim();
}

// Breaks a text into lines that fit the picture.
function linesOf(pen, font, text) {
  pen.font = font;
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= DRAWING.width - 2 * DRAWING.caption[0])
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter(Boolean);
}

// Returns the picture of the position on the table as a PNG. sentence: the text about it.
export async function picture(model, deck, sentence) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const font = DRAWING.styles.text.match(/font:([^;]*)/)[1];
  const title = spoken(h("span", null, gameTitle(model, deck)));
  const text = { title: linesOf(pen, `600 ${font}`, title), sentence: linesOf(pen, font, sentence) };
  const svg = drawnTable(tableOf(model), deck, text, "light", rankText(deck));
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

// Returns the function that writes the rank of a card. English letters are those of Python's pictures.
const rankText = (deck) => (card) =>
  getLanguage() === "de" ? shownRank(card, deck) : rankLetter(rankOf(card), deck);

// Returns the hands, names and cards of the position on the table. Four hands are turned as on the screen:
// the one at the bottom takes the place of South.
function tableOf(model) {
  const turn = model.facts.seats === 4 ? bottomSeat(model) + 2 : 0;
  const seatAt = (place) => (place + turn) % 4;
  const placeOf = (seat) => (seat === null ? null : (seat - turn + 8) % 4);
  const places = [0, 1, 2, 3];
  const talon = { mask: model.wish.talon && !model.wish.discard ? model.wish.talon : 0, name: t("talon") };
  return { hands: places.map((place) => model.hands[seatAt(place)]), talon,
    names: places.map((place) => nameOf(model.record, seatAt(place))),
    toPlay: placeOf(model.answer?.to_play ?? null),
    trick: model.shownTrick.moves.map((move) => ({ ...move, seat: placeOf(move.seat) })) };
}
