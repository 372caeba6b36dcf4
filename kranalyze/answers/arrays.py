"""Arrow: the core's buffers as arrays, without a copy, and columns that say what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

#: Types by their letters in `array`.
_KINDS = {"b": pa.int8(), "B": pa.uint8(), "h": pa.int16(), "i": pa.int32(), "I": pa.uint32()}


def described(columns: Iterable[tuple[str, pa.DataType, str]], metadata: Mapping[Any, Any]) -> pa.Schema:
    """A schema of columns: name, type, meaning, which is among their metadata."""
    fields = [pa.field(name, kind, metadata={b"meaning": text.encode()}) for name, kind, text in columns]
    return pa.schema(fields, metadata=metadata)


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
