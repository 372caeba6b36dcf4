"""Define the courses of the Rufer and the Schnapser of Bauernschnapsen (RULINGS: bauernschnapsen).

A course tells how play leads to an outcome (``oracle.search``). Contracts such as Gang and Bettler use the
courses of Graden (``oracle.graden``).
"""

from __future__ import annotations

from typing import NamedTuple

from oracle.search import Course
from oracle.settling import bauern_points, registers


class Race(NamedTuple):
    """The state of a Rufer. The first item of ``points`` and ``took`` is for forehand's side.

    Attributes:
        points: points of each side, including registered marriages.
        took: for each side whether it has taken a trick.
        pending: points registered with the opening lead. They do not count before forehand's side takes a
            trick.
        last: the side that took the last trick of the deal. None: the last trick is not finished.
    """

    points: tuple[int, ...] = (0, 0)
    took: tuple[bool, ...] = (False, False)
    pending: int = 0
    last: int | None = None


def rufer_settlement(end: Race) -> int:
    """Return the game points of forehand's side, negative if it loses."""
    if max(end.points) >= 66:
        won = 0 if end.points[0] >= 66 else 1
        lost = 1 - won
        stake = 3 if not end.took[lost] else 2 if end.points[lost] < 33 else 1
    else:
        assert end.last is not None
        won, stake = end.last, 1
    return stake if won == 0 else -stake


def rufer(forehand: int, trump: int | None, pending: bool) -> Course[int]:
    """Return the course of a race to 66 points. Points are checked after each registration and each trick."""

    def team(seat: int) -> int:
        return (seat - forehand) % 2

    def add(points: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
        return tuple(p + more if i == side else p for i, p in enumerate(points))

    def lead(facts: Race, seat: int, card: int, hand: int, number: int) -> tuple[Race, int]:
        shown = registers(card, hand, trump)
        if number > 1:
            return facts._replace(points=add(facts.points, team(seat), shown)), 0
        # Forehand makes the opening lead, so the waiting points belong to his side.
        return (facts._replace(pending=shown) if pending else facts), 0

    def take(facts: Race, seat: int, cards: tuple[int, ...], number: int, last: bool) -> tuple[Race, int]:
        side = team(seat)
        more, waits = bauern_points(cards), facts.pending
        if side == 0:
            more, waits = more + waits, 0
        took = tuple(True if i == side else known for i, known in enumerate(facts.took))
        return Race(add(facts.points, side, more), took, waits, side if last else None), 0

    return Course(
        start=Race(), end=rufer_settlement, lead=lead, take=take, over=lambda facts: max(facts.points) >= 66
    )


class Schnapser(NamedTuple):
    """The state of a Schnapser.

    Attributes:
        points: the declarer's points, including registered marriages.
        pending: points registered with the opening lead. They do not count before the declarer takes a trick.
        stopped: whether the declarer has lost a trick, or the third trick has been played.
    """

    points: int = 0
    pending: int = 0
    stopped: bool = False


def schnapser(declarer: int, trump: int | None, pending: bool) -> Course[int]:
    """Return the course of a Schnapser: 1 if the declarer reaches 66 within three tricks, else 0.

    The declarer must take all tricks until then, and is the only seat that registers marriages.
    """

    def lead(facts: Schnapser, seat: int, card: int, hand: int, number: int) -> tuple[Schnapser, int]:
        shown = registers(card, hand, trump) if seat == declarer else 0
        if number > 1:
            return facts._replace(points=facts.points + shown), 0
        return (facts._replace(pending=shown) if pending else facts), 0

    def take(
        facts: Schnapser, seat: int, cards: tuple[int, ...], number: int, last: bool
    ) -> tuple[Schnapser, int]:
        if seat != declarer:
            return facts._replace(stopped=True), 0
        points = facts.points + facts.pending + bauern_points(cards)
        return Schnapser(points, 0, number >= 3), 0

    return Course(
        start=Schnapser(),
        end=lambda facts: int(facts.points >= 66),
        lead=lead,
        take=take,
        over=lambda facts: facts.stopped or facts.points >= 66,
    )
