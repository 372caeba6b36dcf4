"""Allocate memory for the core, and check the arguments and buffers that callers pass to the core.

A context is the memory that the core needs for a search. A shelf is a transposition table that several
searches share.
"""

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

#: How many bytes a cache line of the processor has. The addresses of contexts and shelves are multiples of
#: this number.
_LINE = 64

#: The address that the core gets for an empty buffer. NULL would mean that there is no buffer.
_NOWHERE = ffi.new("uint64_t *")

#: The largest number that fits both ``size_t`` and ``Py_ssize_t``.
_MOST = (1 << 63) - 1

#: The largest number of items in a column of lists. It is limited because offsets of lists have 32 bits.
MOST_ITEMS = (1 << 31) - 1

#: Function that allocates memory for the core without clearing this memory.
uncleared = ffi.new_allocator(should_clear_after_alloc=False)

_ADDRESS = ffi.typeof("uintptr_t")


class Aligned:
    """Memory aligned to a cache line. The memory lives as long as this object."""

    __slots__ = ("_memory", "at")

    def __init__(self, size: int, clear: bool = True) -> None:
        """Allocate memory.

        Args:
            size: how many bytes to allocate.
            clear: whether all bytes must be 0.
        """
        self._memory = (ffi.new if clear else uncleared)("char[]", size + _LINE - 1)
        self.at = self._memory + -int(ffi.cast(_ADDRESS, self._memory)) % _LINE


class Context:
    """The memory of a search (``kr_ctx``). Two calls must not use the same context at the same time."""

    __slots__ = ("_busy", "_memory", "at")

    def __init__(self) -> None:
        self._memory = Aligned(lib.kr_ctx_size())
        self.at = ffi.cast("kr_ctx *", self._memory.at)
        self._busy = Lock()
        lib.kr_ctx_init(self.at)

    def __enter__(self) -> Any:
        """Reserve the context for one call, and return its address.

        Raises:
            RuntimeError: another thread uses the context.
        """
        if not self._busy.acquire(blocking=False):
            raise RuntimeError("this context is in use by another thread")
        return self.at

    def __exit__(self, *error: object) -> None:
        self._busy.release()


class TranspositionTable:
    """A transposition table that threads may share (``kr_shelf``)."""

    __slots__ = ("_memory", "at")

    def __init__(self, bits: int) -> None:
        """Allocate a table that has room for 2**bits positions.

        Raises:
            ValueError: ``bits`` is below 4 or above 28.
        """
        bits = check_unsigned(bits)
        if not 4 <= bits <= 28:
            raise ValueError(f"a shelf of 2^{bits} positions cannot be")
        self._memory = Aligned(lib.kr_shelf_size(bits), clear=False)
        self.at = ffi.cast("kr_shelf *", self._memory.at)
        lib.kr_shelf_init(self.at, bits)


def shelf_address(shelf: TranspositionTable) -> Any:
    """Check that the argument is a shelf, and return its address."""
    if not isinstance(shelf, TranspositionTable):
        raise TypeError(f"a shelf is needed, not a {type(shelf).__name__}")
    return shelf.at


# The functions below check arguments.


def raise_for_status(status: int) -> None:
    """Raise a ValueError with the text of a status, unless the status is ``KR_OK``."""
    if status:
        raise ValueError(status_text(status))


def status_text(status: int) -> str:
    """Return the error text of a status (``enum kr_status``)."""
    text: bytes = ffi.string(lib.kr_status_text(status))
    return text.decode()


def check_size_t(count: int) -> int:
    """Check that a size is at least 0 and fits ``size_t``, and return it as a plain int."""
    size = int.__int__(index(count))
    if not 0 <= size <= _MOST:
        raise ValueError(f"a size cannot be {size}")
    return size


def check_unsigned(number: int, bits: int = 32) -> int:
    """Check that a number is at least 0 and has at most ``bits`` bits, and return it as a plain int."""
    plain = int.__int__(index(number))
    if not 0 <= plain < 1 << bits:
        raise ValueError(f"{plain} does not lie between 0 and {(1 << bits) - 1}")
    return plain


def check_count(items: Sequence[T], count: int) -> list[T]:
    """Check that a tuple or list has ``count`` items, and return the items as a list.

    Raises:
        TypeError: there are more or fewer items, or the argument is neither a tuple nor a list.
    """
    if not isinstance(items, tuple | list):
        raise TypeError(f"a {type(items).__name__} is neither a tuple nor a list")
    plain = list(items)
    if len(plain) != count:
        raise TypeError(f"a sequence of length {count} is needed, not {len(plain)}")
    return plain


def make_checked_mask_array(masks: Sequence[int], expected_count: int) -> Any:
    """Return numbers as a C array of ``uint32_t``, after a check of their count and their size."""
    try:
        return ffi.new("uint32_t[]", check_count(masks, expected_count))
    except OverflowError as error:
        raise ValueError(str(error)) from None


@cache
def c_array_type(item: str) -> Any:
    """Return the type of C arrays with items of the C type ``item``, for example ``uint32_t[]``."""
    return ffi.typeof(f"{item}[]")


