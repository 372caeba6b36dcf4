"""A batch from beginning to end: pieces are cut, shards made where they are missing, and summed up."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor
from contextlib import contextmanager
from dataclasses import asdict, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from kranalyze import forked, parallel
from kranalyze.arguments import checked
from kranalyze.batches import store
from kranalyze.batches.engines import given
from kranalyze.batches.store import ERRORS, MANIFEST, SHARDS, TABLES, Shard, Store, Task
from kranalyze.batches.work import BatchError, Job, Settings, make_shard, settings_of
from kranalyze.bundled import path_of
from kranalyze.deal import Seat
from kranalyze.files import name_text, replacing
from kranalyze.frozen import frozen
from kranalyze.games import Contract
from kranalyze.parallel import Pool, Stop, WorkersDied
from kranalyze.read.pieces import Piece, cut
from kranalyze.read.sources import is_in_place

if TYPE_CHECKING:
    import polars as pl

PLAYERS = "players"

#: Records of a shard if nothing is said, by task: seconds of work.
SHARD_SIZES: Mapping[Task, int] = {"table": 1000, "analyze": 250}

#: How often a shard is given to workers that die over it.
ATTEMPTS = 5

#: Seconds until a shard must be seen here that was written on another machine.
PATIENCE = 10.0


@frozen
class BatchResult:
    """A finished batch.

    Attributes:
        folder: its directory.
        task: ``table`` or ``analyze``.
        shards: in the order of the records.
        reused: how many shards were there before; 0 for a batch that was read back.
        stale: how many shards of other inputs or settings were moved aside, or 0.
        damaged: how many shards were there but not as they had been written, and were made again.

    >>> import tempfile
    >>> from kranalyze import batch
    >>> with tempfile.TemporaryDirectory() as out:
    ...     made = batch("lessons.kpn", out, contracts=["koenigmord"])
    ...     made.records, made.errors, made.scan("table").collect().height
    (10, 0, 40)
    """

    folder: Path
    task: Task
    shards: tuple[Shard, ...]
    reused: int = 0
    stale: int = 0
    damaged: int = 0

    @property
    def records(self) -> int:
        """How many records there were, those with errors too."""
        return sum(shard.records for shard in self.shards)

    @property
    def done(self) -> int:
        """How many records gave rows."""
        return sum(shard.done for shard in self.shards)

    @property
    def errors(self) -> int:
        """How many errors there were; a record may have several."""
        return sum(shard.errors for shard in self.shards)

    @property
    def warnings(self) -> int:
        """How many warnings there were."""
        return sum(shard.warnings for shard in self.shards)

    def paths(self, table: str) -> list[Path]:
        """The files of a table: ``table``; ``games``, ``cards`` or ``players``; ``errors``.

        Raises:
            ValueError: the task makes no such table.
        """
        if table == ERRORS or (table == PLAYERS and self.task == "analyze"):
            return [self.folder / f"{table}.parquet"]
        if table not in TABLES[self.task]:
            known = ", ".join(TABLES[self.task])
            raise ValueError(f"a batch of the task {self.task} has no table {table!r}, known: {known}")
        return [self.folder / table / f"{shard.name}.parquet" for shard in self.shards]

    def scan(self, table: str) -> pl.LazyFrame:
        """The rows of a table, in the order of the records; nothing is read before it is needed.

        Raises:
            ValueError: the task makes no such table.
            RuntimeError: as ``forked.check``.
        """
        forked.check()
        import polars as pl

        return pl.scan_parquet(self.paths(table), glob=False)


def read_batch(folder: str | os.PathLike[str]) -> BatchResult:
    """A finished batch, from its directory.

    Raises:
        FileNotFoundError: there is none, or it has not been finished.
        ValueError: it is of another version.
    """
    manifest = store.read_manifest(Path(folder))
    if manifest is None:
        raise FileNotFoundError(2, "there is no finished batch", os.fspath(folder))
    shards = tuple(Shard(**shard) for shard in manifest["shards"])
    return BatchResult(Path(folder), manifest["task"], shards)


@checked
def batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], out: str | os.PathLike[str], *,
    task: str = "table", executor: Executor | Pool | None = None, workers: int | None = None,
    shard_size: int | None = None, game: str | None = None, rules: Mapping[str, str] | None = None,
    contracts: Iterable[str | Contract] | None = None,
    declarers: Iterable[Seat | int | str] | None = None, selfish: bool = False, best: bool = True,
    single_dummy: bool = False, bids: bool = True, progress: bool = False,
) -> BatchResult:  # fmt: skip
    """Solve or analyse any number of records into a directory of Parquet files.

    The records are cut into shards; each is written as a whole or not at all, under a name that is the
    hash of its records and of the settings. Called again after it was stopped, however that was, it makes
    the shards that are missing or damaged, and the rows are the same as if nothing had happened. Memory does
    not grow with the number of records. Records with errors stop nothing and end in ``errors.parquet``.

    Args:
        inputs: files of records or deals (KPN, CSV, Parquet), ``-`` for standard input, or deals in place.
        out: the directory. A batch of the same task that it holds is replaced; shards that both have in
            common are kept, the others are moved to ``stale/``.
        task: ``table`` (all questions of each deal, as ``kranalyze.table``) or ``analyze`` (each game).
        executor: any ``concurrent.futures.Executor`` whose workers see ``out``, but for processes that are
            forked; default: threads.
        workers: how many threads, or how many shards the executor makes at a time.
        shard_size: records of a shard, default ``SHARD_SIZES``; the rows do not depend on it.
        game, rules: as for ``table``.
        contracts, declarers, selfish: which rows of a table, as for ``table``.
        best: of an analysis, look for the best contract and those passed up too.
        single_dummy: of an analysis, judge every card, and every bid, also on what its player could know.
        bids: with it, else nothing is said of bids.
        progress: show a bar on standard error.

    Returns:
        What there is now, with the paths of the shards in the order of the records.

    Raises:
        ValueError: an unknown name, an input given twice, a directory of another task, or an executor
            that forks.
        OSError: the directory cannot be written, or is in use; or an input cannot be read, and the directory
            holds a finished batch, which is left as it is.
        BatchError: workers die again and again, or do not write where we read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as out:
    ...     made = batch("lessons.kpn", out, contracts=["koenigmord"])
    ...     again = batch("lessons.kpn", out, contracts=["koenigmord"])
    >>> made.reused, again.reused
    (0, 1)
    """
    names = [os.fspath(one) for one in ([inputs] if isinstance(inputs, str | os.PathLike) else inputs)]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name} is given twice")
    if not names:
        raise ValueError("nothing is given to be solved")
    settings = settings_of(
        task, game, rules, contracts, declarers,
        selfish=selfish, best=best, single_dummy=single_dummy, bids=bids,
    )  # fmt: skip
    stop = Stop() if executor is None else None  # which others do not see
    if executor is None:
        pool = parallel.threads(workers, stop)
    else:
        pool = executor if isinstance(executor, Pool) else given(executor, workers)
    if not os.fspath(out):
        raise ValueError("the name of the directory is empty")
    folder = Path(out).absolute()
    if name_text(folder) != os.fspath(folder):
        raise ValueError(f"the name of the directory {name_text(folder)} is not UTF-8 text")
    held = Store(folder, settings.task)
    with held.locked():
        before = store.read_manifest(folder)
        if before is not None and before["task"] != settings.task:
            message = f"holds a batch of the task {before['task']}: give another directory"
            raise ValueError(f"{os.fspath(out)} {message}")
        held.prepare()
        size = shard_size or SHARD_SIZES[settings.task]
        # What is finished is not given up for an input that has vanished.
        strict = before is not None
        pieces = chain.from_iterable(
            cut(name, size, settings.game, settings.rules, strict) for name in names
        )
        jobs = (Job(settings.name(piece), os.fspath(folder), settings, piece) for piece in pieces)
        with _bar(progress, names) as tell:
            result = _made(jobs, partial(make_shard, stop=stop), pool, held, tell)
        return _summed_up(held, settings, names, result)


def _made(
    jobs: Iterable[Job], work: Callable[[Job], Shard], pool: Pool, held: Store,
    tell: Callable[[str, Piece], None],
) -> BatchResult:  # fmt: skip
    """The shards of all jobs, in their order."""
    shards, reused, damaged = dict[str, Shard | None](), 0, 0

    def missing() -> Iterator[Job]:
        nonlocal reused, damaged
        for job in jobs:
            tell("cut", job.piece)
            shards[job.name], was_damaged = held.found(job.name)
            damaged += was_damaged
            if shards[job.name] is None:
                yield job
            else:
                reused += 1
                tell("reused", job.piece)

    try:
        for job, shard in parallel.run(work, missing(), pool, ordered=False, attempts=ATTEMPTS):
            _see(held, shard)
            shards[job.name] = shard
            tell("made", job.piece)
    except WorkersDied as error:
        piece: Piece = error.args[0].piece
        first = piece.start.index + 1
        place = f"records {first} to {first + piece.records - 1} of {piece.file}"
        raise BatchError(f"workers died {ATTEMPTS} times while they were at {place}") from error
    except BrokenExecutor as error:
        raise BatchError(f"the executor is broken: {error}") from error
    made = tuple(shard for shard in shards.values() if shard is not None)
    return BatchResult(held.folder, held.task, made, reused, damaged=damaged)


@contextmanager
def _bar(shown: bool, names: Sequence[str]) -> Iterator[Callable[[str, Piece], None]]:
    """What is told of pieces that were cut, made or reused: a bar, with the time left as far as it is known.

    How many records there are is not known before all inputs have been cut; until then it is reckoned
    from the part that has been, unless one is a stream.
    """
    if not shown:
        yield lambda what, piece: None
        return
    from tqdm import tqdm

    paths = [path_of(name) for name in names if not is_in_place(name)]
    whole = 0 if "-" in names else sum(path.stat().st_size for path in paths if path.is_file())
    found, size = 0, 0.0
    with tqdm(unit="record", file=sys.stderr, dynamic_ncols=True, smoothing=0.05) as bar:

        def tell(what: str, piece: Piece) -> None:
            nonlocal found, size
            if what == "made":
                bar.update(piece.records)
            elif what == "reused":  # it counts, but not for the rate
                bar.initial += piece.records
                bar.n += piece.records
                bar.refresh()
            else:
                found, size = found + piece.records, size + piece.size
                bar.total = max(found, round(found * whole / size)) if whole and size else bar.total

        yield tell


def _see(held: Store, shard: Shard) -> None:
    """Make sure that a shard is where it is looked for: a remote worker may have written elsewhere."""
    end = time.monotonic() + PATIENCE
    wrong = [ERRORS] if shard.errors or shard.warnings else []
    while not all(held.path(table, shard.name).exists() for table in (SHARDS, *wrong, *held.tables)):
        if time.monotonic() > end:
            message = "a worker wrote a shard, but not in this directory: it must be on shared storage"
            raise BatchError(f"{held.folder}: {message}")
        time.sleep(0.1)


def _summed_up(held: Store, settings: Settings, inputs: Sequence[str], result: BatchResult) -> BatchResult:
    """Write what is written once for all shards, and last the list of them."""
    import pyarrow.parquet as pq

    (held.folder / MANIFEST).unlink(missing_ok=True)  # from now on no run is finished
    with (
        replacing(held.folder / f"{ERRORS}.parquet") as out,
        pq.ParquetWriter(out, store.error_schema(), compression="zstd") as writer,
    ):
        for shard in result.shards:
            if shard.errors or shard.warnings:
                writer.write_table(pq.read_table(held.path(ERRORS, shard.name), schema=store.error_schema()))
    if settings.task == "analyze":
        import polars as pl

        from kranalyze.analysis.gametables import Totals

        players = Totals()
        for games, cards in zip(result.paths("games"), result.paths("cards"), strict=True):
            players.add(pl.scan_parquet(games, glob=False), pl.scan_parquet(cards, glob=False))
        with replacing(result.folder / f"{PLAYERS}.parquet") as out:
            pq.write_table(players.table(), out, compression="zstd")
    held.prepare()
    stale = held.set_aside(result.shards)
    about = {
        "format": store.FORMAT_VERSION,
        "task": settings.task,
        "settings": asdict(settings),
        "inputs": [name if name == "-" else name_text(name) for name in inputs],
        **{name: getattr(result, name) for name in ("records", "done", "errors", "warnings")},
        "shards": [asdict(shard) for shard in result.shards],
    }
    with replacing(held.folder / MANIFEST) as out:
        out.write(store.sealed(about))
    return replace(result, stale=stale)
