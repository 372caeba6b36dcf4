"""The settlement of a game that was played.

The facts are the winners and points of tricks, and what was declared, announced, raised and contraed. As long
as they leave the outcome open there is no settlement.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kranalyze.deal import Seat
from kranalyze.games.base import Contract, Game
from kranalyze.games.questions import Question, payoff, side, stake

Payoff = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Marriage:
    """A marriage declared (in trick 1) or registered (by leading to a trick)."""

    seat: Seat
    points: int  # 20, or 40 in trumps
    trick: int = 0  # the trick it was led to, from 0


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts of a game as far as it was played."""

    winners: tuple[Seat, ...] = ()  # of each finished trick
    points: tuple[int, ...] = ()  # card points of each finished trick, with those for the last trick
    ended: bool = False  # whether all cards have been played
    marriages: tuple[Marriage, ...] = ()  # in the order in which they were declared or registered
    discard: int = 0  # card points in the discard, which count for the opponents
    hundreds: tuple[Seat, ...] = ()  # seats that announced 100 (RULINGS: russbach)
    alls: tuple[Seat, ...] = ()  # seats that announced all tricks
    raised: Contract | None = None  # the contract that the declarer's partner raised to (RULINGS: anrufen)
    contra: int = 0  # number of Contra calls


@dataclass(frozen=True, slots=True)
class Race:
    """The standing of a Rufer or a Schnapser."""

    totals: tuple[int, int]  # points of the declarer's side and of the other
    taken: tuple[int, int]  # tricks of the declarer's side and of the other
    reached: int | None  # the side that has reached its points, 0 or 1, None if neither has
    tricks: int  # number of tricks finished so far, or when play stopped


def settle(game: Game, question: Question, facts: Facts) -> Payoff | None:
    """Return the settlement N E S W; None while it is open, or if the contract has none (whist).

    Unfinished play has a settlement as soon as its tricks leave only one.
    """
    contract = facts.raised or question.contract
    goal = contract.goal
    winners = facts.winners
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
    """Return the value of the contract as played (RULINGS: what value means); None while it is open."""
    goal = (facts.raised or question.contract).goal
    own_side = side(question)
    winners = facts.winners
    race = run_race(game, question, facts) if goal.ends_early else None
    if goal.kind == "dealt":
        return 1
    if goal.kind == "sweep":
        takers = (question.first,) if goal.takers == "declarer" else own_side
        size = race.tricks if race else goal.tricks or game.size
        if any((winner in takers) == (goal.takers == "others") for winner in winners[:size]):
            return 0
        if race:
            if race.reached == 0:
                return 1
            return 0 if race.tricks == goal.tricks else None
        return int(totals(question, facts)[0] >= goal.need) if len(winners) >= size else None
    if race is not None and race.reached is not None:
        loser = 1 - race.reached
        value = 1
        if race.taken[loser] == 0:
            value = 3
        elif race.totals[loser] < goal.low:
            value = 2
        return value if race.reached == 0 else -value
    taken = sum(winner in own_side for winner in winners)
    if goal.kind == "exactly" and not taken <= goal.tricks <= taken + game.size - len(winners):
        return 0
    if not facts.ended:
        return None
    own, other = totals(question, facts)
    if goal.kind == "exactly":
        return 1
    if goal.kind == "tricks":
        return taken
    if goal.kind == "race":
        return 1 if winners[-1] in own_side else -1
    return own - other if goal.margin else own


def _by_party(question: Question, amounts: Iterable[tuple[int, int]]) -> list[int]:
    """Sum up amounts of seats: for the declarer's side, and for the others."""
    own_side = side(question)
    sums = [0, 0]
    for seat, amount in amounts:
        sums[seat not in own_side] += amount
    return sums


def totals(question: Question, facts: Facts) -> tuple[int, int]:
    """Return the points of the declarer's side and of the others: tricks, discard and marriages.

    A registered marriage counts at once, a declared one once its player takes a trick.
    """
    tricks = zip(facts.winners, facts.points, strict=True)
    marriages = ((marriage.seat, marriage.points) for marriage in counting(question, facts))
    own, other = _by_party(question, (*tricks, *marriages))
    return own, other + facts.discard


def counting(question: Question, facts: Facts) -> list[Marriage]:
    """Return the marriages that count."""
    goal = question.contract.settles or question.contract.goal
    if goal.marriages == "declared":
        return [m for m in facts.marriages if m.seat in facts.winners]
    return list(facts.marriages)


def run_race(game: Game, question: Question, facts: Facts) -> Race:
    """Count a Rufer or a Schnapser after each registration and each trick (RULINGS: bauernschnapsen).

    In a Schnapser only the declarer's own marriages count, and only the declarer's side reaches its points.
    Play stops after the goal's number of tricks, so a marriage led to the next trick is too late.
    """
    goal = question.contract.goal
    own_side = side(question)
    counts = [0, 0]
    taken = [0, 0]
    pending = [0, 0]

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
            elif game.opening_marriage == "pending":  # counts once the side takes a trick
                pending[party] += marriage.points
        if over or reached() is not None or number == len(facts.winners):
            break
        party = facts.winners[number] not in own_side
        taken[party] += 1
        counts[party] += facts.points[number] + pending[party]
        pending[party] = 0
    return Race((counts[0], counts[1]), (taken[0], taken[1]), reached(), number)


def _stakes(question: Question, facts: Facts) -> int:
    """Return the stakes per payer and receiver of the declarer's side (RULINGS: russbach)."""
    points = totals(question, facts)
    declared = _by_party(question, ((m.seat, m.points) for m in counting(question, facts)))
    taken = _by_party(question, ((winner, 1) for winner in facts.winners))
    need = [50 if d == 0 else d + 40 for d in declared]
    made = [points[i] >= need[i] for i in (0, 1)]
    winner = 0 if made[0] and (not made[1] or points[0] > points[1]) else 1
    hundreds = _by_party(question, ((seat, 1) for seat in facts.hundreds))
    alls = _by_party(question, ((seat, 1) for seat in facts.alls))
    # The declarer's side wins what is positive. Announcements are settled one by one.
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
    """Return the settlement of one or two receivers, whom the other seats pay ``amount`` each."""
    share = amount * (4 - len(seats)) // len(seats)
    return tuple(share if seat in seats else -amount for seat in range(4))


def _double(contract: Contract, bidders: tuple[Seat, Seat], facts: Facts) -> Payoff | None:
    """Settle two Bettlers or two Plauderers, who play for themselves; None while that is open."""
    unit = contract.second
    lost = [seat in facts.winners for seat in bidders]
    if not facts.ended and not all(lost):
        return None
    if lost[0] == lost[1]:
        return _paid(-2 * unit if lost[0] else unit, *bidders)
    pays, paid = bidders if lost[0] is contract.loser_pays else bidders[::-1]
    return tuple(3 * unit * ((seat == paid) - (seat == pays)) for seat in range(4))


def _most(contract: Contract, facts: Facts) -> Payoff:
    """Settle Schurln: the seat with most points pays, or the two or three seats that share the most."""
    points = [0, 0, 0, 0]
    for winner, trick in zip(facts.winners, facts.points, strict=True):
        points[winner] += trick
    highest = [seat for seat in range(4) if points[seat] == max(points)]
    if len(highest) <= 2:
        return _paid(-contract.value, *highest)
    return _paid(contract.value, next(seat for seat in range(4) if seat not in highest))
