"""Build the table ``players``: sums over the games and cards of each player."""

from __future__ import annotations

import polars as pl
import pyarrow as pa

from kranalyze.analysis.gamecolumns import NAMES, PLAYERS_SCHEMA, SINGLE_PLAYERS_SCHEMA
from kranalyze.core import compute
from kranalyze.core.arrow import frame_of_table

_SEATS = "nesw"

#: The columns that identify a row of the table.
_KEYS = ("player", "game")
#: The columns that hold sums over a player's games and cards.
_SUMS = PLAYERS_SCHEMA.names[len(_KEYS) : -1]
#: Columns of sums that the table has in addition after a single-dummy analysis. Such an analysis judges cards
#: by what players could know.
_SINGLE = SINGLE_PLAYERS_SCHEMA.names[len(PLAYERS_SCHEMA) :]

#: How many batches of games are summed up at once. Few large sums save time, because a sum over a small batch
#: takes as long as a sum over a large batch.
_TOGETHER = 4


class Totals:
    """Adds up the games and cards of each player, batch by batch.

    The memory that the sums need does not grow with the number of games.
    """

    def __init__(self) -> None:
        self._sums, self._held = pl.DataFrame(), list[list[pl.LazyFrame]]()

    def add(self, games: pa.Table | pl.LazyFrame, cards: pa.Table | pl.LazyFrame) -> Totals:
        """Add a batch of games and their cards, and return this object.

        Seats without a player's name are left out.

        Args:
            games: a table of games, or a lazy frame over many such tables.
            cards: the table of their cards, or a lazy frame.
        """
        seated, rows = map(_lazy, (games, cards))
        self._held.append([seated, rows])
        # Do not let a batch with single-dummy columns wait for more batches. These columns have fractions,
        # and a sum of fractions depends on the order of adding. So add such batches one by one.
        if "sd_cost" in rows.collect_schema().names() or len(self._held) == _TOGETHER:
            self._sum_up_new_batches()
        return self

    def _sum_up_new_batches(self) -> None:
        """Sum up the batches that were added since the last call, and add them to the players' sums."""
        seated, rows = map(pl.concat, zip(*self._held, strict=True))
        self._held.clear()
        by_game = pl.concat([_player_results_at_seat(seated, seat) for seat in _SEATS]).group_by(_KEYS)
        role, verdict = pl.col("role").cast(pl.String), pl.col("sd_verdict").cast(pl.String)
        cost = pl.sum_horizontal(pl.col("cost", "cost_announce").cast(pl.Int64))
        sums = {f"cost_{name}": cost.filter(role == name) for name in NAMES["role"]}
        sums |= {"cards": pl.col("cost").is_not_null(), "best_cards": pl.col("cost") == 0}
        single = _SINGLE if "sd_verdict" in rows.collect_schema().names() else ()
        if single:
            sums |= {f"sd_cost_{name}": pl.col("sd_cost").filter(role == name) for name in NAMES["role"]}
            sums |= {"mistakes": verdict == "mistake", "unlucky": verdict == "unlucky"}
            sums |= {"lucky": verdict == "lucky"}
        named = rows.filter(pl.col("player").is_not_null()).group_by("player", pl.col("game").cast(pl.String))
        counts = by_game.agg(pl.len().alias("games"), pl.all().cast(pl.Int64).sum())
        costs = named.agg(**{name: column.sum() for name, column in sums.items()})
        frame = counts.join(costs, on=_KEYS, how="left").with_columns(
            cost_declarer=pl.col("cost_declarer").fill_null(0) + pl.col("discard")
        )
        whole, parts = pl.col(_SUMS).fill_null(0).cast(pl.Int64), pl.col(single).fill_null(0).cast(pl.Float64)
        all_sums = pl.concat([self._sums, frame.select(*_KEYS, whole, parts).collect()], how="diagonal")
        self._sums = all_sums.group_by(_KEYS).agg(pl.all().sum())

    def table(self) -> pa.Table:
        """Return the sums so far (``PLAYERS_SCHEMA``), sorted by game and player's name."""
        if self._held:
            self._sum_up_new_batches()
        if not self._sums.width:
            return PLAYERS_SCHEMA.empty_table()
        share = pl.when(pl.col("cards") > 0).then(pl.col("best_cards") / pl.col("cards"))
        frame = self._sums.with_columns(share.alias("best_share")).sort("game", "player")
        schema = SINGLE_PLAYERS_SCHEMA if "mistakes" in frame.columns else PLAYERS_SCHEMA
        columns = frame.select(schema.names).to_arrow().columns
        typed = [compute.cast(column, field.type) for column, field in zip(columns, schema, strict=True)]
        return pa.Table.from_arrays(typed, schema=schema)


def _lazy(table: pa.Table | pl.LazyFrame) -> pl.LazyFrame:
    """Return a table as a lazy frame."""
    return table if isinstance(table, pl.LazyFrame) else frame_of_table(table).lazy()


def _player_results_at_seat(games: pl.LazyFrame, seat: str) -> pl.LazyFrame:
    """Return a row for each game with facts about the player at one seat, such as ``declared`` and ``won``.

    Games that do not name the player at this seat are left out.

    Args:
        games: the table of games.
        seat: the seat, as a small letter.
    """
    letter = pl.lit(seat.upper())
    declares = pl.col("declarer").cast(pl.String).eq_missing(letter)
    second = pl.col("second").cast(pl.String).eq_missing(letter)
    won = pl.coalesce(f"settlement_{seat}", f"score_{seat}")
    makeable = pl.when(second).then(pl.col(f"guarantee_{seat}") > 0).otherwise(pl.col("makeable"))
    return games.filter(pl.col(f"player_{seat}").is_not_null()).select(
        pl.col(f"player_{seat}").alias("player"),
        pl.col("game").cast(pl.String),
        *(pl.lit(other == seat).alias(f"seat_{other}") for other in _SEATS),
        (declares | second).alias("declared"),
        ((declares | second) & (won > 0)).alias("made"),
        ((declares | second) & makeable).alias("makeable"),
        pl.col(f"passed_{seat}").is_not_null().alias("passed_up"),
        won.alias("won"),
        pl.col(f"payoff_{seat}").alias("won_double_dummy"),
        pl.when(declares).then(pl.col("cost_discard")).alias("discard"),
    )
