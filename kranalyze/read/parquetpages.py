"""Estimate how much memory the rows of a Parquet file will need, before any row is expanded.

To expand a row means to decompress and decode the row. A few bytes of a Parquet file can stand for millions
of values. The footer has the number of values, but this number can be wrong. The footer also does not say how
the values are divided among the rows. So this module reads the headers of the pages, and the repetition
levels of lists. Each element of a list has a repetition level: 0 if the element begins a new row, 1 if the
element continues the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any

from kranalyze.read.parquetfooter import Leaf
from kranalyze.read.thrift import read_struct_numbers, varint

#: Limits of what may be decoded into memory at a time, for each column. ``ROOM``: number of rows, or number
#: of list elements. ``ROOM_BYTES``: number of bytes, for example of texts.
ROOM, ROOM_BYTES = 1 << 18, 1 << 24

#: How many bytes of pages may be in memory at a time. While rows are decoded, memory holds one page and the
#: dictionary of each column. Most programs write pages of 1 MB, a few write pages of 100 MB.
_PAGES = 1 << 28

#: Number of bytes that are read first to decode a page header (``_HEAD``). If a header is longer, more bytes
#: are read, up to about ``_LARGEST_HEAD``. Other Parquet readers have the same limit.
_HEAD, _LARGEST_HEAD = 512, 1 << 24

#: Maximum number of bytes of a value in a column of fixed width. Decimal numbers of 256 bits have this width.
_WIDEST = 32

# Numbers from parquet.thrift. The first line has kinds of pages. The second has the encoding of levels by
# runs. The third has fields of a page header. The fourth has fields in the part of the header that depends on
# the kind of page.
_DATA, _DICTIONARY, _DATA_2 = 0, 2, 3
_RLE = 3
_KIND, _SIZE, _STORED, _OF_DATA, _OF_DATA_2 = 1, 2, 3, 5, 8
_VALUES, _LEVEL_ENCODING, _REPETITION_BYTES = 1, 4, 6

#: A column can be read as a dictionary if all its encodings are among these: plain, plain dictionary, runs,
#: packed bits, dictionary. Runs and packed bits are encodings of levels. They are in this set because a
#: footer lists the encodings of levels and of values together.
_INDEXED = frozenset({0, 2, 3, 4, 8})

#: Compression codecs: their numbers in the footer, and their names in pyarrow. The old LZ4 (number 5) is left
#: out, because programs write this codec in two different ways that a reader cannot distinguish.
_UNCOMPRESSED = 0
_CODECS = {1: "snappy", 2: "gzip", 4: "brotli", 6: "zstd", 7: "lz4_raw"}


class TooLargeError(ValueError):
    """Raised if a column would need too much memory when expanded.

    Attributes:
        column: path of the column, with dots between its parts: for example ``play.list.element``.
        row: index, within its row group, of the row that is too large.
    """

    def __init__(self, message: str, column: str, row: int = 0) -> None:
        super().__init__(message)
        self.column = column
        self.row = row


@dataclass(frozen=True, slots=True)
class _Page:
    """A page: consecutive values of a column in one row group, or the dictionary of these values."""

    kind: int  # kind of the page: a number from parquet.thrift
    size: int  # number of bytes of the page's data after decompression
    values: int  # number of values in the page, including nulls; 0 if the page is a dictionary
    header: dict[int, Any]  # by field number, the header fields that only this kind of page has
    at: int  # offset of the page's data in the file
    stored: int  # number of bytes that the page's data take in the file (compressed)


class _Lists:
    """Finds the length of the longest list in a column that has one list per row.

    Each list element has a repetition level in the file: 0 begins a new row, 1 continues the row.
    """

    def __init__(self, column: str) -> None:
        self.column = column
        self.row = -1
        self.length = 0
        self.longest = 0

    def add_level_run(self, begins: bool, count: int) -> None:
        """Process a run of equal repetition levels.

        Args:
            begins: True if all levels of the run are 0, so that each element begins a new row. False if all
                levels are 1, so that each element continues the row.
            count: number of levels in the run.
        """
        if begins and count:
            self.row += count
            self.longest = max(self.longest, self.length, 1)
            self.length = 1
        elif count:
            self.length += count
            if self.length > ROOM:
                message = f"a list has more than {ROOM:,} elements"
                raise TooLargeError(message, self.column, max(self.row, 0))

    def add_levels(self, data: memoryview, count: int) -> None:
        """Process the repetition levels of a page. A page stores them as runs and as groups of single bits.

        Args:
            data: the levels as stored in the file, decompressed.
            count: number of levels in the page.
        """
        at = 0
        while count > 0:
            header, at = varint(data, at)
            if header & 1:
                size = min((header >> 1) * 8, count)
                for start in range(0, size, 512):
                    bit_count = min(512, size - start)
                    part = data[at + start // 8 : at + (start + bit_count + 7) // 8]
                    bits = int.from_bytes(part, "little") & ((1 << bit_count) - 1)
                    self._add_bits(f"{bits:0{bit_count}b}"[::-1])
                at += header >> 1
            else:
                size = min(header >> 1, count)
                self.add_level_run(data[at] == 0, size)
                at += 1
            if not size:
                raise ValueError("a run of no levels")
            count -= size

    def _add_bits(self, bits: str) -> None:
        """Process the repetition levels in a text of digits, which has one digit (0 or 1) for each level."""
        first, *others = bits.split("0")
        self.add_level_run(False, len(first))
        for part in others:
            self.add_level_run(True, 1)
            self.add_level_run(False, len(part))


def paths_readable_as_dictionaries(
    metadata: Any, groups: Sequence[Sequence[Leaf]], names: Sequence[str]
) -> list[str]:
    """Return the paths of the text columns that can be read as dictionaries.

    A dictionary stores each repeated value once. Columns with other encodings, such as delta encoding, cannot
    be read as dictionaries.
    """
    paths = []
    for number in range(metadata.num_columns):
        column = metadata.schema.column(number)
        text = column.physical_type == "BYTE_ARRAY" and _is_part_of_named_column(column, names)
        if text and all(_INDEXED.issuperset(group[number].encodings) for group in groups):
            paths.append(column.path)
    return paths


def rows_at_once(
    source: IO[bytes], metadata: Any, group: Sequence[Leaf], names: Sequence[str],
    dictionaries: Sequence[str],
) -> int:  # fmt: skip
    """Return how many rows of a row group may be decoded into memory at a time. The result is at least 1.

    Args:
        source: the file.
        metadata: the footer of the file, as read by pyarrow.
        group: the columns of the row group.
        names: names of the columns to decode.
        dictionaries: paths of the columns that are read as dictionaries.

    Raises:
        TooLargeError: the pages, or a single row, would need too much memory.
        ValueError: a page is malformed.
    """
    rows, held = ROOM, 0
    for number in range(metadata.num_columns):
        column = metadata.schema.column(number)
        leaf = group[number]
        if not _is_part_of_named_column(column, names):
            continue
        if column.physical_type == "FIXED_LEN_BYTE_ARRAY" and column.length > _WIDEST:
            raise TooLargeError(f"a type of {column.length:,} bytes", column.path)
        if column.max_repetition_level > 1:
            raise TooLargeError("lists in lists", column.path)
        all_pages = list(_pages(source, leaf))
        pages = [page for page in all_pages if page.kind != _DICTIONARY]
        dictionary = max((page.size for page in all_pages if page.kind == _DICTIONARY), default=0)
        largest = max((page.size for page in pages), default=0)
        held += dictionary + largest
        if held > _PAGES:
            raise TooLargeError(f"its pages have {dictionary + largest:,} bytes", column.path)
        # Rows are decoded in batches. A batch uses all values of its pages, except perhaps of the first and
        # the last page. So estimate the size of a value by the average in a page: the size of the page,
        # divided by the number of its values. Take the page with the largest average.
        values = sum(page.values for page in pages)
        value_bytes = max((page.size / max(page.values, 1) for page in pages), default=0.0)
        if column.physical_type == "BYTE_ARRAY" and column.path not in dictionaries:
            value_bytes = max(largest, dictionary)  # the worst case: one value fills a whole page
        in_lists = column.max_repetition_level > 0
        if values * value_bytes <= ROOM_BYTES and not (in_lists and values > ROOM):
            continue
        longest = _longest_list_length(source, column.path, leaf.codec, pages) if in_lists else 1
        if longest * value_bytes > _PAGES:
            raise TooLargeError(f"its texts may have {longest * value_bytes:,.0f} bytes a row", column.path)
        rows = min(rows, ROOM // longest, int(ROOM_BYTES // max(longest * value_bytes, 1)))
    return max(rows, 1)


def _is_part_of_named_column(column: Any, names: Sequence[str]) -> bool:
    """Return whether a column of the file belongs to a table column that is in ``names``.

    A table column can be stored as several columns of the file. For example, a list of pairs has two columns.
    """
    return column.path in names or column.path.partition(".")[0] in names


def _longest_list_length(source: IO[bytes], path: str, codec: int, pages: Sequence[_Page]) -> int:
    """Return how many elements the longest list in a column has. The result is at least 1."""
    lists = _Lists(path)
    for page in pages:
        lists.add_levels(_repetition_levels(source, page, codec), page.values)
    return max(lists.longest, lists.length, 1)


def _pages(source: IO[bytes], leaf: Leaf) -> Iterator[_Page]:
    """Yield the pages of a column within a row group: first the dictionary, if there is one."""
    at = leaf.first_page
    if 0 < leaf.dictionary_page < at:
        at = leaf.dictionary_page
    end = at + leaf.size
    values = 0
    while at < end and values < leaf.values:
        header, start = _header(source, at)
        kind, size, stored = header.get(_KIND, -1), header.get(_SIZE, -1), header.get(_STORED, -1)
        if not all(isinstance(number, int) for number in (kind, size, stored)) or size < 0 or stored < 0:
            raise ValueError("a page without its size")
        of_kind = header.get({_DATA: _OF_DATA, _DATA_2: _OF_DATA_2}.get(kind, -1), {})
        count = of_kind.get(_VALUES, 0) if isinstance(of_kind, dict) else -1
        if not isinstance(count, int) or count < 0:
            raise ValueError("a page without the number of its values")
        if kind in (_DATA, _DATA_2, _DICTIONARY):
            yield _Page(kind, size, count, of_kind, start, stored)
        values += count
        at = start + stored


def _repetition_levels(source: IO[bytes], page: _Page, codec: int) -> memoryview:
    """Return the repetition levels of a page, decompressed, but encoded as in the file."""
    import pyarrow as pa

    source.seek(page.at)
    if page.kind == _DATA_2:
        return memoryview(source.read(page.header.get(_REPETITION_BYTES, 0)))
    if page.header.get(_LEVEL_ENCODING) != _RLE:
        raise ValueError("levels in an old encoding")
    data: Any = source.read(page.stored)
    if codec != _UNCOMPRESSED:
        if codec not in _CODECS:
            raise ValueError(f"compression {codec}")
        data = pa.decompress(data, page.size, _CODECS[codec], asbytes=True)
    view = memoryview(data)
    return view[4 : 4 + int.from_bytes(view[:4], "little")]



def _header(source: IO[bytes], at: int) -> tuple[dict[int, Any], int]:
    """Read the page header at an offset of the file. Return the header and the offset of the page's data."""
    size = _HEAD
    while True:
        source.seek(at)
        data = memoryview(source.read(size))
        try:
            fields, length = read_struct_numbers(data, 0)
        except IndexError:
            if len(data) < size or size >= _LARGEST_HEAD:
                raise ValueError("a page without a header") from None
            size *= 8
        else:
            return fields, at + length
