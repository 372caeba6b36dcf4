"""Read a CSV of deals or games in pieces of several rows, and convert the cells of CSV and Parquet files."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import IO, TYPE_CHECKING, Any

from kranalyze.cards import parse_hand
from kranalyze.deal import Seat
from kranalyze.games import get_game
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.outcome import Start
from kranalyze.read.columns import (
    LOGGED,
    MASKS,
    TEXTS,
    Columns,
    cards_mask,
    frame_schema,
    keep_fitting_deals,
    results_instead_of_deals_error,
)
from kranalyze.read.limits import LARGEST_TEXT, LINE_BREAK, TABLE_SPACE, check_length, clean_text_for_kpn
from kranalyze.read.rows import Rows, place_in_line

if TYPE_CHECKING:
    import polars as pl

_NOT_TEXT = re.compile("[\udc80-\udcff]")


#: A piece of a table, as four values. The first value has the rows. The second has the index and the line of
#: the first row. The third is the number of rows, including malformed rows. The fourth is roughly the number
#: of bytes that the rows have in the file.
Placed = tuple[Rows, Start, int, float]


def header_problem(names: tuple[str, ...], requirement: str) -> tuple[int, str] | None:
    """Check the names of columns. Return the index of a wrong column, and an error message.

    Return None if all names are right. If columns are missing, the index is 0.

    Args:
        names: the names of all columns.
        requirement: the beginning of the error message for a missing column.
    """
    missing = [column for column in MASKS[:4] if column not in names]
    if missing:
        return 0, f"{requirement}, here is no {', '.join(missing)}"
    if (of_results := results_instead_of_deals_error(names)) is not None:
        return 0, of_results
    for place, name in enumerate(names):
        if name in LOGGED and name in names[:place]:
            return place, f"there are two columns {name}"
    return None


def known_columns(names: tuple[str, ...]) -> set[str]:
    """Return the names of the columns that the program reads. The program ignores all other columns."""
    return {*MASKS, *TEXTS, *(LOGGED if "play" in names else ())}.intersection(names)


# The functions below read a CSV.

#: A row of a CSV. The four values are: the texts of its cells, the text of its first line, the number of this
#: line, and an error. An error has a line, a column and a message; None: the row has no error.
_CsvRow = tuple[list[str], str, int, tuple[int, int, str] | None]


def _csv_lines(text: Iterable[str], delimiter: str) -> Iterator[_CsvRow]:
    """Yield the rows of a CSV. A row can extend over several lines of text."""
    taken: list[str] = []  # the lines of the current row

    def lines() -> Iterator[str]:
        """Yield the lines of the text. Append each of them to ``taken``."""
        for line in text:
            taken.append(line)
            yield line

    reader, number = csv.reader(lines(), delimiter=delimiter, strict=True), 1
    while True:
        taken.clear()
        values, problem = list[str](), None
        try:
            values = next(reader, [])
        except csv.Error as error:
            problem = number, 1, f"not a table of comma-separated values: {error}"
        if not taken:
            return
        for line, written in enumerate(taken):
            if not written.isascii() and (bad := _NOT_TEXT.search(written)):
                byte = f"not UTF-8 text (byte 0x{ord(bad[0]) & 0xFF:02x})"
                problem = number + line, bad.start() + 1, byte
                break
        yield values, taken[0], number, problem
        number += len(taken)


def csv_row_pieces(source: IO[bytes], file: str, size: int | None) -> Iterator[Placed | KpnError]:
    """Yield the rows of a CSV in pieces of ``size`` rows. If ``size`` is None, pieces have 2048 rows.

    If a row is malformed, the function still reads the rows that follow. If the header is wrong or there are
    no rows, it yields errors instead of pieces.
    """
    text = io.TextIOWrapper(source, encoding="utf-8-sig", errors="surrogateescape", newline="")
    try:
        yield from _csv_rows(text, file, size or 1 << 11)
    finally:
        text.detach()


def _csv_rows(text: IO[str], file: str, rows_per_piece: int) -> Iterator[Placed | KpnError]:
    """Yield the rows of a CSV that has been opened as text, in pieces of ``rows_per_piece`` rows."""
    import polars as pl

    first = text.readline()
    delimiter = ";" if first.count(";") > first.count(",") else ","
    lines = _csv_lines(filter(None, chain([first], text)), delimiter)
    header, written, _, problem = next(lines, ([], "", 1, None))
    names = tuple(name.strip().lower() for name in header)
    missing = header_problem(names, "a CSV of deals begins with the names of its columns")
    if problem is None and missing is not None:
        problem = 1, place_in_line(written, missing[0], delimiter), missing[1]
    if problem is not None:
        yield KpnError(file, *problem[:2], "error", problem[2])
        return
    known = known_columns(names)
    positions = {name: names.index(name) for name in names if name in known}
    other = ", ".join(name for name in names if name not in known)
    problems = [KpnError(file, 1, 1, "warning", f"columns left aside: {other}")] if other else []
    kinds = {**dict.fromkeys(positions, pl.String), "deal": pl.UInt32, "line": pl.UInt32}
    good: list[tuple[int, int, str, list[str]]] = []
    index = cut = begun = 0

    def rows() -> Placed:
        """Return the rows that have been read since the last piece was yielded."""
        columns: dict[str, list[Any]] = {name: [row[3][at] for row in good] for name, at in positions.items()}
        columns |= {"deal": [row[0] for row in good], "line": [row[1] for row in good]}
        texts = pl.col(list(positions)).str.strip_chars(TABLE_SPACE).replace("", None)
        frame = pl.DataFrame(columns, schema=kinds).with_columns(texts)
        starts = tuple(row[2] for row in good)
        part = Rows(names, frame, tuple(problems), starts, delimiter)
        return part, Start(begun, cut), index - cut, sum(map(len, starts))

    for values, written, line, problem in lines:
        if problem is None and len(values) > len(names):
            more = f"{len(values)} values, the header has {len(names)} columns"
            problem = line, place_in_line(written, len(names), delimiter), more
        if problem is not None:
            problems.append(KpnError(file, *problem[:2], "error", problem[2], index))
        elif "".join(values).strip():
            good.append((index, line, written, values + [""] * (len(names) - len(values))))
        else:
            continue
        if index == cut:
            begun = line if problem is None else problem[0]
        index += 1
        if index - cut == rows_per_piece:
            yield rows()
            good, problems, cut = [], [], index
    if index > cut:
        yield rows()
    if not index:
        yield from problems
        yield KpnError(file, 1, 1, "error", "there is no deal in the file")


# The functions below convert values.


#: For each column the function that converts a text. ``_clean_board_names`` converts the column ``board``.
_READERS: dict[str, Callable[[str], int | str | None]] = {
    **dict.fromkeys(MASKS[:4], lambda cell: None if cell in ("", "-") else parse_hand(cell)),
    "talon": cards_mask, "discard": cards_mask,
    "dealer": lambda cell: None if cell in ("", "?") else Seat.parse(cell).name,
    "game": lambda cell: get_game(cell).id if cell else None,
}  # fmt: skip


def columns_of_rows(rows: Rows, file: str, game: str | None = None) -> Columns:
    """Convert rows of deals to columns.

    If a row has an error, its deal is left out, and the error is added to the problems of the result.

    Args:
        rows: the rows.
        file: name of the file.
        game: id of the card game of all deals. None: each deal names its game.
    """
    import polars as pl

    problems, bad = list(rows.problems), set[int]()

    def fail(row: int, column: str, message: str) -> None:
        """Add a problem for a wrong value in a row."""
        problems.append(rows.problem(file, row, column, message))
        bad.add(row)

    columns = [read_column(rows, name, fail) for name in (*MASKS, *TEXTS) if name in rows.cells.columns]
    good = rows.cells.select("deal", "line", *columns).filter(~pl.int_range(pl.len()).is_in(list(bad)))
    # if the file lacks a column, all its values become null
    frame = pl.concat([pl.DataFrame(schema=frame_schema()), good], how="diagonal")
    frame = frame.with_columns(pl.col("talon").fill_null(0), file=pl.lit(file, pl.String))
    return keep_fitting_deals(Columns(frame, problems), game)


def _clean_board_names(boards: pl.Series, fail: Callable[[int, str, str], object]) -> pl.Series:
    """Convert names of boards to texts that KPN allows.

    Call ``fail(row, column, message)`` for a name that cannot be converted.
    """
    import polars as pl

    boards = boards.cast(pl.String)
    suspects = (boards.str.len_bytes() > LARGEST_TEXT) | boards.str.contains("\x00")
    for row in suspects.fill_null(False).arg_true():
        try:
            clean_text_for_kpn(boards[row])
        except ValueError as error:
            fail(row, "board", str(error))
    return boards.str.replace_all(LINE_BREAK, " ")


def read_column(rows: Rows, name: str, fail: Callable[[int, str, str], object]) -> pl.Series:
    """Convert the texts of a column to values. Call ``fail(row, column, message)`` for a wrong text."""
    import polars as pl

    values, how = rows.cells[name], _READERS.get(name)
    kind = frame_schema().get(name, pl.UInt32)
    if how is None:
        return _clean_board_names(values, fail)
    if values.dtype.is_integer():
        masks = values.cast(kind, strict=False)
        for row in (masks.is_null() & values.is_not_null()).arg_true():
            fail(row, name, f"{values[row]} is no mask of 32 cards")
        return masks
    texts = values.cast(pl.String).str.strip_chars()
    known: dict[str, Any] = {}
    unknown: dict[str, str] = {}
    for text in texts.drop_nulls().unique():
        try:
            check_length(len(text))
            known[text] = how(text)
        except ValueError as error:
            unknown[text] = str(error)
    for row in texts.is_in(list(unknown)).fill_null(False).arg_true() if unknown else ():
        fail(row, name, unknown[texts[row]])
    if not known:
        return pl.Series(name, [None] * len(texts), dtype=kind)
    return texts.replace_strict(known, default=None, return_dtype=kind)
