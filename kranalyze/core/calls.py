"""From tasks to values: the only room that speaks to the core; contexts are lent to one call at a time."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import accumulate, chain
from typing import TYPE_CHECKING, Any

import kranalyze._core as _core
from kranalyze.cards import cards_of, pack_mask, ranks_mask, strength
from kranalyze.core.task import NONE, CorePosition, Task
from kranalyze.frozen import frozen

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze._core import Shelf as Shelf
    from kranalyze.deal import Deal
    from kranalyze.games import Game

    Hands = tuple[Buffer, Buffer, Buffer, Buffer]

#: In a column of values: the deal had no answer.
UNKNOWN = _core.UNKNOWN

#: In flags of `Reached`: a question is reached, and its declarer holds what the contract needs.
BIDDABLE = 3

#: In a column of amounts: there is none, or nobody knows it.
NO_AMOUNT = -(1 << 31)

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


# one task, one position


def _packed(function: Callable[..., Any]) -> Callable[..., Any]:
    """A function of the core that takes tasks and positions; what cannot be is a ValueError."""

    def called(*given: Any) -> Any:
        return function(*(one.pack() if isinstance(one, Task | CorePosition) else one for one in given))

    return called


#: Mask of the legal cards of the seat to play.
moves: Callable[[Task, CorePosition], int] = _packed(_core.moves)

#: Whether play stops here: a race is won, a contract that stops at its points is made or lost.
decided: Callable[[Task, CorePosition], bool] = _packed(_core.decided)

#: Number of sequences of so many legal cards.
perft: Callable[[Task, CorePosition, int], int] = _packed(_core.perft)

#: In how many ways to hand out the rest the lone leader takes all tricks, and all but perhaps the last: by
#: his hand, what the others are known to hold, clockwise, and the rest.
count_layouts: Callable[[Task, int, tuple[int, int, int], int], tuple[int, int]] = _packed(
    _core.count_layouts
)

#: Whether ``count_layouts`` answers a task: without trumps, the lone leader takes all, or all but one.
guards_fit: Callable[[Task], bool] = _packed(_core.guards_fit)

#: Whether ``walk_columns`` answers a task: the leader takes none, or he and a partner all.
walk_fits: Callable[[Task], bool] = _packed(_core.walk_fits)

#: What a status means, in words.
status_text = _core.status_text

#: Memory for 2^bits positions that ``walk_columns`` shares between layouts and threads.
new_shelf = _core.shelf


def start(task: Task, hands: tuple[int, int, int, int]) -> CorePosition:
    """The position before the first card."""
    return CorePosition.unpack(_core.start(task.pack(), hands))


def play(task: Task, position: CorePosition, card: int, announce: int = 0) -> CorePosition:
    """The position after a card; a ValueError if it cannot be played."""
    return CorePosition.unpack(_core.play(task.pack(), position.pack(), card, announce))


def worths(task: Task, position: CorePosition) -> dict[int, int]:
    """For each card of the seat at its turn the value after it, the best announcement made first."""
    with lent_context() as context:
        legal, values = _core.worths(context, task.pack(), position.pack())
    each = memoryview(values).cast("h")
    return {card: each[card] for card in cards_of(legal)}


def line(task: Task, position: CorePosition) -> Iterator[tuple[int, ...]]:
    """Best play to the end, act by act as in ``kr_act``; of equals no announcement and the lowest card."""
    with lent_context() as context:
        return struct.iter_unpack("8B", _core.line(context, task.pack(), position.pack()))


# columns


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
    some = _core.misfits(deals, hands, talon, pack_of(game), status)
    return [place for place, bad in enumerate(status) if bad] if some else []


@frozen
class Reached:
    """The rows that deals reach, in order of deals and then of questions; the buffers may be longer."""

    flags: bytearray  # of each deal and question 1 (reached) + 2 (biddable)
    deal: array[int]  # of each reached row its deal and its question, int32
    which: array[int]
    calls: array[int]  # the cards by which each is called, uint32
    count: int  # of rows


def reached(hands: Hands, deals: int, rows: Sequence[bytes]) -> Reached:
    """Which questions (rows of ``tasks.row_of``) the deals of four UInt32 columns reach."""
    cells = deals * len(rows)
    flags, (deal, which, calls) = bytearray(cells), (_zeros(code, cells) for code in "iiI")
    count = _core.apply_rows(deals, hands, b"".join(rows), flags, deal, which, calls) if cells else 0
    return Reached(flags, deal, which, calls, count)


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
        slots: where the result of each task goes in a deal's part of the values.
        rows_of, rows, flags: the questions of each task, how many there are, and from ``reached`` on
            which deals they are wanted; without them every task is solved on every deal.
        width: values of a deal, if there are more than have results: those stay UNKNOWN.

    Raises:
        ValueError: a task or a buffer does not fit. A bad deal spoils nothing: its status says why.
    """
    ends = (slot + task.width for slot, task in zip(slots, tasks, strict=True))
    width = max(width, *ends, 0)
    values, status = array("h", [UNKNOWN]) * (deals * width), bytearray(deals)
    laid = _zeros("I", deals * width) if any(t.talon_to != NONE for t in tasks) else None
    if tasks and deals:
        of = None if rows_of is None else array("I", chain.from_iterable(rows_of))
        of_ends = None if rows_of is None else array("I", accumulate(map(len, rows_of)))
        with lent_context() as context:
            _core.solve_batch(
                context, b"".join(map(Task.pack, tasks)), deals, hands, talon, array("I", slots), width,
                values, rows, of, of_ends, flags, laid, status,
            )  # fmt: skip
    return Solved(values, laid, status, width)


