"""Stopped batches and dying workers: the rows are the same as without the disturbance."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, process
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import psutil
import pytest

import kranalyze
import running
from batches import Row, dying, dying_once, log, rows, writing_elsewhere
from extras import import_extra
from kranalyze import parallel
from kranalyze.batches import BatchError, engines, run
from kranalyze.batches.work import Job, check_settings, make_shard
from running import PROGRAM

SIZE = 10


@pytest.fixture(scope="module")
def deals_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return log(tmp_path_factory.mktemp("deals") / "deals.kpn", 300)


@pytest.fixture(scope="module")
def wanted(deals_file: Path, tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    return rows(kranalyze.batch(deals_file, tmp_path_factory.mktemp("undisturbed")))


def made(out: Path) -> dict[Path, int]:
    """Return the shards that exist, each with the time at which it was written."""
    return {path: path.stat().st_mtime_ns for path in (out / "table").glob("*.parquet")}


@contextmanager
def begun(deals_file: Path, out: Path, *options: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start a batch in another process, and suspend it when it has made some shards. Yield the process.

    On a busy machine, the batch may be finished before the test can suspend it. Then it is started again.
    """
    command = ["nice", "-n", "19", *PROGRAM, "batch", str(deals_file), "-o", str(out), "--task", "table"]
    command += [*options, "--shard-size", str(SIZE)]
    for _ in range(10):
        with subprocess.Popen(command, stderr=subprocess.PIPE) as process:
            try:
                while len(made(out)) < 3 and process.poll() is None:
                    time.sleep(0.002)
                process.send_signal(signal.SIGSTOP)
                if process.poll() is None and len(made(out)) < 25 and not (out / "run.json").exists():
                    yield process
                    return
            finally:
                process.kill()
        shutil.rmtree(out)
    pytest.fail("the run was always done at once")


def finish(deals_file: Path, out: Path, wanted: list[Row]) -> None:
    """Resume a stopped run, and check that the shards which it had made are reused."""
    before = made(out)
    assert not (out / "run.json").exists()
    assert 3 <= len(before) < 30
    result = kranalyze.batch(deals_file, out, shard_size=SIZE)
    assert (result.reused, result.stale) == (len(before), 0)
    assert {path: at for path, at in made(out).items() if path in before} == before
    assert rows(result) == wanted
    assert not list(out.rglob("*.part"))


@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_kill_9(deals_file: Path, tmp_path: Path, wanted: list[Row], engine: str) -> None:
    with begun(deals_file, tmp_path, "--engine", engine) as process:
        children = psutil.Process(process.pid).children()
        workers = [child for child in children if "spawn_main" in str(child.cmdline())]
        assert bool(workers) == (engine == "processes")
        # A terminal's Ctrl-C must not reach the workers, so each of them moves to a process group of its own.
        # A worker that has only just started needs a moment for this.
        end = time.monotonic() + 300
        while not all(os.getpgid(w.pid) == w.pid for w in workers):
            assert time.monotonic() < end
            time.sleep(0.01)
        process.kill()
        process.wait()
    _, alive = psutil.wait_procs(children, timeout=300)
    assert not alive, "without the run there is no work"
    finish(deals_file, tmp_path, wanted)


@pytest.mark.parametrize("engine", ["threads", "processes"])
def test_ctrl_c(deals_file: Path, tmp_path: Path, wanted: list[Row], engine: str) -> None:
    with begun(deals_file, tmp_path, "--engine", engine, "--workers", "1") as process:
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
        _, said = process.communicate(timeout=300)
    assert process.returncode == 130
    assert said.decode() == "Stopped. Finished shards are kept; the same command resumes.\n"
    finish(deals_file, tmp_path, wanted)


def test_a_process_that_dies(
    deals_file: Path, tmp_path: Path, wanted: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "make_shard", dying_once)
    result = kranalyze.batch(deals_file, tmp_path, shard_size=50, executor=engines.process_pool(2))
    assert (tmp_path / "died").exists()
    assert rows(result) == wanted


def test_processes_that_die_again_and_again_end_the_run(
    deals_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "ATTEMPTS", 2)
    monkeypatch.setattr(run, "make_shard", dying)
    with pytest.raises(BatchError, match=r"workers died 2 times while they were at records \d+ to \d+ of"):
        kranalyze.batch(deals_file, tmp_path, shard_size=150, executor=engines.process_pool(1))


#: A script that runs the program without one of the threads that hand work to processes: the thread cannot be
#: started, as under ``ulimit -v``. The first argument of the script names the thread.
THREADLESS = """
import sys
from concurrent.futures.process import _ExecutorManagerThread
from multiprocessing.queues import Queue
from kranalyze.__main__ import main
def refused(self):
    raise RuntimeError("can't start new thread")
if sys.argv.pop(1) == "feeder":
    Queue._start_thread = refused
else:
    _ExecutorManagerThread.start = refused
if __name__ == "__main__":
    main()
"""


