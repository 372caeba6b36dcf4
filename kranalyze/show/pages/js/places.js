// Finds the unseen card whose place matters most for a loss.

// Returns the card and the seat whose holding it goes with the greatest losses: { card, seat, times, of,
// mean, other, example }, null if no place matters. losses: the loss in each layout. places: for hidden hands
// { seat, masks }, the cards of the hand in each layout. mean: mean loss of the layouts in which the card
// lies there, times their number; other: mean loss of the rest. example: the index of the layout there with
// the greatest loss.
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
