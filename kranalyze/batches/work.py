"""What a batch is asked to do, and the making of one shard: here, in another process, on another machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kranalyze.batches import store
from kranalyze.batches.store import TABLES, Shard, Store, Task
from kranalyze.deal import Seat
from kranalyze.frozen import frozen
from kranalyze.games import GAMES, Contract, Game, get_game
from kranalyze.kpn.reader import collected
from kranalyze.kpn.record import KpnError
from kranalyze.parallel import Stop, Stopped
from kranalyze.read import Piece, all_known, without
from kranalyze.version import version

if TYPE_CHECKING:
    import pyarrow as pa

#: Deals or games worked at between two looks at whether to stop.
_STEP = {"table": 256, "selfish": 16, "analyze": 64}


class BatchError(RuntimeError):
    """The batch cannot go on; what is finished stays, and the same call goes on from there."""


@frozen
class Settings:
    """All that the rows hang on beside the records: what ``batch`` takes, and versions.

    Attributes:
        program: version of the program.
        formats: versions of the directory and of the columns.
    """

    task: Task
    game: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    contracts: tuple[str, ...] | None = None
    declarers: tuple[str, ...] | None = None
    selfish: bool = False
    best: bool = True
    single_dummy: bool = False
    bids: bool = True
    program: str = ""
    formats: tuple[str, ...] = ()

    def name(self, piece: Piece) -> str:
        """The name of the shard of a piece: two shards of one name have the same rows."""
        said = json.dumps(asdict(self), sort_keys=True).encode()
        return hashlib.sha256(hashlib.sha256(said).digest() + piece.content).hexdigest()[:32]


def settings_of(
    task: str, game: str | None = None, rules: Mapping[str, str] | None = None,
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | int | str] | None = None, **asked: bool,
) -> Settings:  # fmt: skip
    """Settings, held against what the games know.

    Args:
        asked: ``selfish``, ``best``, ``single_dummy`` and ``bids``.

    Raises:
        ValueError: an unknown task, game, rule option, contract or seat, or a choice that the task lacks.
    """
    asked_for = next((known for known in TABLES if known == task), None)
    if asked_for is None:
        raise ValueError(f"unknown task {task!r}: {' or '.join(TABLES)}")
    games = [get_game(game)] if game is not None else list(GAMES.values())
    rows = [row.id if isinstance(row, Contract) else row for row in contracts or ()]
    for row in rows:
        _known(games, partial(Game.contract, name=row), f"contract {row!r}")
    rules = dict(rules or {})
    for option, value in rules.items():
        _known(games, partial(Game.under, given={option: value}), f"rule option {option}={value}")
    seats = {Seat.parse(d) for d in declarers or ()}
    table, analysis = task == "table", task == "analyze"
    columns = import_module("kranalyze.answers.gathering" if table else "kranalyze.analysis.gamecolumns")
    found = Settings(
        task=asked_for,
        game=None if game is None else games[0].id,
        rules=dict(sorted(rules.items())),
        contracts=None if contracts is None else tuple(sorted(set(rows))),
        declarers=None if declarers is None else tuple(s.name for s in Seat if s in seats),
        program=version(),
        formats=(store.FORMAT_VERSION, columns.FORMAT_VERSION),
        **asked,
    )
    for wrong, why in (
        (not table and (contracts is not None or declarers is not None or found.selfish),
         "contracts, declarers and selfish choose rows of a table; this task makes none"),
        (not analysis and not found.best, "only an analysis looks for the best contract"),
        (not analysis and found.single_dummy,
         "only an analysis judges cards on what their players could know"),
        (not found.bids and not found.single_dummy, "only a single-dummy analysis judges bids"),
    ):  # fmt: skip
        if wrong:
            raise ValueError(why)
    return found


def _known(games: Sequence[Game], ask: Callable[[Game], object], what: str) -> None:
    """Refuse what none of the games knows."""
    for game in games:
        try:
            ask(game)
            return
        except ValueError:
            if len(games) == 1:
                raise
    raise ValueError(f"no game has the {what}")


@frozen
class Job:
    """A shard to be made: its name, the absolute path of the directory, what to make of which records."""

    name: str
    folder: str
    settings: Settings
    piece: Piece


#: The tables of a shard before they are written, what is wrong, and how many records gave rows.
_Made = tuple[dict[str, "pa.Table"], list[KpnError], int]


def make_shard(job: Job, stop: Stop | None = None) -> Shard:
    """Make a shard and write it, unless it is there already.

    Raises:
        OSError: it cannot be written.
        Stopped: ``stop`` was set.
        BatchError: this process runs another version of the program.
    """
    settings, piece = job.settings, job.piece
    if settings.program != version():
        here, there = version(), settings.program
        raise BatchError(f"a worker has kranalyze {here}, the batch was started by {there}")
    held = Store(Path(job.folder), settings.task)
    shard, _ = held.look(job.name)
    if shard is not None:
        return shard
    make = _table if settings.task == "table" else _analysis
    tables, problems, done = make(piece, settings, stop)
    problems.sort(key=lambda p: (p.line, p.column))
    errors = sum(p.severity == "error" for p in problems)
    shard = Shard(
        name=job.name,
        file=piece.file,
        first=piece.start.index,
        records=piece.records,
        done=done,
        errors=errors,
        warnings=len(problems) - errors,
        rows={name: table.num_rows for name, table in tables.items()},
    )
    held.write(shard, tables, problems)
    return shard


def _look(stop: Stop | None) -> None:
    if stop is not None and stop.is_set():
        raise Stopped


def _one(tables: Sequence[pa.Table]) -> pa.Table:
    import pyarrow as pa

    return pa.concat_tables(tables).unify_dictionaries()


def _table(piece: Piece, settings: Settings, stop: Stop | None) -> _Made:
    """All questions of each deal; neighbours of one game and one set of rules go together."""
    import polars as pl

    from kranalyze.answers.gathering import COLUMNS, described, schema_of
    from kranalyze.answers.plan import Plan
    from kranalyze.answers.tables import kinds_of, plans_of, solved

    columns, plans = all_known(piece.columns()), dict[tuple[str, str | None], Plan]()
    chosen = settings.contracts, settings.declarers, settings.rules, settings.selfish
    for game, rules in kinds_of(columns.frame):
        alike = (pl.col("game") == game) & pl.col("rules").eq_missing(pl.lit(rules))
        try:
            plans |= plans_of(columns.frame.filter(alike).head(1), *chosen)
        except ValueError as error:
            columns = without(columns, alike, str(error))
    problems, tables, done = columns.problems, [], 0
    for batch in solved(columns.frame, plans, 1, size=_STEP["selfish" if settings.selfish else "table"]):
        _look(stop)
        tables.append(batch.table)
        done += batch.deals - len(batch.problems)
        problems += batch.problems
    # Rules that were written otherwise may be the same ones.
    games = {json.dumps([p.game.id, p.game.in_force], sort_keys=True): p.game for p in plans.values()}
    schema = schema_of(list(games.values())) if games else described(COLUMNS, {})
    tables = [table.replace_schema_metadata(schema.metadata) for table in tables] or [schema.empty_table()]
    return {"table": _one(tables)}, problems, done


def _analysis(piece: Piece, settings: Settings, stop: Stop | None) -> _Made:
    """The analysis of each game."""
    from kranalyze.analysis import analyze_records

    alone, bids = settings.single_dummy, settings.single_dummy and settings.bids
    file = collected(piece.file, piece.outcomes())
    problems, known = list(file.problems), set(file.problems)
    parts = [analyze_records([], single_dummy=alone, bids=bids).tables]
    for at in range(0, len(file.records), _STEP["analyze"]):
        _look(stop)
        some = file.records[at : at + _STEP["analyze"]]
        found = analyze_records(some, best=settings.best, single_dummy=alone, bids=bids, stop=stop)
        parts.append(found.tables)
        problems += (p for p in found.problems if p not in known)
    tables = {name: _one([part[name] for part in parts]) for name in parts[0]}
    return tables, problems, tables["games"].num_rows
