"""Test large batches that are interrupted, and print a report.

    python scripts/check_batch.py                       100,000 records as a table, 10,000 analysed
    python scripts/check_batch.py --table 5000 --analyze 500

Runs are killed at random moments and resumed. In another run one of two Dask workers is killed. The rows of
each shard must be the same as in a run without interruption. The report states the peak memory of each run.
Memory is measured ten times a second, for the process and all its children together.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import click
import psutil
import pyarrow.parquet as pq

from kranalyze.batches import BatchResult, read_batch

PROGRAM = [sys.executable, "-P", "-m", "kranalyze"]


@dataclass
class Run:
    """A run of ``kranalyze batch`` in a process of its own.

    Attributes:
        status: exit status of the process. A negative number is the signal that killed it.
        seconds: duration of the run in seconds.
        peak: largest memory of the process and its children together, in bytes.
        said: text that the process wrote to standard error.
    """

    status: int
    seconds: float
    peak: int
    said: str

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s, at most {self.peak / 2**20:.0f} MiB; {self.said.strip()}"


def run(
    log: Path, out: Path, task: str, options: Sequence[str], disturb: Callable[[int], None] | None = None
) -> Run:
    """Run a batch to its end, and return what was measured.

    During the run ``disturb`` is called with the process id. It may kill the process.
    """
    command = [*PROGRAM, "batch", str(log), "-o", str(out), "--task", task, *options]
    begun = time.monotonic()
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        peak = [0]
        watcher = threading.Thread(target=watch, args=(process, peak))
        watcher.start()
        if disturb is not None:
            disturb(process.pid)
        said = process.communicate()[1]
        watcher.join()
    return Run(process.returncode, time.monotonic() - begun, peak[0], said)


def watch(process: subprocess.Popen[str], peak: list[int]) -> None:
    """Measure the memory of a process until it ends. Write the largest value to ``peak[0]``."""
    while process.poll() is None:
        with suppress(psutil.Error):
            parent = psutil.Process(process.pid)
            used = 0
            for one in (parent, *parent.children(recursive=True)):
                with suppress(psutil.Error):
                    used += one.memory_info().rss
            peak[0] = max(peak[0], used)
        time.sleep(0.1)


def same(found: BatchResult, wanted: BatchResult) -> str:
    """Check that two batches have the same rows in the same order. Return a sentence for the report.

    If the rows differ, exit with status 1.
    """
    tables = ["table"] if found.task == "table" else ["games", "cards", "players"]
    count = 0
    for table in (*tables, "errors"):
        for one, other in zip(found.paths(table), wanted.paths(table), strict=True):
            left, right = pq.read_table(one), pq.read_table(other)
            if not left.equals(right):
                sys.exit(f"DIFFERENT: {one} and {other}")
            count += left.num_rows
    return f"{count} rows in {len(found.shards)} shards identical"


def check(
    log: Path, records: int, task: str, folder: Path, options: Sequence[str], kills: int, seed: int
) -> None:
    """Run a batch without interruption, then with kills, then on Dask. Print a report of each run."""
    print(f"{records} records, --task {task} {' '.join(options)}")
    whole = run(log, folder / "whole", task, options)
    if whole.status:
        sys.exit(f"the undisturbed run left with {whole.status}: {whole.said}")
    wanted = read_batch(folder / "whole")
    print(f"  undisturbed: {whole}")
    print(f"    {records / whole.seconds:.0f} records a second, {len(wanted.shards)} shards")
    rng = random.Random(seed)
    for _ in range(kills):
        moment = rng.uniform(0.1, 0.9) / kills * whole.seconds
        killed = run(log, folder / "killed", task, options, kill_after(max(2.0, moment)))
        if killed.status != -signal.SIGKILL:
            sys.exit(f"the run left with {killed.status} before it was killed: give it more records")
        made = len(
            list((folder / "killed" / wanted.paths(task_table(task))[0].parent.name).glob("*.parquet"))
        )
        print(f"  killed (signal {-killed.status}) after {killed.seconds:.1f} s with {made} shards there")
    last = run(log, folder / "killed", task, options)
    print(f"  resumed: {last}")
    print(f"    {same(read_batch(folder / 'killed'), wanted)}")
    on_dask(log, task, folder, options, wanted)


def task_table(task: str) -> str:
    """Return the name of a task's table. A shard is complete if it has a file of this table."""
    return "table" if task == "table" else "games"


