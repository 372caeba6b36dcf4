"""The core's buffers as Arrow arrays, without a copy."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

#: Types by their letters in `array`.
_KINDS = {"b": pa.int8(), "B": pa.uint8(), "h": pa.int16(), "i": pa.int32(), "I": pa.uint32()}


def numbers(code: str, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer, their type by its letter."""
    return ints(_KINDS[code], data, count)


def ints(kind: pa.DataType, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer of a type."""
    return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])


def card_lists(ends: Any, cards: Any, count: int) -> tuple[pa.Array, pa.Array]:
    """Lists of cards by where each ends: where they begin, and the last one ends; the cards as numbers."""
    first = memoryview(ends).cast("B")[: 4 * count]
    offsets = ints(pa.int32(), b"\0\0\0\0" + bytes(first), count + 1)
    used = offsets[count].as_py()
    return offsets, ints(pa.int8(), bytes(memoryview(cards)[:used]), used)
