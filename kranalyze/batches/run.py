"""A batch from beginning to end: pieces are cut, shards made where they are missing, and the list written."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor
from dataclasses import dataclass
from pathlib import Path

from kranalyze import parallel
from kranalyze.arguments import checked
from kranalyze.batches.bar import ProgressBar
from kranalyze.batches.engines import Engine, given, threads
from kranalyze.batches.result import BatchResult, summed_up
from kranalyze.batches.settings import Settings, settings_of
from kranalyze.batches.store import Shard, Store, Task, read_manifest
from kranalyze.batches.work import BatchError, Job
from kranalyze.deal import Seat
from kranalyze.files import name_text
from kranalyze.parallel import WorkersDied
from kranalyze.read.pieces import Progress, cut, measured

#: Records of a shard if nothing is said, by task: seconds of work.
SHARD_SIZES: Mapping[Task, int] = {"table": 1000, "analyze": 250}

#: How often a shard is given to workers that die over it.
ATTEMPTS = 5

#: Seconds until a shard must be seen here that was written on another machine.
PATIENCE = 10.0


@checked
def batch(
    inputs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    task: str = "table",
    executor: Executor | Engine | None = None,
    workers: int | None = None,
    shard_size: int | None = None,
    game: str | None = None,
    rules: Mapping[str, str] | None = None,
    contracts: Iterable[str] | None = None,
    declarers: Iterable[Seat | int | str] | None = None,
    selfish: bool = False,
    best: bool = True,
    single_dummy: bool = False,
    bids: bool = True,
    progress: bool = False,
) -> BatchResult:
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
    sources = [inputs] if isinstance(inputs, str | os.PathLike) else list(inputs)
    names = [os.fspath(source) for source in sources]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{name} is given twice")
    if not names:
        raise ValueError("nothing is given to be solved")
    settings = settings_of(task, game, rules, contracts, declarers, selfish, best, single_dummy, bids)
    if executor is None:
        engine = threads(workers)
    else:
        engine = executor if isinstance(executor, Engine) else given(executor, workers)
    if not os.fspath(out):
        raise ValueError("the name of the directory is empty")
    folder = Path(out).absolute()
    if name_text(folder) != os.fspath(folder):
        raise ValueError(f"the name of the directory {name_text(folder)} is not UTF-8 text")
    held = Store(folder, settings.task)
    with held.locked():
        before = read_manifest(folder)
        if before is not None and before["task"] != settings.task:
            message = f"holds a batch of the task {before['task']}: give another directory"
            raise ValueError(f"{os.fspath(out)} {message}")
        held.prepare()
        cutting = measured(names)
        with ProgressBar(progress, cutting) as bar:
            found = _Found(held)
            size = shard_size or SHARD_SIZES[settings.task]
            # What is finished is not given up for an input that has vanished.
            jobs = _jobs(names, size, folder, settings, cutting, strict=before is not None)
            shards = _made(jobs, engine, found, bar)
            return summed_up(held, settings, names, shards, found.reused, found.damaged)


def _jobs(
    names: Iterable[str], size: int, folder: Path, settings: Settings, cutting: Progress, strict: bool
) -> Iterator[Job]:
    """All shards that the batch is made of."""
    pieces = (p for name in names for p in cut(name, size, settings.game, settings.rules, cutting, strict))
    for number, piece in enumerate(pieces):
        yield Job(settings.name(piece), os.fspath(folder), settings, piece, number)


def _made(jobs: Iterator[Job], engine: Engine, found: _Found, bar: ProgressBar) -> list[Shard]:
    """The shards of all jobs, in their order."""
    shards: dict[int, Shard] = {}

    def missing() -> Iterator[Job]:
        for job in jobs:
            bar.cut(job.piece.records)
            shard = found.shard(job.name)
            if shard is None:
                yield job
            else:
                shards[job.number] = shard
                bar.reused(job.piece.records)

    try:
        work = parallel.run(engine.work, missing(), engine.pool, ordered=False, attempts=ATTEMPTS)
        for job, shard in work:
            _see(found.held, shard)
            shards[job.number] = shard
            bar.done(job.piece.records)
    except WorkersDied as error:
        place = _place(error.item)
        raise BatchError(f"workers died {ATTEMPTS} times while they were at {place}") from error
    except BrokenExecutor as error:
        raise BatchError(f"the executor is broken: {error}") from error
    return [shards[number] for number in sorted(shards)]


@dataclass(slots=True)
class _Found:
    """The shards that an earlier run has made.

    Attributes:
        reused: how many were used.
        damaged: how many were there and not as they had been written.
    """

    held: Store
    reused: int = 0
    damaged: int = 0

    def shard(self, name: str) -> Shard | None:
        """A shard, None if it has to be made."""
        shard = self.held.finished(name)
        damaged = shard is None and self.held.damaged(name)
        shard = shard or self.held.restored(name)
        if shard is None:
            self.damaged += damaged
        else:
            self.reused += 1
        return shard


def _see(held: Store, shard: Shard) -> None:
    """Make sure that a shard is where it is looked for: a remote worker may have written elsewhere."""
    end = time.monotonic() + PATIENCE
    while not all(path.exists() for path in held.files(shard)):
        if time.monotonic() > end:
            message = "a worker wrote a shard, but not in this directory: it must be on shared storage"
            raise BatchError(f"{held.folder}: {message}")
        time.sleep(0.1)


def _place(job: Job) -> str:
    """The records of a job, in words."""
    first = job.piece.start.index + 1
    return f"records {first} to {first + job.piece.records - 1} of {job.piece.file}"