@cache
def pointer_types_and_lengths(struct: str) -> dict[str, tuple[Any, int]]:
    """Describe the pointer fields of a struct.

    Returns:
        A dictionary from the name of each pointer field to a pair. The first item of the pair is the type of
        the array that the field points to. The second item is the number of pointers if the field is an array
        of pointers, or 0 for a single pointer.
    """
    types = {}
    for name, field in ffi.typeof(struct).fields:
        kind, count = field.type, 0
        if kind.kind == "array":
            kind, count = kind.item, kind.length
        if kind.kind == "pointer":
            with suppress(ValueError):  # an opaque struct has no array type: leave the field out
                types[name] = c_array_type(kind.item.cname), count
    return types


def buffer_address(items: Any, buffer: Buffer, count: int, name: str, write: bool = False) -> Any:
    """Check that a buffer has at least ``count`` items, and return its address as a C pointer.

    The pointer keeps the buffer alive. Another thread may change the buffer while the core reads it. Call
    ``copy_of_buffer`` instead if the core uses numbers of the buffer as indexes or sizes.

    Args:
        items: the C type of an array of the items (``c_array_type``).
        buffer: the buffer.
        count: how many items the buffer must have at least.
        name: name of the buffer in error messages.
        write: whether the core writes to the buffer.

    Raises:
        TypeError, BufferError: the buffer is not contiguous, or it is read-only although ``write`` is set.
        ValueError: the buffer is too short, or not aligned to 4 bytes.
    """
    view = ffi.from_buffer(items, buffer, write)
    if not count:
        return ffi.cast(f"{items.item.cname} *", _NOWHERE)
    if len(view) < count or (type(buffer) is not array and int(ffi.cast(_ADDRESS, view)) & 3):
        have, need = ffi.sizeof(view), count * ffi.sizeof(items.item)
        raise ValueError(f"buffer {name} has {have} bytes, {need} are needed, aligned to 4")
    return view


def writable_address(items: Any, buffer: Buffer, count: int, name: str) -> Any:
    """Return the address of a buffer that the core writes to. The checks are those of ``buffer_address``."""
    return buffer_address(items, buffer, count, name, write=True)


def copy_of_buffer(items: Any, buffer: Buffer, count: int, name: str) -> Any:
    """Return a copy of the first ``count`` items of a buffer. The checks are those of ``buffer_address``."""
    view = buffer_address(items, buffer, count, name)
    copy = ffi.new(items, count)
    ffi.memmove(copy, view, ffi.sizeof(copy))
    return copy


def structs_of(data: bytes, struct: str) -> Any:
    """Return an array of structs in the memory of the bytes ``data``. The array keeps the bytes alive."""
    if not isinstance(data, bytes):
        raise TypeError(f"bytes are needed, not a {type(data).__name__}")
    return ffi.from_buffer(c_array_type(struct), data)


def copy_as_struct(data: Buffer, struct: str) -> Any:
    """Copy bytes into a new struct, and return the struct.

    Raises:
        ValueError: the number of bytes is not the size of the struct.
    """
    made = ffi.new(f"{struct} *")
    view = ffi.from_buffer(data)
    if len(view) != ffi.sizeof(made[0]):
        raise ValueError(f"{len(view)} bytes are no {struct}, which has {ffi.sizeof(made[0])}")
    ffi.memmove(made, view, len(view))
    return made


def input_pointers(struct: str, count: int, **buffers: Any) -> dict[str, Any]:
    """Return pointers to buffers that the core reads, as a dict from field names of the struct to pointers.

    Args:
        struct: C name of the struct. The types of the struct's fields are the types of the buffers' items.
        count: number of items that each buffer must have.
        buffers: a buffer for each field. A field that is an array of n pointers takes a tuple or list of n
            buffers.

    The pointers keep the buffers alive, but a struct made from the pointers does not. So keep the pointers as
    long as the core uses the struct.
    """
    return _pointers_by_field(struct, buffer_address, count, buffers)


def output_pointers(struct: str, count: int, **buffers: Any) -> dict[str, Any]:
    """Return pointers to buffers that the core writes to. The arguments are those of ``input_pointers``."""
    return _pointers_by_field(struct, writable_address, count, buffers)


def copied_input_pointers(struct: str, count: int, **buffers: Any) -> dict[str, Any]:
    """Return pointers to copies of buffers, so that no other thread can change what the core reads.

    The arguments are those of ``input_pointers``.
    """
    return _pointers_by_field(struct, copy_of_buffer, count, buffers)


def _pointers_by_field(
    struct: str, take: Callable[[Any, Any, int, str], Any], count: int, buffers: dict[str, Any]
) -> dict[str, Any]:
    """Return a dict from field names to pointers. ``take`` checks a buffer and returns its pointer."""
    types = pointer_types_and_lengths(struct)
    for name, buffer in buffers.items():
        items, length = types[name]
        if length:
            buffers[name] = [take(items, column, count, name) for column in check_count(buffer, length)]
        else:
            buffers[name] = take(items, buffer, count, name)
    return buffers