@frozen
class Worth:
    """What a position is worth: its value (four for selfish play), and that of each legal card."""

    value: int
    vector: tuple[int, ...]
    cards: dict[int, int]


def worth(pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True) -> list[Worth]:
    """The worth of positions, each under its task; a ValueError if one cannot be."""
    numbers: dict[Task, int] = {}
    which, positions = array("I"), bytearray()
    for task, position in pairs:
        which.append(numbers.setdefault(task, len(numbers)))
        positions += position.pack()
    values, status = _zeros("h", 4 * len(which)), bytearray(len(which))
    legal, each = _zeros("I", len(which)), _zeros("h", 8 * len(which))
    if which:
        with lent_context() as context:
            _core.solve_positions(
                context, b"".join(map(Task.pack, numbers)), len(which), which, positions, values,
                legal if cards else None, each if cards else None, status,
            )  # fmt: skip
    for i, bad in enumerate(status):
        if bad:
            raise ValueError(f"position {i} cannot be solved: {status_text(bad)}")
    return [
        Worth(
            values[4 * i],
            tuple(values[4 * i : 4 * i + 4]),
            dict(zip(cards_of(mask), each[8 * i : 8 * i + 8], strict=False)),
        )
        for i, mask in enumerate(legal)
    ]


def fill(
    places: bytes, given: tuple[int, ...], cards: int, first: int, count: int, seed: int | None = None
) -> tuple[array[int], ...]:
    """Ways ``first`` and following to deal cards to N E S W and the talon, as UInt32 columns.

    Args:
        seed: of the series of random deals (``dealing``) that is meant, in place of all ways.

    Raises:
        ValueError: cards that do not fit the places, or numbers out of range.
    """
    n, e, s, w, talon = (_zeros("I", count) for _ in range(5))
    _core.fill(places, given, cards, first, count, (n, e, s, w, talon), seed)
    return n, e, s, w, talon


#: What the walk is told of the orders K and T, and the Tens.
_STRENGTHS, _TENS = bytes((*strength("K"), *strength("T"))), ranks_mask("T")


def walk_columns(
    shelf: Shelf, hand: int, others: tuple[Buffer, Buffer, Buffer], count: int
) -> array[int]:
    """Counts (``enum kr_layout_count``) over layouts in UInt32 columns, clockwise from the declarer."""
    counts = _zeros("Q", _core.LAYOUT_COUNTS)
    _core.layout_columns(shelf, _STRENGTHS, hand, _TENS, count, others, counts)
    return counts


def tallied(
    rows: int, columns: tuple[Buffer, Buffer, Buffer, Buffer, Buffer], asked: bytes, forehand: Buffer,
    groups: tuple[Buffer | None, int], contracts: int, ranked: int, figures: bytes,
) -> tuple[bytearray, memoryview]:  # fmt: skip
    """What can be made on deals, counted (``kr_tally``); the GIL is released meanwhile.

    Args:
        columns: of each row ``deal which biddable makeable pay``: int32, int32, two of bytes, int32.
        asked, figures: ``kr_tally_asked`` of every question, ``kr_tally_figure`` of every figure.
        forehand: of each deal, a byte.
        groups: of each seat of each deal (UInt32; None: all alike), and how many there are.
        ranked: mask of the contracts that can be the best.

    Returns:
        ``kr_tally_sum`` (int64): one after another, by group, figure and contract; and the best (UInt64).
    """
    cells, deals = groups[1] * (len(figures) // 4) * contracts, memoryview(forehand).nbytes
    sums, best = bytearray(8 * _core.TALLY_SUMS * cells), bytearray(8 * _core.TALLY_BEST * deals)
    count = _core.tally(
        rows, columns, asked, deals, forehand, *groups, contracts, ranked, figures, sums, best
    )
    return sums, memoryview(best)[: 8 * count]
