"""Read the arguments that add columns to a table, or that choose its rows by a condition."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import polars as pl
import pyarrow as pa

from kranalyze.answers.gathering import TABLE_COLUMNS
from kranalyze.answers.rowfeatures import NO_EXTRAS, RowExtras
from kranalyze.conditions.handfeatures import HAND_FEATURES
from kranalyze.conditions.scopes import hand_scope, scope_of_results_and_declarer
from kranalyze.conditions.sql import Scope, read_condition


@cache
def table_column_types_for_conditions() -> dict[str, pl.DataType]:
    """Return the types of the table columns that conditions may name. Columns with lists are left out."""
    types: dict[str, pl.DataType] = {}
    for name, kind, _ in TABLE_COLUMNS:
        if pa.types.is_dictionary(kind) or pa.types.is_string(kind):
            types[name] = pl.String()
        elif pa.types.is_boolean(kind):
            types[name] = pl.Boolean()
        elif pa.types.is_integer(kind):
            types[name] = pl.Int64()
    return types


@cache
def table_scope() -> Scope:
    """Return all columns that a condition on a row may name: results, and features of the declarer's hand."""
    return scope_of_results_and_declarer(table_column_types_for_conditions())


def row_extras(
    hands: bool = False, features: bool | Iterable[str] = False, where: str | None = None
) -> RowExtras:
    """Read the arguments: return the columns to add to a table, and the condition that chooses its rows.

    Args:
        hands: whether to add the hands, the talon and the dealer of the deal to each row.
        features: names of features. True: ``bidder`` and all features of the declarer's hand. False: none.
        where: condition in SQL that rows must fulfil. None: all rows.

    Raises:
        ValueError: a feature is unknown, or ``where`` is no condition.
    """
    names: list[str] = []
    if features is True:
        names = ["bidder", *(feature.name for feature in HAND_FEATURES)]
    elif features is not False:
        scope = hand_scope()
        for name in features:
            column = scope.find(name)
            if column is None:
                raise ValueError(scope.unknown(name))
            names.append(column)
    if hands:
        names = [name for name in names if name != "dealer"]
    if not hands and not names and where is None:
        return NO_EXTRAS
    condition = None if where is None else read_condition(where, table_scope())
    results = set[str]()
    if condition is not None:
        results = set(condition.names) & set(table_column_types_for_conditions())
    return RowExtras(hands, tuple(dict.fromkeys(names)), condition, tuple(sorted(results)))
