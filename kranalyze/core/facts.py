"""Pack the facts of a record into the core's struct ``kr_facts``.

Facts are conclusions from a record: hands, contract, the cards that were legally played, settlement and so
on. solver/judge.h explains all facts.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kranalyze._core import ffi


@dataclass(slots=True)
class FactNumbers:
    """The facts of a record as numbers. The number -1 stands for an unknown seat, suit or card.

    Attributes:
        fields: the facts that are single numbers, by the name of their field in ``kr_facts``.
        hands: masks of the hands by seat. The hand of seat n is known if bit n of ``fields["known"]`` is set.
        calls: the calls of the auction. A call is a tuple of its seat, its number and the suit that it names.
            The number is the index of a contract, or a negative number of ``enum kr_call``.
        marriages: the declared marriages. A marriage is a tuple of its seat, its suit and its points.
        cards: the cards in playing order. A card is a tuple of its seat, its number (0-31), the number of its
            trick and its place in the trick. Tricks and places count from 1.
    """

    fields: dict[str, int] = field(default_factory=dict)
    hands: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    calls: list[tuple[int, int, int]] = field(default_factory=list)
    marriages: list[tuple[int, int, int]] = field(default_factory=list)
    cards: list[tuple[int, int, int, int]] = field(default_factory=list)


def fields_of(numbers: FactNumbers) -> dict[str, Any]:
    """Return the fields of the struct ``kr_facts`` by name. cffi can create the struct from this dict."""
    return {
        **numbers.fields, "hands": numbers.hands, "calls": len(numbers.calls), "cards": len(numbers.cards),
        "marriages": len(numbers.marriages), "call": numbers.calls, "card": numbers.cards,
        "marriage": numbers.marriages,
    }  # fmt: skip


def packed_facts(numbers: FactNumbers) -> bytes:
    """Return the facts as the bytes of a struct ``kr_facts``.

    Raises:
        ValueError: a number does not fit its field, or a list has more items than a record can have.
    """
    try:
        facts = ffi.new("kr_facts *", fields_of(numbers))
    except (OverflowError, IndexError) as error:
        raise ValueError(f"the record cannot be: {error}") from None
    return bytes(ffi.buffer(facts))
