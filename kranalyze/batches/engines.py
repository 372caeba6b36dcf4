"""Engines: who makes the shards, threads, processes or other machines."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from operator import methodcaller
from typing import Any

from kranalyze import parallel
from kranalyze.batches.store import Shard
from kranalyze.batches.work import BatchError, Job, make_shard
from kranalyze.frozen import frozen
from kranalyze.parallel import Pool


@frozen
class Engine:
    """Who makes the shards, and what is submitted with each job."""

    pool: Pool
    work: Callable[[Job], Shard] = make_shard


def threads(workers: int | None = None) -> Engine:
    """Threads of this process; the core solves without holding the interpreter's lock."""
    event = threading.Event()
    return Engine(parallel.threads(workers, event), partial(make_shard, stop=event))


def processes(workers: int | None = None) -> Engine:
    """Processes of this machine. One that dies takes the pool with it, and a new pool takes its place."""
    count, context = workers or parallel.default_workers(), get_context("spawn")

    def start() -> Executor:
        return ProcessPoolExecutor(count, context, _begin_worker)

    shut = methodcaller("shutdown", wait=True, cancel_futures=True)
    return Engine(Pool(start, lambda: count, _kill, shut))


def _kill(executor: Executor) -> None:
    """End processes at once: what they had not finished is not there."""
    for process in list((getattr(executor, "_processes", None) or {}).values()):
        process.kill()


def _begin_worker() -> None:
    """Set up a worker process: Ctrl-C is the parent's business, and without a parent there is no work."""
    os.setsid()  # libraries may take SIGINT back from whoever ignores it; out here the terminal sends none
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


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
    count = workers or getattr(executor, "_max_workers", None) or 4 * parallel.default_workers()
    return Engine(Pool(lambda: executor, lambda: count))


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
            let_go = methodcaller("shutdown", wait=False)
            yield Engine(Pool(lambda: client.get_executor(pure=False), width, close=let_go))
        except BatchError:
            raise
        except Exception as error:
            # About no file, but about the connection; or about what cannot be done without one.
            if (isinstance(error, OSError) and error.filename is None) or client.status != "running":
                raise BatchError(f"the Dask scheduler at {address} is gone: {error}") from error
            raise

