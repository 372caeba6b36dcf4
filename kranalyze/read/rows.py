"""Consecutive rows of a table of deals or games, with the values as written in the file."""

import re
from typing import TYPE_CHECKING, NamedTuple

from kranalyze.kpn.kpnerror import KpnError, Severity

if TYPE_CHECKING:
    import polars as pl


class Rows(NamedTuple):
    """Consecutive rows of a table, with the values as written in the file."""

    #: Names of all columns of the file, in their order in the file.
    names: tuple[str, ...]

    #: The cells of the columns that the program reads. Two columns are added: ``deal`` (index of the row in
    #: the file) and ``line`` (line of the row in the file).
    cells: "pl.DataFrame"

    #: Errors of malformed rows, and errors and warnings about the header.
    problems: tuple[KpnError, ...] = ()

    #: For each row of a CSV the text of its first line, to find the position of an error in this line. None:
    #: the file is not a CSV.
    starts: tuple[str, ...] | None = None

    #: The character between the cells of a CSV.
    delimiter: str = ","

    @property
    def has_records(self) -> bool:
        """Whether the rows are games that were played. False: the rows are only deals."""
        return "play" in self.names

    def problem(
        self, file: str, row: int, column: str, message: str, severity: Severity = "error"
    ) -> KpnError:
        """Return an error or a warning about a value of a row.

        Args:
            file: name of the file.
            row: index of the row in ``cells``.
            column: name of the column; empty if the error concerns the whole row.
            message: text of the error.
            severity: ``error`` or ``warning``.
        """
        place = self.names.index(column) if column else 0
        deal, line = self.cells["deal"][row], self.cells["line"][row]
        at = place + 1 if self.starts is None else place_in_line(self.starts[row], place, self.delimiter)
        return KpnError(file, line, at, severity, message, deal)

    def comparison_key(self) -> tuple[object, ...]:
        """Return a value that is equal for equal rows: names, types and values of columns, and problems."""
        return self.names, [str(kind) for kind in self.cells.dtypes], self.cells.rows(), self.problems


def place_in_line(line: str, place: int, delimiter: str) -> int:
    """Return the position in a line of a CSV at which a value begins. The first character has position 1.

    If the line has too few values, return the position after its last character.

    Args:
        line: the line.
        place: index of the value in the line, from 0.
        delimiter: the character between values.
    """
    before = re.match(rf'(?:(?:"[^"]*+"|[^"{delimiter}]++)*+{delimiter}){{{place}}}', line)
    return (len(line.rstrip("\r\n")) if before is None else before.end()) + 1
