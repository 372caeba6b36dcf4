"""Players: what the tables of games and cards add up to for each name and game."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl
import pyarrow as pa

from kranalyze.analysis.gamecolumns import PLAYERS_SCHEMA, SINGLE_PLAYERS_COLUMNS, SINGLE_PLAYERS_SCHEMA

_SEATS = "nesw"
_ROLES = ("declarer", "partner", "defender", "alone")

#: Sums, and those of what players could know, where the cards tell it.
_SUMS = tuple(name for name in PLAYERS_SCHEMA.names if name not in ("player", "game", "best_share"))
_SINGLE = tuple(name for name, _, _ in SINGLE_PLAYERS_COLUMNS)

#: So many batches are kept before they are added up.
_PARTS = 64


def partial(games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> pl.LazyFrame:
    """Sums over some games, to be added to those over others (``total``); only who has a name counts."""
    seated = _lazy(games)
    by_game = (
        pl.concat([_at(seated, seat) for seat in _SEATS])
        .group_by("player", "game")
        .agg(pl.len().alias("games"), pl.all().sum())
    )
    rows = _lazy(cards).with_columns(pl.col("game", "role").cast(pl.String))
    cost, announced = (pl.col(name).fill_null(0).cast(pl.Int64) for name in ("cost", "cost_announce"))
    of_card = {f"cost_{role}": (cost + announced).filter(pl.col("role") == role) for role in _ROLES}
    of_card |= {"cards": pl.col("cost").is_not_null(), "best_cards": pl.col("cost") == 0}
    single = "sd_verdict" in rows.collect_schema().names()
    if single:
        of_card |= {f"sd_cost_{role}": pl.col("sd_cost").filter(pl.col("role") == role) for role in _ROLES}
        said = pl.col("sd_verdict").cast(pl.String)
        of_card |= {"mistakes": said == "mistake", "unlucky": said == "unlucky", "lucky": said == "lucky"}
    named = rows.filter(pl.col("player").is_not_null()).group_by("player", "game")
    by_card = named.agg(**{name: what.sum() for name, what in of_card.items()})
    joined = by_game.join(by_card, on=["player", "game"], how="left")
    declaring = pl.col("cost_declarer").fill_null(0) + pl.col("discard")
    counts = (pl.col(name).fill_null(0).cast(pl.Int64) for name in _SUMS)
    known = (pl.col(name).fill_null(0).cast(pl.Float64) for name in _SINGLE if single)
    return joined.with_columns(declaring.alias("cost_declarer")).select("player", "game", *counts, *known)


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


def aggregate_players(games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> pa.Table:
    """The players of analysed games (``PLAYERS_SCHEMA``): a row for each name and game.

    Args:
        games, cards: tables of this version, or frames over many files of them.
    """
    return total([partial(games, cards)])


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
    return rows if isinstance(rows, pl.LazyFrame) else pl.DataFrame(rows).lazy()


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
        *(pl.lit(each == seat).alias(f"seat_{each}") for each in _SEATS),
        (declares | second).alias("declared"),
        ((declares | second) & (won > 0)).fill_null(False).alias("made"),
        ((declares | second) & makeable).fill_null(False).alias("makeable"),
        pl.col(f"passed_{seat}").is_not_null().alias("passed_up"),
        won.fill_null(0).cast(pl.Int64).alias("won"),
        pl.col(f"payoff_{seat}").fill_null(0).cast(pl.Int64).alias("won_double_dummy"),
        pl.when(declares).then(pl.col("cost_discard")).fill_null(0).cast(pl.Int64).alias("discard"),
    )
