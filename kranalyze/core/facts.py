"""The facts of a record (``kr_facts``), packed from numbers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kranalyze._core import ffi


@dataclass(slots=True)
class FactNumbers:
    """The facts of a record as numbers (``kr_facts``). A seat, suit or card of -1 is unknown.

    Attributes:
        fields: the fields of ``kr_facts`` that are single numbers.
        hands: masks of the hands by seat. ``fields["known"]`` is the mask of the seats whose hands are known.
        calls: the calls, each a seat, the number of its contract or a negative ``enum kr_call``, and the
            suit.
        marriages: declared marriages, each a seat, a suit and its points.
        cards: the cards in playing order, each a seat, a card, its trick and its turn, both from 1.
    """

    fields: dict[str, int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    calls: list[tuple[int, int, int]] = field(default_factory=list)
    marriages: list[tuple[int, int, int]] = field(default_factory=list)
    cards: list[tuple[int, int, int, int]] = field(default_factory=list)


def fields_of(numbers: FactNumbers) -> dict[str, Any]:
    """Return the fields of ``kr_facts`` by name, in the form that cffi accepts."""
    return {
        **numbers.fields, "hands": numbers.hands, "calls": len(numbers.calls), "cards": len(numbers.cards),
        "marriages": len(numbers.marriages), "call": numbers.calls, "card": numbers.cards,
        "marriage": numbers.marriages,
    }  # fmt: skip


def packed_facts(numbers: FactNumbers) -> bytes:
    """Return the bytes of ``kr_facts``.

    Raises:
        ValueError: a number does not fit its field, or a list is longer than a record allows.
    """
    try:
        facts = ffi.new("kr_facts *", fields_of(numbers))
    except (OverflowError, IndexError) as error:
        raise ValueError(f"the record cannot be: {error}") from None
    return bytes(ffi.buffer(facts))
