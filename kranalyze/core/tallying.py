"""Count contracts that can be made on deals with the core."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

from kranalyze._core import lib
from kranalyze.core import dealborder
from kranalyze.core.structs import struct_size

if TYPE_CHECKING:
    from typing_extensions import Buffer


class TallyKind(IntEnum):
    """Kinds of sets of seats that figures count (``enum kr_tally_kind``).

    ``WITH`` and the three numbers after it are sets of seats that play with one certain partner.
    """

    OPEN = lib.KR_TALLY_OPEN
    BIDDABLE = lib.KR_TALLY_BIDDABLE
    MAKEABLE = lib.KR_TALLY_MAKEABLE
    KNOWN = lib.KR_TALLY_KNOWN
    PAID = lib.KR_TALLY_PAID
    WITH = lib.KR_TALLY_WITH


class TallyHow(IntFlag):
    """Ways in which a figure counts (``enum kr_tally_how``)."""

    SEATS_APART = 0  # each seat is a unit of its own
    ANY = lib.KR_TALLY_ANY  # all seats of a deal are one unit
    FIRST = lib.KR_TALLY_FIRST  # only forehand counts
    PAYS = lib.KR_TALLY_PAYS  # payments are summed


class TallyBit(IntEnum):
    """First bits of the parts of a best contract's 64-bit code (``enum kr_tally_bit``)."""

    AMOUNT = lib.KR_TALLY_AMOUNT_AT
    CONTRACT = lib.KR_TALLY_CONTRACT_AT
    WHAT = lib.KR_TALLY_WHAT_AT
    WHOM = lib.KR_TALLY_WHOM_AT
    GROUP = lib.KR_TALLY_GROUP_AT
    ALIKE = lib.KR_TALLY_ALIKE_AT
    END = lib.KR_TALLY_BITS


def count_makeable_contracts(
    rows: int, columns: tuple[Buffer, Buffer, Buffer, Buffer, Buffer], questions: bytes, forehand: Buffer,
    groups: tuple[Buffer | None, int], contracts: int, ranked: int, figures: bytes,
) -> tuple[bytearray, memoryview]:  # fmt: skip
    """Count the contracts that can be made on deals (``kr_tally``). The GIL is released.

    Args:
        rows: number of rows. Each row is a deal with a question that it reaches.
        columns: five columns of the rows: index of the deal (int32), index of the question (int32), whether
            the contract is biddable (byte), whether it is makeable (byte), payment (int32).
        questions: a ``kr_tally_asked`` for each question.
        forehand: one byte for each deal: its forehand. KR_SEATS: unknown. A larger number: skip the deal.
        groups: a UInt32 column with the group of each seat of each deal, and the number of groups. The column
            is None if there is a single group.
        contracts: number of contracts.
        ranked: mask of the contracts that can be the best.
        figures: a ``kr_tally_figure`` for each figure.

    Returns:
        The sums (int64, indexed by ``kr_tally_sum``, group, figure and contract), and the codes of the best
        contracts (UInt64, see ``TallyBit``).
    """
    cells = groups[1] * (len(figures) // struct_size("kr_tally_figure")) * contracts
    deals = memoryview(forehand).nbytes
    sums, best = bytearray(8 * lib.KR_TALLY_SUMS * cells), bytearray(8 * lib.KR_TALLY_BEST * deals)
    count = dealborder.tally_contracts_and_count_best(
        rows, columns, questions, deals, forehand, *groups, contracts, ranked, figures, sums, best
    )
    return sums, memoryview(best)[: 8 * count]
