"""Buffers of the core as Arrow has them: numbers, lists, cards, and the columns of games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import calcsize
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.core.calls import NO_AMOUNT, UNKNOWN
from kranalyze.core.dealborder import list_cards
from kranalyze.core.scan import TEXTS, Scan

#: The types of numbers by their letters in `array`, and which number of them says nothing in a column.
_TYPES = {"b": "int8", "B": "uint8", "h": "int16", "i": "int32", "I": "uint32", "q": "int64", "Q": "uint64"}
_NOTHING = {"b": -1, "h": UNKNOWN, "i": NO_AMOUNT}


def ints(code: str, data: Any, count: int) -> pa.Array:
    """Numbers of a buffer, their type by its letter in `array`."""
    return pa.Array.from_buffers(pa.type_for_alias(_TYPES[code]), count, [None, pa.py_buffer(data)])


def memory(masks: pa.Array) -> Any:
    """The memory of masks (uint32); one that is missing is empty."""
    filled = pc.fill_null(masks, 0)
    data = filled.buffers()[1]
    return b"" if data is None else data.slice(4 * filled.offset, 4 * len(filled))


def unless(missing: pa.Array, values: pa.Array) -> pa.Array:
    """Values, null where they are missing."""
    return pc.if_else(missing, pa.scalar(None, values.type), values)


def _offsets(ends: Any, count: int) -> pa.Array:
    """Where the items of each row begin, and the last ones end."""
    return ints("i", b"\0\0\0\0" + bytes(memoryview(ends).cast("B")[: 4 * count]), count + 1)


def lists(code: str, ends: Any, items: Any, count: int) -> pa.ListArray:
    """Lists of numbers, by where each of them ends (int32); no more is held than they need."""
    offsets, bits = _offsets(ends, count), memoryview(items).cast("B")
    used = offsets[count].as_py()
    return pa.ListArray.from_arrays(offsets, ints(code, bytes(bits[: used * calcsize(code)]), used))


def card_lists(masks: pa.Array) -> pa.ListArray:
    """The cards of masks (uint32), as numbers; none where there is no mask."""
    count = len(masks)
    ends, cards = bytearray(4 * count), bytearray(32 * count)
    list_cards(count, memory(masks), ends, cards)
    return lists("b", ends, cards, count)


def arrays(
    kinds: Iterable[tuple[str, str, int]], buffers: Mapping[str, Any], count: int
) -> dict[str, pa.Array]:
    """Columns as arrays: numbers, null where they say nothing, of four a row one for each seat, and lists."""
    found = {}
    for name, code, each in kinds:
        if each not in (1, 4):
            ends = buffers.get(f"{name}_end", buffers.get("choice_end"))
            found[name] = lists(code, ends, buffers[name], count)
            continue
        column = ints(code, buffers[name], each * count)
        if code in _NOTHING:
            column = unless(pc.equal(column, pa.scalar(_NOTHING[code], column.type)), column)
        if each == 1:
            found[name] = column
        else:
            rows = pa.FixedSizeListArray.from_arrays(column, 4)
            found |= {f"{name}_{seat}": pc.list_element(rows, i) for i, seat in enumerate("nesw")}
    return found


def scanned(games: Scan) -> dict[str, pa.Array]:
    """All columns of games by name; texts are null where they are empty or ``?``."""
    found = arrays(games.kinds, games.columns, games.count)
    for name, ends, letters in zip(TEXTS, games.ends, games.texts, strict=False):
        buffers = [None, _offsets(ends, games.count).buffers()[1], pa.py_buffer(letters)]
        text = pa.Array.from_buffers(pa.string(), games.count, buffers)
        found[name] = unless(pc.is_in(text, pa.array(["", "?"])), text)
    return found
