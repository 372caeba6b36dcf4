"""From tasks to values: the only room that speaks to the core; contexts are lent to one call at a time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
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
from kranalyze.frozen import frozen

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.deal import Deal
    from kranalyze.games import Game

    Hands = tuple[Buffer, Buffer, Buffer, Buffer]

#: In a column of values: the deal had no answer.
UNKNOWN: int = lib.KR_UNKNOWN

#: In flags of `Reached`: a question is reached, and its declarer holds what the contract needs.
BIDDABLE: int = lib.KR_REACHED | lib.KR_BIDDABLE

#: In a column of amounts: there is none, or nobody knows it.
NO_AMOUNT: int = lib.KR_TALLY_NO_PAY

#: Contexts that no call is using; the last one given back is the first to be lent again.
_idle: list[Context] = []

#: The context of a thread whose work is counted.
_own: ContextVar[Context | None] = ContextVar("_own", default=None)


class lent_context:  # noqa: N801
    """A context for one call.

    What it remembers serves the next call, and threads come and go: so they are kept (3 MB each), as many as
    there were calls at a time.
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
    """Gives how many positions the calls of this thread have searched since it was entered.

    They begin with nothing remembered: the count depends on what is asked, never on machine or threads.
    """
    context = Context()
    token = _own.set(context)
    try:
        yield lambda: positionborder.nodes(context)
    finally:
        _own.reset(token)


#: Memory for 2^bits positions that ``walk_columns`` shares between layouts and threads.
new_shelf = Shelf


# one task, one position


def line(task: Task, position: CorePosition) -> list[tuple[int, ...]]:
    """Best play to the end, act by act as in ``kr_act``; of equals no announcement and the lowest card."""
    with lent_context() as context:
        return positionborder.line(context, task, position)


def worth(pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True) -> list[Worth]:
    """The worth of positions, each under its task; a ValueError if one cannot be."""
    with lent_context() as context:
        return positionborder.solve_positions(context, pairs, cards)


# columns


def _zeros(code: str, count: int) -> array[int]:
    return array(code, [0]) * count


_PACK = Layout("kr_pack")


def pack_of(game: Game) -> bytes:
    """What a deal of a game is: ``kr_pack``."""
    return _PACK.pack(pack_mask(game.pack), game.size, game.seats, game.talon, game.endings)


def columns(deals: Sequence[Deal]) -> tuple[Hands, Buffer]:
    """Deals as UInt32 columns: hands, and talon."""
    n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
    return (n, e, s, w), array("I", [deal.talon for deal in deals])


def misfits(hands: Hands, talon: Buffer | None, deals: int, game: Game) -> list[int]:
    """The places of the deals of UInt32 columns that are no deals of a game."""
    status = bytearray(deals)
    some = dealborder.misfits(deals, hands, talon, pack_of(game), status)
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
    count = dealborder.apply_rows(deals, hands, b"".join(rows), flags, deal, which, calls) if cells else 0
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
            dealborder.solve_batch(
                context, b"".join(map(Task.pack, tasks)), deals, hands, talon, array("I", slots), width,
                values, rows, of, of_ends, flags, laid, status,
            )  # fmt: skip
    return Solved(values, laid, status, width)


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
    layoutborder.fill(places, given, cards, first, count, (n, e, s, w, talon), seed)
    return n, e, s, w, talon


#: Of the walk: the strengths in the orders K and T, and the cards whose call makes the order T.
_STRENGTHS = bytes((*strength("K"), *strength("T")))
_BY_CALL = ffi.new("kr_contract_row *", {"order": lib.KR_ORDER_KT})
_TENS = sum(1 << card for card in range(32) if lib.kr_played_order(_BY_CALL, card) == lib.KR_ORDER_T)


class LayoutCount(IntEnum):
    """Places in the counts of layouts (``enum kr_layout_count``); those of cards begin at the ``BY_CARD``."""

    LAYOUTS = lib.KR_LAYOUTS
    NONE_MADE = lib.KR_NONE_MADE
    ANY_CALL = lib.KR_ANY_CALL
    ANY_SECOND = lib.KR_ANY_SECOND
    BY_CARD = lib.KR_BY_CARD
    BY_CARD_SECOND = lib.KR_BY_CARD_SECOND


def walk_columns(
    shelf: Shelf, hand: int, others: tuple[Buffer, Buffer, Buffer], count: int
) -> array[int]:
    """Counts (see ``LayoutCount``) over layouts in UInt32 columns, clockwise from the declarer."""
    counts = _zeros("Q", lib.KR_LAYOUT_COUNTS)
    layoutborder.layout_columns(shelf, _STRENGTHS, hand, _TENS, count, others, counts)
    return counts


class TallyKind(IntEnum):
    """What is counted of seats (``enum kr_tally_kind``); ``WITH`` and the next three are by partner."""

    OPEN = lib.KR_TALLY_OPEN
    BIDDABLE = lib.KR_TALLY_BIDDABLE
    MAKEABLE = lib.KR_TALLY_MAKEABLE
    KNOWN = lib.KR_TALLY_KNOWN
    PAID = lib.KR_TALLY_PAID
    WITH = lib.KR_TALLY_WITH


class TallyHow(IntFlag):
    """How it is counted (``enum kr_tally_how``): seats as one unit, forehand alone, what is paid added up."""

    SEATS_APART = 0
    ANY = lib.KR_TALLY_ANY
    FIRST = lib.KR_TALLY_FIRST
    PAYS = lib.KR_TALLY_PAYS


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
    cells = groups[1] * (len(figures) // size("kr_tally_figure")) * contracts
    deals = memoryview(forehand).nbytes
    sums, best = bytearray(8 * lib.KR_TALLY_SUMS * cells), bytearray(8 * lib.KR_TALLY_BEST * deals)
    count = dealborder.tally(
        rows, columns, asked, deals, forehand, *groups, contracts, ranked, figures, sums, best
    )
    return sums, memoryview(best)[: 8 * count]
