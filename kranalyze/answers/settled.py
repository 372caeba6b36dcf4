"""Solve many deals and return the results as columns: values, and settlements in the game's unit.

A question is a contract with its declarer, leader, trump, partner and order of rank. A deal always reaches a
question without a called card. A deal reaches a question with a called card if the partner holds a card that
the declarer can call. If the question has no partner, the declarer must hold such a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

import pyarrow as pa

from kranalyze.answers.lookups import Payments, make_lookups
from kranalyze.core import compute
from kranalyze.core.arrow import frame_of_table, int_array
from kranalyze.core.calls import status_text
from kranalyze.core.resultborder import PaymentColumns, declarer_side_values, payment_columns

if TYPE_CHECKING:
    import polars as pl
    from typing_extensions import Buffer

    from kranalyze.answers.plan import Plan
    from kranalyze.core.calls import Hands


class SettledRows:
    """The results of many deals, as columns. A row is for a deal and a question that the deal reaches.

    RULINGS explains ``value`` and ``makeable`` in the section "What value and makeable mean".

    Attributes:
        which: for each row the index of its question in the plan's list of questions.
        deal: for each row the index of its deal.
        calls: for each row the mask of the cards that can be called for the question; 0: no card is called.
        biddable: for each row whether the declarer holds the required cards. If the declarer does not, the
            results of the row are null.
        value: for each row the value of the contract.
        makeable: for each row whether the contract can be made.
        discard: for each row the mask of the best discard; 0 or null: nothing is laid away.
        bad: error texts of the deals that have no results, by the index of the deal.
    """

    def __init__(
        self, plan: Plan, hands: Hands, talon: Buffer | None, count: int,
        bad: Mapping[int, str] = MappingProxyType({}), wanted: Buffer | None = None,
    ) -> None:  # fmt: skip
        """Solve the questions of a plan on all deals.

        Args:
            plan: the questions and their searches.
            hands: masks of the hands N E S W, as four UInt32 columns.
            talon: masks of the talons, as a UInt32 column. None: the game has no talon.
            count: number of deals.
            bad: error texts of deals that are left out, by the index of the deal.
            wanted: for each deal, a byte for each question. BIDDABLE: the question is solved on this deal. 0:
                the question is left out. If ``wanted`` is None, all questions are solved on all deals.
        """
        reach, solved = plan.solve(hands, talon, count, bad, wanted)
        lookups = make_lookups(plan)
        rows = reach.row_count
        self._lookups = lookups
        self._results = (
            (count, len(plan.questions), rows, solved.width),
            reach.deal, reach.which, reach.flags, solved.values,
        )  # fmt: skip
        columns = declarer_side_values(
            *self._results, lookups.value_places, lookups.made_places, lookups.least, solved.discard
        )
        # Results are converted to amounts with a table that covers a range of results. Widen the range to
        # multiples of 16, so that batches of deals with similar results can share a table.
        smallest, largest = columns.bounds
        self._range = min(smallest, 0) // 16 * 16, (max(largest, 0) // 16 + 1) * 16
        self.bad = {i: status_text(s) for i, s in enumerate(solved.status) if s} | dict(bad)
        self.which = int_array("i", reach.which, rows)
        self.deal = int_array("i", reach.deal, rows)
        self.calls = int_array("I", reach.calls, rows)
        self.biddable = _column(pa.bool_(), rows, None, columns.biddable)
        self.value = _column(pa.int16(), rows, columns.value_known, columns.value)
        self.makeable = _column(pa.bool_(), rows, columns.makeable_known, columns.makeable)
        self.discard = pa.nulls(rows, pa.uint32())
        if columns.discard is not None:
            self.discard = _column(pa.uint32(), rows, columns.biddable, columns.discard)

    @cached_property
    def _question_columns(self) -> pa.RecordBatch:
        """The columns that name each row's contract, seats, trump and order of rank."""
        return compute.take_unchecked(self._lookups.names, self.which)

    def question_column(self, column: str) -> pa.Array:
        """Return a column that names a part of each row's question, for example the contract or the declarer.

        Args:
            column: one of ``game contract declarer second leader trump partner order``.
        """
        return self._question_columns.column(column)

    def settlement_column(self, column: str) -> pa.Array:
        """Return a column of settlements, for example ``payoff_n``. An unknown settlement is null."""
        return self._payment_column(self._settlements, self._lookups.settlements.number_by_name[column])

    def forced_settlements(self) -> pa.Array:
        """Return for each row the settlement that the declarer can force. An unknown settlement is null."""
        return self._payment_column(self._paid(self._lookups.forced), 0)

    @cached_property
    def _settlements(self) -> PaymentColumns:
        """The columns of settlements of all seats."""
        return self._paid(self._lookups.settlements)

    def _paid(self, payments: Payments) -> PaymentColumns:
        """Return the columns of payments that ``payments`` describes."""
        amounts, zeros = self._lookups.amounts.between(*self._range)
        return payment_columns(
            *self._results, payments.columns, payments.places, payments.units, len(amounts), amounts, zeros
        )

    def _payment_column(self, columns: PaymentColumns, number: int) -> pa.Array:
        """Return the column of payments with the index ``number`` in ``columns``."""
        first = number * columns.stride
        known, payments = memoryview(columns.known)[first // 8 :], memoryview(columns.payment)[4 * first :]
        return _column(pa.int32(), len(self.deal), known, payments)

    def frame_of_solved_deals(self) -> pl.DataFrame:
        """Return the rows of deals without errors as a frame.

        The columns with results are ``deal which calls discard biddable makeable forced``. ``forced`` is the
        settlement that the declarer can force. The columns with facts of the question are ``contract`` (index
        in the game's list) and ``declarer leader trump partner`` (numbers).
        """
        import polars as pl

        names = ("contract", "declarer", "leader", "trump", "partner")
        facts = {
            name: compute.take_unchecked(
                compute.cast(self._lookups.names.column(name).indices, pa.int32()), self.which
            )
            for name in names
        }
        columns = {
            **facts, "which": self.which, "deal": compute.cast(self.deal, pa.uint32()), "calls": self.calls,
            "discard": self.discard, "biddable": self.biddable,
            "makeable": compute.fill_null(self.makeable, False), "forced": self.forced_settlements(),
        }  # fmt: skip
        frame = frame_of_table(columns)
        return frame.filter(~pl.col("deal").is_in(list(self.bad))) if self.bad else frame


def _column(kind: pa.DataType, rows: int, known: Buffer | None, values: Buffer) -> pa.Array:
    """Make a column from memory that the core has filled.

    Args:
        kind: type of the column.
        rows: how many rows the column has.
        known: a bit for each row: 1 if the value is known, 0 for null. None: all values are known.
        values: the values.
    """
    bits = None if known is None else pa.py_buffer(known)
    return pa.Array.from_buffers(kind, rows, [bits, pa.py_buffer(values)])
