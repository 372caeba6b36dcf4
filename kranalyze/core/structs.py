"""Pack and unpack structs of the core. The offsets of the fields come from the headers (solver/*.h)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from operator import itemgetter
from struct import Struct
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi

if TYPE_CHECKING:
    from typing_extensions import Buffer

#: Type letter that Python's module ``struct`` uses, by the C type of a number.
LETTERS = {
    "char": "c", "int8_t": "b", "uint8_t": "B", "int16_t": "h", "uint16_t": "H", "int32_t": "i",
    "uint32_t": "I", "int64_t": "q", "uint64_t": "Q",
}  # fmt: skip


def enum_names(enum: str, prefix: str) -> dict[int, str]:
    """Return the names of an enum of the core by their numbers, in lower case and without ``prefix``.

    >>> enum_names("enum kr_tally_whom", "KR_TALLY_BY_")
    {0: 'some', 1: 'first', 2: 'seat'}
    """
    names = ffi.typeof(enum).elements
    return {number: name.removeprefix(prefix).lower() for number, name in sorted(names.items())}


def struct_size(struct: str) -> int:
    """Return the number of bytes of a struct."""
    return int(ffi.sizeof(struct))


def field_letter(struct: str, field: str) -> str:
    """Return the type letter of a field of a struct. A pointer or an array has the letter of its items."""
    return LETTERS[_innermost(dict(ffi.typeof(struct).fields)[field].type).cname]


def pack_struct(struct: str, **fields: Any) -> bytes:
    """Return the bytes of a struct.

    Args:
        struct: C name of the struct.
        fields: numbers, sequences of numbers, text as bytes, or bytes of inner structs. A missing field is 0.

    Raises:
        OverflowError, ValueError: a number or a sequence does not fit its field.
    """
    inner = {name: fields.pop(name) for name in _nested_struct_fields(struct) if name in fields}
    made = ffi.new(f"{struct} *", fields)
    for name, data in inner.items():
        ffi.buffer(ffi.addressof(made, name))[:] = data
    return bytes(ffi.buffer(made))


@cache
def _nested_struct_fields(struct: str) -> tuple[str, ...]:
    """Return the names of those fields of a struct that hold inner structs."""
    return tuple(name for name, field in ffi.typeof(struct).fields if _innermost(field.type).kind == "struct")


def unpack_fields(struct: str, data: Buffer, *fields: str) -> list[Any]:
    """Return some fields of a struct from its bytes. An array becomes a flat tuple of numbers."""
    made = ffi.from_buffer(f"{struct} *", data)
    return [_number_or_flat_tuple(getattr(made, field)) for field in fields]


def _number_or_flat_tuple(value: Any) -> Any:
    """Return the value of a field as a number, or as a flat tuple of numbers if the field is an array."""
    if not isinstance(value, ffi.CData):
        return value
    items = list(value)
    if isinstance(items[0], ffi.CData):
        return tuple(number for item in items for number in item)
    return tuple(items)


def _innermost(kind: Any) -> Any:
    """Return the C type of the numbers in an array, in nested arrays, or behind a pointer.

    Return any other type unchanged.
    """
    while kind.kind in ("array", "pointer"):
        kind = kind.item
    return kind


class Layout:
    """The memory layout of a struct: the order and the types of its numbers.

    The methods convert the numbers of a whole struct to bytes, and bytes to numbers. The struct must not
    contain other structs.
    """

    __slots__ = ("_fields", "_struct", "iter_unpack", "pack", "size", "unpack")

    def __init__(self, name: str) -> None:
        self._fields = {field: (at, count) for field, _, at, count in _places(name)}
        self._struct = Struct("=" + "".join(f"{count}{letter}" for _, letter, _, count in _places(name)))
        self.size = self._struct.size
        if self.size != struct_size(name):
            raise TypeError(f"{name} has bytes that belong to no field")
        self.pack = self._struct.pack
        self.unpack = self._struct.unpack
        self.iter_unpack = self._struct.iter_unpack

    @property
    def fields(self) -> tuple[str, ...]:
        """Names of the fields in order."""
        return tuple(self._fields)

    def getter(self, *names: str) -> Callable[[tuple[int, ...]], tuple[Any, ...]]:
        """Return a function that selects some fields of the struct from its unpacked numbers.

        A field that is an array becomes a tuple.
        """
        places = (self._fields[name] for name in names)
        return itemgetter(*(at if count == 1 else slice(at, at + count) for at, count in places))


def _places(name: str) -> Iterator[tuple[str, str, int, int]]:
    """Yield for each field of a struct which numbers of the struct belong to the field.

    The numbers of a struct are those of all its fields in order. The four values for a field are its name,
    its type letter, the index of its first number, and how many numbers it has.
    """
    at = 0
    for field, place in ffi.typeof(name).fields:
        kind = place.type
        count = kind.length if kind.kind == "array" else 1
        letter = LETTERS[kind.item.cname if kind.kind == "array" else kind.cname]
        yield field, letter, at, count
        at += count
