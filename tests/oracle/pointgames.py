"""Define the courses that count points or tricks, for Rußbach, Rufmariasch, Anrufen and whist."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from oracle.search import Course
from oracle.settling import card_points, marriages, registers

#: For each seat, the declared points that do not count before the seat takes its first trick.
Waiting = tuple[int, ...]


def whist(side: Sequence[int]) -> Course[int]:
    """Return the course that counts the tricks of a side."""
    return Course(
        start=None,
        end=lambda facts: 0,
        take=lambda facts, seat, cards, number, last: (facts, int(seat in side)),
    )


def trick_points(cards: tuple[int, ...], last: bool) -> int:
    """Return the points of a trick, 10 more for the last one."""
    return card_points(cards) + (10 if last else 0)


def plain_points(side: Sequence[int]) -> Course[int]:
    """Return the course that counts a side's points from cards and the last trick, without marriages."""
    return Course(
        start=None,
        end=lambda facts: 0,
        take=lambda facts, seat, cards, number, last: (
            facts,
            trick_points(cards, last) if seat in side else 0,
        ),
    )


def declared_points(
    hands: Sequence[int], side: Sequence[int], trump: int | None, margin: bool, ask: bool = False
) -> Course[int]:
    """Return the course that counts a side's points, including declared marriages.

    With ``margin`` the course counts the difference between the points of both sides.

    Marriages are declared in trick 1. A marriage counts once its player takes a trick. The facts are the
    declared points that do not count yet. With ``ask`` each player chooses at his turn what to declare.
    Without ``ask`` the side declares all its marriages, and with ``margin`` the other side does so, too.
    """

    def take(
        waiting: Waiting, seat: int, cards: tuple[int, ...], number: int, last: bool
    ) -> tuple[Waiting, int]:
        points = trick_points(cards, last) + waiting[seat]
        sign = 1 if seat in side else -1 if margin else 0
        return declare(waiting, seat, 0), sign * points

    def speak(waiting: Waiting, seat: int) -> list[Waiting]:
        sums = {sum(some) for some in subsets(list(marriages(hands[seat], trump).values()))}
        return [declare(waiting, seat, points) for points in sorted(sums)]

    everything = tuple(
        sum(marriages(hands[seat], trump).values()) if margin or seat in side else 0 for seat in range(4)
    )
    return Course(
        start=(0, 0, 0, 0) if ask else everything,
        end=lambda facts: 0,
        take=take,
        speak=speak if ask else None,
    )


def declare(waiting: Waiting, seat: int, points: int) -> Waiting:
    """Return ``waiting`` with other points for one seat."""
    return tuple(points if s == seat else w for s, w in enumerate(waiting))


def subsets(items: Sequence[int]) -> list[tuple[int, ...]]:
    """Return all subsets, the empty one first."""
    return list(chain.from_iterable(combinations(items, n) for n in range(len(items) + 1)))


def registered_points(side: Sequence[int], trump: int | None, margin: bool) -> Course[int]:
    """Return the course that counts a side's points in Anrufen.

    With ``margin`` it counts the difference between the points of both sides. A player registers a marriage
    by leading its King or Queen.
    """

    def sign(seat: int) -> int:
        return 1 if seat in side else -1 if margin else 0

    return Course(
        start=None,
        end=lambda facts: 0,
        lead=lambda facts, seat, card, hand, number: (facts, sign(seat) * registers(card, hand, trump)),
        take=lambda facts, seat, cards, number, last: (facts, sign(seat) * trick_points(cards, last)),
    )


def all_hundred(side: Sequence[int], trump: int | None) -> Course[int]:
    """Return the course of the level ``all_hundred`` of Anrufen, with the outcome 1 or 0.

    The outcome is 1 if the side takes every trick and also has 100 points. The facts are the side's points,
    or None after the side has lost a trick.
    """

    def take(
        points: int | None, seat: int, cards: tuple[int, ...], number: int, last: bool
    ) -> tuple[int | None, int]:
        if points is None or seat not in side:
            return None, 0
        return points + trick_points(cards, last), 0

    return Course(
        start=0,
        end=lambda points: int(points is not None and points >= 100),
        lead=lambda points, seat, card, hand, number: (points + registers(card, hand, trump), 0),
        take=take,
        over=lambda points: points is None,
    )
