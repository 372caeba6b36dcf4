"""Count, number and solve layouts with the core (solver/layouts.h).

A layout puts each card that a seat cannot see into a hidden place: the hand of another seat, or the discard.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field

from kranalyze._core import lib
from kranalyze.cards import cards_of
from kranalyze.core import layoutborder
from kranalyze.core.calls import lent_context
from kranalyze.core.memory import TranspositionTable
from kranalyze.core.structs import Layout, struct_size, unpack_fields
from kranalyze.core.task import CorePosition, Task

#: Largest number of cards in a hand.
_CARDS: int = lib.KR_HAND

_HIDDEN = Layout("kr_hidden")


@dataclass(frozen=True, slots=True)
class Hidden:
    """Up to three hidden places and the cards to distribute among them (``kr_hidden``).

    A layout puts every listed card into a place.
    """

    may: tuple[int, ...]  # for each place the mask of the cards that may lie in the place
    room: tuple[int, ...]  # for each place the number of cards that lie in the place
    count: int = field(init=False, compare=False)  # number of layouts

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", layoutborder.count_hidden_layouts(self.pack()))

    def pack(self) -> bytes:
        """Return the bytes of the C structure."""
        return _HIDDEN.pack(*self.may, *self.room, 0)


@dataclass(frozen=True, slots=True)
class Looked:
    """Sums over layouts for each legal card (``kr_looked``). Cards are numbered in ascending order.

    The worth of a card in a layout is the settlement of the seat to play after best play from this card on.
    """

    looks: int  # number of layouts
    legal: int  # mask of the legal cards
    wins: tuple[int, ...]  # for each card the number of layouts in which its worth is above 0
    sums: tuple[int, ...]  # for each card the sum of its worths
    products: tuple[int, ...]  # sum of (worth of card i) * (worth of card k), at index 8 * i + k, for i >= k

    def __add__(self, other: Looked) -> Looked:
        pairs = (self.wins, other.wins), (self.sums, other.sums), (self.products, other.products)
        wins, sums, products = (tuple(map(int.__add__, *pair)) for pair in pairs)
        return Looked(self.looks + other.looks, self.legal | other.legal, wins, sums, products)


#: The sums before any layout has been added.
NOTHING = Looked(0, 0, (0,) * _CARDS, (0,) * _CARDS, (0,) * _CARDS**2)


def sum_worths(
    looking: bytes,
    hidden: Hidden,
    numbers: range | array[int],
    transposition_table: TranspositionTable | None = None,
) -> Looked:
    """Add up the worth of each legal card over layouts. The GIL is released.

    Args:
        looking: bytes of a ``kr_looking``. The argument ``hidden`` replaces its field ``hidden``.
        hidden: the hidden places and their cards.
        numbers: which layouts to take, by their numbers: a range, or an array of type ``Q``.
        transposition_table: a transposition table that several calls may share. None: no shared table.

    Raises:
        ValueError: a layout cannot be solved.
    """
    sums = bytearray(struct_size("kr_looked"))
    first, listed = (numbers.start, None) if isinstance(numbers, range) else (0, numbers)
    case = hidden.pack() + looking[_HIDDEN.size :]
    with lent_context() as context:
        layoutborder.write_card_worth_sums(
            context, transposition_table, case, first, len(numbers), listed, sums
        )
    return Looked(*unpack_fields("kr_looked", sums, "looks", "legal", "wins", "sum", "product"))


def count_strategy_wins(
    task: Task, position: CorePosition, count: int, hands: Mapping[int, array[int]], cards: int,
    steps: int, memory: int, stop: bytearray,
) -> dict[int, int]:  # fmt: skip
    """Return for each card of the seat to play the largest number of layouts that one strategy wins.

    The strategy starts with the card. Its later cards may depend only on what the seat sees. The GIL is
    released.

    Args:
        task: a sweep (a contract to win all tricks or the first few) that the seat to play plays alone.
        position: the position without the hidden cards.
        count: number of layouts.
        hands: for each playing seat a column (``I``) of its hands in the layouts.
        cards: mask of the cards to value.
        steps: largest number of search steps for each card. A card that needs more steps, or more bytes than
            ``memory``, gets -1 instead of a number of layouts.
        memory: largest number of bytes that the search may use.
        stop: a single byte. Another thread sets this byte to 1 to stop the search.

    Raises:
        ValueError: a layout is impossible, or the task does not fit.
    """
    won = array("q", [0]) * _CARDS
    n, e, s, w = (hands.get(seat) for seat in range(4))
    with lent_context() as context:
        legal = layoutborder.write_strategy_wins_per_card(
            context, task, position, count, (n, e, s, w), cards, steps, memory, stop, won
        )
    return {card: n for card, n in zip(cards_of(legal), won, strict=False) if cards >> card & 1}
