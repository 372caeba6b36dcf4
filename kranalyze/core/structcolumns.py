"""Structs of the core as Arrow columns: their fields are cut out of the memory in which they stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kranalyze._core import ffi


class Structs:
    """Structs of the core that follow one another, whose fields are columns.

    >>> from kranalyze._core import ffi
    >>> calls = Structs(ffi.new("kr_record_call[]", [(3, -1), (-1, 2)]))
    >>> calls.numbers("call").to_pylist(), calls.numbers("suit").to_pylist()
    ([3, -1], [-1, 2])
    """

    def __init__(self, array: Any) -> None:
        """Take an array of the core (``kr_facts[]``), whose memory lives as long as its columns."""
        kind = ffi.typeof(array).item
        self._rows = _records(pa.py_buffer(ffi.buffer(array)), ffi.sizeof(kind), len(array))
        self._fields = dict(kind.fields)

    def __len__(self) -> int:
        return len(self._rows)

    def numbers(self, name: str, item: int = 0) -> pa.Array:
        """The numbers of a field; of an array within the struct those of one of its items."""
        field = self._fields[name]
        kind = field.type.item if field.type.kind == "array" else field.type
        first = field.offset + item * ffi.sizeof(kind)
        return _view(pc.binary_slice(self._rows, first, first + ffi.sizeof(kind)), kind)

    def lists(self, name: str, counts: pa.Array, *inner: str) -> tuple[pa.Array, list[pa.Array]]:
        """The first items of an array of structs within each struct.

        Args:
            counts: how many items each has.
            inner: fields of the items.

        Returns:
            Where the items of each struct begin and the last ones end, and a column for each inner field.
        """
        field = self._fields[name]
        item = field.type.item
        size, width = self._rows.type.byte_width, ffi.sizeof(item)
        if size % width or field.offset % width:
            raise TypeError(f"the items of {name} do not stand at even distances")
        every = _records(self._rows.buffers()[1], width, len(self) * size // width)
        frame = pl.DataFrame({"count": pl.Series(counts).cast(pl.Int64)}).with_row_index("row")
        first = pl.col("row").cast(pl.Int64) * (size // width) + field.offset // width
        ranges = pl.int_ranges(first, first + pl.col("count"))
        places = frame.filter(pl.col("count") > 0).select(ranges.explode())
        items = every.take(places.to_series().to_arrow())
        offsets = pl.concat([pl.Series([0]), frame["count"].cum_sum()]).cast(pl.Int32)
        fields = dict(item.fields)
        columns = []
        for one in inner:
            kind = fields[one].type
            at = fields[one].offset
            columns.append(_view(pc.binary_slice(items, at, at + ffi.sizeof(kind)), kind))
        return offsets.to_arrow(), columns


def structs(name: str, columns: Mapping[str, pa.Array | Sequence[pa.Array]], count: int) -> Any:
    """Return an array of the core (``kr_record[]``) from columns of numbers.

    Args:
        columns: a column for each field, of an array within the struct one for each of its items; the others
            are 0.
        count: how many structs there are.

    >>> calls = structs("kr_record_call", {"call": pa.array([3, -1]), "suit": pa.array([-1, 2])}, 2)
    >>> [(call.call, call.suit) for call in calls]
    [(3, -1), (-1, 2)]
    """
    kind = ffi.typeof(name)
    parts, at = list[pa.Array](), 0
    for field_name, field in kind.fields:
        number = field.type.item if field.type.kind == "array" else field.type
        items = field.type.length if field.type.kind == "array" else 1
        given = columns.get(field_name, ())
        own = [given] if isinstance(given, pa.Array) else list(given)
        parts += [_bytes(field.offset - at, count)] if field.offset > at else []
        for item in range(items):
            parts.append(_packed(own[item], number) if own else _bytes(ffi.sizeof(number), count))
        at = field.offset + items * ffi.sizeof(number)
    if ffi.sizeof(kind) > at:
        parts.append(_bytes(ffi.sizeof(kind) - at, count))
    array = ffi.new(f"{name}[]", count)
    if count:
        packed = pc.binary_join_element_wise(*parts, pa.scalar(b""))
        ffi.memmove(array, packed.buffers()[2], ffi.sizeof(array))
    return array


def _packed(numbers: pa.Array, kind: Any) -> pa.Array:
    """Numbers as the bytes of a C type."""
    typed = numbers.cast(pa.type_for_alias(kind.cname.removesuffix("_t")))
    return pa.concat_arrays([typed]).view(pa.binary(ffi.sizeof(kind))).cast(pa.binary())


def _bytes(size: int, count: int) -> pa.Array:
    return pa.repeat(pa.scalar(bytes(size)), count)


def _records(buffer: pa.Buffer, size: int, count: int) -> pa.Array:
    return pa.Array.from_buffers(pa.binary(size), count, [None, buffer])


def _view(numbers: pa.Array, kind: Any) -> pa.Array:
    """Bytes as numbers of a C type."""
    return numbers.view(pa.type_for_alias(kind.cname.removesuffix("_t")))
