"""Solve tasks with the C core. Each call borrows a search context; no two calls use one at the same time."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import accumulate, chain
from typing import TYPE_CHECKING, NamedTuple

from kranalyze._core import lib
from kranalyze.cards import pack_mask
from kranalyze.core import dealborder, layoutborder, positionborder
from kranalyze.core.layoutborder import count_all_tricks_and_all_but_last as count_all_tricks_and_all_but_last
from kranalyze.core.memory import Context
from kranalyze.core.memory import status_text as status_text
from kranalyze.core.positionborder import Worth as Worth
from kranalyze.core.positionborder import can_count_makeable_layouts as can_count_makeable_layouts
from kranalyze.core.positionborder import can_count_sweep_layouts as can_count_sweep_layouts
from kranalyze.core.positionborder import legal_cards as legal_cards
from kranalyze.core.positionborder import perft as perft
from kranalyze.core.positionborder import play as play
from kranalyze.core.positionborder import play_stops_early as play_stops_early
from kranalyze.core.positionborder import start_position as start_position
from kranalyze.core.structs import Layout
from kranalyze.core.task import NONE, CorePosition, Task

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from kranalyze.deal import Deal
    from kranalyze.games import Game

    Hands = tuple[Buffer, Buffer, Buffer, Buffer]

#: Marks a value that was not computed for a deal.
UNKNOWN: int = lib.KR_UNKNOWN

#: An entry of ``Reached.flags`` with both flags: the deal reaches the question, and the declarer may bid the
#: contract.
BIDDABLE: int = lib.KR_REACHED | lib.KR_BIDDABLE

#: Marks a missing or unknown amount in a column of amounts.
NO_AMOUNT: int = lib.KR_TALLY_NO_PAY

#: Search contexts that no call uses now. The most recently used context stands last and is lent first.
_idle: list[Context] = []

#: The context of a thread that counts searched positions. None: the thread borrows idle contexts.
_own: ContextVar[Context | None] = ContextVar("_own", default=None)


class lent_context:  # noqa: N801
    """Lend a search context for one call, as a context manager.

    A context takes 3 MB. It is kept after the call, because its transposition tables speed up later calls of
    any thread. There are as many contexts as calls have ever run at the same time.
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
    """Count the positions that this thread searches in a ``with`` block.

    Yield a function that returns the number so far. The block starts with an empty context, so the number
    depends neither on the machine nor on other threads.
    """
    context = Context()
    token = _own.set(context)
    try:
        yield lambda: positionborder.searched_positions(context)
    finally:
        _own.reset(token)


# Functions for single positions.


def best_acts_to_end(task: Task, position: CorePosition) -> list[tuple[int, ...]]:
    """Return a line of best play to the end. Each act is a tuple with the numbers of a ``kr_act``.

    Among equally good acts the line prefers an act without an announcement, then the lowest card.
    """
    with lent_context() as context:
        return positionborder.best_line_as_acts(context, task, position)


def position_worths(pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True) -> list[Worth]:
    """Return for each position its value, and the values of its legal cards.

    Args:
        pairs: each a task and a position.
        cards: whether to value the legal cards too. False: only the positions.

    Raises:
        ValueError: a task or a position is impossible.
    """
    with lent_context() as context:
        return positionborder.solve_positions(context, pairs, cards)


# Functions for columns of deals.


def _zeros(code: str, count: int) -> array[int]:
    """Return an array of zeros. ``code`` is the type letter of its numbers."""
    return array(code, [0]) * count


_PACK = Layout("kr_pack")


def encode_card_pack(game: Game) -> bytes:
    """Return the bytes of a game's ``kr_pack``: its cards, and the sizes of its hands and talon."""
    return _PACK.pack(pack_mask(game.pack), game.size, game.seats, game.talon, game.endings)


def hand_and_talon_columns(deals: Sequence[Deal]) -> tuple[Hands, Buffer]:
    """Return the four hands and the talons of deals, as UInt32 columns of masks."""
    n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
    return (n, e, s, w), array("I", [deal.talon_mask for deal in deals])


def misfit_deals(hands: Hands, talon: Buffer | None, deals: int, game: Game) -> list[int]:
    """Return the indexes of the deals that do not fit a game: wrong cards, or hands of a wrong size."""
    status = bytearray(deals)
    misfit_count = dealborder.count_misfits(deals, hands, talon, encode_card_pack(game), status)
    return [place for place, bad in enumerate(status) if bad] if misfit_count else []


