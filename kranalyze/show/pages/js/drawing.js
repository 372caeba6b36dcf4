// Draws a deal or a position as SVG: the same picture that Python draws (kranalyze/show/picture.py).
import { SUITS, inOrder } from "./cards.js";
import { FRENCH, PLAIN, shownRank } from "./faces.js";
import { DRAWING } from "./layouts.js";

const XML_ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
// The attribute text-anchor for each anchor. The index is the number of the anchor in DRAWING.hands.
const ANCHORS = ["", ' text-anchor="middle"', ' text-anchor="end"'];

const escapedXml = (text) => text.replace(/[&<>"']/g, (sign) => XML_ENTITIES[sign]);
const textAt = (x, y, text, kind, anchor = 0) =>
  `<text class="${kind}" x="${x}" y="${y}"${ANCHORS[anchor]}>${escapedXml(text)}</text>`;

// Returns a rectangle of the size of a card. Without a class (kind), the rectangle draws the edge and the
// ground of the card. With a class, it draws the frame around a marked card.
const frameAt = ([x, y], [width, height], kind = "") =>
  `<rect${kind ? ` class="${kind}"` : ""} x="${x}" y="${y}" width="${width}" height="${height}" rx="5"/>`;

// Returns the SVG elements of a card. strip: width of the part of the card that the next card does not cover.
// size: DRAWING.cardInHand or DRAWING.cardOnTable. These lists have the width and height of the card, and so
// on.
function cardParts(card, [x, y], strip, size, deck) {
  const [, , rankLine, suitLine, top, half, scale] = size;
  const suit = card >> 3;
  const middle = x + (strip >> 1);
  const ink = suit === 1 || (suit === 2 && deck === "french") ? ' class="red"' : "";
  const rect = frameAt([x, y], size);
  const rank = shownRank(card, deck);
  if (deck === "french") {
    // The attributes x and y have three numbers each: for the symbol of the suit, for PLAIN and for the rank.
    // The rank stands above the symbol.
    const low = y + suitLine;
    return [rect, `<text${ink} x="${middle} ${middle} ${middle}" y="${low} ${low} ${y + rankLine}">` +
      `${FRENCH[suit]}${PLAIN}${rank}</text>`];
  }
  const letter = SUITS.german[suit];
  const sign = DRAWING.outlines[letter].map((outline, i) =>
    `<path d="${outline}" fill="${DRAWING.outlineColours[letter][i]}"/>`).join("");
  return [rect, `<g transform="translate(${middle - half} ${y + top})scale(${scale})">${sign}</g>`,
    `<text${ink} x="${middle}" y="${y + rankLine}">${rank}</text>`];
}

// Returns the SVG elements of a hand: its name, and the rows of cards below the name. mask: the cards. kind:
// the class of the name. place: the place of this hand in the picture (an entry of DRAWING). marks, order:
// see drawnTable.
function handParts(mask, name, kind, place, deck, { marks, order }) {
  const [x, nameLine, room, anchor, mostRows] = place;
  const { cardInHand, pitch, rowPitch, nameGap, line } = DRAWING;
  const [width, height] = cardInHand;
  const cards = [0, 1, 2, 3].flatMap((suit) => inOrder(mask, suit, order));
  const rows = cards.length > DRAWING.row ? mostRows : 1;
  const y = nameLine - DRAWING.lift * (rows - 1);
  const parts = [textAt(x, y, name, kind, anchor)];
  if (!cards.length) return [...parts, textAt(x, y + nameGap + line, "–", "faint", anchor)];
  parts.push('<g class="cards">');
  const columns = Math.ceil(cards.length / rows);
  const step = Math.min(pitch, Math.floor((room - width) / Math.max(columns - 1, 1)));
  const strip = Math.min(step, width);
  const frames = []; // drawn after the cards, so that no card covers them
  const stars = [];
  cards.forEach((card, i) => {
    const row = Math.floor(i / columns);
    const shown = Math.min(columns, cards.length - row * columns);
    const left = x - (((width + step * (shown - 1)) * anchor) >> 1) + step * (i % columns);
    const top = y + nameGap + rowPitch * row;
    parts.push(...cardParts(card, [left, top], strip, cardInHand, deck));
    if (marks.best.includes(card)) {
      frames.push(frameAt([left, top], cardInHand, "best"));
      stars.push(`<path class="star" d="${DRAWING.star}" ` +
        `transform="translate(${left + (strip >> 1)} ${top + height})"/>`);
    }
    if (card === marks.played) frames.push(frameAt([left, top], cardInHand, "next"));
  });
  return [...parts, ...frames, ...stars, "</g>"];
}

function styleOf(theme) {
  const rules = Object.entries(DRAWING.styles).map(([name, style]) => {
    const [rest, colour] = style.split("fill:");
    const fill = colour ? `fill:${DRAWING.colours[theme][colour] ?? colour}` : "";
    return `.kranalyze-${theme} ${name}{${rest}${fill}}`;
  });
  return rules.join("");
}

// Returns the picture of a table as SVG. The first argument describes the table:
// hands: the masks of the hands N E S W. In a game of three players, the list has three hands.
// talon: the mask and the name of the talon. names: names of the seats. toPlay: the seat to play, or null.
// trick: { seat, card } for each card played to the trick in progress.
// words: lines of text that stand on a table without cards.
// marks: the cards to mark. marks.played is the card that was played. marks.best lists the best cards.
// order: the order of ranks in which the cards of a suit stand.
// The other arguments: title and sentence are lists of lines that stand below the table. theme is "light" or
// "dark".
export function drawnTable({ hands, talon, names, toPlay, trick, words, ...style }, deck, { title, sentence },
  theme) {
  const { width, line, table, cardOnTable, caption } = DRAWING;
  const below = title.length + sentence.length;
  const spaces = DRAWING.captionGap + DRAWING.sentenceGap + DRAWING.sentenceEnd;
  const height = DRAWING.height + (below ? spaces + line * below : 0);
  const placeOfSeat = (seat) => (seat || !talon.mask ? DRAWING.hands[seat] : DRAWING.northBesideTalon);
  const parts = [0, 3, 1, 2].filter((seat) => seat < hands.length).flatMap((seat) =>
    handParts(hands[seat], names[seat], seat === toPlay ? "turn" : "name", placeOfSeat(seat), deck, style));
  if (talon.mask) parts.push(...handParts(talon.mask, talon.name, "name", DRAWING.talon, deck, style));
  const [left, top, across, down] = table;
  parts.push(`<rect class="felt" x="${left}" y="${top}" width="${across}" height="${down}" rx="10"/>`);
  if (trick.length) parts.push('<g class="cards table">', ...trick.flatMap(({ seat, card }) =>
    cardParts(card, DRAWING.onTable[seat], cardOnTable[0], cardOnTable, deck)), "</g>");
  const [centre, middle] = DRAWING.wordsOnTable;
  const first = middle - (line * (words.length - 1)) / 2;
  words.forEach((text, i) => parts.push(textAt(centre, first + line * i, text, "words")));
  const [x, y] = caption;
  title.forEach((text, i) => parts.push(textAt(x, y + line * i, text, "name")));
  const start = y + line * title.length + DRAWING.sentenceGap;
  sentence.forEach((text, i) => parts.push(textAt(x, start + line * i, text, "line")));
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
