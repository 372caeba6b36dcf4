"""From tasks to values: the only room that speaks to the core; contexts are lent to one call at a time."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import accumulate, chain
from pathlib import Path
from typing import TYPE_CHECKING

from kranalyze.cards import cards_of, pack_mask
from kranalyze.core.task import NONE, CorePosition, Task
from kranalyze.frozen import frozen

try:
    from kranalyze import _core
except ImportError as error:
    raise ImportError(
        f"the core is not built in {Path(__file__).parents[1]}: install the checkout with "
        "`pip install -e .`, or start Python in another directory to use an installed kranalyze"
    ) from error

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze._core import Shelf as Shelf
    from kranalyze.deal import Deal
    from kranalyze.games import Game

    Hands = tuple[Buffer, Buffer, Buffer, Buffer]

#: In a column of values: the deal had no answer.
UNKNOWN = _core.UNKNOWN

#: Contexts that no call is using; the last one given back is the first to be lent again.
_idle: list[_core.Context] = []

#: The context of a thread whose work is counted.
_own: ContextVar[_core.Context | None] = ContextVar("_own", default=None)


@contextmanager
def lent_context() -> Iterator[_core.Context]:
    """A context for one call.

    What it remembers serves the next call, and threads come and go: so they are kept (3 MB each), as many as
    there were calls at a time.
    """
    own = _own.get()
    if own is not None:
        yield own
        return
    try:
        context = _idle.pop()
    except IndexError:
        context = _core.context()
    try:
        yield context
    finally:
        _idle.append(context)


def forget() -> None:
    """Let go of all that searches remember, and of the memory for it."""
    _idle.clear()


def _is_vector(task: Task) -> bool:
    """Whether the answer is four numbers: more than two interests meet, and no seat seeks its own."""
    return bool(_core.MANY_PARTIES >> task.goal & 1) and task.seek == NONE


def _zeros(code: str, count: int) -> array[int]:
    return array(code, [0]) * count


def pack_of(game: Game) -> bytes:
    """What a deal of a game is: ``kr_pack``."""
    return struct.pack("=I4B", pack_mask(game.pack), game.size, game.seats, game.talon, game.endings)


def columns(deals: Sequence[Deal]) -> tuple[Hands, Buffer]:
    """Deals as UInt32 columns: hands, and talon."""
    n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
    return (n, e, s, w), array("I", [deal.talon for deal in deals])


def misfits(hands: Hands, talon: Buffer | None, deals: int, game: Game) -> list[int]:
    """The places of the deals of UInt32 columns that are no deals of a game."""
    status = bytearray(deals)
    if not _core.misfits(deals, hands, talon, pack_of(game), status):
        return []
    return [place for place, bad in enumerate(status) if bad]


@frozen
class Reached:
    """The rows that deals reach, in order of deals and then of questions.

    Attributes:
        flags: per deal and question 1 (reached) + 2 (biddable), one byte each.
        deal, which: of every reached row its deal and its question, int32.
        ends: where the called cards of each row end in ``calls``, int32.
        calls: card numbers, int8.
        count: number of reached rows (the buffers may be longer).
    """

    flags: bytearray
    deal: array[int]
    which: array[int]
    ends: array[int]
    calls: bytearray
    count: int


def reached(hands: Hands, deals: int, rows: Sequence[bytes]) -> Reached:
    """Which questions (rows of ``tasks.row_of``) the deals of four UInt32 columns reach."""
    cells = deals * len(rows)
    flags, calls = bytearray(cells), bytearray(8 * cells)
    deal, which, ends = (_zeros("i", cells) for _ in range(3))
    count = _core.apply_rows(deals, hands, b"".join(rows), flags, deal, which, ends, calls) if cells else 0
    return Reached(flags, deal, which, ends, calls, count)


@frozen
class Solved:
    """Values of a batch, int16 with UNKNOWN for none: ``values[deal * width + slot]``."""

    values: array[int]
    discard: array[int] | None
    status: bytearray
    width: int


def solve_columns(
    hands: Hands, talon: Buffer | None, deals: int, tasks: Sequence[Task], slots: Sequence[int],
    rows_of: Sequence[Sequence[int]] | None = None, rows: int = 0, flags: Buffer | None = None,
    width: int = 0,
) -> Solved:  # fmt: skip
    """Solve tasks on a batch of deals; the GIL is released while the core works.

    Args:
        hands: four UInt32 columns; ``talon`` another, or None.
        slots: where the result of each task goes in a deal's part of the values.
        rows_of, rows, flags: the questions of each task, how many there are, and from ``reached`` on
            which deals they are wanted; without them every task is solved on every deal.
        width: values of a deal, if there are more than have results: those stay UNKNOWN.

    Raises:
        ValueError: a task or a buffer does not fit. A bad deal spoils nothing: its status says why.
    """
    ends = (s + (4 if _is_vector(t) else 1) for s, t in zip(slots, tasks, strict=True))
    width = max(width, *ends, 0)
    values, status = array("h", [UNKNOWN]) * (deals * width), bytearray(deals)
    packed = b"".join(task.pack() for task in tasks)
    laid = _zeros("I", deals * width) if any(t.talon_to != NONE for t in tasks) else None
    if tasks and deals:
        with lent_context() as context:
            _core.solve_batch(
                context, packed, deals, hands, talon, array("I", slots), width, values, rows,
                None if rows_of is None else array("I", chain.from_iterable(rows_of)),
                None if rows_of is None else array("I", accumulate(map(len, rows_of))),
                flags, laid, status,
            )  # fmt: skip
    return Solved(values, laid, status, width)


#: In a column of what is paid to `tallied`: nobody knows.
NO_PAY = -(1 << 31)


def tallied(
    rows: int, columns: tuple[Buffer, Buffer, Buffer, Buffer, Buffer], asked: bytes, forehand: Buffer,
    groups: tuple[Buffer | None, int], contracts: int, ranked: int, figures: bytes,
) -> tuple[list[memoryview], memoryview]:  # fmt: skip
    """What can be made on deals, counted (``kr_tally``); the GIL is released meanwhile.

    Args:
        columns: of each row ``deal which biddable makeable pay``: int32, int32, two of bytes, int32.
        asked, figures: ``kr_tally_asked`` of every question, ``kr_tally_figure`` of every figure.
        forehand: of each deal, a byte.
        groups: of each seat of each deal (UInt32; None: all alike), and how many there are.
        ranked: mask of the contracts that can be the best.

    Returns:
        Int64 columns of ``kr_tally_sum``, a number for each group, figure and contract; UInt64 of the best.
    """
    cells = groups[1] * (len(figures) // 4) * contracts
    deals = memoryview(forehand).nbytes
    sums, best = bytearray(8 * _core.TALLY_SUMS * cells), bytearray(8 * _core.TALLY_BEST * deals)
    count = _core.tally(
        rows, columns, asked, deals, forehand, *groups, contracts, ranked, figures, sums, best
    )
    each = memoryview(sums)
    parts = [each[8 * cells * i : 8 * cells * (i + 1)] for i in range(_core.TALLY_SUMS)]
    return parts, memoryview(best)[: 8 * count]


@frozen
class Worth:
    """What a position is worth: its value (four for selfish play), and that of each legal card."""

    value: int
    vector: tuple[int, ...]
    cards: dict[int, int]


def worth(pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True) -> list[Worth]:
    """The worth of positions, each under its task.

    Raises:
        ValueError: a position cannot be.
    """
    listed = list(pairs)
    numbers: dict[Task, int] = {}
    which = array("I", [numbers.setdefault(task, len(numbers)) for task, _ in listed])
    tasks = b"".join(task.pack() for task in numbers)
    positions = b"".join(position.pack() for _, position in listed)
    count = len(listed)
    values, status = _zeros("h", 4 * count), bytearray(count)
    legal, each = _zeros("I", count), _zeros("h", 8 * count)
    if listed:
        with lent_context() as context:
            _core.solve_positions(
                context, tasks, count, which, positions, values, legal if cards else None,
                each if cards else None, status,
            )  # fmt: skip
    found = []
    for i, bad in enumerate(status):
        if bad:
            raise ValueError(f"position {i} cannot be solved: {status_text(bad)}")
        by_card = dict(zip(cards_of(legal[i]), each[8 * i : 8 * i + 8], strict=False))
        found.append(Worth(values[4 * i], tuple(values[4 * i : 4 * i + 4]), by_card))
    return found


def start(task: Task, hands: Sequence[int]) -> CorePosition:
    """The position before the first card."""
    n, e, s, w = hands
    return CorePosition.unpack(_core.start(task.pack(), (n, e, s, w)))


def play(task: Task, position: CorePosition, card: int, announce: int = 0) -> CorePosition:
    """The position after a card.

    Raises:
        ValueError: the card cannot be played.
    """
    return CorePosition.unpack(_core.play(task.pack(), position.pack(), card, announce))


def decided(task: Task, position: CorePosition) -> bool:
    """Whether play stops here: a race is won, a contract that stops at its points is made or lost."""
    return _core.decided(task.pack(), position.pack())


def worths(task: Task, position: CorePosition) -> dict[int, int]:
    """For each card of the seat at its turn the value after it, with the best of what may be announced first.

    Raises:
        ValueError: a position cannot be.
    """
    with lent_context() as context:
        legal, values = _core.worths(context, task.pack(), position.pack())
    each = memoryview(values).cast("h")
    return {card: each[card] for card in cards_of(legal)}


def line(task: Task, position: CorePosition) -> Iterator[tuple[int, ...]]:
    """Best play to the end, act by act as in ``kr_act``; of equals no announcement and the lowest card.

    Raises:
        ValueError: a position cannot be.
    """
    with lent_context() as context:
        return struct.iter_unpack("8B", _core.line(context, task.pack(), position.pack()))


def moves(task: Task, position: CorePosition) -> int:
    """Mask of the legal cards of the seat to play."""
    return _core.moves(task.pack(), position.pack())


def perft(task: Task, position: CorePosition, depth: int) -> int:
    """Number of sequences of ``depth`` legal cards."""
    return _core.perft(task.pack(), position.pack(), depth)


def nodes() -> int:
    """Positions of two-sided searches since ``forget``, while no call is under way: their signature."""
    return sum(_core.nodes(context) for context in _idle)


@contextmanager
def counted_nodes() -> Iterator[Callable[[], int]]:
    """Gives how many positions the calls of this thread have searched since it was entered.

    They begin with nothing remembered: the count depends on what is asked, never on machine or threads.
    """
    context = _core.context()
    token = _own.set(context)
    try:
        yield lambda: _core.nodes(context)
    finally:
        _own.reset(token)


#: What a status means, in words.
status_text = _core.status_text

#: Memory for 2^bits positions that ``walk_columns`` shares between layouts and threads.
new_shelf = _core.shelf


def count_layouts(task: Task, hand: int, given: tuple[int, int, int], rest: int) -> tuple[int, int]:
    """In how many ways to hand out ``rest`` the lone leader takes all tricks, and all but perhaps the last.

    Raises:
        ValueError: a task that is no solo sweep, or cards that do not fit.
    """
    return _core.count_layouts(task.pack(), hand, given, rest)


def guards_fit(task: Task) -> bool:
    """Whether ``count_layouts`` answers a task: without trumps, the lone leader takes all, or all but one."""
    return _core.guards_fit(task.pack())


def walk_fits(task: Task) -> bool:
    """Whether ``walk_columns`` answers a task: the leader takes none, or he and a partner all."""
    return _core.walk_fits(task.pack())


def walk_columns(
    shelf: Shelf, strengths: bytes, tens: int, hand: int, others: tuple[Buffer, Buffer, Buffer], count: int
) -> array[int]:
    """Counts (``enum kr_layout_count``) over layouts in UInt32 columns, clockwise from the declarer."""
    counts = _zeros("Q", _core.LAYOUT_COUNTS)
    _core.layout_columns(shelf, strengths, hand, tens, count, others, counts)
    return counts


def fill(places: bytes, given: tuple[int, ...], cards: int, first: int, count: int) -> tuple[array[int], ...]:
    """Ways ``first`` and following to deal cards to N E S W and the talon, as UInt32 columns.

    Raises:
        ValueError: cards that do not fit the places, or numbers out of range.
    """
    columns = tuple(_zeros("I", count) for _ in range(5))
    a, b, c, d, e = columns
    n, east, s, w, talon = given
    _core.fill(places, (n, east, s, w, talon), cards, first, count, (a, b, c, d, e))
    return columns
