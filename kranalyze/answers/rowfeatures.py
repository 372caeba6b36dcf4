"""Add columns about hands to the rows of tables, and choose rows by a condition.

A row is a deal with a question (a contract with its declarer, leader, trump and so on). Columns about hands
have features of the declarer's hand, for example its number of Aces (``aces``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import polars as pl
import pyarrow as pa

from kranalyze.answers.columntypes import TEXT, Column, documented_schema
from kranalyze.answers.plan import Plan
from kranalyze.conditions.handvalues import differ_between_hands, fulfilled, masks_of_fitting_seats
from kranalyze.conditions.sql import SqlExpression
from kranalyze.conditions.viewpoints import (
    OWN_COLUMNS,
    Viewpoint,
    column_type,
    forehand_of_dealer,
    split_name,
)
from kranalyze.core import compute
from kranalyze.core.arrow import card_flags
from kranalyze.core.calls import BIDDABLE
from kranalyze.deal import Seat
from kranalyze.games import Game

#: Columns that add the hands, talon and dealer of a deal to its rows.
HAND_COLUMNS: tuple[Column, ...] = (
    *((name, pa.uint32(), f"hand of {seat.title}, a mask") for name, seat in zip("nesw", Seat, strict=True)),
    ("talon", pa.uint32(), "cards of the talon, a mask"),
    ("dealer", TEXT, "seat of the dealer, null if not known"),
)

#: The Arrow type for each polars type that a feature can have.
_ARROW: dict[pl.DataType, pa.DataType] = {
    pl.Int16(): pa.int16(), pl.Boolean(): pa.bool_(), pl.String(): pa.string(),
}  # fmt: skip


@dataclass(frozen=True)
class RowExtras:
    """The columns that are added to a table, and the condition by which its rows are chosen.

    Attributes:
        hands: whether each row has the hands, the talon and the dealer of its deal.
        features: names of columns about the declarer's hand.
        where: condition that all rows fulfil. It may name columns about the declarer's hand, and columns of
            the table. None: no condition.
        results: names of the table's columns that occur in the condition.
    """

    hands: bool = False
    features: tuple[str, ...] = ()
    where: SqlExpression | None = None
    results: tuple[str, ...] = ()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns that are added to a table, each as name, type and meaning."""
        meanings = {name: meaning for name, _, meaning in OWN_COLUMNS}
        added: list[Column] = [*HAND_COLUMNS] if self.hands else []
        for name in self.features:
            prefix, feature = split_name(name)
            meaning = meanings.get(name, "")
            if feature is not None:
                whose = f" ({prefix.removesuffix('_')})" if prefix else ", of the declarer"
                meaning = feature.meaning + whose
            added.append((name, _ARROW[column_type(name)], meaning))
        return tuple(added)

    @cached_property
    def _fields(self) -> tuple[pa.Field, ...]:
        """The added columns as fields of a schema."""
        return tuple(documented_schema(self.columns, {}))

    @property
    def condition_metadata(self) -> dict[bytes, bytes]:
        """The metadata with the text of the condition, for the schema of a table."""
        return {} if self.where is None else {b"kranalyze.where": self.where.shown.encode()}

    @property
    def condition_needs_solved_rows(self) -> bool:
        """Whether the condition names columns of the table, whose values are known only after solving."""
        return bool(self.results)

    def deals_to_solve(self, deals: pl.DataFrame, game: Game) -> pl.DataFrame:
        """Return the deals that may have rows in the table. Other deals need not be solved.

        If the condition depends on the declarer's seat but on no columns of the table, the result has a
        further column ``chosen``: a mask of the seats whose hands fulfil the condition.
        """
        if self.where is None or self.condition_needs_solved_rows:
            return deals
        forehand = forehand_of_dealer(game)
        if not differ_between_hands(self.where):
            return deals.filter(fulfilled(self.where, deals, Viewpoint(game, forehand)))
        chosen = deals.with_columns(masks_of_fitting_seats(self.where, deals, game, forehand))
        return chosen.filter(pl.col("chosen") > 0)

    def flags_of_questions_to_solve(self, plan: Plan, deals: pa.Table) -> bytes | None:
        """Return the argument ``wanted`` of ``Plan.solve``: for each deal a byte for each question.

        The byte is BIDDABLE if the question is to be solved on the deal, else 0. Return None if all questions
        are to be solved on all deals.
        """
        if "chosen" not in deals.column_names:
            return None
        masks = deals.column("chosen").to_pylist()
        return b"".join(_question_flags_for_declarers(plan, mask) for mask in masks)

    @property
    def _needed_hand_features(self) -> tuple[str, ...]:
        """The names of the columns about the declarer's hand that the rows or the condition need."""
        names = dict.fromkeys(self.features)
        if self.where is not None and self.condition_needs_solved_rows:
            names |= dict.fromkeys(name for name in self.where.names if name not in self.results)
        return tuple(names)

    def needed_hand_columns(self, deals: pl.DataFrame, game: Game) -> SeatColumns:
        """Return the columns about hands that the rows of these deals need."""
        return SeatColumns(deals, game, self._needed_hand_features)

    def filter_and_extend(
        self, table: pa.Table, deal: pa.Array, deals: pa.Table, hands: HandColumns
    ) -> pa.Table:
        """Return the rows of a table that fulfil the condition, with the added columns.

        Args:
            table: the rows.
            deal: for each row the index of its deal in ``deals``.
            deals: columns ``n e s w talon dealer``, and ``chosen`` if ``deals_to_solve`` has added it.
            hands: the columns about the hands of ``deals`` (`SeatColumns.part`).
        """
        numbers = pl.Series(deal)
        fits = self._flags_of_rows_fulfilling_condition(table, numbers, deals, hands)
        if fits is not None:
            table = table.filter(fits.to_arrow())
            numbers = numbers.filter(fits)
        arrays: list[pa.Array] = list(table.columns)
        if self.hands:
            places = numbers.to_arrow()
            for name, kind, _ in HAND_COLUMNS:
                column = deals.column(name).combine_chunks()
                if kind is TEXT:
                    column = column.cast(pa.string()).dictionary_encode().cast(TEXT)
                arrays.append(compute.take_unchecked(column, places))
        if self.features:
            arrays += hands.of_declarers(table, numbers, self.features).values()
        return pa.Table.from_arrays(arrays, schema=pa.schema([*table.schema, *self._fields]))

    def _flags_of_rows_fulfilling_condition(
        self, table: pa.Table, numbers: pl.Series, deals: pa.Table, hands: HandColumns
    ) -> pl.Series | None:
        """Return for each row whether it fulfils the condition. Return None if all rows fulfil it."""
        if self.where is None:
            return None
        if self.condition_needs_solved_rows:
            texts = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
            columns = pl.DataFrame(table.select(self.results)).with_columns(texts)
            if self._needed_hand_features:
                columns = columns.hstack(
                    pl.DataFrame(hands.of_declarers(table, numbers, self._needed_hand_features))
                )
            return self.where.values(columns).fill_null(False)
        if (
            "chosen" not in deals.column_names
        ):  # If `chosen` is absent, `deals_to_solve` has kept only deals that fulfil the condition.
            return None
        bit = pl.Series([*(1 << seat for seat in Seat), 0], dtype=pl.UInt8).gather(_declarers(table))
        return pl.Series(deals.column("chosen")).gather(numbers) & bit != 0


