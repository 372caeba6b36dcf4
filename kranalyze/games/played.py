"""The settlement of a game that was played: from what happened at the table to what everybody pays.

The facts say who took each trick, with how many points, and what was declared, announced, raised and
contraed. As long as they leave the outcome open there is no settlement.
"""

from __future__ import annotations

from collections.abc import Iterable

from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games.base import Contract, Game
from kranalyze.games.questions import Question, payoff, side, stake

Payoff = tuple[int, ...]


@frozen
class Marriage:
    """A marriage declared (in trick 1) or registered (by leading to a trick)."""

    seat: Seat
    points: int  # 20, or 40 in trumps
    trick: int = 0  # the trick it was led to, from 0


@frozen
class Facts:
    """What happened in a game as far as it was played."""

    winners: tuple[Seat, ...] = ()  # who took each finished trick
    points: tuple[int, ...] = ()  # its card points, those for the last trick included
    ended: bool = False  # every card has been played
    marriages: tuple[Marriage, ...] = ()  # in the order in which they were declared or registered
    discard: int = 0  # card points in the discard, which count for the opponents
    hundreds: tuple[Seat, ...] = ()  # who announced 100 (RULINGS: russbach)
    alls: tuple[Seat, ...] = ()  # who announced all tricks
    raised: Contract | None = None  # what the declarer's partner raised to (RULINGS: anrufen)
    contra: int = 0  # number of Contra calls


@frozen
class Race:
    """How a Rufer or a Schnapser stands."""

    totals: tuple[int, int]  # points of the declarer's side and of the other
    taken: tuple[int, int]  # tricks of the two
    reached: int | None  # the side that has reached the points it needs, 0 or 1, None if neither
    tricks: int  # how many tricks were finished when play stopped, or so far


def settle(game: Game, question: Question, facts: Facts) -> Payoff | None:
    """What every seat gets, N E S W, None while that is open or if nothing is settled (whist).

    Play that broke off has a settlement as soon as the tricks played leave only one.
    """
    contract = facts.raised or question.contract
    goal, winners = contract.goal, facts.winners
    if contract.stake == "none":
        return None
    if question.second is not None:
        return _double(contract, (question.first, question.second), facts)
    if goal.last_names_partner:
        if any(winner != question.first for winner in winners[: game.size - 1]):
            return _paid(-contract.value, question.first)
        return _paid(contract.value, *{question.first, winners[-1]}) if facts.ended else None
    if goal.each_for_himself:
        return _most(contract, facts) if facts.ended else None
    if contract.settles is not None and contract.settles.announced:
        return payoff(game, question, _stakes(question, facts)) if facts.ended else None
    value = _value(game, question, facts)
    return None if value is None else payoff(game, question, stake(game, contract, value, facts.contra))


def _value(game: Game, question: Question, facts: Facts) -> int | None:
    """The value of the contract as it was played (RULINGS: what value means), None while it is open."""
    goal, own_side, winners = (facts.raised or question.contract).goal, side(question), facts.winners
    race = run_race(game, question, facts) if goal.ends_early else None
    if goal.kind == "dealt":
        return 1
    if goal.kind == "sweep":
        takers = (question.first,) if goal.takers == "declarer" else own_side
        size = race.tricks if race else goal.tricks or game.size
        if any((winner in takers) == (goal.takers == "others") for winner in winners[:size]):
            return 0
        if race:
            return 1 if race.reached == 0 else 0 if race.tricks == goal.tricks else None
        return int(totals(question, facts)[0] >= goal.need) if len(winners) >= size else None
    if race is not None and race.reached is not None:
        loser = 1 - race.reached
        value = 3 if race.taken[loser] == 0 else 2 if race.totals[loser] < goal.low else 1
        return value if race.reached == 0 else -value
    taken = sum(winner in own_side for winner in winners)
    if goal.kind == "exactly" and not taken <= goal.tricks <= taken + game.size - len(winners):
        return 0
    if not facts.ended:
        return None
    own, other = totals(question, facts)
    return {
        "exactly": 1, "tricks": taken, "race": 1 if winners[-1] in own_side else -1,
    }.get(goal.kind, own - other if goal.margin else own)  # fmt: skip


def _by_party(question: Question, given: Iterable[tuple[int, int]]) -> list[int]:
    """The sums of what seats have: of the declarer's side, and of the others."""
    own_side, sums = side(question), [0, 0]
    for seat, some in given:
        sums[seat not in own_side] += some
    return sums


