"""KpnError: what is wrong in a file of records, and where."""

from __future__ import annotations

from typing import Literal

#: An error makes its game unusable, a warning flags it.
Severity = Literal["error", "warning"]


class KpnError(ValueError):
    """One thing wrong in a KPN file, with its place; ``str()`` is the line that people are shown.

    Attributes:
        file: name of the file, as given by the caller.
        line, column: the place, both from 1; columns are counted in characters.
        severity: ``error``, or ``warning`` where the game is used all the same.
        message: what is wrong, with the card, hand or call named.
        record: index in the file of the game it belongs to, from 0; None if it belongs to no game.

    >>> print(KpnError("log.kpn", 4, 9, "error", "unknown card 'SX'"))
    log.kpn:4:9: error: unknown card 'SX'
    """

    def __init__(
        self,
        file: str,
        line: int,
        column: int,
        severity: Severity,
        message: str,
        record: int | None = None,
    ) -> None:
        super().__init__(file, line, column, severity, message, record)
        self.file = file
        self.line = line
        self.column = column
        self.severity: Severity = severity
        self.message = message
        self.record = record

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KpnError) and self.args == other.args

    def __hash__(self) -> int:
        return hash(self.args)
