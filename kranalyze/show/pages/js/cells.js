// Solves the grid of a deal. The grid has the results of each contract and declarer, for all choices of trump
// and partner.
import { first, named, parties, settlement, settlesNothing } from "./question.js";

export function cellsOf({ core, questions }, wish) {
  const { game, rules, hands, dealer } = wish;
  const forehand = dealer === null || dealer === undefined ? null : (dealer + 1) % game.seats;
  const open = questions.all(game, rules).filter((q) =>
    q.second === null && named(q, hands) && !(parties(q) && q.declarer === null) &&
    (!q.contract.forehand || forehand === null || q.leader === forehand));
  const settled = settledValues(core, game.talon, open, hands, wish.talon ?? 0);
  const cells = open.map((q, i) => settled[i] && {
    contract: q.contract.id, declarer: q.declarer, leader: q.leader, trump: q.trump, partner: q.partner,
    order: q.order, ...settled[i],
    makeable: !settled[i].biddable ? null : !q.play ? true : q.at === null ? null : settled[i].value >= q.at,
  });
  return cells.filter((cell) => cell && supposed(game, cell, cells));
}

// Solves questions (contracts with their seats and trump) on a deal. open: the questions. hasTalon: whether
// the declarer takes the talon. Returns for each question { biddable, value, payoff, discard }, or null if
// the question cannot arise on the deal. payoff: the declarer's settlement. discard: the best discard, only
// in a game with a talon.
export function settledValues(core, hasTalon, open, hands, talon) {
  const tasks = new Map();
  open.forEach((q, i) => {
    const settles = !parties(q) && q.value && !hasTalon && q.play !== q.value;
    const needed = !q.play ? [] : settles ? [q.value, q.play] : [q.value];
    for (const task of needed) tasks.set(task, [...(tasks.get(task) ?? []), i]);
  });
  const list = [...tasks.keys()];
  const rows = open.map((q) => q.row);
  const { values, discards, flags } = core.deal(hands, talon, list, [...tasks.values()], rows);
  const place = new Map(list.map((task, i) => [task, i]));
  return open.map((q, i) => {
    if (!(flags[i] & 1)) return null;
    const biddable = Boolean(flags[i] & 2);
    if (!biddable) return { biddable, value: null, payoff: null };
    if (!q.play) return { biddable, value: 1, payoff: settlement(q, first(q), 1, 0) };
    const value = values[place.get(q.value)];
    const settled = !parties(q) && place.has(q.play) ? values[place.get(q.play)] : value;
    const payoff = settlesNothing(q) ? null : settlement(q, first(q), settled, 0);
    return { biddable, value, payoff, ...(hasTalon ? { discard: discards[place.get(q.value)] } : {}) };
  });
}

// Returns whether the cell has the trump that the grid assumes. Some contracts of forehand's opponents are
// played in the trump that forehand has named. For these contracts the grid assumes the trump of forehand's
// best Rufer (contract.supposed). If several Rufer are equally good, the grid assumes the trump of the first
// one. For all other contracts, returns true.
function supposed(game, cell, cells) {
  const by = game.contracts.find((contract) => contract.id === cell.contract).supposed;
  if (!by) return true;
  const open = cells.filter((one) => one && one.contract === by && one.leader === cell.leader);
  return cell.trump === open.reduce((best, one) => (one.payoff > best.payoff ? one : best)).trump;
}
