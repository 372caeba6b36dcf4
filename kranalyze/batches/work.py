"""Check the settings of a batch, and make a shard. Any process on any machine can make shards.

A shard is a part of a batch: the results for some consecutive records.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from kranalyze.batches import store
from kranalyze.batches.store import Shard, Store, TaskName
from kranalyze.deal import Seat
from kranalyze.games import GAMES, Contract, Game, get_game
from kranalyze.kpn.kpnerror import KpnError
from kranalyze.parallel import Stop, Stopped
from kranalyze.read import Piece, drop_deals, keep_known_deals
from kranalyze.version import VERSION

if TYPE_CHECKING:
    import pyarrow as pa

    from kranalyze.analysis import Part

#: How many deals or games a worker handles between two checks of the stop signal, for each kind of work.
_STEP = {"table": 256, "selfish": 16, "analyze": 512}


#: The module that defines the columns of the result tables, for each task that works on records.
_COLUMNS: Mapping[TaskName, str] = {
    "table": "kranalyze.answers.gathering", "analyze": "kranalyze.analysis.gamecolumns",
}  # fmt: skip


class BatchError(RuntimeError):
    """Raised if a batch cannot continue. Finished shards are kept, so the same call resumes the batch."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The arguments of ``batch`` and the versions on which the rows depend. Equal settings give equal rows.

    Attributes:
        task: name of the task.
        game: id of the game of all records. None: each record names its game.
        rules: rule options. They override the rule options of the records.
        contracts: ids of the contracts in a table of answers. None: all contracts.
        declarers: letters of the declarers in a table of answers. None: all seats.
        selfish: whether a table of answers includes contracts in which more than two parties play against
            each other.
        where: condition in SQL on the rows of a table of answers. None: all rows.
        features: whether a table of answers has columns with hands and their features.
        best: whether an analysis finds the best contract of each seat.
        single_dummy: whether an analysis also judges cards by what their players could know.
        bids: whether a single-dummy analysis judges bids.
        program: version of the program.
        formats: two versions: of the format of the directory, and of the format of the columns.
    """

    task: TaskName
    game: str | None = None
    rules: Mapping[str, str] = field(default_factory=dict)
    contracts: tuple[str, ...] | None = None
    declarers: tuple[str, ...] | None = None
    selfish: bool = False
    where: str | None = None
    features: bool = False
    best: bool = True
    single_dummy: bool = False
    bids: bool = True
    program: str = ""
    formats: tuple[str, ...] = ()

    def shard_name(self, piece: Piece) -> str:
        """Return the name of the shard that is made from a piece of input.

        Shards of equal name have equal rows.
        """
        digest = hashlib.sha256(json.dumps(asdict(self), sort_keys=True).encode()).digest()
        return hashlib.sha256(digest + piece.content_hash).hexdigest()[:32]


def check_settings(
    task: str, game: str | None = None, rules: Mapping[str, str] | None = None,
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | str | int] | None = None, where: str | None = None, **switches: bool,
) -> Settings:  # fmt: skip
    """Check the arguments of ``batch``, and return them as settings.

    Args:
        task: name of the task.
        game: id or name of the game.
        rules: rule options.
        contracts: the contracts in a table of answers. None: all contracts.
        declarers: the declarers in a table of answers. None: all seats.
        where: condition in SQL on the rows of a table of answers. None: all rows.
        switches: ``selfish``, ``features``, ``best``, ``single_dummy`` and ``bids``.

    Raises:
        ValueError: a name is unknown, or a given setting does not belong to the task.
    """
    known_task = next((known for known in _COLUMNS if known == task), None)
    if known_task is None:
        raise ValueError(f"unknown task {task!r}: {' or '.join(_COLUMNS)}")
    games = [get_game(game)] if game is not None else list(GAMES.values())
    rows = [row.id if isinstance(row, Contract) else row for row in contracts or ()]
    for row in rows:
        _check_any_game_knows(games, partial(Game.contract, name=row), f"contract {row!r}")
    rules = dict(rules or {})
    for option, value in rules.items():
        _check_any_game_knows(
            games, partial(Game.under, rules={option: value}), f"rule option {option}={value}"
        )
    seats = {Seat.parse(d) for d in declarers or ()}
    table = task == "table"
    analysis = task == "analyze"
    columns = import_module(_COLUMNS[known_task])
    settings = Settings(
        task=known_task,
        game=None if game is None else games[0].id,
        rules=dict(sorted(rules.items())),
        contracts=None if contracts is None else tuple(sorted(set(rows))),
        declarers=None if declarers is None else tuple(s.name for s in Seat if s in seats),
        where=where,
        program=VERSION,
        formats=(store.FORMAT_VERSION, columns.FORMAT_VERSION),
        **switches,
    )
    for is_wrong, message in (
        (not table and (contracts is not None or declarers is not None or settings.selfish),
         "contracts, declarers and selfish choose rows of a table; this task makes none"),
        (not table and (where is not None or settings.features),
         "where and features concern a table; this task makes none: "
         "for logged games, `stats` takes conditions"),
        (not analysis and not settings.best, "only an analysis looks for the best contract"),
        (not analysis and settings.single_dummy,
         "only an analysis judges cards on what their players could know"),
        (not settings.bids and not settings.single_dummy, "only a single-dummy analysis judges bids"),
    ):  # fmt: skip
        if is_wrong:
            raise ValueError(message)
    if where is not None:
        import_module("kranalyze.answers.rowconditions").row_extras(where=where)
    return settings


def _check_any_game_knows(games: Sequence[Game], look_up: Callable[[Game], object], name: str) -> None:
    """Raise a ValueError if no game has a certain name, for example the name of a contract.

    Args:
        games: the games.
        look_up: function that looks up the name in a game. It raises a ValueError if the game lacks the name.
        name: what was looked up, as text for the error message.
    """
    for game in games:
        try:
            look_up(game)
            return
        except ValueError:
            if len(games) == 1:
                raise
    raise ValueError(f"no game has the {name}")


@dataclass(frozen=True, slots=True)
class Job:
    """A shard that is to be made. A shard is the part of a batch's results for some consecutive records."""

    name: str  # name of the shard
    folder: str  # absolute path of the batch's directory
    settings: Settings
    piece: Piece  # the records of the shard