#: Minimum number of deals in a block. Columns about hands are computed for a whole block of deals at once.
_AHEAD = 1 << 14


class HandColumns(NamedTuple):
    """Columns about hands for a block of consecutive deals, and the place of a part of this block.

    The columns have values for all deals of the block. A part consists of some consecutive deals of the
    block. ``first`` says where the part begins.

    Attributes:
        columns: all columns by name, except columns of flags such as "holds this card". A column begins with
            the values for North's hands in all deals of the block. Then come the values for East, South and
            West.
        masks: columns with masks of hands. The key of a column is a prefix (such as ``left_``) that says
            whose hands the column has. The masks have the same order as the values in ``columns``. The method
            ``of_declarers`` computes the flags from the masks.
        deals: how many deals the block has.
        first: index of the part's first deal in the block.
    """

    columns: dict[str, pa.Array]
    masks: dict[str, pa.Array]
    deals: int
    first: int

    def of_declarers(self, table: pa.Table, numbers: pl.Series, names: Sequence[str]) -> dict[str, pa.Array]:
        """Return columns about the declarer's hand in each row. A row without declarer has nulls.

        Args:
            table: rows with the column ``declarer``.
            numbers: for each row the index of its deal in the part.
            names: names of the columns.
        """
        declarer = _declarers(table)
        places = declarer * self.deals + (numbers.cast(pl.UInt32) + self.first)
        if declarer.max() == len(Seat):
            places = places.set(declarer == len(Seat), None)
        rows = places.to_arrow()
        flags = dict[str, list[pa.Array]]()
        columns = dict[str, pa.Array]()
        for name in names:
            prefix, feature = split_name(name)
            if feature is None or feature.card is None:
                columns[name] = compute.take_unchecked(self.columns[name], rows)
                continue
            if prefix not in flags:
                flags[prefix] = card_flags(compute.take_unchecked(self.masks[prefix], rows))
            columns[name] = flags[prefix][feature.card]
        return columns


