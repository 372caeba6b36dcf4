"""Features of a hand by which statistics are grouped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kranalyze.cards import ranks_mask, suit_mask

if TYPE_CHECKING:
    import polars as pl

#: The features in the order of their columns, and their names for people.
FEATURES: dict[str, str] = {
    "aces": "Aces",
    "tens": "Tens",
    "longest": "longest suit",
    "marriages": "K+Q pairs",
    "voids": "voids",
}


def feature(name: str) -> str:
    """The feature of a name.

    Raises:
        ValueError: no such feature; the message lists the known ones.
    """
    wanted = str(name).strip().lower()
    if wanted not in FEATURES:
        raise ValueError(f"unknown feature {name!r}, known: {', '.join(FEATURES)}")
    return wanted


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
