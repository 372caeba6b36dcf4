"""Solve tasks with the C core. A task is a contract with its seats and trump, written as numbers.

Each call of the core borrows a search context: the transposition tables and the memory of a search. No two
calls use the same context at the same time.
"""

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

#: A column of values has this number in place of a value that was not computed.
UNKNOWN: int = lib.KR_UNKNOWN

#: The byte of ``Reached.flags`` with both bits set. It means that a question can come up on a deal, and that
#: the declarer may bid the contract of the question.
BIDDABLE: int = lib.KR_REACHED | lib.KR_BIDDABLE

#: A column of amounts has this number in place of an amount that is missing or unknown.
NO_AMOUNT: int = lib.KR_TALLY_NO_PAY

#: Search contexts that no call uses at present. The next call gets the last item of the list, because this
#: context was used most recently.
_idle: list[Context] = []

#: The search context of a thread that counts searched positions. All calls of the thread use this context.
#: None: the thread does not count searched positions, and each call borrows a context.
_own: ContextVar[Context | None] = ContextVar("_own", default=None)


class lent_context:  # noqa: N801
    """A context manager that lends a search context to a call of the core.

    A search context takes 3 MB. It is kept after the call, because its transposition tables speed up later
    calls of all threads. A new context is made only if all existing contexts are in use.
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

    Yield a function that returns how many positions have been searched so far. The number depends neither on
    the machine nor on other threads, because the block starts with empty transposition tables.
    """
    context = Context()
    token = _own.set(context)
    try:
        yield lambda: positionborder.searched_positions(context)
    finally:
        _own.reset(token)


# Functions for single positions.


def best_acts_to_end(task: Task, position: CorePosition) -> list[tuple[int, ...]]:
    """Return a line of best play from a position to the end of the game.

    The line is a list of acts. An act is a card with the announcements (if any) that its player makes. Each
    act is a tuple of the numbers of ``kr_act``. Among equally good acts, the line prefers acts without an
    announcement. Among these, it takes the act with the lowest card.
    """
    with lent_context() as context:
        return positionborder.best_line_as_acts(context, task, position)


def position_worths(pairs: Iterable[tuple[Task, CorePosition]], cards: bool = True) -> list[Worth]:
    """Return for each position the value of the position and the values of its legal cards.

    Args:
        pairs: pairs of a task (a contract as numbers of the core) and a position.
        cards: whether to compute the values of the legal cards. False: compute only values of positions.

    Raises:
        ValueError: a task or a position is impossible.
    """
    with lent_context() as context:
        return positionborder.solve_positions(context, pairs, cards)


# Functions for columns of deals.


def _zeros(code: str, count: int) -> array[int]:
    """Return an array of ``count`` zeros. ``code`` is the type letter, as in Python's module ``array``."""
    return array(code, [0]) * count


_PACK = Layout("kr_pack")


def encode_card_pack(game: Game) -> bytes:
    """Return the bytes of the core's struct ``kr_pack`` for a game: the cards, and the sizes of the hands."""
    return _PACK.pack(pack_mask(game.pack), game.size, game.seats, game.talon, game.endings)


def hand_and_talon_columns(deals: Sequence[Deal]) -> tuple[Hands, Buffer]:
    """Return the hands of deals as four columns of masks (UInt32), and the talons as a fifth column."""
    n, e, s, w = (array("I", [deal.masks[seat] for deal in deals]) for seat in range(4))
    return (n, e, s, w), array("I", [deal.talon_mask for deal in deals])


def misfit_deals(hands: Hands, talon: Buffer | None, deals: int, game: Game) -> list[int]:
    """Return the indexes of the deals that have wrong cards for a game, or hands of a wrong size."""
    status = bytearray(deals)
    misfit_count = dealborder.count_misfits(deals, hands, talon, encode_card_pack(game), status)
    return [place for place, bad in enumerate(status) if bad] if misfit_count else []


