"""Solve tasks with the C core. Each call borrows a context that no other call uses meanwhile."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from kranalyze._core import lib
from kranalyze.cards import pack_mask
from kranalyze.core import dealborder, layoutborder, positionborder
from kranalyze.core.layoutborder import count_layouts as count_layouts
from kranalyze.core.memory import Context
from kranalyze.core.memory import status_text as status_text
from kranalyze.core.positionborder import Worth as Worth
from kranalyze.core.positionborder import decided as decided
from kranalyze.core.positionborder import guards_fit as guards_fit
from kranalyze.core.positionborder import moves as moves
from kranalyze.core.positionborder import perft as perft
from kranalyze.core.positionborder import play as play
from kranalyze.core.positionborder import start as start
from kranalyze.core.positionborder import walk_fits as walk_fits
from kranalyze.core.structs import Layout
from kranalyze.core.task import NONE, CorePosition, Task

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.deal import Deal
    from kranalyze.games import Game

    Hands = tuple[Buffer, Buffer, Buffer, Buffer]

#: Value of a deal for which there is no answer.
UNKNOWN: int = lib.KR_UNKNOWN

#: Flags in ``Reached.flags``: a deal reaches the question, and the declarer may bid the contract.
BIDDABLE: int = lib.KR_REACHED | lib.KR_BIDDABLE

#: Number for a missing or unknown amount in a column.
NO_AMOUNT: int = lib.KR_TALLY_NO_PAY

#: Contexts that no call uses now. The context returned last is lent first.
_idle: list[Context] = []

#: The context of a thread that counts searched positions.
_own: ContextVar[Context | None] = ContextVar("_own", default=None)


class lent_context:  # noqa: N801
    """Lend a context for one call.

    Contexts (3 MB each) are kept, because their transposition tables speed up later calls of any thread.
    Their number is the largest number of calls that ran at the same time.
    """

    __slots__ = ("_lent",)

    def __init__(self) -> None:
        self._lent: Context | None = None

    def __enter__(self) -> Context:
        own = _own.get()
        if own is not None:
            return own
        try:
            context = _idle.pop()
        except IndexError:
            context = Context()
        self._lent = context
        return context

    def __exit__(self, *error: object) -> None:
        if self._lent is not None:
            _idle.append(self._lent)


@contextmanager
def counted_nodes() -> Iterator[Callable[[], int]]:
    """Yield a function that returns the number of positions this thread has searched since the block began.

    The block starts with an empty context, so the count does not depend on machine or threads.
    """
    context = Context()
    token = _own.set(context)
    try:
        yield lambda: positionborder.nodes(context)
    finally:
        _own.reset(token)


# functions of one task and one position


def line(task: Task, position: CorePosition) -> list[tuple[int, ...]]:
    """Return best play to the end as ``kr_act``s. Ties: no announcement, lowest card."""
    with lent_context() as context:
        return positionborder.line(context, task, position)


def worth(pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True) -> list[Worth]:
    """Solve positions with their tasks. Raise a ValueError if a position is impossible."""
    with lent_context() as context:
        return positionborder.solve_positions(context, pairs, cards)


# functions of columns


def _zeros(code: str, count: int) -> array[int]:
    return array(code, [0]) * count


_PACK = Layout("kr_pack")


def pack_of(game: Game) -> bytes:
    """Return the pack and hand sizes of a game (``kr_pack``)."""
    return _PACK.pack(pack_mask(game.pack), game.size, game.seats, game.talon, game.endings)


def columns(deals: Sequence[Deal]) -> tuple[Hands, Buffer]:
    """Return the hands and talons of deals as buffers of UInt32 columns."""
    n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
    return (n, e, s, w), array("I", [deal.talon for deal in deals])


def misfits(hands: Hands, talon: Buffer | None, deals: int, game: Game) -> list[int]:
    """Return the indexes of deals that do not fit a game."""
    status = bytearray(deals)
    some = dealborder.misfits(deals, hands, talon, pack_of(game), status)
    return [place for place, bad in enumerate(status) if bad] if some else []


@dataclass(frozen=True, slots=True)
class Reached:
    """Pairs of a deal and a question that the deal reaches, sorted by deal. Buffers may have spare items."""

    flags: bytearray  # for each deal and question: 1 if reached, plus 2 if biddable
    deal: array[int]  # index of the deal and of the question of each row, int32
    which: array[int]
    calls: array[int]  # mask of the cards whose call leads to the row, uint32
    count: int  # number of rows


def reached(hands: Hands, deals: int, rows: Sequence[bytes]) -> Reached:
    """Return the pairs of deals and questions such that the deal reaches the question.

    Args:
        hands: columns of the hands.
        deals: number of deals.
        rows: the questions, as ``task.row_of`` packs them.
    """
    cells = deals * len(rows)
    flags, (deal, which, calls) = bytearray(cells), (_zeros(code, cells) for code in "iiI")
    count = dealborder.apply_rows(deals, hands, b"".join(rows), flags, deal, which, calls) if cells else 0
    return Reached(flags, deal, which, calls, count)


class Solved(NamedTuple):
    """Values of a batch as int16: ``values[deal * width + slot]``. A missing value is UNKNOWN."""

    values: array[int]
    discard: array[int] | None
    status: bytearray
    width: int


def solve_columns(
    hands: Hands, talon: Buffer | None, deals: int, tasks: Sequence[Task], slots: Sequence[int],
    rows_of: Sequence[Sequence[int]] | None = None, rows: int = 0, flags: Buffer | None = None,
    width: int = 0,
) -> Solved:  # fmt: skip
    """Solve tasks on a batch of deals. The GIL is released while the core works.

    Args:
        hands, talon, deals: columns of the deals, and their number.
        tasks: the tasks.
        slots: index of each task's result in the values of a deal.
        rows_of, rows, flags: the questions of each task, the number of all questions, and their flags from
            ``reached``. A task is solved on the deals that reach one of its questions. None: on every deal.
        width: number of values per deal, if larger than the slots need. The other values stay UNKNOWN.

    Raises:
        ValueError: a task or a buffer does not fit. A bad deal raises nothing: it gets a status.
    """
    ends = (slot + task.width for slot, task in zip(slots, tasks, strict=True))
    width = max(width, *ends, 0)
    values, status = array("h", [UNKNOWN]) * (deals * width), bytearray(deals)
    laid = _zeros("I", deals * width) if any(t.talon_to != NONE for t in tasks) else None
    if tasks and deals:
        of = None if rows_of is None else array("I", chain.from_iterable(rows_of))
        of_ends = None if rows_of is None else array("I", accumulate(map(len, rows_of)))
        with lent_context() as context:
            dealborder.solve_batch(
                context, b"".join(map(Task.pack, tasks)), deals, hands, talon, array("I", slots), width,
                values, rows, of, of_ends, flags, laid, status,
            )  # fmt: skip
    return Solved(values, laid, status, width)


def fill(
    places: bytes, known: tuple[int, ...], cards: int, first: int, count: int, seed: int | None = None
) -> tuple[array[int], ...]:
    """Deal cards to N E S W and the talon, in the ways numbered from ``first`` on. Return UInt32 columns.

    Args:
        places: number of cards that each of N E S W and the talon gets.
        known: masks of the cards that each of them holds already.
        cards: mask of the cards to deal.
        first: number of the first way.
        count: number of ways.
        seed: seed of a random series (``dealing``). None: the ways are enumerated.

    Raises:
        ValueError: the cards do not fit the places, or a number is out of range.
    """
    n, e, s, w, talon = (_zeros("I", count) for _ in range(5))
    layoutborder.fill(places, known, cards, first, count, (n, e, s, w, talon), seed)
    return n, e, s, w, talon
