"""Courses of Bauernschnapsen (RULINGS: bauernschnapsen); Gang and Bettler are those of Graden's sweeps."""

from __future__ import annotations

from typing import NamedTuple

from oracle.search import Course
from oracle.settling import bauern_points, registers


class Race(NamedTuple):
    """A Rufer so far; of each pair forehand's side comes first.

    Attributes:
        points: points of the sides, registered marriages with them.
        took: whether the side has taken a trick.
        pending: points registered on the opening lead that wait for the side's first trick.
        last: which side took the last trick of all, None before.
    """

    points: tuple[int, ...] = (0, 0)
    took: tuple[bool, ...] = (False, False)
    pending: int = 0
    last: int | None = None


def rufer_settlement(end: Race) -> int:
    """Game points for forehand's side, negative if it loses."""
    if max(end.points) >= 66:
        won = 0 if end.points[0] >= 66 else 1
        lost = 1 - won
        stake = 3 if not end.took[lost] else 2 if end.points[lost] < 33 else 1
    else:
        assert end.last is not None
        won, stake = end.last, 1
    return stake if won == 0 else -stake


def rufer(forehand: int, trump: int | None, pending: bool) -> Course[int]:
    """First to 66, looked at after each registration and each trick."""

    def team(seat: int) -> int:
        return (seat - forehand) % 2

    def add(points: tuple[int, ...], side: int, more: int) -> tuple[int, ...]:
        return tuple(p + more if i == side else p for i, p in enumerate(points))

    def lead(facts: Race, seat: int, card: int, hand: int, number: int) -> tuple[Race, int]:
        shown = registers(card, hand, trump)
        if number > 1:
            return facts._replace(points=add(facts.points, team(seat), shown)), 0
        # The opening leader is forehand, so that what waits is his side's.
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
    """A Schnapser so far.

    Attributes:
        points: the declarer's points, registered marriages with them.
        pending: points registered on the opening lead that wait for his first trick.
        stopped: a trick has been lost, or the third one played.
    """

    points: int = 0
    pending: int = 0
    stopped: bool = False


def schnapser(declarer: int, trump: int | None, pending: bool) -> Course[int]:
    """The declarer has 66 within three tricks, all his own: 1 or 0. Only he registers."""

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
