"""Set up the search that values the cards of a seat by what this seat knows (solver/viewpoint.h).

The search averages over layouts: arrangements of the unseen cards that the seat cannot exclude.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.core.facts import FactNumbers, packed_facts
from kranalyze.core.judging import WordNumbers
from kranalyze.core.knowledge import Situation
from kranalyze.core.rules import game_row
from kranalyze.core.task import CorePosition, Task
from kranalyze.core.viewpointborder import core_search_of_seat_layouts
from kranalyze.games import Game

#: Reasons why a search cannot value a seat's cards (numbers of ``enum kr_viewpoint_code``). The code 0 means
#: that a search can value the cards.
AS_DEALT: int = lib.KR_VIEW_AS_DEALT
DECIDED: int = lib.KR_VIEW_DECIDED
BEYOND: int = lib.KR_VIEW_BEYOND
ALL_PLAYED: int = lib.KR_VIEW_ALL_PLAYED
OTHER_SEAT: int = lib.KR_VIEW_OTHER_SEAT


class LayoutSearch(NamedTuple):
    """The search that values the cards of a seat (``kr_viewpoint``).

    The search goes over layouts: the arrangements of the unseen cards that the seat cannot exclude.

    Attributes:
        code: 0, or the reason why a search cannot value the cards.
        seat: the seat whose turn it is to play.
        looking: bytes of the struct ``kr_looking``, the first argument of
            ``hidden.sum_worths_of_legal_cards``.
        unit: factor that converts worths in the results of the search to settlements in the game's unit.
        settlements: the two possible settlements in the game's unit, the lower one first. None: there are not
            exactly two possible settlements, or both are positive, or neither is positive.
        laid: the seat whose card of trick 1 lies face down and is unknown. None: there is no such card.
        task: the task (a contract as numbers) that the core solves in a layout. Hidden cards lie in up to
            three places: hands, or the discard. If the seat does not know which place has the called card,
            the core has a task for each place. ``task`` is then the task for the first place.
        position: the position for ``task``, without the hidden cards.
    """

    code: int
    seat: int
    looking: bytes
    unit: int
    settlements: tuple[int, int] | None
    laid: int | None
    task: Task
    position: CorePosition


def card_value_search(
    game: Game,
    facts: FactNumbers,
    words: Sequence[WordNumbers],
    face_down_cards: Sequence[int],
    known: Situation,
) -> LayoutSearch:
    """Return the search that values the cards of the seat whose turn it is to play.

    Args:
        game: the game under its rule options.
        facts: the facts of the record.
        words: the words of trick 1 (such as announcements), in the order in which the seats said them.
        face_down_cards: for each seat the card that it laid face down as one of two declarers. -1: no card.
        known: what the seat knows, computed from the same facts.

    Raises:
        ValueError: a number is out of range, or a card laid face down is unknown.
    """
    viewpoint = core_search_of_seat_layouts(
        game_row(game), packed_facts(facts), words, face_down_cards, known.struct
    )
    looking = viewpoint.looking
    return LayoutSearch(
        code=viewpoint.code,
        seat=viewpoint.seat,
        looking=bytes(ffi.buffer(ffi.addressof(looking))),
        unit=viewpoint.unit,
        settlements=(viewpoint.low, viewpoint.high) if viewpoint.low < viewpoint.high else None,
        laid=None if looking.laid == lib.KR_NONE else looking.laid,
        task=Task.unpack(ffi.buffer(ffi.addressof(looking.task[0]))),
        position=CorePosition.unpack(ffi.buffer(ffi.addressof(looking.position[0]))),
    )
