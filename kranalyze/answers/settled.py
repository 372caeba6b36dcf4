"""Solve many deals and return the results as columns: values, and settlements in the game's unit.

A question is a contract with its declarer, leader, trump, partner and order of rank. A deal reaches a
question if no card is called, or if the right seat holds a card that the declarer can call.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import pyarrow as pa

from kranalyze.answers.lookups import Lookups, PaidColumn, make_lookups
from kranalyze.core import compute
from kranalyze.core.arrow import frame_of_table, int_array, null_where
from kranalyze.core.calls import BIDDABLE, UNKNOWN, status_text

if TYPE_CHECKING:
    import polars as pl
    from typing_extensions import Buffer

    from kranalyze.answers.plan import Plan
    from kranalyze.core.calls import Hands, Solved


class SettledRows:
    """The results of many deals, as columns. A row is a deal with a question that it reaches.

    Attributes:
        lookups: the look-up tables of the plan.
        which: for each row the index of its question in the plan.
        deal: for each row the index of its deal.
        calls: for each row the mask of the cards whose call leads to the question; 0: no card is called.
        biddable: for each row whether the declarer holds the required cards. If not, the results are null.
        value: for each row the value of the contract (RULINGS: what value and makeable mean).
        makeable: for each row whether the contract can be made (RULINGS: what value and makeable mean).
        discard: for each row the mask of the best discard; 0 or null: nothing is laid away.
        bad: error texts of the deals without results, by the index of the deal.
    """

    def __init__(
        self, plan: Plan, hands: Hands, talon: Buffer | None, count: int,
        bad: Mapping[int, str] = MappingProxyType({}), wanted: Buffer | None = None,
    ) -> None:  # fmt: skip
        """Solve deals.

        Args:
            plan: the questions and their searches.
            hands: masks of the hands N E S W, as four UInt32 columns.
            talon: masks of the talons, as a UInt32 column. None: the game has no talon.
            count: number of deals.
            bad: error texts of deals that are left out, by the index of the deal.
            wanted: a byte for each deal and each question, as for `Plan.solve`.
        """
        reach, solved = plan.solve(hands, talon, count, bad, wanted)
        lookups = make_lookups(plan)
        self.lookups = lookups
        self.bad = {i: status_text(s) for i, s in enumerate(solved.status) if s} | dict(bad)
        self.which = int_array("i", reach.which, reach.row_count)
        self.deal = int_array("i", reach.deal, reach.row_count)
        self.calls = int_array("I", reach.calls, reach.row_count)
        flags = int_array("B", reach.flags, len(reach.flags))
        flags = compute.take_unchecked(
            flags, compute.add(compute.multiply(self.deal, len(plan.questions)), self.which)
        )
        self.biddable = compute.greater_equal(flags, pa.scalar(BIDDABLE, flags.type))
        self._results = _Results(lookups, self.which, self.deal, self.biddable, solved)
        self.value: pa.Array = self._results.numbers(lookups.value)
        self.makeable: pa.Array = compute.greater_equal(
            self._results.numbers(lookups.judged), compute.take_unchecked(lookups.least, self.which)
        )
        self.discard: pa.Array = pa.nulls(reach.row_count, pa.uint32())
        if solved.discard is not None:
            masks = int_array("I", solved.discard, len(solved.discard))
            self.discard = null_where(
                compute.invert(self.biddable), self._results.values_at(lookups.judged, masks)
            )

    def question_column(self, column: str) -> pa.Array:
        """Return for each row a name from its question.

        Args:
            column: one of ``game contract declarer second leader trump partner order``.
        """
        return compute.take_unchecked(self.lookups.names[column], self.which)

    def settlement_column(self, column: str) -> pa.Array:
        """Return a column of settlements: ``payoff_n``, ``guarantee_n`` and so on."""
        return self._results.amounts(self.lookups.paid[column])

    def forced(self) -> pa.Array:
        """Return for each row the settlement that the declarer can force."""
        return self._results.amounts(self.lookups.forced)

    def frame(self) -> pl.DataFrame:
        """Return the rows of deals without errors as a frame.

        The columns with results are ``deal which calls discard biddable makeable forced``. ``forced`` is the
        settlement that the declarer can force. The columns with facts of the question are ``contract`` (index
        in the game's list) and ``declarer leader trump partner`` (numbers).
        """
        import polars as pl

        names = ("contract", "declarer", "leader", "trump", "partner")
        facts = {
            name: compute.take_unchecked(
                compute.cast(self.lookups.names[name].indices, pa.int32()), self.which
            )
            for name in names
        }
        columns = {
            **facts, "which": self.which, "deal": compute.cast(self.deal, pa.uint32()), "calls": self.calls,
            "discard": self.discard, "biddable": self.biddable,
            "makeable": compute.fill_null(self.makeable, False), "forced": self.forced(),
        }  # fmt: skip
        frame = frame_of_table(columns)
        return frame.filter(~pl.col("deal").is_in(list(self.bad))) if self.bad else frame


class _Results:
    """The results of searches for each row.

    The place of a result is its index among the results of a deal (see `Lookups`).
    """

    def __init__(
        self, lookups: Lookups, which: pa.Array, deal: pa.Array, biddable: pa.Array, solved: Solved
    ) -> None:
        self._lookups = lookups
        self._which = which
        self._biddable = biddable
        self._deal_starts = compute.multiply(deal, solved.width)
        values = int_array("h", solved.values, len(solved.values))
        bounds = compute.min_max(null_where(compute.equal(values, pa.scalar(UNKNOWN, values.type)), values))
        # Tables of amounts cover a range of results. Round the range outwards to multiples of 16, so that
        # batches with similar results share a table. The lower end lies below all known results. It stands
        # for unknown results.
        self._unknown = (min(bounds["min"].as_py() or 0, 0) // 16 - 1) * 16
        end = (max(bounds["max"].as_py() or 0, 0) // 16 + 1) * 16
        self._amounts, zeros = lookups.amounts.between(self._unknown, end)
        self._zeros = compute.take_unchecked(zeros, which)
        self._values = compute.max_element_wise(values, pa.scalar(self._unknown, values.type))
        self._numbers_cache: dict[int, tuple[pa.Array, pa.Array]] = {}
        self._amounts_cache: dict[PaidColumn, pa.Array] = {}

    def values_at(self, index_of_places: int, values: pa.Array) -> pa.Array:
        """Look up an item of ``values`` for each row.

        Args:
            index_of_places: index in ``Lookups.lists`` of the table that has a place for each question.
            values: an array with an item for each result of each deal: first all results of the first deal,
                then those of the second deal, and so on.
        """
        return compute.take_unchecked(
            values,
            compute.add(
                self._deal_starts, compute.take_unchecked(self._lookups.lists[index_of_places], self._which)
            ),
        )

    def numbers(self, places: int) -> pa.Array:
        """Return for each row a result. Null: the result is unknown.

        Args:
            places: index in ``Lookups.lists`` of the table that has for each question the result's place.
        """
        return null_where(*self._missing_and_numbers(places))

    def amounts(self, column: PaidColumn) -> pa.Array:
        """Return for each row its settlement in a column of settlements. Null: the settlement is unknown."""
        if column not in self._amounts_cache:
            is_missing, numbers = self._missing_and_numbers(column.places)
            amounts = compute.take_unchecked(self._amounts, compute.add(self._zeros, numbers))
            amounts = compute.multiply(
                amounts, compute.take_unchecked(self._lookups.lists[column.units], self._which)
            )
            self._amounts_cache[column] = null_where(is_missing, amounts)
        return self._amounts_cache[column]

    def _missing_and_numbers(self, places: int) -> tuple[pa.Array, pa.Array]:
        """Return two arrays: for each row whether its result is unknown, and the result (or ``_unknown``)."""
        if places not in self._numbers_cache:
            numbers = self.values_at(places, self._values)
            is_known = compute.and_(
                self._biddable, compute.greater(numbers, pa.scalar(self._unknown, numbers.type))
            )
            self._numbers_cache[places] = compute.invert(is_known), numbers
        return self._numbers_cache[places]
