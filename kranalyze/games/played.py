"""The settlement of a game that was played: from what happened at the table to what everybody pays.

The facts say who took each trick, with how many points, and what was declared, announced, raised and
contraed. As long as they leave the outcome open there is no settlement.
"""

from __future__ import annotations

from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games.base import Contract, Game, Question
from kranalyze.games.settlement import payoff, side, stake

Payoff = tuple[int, int, int, int]


@frozen
class Marriage:
    """A marriage declared (in trick 1) or registered (by leading to a trick).

    Attributes:
        seat: whose it is.
        points: 20, or 40 in trumps.
        trick: the trick it was led to, from 0.
    """

    seat: Seat
    points: int
    trick: int = 0


@frozen
class Facts:
    """What happened in a game as far as it was played.

    Attributes:
        winners: who took each finished trick.
        points: the card points of each finished trick, those for the last trick included.
        ended: every card has been played.
        marriages: in the order in which they were declared or registered.
        discard: card points in the discard, which count for the opponents.
        hundreds, alls: who announced 100, who all tricks (RULINGS: russbach).
        raised: the contract that the declarer's partner raised to (RULINGS: anrufen).
        contra: number of Contra calls.
    """

    winners: tuple[Seat, ...] = ()
    points: tuple[int, ...] = ()
    ended: bool = False
    marriages: tuple[Marriage, ...] = ()
    discard: int = 0
    hundreds: tuple[Seat, ...] = ()
    alls: tuple[Seat, ...] = ()
    raised: Contract | None = None
    contra: int = 0


@frozen
class Race:
    """How a Rufer or a Schnapser stands.

    Attributes:
        totals: points of the declarer's side and of the other.
        taken: tricks of the two.
        reached: the side that has reached the points it needs, 0 or 1, None if neither.
        tricks: how many tricks were finished when play stopped, or so far.
    """

    totals: tuple[int, int]
    taken: tuple[int, int]
    reached: int | None
    tricks: int


def settle(game: Game, question: Question, facts: Facts) -> Payoff | None:
    """What every seat gets, N E S W, None while that is open or if nothing is settled (whist).

    Play that broke off has a settlement as soon as the tricks played leave only one.
    """
    contract = facts.raised or question.contract
    if contract.stake == "none":
        return None
    if question.second is not None:
        return _double(contract, question, facts)
    if contract.goal.last_names_partner:
        return _last(game, contract, question, facts)
    if contract.goal.each_for_himself:
        return _most(contract, facts)
    if contract.settles is not None and contract.settles.announced:
        amount = _stakes(question, facts)
        return None if amount is None else payoff(game, question, amount)
    value = played_value(game, question, facts)
    if value is None:
        return None
    return payoff(game, question, stake(game, contract, value, facts.contra))


def played_value(game: Game, question: Question, facts: Facts) -> int | None:
    """The value of the contract as it was played (RULINGS: what value means), None while it is open."""
    goal = (facts.raised or question.contract).goal
    if goal.kind == "dealt":
        return 1
    if goal.kind == "race":
        return _race_value(game, question, facts)
    if goal.kind == "tricks":
        return sum(w in side(question) for w in facts.winners) if facts.ended else None
    if goal.kind == "sweep":
        return _sweep(game, question, facts)
    if goal.kind == "exactly":
        taken = sum(w in side(question) for w in facts.winners)
        reachable = taken <= goal.tricks <= taken + game.size - len(facts.winners)
        return int(reachable) if facts.ended or not reachable else None
    if not facts.ended:
        return None
    own, other = totals(question, facts)
    return own - other if goal.margin else own


def totals(question: Question, facts: Facts) -> tuple[int, int]:
    """Points of the declarer's side and of the others: tricks, discard and counting marriages.

    A registered marriage counts at once, a declared one if the player takes a trick.
    """
    own_side = side(question)
    own, other = 0, facts.discard
    for winner, points in zip(facts.winners, facts.points, strict=True):
        if winner in own_side:
            own += points
        else:
            other += points
    for marriage in counting(question, facts):
        if marriage.seat in own_side:
            own += marriage.points
        else:
            other += marriage.points
    return own, other


def counting(question: Question, facts: Facts) -> list[Marriage]:
    """The marriages that count."""
    goal = question.contract.settles or question.contract.goal
    if goal.marriages == "declared":
        return [m for m in facts.marriages if m.seat in facts.winners]
    return list(facts.marriages)


def _takers(question: Question, contract: Contract) -> frozenset[int]:
    """Who must take the tricks of a sweep."""
    everybody = frozenset(range(4))
    own = frozenset(side(question))
    if contract.goal.takers == "declarer":
        return own if question.declarer is None else frozenset((question.declarer,))
    return own if contract.goal.takers == "side" else everybody - own


def _sweep(game: Game, question: Question, facts: Facts) -> int | None:
    contract = facts.raised or question.contract
    goal = contract.goal
    takers = _takers(question, contract)
    if goal.stop:
        race = run_race(game, question, facts)
        wins = facts.winners[: race.tricks]
        if any(w not in takers for w in wins):
            return 0
        if race.reached == 0:
            return 1
        return 0 if len(wins) == goal.tricks else None
    size = game.size + goal.tricks if goal.tricks <= 0 else goal.tricks
    if any(w not in takers for w in facts.winners[:size]):
        return 0
    if len(facts.winners) < size:
        return None
    return 1 if totals(question, facts)[0] >= goal.need else 0


