"""Parallel work on any executor: results in order, few pieces ahead, and an immediate end.

All parallel work goes through ``run``, a generator of results. The run ends when its reader closes the
generator, and on an exception in the reader or in the work (Ctrl-C is one). Pieces that have not begun are
then cancelled. Running pieces are asked to stop, and nobody waits for them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from itertools import takewhile
from operator import methodcaller
from time import perf_counter
from typing import NamedTuple, TypeAlias, TypeVar

from kranalyze import forked

T = TypeVar("T")
R = TypeVar("R")

#: Called with the amount done since the last call, and the total amount (None if unknown).
Progress: TypeAlias = Callable[[int, int | None], object]

#: Seconds between two checks whether an executor still works.
PATIENCE = 2.0

#: A flag that is set when the work is no longer wanted.
Stop: TypeAlias = threading.Event


class Stopped(Exception):  # noqa: N818  (this is no error: somebody asked the work to stop)
    """Work was stopped on request."""


class WorkersDied(Exception):  # noqa: N818
    """Workers died in all attempts at a piece of work, which is the argument."""


class Pool(NamedTuple):
    """A source of executors.

    Attributes:
        start: function that returns an executor. It is called again if that executor breaks.
        width: function that returns the number of pieces that can run at the same time now.
        stop: function that asks running work to end.
        close: function that ends an executor without waiting for running work.
        alive: function that returns whether an executor still works. It is called repeatedly while no piece
            ends.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    stop: Callable[[Executor], object] = lambda _executor: None
    close: Callable[[Executor], object] = lambda _executor: None
    alive: Callable[[Executor], bool] = lambda _executor: True


def default_workers() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads(workers: int | None = None, stop: Stop | None = None) -> Pool:
    """Return a pool of threads of this process. The C core releases the GIL.

    Args:
        workers: number of threads, by default one for each core.
        stop: flag that is set when the work is no longer wanted.
    """
    count = workers or default_workers()
    unwanted = stop or Stop()

    def start() -> Executor:
        forked.check()
        return ThreadPoolExecutor(count, "kranalyze")

    shutdown = methodcaller("shutdown", wait=False, cancel_futures=True)
    return Pool(start, lambda: count, lambda _executor: unwanted.set(), shutdown)


def run(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, *, ordered: bool = True, attempts: int = 1
) -> Generator[tuple[T, R]]:
    """Run a function on each item, and yield the items with their results.

    Up to two pieces of work per worker run or wait to run, and as many results are held. Items are taken from
    the iterable when they are needed, in the thread that reads the results.

    Args:
        do: the function. For processes and machines it must be picklable.
        items: the arguments of the function, one for each piece of work.
        pool: the workers.
        ordered: whether results come in the order of the items. If False, they come as soon as they are done.
        attempts: number of attempts at a piece of work if workers die.

    Raises:
        WorkersDied: workers died in all attempts at a piece.
        BrokenExecutor: no executor accepts work.
        Exception: the exception of the first piece that failed.
    """
    waiting: dict[int, tuple[T, int, Future[R]]] = {}
    executor = pool.start()

    def submit(number: int, item: T, attempt: int = 1) -> None:
        nonlocal executor
        if attempt > attempts:
            raise WorkersDied(item)
        try:
            future = executor.submit(do, item)
        except BrokenExecutor:
            pool.close(executor)
            executor = pool.start()
            future = executor.submit(do, item)
        waiting[number] = item, attempt, future

    def is_done(number: int) -> bool:
        return waiting[number][2].done()

    def collected() -> Iterator[tuple[T, R]]:
        """Yield the results that are ready; wait if there are none. Resubmit pieces whose workers died."""
        readable = takewhile if ordered else filter
        if not list(readable(is_done, waiting)):
            running = [future for *_, future in waiting.values() if not future.done()]
            while not wait(running, PATIENCE, FIRST_COMPLETED).done:
                if not pool.alive(executor):
                    raise BrokenExecutor("no work reaches the workers: not enough memory or threads")
        for number in list(readable(is_done, waiting)):
            item, attempt, future = waiting[number]
            try:
                result = future.result()
            except BaseException as error:
                # A dead worker is no failure of the work. Dask has its own class of error for dead workers.
                is_worker_gone = isinstance(error, BrokenExecutor | CancelledError)
                if attempts == 1 or not (is_worker_gone or type(error).__name__ == "KilledWorker"):
                    raise
                submit(number, item, attempt + 1)
                if ordered:  # later results must wait for this result
                    return
                continue
            del waiting[number]
            yield item, result

    try:
        for number, item in enumerate(items):
            submit(number, item)
            while len(waiting) > 4 * pool.width() or sum(not is_done(n) for n in waiting) > 2 * pool.width():
                yield from collected()
        while waiting:
            yield from collected()
    except BaseException:
        pool.stop(executor)
        for *_, future in waiting.values():
            future.cancel()
        raise
    finally:
        pool.close(executor)


