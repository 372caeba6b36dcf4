"""Call the core's functions for the knowledge of a seat, with checked arguments.

``positionborder`` describes the checks and their exceptions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi, lib
from kranalyze.core.memory import (
    c_array_type,
    check_count,
    check_unsigned,
    copy_as_struct,
    copy_of_buffer,
    raise_for_status,
    writable_address,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Buffer

_NUMBERS, _WORDS = c_array_type("uint64_t"), c_array_type("uint32_t")
_KNOWN = ffi.typeof("kr_knowledge *")


def core_knowledge(row: Buffer, facts: Buffer, seat: int, after: int, marriage_cards_led: int | None) -> Any:
    """Return what a seat knows after some cards of a record, as the core's struct ``kr_knowledge``.

    If no arrangement of the unseen cards is possible, the field ``problem`` of the struct has the reason.

    Args:
        row: bytes of the ``kr_game_row``.
        facts: bytes of the ``kr_facts``.
        seat: the seat.
        after: how many cards of the record have been played.
        marriage_cards_led: mask of the Kings and Queens that were led to register a marriage. None: the mask
            is worked out from the facts.
    """
    game, seen = copy_as_struct(row, "kr_game_row"), copy_as_struct(facts, "kr_facts")
    who, played = check_unsigned(seat, 8), check_unsigned(after, 8)
    led = None if marriage_cards_led is None else check_unsigned(marriage_cards_led)
    known = ffi.new("kr_knowledge *")
    if led is None:
        led = lib.kr_marriages_led(game, seen, played)
    raise_for_status(lib.kr_know(game, seen, who, played, led, known))
    return known


def write_layouts(known: Any, numbers: Buffer, count: int, columns: Sequence[Buffer]) -> None:
    """Write the layouts that have the given numbers (``kr_know_layouts``).

    ``columns`` has a column for each hidden place. A column receives a mask of cards for each layout.
    """
    knowledge = checked_knowledge_struct(known)
    size = check_unsigned(count, 48)
    number = copy_of_buffer(_NUMBERS, numbers, size, "numbers")
    out = [
        writable_address(_WORDS, column, size, "columns") for column in check_count(columns, lib.KR_HIDDEN)
    ]
    raise_for_status(lib.kr_know_layouts(knowledge, size, number, ffi.new("uint32_t *[]", out)))


def write_drawn_numbers(known: Any, seed: int, first: int, count: int, numbers: Buffer) -> None:
    """Draw random layouts, and write the numbers of these layouts to ``numbers`` (``kr_know_draw``)."""
    knowledge = checked_knowledge_struct(known)
    size = check_unsigned(count, 48)
    series = check_unsigned(seed, 64)
    begin = check_unsigned(first, 64)
    out = writable_address(_NUMBERS, numbers, size, "numbers")
    raise_for_status(lib.kr_know_draw(knowledge, series, begin, size, out))


def count_layouts_by_card_and_place(known: Any) -> list[int]:
    """Count for each card and each hidden place the layouts in which the card lies there.

    The function of the core is ``kr_know_places``.

    Returns:
        A list of counts. The count for a card and a place has the index ``KR_HIDDEN * card + place``.
    """
    ways = ffi.new("uint64_t[]", 32 * lib.KR_HIDDEN)
    raise_for_status(lib.kr_know_places(checked_knowledge_struct(known), ways))
    return list(ways)


def first_layout_with(known: Any, card: int, place: int) -> tuple[int, ...] | None:
    """Return the first layout in which a card lies in a hidden place, as a mask for each hidden place.

    Return None if there is no such layout.
    """
    knowledge = checked_knowledge_struct(known)
    number = check_unsigned(card, 5)
    place_index = check_unsigned(place, 2)
    if place_index >= lib.KR_HIDDEN:
        raise_for_status(lib.KR_BAD_BUFFER)
    masks = ffi.new("uint32_t[]", lib.KR_HIDDEN)
    return tuple(masks) if lib.kr_know_holding(knowledge, number, place_index, masks) else None


def checked_knowledge_struct(argument: Any) -> Any:
    """Check that an argument is a ``kr_knowledge`` from ``core_knowledge``, and return it."""
    if not isinstance(argument, ffi.CData) or ffi.typeof(argument) is not _KNOWN or argument == ffi.NULL:
        raise TypeError(f"a kr_knowledge is needed, not {type(argument).__name__}")
    return argument
