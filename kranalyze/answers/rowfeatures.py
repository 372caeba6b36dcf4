"""Add hands, dealer and features of the declarer's hand to rows of tables, and choose rows by a condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import polars as pl
import pyarrow as pa
import pyarrow.compute as pc

from kranalyze.answers.columntypes import TEXT, Column, described
from kranalyze.answers.plan import Plan
from kranalyze.conditions.handvalues import chosen_seats, concerns_hands, fulfilled
from kranalyze.conditions.sql import SqlExpression
from kranalyze.conditions.viewpoints import OWN_COLUMNS, Viewpoint, forehand_of_dealer, split_name, type_of
from kranalyze.core.calls import BIDDABLE
from kranalyze.deal import Seat
from kranalyze.games import Game

#: Hands and dealer of a deal as columns of its rows.
HAND_COLUMNS: tuple[Column, ...] = (
    *((name, pa.uint32(), f"hand of {seat.title}, a mask") for name, seat in zip("nesw", Seat, strict=True)),
    ("talon", pa.uint32(), "cards of the talon, a mask"),
    ("dealer", TEXT, "seat of the dealer, null if not known"),
)

#: Arrow types of features.
_ARROW: dict[pl.DataType, pa.DataType] = {
    pl.Int16(): pa.int16(), pl.Boolean(): pa.bool_(), pl.String(): pa.string(),
}  # fmt: skip


@dataclass(frozen=True)
class RowExtras:
    """What a table has besides its own columns, and which rows it has.

    Attributes:
        hands: whether rows have the hands, the talon and the dealer.
        features: columns about the declarer's hand.
        where: condition that all rows fulfil. Its columns are those of the declarer's hand and of the table.
        results: the columns of the table that the condition names.
    """

    hands: bool = False
    features: tuple[str, ...] = ()
    where: SqlExpression | None = None
    results: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[Column, ...]:
        """The further columns: name, type, meaning."""
        meanings = {name: meaning for name, _, meaning in OWN_COLUMNS}
        added: list[Column] = [*HAND_COLUMNS] if self.hands else []
        for name in self.features:
            prefix, feature = split_name(name)
            meaning = meanings.get(name, "")
            if feature is not None:
                whose = f" ({prefix.removesuffix('_')})" if prefix else ", of the declarer"
                meaning = feature.meaning + whose
            added.append((name, _ARROW[type_of(name)], meaning))
        return tuple(added)

    @property
    def is_about_rows(self) -> bool:
        """Whether the condition names columns of the table, which are known only when deals are solved."""
        return bool(self.results)

    def chosen_deals(self, deals: pl.DataFrame, game: Game) -> pl.DataFrame:
        """Return the deals that may have rows. The other deals need not be solved.

        If the condition is about hands, the column ``chosen`` has the declarers with such hands as masks.
        """
        if self.where is None or self.is_about_rows:
            return deals
        forehand = forehand_of_dealer(game)
        if not concerns_hands(self.where):
            return deals.filter(fulfilled(self.where, deals, Viewpoint(game, forehand)))
        chosen = deals.with_columns(chosen_seats(self.where, deals, game, forehand))
        return chosen.filter(pl.col("chosen") > 0)

    def wanted(self, plan: Plan, deals: pa.Table) -> bytes | None:
        """Return flags of the questions that are asked of each deal (see ``Plan.solved``), None for all."""
        if "chosen" not in deals.column_names:
            return None
        return b"".join(_asked(plan, seats) for seats in deals.column("chosen").to_pylist())

    @property
    def _names(self) -> tuple[str, ...]:
        """The columns about the declarer's hand that are needed for the rows or for the condition."""
        names = dict.fromkeys(self.features)
        if self.where is not None and self.is_about_rows:
            names |= dict.fromkeys(name for name in self.where.names if name not in self.results)
        return tuple(names)

    def seat_columns(self, deals: pl.DataFrame, game: Game) -> SeatColumns:
        """Return the columns about hands that rows of some deals need."""
        return SeatColumns(deals, game, self._names)

    def added(
        self, table: pa.Table, deal: pa.Array, deals: pa.Table, by_seat: Sequence[pl.DataFrame]
    ) -> pa.Table:
        """Return the rows of a table that fulfil the condition, with the further columns.

        Args:
            table: the rows.
            deal: for each row the index of its deal in ``deals``.
            deals: columns ``n e s w talon`` and ``dealer``, and optionally ``chosen``.
            by_seat: the columns about hands, for the declarers N E S W.
        """
        numbers = pl.Series(deal)
        fits = self._fitting(table, numbers, deals, by_seat)
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
                arrays.append(pc.take(column, places, boundscheck=False))
        if self.features:
            features = _of_declarers(table, numbers, by_seat).select(self.features)
            arrays += (column.combine_chunks() for column in features.to_arrow().columns)
        fields = described(self.columns, {})
        return pa.Table.from_arrays(arrays, schema=pa.schema([*table.schema, *fields]))

    def _fitting(
        self, table: pa.Table, numbers: pl.Series, deals: pa.Table, by_seat: Sequence[pl.DataFrame]
    ) -> pl.Series | None:
        """Return for each row whether it fulfils the condition, None if all rows do."""
        if self.where is None:
            return None
        if self.is_about_rows:
            texts = pl.col(pl.Categorical, pl.Enum).cast(pl.String)
            columns = pl.DataFrame(table.select(self.results)).with_columns(texts)
            if self._names:
                columns = columns.hstack(_of_declarers(table, numbers, by_seat))
            return self.where.values(columns).fill_null(False)
        if "chosen" not in deals.column_names:  # all deals fulfil it
            return None
        bit = pl.Series([*(1 << seat for seat in Seat), 0], dtype=pl.UInt8).gather(_declarers(table))
        return pl.Series(deals.column("chosen")).gather(numbers) & bit != 0


