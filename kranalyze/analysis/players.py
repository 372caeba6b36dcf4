"""Players: what the tables of games and cards add up to for each name and game."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl
import pyarrow as pa

from kranalyze.analysis.gamecolumns import PLAYERS_SCHEMA, SINGLE_PLAYERS_COLUMNS, SINGLE_PLAYERS_SCHEMA

_SEATS = "nesw"
_SUMS = tuple(name for name in PLAYERS_SCHEMA.names if name not in ("player", "game", "best_share"))

#: Sums of what players could know, where the cards tell it.
_SINGLE = tuple(name for name, _, _ in SINGLE_PLAYERS_COLUMNS)
_VERDICTS = {"mistakes": "mistake", "unlucky": "unlucky", "lucky": "lucky"}

#: So many batches are kept before they are added up.
_PARTS = 64

#: What a player gives away, by role.
_ROLES = {f"cost_{role}": role for role in ("declarer", "partner", "defender", "alone")}

#: What each game adds to a player's sums.
_OF_GAME = ("declared", "made", "makeable", "passed_up", "won", "won_double_dummy")


def partial(games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> pl.LazyFrame:
    """Sums over some games, to be added to those over others (``total``); only who has a name counts."""
    at_table = pl.concat([_at(_lazy(games), seat) for seat in _SEATS])
    by_game = at_table.group_by("player", "game").agg(
        pl.len().alias("games"),
        *((pl.col("seat") == seat).sum().alias(f"seat_{seat}") for seat in _SEATS),
        *(pl.col(name).sum() for name in (*_OF_GAME, "discard")),
    )
    cost, announced = (pl.col(name).fill_null(0).cast(pl.Int64) for name in ("cost", "cost_announce"))
    lost = cost + announced
    judged = pl.col("cost").is_not_null()
    rows = _lazy(cards)
    single = "sd_verdict" in rows.collect_schema().names()
    by_card = (
        rows.with_columns(pl.col("game", "role").cast(pl.String))
        .filter(pl.col("player").is_not_null())
        .group_by("player", "game")
        .agg(
            *(lost.filter(pl.col("role") == role).sum().alias(name) for name, role in _ROLES.items()),
            judged.sum().alias("cards"),
            (pl.col("cost") == 0).sum().alias("best_cards"),
            *(_single_sums() if single else ()),
        )
    )
    joined = by_game.join(by_card, on=["player", "game"], how="left")
    declaring = pl.col("cost_declarer").fill_null(0) + pl.col("discard")
    sums = joined.with_columns(declaring.alias("cost_declarer"))
    counts = (pl.col(name).fill_null(0).cast(pl.Int64) for name in _SUMS)
    known = (pl.col(name).fill_null(0).cast(pl.Float64) for name in _SINGLE if single)
    return sums.select("player", "game", *counts, *known)


def _single_sums() -> list[pl.Expr]:
    """What cards cost on what their players could know, by role, and the verdicts."""
    said = pl.col("sd_verdict").cast(pl.String)
    return [
        *(
            pl.col("sd_cost").filter(pl.col("role") == role).sum().alias(f"sd_{name}")
            for name, role in _ROLES.items()
            if f"sd_{name}" in _SINGLE
        ),
        *((said == verdict).sum().alias(name) for name, verdict in _VERDICTS.items()),
    ]


def total(parts: Iterable[pl.LazyFrame]) -> pa.Table:
    """The players' table (``PLAYERS_SCHEMA``) from sums of games, by game and name."""
    listed = list(parts)
    if not listed:
        return PLAYERS_SCHEMA.empty_table()
    summed = _summed(listed)
    share = pl.when(pl.col("cards") > 0).then(pl.col("best_cards") / pl.col("cards"))
    frame = summed.with_columns(share.alias("best_share")).sort("game", "player").collect()
    schema = SINGLE_PLAYERS_SCHEMA if "mistakes" in frame.columns else PLAYERS_SCHEMA
    return frame.select(schema.names).to_arrow().cast(schema)


class Totals:
    """Adds up the players of games that come one batch after another; memory does not grow with them."""

    def __init__(self) -> None:
        self._parts: list[pl.DataFrame] = []

    def add(self, games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> None:
        """Count a batch."""
        self._parts.append(partial(games, cards).collect())
        if len(self._parts) > _PARTS:
            self._parts = [_summed(part.lazy() for part in self._parts).collect()]

    def table(self) -> pa.Table:
        """The players so far."""
        return total(part.lazy() for part in self._parts)


def _summed(parts: Iterable[pl.LazyFrame]) -> pl.LazyFrame:
    rows = pl.concat(parts)
    names = [name for name in rows.collect_schema().names() if name not in ("player", "game")]
    return rows.group_by("player", "game").agg(pl.col(name).sum() for name in names)


def _lazy(rows: pa.Table | pl.LazyFrame) -> pl.LazyFrame:
    if isinstance(rows, pl.LazyFrame):
        return rows
    frame = pl.from_arrow(rows)
    assert isinstance(frame, pl.DataFrame)
    return frame.lazy()


def _at(games: pl.LazyFrame, seat: str) -> pl.LazyFrame:
    """The games of whoever sits on a seat, named columns from his side."""
    here = pl.lit(seat.upper())
    declares = pl.col("declarer").cast(pl.String).eq_missing(here)
    second = pl.col("second").cast(pl.String).eq_missing(here)
    won = pl.coalesce(f"settlement_{seat}", f"score_{seat}")
    makeable = pl.when(second).then(pl.col(f"guarantee_{seat}") > 0).otherwise(pl.col("makeable"))
    return games.filter(pl.col(f"player_{seat}").is_not_null()).select(
        pl.col(f"player_{seat}").alias("player"),
        pl.col("game").cast(pl.String),
        pl.lit(seat).alias("seat"),
        (declares | second).alias("declared"),
        ((declares | second) & (won > 0)).fill_null(False).alias("made"),
        ((declares | second) & makeable).fill_null(False).alias("makeable"),
        pl.col(f"passed_{seat}").is_not_null().alias("passed_up"),
        won.fill_null(0).cast(pl.Int64).alias("won"),
        pl.col(f"payoff_{seat}").fill_null(0).cast(pl.Int64).alias("won_double_dummy"),
        pl.when(declares).then(pl.col("cost_discard")).fill_null(0).cast(pl.Int64).alias("discard"),
    )
