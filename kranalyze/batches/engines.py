"""Make pools of workers that are not threads: local processes, Dask workers, or the caller's executor."""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context, parent_process
from operator import methodcaller
from typing import Any

from kranalyze.arguments import ArgumentError
from kranalyze.batches.work import BatchError
from kranalyze.parallel import Pool, default_workers


def process_pool(workers: int | None = None) -> Pool:
    """Return a pool of processes on this machine. If a process dies, the pool starts a new executor."""
    count = workers or default_workers()
    context = get_context("spawn")
    return Pool(
        lambda: ProcessPoolExecutor(count, context, _begin_worker),
        lambda: count,
        _kill,
        _close_when_idle,
        _can_still_pass_work,
    )


def _manager(executor: Executor) -> threading.Thread | None:
    """Return the thread that passes an executor's work to its processes.

    Return None if no work has been submitted to the executor.
    """
    return getattr(executor, "_executor_manager_thread", None)


def _can_still_pass_work(executor: Executor) -> bool:
    """Return whether an executor can still pass work to its processes.

    The executor starts a thread that passes its work to the processes. If memory is short, this thread may
    have failed to start, or may have ended. If no work has been submitted yet, the result is True.
    """
    manager = _manager(executor)
    return manager is None or manager.is_alive()


def _close_when_idle(executor: Executor) -> None:
    """End the processes of an executor once they are idle, and wait for their end.

    If the thread that passes work to the processes could not be started, do not wait, because waiting would
    fail.
    """
    manager = _manager(executor)
    has_begun = manager is None or manager.ident is not None
    executor.shutdown(wait=has_begun, cancel_futures=True)


def _kill(executor: Executor, _futures: Iterable[Future[Any]]) -> None:
    """Kill the processes of an executor. Their unfinished work is lost.

    This function does not cancel futures, because the executor's own thread ends them. If the function
    cancelled a future at the same time, that thread would fail with an InvalidStateError (Python 3.11).
    """
    for process in list((getattr(executor, "_processes", None) or {}).values()):
        process.kill()


def _begin_worker() -> None:
    """Set up a worker process: it ignores Ctrl-C, and ends when its parent ends."""
    # Move this process to a new session. Then Ctrl-C sends no SIGINT to this process, even if a library
    # installs a handler.
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the parent process, then end this process."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def pool_of_executor(executor: Executor, workers: int | None = None) -> Pool:
    """Return a pool that uses the caller's executor. The caller must shut the executor down.

    Raises:
        ArgumentError: the argument is not an executor.
        ValueError: the executor forks its processes. A forked process would wait forever for a lock of
            polars.
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
def dask_pool(address: str) -> Iterator[Pool]:
    """Connect to a Dask scheduler and yield a pool of its workers.

    If a worker dies while it makes a shard (a part of the results), another worker makes this shard.

    Raises:
        ModuleNotFoundError: dask.distributed is not installed.
        BatchError: the scheduler does not answer, or stops answering.
    """
    connect = import_module("distributed").Client
    client = None
    trouble = ""
    try:
        client = connect(address, set_as_default=False)
    except Exception as error:  # for a wrong address Dask may raise any exception
        trouble = f"no Dask scheduler answers at {address}: {error}"
    if client is None:
        # Free the objects of the failed client now. If Python freed them later, while another client
        # connects, both clients would hang.
        gc.collect()
        raise BatchError(trouble)
    with client:

        def width() -> int:
            """Return how many threads all workers have together."""
            return max(1, int(sum(client.nthreads().values())))

        try:
            close = methodcaller("shutdown", wait=False)
            yield Pool(lambda: client.get_executor(pure=False), width, close=close)
        except BatchError:
            raise
        except Exception as error:
            # An OSError without a file name comes from the connection to Dask. If the client has stopped, the
            # error was caused by a lost connection.
            if (isinstance(error, OSError) and error.filename is None) or client.status != "running":
                raise BatchError(f"the Dask scheduler at {address} is gone: {error}") from error
            raise

