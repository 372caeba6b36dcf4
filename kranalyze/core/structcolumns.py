"""Convert arrays of the core's structs to Arrow columns, and columns to structs, without a loop over rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import pyarrow as pa

from kranalyze._core import ffi
from kranalyze.core import compute


class Structs:
    """An array of structs of the core. Its fields can be read as columns.

    >>> from kranalyze._core import ffi
    >>> calls = Structs(ffi.new("kr_record_call[]", [(3, -1), (-1, 2)]))
    >>> calls.numbers("call").to_pylist(), calls.numbers("suit").to_pylist()
    ([3, -1], [-1, 2])
    """

    def __init__(self, structs: Any) -> None:
        """Wrap an array of structs of the core, for example ``kr_facts[]``. The array stays alive."""
        kind = ffi.typeof(structs).item
        self._memory = memoryview(ffi.buffer(structs))
        self._size = ffi.sizeof(kind)
        self._count = len(structs)
        self._fields = dict(kind.fields)
        self._columns: dict[tuple[str, int], pa.Array] = {}

    def __len__(self) -> int:
        return self._count

    def numbers(self, name: str, item: int = 0) -> pa.Array:
        """Return a field of all structs as a column.

        Args:
            name: name of the field.
            item: index of the item to return, if the field is an array.
        """
        column = self._columns.get((name, item))
        if column is None:
            field = self._fields[name]
            kind = field.type.item if field.type.kind == "array" else field.type
            column = self._cut(kind, field.offset + item * ffi.sizeof(kind))
            self._columns[name, item] = column
        return column

    def _cut(self, kind: Any, offset: int) -> pa.Array:
        """Return a column of numbers: the number that stands at a certain offset in each struct.

        Args:
            kind: C type of the numbers.
            offset: offset in bytes.
        """
        if not self._count:
            return pa.array([], _arrow_type(kind))
        size = ffi.sizeof(kind)
        memory = self._memory.cast(_CODES[size])
        numbers = memory[offset // size :: self._size // size]
        return pa.Array.from_buffers(_arrow_type(kind), self._count, [None, pa.py_buffer(numbers.tobytes())])

    def lists(self, name: str, counts: pa.Array, *inner: str) -> tuple[pa.Array, list[pa.Array]]:
        """Return the fields of inner structs as columns.

        In each outer struct, the field ``name`` is an array of inner structs. The inner structs are called
        items.

        Args:
            name: name of the field that has the items.
            counts: for each outer struct the number of items to return, from the first item on.
            inner: names of the fields of an item.

        Returns:
            The offsets of the items, and a list of columns. The offsets fit an Arrow column of lists: for
            each outer struct the index of its first item, and at the end the number of all items. The list
            has a column for each name in ``inner``. A column has a number for each item.
        """
        field = self._fields[name]
        item = field.type.item
        width = ffi.sizeof(item)
        if self._size % width or field.offset % width:
            raise TypeError(f"the items of {name} do not stand at even distances")
        ends = compute.cumulative_sum(compute.cast(counts, pa.int32()))
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), ends])
        total = offsets[-1].as_py()
        order = pa.array(range(total), pa.int32())
        outer = compute.list_parent_indices(pa.ListArray.from_arrays(offsets, order))
        first = compute.add(compute.multiply(outer, self._size // width), field.offset // width)
        places = compute.add(first, compute.subtract(order, compute.take(offsets, outer)))
        every = pa.Array.from_buffers(
            pa.binary(width), len(self._memory) // width, [None, pa.py_buffer(self._memory)]
        )
        taken = compute.take(every, places).buffers()[1]
        kind = f"{item.cname}[]"
        own = ffi.from_buffer(kind, taken.slice(0, width * total)) if total else ffi.new(kind, 0)
        items = Structs(own)
        return offsets, [items.numbers(one) for one in inner]


#: Type letter that Python's module ``struct`` uses for a signed number, by the size of the number in bytes.
_CODES: dict[int, Literal["b", "h", "i", "q"]] = {1: "b", 2: "h", 4: "i", 8: "q"}


def _arrow_type(c_type: Any) -> pa.DataType:
    """Return the Arrow type for an integer type of C, for example ``int32`` for ``int32_t``."""
    return pa.type_for_alias(c_type.cname.removesuffix("_t"))


def structs_from_columns(name: str, columns: Mapping[str, pa.Array | Sequence[pa.Array]], count: int) -> Any:
    """Return an array of structs of the core, for example ``kr_record[]``, from columns of numbers.

    Args:
        name: C name of the struct.
        columns: columns by field name. A field that is an array takes a sequence of columns, one for each of
            its items. A field without columns is 0 in all structs.
        count: number of structs.

    >>> columns = {"call": pa.array([3, -1]), "suit": pa.array([-1, 2])}
    >>> calls = structs_from_columns("kr_record_call", columns, 2)
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
            parts.append(_numbers_as_c_bytes(own[item], number) if own else _bytes(ffi.sizeof(number), count))
        at = field.offset + items * ffi.sizeof(number)
    if ffi.sizeof(kind) > at:
        parts.append(_bytes(ffi.sizeof(kind) - at, count))
    array = ffi.new(f"{name}[]", count)
    if count:
        packed = compute.binary_join_element_wise(*parts, pa.scalar(b""))
        ffi.memmove(array, packed.buffers()[2], ffi.sizeof(array))
    return array


def _numbers_as_c_bytes(numbers: pa.Array, kind: Any) -> pa.Array:
    """Convert each number of a column to the bytes that C stores for this number in the given type."""
    typed = compute.cast(numbers, _arrow_type(kind))
    return compute.cast(pa.concat_arrays([typed]).view(pa.binary(ffi.sizeof(kind))), pa.binary())


def _bytes(size: int, count: int) -> pa.Array:
    """Return a column of ``count`` rows with ``size`` zero bytes each."""
    return pa.repeat(pa.scalar(bytes(size)), count)
