"""Call the core's function that prepares the search over a seat's layouts, with checked arguments.

A layout is one way to deal the cards that the seat cannot see. The search finds the value of each legal card
of the seat in the layouts. The docstring of ``positionborder`` describes the checks of arguments, and their
exceptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi, lib
from kranalyze.core.knowledgeborder import checked_knowledge_struct
from kranalyze.core.memory import check_count, copy_as_struct, raise_for_status

if TYPE_CHECKING:
    from typing_extensions import Buffer


def core_search_of_seat_layouts(
    row: Buffer, facts: Buffer, words: Sequence[Sequence[int]], laid: Sequence[int], known: Any
) -> Any:
    """Return the prepared search for the values of a seat's cards in its layouts (a ``kr_viewpoint``).

    If no search is possible, for example because another seat is to play, the field ``code`` has the reason.

    Args:
        row: bytes of the ``kr_game_row``.
        facts: bytes of the ``kr_facts``.
        words: the words of trick 1 (such as announcements), each with the numbers of a ``kr_record_word``
            except its spare bytes.
        laid: for each seat the card that it laid face down, or -1.
        known: the knowledge of the seat, as ``core_knowledge`` returns it for the same facts.

    Raises:
        ValueError: a number is out of range, or a card laid face down is unknown.
    """
    game, seen = copy_as_struct(row, "kr_game_row"), copy_as_struct(facts, "kr_facts")
    situation = checked_knowledge_struct(known)
    spoken = ffi.new("kr_record_word[]", [tuple(word) for word in words])
    record = ffi.new("kr_record *", {"words": len(spoken), "laid": check_count(laid, lib.KR_SEATS)})
    viewpoint = ffi.new("kr_viewpoint *")
    raise_for_status(lib.kr_viewpoint_of(game, record, spoken, seen, situation, viewpoint))
    return viewpoint
