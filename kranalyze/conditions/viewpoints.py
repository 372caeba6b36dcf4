"""Compute columns of deals from the view of a seat: features of all hands, the dealer, the own place.

A feature is a fact about a hand, such as its number of Aces. ``aces`` belongs to the own hand, ``left_aces``
to the next hand to the left, ``n_aces`` to the hand of North.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import polars as pl

from kranalyze.conditions.handfeatures import FEATURES_BY_NAME, HAND_FEATURES, NUMBER, Feature
from kranalyze.deal import Seat
from kranalyze.games import Game

#: Prefixes of column names that name a seat, with this seat: ``n_aces`` is the number of Aces of North.
SEAT_PREFIXES: dict[str, Seat] = {f"{seat.name.lower()}_": seat for seat in Seat}

#: Prefixes of column names that name a place as the own seat sees it: ``left_aces`` is the number of Aces of
#: the seat to the left.
PLACE_PREFIXES: tuple[str, ...] = ("left_", "across_", "right_")

#: Columns with one value for each deal: name, type, meaning.
DEAL_COLUMNS: tuple[tuple[str, pl.DataType, str], ...] = (
    ("dealer", pl.String(), "seat of the dealer, null if not known"),
)

#: Columns with one value for each seat of a deal, besides the features of hands: name, type, meaning.
OWN_COLUMNS: tuple[tuple[str, pl.DataType, str], ...] = (
    ("seat", pl.String(), "the seat whose hand it is: N, E, S or W"),
    ("bidder", NUMBER(), "place of the seat in the auction, 1 is left of the dealer; null without dealer"),
)


def split_name(name: str) -> tuple[str, Feature | None]:
    """Split the name of a column into prefix (empty: no prefix) and feature (None: no such feature).

    >>> prefix, feature = split_name("left_aces")
    >>> prefix, feature.name
    ('left_', 'aces')
    """
    prefix, underline, rest = name.partition("_")
    if prefix + underline in (*SEAT_PREFIXES, *PLACE_PREFIXES):
        return prefix + underline, FEATURES_BY_NAME.get(rest)
    return "", FEATURES_BY_NAME.get(name)


def prefix_all_feature_names(prefixes: Iterable[str]) -> list[str]:
    """Return the names of all features with the first prefix, then with the second prefix, and so on."""
    return [prefix + feature.name for prefix in prefixes for feature in HAND_FEATURES]


def depends_on_viewing_seat(name: str) -> bool:
    """Return whether a column may have different values for the four seats of a deal."""
    prefix, feature = split_name(name)
    if feature is None:
        return name in [column for column, *_ in OWN_COLUMNS]
    return prefix not in SEAT_PREFIXES


def type_of(name: str) -> pl.DataType:
    """Return the type of a column.

    Raises:
        KeyError: there is no such column.
    """
    _, feature = split_name(name)
    if feature is not None:
        return pl.Boolean() if feature.is_flag else NUMBER()
    return {column: kind for column, kind, _ in (*DEAL_COLUMNS, *OWN_COLUMNS)}[name]


def forehand_of_dealer(game: Game) -> pl.Expr:
    """Return an expression for the seat left of the dealer (0-3). It uses the column ``dealer`` (N E S W)."""
    numbers = {seat.name: seat.value for seat in list(Seat)[: game.seats]}
    dealer = pl.col("dealer").cast(pl.String)
    return (dealer.replace_strict(numbers, default=None, return_dtype=pl.Int32) + 1) % game.seats


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Computes columns of deals, as one seat sees the deals.

    The deals are a frame with the hands ``n e s w`` (UInt32 masks).

    Attributes:
        game: the game of the deals.
        forehand: polars expression for the number of the seat that bids first. Null: not known.
        seat: the seat that sees the deals (the own seat). None: only columns that do not depend on the seat
            can be computed.
    """

    game: Game
    forehand: pl.Expr
    seat: Seat | None = None

    def columns(self, names: Iterable[str]) -> Iterator[pl.Expr]:
        """Yield a polars expression for each of the columns. The result is named like the column.

        Raises:
            KeyError: there is no such column, or it needs an own seat.
        """
        for name in names:
            yield self._column(name).alias(name)

    def _column(self, name: str) -> pl.Expr:
        """Return the expression of a column. Raise a KeyError as ``columns`` does."""
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
            return pl.lit(None, type_of(name))
        return feature.of_hand(pl.col(seat.name.lower()), self.game)

    def hand(self, prefix: str) -> pl.Expr:
        """Return the masks of the hands that a prefix means. They are null if there is no such seat."""
        seat = self._seat_of(prefix)
        if seat is None or seat >= self.game.seats:
            return pl.lit(None, pl.UInt32)
        return pl.col(seat.name.lower())

    def _seat_of(self, prefix: str) -> Seat | None:
        """Return the seat that a prefix means. An empty prefix means the own seat. None: no such place."""
        if prefix in SEAT_PREFIXES:
            return SEAT_PREFIXES[prefix]
        if self.seat is None or not prefix:
            return self.seat
        seats = self.game.seats
        steps = {"left_": 1, "across_": 2 if seats == 4 else 0, "right_": seats - 1}[prefix]
        return Seat((self.seat + steps) % seats) if steps else None
