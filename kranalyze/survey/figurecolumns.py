"""The table of bidding statistics: a row for each figure; its columns and figures are explained here only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import pyarrow as pa

from kranalyze.answers.gathering import described
from kranalyze.cards import ranks_mask, suit_mask

if TYPE_CHECKING:
    import polars as pl

#: Version of the columns and their meaning.
FORMAT_VERSION = "1"

#: What a row counts.
FIGURES: dict[str, str] = {
    "units": "deals (who: some, par) or hands (first, seat) that were looked at",
    "biddable": "the hand holds what the contract needs; only contracts that need something",
    "makeable": "the contract can be made with all hands open, by the best call and trump of each deal",
    "settlement": "the contract may be bid; total and mean: what best play pays the declarer, made or not, "
    "by the best call and trump of each deal (..._letzten: the declarer's guarantee)",
    "best_rank": "the contract is the highest of the auction that can be made; null: none can",
    "best_settlement": "the contract pays its declarer most of those that can be made, the lowest of equal "
    "ones, and amount is what it pays; null: none pays anything",
    "par": "the contract is what four perfect bidders end in, and amount is what it pays its declarer",
    "par_seat": "the seat declares, or is the second to, when four bid perfectly; total and mean: what it "
    "is paid",
    "bid": "records with an auction in which the contract was bid",
    "played": "records in which the contract was played",
    "made": "of those played to the end, made: the declarer's settlement was above 0",
    "should": "of those played, makeable: the declarer could have forced a settlement above 0",
    "gift": "of those with a verdict, made though not makeable",
    "lost": "of those with a verdict, not made though makeable",
    "passed": "records in which another seat than the declarer could have made the contract, higher than the "
    "one played (of several the one that pays most)",
    "left_play": "the declarer got less than he could have forced; total: how much less",
    "gained_play": "the declarer got more than he could have forced; total: how much more",
    "left_bidding": "another contract would have paid the declarer more than the one played; total: how much",
}

#: Whose the figure is.
WHO: dict[str, str] = {
    "some": "some seat that may bid it",
    "first": "the first bidder, left of the dealer",
    "seat": "each seat that may bid it: a unit is a hand",
    "N": "North", "E": "East", "S": "South", "W": "West",
    "NS": "some seat of North and South",
    "EW": "some seat of East and West",
    "left": "each seat, the called partner sitting to the left",
    "opposite": "each seat, the called partner sitting opposite",
    "right": "each seat, the called partner sitting to the right",
    "alone": "each seat, calling an own card",
    "declarer": "the declarer of a record",
    "par": "four perfect bidders together",
    "second": "the second bidder",
    "third": "the third bidder",
    "last": "the dealer, who bids last",
}  # fmt: skip

#: Features of a hand by which figures are grouped, in the order of their columns: their names for people.
FEATURES: dict[str, str] = {
    "aces": "Aces",
    "tens": "Tens",
    "longest": "longest suit",
    "marriages": "K+Q pairs",
    "voids": "voids",
}

#: The columns in their order: name, type, meaning.
COLUMNS: tuple[tuple[str, pa.DataType, str], ...] = (
    ("game", pa.string(), "id of the game"),
    ("rules", pa.string(), "rule options that differ from their defaults, as in a Rules tag, or null"),
    ("aces", pa.uint8(), "Aces of the hand, null where not grouped by them"),
    ("tens", pa.uint8(), "Tens of the hand, likewise"),
    ("longest", pa.uint8(), "cards of its longest suit, likewise"),
    ("marriages", pa.uint8(), "suits of which it holds King and Queen, likewise"),
    ("voids", pa.uint8(), "suits of which it holds no card, likewise"),
    ("figure", pa.string(), "what is counted: " + ", ".join(FIGURES)),
    ("who", pa.string(), "for whom: " + ", ".join(WHO)),
    ("contract", pa.string(), "id of the contract, or null"),
    ("amount", pa.int32(), "settlement of the declarer, of figures that count by it, or null"),
    ("units", pa.int64(), "deals, hands or records that could have been counted"),
    ("count", pa.int64(), "how many of them were"),
    ("share", pa.float64(), "count / units, null without units"),
    ("low", pa.float64(), "lower end of the 95% interval of the share (Wilson), null where it has none"),
    ("high", pa.float64(), "its upper end"),
    ("total", pa.int64(), "sum of settlements, of figures that add them up, or null"),
    ("mean", pa.float64(), "total / units (settlement, par_seat), total / count (left, gained), or null"),
)

SCHEMA = described(COLUMNS, {b"kranalyze.format": FORMAT_VERSION.encode()})


def features_named(names: Iterable[str]) -> tuple[str, ...]:
    """The features of some names, each once.

    Raises:
        ValueError: no such feature; the message lists the known ones.
    """
    found = {str(name).strip().lower(): name for name in names}
    for feature, name in found.items():
        if feature not in FEATURES:
            raise ValueError(f"unknown feature {name!r}, known: {', '.join(FEATURES)}")
    return tuple(found)


def features_of(mask: pl.Expr) -> list[pl.Expr]:
    """A column (UInt8) for each feature of a column of hands."""
    import polars as pl

    suits = [(mask & suit_mask(s)).bitwise_count_ones() for s in range(4)]
    couples = [ranks_mask("KQ") & suit_mask(s) for s in range(4)]
    columns = {
        "aces": (mask & ranks_mask("A")).bitwise_count_ones(),
        "tens": (mask & ranks_mask("T")).bitwise_count_ones(),
        "longest": pl.max_horizontal(suits),
        "marriages": pl.sum_horizontal((mask & couple) == couple for couple in couples),
        "voids": pl.sum_horizontal(n == 0 for n in suits),
    }
    return [columns[name].cast(pl.UInt8).alias(name) for name in FEATURES]
