"""Who makes the shards, if not threads of this process: other processes, machines, a lent executor."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from operator import methodcaller

from kranalyze.arguments import ArgumentError
from kranalyze.batches.work import BatchError
from kranalyze.parallel import Pool, default_workers


def processes(workers: int | None = None) -> Pool:
    """Processes of this machine. One that dies takes the pool with it, and a new pool takes its place."""
    count, context = workers or default_workers(), get_context("spawn")
    return Pool(
        lambda: ProcessPoolExecutor(count, context, _begin_worker), lambda: count, _kill, _close, _is_managed
    )


def _manager(executor: Executor) -> threading.Thread | None:
    """The thread that hands work to processes, once there is work."""
    return getattr(executor, "_executor_manager_thread", None)


def _is_managed(executor: Executor) -> bool:
    """Whether work reaches the processes: where no thread can begin, the manager ends, or has not begun."""
    manager = _manager(executor)
    return manager is None or manager.is_alive()


def _close(executor: Executor) -> None:
    """End processes that have no work, and wait for them; a manager that could not begin cannot be joined."""
    manager = _manager(executor)
    has_begun = manager is None or manager.ident is not None
    executor.shutdown(wait=has_begun, cancel_futures=True)


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


def given(executor: Executor, workers: int | None = None) -> Pool:
    """An executor of the caller's, who also ends it.

    Raises:
        ArgumentError: what is no executor.
        ValueError: a pool of processes that are forked: they would wait for ever for locks of polars.
    """
    if not isinstance(executor, Executor):
        raise ArgumentError("executor", "an executor of concurrent.futures", executor)
    context = getattr(executor, "_mp_context", None)
    if isinstance(executor, ProcessPoolExecutor) and context and context.get_start_method() == "fork":
        raise ValueError(
            "processes that are forked wait for ever for what this one holds: give "
            "ProcessPoolExecutor(mp_context=multiprocessing.get_context('spawn')), or 'forkserver'"
        )
    count = workers or getattr(executor, "_max_workers", None) or 4 * default_workers()
    return Pool(lambda: executor, lambda: count)


@contextmanager
def dask(address: str) -> Iterator[Pool]:
    """The workers of a Dask scheduler; a shard whose worker dies is given to another one by the scheduler.

    Raises:
        ModuleNotFoundError: dask.distributed is not installed.
        BatchError: nobody answers at the address, or no longer.
    """
    connect, client, trouble = import_module("distributed").Client, None, ""
    try:
        client = connect(address, set_as_default=False)
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
            yield Pool(lambda: client.get_executor(pure=False), width, close=let_go)
        except BatchError:
            raise
        except Exception as error:
            # About no file, but about the connection; or about what cannot be done without one.
            if (isinstance(error, OSError) and error.filename is None) or client.status != "running":
                raise BatchError(f"the Dask scheduler at {address} is gone: {error}") from error
            raise

