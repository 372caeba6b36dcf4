"""Layouts of the cards that a seat does not see, counted, numbered and solved by the core (solver/kr.h)."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kranalyze._core import lib
from kranalyze.cards import cards_of
from kranalyze.core import layoutborder
from kranalyze.core.calls import lent_context
from kranalyze.core.memory import Shelf
from kranalyze.core.structs import Layout, packed, size, unpacked
from kranalyze.core.task import NONE, CorePosition, Task

#: Values of cards lie in the range -SETTLED <= value < SETTLED.
SETTLED: int = lib.KR_SETTLED

#: Largest number of cards in a hand.
_CARDS: int = lib.KR_HAND

_HIDDEN = Layout("kr_hidden")


@dataclass(frozen=True, slots=True)
class Hidden:
    """``kr_hidden``: up to three hidden places with their sizes, and the cards that may lie in each.

    All listed cards must be placed. ``count`` is the number of ways to place them.
    """

    may: tuple[int, ...]
    room: tuple[int, ...]
    count: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", layoutborder.hidden_count(self.pack()))

    def pack(self) -> bytes:
        """Return the bytes of the C structure."""
        return _HIDDEN.pack(*self.may, *self.room, 0)


class SeenTask(NamedTuple):
    """A task, a position without the hidden cards, and the settlement of each value for the seat to play."""

    task: Task
    position: CorePosition
    settles: Sequence[int]


class Looking(NamedTuple):
    """``kr_looking`` without the layouts."""

    seats: tuple[int, ...]  # seat of each place, NONE for the discard
    split: int | None  # the card whose place decides the case; None if there is only one case
    cases: tuple[SeenTask, ...]  # one task, or one for each place of the card ``split``
    laid: int = NONE  # the seat whose face-down card of trick 1 is unknown

    def pack(self) -> bytes:
        """Return the bytes of the C structure after its first part, the layouts."""
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
    """Sums over layouts: the wins and the worth of each card, and the products for pairs of cards.

    The product of cards i and k has index ``8 * i + k``, with i >= k.
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


#: The sums if there are no layouts.
NOTHING = Looked(0, 0, (0,) * _CARDS, (0,) * _CARDS, (0,) * _CARDS**2)


def look(
    looking: bytes, hidden: Hidden, numbers: range | array[int], shelf: Shelf | None = None
) -> Looked:
    """Add up the worth of each card of the seat to play over layouts. The GIL is released.

    Args:
        looking: the bytes of ``Looking.pack()``.
        hidden: the hidden places and their cards.
        numbers: numbers of the layouts, a range or an array of type ``Q``.
        shelf: a transposition table that calls may share.

    Raises:
        ValueError: a layout cannot be solved.
    """
    sums = bytearray(size("kr_looked"))
    first, some = (numbers.start, None) if isinstance(numbers, range) else (0, numbers)
    with lent_context() as context:
        layoutborder.look(context, shelf, hidden.pack() + looking, first, len(numbers), some, sums)
    return Looked(*unpacked("kr_looked", sums, "looks", "legal", "wins", "sum", "product"))


def plan(
    task: Task, position: CorePosition, count: int, hands: Mapping[int, array[int]], cards: int,
    steps: int, memory: int, stop: bytearray,
) -> dict[int, int]:  # fmt: skip
    """Return for each card of the seat to play the number of layouts that a single strategy wins.

    The GIL is released.

    Args:
        task: a sweep in which the seat to play is alone on its side.
        position: the position without the hidden cards.
        count: number of layouts.
        hands: column (``I``) of the hands in all layouts, for each playing seat.
        cards: mask of the cards to look at.
        steps: largest number of steps for each card. A card that needs more steps, or more bytes than
            ``memory``, gets -1.
        memory: largest number of bytes.
        stop: a byte. Another thread sets it to stop the search.

    Raises:
        ValueError: a layout is impossible, or the task does not fit.
    """
    won = array("q", [0]) * _CARDS
    n, e, s, w = (hands.get(seat) for seat in range(4))
    with lent_context() as context:
        legal = layoutborder.plan(
            context, task, position, count, (n, e, s, w), cards, steps, memory, stop, won
        )
    return {card: n for card, n in zip(cards_of(legal), won, strict=False) if cards >> card & 1}
