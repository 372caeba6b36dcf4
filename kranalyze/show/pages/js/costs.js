// Lists the costs of a game's cards and calls, with their verdicts. A verdict judges a card or call by what
// its player could know.

// Returns the cost of a card with all cards open: the value of the seat's best card minus the value of this
// card. record.cards[at] begins with a flat list of the legal cards, each followed by its value. Returns null
// if the record has no analysis.
function costAt(record, at) {
  const [flat = []] = record.cards?.[at] ?? [];
  let best = -Infinity;
  let mine = null;
  for (let i = 0; i < flat.length; i += 2) {
    best = Math.max(best, flat[i + 1]);
    if (flat[i] === record.play[at]) mine = flat[i + 1];
  }
  return mine === null ? null : best - mine;
}

// Returns the verdict on a card, "" if there is no verdict. record.known has a list for each judged card:
// [index of the card, verdict, number of layouts, number of layouts examined, [[card, share, mean], ...]].
export const verdictAt = (record, at) => record.known?.find(([index]) => index === at)?.[1] ?? "";

// Returns what a card gave away on average over the layouts that its player could not exclude: the mean of
// the best card minus the mean of this card. A layout is a way in which the unseen cards can lie. Returns
// null if the card is not judged.
export function lossAt(record, at) {
  const cards = record.known?.find(([index]) => index === at)?.[4];
  const mine = cards?.find(([card]) => card === record.play[at]);
  return mine ? Math.max(...cards.map(([, , mean]) => mean)) - mine[2] : null;
}

// Lists the cards that cost something or have a verdict: { at, seat, card, cost, loss, verdict } each. cost:
// the amount given away with all cards open. loss: the mean amount given away, judged by what the player
// could know (see lossAt). The loss is null if the card is not judged.
export function costlyCards(record) {
  const cards = (record.play ?? []).map((card, at) => ({ at, seat: record.seats[at], card,
    cost: costAt(record, at) ?? 0, loss: lossAt(record, at), verdict: verdictAt(record, at) }));
  return cards.filter(({ cost, verdict }) => cost || verdict);
}

// A call counts as bad if its mean loss is at least this large. The mean loss is judged from the bidder's own
// hand. Smaller differences between means of samples may be chance.
export const LEAST_COST = 0.5;

// Lists the calls that cost something: { at, seat, cost, loss, verdict } each. at: the index of the call.
// cost: the amount given away, judged with all cards open. loss: the mean amount given away, judged from the
// seat's own hand, without the other hands. The list leaves out a pass that was right by the seat's own hand,
// even if a bid would have paid more on this deal.
export function costlyCalls(record) {
  return (record.turns ?? []).flatMap(([at, seat, onHand, cost]) => {
    const isBad = onHand >= LEAST_COST;
    if (!isBad && (!cost || record.auction[at][1] === "gut")) return [];
    return [{ at, seat, cost, loss: onHand, verdict: isBad ? (cost ? "mistake" : "lucky") : "unlucky" }];
  });
}

// Returns the card of a game with the greatest cost, null if no card cost anything. seat: consider only the
// cards of this seat, null for all seats.
export function dearest(record, seat = null) {
  const cards = costlyCards(record).filter((one) => one.cost && (seat === null || one.seat === seat));
  return cards.reduce((worst, one) => (worst && worst.cost >= one.cost ? worst : one), null);
}
