"""The facts of a record (``kr_facts``), made from the numbers that are known of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kranalyze._core import ffi


@dataclass(slots=True)
class FactNumbers:
    """The facts of a record as numbers (``kr_facts``); a seat, a suit or a card of -1 is not known.

    Attributes:
        fields: the fields of ``kr_facts`` that are single numbers.
        hands: by seat; hands that are not known are not in ``fields["known"]``.
        calls: each a seat, the number of its contract or a negative ``enum kr_call``, and the suit named.
        marriages: declared ones, each a seat, a suit and its points.
        cards: in playing order, each a seat, a card, and its trick and turn from 1.
    """

    fields: dict[str, int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    calls: list[tuple[int, int, int]] = field(default_factory=list)
    marriages: list[tuple[int, int, int]] = field(default_factory=list)
    cards: list[tuple[int, int, int, int]] = field(default_factory=list)


def fields_of(numbers: FactNumbers) -> dict[str, Any]:
    """Return the fields of ``kr_facts`` by their names, as cffi takes them."""
    return {
        **numbers.fields, "hands": numbers.hands, "calls": len(numbers.calls), "cards": len(numbers.cards),
        "marriages": len(numbers.marriages), "call": numbers.calls, "card": numbers.cards,
        "marriage": numbers.marriages,
    }  # fmt: skip


def packed_facts(numbers: FactNumbers) -> bytes:
    """Return the bytes of ``kr_facts``.

    Raises:
        ValueError: a number that does not fit its field, or more of something than a record can have.
    """
    try:
        facts = ffi.new("kr_facts *", fields_of(numbers))
    except (OverflowError, IndexError) as error:
        raise ValueError(f"the record cannot be: {error}") from None
    return bytes(ffi.buffer(facts))
