"""What settlement does to columns, as Arrow arrays: for many rows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

#: Types by their letters in `array`.
_KINDS = {"b": pa.int8(), "B": pa.uint8(), "h": pa.int16(), "i": pa.int32(), "I": pa.uint32()}

add, multiply, coalesce = pc.add, pc.multiply, pc.coalesce


def column(code: str, facts: Iterable[int | None]) -> pa.Array:
    """Some numbers, null for None."""
    return pa.array(facts, _KINDS[code])


def numbers(code: str, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer, without a copy."""
    return ints(_KINDS[code], data, count)


def ints(kind: pa.DataType, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer of a type, without a copy."""
    return pa.Array.from_buffers(kind, count, [None, pa.py_buffer(data)])


def nulls(code: str, count: int) -> pa.Array:
    """A column that says nothing."""
    return pa.nulls(count, _KINDS[code])


def take(values: pa.Array, places: pa.Array) -> pa.Array:
    """The values at some places, null where the place is."""
    return values.take(places)


def without(values: pa.Array, unknown: int) -> pa.Array:
    """The values, null for one of them."""
    return where(pc.not_equal(values, pa.scalar(unknown, values.type)), values)


def where(condition: pa.Array, values: pa.Array) -> pa.Array:
    """The values where a condition holds, null elsewhere."""
    return pc.if_else(condition, values, pa.scalar(None, values.type))


def at_least(values: pa.Array, least: pa.Array | int) -> pa.Array:
    """Whether values reach a bound, null where one of them is not known."""
    return pc.greater_equal(values, pa.scalar(least, values.type) if isinstance(least, int) else least)


def bounds(values: pa.Array) -> tuple[int, int] | None:
    """The least and the greatest value; None if there are none."""
    found = pc.min_max(values).as_py()
    return None if found["min"] is None else (found["min"], found["max"])


def filled(values: pa.Array) -> pa.Array:
    """The values, 0 for null."""
    return pc.fill_null(values, 0)
