"""Read Thrift's compact protocol, the encoding of the headers and footers in Parquet files."""

from __future__ import annotations

from typing import Any

#: How deep structs and lists may be nested. In the footers of Parquet files they are nested 9 levels deep.
_DEEPEST = 12


def varint(data: memoryview, at: int) -> tuple[int, int]:
    """Read the number that begins at the offset ``at``. Its length in bytes varies.

    Return the number, and the offset after the number.
    """
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return number, at
        if shift > 63:
            raise ValueError("a number that does not end")


def read_struct_numbers(data: memoryview, at: int, depth: int = 0) -> tuple[dict[int, Any], int]:
    """Read the struct that begins at the offset ``at``. Skip texts and floats: their values are None.

    Returns:
        A dict from field numbers to values, and the offset after the struct.

    Raises:
        IndexError: the data end within the struct.
        ValueError: a value is malformed.
    """
    fields = dict[int, Any]()
    field = 0
    while True:
        kind, delta = data[at] & 15, data[at] >> 4
        at += 1
        if kind == 0:
            return fields, at
        field += delta
        if not delta:
            number, at = varint(data, at)
            field = (number >> 1) ^ -(number & 1)
        if kind in (1, 2):
            fields[field] = kind == 1
        else:
            fields[field], at = _read_value(data, at, kind, depth)


def _read_value(data: memoryview, at: int, kind: int, depth: int) -> tuple[Any, int]:
    """Read the value that begins at the offset ``at``. ``kind`` is the Thrift number of the value's type.

    Return the value, and the offset after the value. Texts and floats are skipped: their value is None.
    """
    if depth > _DEEPEST:
        raise ValueError("a header with too much in it")
    if kind in (1, 2, 3):
        return data[at], at + 1
    if kind in (4, 5, 6):
        number, at = varint(data, at)
        return (number >> 1) ^ -(number & 1), at
    if kind == 7:
        return None, at + 8
    if kind == 8:
        length, at = varint(data, at)
        return None, at + length
    if kind in (9, 10):
        count, of = data[at] >> 4, data[at] & 15
        at += 1
        if count == 15:
            count, at = varint(data, at)
        values = []
        for _ in range(count):
            value, at = _read_value(data, at, of, depth + 1)
            values.append(value)
        return values, at
    if kind == 12:
        return read_struct_numbers(data, at, depth + 1)
    raise ValueError("a header of another kind")
