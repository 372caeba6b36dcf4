"""Find where columns are stored in a Parquet file, from its footer.

pyarrow can find this, too. But some kinds of damage in a footer make pyarrow end the process.
"""

from __future__ import annotations

import io
from typing import IO, Any, NamedTuple

from kranalyze.read.thrift import read_struct_numbers

#: Number of bytes after the footer: four for its length, four for the name of the format.
_TAIL = 8

# Field numbers from parquet.thrift: in the footer, in a row group, in a column, and in a column's metadata.
_ROW_GROUPS = 4
_COLUMNS = 1
_ABOUT = 3
_ENCODINGS, _CODEC, _VALUES, _SIZE, _FIRST_PAGE, _DICTIONARY_PAGE = 2, 4, 5, 7, 9, 11


class Leaf(NamedTuple):
    """The part of a column that is in one row group.

    Attributes:
        encodings: encodings of the values and levels, as numbers of parquet.thrift.
        codec: compression codec of the pages, as number of parquet.thrift.
        values: number of values.
        size: number of bytes that the pages take in the file.
        first_page: offset of the first page of values in the file.
        dictionary_page: offset of the dictionary in the file; 0 if there is no dictionary.
    """

    encodings: tuple[int, ...]
    codec: int
    values: int
    size: int
    first_page: int
    dictionary_page: int


def read_leaves(source: IO[bytes], columns: int) -> list[list[Leaf]]:
    """Return a list for each row group of a Parquet file. The list has all columns of the row group.

    Args:
        source: the file. The caller has checked that it has a footer.
        columns: number of columns in the schema.

    Raises:
        ValueError: the footer is damaged.
    """
    source.seek(-_TAIL, io.SEEK_END)
    length = int.from_bytes(source.read(4), "little")
    source.seek(-_TAIL - length, io.SEEK_END)
    try:
        footer, _ = read_struct_numbers(memoryview(source.read(length)), 0)
        groups = [[_leaf(column[_ABOUT]) for column in group[_COLUMNS]] for group in footer[_ROW_GROUPS]]
    except (IndexError, KeyError, TypeError):
        raise ValueError("its footer is damaged") from None
    if any(len(group) != columns for group in groups):
        raise ValueError("its footer is damaged: row groups lack columns")
    return groups


def _leaf(about: dict[int, Any]) -> Leaf:
    leaf = Leaf(
        encodings=tuple(about[_ENCODINGS]),
        codec=about[_CODEC],
        values=about[_VALUES],
        size=about[_SIZE],
        first_page=about[_FIRST_PAGE],
        dictionary_page=about.get(_DICTIONARY_PAGE, 0),
    )
    if not all(isinstance(number, int) for number in (*leaf.encodings, *leaf[1:])):
        raise TypeError("a number is no number")
    return leaf
