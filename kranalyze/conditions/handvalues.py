"""Evaluate expressions in SQL on deals: for each deal, or for each hand of each deal."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from kranalyze.conditions.sql import SqlExpression
from kranalyze.conditions.viewpoints import Viewpoint, is_of_one_hand
from kranalyze.deal import Seat
from kranalyze.games import Game


def concerns_hands(*expressions: SqlExpression | None) -> bool:
    """Return whether an expression depends on the seat from which a deal is seen."""
    return any(is_of_one_hand(name) for expression in expressions if expression for name in expression.names)


def deal_values(expression: SqlExpression, deals: pl.DataFrame, view: Viewpoint) -> pl.Series:
    """Return the values of an expression for each deal, as the seat of ``view`` sees it.

    Args:
        expression: an expression of ``hand_scope``, or without a seat of ``deal_scope``.
        deals: the hands ``n e s w``, and the columns of ``view.forehand``.
        view: game, forehand and seat.

    Raises:
        ValueError: the values cannot be computed.
    """
    columns = deals.with_columns(view.columns(expression.names))
    return expression.values(columns.select(expression.names) if expression.names else deals)


def fulfilled(condition: SqlExpression, deals: pl.DataFrame, view: Viewpoint) -> pl.Series:
    """Return for each deal whether it fulfils a condition. Null does not fulfil it."""
    return deal_values(condition, deals, view).fill_null(False)


def hand_values(
    expressions: Iterable[SqlExpression], deals: pl.DataFrame, game: Game, forehand: pl.Expr
) -> pl.DataFrame:
    """Return the values of expressions for each hand of each deal.

    Args:
        expressions: expressions of ``hand_scope``.
        deals: the hands ``n e s w``, and the columns of ``forehand``.
        game: the game of the deals.
        forehand: expression for the number of the first bidder's seat.

    Returns:
        A column for each expression, named by its text. Four rows for each deal, for N E S W. Seats that do
        not play have null everywhere.
    """
    listed = list(expressions)
    seats = list(Seat)
    columns = []
    for expression in listed:
        by_seat = pl.DataFrame(
            [_seat_values(expression, deals, game, forehand, seat).alias(seat.name) for seat in seats]
        )
        values = by_seat.select(pl.concat_list(pl.all()).explode())
        columns.append(values.to_series().alias(expression.text))
    return pl.DataFrame(columns)


def _seat_values(
    expression: SqlExpression, deals: pl.DataFrame, game: Game, forehand: pl.Expr, seat: Seat
) -> pl.Series:
    if seat >= game.seats:
        return pl.Series([None], dtype=expression.dtype).new_from_index(0, deals.height)
    return deal_values(expression, deals, Viewpoint(game, forehand, seat))
