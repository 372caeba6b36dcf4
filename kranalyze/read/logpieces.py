"""A log in pieces: games without problems as columns, all others as the reader of records has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from kranalyze.kpn import Outcome
from kranalyze.parallel import Pace
from kranalyze.read.judgedlog import JudgedLog
from kranalyze.read.pieces import Piece, cut

#: Records that the reader of records reads for one piece at most.
_OTHERS = 64


@dataclass(frozen=True, slots=True)
class LogPiece:
    """Games that follow one another in a file.

    Attributes:
        file: its name.
        log: the games that were read as columns, None if there are none.
        others: what the reader of records says of the others, comments after the last game apart.
        outcomes: reads all games of the piece one by one.
    """

    file: str
    log: JudgedLog | None
    others: list[Outcome]
    outcomes: Callable[[], Iterable[Outcome]]

    @property
    def count(self) -> int:
        """How many games there are, those with errors too."""
        return (0 if self.log is None else len(self.log)) + len(self.others)


def log_pieces(
    source: str, game: str | None, rules: Mapping[str, str], pace: Pace | None = None, workers: int = 0
) -> Iterator[LogPiece]:
    """The games of a FILE argument, piece by piece; nothing wrong is left out, as by ``read_games``.

    Args:
        game, rules: those of ``Piece``.
        pace: says how many games a piece should have.
        workers: how many work on pieces; those of a table get smaller towards its end (`Pace.cut`).
    """
    pace = pace or Pace(1024, 1024)
    for part in cut(source, None, game, rules):
        yield from pieces_of(part, pace)


def pieces_of(part: Piece, pace: Pace) -> Iterator[LogPiece]:
    """The games of a part of an input, piece by piece."""
    outcomes = part.outcomes()
    while some := list(islice(outcomes, _OTHERS)):
        yield LogPiece(part.file, None, some, some.__iter__)
