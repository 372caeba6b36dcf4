"""Call the core's functions for layouts, with checked arguments.

A layout is an arrangement of the cards that a seat cannot see.

The module ``positionborder`` describes the checks of arguments, and the exceptions that they raise.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kranalyze._core import ffi, lib
from kranalyze.core.memory import (
    Aligned,
    Context,
    TranspositionTable,
    buffer_address,
    c_array_type,
    check_count,
    check_size_t,
    check_unsigned,
    copy_as_struct,
    copy_of_buffer,
    input_pointers,
    make_checked_mask_array,
    raise_for_status,
    shelf_address,
    writable_address,
)
from kranalyze.core.positionborder import engine, position_struct, task_struct
from kranalyze.core.task import CorePosition, Task

if TYPE_CHECKING:
    from typing_extensions import Buffer

_COUNTS, _WON, _WORDS = c_array_type("uint64_t"), c_array_type("int64_t"), c_array_type("uint32_t")
_LOOKED = c_array_type("kr_looked")


def count_all_tricks_and_all_but_last(
    task: Task, hand: int, known: Sequence[int], rest: int
) -> tuple[int, int]:
    """Count the layouts in which a leader who plays alone takes all tricks, or all tricks but the last.

    Args:
        task: the contract of the leader, as numbers of the core.
        hand: mask of the leader's hand.
        known: masks of the known cards of the other three seats, clockwise from the leader.
        rest: mask of the cards that each layout distributes among the other seats.

    Returns:
        Two counts. The first counts layouts in which the leader takes all tricks. The second counts layouts
        in which the leader takes all tricks or all tricks but the last.
    """
    others = make_checked_mask_array(known, 3)
    counts = ffi.new("uint64_t[2]")
    raise_for_status(
        lib.kr_guards_count(task_struct(task), check_unsigned(hand), others, check_unsigned(rest), counts)
    )
    return counts[0], counts[1]


def write_counts_of_makeable_layouts(
    shelf: TranspositionTable, strengths: Buffer, hand: int, tens: int, count: int, others: Sequence[Buffer],
    counts: Buffer,
) -> None:  # fmt: skip
    """Count for each contract the layouts in which it is made, and write the counts to ``counts``.

    The arguments are explained in the module ``walking``, at ``count_made_layouts_by_contract``,
    ``_STRENGTHS`` and ``_TENS``.
    """
    run = ffi.new("kr_layout_run *", {"hand": check_unsigned(hand), "tens": check_unsigned(tens)})
    orders = bytes(ffi.buffer(ffi.from_buffer(strengths)))
    if len(orders) != ffi.sizeof(run.strength) or max(orders) > 7:
        raise_for_status(lib.KR_BAD_TASK)
    ffi.memmove(run.strength, orders, len(orders))
    size = check_size_t(count)
    columns = [buffer_address(_WORDS, column, size, "columns") for column in check_count(others, 3)]
    out = writable_address(_COUNTS, counts, lib.KR_LAYOUT_COUNTS, "counts")
    found = ffi.new("uint64_t[]", lib.KR_LAYOUT_COUNTS)
    raise_for_status(
        engine.layout_columns(shelf_address(shelf), run, size, ffi.new("uint32_t *[]", columns), found)
    )
    ffi.memmove(out, found, ffi.sizeof(found))


def write_deals_of_cards(
    places: Buffer, known: Sequence[int], cards: int, first: int, count: int, columns: Sequence[Buffer],
    seed: int | None = None,
) -> None:  # fmt: skip
    """Write deals to columns of masks (``kr_dealing``).

    With a seed the deals are random. Without a seed the deals come from the list of all possible deals, in
    the order of this list. ``calls.deal_cards`` explains the arguments.
    """
    dealing = ffi.new("kr_dealing *", {"cards": check_unsigned(cards)})
    dealing.given = list(make_checked_mask_array(known, lib.KR_OWNERS))
    rooms = bytes(ffi.buffer(ffi.from_buffer(places)))
    if len(rooms) != lib.KR_OWNERS:
        raise_for_status(lib.KR_BAD_BUFFER)
    dealing.places = list(rooms)
    begin, size, series = (
        check_unsigned(first, 64),
        check_size_t(count),
        None if seed is None else check_unsigned(seed, 64),
    )
    out = [
        writable_address(_WORDS, column, size, "columns") for column in check_count(columns, lib.KR_OWNERS)
    ]
    pointers = ffi.new("uint32_t *[]", out)
    if series is None:
        raise_for_status(lib.kr_deal_out(dealing, begin, size, pointers))
    else:
        raise_for_status(lib.kr_deal_random(dealing, series, begin, size, pointers))


def count_hidden_layouts(hidden: Buffer) -> int:
    """Return the number of layouts of the hidden cards.

    ``hidden`` has the bytes of a ``kr_hidden``, which describes the hidden places and their cards.
    """
    count = ffi.new("uint64_t *")
    raise_for_status(lib.kr_hidden_count(copy_as_struct(hidden, "kr_hidden"), count))
    return int(count[0])


def write_card_worth_sums(
    context: Context, shelf: TranspositionTable | None, looking: Buffer, first: int, count: int,
    numbers: Buffer | None, looked: Buffer,
) -> None:  # fmt: skip
    """Find the worth of each legal card in some layouts, and add the results to ``looked`` (``kr_look``)."""
    case, begin, size = copy_as_struct(looking, "kr_looking"), check_unsigned(first, 64), check_size_t(count)
    for number in range(lib.KR_HIDDEN if case.split else 1):  # ``split``: each place has its own task
        raise_for_status(lib.kr_check_task(case.task + number))
    number_of = ffi.NULL if numbers is None else copy_of_buffer(_COUNTS, numbers, size, "numbers")
    out = writable_address(_LOOKED, looked, 1, "looked")
    sums, kept = ffi.new("kr_looked *", out[0]), ffi.NULL if shelf is None else shelf_address(shelf)
    with context as at:
        status = engine.look(at, kept, case, begin, size, number_of, sums)
    out[0] = sums[0]
    raise_for_status(status)


def write_strategy_win_counts(
    context: Context, task: Task, position: CorePosition, count: int, columns: Sequence[Buffer | None],
    wanted_cards: int, steps: int, memory: int, stop: Buffer | None, won: Buffer,
) -> int:  # fmt: skip
    """For each wanted first card, count the layouts that the best strategy beginning with this card wins.

    ``hidden.count_strategy_wins`` explains strategies. The core calls a strategy a plan (``kr_plans``).

    Args:
        columns: for each seat a column of its hands in the layouts. None for the seat to play, and for seats
            that play no cards.
        wanted_cards: mask of the cards for which layouts are counted.
        steps: how many steps the search for one card may have.
        memory: how many bytes the search may use.
        stop: a single byte. Another thread sets this byte to 1 to stop the search.
        won: receives for each legal card the number of layouts that the best strategy beginning with this
            card wins.

    Returns:
        The mask of the legal cards.
    """
    size, hands = check_size_t(count), check_count(columns, lib.KR_SEATS)
    checked, at_turn = task_struct(task), position_struct(position)
    plans = {
        "task": checked[0], "position": at_turn[0], "count": size,
        "wanted": check_unsigned(wanted_cards), "steps": check_unsigned(steps, 64),
        "hand": [
            ffi.NULL if hand is None else copy_of_buffer(_WORDS, hand, size, "columns") for hand in hands
        ],
    }  # fmt: skip
    if stop is not None:
        plans |= input_pointers("kr_plans", 1, stop=stop)
    out = writable_address(_WON, won, lib.KR_HAND, "won")
    room_size, legal = check_size_t(memory), ffi.new("uint32_t *")
    room = Aligned(room_size, clear=False)
    with context as at:
        raise_for_status(engine.plan(at, ffi.new("kr_plans *", plans), room.at, room_size, legal, out))
    return int(legal[0])
