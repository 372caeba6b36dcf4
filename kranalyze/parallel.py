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
from operator import methodcaller
from time import perf_counter
from typing import Any, Generic, TypeAlias, TypeVar

from kranalyze import forked
from kranalyze.frozen import frozen

T = TypeVar("T")
R = TypeVar("R")


#: Tells that work is no longer wanted.
Stop: TypeAlias = threading.Event


class Stopped(Exception):  # noqa: N818  (no error: it was asked to)
    """Work was stopped."""


class WorkersDied(Exception):  # noqa: N818
    """Workers died again and again over one piece of work, ``item``."""

    def __init__(self, item: Any) -> None:
        super().__init__("workers died over one piece of work again and again")
        self.item = item


@frozen
class Pool:
    """Who works.

    Attributes:
        start: gives an executor; called again when that one broke.
        width: how many pieces it can do at a time, as of now.
        stop: asks the work under way to end.
        close: ends an executor of ``start``, without waiting for work that is under way.
    """

    start: Callable[[], Executor]
    width: Callable[[], int]
    stop: Callable[[Executor], object] = lambda _executor: None
    close: Callable[[Executor], object] = lambda _executor: None


class _Here(Executor):
    """Does what it is given at once, in the thread that gives it."""

    def submit(self, fn: Callable[..., R], /, *args: Any, **kwargs: Any) -> Future[R]:
        """Do it."""
        future: Future[R] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


#: No threads: for work that is done within a piece of other work, or too small for them.
HERE = Pool(start=_Here, width=lambda: 0)


def default_workers() -> int:
    """The cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def threads(workers: int | None = None, stop: Stop | None = None) -> Pool:
    """Threads of this process, default all cores; the core works without holding the interpreter's lock.

    Args:
        stop: set when the work is no longer wanted.
    """
    count = workers or default_workers()

    def start() -> Executor:
        forked.check()
        return ThreadPoolExecutor(count, "kranalyze")

    asked = (lambda _executor: None) if stop is None else (lambda _executor: stop.set())
    # What is under way is not waited for.
    return Pool(start, lambda: count, asked, methodcaller("shutdown", wait=False, cancel_futures=True))


def lent(executor: Executor, workers: int | None = None) -> Pool:
    """An executor of the caller's, who also ends it."""
    count = workers or getattr(executor, "_max_workers", None) or 4 * default_workers()
    return Pool(start=lambda: executor, width=lambda: count)


def run(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, *, ordered: bool = True, attempts: int = 1
) -> Generator[tuple[T, R]]:
    """Pieces of work with what came of them; two for each worker are ahead of the one that is read.

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
    waiting: dict[int, tuple[T, Future[R], Executor, int]] = {}
    executor = pool.start()

    def renew(broken: Executor) -> None:
        """Another executor in the place of a broken one, once for all that it had."""
        nonlocal executor
        if broken is executor:
            pool.close(broken)
            executor = pool.start()

    def give(number: int, item: T, attempt: int = 1) -> None:
        if attempt > attempts:
            raise WorkersDied(item)
        try:
            future = executor.submit(do, item)
        except BrokenExecutor:
            renew(executor)
            future = executor.submit(do, item)
        waiting[number] = item, future, executor, attempt

    def collected() -> Iterator[tuple[T, R]]:
        """The oldest piece, or those that are done; one whose worker died is given again, in its place."""
        numbers = [next(iter(waiting))]
        if not ordered:
            wait([future for _, future, *_ in waiting.values()], return_when=FIRST_COMPLETED)
            numbers = [number for number, (_, future, *_) in waiting.items() if future.done()]
        for number in numbers:
            item, future, given_to, attempt = waiting[number]
            try:
                result = future.result()
            except BaseException as error:
                # Not the work failed, but a worker is gone: Dask has an error of its own for that.
                gone = isinstance(error, BrokenExecutor | CancelledError)
                if attempts == 1 or not (gone or type(error).__name__ == "KilledWorker"):
                    raise
                if isinstance(error, BrokenExecutor):
                    renew(given_to)
                give(number, item, attempt + 1)
                continue
            del waiting[number]
            yield item, result

    try:
        for number, item in enumerate(items):
            give(number, item)
            while len(waiting) > 2 * pool.width():
                yield from collected()
        while waiting:
            yield from collected()
    except BaseException:
        pool.stop(executor)
        for _, future, *_ in waiting.values():
            future.cancel()
        raise
    finally:
        pool.close(executor)


def in_turn(
    do: Callable[[T], R], items: Iterable[T], pool: Pool, take: Callable[[R], object] | None,
    kept: Callable[[R], R] = lambda result: result,
) -> Generator[tuple[T, R]]:  # fmt: skip
    """Pieces of work, in order, with what is kept of what `Turns` has given to ``take`` by then."""
    if take is None:
        yield from run(do, items, pool)
        return
    turns = Turns(take)

    def work(numbered: tuple[int, T]) -> R:
        result = do(numbered[1])
        turns.bring(numbered[0], result)
        return kept(result)

    try:
        for (number, item), result in run(work, enumerate(items), pool):
            turns.wait(number)
            yield item, result
    finally:
        turns.stop()


class Turns(Generic[T]):
    """Takes results numbered from 0 in any order and hands them on in their order, never two at once.

    A thread that brings a result hands on all that can be, unless another one is just doing that: then
    it goes back to its own work. So nobody waits, and what is done with the results is done by the workers.
    """

    def __init__(self, take: Callable[[T], object]) -> None:
        self._take = take
        self._ready: dict[int, T] = {}
        self._next = 0
        self._open = True
        self._busy = threading.Lock()
        self._moved = threading.Condition()

    def bring(self, number: int, result: T) -> None:
        """A result is there.

        Raises:
            Exception: what handing on a result raised; nothing more is handed on then.
        """
        self._ready[number] = result
        # Looked at again after the lock was let go: another thread may have left a result meanwhile.
        while self._open and self._next in self._ready and self._busy.acquire(blocking=False):
            try:
                while self._open and self._next in self._ready:
                    self._take(self._ready.pop(self._next))
                    with self._moved:
                        self._next += 1
                        self._moved.notify_all()
            except BaseException:
                self._open = False
                raise
            finally:
                self._busy.release()
                with self._moved:
                    self._moved.notify_all()

    def wait(self, number: int) -> None:
        """Wait until a result that was brought has been handed on, or nothing more will be."""
        with self._moved:
            self._moved.wait_for(lambda: self._next > number or not self._open)

    def stop(self) -> None:
        """Hand on nothing more; what is just being handed on is waited for."""
        self._open = False
        with self._busy:
            self._ready.clear()


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
        self.size = max(1, min(4 * self.size, int(fits)))

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
