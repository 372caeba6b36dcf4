"""Count with the core, over many deals, how often each contract can be made (solver/tally.h).

A figure is a pair of counts: how many units there are, and how many of them are hits. A unit is a seat of a
deal, or a whole deal. A hit is a unit with a certain success. For example, the units are the seats that may
bid a contract, and the hits are the seats that may bid the contract and can make it.
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
    """The sets of seats that the core can count for a contract in a deal (``enum kr_tally_kind``).

    ``OPEN``: the seats that may play the contract. ``BIDDABLE``: the seats that may bid it. ``MAKEABLE``: the
    seats that can make it. ``KNOWN``: the seats whose payment for the contract is known. ``PAID``: the seats
    whose known payment is above 0. ``WITH`` + n: the seats that can make the contract with the partner who
    sits n seats clockwise from them (n = 0: without a partner).
    """

    OPEN = lib.KR_TALLY_OPEN
    BIDDABLE = lib.KR_TALLY_BIDDABLE
    MAKEABLE = lib.KR_TALLY_MAKEABLE
    KNOWN = lib.KR_TALLY_KNOWN
    PAID = lib.KR_TALLY_PAID
    WITH = lib.KR_TALLY_WITH


class TallyHow(IntFlag):
    """Bits that say how a figure counts (``enum kr_tally_how``). They can be combined."""

    SEATS_APART = 0  # count seats: each seat of a deal is counted by itself
    ANY = lib.KR_TALLY_ANY  # count deals: a deal is counted once if at least one of its seats is in the set
    FIRST = lib.KR_TALLY_FIRST  # count forehand, and no other seat
    PAYS = lib.KR_TALLY_PAYS  # also add up the payments of the units


class TallyBit(IntEnum):
    """Bit positions within the 64-bit code of a best contract (``enum kr_tally_bit``).

    The code has several parts. Each part begins at its bit, and ends where the next part begins.
    ``AMOUNT``: the payment. ``CONTRACT``: index of the contract plus 1, or 0 for no contract. ``WHAT``: what
    the code says (``enum kr_tally_what``). ``WHOM``: which seats the code is about (``enum kr_tally_whom``).
    ``GROUP``: index of the group of these seats. ``ALIKE``: how many other units of the deal share the code.
    ``END``: number of bits of the code.
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
        rows: how many rows the columns have. A row answers one question about a deal. A question is a
            contract with its seats and trump.
        columns: five columns with a number for each row. In this order: the index of the deal (int32), the
            index of the question (int32), whether the contract may be bid (byte), whether the contract can be
            made (byte), and the payment (int32).
        questions: bytes of a ``kr_tally_asked`` for each question.
        forehand: a byte for each deal: the seat of forehand (0-3), or KR_SEATS if it is not known. A deal
            is skipped if its byte is larger than KR_SEATS.
        groups: two values. The first is a UInt32 column with the index of a group for each seat of each deal,
            or None if there is a single group. The second is the number of groups. Each group is counted
            separately.
        contracts: how many contracts there are.
        ranked: mask of the contracts that can be the best contract of a deal.
        figures: bytes of a ``kr_tally_figure`` for each figure.

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
