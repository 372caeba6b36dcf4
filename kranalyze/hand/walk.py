"""Every layout around a hand of Graden, or any columns of them, through the core's walk of layouts."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping
from operator import add
from typing import TYPE_CHECKING

from kranalyze import parallel
from kranalyze.cards import pack_mask, ranks_mask, strength
from kranalyze.core import calls as core
from kranalyze.frozen import frozen
from kranalyze.hand.asking import layout_count

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.core.calls import Shelf

#: Entries of the shelf, as a power of two: 8 bytes each. More do not fit the nearer caches and take longer.
SHELF_BITS = 16

#: Layouts of one piece of work, about: some tenths of a second.
_PIECE = 50_000

#: The walk is made for hands of six from 24 cards.
_PACK, _SIZE = 24, 6

_TENS = ranks_mask("T")
_STRENGTHS = bytes((*strength("K"), *strength("T")))


@frozen
class Counts:
    """What a declarer makes in a number of layouts.

    Attributes:
        layouts: how many were looked at.
        bettler: in how many the lone declarer takes no trick.
        any_call, any_hundert: in how many he and the partner that some card calls take every trick, each
            card in the order it brings (Durchmarsch), or all in T-order (Hundert).
        by_card, by_card_hundert: the same for each card called before the layout is seen.
    """

    layouts: int
    bettler: int
    any_call: int
    any_hundert: int
    by_card: tuple[int, ...]
    by_card_hundert: tuple[int, ...]

    @classmethod
    def of(cls, counts: array[int]) -> Counts:
        """The counts of the core, in their order."""
        cards = tuple(counts[10:42]), tuple(counts[42:74])
        return cls(counts[0], counts[1], counts[8], counts[9], *cards)


def enumerate_layouts(
    hand: int,
    known: Mapping[int, int] | None = None,
    *,
    workers: int | None = None,
    shelf: Shelf | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Counts:
    """Bettler, and Durchmarsch by every call, in all layouts around a hand of six: 17,153,136 of them.

    Args:
        hand: the declarer's, as a mask.
        known: cards of the others, by places clockwise from the declarer (1, 2, 3).
        workers: threads, default all cores; the counts do not depend on them.
        shelf: kept from an earlier call.
        progress: called now and then with the number of layouts done since the last time, and of all.

    Raises:
        ValueError: the cards do not fit hands of six from 24.
    """
    given = tuple((known or {}).get(place, 0) for place in (1, 2, 3))
    rest = pack_mask(_PACK) & ~(hand | given[0] | given[1] | given[2])
    free = [_SIZE - mask.bit_count() for mask in given]
    if hand.bit_count() != _SIZE or min(free) < 0 or sum(free) != rest.bit_count():
        raise ValueError("the cards do not fit hands of six from a pack of 24")
    layouts = layout_count(free)
    inner = layout_count(free[1:])
    ways, step = layouts // inner, max(1, _PIECE // inner)
    memory = shelf or core.new_shelf(SHELF_BITS)
    held = (given[0], given[1], given[2])
    total: array[int] | None = None

    def piece(first: int) -> array[int]:
        return core.walk(memory, _STRENGTHS, _TENS, hand, held, rest, first, min(first + step, ways))

    for _, counts in parallel.run(piece, range(0, ways, step), parallel.threads(workers), ordered=False):
        total = counts if total is None else array("Q", map(add, total, counts))
        if progress is not None:
            progress(counts[0], layouts)
    assert total is not None
    return Counts.of(total)


def sample_layouts(hand: int, others: tuple[Buffer, Buffer, Buffer], count: int, shelf: Shelf) -> Counts:
    """The same for some layouts: three UInt32 columns, clockwise from the declarer.

    Raises:
        ValueError: hands that do not fit.
    """
    return Counts.of(core.walk_columns(shelf, _STRENGTHS, _TENS, hand, others, count))
