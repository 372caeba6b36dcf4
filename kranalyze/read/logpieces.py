"""Split a log into pieces. Games without problems become columns, other games outcomes of the reader."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import pyarrow as pa

from kranalyze.core.arrow import ints, scanned
from kranalyze.core.logscan import LogScan
from kranalyze.kpn import Outcome
from kranalyze.parallel import Pace
from kranalyze.read.judgedlog import FRENCH, TAGS, JudgedLog
from kranalyze.read.lacking import no_game
from kranalyze.read.pieces import Piece, cut
from kranalyze.read.rows import Rows
from kranalyze.read.scanning import Walked, knowing, vocabulary, walked

#: Largest number of records that the reader of records reads for a piece; smallest number of rows of a
#: table's piece.
_OTHERS, _LEAST = 64, 512


@dataclass(frozen=True, slots=True)
class JudgedPiece:
    """Judged games.

    Attributes:
        log: games without problems, as columns; None if there are none.
        others: outcomes of the other games. Comments after the last game are left out.
        again: function that reads the games of ``log`` as records.
    """

    log: JudgedLog | None
    others: list[Outcome]
    again: Callable[[], Iterable[Outcome]] = field(default=tuple)

    @property
    def outcomes(self) -> list[Outcome]:
        """All games as records, in order."""
        known = [*self.again(), *self.others]
        return sorted(known, key=lambda one: -1 if one.record is None else one.record.index)


@dataclass(frozen=True, slots=True)
class LogPiece:
    """Consecutive games of a file.

    Attributes:
        file: name of the file.
        count: number of games, including those with errors.
        judged: function that judges the games. Rows of a table are read only when it is called.
    """

    file: str
    count: int
    judged: Callable[[], JudgedPiece]


def log_pieces(
    source: str, game: str | None, rules: Mapping[str, str], pace: Pace | None = None, workers: int = 0
) -> Iterator[LogPiece]:
    """Yield the games of a FILE argument in pieces, with all problems, as ``read_games`` does.

    Args:
        source: the FILE argument.
        game, rules: the attributes of ``Piece``.
        pace: decides the number of games in a piece.
        workers: number of workers. Pieces of a table get smaller towards its end (`Pace.cut`).
    """
    pace = pace or Pace(1024, 1024)
    for part, more in _ahead(cut(source, None, game, rules)):
        yield from pieces_of(part, pace, 0 if more else workers)


def pieces_of(part: Piece, pace: Pace, workers: int = 0) -> Iterator[LogPiece]:
    """Yield the games of a part of an input in pieces. ``log_pieces`` explains the arguments."""
    rows = part.data
    if isinstance(rows, Rows) and rows.logged:
        for at, size in pace.cut(rows.cells.height, workers, _LEAST):
            yield LogPiece(part.file, size, partial(_judged_rows, part, _some_rows(rows, at, size)))
        return
    text = part.text()
    if not text:
        outcomes = part.outcomes()
        while others := list(islice(outcomes, _OTHERS)):
            yield _piece(part, JudgedPiece(None, others))
        return
    words, some = vocabulary(part.rules), False
    ids = [row.id for row in knowing(part.rules)]

    def fresh() -> LogScan:
        return LogScan(words, pace.size)

    for found in walked(text, part.file, part.game, part.rules, part.start, ids, fresh, _OTHERS):
        some = some or found.columns.count > 0 or any(one.record or one.problems for one in found.others)
        log = _log(found.columns, part.file) if found.columns.count else None
        yield _piece(part, JudgedPiece(log, found.others, _Again(part, found)))
    if not some:
        yield _piece(part, JudgedPiece(None, [Outcome(None, (no_game(part.file),))]))


def _piece(part: Piece, judged: JudgedPiece) -> LogPiece:
    count = (0 if judged.log is None else len(judged.log)) + len(judged.others)
    return LogPiece(part.file, count, lambda: judged)


def _ahead(parts: Iterator[Piece]) -> Iterator[tuple[Piece, bool]]:
    """Yield each part, and whether another part of the same table follows.

    A part that is no table must be read before the next part is taken.
    """
    for part in parts:
        while isinstance(part.data, Rows) and (after := next(parts, None)) is not None:
            yield part, True
            part = after
        yield part, False


def _log(scan: LogScan, file: str) -> JudgedLog:
    """Convert scanned games to a log."""
    texts = scanned(scan)
    names = {"player_n": "north", "player_e": "east", "player_s": "south", "player_w": "west"}
    return JudgedLog(
        tuple(scan.vocabulary.games),
        scan.judged,
        pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), scan.count), [file]),
        ints("I", scan.columns["index"], scan.count),
        ints("I", scan.columns["line"], scan.count),
        pa.repeat(FRENCH, scan.count),
        {name: texts[names.get(name, name)] for name in TAGS},
    )


@dataclass(frozen=True, slots=True)
class _Again:
    """A function that reads scanned games again, as records."""

    part: Piece
    found: Walked[LogScan]

    def __call__(self) -> Iterator[Outcome]:
        from kranalyze.kpn.reader import Reader

        part, found = self.part, self.found
        taken = set(memoryview(found.columns.columns["index"]).cast("I")[: found.columns.count])
        reader = Reader(bytes(found.text), part.file, part.game, part.rules, found.start)
        return (one for one in reader.outcomes() if one.record is not None and one.record.index in taken)


def _some_rows(rows: Rows, at: int, size: int) -> Rows:
    """Return ``size`` rows from index ``at``, with their problems."""
    deals = rows.cells["deal"]
    first = deals[at] if at else -1
    last = deals[at + size] if at + size < len(deals) else None
    problems = tuple(
        problem
        for problem in rows.problems
        if first <= (place := -1 if problem.record is None else problem.record)
        and (last is None or place < last)
    )
    starts = None if rows.starts is None else rows.starts[at : at + size]
    return rows._replace(cells=rows.cells[at : at + size], problems=problems, starts=starts)


def _judged_rows(part: Piece, rows: Rows) -> JudgedPiece:
    """Judge rows of a table of games."""
    from kranalyze.read.loggedrows import outcomes_of
    from kranalyze.read.rowcolumns import take_rows

    asked = part.file, part.game, part.rules
    taken = None if rows.starts is not None else take_rows(rows.cells, *asked)
    if taken is None:
        return JudgedPiece(None, list(outcomes_of(rows, *asked)))
    known = set(taken.places)
    left = [place for place in range(rows.cells.height) if place not in known]
    others = list(outcomes_of(rows._replace(cells=rows.cells[left]), *asked)) if left or rows.problems else []
    again = rows._replace(cells=rows.cells[taken.places], problems=())
    return JudgedPiece(taken.log, others, partial(outcomes_of, again, *asked))