class Reached(NamedTuple):
    """All pairs of a deal and a question that the deal reaches, sorted by deal.

    Each pair is a row of the table of answers. ``flags`` has a byte with two bits for each deal and question,
    at the index deal * number of questions + question: 1 = the deal reaches the question, 2 = the contract
    may be bid. The other arrays have an entry for each pair. They may be longer than ``row_count``.
    """

    flags: bytearray  # for each deal and question: 1 = the deal reaches the question, 2 = biddable, 3 = both
    deal: array[int]  # index of the deal of each pair, int32
    which: array[int]  # index of the question of each pair, int32
    calls: array[int]  # for each pair the mask of the cards whose call leads to the question, uint32
    row_count: int  # number of pairs


def applicable_questions(hands: Hands, deals: int, rows: Sequence[bytes]) -> Reached:
    """Find the questions that each deal reaches.

    A deal reaches a question if the question calls no card, or if the right seat holds a card to call.

    Args:
        hands: columns of the hands.
        deals: number of deals.
        rows: a ``kr_row`` for each question, as `core.task` packs it.
    """
    cells = deals * len(rows)
    flags, (deal, which, calls) = bytearray(cells), (_zeros(code, cells) for code in "iiI")
    count = dealborder.apply_rows(deals, hands, b"".join(rows), flags, deal, which, calls) if cells else 0
    return Reached(flags, deal, which, calls, count)


class Solved(NamedTuple):
    """The values of tasks on a batch of deals."""

    values: array[int]  # results (int16) at the index deal * width + slot of the task; UNKNOWN: not computed
    discard: array[int] | None  # masks of the best discards, indexed like ``values``; None: no task discards
    status: bytearray  # for each deal 0, or the reason why the deal cannot be solved (``enum kr_status``)
    width: int  # number of values per deal


def solve_columns(
    hands: Hands, talon: Buffer | None, deals: int, tasks: Sequence[Task], slots: Sequence[int],
    rows_of: Sequence[Sequence[int]] | None = None, rows: int = 0, flags: Buffer | None = None,
    width: int = 0,
) -> Solved:  # fmt: skip
    """Solve tasks on a batch of deals. The GIL is released while the core works.

    Args:
        hands: columns of the hands.
        talon: column of the talons, or None.
        deals: number of deals.
        tasks: the tasks.
        slots: for each task the index of its first result among the values of a deal.
        rows_of: for each task the indexes of the questions that the task answers. The task is solved only on
            deals that reach one of these questions and allow a bid of the contract. None: on every deal.
        rows: number of all questions.
        flags: ``Reached.flags`` of the deals, from ``applicable_questions``.
        width: smallest number of values per deal. Values that no task fills stay UNKNOWN.

    Raises:
        ValueError: a task or a buffer does not fit. A bad deal does not raise an error, but gets a status.
    """
    ends = (slot + task.width for slot, task in zip(slots, tasks, strict=True))
    width = max(width, *ends, 0)
    values, status = array("h", [UNKNOWN]) * (deals * width), bytearray(deals)
    laid = _zeros("I", deals * width) if any(t.talon_to != NONE for t in tasks) else None
    if tasks and deals:
        row_of = None if rows_of is None else array("I", chain.from_iterable(rows_of))
        row_ends = None if rows_of is None else array("I", accumulate(map(len, rows_of)))
        with lent_context() as context:
            dealborder.solve_batch(
                context, b"".join(map(Task.pack, tasks)), deals, hands, talon, array("I", slots), width,
                values, rows, row_of, row_ends, flags, laid, status,
            )  # fmt: skip
    return Solved(values, laid, status, width)


def deal_cards(
    places: bytes, known: tuple[int, ...], cards: int, first: int, count: int, seed: int | None = None
) -> tuple[array[int], ...]:
    """Deal cards to the five places N, E, S, W and talon. Return a UInt32 column of masks for each place.

    Args:
        places: for each place the number of cards to deal to it.
        known: for each place the mask of the cards that lie there already. The columns contain them too.
        cards: mask of the cards to deal.
        first: number of the first deal in the series.
        count: number of deals.
        seed: seed of a series of random deals (``dealing``). None: the series lists all possible deals.

    Raises:
        ValueError: the cards do not fit the places, or a number is out of range.
    """
    n, e, s, w, talon = (_zeros("I", count) for _ in range(5))
    layoutborder.write_deals_of_cards(places, known, cards, first, count, (n, e, s, w, talon), seed)
    return n, e, s, w, talon