#: Number of deals whose columns about hands are computed at once.
_AHEAD = 1 << 14


class SeatColumns:
    """Columns of deals as each seat sees them.

    They are computed for many deals at once, because polars takes milliseconds to plan them. Parts must be
    asked for from the first deal to the last.
    """

    def __init__(self, deals: pl.DataFrame, game: Game, names: Sequence[str]) -> None:
        """Describe the deals of a game (``n e s w dealer``) by columns of ``hand_scope``."""
        self._deals, self._game, self._names = deals, game, names
        self._first = 0
        self._by_seat: list[pl.DataFrame] = []

    def part(self, at: int, length: int) -> list[pl.DataFrame]:
        """Return the columns of some deals, for the seats N E S W."""
        if not self._names:
            return []
        if not self._by_seat or at + length > self._first + self._by_seat[0].height:
            part = self._deals.slice(at, max(length, _AHEAD))
            forehand = forehand_of_dealer(self._game)
            views = [Viewpoint(self._game, forehand, seat) for seat in list(Seat)[: self._game.seats]]
            self._by_seat = [
                part.with_columns(view.columns(self._names)).select(self._names) for view in views
            ]
            self._first = at
        return [columns.slice(at - self._first, length) for columns in self._by_seat]


@lru_cache(maxsize=512)
def _asked(plan: Plan, seats: int) -> bytes:
    """Return flags of the questions whose declarer is among seats."""
    declarers = [question.declarer for question in plan.questions]
    return bytes(BIDDABLE * (d is not None and seats >> d & 1) for d in declarers)


def _of_declarers(table: pa.Table, numbers: pl.Series, by_seat: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """Return the columns about the declarer's hand for each row of a table, null where nobody declares."""
    # The hands of North in all deals, then those of East, and so on; at the end a row for no declarer.
    height = by_seat[0].height
    stacked = pl.concat([*by_seat, by_seat[0].clear(1)], rechunk=True)
    declarer = _declarers(table)
    place = (declarer * height + numbers.cast(pl.UInt32)).set(declarer == len(Seat), stacked.height - 1)
    return stacked[place]


def _declarers(table: pa.Table) -> pl.Series:
    """Return the numbers of the declarers' seats (UInt32), 4 where nobody declares."""
    column = table.column("declarer").combine_chunks()
    letters = [seat.name for seat in Seat]
    numbers = pa.array([letters.index(letter) for letter in column.dictionary.to_pylist()], pa.uint32())
    return pl.Series(pc.fill_null(pc.take(numbers, column.indices), len(Seat)), dtype=pl.UInt32)


#: A table with its own columns and all rows.
NO_EXTRAS = RowExtras()
