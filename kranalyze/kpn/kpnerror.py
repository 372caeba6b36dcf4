"""A problem in a file of games or deals, with line and column."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from typing import Literal

#: The severity of a problem. A game with an error does not become a record. A game that has only warnings
#: becomes a record.
Severity = Literal["error", "warning"]


@dataclass(unsafe_hash=True, repr=False)
class KpnError(ValueError):
    """A problem in a KPN file, with its line and column.

    ``str()`` returns a message for people, in one line.

    Attributes:
        file: name of the file, as passed by the caller.
        line: line of the problem, from 1.
        column: column of the problem in characters, from 1.
        severity: ``error`` or ``warning``. A game that has only warnings becomes a record.
        message: description of the problem. It names the wrong card, hand or call.
        record: index of the game in the file, from 0. None: the problem belongs to no game.

    >>> print(KpnError("log.kpn", 4, 9, "error", "unknown card 'SX'"))
    log.kpn:4:9: error: unknown card 'SX'
    """

    file: str
    line: int
    column: int
    severity: Severity
    message: str
    record: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.severity}: {self.message}"

    def __repr__(self) -> str:  # do not change this text, because the names of shards depend on it
        return f"KpnError{astuple(self)}"