def run_race(game: Game, question: Question, facts: Facts) -> Race:
    """Count a Rufer or a Schnapser, after each registration and each trick (RULINGS: bauernschnapsen).

    In a Schnapser only the declarer's own marriages count, and only his points are looked at. Play
    stops after the tricks it has, so that a marriage led to the next one is too late.
    """
    goal = question.contract.goal
    need, limit = goal.need, goal.tricks if goal.stop else 0
    own_side = side(question)
    counts = [0, 0]
    taken = [0, 0]
    pending = [0, 0]

    def reached() -> int | None:
        for party in (0, 1):
            if counts[party] >= need and (party == 0 or not goal.own_marriages):
                return party
        return None

    for number in range(len(facts.winners) + 1):
        late = limit > 0 and number == limit
        for marriage in facts.marriages:
            if late or marriage.trick != number:
                continue
            if goal.own_marriages and marriage.seat != question.declarer:
                continue
            party = 0 if marriage.seat in own_side else 1
            if number == 0:
                # On the opening lead (option opening_marriage): it waits for the side's first trick.
                if game.opening_marriage == "pending":
                    pending[party] += marriage.points
            else:
                counts[party] += marriage.points
        if reached() is not None or number == len(facts.winners) or late:
            return Race((counts[0], counts[1]), (taken[0], taken[1]), reached(), number)
        party = 0 if facts.winners[number] in own_side else 1
        taken[party] += 1
        counts[party] += facts.points[number] + pending[party]
        pending[party] = 0
        if reached() is not None:
            return Race((counts[0], counts[1]), (taken[0], taken[1]), reached(), number + 1)
    raise AssertionError("unreachable")


def _race_value(game: Game, question: Question, facts: Facts) -> int | None:
    race = run_race(game, question, facts)
    if race.reached is None:
        if not facts.ended:
            return None
        return 1 if facts.winners[-1] in side(question) else -1
    loser = 1 - race.reached
    value = 3 if race.taken[loser] == 0 else 2 if race.totals[loser] < question.contract.goal.low else 1
    return value if race.reached == 0 else -value


def _stakes(question: Question, facts: Facts) -> int | None:
    """Stakes per payer and receiver from the declarer's side (RULINGS: russbach)."""
    if not facts.ended:
        return None
    own_side = side(question)
    points = totals(question, facts)
    declared = [0, 0]
    for marriage in counting(question, facts):
        declared[0 if marriage.seat in own_side else 1] += marriage.points
    taken = (sum(w in own_side for w in facts.winners), sum(w not in own_side for w in facts.winners))
    need = [50 if d == 0 else d + 40 for d in declared]
    made = [points[i] >= need[i] for i in (0, 1)]
    winner = 0 if made[0] and (not made[1] or points[0] > points[1]) else 1
    announced = {0 if seat in own_side else 1 for seat in facts.hundreds}
    everything = {0 if seat in own_side else 1 for seat in facts.alls}
    # From the first side's point of view; each announcement is settled by itself.
    sign = (1, -1)
    amount = sum(sign[team] * (3 if points[team] >= 100 else -3) for team in announced)
    if not announced:
        amount += sign[winner] * (2 if points[winner] >= 100 else 1)
    for team in (0, 1):
        swept = taken[1 - team] == 0
        if team in everything:
            amount += sign[team] * (3 if swept else -3)
        elif swept:
            amount += sign[team] * 2
    return amount


def _lone(seat: int, amount: int) -> Payoff:
    """What one player gets from the three others at ``amount`` each."""
    n, e, s, w = (3 * amount if other == seat else -amount for other in range(4))
    return n, e, s, w


def _pair(first: int, second: int, amount: int) -> Payoff:
    """What two players get from the two others."""
    n, e, s, w = (amount if seat in (first, second) else -amount for seat in range(4))
    return n, e, s, w


def _last(game: Game, contract: Contract, question: Question, facts: Facts) -> Payoff | None:
    """Durchmarsch and Hundert am letzten: all but the last alone, the winner of the last is the partner."""
    declarer = question.leader if question.declarer is None else question.declarer
    if any(w != declarer for w in facts.winners[: game.size + contract.goal.tricks]):
        return _lone(declarer, -contract.value)
    if not facts.ended:
        return None
    last = facts.winners[-1]
    return _lone(declarer, contract.value) if last == declarer else _pair(declarer, last, contract.value)


def _double(contract: Contract, question: Question, facts: Facts) -> Payoff | None:
    """Two Bettlers or two Plauderers, each for himself."""
    first, second = question.declarer, question.second
    if first is None or second is None:
        return None
    unit = contract.second
    lost = (first in facts.winners, second in facts.winners)
    if not facts.ended and not all(lost):
        return None
    if lost[0] == lost[1]:
        return _pair(first, second, -2 * unit if lost[0] else unit)
    amount = 3 * unit
    paid, pays = (second, first) if lost[0] is contract.loser_pays else (first, second)
    n, e, s, w = (amount if seat == paid else -amount if seat == pays else 0 for seat in range(4))
    return n, e, s, w


def _most(contract: Contract, facts: Facts) -> Payoff | None:
    """Schurln: who has most points pays; two or three who share the most pay together."""
    if not facts.ended:
        return None
    points = [0, 0, 0, 0]
    for winner, trick in zip(facts.winners, facts.points, strict=True):
        points[winner] += trick
    highest = [seat for seat in range(4) if points[seat] == max(points)]
    if len(highest) == 1:
        return _lone(highest[0], -contract.value)
    if len(highest) == 2:
        return _pair(highest[0], highest[1], -contract.value)
    fourth = next(seat for seat in range(4) if seat not in highest)
    return _lone(fourth, contract.value)
