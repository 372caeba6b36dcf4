"""Search the whole Rußbach game with all possible announcements of trick 1 (RULINGS: russbach)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from oracle.play import PlayRules
from oracle.pointgames import subsets, trick_points
from oracle.search import Course, Facts, Search, Worlds, two_sides
from oracle.settling import marriages


class Words(NamedTuple):
    """The announcements so far. In each pair the caller's side comes first.

    Attributes:
        declared: for each seat the points of the marriages that it has declared.
        hundred: for each side whether it has announced 100.
        all_tricks: for each side whether it has made the announcement "all tricks".
    """

    declared: tuple[int, ...] = (0, 0, 0, 0)
    hundred: tuple[bool, ...] = (False, False)
    all_tricks: tuple[bool, ...] = (False, False)


class Stakes(NamedTuple):
    """The state of a Rußbach game.

    Attributes:
        words: the announcements so far.
        points: card points of the caller's side and of the other side, including the last trick.
        takers: for each seat whether it has taken a trick.
    """

    words: Words = Words()
    points: tuple[int, ...] = (0, 0)
    takers: tuple[bool, ...] = (False, False, False, False)


def need(married: int) -> int:
    """Return the points that a team needs, given its points from marriages that count."""
    return 50 if married == 0 else married + 40


def stakes_settlement(
    points: Sequence[int],
    married: Sequence[int],
    took: Sequence[bool],
    hundred: Sequence[bool],
    all_tricks: Sequence[bool],
) -> int:
    """Return the stakes that each opponent pays to each player of the caller's side.

    If the number is negative, the opponents receive stakes. In each pair of arguments the caller's side comes
    first. With all 32 cards at least one side reaches the points that it needs, and the totals differ. In
    shorter hands the opponents also win if neither side reaches its need, or if the totals are equal.

    Args:
        points: card points of each side, including the last trick.
        married: for each side the points of its marriages that count.
        took: for each side whether it has taken a trick.
        hundred: for each side whether it has announced 100.
        all_tricks: for each side whether it has made the announcement "all tricks".
    """
    own, other = (points[i] + married[i] for i in (0, 1))
    own_there, other_there = own >= need(married[0]), other >= need(married[1])
    caller_wins = own_there and (not other_there or own > other)
    result = 0
    if not any(hundred):
        stake = 2 if (own if caller_wins else other) >= 100 else 1
        result += stake if caller_wins else -stake
    for sign, total, i in ((1, own, 0), (-1, other, 1)):
        if hundred[i]:
            result += sign * (3 if total >= 100 else -3)
        swept = not took[1 - i]
        if all_tricks[i]:
            result += sign * (3 if swept else -3)
        elif swept:
            result += sign * 2
    return result


def finish(side: Sequence[int], end: Stakes) -> int:
    """Return the settlement of a finished game. A marriage counts if its seat took a trick."""
    teams = [[s for s in range(4) if s in side], [s for s in range(4) if s not in side]]
    married = [sum(end.words.declared[s] for s in team if end.takers[s]) for team in teams]
    took = [any(end.takers[s] for s in team) for team in teams]
    return stakes_settlement(end.points, married, took, end.words.hundred, end.words.all_tricks)


def say(words: Words, seat: int, team: int, declared: int, hundred: bool, all_tricks: bool) -> Words:
    """Return the announcements so far, together with those of one more player.

    The player of ``team`` has declared marriages with ``declared`` points in all.
    """
    return Words(
        tuple(declared if s == seat else points for s, points in enumerate(words.declared)),
        tuple(known or (hundred and i == team) for i, known in enumerate(words.hundred)),
        tuple(known or (all_tricks and i == team) for i, known in enumerate(words.all_tricks)),
    )


def may_declare(hand: int, trump: int | None) -> list[int]:
    """Return the points of every choice of marriages in a hand, including none."""
    return sorted({sum(some) for some in subsets(list(marriages(hand, trump).values()))})


def stakes(hands: Sequence[int], side: Sequence[int], trump: int | None) -> Course[int]:
    """Return the course of the whole game. In trick 1 each player may say at his turn all that is allowed."""

    def speak(facts: Stakes, seat: int) -> list[Stakes]:
        team = 0 if seat in side else 1
        said = [
            say(facts.words, seat, team, declared, hundred, all_tricks)
            for declared in may_declare(hands[seat], trump)
            for hundred in (False, True)
            for all_tricks in (False, True)
        ]
        return [facts._replace(words=words) for words in dict.fromkeys(said)]

    def take(facts: Stakes, seat: int, cards: tuple[int, ...], number: int, last: bool) -> tuple[Stakes, int]:
        points = list(facts.points)
        points[0 if seat in side else 1] += trick_points(cards, last)
        takers = tuple(known or s == seat for s, known in enumerate(facts.takers))
        return Stakes(facts.words, tuple(points), takers), 0

    return Course(start=Stakes(), end=lambda facts: finish(side, facts), take=take, speak=speak)


class StakesSearch(Search[int]):
    """The search of the whole game. From trick 2 on, a single search covers all possible announcements.

    Nothing is announced after trick 1, so the same positions follow whatever was announced. The outcome of a
    position is a list: one settlement for each way in which players can have announced.
    """

    def __init__(
        self, rules: PlayRules, hands: Sequence[int], side: Sequence[int], trump: int | None
    ) -> None:
        course = stakes(hands, side, trump)
        super().__init__(rules, course, two_sides(side), hands[0].bit_count())
        pairs = list(product((False, True), repeat=2))
        worlds = [
            Words(declared, hundred, all_tricks)
            for declared in product(*(may_declare(hand, trump) for hand in hands))
            for hundred in pairs
            for all_tricks in pairs
        ]
        self._index = {words: i for i, words in enumerate(worlds)}

        def best(seat: int, outcomes: Sequence[Worlds]) -> Worlds:
            if len(outcomes) == 1:
                return outcomes[0]
            return tuple(map(max if seat in side else min, *outcomes))

        self._later: Search[Worlds] = Search(
            rules,
            Course(
                start=Stakes(),
                end=lambda facts: tuple(finish(side, facts._replace(words=words)) for words in worlds),
                take=course.take,
            ),
            best,
            self.size,
        )

    def _at_trick(self, hands: tuple[int, ...], leader: int, facts: Facts) -> int:
        if hands[leader].bit_count() == self.size:
            return super()._at_trick(hands, leader, facts)
        outcomes = self._later._at_trick(hands, leader, facts._replace(words=Words()))
        return outcomes[self._index[facts.words]]
