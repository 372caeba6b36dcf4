"""Call the core's functions for columns of deals, with checked arguments.

``positionborder`` describes the checks and their exceptions. A question is a contract with its seats and
trump. A row (``kr_row``) states on which deals a question can come up, and on which deals its contract may be
bid.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING, Any

from kranalyze._core import ffi, lib
from kranalyze.core.memory import (
    MOST_ITEMS,
    Context,
    buffer_address,
    c_array_type,
    check_count,
    check_size_t,
    check_unsigned,
    copied_input_pointers,
    copy_as_struct,
    input_pointers,
    output_pointers,
    raise_for_status,
    structs_of,
    writable_address,
)
from kranalyze.core.positionborder import engine, make_task_array

if TYPE_CHECKING:
    from typing_extensions import Buffer

_BYTES = c_array_type("uint8_t")
_SHORTS = c_array_type("int16_t")
_NUMBERS = c_array_type("int32_t")
_WORDS = c_array_type("uint32_t")

#: How many columns of flags ``write_card_flags`` writes: one for each card.
CARD_COLUMNS: int = lib.KR_CARD_COLUMNS


def _deals(hands: Sequence[Buffer], talon: Buffer | None, count: int) -> dict[str, Any]:
    """Return the fields of the core's struct ``kr_deals``: the number, the hands and the talons of deals."""
    fields = {"count": count} | input_pointers("kr_deals", count, hands=hands)
    return fields if talon is None else fields | input_pointers("kr_deals", count, talon=talon)


def solve_batch(
    context: Context, tasks: bytes, deals: int, hands: Sequence[Buffer], talon: Buffer | None, slot: Buffer,
    width: int, values: Buffer, rows: int, row_of: Buffer | None, row_end: Buffer | None,
    flags: Buffer | None, discard: Buffer | None, status: Buffer,
) -> None:  # fmt: skip
    """Solve tasks on columns of deals. The struct ``kr_batch`` in solver/batch.h explains the arguments."""
    count, width, rows = check_size_t(deals), check_size_t(width), check_size_t(rows)
    task = make_task_array(tasks)
    cells, flagged = check_size_t(count * width), check_size_t(count * rows)
    batch = {"tasks": len(task), "task": task, "width": width, "rows": rows}
    batch["deals"] = _deals(hands, talon, count)
    batch |= copied_input_pointers("kr_batch", len(task), slot=slot)
    batch |= output_pointers("kr_batch", cells, values=values)
    if rows:
        batch |= copied_input_pointers("kr_batch", len(task), row_end=row_end)
        batch["pairs"] = batch["row_end"][len(task) - 1]
        batch |= copied_input_pointers("kr_batch", batch["pairs"], row_of=row_of)
        batch |= input_pointers("kr_batch", flagged, flags=flags)
    if discard is not None:
        batch |= output_pointers("kr_batch", cells, discard=discard)
    batch |= output_pointers("kr_batch", count, status=status)
    with context as at:
        raise_for_status(engine.solve_batch(at, ffi.new("kr_batch *", batch)))


def count_misfits(
    deals: int, hands: Sequence[Buffer], talon: Buffer | None, pack: Buffer, status: Buffer
) -> int:
    """Count the deals that have wrong cards for a game, or hands of a wrong size (``kr_misfits``).

    ``pack`` describes the cards of the game. Write a byte to ``status`` for each deal: 0 if the deal is good,
    else the reason why it is wrong (``enum kr_status``).
    """
    count, pack_struct = check_size_t(deals), copy_as_struct(pack, "kr_pack")
    columns, out = _deals(hands, talon, count), writable_address(_BYTES, status, count, "status")
    return int(lib.kr_misfits(ffi.new("kr_deals *", columns), pack_struct, out))


def apply_rows(
    deals: int, hands: Sequence[Buffer], rows: bytes, flags: Buffer, deal: Buffer, which: Buffer,
    calls: Buffer,
) -> int:  # fmt: skip
    """Find the questions that can come up on each deal (``kr_apply_rows``, ``kr_reached``).

    A question is a contract with its seats and trump. Each question is given as a row (``kr_row``): the
    conditions under which it can come up. The last three arguments receive an item for each pair of a deal
    and a question that can come up on the deal.

    Args:
        deals: how many deals there are.
        hands: the four columns of hands.
        rows: bytes of the ``kr_row`` of each question.
        flags: receives a byte for each deal and question, at the index deal * number of questions + question.
            The byte is a sum: 1 if the question can come up, plus 2 if the contract of the question may be
            bid.
        deal: receives the index of the deal of each pair.
        which: receives the index of the question of each pair.
        calls: receives for each pair the mask of the cards that the declarer may call so that the question
            comes up. The mask is 0 if the contract has no called card.

    Returns:
        How many pairs there are.
    """
    count, row = check_size_t(deals), structs_of(rows, "kr_row")
    cells = count * len(row)
    if max(cells, count) > MOST_ITEMS:
        raise_for_status(lib.KR_BAD_BUFFER)
    columns = _deals(hands, None, count)
    flag = writable_address(_BYTES, flags, cells, "flags")
    deal_of = writable_address(_NUMBERS, deal, cells, "deal")
    row_of = writable_address(_NUMBERS, which, cells, "which")
    called = writable_address(_WORDS, calls, cells, "calls")
    of = ffi.new("kr_deals *", columns)
    lib.kr_apply_rows(of, len(row), row, flag)
    return int(lib.kr_reached(of, len(row), row, flag, deal_of, row_of, called))


