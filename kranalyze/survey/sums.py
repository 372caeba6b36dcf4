"""Sums of figures: integers that add up in any order, and the shares and intervals that come of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from kranalyze.games import GAMES
from kranalyze.hand.figures import wilson
from kranalyze.survey.figurecolumns import FEATURES, FIGURES, SCHEMA, WHO

if TYPE_CHECKING:
    import polars as pl

#: Columns that tell figures apart. ``grouping`` is the number of the set of features they are grouped by.
KEYS = ("game", "rules", "grouping", *FEATURES, "figure", "who", "contract", "amount")

#: Columns that add up. ``deals`` counts the deals with units; for a deal with k units of which m are
#: counted, ``kk``, ``km`` and ``mm`` add up k * k, k * m and m * m.
SUMS = ("units", "count", "total", "deals", "kk", "km", "mm")

#: Figures whose units are those of the row ``units`` of the same group.
_OF_UNITS = ("best_rank", "best_settlement", "par")


def _schema() -> pl.Schema:
    """Names and types of the columns of sums."""
    import polars as pl

    columns = pl.Schema(SCHEMA)
    kinds = {key: columns.get(key, pl.UInt8()) for key in KEYS}
    return pl.Schema({**kinds, **dict.fromkeys(SUMS, pl.Int64())})


def summed(
    units: pl.DataFrame, keys: Sequence[str], hit: pl.Expr, paid: pl.Expr | None = None
) -> pl.DataFrame:
    """The sums of some units, by ``keys`` if there are any.

    Args:
        units: with a column ``deal``: those of one deal are not independent of each other.
        hit: whether a unit is counted.
        paid: what is added up of it.
    """
    import polars as pl

    k, m, total = pl.col("k"), pl.col("m"), pl.col("total")
    each = {"k": pl.len().cast(pl.Int64), "m": hit.cast(pl.Int64).sum()}
    sums = {
        "units": k.sum(), "count": m.sum(),
        "deals": pl.len(), "kk": (k * k).sum(), "km": (k * m).sum(), "mm": (m * m).sum(),
    }  # fmt: skip
    if paid is not None:
        each["total"] = pl.when(paid.count() > 0).then(paid.cast(pl.Int64).sum())
        sums["total"] = pl.when(total.count() > 0).then(total.sum())
    per_deal = units.group_by("deal", *keys).agg(**each)
    if not keys:
        return per_deal.select(**sums).filter(pl.col("deals") > 0)
    return per_deal.group_by(keys).agg(**sums)


def fitted(sums: pl.DataFrame, **facts: Any) -> pl.DataFrame:
    """Some sums with all columns: the keys that all of them have, null for those that are missing."""
    import polars as pl

    kinds = _schema()
    lacking = dict.fromkeys(name for name in kinds if name not in sums.columns) | facts
    said = sums.with_columns(pl.lit(value).alias(name) for name, value in lacking.items())
    return said.select(pl.col(name).cast(kind) for name, kind in kinds.items())


def added(parts: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """The sums of some parts, those of the same keys added up."""
    import polars as pl

    together = pl.concat([pl.DataFrame(schema=_schema()), *parts])
    return together.group_by(KEYS).agg(
        pl.when(pl.col(name).count() > 0).then(pl.col(name).sum()).alias(name) for name in SUMS
    )


def effective(p: float, units: int, deals: int, kk: int, km: int, mm: int) -> float:
    """The number of independent units that say as much of a share as these, of which several lie in a deal.

    The variance of the ratio M / K of sums over deals is that of m - p k over K squared (the linear
    approximation of survey sampling); a share of n independent units has p (1 - p) / n. Never more than the
    units; where the spread says nothing (all or none counted, or the same in every deal) the number of deals.

    >>> effective(0.5, 8, 8, 8, 4, 4)  # a unit a deal
    8.0
    >>> effective(0.5, 8, 2, 32, 16, 16)  # of two deals one has all, the other none
    2.0
    """
    spread = mm - 2 * p * km + p * p * kk
    if deals < 2 or spread <= 1e-9 * units or not 0 < p < 1:
        return float(min(deals, units))
    return min(float(units), p * (1 - p) * units * units / spread)


def finished(sums: pl.DataFrame) -> pl.DataFrame:
    """Sums as figures: the columns of ``SCHEMA`` and ``grouping``, in a fixed order of rows."""
    import polars as pl

    frame = _sorted(_with_units(sums))
    count, units, total = pl.col("count"), pl.col("units"), pl.col("total")
    amounts = pl.when(pl.col("figure").is_in(["settlement", "par_seat"])).then(units).otherwise(count)
    frame = frame.with_columns(
        share=pl.when(units > 0).then(count / units),
        mean=pl.when(total.is_not_null() & (amounts > 0)).then(total / amounts),
    )
    ends: list[tuple[float | None, float | None]] = []
    for figure, share, *counts in frame.select("figure", "share", "units", *SUMS[3:]).iter_rows():
        if share is None or None in counts or figure in ("units", "settlement"):
            ends.append((None, None))
        else:
            alike = effective(share, *counts)
            ends.append(wilson(share * alike, alike))
    bounds = pl.DataFrame(ends, {"low": pl.Float64, "high": pl.Float64}, orient="row")
    return frame.hstack(bounds).select("grouping", *SCHEMA.names)


def _with_units(sums: pl.DataFrame) -> pl.DataFrame:
    """The best contracts with the units of their groups, and, a unit a deal, with what an interval needs."""
    import polars as pl

    figure, group = pl.col("figure"), ["game", "rules", "grouping", *FEATURES, "who"]
    units, deals = (pl.col(name).filter(figure == "units").first().over(group) for name in ("units", "deals"))
    mine = figure.is_in(_OF_UNITS)
    # A unit a deal: k is 1 everywhere, and m is 0 or 1.
    plain = mine & pl.col("who").is_in(["some", "first", "par"])
    return sums.with_columns(
        units=pl.when(mine).then(units).otherwise("units"),
        deals=pl.when(plain).then(deals).when(~mine).then("deals"),
        kk=pl.when(plain).then(units).otherwise("kk"),
        km=pl.when(plain).then("count").otherwise("km"),
        mm=pl.when(plain).then("count").otherwise("mm"),
    )


def _sorted(frame: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    contracts = [f"{game.id} {contract.id}" for game in GAMES.values() for contract in game.contracts]
    named = pl.concat_str("game", "contract", separator=" ").cast(pl.Enum(contracts))
    game, figure, who = (
        pl.col(name).cast(pl.Enum(list(order)))
        for name, order in (("game", GAMES), ("figure", FIGURES), ("who", WHO))
    )
    return frame.sort(game, "rules", "grouping", *FEATURES, figure, who, named, "amount", nulls_last=False)
