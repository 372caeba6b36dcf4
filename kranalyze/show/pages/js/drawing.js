// Draws a deal or a position as SVG: the same picture that Python draws (kranalyze/show/picture.py).
import { SUITS, inOrder } from "./cards.js";
import { DRAWING } from "./layouts.js";

const SYMBOLS = [..."♠♥♦♣"];
const XML_ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

const escapedXml = (text) => text.replace(/[&<>"']/g, (sign) => XML_ENTITIES[sign]);
const inked = (suit, deck) => (suit === 1 || (suit === 2 && deck === "french") ? "red" : "black");
const textAt = (x, y, text, kind) => `<text class="${kind}" x="${x}" y="${y}">${escapedXml(text)}</text>`;

// Returns a suit and the text after it. places: where the sign of a German suit and its text begin.
function suitParts([x, y], suit, text, { deck, places, kind, gap }) {
  if (deck === "french") return [textAt(x, y, SYMBOLS[suit] + gap + text, kind)];
  const [left, top, start] = places;
  const letter = SUITS.german[suit];
  const signs = DRAWING.outlines[letter].map((outline, i) =>
    `<path d="${outline}" fill="${DRAWING.outlineColours[letter][i]}" ` +
      `transform="translate(${x + left} ${y + top})"/>`);
  return [...signs, textAt(x + start, y, text, kind)];
}

// Returns the name of a hand, and a line for each suit. rank: returns the text of a card's rank.
function handParts(mask, name, kind, [x, y], deck, rank) {
  const suits = [0, 1, 2, 3].flatMap((suit) =>
    suitParts([x, y + DRAWING.line * (suit + 1)], suit, inOrder(mask, suit, "K").map(rank).join(" ") || "–",
      { deck, places: DRAWING.signInHand, kind: inked(suit, deck), gap: " " }));
  return [textAt(x, y, name, kind), ...suits];
}

function styleOf(theme) {
  const rules = Object.entries(DRAWING.styles).map(([name, style]) => {
    const [rest, colour] = style.split("fill:");
    const fill = colour ? `fill:${DRAWING.colours[theme][colour]}` : "";
    return `.kranalyze-${theme} ${name}{${rest}${fill}}`;
  });
  return rules.join("");
}

// Returns a table as SVG.
// table: hands (masks of N E S W), talon (its mask and name), names of seats, toPlay (a seat or null), and
//   trick (seats with the cards that they laid).
// title, sentence: their lines, which stand below the table. theme: light or dark.
// rank: returns the text of a card's rank.
export function drawnTable({ hands, talon, names, toPlay, trick }, deck, { title, sentence }, theme, rank) {
  const { width, line, table, onTable, corners, caption } = DRAWING;
  const below = title.length + sentence.length;
  const spaces = DRAWING.captionGap + DRAWING.sentenceGap + DRAWING.sentenceEnd;
  const height = DRAWING.height + (below ? spaces + line * below : 0);
  const seats = [0, 3, 1, 2].filter((seat) => seat !== 3 || hands[3] || !talon.mask);
  const parts = seats.flatMap((seat) =>
    handParts(hands[seat], names[seat], seat === toPlay ? "turn" : "name", corners[seat], deck, rank));
  if (talon.mask) parts.push(...handParts(talon.mask, talon.name, "name", DRAWING.talon, deck, rank));
  const [left, top, across, down] = table;
  parts.push(`<rect class="table" x="${left}" y="${top}" width="${across}" height="${down}" rx="10"/>`);
  for (const { seat, card } of trick) {
    const suit = card >> 3;
    parts.push(...suitParts(onTable[seat], suit, rank(card),
      { deck, places: DRAWING.signOnTable, kind: `${inked(suit, deck)} played`, gap: "" }));
  }
  const [x, y] = caption;
  title.forEach((words, i) => parts.push(textAt(x, y + line * i, words, "name")));
  const start = y + line * title.length + DRAWING.sentenceGap;
  sentence.forEach((words, i) => parts.push(textAt(x, start + line * i, words, "black")));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" ` +
      `class="kranalyze-${theme}" role="img">`,
    `<title>${escapedXml([...title, ...sentence].join(" "))}</title>`,
    `<style>${styleOf(theme)}</style>`,
    `<rect class="paper" width="${width}" height="${height}" rx="8"/>`,
    ...parts,
    "</svg>",
  ].join("\n") + "\n";
}
