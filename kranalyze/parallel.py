"""Run work in parallel on any executor. Results come in order, memory is bounded, and a run can end at once.

All parallel work uses ``run``, a generator of results. Work is cut into pieces. A piece is one call of a
function with one item as argument. A run ends when all pieces are done, when the reader of the results closes
the generator, or when an exception (such as Ctrl-C) is raised in the reader or in the work. If a run ends
early, pieces that have not begun are cancelled, and running pieces are asked to stop. The run does not wait
for them.
"""

from __future__ import annotations

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
from typing import Any, NamedTuple, TypeAlias, TypeVar

from kranalyze import forked
from kranalyze.cores import default_workers as default_workers

T = TypeVar("T")
R = TypeVar("R")

#: A function that is called to report progress. Its arguments are the amount done since the last call, and
#: the total amount (None: unknown).
Progress: TypeAlias = Callable[[int, int | None], object]

#: Number of seconds between two checks whether an executor can still do work.
PATIENCE = 2.0

#: A flag. Running work should stop when the flag is set.
Stop: TypeAlias = threading.Event


class Stopped(Exception):  # noqa: N818  (no error: the work was asked to stop)
    """Raised by work that was asked to stop, and has stopped."""


class WorkersDied(Exception):  # noqa: N818
    """Raised if workers died in all attempts at a piece of work. Its argument is the item of this piece."""


def cancel_all(_executor: Executor, futures: Iterable[Future[Any]]) -> None:
    """Cancel all pieces of work that have not begun."""
    for future in futures:
        future.cancel()