class Reached(NamedTuple):
    """The questions that can come up on each deal, as pairs of a deal and a question, in the order of deals.

    A question is a contract with its seats, trump and order of ranks. A deal reaches a question if the
    question can come up on the deal. For example, if the contract has a called card, the partner must hold a
    card that can be called. Each pair is a row of the table of answers.

    ``flags`` has a byte for each deal and question, at the index deal * number of questions + question. Bit 0
    is set if the deal reaches the question. Bit 1 is set if the declarer may bid the contract. The arrays
    ``deal``, ``which`` and ``calls`` have an entry for each pair. Their entries from the index ``row_count``
    on have no meaning.
    """

    flags: bytearray  # a byte for each deal and question: 1 = the deal reaches the question, 2 = biddable
    deal: array[int]  # for each pair the index of its deal (int32)
    which: array[int]  # for each pair the index of its question (int32)
    #: For each pair the mask (uint32) of the cards that the declarer may call so that the question comes up.
    #: 0: the contract has no called card.
    calls: array[int]
    row_count: int  # how many pairs there are


def applicable_questions(hands: Hands, deals: int, rows: Sequence[bytes]) -> Reached:
    """Find the questions (contracts with their seats and trump) that can come up on each deal.

    A question in which no card is called can come up on every deal. Any other question can come up if the
    partner that the question names holds a card that can be called. If the question names no partner, the
    declarer must hold such a card.

    Args:
        hands: the four columns of hands.
        deals: how many deals the columns have.
        rows: for each question the bytes of its ``kr_row``: the conditions under which it can come up.
    """
    cells = deals * len(rows)
    flags, (deal, which, calls) = bytearray(cells), (_zeros(code, cells) for code in "iiI")
    count = dealborder.apply_rows(deals, hands, b"".join(rows), flags, deal, which, calls) if cells else 0
    return Reached(flags, deal, which, calls, count)


class Solved(NamedTuple):
    """The results that the core found when it solved some tasks on each deal of a batch.

    A task describes the play of a contract in numbers. Each deal has ``width`` values. A slot is the index of
    a value among the values of its deal.
    """

    values: array[int]  # values (int16) at the index deal * width + slot; UNKNOWN: the value was not computed
    discard: array[int] | None  # masks of the best discards, indexed like ``values``; None: no discards
    status: bytearray  # a byte for each deal: 0, or the reason why the deal cannot be solved (kr_status)
    width: int  # how many values each deal has


def solve_columns(
    hands: Hands, talon: Buffer | None, deals: int, tasks: Sequence[Task], slots: Sequence[int],
    rows_of: Sequence[Sequence[int]] | None = None, rows: int = 0, flags: Buffer | None = None,
    width: int = 0,
) -> Solved:  # fmt: skip
    """Solve tasks (contracts as numbers of the core) on deals. The GIL is released while the core searches.

    Args:
        hands: the four columns of hands.
        talon: the column of talons. None: the deals have no talon.
        deals: how many deals the columns have.
        tasks: the tasks.
        slots: for each task the index of its first result among the values of a deal.
        rows_of: for each task the indexes of the questions (contracts with seats and trump) that the task
            answers. The task is solved on a deal only if at least one of these questions can come up on the
            deal and may be bid. None: all tasks are solved on all deals.
        rows: how many questions there are in all. The core has a row (``kr_row``) for each question.
        flags: ``Reached.flags`` of the deals, from ``applicable_questions``. Needed if ``rows_of`` is given.
        width: each deal gets at least this many values. Values that no task fills are UNKNOWN.

    Raises:
        ValueError: a task or a buffer is invalid. An invalid deal raises no error, but gets a status.
    """
    ends = (slot + task.numbers_in_result for slot, task in zip(slots, tasks, strict=True))
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
    """Make deals. Return five columns of masks (UInt32): the hands of N, E, S and W, and the talon.

    Args:
        places: five bytes: how many more cards N, E, S, W and the talon get.
        known: five masks: the known cards of N, E, S, W and the talon. The columns contain the known cards
            and the dealt cards.
        cards: mask of the cards to distribute.
        first: index of the first deal to make, in the series of deals.
        count: how many deals to make.
        seed: seed of a series of random deals (see ``dealing``). None: the series consists of all possible
            deals, each once.

    Raises:
        ValueError: ``cards`` has another number of cards than ``places`` needs, or a number is out of range.
    """
    n, e, s, w, talon = (_zeros("I", count) for _ in range(5))
    layoutborder.write_deals_of_cards(places, known, cards, first, count, (n, e, s, w, talon), seed)
    return n, e, s, w, talon
