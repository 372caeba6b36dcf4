"""Run a batch: cut the records into pieces, make a shard from each piece, write the tables of the batch.

A piece is a number of consecutive records. A shard is the part of the results that comes from one piece. A
job describes a shard that a worker has to make.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from kranalyze import forked, parallel
from kranalyze.arguments import Expected, checked
from kranalyze.batches import store
from kranalyze.batches.engines import pool_of_executor
from kranalyze.batches.store import ERRORS, MANIFEST, SHARDS, TABLES, Shard, Store, TaskName
from kranalyze.batches.work import BatchError, Job, Settings, check_settings, make_shard
from kranalyze.bundled import path_of_own_or_bundled
from kranalyze.deal import Seat
from kranalyze.files import name_text, replacing
from kranalyze.games import Contract, Game, get_game
from kranalyze.parallel import Pool, Progress, Stop, WorkersDied
from kranalyze.read.pieces import FRAME, Piece, cut_frame, input_pieces
from kranalyze.read.sources import is_typed_deal

if TYPE_CHECKING:
    import polars as pl

    from kranalyze.answers.tables import ArrowStream

    #: A frame of deals or games in memory.
    Frame: TypeAlias = pl.LazyFrame | ArrowStream

PLAYERS = "players"

#: Default number of records in a shard (a part of the results). Each shard has an overhead, so smaller shards
#: would waste time. ``SINGLE_DUMMY_SHARD_SIZE`` is the default for single-dummy analyses. This number is
#: smaller because a single-dummy analysis may take seconds per game.
SHARD_SIZE, SINGLE_DUMMY_SHARD_SIZE = 1000, 250

#: Maximum number of attempts to make a shard (a part of the results) if workers die during the attempts.
ATTEMPTS = 5

#: Maximum number of seconds to wait until this machine can see a shard that another machine has written.
VISIBLE_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class BatchResult:
    """A finished batch.

    Attributes:
        folder: the directory of the batch.
        task: ``table``, ``analyze`` or ``simulate``.
        shards: facts about the shards, in the order of the records.
        reused: number of shards that already existed. It is 0 if ``read_batch`` has read the batch.
        stale: number of old shards that were moved to ``stale/``: they belong to other inputs or settings.
        damaged: number of damaged shards that were made again.

    >>> import tempfile
    >>> from kranalyze import batch
    >>> with tempfile.TemporaryDirectory() as out:
    ...     made = batch("lessons.kpn", out, contracts=["koenigmord"])
    ...     made.records, made.errors, made.scan("table").collect().height
    (10, 0, 40)
    """

    folder: Path
    task: TaskName
    shards: tuple[Shard, ...]
    reused: int = 0
    stale: int = 0
    damaged: int = 0

    @property
    def records(self) -> int:
        """Number of records, including records with errors."""
        return sum(shard.records for shard in self.shards)

    @property
    def done(self) -> int:
        """Number of records that produced rows, or whose rows the condition ``where`` left out."""
        return sum(shard.done for shard in self.shards)

    @property
    def errors(self) -> int:
        """Number of errors. A record may have several errors."""
        return sum(shard.errors for shard in self.shards)

    @property
    def warnings(self) -> int:
        """Number of warnings."""
        return sum(shard.warnings for shard in self.shards)

    def paths(self, table: str) -> list[Path]:
        """Return the paths of the files of a table.

        The task ``table`` has the tables ``table`` and ``errors``. The task ``analyze`` has the tables
        ``games``, ``cards``, ``players`` and ``errors``. The task ``simulate`` has the table ``log``.

        Raises:
            ValueError: the task has no such table.
        """
        if (table == ERRORS and self.task != "simulate") or (table == PLAYERS and self.task == "analyze"):
            return [self.folder / f"{table}.parquet"]
        if table not in TABLES[self.task]:
            known = ", ".join(TABLES[self.task])
            raise ValueError(f"a batch of the task {self.task} has no table {table!r}, known: {known}")
        return [self.folder / table / f"{shard.name}.parquet" for shard in self.shards]

    def scan(self, table: str) -> pl.LazyFrame:
        """Return the rows of a table as a lazy frame, in the order of the records.

        Raises:
            ValueError: the task has no such table.
            RuntimeError: this process was forked, and so cannot use polars (see ``forked.check_not_forked``).
        """
        forked.check_not_forked()
        import polars as pl

        return pl.scan_parquet(self.paths(table), glob=False)


def read_batch(folder: str | os.PathLike[str]) -> BatchResult:
    """Read a finished batch from its directory.

    Raises:
        FileNotFoundError: the directory has no batch, or the batch is not finished.
        ValueError: another version of the program has written the batch.
    """
    manifest = store.read_manifest(Path(folder))
    if manifest is None:
        raise FileNotFoundError(2, "there is no finished batch", os.fspath(folder))
    shards = tuple(Shard(**shard) for shard in manifest["shards"])
    return BatchResult(Path(folder), manifest["task"], shards)


@checked(
    inputs=Expected.FILES_OR_FRAME, out=Expected.FILE, workers=Expected.COUNT, shard_size=Expected.COUNT,
    game=Expected.GAME, rules=Expected.RULES, contracts=Expected.CONTRACTS, declarers=Expected.SEATS,
    selfish=Expected.FLAG, where=Expected.TEXT, features=Expected.FLAG, best=Expected.FLAG,
    single_dummy=Expected.FLAG, bids=Expected.FLAG,
)  # fmt: skip
def batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] | Frame,
    out: str | os.PathLike[str], *,
    task: str = "table", executor: Executor | Pool | None = None, workers: int | None = None,
    shard_size: int | None = None, game: str | Game | None = None, rules: Mapping[str, str] | None = None,
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | str | int] | None = None, selfish: bool = False,
    where: str | None = None, features: bool = False, best: bool = True,
    single_dummy: bool = False, bids: bool = True, progress: Progress | None = None,
) -> BatchResult:  # fmt: skip
    """Solve or analyse any number of records. Write the results to a directory of Parquet files.

    The records are cut into pieces, and the results for a piece are a shard. A shard is written as a whole or
    not at all. The name of a shard is a hash of its records and the settings. After an interruption, the same
    call makes only the missing or damaged shards. The rows are the same as without the interruption. Memory
    does not grow with the number of records. Records with errors do not stop the batch. The file
    ``errors.parquet`` lists their errors.

    Args:
        inputs: files of records or deals (KPN, CSV, Parquet), ``-`` for standard input, deals written as
            text, or a frame (lazy or not) with the columns of such a file.
        out: the directory. If it has a batch of the same task, that batch is replaced. Shards that both
            batches need are kept. Other shards of the old batch are moved to ``stale/``.
        task: ``table`` (solve every contract for every declarer on each deal, as ``kranalyze.table`` does) or
            ``analyze`` (analyse each game).
        executor: a ``concurrent.futures.Executor`` whose workers can write to ``out``. It must not fork its
            processes. Default: threads.
        workers: number of threads, or number of shards that the executor makes at the same time.
        shard_size: number of records in a shard. Default: ``SHARD_SIZE``, or ``SINGLE_DUMMY_SHARD_SIZE`` for
            single-dummy analyses. The rows do not depend on this number.
        game: as for ``table``.
        rules: as for ``table``.
        contracts: as for ``table``.
        declarers: as for ``table``.
        selfish: as for ``table``.
        where: as for ``table``.
        features: whether rows have hands, dealer and features of the declarer's hand (see ``table``).
        best: whether an analysis finds the best contract of each seat.
        single_dummy: whether an analysis also judges cards and bids by what their players could know.
        bids: whether a single-dummy analysis judges bids.
        progress: function that is called when shards are done. Its first argument is the number of records
            done since the last call. Its second argument is the number of all records. Until all inputs are
            read, the second number is an estimate, or None if it cannot be estimated.

    Returns:
        The finished batch. Its shards are in the order of the records.

    Raises:
        ValueError: a name is unknown, an input is named twice, the directory has a batch of another task, or
            the executor forks its processes.
        OSError: the directory cannot be written, another batch uses it, or an input cannot be read. A
            finished batch in the directory is not changed.
        BatchError: workers die repeatedly, or write to another directory.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as out:
    ...     made = batch("lessons.kpn", out, contracts=["koenigmord"])
    ...     again = batch("lessons.kpn", out, contracts=["koenigmord"])
    >>> made.reused, again.reused
    (0, 1)
    """
    frame = _frame(inputs)
    names = _names_of(inputs) if frame is None else []
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name} is given twice")
    if not names and frame is None:
        raise ValueError("nothing is given to be solved")
    settings = check_settings(
        task, None if game is None else get_game(game).id, rules, contracts, declarers,
        where, selfish=selfish, features=features, best=best, single_dummy=single_dummy, bids=bids,
    )  # fmt: skip
    size = shard_size or (SINGLE_DUMMY_SHARD_SIZE if settings.single_dummy else SHARD_SIZE)
    of_frame = None if frame is None else cut_frame(frame, size, settings.game, settings.rules)
    stop = Stop() if executor is None else None  # an executor cannot share this flag with its workers
    if executor is None:
        pool = parallel.thread_pool(workers, stop)
    else:
        pool = executor if isinstance(executor, Pool) else pool_of_executor(executor, workers)
    if not os.fspath(out):
        raise ValueError("the name of the directory is empty")
    folder = Path(out).absolute()
    if name_text(folder) != os.fspath(folder):
        raise ValueError(f"the name of the directory {name_text(folder)} is not UTF-8 text")
    shard_store = Store(folder, settings.task)
    with shard_store.locked():
        before = store.read_manifest(folder)
        if before is not None and before["task"] != settings.task:
            message = f"holds a batch of the task {before['task']}: give another directory"
            raise ValueError(f"{os.fspath(out)} {message}")
        shard_store.prepare()
        # A mistyped name of an input must not destroy a finished batch. So if the directory has a finished
        # batch, an unreadable input raises an error before anything is replaced.
        strict = before is not None
        pieces = of_frame
        if pieces is None:
            pieces = chain.from_iterable(
                input_pieces(name, size, settings.game, settings.rules, strict) for name in names
            )
        jobs = (Job(settings.shard_name(piece), os.fspath(folder), settings, piece) for piece in pieces)
        report = _reporter(progress, names)
        result = _make_shards(jobs, partial(make_shard, stop=stop), pool, shard_store, report)
        return _write_batch_tables_and_manifest(shard_store, settings, names or [FRAME], result)


def _frame(inputs: object) -> object | None:
    """Return ``inputs`` as a frame in memory. Return None if ``inputs`` is not a frame.

    A frame is an object that can export its columns, or whose method ``collect`` returns such an object.
    """
    collected = inputs.collect() if hasattr(inputs, "collect") else inputs
    return collected if hasattr(collected, "__arrow_c_stream__") else None


def _names_of(inputs: Any) -> list[str]:
    """Return the names of input files."""
    listed = [inputs] if isinstance(inputs, str | os.PathLike) else inputs
    return [os.fspath(path) for path in listed]


def _make_shards(
    jobs: Iterable[Job], work: Callable[[Job], Shard], pool: Pool, shard_store: Store,
    report: Callable[[str, Piece], None],
) -> BatchResult:  # fmt: skip
    """Make the shards that are missing. Return a result with all shards in the order of the jobs.

    Args:
        jobs: descriptions of all shards of the batch, one job for each shard. Existing shards are kept.
        work: function that makes a shard from a job.
        pool: the workers.
        shard_store: the directory of the batch.
        report: function that is called with an event and a piece of the input. The event ``cut`` means that
            the piece was cut from the input. The event ``reused`` means that the shard of the piece already
            existed. The event ``made`` means that a worker made the shard.
    """
    shards: dict[str, Shard | None] = {}
    reused = 0
    damaged = 0

    def missing() -> Iterator[Job]:
        """Yield the jobs whose shards are missing or damaged. Count the shards of other jobs as reused."""
        nonlocal reused, damaged
        for job in jobs:
            report("cut", job.piece)
            shards[job.name], was_damaged = shard_store.restore_and_check_damage(job.name)
            damaged += was_damaged
            if shards[job.name] is None:
                yield job
            else:
                reused += 1
                report("reused", job.piece)

    try:
        for job, shard in parallel.run(work, missing(), pool, ordered=False, attempts=ATTEMPTS):
            _wait_for_files(shard_store, shard)
            shards[job.name] = shard
            report("made", job.piece)
    except WorkersDied as error:
        piece: Piece = error.args[0].piece
        first = piece.start.game + 1
        place = f"records {first} to {first + piece.records - 1} of {piece.file}"
        raise BatchError(f"workers died {ATTEMPTS} times while they were at {place}") from error
    except BrokenExecutor as error:
        raise BatchError(f"the executor is broken: {error}") from error
    existing = tuple(shard for shard in shards.values() if shard is not None)
    return BatchResult(shard_store.folder, shard_store.task, existing, reused, damaged=damaged)


def _reporter(progress: Progress | None, names: Sequence[str]) -> Callable[[str, Piece], None]:
    """Return a function that reports the progress of a batch.

    The arguments of the returned function are an event and a piece of the input. ``_make_shards`` lists the
    events. When a shard was made or reused, the returned function calls ``progress``. The first argument of
    ``progress`` is the number of records of the shard. The second argument is the total number of records.
    The total is estimated until all inputs have been cut into pieces. The total is None if an input is a
    stream or a frame.
    """
    if progress is None:
        return lambda event, piece: None
    paths = [path_of_own_or_bundled(name) for name in names if not is_typed_deal(name)]
    total_size = 0 if "-" in names else sum(path.stat().st_size for path in paths if path.is_file())
    record_count = 0
    size = 0.0

    def report(event: str, piece: Piece) -> None:
        nonlocal record_count, size
        if event == "cut":
            record_count += piece.records
            size += piece.size
            return
        total = None
        if total_size and size:
            total = max(record_count, round(record_count * total_size / size))
        progress(piece.records, total)

    return report


def _wait_for_files(shard_store: Store, shard: Shard) -> None:
    """Wait until the files of a shard exist.

    Raises:
        BatchError: the files do not appear in time. A remote worker may have written to another directory.
    """
    end = time.monotonic() + VISIBLE_SECONDS
    error_tables = [ERRORS] if shard.errors or shard.warnings else []
    tables = (SHARDS, *error_tables, *shard_store.tables)
    while not all(shard_store.path(table, shard.name).exists() for table in tables):
        if time.monotonic() > end:
            message = "a worker wrote a shard, but not in this directory: it must be on shared storage"
            raise BatchError(f"{shard_store.folder}: {message}")
        time.sleep(0.1)


def _write_batch_tables_and_manifest(
    shard_store: Store, settings: Settings, inputs: Sequence[str], result: BatchResult
) -> BatchResult:
    """Write the tables of the whole batch. Then write the file that lists the shards.

    This file marks the batch as finished.
    """
    import pyarrow.parquet as pq

    (shard_store.folder / MANIFEST).unlink(missing_ok=True)  # without this file, the batch is unfinished
    with (
        replacing(shard_store.folder / f"{ERRORS}.parquet") as out,
        pq.ParquetWriter(out, store.error_schema(), compression="zstd") as writer,
    ):
        for shard in result.shards:
            if shard.errors or shard.warnings:
                errors = pq.read_table(shard_store.path(ERRORS, shard.name), schema=store.error_schema())
                writer.write_table(errors)
    if settings.task == "analyze":
        import polars as pl

        from kranalyze.analysis.players import Totals

        players = Totals()
        for games, cards in zip(result.paths("games"), result.paths("cards"), strict=True):
            players.add(pl.scan_parquet(games, glob=False), pl.scan_parquet(cards, glob=False))
        with replacing(result.folder / f"{PLAYERS}.parquet") as out:
            pq.write_table(players.table(), out, compression="zstd")
    shard_store.prepare()
    stale = shard_store.set_aside_others(result.shards)
    about = {
        "format": store.FORMAT_VERSION,
        "task": settings.task,
        "settings": asdict(settings),
        "inputs": [name if name == "-" else name_text(name) for name in inputs],
        **{name: getattr(result, name) for name in ("records", "done", "errors", "warnings")},
        "shards": [asdict(shard) for shard in result.shards],
    }
    with replacing(shard_store.folder / MANIFEST) as out:
        out.write(store.encode_with_checksum(about))
    return replace(result, stale=stale)
