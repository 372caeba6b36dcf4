"""Call the core's function that sets up the search over a seat's layouts, with checked arguments.

``positionborder`` describes the checks and their exceptions.
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
    """Return the search over the layouts of a seat (``kr_viewpoint``).

    If there is no search, the field ``code`` of the result has the reason.

    Args:
        row: bytes of the ``kr_game_row``.
        facts: bytes of the ``kr_facts``.
        words: the words of trick 1 (such as announcements), each with the numbers of a ``kr_record_word``
            except its spare bytes.
        laid: for each seat the card that it laid face down, or -1.
        known: what the seat knows: the result of ``core_knowledge`` for the same facts.

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
