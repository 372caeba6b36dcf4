// The settlement of a game that was played: from what happened at the table to what everybody pays.
// Facts: { winners, points (of each trick), ended, marriages: { seat, points, trick }, discard, hundreds,
// alls, raised, contra }.

const ALL_SEATS = [0, 1, 2, 3];

// The seats that play for the declarer's side (the leader's where there is no declarer).
export const firstSeat = ({ declarer, leader }) => declarer ?? leader;
const sideOf = (question) => [firstSeat(question), question.partner].filter((seat) => seat !== null);

// What every seat gets, null while that is open or if nothing is settled.
export function settle(row, question, facts) {
  const contract = facts.raised ?? question.contract;
  const { goal } = contract;
  const first = firstSeat(question);
  if (contract.stake === "none") return null;
  if (question.second !== null) return settleDouble(contract, [first, question.second], facts);
  if (goal.last_names_partner) {
    if (facts.winners.slice(0, row.size - 1).some((winner) => winner !== first))
      return paidBy(-contract.value, [first]);
    return facts.ended ? paidBy(contract.value, [...new Set([first, facts.winners.at(-1)])]) : null;
  }
  if (goal.each_for_himself) return facts.ended ? settleMost(contract, facts) : null;
  if (contract.settles?.announced) return facts.ended ? shared(row, question, stakes(question, facts)) : null;
  const value = valuePlayed(row, question, facts);
  return value === null ? null : shared(row, question, stake(row, contract, value, facts.contra));
}

// What every seat gets for a stake that one payer owes one receiver.
function shared(row, question, amount) {
  const [first] = sideOf(question);
  const own = row.pairs ? [first, (first + 2) % 4] : sideOf(question);
  const share = Math.trunc((row.seats - own.length) / own.length);
  return ALL_SEATS.map((seat) => (seat >= row.seats ? 0 : amount * (own.includes(seat) ? share : -1)));
}

// What one payer owes one receiver on the declarer's side, negative if that side loses.
function stake(row, contract, value, contra) {
  const factor = row.contra === "doubles" ? 2 ** contra : 1;
  const more = row.contra === "token" ? contra : 0;
  if (contract.stake === "value") return Math.floor((value * contract.value) / contract.per) * factor;
  const won = contract.makeable_at !== null && value >= contract.makeable_at;
  return (contract.value * factor + more) * (won ? 1 : -1);
}

// The value of the contract as it was played, null while it is open.
function valuePlayed(row, question, facts) {
  const { goal } = facts.raised ?? question.contract;
  const own = sideOf(question);
  const { winners } = facts;
  const race = goal.ends_early ? runRace(row, question, facts) : null;
  if (goal.kind === "dealt") return 1;
  if (goal.kind === "sweep") {
    const takers = goal.takers === "declarer" ? [firstSeat(question)] : own;
    const size = race ? race.tricks : goal.tricks || row.size;
    const wrong = (winner) => takers.includes(winner) === (goal.takers === "others");
    if (winners.slice(0, size).some(wrong)) return 0;
    if (race) return race.reached === 0 ? 1 : race.tricks === goal.tricks ? 0 : null;
    return winners.length < size ? null : Number(totals(question, facts)[0] >= goal.need);
  }
  if (race && race.reached !== null) {
    const loser = 1 - race.reached;
    const value = race.taken[loser] === 0 ? 3 : race.totals[loser] < goal.low ? 2 : 1;
    return race.reached === 0 ? value : -value;
  }
  const taken = winners.filter((winner) => own.includes(winner)).length;
  const most = taken + row.size - winners.length;
  if (goal.kind === "exactly" && (goal.tricks < taken || goal.tricks > most)) return 0;
  if (!facts.ended) return null;
  if (goal.kind === "exactly") return 1;
  if (goal.kind === "tricks") return taken;
  if (goal.kind === "race") return own.includes(winners.at(-1)) ? 1 : -1;
  const [mine, others] = totals(question, facts);
  return goal.margin ? mine - others : mine;
}

// The sums of [seat, amount] pairs: of the declarer's side, and of the others.
function byParty(question, pairs) {
  const own = sideOf(question);
  const sums = [0, 0];
  for (const [seat, amount] of pairs) sums[own.includes(seat) ? 0 : 1] += amount;
  return sums;
}