#: The contents of a shard before it is written: the tables by name, the errors and warnings, and the number
#: of finished records. A record is also finished if the condition ``where`` leaves out all its rows.
_Made = tuple[dict[str, "pa.Table"], list[KpnError], int]


def make_shard(job: Job, stop: Stop | None = None) -> Shard:
    """Make and write a shard, unless it already exists.

    Raises:
        OSError: a file cannot be written.
        Stopped: ``stop`` was set.
        BatchError: another version of the program has started the batch.
    """
    settings = job.settings
    piece = job.piece
    if settings.program != VERSION:
        message = f"a worker has kranalyze {VERSION}, the batch was started by {settings.program}"
        raise BatchError(message)
    shard_store = Store(Path(job.folder), settings.task)
    shard, _ = shard_store.read_and_check_damage(job.name)
    if shard is not None:
        return shard
    make = _table if settings.task == "table" else _analysis
    tables, problems, done = make(piece, settings, stop)
    problems.sort(key=lambda p: (p.line, p.column))
    errors = sum(p.severity == "error" for p in problems)
    shard = Shard(
        name=job.name,
        file=piece.file,
        first=piece.start.game,
        records=piece.records,
        done=done,
        errors=errors,
        warnings=len(problems) - errors,
        rows={name: table.num_rows for name, table in tables.items()},
    )
    shard_store.write(shard, tables, problems)
    return shard


def _raise_if_stopped(stop: Stop | None) -> None:
    """Raise ``Stopped`` if the stop signal is set."""
    if stop is not None and stop.is_set():
        raise Stopped


def _concatenated(tables: Sequence[pa.Table]) -> pa.Table:
    """Concatenate tables with the same schema. Store equal texts only once."""
    import pyarrow as pa

    return pa.concat_tables(tables).unify_dictionaries()