def kill_after(seconds: float) -> Callable[[int], None]:
    """Return a function that waits some seconds and then kills a process (signal 9)."""

    def kill(pid: int) -> None:
        time.sleep(seconds)
        with suppress(psutil.NoSuchProcess):
            psutil.Process(pid).kill()

    return kill


def on_dask(log: Path, task: str, folder: Path, options: Sequence[str], wanted: BatchResult) -> None:
    """Run a batch on two Dask workers. Kill one worker when about a third of the shards are complete."""
    from distributed import Client, LocalCluster

    out = folder / "dask"
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,  # type: ignore[no-untyped-call]
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        workers = sorted(client.run(lambda: __import__("os").getpid()).values())

        def kill(_pid: int) -> None:
            shards = out / task_table(task)
            while len(list(shards.glob("*.parquet"))) < len(wanted.shards) // 3:
                time.sleep(0.05)
            psutil.Process(workers[0]).kill()
            print(f"  Dask: one of 2 workers killed with {len(list(shards.glob('*.parquet')))} shards there")

        address = ["--engine", "dask", "--scheduler", cluster.scheduler_address]
        done = run(log, out, task, [*options, *address], kill)
        after = sorted(client.run(lambda: __import__("os").getpid()).values())
    if workers == after:
        sys.exit("no worker was killed")
    print(f"  Dask finished with {done.status}: {done}")
    print(f"    {same(read_batch(out), wanted)}")


def simulated(path: Path, count: int, seed: int) -> Path:
    """Write a log of simulated games of Graden, unless the file exists. Return its path.

    The players are weak, because games of weak players take less time.
    """
    from kranalyze.files import replacing
    from kranalyze.kpn import dump
    from kranalyze.simulation import simulate

    if not path.exists():
        begun = time.monotonic()
        with replacing(path) as out:
            dump(simulate(count, seed=seed, look=2, slips=0.05), out)
        print(f"{count} games simulated in {time.monotonic() - begun:.0f} s")
    return path


def first_games(log: Path, path: Path, count: int) -> Path:
    """Write the first ``count`` games of a log to another file. Return the path of this file."""
    from kranalyze.kpn import dump
    from kranalyze.read import read_games

    games = (outcome.record for outcome in read_games(str(log)) if outcome.record is not None)
    with path.open("wb") as out:
        dump(islice(games, count), out)
    return path


@click.command()
@click.option(
    "--table", "tables", type=int, default=100_000, show_default=True, help="Records for --task table."
)
@click.option(
    "--analyze", "analyses", type=int, default=10_000, show_default=True, help="Records for --task analyze."
)
@click.option("--kills", type=int, default=3, show_default=True, help="How often each batch is killed.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Seed of the games and of the times of the kills."
)
@click.option(
    "--log", type=click.Path(path_type=Path), help="A log with enough games. It is written if it is missing."
)
@click.option("--option", "options", multiple=True, help="Argument for kranalyze batch; may be repeated.")
@click.option("--keep", type=click.Path(path_type=Path), help="Directory to work in. It is not deleted.")
def main(
    tables: int,
    analyses: int,
    kills: int,
    seed: int,
    log: Path | None,
    options: tuple[str, ...],
    keep: Path | None,
) -> None:
    """Interrupt and resume large batches, and print a report. The exit status is 1 if rows differ."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        games = simulated(log or folder / "log.kpn", max(tables, analyses), seed)
        for task, count in (("table", tables), ("analyze", analyses)):
            if count:
                part = first_games(games, folder / f"{task}.kpn", count)
                check(part, count, task, folder / task, options, kills, seed)


if __name__ == "__main__":
    main()
