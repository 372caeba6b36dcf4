"""Checked calls of the core's functions for layouts of unseen cards. A wrong argument raises an error.

``positionborder`` describes the checks and their exceptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kranalyze._core import ffi, lib
from kranalyze.core.memory import (
    Aligned,
    Context,
    Shelf,
    array_type,
    copied,
    ended,
    held,
    listed,
    masks_of,
    read,
    shelf_of,
    size_of,
    struct_of,
    unsigned,
    writable,
)
from kranalyze.core.positionborder import engine, position_struct, task_struct
from kranalyze.core.task import CorePosition, Task

if TYPE_CHECKING:
    from typing_extensions import Buffer

_COUNTS, _WON, _WORDS = array_type("uint64_t"), array_type("int64_t"), array_type("uint32_t")
_LOOKED = array_type("kr_looked")


def count_layouts(task: Task, hand: int, known: Sequence[int], rest: int) -> tuple[int, int]:
    """Count the layouts in which a lone leader takes all tricks, or all tricks but the last.

    Args:
        task: the task of the lone leader.
        hand: mask of the leader's hand.
        known: masks of the known cards of the other three seats, clockwise.
        rest: mask of the cards that the layouts distribute among the other seats.

    Returns:
        The number of layouts with all tricks, and the number of layouts with all tricks but the last.
    """
    others = masks_of(known, 3)
    counts = ffi.new("uint64_t[2]")
    ended(lib.kr_guards_count(task_struct(task), unsigned(hand), others, unsigned(rest), counts))
    return counts[0], counts[1]


def layout_columns(
    shelf: Shelf, strengths: Buffer, hand: int, tens: int, count: int, others: Sequence[Buffer],
    counts: Buffer,
) -> None:  # fmt: skip
    """Write to ``counts`` the numbers of layouts in which contracts are made.

    ``calls.walk_columns`` explains the arguments.
    """
    run = ffi.new("kr_layout_run *", {"hand": unsigned(hand), "tens": unsigned(tens)})
    orders = bytes(ffi.buffer(ffi.from_buffer(strengths)))
    if len(orders) != ffi.sizeof(run.strength) or max(orders) > 7:
        ended(lib.KR_BAD_TASK)
    ffi.memmove(run.strength, orders, len(orders))
    size = size_of(count)
    columns = [held(_WORDS, column, size, "columns") for column in listed(others, 3)]
    out = writable(_COUNTS, counts, lib.KR_LAYOUT_COUNTS, "counts")
    found = ffi.new("uint64_t[]", lib.KR_LAYOUT_COUNTS)
    ended(engine.layout_columns(shelf_of(shelf), run, size, ffi.new("uint32_t *[]", columns), found))
    ffi.memmove(out, found, ffi.sizeof(found))


def fill(
    places: Buffer, known: Sequence[int], cards: int, first: int, count: int, columns: Sequence[Buffer],
    seed: int | None = None,
) -> None:  # fmt: skip
    """Write deals as columns: all deals in order, or random deals of a seed (``kr_dealing``).

    ``calls.fill`` explains the arguments.
    """
    dealing = ffi.new("kr_dealing *", {"cards": unsigned(cards)})
    dealing.given = list(masks_of(known, lib.KR_OWNERS))
    rooms = bytes(ffi.buffer(ffi.from_buffer(places)))
    if len(rooms) != lib.KR_OWNERS:
        ended(lib.KR_BAD_BUFFER)
    dealing.places = list(rooms)
    begin, size, series = unsigned(first, 64), size_of(count), None if seed is None else unsigned(seed, 64)
    out = [writable(_WORDS, column, size, "columns") for column in listed(columns, lib.KR_OWNERS)]
    pointers = ffi.new("uint32_t *[]", out)
    if series is None:
        ended(lib.kr_deal_out(dealing, begin, size, pointers))
    else:
        ended(lib.kr_deal_random(dealing, series, begin, size, pointers))


def hidden_count(hidden: Buffer) -> int:
    """Return the number of layouts of a packed ``kr_hidden``."""
    count = ffi.new("uint64_t *")
    ended(lib.kr_hidden_count(struct_of(hidden, "kr_hidden"), count))
    return int(count[0])


def look(
    context: Context, shelf: Shelf | None, looking: Buffer, first: int, count: int, numbers: Buffer | None,
    looked: Buffer,
) -> None:  # fmt: skip
    """Add up the worth of cards over layouts, and write the sums to ``looked`` (``kr_look``)."""
    case, begin, size = struct_of(looking, "kr_looking"), unsigned(first, 64), size_of(count)
    for number in range(lib.KR_HIDDEN):
        ended(lib.kr_check_task(case.task + number))
    number_of = ffi.NULL if numbers is None else copied(_COUNTS, numbers, size, "numbers")
    out = writable(_LOOKED, looked, 1, "looked")
    sums, kept = ffi.new("kr_looked *", out[0]), ffi.NULL if shelf is None else shelf_of(shelf)
    with context as at:
        status = engine.look(at, kept, case, begin, size, number_of, sums)
    out[0] = sums[0]
    ended(status)


def plan(
    context: Context, task: Task, position: CorePosition, count: int, columns: Sequence[Buffer | None],
    wanted_cards: int, steps: int, memory: int, stop: Buffer | None, won: Buffer,
) -> int:  # fmt: skip
    """Write for each legal card the largest number of layouts that one strategy wins (``kr_plans``).

    Args:
        columns: for each seat a column of its hands in the layouts. None: the seat does not play.
        wanted_cards: mask of the cards to value.
        steps: largest number of search steps for each card.
        memory: largest number of bytes that the search may use.
        stop: a single byte. Another thread sets this byte to 1 to stop the search.
        won: buffer for the results: a number of layouts for each legal card.

    Returns:
        The mask of the legal cards.
    """
    size, hands = size_of(count), listed(columns, lib.KR_SEATS)
    checked, at_turn = task_struct(task), position_struct(position)
    plans = {
        "task": checked[0], "position": at_turn[0], "count": size,
        "wanted": unsigned(wanted_cards), "steps": unsigned(steps, 64),
        "hand": [ffi.NULL if hand is None else copied(_WORDS, hand, size, "columns") for hand in hands],
    }  # fmt: skip
    if stop is not None:
        plans |= read("kr_plans", 1, stop=stop)
    out = writable(_WON, won, lib.KR_HAND, "won")
    room_size, legal = size_of(memory), ffi.new("uint32_t *")
    room = Aligned(room_size, clear=False)
    with context as at:
        ended(engine.plan(at, ffi.new("kr_plans *", plans), room.at, room_size, legal, out))
    return int(legal[0])