def list_cards(count: int, masks: Buffer, ends: Buffer, cards: Buffer) -> None:
    """Write the cards of each mask to ``cards`` as numbers (0-31), and the end of each mask to ``ends``.

    The end of a mask is the index after its last card in ``cards`` (``kr_list_cards``).
    """
    size = check_size_t(count)
    if 32 * size > MOST_ITEMS:
        raise_for_status(lib.KR_BAD_BUFFER)
    lib.kr_list_cards(
        size, buffer_address(_WORDS, masks, size, "masks"),
        writable_address(_NUMBERS, ends, size, "ends"),
        writable_address(c_array_type("int8_t"), cards, 32 * size, "cards"),
    )  # fmt: skip


def flag_column_bytes(count: int) -> int:
    """Return how many bytes a column of ``count`` flags takes (``kr_flag_bytes``)."""
    return int(lib.kr_flag_bytes(check_size_t(count)))


def write_card_flags(count: int, masks: Buffer, flags: Buffer) -> None:
    """Write a column of flags for each of the 32 cards: whether each mask contains the card.

    A flag is a single bit (``kr_write_card_flags``).
    """
    size = check_size_t(count)
    out_size = lib.KR_CARD_COLUMNS * lib.kr_flag_bytes(size)
    lib.kr_write_card_flags(
        size, buffer_address(_WORDS, masks, size, "masks"), writable_address(_BYTES, flags, out_size, "flags")
    )


def _check_short(number: int) -> int:
    """Check that a number fits a signed integer of 16 bits, and return the number as a plain int."""
    return check_unsigned(index(number) + (1 << 15), 16) - (1 << 15)


def pack_half_bytes(count: int, numbers: Buffer, least: int, packed: Buffer) -> None:
    """Subtract ``least`` from each number (int16), and pack two differences into each byte.

    The function of the core is ``kr_pack_half_bytes``.
    """
    size = check_size_t(count)
    lib.kr_pack_half_bytes(
        size, buffer_address(_SHORTS, numbers, size, "numbers"), _check_short(least),
        writable_address(_BYTES, packed, size // 2 + size % 2, "packed"),
    )  # fmt: skip


def tally_contracts_and_count_best(
    rows: int, columns: Sequence[Buffer], questions: bytes, deals: int, forehand: Buffer,
    group: Buffer | None,
    groups: int, contracts: int, ranked: int, figures: bytes, sums: Buffer, best: Buffer,
) -> int:  # fmt: skip
    """Count the contracts that can be made on deals, and add the counts to ``sums`` (``kr_tally``).

    Args:
        columns: the five columns ``deal``, ``which``, ``biddable``, ``makeable`` and ``pay``, in this order.
            Each column has an entry for each pair of a deal and a question. The fields of ``kr_tally`` in
            solver/tally.h explain these columns and the other arguments.

    Returns:
        How many codes of best contracts were written to ``best``.
    """
    deal, which, biddable, makeable, pay = check_count(columns, 5)
    question, figure = structs_of(questions, "kr_tally_asked"), structs_of(figures, "kr_tally_figure")
    count, size, group_count, contract_count = map(check_size_t, (rows, deals, groups, contracts))
    if contract_count > lib.KR_TALLY_CONTRACTS or group_count > lib.KR_TALLY_GROUPS or not len(question):
        raise_for_status(lib.KR_BAD_BUFFER)
    run = {
        "rows": count, "deals": size, "groups": group_count, "contracts": contract_count,
        "questions": len(question), "asked": question, "figures": len(figure), "figure": figure,
        "ranked": check_unsigned(ranked),
    }  # fmt: skip
    run |= input_pointers("kr_tally", count, deal=deal, biddable=biddable, makeable=makeable, pay=pay)
    run |= copied_input_pointers("kr_tally", count, which=which)
    run |= input_pointers("kr_tally", size, forehand=forehand)
    if group is not None:
        run |= copied_input_pointers("kr_tally", lib.KR_SEATS * size, group=group)
    run |= output_pointers(
        "kr_tally", lib.KR_TALLY_SUMS * group_count * contract_count * len(figure), sums=sums
    )
    run |= output_pointers("kr_tally", lib.KR_TALLY_BEST * size, best=best)
    return int(lib.kr_count_tally(ffi.new("kr_tally *", run)))
