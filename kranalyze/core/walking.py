"""Count with the core in how many layouts a hand makes each contract.

The hand has six cards, and its holder is the declarer in the game Graden. A layout is a way to deal all other
cards to the other seats.
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

#: Creates a transposition table for ``count_made_layouts_by_contract``. Several threads may use the same
#: table. With the argument n, the table has room for 2**n positions.
new_shelf = TranspositionTable

#: Strength of each rank as a byte: first 8 bytes for the order of ranks K, then 8 bytes for the order T.
_STRENGTHS = bytes((*strength("K"), *strength("T")))
_BY_CALL = ffi.new("kr_contract_row *", {"order": lib.KR_ORDER_KT})
#: Mask of the Tens: if the declarer calls one of these cards, the order of ranks is T.
_TENS = sum(1 << card for card in range(32) if lib.kr_played_order(_BY_CALL, card) == lib.KR_ORDER_T)


class LayoutCount(IntEnum):
    """Indexes of the counts that ``count_made_layouts_by_contract`` returns (``enum kr_layout_count``).

    ``LAYOUTS`` counts all layouts. ``NONE_MADE`` counts layouts in which the declarer takes no trick.

    For the other counts the declarer calls a card, and its holder becomes the partner. A call is good in a
    layout if the declarer and the partner together win all tricks. ``ANY_CALL`` counts layouts with at least
    one good call. ``BY_CARD`` + n counts layouts in which the call of card n is good (n from 0 to 31). In
    these counts the called card decides the order of ranks. ``ANY_SECOND`` and ``BY_CARD_SECOND`` + n are the
    same counts under the condition that the order of ranks is always T.
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
    """Count for each contract the layouts in which it is made. ``LayoutCount`` names the returned counts.

    Args:
        transposition_table: a transposition table, which several calls may share.
        hand: mask of the declarer's hand.
        others: the other hands in each layout: three UInt32 columns, clockwise from the declarer.
        count: how many layouts the columns have.
    """
    counts = array("Q", [0]) * int(lib.KR_LAYOUT_COUNTS)
    layoutborder.write_counts_of_makeable_layouts(
        transposition_table, _STRENGTHS, hand, _TENS, count, others, counts
    )
    return counts
