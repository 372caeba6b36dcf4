"""Check arguments, and call the core's functions that turn results of searches into columns of a table.

``positionborder`` describes the checks and their exceptions. A place is the index of a result among the
results of a deal. The buffers are not copied, so another thread can change an index or a place in them during
a call. This does no harm: the core skips indexes and places that are out of range (``results.h``).
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any, NamedTuple

from kranalyze._core import ffi, lib
from kranalyze.core.memory import MOST_ITEMS, check_size_t, input_pointers, output_pointers, raise_for_status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Buffer


class ValueColumns(NamedTuple):
    """Columns of a table of answers, as memory that Arrow can use (``kr_value_columns``).

    A row of the table is a deal with a contract and its seats. A column of bits has a bit for each row.
    """

    biddable: bytearray  # bits: whether the contract may be bid
    makeable: bytearray  # bits: whether the contract can be made
    makeable_known: bytearray  # bits: whether ``makeable`` is known in the row; a bit of 0 means null
    value: bytearray  # int16: the value of the contract
    value_known: bytearray  # bits: whether ``value`` is known in the row; a bit of 0 means null
    discard: bytearray | None  # uint32: mask of the best discard; None: the game has no discards
    bounds: tuple[int, int]  # the smallest and the largest known result of all deals


class PaymentColumns(NamedTuple):
    """Several columns of payments in one buffer, one after the other (``kr_payment_columns``)."""

    payment: bytearray  # the payments (int32); column c begins at index c * stride
    known: bytearray  # a bit for each payment: whether it is known; column c begins at bit c * stride
    stride: int  # distance between the beginnings of two columns, in payments; a multiple of 64


def _rows(
    sizes: Sequence[int], deal: Buffer, which: Buffer, flags: Buffer, values: Buffer
) -> tuple[Any, dict[str, Any]]:
    """Return the core's struct ``kr_rows``, and pointers that must be kept as long as the struct is used.

    Args:
        sizes: four counts: deals, questions, rows of the table, and results of each deal.
    """
    deals, questions, rows, width = map(check_size_t, sizes)
    if max(deals * questions, deals * width, rows, questions) > MOST_ITEMS:
        raise_for_status(lib.KR_BAD_BUFFER)
    fields: dict[str, Any] = {"deals": deals, "questions": questions, "rows": rows, "width": width}
    fields |= input_pointers("kr_rows", rows, deal=deal, which=which)
    fields |= input_pointers("kr_rows", deals * questions, flags=flags)
    fields |= input_pointers("kr_rows", deals * width, values=values)
    return ffi.new("kr_rows *", fields), fields


def declarer_side_values(
    sizes: Sequence[int], deal: Buffer, which: Buffer, flags: Buffer, values: Buffer, value_place: Buffer,
    made_place: Buffer, least: Buffer, discards: Buffer | None,
) -> ValueColumns:  # fmt: skip
    """Return what the declarer's side can force in each row (``kr_write_values``).

    Args:
        sizes: four counts: deals, questions, rows of the table, and results of each deal.
        deal: index of the deal of each row (int32).

    solver/results.h explains the other arguments. They are fields of ``kr_rows`` and ``kr_value_columns``.
    """
    rows, fields = _rows(sizes, deal, which, flags, values)
    count, questions, cells = fields["rows"], fields["questions"], fields["deals"] * fields["width"]
    biddable, makeable, makeable_known, value_known = (bytearray((count + 7) // 8) for _ in range(4))
    value, bounds = bytearray(2 * count), array("i", (0, 0))
    columns = input_pointers(
        "kr_value_columns", questions, value_place=value_place, made_place=made_place, least=least
    )
    columns |= output_pointers(
        "kr_value_columns", len(biddable), biddable=biddable, makeable=makeable,
        makeable_known=makeable_known, value_known=value_known,
    )  # fmt: skip
    columns |= output_pointers("kr_value_columns", count, value=value)
    columns |= output_pointers("kr_value_columns", len(bounds), bounds=bounds)
    discard = None
    if discards is not None:
        discard = bytearray(4 * count)
        columns |= input_pointers("kr_value_columns", cells, discards=discards)
        columns |= output_pointers("kr_value_columns", count, discard=discard)
    lib.kr_write_values(rows, ffi.new("kr_value_columns *", columns))
    smallest, largest = bounds
    return ValueColumns(biddable, makeable, makeable_known, value, value_known, discard, (smallest, largest))


def payment_columns(
    sizes: Sequence[int], deal: Buffer, which: Buffer, flags: Buffer, values: Buffer, columns: int,
    place: Buffer, unit: Buffer, amounts: int, amount: Buffer, zero: Buffer,
) -> PaymentColumns:  # fmt: skip
    """Return columns of payments (``kr_write_payments``).

    Args:
        sizes: four counts: deals, questions, rows of the table, and results of each deal.
        deal: index of the deal of each row (int32).
        columns: how many columns of payments to return.
        amounts: how many items ``amount`` has.

    solver/results.h explains the other arguments. They are fields of ``kr_rows`` and ``kr_payment_columns``.
    """
    rows, fields = _rows(sizes, deal, which, flags, values)
    count, questions = check_size_t(columns), fields["questions"]
    stride = -(-fields["rows"] // 64) * 64  # a multiple of 64, so that Arrow can use each column in place
    if max(count * stride, count * questions) > MOST_ITEMS:
        raise_for_status(lib.KR_BAD_BUFFER)
    payment, known = bytearray(4 * count * stride), bytearray(count * stride // 8)
    made: dict[str, Any] = {"columns": count, "stride": stride, "amounts": check_size_t(amounts)}
    made |= input_pointers("kr_payment_columns", count * questions, place=place, unit=unit)
    made |= input_pointers("kr_payment_columns", made["amounts"], amount=amount)
    made |= input_pointers("kr_payment_columns", questions, zero=zero)
    made |= output_pointers("kr_payment_columns", count * stride, payment=payment)
    made |= output_pointers("kr_payment_columns", len(known), known=known)
    lib.kr_write_payments(rows, ffi.new("kr_payment_columns *", made))
    return PaymentColumns(payment, known, stride)
