"""Count contracts that can be made on deals with the core."""

from __future__ import annotations

from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

from kranalyze._core import lib
from kranalyze.core import dealborder
from kranalyze.core.structs import size

if TYPE_CHECKING:
    from typing_extensions import Buffer


class TallyKind(IntEnum):
    """Kinds of figures (``enum kr_tally_kind``). ``WITH`` and the three numbers after it count by partner."""

    OPEN = lib.KR_TALLY_OPEN
    BIDDABLE = lib.KR_TALLY_BIDDABLE
    MAKEABLE = lib.KR_TALLY_MAKEABLE
    KNOWN = lib.KR_TALLY_KNOWN
    PAID = lib.KR_TALLY_PAID
    WITH = lib.KR_TALLY_WITH


class TallyHow(IntFlag):
    """Ways of counting (``enum kr_tally_how``): seats as one unit, only forehand, or sums of payments."""

    SEATS_APART = 0
    ANY = lib.KR_TALLY_ANY
    FIRST = lib.KR_TALLY_FIRST
    PAYS = lib.KR_TALLY_PAYS


class TallyBit(IntEnum):
    """First bits of the parts of a code of the best contract (``enum kr_tally_bit``)."""

    AMOUNT = lib.KR_TALLY_AMOUNT_AT
    CONTRACT = lib.KR_TALLY_CONTRACT_AT
    WHAT = lib.KR_TALLY_WHAT_AT
    WHOM = lib.KR_TALLY_WHOM_AT
    GROUP = lib.KR_TALLY_GROUP_AT
    ALIKE = lib.KR_TALLY_ALIKE_AT
    END = lib.KR_TALLY_BITS


def tallied(
    rows: int, columns: tuple[Buffer, Buffer, Buffer, Buffer, Buffer], questions: bytes, forehand: Buffer,
    groups: tuple[Buffer | None, int], contracts: int, ranked: int, figures: bytes,
) -> tuple[bytearray, memoryview]:  # fmt: skip
    """Count the contracts that can be made on deals (``kr_tally``). The GIL is released.

    Args:
        rows: number of rows.
        columns: columns of the rows ``deal which biddable makeable pay``: int32, int32, byte, byte, int32.
        questions, figures: ``kr_tally_asked`` of all questions, ``kr_tally_figure`` of all figures.
        forehand: forehand of each deal, one byte. KR_SEATS: unknown. More: the deal is left out.
        groups: the group of each seat of each deal (UInt32; None: a single group), and the number of groups.
        contracts: number of contracts.
        ranked: mask of the contracts that can be the best.

    Returns:
        The ``kr_tally_sum``s (int64) by group, figure and contract, and the best contracts (UInt64).
    """
    cells = groups[1] * (len(figures) // size("kr_tally_figure")) * contracts
    deals = memoryview(forehand).nbytes
    sums, best = bytearray(8 * lib.KR_TALLY_SUMS * cells), bytearray(8 * lib.KR_TALLY_BEST * deals)
    count = dealborder.tally(
        rows, columns, questions, deals, forehand, *groups, contracts, ranked, figures, sums, best
    )
    return sums, memoryview(best)[: 8 * count]
