"""Run work in parallel on any executor. Results come in order, memory is bounded, and a run can end at once.

All parallel work uses ``run``, a generator of results. Work is cut into pieces. A piece is one call of a
function with one item as argument. Usually a run ends when all pieces are done. A run ends early if the
reader of the results closes the generator. It also ends early if an exception (such as Ctrl-C) is raised in
the reader or in the work. Then pieces that have not begun are cancelled, and running pieces are asked to
stop. The run does not wait for running pieces.
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

#: A function that receives progress. Its arguments are how much was done since the last call, and the total
#: amount (None: the total is unknown).
Progress: TypeAlias = Callable[[int, int | None], object]

#: If no piece of work ends for ``PATIENCE`` seconds, check whether the executor can still do work.
PATIENCE = 2.0

#: A flag that asks running work to stop.
Stop: TypeAlias = threading.Event


class Stopped(Exception):  # noqa: N818  (no error: the work was asked to stop)
    """Raised by a piece of work that stops early because it was asked to stop."""


class WorkersDied(Exception):  # noqa: N818
    """Raised if a worker died in each attempt at a piece of work.

    The argument of the exception is the item of this piece.
    """


def cancel_all(_executor: Executor, futures: Iterable[Future[Any]]) -> None:
    """Cancel the pieces of work that have not begun."""
    for future in futures:
        future.cancel()


class Pool(NamedTuple):
    """A source of workers: functions that start, check and stop executors.

    Attributes:
        start: function that returns a new executor. It is called again if the executor breaks.
        width: function that returns how many pieces of work can run at the same time. The result may change
            from call to call.
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
        forked.check_not_forked()
        return ThreadPoolExecutor(count, "kranalyze")

    shutdown = methodcaller("shutdown", wait=False, cancel_futures=True)

    def stop_work(executor: Executor, futures: Iterable[Future[Any]]) -> None:
        unwanted.set()
        cancel_all(executor, futures)

    return Pool(start, lambda: count, stop_work, shutdown)


def run(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, *, ordered: bool = True, attempts: int = 1
) -> Generator[tuple[T, R]]:
    """Call a function with each item, in parallel. Yield each item with its result.

    A piece of work is one call of the function. At any time, at most two unfinished pieces per worker have
    been submitted. At most four pieces per worker are in memory, including results that the reader has not
    taken. The thread that reads the results also reads the items, as late as possible.

    Args:
        do: the function. If the workers are processes or other machines, it must be picklable.
        items: the arguments of the function, one for each piece of work.
        pool: the workers.
        ordered: whether to yield results in the order of the items. False: yield each result as soon as it is
            ready.
        attempts: how often a piece is tried. It is tried again only if its worker died.

    Raises:
        WorkersDied: workers died in all attempts at a piece.
        BrokenExecutor: no executor accepts work.
        Exception: a piece raised this exception. If several pieces failed, it is the first exception found.
    """
    waiting: dict[int, tuple[T, int, Future[R]]] = {}
    executor = pool.start()

    def submit(number: int, item: T, attempt: int = 1) -> None:
        """Submit a piece of work to the executor. If the executor is broken, start a new one first."""
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
        """Yield the results that are ready. If none is ready, wait until a piece of work ends.

        If the worker of a piece has died, submit the piece again.
        """
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
                # Find out the cause: either the worker died, or the work itself failed. Dask has an error
                # class of its own for a worker that died.
                is_worker_gone = isinstance(error, BrokenExecutor | CancelledError)
                if attempts == 1 or not (is_worker_gone or type(error).__name__ == "KilledWorker"):
                    raise
                submit(number, item, attempt + 1)
                if ordered:  # this piece is not done: the results of later pieces must wait
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
    """Call a function with each item in parallel, and call ``take`` with each result in order.

    Yield each item with its result.

    The workers call ``take`` themselves. A worker that has finished a piece calls ``take`` with all results
    that are next in order. But if another thread is calling ``take`` at the moment, the worker does not wait,
    and goes on to its next piece. ``take`` is not called again after it has raised an exception, or after the
    reader has closed the generator.

    Args:
        do: as for ``run``.
        items: as for ``run``.
        pool: as for ``run``.
        take: function that is called with the results in order, one at a time. None: no function is called.
        kept: function that is called with a result, and returns the part of it to yield.
    """
    if take is None:
        yield from run(do, items, pool)
        return
    ready: dict[int, R] = {}
    taken = 0
    wanted = True
    taking = threading.Lock()

    def pass_on() -> None:
        """Pass all results that are next in order to ``take``. The caller must hold the lock ``taking``."""
        nonlocal taken
        while wanted and taken in ready:
            take(ready.pop(taken))
            taken += 1

    def work(numbered: tuple[int, T]) -> R:
        """Do a piece of work. Then pass ready results to ``take``, unless another thread is doing this."""
        number, item = numbered
        result = ready[number] = do(item)
        # Check again after releasing the lock. While this worker held the lock, another worker may have
        # finished a piece and gone on without passing its result to ``take``.
        while wanted and taken in ready and taking.acquire(blocking=False):
            try:
                pass_on()
            finally:
                taking.release()
        return kept(result)

    try:
        for (number, item), result in run(work, enumerate(items), pool):
            if taken <= number:  # ``take`` has not yet finished with this result
                with taking:
                    pass_on()
            yield item, result
    finally:
        wanted = False
        with taking:  # wait until no worker is calling ``take``
            ready.clear()


class Pace:
    """Decides how many items a piece of work has, so that all pieces take about the same time."""

    def __init__(self, first: int, most: int, seconds: float = 0.25) -> None:
        """Set the size of the first pieces, the maximum size, and the time that a piece should take.

        Args:
            first: how many items the first pieces have, while the speed is unknown.
            most: how many items a piece can have at most.
            seconds: how long a piece should take. Short pieces let a progress bar move often, and let work
                stop soon. If ``seconds`` is infinite, the pieces grow until they have ``most`` items.
        """
        self.size = first
        self.most = most
        self.seconds = seconds

    @contextmanager
    def timed(self, parts: int) -> Iterator[None]:
        """Measure how long a piece with ``parts`` items takes, and adapt the size of the next pieces."""
        began = perf_counter()
        yield
        seconds_per_part = (perf_counter() - began) / max(parts, 1)
        fits = min(self.seconds / max(seconds_per_part, 1e-7), self.most)
        self.size = max(1, min(16 * self.size, int(fits)))

    def cut_starts_and_lengths(
        self, parts: int, workers: int = 0, least: int = 1
    ) -> Iterator[tuple[int, int]]:
        """Cut work into pieces. Yield for each piece the index of its first item, and how many items it has.

        Args:
            parts: how many items there are in all.
            workers: how many workers do the pieces. If there are several workers, pieces get smaller towards
                the end, so that all workers finish at about the same time.
            least: minimum number of items in the smaller pieces towards the end.
        """
        at = 0
        while at < parts:
            rest = parts - at
            size = min(self.size, rest, max(rest // (2 * workers), least) if workers > 1 else rest)
            yield at, size
            at += size
