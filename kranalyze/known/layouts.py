"""What a seat knows as layouts: their number, all in a fixed order, samples, where every card may lie."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate

from kranalyze.arguments import checked
from kranalyze.cards import cards_of
from kranalyze.core.hidden import Hidden
from kranalyze.deal import Deal, Seat
from kranalyze.dealing import splitmix64
from kranalyze.known.cases import HiddenPlace, cases, misfit, places_of
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
    hidden: tuple[HiddenPlace, ...]
    cases: tuple[Hidden, ...] = field(repr=False)

    @property
    def seat(self) -> Seat:
        """Who looks."""
        return self.seen.seat

    @property
    def after(self) -> int:
        """How many cards have been played."""
        return self.seen.after

    @cached_property
    def count(self) -> int:
        """The number of possible layouts."""
        return sum(case.count for case in self.cases)

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
        return {card: self._places_of(card) for card in cards_of(self.seen.unseen)}

    def _places_of(self, card: int) -> dict[str, Fraction]:
        bit = 1 << card
        found = {}
        for i, place in enumerate(self.hidden):
            ways = sum(_with(case, i, bit).count for case in self.cases if case.may[i] & bit)
            found[place.name] = Fraction(ways, self.count)
        return found

    def holding(self, card: int, place: int) -> Deal | None:
        """The first layout with a card in a place; None if there is none."""
        for case in self.cases:
            if case.may[place] >> card & 1:
                some = _with(case, place, 1 << card)
                if some.count:
                    return next(self._deals(some, array("Q", [0])))
        return None

    def _deals(self, case: Hidden, numbers: array[int]) -> Iterator[Deal]:
        own = self.seen.hand & ~self.seen.played(self.seat)
        for masks in zip(*case.out(numbers), strict=True):
            hands, away = [0, 0, 0, 0], 0
            hands[self.seat] = own
            for place, mask in zip(self.hidden, masks, strict=False):
                if place.seat is None:
                    away = mask
                else:
                    hands[place.seat] = mask
            yield Deal((hands[0], hands[1], hands[2], hands[3]), away)


def _with(case: Hidden, place: int, bit: int) -> Hidden:
    """A case with a card in one place only."""
    a, b, c = (may if i == place else may & ~bit for i, may in enumerate(case.may))
    return Hidden((a, b, c), case.room)


def draws(count: int, n: int, seed: int, first: int = 0) -> Iterator[int]:
    """Numbers below ``count``, unbiased (Lemire 2019, on 64 bits): from the ``first`` of a seed's series on.

    Each has a stretch of 64 outputs of SplitMix64 to itself, as random deals have, so that the series does
    not depend on how it is cut.
    """
    base = next(splitmix64(seed))
    gamma, bits = 0x9E3779B97F4A7C15, (1 << 64) - 1
    threshold = (1 << 64) % count
    for i in range(first, first + n):
        for output in splitmix64(base + 64 * i * gamma & bits):
            product = output * count
            if product & bits >= threshold:
                yield product >> 64
                break


def knowledge_of(seen: Situation) -> Knowledge:
    """What a seat knows in a situation.

    Raises:
        CannotBeError: no layout fits what has happened; the card or call that cannot be is named.
    """
    hidden = places_of(seen)
    found = tuple(cases(hidden, seen.unseen))
    if not found:
        raise CannotBeError(misfit(seen))
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
