"""Count contracts that can be made on many deals, with the core (solver/tally.h).

A figure counts units: single seats of a deal, or all seats of a deal as one unit. Some of the units are hits:
for example, the units are the seats that may bid a contract, and the hits are those that can make it.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

from kranalyze._core import lib
from kranalyze.core import dealborder
from kranalyze.core.structs import struct_size

if TYPE_CHECKING:
    from typing_extensions import Buffer


class TallyKind(IntEnum):
    """Sets of seats that figures count, for a deal and a contract (``enum kr_tally_kind``).

    The sets are the seats that may play the contract, may bid it, can make it, have a known payment, and are
    paid. ``WITH`` + n is the set of the seats that can make the contract with the partner n steps clockwise
    (n = 0: without a partner).
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
    """Positions of the parts in the 64-bit code of a best contract (``enum kr_tally_bit``).

    Each part begins at its bit, and ends before the next part.
    """

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
        groups: a UInt32 column with a group for each seat of each deal, and the number of groups. Each group
            is counted separately. If there is a single group, the column is None.
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
