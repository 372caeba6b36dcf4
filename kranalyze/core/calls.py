"""Solve tasks with the C core. Contexts are lent to one call at a time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum, IntFlag
from itertools import accumulate, chain
from typing import TYPE_CHECKING

from kranalyze._core import ffi, lib
from kranalyze.cards import pack_mask, strength
from kranalyze.core import dealborder, layoutborder, positionborder
from kranalyze.core.layoutborder import count_layouts as count_layouts
from kranalyze.core.memory import Context, Shelf
from kranalyze.core.memory import status_text as status_text
from kranalyze.core.positionborder import Worth as Worth
from kranalyze.core.positionborder import decided as decided
from kranalyze.core.positionborder import guards_fit as guards_fit
from kranalyze.core.positionborder import moves as moves
from kranalyze.core.positionborder import perft as perft
from kranalyze.core.positionborder import play as play
from kranalyze.core.positionborder import start as start
from kranalyze.core.positionborder import walk_fits as walk_fits
from kranalyze.core.structs import Layout, size
from kranalyze.core.task import NONE, CorePosition, Task

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.deal import Deal
    from kranalyze.games import Game

    Hands = tuple[Buffer, Buffer, Buffer, Buffer]

#: Marks a value of a deal that has no answer.
UNKNOWN: int = lib.KR_UNKNOWN

#: Flags of `Reached`: a deal reaches the question, and the declarer may bid it.
BIDDABLE: int = lib.KR_REACHED | lib.KR_BIDDABLE

#: Marks a missing or unknown amount in a column.
NO_AMOUNT: int = lib.KR_TALLY_NO_PAY

#: Contexts that no call uses. The last one returned is lent first.
_idle: list[Context] = []

#: The context of a thread that counts positions.
_own: ContextVar[Context | None] = ContextVar("_own", default=None)


class lent_context:  # noqa: N801
    """Lend a context for one call.

    Contexts (3 MB each) are kept, because their transposition tables help later calls of any thread. There
    are as many as calls at the same time.
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
    """Yield a function that returns how many positions this thread has searched since the start of the block.

    The block starts with an empty context, so the count does not depend on machine or threads.
    """
    context = Context()
    token = _own.set(context)
    try:
        yield lambda: positionborder.nodes(context)
    finally:
        _own.reset(token)


#: log2 of the number of positions in the memory that ``walk_columns`` shares between layouts and threads.
new_shelf = Shelf


# functions of one task and one position


def line(task: Task, position: CorePosition) -> list[tuple[int, ...]]:
    """Return best play to the end as ``kr_act``s. Of equal choices: no announcement, the lowest card."""
    with lent_context() as context:
        return positionborder.line(context, task, position)


def worth(pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True) -> list[Worth]:
    """Solve positions with their tasks. Raises a ValueError for an impossible position."""
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
    """Return hands and talon of deals as buffers of UInt32 columns."""
    n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
    return (n, e, s, w), array("I", [deal.talon for deal in deals])


def misfits(hands: Hands, talon: Buffer | None, deals: int, game: Game) -> list[int]:
    """Return the indexes of deals that are not deals of a game."""
    status = bytearray(deals)
    some = dealborder.misfits(deals, hands, talon, pack_of(game), status)
    return [place for place, bad in enumerate(status) if bad] if some else []


@dataclass(frozen=True, slots=True)
class Reached:
    """The rows (deal and question) that deals reach, by deal, then by question. Buffers may be longer."""

    flags: bytearray  # for each deal and question 1 (reached) + 2 (biddable)
    deal: array[int]  # deal and question of each row, int32
    which: array[int]
    calls: array[int]  # mask of the cards whose call leads to the row, uint32
    count: int  # number of rows


def reached(hands: Hands, deals: int, rows: Sequence[bytes]) -> Reached:
    """Find the questions (rows of ``task.row_of``) that deals reach."""
    cells = deals * len(rows)
    flags, (deal, which, calls) = bytearray(cells), (_zeros(code, cells) for code in "iiI")
    count = dealborder.apply_rows(deals, hands, b"".join(rows), flags, deal, which, calls) if cells else 0
    return Reached(flags, deal, which, calls, count)


