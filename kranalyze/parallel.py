"""Parallel work on any executor: results in order, few pieces ahead, and an immediate end.

Everything that runs in parallel goes through ``run``. Its reader takes the results one by one. The run ends
when the reader goes away, and on an exception in the reader or in the work (Ctrl-C is one). Pieces that have
not begun are cancelled, running ones are asked to stop, and nobody waits for them.
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
from dataclasses import dataclass
from itertools import takewhile
from operator import methodcaller
from time import perf_counter
from typing import TypeAlias, TypeVar

from kranalyze import forked

T = TypeVar("T")
R = TypeVar("R")

#: Called with the amount done since the last call, and the total amount, None if it is not known.
Progress: TypeAlias = Callable[[int, int | None], object]

#: Seconds between two checks whether an executor still works.
PATIENCE = 2.0

#: Set when work is no longer wanted.
Stop: TypeAlias = threading.Event


class Stopped(Exception):  # noqa: N818  (no error: the work was asked to stop)
    """Work was stopped."""


class WorkersDied(Exception):  # noqa: N818
    """Workers died again and again over the piece of work that is the argument."""


@dataclass(frozen=True, slots=True)
class Pool:
    """A source of executors.

    Attributes:
        start: returns an executor; called again if that one breaks.
        width: returns the number of pieces that it can do at a time, as of now.
        stop: asks running work to end.
        close: ends an executor of ``start`` without waiting for running work.
        alive: whether an executor still hands work on; checked repeatedly while nothing is done.
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
    """Return a pool of threads of this process. The C core works without the GIL.

    Args:
        workers: number of threads, default all cores.
        stop: set when the work is no longer wanted.
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
    """Do pieces of work, and yield the items with their results.

    Up to two pieces for each worker are under way, and as many results are held. Items are taken when they
    are needed, in the thread that reads the results.

    Args:
        do: the work. For processes and machines it must be a function that can be pickled.
        items: the pieces.
        pool: the workers.
        ordered: whether results come in the order of the items, or as soon as they are done.
        attempts: number of attempts at a piece over which workers die.

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
        """Yield the readable results; wait if there are none. Resubmit pieces whose workers died."""
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
                # A dead worker is no failure of the work. Dask has an error of its own for it.
                is_worker_gone = isinstance(error, BrokenExecutor | CancelledError)
                if attempts == 1 or not (is_worker_gone or type(error).__name__ == "KilledWorker"):
                    raise
                submit(number, item, attempt + 1)
                if ordered:  # later results wait for this one
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
    """Do pieces of work in order, and pass each result to ``take`` before ``kept`` of it is yielded.

    A worker passes on all results that are ready, unless another worker is doing so: then it returns to its
    own work. So nobody waits, and the workers also do the work of ``take``. Nothing more is passed on after
    ``take`` raised an exception, or once the reader has gone away.
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
        # Check again after the lock is released: another thread may have left a result in the meantime.
        while wanted and taken in ready and taking.acquire(blocking=False):
            try:
                pass_on()
            finally:
                taking.release()
        return kept(result)

    try:
        for (number, item), result in run(work, enumerate(items), pool):
            if taken <= number:  # a worker is passing it on
                with taking:
                    pass_on()
            yield item, result
    finally:
        wanted = False
        with taking:  # wait for a result that is being passed on
            ready.clear()


class Pace:
    """The size of pieces of work: they should take the same time, however hard their parts are."""

    def __init__(self, first: int, most: int, seconds: float = 0.25) -> None:
        """Set the limits.

        Args:
            first: parts of the first pieces, when the speed is not known.
            most: parts of a piece, at most.
            seconds: duration of a piece. Short pieces keep a progress bar moving and stop soon. If it is
                infinite, all pieces have the size of the first.
        """
        self.size = first
        self.most = most
        self.seconds = seconds

    @contextmanager
    def timed(self, parts: int) -> Iterator[None]:
        """Time a piece of so many parts, and adapt the size of the next pieces."""
        began = perf_counter()
        yield
        seconds_per_part = (perf_counter() - began) / max(parts, 1)
        fits = min(self.seconds / max(seconds_per_part, 1e-7), self.most)
        self.size = max(1, min(16 * self.size, int(fits)))

    def cut(self, parts: int, workers: int = 0, least: int = 1) -> Iterator[tuple[int, int]]:
        """Yield the beginning and the size of each piece.

        Args:
            parts: number of parts in all.
            workers: if positive, pieces get smaller towards the end, so that all workers end together.
            least: size below which pieces do not shrink for that reason.
        """
        at = 0
        while at < parts:
            rest = parts - at
            size = min(self.size, rest, max(rest // (2 * workers), least) if workers > 1 else rest)
            yield at, size
            at += size
