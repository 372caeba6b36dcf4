"""Decode and encode structs in Thrift's compact protocol, to extend the footer of a Parquet file.

``thrift.py`` reads footers that may be damaged, and skips the texts of a footer. This module keeps all
values: the encoding of a decoded struct is the same as the original bytes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from kranalyze.read.thrift import varint

#: The numbers of the types of values in Thrift's compact protocol.
TRUE, FALSE, BYTE, I16, I32, I64, DOUBLE, BINARY, LIST, SET, STRUCT = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12

#: A decoded value. Whole numbers of all sizes become ``int``. Texts and floats stay ``bytes``.
Value: TypeAlias = "bool | int | bytes | Items | dict[int, Field]"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a struct: the numeric code of its type, and its value."""

    kind: int
    value: Value


@dataclass(frozen=True, slots=True)
class Items:
    """A list or set: the numeric code of the type of its values, and the values."""

    kind: int
    values: list[Value]


def decode_struct(data: memoryview, at: int = 0) -> tuple[dict[int, Field], int]:
    """Decode the struct at the offset ``at``. Return its fields by number, and the offset of its end."""
    fields = dict[int, Field]()
    number = 0
    while data[at]:
        kind = data[at] & 15
        step = data[at] >> 4
        at += 1
        number += step
        if not step:
            number, at = _decode_number(data, at)
        if kind in (TRUE, FALSE):
            fields[number] = Field(kind, kind == TRUE)
        else:
            value, at = _decode_value(data, at, kind)
            fields[number] = Field(kind, value)
    return fields, at + 1


def _decode_number(data: memoryview, at: int) -> tuple[int, int]:
    """Decode the signed number at the offset ``at``. Return the number, and the offset after the number."""
    number, at = varint(data, at)
    return (number >> 1) ^ -(number & 1), at


def _decode_value(data: memoryview, at: int, kind: int) -> tuple[Value, int]:
    """Decode the value at the offset ``at``. ``kind`` is the number of the value's type.

    Return the value, and the offset after the value.
    """
    if kind == STRUCT:
        return decode_struct(data, at)
    if kind in (I16, I32, I64):
        return _decode_number(data, at)
    if kind in (LIST, SET):
        count = data[at] >> 4
        of_kind = data[at] & 15
        at += 1
        if count == 15:
            count, at = varint(data, at)
        values = []
        for _ in range(count):
            value, at = _decode_value(data, at, of_kind)
            values.append(value)
        return Items(of_kind, values), at
    length = {TRUE: 1, BYTE: 1, DOUBLE: 8}.get(kind)  # a bool in a list has type TRUE and 1 byte
    if kind == BINARY:
        length, at = varint(data, at)
    if length is None:
        raise ValueError(f"Thrift type {kind} does not occur in footers")
    return bytes(data[at : at + length]), at + length


def encode_varint(number: int) -> bytes:
    """Encode a number that is not negative, with 7 bits in each byte. Small numbers take fewer bytes."""
    encoded = bytearray()
    while number >= 128:
        encoded.append(number & 127 | 128)
        number >>= 7
    return bytes([*encoded, number])


def encode_struct(fields: Mapping[int, Field]) -> bytes:
    """Encode a struct. Fields are written in the order of their field numbers."""
    parts = []
    before = 0
    for number, entry in sorted(fields.items()):
        kind = entry.kind
        if kind in (TRUE, FALSE):
            kind = TRUE if entry.value else FALSE
        if 0 < number - before < 16:
            parts.append(bytes([number - before << 4 | kind]))
        else:
            parts += bytes([kind]), _encode_number(number)
        before = number
        if kind not in (TRUE, FALSE):
            parts.append(_encode_value(entry.value, kind))
    return b"".join([*parts, b"\0"])


def _encode_number(number: int) -> bytes:
    """Encode a signed number."""
    return encode_varint(number << 1 if number >= 0 else -number * 2 - 1)


def _encode_value(value: Value, kind: int) -> bytes:
    """Encode a value. ``kind`` is the number of the value's type."""
    if isinstance(value, dict):
        return encode_struct(value)
    if isinstance(value, Items):
        count = len(value.values)
        head = bytes([min(count, 15) << 4 | value.kind]) + (encode_varint(count) if count > 14 else b"")
        return head + b"".join(_encode_value(item, value.kind) for item in value.values)
    if isinstance(value, bytes):
        return encode_varint(len(value)) + value if kind == BINARY else value
    return _encode_number(value)