class SeatColumns:
    """Columns about the hands of deals, computed for each seat.

    The columns are computed for a block of many deals at once, because polars takes milliseconds to plan a
    computation. Only the present block is kept, so calls of ``part`` must ask for the deals in their order.
    """

    def __init__(self, deals: pl.DataFrame, game: Game, names: Sequence[str]) -> None:
        """Prepare columns about hands.

        Args:
            deals: all deals, with the columns ``n e s w dealer``.
            game: the game of all deals.
            names: names of the columns to compute. The function ``hand_scope`` defines all valid names.
        """
        self._deals = deals
        self._game = game
        self._names = names
        self._begin = 0
        self._block = NO_COLUMNS

    def part(self, at: int, length: int) -> HandColumns:
        """Return the columns about the hands of ``length`` deals, from the deal with index ``at`` on."""
        if self._names and at + length > self._begin + self._block.deals:
            self._begin = at
            self._block = self._computed(self._deals.slice(at, max(length, _AHEAD)))
        return self._block._replace(first=at - self._begin)

    def _computed(self, deals: pl.DataFrame) -> HandColumns:
        """Compute the columns about hands for a block of deals."""
        forehand = forehand_of_dealer(self._game)
        views = [Viewpoint(self._game, forehand, seat) for seat in list(Seat)[: self._game.seats]]
        numbers = [name for name in self._names if column_type(name) != pl.Boolean]
        flags = [name for name in self._names if name not in numbers]
        masks = {f"hand {prefix}": prefix for prefix in dict.fromkeys(split_name(name)[0] for name in flags)}
        # Call `with_columns` before `select`. If a column is a constant, `with_columns` repeats the constant
        # for each deal. `select` alone would return a single value.
        by_seat = [
            deals.with_columns(
                *view.columns(numbers), **{name: view.hand(prefix) for name, prefix in masks.items()}
            ).select(*numbers, *masks)
            for view in views
        ]
        columns = pl.concat(by_seat).to_arrow()
        arrays = {name: columns.column(name).combine_chunks() for name in columns.column_names}
        return HandColumns(
            columns={name: arrays[name] for name in numbers},
            masks={prefix: arrays[name] for name, prefix in masks.items()},
            deals=deals.height,
            first=0,
        )


@lru_cache(maxsize=512)
def _question_flags_for_declarers(plan: Plan, declarer_mask: int) -> bytes:
    """Return a byte for each question: BIDDABLE if the question's declarer is in ``declarer_mask``, else 0.

    Bit i of ``declarer_mask`` stands for seat i.
    """
    declarers = [question.declarer for question in plan.questions]
    return bytes(BIDDABLE * (d is not None and declarer_mask >> d & 1) for d in declarers)


def _declarers(table: pa.Table) -> pl.Series:
    """Return the number of the declarer's seat for each row (UInt32): 0-3, or 4 without a declarer."""
    column = table.column("declarer").combine_chunks()
    letters = [seat.name for seat in Seat]
    numbers = pa.array([letters.index(letter) for letter in column.dictionary.to_pylist()], pa.uint32())
    return pl.Series(
        compute.fill_null(compute.take_unchecked(numbers, column.indices), len(Seat)), dtype=pl.UInt32
    )


#: An empty ``HandColumns``, for tables without columns about hands.
NO_COLUMNS = HandColumns({}, {}, 0, 0)

#: The extras of a table without added columns and without a condition on its rows.
NO_EXTRAS = RowExtras()
