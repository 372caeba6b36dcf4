"""Evaluate SQL expressions on deals. The result is a value for each deal, or a value for each hand."""

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
    """Return whether at least one of the expressions may have different values for the four hands of a deal.

    Items of ``expressions`` that are None are ignored.
    """
    return any(
        depends_on_viewing_seat(name) for expression in expressions if expression for name in expression.names
    )


def deal_values(expression: SqlExpression, deals: pl.DataFrame, view: Viewpoint) -> pl.Series:
    """Return the value of an expression for each deal.

    Args:
        expression: an expression with columns of ``hand_scope``. If ``view`` has no seat, only columns of
            ``deal_scope`` are allowed.
        deals: a frame with the hands ``n e s w``, and with the columns that ``view.forehand`` reads.
        view: the game, the forehand of each deal, and the seat from whose viewpoint the deal is described. A
            name such as ``aces`` means the Aces in the hand of this seat.

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
        expressions: for the name of each column of the result, the expression that computes the column. The
            expressions may name columns of ``hand_scope``.
        deals: a frame with the hands ``n e s w``, and with the columns that ``forehand`` reads.
        game: the game of the deals.
        forehand: polars expression for the seat that bids first (0-3 for N E S W).

    Returns:
        A frame with a column for each expression. Each deal has four rows, one for each hand of N, E, S and
        W. If a seat does not play in the game, its row contains null.
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

    Bit 0 of the mask stands for N, bit 1 for E, bit 2 for S and bit 3 for W.

    Args:
        condition: a condition with columns of ``hand_scope``.
        deals: a frame with the hands ``n e s w``, and with the columns that ``forehand`` reads.
        game: the game of the deals.
        forehand: polars expression for the seat that bids first (0-3 for N E S W).
    """
    fits = [_seat_values(condition, deals, game, forehand, seat).alias(seat.name) for seat in Seat]
    bits = [pl.col(seat.name).fill_null(False).cast(pl.UInt8) * (1 << seat) for seat in Seat]
    return pl.DataFrame(fits).select(chosen=reduce(operator.or_, bits)).to_series()


def _seat_values(
    expression: SqlExpression, deals: pl.DataFrame, game: Game, forehand: pl.Expr, seat: Seat
) -> pl.Series:
    """Return for each deal the value of an expression for the hand of one seat.

    All values are null if the seat does not play in the game.
    """
    if seat >= game.seats:
        return pl.Series([None], dtype=expression.dtype).new_from_index(0, deals.height)
    return deal_values(expression, deals, Viewpoint(game, forehand, seat))


def fits_hand(condition: SqlExpression, hand: int, game: Game) -> bool:
    """Return whether a hand, given as a mask of cards, fulfils a condition.

    The condition may only name features of this hand (columns of ``own_scope``).
    """
    frame = pl.DataFrame({"n": [hand]}, {"n": pl.UInt32})
    return bool(fulfilled(condition, frame, Viewpoint(game, pl.lit(None, pl.Int32), Seat.N)).item())
