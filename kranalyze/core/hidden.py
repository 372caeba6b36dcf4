"""Count and solve layouts, and assign numbers to them, with the core (solver/layouts.h).

A layout is an arrangement of the cards that a seat cannot see. It puts each of these cards into a hidden
place: the hand of another seat, or the discard.
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
    """Up to three hidden places, and the unseen cards to distribute among them (``kr_hidden``).

    A hidden place is a hand or a discard that a seat cannot see. A layout distributes the unseen cards among
    the places. The unseen cards are the cards of all masks in ``may``.
    """

    may: tuple[int, ...]  # for each place the mask of the cards that may lie in the place
    room: tuple[int, ...]  # for each place how many cards lie in the place
    count: int = field(init=False, compare=False)  # how many layouts there are

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", layoutborder.count_hidden_layouts(self.pack()))

    def pack(self) -> bytes:
        """Return the places and cards as bytes of the core's struct ``kr_hidden``."""
        return _HIDDEN.pack(*self.may, *self.room, 0)


@dataclass(frozen=True, slots=True)
class Looked:
    """Sums over layouts (arrangements of the unseen cards) for each legal card (``kr_looked``).

    The worth of a card in a layout is the settlement that the seat to play gets if it plays this card, and if
    all seats play best from then on. The legal cards have the indexes 0, 1, ... from the lowest card to the
    highest.

    ``wins`` and ``sums`` have 8 items, ``products`` has 64. Items at indexes to which no card belongs are 0.
    """

    #: How many layouts were added up. If a card of trick 1 lies face down and is unknown, a layout counts
    #: once for each card that the face-down card can be.
    looks: int
    legal: int  # mask of the legal cards
    wins: tuple[int, ...]  # for each legal card, the number of layouts in which its worth is above 0
    sums: tuple[int, ...]  # for each legal card, the sum of its worths over the layouts
    #: At index 8 * i + k, if i >= k: the sum over the layouts of (worth of card i) * (worth of card k).
    products: tuple[int, ...]

    def __add__(self, other: Looked) -> Looked:
        pairs = (self.wins, other.wins), (self.sums, other.sums), (self.products, other.products)
        wins, sums, products = (tuple(map(int.__add__, *pair)) for pair in pairs)
        return Looked(self.looks + other.looks, self.legal | other.legal, wins, sums, products)


#: The sums before any layout has been added.
NOTHING = Looked(0, 0, (0,) * _CARDS, (0,) * _CARDS, (0,) * _CARDS**2)


def sum_worths_of_legal_cards(
    looking: bytes,
    hidden: Hidden,
    numbers: range | array[int],
    transposition_table: TranspositionTable | None = None,
) -> Looked:
    """Add up what each legal card is worth in layouts (arrangements of the unseen cards).

    The GIL is released meanwhile. ``Looked`` says what the worth of a card is.

    Args:
        looking: the situation of the seat to play, as bytes of ``kr_looking``. Its field ``hidden`` is
            ignored, because the argument ``hidden`` replaces it.
        hidden: the hidden places and their cards.
        numbers: the numbers of the layouts to add up: a range, or an array of type ``Q``.
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
    """Return for each card how many layouts are won by the best strategy that begins with this card.

    A layout is an arrangement of the unseen cards. A strategy chooses the cards of the seat to play. A
    strategy may depend only on what this seat sees. So it chooses the same card in layouts that the seat
    cannot tell apart. The function releases the GIL while it searches.

    Args:
        task: a task with the goal ``KR_SWEEP`` (solver/kr.h), in which the seat to play is alone on its side.
        position: the position without the hidden cards.
        count: how many layouts there are.
        hands: for each other seat that plays cards, a column (type ``I``) of its hands in the layouts.
        cards: mask of the cards for which layouts are counted.
        steps: how many steps the search for one card may take. If a search needs more steps, or more bytes
            than ``memory``, the result for this card is -1.
        memory: how many bytes the search may use.
        stop: a single byte. Another thread sets this byte to 1 to stop the search.

    Raises:
        ValueError: a layout is impossible, or ``task`` is not a task as described above.
    """
    won = array("q", [0]) * _CARDS
    n, e, s, w = (hands.get(seat) for seat in range(4))
    with lent_context() as context:
        legal = layoutborder.write_strategy_win_counts(
            context, task, position, count, (n, e, s, w), cards, steps, memory, stop, won
        )
    return {card: n for card, n in zip(cards_of(legal), won, strict=False) if cards >> card & 1}
