"""CSV of deals: hands as text, a line per deal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO

from kranalyze.cards import card_name, cards_of, parse_hand
from kranalyze.kpn.errors import KpnError
from kranalyze.read.columns import (
    MASKS,
    READERS,
    TEXTS,
    Columns,
    fitting,
    given_columns,
    hand_cell,
    header_problem,
    nothing,
    schema,
)

if TYPE_CHECKING:
    import polars as pl


#: Rows held as objects, and hands known by their texts: all of Graden's.
_ROWS, _HANDS = 1 << 13, 140_000


def parse_csv(data: bytes, name: str, game: str | None = None) -> Columns:
    """Read a CSV of deals: columns ``n e s w`` hold hands as text, ``talon`` cards (``SA HT C9``).

    ``board``, ``dealer`` and ``game`` are optional, the order is free, other columns are left aside.

    Args:
        data: the file.
        name: its name, for messages and the column ``file``.
        game: id of the game that all deals are taken to be of.
    """
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return nothing(not_text(name, data, error))
    reader = _CsvReader(data, name, game)
    try:
        return reader.read()
    except csv.Error as error:
        message = f"not a table of comma-separated values: {error}"
        return nothing(KpnError(name, reader.line, 1, "error", message))


def not_text(name: str, data: bytes, error: UnicodeDecodeError) -> KpnError:
    """Where a file stops being text."""
    before = data[: error.start]
    line = before.count(b"\n") + 1
    column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
    return KpnError(name, line, column, "error", f"not UTF-8 text (byte 0x{data[error.start]:02x})")


class _CsvReader:
    """Reads the rows of a CSV; keeps the place of the row it is in."""

    def __init__(self, data: bytes, name: str, game: str | None) -> None:
        self.data, self.name, self.game = data, name, game
        self.first = next(self._lines(), "")
        self.delimiter = ";" if self.first.count(";") > self.first.count(",") else ","
        self.rows = csv.reader(self._lines(), delimiter=self.delimiter, strict=True)
        self.line = 1
        self.raw: list[str] | None = None
        self.hands: dict[str, int] = {}
        self.problems: list[KpnError] = []

    def _lines(self) -> io.TextIOWrapper:
        return io.TextIOWrapper(io.BytesIO(self.data), encoding="utf-8-sig", newline="")

    def read(self) -> Columns:
        """All rows; as objects there are never more than some thousands of them."""
        import polars as pl

        header = [cell.strip().lower() for cell in next(self.rows, [])]
        places = {column: header.index(column) for column in (*MASKS, *TEXTS) if column in header}
        problem = header_problem(header, self.name, "a CSV of deals begins with the names of its columns")
        if problem is not None:
            place = _column(self.first, problem.column - 1, self.delimiter)
            return nothing(KpnError(self.name, 1, place, "error", problem.message))
        other = [column for column in header if column not in places]
        if other:
            message = f"columns left aside: {', '.join(other)}"
            self.problems.append(KpnError(self.name, 1, 1, "warning", message))
        frames: list[pl.DataFrame] = []
        records: list[tuple[Any, ...]] = []
        index = 0
        self.line = self.rows.line_num + 1
        for cells in self.rows:
            if any(cell.strip() for cell in cells):
                records += self._record(index, cells, places, len(header))
                index += 1
            self.line = self.rows.line_num + 1
            if len(records) == _ROWS:
                frames.append(pl.DataFrame(records, schema=schema(), orient="row"))
                records = []
        frames.append(pl.DataFrame(records, schema=schema(), orient="row"))
        return fitting(Columns(pl.concat(frames), self.problems), self.game)

    def _record(
        self, index: int, cells: Sequence[str], places: dict[str, int], width: int
    ) -> Iterator[tuple[Any, ...]]:
        """The row, or nothing and what is wrong with it."""
        before = len(self.problems)
        if len(cells) > width:
            self._problem(index, width, f"{len(cells)} values, the header has {width} columns")
        values = {
            column: self._value(index, place, column, cells[place].strip() if place < len(cells) else "")
            for column, place in places.items()
        }
        if len(self.problems) > before:
            return
        masks = tuple(values.get(column) for column in MASKS[:4])
        texts = (values.get("board"), values.get("dealer"), values.get("game"))
        yield (*masks, values.get("talon") or 0, *texts, None, self.name, index, self.line)

    def _value(self, index: int, place: int, column: str, cell: str) -> int | str | None:
        try:
            return READERS[column](cell) if column not in MASKS[:4] else self._hand(cell)
        except ValueError as error:
            self._problem(index, place, str(error))
            return None

    def _hand(self, cell: str) -> int | None:
        if cell in ("", "-"):
            return None
        mask = self.hands.get(cell)
        if mask is None:
            if len(self.hands) == _HANDS:
                self.hands.clear()
            mask = self.hands[cell] = parse_hand(cell)
        return mask

    def _problem(self, index: int, place: int, message: str) -> None:
        if self.raw is None:
            self.raw = self._lines().readlines()
        column = _column(self.raw[self.line - 1], place, self.delimiter)
        self.problems.append(KpnError(self.name, self.line, column, "error", message, index))


def _column(line: str, place: int, delimiter: str) -> int:
    """Where the value number ``place`` of a line begins, from 1."""
    quoted = False
    for at, letter in enumerate(line):
        if place == 0:
            return at + 1
        if letter == '"':
            quoted = not quoted
        elif letter == delimiter and not quoted:
            place -= 1
    return len(line.rstrip("\r\n")) + 1


def write_csv(frame: pl.DataFrame, out: BinaryIO) -> None:
    """Write deals as CSV, hands as text; what ``parse_csv`` reads."""
    text = io.TextIOWrapper(out, encoding="utf-8", newline="")
    writer = csv.writer(text, lineterminator="\n")
    given = given_columns(frame)
    writer.writerow(given.columns)
    talon = "talon" in given.columns
    for row in given.iter_rows():
        cells = list(map(hand_cell, row[:4]))
        if talon:
            cells.append(" ".join(map(card_name, cards_of(row[4]))))
        writer.writerow((*cells, *row[5 if talon else 4 :]))
    text.flush()
    text.detach()
