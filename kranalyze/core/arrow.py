"""Make Arrow columns from buffers that the C core has filled: numbers, lists of cards, flags for cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from struct import calcsize
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from kranalyze.core import compute
from kranalyze.core.calls import NO_AMOUNT, UNKNOWN
from kranalyze.core.dealborder import CARD_COLUMNS, flag_column_bytes, list_cards, write_card_flags
from kranalyze.core.scan import TEXTS, Scan

if TYPE_CHECKING:
    import polars as pl

#: Names of Arrow's number types, by the type letter that Python's module ``array`` uses.
_TYPES = {"b": "int8", "B": "uint8", "h": "int16", "i": "int32", "I": "uint32", "q": "int64", "Q": "uint64"}
#: The number that marks a missing value in a column of the core, by the type letter of the column. Columns
#: whose type letter is not a key have no missing values.
_NOTHING = {"b": -1, "h": UNKNOWN, "i": NO_AMOUNT}


def int_array(code: str, data: Any, count: int) -> pa.Array:
    """Return the first ``count`` numbers of a buffer as an Arrow array.

    Args:
        code: type letter of the numbers, as in Python's module ``array``.
        data: the buffer.
        count: how many numbers the array gets.
    """
    return pa.Array.from_buffers(pa.type_for_alias(_TYPES[code]), count, [None, pa.py_buffer(data)])


def mask_buffer(masks: pa.Array) -> Any:
    """Return the numbers of a column of masks (uint32) as a buffer. A null becomes 0, the empty mask."""
    filled = compute.fill_null(masks, 0) if masks.null_count else masks
    data = filled.buffers()[1]
    return b"" if data is None else data.slice(4 * filled.offset, 4 * len(filled))


def null_where(missing: pa.Array, values: pa.Array) -> pa.Array:
    """Return a copy of the column ``values``, with nulls in the rows in which ``missing`` is true."""
    return compute.if_else(missing, pa.scalar(None, values.type), values)


def _offsets(ends: Any, count: int) -> pa.Array:
    """Return the offsets of an Arrow column of lists.

    The items of all lists are stored in one array. The offset of a list is the index of its first item. After
    the last list there is one more offset: the number of items of all lists.

    Args:
        ends: for each list the index (int32) after its last item.
        count: how many lists the column has.
    """
    return int_array("i", b"\0\0\0\0" + bytes(memoryview(ends).cast("B")[: 4 * count]), count + 1)


def list_array(code: str, ends: Any, items: Any, count: int) -> pa.ListArray:
    """Return a column of lists of numbers. The items are copied, so that their buffer can be freed.

    Args:
        code: type letter of the items, as in Python's module ``array``.
        ends: for each list the index (int32) after its last item.
        items: the items of the first list, then those of the second list, and so on.
        count: how many lists the column has.
    """
    offsets, bits = _offsets(ends, count), memoryview(items).cast("B")
    used = offsets[count].as_py()
    return pa.ListArray.from_arrays(offsets, int_array(code, bytes(bits[: used * calcsize(code)]), used))


def card_lists(masks: pa.Array) -> pa.ListArray:
    """Convert each mask (uint32) of a column to a list of cards (0-31). A null becomes an empty list."""
    count = len(masks)
    ends, cards = bytearray(4 * count), bytearray(32 * count)
    list_cards(count, mask_buffer(masks), ends, cards)
    return list_array("b", ends, cards, count)


def card_flags(masks: pa.Array) -> list[pa.Array]:
    """Return 32 columns of booleans, one for each card: whether each mask (uint32) contains the card.

    If a mask is null, its booleans are null.
    """
    count = len(masks)
    size = flag_column_bytes(count)
    flags = bytearray(CARD_COLUMNS * size)
    write_card_flags(count, mask_buffer(masks), flags)
    validity = compute.is_valid(masks).buffers()[1] if masks.null_count else None
    memory = pa.py_buffer(flags)
    return [
        pa.Array.from_buffers(pa.bool_(), count, [validity, memory.slice(card * size, size)])
        for card in range(CARD_COLUMNS)
    ]


def arrays_of_columns(
    kinds: Iterable[tuple[str, str, int]], buffers: Mapping[str, Any], count: int
) -> dict[str, pa.Array]:
    """Make Arrow arrays from buffers that the core has filled. Return them by the names of the columns.

    Numbers by which the core marks a missing value (``_NOTHING``) become null.

    Args:
        kinds: name, type letter and width of each column. A column of width 1 has one number in each row. A
            column of width 4 has a number for each seat and becomes four arrays (``cost_n``, ``cost_e`` ...).
            A column of any other width has a list of numbers in each row.
        buffers: the buffers of the columns by name. A column of lists has a second buffer: for each row the
            index after the last item of the list. The second buffer is called ``<name>_end``, or else
            ``choice_end``. Several columns may share ``choice_end``.
        count: how many rows each column has.
    """
    columns = {}
    for name, code, width in kinds:
        if width not in (1, 4):
            ends = buffers.get(f"{name}_end", buffers.get("choice_end"))
            columns[name] = list_array(code, ends, buffers[name], count)
            continue
        column = int_array(code, buffers[name], width * count)
        if code in _NOTHING:
            column = null_where(compute.equal(column, pa.scalar(_NOTHING[code], column.type)), column)
        if width == 1:
            columns[name] = column
        else:
            rows = pa.FixedSizeListArray.from_arrays(column, 4)
            columns |= {f"{name}_{seat}": compute.list_element(rows, i) for i, seat in enumerate("nesw")}
    return columns


def arrays_of_scan(games: Scan) -> dict[str, pa.Array]:
    """Return the columns of games that the core has read from a text, as Arrow arrays by name.

    In columns of texts, an empty text and the text ``?`` mean "unknown". Both become null.
    """
    arrays = arrays_of_columns(games.kinds, games.columns, games.count)
    for name, ends, letters in zip(TEXTS, games.ends, games.texts, strict=False):
        buffers = [None, _offsets(ends, games.count).buffers()[1], pa.py_buffer(letters)]
        text = pa.Array.from_buffers(pa.string(), games.count, buffers)
        arrays[name] = null_where(compute.is_in(text, pa.array(["", "?"])), text)
    return arrays


class _ArrowStream:
    """A wrapper of a pyarrow table, from which polars can read the table without a slow import.

    If polars gets a pyarrow object, it imports ``pyarrow.compute``, which is slow. Polars reads this wrapper
    through Arrow's C stream protocol instead.
    """

    def __init__(self, table: pa.Table) -> None:
        self.__arrow_c_stream__ = table.__arrow_c_stream__


def frame_of_table(table: pa.Table | Mapping[str, pa.Array]) -> pl.DataFrame:
    """Convert a pyarrow table, or a mapping from column names to pyarrow arrays, to a polars frame."""
    import polars as pl

    return pl.DataFrame(_ArrowStream(table if isinstance(table, pa.Table) else pa.table(dict(table))))


def series_of_array(array: pa.Array, name: str = "") -> pl.Series:
    """Convert a pyarrow array to a polars series."""
    return frame_of_table({name: array}).to_series()
