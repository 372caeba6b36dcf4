"""Cutting tables of deals: CSV row by row, Parquet by slices of its rows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import IO, TYPE_CHECKING

from kranalyze.kpn.errors import KpnError
from kranalyze.kpn.reader import Start
from kranalyze.read.columns import MASKS, TEXTS, header_problem
from kranalyze.read.parquet import HEADER
from kranalyze.read.pieces import Piece, make_piece, problem_piece

if TYPE_CHECKING:
    import pyarrow as pa

_NOT_TEXT = re.compile("[\udc80-\udcff]")


@dataclass(slots=True)
class _Held:
    """Rows of a CSV that wait to become a piece.

    Attributes:
        text: as they stand in the file, from the line ``start.line`` on.
        lines: how many lines that is.
        rows: how many rows, blank ones not counted.
    """

    start: Start
    text: list[str] = field(default_factory=list)
    lines: int = 0
    rows: int = 0

    def after(self) -> _Held:
        """What follows."""
        return _Held(Start(self.start.line + self.lines, self.start.index + self.rows))


class _CsvText:
    """Rows of a CSV with the text they were read from."""

    def __init__(self, text: IO[str]) -> None:
        first = text.readline()
        delimiter = ";" if first.count(";") > first.count(",") else ","
        self.taken: list[str] = []
        lines = self._lines(chain([first] if first else [], text))
        self.rows = csv.reader(lines, delimiter=delimiter, strict=True)

    def _lines(self, lines: Iterator[str]) -> Iterator[str]:
        for line in lines:
            self.taken.append(line)
            yield line

    def next(self) -> tuple[list[str] | None, list[str]]:
        """The lines of a row and its cells, None for what is no row; no lines at the end."""
        self.taken.clear()
        try:
            cells = next(self.rows, [])
        except csv.Error:
            cells = None
        if _NOT_TEXT.search("".join(self.taken)):
            cells = None
        return cells, list(self.taken)


def cut_csv(source: IO[bytes], name: str, size: int) -> Iterator[Piece]:
    """The pieces of a CSV, each with the header. What is no row is a piece for itself, and harms no other."""
    text = io.TextIOWrapper(source, encoding="utf-8-sig", errors="surrogateescape", newline="")
    try:
        yield from _csv_pieces(_CsvText(text), name, size)
    finally:
        text.detach()


def _csv_pieces(reader: _CsvText, name: str, size: int) -> Iterator[Piece]:
    cells, header = reader.next()

    def piece(held: _Held) -> Piece:
        data = "".join((*header, *held.text)).encode("utf-8", "surrogateescape")
        return make_piece(name, "csv", data, held.rows, held.start, header=len(header))

    held, some = _Held(Start(len(header) + 1, 0)), False
    if cells is None or not {*MASKS[:4]} <= {cell.strip().lower() for cell in cells}:
        yield piece(held)
        return
    while True:
        cells, lines = reader.next()
        if held.rows and (held.rows >= size or cells is None or not lines):
            yield piece(held)
            held, some = held.after(), True
        if not lines:
            break
        held.text += lines
        held.lines += len(lines)
        held.rows += cells is None or any(cell.strip() for cell in cells)
        if cells is None:
            yield piece(held)
            held, some = held.after(), True
    if not some:
        yield piece(held)


def cut_parquet(source: IO[bytes], name: str, size: int) -> Iterator[tuple[Piece, float]]:
    """The pieces of a Parquet, each a small Parquet file with the same columns, and the share of rows cut."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    done = 0
    try:
        file = pq.ParquetFile(source)
        problem = header_problem(file.schema_arrow.names, name, HEADER)
        if problem is not None:
            yield problem_piece(problem), 1.0
            return
        total = file.metadata.num_rows
        for table in _slices(file, size):
            yield _parquet_piece(table, name, done), (done + table.num_rows) / max(1, total)
            done += table.num_rows
        if not total:
            yield _parquet_piece(file.schema_arrow.empty_table(), name, 0), 1.0
    except (pa.ArrowException, OSError) as error:
        message = f"not a Parquet file: {str(error).splitlines()[0]}"
        yield problem_piece(KpnError(name, done + 1, 1, "error", message)), 1.0


def _slices(file: pa.parquet.ParquetFile, size: int) -> Iterator[pa.Table]:
    """Tables of ``size`` rows, however the rows are grouped in the file."""
    import pyarrow as pa

    names = file.schema_arrow.names
    wanted = [column for column in (*MASKS, *TEXTS) if column in names]
    held: list[pa.RecordBatch] = []
    for batch in file.iter_batches(batch_size=size, columns=wanted):
        held.append(batch)
        rows = sum(b.num_rows for b in held)
        if rows >= size:
            table = pa.Table.from_batches(held)
            yield _placed(table.slice(0, size), names)
            held = table.slice(size).to_batches()
    if held:
        yield _placed(pa.Table.from_batches(held), names)


def _placed(table: pa.Table, names: list[str]) -> pa.Table:
    """The columns that are read, at the places they have in the file: messages name these."""
    import pyarrow as pa

    columns = [
        table.column(name) if name in table.column_names else pa.nulls(table.num_rows) for name in names
    ]
    return pa.table(columns, names)


def _parquet_piece(table: pa.Table, name: str, done: int) -> Piece:
    import pyarrow.parquet as pq

    out = io.BytesIO()
    pq.write_table(table, out, compression="zstd")
    same = repr((table.column_names, [str(t) for t in table.schema.types], table.to_pydict())).encode()
    return make_piece(name, "parquet", out.getvalue(), table.num_rows, Start(done + 1, done), same=same)