// Points of the declarer's side and of the others: tricks, discard and counting marriages.
function totals(question, facts) {
  const tricks = facts.winners.map((winner, i) => [winner, facts.points[i]]);
  const [own, others] = byParty(question, [...tricks, ...marriagePairs(question, facts)]);
  return [own, others + facts.discard];
}

const marriagePairs = (question, facts) =>
  counting(question, facts).map(({ seat, points }) => [seat, points]);

// The marriages that count: a registered one at once, a declared one if the player takes a trick.
export function counting({ contract }, facts) {
  const goal = contract.settles ?? contract.goal;
  return goal.marriages === "declared" ? facts.marriages.filter(({ seat }) => facts.winners.includes(seat))
    : facts.marriages;
}

// Counts a race for points after each registration and each trick: points and tricks of the two sides, who
// has reached enough, and how many tricks were finished when play stopped.
export function runRace(row, question, facts) {
  const { goal } = question.contract;
  const own = sideOf(question);
  const points = [0, 0];
  const taken = [0, 0];
  const pending = [0, 0]; // of marriages that wait for the side's first trick
  const reached = () => {
    if (points[0] >= goal.need) return 0;
    return points[1] >= goal.need && !goal.own_marriages ? 1 : null;
  };
  for (let number = 0; ; number++) {
    const over = reached() !== null || (goal.stop && goal.tricks > 0 && goal.tricks === number);
    for (const marriage of facts.marriages) {
      const ignored = goal.own_marriages && marriage.seat !== question.declarer;
      if (over || marriage.trick !== number || ignored) continue;
      const party = own.includes(marriage.seat) ? 0 : 1;
      if (number) points[party] += marriage.points;
      else if (row.opening_marriage === "pending") pending[party] += marriage.points;
    }
    if (over || reached() !== null || number === facts.winners.length)
      return { totals: points, taken, reached: reached(), tricks: number };
    const party = own.includes(facts.winners[number]) ? 0 : 1;
    taken[party]++;
    points[party] += facts.points[number] + pending[party];
    pending[party] = 0;
  }
}

// Stakes per payer and receiver from the declarer's side.
function stakes(question, facts) {
  const points = totals(question, facts);
  const declared = byParty(question, marriagePairs(question, facts));
  const count = (seats) => byParty(question, seats.map((seat) => [seat, 1]));
  const [taken, hundreds, alls] = [count(facts.winners), count(facts.hundreds), count(facts.alls)];
  const made = declared.map((d, side) => points[side] >= (d === 0 ? 50 : d + 40));
  const winner = made[0] && (!made[1] || points[0] > points[1]) ? 0 : 1;
  const nobody = !hundreds[0] && !hundreds[1];
  let amount = 0;
  for (const [side, sign] of [[0, 1], [1, -1]]) {
    const hundred = points[side] >= 100;
    const swept = taken[1 - side] === 0;
    if (hundreds[side]) amount += sign * (hundred ? 3 : -3);
    else if (side === winner && nobody) amount += sign * (hundred ? 2 : 1);
    if (alls[side]) amount += sign * (swept ? 3 : -3);
    else if (swept) amount += sign * 2;
  }
  return amount;
}

// What every seat gets when one or two are paid by the others, each of whom pays each of them.
function paidBy(amount, seats) {
  const share = Math.floor((amount * (4 - seats.length)) / seats.length);
  return ALL_SEATS.map((seat) => (seats.includes(seat) ? share : -amount));
}

// Two who undertake the same, each for himself.
function settleDouble(contract, bidders, facts) {
  const lost = bidders.map((seat) => facts.winners.includes(seat));
  if (!facts.ended && !(lost[0] && lost[1])) return null;
  if (lost[0] === lost[1]) return paidBy(lost[0] ? -2 * contract.second : contract.second, bidders);
  const [pays, receives] = lost[0] === contract.loser_pays ? bidders : [...bidders].reverse();
  const amount = 3 * contract.second;
  return ALL_SEATS.map((seat) => (seat === receives ? amount : seat === pays ? -amount : 0));
}

// Who has most points pays; two or three who share the most pay together.
function settleMost(contract, facts) {
  const points = [0, 0, 0, 0];
  for (const [i, winner] of facts.winners.entries()) points[winner] += facts.points[i];
  const highest = ALL_SEATS.filter((seat) => points[seat] === Math.max(...points));
  if (highest.length <= 2) return paidBy(-contract.value, highest);
  return paidBy(contract.value, [ALL_SEATS.find((seat) => !highest.includes(seat))]);
}
