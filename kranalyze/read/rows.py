"""Consecutive rows of a table of deals or games, as written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from kranalyze.kpn.record import KpnError, Severity

if TYPE_CHECKING:
    import polars as pl


class Rows(NamedTuple):
    """Consecutive rows of a table, as written."""

    names: tuple[str, ...]  # all columns of the file, in order
    cells: pl.DataFrame  # known columns, and the ``deal`` (index in the file) and ``line`` of each row
    problems: tuple[KpnError, ...] = ()  # errors of malformed rows, and problems of the header
    #: The first line of each row of a CSV. Columns of errors are worked out from it.
    starts: tuple[str, ...] | None = None
    delimiter: str = ","

    @property
    def logged(self) -> bool:
        """Whether the rows are games that were played, not only deals."""
        return "play" in self.names

    def problem(
        self, file: str, row: int, column: str, message: str, severity: Severity = "error"
    ) -> KpnError:
        """Return the error of a value. ``column`` is empty if the error concerns the whole row."""
        place = self.names.index(column) if column else 0
        deal, line = self.cells["deal"][row], self.cells["line"][row]
        at = place + 1 if self.starts is None else place_in_line(self.starts[row], place, self.delimiter)
        return KpnError(file, line, at, severity, message, deal)

    def same(self) -> tuple[object, ...]:
        """Return a value that is equal for equal rows, whatever file format they come from."""
        return self.names, [str(kind) for kind in self.cells.dtypes], self.cells.rows(), self.problems


def place_in_line(line: str, place: int, delimiter: str) -> int:
    """Return the column, from 1, at which a value of a line begins. For a shorter line, return its end."""
    before = re.match(rf'(?:(?:"[^"]*+"|[^"{delimiter}]++)*+{delimiter}){{{place}}}', line)
    return (len(line.rstrip("\r\n")) if before is None else before.end()) + 1
