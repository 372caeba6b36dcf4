"""Count the layouts in which a hand makes its contracts, with the core.

The hand is a declarer's six cards in the game Graden. A layout is a way to deal the other cards.
"""

from __future__ import annotations

from array import array
from enum import IntEnum
from typing import TYPE_CHECKING

from kranalyze._core import ffi, lib
from kranalyze.cards import strength
from kranalyze.core import layoutborder
from kranalyze.core.memory import TranspositionTable

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: Creates a transposition table that ``count_made_layouts_by_contract`` shares between layouts and threads.
#: Its argument is log2 of the number of positions.
new_shelf = TranspositionTable

#: Strength of each rank in the order of rank K (8 bytes), then in the order of rank T (8 bytes).
_STRENGTHS = bytes((*strength("K"), *strength("T")))
_BY_CALL = ffi.new("kr_contract_row *", {"order": lib.KR_ORDER_KT})
#: Mask of the cards with which the order of rank is T if they are called.
_TENS = sum(1 << card for card in range(32) if lib.kr_played_order(_BY_CALL, card) == lib.KR_ORDER_T)


class LayoutCount(IntEnum):
    """Indexes in the result of ``count_made_layouts_by_contract`` (``enum kr_layout_count``).

    ``BY_CARD`` and ``BY_CARD_SECOND`` are the indexes of the first of 32 counts, one for each card.
    """

    LAYOUTS = lib.KR_LAYOUTS
    NONE_MADE = lib.KR_NONE_MADE
    ANY_CALL = lib.KR_ANY_CALL
    ANY_SECOND = lib.KR_ANY_SECOND
    BY_CARD = lib.KR_BY_CARD
    BY_CARD_SECOND = lib.KR_BY_CARD_SECOND


def count_made_layouts_by_contract(
    transposition_table: TranspositionTable, hand: int, others: tuple[Buffer, Buffer, Buffer], count: int
) -> array[int]:
    """Return the numbers of layouts in which contracts are made, indexed by ``LayoutCount``.

    Args:
        transposition_table: transposition table that calls share.
        hand: mask of the declarer's hand.
        others: UInt32 columns of the other hands, clockwise from the declarer.
        count: number of layouts.
    """
    counts = array("Q", [0]) * int(lib.KR_LAYOUT_COUNTS)
    layoutborder.write_counts_of_makeable_layouts(
        transposition_table, _STRENGTHS, hand, _TENS, count, others, counts
    )
    return counts
