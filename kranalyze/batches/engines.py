"""Engines: who makes the shards. Each gives a ``concurrent.futures.Executor``, and another if that breaks."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context, parent_process
from typing import Any

from kranalyze.answers.tables import default_workers
from kranalyze.batches.store import Shard
from kranalyze.batches.work import BatchError, Job, Stop, make_shard


@dataclass(frozen=True, slots=True)
class Engine:
    """Who makes the shards.

    Attributes:
        start: gives an executor; called again when that one broke.
        width: how many shards it can make at a time, as of now.
        work: what is submitted with each job.
        stop: asks the shards under way to end; nobody waits for their results any more.
        close: ends an executor of ``start``.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    work: Callable[[Job], Shard] = make_shard
    stop: Callable[[], None] = lambda: None
    close: Callable[[Executor], None] = lambda _executor: None

    def submit(self, executor: Executor, job: Job) -> Future[Shard]:
        """Have a shard made."""
        return executor.submit(self.work, job)


def threads(workers: int | None = None) -> Engine:
    """Threads of this process; the core solves without holding the interpreter's lock."""
    count, event = workers or default_workers(), threading.Event()
    return Engine(
        start=lambda: ThreadPoolExecutor(count, "kranalyze"),
        width=lambda: count,
        work=partial(make_shard, stop=event),
        stop=event.set,
        close=_shut,
    )


def processes(workers: int | None = None) -> Engine:
    """Processes of this machine. One that dies takes the pool with it, and a new pool takes its place."""
    count, context = workers or default_workers(), get_context("spawn")
    event = context.Event()

    def start() -> Executor:
        return ProcessPoolExecutor(count, context, _begin_worker, (event,))

    return Engine(start=start, width=lambda: count, work=_work, stop=event.set, close=_shut)


def _shut(executor: Executor) -> None:
    executor.shutdown(wait=True, cancel_futures=True)


#: Set by the initializer of a worker process, and by nobody else.
_stop: Stop | None = None


def _begin_worker(stop: Stop) -> None:
    """Set up a worker process: Ctrl-C is the parent's business, and without a parent there is no work."""
    global _stop
    _stop = stop
    os.setsid()  # libraries may take SIGINT back from whoever ignores it; out here the terminal sends none
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(job: Job) -> Shard:
    return make_shard(job, _stop)


def given(executor: Executor, workers: int | None = None) -> Engine:
    """An executor of the caller's, who also ends it.

    Raises:
        ValueError: a pool of processes that are forked: they would wait for ever for locks of polars.
    """
    context = getattr(executor, "_mp_context", None)
    if isinstance(executor, ProcessPoolExecutor) and context and context.get_start_method() == "fork":
        raise ValueError(
            "processes that are forked wait for ever for what this one holds: give "
            "ProcessPoolExecutor(mp_context=multiprocessing.get_context('spawn')), or 'forkserver'"
        )
    count = workers or getattr(executor, "_max_workers", None) or 4 * default_workers()
    return Engine(start=lambda: executor, width=lambda: count)


@contextmanager
def dask(address: str) -> Iterator[Engine]:
    """The workers of a Dask scheduler; a shard whose worker dies is given to another one by the scheduler.

    Raises:
        ModuleNotFoundError: dask.distributed is not installed.
        BatchError: nobody answers at the address, or no longer.
    """
    from distributed import Client

    client: Any = None
    trouble = ""
    try:
        client = Client(address, set_as_default=False)  # type: ignore[no-untyped-call]
    except Exception as error:  # what is no address is met in many ways
        trouble = f"no Dask scheduler answers at {address}: {error}"
    if client is None:
        # What is left of the client ends here and now: ended while another one begins, both wait for ever.
        gc.collect()
        raise BatchError(trouble)
    with client:

        def width() -> int:
            return max(1, int(sum(client.nthreads().values())))

        try:
            yield Engine(start=lambda: client.get_executor(pure=False), width=width, close=_drop)
        except BatchError:
            raise
        except Exception as error:
            # About no file, but about the connection; or about what cannot be done without one.
            if (isinstance(error, OSError) and error.filename is None) or client.status != "running":
                raise BatchError(f"the Dask scheduler at {address} is gone: {error}") from error
            raise


def _drop(executor: Executor) -> None:
    """End an executor without waiting for what it is at."""
    executor.shutdown(wait=False)


def worker_died(error: BaseException) -> bool:
    """Whether a shard is missing because a worker is gone, and not because it cannot be made."""
    return isinstance(error, BrokenExecutor | CancelledError) or type(error).__name__ == "KilledWorker"
