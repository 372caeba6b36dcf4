"""Compute columns that describe deals from the viewpoint of one seat, called the own seat.

The columns are the features of all hands, the dealer, the own seat, and the turn of the own seat in the
auction. A feature is a fact about a hand, such as its number of Aces. The column ``aces`` counts the Aces in
the own hand, ``left_aces`` those in the hand to the left, and ``n_aces`` those in the hand of North.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import polars as pl

from kranalyze.conditions.handfeatures import FEATURES_BY_NAME, HAND_FEATURES, NUMBER, Feature
from kranalyze.deal import Seat
from kranalyze.games import Game

#: Prefixes of column names that stand for a fixed seat. For example, ``n_`` in ``n_aces`` stands for North.
SEAT_PREFIXES: dict[str, Seat] = {f"{seat.name.lower()}_": seat for seat in Seat}

#: Prefixes of column names that stand for the seat to the left of the own seat, across from it, or to its
#: right. For example, ``left_aces`` is how many Aces the seat to the left of the own seat holds.
PLACE_PREFIXES: tuple[str, ...] = ("left_", "across_", "right_")

#: Columns that belong to a deal. Each item is the name, the type and the meaning of a column.
DEAL_COLUMNS: tuple[tuple[str, pl.DataType, str], ...] = (
    ("dealer", pl.String(), "seat of the dealer, null if not known"),
)

#: Columns that belong to a seat of a deal, but are no features of its hand. Each item is the name, the type
#: and the meaning of a column.
OWN_COLUMNS: tuple[tuple[str, pl.DataType, str], ...] = (
    ("seat", pl.String(), "the seat whose hand it is: N, E, S or W"),
    ("bidder", NUMBER(), "place of the seat in the auction, 1 is left of the dealer; null without dealer"),
)


def split_name(name: str) -> tuple[str, Feature | None]:
    """Split the name of a column into a prefix, which may be empty, and a feature of a hand.

    If the name contains no feature, the second item of the result is None.

    >>> prefix, feature = split_name("left_aces")
    >>> prefix, feature.name
    ('left_', 'aces')
    """
    prefix, underline, rest = name.partition("_")
    if prefix + underline in (*SEAT_PREFIXES, *PLACE_PREFIXES):
        return prefix + underline, FEATURES_BY_NAME.get(rest)
    return "", FEATURES_BY_NAME.get(name)


def prefix_all_feature_names(prefixes: Iterable[str]) -> list[str]:
    """Return the names of all features with each of the prefixes, for example ``n_aces`` with ``n_``.

    All names with the first prefix come first, then all names with the second prefix, and so on.
    """
    return [prefix + feature.name for prefix in prefixes for feature in HAND_FEATURES]


def depends_on_viewing_seat(name: str) -> bool:
    """Return whether the value of a column depends on the own seat (``Viewpoint.seat``).

    For example, ``aces`` and ``left_aces`` depend on the own seat, but ``n_aces`` and ``dealer`` do not.
    """
    prefix, feature = split_name(name)
    if feature is None:
        return name in [column for column, *_ in OWN_COLUMNS]
    return prefix not in SEAT_PREFIXES


def column_type(column_name: str) -> pl.DataType:
    """Return the polars type of a column, given its name.

    Raises:
        KeyError: there is no column with this name.
    """
    _, feature = split_name(column_name)
    if feature is not None:
        return pl.Boolean() if feature.is_flag else NUMBER()
    return {column: kind for column, kind, _ in (*DEAL_COLUMNS, *OWN_COLUMNS)}[column_name]


def forehand_of_dealer(game: Game) -> pl.Expr:
    """Return a polars expression for the forehand: the number (0-3) of the seat left of the dealer.

    The expression reads the column ``dealer`` (the letters N, E, S and W).
    """
    numbers = {seat.name: seat.value for seat in list(Seat)[: game.seats]}
    dealer = pl.col("dealer").cast(pl.String)
    return (dealer.replace_strict(numbers, default=None, return_dtype=pl.Int32) + 1) % game.seats


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Computes columns that describe deals from the viewpoint of one seat, called the own seat.

    The deals are the rows of a frame. Its columns ``n``, ``e``, ``s`` and ``w`` have the hands as masks
    (UInt32).

    Attributes:
        game: the game of the deals.
        forehand: polars expression for the seat (0-3) that bids first. The expression is null in deals in
            which this seat is unknown.
        seat: the own seat. None: there is no own seat, and columns such as ``aces`` cannot be computed.
    """

    game: Game
    forehand: pl.Expr
    seat: Seat | None = None

    def columns(self, names: Iterable[str]) -> Iterator[pl.Expr]:
        """Yield for each name the polars expression that computes the column with this name.

        Raises:
            KeyError: there is no column with this name, or the column depends on the own seat and ``seat`` is
                None.
        """
        for name in names:
            yield self._column(name).alias(name)

    def _column(self, name: str) -> pl.Expr:
        """Return the polars expression that computes a column.

        Raises:
            KeyError: there is no column with this name, or the column depends on the own seat and ``seat`` is
                None.
        """
        letters = pl.lit(pl.Series([seat.name for seat in Seat], dtype=pl.String))
        if name == "dealer":
            return letters.gather((self.forehand + (self.game.seats - 1)) % self.game.seats)
        prefix, feature = split_name(name)
        if depends_on_viewing_seat(name) and self.seat is None:
            raise KeyError(name)
        if name == "seat":
            return pl.lit(None if self.seat is None else self.seat.name, pl.String)
        if name == "bidder":
            return ((self.seat - self.forehand + self.game.seats) % self.game.seats + 1).cast(NUMBER)
        if feature is None:
            raise KeyError(name)
        seat = self._seat_of(prefix)
        if seat is None or seat >= self.game.seats:
            return pl.lit(None, column_type(name))
        return feature.of_hand(pl.col(seat.name.lower()), self.game)

    def hand(self, prefix: str) -> pl.Expr:
        """Return a polars expression for the hands (masks) of the seat that a prefix such as ``left_`` names.

        The masks are null if the prefix does not name a seat of the game.
        """
        seat = self._seat_of(prefix)
        if seat is None or seat >= self.game.seats:
            return pl.lit(None, pl.UInt32)
        return pl.col(seat.name.lower())

    def _seat_of(self, prefix: str) -> Seat | None:
        """Return the seat that a prefix such as ``left_`` names. An empty prefix stands for the own seat.

        Return None in two cases: the prefix names no seat (such as ``across_`` in a game of three players),
        or the own seat is needed but there is none.
        """
        if prefix in SEAT_PREFIXES:
            return SEAT_PREFIXES[prefix]
        if self.seat is None or not prefix:
            return self.seat
        seats = self.game.seats
        steps = {"left_": 1, "across_": 2 if seats == 4 else 0, "right_": seats - 1}[prefix]
        return Seat((self.seat + steps) % seats) if steps else None
