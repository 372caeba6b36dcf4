"""Players: what the tables of games and cards add up to for each name and game."""

from __future__ import annotations

import polars as pl
import pyarrow as pa

from kranalyze.analysis.gamecolumns import PLAYERS_SCHEMA, SINGLE_PLAYERS_COLUMNS, SINGLE_PLAYERS_SCHEMA

_SEATS = "nesw"
_ROLES = ("declarer", "partner", "defender", "alone")
_KEYS = ("player", "game")

#: Sums, and those of what players could know, where the cards tell it.
_SUMS = tuple(name for name in PLAYERS_SCHEMA.names if name not in (*_KEYS, "best_share"))
_SINGLE = tuple(name for name, _, _ in SINGLE_PLAYERS_COLUMNS)

#: So many batches are kept before they are added up.
_PARTS = 64


class Totals:
    """Adds up the players of games that come one batch after another; memory does not grow with them."""

    def __init__(self) -> None:
        self._parts: list[pl.DataFrame] = []

    def add(self, games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> None:
        """Count a batch: tables of this version, or frames over many of them; who has no name is left out."""
        seated, rows = (t if isinstance(t, pl.LazyFrame) else pl.DataFrame(t).lazy() for t in (games, cards))
        by_game = pl.concat([_at(seated, seat) for seat in _SEATS]).group_by(_KEYS)
        role, said = pl.col("role").cast(pl.String), pl.col("sd_verdict").cast(pl.String)
        cost = pl.sum_horizontal(pl.col("cost", "cost_announce").cast(pl.Int64))
        sums = {f"cost_{one}": cost.filter(role == one) for one in _ROLES}
        sums |= {"cards": pl.col("cost").is_not_null(), "best_cards": pl.col("cost") == 0}
        single = _SINGLE if "sd_verdict" in rows.collect_schema().names() else ()
        if single:
            sums |= {f"sd_cost_{one}": pl.col("sd_cost").filter(role == one) for one in _ROLES}
            sums |= {"mistakes": said == "mistake", "unlucky": said == "unlucky", "lucky": said == "lucky"}
        named = rows.filter(pl.col("player").is_not_null()).group_by("player", pl.col("game").cast(pl.String))
        counts = by_game.agg(pl.len().alias("games"), pl.all().cast(pl.Int64).sum())
        given = named.agg(**{name: what.sum() for name, what in sums.items()})
        frame = counts.join(given, on=_KEYS, how="left").with_columns(
            cost_declarer=pl.col("cost_declarer").fill_null(0) + pl.col("discard")
        )
        whole, parts = pl.col(_SUMS).fill_null(0).cast(pl.Int64), pl.col(single).fill_null(0).cast(pl.Float64)
        self._parts.append(frame.select(*_KEYS, whole, parts).collect())
        if len(self._parts) > _PARTS:
            self._parts = [self._summed()]

    def _summed(self) -> pl.DataFrame:
        return pl.concat(self._parts).group_by(_KEYS).agg(pl.all().sum())

    def table(self) -> pa.Table:
        """The players so far (``PLAYERS_SCHEMA``), by game and name."""
        if not self._parts:
            return PLAYERS_SCHEMA.empty_table()
        share = pl.when(pl.col("cards") > 0).then(pl.col("best_cards") / pl.col("cards"))
        frame = self._summed().with_columns(share.alias("best_share")).sort("game", "player")
        schema = SINGLE_PLAYERS_SCHEMA if "mistakes" in frame.columns else PLAYERS_SCHEMA
        return frame.select(schema.names).to_arrow().cast(schema)


def aggregate_players(games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> pa.Table:
    """The players of analysed games: a row for each name and game; see `Totals`."""
    totals = Totals()
    totals.add(games, cards)
    return totals.table()


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
        ((declares | second) & (won > 0)).alias("made"),
        ((declares | second) & makeable).alias("makeable"),
        pl.col(f"passed_{seat}").is_not_null().alias("passed_up"),
        won.alias("won"),
        pl.col(f"payoff_{seat}").alias("won_double_dummy"),
        pl.when(declares).then(pl.col("cost_discard")).alias("discard"),
    )