@pytest.mark.parametrize(
    ("thread", "message"),
    [
        ("feeder", "error: the executor is broken: no work reaches the workers: not enough memory or"),
        ("manager", "error: not enough memory, or not enough threads allowed"),
    ],
)
def test_processes_that_get_no_work_end_the_run(
    deals_file: Path, tmp_path: Path, thread: str, message: str
) -> None:
    script = tmp_path / "threadless.py"
    script.write_text(THREADLESS)
    words = ["batch", deals_file, "-o", tmp_path / "out", "--task", "table", "--engine", "processes"]
    command = [sys.executable, "-P", *map(str, (script, thread, *words))]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr.startswith(message) and done.stderr.count("\n") == 1


@pytest.mark.parametrize("error", ["PanicException", "ImportError", "RuntimeError", "MemoryError"])
def test_a_limit_that_is_met_is_said_in_words(monkeypatch: pytest.MonkeyPatch, error: str) -> None:
    class PanicException(BaseException):
        """Stands for the exception of polars with this name."""

    kinds = {kind.__name__: kind for kind in (PanicException, ImportError, RuntimeError, MemoryError)}
    words = {
        "PanicException": "could not spawn threads: ThreadPoolBuildError",
        "ImportError": "libparquet.so.2600: failed to map segment from shared object",
        "RuntimeError": "can't start new thread",
        "MemoryError": "",
    }

    def refuse(*args: object, **more: object) -> None:
        raise kinds[error](words[error])

    monkeypatch.setattr("kranalyze.batches.batch", refuse)
    result = running.run("batch", "lessons.kpn", "-o", "out", "--task", "table")
    assert (result.status, result.err) == (3, "error: not enough memory, or not enough threads allowed\n")


def test_an_executor_of_the_caller_that_breaks_ends_the_run(
    deals_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ProcessPoolExecutor(1, get_context("spawn")) as pool, monkeypatch.context() as patch:
        patch.setattr(run, "make_shard", dying_once)
        with pytest.raises(BatchError, match="the executor is broken"):
            kranalyze.batch(deals_file, tmp_path, shard_size=50, executor=pool)
    assert kranalyze.batch(deals_file, tmp_path, shard_size=50).reused == 2


def test_a_worker_that_writes_elsewhere_is_found_out(
    deals_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "VISIBLE_SECONDS", 0.2)
    monkeypatch.setattr(run, "make_shard", writing_elsewhere)
    with pytest.raises(BatchError, match="must be on shared storage"):
        kranalyze.batch(deals_file, tmp_path, shard_size=150, workers=1)


def test_a_worker_of_another_version_is_found_out(tmp_path: Path) -> None:
    settings = replace(check_settings("table"), program="0.0.1")
    job = Job("name", str(tmp_path), settings, next(run.input_pieces("N:JT9... .JT9.. ..JT9. ...JT9", 1)))  # type: ignore[attr-defined]
    with pytest.raises(BatchError, match=r"a worker has kranalyze .*, the batch was started by 0\.0\.1"):
        make_shard(job)


@pytest.mark.extra
@pytest.mark.filterwarnings("default")
def test_dask_with_a_worker_that_dies(
    deals_file: Path, tmp_path: Path, wanted: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = import_extra("distributed", "dask")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        engines.dask_pool(cluster.scheduler_address) as machines,
    ):
        monkeypatch.setattr(run, "make_shard", dying_once)
        result = kranalyze.batch(deals_file, tmp_path / "dies", shard_size=50, executor=machines)
        monkeypatch.undo()
        command = [*PROGRAM, "batch", str(deals_file), "-o", str(tmp_path / "command"), "--task", "table"]
        command += ["--engine", "dask", "--scheduler", cluster.scheduler_address]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert (tmp_path / "dies" / "died").exists()
    assert rows(result) == wanted
    assert rows(kranalyze.batch(deals_file, tmp_path / "command")) == wanted


@pytest.mark.extra
@pytest.mark.extra
@pytest.mark.filterwarnings("default")
def test_dask_without_a_scheduler(tmp_path: Path) -> None:
    dask = import_extra("dask", "dask")
    with (
        dask.config.set({"distributed.comm.timeouts.connect": "300ms"}),
        pytest.raises(BatchError, match="no Dask scheduler answers at"),
        engines.dask_pool("tcp://127.0.0.1:9"),
    ):
        pass


def test_the_thread_of_killed_processes_ends_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test for a former bug: the program cancelled pieces while the executor was ending them.

    Then the executor's own thread failed with InvalidStateError.
    """
    thread = process._ExecutorManagerThread
    name = "terminate_broken" if hasattr(thread, "terminate_broken") else "_terminate_broken"
    end_pieces = getattr(thread, name)
    ended = threading.Event()

    def end_pieces_later(*args: object) -> None:
        time.sleep(0.5)  # by now the main thread has stopped all work
        end_pieces(*args)
        ended.set()

    monkeypatch.setattr(thread, name, end_pieces_later)
    failures = list[threading.ExceptHookArgs]()
    monkeypatch.setattr(threading, "excepthook", failures.append)

    def items() -> Iterator[int]:
        yield from range(4)  # no process is ready yet, and one piece does not fit into the queue
        raise InterruptedError

    pool = engines.process_pool(2)

    def stop_slowly(*args: Any) -> None:
        pool.stop(*args)
        time.sleep(0.2)  # meanwhile the thread of the executor notices that the processes are gone

    with pytest.raises(InterruptedError):
        list(parallel.run(abs, items(), pool._replace(stop=stop_slowly)))
    assert ended.wait(20) and not failures