def _table(piece: Piece, settings: Settings, stop: Stop | None) -> _Made:
    """Solve all contracts on each deal in a piece of the input. Return the contents of the piece's shard."""
    import polars as pl

    from kranalyze.answers.columntypes import documented_schema
    from kranalyze.answers.gathering import TABLE_COLUMNS, answer_table_schema
    from kranalyze.answers.plan import Plan
    from kranalyze.answers.rowconditions import row_extras
    from kranalyze.answers.tables import games_with_rules, make_plans, solve_batches

    extras = row_extras(hands=settings.features, features=settings.features, where=settings.where)
    columns = keep_known_deals(piece.columns())
    plans: dict[tuple[str, str | None], Plan] = {}
    chosen = settings.contracts, settings.declarers, settings.rules, settings.selfish
    for game, rules in games_with_rules(columns.frame):
        has_rules = (pl.col("game") == game) & pl.col("rules").eq_missing(pl.lit(rules))
        try:
            plans |= make_plans(columns.frame.filter(has_rules).head(1), *chosen)
        except ValueError as error:
            columns = drop_deals(columns, has_rules, str(error))
    problems = columns.problems
    tables: list[pa.Table] = []
    done = columns.frame.height  # a deal counts as done even if a condition leaves it without rows
    step = _STEP["selfish" if settings.selfish else "table"]
    for batch in solve_batches(columns.frame, plans, 1, size=step, extras=extras):
        _raise_if_stopped(stop)
        tables.append(batch.table)
        done -= len(batch.problems)
        problems += batch.problems
    # The same rules can be written in different ways, and each way of writing has its own plan. List each set
    # of rules only once.
    games = {json.dumps([p.game.id, p.game.in_force], sort_keys=True): p.game for p in plans.values()}
    schema = documented_schema((*TABLE_COLUMNS, *extras.columns), {})
    if games:
        schema = answer_table_schema(list(games.values()), extras)
    tables = [table.replace_schema_metadata(schema.metadata) for table in tables] or [schema.empty_table()]
    return {"table": _concatenated(tables)}, problems, done


def _analysis(piece: Piece, settings: Settings, stop: Stop | None) -> _Made:
    """Analyse each game in a piece of the input. Return the contents of the piece's shard."""
    from kranalyze.analysis import analyze_records

    single_dummy = settings.single_dummy
    bids = single_dummy and settings.bids
    tables = list[Mapping[str, "pa.Table"]]()
    problems: list[KpnError] = []
    parts = _single_dummy_parts(piece, settings, stop) if single_dummy else _parts(piece, settings)
    for outcomes, analysis in parts:
        _raise_if_stopped(stop)
        tables.append(analysis.tables)
        problems += (problem for outcome in outcomes for problem in outcome.problems)
        problems += analysis.problems
    if not tables:
        tables.append(analyze_records([], single_dummy=single_dummy, bids=bids).tables)
    joined = {name: _concatenated([part[name] for part in tables]) for name in tables[0]}
    return joined, problems, joined["games"].num_rows


def _parts(piece: Piece, settings: Settings) -> Iterator[Part]:
    """Analyse the games of a piece of the input with all cards open.

    Each yielded part has the results for some consecutive games.
    """
    from kranalyze.analysis import analyze_piece
    from kranalyze.parallel import Pace
    from kranalyze.read.logpieces import cut_log

    step = _STEP["analyze"]
    for part in cut_log(piece, Pace(step, step)):
        yield analyze_piece(part, settings.best)


def _single_dummy_parts(piece: Piece, settings: Settings, stop: Stop | None) -> Iterator[Part]:
    """Analyse the games of a piece of the input one by one.

    Judge each game with all cards open, and also by what the players could know (single dummy).
    """
    from kranalyze.analysis import analyze_records

    for outcome in piece.outcomes():
        records = [] if outcome.record is None else [outcome.record]
        yield (
            [outcome],
            analyze_records(records, best=settings.best, single_dummy=True, bids=settings.bids, stop=stop),
        )