class Pool(NamedTuple):
    """A source of executors.

    Attributes:
        start: function that returns an executor. It is called again if the executor breaks.
        width: function that returns how many pieces can run at the same time. The number may change.
        stop: function that stops running pieces and cancels pieces that have not begun. Its arguments are an
            executor and the futures of the pieces.
        close: function that ends an executor without waiting for running work.
        alive: function that returns whether an executor can still do work. It is called every ``PATIENCE``
            seconds while no piece ends.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    stop: Callable[[Executor, Iterable[Future[Any]]], object] = cancel_all
    close: Callable[[Executor], object] = lambda _executor: None
    alive: Callable[[Executor], bool] = lambda _executor: True


def thread_pool(workers: int | None = None, stop: Stop | None = None) -> Pool:
    """Return a pool of threads of this process. Threads run in parallel while the C core releases the GIL.

    Args:
        workers: number of threads. None: one for each core of the machine.
        stop: flag that the pool sets to ask running work to stop. None: a new flag.
    """
    count = workers or default_workers()
    unwanted = stop or Stop()

    def start() -> Executor:
        forked.check()
        return ThreadPoolExecutor(count, "kranalyze")

    shutdown = methodcaller("shutdown", wait=False, cancel_futures=True)

    def stop_work(executor: Executor, futures: Iterable[Future[Any]]) -> None:
        unwanted.set()
        cancel_all(executor, futures)

    return Pool(start, lambda: count, stop_work, shutdown)


def run(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, *, ordered: bool = True, attempts: int = 1
) -> Generator[tuple[T, R]]:
    """Call a function with each item. Yield the items with their results.

    At any time, at most two pieces per worker are running or waiting to run. At most four pieces per worker
    are in memory, including results that the reader has not yet taken. The thread that reads the results also
    reads the items, as late as possible.

    Args:
        do: the function. If the workers are processes or other machines, it must be picklable.
        items: the arguments of the function, one for each piece of work.
        pool: the workers.
        ordered: whether to yield results in the order of the items. False: yield each result as soon as it is
            ready.
        attempts: largest number of attempts at a piece. A piece is tried again if its worker died.

    Raises:
        WorkersDied: workers died in all attempts at a piece.
        BrokenExecutor: no executor accepts work.
        Exception: a piece raised this exception. If several pieces failed, it is the first exception found.
    """
    waiting: dict[int, tuple[T, int, Future[R]]] = {}
    executor = pool.start()

    def submit(number: int, item: T, attempt: int = 1) -> None:
        """Submit a piece to the executor. If the executor is broken, start a new executor first."""
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
        """Yield the results that are ready. If none is ready, wait. Resubmit pieces whose worker died."""
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
                # Did the worker die, rather than the work fail? Dask has an error class of its own for this.
                is_worker_gone = isinstance(error, BrokenExecutor | CancelledError)
                if attempts == 1 or not (is_worker_gone or type(error).__name__ == "KilledWorker"):
                    raise
                submit(number, item, attempt + 1)
                if ordered:  # later results must not be yielded before the result of this piece
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
        pool.stop(executor, [future for *_, future in waiting.values()])
        raise
    finally:
        pool.close(executor)


def run_in_order(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, take: Callable[[R], object] | None,
    kept: Callable[[R], R] = lambda result: result,
) -> Generator[tuple[T, R]]:  # fmt: skip
    """Call a function with each item, and ``take`` with each result, in order. Yield items and results.

    The workers also call ``take``. A worker that has finished a piece passes all ready results to ``take``,
    unless another worker is doing this at the moment. So no worker waits for another. After ``take`` has
    raised an exception, or the reader has closed the generator, ``take`` is not called again.

    Args:
        do: as for ``run``.
        items: as for ``run``.
        pool: as for ``run``.
        take: function that is called with the results, in order, one at a time. None: nothing is called.
        kept: function that takes a result, and returns the part of it to yield.
    """
    if take is None:
        yield from run(do, items, pool)
        return
    ready: dict[int, R] = {}
    taken = 0
    wanted = True
    taking = threading.Lock()

    def pass_on() -> None:
        """Pass the ready results to ``take``. The caller must hold the lock ``taking``."""
        nonlocal taken
        while wanted and taken in ready:
            take(ready.pop(taken))
            taken += 1

    def work(numbered: tuple[int, T]) -> R:
        """Do a piece, and pass ready results to ``take`` unless another worker is doing this."""
        number, item = numbered
        result = ready[number] = do(item)
        # After releasing the lock, check again: another worker may have finished a piece in the meantime.
        while wanted and taken in ready and taking.acquire(blocking=False):
            try:
                pass_on()
            finally:
                taking.release()
        return kept(result)

    try:
        for (number, item), result in run(work, enumerate(items), pool):
            if taken <= number:  # not taken yet, or a worker is passing it to ``take`` just now
                with taking:
                    pass_on()
            yield item, result
    finally:
        wanted = False
        with taking:  # wait while a worker is passing results to ``take``
            ready.clear()


class Pace:
    """The number of items in a piece of work. It is adapted so that pieces take about the same time."""

    def __init__(self, first: int, most: int, seconds: float = 0.25) -> None:
        """Set the limits.

        Args:
            first: number of items in the first pieces, when the speed is not yet known.
            most: largest number of items in a piece.
            seconds: target duration of a piece. Short pieces let a progress bar move often, and let work stop
                soon. If the duration is infinite, all pieces have ``first`` items.
        """
        self.size = first
        self.most = most
        self.seconds = seconds

    @contextmanager
    def timed(self, parts: int) -> Iterator[None]:
        """Measure the time of a piece with ``parts`` items, and adapt the size of the next pieces."""
        began = perf_counter()
        yield
        seconds_per_part = (perf_counter() - began) / max(parts, 1)
        fits = min(self.seconds / max(seconds_per_part, 1e-7), self.most)
        self.size = max(1, min(16 * self.size, int(fits)))

    def cut_starts_and_lengths(
        self, parts: int, workers: int = 0, least: int = 1
    ) -> Iterator[tuple[int, int]]:
        """Cut work into pieces. Yield for each piece the index of its first item, and its number of items.

        Args:
            parts: total number of items.
            workers: number of workers. If there are several, pieces get smaller towards the end, so that all
                workers finish at about the same time.
            least: least number of items to which pieces shrink towards the end.
        """
        at = 0
        while at < parts:
            rest = parts - at
            size = min(self.size, rest, max(rest // (2 * workers), least) if workers > 1 else rest)
            yield at, size
            at += size
