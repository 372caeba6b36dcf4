"""Convert buffers of the core to Arrow arrays: numbers, lists, cards, and columns of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import calcsize
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.core.calls import NO_AMOUNT, UNKNOWN
from kranalyze.core.dealborder import list_cards
from kranalyze.core.scan import TEXTS, Scan

#: Arrow types by the letters of types in `array`, and the numbers that mean null in a column of that type.
_TYPES = {"b": "int8", "B": "uint8", "h": "int16", "i": "int32", "I": "uint32", "q": "int64", "Q": "uint64"}
_NOTHING = {"b": -1, "h": UNKNOWN, "i": NO_AMOUNT}


def ints(code: str, data: Any, count: int) -> pa.Array:
    """Return the numbers of a buffer as an array. ``code`` is the letter of their type in `array`."""
    return pa.Array.from_buffers(pa.type_for_alias(_TYPES[code]), count, [None, pa.py_buffer(data)])


def memory(masks: pa.Array) -> Any:
    """Return the buffer of a column of masks (uint32), with 0 for null."""
    filled = pc.fill_null(masks, 0)
    data = filled.buffers()[1]
    return b"" if data is None else data.slice(4 * filled.offset, 4 * len(filled))


def unless(missing: pa.Array, values: pa.Array) -> pa.Array:
    """Return the values with null wherever ``missing`` is true."""
    return pc.if_else(missing, pa.scalar(None, values.type), values)


def _offsets(ends: Any, count: int) -> pa.Array:
    """Return offsets of lists from the ends (int32) of the rows."""
    return ints("i", b"\0\0\0\0" + bytes(memoryview(ends).cast("B")[: 4 * count]), count + 1)


def lists(code: str, ends: Any, items: Any, count: int) -> pa.ListArray:
    """Return lists of numbers from their ends (int32). Items are copied, so their buffer can be freed."""
    offsets, bits = _offsets(ends, count), memoryview(items).cast("B")
    used = offsets[count].as_py()
    return pa.ListArray.from_arrays(offsets, ints(code, bytes(bits[: used * calcsize(code)]), used))


def card_lists(masks: pa.Array) -> pa.ListArray:
    """Convert masks (uint32) to lists of cards. A missing mask becomes an empty list."""
    count = len(masks)
    ends, cards = bytearray(4 * count), bytearray(32 * count)
    list_cards(count, memory(masks), ends, cards)
    return lists("b", ends, cards, count)


def arrays(
    kinds: Iterable[tuple[str, str, int]], buffers: Mapping[str, Any], count: int
) -> dict[str, pa.Array]:
    """Convert columns to arrays. Numbers may become null, and a column by seat becomes four arrays.

    Args:
        kinds: name, letter of the type and width of each column: 1, 4 for a column by seat, else a list.
        buffers: the buffers of the columns by name, with the ends of lists.
        count: number of rows.
    """
    columns = {}
    for name, code, width in kinds:
        if width not in (1, 4):
            ends = buffers.get(f"{name}_end", buffers.get("choice_end"))
            columns[name] = lists(code, ends, buffers[name], count)
            continue
        column = ints(code, buffers[name], width * count)
        if code in _NOTHING:
            column = unless(pc.equal(column, pa.scalar(_NOTHING[code], column.type)), column)
        if width == 1:
            columns[name] = column
        else:
            rows = pa.FixedSizeListArray.from_arrays(column, 4)
            columns |= {f"{name}_{seat}": pc.list_element(rows, i) for i, seat in enumerate("nesw")}
    return columns


def scanned(games: Scan) -> dict[str, pa.Array]:
    """Return all columns of scanned games by name. Texts that are empty or ``?`` become null."""
    found = arrays(games.kinds, games.columns, games.count)
    for name, ends, letters in zip(TEXTS, games.ends, games.texts, strict=False):
        buffers = [None, _offsets(ends, games.count).buffers()[1], pa.py_buffer(letters)]
        text = pa.Array.from_buffers(pa.string(), games.count, buffers)
        found[name] = unless(pc.is_in(text, pa.array(["", "?"])), text)
    return found
