"""Layouts of cards that a seat does not see, counted, numbered and looked at by the core (solver/kr.h)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kranalyze._core import lib
from kranalyze.cards import cards_of
from kranalyze.core import layoutborder
from kranalyze.core.calls import lent_context
from kranalyze.core.memory import Shelf
from kranalyze.core.structs import Layout, packed, size, unpacked
from kranalyze.core.task import NONE, CorePosition, Task

#: Values that a card can have: from -SETTLED up to, not including, SETTLED.
SETTLED: int = lib.KR_SETTLED

#: Most cards of a seat.
_CARDS: int = lib.KR_HAND

_HIDDEN = Layout("kr_hidden")


@dataclass(frozen=True, slots=True)
class Hidden:
    """``kr_hidden``: up to three places with room for some cards each, and the cards that may lie there.

    Every card that may lie anywhere does lie somewhere; ``count`` is in how many ways.
    """

    may: tuple[int, ...]
    room: tuple[int, ...]
    count: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", layoutborder.hidden_count(self.pack()))

    def pack(self) -> bytes:
        """The bytes of the C structure."""
        return _HIDDEN.pack(*self.may, *self.room, 0)


@dataclass(frozen=True, slots=True)
class SeenTask:
    """A task, a position without the hidden cards, and what each value is worth to the seat to play."""

    task: Task
    position: CorePosition
    settles: Sequence[int]


@dataclass(frozen=True, slots=True)
class Looking:
    """``kr_looking`` but for the layouts."""

    seats: tuple[int, ...]  # of each place, NONE for cards laid away
    split: int | None  # the card on whose place the case depends, None if there is but one case
    cases: tuple[SeenTask, ...]  # one, or one for each place
    laid: int = NONE  # the seat whose card of trick 1 lies face down and is not known

    def pack(self) -> bytes:
        """The bytes of the C structure behind the layouts, with which it begins."""
        three = self.cases if self.split is not None else self.cases * lib.KR_HIDDEN
        looking = packed(
            "kr_looking", split=0 if self.split is None else 1 << self.split, seat=self.seats, laid=self.laid,
            task=b"".join(case.task.pack() for case in three),
            position=b"".join(case.position.pack() for case in three),
            settles=[case.settles for case in three],
        )  # fmt: skip
        return looking[_HIDDEN.size :]


@dataclass(frozen=True, slots=True)
class Looked:
    """Sums over layouts: of each card how often it is worth more than 0, its worth, and products of two.

    The product of cards i and k (the greater first) stands at ``8 * i + k``.
    """

    looks: int
    legal: int
    wins: tuple[int, ...]
    sums: tuple[int, ...]
    products: tuple[int, ...]

    def __add__(self, other: Looked) -> Looked:
        pairs = (self.wins, other.wins), (self.sums, other.sums), (self.products, other.products)
        wins, sums, products = (tuple(map(int.__add__, *pair)) for pair in pairs)
        return Looked(self.looks + other.looks, self.legal | other.legal, wins, sums, products)


#: Nothing looked at yet.
NOTHING = Looked(0, 0, (0,) * _CARDS, (0,) * _CARDS, (0,) * _CARDS**2)


def look(
    looking: bytes, hidden: Hidden, numbers: range | array[int], shelf: Shelf | None = None
) -> Looked:
    """What the cards of the seat to play are worth in layouts, added up; the GIL is released meanwhile.

    Args:
        looking: ``Looking.pack()``.
        numbers: of the layouts, ``Q`` where they are not a range.
        shelf: memory that calls may share.

    Raises:
        ValueError: a layout that cannot be solved.
    """
    sums = bytearray(size("kr_looked"))
    first, some = (numbers.start, None) if isinstance(numbers, range) else (0, numbers)
    with lent_context() as context:
        layoutborder.look(context, shelf, hidden.pack() + looking, first, len(numbers), some, sums)
    return Looked(*unpacked("kr_looked", sums, "looks", "legal", "wins", "sum", "product"))


def plan(
    task: Task, position: CorePosition, count: int, hands: Mapping[int, array[int]], wanted: int,
    steps: int, memory: int, stop: bytearray,
) -> dict[int, int]:  # fmt: skip
    """The most layouts that one plan wins after each card of the seat to play; the GIL is released meanwhile.

    Args:
        task: a sweep, with that seat alone on its side.
        position: without the hidden cards.
        hands: by seat a column (``I``) of what it holds in each of ``count`` layouts, of all who play.
        wanted: the cards to look at.
        steps: taken at most for each card; a card for which they, or so many bytes of ``memory``, do not do
            has -1.
        stop: one byte; once it is not 0 no more is found out.

    Raises:
        ValueError: a layout that cannot be, or another task.
    """
    won = array("q", [0]) * _CARDS
    n, e, s, w = (hands.get(seat) for seat in range(4))
    with lent_context() as context:
        legal = layoutborder.plan(
            context, task, position, count, (n, e, s, w), wanted, steps, memory, stop, won
        )
    return {card: n for card, n in zip(cards_of(legal), won, strict=False) if wanted >> card & 1}
