// Finds the unseen card whose place matters most for a loss.

// Returns the card and the seat for which it matters most whether the seat holds the card: { card, seat,
// times, of, mean, other, example }. null: no place matters. losses: the loss in each layout. places: the
// hidden hands { seat, masks }; masks has the cards of the hand in each layout. In the result, times is the
// number of layouts in which the seat holds the card, and mean is the mean loss in these layouts; other is
// the mean loss in all other layouts. example: index of the layout with the greatest loss among those in
// which the seat holds the card.
export function findPlace(losses, places) {
  let found = null;
  for (let card = 0; card < 32; card++) {
    for (const { seat, masks } of places) {
      const here = losses.filter((_, i) => (masks[i] >>> card) & 1);
      const there = losses.filter((_, i) => !((masks[i] >>> card) & 1));
      if (!here.length || !there.length) continue;
      const [mean, other] = [here, there].map((list) => list.reduce((sum, n) => sum + n, 0) / list.length);
      const weight = (mean - other) * Math.sqrt(here.length * there.length);
      if (weight > 0 && mean > 0 && (!found || weight > found.weight))
        found = { card, seat, masks, times: here.length, of: losses.length, mean, other, weight };
    }
  }
  if (!found) return null;
  const { masks, weight, ...rest } = found;
  let example = -1;
  masks.forEach((mask, i) => {
    if ((mask >>> found.card) & 1 && (example < 0 || losses[i] > losses[example])) example = i;
  });
  return { ...rest, example };
}
