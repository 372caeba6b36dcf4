"""Checked calls of the core's functions for columns of deals. A wrong argument raises an error.

``positionborder`` describes the checks and their exceptions. A row (``kr_row``) states when a deal reaches a
question, and when the contract of the question may be bid.
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
    check_size,
    check_unsigned,
    copied_inputs,
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

#: Number of columns that ``write_card_flags`` writes.
CARD_COLUMNS: int = lib.KR_CARD_COLUMNS


def _deals(hands: Sequence[Buffer], talon: Buffer | None, count: int) -> dict[str, Any]:
    """Return the fields of a ``kr_deals``: the number of deals, four columns of hands, and any talons."""
    fields = {"count": count} | input_pointers("kr_deals", count, hands=hands)
    return fields if talon is None else fields | input_pointers("kr_deals", count, talon=talon)


def solve_batch(
    context: Context, tasks: bytes, deals: int, hands: Sequence[Buffer], talon: Buffer | None, slot: Buffer,
    width: int, values: Buffer, rows: int, row_of: Buffer | None, row_end: Buffer | None,
    flags: Buffer | None, discard: Buffer | None, status: Buffer,
) -> None:  # fmt: skip
    """Solve tasks on columns of deals. The fields of ``kr_batch`` explain the arguments."""
    count, width, rows, task = check_size(deals), check_size(width), check_size(rows), make_task_array(tasks)
    cells, flagged = check_size(count * width), check_size(count * rows)
    batch = {"tasks": len(task), "task": task, "width": width, "rows": rows}
    batch["deals"] = _deals(hands, talon, count)
    batch |= copied_inputs("kr_batch", len(task), slot=slot)
    batch |= output_pointers("kr_batch", cells, values=values)
    if rows:
        batch |= copied_inputs("kr_batch", len(task), row_end=row_end)
        batch["pairs"] = batch["row_end"][len(task) - 1]
        batch |= copied_inputs("kr_batch", batch["pairs"], row_of=row_of)
        batch |= input_pointers("kr_batch", flagged, flags=flags)
    if discard is not None:
        batch |= output_pointers("kr_batch", cells, discard=discard)
    batch |= output_pointers("kr_batch", count, status=status)
    with context as at:
        raise_for_status(engine.solve_batch(at, ffi.new("kr_batch *", batch)))


def count_misfits(
    deals: int, hands: Sequence[Buffer], talon: Buffer | None, pack: Buffer, status: Buffer
) -> int:
    """Return the number of deals that do not fit a pack (``kr_misfits``).

    Write to ``status`` for each deal 0, or the reason why the deal does not fit (``enum kr_status``).
    """
    count, pack_struct = check_size(deals), copy_as_struct(pack, "kr_pack")
    columns, out = _deals(hands, talon, count), writable_address(_BYTES, status, count, "status")
    return int(lib.kr_misfits(ffi.new("kr_deals *", columns), pack_struct, out))


def apply_rows(
    deals: int, hands: Sequence[Buffer], rows: bytes, flags: Buffer, deal: Buffer, which: Buffer,
    calls: Buffer,
) -> int:  # fmt: skip
    """Find the rows that each deal reaches (``kr_apply_rows``, ``kr_reached``).

    Args:
        deals: number of deals.
        hands: columns of the hands.
        rows: bytes of the ``kr_row``s.
        flags: receives a byte for each deal and row, at the index deal * number of rows + row. Bit 1: the
            deal reaches the row. Bit 2: the contract of the row may be bid.
        deal: receives the index of the deal for each pair of a deal and a row that the deal reaches.
        which: receives the index of the row for each pair.
        calls: receives for each pair the mask of the cards whose call leads to the row.

    Returns:
        The number of pairs.
    """
    count, row = check_size(deals), structs_of(rows, "kr_row")
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
    """Write for each mask the list of its cards (``kr_list_cards``)."""
    size = check_size(count)
    if 32 * size > MOST_ITEMS:
        raise_for_status(lib.KR_BAD_BUFFER)
    lib.kr_list_cards(
        size, buffer_address(_WORDS, masks, size, "masks"),
        writable_address(_NUMBERS, ends, size, "ends"),
        writable_address(c_array_type("int8_t"), cards, 32 * size, "cards"),
    )  # fmt: skip


def flag_column_bytes(count: int) -> int:
    """Return the number of bytes of a column of flags (``kr_flag_bytes``)."""
    return int(lib.kr_flag_bytes(check_size(count)))


def write_card_flags(count: int, masks: Buffer, flags: Buffer) -> None:
    """Write a column of bits for each card: which masks have the card (``kr_write_card_flags``)."""
    size = check_size(count)
    out_size = lib.KR_CARD_COLUMNS * lib.kr_flag_bytes(size)
    lib.kr_write_card_flags(
        size, buffer_address(_WORDS, masks, size, "masks"), writable_address(_BYTES, flags, out_size, "flags")
    )


def _check_short(number: int) -> int:
    """Check that a number has at most 16 bits with its sign, and return it as a plain int."""
    return check_unsigned(index(number) + (1 << 15), 16) - (1 << 15)


def pack_half_bytes(count: int, numbers: Buffer, least: int, packed: Buffer) -> None:
    """Pack numbers (int16), each less ``least``, into half bytes (``kr_pack_half_bytes``)."""
    size = check_size(count)
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
        columns: the columns ``deal which biddable makeable pay`` of the rows. The other arguments are fields
            of ``kr_tally`` too.

    Returns:
        The number of best contracts that were written to ``best``.
    """
    deal, which, biddable, makeable, pay = check_count(columns, 5)
    question, figure = structs_of(questions, "kr_tally_asked"), structs_of(figures, "kr_tally_figure")
    count, size, group_count, contract_count = map(check_size, (rows, deals, groups, contracts))
    if contract_count > lib.KR_TALLY_CONTRACTS or group_count > lib.KR_TALLY_GROUPS or not len(question):
        raise_for_status(lib.KR_BAD_BUFFER)
    run = {
        "rows": count, "deals": size, "groups": group_count, "contracts": contract_count,
        "questions": len(question), "asked": question, "figures": len(figure), "figure": figure,
        "ranked": check_unsigned(ranked),
    }  # fmt: skip
    run |= input_pointers("kr_tally", count, deal=deal, biddable=biddable, makeable=makeable, pay=pay)
    run |= copied_inputs("kr_tally", count, which=which)
    run |= input_pointers("kr_tally", size, forehand=forehand)
    if group is not None:
        run |= copied_inputs("kr_tally", lib.KR_SEATS * size, group=group)
    run |= output_pointers(
        "kr_tally", lib.KR_TALLY_SUMS * group_count * contract_count * len(figure), sums=sums
    )
    run |= output_pointers("kr_tally", lib.KR_TALLY_BEST * size, best=best)
    return int(lib.kr_count_tally(ffi.new("kr_tally *", run)))