def totals(question: Question, facts: Facts) -> tuple[int, int]:
    """Points of the declarer's side and of the others: tricks, discard and counting marriages.

    A registered marriage counts at once, a declared one if the player takes a trick.
    """
    tricks = zip(facts.winners, facts.points, strict=True)
    marriages = ((marriage.seat, marriage.points) for marriage in counting(question, facts))
    own, other = _by_party(question, (*tricks, *marriages))
    return own, other + facts.discard


def counting(question: Question, facts: Facts) -> list[Marriage]:
    """The marriages that count."""
    goal = question.contract.settles or question.contract.goal
    if goal.marriages == "declared":
        return [m for m in facts.marriages if m.seat in facts.winners]
    return list(facts.marriages)


def run_race(game: Game, question: Question, facts: Facts) -> Race:
    """Count a Rufer or a Schnapser, after each registration and each trick (RULINGS: bauernschnapsen).

    In a Schnapser only the declarer's own marriages count, and only his points are looked at. Play
    stops after the tricks it has, so that a marriage led to the next one is too late.
    """
    goal, own_side = question.contract.goal, side(question)
    counts, taken, pending = [0, 0], [0, 0], [0, 0]

    def reached() -> int | None:
        if counts[0] >= goal.need:
            return 0
        return 1 if counts[1] >= goal.need and not goal.own_marriages else None

    for number in range(len(facts.winners) + 1):
        over = reached() is not None or (goal.stop and 0 < goal.tricks == number)
        for marriage in facts.marriages:
            counts_not = goal.own_marriages and marriage.seat != question.declarer
            if over or marriage.trick != number or counts_not:
                continue
            party = marriage.seat not in own_side
            if number:
                counts[party] += marriage.points
            elif game.opening_marriage == "pending":  # it waits for the side's first trick
                pending[party] += marriage.points
        if over or reached() is not None or number == len(facts.winners):
            break
        party = facts.winners[number] not in own_side
        taken[party] += 1
        counts[party] += facts.points[number] + pending[party]
        pending[party] = 0
    return Race((counts[0], counts[1]), (taken[0], taken[1]), reached(), number)


def _stakes(question: Question, facts: Facts) -> int:
    """Stakes per payer and receiver from the declarer's side (RULINGS: russbach)."""
    points = totals(question, facts)
    declared = _by_party(question, ((m.seat, m.points) for m in counting(question, facts)))
    taken = _by_party(question, ((winner, 1) for winner in facts.winners))
    need = [50 if d == 0 else d + 40 for d in declared]
    made = [points[i] >= need[i] for i in (0, 1)]
    winner = 0 if made[0] and (not made[1] or points[0] > points[1]) else 1
    hundreds = _by_party(question, ((seat, 1) for seat in facts.hundreds))
    alls = _by_party(question, ((seat, 1) for seat in facts.alls))
    # From the first side's point of view; each announcement is settled by itself.
    amount = 0
    for team, sign in ((0, 1), (1, -1)):
        if hundreds[team]:
            amount += sign * (3 if points[team] >= 100 else -3)
        elif team == winner and not any(hundreds):
            amount += sign * (2 if points[team] >= 100 else 1)
        swept = taken[1 - team] == 0
        if alls[team]:
            amount += sign * (3 if swept else -3)
        elif swept:
            amount += sign * 2
    return amount


def _paid(amount: int, *seats: int) -> Payoff:
    """What every seat gets when one or two are paid by the others, each of whom pays each of them."""
    each = amount * (4 - len(seats)) // len(seats)
    return tuple(each if seat in seats else -amount for seat in range(4))


def _double(contract: Contract, bidders: tuple[Seat, Seat], facts: Facts) -> Payoff | None:
    """Two Bettlers or two Plauderers, each for himself."""
    unit, lost = contract.second, [seat in facts.winners for seat in bidders]
    if not facts.ended and not all(lost):
        return None
    if lost[0] == lost[1]:
        return _paid(-2 * unit if lost[0] else unit, *bidders)
    pays, paid = bidders if lost[0] is contract.loser_pays else bidders[::-1]
    return tuple(3 * unit * ((seat == paid) - (seat == pays)) for seat in range(4))


def _most(contract: Contract, facts: Facts) -> Payoff:
    """Schurln: who has most points pays; two or three who share the most pay together."""
    points = [0, 0, 0, 0]
    for winner, trick in zip(facts.winners, facts.points, strict=True):
        points[winner] += trick
    highest = [seat for seat in range(4) if points[seat] == max(points)]
    if len(highest) <= 2:
        return _paid(-contract.value, *highest)
    return _paid(contract.value, next(seat for seat in range(4) if seat not in highest))
