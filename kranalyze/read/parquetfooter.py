"""Find where columns are stored in a Parquet file, from its footer.

pyarrow can also read a footer. But some kinds of damage in a footer make pyarrow end the process.
This module raises a ValueError instead.
"""

from __future__ import annotations

import io
from typing import IO, Any, NamedTuple

from kranalyze.read.thrift import read_struct_numbers

#: Number of bytes after the footer: four with the length of the footer, four with the name of the format.
_TAIL = 8

# Field numbers from parquet.thrift. There is a line for each of four structs: the footer, a row group, a
# column of the row group, and the metadata of this column.
_ROW_GROUPS = 4
_COLUMNS = 1
_ABOUT = 3
_ENCODINGS, _CODEC, _VALUES, _SIZE, _FIRST_PAGE, _DICTIONARY_PAGE = 2, 4, 5, 7, 9, 11


class Leaf(NamedTuple):
    """The part of a column that is in one row group, and the place of its pages in the file.

    Attributes:
        encodings: encodings of the values and of their levels (marks of nulls and of list elements). Each
            encoding is a number from parquet.thrift.
        codec: compression codec of the pages: a number from parquet.thrift.
        values: number of values, including nulls.
        size: number of bytes that all pages together take in the file.
        first_page: offset of the first page of values in the file.
        dictionary_page: offset of the dictionary in the file; 0 if there is no dictionary.
    """

    encodings: tuple[int, ...]
    codec: int
    values: int
    size: int
    first_page: int
    dictionary_page: int


def read_footer_leaves(source: IO[bytes], columns: int) -> list[list[Leaf]]:
    """Return a list for each row group of a Parquet file. The list contains a ``Leaf`` for each column.

    Args:
        source: the file. The caller has checked that the file has a footer.
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
