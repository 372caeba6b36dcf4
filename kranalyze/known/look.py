"""Layouts looked at: all of them, or samples; by threads, in pieces of some tenths of a second."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from kranalyze import parallel
from kranalyze.core import hidden as core
from kranalyze.core.calls import new_shelf
from kranalyze.core.hidden import NOTHING, Hidden, Looked
from kranalyze.known.layouts import Knowledge, draws
from kranalyze.parallel import Pace, Stop, Stopped, default_workers

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

#: Layouts from which that memory is worth its making, and from which threads are.
_MANY, _FEW = 5_000, 64


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
        self.pace = Pace(_FIRST, _LARGEST, _SECONDS)
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
            for first, n in self.pace.cut(case.count):
                yield case, first, n, None

    def _lists(self, numbers: dict[Hidden, array[int]]) -> Iterator[Piece]:
        for case, some in numbers.items():
            for first, n in self.pace.cut(len(some)):
                yield case, 0, n, some[first : first + n]

    def _piece(self, piece: Piece) -> Looked:
        if self.stop is not None and self.stop.is_set():
            raise Stopped
        case, first, n, numbers = piece
        with self.pace.timed(n):
            return core.look(self.looking, case, first, n, numbers, self.shelf)

    def _sum(self, n: int, pieces: Iterable[Piece], most: int, progress: Progress | None) -> Looked:
        if n >= _MANY and self.shelf is None:
            self.shelf = new_shelf(_SHELF_BITS)
        pool = parallel.HERE if self.workers == 1 or n < _FEW else parallel.threads(self.workers)
        total = NOTHING
        for piece, found in parallel.run(self._piece, pieces, pool):
            total += found
            if progress is not None:
                progress(piece[2], most)
        return total
