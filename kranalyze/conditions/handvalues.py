"""Evaluate SQL expressions on deals: one value for each deal, or one value for each hand of each deal."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import reduce

import polars as pl

from kranalyze.conditions.sql import SqlExpression
from kranalyze.conditions.viewpoints import Viewpoint, depends_on_viewing_seat
from kranalyze.deal import Seat
from kranalyze.games import Game


def differ_between_hands(*expressions: SqlExpression | None) -> bool:
    """Return whether any of the expressions may have different values for the hands of one deal."""
    return any(
        depends_on_viewing_seat(name) for expression in expressions if expression for name in expression.names
    )


def deal_values(expression: SqlExpression, deals: pl.DataFrame, view: Viewpoint) -> pl.Series:
    """Return the value of an expression for each deal, as the seat of ``view`` sees the deal.

    Args:
        expression: an expression with columns of ``hand_scope``. If ``view`` has no seat, only columns of
            ``deal_scope`` are allowed.
        deals: the hands ``n e s w``, and the columns that ``view.forehand`` uses.
        view: the game, the seat that sees the deals, and the forehand of each deal.

    Raises:
        ValueError: the values cannot be computed.
    """
    columns = deals.with_columns(view.columns(expression.names))
    return expression.values(columns.select(expression.names) if expression.names else deals)


def fulfilled(condition: SqlExpression, deals: pl.DataFrame, view: Viewpoint) -> pl.Series:
    """Return for each deal whether it fulfils a condition. A null value of the condition counts as False."""
    return deal_values(condition, deals, view).fill_null(False)


def hand_values(
    expressions: Mapping[str, SqlExpression], deals: pl.DataFrame, game: Game, forehand: pl.Expr
) -> pl.DataFrame:
    """Return the values of expressions for each hand of each deal.

    Args:
        expressions: expressions with columns of ``hand_scope``, by name.
        deals: the hands ``n e s w``, and the columns that ``forehand`` uses.
        game: the game of the deals.
        forehand: polars expression for the number of the seat that bids first.

    Returns:
        A frame with a column for each name, and four rows for each deal: N E S W. The values of seats that do
        not play in the game are null.
    """
    columns = []
    for name, expression in expressions.items():
        by_seat = pl.DataFrame(
            [_seat_values(expression, deals, game, forehand, seat).alias(seat.name) for seat in Seat]
        )
        columns.append(by_seat.select(pl.concat_list(pl.all()).explode()).to_series().alias(name))
    return pl.DataFrame(columns)


def masks_of_fitting_seats(
    condition: SqlExpression, deals: pl.DataFrame, game: Game, forehand: pl.Expr
) -> pl.Series:
    """Return for each deal a mask (UInt8) of the seats whose hands fulfil a condition.

    The arguments are those of ``hand_values``.
    """
    fits = [_seat_values(condition, deals, game, forehand, seat).alias(seat.name) for seat in Seat]
    bits = [pl.col(seat.name).fill_null(False).cast(pl.UInt8) * (1 << seat) for seat in Seat]
    return pl.DataFrame(fits).select(chosen=reduce(operator.or_, bits)).to_series()


def _seat_values(
    expression: SqlExpression, deals: pl.DataFrame, game: Game, forehand: pl.Expr, seat: Seat
) -> pl.Series:
    """Return the value of an expression for a seat's hand in each deal. Null: the seat does not play."""
    if seat >= game.seats:
        return pl.Series([None], dtype=expression.dtype).new_from_index(0, deals.height)
    return deal_values(expression, deals, Viewpoint(game, forehand, seat))


def fits_hand(condition: SqlExpression, hand: int, game: Game) -> bool:
    """Return whether a hand (a mask of cards) fulfils a condition with columns of ``own_scope``."""
    frame = pl.DataFrame({"n": [hand]}, {"n": pl.UInt32})
    return bool(fulfilled(condition, frame, Viewpoint(game, pl.lit(None, pl.Int32), Seat.N)).item())
