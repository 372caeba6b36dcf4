"""A whole log studied: its games analysed, or written back with the marks of their cards."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeAlias

import pyarrow as pa

from kranalyze.analysis import Analysed, Analysis, analyses, analyze_log, analyze_records
from kranalyze.analysis.annotate import annotated_games
from kranalyze.arguments import ArgumentError, checked
from kranalyze.games import Game, get_game
from kranalyze.kpn import Broken, KpnError, KpnFile, Outcome, Record, iter_kpn, record_text
from kranalyze.read import read_games
from kranalyze.read.logpieces import LogPiece, log_pieces
from kranalyze.read.sources import path_of

#: What functions about logged games take.
Log: TypeAlias = str | os.PathLike[str] | KpnFile | Record | Iterable[Record]


def outcomes_of(
    log: Log, game: str | None = None, rules: Mapping[str, str] | None = None
) -> Iterator[Outcome]:
    """The games of a log, those of a file as they are read.

    Raises:
        OSError: the file cannot be read.
        ArgumentError: what is no log.
    """
    if isinstance(log, str | os.PathLike):
        yield from read_games(os.fspath(log), game, rules, strict=True)
        return
    if isinstance(log, KpnFile):
        yield from (Outcome(None, (), broken) for broken in log.broken)
        yield Outcome(None, log.problems)
        log = log.records
    if not isinstance(log, Record | Iterable):
        raise ArgumentError("log", "a file, what read_kpn gives, or a list of records", log)
    records: list[Any] = [log] if isinstance(log, Record) else list(log)
    for record in records:
        if not isinstance(record, Record):
            raise ArgumentError("log", "a list of records", record)
    for record in records:
        yield from _again(record, game, rules) if game is not None or rules else (Outcome(record, ()),)


def _again(record: Record, game: str | None, rules: Mapping[str, str] | None) -> Iterator[Outcome]:
    """A record under other rules; one that they break is left out, and told among the problems."""
    for outcome in iter_kpn(record_text(record), record.file, game, rules):
        told = (
            KpnError(record.file, record.line + p.line - 1, p.column, p.severity, p.message, record.index)
            for p in outcome.problems
        )
        read = outcome.record and replace(outcome.record, index=record.index, line=record.line)
        yield Outcome(read, tuple(told))


@checked
def analyze(
    log: Log,
    *,
    game: str | Game | None = None,
    rules: Mapping[str, str] | None = None,
    best: bool = True,
    single_dummy: bool = False,
    bids: bool = True,
    workers: int | None = None,
) -> Analysis:
    """What logged games were worth, and what every card cost.

    Args:
        log: the name of a file, what ``read_kpn`` gives, a record or records.
        game: taken for the game of every record, whatever its tag says.
        rules: rule options over those of the records.
        best: look for the best contract and those passed up too, which in some games takes longest.
        single_dummy: judge cards and bids also on what players could know; up to some seconds a game.
        bids: with it, else nothing is said of bids.
        workers: threads, default all cores.

    Returns:
        The tables of games, cards and players; records with errors are among its ``problems``.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown game or rule option.

    >>> found = analyze("simulated-log.kpn", best=False)
    >>> found.games.select("board", "hand_w", "auction", "contract", "verdict").row(1)
    ('2', 'KT.Q.A.AQ', 'bettler durchmarsch gut gut gut', 'durchmarsch', 'lost')
    """
    name = None if game is None else get_game(game).id
    problems: list[KpnError] = []

    def records() -> Iterator[Record]:
        for outcome in outcomes_of(log, name, rules):
            problems.extend(outcome.problems)
            if outcome.record is not None:
                yield outcome.record

    def slowly() -> Iterator[Analysis]:
        return analyses(records(), best=best, single_dummy=single_dummy, bids=bids, workers=workers)

    if single_dummy or not isinstance(log, str | os.PathLike) or os.fspath(log) == "-":
        return _joined(slowly(), problems)
    file = os.fspath(log)
    path_of(file).stat()  # what cannot be read is an OSError

    def pieces(room: Callable[[], int]) -> Iterator[LogPiece]:
        for piece in log_pieces(file, name, rules or {}, room):
            problems.extend(problem for outcome in piece.others for problem in outcome.problems)
            yield piece

    found = _joined(analyze_log(pieces, best=best, workers=workers), problems)
    return replace(found, analysed=Later(lambda: [game for part in slowly() for game in part.analysed]))


class Later(Sequence[Analysed]):
    """Games as objects, made when somebody looks: the tables do not need them."""

    def __init__(self, make: Callable[[], Sequence[Analysed]]) -> None:
        self._games = lru_cache(make)

    def __len__(self) -> int:
        return len(self._games())

    def __getitem__(self, place: Any) -> Any:
        return self._games()[place]


def _joined(parts: Iterable[Analysis], problems: list[KpnError]) -> Analysis:
    """Parts of a log as one."""
    found = list(parts) or [analyze_records([])]
    tables = {}
    for name in found[0].tables:
        tables[name] = pa.concat_tables(part.tables[name] for part in found).unify_dictionaries()
    every = (*problems, *(problem for part in found for problem in part.problems))
    return Analysis(tables, every, tuple(game for part in found for game in part.analysed))


@checked
def annotate(
    log: Log,
    *,
    game: str | Game | None = None,
    rules: Mapping[str, str] | None = None,
    single_dummy: bool = False,
    workers: int | None = None,
) -> KpnFile:
    """A log with ``?`` and ``??`` at the cards that cost something, and a note at each.

    Args:
        log, game, rules, single_dummy, workers: as for ``analyze``.

    Returns:
        The games in their order, those with errors as they were written; ``write_kpn`` writes them.

    Raises:
        OSError: the file cannot be read.
        ValueError: an unknown game or rule option.

    >>> marked = annotate("simulated-log.kpn")
    >>> marked.records[1].notes[0].text
    'kranalyze: cost 80 (+40 to -40), best ST'
    """
    name = None if game is None else get_game(game).id
    problems: list[KpnError] = []
    outcomes = outcomes_of(log, name, rules)
    games = list(annotated_games(outcomes, problems.extend, single_dummy=single_dummy, workers=workers))
    file = os.fspath(log) if isinstance(log, str | os.PathLike) else "<records>"
    records = tuple(one for one in games if isinstance(one, Record))
    return KpnFile(file, records, tuple(problems), tuple(one for one in games if isinstance(one, Broken)))
