"""Structs of the core as Arrow columns: their fields are cut out of the memory in which they stand."""

from __future__ import annotations

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


def _records(buffer: pa.Buffer, size: int, count: int) -> pa.Array:
    return pa.Array.from_buffers(pa.binary(size), count, [None, buffer])


def _view(numbers: pa.Array, kind: Any) -> pa.Array:
    """Bytes as numbers of a C type."""
    return numbers.view(pa.type_for_alias(kind.cname.removesuffix("_t")))
