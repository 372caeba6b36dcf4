"""Work given to many at a time, by any executor: in order, a few pieces ahead, let go of at once.

Everything in the program that runs in parallel runs by ``run``. Whoever reads the results takes them one by
one; an exception there or in the work (Ctrl-C is one), or a reader who goes away, ends it: what has not begun
never begins, what is under way is asked to stop, and nobody waits for it.
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
from typing import TypeAlias, TypeVar

from kranalyze import forked
from kranalyze.frozen import frozen

T = TypeVar("T")
R = TypeVar("R")

#: Called with how much was done since the last time, and how much there is, at most; None if not known.
Progress: TypeAlias = Callable[[int, int | None], object]

#: Seconds between two looks at whether an executor still works.
PATIENCE = 2.0

#: Tells that work is no longer wanted.
Stop: TypeAlias = threading.Event


class Stopped(Exception):  # noqa: N818  (no error: it was asked to)
    """Work was stopped."""


class WorkersDied(Exception):  # noqa: N818
    """Workers died again and again over one piece of work, which is its argument."""


@frozen
class Pool:
    """Who works.

    Attributes:
        start: gives an executor; called again when that one broke.
        width: how many pieces it can do at a time, as of now.
        stop: asks the work under way to end.
        close: ends an executor of ``start``, without waiting for work that is under way.
        alive: whether an executor still hands work on; asked again and again while nothing is done.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    stop: Callable[[Executor], object] = lambda _executor: None
    close: Callable[[Executor], object] = lambda _executor: None
    alive: Callable[[Executor], bool] = lambda _executor: True


def default_workers() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads(workers: int | None = None, stop: Stop | None = None) -> Pool:
    """Threads of this process, default all cores; the core works without holding the interpreter's lock.

    Args:
        stop: set when the work is no longer wanted.
    """
    count, unwanted = workers or default_workers(), stop or Stop()

    def start() -> Executor:
        forked.check()
        return ThreadPoolExecutor(count, "kranalyze")

    # What is under way is not waited for.
    let_go = methodcaller("shutdown", wait=False, cancel_futures=True)
    return Pool(start, lambda: count, lambda _executor: unwanted.set(), let_go)


def run(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, *, ordered: bool = True, attempts: int = 1
) -> Generator[tuple[T, R]]:
    """Pieces of work with what came of them; two for each worker are ahead, and as many that are done.

    Items are taken as they are needed, in the thread that reads the results.

    Args:
        do: the work; for processes and machines a function that can be pickled.
        ordered: in the order of the items, else as they are done.
        attempts: how often a piece is given to workers that die over it.

    Raises:
        WorkersDied: they did, each time.
        BrokenExecutor: there is no executor that takes work.
        Exception: what the first piece of work that failed raised.
    """
    waiting: dict[int, tuple[T, int, Future[R]]] = {}
    executor = pool.start()

    def give(number: int, item: T, attempt: int = 1) -> None:
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

    def done(number: int) -> bool:
        return waiting[number][2].done()

    def collected() -> Iterator[tuple[T, R]]:
        """Those that can be read; if there are none, once one is done. Whose worker died is given again."""
        readable = takewhile if ordered else filter
        if not list(readable(done, waiting)):
            running = [future for *_, future in waiting.values() if not future.done()]
            while not wait(running, PATIENCE, FIRST_COMPLETED).done:
                if not pool.alive(executor):
                    raise BrokenExecutor("no work reaches the workers: not enough memory or threads")
        for number in list(readable(done, waiting)):
            item, attempt, future = waiting[number]
            try:
                result = future.result()
            except BaseException as error:
                # Not the work failed, but a worker is gone: Dask has an error of its own for that.
                gone = isinstance(error, BrokenExecutor | CancelledError)
                if attempts == 1 or not (gone or type(error).__name__ == "KilledWorker"):
                    raise
                give(number, item, attempt + 1)
                if ordered:  # what is behind it waits for it
                    return
                continue
            del waiting[number]
            yield item, result

    try:
        for number, item in enumerate(items):
            give(number, item)
            while len(waiting) > 4 * pool.width() or sum(not done(n) for n in waiting) > 2 * pool.width():
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
    """Pieces of work, in order, with what is kept of what has been given to ``take`` by then.

    A worker that has a result gives all that can be, in order, unless another one is just doing that: then
    it goes back to its own work. So nobody waits, and what is done with the results is done by the workers.
    After a failure of ``take``, which is raised, and when nobody reads on, nothing more is given.
    """
    if take is None:
        yield from run(do, items, pool)
        return
    ready: dict[int, R] = {}
    taken, wanted, taking = 0, True, threading.Lock()

    def hand_on() -> None:
        nonlocal taken
        while wanted and taken in ready:
            take(ready.pop(taken))
            taken += 1

    def work(numbered: tuple[int, T]) -> R:
        number, item = numbered
        result = ready[number] = do(item)
        # Looked at again after the lock was let go: another thread may have left a result meanwhile.
        while wanted and taken in ready and taking.acquire(blocking=False):
            try:
                hand_on()
            finally:
                taking.release()
        return kept(result)

    try:
        for (number, item), result in run(work, enumerate(items), pool):
            if taken <= number:  # a worker is just at it
                with taking:
                    hand_on()
            yield item, result
    finally:
        wanted = False
        with taking:  # what is just being given is waited for
            ready.clear()


class Pace:
    """How large a piece of work is to be so that it takes about the same time, however hard its parts are."""

    def __init__(self, first: int, most: int, seconds: float = 0.25) -> None:
        """Begin.

        Args:
            first: parts of the first pieces, while nothing is known.
            most: parts of the largest.
            seconds: what a piece should take: short, so that a bar moves and what is stopped ends soon; if
                infinite, all pieces are as large as the first.
        """
        self.size, self.most, self.seconds = first, most, seconds

    @contextmanager
    def timed(self, parts: int) -> Iterator[None]:
        """A piece is being done."""
        began = perf_counter()
        yield
        each = (perf_counter() - began) / max(parts, 1)
        fits = min(self.seconds / max(each, 1e-7), self.most)
        self.size = max(1, min(16 * self.size, int(fits)))

    def cut(self, parts: int, workers: int = 0, least: int = 1) -> Iterator[tuple[int, int]]:
        """Where pieces begin and how large they are.

        Args:
            workers: if given, pieces get smaller towards the end, so that all end at about the same time.
            least: but not for that reason smaller than this.
        """
        at = 0
        while at < parts:
            rest = parts - at
            size = min(self.size, rest, max(rest // (2 * workers), least) if workers > 1 else rest)
            yield at, size
            at += size
