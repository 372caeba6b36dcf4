// Names as people write them: without umlauts, blanks and capitals.
import { Refusal } from "./refusal.js";

export const fold = (name) =>
  name.trim().toLowerCase()
    .replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue").replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");

export function contractOf(game, name) {
  const wanted = fold(name);
  const found = game.contracts.find((c) => c.aliases.some((alias) => fold(alias) === wanted));
  if (!found) throw new Refusal("contractUnknown",
    { text: name, game: game.id, known: game.contracts.map((c) => c.id).join(", ") });
  return found;
}
