"""Places of columns in a Parquet, read from its footer.

pyarrow can tell them, too. But it ends the process if the footer is damaged in some places.
"""

from __future__ import annotations

import io
from typing import IO, Any, NamedTuple

from kranalyze.read.thrift import read_struct_numbers

#: Bytes after the footer: its length, and the name of the format.
_TAIL = 8

# Numbers from parquet.thrift: fields of footers, row groups and columns.
_ROW_GROUPS = 4
_COLUMNS = 1
_ABOUT = 3
_ENCODINGS, _CODEC, _VALUES, _SIZE, _FIRST_PAGE, _DICTIONARY_PAGE = 2, 4, 5, 7, 9, 11


class Leaf(NamedTuple):
    """A column of a row group. Encodings and codec have their numbers of parquet.thrift.

    Attributes:
        encodings: encodings of its values and levels.
        codec: codec of its pages.
        values: number of its values.
        size: number of bytes of its pages in the file.
        first_page, dictionary_page: offsets in the file; 0 without a dictionary.
    """

    encodings: tuple[int, ...]
    codec: int
    values: int
    size: int
    first_page: int
    dictionary_page: int


def read_leaves(source: IO[bytes], columns: int) -> list[list[Leaf]]:
    """Return the columns of each row group of a Parquet.

    Args:
        source: the file. The footer is known to be there.
        columns: number of columns of the schema.

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
