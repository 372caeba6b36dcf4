"""Memory that the core works on: contexts and shelves that it owns, and buffers of callers, checked."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from operator import index
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from kranalyze._core import ffi, lib

if TYPE_CHECKING:
    from typing_extensions import Buffer

T = TypeVar("T")

#: Bytes of a line of the cache, to which contexts and shelves are aligned.
_LINE = 64

#: An address for buffers that are empty and may have none: to the core NULL means that there is no buffer.
_NOWHERE = ffi.new("uint64_t *")

#: A size that fits ``size_t`` and ``Py_ssize_t``.
_MOST = (1 << 63) - 1

#: Offsets in columns of lists are numbers of 32 bits.
MOST_ITEMS = (1 << 31) - 1

#: Memory that is not cleared.
uncleared = ffi.new_allocator(should_clear_after_alloc=False)

_ADDRESS = ffi.typeof("uintptr_t")


class Aligned:
    """Bytes of its own, aligned to a line of the cache, for as long as it lives."""

    __slots__ = ("_memory", "at")

    def __init__(self, size: int, clear: bool = True) -> None:
        """Allocate; what is cleared is not touched before it is used."""
        self._memory = (ffi.new if clear else uncleared)("char[]", size + _LINE - 1)
        self.at = self._memory + -int(ffi.cast(_ADDRESS, self._memory)) % _LINE


class Context:
    """A search context (``kr_ctx``), which one call uses at a time."""

    __slots__ = ("_busy", "_memory", "at")

    def __init__(self) -> None:
        self._memory = Aligned(lib.kr_ctx_size())
        self.at = ffi.cast("kr_ctx *", self._memory.at)
        self._busy = Lock()
        lib.kr_ctx_init(self.at)

    def __enter__(self) -> Any:
        """The address, for one call.

        Raises:
            RuntimeError: another thread uses the context.
        """
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this context is in use by another thread")
        return self.at

    def __exit__(self, *error: object) -> None:
        self._busy.release()


class Shelf:
    """A shelf of positions (``kr_shelf``), which threads may share."""

    __slots__ = ("_memory", "at")

    def __init__(self, bits: int) -> None:
        """Allocate room for 2^bits positions.

        Raises:
            ValueError: fewer than 4 bits, or more than 28.
        """
        bits = unsigned(bits)
        if not 4 <= bits <= 28:
            raise ValueError(f"a shelf of 2^{bits} positions cannot be")
        self._memory = Aligned(lib.kr_shelf_size(bits), clear=False)
        self.at = ffi.cast("kr_shelf *", self._memory.at)
        lib.kr_shelf_init(self.at, bits)


def shelf_of(shelf: Shelf) -> Any:
    """Return the address of a shelf, checked."""
    if not isinstance(shelf, Shelf):
        raise TypeError(f"a shelf is needed, not a {type(shelf).__name__}")
    return shelf.at


# what callers hand over


def ended(status: int) -> None:
    """Raise a ValueError that says what a status means, unless it is ``KR_OK``."""
    if status:
        raise ValueError(status_text(status))


def status_text(status: int) -> str:
    """Return what a status means, in words."""
    text: bytes = ffi.string(lib.kr_status_text(status))
    return text.decode()


def size_of(count: int) -> int:
    """Return a size as a plain int, checked: from 0 on, and one that memory could have."""
    size = int.__int__(index(count))
    if not 0 <= size <= _MOST:
        raise ValueError(f"a size cannot be {size}")
    return size


def unsigned(number: int, bits: int = 32) -> int:
    """Return a number as a plain int, checked: from 0 on, with at most so many bits."""
    plain = int.__int__(index(number))
    if not 0 <= plain < 1 << bits:
        raise ValueError(f"{plain} does not lie between 0 and {(1 << bits) - 1}")
    return plain


def listed(items: Sequence[T], count: int) -> list[T]:
    """Return the items of a tuple or list, checked: there are ``count`` of them.

    Raises:
        TypeError: there are more or fewer, or it is another sequence.
    """
    if not isinstance(items, tuple | list):
        raise TypeError(f"a {type(items).__name__} is neither a tuple nor a list")
    plain = list(items)
    if len(plain) != count:
        raise TypeError(f"a sequence of length {count} is needed, not {len(plain)}")
    return plain


def masks_of(numbers: Sequence[int], count: int) -> Any:
    """Return ``count`` numbers of 32 bits as an array of the core, checked."""
    try:
        return ffi.new("uint32_t[]", listed(numbers, count))
    except OverflowError as error:
        raise ValueError(str(error)) from None


@cache
def array_type(item: str) -> Any:
    """Return the type of an array of unknown length, by the C name of its items."""
    return ffi.typeof(f"{item}[]")


@cache
def pointer_types(struct: str) -> dict[str, tuple[Any, int]]:
    """Return by field what the pointers of a struct lead to (an array type), and how many there are or 0."""
    types = {}
    for name, field in ffi.typeof(struct).fields:
        kind, count = field.type, 0
        if kind.kind == "array":
            kind, count = kind.item, kind.length
        if kind.kind == "pointer":
            with suppress(ValueError):  # of opaque structs there are no arrays
                types[name] = array_type(kind.item.cname), count
    return types


def held(items: Any, buffer: Buffer, count: int, name: str, write: bool = False) -> Any:
    """Return the address of a buffer of at least ``count`` items; it is held as long as the address lives.

    Another thread may write to the buffer during a call: what an address or a size is made of is to be copied
    first (``copied``).

    Args:
        items: the type of an array of such items (``array_type``).

    Raises:
        TypeError, BufferError: no contiguous buffer, or one that cannot be written.
        ValueError: it is too short, or not aligned to 4 bytes.
    """
    view = ffi.from_buffer(items, buffer, write)
    if not count:
        return ffi.cast(f"{items.item.cname} *", _NOWHERE)
    if len(view) < count or (type(buffer) is not array and int(ffi.cast(_ADDRESS, view)) & 3):
        have, need = ffi.sizeof(view), count * ffi.sizeof(items.item)
        raise ValueError(f"buffer {name} has {have} bytes, {need} are needed, aligned to 4")
    return view


def writable(items: Any, buffer: Buffer, count: int, name: str) -> Any:
    """Return the address of a buffer that the core writes, checked as by ``held``."""
    return held(items, buffer, count, name, write=True)


def copied(items: Any, buffer: Buffer, count: int, name: str) -> Any:
    """Return a copy of the first ``count`` items of a buffer, which is checked as by ``held``."""
    view = held(items, buffer, count, name)
    copy = ffi.new(items, count)
    ffi.memmove(copy, view, ffi.sizeof(copy))
    return copy


def structs_of(data: bytes, struct: str) -> Any:
    """Return the whole structs that bytes hold, as an array that lives no longer than the bytes."""
    if not isinstance(data, bytes):
        raise TypeError(f"bytes are needed, not a {type(data).__name__}")
    return ffi.from_buffer(array_type(struct), data)


def struct_of(data: Buffer, struct: str) -> Any:
    """Return a copy of the struct that bytes of just its size hold.

    Raises:
        ValueError: there are more bytes, or fewer.
    """
    made = ffi.new(f"{struct} *")
    view = ffi.from_buffer(data)
    if len(view) != ffi.sizeof(made[0]):
        raise ValueError(f"{len(view)} bytes are no {struct}, which has {ffi.sizeof(made[0])}")
    ffi.memmove(made, view, len(view))
    return made


def read(struct: str, count: int, **buffers: Any) -> dict[str, Any]:
    """Return pointers for fields of a struct: addresses of buffers of ``count`` items, which the core reads.

    The header that declares the struct gives the type of the items. A field that is an array of pointers
    takes a tuple or list of as many buffers. What is returned holds the buffers, a struct does not.
    """
    return _pointers(struct, held, count, buffers)


def write(struct: str, count: int, **buffers: Any) -> dict[str, Any]:
    """Return pointers as ``read`` does, to buffers that the core writes."""
    return _pointers(struct, writable, count, buffers)


def copy(struct: str, count: int, **buffers: Any) -> dict[str, Any]:
    """Return pointers as ``read`` does, to copies that nobody else changes."""
    return _pointers(struct, copied, count, buffers)


def _pointers(
    struct: str, take: Callable[[Any, Any, int, str], Any], count: int, buffers: dict[str, Any]
) -> dict[str, Any]:
    types = pointer_types(struct)
    for name, buffer in buffers.items():
        items, length = types[name]
        if length:
            buffers[name] = [take(items, column, count, name) for column in listed(buffer, length)]
        else:
            buffers[name] = take(items, buffer, count, name)
    return buffers