@dataclass(frozen=True, slots=True)
class Solved:
    """Values of a batch as int16, UNKNOWN for none: ``values[deal * width + slot]``."""

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
        slots: index of each task's result in the values of a deal.
        rows_of, rows, flags: the questions of each task, their number, and their flags from ``reached``. A
            task is solved on deals that reach one of its questions; without them on every deal.
        width: number of values of a deal, if it is larger than the slots; other values stay UNKNOWN.

    Raises:
        ValueError: a task or a buffer does not fit. A bad deal does not affect others; it has a status.
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
    """Deal cards to N E S W and the talon, as UInt32 columns: the ways numbered from ``first`` on.

    Args:
        seed: take deals of this random series (``dealing``) instead of numbered ways.

    Raises:
        ValueError: the cards do not fit the places, or a number is out of range.
    """
    n, e, s, w, talon = (_zeros("I", count) for _ in range(5))
    layoutborder.fill(places, known, cards, first, count, (n, e, s, w, talon), seed)
    return n, e, s, w, talon


#: Of the walk: the strengths in the orders K and T, and the cards whose call makes the order T.
_STRENGTHS = bytes((*strength("K"), *strength("T")))
_BY_CALL = ffi.new("kr_contract_row *", {"order": lib.KR_ORDER_KT})
_TENS = sum(1 << card for card in range(32) if lib.kr_played_order(_BY_CALL, card) == lib.KR_ORDER_T)


class LayoutCount(IntEnum):
    """Indexes of counts of layouts (``enum kr_layout_count``). Counts by card begin at ``..._BY_CARD``."""

    LAYOUTS = lib.KR_LAYOUTS
    NONE_MADE = lib.KR_NONE_MADE
    ANY_CALL = lib.KR_ANY_CALL
    ANY_SECOND = lib.KR_ANY_SECOND
    BY_CARD = lib.KR_BY_CARD
    BY_CARD_SECOND = lib.KR_BY_CARD_SECOND


def walk_columns(
    shelf: Shelf, hand: int, others: tuple[Buffer, Buffer, Buffer], count: int
) -> array[int]:
    """Count over layouts (see ``LayoutCount``). The UInt32 columns are hands clockwise from the declarer."""
    counts = _zeros("Q", lib.KR_LAYOUT_COUNTS)
    layoutborder.layout_columns(shelf, _STRENGTHS, hand, _TENS, count, others, counts)
    return counts


class TallyKind(IntEnum):
    """What a figure counts (``enum kr_tally_kind``). ``WITH`` and the next three are by partner."""

    OPEN = lib.KR_TALLY_OPEN
    BIDDABLE = lib.KR_TALLY_BIDDABLE
    MAKEABLE = lib.KR_TALLY_MAKEABLE
    KNOWN = lib.KR_TALLY_KNOWN
    PAID = lib.KR_TALLY_PAID
    WITH = lib.KR_TALLY_WITH


class TallyHow(IntFlag):
    """How a figure counts (``enum kr_tally_how``): seats as one unit, only forehand, or sums of payments."""

    SEATS_APART = 0
    ANY = lib.KR_TALLY_ANY
    FIRST = lib.KR_TALLY_FIRST
    PAYS = lib.KR_TALLY_PAYS


class TallyBit(IntEnum):
    """Where the parts of a code of the best contract begin (``enum kr_tally_bit``)."""

    AMOUNT = lib.KR_TALLY_AMOUNT_AT
    CONTRACT = lib.KR_TALLY_CONTRACT_AT
    WHAT = lib.KR_TALLY_WHAT_AT
    WHOM = lib.KR_TALLY_WHOM_AT
    GROUP = lib.KR_TALLY_GROUP_AT
    ALIKE = lib.KR_TALLY_ALIKE_AT
    END = lib.KR_TALLY_BITS


def tallied(
    rows: int, columns: tuple[Buffer, Buffer, Buffer, Buffer, Buffer], questions: bytes, forehand: Buffer,
    groups: tuple[Buffer | None, int], contracts: int, ranked: int, figures: bytes,
) -> tuple[bytearray, memoryview]:  # fmt: skip
    """Count what can be made on deals (``kr_tally``). The GIL is released.

    Args:
        columns: for each row ``deal which biddable makeable pay``: int32, int32, byte, byte, int32.
        questions, figures: ``kr_tally_asked`` of all questions, ``kr_tally_figure`` of all figures.
        forehand: for each deal, a byte.
        groups: for each seat of each deal (UInt32; None: a single group), and the number of groups.
        ranked: mask of the contracts that can be the best.

    Returns:
        The ``kr_tally_sum``s (int64) by group, figure and contract, and the best contracts (UInt64).
    """
    cells = groups[1] * (len(figures) // size("kr_tally_figure")) * contracts
    deals = memoryview(forehand).nbytes
    sums, best = bytearray(8 * lib.KR_TALLY_SUMS * cells), bytearray(8 * lib.KR_TALLY_BEST * deals)
    count = dealborder.tally(
        rows, columns, questions, deals, forehand, *groups, contracts, ranked, figures, sums, best
    )
    return sums, memoryview(best)[: 8 * count]
