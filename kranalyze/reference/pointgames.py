"""Courses of Rußbach, Rufmariasch, Anrufen and whist: Aces, Tens, marriages and tricks."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations
from typing import NamedTuple

from kranalyze.reference.search import Course
from kranalyze.reference.settling import card_points, marriages, registers

#: Points declared by each seat that wait for its first trick.
Waiting = tuple[int, int, int, int]


def whist(side: Sequence[int]) -> Course[int]:
    """The tricks of a side."""
    return Course(
        start=None,
        end=lambda facts: 0,
        take=lambda facts, seat, cards, number, last: (facts, int(seat in side)),
    )


def _trick(cards: tuple[int, ...], last: bool) -> int:
    return card_points(cards) + (10 if last else 0)


def plain_points(side: Sequence[int]) -> Course[int]:
    """The card points of a side, the last trick with them, when nothing is declared."""
    return Course(
        start=None,
        end=lambda facts: 0,
        take=lambda facts, seat, cards, number, last: (facts, _trick(cards, last) if seat in side else 0),
    )


def declared_points(
    hands: Sequence[int], side: Sequence[int], trump: int | None, margin: bool, ask: bool = False
) -> Course[int]:
    """Points of a side, or the difference (``margin``), with marriages declared in trick 1.

    A marriage counts once the player who declared it takes a trick. All are declared (in a margin
    both sides', else the side's own), or with ``ask`` each player chooses at his turn. Facts: the
    points that wait.
    """

    def take(
        waiting: Waiting, seat: int, cards: tuple[int, ...], number: int, last: bool
    ) -> tuple[tuple[int, ...], int]:
        points = _trick(cards, last) + waiting[seat]
        sign = 1 if seat in side else -1 if margin else 0
        return tuple(0 if s == seat else w for s, w in enumerate(waiting)), sign * points

    def speak(waiting: Waiting, seat: int) -> list[tuple[int, ...]]:
        sums = {sum(some) for some in subsets(list(marriages(hands[seat], trump).values()))}
        return [
            tuple(points if s == seat else w for s, w in enumerate(waiting)) for points in sorted(sums)
        ]

    everything = tuple(
        sum(marriages(hands[seat], trump).values()) if margin or seat in side else 0 for seat in range(4)
    )
    return Course(
        start=(0, 0, 0, 0) if ask else everything,
        end=lambda facts: 0,
        take=take,
        speak=speak if ask else None,
    )


def subsets(items: Sequence[int]) -> list[tuple[int, ...]]:
    """All subsets, the empty one first."""
    return list(chain.from_iterable(combinations(items, n) for n in range(len(items) + 1)))


class Stakes(NamedTuple):
    """The course of a Rußbach game; of each pair the caller's side comes first.

    Attributes:
        waiting: points each seat has declared that wait for its first trick.
        points: card points with the last trick.
        married: points of marriages that count.
        took: whether the side has taken a trick.
        hundred: whether the side has announced 100.
        all_tricks: whether the side has announced all tricks.
    """

    waiting: tuple[int, ...] = (0, 0, 0, 0)
    points: tuple[int, ...] = (0, 0)
    married: tuple[int, ...] = (0, 0)
    took: tuple[bool, ...] = (False, False)
    hundred: tuple[bool, ...] = (False, False)
    all_tricks: tuple[bool, ...] = (False, False)


def need(married: int) -> int:
    """Points a team needs that has so many in counting marriages."""
    return 50 if married == 0 else married + 40


def stakes_settlement(end: Stakes) -> int:
    """What one payer owes one receiver on the caller's side, in stakes (RULINGS: russbach).

    With all 32 cards one side at least reaches its need, and no two totals are equal; in shorter hands
    the opponents win where neither does, and in a tie.
    """
    own, other = (end.points[i] + end.married[i] for i in (0, 1))
    own_there, other_there = own >= need(end.married[0]), other >= need(end.married[1])
    caller_wins = own_there and (not other_there or own > other)
    result = 0
    if not any(end.hundred):
        stake = 2 if (own if caller_wins else other) >= 100 else 1
        result += stake if caller_wins else -stake
    for sign, total, i in ((1, own, 0), (-1, other, 1)):
        if end.hundred[i]:
            result += sign * (3 if total >= 100 else -3)
        swept = not end.took[1 - i]
        if end.all_tricks[i]:
            result += sign * (3 if swept else -3)
        elif swept:
            result += sign * 2
    return result


def stakes(hands: Sequence[int], side: Sequence[int], trump: int | None) -> Course[int]:
    """The whole Rußbach game, everything that may be said in trick 1 open to everybody at his turn."""

    def put(pair: tuple[bool, ...], team: int) -> tuple[bool, ...]:
        return tuple(True if i == team else known for i, known in enumerate(pair))

    def speak(facts: Stakes, seat: int) -> list[Stakes]:
        team = 0 if seat in side else 1
        said = []
        for some in subsets(list(marriages(hands[seat], trump))):
            points = sum(40 if suit == trump else 20 for suit in some)
            waiting = tuple(points if s == seat else w for s, w in enumerate(facts.waiting))
            for hundred in (False, True):
                for all_tricks in (False, True):
                    now = facts._replace(waiting=waiting)
                    if hundred:
                        now = now._replace(hundred=put(now.hundred, team))
                    if all_tricks:
                        now = now._replace(all_tricks=put(now.all_tricks, team))
                    said.append(now)
        return list(dict.fromkeys(said))

    def take(facts: Stakes, seat: int, cards: tuple[int, ...], number: int, last: bool) -> tuple[Stakes, int]:
        team = 0 if seat in side else 1
        points, married, waiting = list(facts.points), list(facts.married), list(facts.waiting)
        points[team] += _trick(cards, last)
        married[team] += waiting[seat]
        waiting[seat] = 0
        took = put(facts.took, team)
        return facts._replace(
            waiting=tuple(waiting), points=tuple(points), married=tuple(married), took=took
        ), 0

    return Course(start=Stakes(), end=stakes_settlement, take=take, speak=speak)


def registered_points(side: Sequence[int], trump: int | None, margin: bool) -> Course[int]:
    """Anrufen: points of a side, or the difference, with marriages registered by leading the K or Q."""

    def sign(seat: int) -> int:
        return 1 if seat in side else -1 if margin else 0

    return Course(
        start=None,
        end=lambda facts: 0,
        lead=lambda facts, seat, card, hand, number: (facts, sign(seat) * registers(card, hand, trump)),
        take=lambda facts, seat, cards, number, last: (facts, sign(seat) * _trick(cards, last)),
    )


def all_hundred(side: Sequence[int], trump: int | None) -> Course[int]:
    """Anrufen: every trick and 100 points in the same play: 1 or 0.

    Facts: the points, None once a trick is lost.
    """

    def take(
        points: int | None, seat: int, cards: tuple[int, ...], number: int, last: bool
    ) -> tuple[int | None, int]:
        if points is None or seat not in side:
            return None, 0
        return points + _trick(cards, last), 0

    return Course(
        start=0,
        end=lambda points: int(points is not None and points >= 100),
        lead=lambda points, seat, card, hand, number: (points + registers(card, hand, trump), 0),
        take=take,
        over=lambda points: points is None,
    )
