"""Split a log of games into pieces: games without problems as columns, and all other games as records.

Reading columns is faster than reading records, but is possible only for games in a plain spelling.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice

import pyarrow as pa

from kranalyze.core.arrow import arrays_of_scan, int_array
from kranalyze.core.logscan import LogScan
from kranalyze.kpn import Outcome
from kranalyze.parallel import Pace
from kranalyze.read.judgedlog import FRENCH, TAGS, JudgedLog
from kranalyze.read.lacking import no_games_error
from kranalyze.read.pieces import Piece, input_pieces
from kranalyze.read.rows import Rows
from kranalyze.read.scanning import (
    Walked,
    apply_rules_to_games_having_them,
    scan_plain_games_in_batches,
    vocabulary_of_game_names,
)

#: ``_OTHERS``: a piece of KPN ends after this many games that were read as records. ``_LEAST``: towards the
#: end of a table, the pieces of the table get smaller, down to this many rows.
_OTHERS, _LEAST = 64, 512


@dataclass(frozen=True, slots=True)
class JudgedPiece:
    """The judged games of a piece: plain games as columns, and other games as records.

    Attributes:
        log: the games without problems, as columns. None: no game could be read as columns.
        others: the results of reading all other games as records. A result can also have only comments.
        again: function that reads the games of ``log`` again, and returns them as records.
    """

    log: JudgedLog | None
    others: list[Outcome]
    again: Callable[[], Iterable[Outcome]] = field(default=tuple)

    @property
    def outcomes_in_file_order(self) -> list[Outcome]:
        """The results of reading all games as records, in file order. Results without a record come first."""
        outcomes = [*self.again(), *self.others]
        return sorted(outcomes, key=lambda o: -1 if o.record is None else o.record.index)


@dataclass(frozen=True, slots=True)
class LogPiece:
    """A piece of a log: some games of a file that follow each other.

    Attributes:
        file: name of the file.
        count: how many games the piece has, including games with errors.
        judged: function that returns the judged games. For rows of a table, the function reads and judges the
            games first.
    """

    file: str
    count: int
    judged: Callable[[], JudgedPiece]


def log_pieces(
    source: str, game: str | None, rules: Mapping[str, str], pace: Pace | None = None, workers: int = 0
) -> Iterator[LogPiece]:
    """Yield the games of a FILE argument of the command line in pieces.

    Every error and warning of the file belongs to one of the pieces.

    Args:
        source: the FILE argument.
        game: as for ``Piece``.
        rules: as for ``Piece``.
        pace: decides how many games a piece has. None: each piece has at most 1024 games.
        workers: how many workers judge the pieces. If there are several workers, the pieces of a table get
            smaller towards its end (see `Pace.cut_starts_and_lengths`).
    """
    pace = pace or Pace(1024, 1024)
    for part, more in _parts_and_whether_table_continues(input_pieces(source, None, game, rules)):
        yield from cut_log(part, pace, 0 if more else workers)


def cut_log(part: Piece, pace: Pace, workers: int = 0) -> Iterator[LogPiece]:
    """Cut a part of a log into smaller pieces, and yield them. ``log_pieces`` explains the arguments."""
    rows = part.data
    if isinstance(rows, Rows) and rows.has_records:
        for at, size in pace.cut_starts_and_lengths(rows.cells.height, workers, _LEAST):
            judge = partial(_judge_into_columns_and_records, part, _some_rows(rows, at, size))
            yield LogPiece(part.file, size, judge)
        return
    text = part.text()
    if not text:
        outcomes = part.outcomes()
        while others := list(islice(outcomes, _OTHERS)):
            yield _piece(part, JudgedPiece(None, others))
        return
    words, has_games = vocabulary_of_game_names(part.rules), False
    ids = [row.id for row in apply_rules_to_games_having_them(part.rules)]

    def new_scan() -> LogScan:
        """Return an empty buffer for the games of the next piece."""
        return LogScan(words, pace.size)

    for found in scan_plain_games_in_batches(
        text, part.file, part.game, part.rules, part.start, ids, new_scan, _OTHERS
    ):
        has_others = any(outcome.record or outcome.problems for outcome in found.others)
        has_games = has_games or found.columns.count > 0 or has_others
        log = _log(found.columns, part.file) if found.columns.count else None
        yield _piece(part, JudgedPiece(log, found.others, _Again(part, found)))
    if not has_games:
        yield _piece(part, JudgedPiece(None, [Outcome(None, (no_games_error(part.file),))]))


def _piece(part: Piece, judged: JudgedPiece) -> LogPiece:
    """Return a piece whose games have already been judged."""
    count = (0 if judged.log is None else len(judged.log)) + len(judged.others)
    return LogPiece(part.file, count, lambda: judged)


def _parts_and_whether_table_continues(parts: Iterator[Piece]) -> Iterator[tuple[Piece, bool]]:
    """Yield each part of a log, and whether another part of the same table follows.

    For a table, take the next part from the iterator before yielding the current part, to find out whether
    there is a next part. For other files this order is impossible: the current part must be read before the
    next part is taken.
    """
    for part in parts:
        while isinstance(part.data, Rows) and (after := next(parts, None)) is not None:
            yield part, True
            part = after
        yield part, False


def _log(scan: LogScan, file: str) -> JudgedLog:
    """Convert the games that the C core has read and judged to a log in columns."""
    texts = arrays_of_scan(scan)
    names = {"player_n": "north", "player_e": "east", "player_s": "south", "player_w": "west"}
    return JudgedLog(
        tuple(scan.vocabulary.games),
        scan.judged,
        pa.DictionaryArray.from_arrays(pa.repeat(pa.scalar(0, pa.int32()), scan.count), [file]),
        int_array("I", scan.columns["index"], scan.count),
        int_array("I", scan.columns["line"], scan.count),
        pa.repeat(FRENCH, scan.count),
        {name: texts[names.get(name, name)] for name in TAGS},
    )


@dataclass(frozen=True, slots=True)
class _Again:
    """A function that reads the games of a piece again, as records.

    It is an object of a class, because ``pickle`` cannot send nested functions to other processes.
    """

    part: Piece
    found: Walked[LogScan]

    def __call__(self) -> Iterator[Outcome]:
        from kranalyze.kpn.reader import Reader

        part, found = self.part, self.found
        indexes = set(memoryview(found.columns.columns["index"]).cast("I")[: found.columns.count])
        reader = Reader(bytes(found.text), part.file, part.game, part.rules, found.start)
        return (o for o in reader.outcomes() if o.record is not None and o.record.index in indexes)


def _some_rows(rows: Rows, at: int, size: int) -> Rows:
    """Return ``size`` rows from index ``at`` on, with the problems of these rows."""
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


def _judge_into_columns_and_records(part: Piece, rows: Rows) -> JudgedPiece:
    """Judge the rows of a table of games. Plain rows become columns, all other rows become records."""
    from kranalyze.read.loggedrows import games_of_rows
    from kranalyze.read.rowcolumns import judge_plain_rows

    asked = part.file, part.game, part.rules
    taken = None if rows.starts is not None else judge_plain_rows(rows.cells, *asked)
    if taken is None:
        return JudgedPiece(None, list(games_of_rows(rows, *asked)))
    taken_rows = set(taken.places)
    left = [place for place in range(rows.cells.height) if place not in taken_rows]
    others = (
        list(games_of_rows(rows._replace(cells=rows.cells[left]), *asked)) if left or rows.problems else []
    )
    again = rows._replace(cells=rows.cells[taken.places], problems=())
    return JudgedPiece(taken.log, others, partial(games_of_rows, again, *asked))
