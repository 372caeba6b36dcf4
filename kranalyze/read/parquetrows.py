"""Read deals and games from Parquet files in pieces of consecutive rows, to limit the use of memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, TYPE_CHECKING

from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.outcome import Start
from kranalyze.read.cells import Placed, header_problem, known_columns
from kranalyze.read.columns import LOGGED, TEXTS
from kranalyze.read.limits import LARGEST_LIST, LARGEST_TEXT, too_long, too_many
from kranalyze.read.parquetfooter import read_footer_leaves
from kranalyze.read.parquetpages import (
    ROOM_BYTES,
    TooLargeError,
    paths_readable_as_dictionaries,
    rows_at_once,
)
from kranalyze.read.rows import Rows

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

#: Largest number of rows that are decoded into memory at a time. By default, a piece has at most this
#: number of rows, too.
_ROWS = 1 << 14

#: Reading stops after this many rows with a text or list above the size limit. Without a stop there could be
#: millions of errors, because a few bytes of a file can stand for millions of such rows.
_MOST_TOO_LARGE = 100


class _Table:
    """A Parquet file that is being read.

    ``done`` is the number of rows that were read so far. ``too_large`` is the number of those rows that had a
    text or list above the size limit.
    """

    def __init__(self, source: IO[bytes], file: str) -> None:
        import pyarrow.parquet as pq

        self.source = source
        self.file = file
        self.length = source.seek(0, io.SEEK_END)
        self.metadata = pq.read_metadata(source)
        self.names = tuple(self.metadata.schema.to_arrow_schema().names)
        self.wanted = [name for name in self.names if name in known_columns(self.names)]
        self.groups = read_footer_leaves(source, self.metadata.num_columns)
        self.dictionaries = paths_readable_as_dictionaries(self.metadata, self.groups, self.wanted)
        self.parquet = pq.ParquetFile(source, metadata=self.metadata, read_dictionary=self.dictionaries)
        self.done = 0
        self.too_large = 0

    def error(self, row: int, column: str, message: str, only_this_row: bool = False) -> KpnError:
        """Return an error that concerns a row, or a row and rows after it.

        Args:
            row: index of the row among the rows that have not been read. The first unread row has index 0.
            column: name of the column with the error; empty if the error concerns no single column.
            message: text of the error.
            only_this_row: True: the error concerns only this row. False: it also concerns rows after it.
        """
        index = self.done + row
        place = self.names.index(column) + 1 if column else 1
        return KpnError(self.file, index + 1, place, "error", message, index if only_this_row else None)

    def unreadable(self, column: str, why: object, row: int = 0) -> KpnError:
        """Return the error which reports that a column cannot be read from the row ``row`` on.

        ``row`` is the index of the row, counted from the first unread row. ``why`` is the reason.
        """
        reason = (str(why).splitlines() or [""])[0][:200]
        return self.error(row, column, f"column {column} cannot be read: {reason}")

    def batches(self) -> Iterator[pa.Table | KpnError]:
        """Yield batches of rows. After an error yield no more batches.

        The columns in ``self.dictionaries`` are read as dictionaries, which store a repeated text only once.
        """
        import pyarrow as pa

        schema = self.parquet.schema_arrow
        for group, leaves in enumerate(self.groups):
            try:
                for name in self.wanted:
                    if pa.types.is_struct(schema.field(name).type):
                        raise TooLargeError(f"type {schema.field(name).type}", name)
                rows = rows_at_once(self.source, self.metadata, leaves, self.wanted, self.dictionaries)
            except TooLargeError as error:
                column = error.column if error.column in self.names else error.column.partition(".")[0]
                yield self.unreadable(column, error, error.row)
                return
            except ValueError as error:
                yield self.error(0, "", f"not a Parquet file: {error}")
                return
            rows = min(_ROWS, rows)
            for batch in self.parquet.iter_batches(rows, row_groups=[group], columns=self.wanted):
                yield pa.Table.from_batches([batch])

    def frames(self) -> Iterator[pl.DataFrame | KpnError]:
        """Yield the rows as polars frames, and the errors, in the order of the rows.

        Each frame has two more columns: ``deal`` (the row's index in the file) and ``line`` (index + 1).
        """
        import polars as pl
        import pyarrow as pa

        for batch in self.batches():
            if isinstance(batch, KpnError):
                yield batch
                return
            name = ""
            try:
                for name in batch.column_names:
                    batch.column(name).validate(full=True)
            except pa.ArrowException as error:
                yield self.unreadable(name, error)
                if isinstance(error, TypeError | NotImplementedError):  # pyarrow cannot read this type
                    return
                self.done += batch.num_rows
                continue
            for part in self.parts(batch):
                if isinstance(part, KpnError):
                    yield part
                    self.done += 1
                    if self.too_large == _MOST_TOO_LARGE:
                        return
                    continue
                columns = dict[str, pl.Series]()
                try:
                    for name in part.column_names:
                        columns[name] = pl.Series(name, _as_expected_type(name, part.column(name)))
                except pa.ArrowException as error:
                    yield self.unreadable(name, error)
                    if isinstance(error, TypeError | NotImplementedError):
                        return
                else:
                    end = self.done + part.num_rows
                    numbers = pl.int_range(self.done, end, dtype=pl.UInt32, eager=True)
                    yield pl.DataFrame({**columns, "deal": numbers, "line": numbers + 1})
                self.done += part.num_rows

    def parts(self, batch: pa.Table) -> Iterator[pa.Table | KpnError]:
        """Split a batch of rows into parts. Yield an error in place of each row that is too large.

        A part with several rows fits into ``ROOM_BYTES`` bytes. This size counts a repeated text once for
        each row that has the text, although the dictionaries of a batch store the text only once.
        """
        errors, row_bytes = _oversized_rows_and_size_bound(batch)
        most = max(1, ROOM_BYTES // max(row_bytes, 1))
        begin = 0
        for row in [*sorted(errors), batch.num_rows]:
            for first in range(begin, row, most):
                yield batch.slice(first, min(most, row - first))
            if row < batch.num_rows:
                column, message = errors[row]
                self.too_large += 1
                if self.too_large == _MOST_TOO_LARGE:
                    message += f"; after {_MOST_TOO_LARGE} such rows the table is not read on"
                yield self.error(0, column, f"{column}: {message}", only_this_row=True)
                if self.too_large == _MOST_TOO_LARGE:
                    return
            begin = row + 1


def parquet_row_pieces(source: IO[bytes], file: str, size: int | None) -> Iterator[Placed | KpnError]:
    """Yield the rows of a Parquet file in pieces of at most ``size`` rows.

    In an error, ``line`` is the number of the row and ``column`` the number of the column, both from 1.
    """
    import pyarrow as pa

    table = None
    try:
        table = _Table(source, file)
        wrong = header_problem(table.names, "a Parquet of deals has columns n, e, s and w")
        if wrong is not None:
            yield KpnError(file, 1, wrong[0] + 1, "error", wrong[1])
        elif not table.metadata.num_rows:
            yield KpnError(file, 1, 1, "error", "there is no deal in the file")
        else:
            yield from _in_pieces(table, size or _ROWS)
    except (pa.ArrowException, ValueError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        message = f"not a Parquet file: {(str(error).splitlines() or [''])[0]}"
        yield KpnError(file, 1 if table is None else table.done + 1, 1, "error", message)


def _in_pieces(table: _Table, size: int) -> Iterator[Placed | KpnError]:
    """Yield the rows of a table in pieces of ``size`` rows.

    These pieces may have fewer rows: the last piece of the table, a piece before an error, a piece before a
    change of the columns' types, and a piece whose rows need much memory.
    """
    import polars as pl

    held = list[pl.DataFrame]()  # rows that are not yet in a piece

    def placed(frame: pl.DataFrame) -> Placed:
        """Return a piece: the rows of a frame, with their start, their number and their size in the file.

        The start is the line and the index of the first row. The size is an estimate, in bytes.
        """
        first, length = frame["deal"][0], table.length * frame.height / table.metadata.num_rows
        return Rows(table.names, frame), Start(first + 1, first), frame.height, length

    def flushed() -> Iterator[Placed]:
        """Yield a piece with all rows in ``held``, and empty ``held``. Without rows yield nothing."""
        if held:
            yield placed(pl.concat(held))
            held.clear()

    try:
        for piece in table.frames():
            if isinstance(piece, KpnError):
                yield from flushed()
                yield piece
                continue
            if held and held[-1].schema != piece.schema:
                yield from flushed()
            held.append(piece)
            if sum(frame.height for frame in held) >= size:
                whole = pl.concat(held)
                last = whole.height - whole.height % size
                for at in range(0, last, size):
                    yield placed(whole[at : at + size])
                held[:] = [whole[last:]] if last < whole.height else []
            if sum(frame.estimated_size() for frame in held) > ROOM_BYTES:
                yield from flushed()
    except Exception:
        yield from flushed()
        raise
    yield from flushed()


def _oversized_rows_and_size_bound(batch: pa.Table) -> tuple[dict[int, tuple[str, str]], int]:
    """Find the rows of a batch that have a text or list above the size limit.

    Returns:
        Two values. The first is a dict from the index of each such row to the column and the error message.
        The second is an upper bound for the number of bytes in any other row of the batch.
    """
    import pyarrow as pa

    from kranalyze.core import compute

    errors, row_bytes = dict[int, tuple[str, str]](), 0
    for name in batch.column_names:
        array = batch.column(name).combine_chunks()
        parents, leaves, elements = None, [array], 1
        if pa.types.is_map(array.type):
            pairs = pa.StructArray.from_arrays([array.keys, array.items], ["key", "value"])
            array = pa.ListArray.from_arrays(array.offsets, pairs)
        if pa.types.is_list(array.type) or pa.types.is_large_list(array.type):
            lengths = compute.list_value_length(array).fill_null(0)
            for row in compute.indices_nonzero(compute.greater(lengths, LARGEST_LIST)).to_pylist():
                errors.setdefault(row, (name, too_many(lengths[row].as_py())))
            elements = min(compute.maximum(lengths).as_py() or 0, LARGEST_LIST)
            parents, flat = compute.list_parent_indices(array), compute.list_flatten(array)
            leaves = flat.flatten() if pa.types.is_struct(flat.type) else [flat]
        for leaf in leaves:
            longest, long = _long_texts(leaf)
            row_bytes += elements * min(longest, 4 * LARGEST_TEXT)
            for at, characters in long:
                row = at if parents is None else parents[at].as_py()
                errors.setdefault(row, (name, too_long(characters)))
    return errors, row_bytes


def _long_texts(values: pa.Array) -> tuple[int, list[tuple[int, int]]]:
    """Find the texts that have more than ``LARGEST_TEXT`` characters.

    Returns:
        Two values. The first is the number of bytes of the longest text (0 if the values are no texts). The
        second is a list with the index and the number of characters of each text that is too long.
    """
    import pyarrow as pa

    from kranalyze.core import compute

    dictionary = pa.types.is_dictionary(values.type)
    texts = values.dictionary if dictionary else values
    if not _is_text(texts.type) or not len(texts):
        return 0, []
    longest = compute.maximum(compute.binary_length(texts)).as_py() or 0
    if longest <= LARGEST_TEXT:
        return longest, []
    characters = compute.utf8_length(texts.cast(pa.large_string()))
    if dictionary:
        characters = characters.take(values.indices)
    places = compute.indices_nonzero(compute.greater(characters, LARGEST_TEXT)).to_pylist()
    return longest, [(at, characters[at].as_py()) for at in places]


def _as_expected_type(name: str, values: pa.ChunkedArray) -> pa.ChunkedArray:
    """Convert a column to the type that ``LOGGED`` names for the column. Expand a dictionary of values.

    A column of texts stays a column of texts even if numbers are expected. Such texts are converted later,
    like texts from a CSV file. Some programs write whole numbers as floats if other values are missing. This
    function converts such floats to whole numbers. It also checks that texts are UTF-8, because a later error
    could not name a row.
    """
    import pyarrow as pa

    wanted, text = LOGGED[name], pa.string()
    if name == "date" and pa.types.is_timestamp(values.type):
        values = values.cast(pa.date32())
    whole = pa.types.is_floating(values.type) and wanted in ("mask", "count", "amount")
    if whole or pa.types.is_decimal(values.type):
        with suppress(pa.ArrowInvalid):
            values = values.cast(pa.int64())
    kind = values.type.value_type if pa.types.is_dictionary(values.type) else values.type
    is_text = kind in (text, pa.large_string(), pa.string_view(), pa.null())
    nothing = values.null_count == len(values)  # a column with only nulls may have any type
    if wanted == "mask" and not (is_text or nothing or pa.types.is_integer(kind)):
        raise pa.ArrowTypeError(f"type {kind}, masks (UInt32) or texts are expected")
    number = pa.types.is_integer(kind) or pa.types.is_floating(kind)
    kinds = {
        "words": pa.list_(text), "bool": pa.bool_(),
        "pairs": pa.list_(pa.struct([("key", text), ("value", text)])),
    }  # fmt: skip
    as_given = (number and wanted in ("mask", "count", "amount")) or (is_text and name not in TEXTS)
    kind = kind if as_given else kinds.get(wanted, text)
    if kind != values.type:
        values = pa.chunked_array([pa.nulls(len(values), kind)]) if nothing else values.cast(kind)
        values.validate(full=True)
    return values


def _is_text(kind: pa.DataType) -> bool:
    """Return whether a type is a type of texts, or of bytes that may be texts."""
    import pyarrow as pa

    t = pa.types
    return any(
        test(kind)
        for test in (t.is_string, t.is_large_string, t.is_string_view, t.is_binary, t.is_large_binary)
    )