def in_turn(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, take: Callable[[R], object] | None,
    kept: Callable[[R], R] = lambda result: result,
) -> Generator[tuple[T, R]]:  # fmt: skip
    """Run a function on each item, pass the results to ``take`` in order, and yield ``kept(result)``.

    A worker passes all ready results to ``take``, unless another worker is doing so: then it returns to its
    own work. So no worker waits, and the workers also do the work of ``take``. After ``take`` has raised an
    exception, or once the reader has gone away, no more results are passed on.
    """
    if take is None:
        yield from run(do, items, pool)
        return
    ready: dict[int, R] = {}
    taken = 0
    wanted = True
    taking = threading.Lock()

    def pass_on() -> None:
        nonlocal taken
        while wanted and taken in ready:
            take(ready.pop(taken))
            taken += 1

    def work(numbered: tuple[int, T]) -> R:
        number, item = numbered
        result = ready[number] = do(item)
        # Check again after releasing the lock: another thread may have added a result in the meantime.
        while wanted and taken in ready and taking.acquire(blocking=False):
            try:
                pass_on()
            finally:
                taking.release()
        return kept(result)

    try:
        for (number, item), result in run(work, enumerate(items), pool):
            if taken <= number:  # a worker may be passing this result on
                with taking:
                    pass_on()
            yield item, result
    finally:
        wanted = False
        with taking:  # wait for a result that a worker is passing on
            ready.clear()


class Pace:
    """The size of pieces of work, adapted so that each piece takes about the same time."""

    def __init__(self, first: int, most: int, seconds: float = 0.25) -> None:
        """Set the limits.

        Args:
            first: number of parts in the first pieces, when the speed is not known.
            most: largest number of parts in a piece.
            seconds: duration of a piece. Short pieces keep a progress bar moving and stop soon. If infinite,
                all pieces have the size of the first.
        """
        self.size = first
        self.most = most
        self.seconds = seconds

    @contextmanager
    def timed(self, parts: int) -> Iterator[None]:
        """Time a piece of ``parts`` parts, and adapt the size of the next pieces."""
        began = perf_counter()
        yield
        seconds_per_part = (perf_counter() - began) / max(parts, 1)
        fits = min(self.seconds / max(seconds_per_part, 1e-7), self.most)
        self.size = max(1, min(16 * self.size, int(fits)))

    def cut(self, parts: int, workers: int = 0, least: int = 1) -> Iterator[tuple[int, int]]:
        """Yield the index of the first part and the number of parts of each piece.

        Args:
            parts: total number of parts.
            workers: number of workers. If above 1, pieces get smaller towards the end, so that all workers
                end together.
            least: size below which pieces do not shrink towards the end.
        """
        at = 0
        while at < parts:
            rest = parts - at
            size = min(self.size, rest, max(rest // (2 * workers), least) if workers > 1 else rest)
            yield at, size
            at += size
