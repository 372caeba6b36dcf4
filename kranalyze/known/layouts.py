"""What a seat knows as layouts: their number, all in a fixed order, samples, where every card may lie."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from kranalyze.arguments import checked
from kranalyze.cards import cards_of
from kranalyze.core.hidden import Hidden
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import below, stream
from kranalyze.known.facts import Places, places_of
from kranalyze.known.situation import CannotBeError, Situation, situation
from kranalyze.kpn import Record

#: Layouts made at a time.
_RUN = 4096


@dataclass(frozen=True)
class Knowledge:
    """What a seat knows after some cards of a record.

    A layout is a ``Deal``: the cards still held, and as its talon the three cards laid away (RULINGS:
    anrufen3) if the seat does not know them. All are equally likely.

    Attributes:
        seen: what has happened, and the own hand.
        hidden: the places that the seat cannot see.
        cases: the layouts, in parts that exclude each other.

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.count == len(list(known.layouts())) <= 6
    True
    """

    seen: Situation
    hidden: Places
    cases: tuple[Hidden, ...] = field(repr=False)

    @property
    def seat(self) -> Seat:
        """Who looks."""
        return self.seen.seat

    @property
    def after(self) -> int:
        """How many cards have been played."""
        return self.seen.after

    @property
    def count(self) -> int:
        """The number of possible layouts."""
        return self._ends[-1]

    @cached_property
    def _ends(self) -> tuple[int, ...]:
        return tuple(accumulate(case.count for case in self.cases))

    def layout(self, number: int) -> Deal:
        """The layout of a number from 0.

        Raises:
            IndexError: there are not so many.
        """
        if not 0 <= number < self.count:
            raise IndexError(f"there are {self.count} layouts, none has number {number}")
        return next(self._deals(*self.place(number)))

    def place(self, number: int) -> tuple[Hidden, array[int]]:
        """The case of a layout and its number there."""
        which = bisect_right(self._ends, number)
        before = self._ends[which - 1] if which else 0
        return self.cases[which], array("Q", [number - before])

    def layouts(self) -> Iterator[Deal]:
        """All layouts in their order."""
        for case in self.cases:
            for first in range(0, case.count, _RUN):
                yield from self._deals(case, array("Q", range(first, min(first + _RUN, case.count))))

    def sample(self, n: int, seed: int = 0) -> list[Deal]:
        """Layouts drawn at random, each as likely as any other every time; the same seed draws the same."""
        return [self.layout(number) for number in draws(self.count, n, seed)]

    def places(self) -> Mapping[int, Mapping[str, Fraction]]:
        """For every unseen card the probability of each place: ``N E S W``, ``discard``."""
        return {
            card: {
                place.name: Fraction(sum(case.count for case in self._holding(card, i)), self.count)
                for i, place in enumerate(self.hidden)
            }
            for card in cards_of(self.seen.unseen)
        }

    def holding(self, card: int, place: int) -> Deal | None:
        """The first layout with a card in a place; None if there is none."""
        first = next((case for case in self._holding(card, place) if case.count), None)
        return None if first is None else next(self._deals(first, array("Q", [0])))

    def _holding(self, card: int, place: int) -> Iterator[Hidden]:
        """The cases, as far as a card lies in a place."""
        for case in self.cases:
            if case.may[place] >> card & 1:
                a, b, c = (may if i == place else may & ~(1 << card) for i, may in enumerate(case.may))
                yield Hidden((a, b, c), case.room)

    def _deals(self, case: Hidden, numbers: array[int]) -> Iterator[Deal]:
        for masks in zip(*case.out(numbers), strict=True):
            hands, away = [0, 0, 0, 0], 0
            hands[self.seat] = self.seen.held
            for place, mask in zip(self.hidden, masks, strict=False):
                if place.seat is None:
                    away = mask
                else:
                    hands[place.seat] = mask
            yield Deal((hands[0], hands[1], hands[2], hands[3]), away)


def draws(count: int, n: int, seed: int, first: int = 0) -> Iterator[int]:
    """Numbers below ``count``, unbiased: from the ``first`` of a seed's series on.

    Each has a stream to itself, as random deals have, so that the series does not depend on how it is cut.
    """
    return (below(stream(seed, i), count, 64) for i in range(first, first + n))


#: By place what may lie there.
_Case = tuple[int, ...]


def cases(places: Places, unseen: int) -> list[Hidden]:
    """Layouts by cases that exclude each other, in a fixed order; cases without layouts are left out."""
    first: _Case | None = tuple(unseen & ~place.cannot for place in places)
    for i, place in enumerate(places):
        first = None if first is None else _taking(first, i, place.must)
    found = [] if first is None else [first]
    for i, place in enumerate(places):
        held = [(case, place.must) for case in found]
        for family in place.one_of:
            held = [some for case, must in held for some in _whole(case, must, i, place.room, family)]
        found = [case for case, _ in held]
    i, j, k = (*(place.room for place in places), 0)[:3]
    hidden = [Hidden((a, b, c), (i, j, k)) for a, b, c in ((*case, 0)[:3] for case in found)]
    return [case for case in hidden if case.count and not unseen & ~(case.may[0] | case.may[1] | case.may[2])]


def _taking(case: _Case, place: int, mask: int) -> _Case | None:
    """A case with cards that lie in a place and nowhere else; None if they cannot."""
    if mask & ~case[place]:
        return None
    return tuple(may if i == place else may & ~mask for i, may in enumerate(case))


def _whole(
    case: _Case, must: int, place: int, room: int, family: Sequence[int]
) -> Iterator[tuple[_Case, int]]:
    """The cases in which one of some sets lies whole in a place: the first, or not it but the second.

    Args:
        must: what lies there already; with each case comes what lies there then.
    """
    if not family:
        return
    mask, rest = family[0], family[1:]
    taken = _taking(case, place, mask)
    if taken is not None and (must | mask).bit_count() <= room:
        yield taken, must | mask
    if all((must | mask | other).bit_count() > room for other in rest):
        yield from _whole(case, must, place, room, rest)
        return
    # The set is not whole: its first card is missing, or its second first.
    held: _Case | None = case
    for card in cards_of(mask & ~must):
        if held is None:
            return
        missing = tuple(may & ~(1 << card) if i == place else may for i, may in enumerate(held))
        yield from _whole(missing, must, place, room, rest)
        held, must = _taking(held, place, 1 << card), must | 1 << card


def knowledge_of(seen: Situation) -> Knowledge:
    """What a seat knows in a situation.

    Raises:
        CannotBeError: no layout fits what has happened; the card or call that cannot be is named.
    """
    steps = list(places_of(seen))
    hidden = steps[-1][1]
    found = tuple(cases(hidden, seen.unseen))
    if not found:
        text = next((text for text, places in steps[1:] if not cases(places, seen.unseen)), None)
        if text is None:
            raise CannotBeError("the cards do not fit the hands")
        raise CannotBeError(f"{text} cannot be: no layout of the cards fits it and what was before")
    return Knowledge(seen, hidden, found)


@checked
def knowledge(
    record: Record, after: int = 0, seat: Seat | int | str = Seat.N, *, shown: Iterable[int] | None = None
) -> Knowledge:
    """What a seat knows after some cards of a record, before the next player speaks (RULINGS: single dummy).

    Args:
        record: the own hand must be known; others need not be, and are not looked at.
        after: number of cards played.
        seat: who looks.
        shown: King or Queen of every registered marriage that was led; default as the record tells.

    Raises:
        ValueError: too little is known, or there is no such position.
        CannotBeError: a ValueError: no layout fits what has happened; it names what cannot be.

    >>> from kranalyze import read_kpn
    >>> known = knowledge(read_kpn("single-dummy.kpn").records[0], 20, "S")
    >>> known.sample(1, seed=7)[0].size, {sum(where.values()) for where in known.places().values()}
    (1, {Fraction(1, 1)})
    """
    who = Seat.parse(seat)
    return knowledge_of(situation(record, after, who, None if shown is None else frozenset(shown)))
