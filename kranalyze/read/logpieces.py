"""The games of a log in pieces: the ordinary ones as columns, all others as the reader has them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from itertools import islice

from kranalyze.core.ordinary import Ordinary, Rules, rules_of
from kranalyze.frozen import frozen
from kranalyze.kpn import Outcome
from kranalyze.read.cells import Rows
from kranalyze.read.pieces import Piece, cut
from kranalyze.read.rowgames import outcomes_of
from kranalyze.read.rowscan import scanned_rows
from kranalyze.read.scanning import knowing, no_game, walked

#: Records that the reader reads for one piece at most.
_OTHERS = 64


@frozen
class LogPiece:
    """Games that follow one another in a file.

    Attributes:
        file: name of the file.
        ordinary: those that are ordinary.
        others: what the reader says of the others, comments after the last game apart.
    """

    file: str
    ordinary: Ordinary
    others: list[Outcome] = field(default_factory=list)


def log_pieces(
    source: str, game: str | None, rules: Mapping[str, str], room: Callable[[], int] = lambda: 1024
) -> Iterator[LogPiece]:
    """The games of a FILE argument, piece by piece; nothing wrong is left out, as by ``read_games``.

    Args:
        game: taken for the game of every record, whatever its tag says.
        rules: rule options over those of the records.
        room: ordinary games of the next piece at most.
    """
    known = rules_of(tuple(knowing(rules)))
    ids = [row.id for row in known.games]
    for part in cut(source, None, game, rules):
        rows = part.data
        told_at_once = isinstance(rows, Rows) and rows.logged and rows.starts is None and not rows.problems
        if isinstance(rows, Rows) and told_at_once and rows.cells.height:
            yield from _of_rows(part, rows, known, room)
            continue
        text = part.text()
        outcomes = iter(()) if text else part.outcomes()
        while held := list(islice(outcomes, _OTHERS)):
            yield LogPiece(part.file, Ordinary(known, 0), held)
        if not text:
            continue
        some = False
        for one in walked(text, part.file, game, rules, None, ids, lambda: Ordinary(known, room()), _OTHERS):
            if isinstance(one, Outcome):
                held.append(one)
                some = some or bool(one.record or one.problems)
            else:
                yield LogPiece(part.file, one, held)
                held, some = [], some or one.count > 0
        if not some:
            held.append(Outcome(None, (no_game(part.file),)))
        if held:
            yield LogPiece(part.file, Ordinary(known, 0), held)


def _of_rows(part: Piece, rows: Rows, known: Rules, room: Callable[[], int]) -> Iterator[LogPiece]:
    """The rows of a table of games."""
    at = 0
    while at < rows.cells.height:
        some = rows.cells[at : at + room()]
        columns, left = scanned_rows(some, known, part.game)
        rest = replace(rows, cells=some[left], count=len(left))
        others = list(outcomes_of(rest, part.file, part.game, part.rules)) if left else []
        yield LogPiece(part.file, columns, others)
        at += some.height
