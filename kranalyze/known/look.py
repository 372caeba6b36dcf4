"""Layouts looked at: all of them, or samples; by threads, in pieces of some tenths of a second."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING, Protocol

from kranalyze.answers.tables import default_workers
from kranalyze.core import hidden as core
from kranalyze.core.calls import new_shelf
from kranalyze.core.hidden import NOTHING, Hidden, Looked
from kranalyze.known.layouts import Knowledge, draws

if TYPE_CHECKING:
    from kranalyze.core.calls import Shelf

    #: A piece of work: a case, the number of its first layout and how many, or their numbers.
    Piece = tuple[Hidden, int, int, array[int] | None]

#: Called with the layouts done since the last time and with how many there will be at most.
Progress = Callable[[int, int], object]

#: Layouts of the first piece, of the largest, and how long a piece should take, in seconds.
_FIRST, _LARGEST, _SECONDS = 4, 20_000, 0.15

#: Entries of the memory that pieces share, as a power of two.
_SHELF_BITS = 18

#: Layouts from which that memory is worth its making.
_MANY = 5_000


class Stop(Protocol):
    """Tells that work is no longer wanted, as an Event does."""

    def is_set(self) -> bool:
        """Whether to stop."""
        ...


class Stopped(Exception):  # noqa: N818  (no error: it was asked to)
    """Work was stopped."""


class Walk:
    """The layouts of what a seat knows, looked at piece by piece."""

    def __init__(
        self, known: Knowledge, looking: bytes, workers: int | None = None, stop: Stop | None = None
    ) -> None:
        """Begin.

        Args:
            looking: what is looked at, packed.
            workers: threads, default all cores; the sums do not depend on them.
            stop: looked at between two pieces.
        """
        self.known, self.looking, self.stop = known, looking, stop
        self.workers = workers or default_workers()
        self.size = _FIRST
        self.shelf: Shelf | None = None

    def all(self, progress: Progress | None = None) -> Looked:
        """The sums over all layouts."""
        count = self.known.count
        return self._sum(count, self._ranges(), count, progress)

    def drawn(self, first: int, n: int, seed: int, most: int, progress: Progress | None = None) -> Looked:
        """The sums over some layouts of a seed's series."""
        numbers: dict[Hidden, array[int]] = {}
        for number in draws(self.known.count, n, seed, first):
            case, place = self.known.place(number)
            numbers.setdefault(case, array("Q")).extend(place)
        return self._sum(n, self._lists(numbers), most, progress)

    def _ranges(self) -> Iterator[Piece]:
        for case in self.known.cases:
            first = 0
            while first < case.count:
                n = min(self.size, case.count - first)
                yield case, first, n, None
                first += n

    def _lists(self, numbers: dict[Hidden, array[int]]) -> Iterator[Piece]:
        for case, some in numbers.items():
            first = 0
            while first < len(some):
                n = min(self.size, len(some) - first)
                yield case, 0, n, some[first : first + n]
                first += n

    def _piece(self, piece: Piece) -> Looked:
        if self.stop is not None and self.stop.is_set():
            raise Stopped
        case, first, n, numbers = piece
        began = perf_counter()
        found = core.look(self.looking, case, first, n, numbers, self.shelf)
        each = (perf_counter() - began) / n
        self.size = max(1, min(_LARGEST, 4 * self.size, int(_SECONDS / max(each, 1e-7))))
        return found

    def _sum(self, n: int, pieces: Iterable[Piece], most: int, progress: Progress | None) -> Looked:
        if n >= _MANY and self.shelf is None:
            self.shelf = new_shelf(_SHELF_BITS)
        total, waiting = NOTHING, list[Future[Looked]]()
        if self.workers == 1 or n < 64:
            for piece in pieces:
                total += self._piece(piece)
                if progress is not None:
                    progress(piece[2], most)
            return total
        pool = ThreadPoolExecutor(self.workers)
        try:
            sizes: list[int] = []
            for piece in pieces:
                waiting.append(pool.submit(self._piece, piece))
                sizes.append(piece[2])
                if len(waiting) > self.workers:
                    total += waiting.pop(0).result()
                    if progress is not None:
                        progress(sizes.pop(0), most)
            for future, done in zip(waiting, sizes[-len(waiting) :], strict=False):
                total += future.result()
                if progress is not None:
                    progress(done, most)
        finally:
            pool.shutdown(cancel_futures=True)
        return total
