// Draws the position on the table as a picture with a sentence below it, for sharing.
import { inOrder } from "./cards.js";
import { drawnSuit, shownRank } from "./faces.js";
import { seatName } from "./words.js";

const WIDTH = 1080;
const EDGE = 60;
const LINE = 50;
const FONT = "system-ui, 'DejaVu Sans', sans-serif";
const PAINTS = { felt: "#2c6b52", soft: "#e3eee7", card: "#fffdf7", ink: "#1c211e", red: "#b3261e",
  glow: "#ffd36b" };

// Returns the words of an element as people say them: cards by name, without signs.
export function spoken(element) {
  if (!element) return "";
  const copy = element.cloneNode(true);
  for (const sign of copy.querySelectorAll("[aria-hidden=true]")) sign.remove();
  return copy.textContent.replace(/\s+/g, " ").replace(/ ([,:.;])/g, "$1").trim();
}

// Breaks a text into lines that fit the picture.
function linesOf(pen, text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (pen.measureText(longer).width <= WIDTH - 2 * EDGE) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.filter(Boolean);
}

// Returns the picture of a position as a PNG. sentence: the text below the picture.
export function picture(model, deck, title, sentence) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  pen.font = `${LINE * 0.72}px ${FONT}`;
  const heads = linesOf(pen, title);
  const words = linesOf(pen, sentence);
  const table = 900;
  canvas.width = WIDTH;
  canvas.height = 2 * EDGE + LINE * (heads.length + words.length) + table + 40;
  pen.fillStyle = PAINTS.felt;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  let y = EDGE + 20;
  const write = (lines, weight) => {
    pen.fillStyle = PAINTS.soft;
    pen.font = `${weight} ${LINE * 0.72}px ${FONT}`;
    pen.textAlign = "left";
    for (const line of lines) {
      pen.fillText(line, EDGE, y);
      y += LINE;
    }
  };
  write(heads, 700);
  drawTable(pen, model, deck, y);
  y += table;
  write(words, 400);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

const SPOTS = [[WIDTH / 2, 70], [WIDTH - 210, 400], [WIDTH / 2, 730], [210, 400]];
const TRICK = [[0, -105], [105, 0], [0, 105], [-105, 0]];

function drawTable(pen, model, deck, top) {
  const order = model.answer?.order ?? model.facts.order;
  const seats = [0, 1, 2, 3].slice(0, model.facts.seats);
  const next = model.answer?.to_play;
  for (const seat of seats) {
    const [x, y] = SPOTS[seat];
    pen.fillStyle = seat === next ? PAINTS.glow : PAINTS.soft;
    pen.font = `700 34px ${FONT}`;
    pen.textAlign = "center";
    pen.fillText(model.record.names?.[seat] ?? seatName(seat), x, top + y - 50);
    const cards = [0, 1, 2, 3].flatMap((suit) => inOrder(model.hands[seat], suit, order));
    const across = seat % 2 ? 4 : 8;
    cards.forEach((card, i) => {
      const inRow = Math.min(across, cards.length - across * Math.floor(i / across));
      const left = x - (inRow * 84) / 2 + (i % across) * 84;
      drawCard(pen, card, deck, left, top + y - 30 + Math.floor(i / across) * 116,
        card === model.path[model.at]);
    });
  }
  for (const { seat, card } of model.shownTrick.moves) {
    const [dx, dy] = TRICK[seat];
    drawCard(pen, card, deck, WIDTH / 2 + dx - 38, top + 440 + dy - 52, false);
  }
}

function drawCard(pen, card, deck, x, y, isNext) {
  pen.fillStyle = PAINTS.card;
  pen.beginPath();
  pen.roundRect(x, y, 76, 104, 10);
  pen.fill();
  if (isNext) {
    pen.strokeStyle = PAINTS.glow;
    pen.lineWidth = 6;
    pen.stroke();
  }
  const suit = card >> 3;
  pen.fillStyle = suit === 1 || (suit === 2 && deck === "french") ? PAINTS.red : PAINTS.ink;
  pen.font = `700 38px ${FONT}`;
  pen.textAlign = "center";
  pen.fillText(shownRank(card, deck), x + 38, y + 44);
  drawnSuit(pen, suit, deck, x + 38, y + 74);
}
