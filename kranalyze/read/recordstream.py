"""Read the records of a file one by one. Memory does not grow with the file."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping

from kranalyze.arguments import Expected, checked
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.games import Game, get_game
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.kpn.record import Record
from kranalyze.read.pieces import input_pieces
from kranalyze.read.sources import is_typed_deal


@checked(path=Expected.FILE, game=Expected.GAME, rules=Expected.RULES)
def records(
    path: str | os.PathLike[str], *, game: str | Game | None = None, rules: Mapping[str, str] | None = None,
    report: Callable[[KpnError], object] | None = None,
) -> Generator[Record, None, None]:  # fmt: skip
    """Read the records or deals of a file one by one. The file may be larger than memory.

    A deal becomes a record in which only ``deal``, ``board`` and ``dealer`` are known.

    Args:
        path: a file (KPN, CSV or Parquet), ``-`` (standard input), or the text of a deal. If the file does
            not exist, the bundled file with this name is read.
        game: card game of all records. It overrides the games that records name. None: each record names its
            game.
        rules: rule options. They override the rule options in the records.
        report: function that is called with each error and each warning. None: the first error is raised,
            and warnings are ignored.

    Yields:
        The records without errors, in the order of the file.

    Raises:
        KpnError: a record has an error, and ``report`` is None.
        OSError: the file cannot be read.
        ValueError: the game is unknown.

    >>> sum(record.contract == "bettler" for record in records("simulated-log.kpn"))
    3
    """
    name = os.fspath(path)
    game_id = None if game is None else get_game(game).id
    if name != "-" and not is_typed_deal(name):
        path_of_own_or_bundled(name).stat()  # raise an OSError now, not when the first record is read
    return _records(name, game_id, rules or {}, report)


def _records(
    name: str, game: str | None, rules: Mapping[str, str], report: Callable[[KpnError], object] | None
) -> Generator[Record, None, None]:
    """Yield the records as ``records`` does, for arguments that have already been checked."""
    for piece in input_pieces(name, None, game, rules, strict=True):
        if not piece.has_records:
            deals, problems = piece.deals()
            _report(problems, report)
            yield from deals
            continue
        for outcome in piece.outcomes():
            _report(outcome.problems, report)
            if outcome.record is not None:
                yield outcome.record


def _report(
    problems: tuple[KpnError, ...] | list[KpnError], report: Callable[[KpnError], object] | None
) -> None:
    """Call ``report`` with each problem. If there is no ``report``, raise the first error."""
    for problem in problems:
        if report is not None:
            report(problem)
        elif problem.severity == "error":
            raise problem
