"""Pack and unpack structs of the core. Offsets of fields are read from its headers (solver/*.h)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: Letters in ``struct`` of the numbers in structs, by their C names.
LETTERS = {
    "char": "c", "int8_t": "b", "uint8_t": "B", "int16_t": "h", "uint16_t": "H", "int32_t": "i",
    "uint32_t": "I", "int64_t": "q", "uint64_t": "Q",
}  # fmt: skip


def enum_names(enum: str, prefix: str) -> dict[int, str]:
    """Return the names of an enum by number, in lower case and without their common prefix.

    >>> enum_names("enum kr_tally_whom", "KR_TALLY_BY_")
    {0: 'some', 1: 'first', 2: 'seat'}
    """
    names = ffi.typeof(enum).elements
    return {number: name.removeprefix(prefix).lower() for number, name in sorted(names.items())}


def size(struct: str) -> int:
    """Return the number of bytes of a struct."""
    return int(ffi.sizeof(struct))


def letter(struct: str, field: str) -> str:
    """Return the letter of a field's numbers. A pointer or array field has the letter of its items."""
    return LETTERS[_innermost(dict(ffi.typeof(struct).fields)[field].type).cname]


def packed(struct: str, **fields: Any) -> bytes:
    """Return the bytes of a struct. Missing fields are 0.

    Args:
        fields: numbers, sequences of numbers, text as bytes, or bytes of inner structs.

    Raises:
        OverflowError, ValueError: a number or a sequence does not fit its field.
    """
    inner = {name: fields.pop(name) for name in _inner(struct) if name in fields}
    made = ffi.new(f"{struct} *", fields)
    for name, data in inner.items():
        ffi.buffer(ffi.addressof(made, name))[:] = data
    return bytes(ffi.buffer(made))


@cache
def _inner(struct: str) -> tuple[str, ...]:
    """Return the names of the fields that are inner structs."""
    return tuple(name for name, field in ffi.typeof(struct).fields if _innermost(field.type).kind == "struct")


def unpacked(struct: str, data: Buffer, *fields: str) -> list[Any]:
    """Return fields of a struct from its bytes. Array fields become tuples."""
    made = ffi.from_buffer(f"{struct} *", data)
    return [_numbers(getattr(made, field)) for field in fields]


def _numbers(value: Any) -> Any:
    if not isinstance(value, ffi.CData):
        return value
    items = list(value)
    if isinstance(items[0], ffi.CData):
        return tuple(number for item in items for number in item)
    return tuple(items)


def _innermost(kind: Any) -> Any:
    """Return the innermost item type of arrays and pointers."""
    while kind.kind in ("array", "pointer"):
        kind = kind.item
    return kind


class Layout:
    """The layout of a struct without inner structs, to pack or unpack all its numbers at once."""

    __slots__ = ("_fields", "_struct", "iter_unpack", "pack", "size", "unpack")

    def __init__(self, name: str) -> None:
        self._fields = {field: (at, count) for field, _, at, count in _places(name)}
        self._struct = Struct("=" + "".join(f"{count}{letter}" for _, letter, _, count in _places(name)))
        self.size = self._struct.size
        if self.size != size(name):
            raise TypeError(f"{name} has bytes that belong to no field")
        self.pack = self._struct.pack
        self.unpack = self._struct.unpack
        self.iter_unpack = self._struct.iter_unpack

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields in order."""
        return tuple(self._fields)

    def getter(self, *names: str) -> Callable[[tuple[int, ...]], tuple[Any, ...]]:
        """Return a function that selects fields from unpacked numbers. Arrays are tuples."""
        places = (self._fields[name] for name in names)
        return itemgetter(*(at if count == 1 else slice(at, at + count) for at, count in places))


def _places(name: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield for each field: name, letter of its numbers, index of its first number, count of its numbers."""
    at = 0
    for field, place in ffi.typeof(name).fields:
        kind = place.type
        count = kind.length if kind.kind == "array" else 1
        letter = LETTERS[kind.item.cname if kind.kind == "array" else kind.cname]
        yield field, letter, at, count
        at += count
