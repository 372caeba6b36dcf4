"""Evaluate expressions in SQL on deals: for each deal, or for each hand of each deal."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import reduce

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
    expressions: Mapping[str, SqlExpression], deals: pl.DataFrame, game: Game, forehand: pl.Expr
) -> pl.DataFrame:
    """Return the values of expressions for each hand of each deal.

    Args:
        expressions: expressions of ``hand_scope`` by name.
        deals: the hands ``n e s w``, and the columns of ``forehand``.
        game: the game of the deals.
        forehand: expression for the number of the first bidder's seat.

    Returns:
        A column for each expression, with its name. Four rows for each deal, for N E S W. Seats that do not
        play have null everywhere.
    """
    columns = []
    for name, expression in expressions.items():
        by_seat = pl.DataFrame(
            [_seat_values(expression, deals, game, forehand, seat).alias(seat.name) for seat in Seat]
        )
        columns.append(by_seat.select(pl.concat_list(pl.all()).explode()).to_series().alias(name))
    return pl.DataFrame(columns)


def chosen_seats(
    condition: SqlExpression, deals: pl.DataFrame, game: Game, forehand: pl.Expr
) -> pl.Series:
    """Return for each deal a mask (UInt8) of the seats whose hands fulfil a condition of ``hand_scope``."""
    fits = [_seat_values(condition, deals, game, forehand, seat).alias(seat.name) for seat in Seat]
    bits = [pl.col(seat.name).fill_null(False).cast(pl.UInt8) * (1 << seat) for seat in Seat]
    return pl.DataFrame(fits).select(chosen=reduce(operator.or_, bits)).to_series()


def _seat_values(
    expression: SqlExpression, deals: pl.DataFrame, game: Game, forehand: pl.Expr, seat: Seat
) -> pl.Series:
    if seat >= game.seats:
        return pl.Series([None], dtype=expression.dtype).new_from_index(0, deals.height)
    return deal_values(expression, deals, Viewpoint(game, forehand, seat))


def fits_hand(condition: SqlExpression, hand: int, game: Game) -> bool:
    """Return whether a hand, given as a mask, fulfils a condition of ``own_scope``."""
    frame = pl.DataFrame({"n": [hand]}, {"n": pl.UInt32})
    return bool(fulfilled(condition, frame, Viewpoint(game, pl.lit(None, pl.Int32), Seat.N)).item())
