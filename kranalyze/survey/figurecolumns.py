"""Define the columns and figures of bidding statistics, and convert sums to rows.

A figure says how many deals, hands or records (units) have a property. For example, a figure counts the deals
on which some seat can make a contract. The share of a figure is the number of counted units divided by the
number of all units. ``who`` names the seats or bidders that a figure is about. Figures can be grouped by the
values of expressions, such as the number of Aces in the hand. The columns that identify a figure are its key.
Sums are the numbers from which figures are computed. If the work is split into parts, the sums of all parts
can be added together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl
import pyarrow as pa

from kranalyze.answers.columntypes import documented_schema
from kranalyze.answers.intervals import wilson
from kranalyze.conditions.scopes import hand_scope
from kranalyze.conditions.sql import SqlExpression, read_expression
from kranalyze.games import GAMES

#: Version number of the table format. It changes if columns or their meanings change.
FORMAT_VERSION = "1"

#: Names of the figures, in the order of their rows. FORMAT.md (Statistics) explains each figure.
FIGURES = (
    "units", "biddable", "makeable", "settlement", "best_rank", "best_settlement", "par", "par_seat", "bid",
    "played", "made", "should", "gift", "lost", "passed", "left_play", "gained_play", "left_bidding",
)  # fmt: skip

#: Values of the column ``who``: the seats or bidders that a figure is about. The rows have this order.
#: FORMAT.md explains each value.
WHO = (
    "some", "first", "seat", "N", "E", "S", "W", "NS", "EW", "left", "opposite", "right", "alone",
    "declarer", "par", "second", "third", "last",
)  # fmt: skip

#: Features of a hand by which figures can be grouped, with their titles in texts. Every table of figures has
#: a column for each feature, in this order.
FEATURES: dict[str, str] = {
    "aces": "Aces",
    "tens": "Tens",
    "longest": "longest suit",
    "marriages": "K+Q pairs",
    "voids": "voids",
}

#: The columns of a table of figures, in their order. Each column has a name, a type and a meaning.
FIGURE_COLUMNS: tuple[tuple[str, pa.DataType, str], ...] = (
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

#: The columns of a table whose figures are grouped only by ``FEATURES``, or not at all.
SCHEMA = documented_schema(FIGURE_COLUMNS, {b"kranalyze.format": FORMAT_VERSION.encode()})

#: Columns with the sums from which a figure is computed. A unit is a deal, hand or record. ``units`` is the
#: number of all units. ``count`` is the number of units with the figure's property. ``total`` is the sum of
#: settlements. ``deals`` is the number of deals that have units. Let a deal have k units, of which m have the
#: property. Then ``kk``, ``km`` and ``mm`` are the sums of k * k, k * m and m * m over all deals.
SUMS = ("units", "count", "total", "deals", "kk", "km", "mm")

#: Arrow types that values of expressions have in files. The keys are polars types: types of the same values
#: in memory.
_VALUE_TYPES: dict[pl.DataType, pa.DataType] = {
    pl.Boolean(): pa.bool_(), pl.Int64(): pa.int64(), pl.Float64(): pa.float64(), pl.String(): pa.string(),
}  # fmt: skip


@dataclass(frozen=True)
class FigureLayout:
    """The columns of a table of figures, if figures may also be grouped by expressions of the user.

    Attributes:
        added: name and type of each column for an expression of the user. ``SCHEMA`` lacks these columns.
    """

    added: tuple[tuple[str, pl.DataType], ...] = ()

    @property
    def groups(self) -> tuple[str, ...]:
        """Names of the columns by which figures can be grouped: ``FEATURES``, then the added columns."""
        return (*FEATURES, *(name for name, _ in self.added))

    @property
    def keys(self) -> tuple[str, ...]:
        """Names of the columns that together identify a figure.

        The column ``grouping`` is an index into ``Survey.groupings``, the sets of expressions by which
        figures are grouped.
        """
        return ("game", "rules", "grouping", *self.groups, "figure", "who", "contract", "amount")

    @property
    def kinds(self) -> pl.Schema:
        """The polars types of the columns in a frame of sums: the columns ``keys`` and ``SUMS``."""
        types = dict(pl.Schema(SCHEMA)) | dict(self.added)
        return pl.Schema(
            {key: types.get(key, pl.UInt8()) for key in self.keys} | dict.fromkeys(SUMS, pl.Int64())
        )

    @property
    def schema(self) -> pa.Schema:
        """The Arrow schema of a table of figures. The added columns stand after the columns of features."""
        columns = list(FIGURE_COLUMNS)
        place = [name for name, *_ in columns].index("figure")
        columns[place:place] = [(name, _VALUE_TYPES[kind], name) for name, kind in self.added]
        return documented_schema(columns, SCHEMA.metadata)


def read_groups(texts: Iterable[str]) -> dict[str, SqlExpression]:
    """Read the expressions by which figures are grouped, and drop duplicates.

    Returns:
        The expressions by name. A name is the word after ``AS``, or else the text of the expression.

    Raises:
        ValueError: a text is no expression, or another column or expression has the same name.
    """
    expressions: dict[str, SqlExpression] = {}
    for text in texts:
        match = _NAMED.fullmatch(text.strip())
        expression = read_expression(match["sql"] if match else text, hand_scope())
        name = match["name"] if match else expression.text
        if expression.names == (name.lower(),):
            name = name.lower()
        if name in SCHEMA.names and (name not in FEATURES or expression.names != (name,)):
            raise ValueError(f"a group cannot have the name {name}, which is another column")
        if name in expressions and expressions[name].text != expression.text:
            raise ValueError(f"two groups have the name {name}")
        expressions[name] = expression
    return expressions


#: Pattern of an expression with a name: ``aces + tens AS honours``.
_NAMED = re.compile(r"(?P<sql>.+)\s+AS\s+(?P<name>[A-Za-z_]\w*)", re.IGNORECASE | re.DOTALL)


def title_of_group_column(group: str) -> str:
    """Return the title of a column by which figures are grouped."""
    return FEATURES.get(group, group)


def value_text(value: object) -> str:
    """Return the text of a value. The value is from a column by which figures are grouped.

    >>> value_text(True), value_text(None), value_text(1.5), value_text("N")
    ('yes', '-', '1.5', 'N')
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)


def sum_units(units: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Sum up units by key.

    Args:
        units: a frame with a row for each unit. The column ``hit`` says whether the unit is counted. The
            column ``paid`` is the settlement of the unit. A deal has at most one unit for each key.
        keys: names of the columns that make up the key.
    """
    count = pl.len().cast(pl.Int64)
    hits = pl.col("hit").sum().cast(pl.Int64)
    paid = pl.col("paid")
    total = pl.when(paid.count() > 0).then(paid.sum())
    return units.group_by(keys).agg(
        units=count, count=hits, total=total, deals=count, kk=count, km=hits, mm=hits
    )


def with_all_columns(sums: pl.DataFrame, layout: FigureLayout, **facts: Any) -> pl.DataFrame:
    """Return a frame of sums with all columns of ``layout.kinds``. Fill missing columns with null.

    Args:
        sums: a frame with some of these columns.
        layout: the layout that defines the columns.
        facts: values of some columns, by the name of the column. Such a column has this value in all rows.
    """
    kinds = layout.kinds
    constants = dict.fromkeys(name for name in kinds if name not in sums.columns) | facts
    complete = sums.with_columns(pl.lit(value).alias(name) for name, value in constants.items())
    return complete.select(*kinds).cast(kinds)


def add_up(parts: Iterable[pl.DataFrame], layout: FigureLayout) -> pl.DataFrame:
    """Concatenate frames of sums, and add up the sums of rows that have the same key."""
    together = pl.concat([pl.DataFrame(schema=layout.kinds), *parts])
    sums = pl.col(SUMS)
    return together.group_by(layout.keys).agg(pl.when(sums.count() > 0).then(sums.sum()))


def independent_units(
    share: float, units: int, deals: int, units_squared: int, units_times_counted: int, counted_squared: int
) -> float:
    """Return the number of independent units that would estimate a share as precisely as the given units.

    Units of the same deal depend on each other. Let each deal have k units, of which m are counted. Let K and
    M be the sums of k and m over all deals, and p = M / K the share. The variance of M / K is about the sum
    of (m - p k)^2 over all deals, divided by the square of K (the linear approximation of survey sampling). A
    share of n independent units has the variance p (1 - p) / n. The result is the n for which both variances
    are equal, but at most ``units``. In two cases the variance cannot be estimated: there is only one deal,
    or every deal has the same share of counted units. In these cases return the number of deals.

    Args:
        share: the share M / K.
        units: number of units, K.
        deals: number of deals that have units.
        units_squared: sum of k * k.
        units_times_counted: sum of k * m.
        counted_squared: sum of m * m.

    >>> independent_units(0.5, 8, 8, 8, 4, 4)  # 8 deals have one unit each
    8.0
    >>> independent_units(0.5, 8, 2, 32, 16, 16)  # 2 deals of 4 units, one with all 4 counted
    2.0
    """
    spread = counted_squared - 2 * share * units_times_counted + share * share * units_squared
    if deals < 2 or spread <= 1e-9 * units or not 0 < share < 1:
        return float(min(deals, units))
    return min(float(units), share * (1 - share) * units * units / spread)


def to_figures(sums: pl.DataFrame, layout: FigureLayout) -> pl.DataFrame:
    """Convert sums to a table of figures with shares, means and intervals. The rows have a fixed order.

    All sums must be grouped by the same set of expressions.
    """
    figure = pl.col("figure")
    who = pl.col("who")
    total = pl.col("total")
    # The sums of the figures ``best_rank``, ``best_settlement`` and ``par`` lack the number of all units.
    # Take this number from the sums of the figure ``units``.
    group = ["game", "rules", *layout.groups, "who"]
    units, deals = (pl.col(name).filter(figure == "units").first().over(group) for name in ("units", "deals"))
    best = figure.is_in(["best_rank", "best_settlement", "par"])
    # These figures count deals, or one hand of each deal. So each deal has k = 1 units, and m is 0 or 1.
    plain = best & who.is_in(["some", "first", "par"])
    frame = sums.with_columns(
        units=pl.when(best).then(units).otherwise("units"),
        deals=pl.when(plain).then(deals).when(~best).then("deals"),
        kk=pl.when(plain).then(units).otherwise("kk"),
        km=pl.when(plain).then("count").otherwise("km"),
        mm=pl.when(plain).then("count").otherwise("mm"),
    )
    many = pl.when(figure.is_in(["settlement", "par_seat"])).then("units").otherwise("count")
    contracts = [f"{game.id} {contract.id}" for game in GAMES.values() for contract in game.contracts]
    frame = frame.with_columns(
        share=pl.when(pl.col("units") > 0).then(pl.col("count") / pl.col("units")),
        mean=pl.when(total.is_not_null() & (many > 0)).then(total / many),
    ).sort(
        pl.col("game").cast(pl.Enum(list(GAMES))), "rules", *layout.groups,
        figure.cast(pl.Enum(FIGURES)), who.cast(pl.Enum(WHO)),
        pl.concat_str("game", "contract", separator=" ").cast(pl.Enum(contracts)), "amount", nulls_last=False,
    )  # fmt: skip
    ends: list[tuple[float | None, float | None]] = []
    for name, share, *counts in frame.select("figure", "share", "units", *SUMS[3:]).iter_rows():
        if share is None or None in counts or name in ("units", "settlement"):
            ends.append((None, None))
        else:
            independent = independent_units(share, *counts)
            ends.append(wilson(share * independent, independent))
    bounds = pl.DataFrame(ends, {"low": pl.Float64, "high": pl.Float64}, orient="row")
    return frame.hstack(bounds).select(layout.schema.names)
